"""`hoyle check`: every statement of every page against the game."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from hoyle.cli.inputs import (
    UNUSABLE,
    catalogues_among,
    engine_option,
    give_up,
    no_check,
    pages_of,
    paths_argument,
    settings_or_exit,
    with_progress,
)
from hoyle.messages import _, ngettext
from hoyle.report.formats import FORMATS

if TYPE_CHECKING:
    from hoyle.checks.baseline import Baseline, Known, Scope
    from hoyle.checks.changed import Changes
    from hoyle.checks.check import Subject
    from hoyle.checks.finding import Finding, Severity
    from hoyle.checks.run import Observe, PageResult
    from hoyle.docbook.page import Page, PageError
    from hoyle.observe.observation import Observation
    from hoyle.settings import Settings


_NAMED = 3
"""The most paths that are named in a summary."""
SHOWN = 10
"""The most findings of the baseline that are listed as no longer found."""


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
    engine: str
    since: str | None
    baseline: Path | None
    update: bool
    prune: bool

    @property
    def is_for_all(self) -> bool:
        """Whether it asks for every page of the manual."""
        return not (self.paths or self.languages or self.names)


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
@engine_option("none")
@click.option(
    "--diff",
    "since",
    metavar="REV",
    help=_("Show only findings on lines that changed, or whose source changed, since this revision of git."),
)
@click.option("--watch", is_flag=True, help=_("Check again whenever a page or a catalogue changes."))
@click.option(
    "--baseline",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help=_("Do not show or count the findings in this file; by default the one that the settings name."),
)
@click.option("--update-baseline", "update", is_flag=True, help=_("Put all that is found into the baseline."))
@click.option("--prune", is_flag=True, help=_("Take what is no longer found out of the baseline."))
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
    since: str | None,
    watch: bool,
    baseline: Path | None,
    update: bool,
    prune: bool,
) -> None:
    """Print findings. Exit status 0 without any, 1 with some, 2 where there was nothing to check or it could not be."""
    from hoyle.checks.run import ALL, engine_observer
    from hoyle_engine.interface import EngineFailed

    known = [one.id for one in ALL]
    for name in (*select, *ignore):
        if not any(one.startswith(name) for one in known):
            raise no_check(name)
    settings = settings_or_exit()
    if baseline is not None and not update and not baseline.exists():
        give_up(_("{path}: there is no such file; --update-baseline makes it").format(path=baseline))
    baseline = baseline or settings.baseline
    if (update or prune) and baseline is None:
        raise click.UsageError(_("there is no baseline: name its file with --baseline or in the settings"))
    if update and since:
        raise click.UsageError(_("--update-baseline takes in all that is found, --diff only a part: use one of them"))
    request = Request(
        paths, languages, names, form, output, select, ignore, severity, engine, since, baseline, update, prune
    )
    try:
        observe = engine_observer(engine, partial(click.echo, err=True))
    except EngineFailed as error:
        give_up(str(error))
    if not watch:
        sys.exit(run(request, settings, observe))
    from hoyle.cli.watch import watch as keep_watching

    played = _remembering(observe)
    keep_watching(lambda: run(request, settings, played), (*paths, *settings.pages, settings.locale))


def _remembering(observe: Observe) -> Observe:
    """Plays each game once, however often its pages are checked."""

    @cache
    def play(
        name: str, keys: frozenset[str], options: frozenset[tuple[str, frozenset[str]]]
    ) -> tuple[Observation, ...]:
        return tuple(observe(name, keys, dict(options)))

    return lambda name, keys, options={}: play(name, keys, frozenset(options.items()))


def run(request: Request, settings: Settings, observe: Observe) -> int:
    """Check once and report; returns the exit status."""
    from hoyle.checks.engine import FactUndecided
    from hoyle.checks.pages import SentenceNotUnderstood
    from hoyle.checks.run import at_least, check_catalogues, check_pages
    from hoyle.cli.output import Output
    from hoyle.report.pages import Counts
    from hoyle.translation.catalogue import language_of_place

    changes = _changes(request.since) if request.since else None
    known = _read_baseline(request.baseline)
    catalogues, paths = catalogues_among(request.paths)
    pages = _asked_for(pages_of(paths, settings), request) if paths or not catalogues else []
    if not request.paths and not request.names:
        catalogues = _broken_catalogues(request, settings)
    catalogues.sort(key=lambda path: settings.order(language_of_place(path)))
    results: Iterable[PageResult] = with_progress(
        chain(
            check_pages(
                pages,
                observe,
                source_language=settings.source,
                select=request.select,
                ignore=request.ignore,
                locale=settings.locale,
                settings=settings,
            ),
            check_catalogues(catalogues, source_language=settings.source, select=request.select, ignore=request.ignore),
        ),
        len(pages) + len(catalogues),
        _("Checking pages"),
    )
    if request.update:
        results = list(results)
        found = _found(results)
        known = known.updated(at_least(found, request.severity), found, _scope(request, results))
    counts = Counts(
        catalogues=len(catalogues),
        listed_by=_listing(request, SentenceNotUnderstood.id),
        undecided_listed_by=_listing(request, FactUndecided.id),
    )
    output = Output(request.form, request.output)
    seen = []
    for result in results:
        seen.append(result)
        findings = at_least(result.findings, request.severity)
        new = known.new(findings)
        counts.known += len(findings) - len(new)
        counts.suppressed += len(result.suppressed)
        if changes is not None:
            new = _brought(changes, new, result.subject)
        counts.add(new)
        if result.subject is not None:
            counts.pages += 1
            counts.facts += len(result.subject.reading.facts)
            read = [one for one in result.subject.reading.sentences if one.status != "not read"]
            counts.sentences += len(read)
            counts.not_understood += sum(one.status == "not understood" for one in read)
            statuses = [verdict.status for verdict in result.subject.verdicts]
            counts.verified += statuses.count("verified")
            counts.undecided += statuses.count("unknown")
        output.add(str(result.path), new)
    output.end(counts)
    if request.baseline is not None:
        _keep_baseline(request, request.baseline, known, seen)
    # A page or a catalogue that cannot be read is a finding as others are; without one, nothing read is no success.
    if counts.worst:
        return 1
    return 0 if counts.pages or counts.catalogues else UNUSABLE


def _listing(request: Request, check: str) -> str:
    """The command that lists what a check notes in the same pages."""
    import shlex

    asked = [*(f"--lang={lang}" for lang in request.languages), *(f"--page={name}" for name in request.names)]
    if request.engine != "auto":
        asked.append(f"--engine={request.engine}")
    paths = [*map(str, request.paths[:_NAMED])]
    return shlex.join(("hoyle", "check", "--select", check, "--severity", "note", *asked, *paths)) + (
        " …" if len(request.paths) > _NAMED else ""
    )


def _broken_catalogues(request: Request, settings: Settings) -> list[Path]:
    """The manual's catalogues that cannot be read. Without this the pages that come from them would pass in silence."""
    from hoyle.translation.catalogue import BrokenCatalogue, read_catalogue
    from hoyle.translation.manual import catalogue_path, languages_in

    broken = []
    for lang in settings.languages or languages_in(settings.locale):
        path = catalogue_path(settings.locale, lang)
        if path.exists() and (not request.languages or lang in request.languages):
            try:
                read_catalogue(path)
            except BrokenCatalogue:
                broken.append(path)
            except OSError as error:
                give_up(f"{path}: {error.strerror or error}")
    return broken


