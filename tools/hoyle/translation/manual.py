"""Where a manual's source pages and catalogues are."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from hoyle.docbook.elements import is_page


def source_pages(paths: Iterable[Path]) -> list[Path]:
    """The pages at the paths: files as they are named, and all pages in folders, sorted by name.

    Raises `FileNotFoundError` for a path where nothing is.
    """
    pages: list[Path] = []
    for path in paths:
        if path.is_dir():
            pages += filter(is_page, files_below(path))
        elif path.exists():
            pages.append(path)
        else:
            raise FileNotFoundError(str(path))
    return list(dict.fromkeys(pages))


def files_below(folder: Path) -> list[Path]:
    """The files in a folder and below it, sorted; what goes away meanwhile, or cannot be looked into, is left out."""
    found = (Path(inner, name) for inner, _folders, names in os.walk(folder) for name in names)
    return sorted(file for file in found if os.path.isfile(file))  # noqa: PTH113 - Path.is_file may raise


def reading_order(pages: Sequence[Path]) -> list[Path]:
    """The pages as a reader meets them: each book before what it includes, that in the book's order."""
    from hoyle.docbook.include import glance

    by_place = {os.path.realpath(page): page for page in pages}
    included = {place: [os.path.realpath(each) for each in glance(page)[1]] for place, page in by_place.items()}
    inner = {place for places in included.values() for place in places}
    ordered: list[Path] = []

    def take(place: str) -> None:
        page = by_place.get(place)
        if page is not None and page not in ordered:
            ordered.append(page)
            for other in included[place]:
                take(other)

    roots = [place for place in by_place if place not in inner]
    for place in sorted(roots, key=lambda place: not included[place]):
        take(place)
    for place in by_place:
        take(place)
    return ordered


def _layouts(locale: Path, lang: str) -> tuple[Path, ...]:
    """Where a manual may keep the catalogue of a language, our own way first."""
    return locale / lang / "LC_MESSAGES" / "pages.po", locale / lang / f"{lang}.po", locale / f"{lang}.po"


def catalogue_path(locale: Path, lang: str) -> Path:
    """The catalogue of a language in the folder of catalogues, be it there or not.

    `LANG/LC_MESSAGES/pages.po`, or, where that is not there, `LANG/LANG.po` as GNOME's
    manuals have it, or `LANG.po`.
    """
    layouts = _layouts(locale, lang)
    return next((path for path in layouts if path.is_file()), layouts[0])


def languages_in(locale: Path) -> list[str]:
    """The languages that have a catalogue in the folder of catalogues."""
    if not locale.is_dir():
        return []
    names = {path.stem if path.suffix == ".po" else path.name for path in locale.iterdir()}
    return sorted(name for name in names if catalogue_path(locale, name).is_file())
