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
from functools import cache, reduce
from itertools import chain
from operator import or_
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
_COMMON = frozenset(
    ("PLACING", "card", "np.card", "card.number", "number", "is", "pile", "np.pile", "of", "can", "a", "and")
)
"""What most sentences speak of."""
_NONE: frozenset[str] = frozenset()
_SECTIONS = ("setup", "goal", "rules", "scoring", "options")
_TOPICS = (*KINDS, "deck", "none", "other-pile", "redeal")
_SPANS = ("if", "until", "after", "before", "except", "while", "because", "unlike", "beyond")
_PARTS = (*ROLES, "np")


class RuleError(Exception):
    """A rule file that cannot be used; the message names the file and the rule."""


Condition = tuple[frozenset[str], frozenset[str]]
"""Features of which one must be there, and others of which one may be lacking instead."""


class Rule(NamedTuple):
    """One rule, and its conditions."""

    name: str
    file: str
    text: str
    conditions: tuple[Condition, ...]
    topic: str
    facts: tuple[tuple[str, Any], ...]
    """Keys with `P` for the topic, and values; a value `@name` is taken from the clause."""
    none: bool
    """Whether it says that the clause is understood and states no fact."""


class RuleBook:
    """All rules, and a table by which those are found whose conditions are met.

    A set of rules is a number, with a bit for each rule. The table's entry of a feature is four such numbers side by
    side, from the lowest bits up: the rules that it bars, those of which it meets the first condition, the second, and
    the third. The entries of all that a clause says, joined, leave few rules to look at.
    """

    def __init__(self, data: list[tuple[str, dict[str, Any]]]) -> None:
        self._conditions: dict[str, Condition] = {}
        """What is written in rules, each condition once."""
        self._features: set[str] = set()
        """What is asked for in them."""
        self._names: set[str] = set()
        self.rules: tuple[Rule, ...] = tuple([self._compile(file, entry) for file, entry in data])
        self._table: dict[str, int] = {}
        self._unasked = 0
        """What every clause meets: the third condition of the rules that have but two."""
        self._others: list[tuple[Condition, ...]] = []
        """What is not in the table of each rule's conditions, from the last rule up."""
        self.used: set[str] | None = None
        """Where not None, the names of the rules that have fired are gathered here."""

    def _compile(self, file: str, entry: dict[str, Any]) -> Rule:
        name = entry.get("name", "?")
        unknown = entry.keys() - {"name", "when", "topic", "facts", "none", "why"}
        if unknown:
            raise RuleError(f"{file}: {name}: unknown entry {sorted(unknown)[0]!r}")
        if not isinstance(entry.get("when"), str):
            raise RuleError(f"{file}: {name}: say under 'when' which features a clause must have")
        parts = entry["when"].split()
        named = set(entry["when"].replace("|", " ").replace("?", "").split())
        if ".no" in entry["when"] and any(one.endswith(".no") for one in named if one[0] != "!"):
            named.add("no")
        parts += ["!" + guard for guard in _GUARDS if guard not in named]
        for part in set(parts).difference(self._conditions):
            self._conditions[part] = either, lacking = _condition(part)
            for feature in either.union(lacking).difference(self._features):
                if not _is_feature(feature):
                    raise RuleError(f"{file}: {name}: there is no feature {feature!r}")
                self._features.add(feature)
        facts = tuple([_fact(text, file, name) for text in entry.get("facts", ())])
        topic = entry.get("topic", "")
        if any(key.startswith("P.") or ".P" in key for key, _ in facts) and not topic:
            raise RuleError(f"{file}: {name}: P needs a topic")
        if topic and not is_policy(topic):
            raise RuleError(f"{file}: {name}: there is no topic {topic!r}")
        if name in self._names:
            raise RuleError(f"{file}: {name}: another rule has this name")
        self._names.add(name)
        conditions = tuple(map(self._conditions.__getitem__, parts))
        return Rule(name, file, entry["when"], conditions, topic, facts, bool(entry.get("none")))

    def fired(self, features: AbstractSet[str]) -> list[Rule]:
        """The rules whose conditions the features meet, in the order of the files."""
        if not self._table:
            self._tabulate()
        size = len(self.rules)
        met = reduce(or_, filter(None, map(self._table.get, features)), self._unasked)
        left = met >> 3 * size & met >> 2 * size & met >> size & ~met
        found = []
        while left:
            # The first rule has the highest bit.
            at = left.bit_length() - 1
            left ^= 1 << at
            others = self._others[at]
            if not others or _meets(features, others):
                found.append(self.rules[~at])
        if self.used is not None:
            self.used.update([rule.name for rule in found])
        return found

    def _tabulate(self) -> None:
        """Fill the table with what bars a rule, and with those of its conditions that are met least."""
        size = len(self.rules)
        used = Counter(chain.from_iterable([rule.conditions for rule in self.rules]))
        asked = dict.fromkeys(self._features, 0)
        for (either, lacking), times in used.items():
            if not lacking:
                for feature in either:
                    asked[feature] += times
        for feature in asked:
            if feature in _COMMON or feature.startswith(("S.", "H.", "T.", ":")):
                asked[feature] += size
        weight = {either: sum([asked[one] for one in either]) for either, lacking in used if not lacking}
        table = dict.fromkeys(self._features, 0)
        for at, rule in enumerate(reversed(self.rules)):
            bit = 1 << at
            asks, others = [], []
            for condition in rule.conditions:
                either, lacking = condition
                if not lacking:
                    asks.append(either)
                elif not either and len(lacking) == 1:
                    for feature in lacking:
                        table[feature] |= bit
                elif either != lacking:
                    others.append(condition)
            asks.sort(key=weight.__getitem__)
            for column in (1, 2, 3):
                bit <<= size
                if column > len(asks):
                    self._unasked |= bit
                else:
                    for feature in asks[column - 1]:
                        table[feature] |= bit
            self._others.append((*others, *[(either, _NONE) for either in asks[3:]]))
        self._table = table

    def lacking(self, rule: Rule, features: AbstractSet[str]) -> list[str]:
        """What keeps a rule from firing: features that are not there, and `!x` for those that should not be."""
        unmet = [condition for condition in rule.conditions if not _meets(features, (condition,))]
        return ["|".join(sorted(either) or ["!" + one for one in lacking]) for either, lacking in unmet]

    def without(self, name: str) -> RuleBook:
        """A copy that lacks one rule."""
        copy = RuleBook([])
        copy._conditions, copy._features = self._conditions, self._features
        copy.rules = tuple(rule for rule in self.rules if rule.name != name)
        return copy


