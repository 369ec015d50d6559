"""Runs the checks: pages in, findings out."""

from __future__ import annotations

import warnings
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

from hoyle.checks import catalogues as catalogue_checks
from hoyle.checks import engine as engine_checks
from hoyle.checks import manual as manual_checks
from hoyle.checks import markup as markup_checks
from hoyle.checks import numbers as number_checks
from hoyle.checks import omissions as omission_checks
from hoyle.checks import pages as page_checks
from hoyle.checks import references as reference_checks
from hoyle.checks import suppress
from hoyle.checks import terms as term_checks
from hoyle.checks import text as text_checks
from hoyle.checks import translations as translation_checks
from hoyle.checks.check import Check, Fingerprints, Subject
from hoyle.checks.finding import SEVERITIES, Finding, Severity
from hoyle.checks.options import keys_by_title, meant, titles
from hoyle.checks.remembered import observations_of, options_of, reading_of
from hoyle.checks.verdict import Verdict, keys_to_observe, verify
from hoyle.docbook.page import Page, PageError, Place
from hoyle.docbook.reader import read_page
from hoyle.docbook.versions import versions
from hoyle.facts.fact import PageReading
from hoyle.facts.reader import read_facts
from hoyle.messages import _

if TYPE_CHECKING:
    from hoyle.observe.observation import Observation
    from hoyle.settings import Settings
    from hoyle_engine.interface import Engine, EngineFailed

PAGE_CHECKS: tuple[type[Check], ...] = (
    *engine_checks.CHECKS,
    *translation_checks.CHECKS,
    *page_checks.CHECKS,
    *omission_checks.CHECKS,
    *number_checks.CHECKS,
    *term_checks.CHECKS,
    *text_checks.CHECKS,
    *manual_checks.CHECKS,
    *markup_checks.CHECKS,
    *reference_checks.CHECKS,
    *suppress.CHECKS,
)
"""The checks of pages."""
ALL: tuple[type[Check], ...] = (*PAGE_CHECKS, *catalogue_checks.CHECKS)
"""Every check, in the order in which `hoyle explain` lists them."""

ENGINE_CHECKS = frozenset(check.id for check in (*engine_checks.CHECKS, *omission_checks.CHECKS))
"""The checks that find other things, or nothing, where no engine plays the game."""


class Observe(Protocol):
    """Tells what games do."""

    def __call__(
        self, name: str, keys: frozenset[str], options: Mapping[str, frozenset[str]] = ..., /
    ) -> Iterable[Observation]:
        """What the game of a page does, under the keys that its pages state; empty where no engine plays it.

        `options` are titles of options, in English, with the keys that the pages state under them. What is
        seen with an option on bears the game's own name of it.
        """


@dataclass(frozen=True, slots=True)
class PageResult:
    """What came of one file."""

    path: Path
    subject: Subject | None
    """None for a file that could not be read at all, and for a catalogue."""
    findings: tuple[Finding, ...]
    suppressed: tuple[Finding, ...] = ()
    """What a comment in the page or its catalogue suppresses."""
    repeated: tuple[Finding, ...] = ()
    """What is told of the page's source already, in the same words: of sentences that are left untranslated."""