def _changes(revision: str) -> Changes:
    from hoyle.checks.changed import CannotCompare, Changes

    try:
        return Changes(revision)
    except CannotCompare as error:
        give_up(str(error))


def _brought(changes: Changes, findings: Sequence[Finding], subject: Subject | None) -> list[Finding]:
    from hoyle.checks.changed import CannotCompare

    try:
        return changes.select(findings, subject)
    except CannotCompare as error:
        give_up(str(error))


def _read_baseline(path: Path | None) -> Baseline:
    from hoyle.checks.baseline import Baseline, BrokenBaseline, read_baseline

    try:
        return Baseline() if path is None else read_baseline(path)
    except BrokenBaseline as error:
        give_up(str(error))


def _keep_baseline(request: Request, path: Path, known: Baseline, results: Sequence[PageResult]) -> None:
    """Write the baseline if that was asked for, and tell what of it is no longer found."""
    from hoyle.checks.baseline import write_baseline
    from hoyle.translation.writing import CannotWrite

    found = _found(results)
    scope = _scope(request, results)
    stale = known.stale(found, scope)
    if request.update or request.prune:
        try:
            write_baseline(path, known.pruned(found, scope))
        except CannotWrite as error:
            give_up(str(error))
    if stale:
        _tell_stale(path, stale, request.prune)


