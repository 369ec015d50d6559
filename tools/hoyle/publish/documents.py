"""Which documents a site has in each language: those of pages, `games/…`, and the site's own."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from hoyle.docbook.elements import XML_SUFFIXES

SUFFIXES = (*XML_SUFFIXES, *(suffix.upper() for suffix in XML_SUFFIXES))
"""What Sphinx, which tells capitals apart, is told to read as DocBook."""


def pages_of(folder: Path, manual: str | None) -> set[Path]:
    """All pages of a folder, or a book and what it includes as pages of their own."""
    if manual is None:
        return {path for path in folder.rglob("*") if _is_page(path)}
    from hoyle.docbook.elements import LEVELS
    from hoyle.docbook.include import glance

    book = folder / manual
    return {book, *(path for path in glance(book)[1] if path.is_file() and glance(path)[0] in LEVELS)}


def document_of(page: Path, folder: Path) -> str:
    """What Sphinx calls a page of a folder."""
    return f"games/{page.relative_to(folder).with_suffix('').as_posix()}"


def apart(folder: Path, pages: set[Path]) -> list[str]:
    """What Sphinx must leave out of a folder: files that are no pages of the site, and links to folders.

    (Sphinx follows these, in circles too; a manual's pages lie in its own folder.)
    """
    others, links = [], []
    for inner, folders, names in os.walk(folder):
        here = Path(inner)
        others += [path for name in names if (path := here / name) not in pages and path.suffix in SUFFIXES]
        links += [path for name in folders if (path := here / name).is_symlink()]
    return [
        *sorted(f"games/{path.relative_to(folder).as_posix()}" for path in others),
        *sorted(f"games/{path.relative_to(folder).as_posix()}/**" for path in links),
    ]


def forget_removed(built: Path, documents: Iterable[str]) -> None:
    """Sphinx leaves the output of documents that are no more."""
    known = {f"{built}/{name}.html" for name in documents}
    for inner, _folders, names in os.walk(built / "games"):
        for name in names:
            if name.endswith(".html") and f"{inner}/{name}" not in known:
                Path(inner, name).unlink()


def _is_page(path: Path) -> bool:
    return path.suffix in SUFFIXES and path.is_file()