def check_pages(
    pages: Iterable[Page | PageError],
    observe: Observe,
    *,
    source_language: str = "en",
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    locale: Path | None = None,
    settings: Settings | None = None,
) -> Iterator[PageResult]:
    """The result for each page, pages of one game together so that it is observed once.

    `select` and `ignore` name checks by their ids or the beginning of one. `locale` is the
    folder of the catalogues, in which translators may suppress findings. `settings` are those of the
    manual: pages that lie in it are held against its catalogues, and are to be there in its languages.
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
    manual = manual_checks.Manual(settings) if settings else None
    customs = omission_checks.Customs(
        reading
        for versions in games.values()
        for page in versions
        if (reading := readings.of(page)).lang == source_language or readings.source_of(page) is None
        if any(check.id == omission_checks.RuleUndocumented.id for check in checks)
    )
    for name, pages_of_game in games.items():
        pages_of_game.sort(key=lambda page: readings.of(page).lang != source_language)  # what is translated comes after
        told_of: dict[Path, set[_Fault]] = {}
        named = {page.path: titles(readings.of(page), readings.source_of(page), page) for page in pages_of_game}
        stated = keys_to_observe(fact for page in pages_of_game for fact in readings.of(page).facts)
        of_options = keys_by_title((readings.of(page), named[page.path]) for page in pages_of_game)
        unsaid = customs.unsaid(name)
        observations = tuple(observe(name, stated | unsaid, of_options))
        for page in pages_of_game:
            reading, source = readings.of(page), readings.source_of(page)
            subject = Subject(
                page,
                reading,
                tuple(verify(reading, observations, named[page.path])),
                source and source[1],
                source and source[0],
                source_language,
                manual if manual and manual.has(page) else None,
                observations,
                unsaid,
            )
            found = sorted((finding for check in checks for finding in check.findings(subject)), key=_order)
            kept, suppressed = suppressions.apply(subject, [fingerprints.mark(finding) for finding in found])
            about = [fingerprints.mark(finding) for finding in suppressions.about(subject)]
            told_of[page.path.resolve()] = {_fault(finding) for finding in kept}
            told = told_of.get(source[0].path.resolve(), set()) if source else set()
            sentences = {one.sentence.text for one in reading.sentences} if told else set()
            repeated = [finding for finding in kept if finding.quote in sentences and _fault(finding) in told]
            new = [finding for finding in kept if finding not in repeated]
            found = sorted(new + about, key=_order)
            yield PageResult(page.path, subject, tuple(found), tuple(suppressed), tuple(repeated))
    unused: dict[str, list[Finding]] = defaultdict(list)
    for finding in suppressions.unused():
        unused[finding.place.path].append(fingerprints.mark(finding))
    for path, said in unused.items():
        yield PageResult(Path(path), None, tuple(said))


_Fault = tuple[str, str | None, str, str | None]


def _fault(finding: Finding) -> _Fault:
    """What makes one fault of two findings: the check, the rule, and the words, whatever breaks their lines."""
    words = finding.quote and " ".join(finding.quote.split())
    return finding.id, finding.key, repr(finding.stated), words


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


def verdicts_of(page: Page, observe: Observe, source: str = "en") -> tuple[PageReading, tuple[Verdict, ...]]:
    """The reading of one page, and what the game says to each of its facts."""
    reading = read_facts(page, source=source)
    keys = keys_to_observe(reading.facts)
    has_options = any(fact.when is not None for fact in reading.facts)
    named = titles(reading, Readings(source).source_of(page), page) if has_options else {}
    return reading, tuple(verify(reading, observe(page.name, keys, keys_by_title([(reading, named)])), named))


class Readings:
    """Readings of pages and of the pages that they translate, each made once."""

    def __init__(self, source_language: str) -> None:
        self._source_language = source_language
        self._resolved: dict[Path, Path] = {}
        self._known: dict[Path, tuple[Page, PageReading] | None] = {}
        self._sources: dict[Path, tuple[Page, PageReading] | None] = {}

    def of(self, page: Page) -> PageReading:
        """The reading of a page."""
        path = self._resolve(page.path)
        known = self._known.get(path)
        if known is None or known[0] is not page:
            known = self._known[path] = page, reading_of(page, self._source_language)
        return known[1]

    def source_of(self, page: Page) -> tuple[Page, PageReading] | None:
        """The page in the source language that lies beside a page, with its reading, if there is one.

        Manuals keep a folder a language; that of the source language is called by its
        code or, by gettext's custom, `C`.
        """
        if page.path not in self._sources:
            self._sources[page.path] = self._beside(self._resolve(page.path), self.of(page).lang)
        return self._sources[page.path]

    def _resolve(self, path: Path) -> Path:
        if path not in self._resolved:
            self._resolved[path] = path.resolve()
        return self._resolved[path]

    def _beside(self, path: Path, lang: str) -> tuple[Page, PageReading] | None:
        if lang == self._source_language:
            return None
        for source in versions(path, lang, self._source_language, self._source_language):
            if source.is_file():
                if source not in self._known:
                    try:
                        page = read_page(source)
                        self._known[source] = page, reading_of(page, self._source_language)
                    except PageError:
                        self._known[source] = None  # it is reported where it is itself checked
                return self._known[source]
        return None


def without_engine(error: EngineFailed) -> str:
    """What comes of an engine that fails, in a sentence."""
    return _("what pages say of a game could not be checked: {why}").format(why=error)


def engine_observer(
    choice: Literal["auto", "reference", "aisleriot", "none"], tell: Callable[[str], None] = warnings.warn
) -> Observe:
    """Observes games with the engine chosen; `auto` is the reference engine, else AisleRiot's where it is installed.

    What was observed in an earlier run is not observed again, unless anything has changed.
    Where an engine fails, nothing is known of the game: that is handed to `tell` in a
    sentence, each once. Raises `EngineFailed` where the engine asked for by name is not installed.
    """
    if choice == "none":
        return lambda name, keys, options=_NO_OPTIONS: ()

    from hoyle_engine import engines
    from hoyle_engine.interface import EngineFailed

    told: set[str] = set()
    if choice == "aisleriot":
        next(engines(choice))

    def run(
        name: str, keys: frozenset[str], options: Mapping[str, frozenset[str]] = _NO_OPTIONS
    ) -> Iterable[Observation]:
        variant = name.replace("_", "-")
        try:
            for engine in engines(choice):
                if variant in engine.variants:
                    return list(_remembered(engine, variant, keys, options))
        except EngineFailed as error:
            why = without_engine(error)
            if why not in told:
                told.add(why)
                tell(why)
        return ()

    return run


_NO_OPTIONS: Mapping[str, frozenset[str]] = {}


def _remembered(
    engine: Engine, variant: str, keys: frozenset[str], options: Mapping[str, frozenset[str]]
) -> Iterator[Observation]:
    """What a variant does as dealt by default, and then with each of the options that a title means."""
    identity = _identity(engine)
    if keys:
        yield from observations_of(identity, variant, None, keys, partial(_observed, engine, variant, None, keys))
    asked: dict[str, frozenset[str]] = {}
    names = options_of(identity, variant, partial(engine.options, variant)) if options else ()
    for title, stated in options.items():
        option = meant(title, names)
        if option is not None:
            asked[option] = asked.get(option, frozenset()) | stated
    for option, stated in asked.items():
        ask = partial(_observed, engine, variant, option, stated)
        yield from observations_of(identity, variant, option, stated, ask)


def _observed(engine: Engine, variant: str, option: str | None, keys: frozenset[str]) -> Iterable[Observation]:
    from hoyle.observe import observe

    return observe(engine, variant, keys=keys, option=option).values()


def _identity(engine: Engine) -> str:
    """The engine's name, and what it consists of beside our own code."""
    installation = getattr(engine, "installation", None)
    return engine.name if installation is None else f"{engine.name} {installation.identity}"


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
