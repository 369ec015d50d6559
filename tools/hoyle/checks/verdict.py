"""Whether a game does what a page says: a fact against an observation.

What counts as a difference depends on the key. A page that names less than the game
does is not wrong: "reserve cards can be played to the tableau" does not say that they
go nowhere else. A page that says what the game never does, is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from hoyle.checks.exclusive import names_all
from hoyle.checks.options import meant
from hoyle.facts.fact import Fact, PageReading
from hoyle.facts.keys import of as key_of
from hoyle.language.bank import available, load
from hoyle.language.concepts import KINDS
from hoyle.language.sentence import Sentence
from hoyle.messages import later
from hoyle.observe import is_tried
from hoyle.observe.observation import Observation

Status = Literal["verified", "contradicted", "doubtful", "unknown"]
Why = Literal["not played", "not tried", "left open", "no option", "two values"]
WHY: Mapping[Why, str] = {
    "not played": later("no engine at hand plays this game"),
    "not tried": later("nothing that Hoyle tries in a game can show such a rule"),
    "left open": later("what was tried in the game left it open"),
    "no option": later("the option of the game that is meant could not be tried"),
    "two values": later("the text of the option states two values, one of which must be that of the game without it"),
}
"""Why no game decides a fact, in words, to be translated."""

_OPPOSITES = ({"top", "bottom"}, {"left", "right"})
ON_ANY_CARD = {"action.double_click.card": "action.double_click.tableau"}
"""What is said of a card is said of one on the tableau."""
_REDEALS = "stock.redeals"
_FOUNDATION = "foundation"
_GOALS_ALIKE = (
    {"foundation", "remove-all"},
    {"foundation", "suits-in-order"},
    {"remove-all", "waste"},
    {"remove-all", "empty-stock"},
)
"""Goals that words leave open: cards are removed to the foundations, suits are finished there, the table is cleared."""
_ON_FOUNDATION = ("card-to-foundation", "foundation-complete")
"""What scores on a foundation."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the game says to one fact.

    `doubtful` is a difference that loose wording may explain; `unknown` says that the
    game was not asked, or that asking it decided nothing; `why` tells which.
    """

    fact: Fact
    status: Status
    observation: Observation | None
    why: Why | None = None


def keys_to_observe(facts: Iterable[Fact]) -> frozenset[str]:
    """The keys of facts, and those that tell whether the game is played, and has the kinds of piles spoken of."""
    found = set()
    for fact in facts:
        found.add(fact.key)
        found.update(f"{kind}.piles" for kind in kinds_spoken_of(fact.key, fact.value))
        if fact.key in ON_ANY_CARD:
            found.add(ON_ANY_CARD[fact.key])
        if _says_redeal(fact):
            found.add(_REDEALS)
        if other := _answered_by(fact):
            found.add(other)
    if found:
        found.add(_OF_ANY_GAME)
    return frozenset(found)


def _answered_by(fact: Fact) -> str | None:
    """Another key, whose observation can contradict a fact that no observer decides."""
    if fact.key.startswith("stock.redeal.") or _ends_with_stock(fact):
        return _REDEALS
    kind, _dot, what = fact.key.partition(".")
    if what == "fill.by_itself":
        return f"{kind}.fill.auto"
    if what == "deal.rows":
        return f"{kind}.grid"
    if what.startswith("build.") and what != "build.allowed":
        return f"{kind}.build.allowed"
    return None


def _ends_with_stock(fact: Fact) -> bool:
    return fact.key == "end.when" and fact.value == "stock-empty"


def _says_redeal(fact: Fact) -> bool:
    """Whether a fact says that a click deals again, which a game may do late and under conditions."""
    return fact.key == "action.click.stock" and "redeal" in fact.value


def kinds_spoken_of(key: str, value: Any) -> list[str]:
    """The kinds of piles that a value names, or that the key of a click does; foundations also by any key of theirs.

    >>> kinds_spoken_of("waste.plays_to", ["foundation", "tableau"]), kinds_spoken_of("action.click.waste", ["deal"])
    (['foundation', 'tableau'], ['waste'])
    >>> kinds_spoken_of("score.per", ["card-to-foundation", 5])
    ['foundation']
    """
    items = value if isinstance(value, list) else [value]
    words = [
        _FOUNDATION if item in _ON_FOUNDATION else item.removeprefix("to-") for item in items if isinstance(item, str)
    ]
    if key.startswith("foundation."):
        words.append(_FOUNDATION)
    return [word for word in (*words, *key.split(".")[2:]) if word in KINDS]


def verify(
    reading: PageReading, observations: Iterable[Observation], titles: Mapping[str, str] | None = None
) -> list[Verdict]:
    """A verdict for each fact of a page, in the page's order.

    `titles` gives the title in English of each option that the page states facts of; without it, the
    page's own titles are taken to be in English.
    """
    seen = {(observation.key, observation.when): observation for observation in observations}
    options = {when for _key, when in seen if when is not None}
    verdicts = []
    for fact in reading.facts:
        when = _option(fact, titles, options)
        if fact.when is not None and (when is None or _tells_of_both(fact, reading)):
            status, observation = _UNDECIDED
        else:
            status, observation = _judged(fact, seen, when, reading)
        why = _why_undecided(fact, seen, when, reading) if status == "unknown" else None
        verdicts.append(Verdict(fact, status, observation, why))
    return verdicts


_Seen = Mapping[tuple[str, str | None], Observation]
_UNDECIDED: tuple[Status, None] = "unknown", None
_OF_ANY_GAME = "deck.cards"
"""What is seen of every game that is played, so that where nothing is seen none was."""


def _why_undecided(fact: Fact, seen: _Seen, when: str | None, reading: PageReading) -> Why:
    if not is_tried(ON_ANY_CARD.get(fact.key, fact.key)):
        return "not tried"
    if not seen:
        return "not played"
    if fact.when is not None and when is None:
        return "no option"
    return "two values" if fact.when is not None and _tells_of_both(fact, reading) else "left open"


def _judged(fact: Fact, seen: _Seen, when: str | None, reading: PageReading) -> tuple[Status, Observation | None]:
    """What the game says to a fact of one of its options, or of none, and the observation that says it."""
    missing = _missing_kind(fact, seen)
    observation = seen.get((fact.key, when)) or seen.get((ON_ANY_CARD.get(fact.key, ""), when)) or missing
    if observation is None:
        other = seen.get((_answered_by(fact) or "", when))
        if other is not None and _is_denied(fact, other, reading):
            # A game may end with the stock once no move is left either.
            return "doubtful" if _ends_with_stock(fact) else "contradicted", other
    status = _status(fact, observation)
    if status == "contradicted" and observation is not None and _may_be_meant(fact, observation.value, reading):
        status = "doubtful"
    if status == "contradicted" and _says_redeal(fact) and (_REDEALS, when) not in seen:
        return "unknown", None  # it was not found out when the stock is dealt again
    if status == "contradicted" and when is not None and _status(fact, seen.get((fact.key, None))) == "verified":
        return "doubtful", observation  # "otherwise, cards are turned singly": said of the game without the option
    if missing is not None and missing.key == "foundation.piles" and status != "contradicted":
        # Other piles may go by that name where the page describes them, but not by the way.
        return ("doubtful", observation) if _describes(reading, _FOUNDATION) else ("contradicted", missing)
    return status, observation


def _option(fact: Fact, titles: Mapping[str, str] | None, options: set[str]) -> str | None:
    """The option of the game that a fact is stated of, where it can be told."""
    if fact.when is None:
        return None
    title = fact.when if titles is None else titles.get(fact.when)
    return None if title is None else meant(title, options)


def _tells_of_both(fact: Fact, reading: PageReading) -> bool:
    """Whether an option's text states two values of one rule: one of them is that of the game without it."""
    return key_of(fact.key).one_value and any(
        (other.key, other.when) == (fact.key, fact.when) and other.value != fact.value for other in reading.facts
    )


