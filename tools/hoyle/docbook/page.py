"""A help page as it was read: blocks of text, each character with its place in the file."""

from __future__ import annotations

from bisect import bisect_right
from pathlib import Path
from typing import NamedTuple

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
    """Text with its white space folded, and where each character of it stands in the file.

    `marks` are the starts of runs, as (offset in `value`, line, column): within a run,
    offset and column grow together.

    >>> text = Text("Ten piles.", "a.xml", ((0, 3, 5), (4, 4, 1)))
    >>> str(text.place(1)), str(text.place(4))
    ('a.xml:3:6', 'a.xml:4:1')
    """

    value: str
    path: str
    marks: tuple[tuple[int, int, int], ...]

    def place(self, offset: int) -> Place:
        """The place of the character at `offset` of `value`."""
        start, line, column = self.marks[max(0, bisect_right(self.marks, offset, key=lambda mark: mark[0]) - 1)]
        return Place(self.path, line, column + offset - start)


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
    element: etree._Element


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
    root: etree._Element
    includes: tuple[Path, ...] = ()
    """Of a book: the files that it includes and that are pages of their own."""

    def __repr__(self) -> str:
        return f"Page({self.name!r}, {str(self.path)!r}, {self.lang!r})"
