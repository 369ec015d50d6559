"""Points, what ranks are worth, and how a game ends."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from hoyle.facts.clauses.clause import Clause
from hoyle.facts.values.numbers import of_several_sorts, on_each_side
from hoyle.facts.values.ranks import RANKS
from hoyle.facts.values.registry import VALUES, value
from hoyle.language.bank import Word
from hoyle.language.concepts import KINDS


@value
def points(clause: Clause) -> int | None:
    """How many points."""
    for phrase in clause.phrases:
        if phrase.is_a("point"):
            return phrase.number if phrase.number is not None else 1 if "a" in phrase.attrs else None
    numbers = [
        phrase.number
        for phrase in clause.phrases
        if phrase.number is not None and not phrase.heads and not _of_unknown(clause.words, phrase.last)
    ]
    return numbers[-1] if numbers else None


@value
def no_more_points(clause: Clause) -> int | None:
    """How many points there are at most: "five points a card, but no more than 260"."""
    for phrase in clause.phrases:
        if phrase.number is not None and not phrase.heads and "more" in phrase.attrs:
            return phrase.number if phrase.number >= 50 else None
    return points(clause)


def _of_unknown(words: list[Word], at: int) -> bool:
    """Whether what stands after a word is one that no card player's vocabulary holds, which a number may count."""
    following = words[at + 1] if at + 1 < len(words) else None
    return following is not None and not following.concepts and following.tag is None


_RANK = frozenset(("rank",))
_COUNTED_THINGS = frozenset(("card", "deck", "pile", "row", "rankname", "suit", *KINDS))


