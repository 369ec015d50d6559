"""A step of a deal: so many cards on some of the piles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(slots=True)
class Step:
    """So many cards, face up or down, on some of the piles."""

    count: int | None
    face: str | None
    where: tuple[Any, ...]
    """`("all",)`, `("first", n)`, `("last", n)`, `("nth", n)`, `("span", a, b)`, `("list", …)`, `("next",)`,
    `("others",)`, `("here",)`, `("but", n)`, `("side", left or right)`, `("in-row", first or nth, n)`,
    `("unknown",)`."""
    again: int = 1
    rank: str | None = None
    rest: bool = False
    more: bool = False
    all: bool = False
