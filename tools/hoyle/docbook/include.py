"""`xi:include`: files below the page's own folder that the page takes in."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from hoyle.docbook.document import read_document
from hoyle.docbook.elements import INCLUDES, LEVELS, XML_ID
from hoyle.docbook.page import Damage, PageError, Place
from hoyle.docbook.parse import Document
from hoyle.docbook.source import MAX_BYTES, NOT_IN_XML, decode, load
from hoyle.docbook.tape import END, FILE, MAX_DEPTH, MAX_ELEMENTS, REFERENCE, START, Entry
from hoyle.messages import _

MAX_INCLUDES: Final = 1000
"""The most files that one page may take in, those that they take in counted."""

BOOKS: Final = frozenset(("set", "book", "part", "reference"))
"""Documents whose chapters and sections, in files of their own, are pages of their own."""

_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//|[/\\]")
_POINTER: Final = re.compile(r"(?:element\(\s*)?([^\s()/]+)\s*\)?")
_ROOT: Final = re.compile(rb"<(?:[A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)[\s/>]")
_NO_MARKUP: Final = re.compile(rb"<!--.*?(?:-->|\Z)|<!\[CDATA\[.*?(?:\]\]>|\Z)", re.DOTALL)
_INCLUDE: Final = re.compile(rb"<(?:[\w.-]+:)?include(\s[^<>]*)>")
_HREF: Final = re.compile(rb"""\shref\s*=\s*(?:"([^"]+)"|'([^']+)')""")
_IN_PART: Final = re.compile(rb"""\s(?:parse\s*=\s*["']text["']|xpointer\s*=)""")


def glance(path: Path) -> tuple[str, list[Path]]:
    """The name of a file's root element and the files that it includes whole, at a glance; errors find nothing."""
    try:
        source = load(path)
    except PageError:
        return "", []
    root = _ROOT.search(_NO_MARKUP.sub(b"", source[:10_000]))
    name = root[1].decode("ascii") if root else ""
    if b"include" not in source:
        return name, []
    tags = (tag for tag in _INCLUDE.findall(_NO_MARKUP.sub(b"", source)) if not _IN_PART.search(tag))
    found = (href[1] or href[2] for href in map(_HREF.search, tags) if href)
    names = (unquote(href.decode("utf-8", "replace")).strip() for href in found)
    return name, [path.parent / name for name in names if "\0" not in name]  # no file's name holds that


def is_below(path: Path, folder: Path | str) -> bool:
    """Whether a file lies below a folder, whatever links lead there: a page includes nothing from elsewhere."""
    return os.path.realpath(path).startswith(os.path.realpath(folder).rstrip(os.sep) + os.sep)


class _Inclusion:
    """What is known while the files of one page are put together."""

    def __init__(self, folder: str, chapters: bool, book: bool, elements: int) -> None:
        self.folder = folder
        self.chapters = chapters
        self.book = book
        self.elements = elements
        self.files = 0
        self.size = 0
        self.pages: list[Path] = []


def resolve(document: Document, *, chapters: bool = True, around: tuple[str, ...] = ()) -> tuple[Path, ...]:
    """Put the files that a document includes in their places.

    Without `chapters`, those of a book that are pages of their own stay out, and are
    returned. `around` are the real paths of the files that include this one. What cannot be
    included is damage: nothing outside the folder of the document is read, no cycle is followed.
    """
    if not document.includes:
        return ()
    folder = os.path.realpath(document.path.parent)
    book = document.root[1] in BOOKS
    inclusion = _Inclusion(folder, chapters, book, document.elements)
    document.tape = _put_together(document, inclusion, (*around, os.path.realpath(document.path)), 0)
    return tuple(inclusion.pages)


def _put_together(document: Document, inclusion: _Inclusion, around: tuple[str, ...], depth: int) -> list[Entry]:
    tape = document.tape
    out: list[Entry] = []
    opened = 0

    def copy(at: int, end: int) -> None:
        nonlocal opened
        while at < end:
            entry = tape[at]
            if entry[0] == START:
                if entry[2] in INCLUDES:
                    close = _end_of(tape, at)
                    include(at, close)
                    at = close + 1
                    continue
                opened += 1
            elif entry[0] == END:
                opened -= 1
            out.append(entry)
            at += 1

    def include(at: int, close: int) -> None:
        nonlocal opened
        _kind, _name, _tag, attributes, _namespaces, line, column = tape[at]
        place = Place(str(document.path), line, column + 1)
        if not opened:
            message = _("the page is nothing but an include; read the file that it includes")
            document.damage.append(Damage(place, message))
            out.extend(tape[at : close + 1])
            return
        try:
            part = _fetch(attributes, place, document, inclusion, around, depth + opened + 1)
        except _NotThere as missing:
            fallback = _fallback(tape, at, close)
            if fallback is None or not missing.is_missing:
                document.damage.append(missing.damage)
            if fallback is None:
                out.extend(tape[at : close + 1])
            else:
                opened += 2
                copy(fallback + 1, _end_of(tape, fallback))
                opened -= 2
            return
        if part is None:
            out.extend(tape[at : close + 1])
        elif isinstance(part, str):
            out.extend((REFERENCE, text, line, column) for text in part.splitlines(keepends=True))
        else:
            included, path = part
            document.damage += included.damage
            out.append((FILE, str(path), line, column))
            out.extend(included.tape)
            out.append((FILE, None, line, column))

    copy(0, len(tape))
    return out


