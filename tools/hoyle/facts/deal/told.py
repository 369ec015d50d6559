"""What the words of one sentence of a deal tell: how many cards, which piles, which way up."""

from __future__ import annotations

import itertools
from typing import Any

from hoyle.facts.clauses.clause import Phrase
from hoyle.facts.clauses.nouns import chunk
from hoyle.facts.clauses.spans import FACES, take_closed
from hoyle.facts.deal.steps import Step
from hoyle.facts.deal.uncounted import BETWEEN, halves, part_of
from hoyle.language.bank import Bank, Word
from hoyle.language.concepts import KINDS, SPANS

_KINDS = frozenset(KINDS)
_SKIPPED = frozenset(("until", "if", "when", "unless", "after", "before", "because", "except", "as-long"))


def two_parts(phrases: list[Phrase]) -> int | None:
    """ "On five piles four cards, on the other three three": how many piles there are, the five the first of them."""
    other = next((one for one in phrases if one.attrs & {"other", "rest"} and not one.heads and one.number), None)
    if other is None or any(one.attrs & {"top", "bottom"} for one in phrases):
        return None
    if other.role is None and not any(one.attrs & {"first", "last", "every"} for one in phrases):
        parted = [
            one for one in phrases if one.is_a("pile") and one.number and one.role is None and one.first < other.first
        ]
        if len(parted) == 1 and parted[0] is phrases[0]:
            parted[0].attrs |= {"first"}  # "Six columns get four cards; the remaining two get five"
            return (parted[0].number or 0) + (other.number or 0)
    firsts = [one for one in phrases if one.is_a("pile") and "first" in one.attrs and one.number]
    if len(firsts) == 1 and other.role != "of" and firsts[0].first < other.first:
        return (firsts[0].number or 0) + (
            other.number or 0
        )  # "The first four piles get seven cards, the other four six"
    some = next(
        (
            one
            for one in phrases
            if one.is_a("pile")
            and one.number
            and one.role in ("at", "to")
            and not one.attrs & {"first", "last", "every", "all", "other", "rest"}
            and not one.ordinal
        ),
        None,
    )
    if some is None or other.role not in ("at", "to") or some.first > other.first:
        return None
    some.attrs |= {"first"}
    return (some.number or 0) + (other.number or 0)


def left_empty(phrases: list[Phrase], concepts: set[str]) -> tuple[int | None, list[Step | str]] | None:
    """ "Leave the last two of the fourteen piles empty; each of the others gets four cards"."""
    if "empty" not in concepts or not concepts & {"leave", "stay", "place"}:
        return None
    some = next((one for one in phrases if one.attrs & {"first", "last"} and one.number and not one.heads), None)
    total = next(
        (one.number for one in phrases if one.is_a("pile") and one.role in ("of", "from") and one.number), None
    )
    others = any(one.attrs & {"other", "rest"} and one.attrs & {"every", "all"} for one in phrases)
    cards = next((one.number for one in phrases if one.is_a("card") and one.number), None)
    if some is None or total is None or not others or cards is None or (some.number or 0) >= total:
        return None
    side = "first" if "first" in some.attrs else "last"
    return total, [Step(0, None, (side, some.number)), Step(cards, None, ("others",))]


def growing(phrases: list[Phrase], concepts: set[str]) -> tuple[int | None, list[Step | str]] | None:
    """ "Each column has one card more than the one before, from one in the first to nine in the ninth"."""
    if concepts.isdisjoint(_MORE):
        return None
    # "Each of the next has one more than …": their noun is left out.
    if not any(
        one.attrs & {"every", "all"} and (one.is_a("pile") or (not one.heads and "next" in one.attrs))
        for one in phrases
    ) or all(one.attrs.isdisjoint(_MORE) for one in phrases):
        return None
    places = [1 if "first" in one.attrs else one.ordinal for one in phrases if one.ordinal or one.attrs == {"first"}]
    counts = [one.number for one in phrases if one.number is not None and (one.is_a("card") or not one.heads)]
    if len(places) != 2 or places[0] != 1 or len(counts) < 2:
        return None
    start, end, piles = counts[-2] or 0, counts[-1] or 0, places[1] or 0
    if end - start != piles - 1:
        return None
    return piles, [Step(start + number, None, ("nth", number + 1)) for number in range(piles)]


def one_more_each(phrases: list[Phrase], concepts: set[str]) -> tuple[int | None, list[Step | str]] | None:
    """ "The first gets one card, and each of the others one more than the pile to its left"."""
    if concepts.isdisjoint(_MORE) or concepts & {"can", "build", "remove"}:
        return None
    first = next((one for one in phrases if one.attrs == {"first"} and (one.is_a("pile") or not one.heads)), None)
    others = next(
        (one for one in phrases if one.attrs & {"other", "rest", "next"} and one.attrs & {"every", "all"}), None
    )
    more = next((one for one in phrases if one.attrs & _MORE and one.number == 1), None)
    start = next((one.number for one in phrases if one.number and one is not more and not one.ordinal), None)
    if first is None or others is None or more is None or start is None:
        return None
    if not first.first < others.first <= more.first:
        return None
    return None, [Step(start, None, ("growing",))]


