"""From characters to a tape: expat's events, each with its place."""

from __future__ import annotations

from pathlib import Path
from typing import Final
from xml.parsers import expat

from hoyle.docbook import entities, tape
from hoyle.docbook.elements import INCLUDES
from hoyle.docbook.entities import Malformed
from hoyle.docbook.page import Damage, PageError, Place
from hoyle.docbook.tape import COMMENT, END, INSTRUCTION, LOST, REFERENCE, START, TEXT, Entry
from hoyle.messages import _

# A third of a tape: made once.
_ENDED: Final = (END,)


class Document:
    """One file, read: takes the events of reading, whoever sends them, and keeps them on a tape."""

    __slots__ = ("damage", "deepest", "depth", "elements", "includes", "path", "tape")

    def __init__(self, path: Path) -> None:
        self.path = path
        self.tape: list[Entry] = []
        self.includes: list[int] = []
        """Where on the tape an `xi:include` starts."""
        self.damage: list[Damage] = []
        self.depth = 0
        """How many elements are open."""
        self.elements = 0
        self.deepest = 0

    @property
    def root(self) -> Entry:
        """The start of the root element."""
        return next(entry for entry in self.tape if entry[0] == START)

    def start(
        self, tag: str, attributes: dict[str, str], namespaces: dict[str | None, str] | None, line: int, column: int
    ) -> None:
        """An element begins; `tag` and the attributes' names in lxml's form."""
        self.depth += 1
        self.elements += 1
        if self.depth > self.deepest:
            self.deepest = self.depth
        if self.depth > tape.MAX_DEPTH or self.elements > tape.MAX_ELEMENTS:
            raise _too_much(self.path, self.depth, line, column)
        name = tag[tag.find("}") + 1 :]
        if namespaces or ":" in name or any(":" in key[key.find("}") + 1 :] for key in attributes):
            _judge(tag, attributes, namespaces, line, column)
        if tag in INCLUDES:
            self.includes.append(len(self.tape))
        self.tape.append((START, name, tag, attributes, namespaces, line, column))

    def end(self) -> None:
        """The innermost element ends."""
        self.depth -= 1
        self.tape.append(_ENDED)

    def text(self, data: str, line: int, column: int, kind: int = TEXT) -> None:
        """A piece of text that stands in one line, or that a reference stands for."""
        self.tape.append((kind, data, line, column))

    def comment(self, data: str) -> None:
        """A comment."""
        self.tape.append((COMMENT, data))

    def instruction(self, target: str, data: str) -> None:
        """A processing instruction."""
        self.tape.append((INSTRUCTION, target, data))

    def lost(self, first: int, last: int) -> None:
        """Lines of the page that are lost here; the tree shows them as a processing instruction."""
        if self.depth:
            self.tape.append((LOST, first, last))


def _judge(
    tag: str, attributes: dict[str, str], namespaces: dict[str | None, str] | None, line: int, column: int
) -> None:
    """Raise `Malformed` where lxml, stricter than expat about what a namespace may be called, makes no element."""
    from lxml import etree

    try:
        etree.Element(tag, attributes, namespaces)  # type: ignore[arg-type]
    except ValueError as error:
        raise Malformed(str(error), line, column) from None


def _too_much(path: Path, depth: int, line: int, column: int) -> PageError:
    if depth > tape.MAX_DEPTH:
        message = _("more than {limit} elements stand in one another here; that is no help page")
        limit = tape.MAX_DEPTH
    else:
        message = _("the page has more than {limit} elements, the most that are read; split it")
        limit = tape.MAX_ELEMENTS
    return PageError(Place(str(path), line, column + 1), message.format(limit=limit))


def parse(text: str, path: Path) -> Document:
    """Read well-formed XML.

    Raises `Malformed` where it is not, and `PageError` where it goes beyond a bound.
    Entities and a DTD that lie outside the file are not read.
    """
    entities.declared(text, path)
    data = text.encode("utf-8", "surrogatepass")
    parser = expat.ParserCreate("utf-8", "}")
    document = Document(path)
    namespaces: dict[str | None, str] = {}
    in_cdata = False

    start_element, add_entry = document.start, document.tape.append

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
        document.end()

    def characters(piece: str) -> None:
        at = parser.CurrentByteIndex
        if data[at] == 0x26 and not (in_cdata and data.startswith(piece.encode(), at)):
            add_entry((REFERENCE, piece, parser.CurrentLineNumber, parser.CurrentColumnNumber))
        else:
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
            add_entry((REFERENCE, undeclared(name, document, line, column), line, column))

    def external(_context: str, _base: str | None, system: str | None, _public: str | None) -> int:
        line, column = parser.CurrentLineNumber, parser.CurrentColumnNumber
        refuse_external(system or "", document, line, column)
        return 1

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    parser.CommentHandler = document.comment
    parser.ProcessingInstructionHandler = document.instruction
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
    return document


def undeclared(name: str, document: Document, line: int, column: int) -> str:
    """What an entity that the page does not declare stands for.

    Those of DocBook 4's own DTD are known by their names, which HTML took over.
    """
    from html.entities import html5

    known = html5.get(name + ";")
    if known is None:
        document.damage.append(
            Damage(
                Place(str(document.path), line, column + 1),
                _("the entity {name} is not declared in the page; its text is missing").format(name=f"&{name};"),
            )
        )
        return f"&{name};"
    return known


def refuse_external(system: str, document: Document, line: int, column: int) -> None:
    """Note that an entity outside the page is not read."""
    document.damage.append(
        Damage(
            Place(str(document.path), line, column + 1),
            _('the entity here stands in another file, "{name}", which is not read; include it with xi:include').format(
                name=system
            ),
        )
    )
