"""Where cards go, where they come from, and what may be moved."""

from __future__ import annotations

import itertools

from hoyle.facts.clauses.clause import Clause, Phrase
from hoyle.facts.values.registry import value
from hoyle.language.bank import Word
from hoyle.language.concepts import KINDS


@value
def to(clause: Clause) -> list[str] | None:
    """The kinds of pile that it goes to."""
    return sorted(clause.targets()) or None


@value
def target(clause: Clause) -> str | None:
    """The one kind of pile that cards go to."""
    found = clause.targets()
    return found[0] if len(found) == 1 else None


@value
def only_to(clause: Clause) -> list[str] | None:
    """The kinds of pile that are named after "only"."""
    only = next((at for at, word in enumerate(clause.words) if "only" in word.concepts), 0)
    return (
        sorted(
            {
                kind
                for phrase in clause.phrases
                if phrase.role in ("to", "at") and phrase.last > only
                for kind in phrase.kinds
            }
        )
        or None
    )


@value
def dealt_to(clause: Clause) -> str | None:
    """The one kind of pile that the stock deals to."""
    if any(phrase.is_a("deck") and "whole" in phrase.attrs for phrase in clause.phrases):
        return None  # "The whole deck is dealt to eight columns": at the start
    found = [kind for kind in clause.targets() if kind in ("waste", "tableau", "reserve", "chooser")]
    if found:
        return found[0]
    if clause.targets():
        return None
    for phrase in clause.phrases:
        if phrase.is_a("pile") and phrase.role == "by" and len(phrase.kinds) == 1:
            # "une carte par pile du tableau"
            return next(iter(phrase.kinds))
        if (
            phrase.is_a("pile")
            and not phrase.kinds
            and phrase not in clause.clicked
            and not ("this" in phrase.attrs and (phrase.attrs == {"this"} or not clause.features & {"deal", "flip"}))
            and (phrase.role == "to" or (phrase.role == "at" and phrase.verb_before))
        ):
            # Piles that are not named are those of the tableau.
            return "tableau"
    return None


def filled_from(clause: Clause) -> list[str] | None:
    """The kinds of pile that an empty one is filled from, in order."""
    found: list[str] = []
    for phrase in clause.phrases:
        if phrase.role in ("from", "by", "of"):
            if phrase.role == "of" and not phrase.verb_before:
                continue
            found += [kind for kind in sorted(phrase.kinds) if kind not in found]
    return found or None


@value
def available(clause: Clause) -> list[str] | None:
    """Which cards of a pile may be played."""
    found: set[str] = set()
    for phrase in clause.phrases:
        if phrase.role not in (None, "at") and not (phrase.role == "of" and phrase.attrs & {"top", "bottom"}):
            continue
        if not (phrase.is_a("card") or (not phrase.heads and phrase.attrs & {"top", "bottom", "second"})):
            continue
        per_pile = any(of.attrs & {"every", "all"} or of.is_a("pile") for of in phrase.of)
        if "top" in phrase.attrs:
            found.add("top")
            if phrase.number == 2:
                found.add("second")
        if "second" in phrase.attrs:
            found.add("second")
        if "bottom" in phrase.attrs:
            found.add("bottom")
        exposed = (
            "exposed" in phrase.attrs
            or ("all" in phrase.attrs and "face-up" in phrase.attrs)
            or any("exposed" in of.attrs for of in phrase.of)
        )
        if exposed and not phrase.attrs & {"top", "bottom"}:
            if (per_pile or phrase.kinds == {"waste"}) and not phrase.attrs & {"all", "every"}:
                found.add("top")
            elif "at.pile" in clause.features and "all" not in phrase.attrs:
                continue
            elif "all" in phrase.attrs or "every" in phrase.attrs or phrase.role is None:
                found.add("all-exposed")
    return sorted(found) or None


@value
def filled_with(clause: Clause) -> str | None:
    """`any` where any card may go on an empty pile."""
    ranks = any(phrase.is_a("rankname") or "base" in phrase.attrs for phrase in clause.phrases)
    return None if ranks else "any"


@value
def filling_rank(clause: Clause) -> str | None:
    """The rank that may go on an empty pile."""
    if "base" in clause.features or _nowhere_else(clause.words):
        return None
    if any(
        phrase.is_a("rankname") and phrase.role is None and phrase.kinds and not phrase.is_a("pile")
        for phrase in clause.phrases
    ):
        return None  # "A King in a cell can go to an empty pile": so can a Queen, for all it says
    found = {phrase.name for phrase in clause.phrases if phrase.is_a("rankname") and phrase.name}
    return found.pop() if len(found) == 1 else None


def _nowhere_else(words: list[Word]) -> bool:
    """Whether a word that is not known and "but" limit where a card goes, not what an empty pile takes."""
    return any(
        "restrictive" in word.concepts and not before.concepts and before.tag is None
        for before, word in itertools.pairwise(words)
    )


