"""A help page as it was read: blocks of text, each character with its place in the file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hoyle.docbook.origin import Origin

if TYPE_CHECKING:
    from lxml import etree


# There are thousands of texts, blocks and sentences in a manual: named tuples are made at a fifth of the cost of
# dataclasses; and to import what makes dataclasses takes as long as to read a dozen pages.
class Place(NamedTuple):
    """A place in a file; lines and columns count from 1, columns in characters."""

    path: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


class Text(NamedTuple):
    """Text with its white space folded, and where it comes from.

    >>> str(Text("Ten piles.", "a.xml").place(4))
    'a.xml:1:5'
    """

    value: str
    path: str
    origin: Origin | None = None
    """What the page was read from; None where the text stands by itself."""
    block: int = 0
    """The index of the block whose text it is."""

    def place(self, offset: int) -> Place:
        """The place of the character at `offset` of `value`."""
        line, column = self.origin.place(self.block, offset) if self.origin else (1, 1 + offset)
        return Place(self.path, line, column)


class Block(NamedTuple):
    """One element that holds running text: a paragraph, a table entry, a title, a term."""

    index: int  # type: ignore[assignment]
    kind: str
    """The element's local name: `para`, `entry`, `title`, `term`, …"""
    text: Text
    titles: tuple[Text, ...]
    """The titles of the sections around it, the outermost (the page's own) first."""
    header: Text | None
    """The first cell of its table row, or the term of its variable list entry."""
    lang: str | None
    """The nearest `xml:lang` or `lang`, if any."""
    origin: Origin
    number: int
    """Which of the page's elements it is."""

    @property
    def element(self) -> etree._Element:
        """The element, in the page's tree."""
        return self.origin.elements[self.number]


class PageError(Exception):
    """A page cannot be read at all: what is wrong, where, and what to do, in a plain sentence."""

    def __init__(self, place: Place, message: str) -> None:
        super().__init__(f"{place}: {message}")
        self.place = place
        self.message = message


class Damage(NamedTuple):
    """Something that a capture of a page has lost, or that keeps a page from being read whole."""

    place: Place
    message: str


class Page(NamedTuple):
    """One help page in one language."""

    name: str
    path: Path
    lang: str | None
    """The page's language as it or its path says it; None where neither does."""
    source: bytes
    title: Text | None
    blocks: tuple[Block, ...]
    damage: tuple[Damage, ...]
    kind: str
    """The local name of its root: `article`, `sect1`, …"""
    origin: Origin
    includes: tuple[Path, ...] = ()
    """Of a book: the files that it includes and that are pages of their own."""

    @property
    def root(self) -> etree._Element:
        """The root of the page's tree, what it includes put in its place."""
        return self.origin.elements[0]

    def __repr__(self) -> str:
        return f"Page({self.name!r}, {str(self.path)!r}, {self.lang!r})"
