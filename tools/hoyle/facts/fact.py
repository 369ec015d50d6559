"""Facts: what a sentence states."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal, NamedTuple

from hoyle.language.sentence import Sentence

Value = Any
"""A string, an integer, a boolean, or a list of these; which one, the key says."""


class Fact(NamedTuple):
    """What one sentence states: a key of the vocabulary and a value."""

    page: str
    lang: str
    """The page's language."""
    key: str
    value: Value
    sentence: Sentence
    when: str | None = None
    """The option under which it holds; None for the game as dealt by default."""
    sources: tuple[Sentence, ...] = ()
    """Every sentence that states it, `sentence` first."""


class SentenceReading(NamedTuple):
    """How one sentence was understood."""

    sentence: Sentence
    status: Literal["facts", "states none", "not understood", "not read"]
    """`not read`: titles and strategy, from which no rule is taken."""
    facts: tuple[Fact, ...] = ()


reading_of = partial(tuple.__new__, SentenceReading)
"""The same of a tuple, at less than half of the cost: there are ten thousand in a manual."""


class PageReading(NamedTuple):
    """All sentences of a page, and the facts, each once, in the order of the page."""

    page: str
    lang: str
    sentences: tuple[SentenceReading, ...]
    facts: tuple[Fact, ...] = ()