@value
def rank_values(clause: Clause) -> list[tuple[str, int]]:
    """The pairs of rank and worth of a clause: each rank with its number, or two lists side by side."""
    sequence: list[tuple[str, Any]] = []
    skipped = False
    for index, word in enumerate(clause.words):
        if "rankname" in word.concepts and word.name:
            sequence.append(("rank", word.name))
        elif isinstance(word.number, int) and "number" in word.concepts:
            following = clause.words[index + 1] if index + 1 < len(clause.words) else None
            if (
                "a" in word.concepts
                and following is not None
                and ("rankname" in following.concepts or following.concepts == _RANK)
            ):
                continue  # "a Jack is eleven and a Queen twelve", "a Jack has a value of eleven"
            if following is not None and not following.concepts and following.tag is None:
                skipped = True
                continue  # it counts something that is no point: years, sheep
            sequence.append(("number", word.number))
    pairs: list[tuple[str, int]] = []
    ranks: list[str] = []
    numbers: list[int] = []
    for kind, item in [*sequence, ("rank", None)]:
        if kind == "rank":
            if numbers:
                if len(ranks) == len(numbers):
                    pairs += list(zip(ranks, numbers, strict=True))
                elif len(numbers) == 1:
                    pairs += [(rank, numbers[0]) for rank in ranks]
                ranks, numbers = [], []
            if item is not None:
                ranks.append(item)
        elif ranks:
            numbers.append(item)
    counting = any(
        isinstance(word.number, int) and "number" in word.concepts and following.concepts & _COUNTED_THINGS
        for word, following in itertools.pairwise(clause.words)
    )
    first = next((at for at, (kind, _) in enumerate(sequence) if kind == "number"), 0)
    after = sequence[first:]
    if (
        not counting
        and not skipped
        and sequence
        and sequence[-1][0] == "rank"
        and [kind for kind, _ in after] == ["number", "rank"] * (len(after) // 2)
    ):
        # "A value of eleven is given to the Jack", "values of the picture cards: 13 for the King, 12 for the Queen".
        pairs = [(rank, number) for (_, number), (_, rank) in zip(after[::2], after[1::2], strict=True)]
    return [(rank, number) for rank, number in pairs if rank in RANKS]


@value
def listed_rank_values(clause: Clause) -> list[tuple[str, int]]:
    """The pairs of rank and worth, where there are several: a single one may score for another reason."""
    pairs = rank_values(clause)
    return pairs if len(pairs) > 1 else []


def _values_told(clause: Clause) -> bool:
    """Whether a clause gives ranks points of their own."""
    return len({number for _, number in rank_values(clause)}) > 1


@value
def counted_piles(clause: Clause) -> int | None:
    """How many piles of a kind that the clause names: "the four Reserve piles"."""
    found = counted(clause)
    return of_several_sorts(clause) or found[1] if found else None


def counted(clause: Clause) -> tuple[str, int] | None:
    """The kind and the number of piles of a kind that the clause names."""
    if clause.phrases and clause.phrases[0].is_a("suit") and "every" in clause.phrases[0].attrs:
        return None  # "Of each suit there are two foundations"
    for index, phrase in enumerate(clause.phrases):
        if clause.genitive_first and (
            (
                phrase.role == "at"
                and "PLACING" in clause.features
                and "every" not in phrase.attrs
                and not (phrase.definite and phrase.of and phrase.is_a("pile"))
            )
            or (
                phrase.role == "of"
                and not any(
                    other.attrs & {"every"}
                    for other in clause.phrases[index : index + 2]
                    if other.first <= phrase.last + 1
                )
            )
        ):
            # "Lau biltegiaren alde bakoitzean": the number is of what follows, or of some of the piles only.
            continue
        if (
            phrase.number is None
            or "a" in phrase.attrs
            or phrase.number < 2
            or phrase.dims
            or phrase.ordinal is not None
        ):
            continue
        if phrase.attrs & {
            "first",
            "last",
            "other",
            "next",
            "empty",
            "rest",
            "free",
            "more",
            "maximum",
            "center",
            "top",
            "bottom",
        }:
            continue
        kind = next((kind for kind in KINDS if phrase.is_a(kind)), None)
        if (
            kind is None
            and phrase.is_a("pile")
            and len(phrase.kinds) == 1
            and not any(of.number or (of.is_a("card") and of.attrs) for of in phrase.of)
        ):
            kind = next(iter(phrase.kinds))
        if kind is not None and kind not in ("stock", "waste") and not on_each_side(phrase, clause):
            return kind, phrase.number
    return None


def _scored(event: str) -> Callable[[Clause], list[list[Any]] | None]:
    def found(clause: Clause) -> list[list[Any]] | None:
        if _values_told(clause):
            return None  # "scores its face value, an Ace one point, a King thirteen"
        if any(
            phrase.is_a("card") and "all" in phrase.attrs and phrase.number for phrase in clause.phrases
        ) and clause.features.isdisjoint(("each", "every", "per")):
            return None  # "All 52 cards make 52 points": together
        number = points(clause)
        return None if number is None else [[event, number]]

    return found


@value
def ending(clause: Clause) -> str:
    """What ends the game: no move that is left, an empty stock, or something else."""
    features = clause.features
    if (
        {"if.move", "if.remove", "if.play", "move"} & features
        and {"if.no", "if.not", "no", "not"} & features
        and "if.every" not in features
    ):
        return "no-move"
    if {"if.stock", "stock", "after.stock"} & features and {
        "if.empty",
        "if.empty-verb",
        "empty",
        "if.no",
        "after.empty",
        "after.empty-verb",
    } & features:
        return "stock-empty"
    return "other"


@value
def points_or_none(clause: Clause) -> int | None:
    """A number of points, where the clause has one, unless it tells what ranks are worth."""
    if _values_told(clause):
        return None
    found = points(clause)
    return (
        found
        if found is not None
        else next(
            (
                word.number
                for at, word in enumerate(clause.words)
                if isinstance(word.number, int) and not _of_unknown(clause.words, at)
            ),
            None,
        )
    )


@value
def per_card_elsewhere(clause: Clause) -> list[list[Any]] | None:
    """Points for each card on a kind of pile where no known game gives any."""
    number = points(clause)
    kind = next((kind for kind in ("tableau", "reserve") if f"card@{kind}" in clause.features), None)
    return None if number is None or kind is None else [[f"card-to-{kind}", number]]


@value
def formula(clause: Clause) -> str:
    """Whether points go by the length of a sequence or by a count of cards."""
    seen = False
    for word in clause.words:
        seen = seen or "number-of" in word.concepts
        if seen and (word.number == 1 or "minus" in word.concepts) and "sequence" in clause.features:
            return "length-1"
    return "count"


@value
def per_card_of_sequence(clause: Clause) -> list[list[Any]] | None:
    """Points by the card: "per card", "par carte", "by the number of cards", and not "per sequence"."""
    for index, word in enumerate(clause.words):
        after = clause.words[index + 1 : index + 3]
        if not word.concepts.isdisjoint(("per", "by", "number-of")) and any("card" in one.concepts for one in after):
            break
    else:
        # "Bi puntu kartako", two points a card.
        tied = [of for phrase in clause.phrases for of in phrase.of]
        if not clause.genitive_first or not any(
            phrase.is_a("card") and phrase.role == "of" and phrase.number is None and phrase not in tied
            for phrase in clause.phrases
        ):
            return None
    number = points(clause)
    return None if number is None else [["card-in-sequence", number]]


for _name, _event in (
    ("per_card_to_foundation", "card-to-foundation"),
    ("per_card_removed", "card-removed"),
    ("per_pair_removed", "pair-removed"),
    ("per_set_removed", "set-removed"),
    ("per_foundation_complete", "foundation-complete"),
    ("per_card_in_sequence", "card-in-sequence"),
    ("per_card_to_waste", "card-to-waste"),
):
    VALUES[_name] = _scored(_event)
