"""Running text: from a tape to the blocks of a page."""

from __future__ import annotations

import re
from typing import Final

from lxml import etree

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
from hoyle.docbook.page import Block, Text
from hoyle.docbook.parse import END, FILE, REFERENCE, START, TEXT, Entry

_TEXTS: Final = (TEXT, REFERENCE)
_SPACE: Final = " \t\r\n"
# Words that single spaces part: text and file go together within such a run.
_RUNS: Final = re.compile(r"[^ \t\r\n]++(?: [^ \t\r\n]++)*+")
_WORDS: Final = re.compile(r"[^ \t\r\n]++")
# Elements whose terms are the headers of what follows in them.
_ENTRIES: Final = {"varlistentry": "term", "glossentry": "glossterm"}
# Elements that are inline but for the parent named here.
_OWN: Final = {"glossterm": "glossentry", "refentrytitle": "refmeta"}


class _Run:
    """Text that is being gathered, its white space folded."""

    __slots__ = ("_length", "_marks", "_parts", "_space", "depth", "path", "slot")

    def __init__(self, path: str, depth: int, slot: int) -> None:
        self.path = path
        self.depth = depth
        self.slot = slot
        self._parts: list[str] = []
        self._marks: list[tuple[int, int, int]] = []
        self._length = 0
        # Where white space stands that no word has followed yet: line, and column from 1.
        self._space: tuple[int, int] | None = None

    def add(self, data: str, line: int, column: int) -> None:
        """Add text that stands in the file as it is; the column counts from 0."""
        # What is added to a place in the data to have its column in the line that it stands in.
        before = column + 1
        end = 0
        for match in _RUNS.finditer(data):
            start = match.start()
            if not end:
                if start and self._space is None:
                    self._space = (line, before)
                self._add_space()
            else:
                self._parts.append(" ")
                self._length += 1
            if start > end and (breaks := data.count("\n", end, start)):
                line += breaks
                before = -data.rindex("\n", end, start)
            words = match[0]
            self._marks.append((self._length, line, before + start))
            self._parts.append(words)
            self._length += len(words)
            end = match.end()
        if self._space is None and end < len(data):
            self._space = (line, before + end)

    def add_reference(self, data: str, line: int, column: int) -> None:
        """Add text that something at one place stands for: all of it has that place."""
        column += 1
        end = 0
        for match in _WORDS.finditer(data):
            if match.start() > end:
                self._space = self._space or (line, column)
            self._add_space()
            self._marks.extend((self._length + offset, line, column) for offset in range(len(match[0])))
            self._parts.append(match[0])
            self._length += len(match[0])
            end = match.end()
        if end < len(data):
            self._space = self._space or (line, column)

    def part(self) -> None:
        """What follows is a word of its own."""
        if self._space is None and self._marks:
            self._space = self._end()

    def _add_space(self) -> None:
        if self._space and self._length:
            if self._space != self._end():
                self._marks.append((self._length, *self._space))
            self._parts.append(" ")
            self._length += 1
        self._space = None

    def _end(self) -> tuple[int, int]:
        """The place behind the text so far."""
        offset, line, column = self._marks[-1]
        return line, column + self._length - offset

    def text(self) -> Text:
        return Text("".join(self._parts), self.path, tuple(self._marks))


class _Frame:
    """An element that is no inline one, while it is open."""

    __slots__ = (
        "cells",
        "element",
        "first",
        "header",
        "heads",
        "lang",
        "name",
        "named",
        "own_titles",
        "parent",
        "run",
        "running",
        "span",
        "spanned",
        "titles",
    )

    def __init__(self, name: str, element: etree._Element, parent: _Frame | None, lang: str | None) -> None:
        self.name = name
        self.element = element
        self.parent = parent
        self.lang = lang
        self.run: _Run | None = None
        self.running = name in TEXT_ONLY
        # The titles around what stands in it; its own is added when it has been read.
        self.titles: tuple[Text, ...] = parent.titles if parent else ()
        self.own_titles = self.titles
        self.named = False
        self.header: Text | None = parent.header if parent else None
        # The row whose header this is, or stands in.
        self.heads: _Frame | None = parent.heads if parent else None
        # Of a row: its header, its cells so far, whether a header from above spans it. Of rows: that header.
        self.first: Text | None = None
        self.cells = 0
        self.spanned = False
        self.span: tuple[int, _Frame] | None = None

    def begin_row(self) -> None:
        self.heads = self.header = None
        rows = self.parent
        if rows and rows.span:
            left, spanning = rows.span
            self.first, self.spanned = spanning.first, True
            rows.span = (left - 1, spanning) if left > 1 else None

    def begin_cell(self, attributes: dict[str, str]) -> None:
        row = self.parent
        if row is None or row.name not in ROWS:
            return
        row.cells += 1
        if row.cells > 1 or row.spanned:
            self.heads = None
            self.header = None if row.parent and row.parent.name == "thead" else row.first
            return
        self.header, self.heads = None, row
        more = _number(attributes.get("morerows")) or _number(attributes.get("rowspan")) - 1
        if more > 0 and row.parent:
            row.parent.span = (more, row)

    def name_parent(self, text: Text) -> None:
        """Let the text, a title, name what it stands in."""
        named = self.parent
        while named and named.name in HEADING_GROUPS:
            named = named.parent
        if named and not named.named:
            named.named = True
            named.titles = named.own_titles = (*named.titles, text)