def _condition(part: str) -> Condition:
    if part[0] == "?":
        # What is only allowed may be there or not.
        return (allowed := frozenset((part[1:],))), allowed
    features = part.split("|")
    if "!" not in part:
        return frozenset(features), _NONE
    lacking = [feature for feature in features if feature.startswith("!")]
    return frozenset(features).difference(lacking), frozenset([feature[1:] for feature in lacking])


def _is_feature(feature: str) -> bool:
    if feature.startswith(":"):
        return True
    prefix, mark, rest = feature.partition("@" if "@" in feature else ".")
    if not mark:
        return feature in CLASS_OF or feature in _FLAGS
    of_head = CLASS_OF.get(prefix) == "head"
    if mark == "@":
        return of_head and rest in KINDS
    return (
        (prefix == "S" and rest in _SECTIONS)
        or (prefix in ("H", "T", "target", "C") and rest in _TOPICS)
        or (prefix in _SPANS and rest in CLASS_OF)
        or (prefix in _PARTS and CLASS_OF.get(rest) == "head")
        or (of_head and (rest in ("one", "many") or CLASS_OF.get(rest) == "attr"))
    )


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


def fires(rule: Rule, features: AbstractSet[str]) -> bool:
    """Whether a clause with these features meets the rule's conditions."""
    return _meets(features, rule.conditions)


def _meets(features: AbstractSet[str], conditions: Iterable[Condition]) -> bool:
    for either, lacking in conditions:  # noqa: SIM110 - this is called for most clauses and many rules
        if lacking <= features and either.isdisjoint(features):
            return False
    return True
