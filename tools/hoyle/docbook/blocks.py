"""Running text: from what stands in a page to its blocks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hoyle.docbook.elements import (
    ABOUT,
    ASIDES,
    BLOCKS,
    CELLS,
    HEADING_GROUPS,
    HEADINGS,
    INFO,
    INFO_PROSE,
    INLINE,
    JOINERS,
    ROWS,
    TEXT_ONLY,
    UNSEEN,
    VERBATIM,
)
from hoyle.docbook.language_of import stated
from hoyle.docbook.origin import Origin
from hoyle.docbook.page import Block, Text
from hoyle.docbook.tape import END, FILE, LOST, REFERENCE, START, TEXT, Entry, Piece

_SPACE: Final = " \t\r\n"
# Between two words that no white space need part; it stands nowhere.
APART: Final[Piece] = (TEXT, " ", 0, 0)
# Elements whose terms are the headers of what follows in them.
_ENTRIES: Final = {"varlistentry": "term", "glossentry": "glossterm"}
# Elements that are inline but for the parent named here.
_OWN: Final = {"glossterm": "glossentry", "refentrytitle": "refmeta"}
# What most elements are none of.
_SPECIAL: Final = ABOUT | ASIDES | INLINE | UNSEEN | VERBATIM
# What holds running text wherever it stands.
_TEXTS: Final = (CELLS | TEXT_ONLY) - _SPECIAL
NO_ATTRIBUTES: Final[Mapping[str, str]] = {}


def folded(text: bytes) -> str:
    """The text with single spaces between its words.

    >>> folded("\\n\\tTen  piles,\\N{NO-BREAK SPACE}no more.\\n".encode())
    'Ten piles,\\xa0no more.'
    """
    # Bytes are parted at the white space of ASCII alone; characters would be at other white space, too.
    return b" ".join(text.split()).decode()


class _Run:
    """Text that is being gathered."""

    __slots__ = ("depth", "path", "pieces", "slot")

    def __init__(self, path: str, depth: int, slot: int) -> None:
        self.path = path
        self.depth = depth
        """How many files around have included one another where it begins."""
        self.slot = slot
        self.pieces: list[Piece] = []


class _Frame:
    """An element that is no inline one, while it is open."""

    run: _Run | None = None
    named = False
    # Of a row: its header, its cells so far, whether a header from above spans it. Of rows: that header.
    first: Text | None = None
    cells = 0
    spanned = False
    span: tuple[int, _Frame] | None = None

    def __init__(self, name: str, number: int, parent: _Frame | None, lang: str | None) -> None:
        self.name = name
        self.number = number
        self.parent = parent
        self.lang = lang
        self.running = name in TEXT_ONLY
        # The titles around what stands in it; its own is added when it has been read.
        self.titles: tuple[Text, ...] = parent.titles if parent else ()
        self.own_titles = self.titles
        self.header: Text | None = parent.header if parent else None
        # The row whose header this is, or stands in.
        self.heads: _Frame | None = parent.heads if parent else None

    def begin_row(self) -> None:
        self.heads = self.header = None
        rows = self.parent
        if rows and rows.span:
            left, spanning = rows.span
            self.first, self.spanned = spanning.first, True
            rows.span = (left - 1, spanning) if left > 1 else None

    def begin_cell(self, attributes: Mapping[str, str]) -> tuple[Text | None, _Frame | None]:
        """The header of the next cell; and the row, where that cell is the header of the others."""
        if self.name not in ROWS:
            return self.header, self.heads
        self.cells += 1
        if self.cells > 1 or self.spanned:
            return None if self.parent and self.parent.name == "thead" else self.first, None
        more = _number(attributes.get("morerows")) or _number(attributes.get("rowspan")) - 1
        if more > 0 and self.parent:
            self.parent.span = (more, self)
        return None, self

    def holds(self, name: str, text: Text) -> None:
        """Let text that has been read in it tell of what follows."""
        if name in HEADINGS:
            named: _Frame | None = self
            while named and named.name in HEADING_GROUPS:
                named = named.parent
            if named and not named.named:
                named.named = True
                named.titles = named.own_titles = (*named.titles, text)
        elif name == "bridgehead":
            self.titles = (*self.own_titles, text)
        elif _ENTRIES.get(self.name) == name and not self.named:
            self.named, self.header = True, text


def _number(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 6 else 0


class BlockReader:
    """Takes the events of reading a page, whoever sends them, and makes its blocks."""

    def __init__(self, path: str, origin: Origin) -> None:
        self.title: Text | None = None
        """The page's title."""
        self.kind = ""
        """The local name of the root."""
        self.attributes: Mapping[str, str] = NO_ATTRIBUTES
        """Those of the root."""
        self.origin = origin
        self.elements = 0
        """How many have begun."""
        self.running = False
        """Whether text has begun that white space may part from what follows."""
        self.pieces: dict[int, list[Piece]] = {}
        """What the texts of blocks are made of."""
        self._blocks: list[Block | None] = []
        # The files around, each with the place of its include in the one before.
        self._files = [(path, 0, 0)]
        # An inline element is its frame once more; names are those of all elements around.
        self._stack: list[_Frame] = []
        self._names = [""]
        self._skipping = 0
        # The innermost element, where no more than its name tells what any element in it is.
        self._holder: _Frame | None = None

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks, in the order in which they begin."""
        return tuple(filter(None, self._blocks))

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """An element begins; the name is its local one, those of the attributes are as lxml has them."""
        number = self.elements
        self.elements += 1
        if self._skipping:
            self._skipping += 1
            return
        stack = self._stack
        within = self._names[-1]
        parent: _Frame | None = None
        if stack:
            parent = stack[-1]
            if self._holder is None or name in _SPECIAL:
                running = parent.running or (len(stack) > 1 and stack[-2] is parent)
                if name in UNSEEN or (within in INFO and name not in INFO_PROSE):
                    self._skip()
                    return
                if name in VERBATIM or (name in ABOUT and not running):
                    self._finish(parent)
                    self._skip()
                    return
                inline = name not in BLOCKS if running else name in INLINE and _OWN.get(name) != within
                if inline:
                    if within in JOINERS and parent.run:
                        parent.run.pieces.append(APART)
                    stack.append(parent)
                    self._names.append(name)
                    self._holder = None
                    return
            if name not in ASIDES:
                self._finish(parent)
            frame = _Frame(name, number, parent, parent.lang)
        else:
            frame = _Frame(name, number, None, None)
            self.kind, self.attributes = name, attributes
        if attributes:
            frame.lang = stated(attributes) or frame.lang
        if name in ROWS:
            frame.begin_row()
        elif name in CELLS and parent:
            frame.header, frame.heads = parent.begin_cell(attributes)
        stack.append(frame)
        self._names.append(name)
        self._settle()

    def text(self, piece: Piece) -> None:
        """Text comes, or what a reference stands for."""
        if self._skipping:
            return
        frame = self._stack[-1]
        run = frame.run
        if run is None:
            if not piece[1].strip(_SPACE):
                return
            run = frame.run = _Run(self._files[-1][0], len(self._files), len(self._blocks))
            self._blocks.append(None)
            self.running = True
        if run.depth != len(self._files):
            piece = (REFERENCE, piece[1], *self._files[run.depth][1:])
        run.pieces.append(piece)

    def end(self) -> None:
        """The innermost element ends."""
        if self._skipping:
            self._skipping -= 1
            if self._skipping:
                return
        else:
            frame = self._stack.pop()
            self._names.pop()
            if not self._stack:
                self._finish(frame)
                self.title = frame.own_titles[0] if frame.own_titles else None
                return
            if self._stack[-1] is not frame:
                self._finish(frame)
        self._settle()

    def leaf(self, name: str, attributes: Mapping[str, str], held: str) -> None:
        """An element comes and ends that holds nothing but text, its white space folded."""
        holder = self._holder
        if holder is None or attributes or name not in _TEXTS or not (value := held.strip(" ")):
            self.start(name, attributes)
            self.text((TEXT, held, 0, 0))
            self.end()
            return
        # Most of a page: this is the same, but for what nobody will ask.
        number = self.elements
        self.elements += 1
        if holder.run:
            self._finish(holder)
            self.running = False
        header, heads = holder.begin_cell(attributes) if name in CELLS else (holder.header, holder.heads)
        slot = len(self._blocks)
        text = Text(value, self._files[-1][0], self.origin, slot)
        self._blocks.append(Block(slot, name, text, holder.titles, header, holder.lang, self.origin, number))
        if heads and heads.first is None:
            heads.first = text
        holder.holds(name, text)

    def file(self, path: str | None, line: int, column: int) -> None:
        """A file begins that is included there; or, without a path, one ends."""
        if path:
            self._files.append((path, line, column))
        else:
            self._files.pop()

    def lost(self) -> None:
        """Something is lost here: what follows does not go on with the text before."""
        if self._stack and not self._skipping:
            self._finish(self._stack[-1])
            self.running = False

    def _skip(self) -> None:
        """Pass over the element that begins here."""
        self._skipping = 1
        self._holder, self.running = None, False

    def _settle(self) -> None:
        """Go on in the innermost open element."""
        stack = self._stack
        frame = stack[-1]
        self.running = frame.run is not None
        is_inline = len(stack) > 1 and stack[-2] is frame
        self._holder = None if frame.running or is_inline or frame.name in INFO else frame

    def _finish(self, frame: _Frame) -> None:
        """End the frame's running text, if there is any: it becomes a block."""
        run = frame.run
        if run is None:
            return
        frame.run = None
        slot = run.slot
        self.pieces[slot] = run.pieces
        text = Text(folded("".join([piece[1] for piece in run.pieces]).encode()), run.path, self.origin, slot)
        self._blocks[slot] = Block(
            slot, frame.name, text, frame.titles, frame.header, frame.lang, self.origin, frame.number
        )
        if frame.heads and frame.heads.first is None:
            frame.heads.first = text
        if frame.parent:
            frame.parent.holds(frame.name, text)


def read_tape(tape: list[Entry], path: str) -> BlockReader:
    """What a tape holds, as blocks."""
    reader = BlockReader(path, Origin(lambda: tape))
    for entry in tape:
        kind = entry[0]
        if kind in (TEXT, REFERENCE):
            reader.text(entry)
        elif kind == START:
            reader.start(entry[1], entry[3])
        elif kind == END:
            reader.end()
        elif kind == FILE:
            reader.file(*entry[1:])
        elif kind == LOST:
            reader.lost()
    return reader