def counting_up(phrases: list[Phrase], concepts: set[str]) -> tuple[int | None, list[Step | str]] | None:
    """ "The first has one card, the next two, and so on up to ten"; "from one in the first to ten in the last"."""
    if concepts & {"can", "build", "remove", "fill"} or ("worth" in concepts and "have" not in concepts):
        return None
    piles = next(
        (one.number for one in phrases if one.is_a("pile") and one.number and not one.attrs & {"first", "last"}), None
    )
    continued = not concepts.isdisjoint(_CONTINUED)
    ending = phrases[-1] if phrases else None
    if continued and ending is not None and not ending.heads and "maximum" in ending.attrs:
        piles = piles or ending.ordinal  # "… jusqu'à la septième"
    counts = [
        one
        for one in phrases
        if (one.is_a("card") or not one.heads)
        and (one.number is not None or "single" in one.attrs)
        and not one.ordinal
        and not one.attrs & {"every", "each", "each-number", "first", "top"}
        and ("last" not in one.attrs or one.role == "to")  # "to seven in the last"
    ]
    if len(counts) < 2:
        return None
    start, end = counts[0].number or 1, counts[-1].number or 1
    if continued:
        way = (counts[1].number or 1) - start
        if len(counts) == 2 and piles:
            end = start + way * (piles - 1)
        told = way in (1, -1) and _goes_on(phrases, counts, piles)
    else:
        way = 1 if end > start else -1
        of_piles = counts[0].role in ("of", "from", "by") and counts[1].role == "to" and len(counts) == 2
        ends = any(one.attrs & {"first", "left"} for one in phrases) and any(
            one.attrs & {"last", "right"} for one in phrases if one.first >= counts[-1].first
        )
        told = of_piles and (ends or (piles is not None and counts[0].role in ("of", "from")))
    length = way * (end - start) + 1
    if not told or length < 2 or end < 1 or piles not in (None, length):
        return None
    return length, [Step(start + way * number, None, ("nth", number + 1)) for number in range(length)]


def _goes_on(phrases: list[Phrase], counts: list[Phrase], piles: int | None) -> bool:
    """Whether the counts are of the first pile, the next and, where there are three, the last."""
    if not any(one.attrs & {"first", "left"} for one in phrases[: phrases.index(counts[1])]):
        return False
    if len(counts) == 2:
        return piles is not None and ("next" in counts[1].attrs or piles == ending_at(phrases))
    if len(counts) != 3:
        return False
    last, end = counts[2], counts[2].number or 1
    if "maximum" in last.attrs or last.role == "to":
        return True
    return end > (counts[1].number or 1) + 1 and _is_last(phrases[phrases.index(last) - 1], end)


_CONTINUED = frozenset(("continue", "repeat"))


def ending_at(phrases: list[Phrase]) -> int | None:
    """The pile that a deal goes on to: "and so on up to the seventh"."""
    last = phrases[-1] if phrases else None
    return last.ordinal if last is not None and not last.heads and "maximum" in last.attrs else None


def _is_last(phrase: Phrase, number: int) -> bool:
    """Whether it is the last of so many piles: "the seventh", "the last"."""
    return (phrase.is_a("pile") or not phrase.heads) and (phrase.ordinal == number or "last" in phrase.attrs)


def from_first_to_last(phrases: list[Phrase], concepts: set[str]) -> tuple[int | None, list[Step | str]] | None:
    """ "The first with one card, the last with seven": the piles between are not spoken of."""
    if concepts & {"can", "build", "remove", "fill", "deal", "place", "continue", "repeat"}:
        return None
    at = next((at for at, one in enumerate(phrases) if one.attrs == {"first"}), None)
    if at is None or len(phrases) < at + 3:
        return None
    first, few, last = phrases[at : at + 3]
    # "… and the last seven": its number is said of it at once.
    many = last if last.number is not None else phrases[at + 3] if len(phrases) > at + 3 else None
    if many is None or not {"last"} <= last.attrs <= {"last", "number"}:
        return None
    if any(one.heads and not one.is_a("pile") for one in (first, last)):
        return None
    if few.number is None or many.number is None or few.number == many.number:
        return None
    if any((one.heads and not one.is_a("card")) or one.attrs & {"first", "top"} for one in (few, many)):
        return None
    return None, [Step(few.number, None, ("first", 1)), Step(many.number, None, ("last", 1))]


_MORE = frozenset(("more", "higher"))


