"""Numbers in the words of a deal that count no further cards: of a deck, of part of a pile, of what it may hold."""

from __future__ import annotations

import itertools

from hoyle.facts.clauses.clause import Phrase
from hoyle.facts.clauses.spans import FACES
from hoyle.facts.deal.sorts import by_sides, of_two_kinds
from hoyle.language.bank import Bank, Word

BETWEEN = frozenset(("of", "is", "only", "single", "relative", "every", "each"))
"""What may stand between some cards and the way they face: "only the last two of which are face up"."""


def cannot_be_added(phrases: list[Phrase], words: list[Word], kind: str, two_sides: bool) -> bool:
    """Whether its numbers are no cards of one deal that could be added up: limits, rows on rows, some piles only."""
    roles = {one.role for one in phrases}
    counted = [one for one in phrases if one.number is not None]
    if len(counted) < 2:
        return "to" in roles and _within_limits(phrases)
    return (
        of_two_kinds(phrases, kind)
        or _rows_of_cards(phrases)
        or _between(phrases, words)
        or _of_one_pile(phrases)
        or ("to" in roles and _within_limits(phrases))
        or (not two_sides and _on_sides(phrases) and not by_sides(phrases))
    )


def without_decks(phrases: list[Phrase], words: list[Word], bank: Bank) -> list[Phrase]:
    """The phrases but for the cards that a deck is made of: "a pack of fifty-two cards"."""
    found: list[Phrase] = []
    for at, phrase in enumerate(phrases):
        if phrase.is_a("card") and phrase.role == "of" and (phrase.number or 0) >= _OF_A_DECK:
            beside = phrases[at + 1 : at + 2] if bank.of_before else phrases[max(0, at - 1) : at]
            if beside and beside[0].is_a("deck") and "rest" not in beside[0].attrs:
                continue
            noun = words[phrase.first - 2] if phrase.first > 1 and not bank.of_before else None
            if noun is not None and beside and beside[0].attrs & {"a"} and not beside[0].heads and not noun.concepts:
                continue  # "un jeu de cinquante-deux cartes"
        found.append(phrase)
    return found


_OF_A_DECK = 24


def without_parts(phrases: list[Phrase], words: list[Word]) -> list[Phrase]:
    """The phrases but for what counts cards told before: "thirteen cards, three of which are exposed"."""
    return [one for one in phrases if not ("of" in _after(one, words) and part_of(one, phrases, words, _EXPOSED))]


_EXPOSED = frozenset(("exposed", "available", "in-play"))


def _after(phrase: Phrase, words: list[Word]) -> frozenset[str]:
    return words[phrase.last + 1].concepts if phrase.last + 1 < len(words) else frozenset()


def part_of(phrase: Phrase, phrases: list[Phrase], words: list[Word], told: frozenset[str] = FACES) -> bool:
    """Whether it counts some of the cards told before it, and how they face: "five cards, three of them face down"."""
    if phrase.number is None or phrase.heads or phrase.role is not None or phrase.attrs - {"a"} != {"number"}:
        return False
    place = phrase.last + 1
    while place < len(words) and words[place].tag in (None, "finite") and words[place].concepts <= BETWEEN:
        place += 1
    faced = [at for at, word in enumerate(words) if word.concepts & told]
    opened = words[phrase.first - 1] if phrase.first else None
    cards = [one for one in phrases if one.is_a("card") and one.number is not None and one.first < phrase.first]
    return (
        faced == [place]
        and opened is not None
        and (opened.tag == "comma" or not opened.concepts.isdisjoint(("this", "card")))
        and len(cards) == 1
        and 0 < phrase.number < (cards[0].number or 0)
    )


def halves(phrases: list[Phrase], count: int) -> list[Phrase]:
    """ "Eight cards, the bottom four … and the upper four …": two parts that make up the pile, and no more cards."""
    said = [one for one in phrases if not one.heads and one.role is None and one.attrs & {"top", "bottom", "number"}]
    if len(said) != 2:
        return []
    if any(one.attrs - {"a"} != {"number"} for one in said) and ("top" in said[0].attrs) == ("top" in said[1].attrs):
        return []
    return said if (said[0].number or 1) + (said[1].number or 1) == count else []


def _of_one_pile(phrases: list[Phrase]) -> bool:
    """Whether so many cards are those of the first or the last pile: "the first and the last of four cards"."""
    return any(
        not one.heads
        and one.role is None
        and one.number is None
        and one.attrs in (_FIRST, _LAST)
        and following.role == "of"
        and following.number is not None
        and following.is_a("card")
        for one, following in itertools.pairwise(phrases)
    )


_FIRST, _LAST = frozenset(("first",)), frozenset(("last",))


def _between(phrases: list[Phrase], words: list[Word]) -> bool:
    """Whether it names the fewest and the most cards: "between four and eight cards"."""
    return any(
        before.attrs == phrase.attrs == {"number"}
        and not before.heads
        and phrase.is_a("card")
        and phrase.role is None
        and phrase.first == before.last + 2
        and not words[before.last + 1].concepts.isdisjoint(("and", "or"))
        # "Of one, two and three cards" is a list.
        and (at == 0 or phrases[at - 1].heads or phrases[at - 1].number is None)
        for at, (before, phrase) in enumerate(itertools.pairwise(phrases))
    )


def _within_limits(phrases: list[Phrase]) -> bool:
    """Whether it says between which numbers the piles hold, and not how many each: "from one card to five cards"."""
    return any(
        phrase.role == "to"
        and phrase.number is not None
        and (phrase.is_a("card") or (not phrase.heads and before.is_a("card")))
        and (before.is_a("card") or (not before.heads and before.number is not None))
        and before.attrs.isdisjoint(("first", "last", "left", "right", "top", "bottom", "other", "rest"))
        and not before.ordinal
        and phrase.attrs.isdisjoint(("maximum", "first", "last"))
        for before, phrase in itertools.pairwise(phrases)
    )


def _on_sides(phrases: list[Phrase]) -> bool:
    """Whether so many piles on one side get so many cards: "the four at the left have six cards"."""
    sides: set[str] = set().union(*[one.attrs for one in phrases])
    return any(one.is_a("card") and one.number for one in phrases) and any(
        one.number is not None
        and (not one.heads or (one.is_a("pile") and {"left", "right"} <= sides))
        and one.role is None
        and not one.ordinal
        and place.role in ("at", "to")
        and not place.heads
        and place.attrs & {"left", "right"}
        for one, place in itertools.pairwise(phrases)
    )


def _rows_of_cards(phrases: list[Phrase]) -> bool:
    """Whether rows of so many cards each lie on one another: "a row of eight cards, then a row of seven"."""
    told = [
        following.number
        for row, following in itertools.pairwise(phrases)
        if row.is_a("row")
        and row.number in (None, 1)
        and following.role == "of"
        and following.number
        and (following.is_a("card") or not following.heads)
    ]
    return len(set(told)) > 1
