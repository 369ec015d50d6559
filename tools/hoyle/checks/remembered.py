"""Readings of pages and observations of games, remembered between runs.

An entry is named by all that its value follows from: the words of the page and how they
stand in it; the engine, the game and the keys asked for; and the code of both. What is
read back is built anew around the page at hand, so that places are always its own.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from hoyle import cache
from hoyle.docbook.page import Page
from hoyle.facts.fact import Fact, PageReading, SentenceReading
from hoyle.facts.reader import read_facts
from hoyle.language.sentence import Sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from hoyle.observe.observation import Observation

COMPARISONS = "comparisons"
READINGS = "readings"
OBSERVATIONS = "observations"


def reading_of(page: Page, source: str) -> PageReading:
    """The facts of a page, from the cache or read now; `source` is the language that pages are translated from."""
    name = cache.key(source, page.name, page.lang, _words_of(page))
    known = cache.recall(READINGS, name)
    if known is not None:
        try:
            return _reading_from(known, page)
        except (TypeError, ValueError, KeyError, IndexError, AttributeError):
            pass
    reading = read_facts(page, source=source)
    data = _reading_as_data(reading)
    if data is not None:
        cache.remember(READINGS, name, data)
    return reading


def _words_of(page: Page) -> list[Any]:
    """All that reading looks at: the texts, the titles and headers that they stand under, and what is marked."""
    return [
        [
            block.kind,
            block.text.value,
            [title.value for title in block.titles],
            block.header.value if block.header else None,
            block.lang,
        ]
        for block in page.blocks
    ]


def _reading_as_data(reading: PageReading) -> dict[str, Any] | None:
    at = {_where(one.sentence): number for number, one in enumerate(reading.sentences)}

    def fact(one: Fact) -> list[Any]:
        sources = [at[_where(sentence)] for sentence in one.sources]
        return [one.page, one.lang, one.key, one.value, at[_where(one.sentence)], one.when, sources]

    try:
        sentences = [
            [
                *_where(one.sentence),
                one.sentence.role,
                one.sentence.lang,
                one.status,
                [fact(each) for each in one.facts],
            ]
            for one in reading.sentences
        ]
        return {
            "page": reading.page,
            "lang": reading.lang,
            "sentences": sentences,
            "facts": [fact(one) for one in reading.facts],
        }
    except KeyError:
        return None


def _where(sentence: Sentence) -> tuple[int, int, int]:
    return sentence.block.index, sentence.start, sentence.end


def _reading_from(data: dict[str, Any], page: Page) -> PageReading:
    sentences = [
        Sentence(page.blocks[block], start, page.blocks[block].text.value[start:end], role, lang)
        for block, start, end, role, lang, _status, _facts in data["sentences"]
    ]

    def fact(one: list[Any]) -> Fact:
        of, lang, key, value, sentence, when, sources = one
        return Fact(of, lang, key, value, sentences[sentence], when, tuple(sentences[each] for each in sources))

    readings = tuple(
        SentenceReading(sentence, status, tuple(map(fact, facts)))
        for sentence, (*_place, status, facts) in zip(sentences, data["sentences"], strict=True)
    )
    return PageReading(data["page"], data["lang"], readings, tuple(map(fact, data["facts"])))


def observations_of(
    engine: str,
    variant: str,
    option: str | None,
    keys: frozenset[str],
    observe: Callable[[], Iterable[Observation]],
) -> tuple[Observation, ...]:
    """What a variant of an engine does with an option on, from the cache or as `observe` finds it now.

    `engine` names the engine and all of it that is not part of our own code.
    """
    name = cache.key(engine, variant, option, sorted(keys))
    known = cache.recall(OBSERVATIONS, name)
    if known is not None:
        try:
            return _observations_from(known)
        except (TypeError, ValueError, KeyError, AttributeError):
            pass
    found = tuple(observe())
    cache.remember(OBSERVATIONS, name, [asdict(one) for one in found])
    return found


def options_of(engine: str, variant: str, ask: Callable[[], Iterable[str]]) -> tuple[str, ...]:
    """The names of a variant's options, from the cache or as `ask` gives them now."""
    name = cache.key(engine, variant, "options")
    known = cache.recall(OBSERVATIONS, name)
    if isinstance(known, list) and all(isinstance(one, str) for one in known):
        return tuple(known)
    found = tuple(ask())
    cache.remember(OBSERVATIONS, name, list(found))
    return found


def _observations_from(data: list[dict[str, Any]]) -> tuple[Observation, ...]:
    from hoyle.messages import restored
    from hoyle.observe.observation import Evidence, Observation

    found = []
    for one in data:
        evidence = Evidence(**{**one["evidence"], "said": restored(one["evidence"]["said"])})
        found.append(Observation(**{**one, "evidence": evidence, "also": tuple(one["also"])}))
    return tuple(found)


def compared(
    what: str, texts: list[tuple[str, str]], source: str, lang: str, compare: Callable[[str, str], Any]
) -> Any:
    """What `compare` finds for each text of a source and its translation, from the cache or now; JSON must hold it."""
    name = cache.key(what, source, lang, texts)
    known = cache.recall(COMPARISONS, name)
    if isinstance(known, list) and len(known) == len(texts):
        return known
    found = [compare(original, text) for original, text in texts]
    cache.remember(COMPARISONS, name, found)
    return found
