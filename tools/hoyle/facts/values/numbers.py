"""How many cards, piles, rows and decks."""

from __future__ import annotations

import itertools
from typing import Any

from hoyle.facts.clauses.clause import Clause, Phrase
from hoyle.facts.deal.sorts import is_another_sort
from hoyle.facts.values.registry import value
from hoyle.language.concepts import KINDS

_SIDES = frozenset(("left", "right", "top", "bottom", "center"))
_HANDLED = frozenset(("fill", "move", "play", "build", "remove", "stay"))


def number_of(clause: Clause, *heads: str) -> int | None:
    """The number of the first phrase that is one of these."""
    for phrase in clause.phrases:
        if phrase.number is not None and any(phrase.is_a(head) for head in heads):
            return phrase.number
    return None


@value
def cards(clause: Clause) -> int | None:
    """How many cards."""
    return number_of(clause, "card")


@value
def piles(clause: Clause) -> int | None:
    """How many piles: not of the first, the last, the other, the empty ones."""
    rowed = places_in_rows(clause)
    if rowed is not None:
        return rowed[0] * rowed[1]  # "Three rows, each with five places"
    if any(one.is_a("suit") and (one.attrs & {"every", "each"} or one.role == "by") for one in clause.phrases):
        # "One pile for each suit, four in all"
        return next(
            (one.number for one in clause.phrases if one.number and one.number > 2 and not one.is_a("card")), None
        )
    sorts = of_several_sorts(clause)
    if sorts is not None:
        return sorts
    if clause.phrases and clause.phrases[0].is_a("pile") and clause.phrases[0].attrs == {"a", "single"}:
        return 1  # "A single pile of thirteen cards"
    for phrase in clause.phrases:
        if clause.genitive_first and phrase.is_a("pile") and phrase.number is None and phrase.role is None:
            # "Lau izkinetako pilak", the piles in the four corners.
            cornered = next((of.number for of in phrase.of if of.is_a("corner") and of.number), None)
            if cornered is not None:
                return cornered
        if phrase.number is None or not (phrase.is_a("pile") or any(phrase.is_a(kind) for kind in KINDS)):
            continue
        at = clause.phrases.index(phrase)
        low = clause.phrases[at - 1] if at else None
        if phrase.role == "to" and low and low.number and not low.heads and phrase.first <= low.last + 2:
            continue  # "One to four piles may be empty"
        if phrase.first and "not" in clause.words[phrase.first - 1].concepts:
            continue  # "Il n'y a pas huit piles, mais neuf"
        if (
            phrase.is_a("column")
            and phrase.role is not None
            and "deal" not in clause.features
            and any(other.is_a("row") and other.number for other in clause.phrases)
        ):
            continue  # "In six rows and eight columns"
        if (
            phrase.role in ("of", "from")
            and phrase.number > 1
            and any(
                other.attrs & {"first", "last"} and other.number and not other.heads
                for other in clause.phrases[max(0, at - 1) : at + 2]
            )
        ):
            return phrase.number  # "the last two of the fourteen piles"
        lying = phrase is clause.phrases[0] and not clause.spans and clause.features.isdisjoint(_USED)
        if (
            phrase.is_a("card")
            or phrase.dims
            or ("empty" in phrase.attrs and not lying)
            or (
                phrase.attrs & {"first", "last", "other", "next", "rest", "free", "more", "maximum"}
                or not _is_count(phrase, clause)
            )
        ):
            continue
        beside = clause.phrases[at + 1] if at + 1 < len(clause.phrases) else None
        sided = phrase.attrs & _SIDES or (
            beside is not None and beside.role in ("at", "to") and not beside.heads and beside.attrs & _SIDES
        )
        if sided and any(
            other is not phrase and not other.heads and other.number and other.attrs & _SIDES
            for other in clause.phrases
        ):
            continue  # "Four piles on the left of seven cards and four on the right of six"
        if sided and (clause.features & _HANDLED or clause.features >= {"have", "card.many"}):
            continue  # "The two piles on the left are filled last"
        if phrase.ordinal is not None or phrase.role == "of" or (phrase.kinds and phrase.role is not None):
            continue
        if on_each_side(phrase, clause):
            continue
        if phrase.role in ("at", "to") and phrase.attrs & {"center", "top", "bottom", "left", "right"}:
            continue
        if any(
            other.first == phrase.last + 1 and not other.heads and other.attrs == {"maximum"}
            for other in clause.phrases
        ):
            continue  # "hamahiru pila gehienez", thirteen piles at most
        if any(
            other is not phrase
            and other.attrs & {"rest", "other"}
            and (other.is_a("pile") or (not other.heads and other.number and phrase.role in ("at", "to")))
            for other in clause.phrases
        ):
            continue
        return phrase.number
    return None


