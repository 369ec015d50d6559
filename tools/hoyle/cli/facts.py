"""`hoyle facts`: the rules that pages state, and how they were read."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hoyle.cli.inputs import UNUSABLE, give_up, lang_option, pages_of, paths_argument, settings_or_exit, with_progress
from hoyle.messages import _
from hoyle.report.text import one_line

if TYPE_CHECKING:
    from hoyle.docbook.page import Page
    from hoyle.facts.fact import PageReading
    from hoyle.language.sentence import Sentence
    from hoyle.settings import Settings


@click.command(help=_("Print the rules that pages state, and how they were read."))
@paths_argument
@lang_option
@click.option("--format", "form", type=click.Choice(["text", "jsonl"]), default="text", help=_("How to print facts."))
@click.option(
    "--compare",
    metavar="LANG,LANG…",
    help=_("Lay the languages of each page side by side, and show what one lacks or states differently."),
)
@click.option("--coverage", is_flag=True, help=_("Show the shares of sentences understood, and list the others."))
@click.option(
    "--explain", is_flag=True, help=_("Show for each sentence its terms, and the rules that fired or nearly did.")
)
@click.option("--line", type=click.IntRange(min=1), help=_("With --explain: only the sentences of this line."))
def facts(
    paths: tuple[Path, ...],
    lang: str | None,
    form: str,
    compare: str | None,
    coverage: bool,
    explain: bool,
    line: int | None,
) -> None:
    """Print facts, or one of the views of how they were read. Exit status 2 where a page could not be read."""
    from hoyle.docbook.page import PageError

    if sum((compare is not None, coverage, explain)) > 1:
        raise click.UsageError(_("--compare, --coverage and --explain go one at a time"))
    settings = settings_or_exit()
    pages, failed = [], False
    for page in pages_of(paths, settings, lang):
        if isinstance(page, PageError):
            click.echo(_("hoyle: {message}").format(message=page), err=True)
            failed = True
        else:
            pages.append(page)
    if compare is not None:
        languages = [name.strip() for name in compare.split(",") if name.strip()]
        failed = not _compare(pages, languages, settings) or failed
    elif coverage:
        _coverage(pages, settings)
    elif explain:
        _explain(pages, lang, line, settings)
    else:
        _print(pages, form, settings)
    sys.exit(UNUSABLE if failed else 0)


def _print(pages: Sequence[Page], form: str, settings: Settings) -> None:
    from hoyle.facts.reader import read_facts
    from hoyle.report.jsonl import fact_line
    from hoyle.report.readings import fact_lines, in_page_order

    for page in with_progress(pages, len(pages), _("Reading pages")):
        reading = read_facts(page, source=settings.source)
        if form == "jsonl":
            for fact in in_page_order(reading):
                click.echo(fact_line(fact))
        else:
            click.echo(click.style(one_line(f"{page.path} ({reading.page}, {reading.lang})"), bold=True))
            for text in fact_lines(reading):
                click.echo(text)


def _compare(pages: Sequence[Page], languages: Sequence[str], settings: Settings) -> bool:
    """Of each page, and of its versions in the folders of the other languages; whether all could be read."""
    from rich.console import Console

    from hoyle.docbook.page import PageError
    from hoyle.docbook.reader import read_page
    from hoyle.docbook.versions import of_all_languages, versions
    from hoyle.facts.comparison import compare
    from hoyle.facts.reader import read_facts
    from hoyle.report.readings import difference_table

    if len(languages) < 2:
        raise click.UsageError(_("--compare needs two languages or more, such as en,fr"))
    console, all_read = Console(highlight=False), True
    compared: dict[Path, dict[str, PageReading]] = {}
    paths: dict[Path, tuple[Path, str]] = {}
    for page in pages:
        reading = read_facts(page, source=settings.source)
        # Manuals may have pages of one name in several folders.
        name = of_all_languages(page.path.resolve(), reading.lang, settings.source)
        compared.setdefault(name, {})[reading.lang] = reading
        paths[name] = page.path, reading.lang
    for name, readings in compared.items():
        path, of = paths[name]
        for lang in languages:
            beside = versions(path.resolve(), of, lang, settings.source) if lang not in readings else []
            for version in filter(Path.is_file, beside):
                try:
                    readings[lang] = read_facts(read_page(version, lang=lang), source=settings.source)
                    break
                except PageError as error:
                    click.echo(_("hoyle: {message}").format(message=error), err=True)
                    all_read = False
        found = {lang: readings[lang] for lang in languages if lang in readings}
        for lang in languages:
            if lang not in found:
                click.echo(_("{page}: there is no page in {lang} beside it").format(page=path, lang=lang), err=True)
        differences = compare(found)
        if differences:
            console.print(difference_table(path.stem, tuple(found), differences))
        else:
            click.echo(
                one_line(_("{page}: {languages} state the same").format(page=path.stem, languages=", ".join(found)))
            )
    return all_read


def _coverage(pages: Sequence[Page], settings: Settings) -> None:
    from rich.console import Console

    from hoyle.facts.comparison import coverage
    from hoyle.facts.reader import read_facts
    from hoyle.report.readings import coverage_table

    read = with_progress(pages, len(pages), _("Reading pages"))
    shares = coverage([read_facts(page, source=settings.source) for page in read])
    Console(highlight=False).print(coverage_table(shares))
    for share in shares:
        if share.page is not None:
            for reading in share.not_understood:
                click.echo(one_line(f"{reading.sentence.place}: {reading.sentence.text}"))


def _explain(pages: Sequence[Page], lang: str | None, line: int | None, settings: Settings) -> None:
    from hoyle.facts.trace import explain_page
    from hoyle.report.readings import trace_lines

    shown = 0
    for page in pages:
        for reading, trace in explain_page(page, lang, source=settings.source):
            if line is None or reading.sentence.place.line <= line <= _last_line(reading.sentence):
                shown += 1
                for text in trace_lines(trace, reading):
                    click.echo(text)
    if not shown:
        give_up(_("no sentence stands there from which rules are read"))


def _last_line(sentence: Sentence) -> int:
    return sentence.block.text.place(sentence.end - 1).line
