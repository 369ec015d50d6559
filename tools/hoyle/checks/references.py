"""Checks of a page's ids, and of what refers to them and to other files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from hoyle.checks.check import Check, Subject
from hoyle.checks.finding import Finding
from hoyle.checks.tags import Attribute, attributes
from hoyle.docbook.page import Page
from hoyle.messages import _, later

_IDS = ("id", "xml:id")
_TO_ID = frozenset(("linkend", "linkends", "endterm", "arearefs", "startref", "zone", "otherterm"))
"""Attributes that name ids."""
_TO_FILE = frozenset(("fileref", "entityref"))
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//|[/\\]|\s*\Z")
_PAGES = (".xml", ".docbook", ".dbk", ".db", ".db5")
_ID = re.compile(rb"""\s(?:xml:)?id\s*=\s*(?:"([^"<]*)"|'([^'<]*)')""")


class IdDuplicate(Check):
    id = "id-duplicate"
    severity = "error"
    summary = later("Two elements of a page have the same id.")
    reason = later("A link to it leads to one of the two only, and many programs refuse the page. Give one another id.")
    wrong = later('<section xml:id="rules"> … <section xml:id="rules">')
    right = later('<section xml:id="rules"> … <section xml:id="scoring">')

    def findings(self, subject: Subject) -> Iterator[Finding]:
        """An error at the second of two equal ids."""
        first: dict[str, Attribute] = {}
        for each in attributes(subject.page):
            if each.name in _IDS and (other := first.setdefault(each.value, each)) is not each:
                message = _("the id “{id}” is already that of the element in line {line}").format(
                    id=each.value, line=other.place.line
                )
                yield self.at(subject, each.place, message, quote=each.value)


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
            files = [file for file in _listed(folder) if file.suffix.lower() in _PAGES]
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
        return made and any(path.with_suffix(suffix).exists() for suffix in _PAGES)
    except (OSError, ValueError):
        return False


def _listed(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _ids_in(path: Path) -> frozenset[str]:
    try:
        content = path.read_bytes()
    except OSError:
        return frozenset()
    return frozenset((one or other).decode("utf-8", "replace") for one, other in _ID.findall(content))


def _ids_of(attributes: object) -> Iterator[str]:
    if hasattr(attributes, "get"):
        for name in ("id", "{http://www.w3.org/XML/1998/namespace}id"):
            if value := attributes.get(name):
                yield value


CHECKS = (IdDuplicate, ReferenceBroken)
