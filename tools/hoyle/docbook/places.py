"""Where the characters of folded text stand in the file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from hoyle.docbook.blocks import APART, read_tape
from hoyle.docbook.tape import TEXT, Entry, Piece

# Words that single spaces part: text and file go together within such a run.
_RUNS: Final = re.compile(r"[^ \t\r\n]++(?: [^ \t\r\n]++)*+")
_WORDS: Final = re.compile(r"[^ \t\r\n]++")


def marks_of(tape: list[Entry]) -> dict[int, list[tuple[int, int, int]]]:
    """By block, the starts of runs in its text, as offset, line and column.

    Within a run, offset and column grow together. White space stands where it begins; what a reference stands for,
    all at the reference.
    """
    pieces = read_tape(tape, "").pieces
    return {block: _Marks(made_of).marks for block, made_of in pieces.items()}


class _Marks:
    def __init__(self, pieces: Iterable[Piece]) -> None:
        self.marks: list[tuple[int, int, int]] = []
        self._length = 0
        # Where white space stands that no word has followed yet: line, and column from 1.
        self._space: tuple[int, int] | None = None
        for piece in pieces:
            if piece is APART:
                self.part()
            elif piece[0] == TEXT:
                self.add(*piece[1:])
            else:
                self.add_reference(*piece[1:])

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
                self._length += 1
            if start > end and (breaks := data.count("\n", end, start)):
                line += breaks
                before = -data.rindex("\n", end, start)
            self.marks.append((self._length, line, before + start))
            self._length += len(match[0])
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
            self.marks.extend((self._length + offset, line, column) for offset in range(len(match[0])))
            self._length += len(match[0])
            end = match.end()
        if end < len(data):
            self._space = self._space or (line, column)

    def part(self) -> None:
        """What follows is a word of its own."""
        if self._space is None and self.marks:
            self._space = self._end()

    def _add_space(self) -> None:
        if self._space and self._length:
            if self._space != self._end():
                self.marks.append((self._length, *self._space))
            self._length += 1
        self._space = None

    def _end(self) -> tuple[int, int]:
        """The place behind the text so far."""
        offset, line, column = self.marks[-1]
        return line, column + self._length - offset
