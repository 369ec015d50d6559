"""Whether a game does what a page says: a fact against an observation.

What counts as a difference depends on the key. A page that names less than the game
does is not wrong: "reserve cards can be played to the tableau" does not say that they
go nowhere else. A page that says what the game never does, is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from hoyle.facts.fact import Fact, PageReading
from hoyle.language.concepts import KINDS
from hoyle.observe.observation import Observation

Status = Literal["verified", "contradicted", "doubtful", "unknown"]

_SETS = ("position", "plays_to", "available", "single_ranks", "unit")
_LOOSELY_SAID = ("stock.holds", "goal")
"""Keys whose values run into one another: all cards are the stock's until the deal, and cards that are
removed may be removed to the foundations."""
_OPPOSITES = ({"top", "bottom"}, {"left", "right"})


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the game says to one fact.

    `doubtful` is a difference that loose wording may explain; `unknown` says that the
    game was not asked, or that asking it decided nothing.
    """

    fact: Fact
    status: Status
    observation: Observation | None


def keys_to_observe(facts: Iterable[Fact]) -> frozenset[str]:
    """The keys of facts, and those that tell whether the game has the kinds of piles that facts speak of."""
    found = set()
    for fact in facts:
        found.add(fact.key)
        found.update(f"{kind}.piles" for kind in kinds_spoken_of(fact.key, fact.value))
    return frozenset(found)


def kinds_spoken_of(key: str, value: Any) -> list[str]:
    """The kinds of piles that a value names, or that the key of a click does.

    >>> kinds_spoken_of("waste.plays_to", ["foundation", "tableau"]), kinds_spoken_of("action.click.waste", ["deal"])
    (['foundation', 'tableau'], ['waste'])
    """
    items = value if isinstance(value, list) else [value]
    words = [item.removeprefix("to-") for item in items if isinstance(item, str)]
    return [word for word in (*words, *key.split(".")[2:]) if word in KINDS]


def verify(reading: PageReading, observations: Iterable[Observation]) -> list[Verdict]:
    """A verdict for each fact of a page, in the page's order."""
    seen = {(observation.key, observation.when): observation for observation in observations}
    verdicts = []
    for fact in reading.facts:
        observation = seen.get((fact.key, fact.when))
        if observation is None:
            # No observer decides the key, but no game plays to a kind of pile that it has none of.
            told = (seen.get((f"{kind}.piles", None)) for kind in kinds_spoken_of(fact.key, fact.value))
            observation = next((one for one in told if one is not None and one.value is None), None)
        verdicts.append(Verdict(fact, _status(fact, observation), observation))
    return verdicts


def _status(fact: Fact, observation: Observation | None) -> Status:
    if observation is None:
        return "unknown"
    if fact.value in observation.also:
        return "verified"
    return compare(fact.key, fact.value, observation.value)


def compare(key: str, stated: Any, actual: Any) -> Status:
    """The status of one stated value against what was seen, None for a game that has no such thing.

    >>> compare("tableau.piles", 10, 7)
    'contradicted'
    >>> compare("tableau.fill.auto", ["stock"], ["waste", "stock"])
    'verified'
    >>> compare("reserve.plays_to", ["tableau"], ["foundation", "tableau"])
    'verified'
    >>> compare("foundation.position", ["right", "top"], ["center", "top"])
    'doubtful'
    >>> compare("score.per", [["card-removed", 1]], [["pair-removed", 2]])
    'verified'
    """
    if actual is None:
        # Pile kinds are a matter of names: what one calls a reserve, another calls a tableau.
        return "doubtful" if key.partition(".")[0] in KINDS else "contradicted"
    last = key.rpartition(".")[2]
    if key == "score.per":
        return _compare_scores(stated, actual)
    if last == "position":
        return _compare_positions(set(stated), set(actual))
    if stated == actual or _even(stated) == _even(actual):
        return "verified"
    if isinstance(stated, list) and isinstance(actual, list):
        if last in _SETS or key.startswith("action."):
            return "verified" if set(stated) <= set(actual) else "contradicted"
        if last == "auto":
            rest = iter(actual)
            return "verified" if all(kind in rest for kind in stated) else "contradicted"
    if key in _LOOSELY_SAID or (last == "face" and actual == "mixed"):
        return "doubtful"
    return "contradicted"


def _even(value: Any) -> Any:
    """A list of one number a pile, all alike, is that number."""
    if isinstance(value, list) and value and all(item == value[0] for item in value) and isinstance(value[0], int):
        return value[0]
    return value


def _compare_positions(stated: set[str], actual: set[str]) -> Status:
    if stated <= actual:
        return "verified"
    if any(
        len(stated & pair) == 1 and len(actual & pair) == 1 and stated & pair != actual & pair for pair in _OPPOSITES
    ):
        return "contradicted"
    return "doubtful"


def _compare_scores(stated: list[Any], actual: list[Any]) -> Status:
    observed = dict(actual)
    worst: Status = "verified"
    for event, points in [stated] if isinstance(stated[0], str) else stated:
        if event in observed:
            if observed[event] != points:
                return "contradicted"
        elif (event == "card-removed" and observed.get("pair-removed") == 2 * points) or (
            event == "pair-removed" and 2 * observed.get("card-removed", 0) == points
        ):
            continue  # two ways to say the same
        elif event == "card-removed" and observed.get("card-to-foundation") == points:
            worst = "doubtful"  # "removed" may mean moved to a foundation
        else:
            return "contradicted"
    return worst
