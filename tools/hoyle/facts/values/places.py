"""Where piles lie."""

from __future__ import annotations

from hoyle.facts.clauses.clause import Clause, Phrase
from hoyle.facts.values.registry import value

_PLACES = ("top", "bottom", "left", "right", "center")


@value
def places(clause: Clause) -> list[str] | None:
    """Where on the table, unless relative to another pile."""
    found: set[str] = set()
    if any(phrase.is_a("other-pile") and phrase.role in ("of", "side") for phrase in clause.phrases):
        return None
    relative = any(phrase.role in ("rel", "side") and phrase.kinds for phrase in clause.phrases)
    beside: Phrase | None = None
    if clause.features >= {"pyramid", "top", "bottom"} and not clause.genitive_first:
        return None  # "A pyramid with one card at the top and seven at the bottom"
    if clause.features >= {"left", "right"} and (
        "from.card" in clause.features or clause.features >= {"of.card", "to.card"}
    ):
        return None  # "from one card on the left to seven on the right"
    for index, phrase in enumerate(clause.phrases):
        here = {place for place in _PLACES if place in phrase.attrs}
        if not here or phrase.is_a("card") or (relative and not phrase.heads and phrase.number is not None):
            continue
        if phrase.is_a("row") and phrase.role == "of" and "np.card" in clause.features:
            continue  # "two cards of the row above"
        following = clause.phrases[index + 1] if index + 1 < len(clause.phrases) else None
        before = clause.phrases[index - 1] if index else None
        if relative and not phrase.heads and here <= {"left", "right"} and {"beside"} <= clause.features:
            continue  # "next to the stock, on its right"
        subject = clause.phrases[0]
        moving = phrase.role == "to" and subject.is_a("card") and subject.number is None and subject.role is None
        if moving and "PLACING" not in clause.features:
            continue  # "Cards roll to the left"
        if (
            phrase.role == "from"
            and not phrase.heads
            and here <= {"left", "right"}
            and {"np.card", "PLACING"} <= clause.features
        ):
            continue  # "deal two cards, starting from the left"
        if any(of.kinds or of.is_a("other-pile") for of in phrase.of):
            continue
        if following is not None and following.role == "of" and following.is_a("row") and not clause.genitive_first:
            after = clause.phrases[index + 2] if index + 2 < len(clause.phrases) else None
            if after is not None and after.role in ("of", "side") and after.kinds:
                continue  # "au milieu de la rangée inférieure des réserves"
        if following is not None and following.role == "side" and phrase.heads:
            here -= set(clause.words[phrase.last].sort.attrs)
        if clause.aside and relative:
            continue
        if (
            not phrase.heads
            and (here == {"top"} or (here == {"bottom"} and phrase.number))
            and clause.features & {"face-up", "face-down", "exposed"}
            and not _corner(phrase, following)
        ):
            continue  # "the top one face up"
        if not phrase.heads and phrase.number and here <= {"top", "bottom"} and _parts_of_piles(clause):
            continue  # "eight cards, the bottom four … and the upper four …"
        if before is not None and not phrase.heads and before.attrs & {"every", "each"} and phrase.role == "to":
            continue  # "on each pile to its right"
        if (
            not clause.genitive_first
            and not phrase.heads
            and following is not None
            and following.role in ("of", "side")
            and (following.kinds or following.is_a("other-pile"))
        ):
            continue
        if (
            clause.genitive_first
            and not phrase.heads
            and before is not None
            and before.role in ("of", "side")
            and (before.kinds or before.is_a("other-pile"))
            and before.last + 1 == phrase.first
        ):
            beside = phrase
            continue
        after = clause.phrases[index + 2] if index + 2 < len(clause.phrases) else None
        if (
            not clause.genitive_first
            and following is not None
            and not following.heads
            and following.attrs & {"left", "right"}
            and any("and" in word.concepts for word in clause.words[phrase.last + 1 : following.first])
            and after is not None
            and after.role in ("of", "side")
            and (after.kinds or after.is_a("other-pile"))
        ):
            here -= {"left", "right"}  # "to the right and to the left of the foundations"
        if (
            beside is not None
            and beside is before
            and phrase.first == before.last + 2
            and not clause.words[phrase.first - 1].concepts.isdisjoint(("and", "or"))
        ):
            continue  # "oinarriaren eskuinean eta ezkerrean", on both sides of it
        found |= here
    return sorted(found) or None


def _parts_of_piles(clause: Clause) -> bool:
    """Whether so many at the top and so many at the bottom make up the cards of a pile, or one such part of them."""
    parts = [
        one.number
        for one in clause.phrases
        if not one.heads and one.role is None and one.number and one.attrs & {"top", "bottom"}
    ]
    cards = [one.number or 0 for one in clause.phrases if one.is_a("card")]
    return len(cards) == 1 and (sum(parts) == cards[0] if len(parts) == 2 else 0 < sum(parts) < cards[0])


def _corner(phrase: Phrase, following: Phrase | None) -> bool:
    """Whether a side follows at once: "face cachée en haut à gauche"."""
    return (
        following is not None
        and not following.heads
        and bool(following.attrs & {"left", "right"})
        and following.first <= phrase.last + 2
    )


@value
def beside(clause: Clause) -> list[str] | None:
    """The side and the kind of pile that something lies beside."""
    for index, phrase in enumerate(clause.phrases):
        if phrase.role not in ("rel", "side") or not phrase.kinds:
            continue
        kind = sorted(phrase.kinds)[0]
        near = [clause.phrases[index + 1]] if clause.genitive_first and index + 1 < len(clause.phrases) else []
        near += [clause.phrases[index - 1]] if not clause.genitive_first and index else []
        for other in near:
            for side in ("left", "right", "top", "bottom"):
                if phrase.role == "side" and side in other.attrs:
                    return [side, kind]
        for word in clause.words:
            for side in ("under", "above", "beside"):
                if side in word.concepts:
                    return [side, kind]
    if clause.genitive_first:
        # "Sortaren azpiko pila", the pile under the stock.
        for phrase in clause.phrases:
            for of in phrase.of:
                for attr, side in (("left", "left"), ("right", "right"), ("bottom", "under"), ("top", "above")):
                    if phrase.is_a("pile") and attr in phrase.attrs and of.kinds and not of.is_a("card"):
                        return [side, sorted(of.kinds)[0]]
    return None


@value
def beside_too(clause: Clause) -> list[str] | None:
    """The other side or kind of pile: "on the left and right of the reserve", "under the stock and waste"."""
    found = beside(clause)
    if found is None:
        return None
    side, kind = found
    kinds = sorted({kind for one in clause.phrases if one.role in ("rel", "side") for kind in one.kinds} - {kind})
    if kinds:
        return [side, kinds[0]]
    sides = [at for at, word in enumerate(clause.words) if not word.concepts.isdisjoint(("left", "right"))]
    joined = any("and" in word.concepts for word in clause.words[sides[0] : sides[-1]]) if sides else False
    if side in ("left", "right") and clause.features >= {"left", "right"} and joined:
        return ["right" if side == "left" else "left", kind]
    return None
