"""Checks of a page's ids, and of what refers to them and to other files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from hoyle.checks.check import Check, Subject
from hoyle.checks.finding import Finding
from hoyle.checks.tags import Attribute, attributes
from hoyle.docbook.elements import XML_SUFFIXES, is_page
from hoyle.docbook.include import glance
from hoyle.docbook.page import Page, PageError
from hoyle.docbook.source import load
from hoyle.messages import _, later

_IDS = ("id", "xml:id")
_TO_ID = frozenset(("linkend", "linkends", "endterm", "arearefs", "startref", "zone", "otherterm"))
"""Attributes that name ids."""
_TO_FILE = frozenset(("fileref", "entityref"))
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//|[/\\]|\s*\Z")
_ID = re.compile(rb"""\s(?:xml:)?id\s*=\s*(?:"([^"<]*)"|'([^'<]*)')""")
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_ENTITY = re.compile(
    rb"""<!ENTITY\s+([^\s%]+)\s+(?:SYSTEM|PUBLIC\s+(?:"[^"]*"|'[^']*'))\s+(?:"([^"]*)"|'([^']*)')\s*>"""
)


class IdDuplicate(Check):
    id = "id-duplicate"
    severity = "error"
    summary = later("Two elements of a page, or of the pages of one book, have the same id.")
    reason = later("A link to it leads to one of the two only, and many programs refuse the page. Give one another id.")
    wrong = later('<section xml:id="rules"> … <section xml:id="rules">')
    right = later('<section xml:id="rules"> … <section xml:id="scoring">')

    def __init__(self) -> None:
        self._books = Books()

    def findings(self, subject: Subject) -> Iterator[Finding]:
        """An error at the second of two equal ids, in the page or in what a book puts before it."""
        first: dict[str, Attribute] = {}
        before = self._books.ids_before(subject.page.path.resolve())
        for each in attributes(subject.page):
            if each.name not in _IDS:
                continue
            if (other := first.setdefault(each.value, each)) is not each:
                message = _("the id “{id}” is already that of the element in line {line}").format(
                    id=each.value, line=other.place.line
                )
                yield self.at(subject, each.place, message, quote=each.value)
            elif each.value in before:
                message = _("the id “{id}” is already that of an element in {file}, which is part of the same book")
                file = before[each.value].name
                yield self.at(subject, each.place, message.format(id=each.value, file=file), quote=each.value)


class Books:
    """The files that make one document together: those that a file includes, and itself."""

    def __init__(self) -> None:
        self._before: dict[Path, dict[Path, dict[str, Path]]] = {}

    def ids_before(self, path: Path) -> dict[str, Path]:
        """The ids that stand before a file in a book of its folder, each with its file; none where no book has it."""
        folder = path.parent
        if folder not in self._before:
            included = {file: _included(file) for file in sorted(filter(is_page, _listed(folder)))}
            known = self._before[folder] = {}
            for book, parts in included.items():
                ids: dict[str, Path] = {}
                for file in _in_order(book, included) if parts else ():
                    own = _ids_in(file)
                    known.setdefault(file, {}).update((name, ids[name]) for name in own if name in ids)
                    ids.update((name, file) for name in own if name not in ids)
        return self._before[folder].get(path, {})


def _in_order(file: Path, included: dict[Path, list[Path]]) -> list[Path]:
    """A book's files in the order in which they are read, each once."""
    order: list[Path] = []
    waiting = [file]
    while waiting:
        each = waiting.pop(0)
        if each not in order:
            order.append(each)
            waiting[:0] = included.get(each, [])
    return order


def _included(file: Path) -> list[Path]:
    """The files of pages that a file takes in, by XInclude or as an entity."""
    content = _COMMENT.sub(b"", _content(file))
    entities = [one or other for name, one, other in _ENTITY.findall(content) if b"&" + name + b";" in content]
    found = []
    for each in (*glance(file)[1], *(file.parent / unquote(name.decode("utf-8", "replace")) for name in entities)):
        try:
            path = Path(os.path.realpath(each))
            if is_page(path) and path.is_file():
                found.append(path)
        except (OSError, ValueError):
            continue  # no file has such a name
    return found


