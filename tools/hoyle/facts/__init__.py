"""From sentences to facts.

A rule is data: a file in `rules/` by subject, in the form that `hoyle.facts.rules`
describes. To add one, write it there, with an example for each language in its corpus.
"""

from hoyle.facts.fact import Fact, PageReading, SentenceReading, Value

__all__ = ["Fact", "PageReading", "SentenceReading", "Value", "read_facts"]


def __getattr__(name: str) -> object:
    """`read_facts` is imported when first asked for."""
    if name == "read_facts":
        from hoyle.facts.reader import read_facts

        return read_facts
    raise AttributeError(name)
