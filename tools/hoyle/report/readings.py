"""How pages were read, for a person at a terminal: facts, differences between languages, shares, traces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hoyle.facts.keys import KEYS
from hoyle.facts.wording import LABELS, fact_in_words, key_in_words, value_in_words
from hoyle.messages import _
from hoyle.report.text import one_line

if TYPE_CHECKING:
    from rich.table import Table

    from hoyle.facts.comparison import Coverage, Difference
    from hoyle.facts.corpus import LanguageReport
    from hoyle.facts.fact import Fact, PageReading, SentenceReading
    from hoyle.facts.trace import Trace


def in_page_order(reading: PageReading) -> list[Fact]:
    """The facts as a reader of the page meets them; what several sentences state together, at the first of them."""

    def place(fact: Fact) -> tuple[int, int]:
        return min((sentence.block.index, sentence.start) for sentence in fact.sources or (fact.sentence,))

    return sorted(reading.facts, key=place)


def fact_lines(reading: PageReading) -> Iterator[str]:
    """A line a fact: the lines that state it, the fact in words, the sentence."""
    for fact in in_page_order(reading):
        condition = "" if fact.when is None else _(" [with {option}]").format(option=fact.when)
        numbers = sorted({sentence.place.line for sentence in (fact.sources or (fact.sentence,))})
        lines = ", ".join(map(str, numbers))
        yield f"  {lines}: {fact_in_words(fact.key, fact.value)}{condition}  “{fact.sentence.text}”"


def difference_table(page: str, languages: Sequence[str], differences: Sequence[Difference]) -> Table:
    """A row for each key under which the languages of a page state different things."""
    from rich.table import Table

    table = Table(title=page, title_justify="left", show_lines=True)
    table.add_column(_("rule"))
    for lang in languages:
        table.add_column(lang)
    for difference in differences:
        cells = []
        for lang in languages:
            facts = [fact for fact in difference.facts if fact.lang == lang]
            cells.append(
                "\n".join(
                    f"{value_in_words(fact.key, fact.value)} ({fact.sentence.place.line}: “{fact.sentence.text}”)"
                    for fact in facts
                )
                or "–"
            )
        option = _(" [of an option]") if difference.when else ""
        table.add_row(key_in_words(difference.key) + option, *cells)
    return table


def coverage_table(shares: Sequence[Coverage]) -> Table:
    """A row for each language, then for each page."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    # A name that is cut off is no name: headings give way to it, and a very long one goes on in the next line.
    longest = max(len(share.page or _("all pages")) for share in shares)
    table.add_column(_("page"), overflow="fold", no_wrap=longest <= 30)
    table.add_column(_("language"), overflow="fold")
    for name in (_("sentences"), _("state facts"), _("state none"), _("not understood")):
        table.add_column(name, justify="right", overflow="fold")
    for share in shares:
        table.add_row(
            one_line(share.page or _("all pages")),
            share.lang,
            str(share.total),
            str(share.facts),
            str(share.states_none),
            f"{len(share.not_understood)} ({share.share:.1%})",
        )
    return table


def trace_lines(trace: Trace, reading: SentenceReading | None = None) -> Iterator[str]:
    """What was made of a sentence: its terms, phrases and topic, the rules that fired and those that nearly did."""
    if reading is not None:
        yield f"{one_line(str(reading.sentence.place))}: “{trace.text}” [{trace.lang}, {_(reading.status)}]"
    else:
        yield f"“{trace.text}” [{trace.lang}]"
    for clause in trace.clauses:
        yield _("  clause: {text}").format(text=clause.text)
        yield _("    terms: {terms}").format(terms="  ".join(clause.words))
        yield _("    phrases: {phrases}").format(phrases="  ".join(clause.phrases))
        for span in clause.spans:
            yield _("    set aside: {span}").format(span=span)
        for rule, stated in clause.fired:
            facts = ", ".join(f"{key} = {value!r}" for key, value in stated) or _("nothing new")
            yield _("    rule “{rule}” fired: {facts}").format(rule=rule, facts=facts)
        for miss in clause.nearly:
            yield _("    rule “{rule}” nearly fired, and lacked {features}").format(
                rule=miss.rule, features=", ".join(miss.lacking)
            )
    if trace.topic:
        yield _("  spoken of from here on: {pile}").format(pile=trace.topic)


def language_lines(report: LanguageReport) -> Iterator[str]:
    """What the corpus of a language shows about its pack, and what to do about it."""
    from hoyle import language
    from hoyle.facts.corpus import problems

    yield from problems(report)
    folder, here = Path(language.__path__[0]) / report.lang, Path.cwd()
    folder = folder.relative_to(here) if folder.is_relative_to(here) else folder
    corpus, terms = folder / "corpus.yaml", folder / "terms.toml"
    for term in report.unused_terms:
        yield _("no example uses the term {term}").format(term=term)
    if report.unused_terms:
        yield _(
            "  → add a sentence with it and the facts that it states to {corpus}, or take the term out of {terms}"
        ).format(corpus=corpus, terms=terms)
    for key in KEYS:
        if key.shape in report.unstated_keys:
            told = _(LABELS[key.shape]).format(pile="P", rank="R")
            yield _("no example states the key {key} ({meaning}), as in English “{example}” does").format(
                key=key.shape, meaning=told, example=key.example
            )
    if report.unstated_keys:
        yield _(
            "  → pages in this language may state such a rule unread, and nobody would notice: add a sentence that "
            "states it, with the fact, to {corpus}; P stands for any kind of pile, R for any rank"
        ).format(corpus=corpus)
    yield _(
        "{lang}: {examples} examples, {failures} read otherwise; {terms} terms and {keys} keys without an example"
    ).format(
        lang=report.lang,
        examples=report.examples,
        failures=len(report.failures),
        terms=len(report.unused_terms),
        keys=len(report.unstated_keys),
    )
