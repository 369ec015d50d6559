"""From sentences to facts.

A rule is data: a file in `rules/` by subject, in the form that `hoyle.facts.rules`
describes. To add one, write it there, with an example for each language in its corpus.

| module | what it does |
|---|---|
| `keys` | the table of what can be stated |
| `clauses` | a sentence as clauses and noun phrases |
| `rules`, `topics`, `values` | which clause states which fact: of which piles, with which value |
| `context`, `sentences` | one sentence read in its context |
| `deal` | deals told over several sentences, played to their end |
| `about` | whether a text is about a card game at all |
| `merging`, `reader` | a page: its sentences in order, each fact once |
| `corpus`, `trace`, `comparison` | the examples of a language; how a sentence was read; languages side by side |
| `wording` | facts in words |
"""

import importlib
from typing import TYPE_CHECKING

from hoyle.facts.fact import Fact, PageReading, SentenceReading, Value

if TYPE_CHECKING:
    from hoyle.facts.comparison import compare, coverage
    from hoyle.facts.corpus import check_language
    from hoyle.facts.reader import read_facts
    from hoyle.facts.trace import explain

__all__ = [
    "Fact",
    "PageReading",
    "SentenceReading",
    "Value",
    "check_language",
    "compare",
    "coverage",
    "explain",
    "read_facts",
]

_HOMES = {
    "read_facts": "reader",
    "explain": "trace",
    "check_language": "corpus",
    "coverage": "comparison",
    "compare": "comparison",
}


def __getattr__(name: str) -> object:
    """What reads, explains and compares is imported when first asked for."""
    if name in _HOMES:
        return getattr(importlib.import_module(f"hoyle.facts.{_HOMES[name]}"), name)
    raise AttributeError(name)
