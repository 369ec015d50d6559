"""Help pages as tests: `pytest docbook/` makes each fact that a page states an item.

    docbook/fr/yield.xml::line 41::score.per
    docbook/fr/yield.xml::text-untranslated

A fact's item fails with the sentence, its place and the counterexample; it is skipped where
no engine decides it. What is found of a page beside its facts is an item for each check. Items
are marked `hoyle`, `lang_fr`, `page_yield`, and those of checks `check_text_untranslated`
(hyphens become underscores), for `-m`.

Pages are collected below the folders that the project's settings name (`hoyle.toml`, or
`[tool.hoyle]` in `pyproject.toml`), or anywhere with `--hoyle`. A run that has no such
settings pays for the import of this module only: everything else is imported when the
first page is met. Pages are read while collecting; games are played while running.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from hoyle.docbook.elements import is_page

if TYPE_CHECKING:
    from _pytest._code.code import ExceptionInfo, TerminalRepr

    from hoyle.checks.baseline import Baseline
    from hoyle.checks.check import Check
    from hoyle.checks.finding import Finding
    from hoyle.checks.run import Observe, PageResult
    from hoyle.docbook.page import Page, PageError, Place
    from hoyle.facts.fact import Fact, PageReading
    from hoyle.observe.observation import Observation
    from hoyle.settings import Settings

_NO_OPTIONS: Mapping[str, frozenset[str]] = {}
_WIDTH = 100
"""Columns that a failure takes; pytest indents nothing and cuts nothing."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options, in pytest's language, which is English."""
    group = parser.getgroup("hoyle", "help pages of card games")
    group.addoption("--hoyle", action="store_true", help="collect DocBook pages, also where no settings of Hoyle are")
    group.addoption(
        "--hoyle-engine",
        choices=("auto", "reference", "aisleriot", "none"),
        default="auto",
        help="which engine plays the games (default: %(default)s)",
    )
    group.addoption(
        "--hoyle-severity",
        choices=("error", "warning", "note"),
        default="warning",
        help="findings of this weight or more fail (default: %(default)s)",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Tell of the markers; those of a language, page or check are added when one is met."""
    config.addinivalue_line("markers", "hoyle: a fact that a help page states, or a check of the page")
    config.addinivalue_line("markers", "lang_LANG: of pages in this language (added by hoyle)")
    config.addinivalue_line("markers", "page_NAME: of pages of this name (added by hoyle)")
    config.addinivalue_line("markers", "check_ID: what this check finds beside the facts (added by hoyle)")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> PageFile | None:
    """Collect a page, where pages are to be collected."""
    if not is_page(file_path):
        return None
    manual = parent.config.stash.get(_MANUAL, None)
    if manual is None:
        manual = parent.config.stash[_MANUAL] = Manual(parent.config)
    if not manual.has(file_path):
        return None
    file: PageFile = PageFile.from_parent(parent, path=file_path)
    return file


class Manual:
    """What the items of a run share: settings, readings, and games that were played."""

    def __init__(self, config: pytest.Config) -> None:
        from hoyle.settings import SettingsError, find_settings, load_settings

        self.config = config
        self._everywhere = bool(config.getoption("hoyle"))
        try:
            found = find_settings(config.rootpath)
            self.settings: Settings = found or load_settings(config.rootpath)
        except SettingsError as error:
            raise pytest.Collector.CollectError(str(error)) from None
        self._folders = [] if found is None else [path.resolve() for path in found.pages]
        self._keys: dict[str, frozenset[str]] = {}
        self._played: dict[str, tuple[frozenset[str], tuple[Observation, ...]]] = {}
        self._played_with: dict[tuple[str, frozenset[tuple[str, frozenset[str]]]], tuple[Observation, ...]] = {}
        self._results: dict[Path, PageResult] = {}

    def has(self, path: Path) -> bool:
        """Whether a file is to be collected."""
        return self._everywhere or any(path.is_relative_to(folder) for folder in self._folders)

    @property
    def checks(self) -> list[type[Check]]:
        """The checks whose findings can fail."""
        from hoyle.checks.finding import SEVERITIES
        from hoyle.checks.omissions import RuleUndocumented
        from hoyle.checks.run import PAGE_CHECKS

        # An item checks one page, and what pages leave out shows only beside others.
        alone = [check for check in PAGE_CHECKS if check is not RuleUndocumented]
        weight = SEVERITIES.index(self.config.getoption("hoyle_severity"))
        return [check for check in alone if SEVERITIES.index(check.severity) <= weight]

    def expect(self, page: str, reading: PageReading) -> None:
        """Remember which keys the pages of a game state, so that it is played once for all of them."""
        from hoyle.checks.verdict import keys_to_observe

        keys = keys_to_observe(reading.facts)
        self._keys[page] = self._keys.get(page, frozenset()) | keys

    def result(self, page: Page) -> PageResult:
        """What checking a page finds, and what the baseline does not hold."""
        from hoyle.checks.run import check_pages

        path = page.path
        if path not in self._results:
            results = check_pages(
                [page],
                self._observe,
                source_language=self.settings.source,
                locale=self.settings.locale,
                settings=self.settings,
            )
            self._results[path] = next(iter(results))
        return self._results[path]

    def failing(self, findings: Iterable[Finding]) -> list[Finding]:
        """Those of the findings that count."""
        from hoyle.checks.run import at_least

        return self._baseline.new(at_least(findings, self.config.getoption("hoyle_severity")))

    @cached_property
    def _baseline(self) -> Baseline:
        from hoyle.checks.baseline import Baseline, BrokenBaseline, read_baseline

        try:
            return read_baseline(self.settings.baseline) if self.settings.baseline else Baseline()
        except BrokenBaseline as error:
            pytest.fail(str(error), pytrace=False)

    @cached_property
    def _engine(self) -> Observe:
        from hoyle.checks.run import engine_observer

        return engine_observer(self.config.getoption("hoyle_engine"))

    def _observe(
        self, page: str, keys: frozenset[str], options: Mapping[str, frozenset[str]] = _NO_OPTIONS
    ) -> tuple[Observation, ...]:
        wanted = keys | self._keys.get(page, frozenset())
        if page not in self._played or not wanted <= self._played[page][0]:
            self._played[page] = (wanted, tuple(self._engine(page, wanted)))
        asked = page, frozenset(options.items())
        if asked not in self._played_with:
            self._played_with[asked] = tuple(self._engine(page, frozenset(), options)) if options else ()
        return self._played[page][1] + self._played_with[asked]


_MANUAL: pytest.StashKey[Manual] = pytest.StashKey()


class PageFile(pytest.File):
    """A help page: its facts by line, then the checks."""

    def collect(self) -> Iterator[pytest.Item | pytest.Collector]:
        """Read the page and list what it states; nothing is played yet."""
        from hoyle.checks.verdict import keys_to_observe
        from hoyle.docbook.elements import is_known
        from hoyle.docbook.page import PageError
        from hoyle.docbook.reader import read_page
        from hoyle.facts.reader import read_facts

        manual = self.config.stash[_MANUAL]
        try:
            page = read_page(_shown(self.path), chapters=False)
        except PageError as error:
            item = Unreadable.from_parent(self, name="page-damaged", error=error)
            _mark(item, ["hoyle", "check_page-damaged"])
            yield item
            return
        if not is_known(page.kind):
            return
        reading = read_facts(page, source=manual.settings.source)
        manual.expect(page.name, reading)
        marks = ["hoyle", f"lang_{reading.lang}", f"page_{page.name}"]
        lines: dict[int, list[int]] = {}
        for number, fact in enumerate(reading.facts):
            lines.setdefault(fact.sentence.place.line, []).append(number)
        for line, numbers in sorted(lines.items()):
            yield Line.from_parent(self, name=f"line {line}", page=page, reading=reading, facts=numbers, marks=marks)
        of_facts = {
            (key, fact.sentence.place, repr(fact.value)) for fact in reading.facts for key in keys_to_observe([fact])
        }
        for check in manual.checks:
            found = CheckItem.from_parent(self, name=check.id, page=page, of_facts=of_facts)
            _mark(found, [*marks, f"check_{check.id}"])
            yield found


class Line(pytest.Collector):
    """A line of a page, and the facts stated there."""

    def __init__(self, *, page: Page, reading: PageReading, facts: list[int], marks: list[str], **more: Any) -> None:
        super().__init__(**more)
        self._page = page
        self._reading = reading
        self._facts = facts
        self._marks = marks

    def collect(self) -> Iterator[pytest.Item]:
        """An item for each fact; those of one key are told apart by numbers."""
        names: dict[str, int] = {}
        for number in self._facts:
            fact = self._reading.facts[number]
            name = fact.key if fact.when is None else f"{fact.key} ({fact.when})"
            names[name] = count = names.get(name, 0) + 1
            item = FactItem.from_parent(
                self, name=name if count == 1 else f"{name} #{count}", page=self._page, fact=fact, number=number
            )
            _mark(item, self._marks)
            yield item


class Failure(Exception):
    """Findings that fail an item."""

    def __init__(self, findings: list[Finding]) -> None:
        super().__init__(findings[0].message)
        self.findings = findings


class Unreadable(pytest.Item):
    """A page that cannot be read at all. An error of collecting would keep all other tests from running."""

    def __init__(self, *, error: PageError, **more: Any) -> None:
        super().__init__(**more)
        self._error = error

    def runtest(self) -> None:
        """Fail with what the reader says."""
        raise self._error

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the reader gave up; pytest counts lines from 0."""
        return self.path, self._error.place.line - 1, self.name

    def repr_failure(self, excinfo: ExceptionInfo[BaseException], style: Any = None) -> str | TerminalRepr:
        """The reader's sentence alone."""
        return str(self._error) if excinfo.value is self._error else super().repr_failure(excinfo, style)


class PageItem(pytest.Item):
    """Something about a page that holds or does not."""

    line = 1

    def __init__(self, *, page: Page, **more: Any) -> None:
        super().__init__(**more)
        self.page = page

    def setup(self) -> None:
        """Say file and line in a report of JUnit too, whose newer form has no place for them."""
        self.user_properties += [("file", str(self.page.path)), ("line", self.line)]

    def fail_for(self, findings: list[Finding]) -> None:
        """Fail if there are any."""
        if findings:
            raise Failure(findings)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the item stands; pytest counts lines from 0."""
        return self.path, self.line - 1, self.nodeid.partition("::")[2]

    def repr_failure(self, excinfo: ExceptionInfo[BaseException], style: Any = None) -> str | TerminalRepr:
        """The findings as the terminal's report shows them."""
        if isinstance(excinfo.value, Failure):
            from hoyle.report.terminal import as_text

            return as_text(excinfo.value.findings, _WIDTH)
        return super().repr_failure(excinfo, style)


class FactItem(PageItem):
    """One fact that a page states."""

    def __init__(self, *, fact: Fact, number: int, **more: Any) -> None:
        super().__init__(**more)
        self.fact = fact
        self.number = number
        self.line = fact.sentence.place.line

    def runtest(self) -> None:
        """Fail for what is found about the fact; skip where nothing says whether it is right."""
        manual = self.config.stash[_MANUAL]
        result = manual.result(self.page)
        assert result.subject is not None
        verdict = result.subject.verdicts[self.number]
        keys = {self.fact.key, verdict.observation.key if verdict.observation else None}
        place = self.fact.sentence.place
        about = [
            finding
            for finding in result.findings
            if finding.key in keys and finding.place == place and finding.stated == self.fact.value
        ]
        self.fail_for(manual.failing(about))
        if verdict.status == "unknown":
            from hoyle.messages import _

            pytest.skip(_("no game that was played says whether this holds"))


class CheckItem(PageItem):
    """What one check finds in a page beside what is about a fact."""

    def __init__(self, *, of_facts: set[tuple[str | None, Place, str]], **more: Any) -> None:
        super().__init__(**more)
        self._of_facts = of_facts

    def runtest(self) -> None:
        """Fail for all that the check finds."""
        manual = self.config.stash[_MANUAL]
        found = manual.failing(manual.result(self.page).findings)
        self.fail_for(
            [
                finding
                for finding in found
                if finding.id == self.name and (finding.key, finding.place, repr(finding.stated)) not in self._of_facts
            ]
        )


def _mark(item: pytest.Item, names: Iterable[str]) -> None:
    known = {line.split(":")[0] for line in item.config.getini("markers")}
    for name in names:
        name = re.sub(r"\W", "_", name)
        if name not in known:
            item.config.addinivalue_line("markers", f"{name}: (added by hoyle)")
        item.add_marker(getattr(pytest.mark, name))


def _shown(path: Path) -> Path:
    """The path as messages and the other reports have it: relative where it can be."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path