def _missing_kind(fact: Fact, seen: _Seen) -> Observation | None:
    """That the game has no pile of a kind that a fact speaks of: no observer need decide its key then."""
    told = (seen.get((f"{kind}.piles", None)) for kind in kinds_spoken_of(fact.key, fact.value))
    return next((one for one in told if one is not None and one.value is None), None)


def _describes(reading: PageReading, kind: str) -> bool:
    """Whether the page tells how piles of a kind are laid out, and so means some pile of the game by them."""
    return any(fact.sentence.role == "setup" and fact.key.startswith(f"{kind}.") for fact in reading.facts)


def _is_denied(fact: Fact, other: Observation, reading: PageReading) -> bool:
    """Whether what the game does under the key that `_answered_by` names leaves no room for the fact."""
    if other.key == _REDEALS:
        return bool(other.value != 0 if _ends_with_stock(fact) else other.value == 0)
    if other.key.endswith(".build.allowed"):
        return other.value is False  # it tells how cards are built where none takes another
    if other.key.endswith(".grid"):
        return isinstance(other.value, list) and fact.value not in (*other.value, 1)
    # A page that tells both what fills a pile and when nothing does is right in its way.
    return bool(other.value) and fact.value is False and all(one.key != other.key for one in reading.facts)


def _may_be_meant(fact: Fact, actual: Any, reading: PageReading) -> bool:
    """Whether what the game does can be what the sentence, or the sentences around it, mean."""
    if not key_of(ON_ANY_CARD.get(fact.key, fact.key)).settled:
        return True
    kind, _dot, what = fact.key.partition(".")
    if what == "deal.per_pile" and isinstance(fact.value, int) and isinstance(actual, list):
        # So many on each, and then some more: "and a card on both".
        return fact.value in (*actual, sum(set(actual)))
    if what == "deal.cards" and any(
        other.key == f"{kind}.deal.face" and other.value == "mixed" and _is_told_elsewhere(other, fact.sentence)
        for other in reading.facts
    ):
        return True  # a deal that is told in steps: this is one of them
    if what.startswith("deal.") and any(
        one.status == "not understood" and one.sentence.block.index == fact.sentence.block.index
        for one in reading.sentences
    ):
        return True  # the deal is told on in a sentence that was not read
    if what == "position":  # "below the foundations, on the left": placed by another pile
        return any(other.key == f"{kind}.beside" and other.sentence == fact.sentence for other in reading.facts)
    if what == "piles" and isinstance(actual, int) and actual == 2 * fact.value:
        return _names_another_pile(fact, kind)  # "five piles on each side of the foundations"
    return False