def first_and_rest(phrases: list[Phrase], faces: list[tuple[int, str]]) -> tuple[int | None, list[Step | str]] | None:
    """ "Two cards on each pile, the first face down and the second face up"."""
    cards = [one for one in phrases if one.is_a("card") and one.number]
    if len(cards) != 1 or len(faces) != 2 or faces[0][1] == faces[1][1]:
        return None
    said = [one for one in phrases if not one.heads and one.first > cards[0].last and one.role is None]
    count = cards[0].number or 0
    if len(said) != 2 or not said[0].last < faces[0][0] < said[1].first < faces[1][0]:
        return None
    first = said[0].number or 1
    opposite = halves(phrases, count) == said
    ended = not said[0].attrs.isdisjoint(_ENDS) and not said[1].attrs.isdisjoint(_OTHERS)
    ended = ended and said[1].number in (None, count - first)
    counted = any(one.is_a("pile") and one.number for one in phrases) and cards[0].role in ("of", "by")
    counted = counted and (opposite or ended)
    if not counted and not any(
        one.attrs & {"every", "each", "all"} for one in phrases if one.is_a("pile") or one in cards
    ):
        return None
    rest = said[1].attrs & {"other", "rest"} or (count == 2 and (said[1].ordinal == 2 or "last" in said[1].attrs))
    if not opposite and not ((ended or "first" in said[0].attrs) and rest and first < count):
        return None
    piles = next((one.number for one in phrases if one.is_a("pile") and one.number), None)
    steps = [Step(first, faces[0][1], ("all",)), Step(count - first, faces[1][1], ("all",))]
    return piles, [*reversed(steps)] if "top" in said[0].attrs else [*steps]


def apart(phrases: list[Phrase], words: list[Word]) -> list[Phrase]:
    """The phrases, with what stands after a comma taken off the cards before it: "six cards, the topmost of each …"."""
    found: list[Phrase] = []
    for phrase in phrases:
        found.append(phrase)
        if phrase.number is None or phrase.last == phrase.first or not phrase.attrs & {"top", "bottom"}:
            continue
        comma = next((at for at in range(phrase.first, phrase.last) if words[at].tag == "comma"), None)
        said = words[comma + 1].sort.attrs & phrase.attrs if comma is not None else frozenset()
        if comma is not None and comma + 1 == phrase.last and said & {"top", "bottom"}:
            alone = Phrase(phrase.last)
            alone.attrs = said
            phrase.attrs -= said
            phrase.last = comma - 1
            found.append(alone)
    return found


_ENDS = frozenset(("top", "bottom"))
_OTHERS = frozenset(("other", "rest"))


def first_and_last(phrases: list[Phrase], concepts: set[str], bank: Bank) -> bool:
    """ "Ten cards with only the first and the last face up": whether both are spoken of."""
    if any(one.is_a("card") and "first" in one.attrs and "last" in one.attrs for one in phrases):
        return True
    if any(one.is_a("card") and "last" in one.attrs for one in phrases) and any(
        "first" in one.attrs and not one.is_a("pile") for one in phrases
    ):
        return True
    # "Another ten cards …, the first two and the last two face up".
    counted = [one.attrs for one in phrases if one.number and not one.heads and one.role is None]
    return (
        bank.of_before
        and bool(concepts & FACES)
        and any("first" in attrs for attrs in counted)
        and any("last" in attrs for attrs in counted)
    )


def half_turned(phrases: list[Phrase], concepts: set[str]) -> tuple[Step, int | None, tuple[str, int, int]] | None:
    """ "Eight columns of six cards; in the first four the bottom three are face down"."""
    piles = next(
        (one for one in phrases if one.is_a("pile") and one.number and not one.attrs & {"first", "last"}), None
    )
    cards = next((one.number for one in phrases if one.is_a("card") and one.role == "of" and one.number), None)
    some = next(
        (
            one
            for one in phrases
            if one.attrs & {"first", "last"} and one.number and one is not piles and not one.is_a("card")
        ),
        None,
    )
    low = next((one for one in phrases if one.is_a("card") and one.number and "bottom" in one.attrs), None)
    if piles is None or cards is None or some is None or low is None or "face-down" not in concepts:
        return None
    if "face-up" in concepts or (some.number or 0) > (piles.number or 0) or (low.number or 0) >= cards:
        return None
    side = "first" if "first" in some.attrs else "last"
    return Step(cards, "up", ("all",)), piles.number, (side, some.number or 0, low.number or 0)


def last_pile(phrases: list[Phrase]) -> int | None:
    """How many cards the last pile has: "until the last pile has five cards"."""
    for phrase, following in itertools.pairwise(phrases):
        for pile, card in ((phrase, following), (following, phrase)):
            counted = card.is_a("card") or (not card.heads and card.number is not None and not card.ordinal)
            last = "last" in pile.attrs or (pile.ordinal is not None and pile.ordinal == card.number)
            if pile.is_a("pile") and last and pile.number is None and counted:
                return card.number
    return None


def place_at_end(words: list[Word], bank: Bank) -> int | None:
    """The pile that a loop goes on to: "eta horrela zazpigarrenera arte", and so on until the seventh."""
    for span in _until(words, bank):
        phrases = chunk(span, bank)
        if len(phrases) == 1 and phrases[0].ordinal and (phrases[0].is_a("pile") or not phrases[0].heads):
            return phrases[0].ordinal
    return None


