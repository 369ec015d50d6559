"""The elements that are open while a damaged text is read, kept to DocBook's rules of what stands in what.

Tags that are lost are made up for: what cannot go on is ended, what must be there is begun. Where
lines are lost, how many they are tells whether tags can have stood in them, one a line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from hoyle.docbook.elements import (
    ABOUT,
    BLOCKS,
    CELLS,
    HOLDERS,
    INFO,
    INFO_PROSE,
    INLINE,
    INSIDE,
    LEVELS,
    NAME_PARTS,
    PARENTS,
    RECURSIVE,
    ROW_GROUPS,
    ROWS,
    SUBSECTIONS,
    TEXT_ONLY,
    UNSEEN,
    VERBATIM,
    is_known,
)
from hoyle.docbook.entities import Malformed
from hoyle.docbook.parse import Document
from hoyle.docbook.repairs import Repairs
from hoyle.messages import _

Attributes = Sequence[tuple[str, str]]

_NAMESPACES: Final = {
    "xml": "http://www.w3.org/XML/1998/namespace",
    "xi": "http://www.w3.org/2001/XInclude",
    "xlink": "http://www.w3.org/1999/xlink",
}
_NAME_START: Final = re.compile("[A-Za-z_]")
_PARAGRAPHS: Final = frozenset(("para", "simpara", "title", "formalpara", "p")) | frozenset(LEVELS)
_LINE_TEXT: Final = TEXT_ONLY - {"para", "simpara", "p"}
_NO_BLOCKS: Final = INLINE | _LINE_TEXT | INFO | ABOUT
_NO_TEXT: Final = HOLDERS | INFO | frozenset(INSIDE)


@dataclass(slots=True)
class _Open:
    """An element that has begun."""

    name: str
    offset: int
    namespaces: dict[str, str]
    implied: bool = False
    named: bool = False
    """Has a title."""
    filled: bool = False
    """Has text or elements in it."""
    cells: int = 0
    """Of a row: its cells so far."""
    columns: int = 0
    """Of a table's parts: how many columns its `tgroup` says it has."""
    widest: int = 0
    """Of rows: the most cells that one had."""
    subsection: str = ""
    """Of a section: the name of the sections in it."""


