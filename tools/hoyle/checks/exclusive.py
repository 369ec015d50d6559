"""Whether a sentence names all that there is: "can only be played to a foundation".

Most sentences name a part of what a game allows, and are right. One that says *only*
is wrong where the game allows more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.facts.fact import Fact
from hoyle.language.bank import available, load
from hoyle.language.concepts import CLASS_OF, KINDS

if TYPE_CHECKING:
    from hoyle.language.bank import Word

_CARD = frozenset(("card", "top", "bottom"))
_TARGETS = frozenset((*KINDS, "pile"))
_PASSED = frozenset(("of", "to", "at", "this", "finite"))
"""Small words between *only* and what it is said of."""
_LIMITS = frozenset(
    ["singly", "at-a-time", "rankname", "suit", "color", "sequence", "group", "higher", "lower", "build"]
)
"""Other things that *only* may be said of: "can only be moved singly"."""


def names_all(fact: Fact) -> bool:
    """Whether the fact's sentence says that nothing else may be played, or that cards may go nowhere else."""
    what = fact.key.partition(".")[2]
    lang = fact.sentence.lang
    if what not in ("available", "plays_to") or lang not in available():
        return False
    words = load(lang).words(fact.sentence.text)
    if any(CLASS_OF.get(concept) == "mark" for word in words for concept in word.concepts):
        return False  # under a condition
    if what == "plays_to" and any(word.concepts & _LIMITS and "a" not in word.concepts for word in words):
        return False
    return any(_is_said_of(what, words, at) for at in range(len(words)) if _says_only(words, at))


def _says_only(words: list[Word], at: int) -> bool:
    """*Only*, or *single* at the head of a clause: "seule la carte du dessus"."""
    concepts = words[at].concepts
    return "only" in concepts or ("single" in concepts and (at == 0 or bool(words[at - 1].concepts & {"comma", "and"})))


def _is_said_of(what: str, words: list[Word], at: int) -> bool:
    """What stands next to *only*: a card that may be played, or else where it goes or that it goes."""
    beside = [near for step in (-1, 1) if (near := _near(words, at, step)) is not None]
    said_of_card = any(word.concepts & _CARD for word in beside)
    if what == "available":
        return said_of_card
    return not said_of_card and any(word.concepts & _TARGETS or _is_verb(word) for word in beside)


def _near(words: list[Word], at: int, step: int) -> Word | None:
    at += step
    while 0 <= at < len(words):
        if "a" not in words[at].concepts and not words[at].concepts <= _PASSED:
            return words[at]
        at += step
    return None


def _is_verb(word: Word) -> bool:
    return any(CLASS_OF.get(concept) == "verb" for concept in word.concepts)
