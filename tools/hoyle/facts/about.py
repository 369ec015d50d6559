"""Whether a text is about a card game, and about this one."""

from __future__ import annotations

from hoyle.facts.context import Context
from hoyle.language.bank import Word
from hoyle.language.concepts import KINDS

_OBJECTS = frozenset(
    (
        *KINDS,
        "deck",
        "card",
        "suit",
        "pile",
        "row",
        "grid",
        "sequence",
        "pair",
        "set",
        "building",
        "rankname",
        "redeal",
        "jokers",
        "pyramid",
        "base",
        "pass",
        "other-pile",
        "dealing",
        "group",
        "column",
        "corner",
        "point",
        "score",
    )
)
_ACTS = frozenset(
    (
        "build",
        "deal",
        "flip",
        "fill",
        "remove",
        "shuffle",
        "redeal-verb",
        "go-through",
        "click",
        "double-click",
        "wrap",
        "add-up",
        "worth",
        "put-back",
        "in-play",
        "game-end",
        "game-win",
        "win",
        "lose",
        "accept",
        "stay",
        "turn-over",
    )
)


_SUBJECTS = _OBJECTS | _ACTS
_SMALL = frozenset(
    ("and", "or", "is", "have", "can", "must", "a", "again", "back", "not", "comma", "of", "to", "from", "at")
)
"""Words of any text."""


_CARD_GAME = frozenset(
    (
        *("card", "suit", "suitname", "jokers", "color", "tableau", "waste", "deck", "redeal", "pile", "sequence"),
        *("group", "score", "point", "game", "game-end", "game-win", "win", "end", "in-play"),
    )
)


def is_foreign(words: list[Word]) -> bool:
    """Whether a sentence is about other things: most of its words are none of a card player's, and none names a card.

    A king, a foundation or a row is a thing of the world, too; so is a group of travellers.
    """
    concepts: set[str] = set()
    unknown = 0
    for word in words:
        # A base by itself is no card.
        concepts |= word.concepts - _CARD if "base" in word.concepts else word.concepts
        # "Ne", "qu'", "is": a word of two letters tells nothing of what is spoken of.
        unknown += not word.concepts and word.tag is None and len(word.text) > 2 and word.text.isalpha()
    if concepts.isdisjoint(_CARDS) and concepts.isdisjoint(KINDS) and _of_other_things(words):
        return True
    return (
        unknown > 2
        and not concepts & _CARD_GAME
        and len(concepts.intersection(KINDS)) < 2
        and sum("rankname" in word.concepts for word in words) < 3
    )


_CARD = frozenset(("card",))
_CARDS = frozenset(("card", "suit", "suitname", "jokers", "deck", "rankname"))
_GATHERED = frozenset(("group", "pile", "row", "column", "pair", "set", "sequence", "unit", "grid"))


def _of_other_things(words: list[Word]) -> bool:
    """Whether a group, pile or row is one of things that no card player's vocabulary holds: "groups of tourists"."""
    return any(
        word.concepts & _GATHERED
        and "of" in following.concepts
        and not things.concepts
        and things.tag is None
        and things.text.isalpha()
        for word, following, things in zip(words, words[1:], words[2:], strict=False)
    )


def speaks_of_the_game(words: list[Word], context: Context) -> bool:
    """Whether a sentence names anything that a rule could be about.

    One that names no card, pile, rank or point and no act of play states no rule; nor does
    one most of whose words no card player's vocabulary holds and that names no card.
    """
    if len(words) <= 2 and all(word.sort.heads and (len(words) == 1 or not word.sort.verbs) for word in words):
        # "Score", "Clock layout": a label.
        return False
    concepts: set[str] = set()
    known = unknown = about = 0
    for word in words:
        concepts |= word.concepts
        if word.concepts:
            known += not word.concepts <= _SMALL
            about += not word.concepts.isdisjoint(_SUBJECTS)
        elif word.tag is None:
            unknown += 1
    if concepts & {"can", "must", "only"} and concepts & {"move", "times", "once-word"}:
        # "This may be done twice."
        return True
    if not concepts & _OBJECTS and not concepts & _ACTS:
        return False
    if not concepts & _OBJECTS and context.header is None and unknown >= known:
        return False
    return bool(concepts & {"card", "score", *KINDS}) or context.header is not None or unknown < min(known, about + 2)


CARD_WORDS = frozenset(("card", "suit", "suitname", "jokers"))
_CARD_PILES = frozenset(("tableau", "foundation", "waste"))
"""Kinds of piles whose names mean little else; a stock or a reserve is a word of the kitchen too."""
_SIGNS = CARD_WORDS | _CARD_PILES | {"color", "rankname"}

Signs = tuple[frozenset[str], int, int]
"""What in a sentence speaks of card games, how many of its words a bank knows, and how many it does not."""


def signs_of(words: list[Word]) -> Signs:
    """What in a sentence speaks of card games, and how many of its words are known and unknown."""
    named: set[str] = set()
    known = unknown = 0
    before: frozenset[str] = frozenset()
    for word in words:
        concepts = word.concepts
        if concepts:
            known += 1
            if not concepts.isdisjoint(_SIGNS) and "base" not in concepts:
                named |= concepts & _SIGNS
            if "pile" in concepts and not before.isdisjoint(_CARD_PILES):
                named.add("pile")  # "a tableau pile"
        elif word.tag is None and word.text.isalpha():
            unknown += 1
        before = concepts
    return frozenset(named), known, unknown
