"""`hoyle check`: every statement of every page against the game."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from hoyle.checks.finding import Finding, Severity
from hoyle.cli.inputs import UNUSABLE, give_up, pages_of, paths_argument, settings_or_exit, with_progress
from hoyle.messages import _
from hoyle.report.formats import FORMATS, line_writer, whole
from hoyle.report.pages import Counts, PageFindings

if TYPE_CHECKING:
    from hoyle.checks.run import Observe
    from hoyle.docbook.page import Page, PageError
    from hoyle.settings import Settings


@dataclass(frozen=True)
class Request:
    """What the command line asks for."""

    paths: tuple[Path, ...]
    languages: tuple[str, ...]
    names: tuple[str, ...]
    form: str
    output: Path | None
    select: tuple[str, ...]
    ignore: tuple[str, ...]
    severity: Severity


@click.command(help=_("Check what pages say against what the games do, and translations against their sources."))
@paths_argument
@click.option(
    "--lang",
    "languages",
    metavar="LANG",
    multiple=True,
    help=_("Check only pages in this language; a page that names none is taken to be in it."),
)
@click.option("--page", "names", metavar="NAME", multiple=True, help=_("Check only pages of this name."))
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help=_("How to print findings.")
)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help=_("Write the report to a file, whole or not at all."),
)
@click.option("--select", metavar="ID", multiple=True, help=_("Run only the checks whose id begins with this."))
@click.option("--ignore", metavar="ID", multiple=True, help=_("Leave out the checks whose id begins with this."))
@click.option(
    "--severity",
    type=click.Choice(["error", "warning", "note"]),
    default="warning",
    show_default=True,
    help=_("Show and count only findings of this weight or more."),
)
@click.option(
    "--engine",
    type=click.Choice(["auto", "reference", "aisleriot", "none"]),
    default="auto",
    show_default=True,
    help=_("Which engine plays the games; auto takes the reference engine, and AisleRiot's for games that it lacks."),
)
def check(
    paths: tuple[Path, ...],
    languages: tuple[str, ...],
    names: tuple[str, ...],
    form: str,
    output: Path | None,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    severity: Severity,
    engine: Literal["auto", "reference", "aisleriot", "none"],
) -> None:
    """Print findings. Exit status 0 without any, 1 with some, 2 where no page could be read."""
    from hoyle.checks.run import ALL, engine_observer

    known = [one.id for one in ALL]
    for name in (*select, *ignore):
        if not any(one.startswith(name) for one in known):
            raise click.UsageError(
                _("there is no check “{name}”; there are {known}").format(name=name, known=", ".join(known))
            )
    request = Request(paths, languages, names, form, output, select, ignore, severity)
    sys.exit(run(request, settings_or_exit(), engine_observer(engine)))


def run(request: Request, settings: Settings, observe: Observe) -> int:
    """Check once and report; returns the exit status."""
    from hoyle.checks.run import at_least, check_pages

    pages = _asked_for(pages_of(request.paths, settings), request)
    results = check_pages(pages, observe, source_language=settings.source, select=request.select, ignore=request.ignore)
    counts = Counts()
    report = Report(request.form, request.output)
    for result in with_progress(results, len(pages), _("Checking pages")):
        findings = at_least(result.findings, request.severity)
        counts.add(findings)
        if result.subject is not None:
            counts.pages += 1
            counts.facts += len(result.subject.reading.facts)
            counts.verified += sum(verdict.status == "verified" for verdict in result.subject.verdicts)
        report.add(str(result.path), findings)
    report.end(counts)
    if not counts.pages:
        return UNUSABLE
    return 1 if counts.worst else 0


def _asked_for(pages: Iterable[Page | PageError], request: Request) -> list[Page | PageError]:
    """The pages in the languages and of the names that were asked for, and what cannot be read."""
    from hoyle.docbook.page import PageError
    from hoyle.language.pages import page_language

    chosen: list[Page | PageError] = []
    for page in pages:
        if not isinstance(page, PageError):
            if request.languages and page.lang is None:
                page = replace(page, lang=request.languages[0])
            if request.languages and page_language(page) not in request.languages:
                continue
            if request.names and page.name not in request.names:
                continue
        chosen.append(page)
    if not chosen:
        wanted = ", ".join((*request.languages, *request.names))
        give_up(_("none of the pages is what was asked for: {wanted}").format(wanted=wanted))
    return chosen


class Report:
    """Shows findings as they come where the form allows it, and writes files whole or not at all."""

    def __init__(self, form: str, output: Path | None) -> None:
        self.form = form
        self.output = output
        self.pages: list[PageFindings] = []
        self.write = line_writer(form) if output is None else None
        self.terminal = None
        if form == "text" and output is None:
            from rich.console import Console

            from hoyle.report.terminal import TerminalReport

            self.terminal = TerminalReport(Console(highlight=False))

    def add(self, path: str, findings: Sequence[Finding]) -> None:
        """Take in what was found in a file."""
        if self.terminal:
            self.terminal.add(findings)
        elif self.write:
            for finding in findings:
                click.echo(_encodable(self.write(finding)))
        else:
            self.pages.append(PageFindings(path, tuple(findings)))

    def end(self, counts: Counts) -> None:
        """Show or write what was not shown yet."""
        if self.terminal:
            self.terminal.end(counts)
        elif not self.write:
            text = _encodable(whole(self.form, self.pages, counts))
            if self.output is None:
                click.echo(text, nl=False)
                return
            from hoyle.translation.writing import CannotWrite, write_whole

            try:
                write_whole(self.output, text.encode())
            except CannotWrite as error:
                give_up(str(error))
            if self.form != "text":
                click.echo(f"{counts.looked_at()}\n{counts.found()}", err=True)


def _encodable(text: str) -> str:
    """The text with the bytes of a file's name that are no text as escapes, which is what JSON has for them too."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
