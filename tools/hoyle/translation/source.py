"""A page as the translator's tools see it: the tree with its entities, and what stands before it."""

from __future__ import annotations

import codecs
import os
import re
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from lxml import etree

from hoyle.docbook.elements import INLINE, is_known
from hoyle.docbook.page import Page, PageError, Place
from hoyle.docbook.source import MAX_BYTES, check_size, load
from hoyle.messages import _

DOCBOOK = "http://docbook.org/ns/docbook"
XML = "http://www.w3.org/XML/1998/namespace"


@dataclass(frozen=True, slots=True)
class Source:
    """One page, parsed with comments, CDATA and references to entities as they stand."""

    path: str
    root: etree._Element
    prolog: str
    """What stands before the root: XML declaration, document type, comments."""
    mentions: frozenset[str]
    """Which words of `_WATCHED` the page holds anywhere: what is not there need not be looked for."""
    _expanded: dict[str, etree._Element | None] = field(default_factory=dict, repr=False, compare=False)

    def place(self, element: etree._Element) -> Place:
        """Where an element begins. XML parsers tell its line only."""
        return Place(self.path, line_of(element), 1)

    def expansion(self, name: str) -> etree._Element | None:
        """An element with what an entity stands for; None where the page itself does not declare it.

        Only entities declared in the page are known: nothing is fetched for one that is not.
        """
        if name not in self._expanded:
            namespaces = "".join(
                f' xmlns{":" + prefix if prefix else ""}="{uri}"' for prefix, uri in self.root.nsmap.items()
            )
            doctype = without_declaration(self.prolog)
            try:
                expanded = etree.fromstring(
                    f"{doctype}<expansion{namespaces}>&{name};</expansion>",
                    etree.XMLParser(
                        resolve_entities="internal",  # type: ignore[arg-type]
                        no_network=True,
                        load_dtd=False,
                        huge_tree=False,
                    ),
                )
            except (etree.XMLSyntaxError, ValueError):
                expanded = None
            if expanded is not None and len(expanded) and expanded[0].tag is etree.Entity and not expanded.text:
                expanded = None
            self._expanded[name] = expanded
        return self._expanded[name]


_WATCHED = {
    "its": b"http://www.w3.org/2005/11/its",
    "itst": b"http://itstool.org/extensions/",
    "translate": b"translate=",
    "space": b"xml:space",
    "translators": b"ranslators:",
}

_DECLARATION = re.compile(r"\A\s*<\?xml\s.*?\?>", re.DOTALL)
_ENCODING = re.compile(r"""(\A\s*<\?xml\s[^>]*?encoding\s*=\s*)(["'])[^"']*\2""")


def read_source(page: Page | Path | str) -> Source:
    """The page in a file, or one that has been read already. Raises `PageError`."""
    if isinstance(page, Page):
        return parse_source(page.source, str(page.path))
    return parse_source(load(Path(page)), str(page))


def parse_source(content: bytes, path: str) -> Source:
    """The page in `content`; `path` is for places. Raises `PageError`.

    >>> parse_source(b"<para>Ten <emphasis>piles</emphasis>.</para>", "a.xml").root.tag
    'para'
    >>> parse_source(b"<para>Ten piles.", "a.xml")
    Traceback (most recent call last):
    hoyle.docbook.page.PageError: a.xml:1:17: Premature end of data in tag para line 1
    """
    check_size(content, Path(path))
    if not content.strip():
        raise PageError(Place(path, 1, 1), _("the page is empty"))
    try:
        root = _parsed(content)
    except etree.XMLSyntaxError as error:
        line, column = error.position
        reason = _in_plain_words(re.sub(r",? line \d+, column \d+.*", "", error.msg or str(error)))
        raise PageError(Place(path, max(line, 1), max(column, 1)), reason) from None
    except ValueError as error:
        raise PageError(Place(path, 1, 1), str(error)) from None
    mentions = frozenset(name for name, word in _WATCHED.items() if word in content)
    source = Source(path, root, _prolog(content, root), mentions)
    _take_in_blocks(source)
    return source


