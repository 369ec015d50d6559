"""What pages say, counted and laid side by side: shares of understood sentences, differences between languages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from hoyle.facts.fact import Fact, PageReading, SentenceReading
from hoyle.facts.keys import of as key_of
from hoyle.language.sentence import Role

RULE_ROLES: frozenset[Role] = frozenset(("setup", "goal", "rules", "scoring", "options"))
"""The sections whose sentences state rules."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """How the sentences of rule sections were understood."""

    page: str | None
    """None for all pages of a language together."""
    lang: str
    facts: int
    states_none: int
    not_understood: tuple[SentenceReading, ...]

    @property
    def total(self) -> int:
        """How many sentences were read."""
        return self.facts + self.states_none + len(self.not_understood)

    @property
    def share(self) -> float:
        """The share that was not understood, from 0 to 1."""
        return len(self.not_understood) / self.total if self.total else 0.0


def coverage(readings: Iterable[PageReading], roles: frozenset[Role] = RULE_ROLES) -> list[Coverage]:
    """The shares of each language, then of each page, in the order of the readings.

    `roles` are the sections that count.
    """
    pages = [_covered(reading.page, reading.lang, reading.sentences, roles) for reading in readings]
    together: dict[str, list[Coverage]] = {}
    for page in pages:
        together.setdefault(page.lang, []).append(page)
    languages = [
        Coverage(
            None,
            lang,
            sum(page.facts for page in found),
            sum(page.states_none for page in found),
            tuple(sentence for page in found for sentence in page.not_understood),
        )
        for lang, found in together.items()
    ]
    return languages + pages


def _covered(page: str, lang: str, sentences: Iterable[SentenceReading], roles: frozenset[Role]) -> Coverage:
    counted = [reading for reading in sentences if reading.sentence.role in roles]
    statuses = Counter(reading.status for reading in counted)
    unread = tuple(reading for reading in counted if reading.status == "not understood")
    return Coverage(page, lang, statuses["facts"], statuses["states none"], unread)


@dataclass(frozen=True, slots=True)
class Difference:
    """One key, and what each language of a page states under it."""

    page: str
    key: str
    when: bool
    """Whether it is stated of an option."""
    values: Mapping[str, tuple[Any, ...]]
    """The values of each language; an empty tuple where it states none."""
    facts: tuple[Fact, ...]
    """The facts behind them, each with its place."""

    @property
    def lacking(self) -> tuple[str, ...]:
        """The languages that state nothing under the key."""
        return tuple(lang for lang, values in self.values.items() if not values)


def compare(readings: Mapping[str, PageReading]) -> list[Difference]:
    """The keys under which the languages of one page state different things.

    Options have other names in each language: they are compared as the values that any
    option of the page states.
    """
    stated: dict[tuple[str, bool], dict[str, dict[str, Fact]]] = {}
    for lang, reading in readings.items():
        for fact in reading.facts:
            values = stated.setdefault((fact.key, fact.when is not None), {})
            values.setdefault(lang, {})[_identity(fact)] = fact
    found = []
    for (key, when), by_lang in stated.items():
        sets = [frozenset(by_lang.get(lang, {})) for lang in readings]
        if len(set(sets)) == 1:
            continue
        found.append(
            Difference(
                next(iter(readings.values())).page,
                key,
                when,
                {lang: tuple(fact.value for fact in by_lang.get(lang, {}).values()) for lang in readings},
                tuple(fact for facts in by_lang.values() for fact in facts.values()),
            )
        )
    return found


def _identity(fact: Fact) -> str:
    value = fact.value
    if isinstance(value, list) and not key_of(fact.key).ordered:
        value = sorted(value, key=str)
    return repr(value)
