"""Checks of a page as one of a manual: whether its translations are there, and made of what it is now."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from hoyle import cache
from hoyle.checks.check import Check, Subject
from hoyle.checks.finding import Finding
from hoyle.docbook.page import Page, PageError, Place
from hoyle.docbook.source import decode
from hoyle.docbook.versions import folder_of_language, versions
from hoyle.messages import _, later
from hoyle.settings import Settings
from hoyle.translation.catalogue import BrokenCatalogue, Catalogue, read_catalogue

LOCALIZED = "localized"


@dataclass
class Manual:
    """The manual of the settings, as far as checks ask for it; nothing is read twice."""

    settings: Settings
    _folders: list[Path] = field(init=False)
    _catalogues: dict[str, tuple[Catalogue, str] | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._folders = [folder.resolve() for folder in self.settings.pages]

    def has(self, page: Page) -> bool:
        """Whether a page is one of the manual's."""
        path = page.path.resolve()
        return any(path == folder or folder in path.parents for folder in self._folders)

    def catalogue_of(self, page: Page, lang: str) -> Catalogue | None:
        """The catalogue that a page in a language is made with."""
        found = folder_of_language(page.path.resolve(), lang)
        known = self.catalogue(found[1]) if found else None
        return known[0] if known else None

    def catalogue(self, lang: str) -> tuple[Catalogue, str] | None:
        """The catalogue of a language with a hash of its content; None where there is none that can be read."""
        from hoyle.translation.manual import catalogue_path

        if lang not in self._catalogues:
            path = catalogue_path(self.settings.locale, lang)
            try:
                catalogue = read_catalogue(path)
                self._catalogues[lang] = catalogue, hashlib.sha256(path.read_bytes()).hexdigest()
            except (OSError, BrokenCatalogue):
                self._catalogues[lang] = None
        return self._catalogues[lang]


class PageMissing(Check):
    id = "page-missing"
    severity = "warning"
    summary = later("A page is not there in one of the manual's languages.")
    reason = later("The settings name the languages that a manual is in. “hoyle localize” writes the page.")
    wrong = later("docbook/en/yield.xml, and no docbook/eu/yield.xml")
    right = later("docbook/en/yield.xml, docbook/eu/yield.xml")

    def findings(self, subject: Subject) -> Iterator[Finding]:
        """A warning at the head of a source page for each language that lacks it."""
        manual, source = subject.manual, subject.source_language
        if manual is None or subject.reading.lang != source:
            return
        path = subject.page.path.resolve()
        for lang in manual.settings.languages:
            beside = versions(path, source, lang, source)
            if lang != source and beside and not any(version.is_file() for version in beside):
                message = _("the page is not there in the language “{lang}”").format(lang=lang)
                place = Place(str(subject.page.path), 1, 1)
                yield Finding(self.id, self.severity, subject.page.name, lang, place, message)


class PageStale(Check):
    id = "page-stale"
    severity = "warning"
    summary = later("A translated page is not what its source and its catalogue give now.")
    reason = later(
        "The source or the catalogue has changed since the page was written, or the page was changed by hand. Put "
        "changes into the catalogue, and write the page again with “hoyle localize”."
    )
    wrong = later("A sentence was added to docbook/en/yield.xml, and docbook/fr/yield.xml is as it was.")
    right = later("“hoyle localize fr” was run after the change.")

    def findings(self, subject: Subject) -> Iterator[Finding]:
        """A warning at the first line that would be another one."""
        page, source, manual = subject.page, subject.source_page, subject.manual
        if source is None or manual is None:
            return
        found = folder_of_language(page.path.resolve(), subject.reading.lang)
        known = manual.catalogue(found[1]) if found else None
        if found is None or known is None:
            return
        catalogue, summary = known
        name = cache.key(found[1], summary, hashlib.sha256(source.source).hexdigest(), str(source.path.name))
        made = cache.recall(LOCALIZED, name)
        is_made = hashlib.sha256(page.source).hexdigest()
        if isinstance(made, list) and is_made in made:
            return
        ways = _localized(source, catalogue, found[1])
        cache.remember(LOCALIZED, name, [hashlib.sha256(way).hexdigest() for way in ways])
        if page.source not in ways and ways:
            message = _("from here on, the page is not what its source and its catalogue give now")
            yield self.at(subject, _first_difference(page, ways[0]), message)


def _localized(source: Page, catalogue: Catalogue, lang: str) -> list[bytes]:
    """The page as it is written with and without fuzzy translations; none where it cannot be made."""
    from hoyle.translation.localize import localize

    fuzzy = any(entry.is_fuzzy for entry in catalogue.entries)
    try:
        return [
            localize(source.path, catalogue, lang, use_fuzzy=use).content
            for use in ((False, True) if fuzzy else (False,))
        ]
    except PageError:
        return []  # that the source is damaged is said of the source


def _first_difference(page: Page, other: bytes) -> Place:
    ours = decode(page.source, page.path)[0].split("\n")
    theirs = other.decode("utf-8", "replace").split("\n")
    for number, (here, there) in enumerate(zip(ours, theirs, strict=False), 1):
        if here != there:
            column = next(
                (at for at, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), min(len(here), len(there))
            )
            return Place(str(page.path), number, column + 1)
    return Place(str(page.path), max(1, min(len(ours), len(theirs))), 1)


CHECKS = (PageMissing, PageStale)