def _take_in_blocks(source: Source) -> None:
    """Put in the place of entities the paragraphs and the like that they stand for, which are messages themselves."""
    size = 0
    for reference in list(source.root.iter(etree.Entity)) if "<!ENTITY" in source.prolog else ():
        parent, expanded = reference.getparent(), source.expansion(str(reference.name))  # type: ignore[attr-defined]
        if parent is None or expanded is None or not any(map(_is_block, expanded.iterchildren(etree.Element))):
            continue
        size += len(etree.tostring(expanded))
        if size > MAX_BYTES:
            raise PageError(source.place(reference), _in_plain_words("amplification"))
        taken = deepcopy(expanded)
        for element in taken.iter(etree.Element):
            element.sourceline = line_of(reference)  # type: ignore[assignment]
        before, tail = reference.getprevious(), reference.tail or ""
        if before is None:
            parent.text = (parent.text or "") + (taken.text or "")
        else:
            before.tail = (before.tail or "") + (taken.text or "")
        last = taken[-1]
        last.tail = (last.tail or "") + tail
        reference.tail = None
        at = parent.index(reference)
        parent[at : at + 1] = list(taken)


def _is_block(element: etree._Element) -> bool:
    name = str(element.tag).rpartition("}")[2]
    return is_known(name) and name not in INLINE


def _parsed(content: bytes) -> etree._Element:
    """The tree; an id that is given twice is the author's mistake, and no reason not to translate the page."""

    def parser(*, recover: bool) -> etree.XMLParser:
        return etree.XMLParser(
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
            huge_tree=False,
            strip_cdata=False,
            recover=recover,
        )

    strict = parser(recover=False)
    try:
        return etree.fromstring(content, strict)
    except etree.XMLSyntaxError:
        errors = [error.type for error in strict.error_log if error.level >= etree.ErrorLevels.ERROR]
        if set(errors) == {etree.ErrorTypes.DTD_ID_REDEFINED}:
            return etree.fromstring(content, parser(recover=True))
        raise


def _in_plain_words(reason: str) -> str:
    """What the parser says, in English alone, of its limits and of common mistakes is of no help to an author."""
    if "amplification" in reason:
        return _("its entities stand for far more text than a page may have")
    if "depth" in reason:
        return _("its elements stand too deep in one another")
    if "Start tag expected" in reason or "Document is empty" in reason:
        return _("the file does not begin as XML does: name a DocBook page, without anything before it")
    if "Invalid bytes" in reason:
        return _("this is not text in the page's encoding: save the page as UTF-8, or name its encoding")
    if "Unsupported encoding" in reason:
        return _("the encoding that the page names is not known: save the page as UTF-8, and say so")
    return reason


def _prolog(content: bytes, root: etree._Element) -> str:
    """The text before the root element, its encoding now UTF-8."""

    class Found(Exception):
        pass

    def start(_name: str, _attributes: object) -> None:
        raise Found(parser.CurrentByteIndex)

    encoding = root.getroottree().docinfo.encoding or "utf-8"
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encoding = "utf-16"  # whether the page says so or not
    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    try:
        parser.Parse(content, True)
    except Found as found:
        text = content[: found.args[0]].decode(encoding).removeprefix("\ufeff")
    except (expat.ExpatError, ValueError, LookupError):
        text = '<?xml version="1.0" encoding="utf-8"?>\n'
    return _ENCODING.sub(r"\1\2utf-8\2", text.replace("\r\n", "\n"), count=1)


def without_declaration(prolog: str) -> str:
    """What stands before a root element, the XML declaration left out."""
    return _DECLARATION.sub("", prolog, count=1)


def file_below(page: str, name: str) -> Path | None:
    """The file that a page names, if it lies in the page's folder or below; None for one elsewhere."""
    folder = Path(os.path.realpath(Path(page).parent))
    path = Path(os.path.realpath(folder / name))
    return path if path.is_relative_to(folder) else None


def line_of(element: etree._Element) -> int:
    """The line on which an element begins; 1 for one that is not from a file."""
    line: int | None = element.sourceline  # type: ignore[assignment]
    return line or 1


def text_of(element: etree._Element) -> str:
    """All the text in an element."""
    return "".join(map(str, element.itertext()))