def of_several_sorts(clause: Clause) -> int | None:
    """How many piles there are of several sorts: "six piles of three cards and one of two"."""
    sorts: list[int] = []
    for phrase, following in itertools.pairwise(clause.phrases):
        if clause.genitive_first:
            phrase, following = following, phrase
        if phrase.heads:
            counted = phrase.is_a("pile") or phrase.is_a("tableau")
        elif clause.genitive_first:
            counted = bool(sorts) and phrase.role is None
        else:
            counted = bool(sorts) and is_another_sort(phrase, following)
        if (
            (phrase.number or (counted and not phrase.heads and phrase.ordinal))
            and counted
            and following.role in ("of", "by")
            and (following.is_a("card") or not following.heads)
            and (following.number or "single" in following.attrs)
        ):
            sorts.append(phrase.number or 1)
    return sum(sorts) if len(sorts) > 1 else None


def on_each_side(phrase: Phrase, clause: Clause) -> bool:
    """Whether so many piles lie on each of several sides: the number is not of all."""
    for index, other in enumerate(clause.phrases):
        if other.is_a("place-noun") and 0 < other.first - phrase.last <= 3:
            following = clause.phrases[index + 1] if index + 1 < len(clause.phrases) else None
            said = other.attrs
            if clause.genitive_first and following is not None and not following.heads:
                said = said | following.attrs  # "alde banatan"
            if said & {"every", "each", "each-number"}:
                return True
    return False


def _is_count(phrase: Phrase, clause: Clause) -> bool:
    """Whether a number one that may be the article ("une pile", "pila bat") counts: alone, where no verb follows."""
    if "a" not in phrase.attrs or phrase.number != 1:
        return True
    return (
        phrase is clause.phrases[0]
        and not clause.spans
        and (
            not any(word.sort.verbs and not word.sort.attrs for word in clause.words)
            or (phrase.last + 1 < len(clause.words) and clause.words[phrase.last + 1].tag == "comma")
        )
        and "every" not in clause.features
    )


@value
def capacity(clause: Clause) -> int | None:
    """The most cards that one pile may hold."""
    if clause.features & {"not", "no"} and clause.features.isdisjoint(("more", "only", "maximum", "card.single")):
        return None  # "No cell may hold two cards"
    if not clause.features.isdisjoint(("continue", "repeat")):
        return None  # "The first has seven cards, the second six, and so on": how many lie there
    found = next(
        (
            phrase.number
            for phrase, following in itertools.pairwise([*clause.phrases, Phrase(0)])
            if phrase.number is not None
            and phrase.is_a("card")
            # "A card of the tableau takes only …": what takes, and not what is held.
            and (clause.genitive_first or phrase.verb_before or not phrase.kinds)
            # "Holding from one card to seven cards": how many lie there.
            and not (following.role == "to" and following.number is not None and phrase.role in ("of", "from"))
        ),
        None,
    )
    if found is not None and any(
        one.role in ("of", "from") and one.number is not None and after.role == "to" and after.number == found
        for one, after in itertools.pairwise(clause.phrases)
    ):
        return None
    if found is None:
        return next((1 for phrase in clause.phrases if phrase.is_a("card") and "single" in phrase.attrs), None)
    return found


def places_in_rows(clause: Clause) -> list[int] | None:
    """Rows and the places in each: "three rows, each with five places", "four places to a row"."""
    row = next((one for one in clause.phrases if one.is_a("row") and one.number and not one.attrs & _SOME), None)
    if row is None:
        return None
    place = next((one for one in clause.phrases if (one.is_a("pile") or one.kinds) and one.number), None)
    if place is None or row is place or place.role not in (None, "of", "by") or place.first < row.first:
        return None
    each = any(
        (one.attrs & {"every", "each"} and (not one.heads or one is place or one is row))
        or (one is not row and one.is_a("row") and (one.number in (None, 1)) and one.role in ("to", "at", "of", "by"))
        for one in clause.phrases
    )
    joined = place.is_a("column") and place.role == "by" and "grid" in clause.features
    joined = joined or (place.role == "of" and place.first <= row.last + 2)
    return [row.number or 0, place.number or 0] if each or joined else None


@value
def rows_of_places(clause: Clause) -> int | None:
    """How many places there are in rows of so many."""
    found = places_in_rows(clause)
    return found[0] * found[1] if found else None


_USED = frozenset(
    (
        "fill",
        "move",
        "place",
        "play",
        "must",
        "can",
        "have",
        "need",
        "enough",
        "go",
        "remove",
        "is",
        "stay",
        "total",
        "leave",
        "not",
    )
)
"""What a clause that only tells of empty piles that lie there does not say."""
_SOME = frozenset(("first", "last", "other", "next", "more"))


