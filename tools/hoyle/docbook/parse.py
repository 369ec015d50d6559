"""From characters to a tree: expat's events, each with its place, build the elements of lxml.

The text is read once. What was read is also kept as a *tape*: the sequence of starts,
ends and pieces of text with their places, from which `blocks` reads the running text.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from lxml import etree

from hoyle.docbook import entities
from hoyle.docbook.elements import INCLUDES
from hoyle.docbook.entities import Malformed
from hoyle.docbook.page import Damage, PageError, Place
from hoyle.messages import _

START, END, TEXT, REFERENCE, LOST, FILE = range(6)
"""Kinds of entries on a tape.

| kind | entry |
|---|---|
| `START` | kind, local name, element, line, column, attributes |
| `END` | kind, |
| `TEXT` | kind, characters, line and column of the first |
| `REFERENCE` | kind, characters that an entity or character reference stands for, its line, its column |
| `LOST` | kind, |
| `FILE` | kind, path of the file that begins here, or None where one ends; line and column of the include |

Lines count from 1, columns from 0.
"""

MAX_DEPTH: Final = 200
"""The most elements that may stand in one another. DocBook's own rules rarely lead beyond 30."""
MAX_ELEMENTS: Final = 500_000
"""The most elements of one page, included files counted."""

Entry = tuple[Any, ...]
# Most of a tape: made once.
_ENDED: Final = (END,)
_NONE: Final[dict[str, str]] = {}


class Document:
    """One file, read."""

    __slots__ = ("damage", "deepest", "elements", "includes", "path", "root", "tape")

    def __init__(self, path: Path, root: etree._Element, tape: list[Entry], elements: int, deepest: int) -> None:
        self.path = path
        self.root = root
        self.tape = tape
        self.includes: list[int] = []
        """Where on the tape an `xi:include` starts."""
        self.damage: list[Damage] = []
        self.elements = elements
        self.deepest = deepest


