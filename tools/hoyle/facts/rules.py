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

from collections import defaultdict
from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from functools import cache, reduce
from operator import or_
from pathlib import Path
from typing import Any

from hoyle.facts.keys import shape_of
from hoyle.facts.topics import is_policy
from hoyle.facts.values import VALUES
from hoyle.language.concepts import CLASS_OF, KINDS, ROLES

_HERE = Path(__file__).parent
_ENTRIES = frozenset(("name", "when", "topic", "facts", "none", "why"))
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
_TABLED = 3
"""So many of a rule's conditions are in the table by which it is found."""
_NONE: frozenset[str] = frozenset()
_SECTIONS = ("setup", "goal", "rules", "scoring", "options")
_TOPICS = (*KINDS, "deck", "none", "other-pile", "redeal")
SPAN_PREFIXES = ("if", "until", "after", "before", "except", "while", "because", "unlike", "beyond")
"""What the features of a subordinate span begin with, before a full stop."""
_PARTS = (*ROLES, "np")


class RuleError(Exception):
    """A rule file that cannot be used; the message names the file and the rule."""


Condition = tuple[frozenset[str], frozenset[str]]
"""Features of which one must be there, and others of which one may be lacking instead."""


class Rule:
    """One rule: the features that it asks for, and what it states."""

    __slots__ = ("_conditions", "facts", "file", "name", "none", "text", "topic")

    def __init__(self, file: str, entry: dict[str, Any], fact: Callable[[str], tuple[str, Any]]) -> None:
        self.name: str = entry.get("name", "?")
        self.file = file
        if not entry.keys() <= _ENTRIES:
            raise RuleError(f"unknown entry {min(entry.keys() - _ENTRIES)!r}")
        if not isinstance(entry.get("when"), str):
            raise RuleError("say under 'when' which features a clause must have")
        self.text: str = entry["when"]
        self._conditions: tuple[Condition, ...] | None = None
        self.facts = tuple(map(fact, entry.get("facts", ())))
        """Keys with `P` for the topic, and values; a value `@name` is taken from the clause."""
        self.topic: str = entry.get("topic", "")
        if not self.topic and any(key.startswith("P.") or ".P" in key for key, _ in self.facts):
            raise RuleError("P needs a topic")
        if self.topic and not is_policy(self.topic):
            raise RuleError(f"there is no topic {self.topic!r}")
        self.none = bool(entry.get("none"))
        """Whether it says that the clause is understood and states no fact."""

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """What a clause must meet; put together when first asked for."""
        if self._conditions is None:
            parts = (*self.text.split(), *["!" + guard for guard in self.guards()])
            self._conditions = tuple(map(_condition, parts))
        return self._conditions

    def guards(self) -> list[str]:
        """What bars the rule as it bars all that do not name it."""
        named = self.text.replace("|", " ").replace("?", "").split()
        if ".no" in self.text and any(one.endswith(".no") for one in named if one[0] != "!"):
            named.append("no")
        return [guard for guard in _GUARDS if guard not in named]


