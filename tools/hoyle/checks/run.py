"""Runs the checks: pages in, findings out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from hoyle.checks import catalogues as catalogue_checks
from hoyle.checks import engine as engine_checks
from hoyle.checks import numbers as number_checks
from hoyle.checks import pages as page_checks
from hoyle.checks import suppress
from hoyle.checks import translations as translation_checks
from hoyle.checks.check import Check, Fingerprints, Subject
from hoyle.checks.finding import SEVERITIES, Finding, Severity
from hoyle.checks.verdict import Verdict, keys_to_observe, verify
from hoyle.docbook.page import Page, PageError, Place
from hoyle.docbook.reader import read_page
from hoyle.facts.fact import PageReading
from hoyle.facts.reader import read_facts
from hoyle.messages import _

if TYPE_CHECKING:
    from hoyle.observe.observation import Observation

PAGE_CHECKS: tuple[type[Check], ...] = (
    *page_checks.CHECKS,
    *engine_checks.CHECKS,
    *translation_checks.CHECKS,
    *number_checks.CHECKS,
    *suppress.CHECKS,
)
"""The checks of pages."""
ALL: tuple[type[Check], ...] = (*PAGE_CHECKS, *catalogue_checks.CHECKS)
"""Every check, in the order in which `hoyle explain` lists them."""

ENGINE_CHECKS = frozenset(check.id for check in engine_checks.CHECKS)
"""The checks that find nothing where no engine plays the game."""

Observe = Callable[[str, frozenset[str]], "Iterable[Observation]"]
"""Given a page's name and the keys that its pages state: what the game does; empty where no engine plays it."""


@dataclass(frozen=True, slots=True)
class PageResult:
    """What came of one file."""

    path: Path
    subject: Subject | None
    """None for a file that could not be read at all, and for a catalogue."""
    findings: tuple[Finding, ...]
    suppressed: tuple[Finding, ...] = ()
    """What a comment in the page or its catalogue suppresses."""


def check_pages(
    pages: Iterable[Page | PageError],
    observe: Observe,
    *,
    source_language: str = "en",
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    locale: Path | None = None,
) -> Iterator[PageResult]:
    """The result for each page, pages of one game together so that it is observed once.

    `select` and `ignore` name checks by their ids or the beginning of one. `locale` is the
    folder of the catalogues, in which translators may suppress findings.
    """
    checks = [check() for check in PAGE_CHECKS if is_chosen(check.id, select, ignore)]
    suppressions = suppress.Suppressions(
        checks={check.id for check in checks},
        known={check.id for check in ALL},
        engine=ENGINE_CHECKS,
        locale=locale,
    )
    games: dict[str, list[Page]] = defaultdict(list)
    fingerprints = Fingerprints()
    for page in pages:
        if isinstance(page, PageError):
            yield PageResult(Path(page.place.path), None, (fingerprints.mark(_unreadable(page)),))
        else:
            games[page.name].append(page)
    readings = Readings(source_language)
    for name, versions in games.items():
        stated = keys_to_observe(fact for page in versions for fact in readings.of(page).facts)
        observations = tuple(observe(name, stated))
        for page in versions:
            reading = readings.of(page)
            verdicts = tuple(verify(reading, observations))
            subject = Subject(page, reading, verdicts, readings.source_of(page))
            found = sorted((finding for check in checks for finding in check.findings(subject)), key=_order)
            kept, suppressed = suppressions.apply(subject, [fingerprints.mark(finding) for finding in found])
            about = [fingerprints.mark(finding) for finding in suppressions.about(subject)]
            yield PageResult(page.path, subject, tuple(sorted(kept + about, key=_order)), tuple(suppressed))
    unused: dict[str, list[Finding]] = defaultdict(list)
    for finding in suppressions.unused():
        unused[finding.place.path].append(fingerprints.mark(finding))
    for path, said in unused.items():
        yield PageResult(Path(path), None, tuple(said))


def check_catalogues(
    paths: Iterable[Path], *, source_language: str = "en", select: Sequence[str] = (), ignore: Sequence[str] = ()
) -> Iterator[PageResult]:
    """The result for each catalogue."""
    chosen = {check.id for check in ALL if is_chosen(check.id, select, ignore)}
    fingerprints = Fingerprints()
    for path in paths:
        found = catalogue_checks.catalogue_findings(
            path, source_language=source_language, checks=chosen, fingerprints=fingerprints
        )
        yield PageResult(path, None, tuple(found))


def _order(finding: Finding) -> tuple[Place, int, str]:
    return finding.place, SEVERITIES.index(finding.severity), finding.id


def verdicts_of(page: Page, observe: Observe) -> tuple[PageReading, tuple[Verdict, ...]]:
    """The reading of one page, and what the game says to each of its facts."""
    reading = read_facts(page)
    return reading, tuple(verify(reading, observe(page.name, keys_to_observe(reading.facts))))


class Readings:
    """Readings of pages and of the pages that they translate, each made once."""

    def __init__(self, source_language: str) -> None:
        self._source_language = source_language
        self._known: dict[Path, PageReading | None] = {}

    def of(self, page: Page) -> PageReading:
        """The reading of a page."""
        path = page.path.resolve()
        reading = self._known.get(path)
        if reading is None:
            reading = self._known[path] = read_facts(page, source=self._source_language)
        return reading

    def source_of(self, page: Page) -> PageReading | None:
        """The reading of the page in the source language that lies beside it, if there is one.

        Manuals keep a folder a language; that of the source language is called by its
        code or, by gettext's custom, `C`.
        """
        lang = self.of(page).lang
        path = page.path.resolve()
        if lang == self._source_language or lang not in path.parts:
            return None
        at = len(path.parts) - 1 - path.parts[::-1].index(lang)
        for name in (self._source_language, "C"):
            source = Path(*path.parts[:at], name, *path.parts[at + 1 :])
            if source.is_file():
                if source not in self._known:
                    try:
                        self._known[source] = read_facts(read_page(source), source=self._source_language)
                    except PageError:
                        self._known[source] = None  # it is reported where it is itself checked
                return self._known[source]
        return None


def engine_observer(choice: Literal["auto", "reference", "aisleriot", "none"]) -> Observe:
    """Observes games with the engine chosen; `auto` is the reference engine, else AisleRiot's where it is installed."""
    if choice == "none":
        return lambda name, keys: ()

    from hoyle.observe import observe
    from hoyle_engine import engines

    def run(name: str, keys: frozenset[str]) -> Iterable[Observation]:
        variant = name.replace("_", "-")
        for engine in engines(choice):
            if variant in engine.variants:
                return observe(engine, variant, keys=keys).values()
        return ()

    return run


def is_chosen(check: str, select: Sequence[str], ignore: Sequence[str]) -> bool:
    """Whether a check runs, given the beginnings of ids to select, all if none, and to ignore."""
    return (not select or any(check.startswith(name) for name in select)) and not any(
        check.startswith(name) for name in ignore
    )


def _unreadable(error: PageError) -> Finding:
    message = _("the page cannot be read: {why}").format(why=error.message)
    return Finding(
        id=page_checks.PageDamaged.id, severity="error", page=None, lang=None, place=error.place, message=message
    )


def at_least(findings: Iterable[Finding], threshold: Severity) -> list[Finding]:
    """The findings that weigh as much as `threshold` or more."""
    return [f for f in findings if SEVERITIES.index(f.severity) <= SEVERITIES.index(threshold)]