@value
def grid(clause: Clause) -> list[int] | None:
    """Rows and columns."""
    for phrase in clause.phrases:
        if phrase.dims:
            return list(phrase.dims)
    rowed = places_in_rows(clause)
    if rowed is not None:
        return rowed
    across = None
    if "grid" in clause.features:
        for phrase, following in zip(clause.phrases, clause.phrases[1:], strict=False):
            if (
                phrase.is_a("pile")
                and phrase.number
                and following.number
                and not following.heads
                and following.role in ("at", "by")
            ):
                return [phrase.number, following.number]
    for index, phrase in enumerate(clause.phrases):
        if phrase.is_a("row") and phrase.number is not None:
            for other in clause.phrases[max(0, index - 1) : index + 2]:
                if (
                    other is not phrase
                    and other.number is not None
                    and other.role in ("of", "by")
                    and "a" not in other.attrs
                    and not other.is_a("card")
                ):
                    across = other.number
            return [phrase.number, across] if across else None
    return None


@value
def grid_of_cards(clause: Clause) -> list[int] | None:
    """Rows and columns, where the rows of so many cards have as many places as there are piles."""
    down, across, places = (number_of(clause, head) for head in ("row", "card", "pile"))
    return [down, across] if down and across and down * across == places else None


@value
def grid_piles(clause: Clause) -> int | None:
    """Rows times columns."""
    found = grid(clause)
    return found[0] * found[1] if found else None


@value
def batch(clause: Clause) -> int | None:
    """How many at a time."""
    for at, word in enumerate(clause.words):
        if "at-a-time" in word.concepts:
            if isinstance(word.number, int):
                return word.number
            if isinstance(word.number, tuple):
                return word.number[0]
            following = clause.words[at + 1].number if at + 1 < len(clause.words) else None
            if isinstance(following, int):
                return following  # "in batches of three"
            # "The stock of 24 cards is turned over three cards at a time": the cards right before it.
            before = [one for one in clause.phrases if one.is_a("card") and one.number is not None and one.last < at]
            found = before[-1].number if before else number_of(clause, "card")
            if found is not None:
                return found
    for phrase in clause.phrases:
        if phrase.role == "by" and phrase.number and phrase.number < 10 and not phrase.is_a("pile"):
            if "a" in phrase.attrs:
                continue  # "avec une carte", with a card
            return phrase.number
    return None


@value
def batch_or_one(clause: Clause) -> int | None:
    """How many at a time, one where they are taken singly."""
    if "singly" in clause.features:
        return 1
    same = next((one.dims for one in clause.phrases if one.dims and one.dims[0] == one.dims[1]), None)
    return batch(clause) or (same[0] if same and "grid" not in clause.features else None)  # "three by three"


@value
def times(clause: Clause) -> int | None:
    """How many times."""
    for word in clause.words:
        if "times" in word.concepts and isinstance(word.number, int):
            return word.number
    return 1 if any("once-word" in word.concepts for word in clause.words) else None


@value
def last_number(clause: Clause) -> int | None:
    """The last number of the clause."""
    numbers = [word.number for word in clause.words if isinstance(word.number, int)]
    return numbers[-1] if numbers else None


@value
def hold_single(clause: Clause) -> int:
    """One card, where a pile holds cards "one at a time"."""
    return 1


@value
def deck_kind(clause: Clause) -> str | None:
    """Two decks are a double deck, three a triple."""
    return {2: "double", 3: "triple", 1: "standard"}.get(number_of(clause, "deck") or 0)


@value
def deck_cards(clause: Clause) -> int | None:
    """How many cards a deck has."""
    found = number_of(clause, "card")
    if number_of(clause, "deck") in (2, 3) and found is not None and found < 80:
        return None  # "Two packs of fifty-two cards": so many in each of them
    return found if found is not None and found >= 24 else None


@value
def deck_size(clause: Clause) -> int | None:
    """How many cards the deck has: "a 52-card deck", "a pack of 32"."""
    several = number_of(clause, "deck") in (2, 3)
    jokers = not clause.features.isdisjoint(("joker", "jokers")) and clause.features.isdisjoint(_LACKED)
    for word in clause.words:
        if isinstance(word.number, int) and word.number >= (80 if several else 24) and word.number % 4 in (0, 2):
            if jokers and word.number % 52 == 0:
                return None  # "a 52-card pack plus two jokers": the jokers come on top
            return word.number
    return None


_LACKED = frozenset(("no", "not", "without", "remove"))


