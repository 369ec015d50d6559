"""Facts stated of an option: which of the game's options the title over them means.

Games name their options in English. An English title is matched by its words; that of a
translation by the title which stands over the same text of its source. A title that means
none of the options, or may mean two, leaves its facts undecided.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from hoyle.checks.pairs import paired
from hoyle.docbook.page import Page
from hoyle.facts.fact import Fact, PageReading
from hoyle.facts.wording import fact_in_words
from hoyle.messages import _

_ENDINGS = re.compile(r"['’]s\b|\b(\w{3,})s\b")


def meant(title: str, names: Iterable[str]) -> str | None:
    """The option, of those that a game has, which an English title means: the one made of the same words.

    >>> names = ["Three card deals", "Single card deals", "General's Patience"]
    >>> meant("deal three cards", names), meant("general patience", names), meant("no redeals", names)
    ('Three card deals', "General's Patience", None)
    """
    found = [name for name in names if _words(name) == _words(title)]
    return found[0] if len(found) == 1 else None


def _words(title: str) -> list[str]:
    return sorted(re.findall(r"\w+", _ENDINGS.sub(r"\1", title.casefold())))


def titles(reading: PageReading, source: tuple[Page, PageReading] | None, page: Page) -> dict[str, str]:
    """For each title of an option under which a page states facts, the title that its source has there.

    Of a page that translates none, and where the source states nothing in the same place, that is the title itself.
    A title that stands for two of the source's is left out.
    """
    theirs: dict[int, set[str]] = {}
    for fact in source[1].facts if source else ():
        if fact.when is not None:
            for sentence in fact.sources or (fact.sentence,):
                theirs.setdefault(sentence.block.index, set()).add(fact.when)
    original = {ours.index: other.index for ours, other in paired(page, source[0])} if source else {}
    found: dict[str, set[str]] = {}
    for fact in reading.facts:
        if fact.when is not None:
            blocks = (original.get(sentence.block.index, -1) for sentence in fact.sources or (fact.sentence,))
            found.setdefault(fact.when, set()).update(*(theirs.get(block, set()) for block in blocks))
    told = {title: meant_by or {title} for title, meant_by in found.items()}
    return {title: next(iter(meant_by)) for title, meant_by in told.items() if len(meant_by) == 1}


def keys_by_title(readings: Iterable[tuple[PageReading, Mapping[str, str]]]) -> dict[str, frozenset[str]]:
    """For each title, the keys of the facts that pages state under it; `titles` of each page go with its reading."""
    keys: dict[str, set[str]] = {}
    for reading, named in readings:
        for fact in reading.facts:
            if fact.when is not None and fact.when in named:
                keys.setdefault(named[fact.when], set()).add(fact.key)
    return {title: frozenset(found) for title, found in keys.items()}


def in_words(fact: Fact) -> str:
    """What a fact says, in the user's language, and of which option."""
    said = fact_in_words(fact.key, fact.value)
    if fact.when is None:
        return said
    return _("{fact} (with the option “{option}”)").format(fact=said, option=fact.when)