class Builder:
    """Takes the events of reading, whoever sends them, and makes the tree and the tape."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.tape: list[Entry] = []
        self.includes: list[int] = []
        self.damage: list[Damage] = []
        self.depth = 0
        self.elements = 0
        self.deepest = 0
        self.root: etree._Element | None = None
        # The stubs say that it makes nothing.
        self._builder: Any = etree.TreeBuilder()
        self._text = self._builder.data
        self._tags: list[str] = []
        self._before: list[etree._Element] = []
        self._after: list[etree._Element] = []

    def start(
        self, tag: str, attributes: dict[str, str], namespaces: dict[str | None, str] | None, line: int, column: int
    ) -> None:
        """An element begins; `tag` and the attributes' names in lxml's form."""
        self.depth += 1
        self.elements += 1
        if self.depth > self.deepest:
            self.deepest = self.depth
        if self.depth > MAX_DEPTH or self.elements > MAX_ELEMENTS:
            raise _too_much(self.path, self.depth, line, column)
        try:
            element = self._builder.start(tag, attributes, namespaces)
        except ValueError as error:
            # lxml is stricter than expat about what a namespace may be called.
            raise Malformed(str(error), line, column) from None
        if line < 65536:
            element.sourceline = line
        if self.root is None:
            self.root = element
        if tag in INCLUDES:
            self.includes.append(len(self.tape))
        self._tags.append(tag)
        self.tape.append((START, tag[tag.find("}") + 1 :], element, line, column, attributes))

    def end(self) -> None:
        """The innermost element ends."""
        self.depth -= 1
        self._builder.end(self._tags.pop())
        self.tape.append(_ENDED)

    def text(self, data: str, line: int, column: int, kind: int = TEXT) -> None:
        """A piece of text that stands in one line, or that a reference stands for."""
        self._text(data)
        self.tape.append((kind, data, line, column))

    def comment(self, data: str) -> None:
        """A comment."""
        if self.depth:
            self._builder.comment(data)
        else:
            self._beside(etree.Comment(data))

    def instruction(self, target: str, data: str) -> None:
        """A processing instruction."""
        if self.depth:
            self._builder.pi(target, data)
        else:
            self._beside(etree.ProcessingInstruction(target, data))

    def lost(self, first: int, last: int) -> None:
        """Lines of the page that are lost here; the tree shows them as a processing instruction."""
        if self.depth:
            self._builder.pi("lost-lines", f"{first}-{last}")
            self.tape.append((LOST,))

    def document(self) -> Document:
        """What was built."""
        root = self._builder.close()
        for node in self._before:
            root.addprevious(node)
        for node in reversed(self._after):
            root.addnext(node)
        document = Document(self.path, root, self.tape, self.elements, self.deepest)
        document.includes, document.damage = self.includes, self.damage
        return document

    def _beside(self, node: etree._Element) -> None:
        (self._before if self.root is None else self._after).append(node)


def _too_much(path: Path, depth: int, line: int, column: int) -> PageError:
    if depth > MAX_DEPTH:
        message = _("more than {limit} elements stand in one another here; that is no help page")
        limit = MAX_DEPTH
    else:
        message = _("the page has more than {limit} elements, the most that are read; split it")
        limit = MAX_ELEMENTS
    return PageError(Place(str(path), line, column + 1), message.format(limit=limit))


def parse(text: str, path: Path) -> Document:
    """Read well-formed XML.

    Raises `Malformed` where it is not, and `PageError` where it goes beyond a bound.
    Entities and a DTD that lie outside the file are not read.
    """
    entities.declared(text, path)
    data = text.encode("utf-8", "surrogatepass")
    if (root := _tree(data)) is not None:
        return _with_places(text, path, root)
    from xml.parsers import expat

    parser = expat.ParserCreate("utf-8", "}")
    builder = Builder(path)
    namespaces: dict[str | None, str] = {}
    in_cdata = False

    start_element, add_text = builder.start, builder.text
    # Most of what is read is text: this is `Builder.text` without the call.
    add_data, add_entry = builder._text, builder.tape.append

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal namespaces
        if "}" in tag:
            tag = "{" + tag
        if attributes:
            for name in attributes:
                if "}" in name:
                    attributes = {"{" + key if "}" in key else key: value for key, value in attributes.items()}
                    break
        if namespaces:
            start_element(tag, attributes, namespaces, parser.CurrentLineNumber, parser.CurrentColumnNumber)
            namespaces = {}
        else:
            start_element(tag, attributes, None, parser.CurrentLineNumber, parser.CurrentColumnNumber)

    def end(_tag: str) -> None:
        builder.end()

    def characters(piece: str) -> None:
        at = parser.CurrentByteIndex
        if data[at] == 0x26 and not (in_cdata and data.startswith(piece.encode(), at)):
            add_text(piece, parser.CurrentLineNumber, parser.CurrentColumnNumber, REFERENCE)
        else:
            add_data(piece)
            add_entry((TEXT, piece, parser.CurrentLineNumber, parser.CurrentColumnNumber))

    def declare(prefix: str | None, uri: str | None) -> None:
        if uri:
            namespaces[prefix] = uri

    def cdata(begins: bool) -> None:
        nonlocal in_cdata
        in_cdata = begins

    def skipped(name: str, is_parameter: bool) -> None:
        if not is_parameter:
            line, column = parser.CurrentLineNumber, parser.CurrentColumnNumber
            add_text(undeclared(name, builder, line, column), line, column, REFERENCE)

    def external(_context: str, _base: str | None, system: str | None, _public: str | None) -> int:
        line, column = parser.CurrentLineNumber, parser.CurrentColumnNumber
        refuse_external(system or "", builder, line, column)
        return 1

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    parser.CommentHandler = builder.comment
    parser.ProcessingInstructionHandler = builder.instruction
    parser.StartNamespaceDeclHandler = declare
    parser.StartCdataSectionHandler = lambda: cdata(True)
    parser.EndCdataSectionHandler = lambda: cdata(False)
    parser.SkippedEntityHandler = skipped
    parser.ExternalEntityRefHandler = external
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise Malformed(expat.errors.messages.get(error.code, str(error)), error.lineno, error.offset) from None
    finally:
        # They hold the parser, which holds them: with these the page would stay till the next look for cycles.
        parser.StartElementHandler = parser.CharacterDataHandler = None
        parser.SkippedEntityHandler = parser.ExternalEntityRefHandler = None
    return builder.document()


def _tree(data: bytes) -> etree._Element | None:
    """The tree as lxml parses it, in a fifth of the time that building it takes; None where expat may read another.

    They differ in references, declared attributes, names of namespaces, and lines beyond lxml's count.
    """
    if len(data) > 65536 or any(mark in data for mark in _NOT_PLAIN):
        return None
    try:
        return etree.fromstring(data, etree.XMLParser(encoding="utf-8", no_network=True, resolve_entities=False))
    except etree.XMLSyntaxError:
        return None


def _with_places(text: str, path: Path, root: etree._Element) -> Document:
    """The document of a tree, whose text says where each tag stands: it is known to be well-formed and plain."""
    tape: list[Entry] = []
    # The stubs do not know that the line of an element can be set.
    elements: Any = root.iter("*")
    depth = deepest = count = column = 0
    line = 1
    # In turn what stands before a mark, the mark, and of a start tag its name, its attributes and whether it ends, too.
    parts = _MARK.split(text)
    for before, mark, name, attributes, closed in zip(*(parts[at:-1:5] for at in range(5)), strict=True):
        if before:
            if depth:
                tape.append((TEXT, before, line, column))
            if "\n" in before:
                line += before.count("\n")
                column = -before.rindex("\n") - 1
            column += len(before)
        if name:
            element = next(elements)
            element.sourceline = line
            depth += 1
            count += 1
            if depth > deepest:
                deepest = depth
            if depth > MAX_DEPTH or count > MAX_ELEMENTS:
                raise _too_much(path, depth, line, column)
            told = dict(element.attrib) if attributes else _NONE
            tape.append((START, name, element, line, column, told))
        if closed or mark[1] == "/":
            depth -= 1
            tape.append(_ENDED)
        if "\n" in mark:
            line += mark.count("\n")
            column = -mark.rindex("\n") - 1
        column += len(mark)
    return Document(path, root, tape, count, deepest)


# What lxml and expat may read differently, and what hides tags from a search for them.
_NOT_PLAIN: Final = (b"&", b"<!A", b"<!E", b"<!N", b"<![", b"xmlns", b"xml:")
_MARK: Final = re.compile(
    r"""(<(?:/[^>]*+ | !--.*?-- | \?.*?\? | !DOCTYPE(?:[^"'\[>]|"[^"]*+"|'[^']*+')*+
    | ([^\s/>!?]++) ((?:[^"'/>]++|"[^"]*+"|'[^']*+')*+) (/?) )>)""",
    re.VERBOSE | re.DOTALL,
)


def undeclared(name: str, builder: Builder, line: int, column: int) -> str:
    """What an entity that the page does not declare stands for.

    Those of DocBook 4's own DTD are known by their names, which HTML took over.
    """
    from html.entities import html5

    known = html5.get(name + ";")
    if known is None:
        builder.damage.append(
            Damage(
                Place(str(builder.path), line, column + 1),
                _("the entity {name} is not declared in the page; its text is missing").format(name=f"&{name};"),
            )
        )
        return f"&{name};"
    return known


def refuse_external(system: str, builder: Builder, line: int, column: int) -> None:
    """Note that an entity outside the page is not read."""
    builder.damage.append(
        Damage(
            Place(str(builder.path), line, column + 1),
            _('the entity here stands in another file, "{name}", which is not read; include it with xi:include').format(
                name=system
            ),
        )
    )
