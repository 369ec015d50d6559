"""Reading pages: the way from files to `Page`s."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from hoyle.docbook import language_of
from hoyle.docbook.blocks import read_tape
from hoyle.docbook.elements import LEVELS, XML_ID, is_known, is_page
from hoyle.docbook.page import Page, PageError
from hoyle.docbook.plain import read_plain
from hoyle.docbook.source import check_size, decode, load

# A page's name becomes part of file names.
_NAME: Final = re.compile(r"\w[\w.-]*")


def read_page(
    path: Path,
    *,
    source: bytes | None = None,
    lang: str | None = None,
    chapters: bool = True,
    around: tuple[str, ...] = (),
) -> Page:
    """Read a page of DocBook, or a capture of one.

    `source` is what the file holds, where it is at hand; `lang` says the language, whatever the
    page says. Without `chapters`, what a book includes as files of their own stays out of it and
    is listed in `Page.includes`. `around` are the real paths of files known to include this one.

    What the page has lost, and what could not be included, is in its `damage`. Raises
    `PageError` where there is no page to read.
    """
    if source is None:
        source = load(path)
    else:
        check_size(source, path)
    text, damage = decode(source, path)
    includes: tuple[Path, ...] = ()
    is_capture = not is_page(path)
    read = read_plain(text, path)
    if read is None:
        from hoyle.docbook.document import read_document
        from hoyle.docbook.include import resolve

        document, is_capture = read_document(text, path)
        includes = resolve(document, chapters=chapters, around=around)
        damage += document.damage
        read = read_tape(document.tape, str(path))
    name = path.stem
    if is_capture and _NAME.fullmatch(identity := read.attributes.get(XML_ID) or read.attributes.get("id") or ""):
        name = identity.lower()
    lang = lang or language_of.stated(read.attributes) or language_of.of_folder(path)
    return Page(name, path, lang, source, read.title, read.blocks, tuple(damage), read.kind, read.origin, includes)


def read_pages(paths: Iterable[Path], *, lang: str | None = None) -> Iterator[Page | PageError]:
    """Read pages one after the other; what cannot be read is given as the error, and the others still come.

    Of a folder, all pages in it and below it are read; of a book, the book's own text and then each
    chapter or section that it includes as a page of its own. No page comes twice.
    """
    done: set[tuple[int, int]] = set()
    for path in paths:
        for found, is_named in _expand(path):
            yield from _read(found, is_named, lang, None, done, ())


def _read(
    path: Path,
    is_named: bool,
    lang: str | None,
    book_lang: str | None,
    done: set[tuple[int, int]],
    around: tuple[str, ...],
) -> Iterator[Page | PageError]:
    identity = _identity(path)
    if identity in done:
        return
    if identity:
        done.add(identity)
    try:
        page = read_page(path, lang=lang, chapters=False, around=around)
    except PageError as error:
        yield error
        return
    if page.lang is None and book_lang:
        page = page._replace(lang=book_lang)
    if is_named or is_known(page.kind):
        yield page
    if page.includes:
        around = (*around, os.path.realpath(path))
        for included in page.includes:
            yield from _read(included, True, lang, page.lang, done, around)


def _identity(path: Path) -> tuple[int, int] | None:
    """What tells a file from all others, by whatever way it is reached."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return None
    return status.st_dev, status.st_ino


def _expand(path: Path) -> list[tuple[Path, bool]]:
    """The pages that a path stands for, and whether each was named and not merely found."""
    if not path.is_dir():
        return [(path, True)]
    from hoyle.docbook.include import BOOKS, glance, is_below

    found = []
    for folder, folders, files in os.walk(path):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        found += [Path(folder, name) for name in sorted(files) if _may_be_page(Path(folder, name))]
    look = cache(glance)

    def taken_in(path: Path, page: Path) -> list[Path]:
        """What a file takes in as a part of a page: not what a book includes as pages of their own."""
        is_book = look(page)[0] in BOOKS
        included = (each for each in look(path)[1] if is_below(each, page.parent))
        return [each for each in included if not (is_book and look(each)[0] in LEVELS)]

    # What a page takes in is a part of it, and no page of its own.
    parts: set[tuple[int, int] | None] = set()
    followed = set()
    for page in found:
        root, includes = look(page)
        waiting = [page] if includes and (is_known(root) or not root) else []
        while waiting:
            one = waiting.pop()
            if (key := (_identity(one), page.parent, root in BOOKS)) not in followed:
                followed.add(key)
                inner = taken_in(one, page)
                parts.update(map(_identity, inner))
                waiting += inner
    if not parts:
        return [(each, False) for each in found]
    pages, taken = [], set[tuple[int, int] | None]()
    for each in (*(one for one in found if _identity(one) not in parts), *found):
        # A page that is only part of itself, by way of others, is a page all the same.
        if _identity(each) not in taken:
            pages.append((each, False))
            reached = [each]
            while reached:
                one = reached.pop()
                if _identity(one) not in taken:
                    taken.add(_identity(one))
                    reached += taken_in(one, each)
    return pages


def _may_be_page(path: Path) -> bool:
    if path.name.startswith("."):
        return False
    if is_page(path):
        return True
    if path.suffix.lower() != ".txt":
        return False
    try:
        if not path.is_file():
            return False  # a pipe would be waited for without end
        with path.open("rb") as file:
            start = file.read(2000)
    except OSError:
        return False
    return b"<?xml" in start or b"<!DOCTYPE" in start