@value
def filled_auto(clause: Clause) -> list[str] | None:
    """The kinds that fill an empty pile by themselves; cards moved along the rows come from the tableau."""
    found: list[str] = []
    if (
        "move" in clause.features
        and "card" in clause.features
        and not (
            clause.genitive_first
            and any(one.kinds for one in clause.phrases if one.is_a("card") or one.role in ("from", "by"))
        )
    ):
        found.append("tableau")
    for phrase in clause.phrases:
        if phrase.role in ("from", "by") or (phrase.role == "of" and found and _or_before(phrase, clause)):
            found += [kind for kind in sorted(phrase.kinds) if kind not in found]
    if not found and any(phrase.is_a("card") and phrase.role == "by" for phrase in clause.phrases):
        # "Filled by cards in the stock".
        found += [
            kind for phrase in clause.phrases if phrase.role == "at" for kind in ("stock", "waste") if phrase.is_a(kind)
        ]
    if not found and clause.genitive_first:
        # "Hondarreko kartak hartzen du haren lekua".
        found += [
            kind for phrase in clause.phrases if phrase.role is None and phrase.is_a("card") for kind in phrase.kinds
        ]
    if found and any(
        phrase.role == "from" and phrase.is_a("pile") and not phrase.kinds and not phrase.attrs
        for phrase in clause.phrases
    ):
        found.append("stock")  # "from the waste or the pile": the pile that cards come from
    return found or None


def _or_before(phrase: Phrase, clause: Clause) -> bool:
    """Whether a phrase is what may take another's place: "par une carte de la défausse ou de la pioche"."""
    return any("or" in word.concepts for word in clause.words[max(0, phrase.first - 2) : phrase.first])


@value
def double_click(clause: Clause) -> list[str] | None:
    """Where a double click moves a card."""
    found = {f"to-{kind}" for kind in clause.targets() if kind in ("foundation", "tableau")}
    return sorted(found) or None


@value
def sources(clause: Clause) -> list[str] | None:
    """The kinds of pile that cards come from."""
    return sorted(clause.sources()) or None


@value
def redealt_from(clause: Clause) -> str | None:
    """Where a redeal takes its cards from."""
    for kind in ("waste", "tableau", "reserve"):
        if kind in clause.features:
            return kind
    return "waste" if "put-back" in clause.features else None


@value
def filled_from_all(clause: Clause) -> str | None:
    """`any` where a card may come from the tableau as well as from another pile: from wherever cards are in play."""
    filled = [of for phrase in clause.phrases if "empty" in phrase.attrs for of in phrase.of]
    found = {
        kind
        for phrase in clause.phrases
        if phrase.role in ("from", "by", "of") and phrase not in filled
        for kind in phrase.kinds
    }
    return "any" if "tableau" in found and found & {"waste", "reserve"} else None


@value
def filled_or_else(clause: Clause) -> list[str] | None:
    """The kinds that fill a pile in turn: "from the waste, or from the stock if no card is in the waste"."""
    found = filled_from(clause) or []
    for mark, span in clause.spans:
        concepts = {concept for word in span for concept in word.concepts}
        if mark in ("if", "when") and len(found) > 1 and found[0] in concepts and found[1] not in concepts:
            return found
    return None


@value
def filled_by(clause: Clause) -> list[str] | None:
    """The kinds of pile that an empty one may be filled from."""
    found: list[str] = []
    taken = any(phrase.kinds for phrase in clause.phrases if phrase.role in ("from", "by"))
    before: Phrase | None = None
    for phrase in clause.phrases:
        if (
            phrase.role in ("from", "by")
            # "The cards of the reserve are refilled from the waste": what is filled, where another pile is named.
            or (phrase.is_a("card") and not (taken and phrase.role is None and not phrase.verb_before))
            # "By any card in the reserves".
            or (phrase.role == "at" and before is not None and before.role == "by" and before.is_a("card"))
            # "Par une carte de la défausse ou d'une autre pile".
            or (
                phrase.role == "of"
                and bool(found)
                and before is not None
                and any("or" in word.concepts for word in clause.words[before.last + 1 : phrase.first])
            )
        ):
            found += [kind for kind in sorted(phrase.kinds) if kind not in found]
        before = phrase
    return found or None


@value
def face(clause: Clause) -> str | None:
    """How cards lie: face up or face down."""
    found = [name for name in ("up", "down") if f"face-{name}" in clause.features]
    return found[0] if len(found) == 1 else None


@value
def except_kinds(clause: Clause) -> list[str] | None:
    """The kinds of pile that are left out."""
    found = {
        kind
        for mark, span in clause.spans
        if mark == "except"
        for word in span
        for kind in KINDS
        if kind in word.concepts
    }
    return sorted(found) or None


@value
def coming(clause: Clause) -> list[str] | None:
    """The kinds of pile that a card comes from."""
    found = [
        kind
        for phrase in clause.phrases
        if phrase.role == "from" or (phrase.is_a("card") and phrase.role is None)
        for kind in sorted(phrase.kinds)
    ]
    return list(dict.fromkeys(found)) or None


@value
def filler(clause: Clause) -> list[str] | None:
    """The kinds of pile that fill an empty one: "the waste fills each gap"."""
    return [
        kind
        for phrase in clause.roles(None)
        if not phrase.verb_before and "empty" not in phrase.attrs
        for kind in sorted(phrase.kinds)
    ] or None
