"""Moves, and their notation."""

from __future__ import annotations

import re
from dataclasses import dataclass

_PILE = r"(stock|waste|foundation|tableau|reserve|chooser) (\d{1,9})"
_MOVE = re.compile(rf"{_PILE}(?: x(\d{{1,9}}))? -> {_PILE}\Z")
_CLICK = re.compile(rf"(click|double-click) {_PILE}\Z")


class IllegalMove(ValueError):
    """The rules forbid the move in this position."""


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """Cards taken from the top of one pile to another, or a click on a pile.

    A pile is named by its kind and its number within the kind. `target` is None for a click.

    >>> str(Move.parse("tableau 3 x2 -> tableau 4"))
    'tableau 3 x2 -> tableau 4'
    >>> str(Move.parse("click stock 1"))
    'click stock 1'
    """

    action: str
    source: tuple[str, int]
    target: tuple[str, int] | None = None
    count: int = 1

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read the notation. Raises `ValueError` where it is none.

        >>> Move.parse("tableau 3 x2 -> tableau 4").count
        2
        """
        if not isinstance(text, str):
            raise TypeError(f"a move is read from text such as 'click stock 1', not from {text!r}")
        if found := _MOVE.match(text):
            kind, number, count, to, to_number = found.groups()
            return cls("move", (kind, int(number)), (to, int(to_number)), int(count or 1))
        if found := _CLICK.match(text):
            return cls(found[1], (found[2], int(found[3])))
        raise ValueError(f"{text!r} is no move: write `tableau 3 -> foundation 1` or `click stock 1`")

    def __str__(self) -> str:
        source = "{} {}".format(*self.source)
        if self.target is None:
            return f"{self.action} {source}"
        taken = f" x{self.count}" if self.count != 1 else ""
        return "{}{} -> {} {}".format(source, taken, *self.target)