def _until(words: list[Word], bank: Bank) -> list[list[Word]]:
    """What words say that something goes on until."""
    spans: list[list[Word]] = []
    if bank.marks_close:
        closed: list[tuple[str, list[Word], int]] = []
        take_closed(words, closed)
        spans = [span for mark, span, _ in closed if mark == "until"]
    else:
        for at, word in enumerate(words):
            if "until" in word.sort.marks[:1]:
                rest = itertools.takewhile(
                    lambda one: one.tag not in ("comma", "stop", "open", "close"), words[at + 1 :]
                )
                spans.append(list(rest))
    return spans


def dealt_in_all(words: list[Word], bank: Bank, kind: str) -> int | None:
    """How many cards there are when the deal is over: "until thirty cards have been dealt"."""
    for span in _until(words, bank):
        phrases = chunk(span, bank)
        cards = [one for one in phrases if one.is_a("card")]
        if (
            len(cards) == 1
            and cards[0].number is not None
            and cards[0].number > 1
            and cards[0].role is None
            and not cards[0].ordinal
            and not cards[0].attrs & {"every", "each", "more", "less", "other", "last", "first", "rest", "top"}
            and all(
                one is cards[0] or one.kinds == {kind} or not (one.heads or one.attrs or one.number) for one in phrases
            )
            and not any(word.concepts & {"stay", "rest", "no", "not", "each-number"} for word in span)
            and any(word.concepts & {"deal", "place", kind} for word in span)
        ):
            return cards[0].number
    return None


def last_row_in(words: list[Word], bank: Bank) -> int | None:
    """How many rows there are: "until there are seven rows"."""
    return next(
        (
            phrase.number
            for phrase in chunk(words, bank)
            if phrase.is_a("row")
            and phrase.number
            and phrase.number > 1
            and not phrase.attrs & {"more", "other", "last"}
        ),
        None,
    )


def two_sides(phrases: list[Phrase]) -> tuple[int, int] | None:
    """ "Four to the left and four to the right": how many piles lie on each side."""
    found: dict[str, int] = {}
    for phrase, following in itertools.pairwise([*phrases, Phrase(0)]):
        for side in ("left", "right"):
            counted = not phrase.heads or phrase.is_a("pile") or phrase.role == "side"
            if phrase.number and counted and side in phrase.attrs | following.attrs:
                found.setdefault(side, phrase.number)
    return (found["left"], found["right"]) if len(found) == 2 else None


def skipping(stream: list[Word], said: frozenset[str | None]) -> tuple[list[Word], bool]:
    """What a sentence tells of the deal after something else, and whether it has left out the first pile.

    "Start the second row on the second pile, and deal …"; "a base card is chosen and one card is dealt to each pile";
    "skip the first pile and place cards on all the others".
    """
    if said.isdisjoint(("skip", "start", "choose")):
        return stream, False
    for at, word in enumerate(stream):
        if "skip" in word.concepts:
            left = stream[at + 1 : at + 3]
            if len(left) == 2 and "first" in left[0].concepts and "pile" in left[1].concepts:
                return stream[at + 3 :], True
        if "deal" in word.concepts and any("start" in one.concepts for one in stream[:at]):
            begun = {concept for one in stream[:at] for concept in one.concepts}
            return (stream[at:] if {"row", "ordinal"} <= begun else stream), False
        if "and" in word.concepts and any("choose" in one.concepts for one in stream[:at]):
            following = {concept for one in stream[at:] for concept in one.concepts}
            if {"deal", "card", "pile"} <= following and "choose" not in following:
                return stream[at + 1 :], False
    return stream, False


_MAY = frozenset(("can", "in-play"))


def until_each(words: list[Word]) -> int | None:
    """ "Dealt to six piles until each has eight": how many cards each gets."""
    at = next((at for at, word in enumerate(words) if "until" in word.concepts), None)
    if at is None or not any("deal" in word.concepts for word in words[:at]):
        return None
    rest = words[at + 1 :]
    concepts = {concept for word in rest for concept in word.concepts}
    numbers = [word.number for word in rest if isinstance(word.number, int)]
    each = "every" in concepts and concepts.isdisjoint(("row", "last", "first", "no", "empty"))
    return numbers[0] if each and len(numbers) == 1 else None


def before_what_may_be_done(stream: list[Word], said: frozenset[str | None], bank: Bank) -> list[Word]:
    """The words up to the comma after which a sentence says what may be done with what was dealt."""
    if bank.marks_close or said.isdisjoint(_MAY):
        return stream
    can = next((at for at, word in enumerate(stream) if not word.concepts.isdisjoint(_MAY)), 0)
    at = next((at for at in range(can - 1, 0, -1) if stream[at].tag in ("comma", "stop")), None)
    if at is None:
        return stream
    before = {concept for word in stream[:at] for concept in word.concepts}
    after = {concept for word in stream[at:] for concept in word.concepts}
    if (
        {"can", "only", "in-play"} & before
        or not {"card", "number"} <= before
        or not after & _MAY
        or after & {"deal", "place"}
    ):
        return stream
    return stream[:at] if before & (FACES | {"deal", "place"}) else stream


def said_in(words: list[Word]) -> frozenset[str | None]:
    """All that the words of a sentence mean, and what their endings say."""
    return frozenset([word.tag for word in words]).union(*[word.concepts for word in words])


