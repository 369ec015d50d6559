"""Why a sentence was read as it was: its terms, phrases, topic, and the rules that fired or nearly did."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hoyle.docbook.page import Page
from hoyle.facts.context import Context
from hoyle.facts.fact import SentenceReading
from hoyle.facts.reader import read_facts, shared_reader
from hoyle.facts.rules import fires
from hoyle.facts.sentences import Reader, Reading, apply
from hoyle.facts.topics import topics_of


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A rule that lacked little: the features that were not there, and `!x` for those that should not have been."""

    rule: str
    file: str
    lacking: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClauseTrace:
    """One clause as it was understood."""

    text: str
    words: tuple[str, ...]
    phrases: tuple[str, ...]
    spans: tuple[str, ...]
    features: tuple[str, ...]
    fired: tuple[tuple[str, tuple[tuple[str, Any], ...]], ...]
    """Each rule that fired, and what it stated."""
    nearly: tuple[NearMiss, ...]


@dataclass(frozen=True, slots=True)
class Trace:
    """All clauses of a sentence, and what it leaves for the next."""

    text: str
    lang: str
    clauses: tuple[ClauseTrace, ...]
    topic: str | None
    target: str | None


def explain(text: str, lang: str, context: Context | None = None, reader: Reader | None = None) -> Trace:
    """How a sentence is read in its context: under a row header, in a section, after other sentences."""
    context = context or Context()
    reader = reader or shared_reader()
    reading = reader.read(text, lang, context)
    outer = {f"S.{context.section}", f"H.{context.header or 'none'}"}
    traces = []
    for clause in reader.clauses(text, lang)[1]:
        fired, nearly = [], []
        full = clause.features | outer
        for rule in reader.book.rules:
            if fires(rule, full):
                topics = topics_of(rule.topic, clause, context)
                fired.append((rule.name, tuple((key, value) for key, value, _ in apply(rule, clause, topics))))
            else:
                lacking = reader.book.lacking(rule, full)
                if len(lacking) == 1 and sum(not either.isdisjoint(full) for either, _ in rule.conditions) > 1:
                    nearly.append(NearMiss(rule.name, rule.file, tuple(lacking)))
        traces.append(
            ClauseTrace(
                " ".join(word.text for word in clause.words),
                tuple(map(repr, clause.words)),
                tuple(map(repr, clause.phrases)),
                tuple(f"{mark}: {' '.join(word.text for word in span)}" for mark, span in clause.spans),
                tuple(sorted(clause.features)),
                tuple(fired),
                tuple(nearly),
            )
        )
    return Trace(text, lang, tuple(traces), reading.topic, reading.target)


def explain_page(page: Page, lang: str | None = None, *, source: str = "en") -> Iterator[tuple[SentenceReading, Trace]]:
    """Each sentence of a page from which rules are read, with how it was read where it stands."""
    contexts: dict[tuple[str, str], Context] = {}

    class Watched(Reader):
        """Remembers in which context each sentence was read."""

        def read(self, text: str, lang: str, context: Context) -> Reading:
            contexts[text.strip(), lang] = context
            return super().read(text, lang, context)

    for reading in read_facts(page, lang, Watched(), source=source).sentences:
        text, language = reading.sentence.text, reading.sentence.lang
        # In a list of options, what stands before a colon is the option's name and is not read.
        for part in (text, text.partition(":")[2]):
            if context := contexts.get((part.strip(), language)):
                yield reading, explain(part.strip(), language, context)
                break