def _found(results: Iterable[PageResult]) -> list[Finding]:
    """All that was found, also what another run, of fewer pages, tells of a translation instead of its source."""
    return [finding for result in results for finding in (*result.findings, *result.repeated)]


def _tell_stale(path: Path, stale: Sequence[Known], pruned: bool) -> None:
    count = len(stale)
    if pruned:
        text = ngettext(
            "{path}: {count} finding was taken out that is no longer found:",
            "{path}: {count} findings were taken out that are no longer found:",
            count,
        )
    else:
        text = ngettext(
            "{path}: {count} finding is no longer found, and --prune takes it out:",
            "{path}: {count} findings are no longer found, and --prune takes them out:",
            count,
        )
    click.echo(text.format(path=path, count=count), err=True)
    for one in stale[:SHOWN]:
        click.echo(f"  {one}", err=True)
    if count > SHOWN:
        click.echo("  " + _("… and {count} more").format(count=count - SHOWN), err=True)


def _scope(request: Request, results: Iterable[PageResult]) -> Scope:
    """What the run has looked at, and so can say to be gone."""
    from hoyle.checks.baseline import Scope
    from hoyle.checks.run import ALL, ENGINE_CHECKS, is_chosen
    from hoyle.translation.catalogue import language_of_place

    pages, unplayed, catalogues = set(), set(), set()
    for result in results:
        subject = result.subject
        name = result.path.name
        pages.add((name, ""))
        if subject is None:
            langs = {finding.lang for finding in result.findings} | {language_of_place(result.path)}
            catalogues |= {(name, lang or "") for lang in langs}
            continue
        page = (subject.page.name, subject.reading.lang)
        pages.add(page)
        if not any(verdict.observation for verdict in subject.verdicts):
            unplayed.add(page)
    chosen = {check.id for check in ALL if is_chosen(check.id, request.select, request.ignore)}
    return Scope(chosen, None if request.is_for_all else pages, ENGINE_CHECKS, unplayed, catalogues)


def _is_in(lang: str, wanted: str) -> bool:
    """Whether a language is the one that is wanted: "pt" is any Portuguese, "pt_BR" that and what says no more."""
    ours, theirs = (re.split(r"[-_@.]", name.lower()) for name in (lang, wanted))
    return all(one == other for one, other in zip(ours, theirs, strict=False))


def _asked_for(pages: Iterable[Page | PageError], request: Request) -> list[Page | PageError]:
    """The pages in the languages and of the names that were asked for, and what cannot be read."""
    from hoyle.docbook.language_of import of_folder
    from hoyle.docbook.page import PageError
    from hoyle.language.pages import page_language

    chosen: list[Page | PageError] = []
    for page in pages:
        if isinstance(page, PageError):
            # Of a page that cannot be read its path alone tells.
            path = Path(page.place.path)
            name, lang = path.stem, of_folder(path)
        else:
            if request.languages and page.lang is None:
                page = page._replace(lang=request.languages[0])
            name, lang = page.name, page.lang or page_language(page)
        if request.languages and lang and not any(_is_in(lang, wanted) for wanted in request.languages):
            continue
        if request.names and name not in request.names:
            continue
        chosen.append(page)
    if not chosen:
        wanted = ", ".join((*request.languages, *request.names))
        give_up(_("none of the pages is what was asked for: {wanted}").format(wanted=wanted))
    return chosen