def without_spans(words: list[Word], said: frozenset[str | None], bank: Bank) -> list[Word]:
    """The words without what only says when or why."""
    if said.isdisjoint(SPANS) and "once-word" not in said:
        return [word for word in words if word.tag not in ("open", "close")]
    if bank.marks_close:
        spans: list[tuple[str, list[Word], int]] = []
        left = take_closed(words, spans)
        # A span that only says when ("at the start") is left out; one that ends a loop is kept as its marker.
        for mark, span, _ in spans:
            if mark == "until":
                left.append(span[-1])
        return [word for word in left if word.tag not in ("open", "close")]
    kept: list[Word] = []
    position = 0
    while position < len(words):
        word = words[position]
        marks = word.sort.marks
        if marks and marks[0] in _SKIPPED:
            if marks[0] == "until":
                kept.append(word)
            position += 1
            while position < len(words) and words[position].tag not in ("comma", "stop", "close"):
                if marks[0] == "except" and words[position].concepts & FACES:
                    break  # "All but the top one face down"
                position += 1
            continue
        if word.tag not in ("open", "close"):
            kept.append(word)
        position += 1
    return kept


def left_out_in(words: list[Word], bank: Bank) -> str | None:
    """ "All face down except the top one": which card."""
    left: set[str] = set()
    if bank.marks_close:
        spans: list[tuple[str, list[Word], int]] = []
        take_closed(words, spans)
        left = {concept for mark, span, _ in spans if mark == "except" for word in span for concept in word.concepts}
    else:
        for at, word in enumerate(words):
            if not word.concepts.isdisjoint(("except", "restrictive")):
                # "Except for the last one in each pile": what it is of is not left out.
                span = itertools.takewhile(
                    lambda one: one.concepts.isdisjoint(("at", "of", "every")), words[at + 1 : at + 5]
                )
                left = {concept for other in span if other.number != 1 for concept in other.concepts}
                break
    if left & {"pile", "number"} or not left & {"top", "last", "bottom", "first"}:
        return None
    return "top" if left & {"top", "last"} else "bottom"


def but_first_in(words: list[Word], bank: Bank) -> tuple[int, Word | None]:
    """How many of the first piles are left out, one in "on all but the first pile", and the word before that."""
    span: list[Word] = []
    before: Word | None = None
    if bank.marks_close:
        spans: list[tuple[str, list[Word], int]] = []
        take_closed(words, spans)
        span = [word for mark, part, _ in spans if mark == "except" for word in part]
    else:
        at = next((at for at, word in enumerate(words) if "except" in word.concepts), -1)
        span = words[at + 1 : at + 4] if at >= 0 else []
        before = words[at - 1] if at > 0 else None
        if before is not None and before.tag == "comma" and at > 1:
            before = words[at - 2]
        if before is None or "pile" not in before.concepts:
            span = [word for word in span if "pile" in {concept for other in span for concept in other.concepts}]
    concepts = {concept for word in span for concept in word.concepts}
    if "first" not in concepts or concepts & {"card", "row"} or (bank.marks_close and "pile" not in concepts):
        return 0, None
    return next((word.number for word in span if isinstance(word.number, int)), 1), before


def counts_cards(phrases: list[Phrase], words: list[Word]) -> bool:
    """Whether a number counts cards, or what faces up or down."""
    faced = any(word.concepts & FACES for word in words)
    return any(
        (
            phrase.number is not None
            and (
                phrase.is_a("card")
                or (phrase.is_a("rankname") and phrase.number > 1)
                or (faced and not phrase.heads and not phrase.ordinal)
            )
        )
        or "each-number" in phrase.attrs
        for phrase in phrases
    )


def faces_in(words: list[Word]) -> list[tuple[int, str]]:
    """Each place where the words say that cards face up or down."""
    concepts = frozenset().union(*[word.concepts for word in words])
    if not concepts.isdisjoint(FACES):
        return _places_of(words, "face-up", "face-down")
    if ("deal" in concepts or {"up", "down"} <= concepts) and "build" not in concepts:
        return _places_of(words, "up", "down")
    return []


def _places_of(words: list[Word], up: str, down: str) -> list[tuple[int, str]]:
    return [
        (at, "up" if up in word.concepts else "down")
        for at, word in enumerate(words)
        if up in word.concepts or down in word.concepts
    ]


def face_of(
    phrase: Phrase, phrases: list[Phrase], index: int, faces: list[tuple[int, str]], words: list[Word]
) -> str | None:
    """Which way up the cards of a phrase lie: as it says itself, or as the next or last word for a face does."""
    if "face-up" in phrase.attrs:
        return "up"
    if "face-down" in phrase.attrs:
        return "down"
    if "exposed" in phrase.attrs and any("face-down" in other.attrs for other in phrases):
        return "up"  # "two hidden cards and one visible card"
    if not faces:
        return None
    following = next((other.first for other in phrases[index + 1 :] if count_of(other, words) is not None), len(words))
    before = max((other.last for other in phrases[:index] if count_of(other, words) is not None), default=-1)
    for at, face in faces:
        if phrase.last < at < following:
            return face
    for at, face in faces:
        if before < at < phrase.first:
            return face
    return faces[0][1] if len(faces) == 1 else None


