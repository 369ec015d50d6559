"""Cards: a rank and a suit. Cards are values; two of the same rank and suit are equal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

SUITS = "CDHS"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """A card: `rank` from 1 (ace) to 13 (king), `suit` one of `C D H S`.

    >>> Card.parse("10H")
    Card(rank=10, suit='H')
    >>> str(Card.parse("AS"))
    'AS'
    """

    rank: int
    suit: str
    JOKER_RANK: ClassVar[int] = 0

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read `AS`, `10H`. Raises `ValueError` that names what is wrong."""
        rank, suit = text[:-1], text[-1:]
        if rank not in RANKS or suit not in SUITS:
            raise ValueError(f"{text!r} is no card: write a rank ({', '.join(RANKS)}) and a suit ({', '.join(SUITS)})")
        return cls(RANKS.index(rank) + 1, suit)

    def __str__(self) -> str:
        return f"{RANKS[self.rank - 1]}{self.suit}"

    @property
    def is_red(self) -> bool:
        """Whether the suit is diamonds or hearts."""
        return self.suit in "DH"