class Outline:
    """The open elements, the root first."""

    def __init__(self, document: Document, repairs: Repairs, ends_next: Callable[[int], str | None]) -> None:
        """Begin elements in the document; `ends_next` tells which one of text, if any, ends next from a place."""
        self.document = document
        self.repairs = repairs
        self.ends_next = ends_next
        self.stack: list[_Open] = []
        self.offset = 0
        """Where what is read now stands in the text."""
        self.known = False
        """Whether an element of DocBook has been seen."""
        self.ended = False
        """Whether the end tag of the root element has been read, and no other element since."""
        self.went_on = False
        """Whether another element has been."""

    def make_room_for_text(self, tag: int | None) -> None:
        """See to it that text may stand here: end what is lost, begin what is lost.

        `tag` is where the next tag is, if nothing is lost before it.
        """
        if self.repairs.room:
            while self.stack[-1].name in INLINE and len(self.stack) > 1:
                self.pop()
            if self._row_begins_before_text() or self._entry_begins_before_text():
                return
            top = self.stack[-1]
            if top.filled and (top.name in _LINE_TEXT or (top.name in TEXT_ONLY and self.repairs.room >= 2)):
                self.pop()
        if self.stack[-1].name not in _NO_TEXT:
            return
        following = self.ends_next(tag) if tag is not None else None
        if self.stack[-1].name in INFO:
            if following in INFO_PROSE:
                self.imply(following)
            return
        if following and (following not in CELLS or self._nearest(following) is not None):
            self._place(following)
            self.imply(following)
            return
        while inside := INSIDE.get(self.stack[-1].name):
            self._place(inside)
            self.imply(inside)
        if self.stack[-1].name in HOLDERS:
            self.imply("para")

    def _row_begins_before_text(self) -> bool:
        """Begin a row, or a cell, where enough lines are lost to hold its tags.

        A row with its header takes, a tag a line, the end of what is open in the row before, that
        row's end, its own start, the header and the cell's start.
        """
        row = self._nearest_of(ROWS)
        if row is None:
            if self.stack[-1].name not in ROW_GROUPS:
                return False
            if self.repairs.room >= 3:
                self._begin_row(header_lost=True)
                return True
            return False
        inside = len(self.stack) - 1 - row
        if inside and not self.stack[-1].filled and self.repairs.room < inside + 5:
            # The cell has just begun, and with a line of its own text that is not room enough.
            return False
        full = 0 < self._columns(row) <= self.stack[row].cells
        if self.repairs.room >= inside + 4:
            self._close_to(row - 1)
            self._begin_row(header_lost=True)
        elif not inside and self.stack[row].cells == 0 and self.repairs.room >= 2:
            # The row began, and its first cell went with the start of this one.
            self._begin_cell()
            self.pop()
            self._begin_cell()
        elif full and self.repairs.room >= inside + 2 and (not inside or self.repairs.room >= inside + 3):
            self._close_to(row - 1)
            self._begin_row(header_lost=False)
        elif not inside or (not full and self.stack[row].cells == 1 and self.repairs.room >= inside + 1):
            self._close_to(row)
            self._begin_cell()
        else:
            return False
        return True

    def _entry_begins_before_text(self) -> bool:
        """Begin an entry of a variable list, its term lost, where enough lines are lost to hold its tags."""
        entry = self._nearest_of(frozenset(("varlistentry",)))
        if entry is None or self.repairs.room < 3 or not self.stack[-1].filled:
            return False
        self._close_to(entry - 1)
        self.imply("varlistentry")
        self.imply("listitem")
        self.imply("para")
        return True

    def _begin_row(self, header_lost: bool) -> None:
        if self.stack[-1].name in ROWS:
            self.pop()
        html = self.stack[-1].subsection == "tr"
        self.imply("tr" if html else "row")
        if header_lost:
            self._begin_cell()
            self.pop()
        self._begin_cell()

    def _begin_cell(self) -> None:
        self.imply("td" if self.stack[-1].name == "tr" else "entry")

    def start(self, name: str, prefix: str, attributes: Attributes, at: int) -> None:
        """An element begins."""
        known = is_known(name)
        self.known = self.known or known
        if not self.stack:
            # The root; where it is lost, some root.
            if LEVELS.get(name, 0) > LEVELS["sect1"]:
                self.imply("sect1")
            elif known and name not in HOLDERS:
                self.imply("article")
            self._place(name)
        elif known:
            self._place(name)
        if self.ended:
            self.ended = False
            self.went_on = True
            if not self.repairs.lost_since(0):
                self.repairs.tell(at, _("an element after the end of the root element"))
        self._push(name, prefix, attributes, at)

    def _place(self, name: str) -> None:
        """End what the element cannot stand in, and begin what it must stand in."""
        if len(self.stack) == 0:
            return
        if name in LEVELS:
            self._place_section(name)
        elif name == "title":
            self._place_title()
        elif name in ("entry", "td", "th") and self._nearest(name) is not None:
            self._place_cell(name)
        elif name in PARENTS:
            self._place_part(name)
        elif name in BLOCKS or name in VERBATIM or name in TEXT_ONLY:
            self._place_block(name)
        elif self.stack[-1].name in _NO_TEXT and name in INLINE and name not in UNSEEN:
            if name in NAME_PARTS and self.stack[-1].name in LEVELS:
                self.imply("author")
                return
            self.make_room_for_text(self.offset)

    def _place_section(self, name: str) -> None:
        level = LEVELS[name]
        to = 0
        for index in range(len(self.stack) - 1, -1, -1):
            opened = self.stack[index].name
            if LEVELS.get(opened, 99) < level or (opened == name and name in RECURSIVE):
                to = index
                break
        # A section may stand in one of its kind; but after lost lines, it more likely follows it.
        if name in RECURSIVE and to > 0 and self.stack[to].name == name and self.repairs.room and self.stack[to].filled:
            to -= 1
        self._close_to(to)
        self.stack[-1].subsection = name

    def _place_title(self) -> None:
        while len(self.stack) > 1:
            top = self.stack[-1]
            if top.name in INFO and not top.named:
                return
            if top.name in LEVELS:
                break
            if (top.name in HOLDERS or top.name in INSIDE) and not top.named and not top.filled:
                return
            self._close_to(len(self.stack) - 2)
        top = self.stack[-1]
        if top.name in LEVELS and (top.named or top.filled):
            # The section that it names has lost its start.
            if len(self.stack) > 1:
                self._close_to(len(self.stack) - 2)
            above = self.stack[-1]
            self.imply(above.subsection or SUBSECTIONS.get(above.name) or (top.name if above is not top else "section"))

    def _place_cell(self, name: str) -> None:
        row = self._nearest(name)
        assert row is not None
        inside = len(self.stack) - 1 - row
        opened = self.stack[row]
        columns = self._columns(row, learned=self.repairs.room > 0)
        full = 0 < columns <= opened.cells
        missing = max(0, columns - opened.cells)
        if opened.cells and (full or (self.repairs.room and self.repairs.room >= inside + missing + 2)):
            kind = opened.name
            self._close_to(row - 1)
            self.imply(kind)
        else:
            self._close_to(row)

    def _place_part(self, name: str) -> None:
        found = self._nearest(name)
        if found is None:
            parent = PARENTS[name][0]
            if parent in PARENTS:
                self._place_part(parent)
            else:
                self._place_block(parent)
            self.imply(parent)
        else:
            self._close_to(found)

    def _place_block(self, name: str) -> None:
        if self.repairs.room and name in _PARAGRAPHS:
            row = self._nearest_of(ROWS)
            if row is not None:
                table = next((index for index in range(row, 0, -1) if self.stack[index].name.endswith("table")), None)
                loose = self.stack[-1].name in CELLS and self.stack[-1].filled
                if loose and table is not None and self.repairs.room >= len(self.stack) - table:
                    self._close_to(table - 1)
                elif name not in LEVELS:
                    self._row_begins_before_text()
            elif name not in LEVELS and self._entry_begins_before_text():
                self.pop()
        to = len(self.stack) - 1
        while to > 0:
            opened = self.stack[to].name
            if opened in _NO_BLOCKS or (opened in TEXT_ONLY and name in _PARAGRAPHS):
                to -= 1
            else:
                break
        self._close_to(to)
        while (inside := INSIDE.get(self.stack[-1].name)) and inside != name and name not in ABOUT:
            self.imply(inside)

    def end(self, name: str, at: int) -> None:
        """An element ends, and all that is still open in it."""
        for index in range(len(self.stack) - 1, -1, -1):
            if self.stack[index].name == name:
                break
        else:
            if not self.repairs.lost_since(0) and not (
                self.ended and name == (self.stack[0].name if self.stack else "")
            ):
                self.repairs.tell(at, _("the end tag {tag} has no start tag").format(tag=f"</{name}>"))
            return
        self._close_to(index)
        if index == 0:
            # What follows, if anything, is still read: the root is ended at the end of the text.
            self.ended = True
        else:
            self.pop()
        self.repairs.room = 0

    def _columns(self, row: int, learned: bool = True) -> int:
        """How many cells the row has when it is whole; 0 where nothing tells."""
        rows = self.stack[row - 1]
        return rows.columns or (rows.widest if learned else 0)

    def _nearest(self, name: str) -> int | None:
        """The innermost open element that this one may stand in, no further out than the section."""
        parents = PARENTS[name]
        in_table = name in ROWS or name in CELLS or name in ROW_GROUPS or name in ("tgroup", "colspec")
        for index in range(len(self.stack) - 1, -1, -1):
            opened = self.stack[index].name
            if opened in parents:
                return index
            if opened in LEVELS or (not in_table and opened in CELLS):
                return None
        return None

    def _nearest_of(self, names: frozenset[str]) -> int | None:
        for index in range(len(self.stack) - 1, -1, -1):
            if self.stack[index].name in names:
                return index
            if self.stack[index].name in LEVELS:
                return None
        return None

    def _close_to(self, index: int) -> None:
        """End all that stands in the element at that depth."""
        while len(self.stack) - 1 > max(index, 0):
            opened = self.stack[-1]
            if not opened.implied and not self.repairs.lost_since(opened.offset):
                message = _("the end tag of {tag}, which begins here, is missing")
                self.repairs.tell(opened.offset, message.format(tag=f"<{opened.name}>"))
            self.pop()

    def imply(self, name: str) -> None:
        """Begin an element whose start tag is lost."""
        if not self.repairs.room and not self.repairs.lost_since(self.offset) and name != "para":
            message = _("the start tag {tag} is missing before this")
            self.repairs.tell(self.offset, message.format(tag=f"<{name}>"))
        elif not self.repairs.room and name == "para" and not (self.repairs.gaps and self.repairs.lost_since(0)):
            self.repairs.tell(self.offset, _("text here stands in no paragraph"))
        self._push(name, "", (), self.offset, implied=True)

    def _push(self, name: str, prefix: str, attributes: Attributes, at: int, implied: bool = False) -> None:
        self.fill()
        above = self.stack[-1] if self.stack else None
        namespaces = above.namespaces if above else _NAMESPACES
        declared: dict[str | None, str] = {}
        values: dict[str, str] = {}
        for key, value in attributes:
            if key == "xmlns" or key.startswith("xmlns:"):
                declared[key[6:] or None] = value
        if declared:
            namespaces = {**namespaces, **{key or "": value for key, value in declared.items()}}
        for key, value in attributes:
            before, _colon, local = key.rpartition(":")
            if before != "xmlns" and key != "xmlns" and _NAME_START.match(local):
                space = namespaces.get(before) if before else None
                values.setdefault(f"{{{space}}}{local}" if space else local, value)
        uri = namespaces.get(prefix)
        tag = f"{{{uri}}}{name}" if uri else name
        line, column = self.repairs.where(at)
        try:
            self.document.start(tag, values, declared or None, line, column)
        except Malformed:
            # What is called a namespace is none.
            namespaces = above.namespaces if above else _NAMESPACES
            self.document.depth -= 1
            self.document.elements -= 1
            self.document.start(name, {}, None, line, column)
        opened = _Open(name, at, namespaces, implied)
        if above:
            if name == "title":
                parent = self.stack[-2] if above.name in INFO and len(self.stack) > 1 else above
                above.named = parent.named = True
            if name in CELLS:
                above.cells += 1
            if name in ROWS:
                above.subsection = name
            opened.columns = above.columns if name in ROW_GROUPS or name == "tgroup" else 0
        if name == "tgroup":
            columns = values.get("cols", "")
            opened.columns = int(columns) if columns.isascii() and columns.isdigit() and len(columns) < 4 else 0
        self.stack.append(opened)

    def fill(self) -> None:
        """Note that the innermost element holds something."""
        if self.stack:
            self.stack[-1].filled = True

    def pop(self) -> None:
        """End the innermost element."""
        closed = self.stack.pop()
        if self.stack and closed.name in ROWS:
            rows = self.stack[-1]
            rows.widest = max(rows.widest, closed.cells)
        self.document.end()

    def close(self) -> list[str]:
        """End all; the tags of those that no end tag ended."""
        if self.ended or self.went_on:
            self._close_to(0)
        cut_off = (
            [] if self.ended or self.went_on else [f"<{opened.name}>" for opened in self.stack if not opened.implied]
        )
        while self.stack:
            self.pop()
        return cut_off
