"""`hoyle facts`: the rules that pages state."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from hoyle.cli.inputs import UNUSABLE, lang_option, pages_of, paths_argument, settings_or_exit, with_progress
from hoyle.messages import _


@click.command(help=_("Print the rules that pages state."))
@paths_argument
@lang_option
@click.option("--format", "form", type=click.Choice(["text", "jsonl"]), default="text", help=_("How to print facts."))
def facts(paths: tuple[Path, ...], lang: str | None, form: str) -> None:
    """Print each fact of each page, in the order of the page."""
    from hoyle.docbook.page import PageError
    from hoyle.facts.reader import read_facts
    from hoyle.facts.wording import fact_in_words
    from hoyle.report.jsonl import fact_line

    failed = False
    pages = pages_of(paths, settings_or_exit(), lang)
    for page in with_progress(pages, len(pages), _("Reading pages")):
        if isinstance(page, PageError):
            click.echo(_("hoyle: {message}").format(message=page), err=True)
            failed = True
            continue
        reading = read_facts(page)
        if form == "text":
            click.echo(click.style(f"{page.path} ({reading.page}, {reading.lang})", bold=True))
        for fact in reading.facts:
            if form == "jsonl":
                click.echo(fact_line(fact))
                continue
            condition = "" if fact.when is None else _(" [with {option}]").format(option=fact.when)
            lines = ", ".join(str(sentence.place.line) for sentence in (fact.sources or (fact.sentence,)))
            click.echo(f"  {lines}: {fact_in_words(fact.key, fact.value)}{condition}  “{fact.sentence.text}”")
    sys.exit(UNUSABLE if failed else 0)