class ReferenceBroken(Check):
    id = "reference-broken"
    severity = "error"
    summary = later("A link or reference leads to nothing.")
    reason = later(
        "No element of the page, or of the pages that lie beside it, has the id that is named, or the file is not "
        "there. Mend the name, or take the reference out."
    )
    wrong = later('<xref linkend="yeild-rules"/>')
    right = later('<xref linkend="yield-rules"/>')

    def __init__(self) -> None:
        self._beside: dict[Path, frozenset[str]] = {}

    def findings(self, subject: Subject) -> Iterator[Finding]:
        """An error for each id that is not there, and each file of the manual that is not."""
        page = subject.page
        found = list(attributes(page))
        own = {each.value for each in found if each.name in _IDS}
        for each in found:
            for name in _named(each):
                if name not in own and name not in self._ids_beside(page):
                    message = _("there is no element with the id “{id}”").format(id=name)
                    yield self.at(subject, each.place, message, quote=each.value)
            if (file := _file_of(each)) is not None and not _is_there(page, file):
                message = _("there is no file “{file}”").format(file=file)
                yield self.at(subject, each.place, message, quote=each.value)

    def _ids_beside(self, page: Page) -> frozenset[str]:
        """The ids of the pages in the page's folder, and of the files that it includes."""
        folder = page.path.resolve().parent
        if folder not in self._beside:
            files = list(filter(is_page, _listed(folder)))
            self._beside[folder] = frozenset().union(*map(_ids_in, files)) if files else frozenset()
        elsewhere = (path for path in page.includes if path.resolve().parent != folder)
        inner = (name for element in page.root.iter() for name in _ids_of(element.attrib))
        return self._beside[folder].union(*map(_ids_in, elsewhere), inner)


def _named(attribute: Attribute) -> list[str]:
    """The ids that an attribute names."""
    name = attribute.name.rpartition(":")[2]
    if name in _TO_ID and name == attribute.name:
        return attribute.value.split()
    if _is_link(attribute) and attribute.value.startswith("#") and len(attribute.value) > 1:
        return [unquote(attribute.value[1:])]
    return []


def _file_of(attribute: Attribute) -> str | None:
    """The file that an attribute names, as seen from the page's folder."""
    name = attribute.name.rpartition(":")[2]
    if not (_is_link(attribute) or name in _TO_FILE) or _SCHEME.match(attribute.value) or "&" in attribute.value:
        return None
    return unquote(re.split("[?#]", attribute.value)[0]) or None


def _is_link(attribute: Attribute) -> bool:
    if attribute.element in ("include", "fallback"):
        return False  # what cannot be included is told as damage
    return attribute.name.endswith(":href") or (attribute.element == "ulink" and attribute.name == "url")


def _is_there(page: Page, file: str) -> bool:
    """Whether the file is there, or the page that it will be made from."""
    path = page.path.parent / file
    try:
        if path.exists():
            return True
        made = path.suffix.lower() in (".html", ".htm", "")
        return made and any(path.with_suffix(suffix).exists() for suffix in XML_SUFFIXES)
    except (OSError, ValueError):
        return False


def _listed(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _content(path: Path) -> bytes:
    try:
        return load(path)
    except PageError:
        return b""


def _ids_in(path: Path) -> frozenset[str]:
    content = _COMMENT.sub(b"", _content(path))
    return frozenset((one or other).decode("utf-8", "replace") for one, other in _ID.findall(content))


def _ids_of(attributes: object) -> Iterator[str]:
    if hasattr(attributes, "get"):
        for name in ("id", "{http://www.w3.org/XML/1998/namespace}id"):
            if value := attributes.get(name):
                yield value


CHECKS = (IdDuplicate, ReferenceBroken)
