"""What a damaged text has lost, and what had to be repaired in it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from hoyle.docbook.capture import Gap
from hoyle.docbook.page import Damage, PageError, Place
from hoyle.messages import _

MAX_TOLD: Final = 50
"""The most repairs of one page that are told one by one."""
MAX_REPAIRS: Final = 10_000
"""The most repairs of one page; a file that needs more is not read."""


class Repairs:
    """Keeps the places of a text, the lines lost up to where reading has come, and the repairs made."""

    def __init__(self, text: str, path: Path, gaps: Sequence[Gap]) -> None:
        self.path = path
        self.gaps = gaps
        self.damage: list[Damage] = []
        self.room = 0
        """How many lines are lost between what was read last and what is read now."""
        self._passed = 0
        self._told = 0
        self._known: set[tuple[int, str]] = set()
        self._lines = [0, *(match.end() for match in re.finditer("\n", text))]

    def where(self, offset: int) -> tuple[int, int]:
        """Line from 1 and column from 0."""
        line = bisect_right(self._lines, offset)
        return line, offset - self._lines[line - 1]

    def place(self, offset: int) -> Place:
        """The place of the character at an offset."""
        line, column = self.where(offset)
        return Place(str(self.path), line, column + 1)

    def next_gap(self) -> int | None:
        """Where the next lines are lost."""
        return self.gaps[self._passed].offset if self._passed < len(self.gaps) else None

    def pass_gaps(self, offset: int) -> list[Gap]:
        """The gaps up to there that were not passed before; the room grows by their lines."""
        passed = []
        while self._passed < len(self.gaps) and self.gaps[self._passed].offset < offset:
            gap = self.gaps[self._passed]
            self._passed += 1
            self.room += gap.last - gap.first + 1
            passed.append(gap)
        return passed

    def lost_since(self, offset: int) -> bool:
        """Whether lines are lost between there and where reading has come."""
        return self._passed > 0 and self.gaps[self._passed - 1].offset >= offset

    def tell(self, offset: int, message: str) -> None:
        """Note a repair that no lost line explains."""
        if (offset, message) in self._known:
            return
        self._told += 1
        if self._told > MAX_REPAIRS:
            message = _("more than {limit} tags are missing or broken up to here; the file is hardly XML")
            raise PageError(self.place(offset), message.format(limit=MAX_REPAIRS))
        if self._told <= MAX_TOLD:
            self._known.add((offset, message))
            self.damage.append(Damage(self.place(offset), message))

    def sum_up(self, offset: int) -> None:
        """Tell how many repairs were not told."""
        if self._told > MAX_TOLD:
            message = _("and {number} more places where tags are missing or broken")
            self.damage.append(Damage(self.place(offset), message.format(number=self._told - MAX_TOLD)))
