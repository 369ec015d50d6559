"""Reading what is not well-formed: a page with tags missing, or a capture with lines missing.

Its own reader of markup takes any text; what the tags leave open, DocBook's own rules of
what stands in what decide. Every such decision that lost lines do not explain is told.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hoyle.docbook.capture import Gap
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
from hoyle.docbook.entities import MAX_DEPTH as MAX_ENTITY_DEPTH
from hoyle.docbook.entities import Malformed, character
from hoyle.docbook.page import Damage, PageError, Place
from hoyle.docbook.parse import REFERENCE, Builder, Document, undeclared
from hoyle.messages import _

MAX_TOLD: Final = 50
"""The most repairs of one page that are told one by one."""

MAX_REPAIRS: Final = 10_000
"""The most repairs of one page; a file that needs more is not read."""

_TAG: Final = re.compile(
    r"""<(?P<end>/?)(?P<name>[A-Za-z_][\w.:-]*+)(?P<attributes>(?:[^<>"']|"[^"<]*+"|'[^'<]*+')*+)>""", re.ASCII
)
_BROKEN_TAG: Final = re.compile(
    r"<(?P<end>/?)(?P<name>[A-Za-z_][\w.:-]*+)(?P<attributes>[^<>\n]*+)(?P<close>>?)", re.ASCII
)
_ATTRIBUTE: Final = re.compile(r"""([A-Za-z_][\w.:-]*+)\s*+=\s*+("[^"]*+"|'[^']*+'|[^\s"'<>]++)""", re.ASCII)
_DOCTYPE: Final = re.compile(r"""<!DOCTYPE(?:[^"'\[<>]|"[^"<>]*+"|'[^'<>]*+')*+(?:>|(?P<subset>\[))""")
_SUBSET_END: Final = re.compile(r"\]\s*+>")
_REFERENCE: Final = re.compile(r"&(?:(?P<name>[A-Za-z_][\w.-]{0,60})|#x[0-9A-Fa-f]{1,6}|#[0-9]{1,7});", re.ASCII)
_NUMBER: Final = re.compile(r"&#(?:x([0-9A-Fa-f]{1,6})|([0-9]{1,7}));")
_INVALID: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]+")
_PREDEFINED: Final = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_PROSE: Final = re.compile(
    r"<(title|para|simpara|informaltable|table|itemizedlist|orderedlist|variablelist|section|sect[1-5])\b"
)
_NAMESPACES: Final = {
    "xml": "http://www.w3.org/XML/1998/namespace",
    "xi": "http://www.w3.org/2001/XInclude",
    "xlink": "http://www.w3.org/1999/xlink",
}
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


def recover(text: str, path: Path, gaps: Sequence[Gap] = (), entities: dict[str, str] | None = None) -> Document:
    """Read what can be read.

    Raises `PageError` where the text is no XML at all, or goes beyond a bound.
    """
    return _Reader(text, path, gaps, entities or {}).read()


class _Reader:
    def __init__(self, text: str, path: Path, gaps: Sequence[Gap], entities: dict[str, str]) -> None:
        self.text = text
        self.path = path
        self.gaps = gaps
        self.entities = entities
        self.builder = Builder(path)
        self.stack: list[_Open] = []
        self.known = False
        """Whether an element of DocBook has been seen."""
        self.ended = False
        """Whether the end tag of the root element has been read, and no other element since."""
        self.went_on = False
        """Whether another element has been."""
        self.room = 0
        """How many lines are lost between what was read last and what is read now."""
        self.next_gap = 0
        self.offset = 0
        self.told = 0
        self.told_offsets: set[tuple[int, str]] = set()
        self.lines = [0, *(match.end() for match in re.finditer("\n", text))]
        self.expanding = 0

    # Places and damage

    def where(self, offset: int) -> tuple[int, int]:
        """Line from 1 and column from 0."""
        line = bisect_right(self.lines, offset)
        return line, offset - self.lines[line - 1]

    def tell(self, offset: int, message: str) -> None:
        """Note a repair that no lost line explains."""
        if (offset, message) in self.told_offsets:
            return
        self.told += 1
        if self.told > MAX_REPAIRS:
            line, column = self.where(offset)
            message = _("more than {limit} tags are missing or broken up to here; the file is hardly XML")
            raise PageError(Place(str(self.path), line, column + 1), message.format(limit=MAX_REPAIRS))
        if self.told <= MAX_TOLD:
            self.told_offsets.add((offset, message))
            self.builder.damage.append(self.damage(offset, message))

    def damage(self, offset: int, message: str) -> Damage:
        line, column = self.where(offset)
        return Damage(Place(str(self.path), line, column + 1), message)

    def lost_since(self, offset: int) -> bool:
        """Whether lines are lost between there and here."""
        return self.next_gap > 0 and self.gaps[self.next_gap - 1].offset >= offset

    # The tokens

    def read(self) -> Document:
        """Read all."""
        text = self.clean(self.text)
        end = len(text)
        filled = len(text.rstrip())
        at = 0
        missing: dict[str, int] = {}

        def find(what: str, start: int) -> int:
            # Once nothing is found, nothing is found further on: do not look again and again.
            if start >= missing.get(what, end + 1):
                return -1
            found = text.find(what, start)
            if found < 0:
                missing[what] = start
            return found

        while at < end:
            mark = text.find("<", at)
            if mark < 0:
                mark = end
            if mark > at:
                self.read_text(text, at, mark)
                at = mark
                continue
            self.pass_gaps(at)
            if text.startswith("<!--", at):
                close, following = find("-->", at + 4), find("<!--", at + 4)
                if close >= 0 and (following < 0 or close < following):
                    self.comment(text[at + 4 : close])
                    at = close + 3
                else:
                    at = self.open_comment(text, at, following if following >= 0 else end)
            elif text.startswith("<![CDATA[", at):
                close = find("]]>", at + 9)
                if close < 0:
                    self.tell(at, _("the end of the CDATA section, ]]>, is missing"))
                self.read_text(text, at + 9, close if close >= 0 else end, references=False)
                at = close + 3 if close >= 0 else end
            elif text.startswith("<?", at):
                close = find("?>", at + 2)
                limit = find("\n", at) if close < 0 else close
                self.instruction(text[at + 2 : limit if limit >= 0 else end])
                at = close + 2 if close >= 0 else (limit if limit >= 0 else end)
            elif match := _DOCTYPE.match(text, at):
                at = match.end()
                if match["subset"]:
                    subset_end = _SUBSET_END.search(text, at)
                    at = subset_end.end() if subset_end else at
            elif match := _TAG.match(text, at):
                self.tag(match, at)
                at = match.end()
            elif (match := _BROKEN_TAG.match(text, at)) and (match["close"] or is_known(match["name"])):
                cut_off = not match["close"] and match.end() == filled
                if not cut_off:
                    self.tell(at, _("the tag {tag} is broken").format(tag=f"<{match['end']}{match['name']}"))
                    self.tag(match, at)
                at = match.end()
            else:
                self.tell(at, _("a < that begins no tag; write it as &lt;"))
                self.read_text(text, at, at + 1)
                at += 1
        self.pass_gaps(end)
        return self.finish()

    def clean(self, text: str) -> str:
        """The text without the characters that XML does not allow."""
        match = _INVALID.search(text)
        if not match:
            return text
        line, column = self.where(match.start())
        self.builder.damage.append(
            Damage(
                Place(str(self.path), line, column + 1),
                _("the character {code} is not allowed in XML; it and its like are read as spaces").format(
                    code=f"U+{ord(match[0][0]):04X}"
                ),
            )
        )
        return _INVALID.sub(lambda match: " " * len(match[0]), text)

    def pass_gaps(self, offset: int) -> None:
        """Take note of the lines that are lost before this place."""
        while self.next_gap < len(self.gaps) and self.gaps[self.next_gap].offset < offset:
            gap = self.gaps[self.next_gap]
            self.next_gap += 1
            self.room += gap.last - gap.first + 1
            self.builder.lost(gap.first, gap.last)

    def open_comment(self, text: str, at: int, limit: int) -> int:
        """A comment whose end is lost: it ends where prose begins, else with its line."""
        match = _PROSE.search(text, at, limit)
        line_end = text.find("\n", at, limit)
        close = match.start() if match else line_end if line_end >= 0 else limit
        self.comment(text[at + 4 : close])
        self.pass_gaps(close)
        if not self.lost_since(at):
            self.tell(at, _("the comment that begins here has no end; write --> behind it"))
        return close

    def comment(self, data: str) -> None:
        if self.stack or not self.ended:
            self.builder.comment(data.replace("--", "- -").rstrip("-"))

    def instruction(self, data: str) -> None:
        match = re.match(r"([A-Za-z_][\w.-]*)\s*(.*)", data, re.DOTALL | re.ASCII)
        if match and match[1].lower() != "xml":
            self.builder.instruction(match[1], match[2].replace("?>", "? >"))

    def tag(self, match: re.Match[str], at: int) -> None:
        self.offset = at
        name = match["name"]
        local = name.rpartition(":")[2] or name.strip(":")
        if not local or not re.match("[A-Za-z_]", local):
            return
        if match["end"]:
            self.end(local, at)
            return
        attributes = match["attributes"]
        empty = attributes.rstrip().endswith("/")
        self.start(local, name.rpartition(":")[0], attributes.rstrip().rstrip("/") if empty else attributes, at)
        if empty:
            self.pop()
        self.room = 0

    # Text

    def read_text(self, text: str, start: int, end: int, references: bool = True) -> None:
        """Text between tags, which gaps may part."""
        at = start
        while at < end:
            stop = end
            if self.next_gap < len(self.gaps):
                stop = min(end, max(self.gaps[self.next_gap].offset, at + 1))
            piece_end = stop
            if text[at:piece_end].strip():
                self.text_of_page(text, at, piece_end, end, references)
            elif self.stack:
                line, column = self.where(at)
                self.builder.text(text[at:piece_end], line, column)
            at = stop
            self.pass_gaps(at + 1)

    def text_of_page(self, text: str, start: int, end: int, tag: int, references: bool) -> None:
        self.offset = start + len(text[start:end]) - len(text[start:end].lstrip())
        if text.startswith("-->", self.offset):
            if not self.lost_since(0):
                self.tell(self.offset, _("the comment that ends here has no beginning"))
            start = self.offset + 3
            if not text[start:end].strip():
                return
        if self.ended:
            self.tell(self.offset, _("text after the end of the page; it is not read"))
            return
        if not self.stack:
            if not self.lost_since(0) and not self.gaps:
                self.tell(self.offset, _("text before the root element; it is not read"))
                return
            self.imply("article")
        self.make_room_for_text(text, tag if end == tag else -1)
        self.room = 0
        if self.stack[-1].name not in VERBATIM:
            self.fill()
        at = start
        while at < end:
            newline = text.find("\n", at, end)
            stop = newline + 1 if newline >= 0 else end
            self.line_of_text(text, at, stop, references)
            at = stop

    def line_of_text(self, text: str, at: int, end: int, references: bool) -> None:
        while at < end:
            ampersand = text.find("&", at, end) if references else -1
            if ampersand < 0:
                ampersand = end
            if ampersand > at:
                line, column = self.where(at)
                self.builder.text(text[at:ampersand], line, column)
            at = ampersand
            if at < end:
                line, column = self.where(at)
                match = _REFERENCE.match(text, at, end)
                if match:
                    self.reference(match, line, column)
                    at = match.end()
                else:
                    self.tell(at, _("an & that begins no reference; write it as &amp;"))
                    self.builder.text("&", line, column)
                    at += 1

    def reference(self, match: re.Match[str], line: int, column: int) -> None:
        name = match["name"]
        if name in self.entities and name not in _PREDEFINED:
            data = self.expand(self.entities[name], 0)
        else:
            data = self.replace(match, line, column)
        if data:
            self.builder.text(data, line, column, REFERENCE)

    def expand(self, value: str, depth: int) -> str:
        """An entity's text, without the markup in it."""
        if depth >= MAX_ENTITY_DEPTH:
            return ""
        value = re.sub(r"<[^<>]*>", "", value)

        def inner(match: re.Match[str]) -> str:
            name = match["name"]
            if name in self.entities and name not in _PREDEFINED:
                return self.expand(self.entities[name], depth + 1)
            return self.replace(match, *self.where(self.offset))

        return _INVALID.sub("", _REFERENCE.sub(inner, value))

    def replace(self, match: re.Match[str], line: int, column: int) -> str:
        name = match["name"]
        if name is None:
            return _INVALID.sub("", _NUMBER.sub(character, match[0]))
        return _PREDEFINED.get(name) or undeclared(name, self.builder, line, column)

    def make_room_for_text(self, text: str, tag: int) -> None:
        """See to it that text may stand here: end what is lost, begin what is lost."""
        if self.room:
            while self.stack[-1].name in INLINE and len(self.stack) > 1:
                self.pop()
            if self.row_begins_before_text() or self.entry_begins_before_text():
                return
            top = self.stack[-1]
            if top.filled and (top.name in _LINE_TEXT or (top.name in TEXT_ONLY and self.room >= 2)):
                self.pop()
        if self.stack[-1].name not in _NO_TEXT:
            return
        following = self.text_element_ending(text, tag) if tag >= 0 else None
        if self.stack[-1].name in INFO:
            if following in INFO_PROSE:
                self.imply(following)
            return
        if following and (following not in CELLS or self.nearest(following) is not None):
            self.place(following)
            self.imply(following)
            return
        while inside := INSIDE.get(self.stack[-1].name):
            self.place(inside)
            self.imply(inside)
        if self.stack[-1].name in HOLDERS:
            self.imply("para")

    def text_element_ending(self, text: str, at: int) -> str | None:
        """The element of running text whose end tag comes next, inline ones aside."""
        stop = self.gaps[self.next_gap].offset if self.next_gap < len(self.gaps) else len(text)
        for _attempt in range(20):
            match = _TAG.search(text, at, min(stop, at + 5000))
            if not match:
                return None
            name = match["name"]
            if name not in INLINE:
                return name if match["end"] and (name in TEXT_ONLY or name in CELLS) else None
            at = match.end()
        return None

    def row_begins_before_text(self) -> bool:
        """Begin a row, or a cell, where enough lines are lost to hold its tags.

        A row with its header takes, a tag a line, the end of what is open in the row before, that
        row's end, its own start, the header and the cell's start.
        """
        row = self.nearest_of(ROWS)
        if row is None:
            if self.stack[-1].name not in ROW_GROUPS:
                return False
            if self.room >= 3:
                self.begin_row(header_lost=True)
                return True
            return False
        inside = len(self.stack) - 1 - row
        if inside and not self.stack[-1].filled and self.room < inside + 5:
            # The cell has just begun, and with a line of its own text that is not room enough.
            return False
        full = 0 < self.columns(row) <= self.stack[row].cells
        if self.room >= inside + 4:
            self.close_to(row - 1)
            self.begin_row(header_lost=True)
        elif not inside and self.stack[row].cells == 0 and self.room >= 2:
            # The row began, and its first cell went with the start of this one.
            self.begin_cell()
            self.pop()
            self.begin_cell()
        elif full and self.room >= inside + 2 and (not inside or self.room >= inside + 3):
            self.close_to(row - 1)
            self.begin_row(header_lost=False)
        elif not inside or (not full and self.stack[row].cells == 1 and self.room >= inside + 1):
            self.close_to(row)
            self.begin_cell()
        else:
            return False
        return True

    def entry_begins_before_text(self) -> bool:
        """Begin an entry of a variable list, its term lost, where enough lines are lost to hold its tags."""
        entry = self.nearest_of(frozenset(("varlistentry",)))
        if entry is None or self.room < 3 or not self.stack[-1].filled:
            return False
        self.close_to(entry - 1)
        self.imply("varlistentry")
        self.imply("listitem")
        self.imply("para")
        return True

    def begin_row(self, header_lost: bool) -> None:
        if self.stack[-1].name in ROWS:
            self.pop()
        html = self.stack[-1].subsection == "tr"
        self.imply("tr" if html else "row")
        if header_lost:
            self.begin_cell()
            self.pop()
        self.begin_cell()

    def begin_cell(self) -> None:
        self.imply("td" if self.stack[-1].name == "tr" else "entry")

    # Tags

    def start(self, name: str, prefix: str, attributes: str, at: int) -> None:
        known = is_known(name)
        self.known = self.known or known
        if not self.stack:
            # The root; where it is lost, some root.
            if LEVELS.get(name, 0) > LEVELS["sect1"]:
                self.imply("sect1")
            elif known and name not in HOLDERS:
                self.imply("article")
            self.place(name)
        elif known:
            self.place(name)
        if self.ended:
            self.ended = False
            self.went_on = True
            if not self.lost_since(0):
                self.tell(at, _("an element after the end of the root element"))
        self.push(name, prefix, attributes, at)

    def place(self, name: str) -> None:
        """End what the element cannot stand in, and begin what it must stand in."""
        if len(self.stack) == 0:
            return
        if name in LEVELS:
            self.place_section(name)
        elif name == "title":
            self.place_title()
        elif name in ("entry", "td", "th") and self.nearest(name) is not None:
            self.place_cell(name)
        elif name in PARENTS:
            self.place_part(name)
        elif name in BLOCKS or name in VERBATIM or name in TEXT_ONLY:
            self.place_block(name)
        elif self.stack[-1].name in _NO_TEXT and name in INLINE and name not in UNSEEN:
            if name in NAME_PARTS and self.stack[-1].name in LEVELS:
                self.imply("author")
                return
            self.make_room_for_text(self.text, self.offset)

    def place_section(self, name: str) -> None:
        level = LEVELS[name]
        to = 0
        for index in range(len(self.stack) - 1, -1, -1):
            opened = self.stack[index].name
            if LEVELS.get(opened, 99) < level or (opened == name and name in RECURSIVE):
                to = index
                break
        # A section may stand in one of its kind; but after lost lines, it more likely follows it.
        if name in RECURSIVE and to > 0 and self.stack[to].name == name and self.room and self.stack[to].filled:
            to -= 1
        self.close_to(to)
        self.stack[-1].subsection = name

    def place_title(self) -> None:
        while len(self.stack) > 1:
            top = self.stack[-1]
            if top.name in INFO and not top.named:
                return
            if top.name in LEVELS:
                break
            if (top.name in HOLDERS or top.name in INSIDE) and not top.named and not top.filled:
                return
            self.close_to(len(self.stack) - 2)
        top = self.stack[-1]
        if top.name in LEVELS and (top.named or top.filled):
            # The section that it names has lost its start.
            if len(self.stack) > 1:
                self.close_to(len(self.stack) - 2)
            above = self.stack[-1]
            self.imply(above.subsection or SUBSECTIONS.get(above.name) or (top.name if above is not top else "section"))

    def place_cell(self, name: str) -> None:
        row = self.nearest(name)
        assert row is not None
        inside = len(self.stack) - 1 - row
        opened = self.stack[row]
        columns = self.columns(row, learned=self.room > 0)
        full = 0 < columns <= opened.cells
        missing = max(0, columns - opened.cells)
        if opened.cells and (full or (self.room and self.room >= inside + missing + 2)):
            kind = opened.name
            self.close_to(row - 1)
            self.imply(kind)
        else:
            self.close_to(row)

    def place_part(self, name: str) -> None:
        found = self.nearest(name)
        if found is None:
            parent = PARENTS[name][0]
            if parent in PARENTS:
                self.place_part(parent)
            else:
                self.place_block(parent)
            self.imply(parent)
        else:
            self.close_to(found)

    def place_block(self, name: str) -> None:
        if self.room and name in _PARAGRAPHS:
            row = self.nearest_of(ROWS)
            if row is not None:
                table = next((index for index in range(row, 0, -1) if self.stack[index].name.endswith("table")), None)
                loose = self.stack[-1].name in CELLS and self.stack[-1].filled
                if loose and table is not None and self.room >= len(self.stack) - table:
                    self.close_to(table - 1)
                elif name not in LEVELS:
                    self.row_begins_before_text()
            elif name not in LEVELS and self.entry_begins_before_text():
                self.pop()
        to = len(self.stack) - 1
        while to > 0:
            opened = self.stack[to].name
            if opened in _NO_BLOCKS or (opened in TEXT_ONLY and name in _PARAGRAPHS):
                to -= 1
            else:
                break
        self.close_to(to)
        while (inside := INSIDE.get(self.stack[-1].name)) and inside != name and name not in ABOUT:
            self.imply(inside)

    def end(self, name: str, at: int) -> None:
        for index in range(len(self.stack) - 1, -1, -1):
            if self.stack[index].name == name:
                break
        else:
            if not self.lost_since(0) and not (self.ended and name == (self.stack[0].name if self.stack else "")):
                self.tell(at, _("the end tag {tag} has no start tag").format(tag=f"</{name}>"))
            return
        self.close_to(index)
        if index == 0:
            # What follows, if anything, is still read: the root is ended at the end of the text.
            self.ended = True
        else:
            self.pop()
        self.room = 0

    # The stack

    def columns(self, row: int, learned: bool = True) -> int:
        """How many cells the row has when it is whole; 0 where nothing tells."""
        rows = self.stack[row - 1]
        return rows.columns or (rows.widest if learned else 0)

    def nearest(self, name: str) -> int | None:
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

    def nearest_of(self, names: frozenset[str]) -> int | None:
        for index in range(len(self.stack) - 1, -1, -1):
            if self.stack[index].name in names:
                return index
            if self.stack[index].name in LEVELS:
                return None
        return None

    def close_to(self, index: int) -> None:
        """End all that stands in the element at that depth."""
        while len(self.stack) - 1 > max(index, 0):
            opened = self.stack[-1]
            if not opened.implied and not self.lost_since(opened.offset):
                message = _("the end tag of {tag}, which begins here, is missing")
                self.tell(opened.offset, message.format(tag=f"<{opened.name}>"))
            self.pop()

    def imply(self, name: str) -> None:
        """Begin an element whose start tag is lost."""
        if not self.room and not self.lost_since(self.offset) and name != "para":
            message = _("the start tag {tag} is missing before this")
            self.tell(self.offset, message.format(tag=f"<{name}>"))
        elif not self.room and name == "para" and not (self.gaps and self.lost_since(0)):
            self.tell(self.offset, _("text here stands in no paragraph"))
        self.push(name, "", "", self.offset, implied=True)

    def push(self, name: str, prefix: str, attributes: str, at: int, implied: bool = False) -> None:
        self.fill()
        above = self.stack[-1] if self.stack else None
        namespaces = above.namespaces if above else _NAMESPACES
        declared: dict[str | None, str] = {}
        values: dict[str, str] = {}
        if attributes.strip():
            found = [(key, self.attribute(value)) for key, value in _ATTRIBUTE.findall(attributes)]
            for key, value in found:
                if key == "xmlns" or key.startswith("xmlns:"):
                    declared[key[6:] or None] = value
            if declared:
                namespaces = {**namespaces, **{key or "": value for key, value in declared.items()}}
            for key, value in found:
                before, _colon, local = key.rpartition(":")
                if before != "xmlns" and key != "xmlns" and re.match("[A-Za-z_]", local):
                    uri = namespaces.get(before) if before else None
                    values.setdefault(f"{{{uri}}}{local}" if uri else local, value)
        uri = namespaces.get(prefix)
        tag = f"{{{uri}}}{name}" if uri else name
        line, column = self.where(at)
        try:
            self.builder.start(tag, values, declared or None, line, column)
        except Malformed:
            # What is called a namespace is none.
            self.builder.depth -= 1
            self.builder.elements -= 1
            self.builder.start(name, {}, None, line, column)
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

    def attribute(self, value: str) -> str:
        """An attribute's value without quotes, its references replaced."""
        if value[0] in "\"'":
            value = value[1:-1]
        return self.expand(value, 0) if "&" in value else value

    def fill(self) -> None:
        if self.stack:
            self.stack[-1].filled = True

    def pop(self) -> None:
        closed = self.stack.pop()
        if self.stack and closed.name in ROWS:
            rows = self.stack[-1]
            rows.widest = max(rows.widest, closed.cells)
        self.builder.end()

    def finish(self) -> Document:
        if not self.stack or not self.known:
            raise PageError(
                Place(str(self.path), 1, 1),
                _("the file is not XML: no element of DocBook is in it; name a DocBook page"),
            )
        if not self.ended and not self.went_on:
            length = len(self.text.rstrip())
            names = [f"<{opened.name}>" for opened in self.stack if not opened.implied]
            if names:
                message = _("the end of the page is missing: {tags} not closed").format(tags=", ".join(names[:8]))
                self.builder.damage.append(self.damage(length, message))
        else:
            self.close_to(0)
        while self.stack:
            self.pop()
        if self.told > MAX_TOLD:
            message = _("and {number} more places where tags are missing or broken").format(number=self.told - MAX_TOLD)
            self.builder.damage.append(self.damage(self.offset, message))
        return self.builder.document()