def _number(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 6 else 0


def read_blocks(tape: list[Entry], path: str) -> tuple[Text | None, tuple[Block, ...]]:
    """The page's title and its blocks, in the order in which they begin."""
    blocks: list[Block | None] = []
    title: Text | None = None
    # The files around, each with the place of its include in the one before.
    files = [(path, 0, 0)]
    depth = 1
    # An inline element is its frame once more; names are those of all elements around.
    stack: list[_Frame] = []
    names: list[str] = [""]
    skipping = 0

    def finish(frame: _Frame) -> None:
        """End the frame's running text: it becomes a block."""
        nonlocal title
        run = frame.run
        if run is None:
            return
        frame.run = None
        text = run.text()
        blocks[run.slot] = Block(run.slot, frame.name, text, frame.titles, frame.header, frame.lang, frame.element)
        heads = frame.heads
        if heads and heads.first is None:
            heads.first = text
        parent = frame.parent
        if frame.name in HEADINGS:
            frame.name_parent(text)
        elif parent and frame.name == "bridgehead":
            parent.titles = (*parent.own_titles, text)
        elif parent and _ENTRIES.get(parent.name) == frame.name and not parent.named:
            parent.named, parent.header = True, text

    for entry in tape:
        kind = entry[0]
        if kind in _TEXTS:
            if skipping:
                continue
            frame = stack[-1]
            data = entry[1]
            run = frame.run
            if run is None:
                if not data.strip(_SPACE):
                    continue
                run = frame.run = _Run(path, depth, len(blocks))
                blocks.append(None)
            if run.depth != depth:
                run.add_reference(data, *files[run.depth][1:])
            elif kind == TEXT:
                run.add(data, entry[2], entry[3])
            else:
                run.add_reference(data, entry[2], entry[3])
        elif kind == START:
            if skipping:
                skipping += 1
                continue
            name = entry[1]
            within = names[-1]
            parent = stack[-1] if stack else None
            if parent is not None:
                running = parent.running or (len(stack) > 1 and stack[-2] is parent)
                if name in UNSEEN or (within in INFO and name not in INFO_PROSE):
                    skipping = 1
                    continue
                if name in VERBATIM or (name in ABOUT and not running):
                    if parent.run:
                        finish(parent)
                    skipping = 1
                    continue
                inline = name not in BLOCKS if running else name in INLINE and _OWN.get(name) != within
                if inline:
                    if within in JOINERS and parent.run:
                        parent.run.part()
                    stack.append(parent)
                    names.append(name)
                    continue
                if parent.run and name not in ASIDES:
                    finish(parent)
            attributes = entry[5]
            lang = parent.lang if parent else None
            if attributes:
                lang = stated(attributes) or lang
            frame = _Frame(name, entry[2], parent, lang)
            if name in ROWS:
                frame.begin_row()
            elif name in CELLS:
                frame.begin_cell(attributes)
            stack.append(frame)
            names.append(name)
        elif kind == END:
            if skipping:
                skipping -= 1
                continue
            frame = stack.pop()
            names.pop()
            if not stack:
                finish(frame)
                title = frame.own_titles[0] if frame.own_titles else None
            elif frame.run and stack[-1] is not frame:
                finish(frame)
        elif kind == FILE:
            if entry[1]:
                files.append(entry[1:])
            else:
                files.pop()
            path, depth = files[-1][0], len(files)
        elif stack and not skipping:
            finish(stack[-1])
    return title, tuple(block for block in blocks if block is not None)
