"""`hoyle check`: every statement of every page against the game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Literal

import click

from hoyle.cli.inputs import UNUSABLE, lang_option, pages_of, paths_argument, settings_or_exit, with_progress
from hoyle.messages import _


@click.command(help=_("Check what pages say against what the games do, and translations against their sources."))
@paths_argument
@lang_option
@click.option(
    "--format", "form", type=click.Choice(["text", "jsonl"]), default="text", help=_("How to print findings.")
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
    lang: str | None,
    form: str,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    severity: Literal["error", "warning", "note"],
    engine: Literal["auto", "reference", "aisleriot", "none"],
) -> None:
    """Print findings. Exit status 0 without any, 1 with some, 2 where no page could be read."""
    from hoyle.checks.run import ALL, at_least, check_pages, engine_observer

    known = [one.id for one in ALL]
    for name in (*select, *ignore):
        if not any(one.startswith(name) for one in known):
            raise click.UsageError(
                _("there is no check “{name}”; there are {known}").format(name=name, known=", ".join(known))
            )
    settings = settings_or_exit()
    pages = pages_of(paths, settings, lang)
    results = check_pages(pages, engine_observer(engine), source_language=settings.source, select=select, ignore=ignore)
    if form == "text":
        from rich.console import Console

        from hoyle.report.terminal import TerminalReport

        report = TerminalReport(Console(highlight=False))
    found = read = facts = verified = 0
    for result in with_progress(results, len(pages), _("Checking pages")):
        findings = at_least(result.findings, severity)
        found += len(findings)
        if result.subject is not None:
            read += 1
            facts += len(result.subject.reading.facts)
            verified += sum(verdict.status == "verified" for verdict in result.subject.verdicts)
        if form == "text":
            report.add(findings)
        else:
            from hoyle.report.jsonl import finding_line

            for finding in findings:
                click.echo(finding_line(finding))
    if form == "text":
        report.end(read, facts, verified)
    if not read:
        sys.exit(UNUSABLE)
    sys.exit(1 if found else 0)