def count_of(phrase: Phrase, words: list[Word]) -> tuple[int | None, bool, str | None] | None:
    """How many cards the phrase speaks of: a number, or None for "cards"; whether they are the rest; their rank."""
    if phrase.is_a("rankname"):
        if phrase.role == "of":
            return None
        one = "a" in phrase.attrs or words[phrase.last].number == 1
        return phrase.number or (1 if one else None), False, phrase.name
    if phrase.is_a("card"):
        if phrase.attrs & {"top", "last", "first", "bottom"} and phrase.number is None:
            return None
        if (phrase.role == "of" and phrase.number is None) or "covered" in phrase.attrs:
            return None
        if "rest" in phrase.attrs and phrase.number is None:
            return None, True, None
        return phrase.number or (1 if "a" in phrase.attrs else None), False, None
    if (
        not phrase.heads
        and (phrase.role in (None, "by") or (phrase.role == "rel" and phrase.number == 1))
        and phrase.number is not None
        and not phrase.ordinal
        and not phrase.attrs & {"first", "last", "left", "right"}
    ):
        after = words[phrase.last + 1] if phrase.last + 1 < len(words) else None
        if after is not None and ((not after.concepts and after.tag is None) or "total" in after.concepts):
            return None  # it counts something that is no card, or all of them
        return phrase.number, False, None
    if not phrase.heads and phrase.ordinal and phrase.number == 1 and "a" in phrase.attrs:
        return 1, False, None  # "two cards face down and a third one face up"
    if phrase.is_a("deck") and phrase.attrs & {"rest"}:
        return None, True, None
    return None


def where_in(
    phrase: Phrase, phrases: list[Phrase], index: int, kind: str, words: list[Word], bank: Bank, piled: bool = False
) -> tuple[Any, ...] | None:
    """Which piles the phrase means; None where it means none."""
    pile = (
        phrase.is_a("pile")
        or phrase.is_a(kind)
        or (phrase.is_a("row") and phrase.attrs & {"first", "last"} and phrase.number is not None)
    )
    attrs = phrase.attrs
    if (
        phrase.role == "of"
        and phrase.is_a("pile")
        and not attrs
        and phrase.number is None
        and phrase is phrases[-1]
        and not any(phrase in other.of for other in phrases)
        and len(phrases) > 1
    ):
        return ("all",)  # "bi karta pilako"
    if phrase.role == "by" and phrase.is_a("pile") and not attrs and phrase.number is None:
        return ("all",)  # "dix cartes par pile"
    if not (_KINDS - {kind}).isdisjoint(phrase.heads) or (
        phrase.role == "of" and phrase.is_a(kind) and phrase.number is None
    ):
        return ("skip",)
    if not pile:
        if phrase.heads:
            return None
        # "in the second", "bigarrenean": the noun is left out.
        if phrase.number and attrs & {"left", "right"} and phrase.role is None:
            return ("unknown",)  # "The left three piles have five cards, the right three six"
        if phrase.ordinal and phrase.number == 1 and "a" in attrs:
            return None  # "and a fifth one face up"
        if (
            phrase.role in ("at", "to", "by", "of")
            and (phrase.ordinal or attrs & {"first", "last", "every", "other", "rest", "covered", "next"})
        ) or (
            phrase.role is None
            and (attrs & {"first", "last"} or phrase.ordinal or (attrs <= {"every", "each"} and attrs and index == 0))
            and (piled or any(word.concepts & {"deal", "have", "accept"} for word in words))
        ):
            pile = True
        elif piled and phrase.role is None and attrs & {"other", "rest"} and "a" not in attrs and phrase.number != 1:
            return ("others",)
        else:
            return None
    if phrase.role in ("by", "of") and not phrase.heads and phrase.number and _said_to_show(phrase, words):
        return None  # "with the last three exposed"
    if attrs & {"this"} and phrase.number is None and not attrs & {"every", "all"}:
        return ("here",)
    following = phrases[index + 1] if index + 1 < len(phrases) else None
    if attrs & {"every", "all"} and phrase.number is None and phrase.role and _opened(phrases, index):
        return ("others",)  # "one on the second pile and one on each pile after it"
    if any(of.is_a("row") for of in phrase.of):
        if any(of.attrs & {"every", "each"} for of in phrase.of) and ("first" in attrs or phrase.ordinal):
            return ("in-row", "nth", phrase.ordinal) if phrase.ordinal else ("in-row", "first", phrase.number or 1)
        return ("unknown",)
    if (
        following is not None
        and following.role == "at"
        and following.attrs & {"left", "right"}
        and not following.is_a("card")
        and (phrase.role or phrase.number is None)
    ):
        if attrs & {"every", "all"} and phrase.number is None and following.is_a("place-noun"):
            return ("side", "left" if "left" in following.attrs else "right")
        return ("unknown",)
    side = attrs & {"left", "right"}
    if len(side) == 1 and ("every" in attrs or phrase.definite) and phrase.number is None:
        return ("side", *side)  # "sur chaque pile de gauche"
    if attrs & {"left", "right", "center", "middle"} or ("top" in attrs and phrase.number):
        return ("unknown",)
    numbers = _numbers_after(phrase, phrases, index)
    if numbers:
        return ("list", *numbers)
    if "first" in attrs:
        return ("first", phrase.number or 1)
    if "last" in attrs:
        return ("last", phrase.number or 1)
    if phrase.ordinal:
        if following is not None and following.ordinal and following.role == "to":
            return ("span", phrase.ordinal, following.ordinal)
        return ("nth", phrase.ordinal)
    if "next" in attrs:
        plural = any(words[at].text.lower().endswith(bank.plural) for at in (phrase.first, phrase.last))
        return (
            ("others",)
            if attrs & {"every", "all"} or (plural and phrase.number is None and _opened(phrases, index))
            else ("next",)
        )
    if attrs & {"other", "rest", "covered"}:
        return ("others",)
    if phrase.number is not None and phrase.role in (None, "of") and not attrs & {"every", "all"}:
        return ("all",)
    if attrs & {"any"}:
        return ("unknown",)
    if phrase.number is not None and phrase.number > 1 and not attrs & {"every", "all", "this"} and phrase.is_a(kind):
        return ("some", phrase.number)
    if attrs == {"a"} and phrase.role == "to" and _to_a_pile(phrases, index, words):
        return ("all",)
    if ("a" in attrs and not attrs & {"every", "all"}) or (
        phrase.is_a(kind) and phrase.number is None and not attrs & {"every", "all"} and phrase.role is not None
    ):
        return ("here",)
    if phrase.number == 1 and phrase.role in ("at", "to") and not attrs & {"every", "all"}:
        return ("here",)  # "eleven cards in one pile"
    if phrase.number is None and not attrs & {"every", "all"} and phrase.role is None:
        return None if not phrase.is_a(kind) else ("skip",)
    return ("all",)