def _is_told_elsewhere(fact: Fact, sentence: Sentence) -> bool:
    return any(one != sentence for one in fact.sources or (fact.sentence,))


def _names_another_pile(fact: Fact, kind: str) -> bool:
    lang = fact.sentence.lang
    if lang not in available():
        return False
    named = {concept for word in load(lang).words(fact.sentence.text) for concept in word.concepts.intersection(KINDS)}
    return bool(named - {kind})


def _status(fact: Fact, observation: Observation | None) -> Status:
    if observation is None:
        return "unknown"
    if fact.value in observation.also:
        return "verified"
    status = compare(fact.key, fact.value, observation.value)
    if status == "verified" and isinstance(observation.value, list) and names_all(fact):
        # Cards that lie in one cell may go to another, which no page counts; a second card goes with the first.
        more = set(observation.value) - {*fact.value, "second"}
        if more - ({fact.key.partition(".")[0]} - {"tableau"}):
            return "contradicted"
    return status


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
        is_of_names = key.partition(".")[0] in KINDS and key != "tableau.fill.auto"
        return "doubtful" if is_of_names else "contradicted"
    last = key.rpartition(".")[2]
    if key == "score.per":
        return _compare_scores(stated, actual)
    if last == "position":
        return _compare_positions(set(stated), set(actual))
    if stated == actual or _even(stated) == _even(actual):
        return "verified"
    if isinstance(stated, list) and isinstance(actual, list):
        if key_of(key).any_of or key.startswith("action."):
            return "verified" if set(stated) <= set(actual) else "contradicted"
        if last == "auto":
            rest = iter(actual)
            return "verified" if all(kind in rest for kind in stated) else "contradicted"
    if key == "goal":
        return "doubtful" if {stated, actual} in _GOALS_ALIKE else "contradicted"
    if key_of(key).loose or (last == "face" and actual == "mixed"):
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
