"""Cards as AisleRiot's driver is told of them: as numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hoyle_engine.cards import JOKER_SUITS, SUITS, Card

# The value in AisleRiot (an ace is 1 or 14), plus 16 for each suit, plus 64 if the card lies face up.
_FACE_UP = 64
_CARDS = {
    value + 16 * place: Card(1 if value == 14 else value, suit)
    for place, suit in enumerate(SUITS)
    for value in range(15)
    if value or suit in JOKER_SUITS
}


def card_of(number: int) -> Card:
    """The card that a number stands for.

    >>> str(card_of(16 * 3 + 14))
    'AS'
    """
    return _CARDS[number % _FACE_UP]


def is_face_up(number: int) -> bool:
    """Whether the number's card lies face up."""
    return number >= _FACE_UP


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards that a deal shuffles, and what AisleRiot counts an ace as: 1 or 14."""

    cards: tuple[Card, ...]
    ace: int

    @classmethod
    def read(cls, numbers: Iterable[int], ace: int) -> Deck:
        """Put cards in the order of `hoyle_engine.decks`: one full deck after the other, by suit and rank, jokers last.

        >>> " ".join(map(str, Deck.read([2, 1, 18, 17, 1], 1).cards))
        'AC 2C AD 2D AC'
        """
        copies: Counter[Card] = Counter()
        placed = []
        for card in map(card_of, numbers):
            placed.append((copies[card], card.is_joker, SUITS.index(card.suit), card.rank, card))
            copies[card] += 1
        return cls(tuple(place[-1] for place in sorted(placed)), ace)

    def number(self, card: Card, *, face_up: bool = False) -> int:
        """The number that stands for a card of this deck."""
        return (self.ace if card.rank == 1 else card.rank) + 16 * SUITS.index(card.suit) + _FACE_UP * face_up

    def check(self, variant: str, order: Sequence[Card]) -> None:
        """Raise `ValueError` unless `order` holds exactly the deck's cards."""
        given, wanted = Counter(order), Counter(self.cards)
        if missing := list((wanted - given).elements()):
            raise ValueError(f"{variant} is dealt from {len(self.cards)} cards, and {missing[0]} is missing")
        if extra := list((given - wanted).elements()):
            raise ValueError(f"{variant} is dealt from {len(self.cards)} cards, and {extra[0]} is one too many")