def _said_to_show(phrase: Phrase, words: list[Word]) -> bool:
    """Whether what is said of it is how cards face."""
    following = (word for word in words[phrase.last + 1 :] if not word.concepts <= BETWEEN)
    after = next(following, None)
    return after is not None and not after.concepts.isdisjoint(("exposed", "face-up", "face-down"))


def _to_a_pile(phrases: list[Phrase], index: int, words: list[Word]) -> bool:
    """Whether it says how many go to each: "five cards to a pile", and not "deal five cards to a pile"."""
    before = phrases[index - 1] if index else None
    if before is None or before.number is None or before.last + 2 < phrases[index].first:
        return False
    return not (before.first and words[before.first - 1].concepts & {"deal", "place", "have"})


def each_pile(phrases: list[Phrase]) -> bool:
    """Whether one of them is each pile of several: "on each pile", "par pile"."""
    return any(
        phrase.is_a("pile")
        and phrase.role
        and (phrase.attrs & {"every", "all"} or (phrase.role == "by" and phrase.number is None))
        for phrase in phrases
    )


def numbered_after(phrases: list[Phrase], index: int) -> bool:
    """Whether a number of cards still follows."""
    return any(other.number is not None and (not other.heads or other.is_a("card")) for other in phrases[index + 1 :])


def _numbers_after(phrase: Phrase, phrases: list[Phrase], index: int) -> list[int]:
    """The numbers of the piles, where a list of them follows: "piles 1, 4 and 7"."""
    ordinals = _ordinals(phrases, index)
    if ordinals:
        return [phrases[at].ordinal or 1 for at in ordinals]
    found = [phrases[at].number or 0 for at in listed_after(phrase, phrases, index)]
    # Piles are named in their order: "three and one" are none of them.
    return found if len(found) > 1 and found == sorted(set(found)) else []


def _opened(phrases: list[Phrase], index: int) -> bool:
    """Whether a single pile has been spoken of before: "on the second pile, then on the next ones"."""
    return any(other.is_a("pile") and (other.ordinal or other.attrs & {"next", "first"}) for other in phrases[:index])


def _ordinals(phrases: list[Phrase], index: int) -> list[int]:
    """Where the phrases stand that name some piles by their places: "the first, fourth and seventh piles"."""
    found: list[int] = []
    for at in range(index, len(phrases)):
        phrase = phrases[at]
        if (
            not (phrase.ordinal or "first" in phrase.attrs)
            or phrase.number is not None
            or (phrase.heads and not phrase.is_a("pile"))
            or (found and (phrase.first > phrases[at - 1].last + 3 or phrase.role not in (None, phrases[index].role)))
        ):
            break
        found.append(at)
    return found if len(found) > 1 and any(phrases[at].is_a("pile") for at in found) else []