class RuleBook:
    """All rules, and a table by which those are found whose conditions may be met.

    A set of rules is a number, with a bit for each rule. The table's entry of a feature is three such numbers side by
    side, from the lowest bits up: the rules of which it meets the first condition, the second, and the third. The
    entries of all that a clause says, joined, leave few rules to look at.
    """

    def __init__(self, data: list[tuple[str, dict[str, Any]]]) -> None:
        self.rules = _compiled(data)
        self._table: dict[str, int] = {}
        self._unasked = 0
        """What every clause meets: of rules with fewer than three conditions, those that they lack."""
        self._others: list[tuple[frozenset[str], list[Condition]] | None] = []
        """What is not in the table of each rule's conditions, from the last rule up: what bars it, and the rest."""
        self.used: set[str] | None = None
        """Where not None, the names of the rules that have fired are gathered here."""

    def fired(self, features: AbstractSet[str]) -> list[Rule]:
        """The rules whose conditions the features meet, in the order of the files."""
        if not self._table:
            self._tabulate()
        size = len(self.rules)
        met = reduce(or_, filter(None, map(self._table.get, features)), self._unasked)
        left = met >> 2 * size & met >> size & met
        found = []
        while left:
            # The first rule has the highest bit.
            at = left.bit_length() - 1
            left ^= 1 << at
            bars, others = self._others[at] or self._look_at(at)
            if bars.isdisjoint(features) and (not others or _meets(features, others)):
                found.append(self.rules[~at])
        if self.used is not None:
            self.used.update([rule.name for rule in found])
        return found

    def _tabulate(self) -> None:
        """Fill the table with the first three features that each rule asks for, which its writer found most telling."""
        size = len(self.rules)
        table: defaultdict[str, int] = defaultdict(int)
        for at, rule in enumerate(reversed(self.rules)):
            bit = 1 << at
            end = bit << _TABLED * size
            for part in rule.text.split():
                if part[0] != "?" and "!" not in part:
                    for feature in part.split("|"):
                        table[feature] |= bit
                    bit <<= size
                    if bit == end:
                        break
            while bit != end:
                self._unasked |= bit
                bit <<= size
        self._table = dict(table)
        self._others = [None] * size

    def _look_at(self, at: int) -> tuple[frozenset[str], list[Condition]]:
        """What is not in the table of a rule's conditions; few rules are ever looked at."""
        rule = self.rules[~at]
        bars = rule.guards()
        asks, others = [], []
        for part in rule.text.split():
            if "!" not in part:
                if part[0] != "?":
                    asks.append(part)
            elif "|" not in part:
                bars.append(part[1:])
            else:
                others.append(_condition(part))
        others += map(_condition, asks[_TABLED:])
        found = self._others[at] = frozenset(bars), others
        return found

    def lacking(self, rule: Rule, features: AbstractSet[str]) -> list[str]:
        """What keeps a rule from firing: features that are not there, and `!x` for those that should not be."""
        unmet = [condition for condition in rule.conditions if not _meets(features, (condition,))]
        return ["|".join(sorted(either) or ["!" + one for one in lacking]) for either, lacking in unmet]

    def without(self, name: str) -> RuleBook:
        """A copy that lacks one rule."""
        copy = RuleBook([])
        copy.rules = tuple(rule for rule in self.rules if rule.name != name)
        return copy


def _compiled(data: list[tuple[str, dict[str, Any]]]) -> tuple[Rule, ...]:
    rules: dict[str, Rule] = {}
    # Many rules state the same.
    fact = cache(_fact)
    for file, entry in data:
        name = entry.get("name", "?")
        try:
            if name in rules:
                raise RuleError("another rule has this name")
            rules[name] = Rule(file, entry, fact)
        except RuleError as error:
            raise RuleError(f"{file}: {name}: {error}") from None
    for feature in _features(" ".join([rule.text for rule in rules.values()])) if rules else ():
        if not _is_feature(feature):
            rule = next(rule for rule in rules.values() if feature in _features(rule.text))
            raise RuleError(f"{rule.file}: {rule.name}: there is no feature {feature!r}")
    return tuple(rules.values())


def _features(text: str) -> set[str]:
    """What conditions name."""
    return {*"|".join(text.split()).replace("!", "").replace("?", "").split("|")}


@cache
def _condition(part: str) -> Condition:
    if part[0] == "?":
        # What is only allowed may be there or not.
        return (allowed := frozenset((part[1:],))), allowed
    if "!" not in part:
        return frozenset(part.split("|")), _NONE
    features = part.split("|")
    lacking = [feature for feature in features if feature[0] == "!"]
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
        or (prefix in SPAN_PREFIXES and rest in CLASS_OF)
        or (prefix in _PARTS and CLASS_OF.get(rest) == "head")
        or (of_head and (rest in ("one", "many") or CLASS_OF.get(rest) == "attr"))
    )


def _fact(text: str) -> tuple[str, Any]:
    key, equals, value = text.partition(" = ")
    if not equals:
        raise RuleError(f"a fact is written 'key = value', not {text!r}")
    if shape_of(key.removesuffix("+")) is None:
        raise RuleError(f"there is no key {key!r}")
    stated = _value(value.strip())
    for one in stated if isinstance(stated, list) else [stated]:
        if isinstance(one, str) and one.startswith("@") and one[1:] not in VALUES:
            raise RuleError(f"there is no value {one!r}")
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
    for either, lacking in conditions:  # noqa: SIM110 - asked of each rule that may fire, and quicker so
        if lacking <= features and either.isdisjoint(features):
            return False
    return True
