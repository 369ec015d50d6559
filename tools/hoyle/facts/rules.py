"""Rules: which concepts together state which fact. They are data, in `rules/*.toml`.

    [[rule]]
    name = "built down"
    when = "build down !up"
    topic = "build"
    facts = ["P.build.direction = down"]

`when` names features of a clause, separated by spaces: all must be there. `a|b` is one
of them, `!a` not that one, `a|!b` this or not that, `?a` allowed. Features are

- a concept of a word: `build`, `singly`;
- a noun phrase's head with an attribute: `card.any`, `pile.empty`, `card.one`, `pile.many`,
  or with the pile kind it is of: `card@tableau`;
- what a phrase does: `to.foundation`, `from.stock`, `np.card` (subject or object);
  `target.K`: something goes to a pile of that kind;
- what stands in a subordinate span: `if.empty`, `until.pile`, `except.rankname`;
- the context: `S.goal` (section), `H.stock` (row header), `H.none`, `T.stock` (spoken of before);
- `COND`, `EXCEPT`, `UNTIL`, `AFTER`, `ASIDE` (in brackets): the clause has such a span.

A clause that is negated (`not`, `no`), conditional (`COND`, `EXCEPT`), in brackets
(`ASIDE`) or under the goal (`S.goal`) fires only rules that name that feature, if only
with `?`.

In `facts`, `P` is the topic, found as `topic` says (see `topics`), and `@name` is a value taken from
the clause by the function of that name in `values`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from functools import cache
from itertools import repeat
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from hoyle.facts.keys import shape_of
from hoyle.facts.topics import is_policy
from hoyle.facts.values import VALUES
from hoyle.language.concepts import CLASS_OF, KINDS, ROLES

_HERE = Path(__file__).parent
_GUARDS = ("not", "no", "COND", "EXCEPT", "ASIDE", "S.goal")
_FLAGS = frozenset(
    (
        "COND",
        "EXCEPT",
        "ASIDE",
        "IF",
        "WHEN",
        "UNLESS",
        "UNTIL",
        "AFTER",
        "BEFORE",
        "WHILE",
        "AS-LONG",
        "BECAUSE",
        "PLACING",
    )
)
_NO_BITS = repeat(0)
_COMMON = frozenset(
    ("PLACING", "card", "np.card", "card.number", "number", "is", "pile", "np.pile", "of", "can", "a", "and")
)
"""What most sentences speak of."""
_SECTIONS = ("setup", "goal", "rules", "scoring", "options")


class RuleError(Exception):
    """A rule file that cannot be used; the message names the file and the rule."""


class Rule(NamedTuple):
    """One rule, its conditions as sets of bits."""

    name: str
    file: str
    text: str
    need: int
    ban: int
    choices: tuple[tuple[int, int], ...]
    topic: str
    facts: tuple[tuple[str, Any], ...]
    """Keys with `P` for the topic, and values; a value `@name` is taken from the clause."""
    number: int
    none: bool
    """Whether it says that the clause is understood and states no fact."""


_first = itemgetter(0)
_Entry = tuple[int, int, int, tuple[tuple[int, int], ...], Rule]


class RuleBook:
    """All rules, and the number of the bit of each feature they ask for."""

    def __init__(self, data: list[tuple[str, dict[str, Any]]]) -> None:
        self.bits: dict[str, int] = {}
        self._names: set[str] = set()
        self.rules: tuple[Rule, ...] = tuple(self._compile(file, entry) for file, entry in data)
        self._index: dict[str, list[_Entry]] | None = None
        """The rules by the feature by which each is found."""
        self.used: set[str] | None = None
        """Where not None, the names of the rules that have fired are gathered here."""

    def _bit(self, feature: str, file: str, name: str) -> int:
        bit = self.bits.get(feature)
        if bit is None:
            _check_feature(feature, file, name)
            bit = self.bits[feature] = 1 << len(self.bits)
        return bit

    def _compile(self, file: str, entry: dict[str, Any]) -> Rule:
        name = entry.get("name", "?")
        unknown = entry.keys() - {"name", "when", "topic", "facts", "none", "why"}
        if unknown:
            raise RuleError(f"{file}: {name}: unknown entry {sorted(unknown)[0]!r}")
        if not isinstance(entry.get("when"), str):
            raise RuleError(f"{file}: {name}: say under 'when' which features a clause must have")
        need = ban = 0
        choices = []
        mentioned = set()
        for part in entry["when"].split():
            if part.startswith("?"):
                mentioned.add(part[1:])
                _check_feature(part[1:], file, name)
            elif "|" in part:
                either = lacking = 0
                for feature in part.split("|"):
                    if feature.startswith("!"):
                        lacking |= self._bit(feature[1:], file, name)
                    else:
                        either |= self._bit(feature, file, name)
                        mentioned.add(feature)
                choices.append((either, lacking))
            elif part.startswith("!"):
                ban |= self._bit(part[1:], file, name)
            else:
                need |= self._bit(part, file, name)
                mentioned.add(part)
        for guard in _GUARDS:
            if guard not in mentioned and not (guard == "no" and any(one.endswith(".no") for one in mentioned)):
                ban |= self._bit(guard, file, name)
        facts = tuple(_fact(text, file, name) for text in entry.get("facts", ()))
        topic = entry.get("topic", "")
        if any(key.startswith("P.") or ".P" in key for key, _ in facts) and not topic:
            raise RuleError(f"{file}: {name}: P needs a topic")
        if topic and not is_policy(topic):
            raise RuleError(f"{file}: {name}: there is no topic {topic!r}")
        if name in self._names:
            raise RuleError(f"{file}: {name}: another rule has this name")
        self._names.add(name)
        return Rule(
            name,
            file,
            entry["when"],
            need,
            ban,
            tuple(choices),
            topic,
            facts,
            len(self._names),
            bool(entry.get("none")),
        )

    def mask(self, features: Iterable[str]) -> int:
        """The bits of those features, each named once, that some rule asks for."""
        # No two features have the same bit: adding is joining, and quicker.
        return sum(map(self.bits.get, features, _NO_BITS))

    def fired(self, features: AbstractSet[str]) -> list[Rule]:
        """The rules whose conditions the features meet, in the order of the files."""
        if self._index is None:
            self._index = self._indexed()
        mask = self.mask(features)
        found = []
        for feature in features & self._index.keys():
            for named, need, choice, choices, rule in self._index[feature]:
                if mask & named == need and mask & choice and (not choices or _chosen(choices, mask)):
                    found.append(rule)
        if len(found) > 1:
            # A rule that asks for one feature or another may have been found by both; sets are in no order.
            numbered = {rule.number: rule for rule in found}
            found = [numbered[number] for number in sorted(numbered)]
        if self.used is not None:
            self.used.update(rule.name for rule in found)
        return found

    def _indexed(self) -> dict[str, list[_Entry]]:
        """The rules by what they ask for that is found least: one feature, or each of a choice.

        With each rule go the features that it asks for or bars, those that must be there of these,
        those of which one must be there, and its other choices.
        """
        asked = Counter(
            bit for rule in self.rules for group in (rule.need, *map(_first, rule.choices)) for bit in _bits_of(group)
        )
        for feature, bit in self.bits.items():
            if feature in _COMMON or feature.startswith(("S.", "H.", "T.", ":")):
                asked[bit] += len(self.rules)

        @cache
        def weight(group: int) -> int:
            return sum(map(asked.__getitem__, _bits_of(group)))

        names = {bit: feature for feature, bit in self.bits.items()}
        every = sum(names)
        index: dict[str, list[_Entry]] = {}
        for rule in self.rules:
            plain = [(choice, lacking) for choice, lacking in rule.choices if not lacking]
            groups = [*_bits_of(rule.need), *map(_first, plain)]
            pivot = min(groups, key=weight, default=every)
            left = [choice for choice in plain if choice[0] != pivot]
            others = tuple(one for one in rule.choices if one[0] != pivot and one not in left[:1])
            entry = rule.need | rule.ban, rule.need, left[0][0] if left else -1, others, rule
            for bit in _bits_of(pivot):
                index.setdefault(names[bit], []).append(entry)
        return index

    def lacking(self, rule: Rule, mask: int) -> list[str]:
        """What keeps a rule from firing: features that are not there, and `!x` for those that should not be."""
        names = {bit: feature for feature, bit in self.bits.items()}
        found = [names[bit] for bit in _bits_of(rule.need & ~mask)]
        found += [
            "|".join(names[bit] for bit in _bits_of(choice))
            for choice, lacking in rule.choices
            if not choice & mask and not lacking & ~mask
        ]
        return found + ["!" + names[bit] for bit in _bits_of(rule.ban & mask)]

    def without(self, name: str) -> RuleBook:
        """A copy that lacks one rule."""
        copy = RuleBook([])
        copy.bits = self.bits
        copy.rules = tuple(rule for rule in self.rules if rule.name != name)
        return copy


def _bits_of(mask: int) -> list[int]:
    found = []
    while mask:
        low = mask & -mask
        found.append(low)
        mask ^= low
    return found


def _check_feature(feature: str, file: str, name: str) -> None:
    if feature in CLASS_OF or feature in _FLAGS:
        return
    prefix, dot, rest = feature.partition(".")
    if dot:
        if prefix in ("S",) and rest in _SECTIONS:
            return
        if prefix in ("H", "T", "target", "C") and (rest in KINDS or rest in ("deck", "none", "other-pile", "redeal")):
            return
        if (
            prefix in ("if", "until", "after", "before", "except", "while", "because", "unlike", "beyond")
            and rest in CLASS_OF
        ):
            return
        if prefix in (*ROLES, "np") and CLASS_OF.get(rest) == "head":
            return
        if CLASS_OF.get(prefix) == "head" and (rest in ("one", "many") or CLASS_OF.get(rest) == "attr"):
            return
    head, at, kind = feature.partition("@")
    if at and CLASS_OF.get(head) == "head" and kind in KINDS:
        return
    if feature.startswith(":"):
        return
    raise RuleError(f"{file}: {name}: there is no feature {feature!r}")


def _fact(text: str, file: str, name: str) -> tuple[str, Any]:
    key, equals, value = text.partition(" = ")
    if not equals:
        raise RuleError(f"{file}: {name}: a fact is written 'key = value', not {text!r}")
    if shape_of(key.removesuffix("+")) is None:
        raise RuleError(f"{file}: {name}: there is no key {key!r}")
    stated = _value(value.strip())
    for one in stated if isinstance(stated, list) else [stated]:
        if isinstance(one, str) and one.startswith("@") and one[1:] not in VALUES:
            raise RuleError(f"{file}: {name}: there is no value {one!r}")
    return key, stated


def _value(text: str) -> Any:
    if text.startswith("["):
        return [_value(part.strip()) for part in text[1:-1].split(",")]
    if text in ("true", "false"):
        return text == "true"
    if text.removeprefix("-").isdecimal():
        return int(text)
    return text


@cache
def rule_book() -> RuleBook:
    """The rules of all files, read once.

    Raises `RuleError` where one cannot be used.
    """
    import rtoml

    data = []
    for path in sorted((_HERE / "rules").glob("*.toml")):
        try:
            entries = rtoml.load(path)
        except rtoml.TomlParsingError as error:
            raise RuleError(f"{path.name}: {error}") from error
        data += [(path.name, entry) for entry in entries.get("rule", ())]
    return RuleBook(data)


def fires(rule: Rule, mask: int) -> bool:
    """Whether a clause with these bits meets the rule's conditions."""
    return mask & rule.need == rule.need and not mask & rule.ban and _chosen(rule.choices, mask)


def _chosen(choices: tuple[tuple[int, int], ...], mask: int) -> bool:
    """Whether each of a rule's choices is met."""
    for choice, lacking in choices:  # noqa: SIM110 - this is called for most clauses and most rules
        if not (mask & choice or lacking & ~mask):
            return False
    return True