class _NotThere(Exception):
    """The include cannot be followed."""

    def __init__(self, damage: Damage, is_missing: bool = False) -> None:
        super().__init__(damage.message)
        self.damage = damage
        self.is_missing = is_missing


def _fetch(
    attributes: dict[str, str],
    place: Place,
    document: Document,
    inclusion: _Inclusion,
    around: tuple[str, ...],
    depth: int,
) -> tuple[Document, Path] | str | None:
    """What is to be included: a document, text, or nothing where it is a page of its own."""
    href = (attributes.get("href") or "").strip()
    pointer = (attributes.get("xpointer") or "").strip()
    name = _POINTER.fullmatch(pointer) if pointer else None

    def refuse(message: str, is_missing: bool = False) -> _NotThere:
        return _NotThere(Damage(place, message.format(file=href, limit=MAX_INCLUDES, pointer=pointer)), is_missing)

    if not href or (pointer and not name):
        raise refuse(_("the include is not followed: only whole files, and elements by id, can be included"))
    if _SCHEME.match(href):
        raise refuse(_('"{file}" is not included: only files below the page\'s own folder are'))
    path = document.path.parent / unquote(href)
    try:
        real = os.path.realpath(path)
        is_there = Path(real).exists()
    except (OSError, ValueError):
        raise refuse(_('the file "{file}" to include is missing'), True) from None
    if not is_below(Path(real), inclusion.folder):
        raise refuse(_('"{file}" is not included: only files below the page\'s own folder are'))
    if real in around:
        raise refuse(_('"{file}" is not included: it would include itself without end'))
    if not is_there:
        raise refuse(_('the file "{file}" to include is missing'), True)
    is_text = attributes.get("parse") == "text"
    if inclusion.book and not inclusion.chapters and not is_text and not pointer and glance(path)[0] in LEVELS:
        inclusion.pages.append(path)
        return None
    inclusion.files += 1
    if inclusion.files > MAX_INCLUDES:
        raise refuse(_('"{file}" is not included: the page takes in more than {limit} files'))
    try:
        source = load(path)
        inclusion.size += len(source)
        if inclusion.size > MAX_BYTES:
            raise refuse(_('"{file}" is not included: the page would grow beyond what is read'))
        text, damage = decode(source, path)
        if is_text:
            document.damage += damage
            return NOT_IN_XML.sub(lambda match: " " * len(match[0]), text)
        part, _is_capture = read_document(text, path)
    except PageError as error:
        raise _NotThere(Damage(error.place, error.message)) from error
    part.damage[:0] = damage
    if not _narrow(part, name[1] if name else None):
        raise refuse(_('no element of "{file}" has the id "{pointer}"'))
    inclusion.elements += part.elements
    if depth + part.deepest > MAX_DEPTH or inclusion.elements > MAX_ELEMENTS:
        raise refuse(_('"{file}" is not included: the page would grow beyond what is read'))
    if part.includes:
        part.tape = _put_together(part, inclusion, (*around, real), depth)
    return part, path


def _end_of(tape: list[Entry], at: int) -> int:
    """Where on the tape the element that starts there ends."""
    depth = 0
    for index in range(at, len(tape)):
        kind = tape[index][0]
        if kind == START:
            depth += 1
        elif kind == END:
            depth -= 1
            if not depth:
                return index
    raise AssertionError("an element without end")


def _fallback(tape: list[Entry], at: int, close: int) -> int | None:
    """Where on the tape the `xi:fallback` of an include starts."""
    depth = 0
    for index in range(at + 1, close):
        kind = tape[index][0]
        if kind == START:
            if not depth and tape[index][2] == tape[at][2].replace("include", "fallback"):
                return index
            depth += 1
        elif kind == END:
            depth -= 1
    return None


def _narrow(document: Document, name: str | None) -> bool:
    """Make the element with that id, or the root, the whole of a document; whether there is one."""
    tape = document.tape
    for index, entry in enumerate(tape):
        if entry[0] == START and (name is None or name in (entry[3].get(XML_ID), entry[3].get("id"))):
            close = _end_of(tape, index)
            document.tape = tape[index : close + 1]
            document.includes = [at - index for at in document.includes if index <= at <= close]
            return True
    return False
