"""Piles of several sorts: so many with so many cards each."""

from __future__ import annotations

import itertools

from hoyle.facts.clauses.clause import Phrase


def subsets_in(phrases: list[Phrase], kind: str = "pile") -> list[tuple[int, int]]:
    """ "Three of five cards and four of six": so many piles with so many cards each, in turn."""
    found: list[tuple[int, int]] = []
    before: list[tuple[int, int]] = []
    headed: list[tuple[int, int]] = []
    for phrase, following in itertools.pairwise(phrases):
        each = following.number or (1 if following.is_a("card") and "single" in following.attrs else None)
        if (
            headed
            and each is not None
            and is_another_sort(phrase, following)
            and "a" in phrase.attrs
            and phrase.ordinal
        ):
            headed.append((1, each))  # "Six piles of four and a seventh of two"
            continue
        if phrase.number is None or each is None:
            continue
        counted = following.is_a("card") or not following.heads
        if headed and is_another_sort(phrase, following):
            headed.append((phrase.number, each))  # "Six fans of three and one with a single card"
        elif not phrase.heads and phrase.role is None and following.role == "of" and counted:
            found.append((phrase.number, each))
        elif (
            (phrase.is_a("pile") or phrase.is_a(kind))
            and (phrase.role is None or (headed and phrase.role in ("of", "by")))
            and following.role in ("of", "by")
            and counted
        ):
            headed.append((phrase.number, each))
        elif following.number is None:
            continue
        elif (
            (phrase.is_a("card") or (before and not phrase.heads))
            and phrase.role == "of"
            and (not following.heads or (not before and (following.is_a("pile") or following.is_a(kind))))
            and following.role is None
        ):
            before.append((following.number, phrase.number))
    return next((subsets for subsets in (found, before, headed) if len(subsets) > 1), [])


def is_another_sort(phrase: Phrase, following: Phrase) -> bool:
    """Whether piles whose noun is left out have so many cards: "one of two", "one with a single card"."""
    if phrase.heads or phrase.role is not None or following.first > phrase.last + 2:
        return False
    return (
        following.is_a("card")
        if following.role == "by"
        else following.role == "of" and (following.is_a("card") or not following.heads)
    )


def by_sides(phrases: list[Phrase]) -> list[tuple[int, int]]:
    """ "The three on the left have eight cards, the three on the right seven": from left to right."""
    found: list[tuple[int, int]] = []
    for side in ("left", "right"):
        told = [
            (phrase.number, following.number)
            for phrase, following in itertools.pairwise(phrases)
            if side in phrase.attrs
            and (phrase.is_a("pile") or not phrase.heads)
            and phrase.number
            and following.number
            and following.attrs.isdisjoint(("left", "right"))
            and (following.is_a("card") or not following.heads)
            and not following.ordinal
        ]
        if len(told) != 1:
            return []
        found += told
    return found


def one_by_one(phrases: list[Phrase]) -> list[int]:
    """ "Four piles of one, two, three and four cards": as many numbers as there are piles."""
    for index, phrase in enumerate(phrases):
        if not (phrase.is_a("pile") and phrase.number is not None and phrase.number > 1 and not phrase.ordinal):
            continue
        numbers = phrases[index + 1 : index + 1 + phrase.number]
        before = phrases[max(0, index - phrase.number) : index]
        if before and before[-1].is_a("card") and before[-1].role == "of" and before[-1].number is not None:
            numbers = before  # "Bat, bi, hiru eta lau kartako lau pila"
        if (
            len(numbers) == phrase.number
            and all(
                one.number is not None
                and not one.ordinal
                and (not one.heads or one.is_a("card"))
                and one.role not in ("at", "to")
                and one.attrs.isdisjoint(("left", "right", "first", "last", "other", "rest"))
                for one in numbers
            )
            and sum(one.is_a("card") for one in numbers) == 1
            and (numbers[0].is_a("card") or numbers[-1].is_a("card"))
        ):
            return [one.number or 0 for one in numbers]
    return []


def some_of(phrases: list[Phrase], kind: str) -> int | None:
    """How many cards go to some piles: "two of the reserves are each dealt one card"."""
    for index, phrase in enumerate(phrases[:-1]):
        following = phrases[index + 1]
        if phrase.number is None or phrase.heads or following.role != "of" or following.number is not None:
            continue
        if following.is_a(kind) or following.is_a("pile"):
            others = phrases[index + 2 :] or phrases[:index]
            each = next((other.number for other in others if other.is_a("card") and other.number is not None), None)
            return phrase.number * each if each else None
    return None


def some_piles(phrases: list[Phrase], kind: str) -> bool:
    """Whether it counts some of the piles, and not cards: "four of the piles having a sixth card"."""
    return any(
        one.number is not None
        and not one.heads
        and one.role is None
        and following.role == "of"
        and following.number is None
        and (following.is_a(kind) or following.is_a("pile"))
        and following.attrs.isdisjoint(("every", "each"))
        for one, following in itertools.pairwise(phrases)
    )


def of_two_kinds(phrases: list[Phrase], kind: str) -> bool:
    """Whether two kinds of piles are told of at once: "seven piles of seven cards and three cells with one"."""
    told = [
        one.is_a(kind)
        for one, following in itertools.pairwise(phrases)
        if one.number
        and one.number > 1
        and (one.is_a("pile") or one.is_a(kind))
        and following.number
        and following.role in ("of", "by")
        and (following.is_a("card") or not following.heads)
    ]
    return len(set(told)) == 2
