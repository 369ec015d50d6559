"""Cards: a rank and a suit. Cards are values; two of the same rank and suit are equal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

SUITS = "CDHS"
JOKER_SUITS = "CD"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")

# Unicode has a block of cards for each suit, and a knight between jack and queen that no deck here holds.
_UNICODE_SUITS = {"S": 0x1F0A0, "H": 0x1F0B0, "D": 0x1F0C0, "C": 0x1F0D0}
_UNICODE_JOKERS = {"C": "\U0001f0cf", "D": "\U0001f0bf"}


_CARDS = {*((rank, suit) for suit in SUITS for rank in range(1, 14)), *((0, suit) for suit in JOKER_SUITS)}


def _character(rank: int, suit: str) -> str:
    return chr(_UNICODE_SUITS[suit] + rank + (rank >= 12))


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """A card: `rank` from 1 (ace) to 13 (king), `suit` one of `C D H S`.

    A joker has rank 0; the black one is written `XC`, the red one `XD`. Raises `ValueError`
    for a rank or a suit that there is none of.

    >>> Card.parse("10H")
    Card(rank=10, suit='H')
    >>> str(Card.parse("AS"))
    'AS'
    >>> Card(14, "S")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    ValueError: rank 14 of suit 'S' is no card: ranks are 1 (ace) to 13 (king), ...
    """

    rank: int
    suit: str
    JOKER_RANK: ClassVar[int] = 0

    def __post_init__(self) -> None:
        if (self.rank, self.suit) not in _CARDS:
            raise ValueError(
                f"rank {self.rank!r} of suit {self.suit!r} is no card: ranks are 1 (ace) to 13 (king), "
                f"suits {', '.join(SUITS)}; a joker is rank 0 of {' or '.join(JOKER_SUITS)}"
            )

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read `AS`, `10H`, `XD` or a Unicode playing card. Raises `ValueError` that names what is wrong.

        >>> Card.parse("🂮") == Card.parse("KS")
        True
        >>> Card.parse("1S")
        Traceback (most recent call last):
            ...
        ValueError: '1S' is no card: write a rank (A, 2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K) and a suit (C, D, H, S)
        """
        if not isinstance(text, str):
            raise TypeError(f"a card is read from text such as 'AS', not from {text!r}")
        if text in _FROM_UNICODE:
            return _FROM_UNICODE[text]
        rank, suit = text[:-1], text[-1:]
        if rank == "X" and suit in _UNICODE_JOKERS:
            return cls(cls.JOKER_RANK, suit)
        if rank not in RANKS or not suit or suit not in SUITS:
            raise ValueError(f"{text!r} is no card: write a rank ({', '.join(RANKS)}) and a suit ({', '.join(SUITS)})")
        return cls(RANKS.index(rank) + 1, suit)

    def __str__(self) -> str:
        return f"{'X' if self.is_joker else RANKS[self.rank - 1]}{self.suit}"

    @property
    def is_red(self) -> bool:
        """Whether the suit is diamonds or hearts.

        >>> Card.parse("QH").is_red
        True
        """
        return self.suit in "DH"

    @property
    def is_joker(self) -> bool:
        """Whether the card is a joker.

        >>> Card.parse("XC").is_joker
        True
        """
        return self.rank == self.JOKER_RANK

    @property
    def unicode(self) -> str:
        """The card as one Unicode character, which `parse` reads back.

        >>> Card.parse("AS").unicode
        '🂡'
        """
        return _UNICODE_JOKERS[self.suit] if self.is_joker else _character(self.rank, self.suit)


_FROM_UNICODE = {
    **{_character(rank, suit): Card(rank, suit) for suit in SUITS for rank in range(1, 14)},
    **{joker: Card(Card.JOKER_RANK, suit) for suit, joker in _UNICODE_JOKERS.items()},
}
