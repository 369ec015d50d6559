"""What lies behind the words of a page: its tree, and where each character stands.

Who reads what a page says needs neither. Both are made of the tape when first asked for.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml import etree

    from hoyle.docbook.tape import Entry


class Origin:
    """What a page was read from."""

    def __init__(self, read: Callable[[], list[Entry]]) -> None:
        self._read = read

    @cached_property
    def tape(self) -> list[Entry]:
        """All that stands in the page."""
        return self._read()

    @cached_property
    def elements(self) -> list[etree._Element]:
        """The elements in the order in which they begin, each the same object whenever it is asked for."""
        from hoyle.docbook.tree import elements_of

        return elements_of(self.tape)

    @cached_property
    def _marks(self) -> dict[int, list[tuple[int, int, int]]]:
        from hoyle.docbook.places import marks_of

        return marks_of(self.tape)

    def place(self, block: int, offset: int) -> tuple[int, int]:
        """The line and the column, both from 1, of a character of a block's text."""
        marks = self._marks[block]
        start, line, column = marks[max(0, bisect_right(marks, offset, key=lambda mark: mark[0]) - 1)]
        return line, column + offset - start