def listed_after(phrase: Phrase, phrases: list[Phrase], index: int) -> list[int]:
    """The phrases that go on a list of piles which one of them begins."""
    ordinals = _ordinals(phrases, index)
    if ordinals:
        return ordinals[1:]
    found: list[int] = []
    last = phrase.last
    for at in range(index + 1, len(phrases)):
        other = phrases[at]
        if (
            other.ordinal
            or phrase.ordinal
            or (other.heads and not other.is_a("pile"))
            or other.attrs & {"first", "last", "every", "other", "rest"}
            or (other.number is None and not other.heads)
            or other.first > last + 3
        ):
            break
        if other.number is not None:
            found.append(at)
        last = other.last
        if other.heads and other.number is not None:
            break
    return found if sum(not phrases[at].heads for at in found) > 1 else []


def says_each(phrases: list[Phrase]) -> bool:
    """Whether a number is of each pile: "on every pile", "five each", "par pile"."""
    return any(
        phrase.attrs & {"every", "each-number"}
        or (phrase.is_a("pile") and (phrase.role == "by" or ("all" in phrase.attrs and phrase.role is None)))
        for phrase in phrases
    )


_SHOWN_ALONE = frozenset(("number", "first", "exposed", "face-up"))
"""What may be said of the only card that shows: "only the first", "one only face up"."""


def shown_of(words: list[Word], phrases: list[Phrase], counted: bool = False) -> tuple[int, list[Phrase], str]:
    """A part of the sentence that says which cards of a pile face another way than the rest.

    `counted` says whether the cards have been counted by the sentence before.
    Where its word for the face stands (-1 where there is none), its phrases, and what it
    says: `top 1 up`, `bottom 3 down`.
    """
    for phrase in phrases:
        card = phrase.is_a("row") or phrase.is_a("card")
        if (card and phrase.attrs & {"last", "top"} and phrase.number is None) or (
            not phrase.heads
            and phrase.attrs
            and phrase.attrs - (_SHOWN_ALONE | {"every"} if "top" in phrase.attrs else _SHOWN_ALONE)
            <= {"top", "this", "last", "second", "only", "single"}
            and (not phrase.attrs & _SHOWN_ALONE or "single" in phrase.attrs)
            and phrase.number in (None, 1)
            and (counted or "top" in phrase.attrs)
            and phrase.role not in ("to", "by")
            and not (phrase.role == "from" and phrase.attrs == {"this"})
        ):
            for at, word in enumerate(words):
                if ("face-up" in word.concepts or ("flip" in word.concepts and counted and at > phrase.first)) and (
                    at > phrase.first or (len(phrases) <= 3 and not counted)
                ):
                    return at, [phrase], "top 1 up"
        place = phrase.last + 1
        while place < len(words) and words[place].tag in (None, "finite") and words[place].concepts <= BETWEEN:
            place += 1
        after = words[place] if place < len(words) else None
        if (
            counted
            and phrase.number is not None
            and not phrase.heads
            and (phrase.role is None or (phrase.role == "of" and "every" in phrase.attrs))
            and after is not None
            and (
                ("first" in phrase.attrs and "face-down" in after.concepts)
                or ("last" in phrase.attrs and "face-up" in after.concepts)
            )
        ):
            # "Six cards, the first three face down and the others face up".
            others = [one for one in phrases if not one.heads and one.attrs & {"other", "rest", "first", "last"}]
            first = "first" in phrase.attrs
            return place, others, f"bottom {phrase.number} down" if first else f"top {phrase.number} up"
        if counted and phrase.attrs == {"first"} and not phrase.heads and phrase.role is None and place < len(words):
            alone = words[phrase.first - 1].concepts | words[phrase.last + 1].concepts
            if "only" in alone and "face-down" in words[place].concepts:
                return place, [phrase], "bottom 1 down"  # "four cards, only the first face down"
        if part_of(phrase, phrases, words):
            # "Five cards, three of them face down": no more cards than those five.
            way = "bottom {} down" if "face-down" in words[place].concepts else "top {} up"
            return place, [phrase], way.format(phrase.number)
        if counted and phrase.number is not None and phrase.attrs & {"top", "bottom"} and (card or not phrase.heads):
            for at, word in enumerate(words):
                if at > phrase.first and "face-up" in word.concepts and "top" in phrase.attrs:
                    return at, [phrase], f"top {phrase.number} up"
                if at > phrase.first and "face-down" in word.concepts and "bottom" in phrase.attrs:
                    return at, [phrase], f"bottom {phrase.number} down"
        if (card and phrase.number is not None) or (phrase.is_a("pile") and phrase.number is not None):
            counted = True
    return -1, [], ""


def of_a_figure(row: Phrase, phrases: list[Phrase]) -> bool:
    """Whether rows are those of one of several figures."""
    return any(
        (phrase.is_a("triangle") or phrase.is_a("pyramid"))
        and (phrase.attrs & {"every", "each"} or ((phrase.number or 0) > 1 and row.role == "by"))
        for phrase in phrases
    )


def piles_follow(phrases: list[Phrase], index: int, kind: str, words: list[Word], bank: Bank) -> bool:
    """Whether single piles are named after a count of piles."""
    later = [
        where_in(other, phrases, index + 1 + at, kind, words, bank, True)
        for at, other in enumerate(phrases[index + 1 :])
    ]
    return any(where is not None and where[0] in ("first", "last", "nth", "list") for where in later)
