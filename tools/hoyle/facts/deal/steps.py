"""A step of a deal: so many cards on some of the piles."""

from __future__ import annotations

from typing import Any


class Step:
    """So many cards, face up or down, on some of the piles."""

    __slots__ = ("again", "all", "count", "face", "more", "rank", "rest", "where")

    def __init__(
        self,
        count: int | None,
        face: str | None,
        where: tuple[Any, ...],
        *,
        again: int = 1,
        rank: str | None = None,
        rest: bool = False,
        more: bool = False,
        all: bool = False,
    ) -> None:
        self.count = count
        self.face = face
        self.where = where
        """`("all",)`, `("first", n)`, `("last", n)`, `("nth", n)`, `("span", a, b)`, `("list", …)`, `("next",)`,
        `("others",)`, `("here",)`, `("but", n)`, `("run", start from 0, n)`, `("unknown",)`; and what `Table` resolves
        before the deal is played: `("side", left or right)`, `("in-row", first or nth, n)`, `("some", n)`,
        `("growing",)`. `("?",)` where the sentence has not said it yet."""
        self.again = again
        self.rank = rank
        self.rest = rest
        self.more = more
        self.all = all

    def copy(self, **changes: Any) -> Step:
        """The same step, but for what changes."""
        return Step(**{name: getattr(self, name) for name in self.__slots__} | changes)