@value
def maximum_after(clause: Clause) -> int | None:
    """The most that may be scored, named last after what scores: "… for each card, 208 at most"."""
    said = clause.phrases[-2:]
    if len(said) == 2 and "maximum" in said[0].attrs and not said[0].heads and said[1].role == "of":
        first, last = said  # "…, a maximum of 208"
    elif len(said) == 2 and said[1].attrs == {"maximum"} and not said[1].heads and said[0].attrs == {"number"}:
        first = last = said[0]  # "…, 208 gehienez"
    elif said and {"maximum"} <= said[-1].attrs <= {"maximum", "number"}:
        first = last = said[-1]
    else:
        return None
    if (last.heads and not last.is_a("point")) or last.number is None:
        return None
    before = clause.words[: first.first]
    # A number of cards or piles has its noun; points for one card are fewer.
    opened = next((word for word in reversed(before) if word.concepts.isdisjoint(("maximum", "a"))), None)
    return last.number if opened is not None and opened.tag == "comma" and last.number >= 50 else None


@value
def bare_maximum(clause: Clause) -> int | None:
    """The number of "maximum 52", where the clause says nothing else."""
    said = [word for word in clause.words if (word.tag is None or word.concepts) and not word.concepts & _LIGHT]
    return last_number(clause) if len(said) <= 3 else None


_LIGHT = frozenset(("and", "can", "comma", "have", "is"))


@value
def bare_number(clause: Clause) -> int | None:
    """A number that counts nothing else in the clause."""
    return next(
        (
            phrase.number
            for phrase in clause.phrases
            if phrase.number is not None
            and not phrase.heads
            and not phrase.attrs & {"a", "every", "other", "top", "bottom", "first", "last"}
            # "Bi irteera": of something that no term is.
            and not (clause.genitive_first and _unknown_at(clause, phrase.last + 1))
        ),
        None,
    )


def _unknown_at(clause: Clause, at: int) -> bool:
    return at < len(clause.words) and not clause.words[at].concepts and clause.words[at].tag is None


@value
def taken_together(clause: Clause) -> str:
    """What a foundation takes at once."""
    return "sequence" if "sequence" in clause.features or "in-sequence" in clause.features else "group"


@value
def batch_if(clause: Clause) -> int | None:
    """How many cards at a time a condition speaks of: "if you deal three cards at a time from the stock"."""
    for mark, span in clause.spans:
        if mark not in ("if", "when"):
            continue
        number = 0
        for word in span:
            if word.concepts & {"at-a-time", "singly"} and word.number is not None:
                return word.number[0] if isinstance(word.number, tuple) else word.number
            if isinstance(word.number, int) and "number" in word.concepts:
                number = word.number
        if 0 < number < 10:
            return number
    return None


@value
def rows_columns(clause: Clause) -> list[int] | None:
    """Rows and columns that are counted one by one."""
    down, across = number_of(clause, "row"), number_of(clause, "column")
    return [down, across] if down and across else None


@value
def rows_times_columns(clause: Clause) -> int | None:
    """How many places such a grid has."""
    found = rows_columns(clause)
    return found[0] * found[1] if found else None


@value
def rows_of_cards(clause: Clause) -> list[int] | None:
    """Rows and columns, where each row is of so many cards."""
    down, across = number_of(clause, "row"), number_of(clause, "card")
    return [down, across] if down and across else None


@value
def rows_times_cards(clause: Clause) -> int | None:
    """How many places such a grid has."""
    found = rows_of_cards(clause)
    return found[0] * found[1] if found else None


@value
def one_deck(clause: Clause) -> str | None:
    """`standard`, unless two or three such decks are counted."""
    return None if number_of(clause, "deck") in (2, 3) else "standard"


@value
def any_piles(clause: Clause) -> int | None:
    """How many piles of any kind."""
    found = next((one for one in clause.phrases if one.is_a("pile") and one.role is None), None)
    if found is not None and found.number is None and "a" in found.attrs and clause.phrases[0] is found:
        return 1  # "a pile with two Kings"
    return next(
        (
            one.number
            for before, one in zip([None, *clause.phrases], clause.phrases, strict=False)
            if one.is_a("pile")
            and one.number
            # "An arch of thirteen piles"
            and (one.role is None or (one.role == "of" and before is not None and not _SHAPED.isdisjoint(before.heads)))
        ),
        None,
    )


_SHAPED = frozenset(("arch", "clock", "cross", "grid", "pyramid", "triangle", "row"))


@value
def leading_number(clause: Clause) -> int | None:
    """A number that stands first and counts what is not named: "Four, at top right"."""
    first = clause.phrases[0] if clause.phrases else None
    if first is None or first.heads or first.role is not None or first.attrs != {"number"}:
        return None
    return first.number if first.number and first.number > 1 else None


@value
def left_empty(clause: Clause) -> list[Any] | None:
    """Which places the deal leaves empty: the last two, or the ninth."""
    for phrase in clause.phrases:
        if "last" in phrase.attrs:
            return ["last", phrase.number or 1]
    found = [word.number for word in clause.words if isinstance(word.number, int)]
    return found or None
