"""Decks: which cards a game is played with, in a fixed order that a seed shuffles.

>>> len(STANDARD), len(DOUBLE), len(JOKER)
(52, 104, 54)
>>> [str(card) for card in shuffled(STANDARD, seed=7)][:3]
['4D', '8C', '7H']
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

from hoyle_engine.cards import SUITS, Card

Deck = tuple[Card, ...]
T = TypeVar("T")


def deck(*, copies: int = 1, ranks: Iterable[int] = range(1, 14), suits: str = SUITS, jokers: bool = False) -> Deck:
    """Make a deck, suit by suit and rank by rank, `copies` times over.

    >>> [str(card) for card in deck(ranks=(1, 13), suits="HS")]
    ['AH', 'KH', 'AS', 'KS']

    Raises `ValueError` for a rank or a suit that there is none of, and for a deck without cards.
    """
    ranks = tuple(ranks)
    cards = [Card(rank, suit) for suit in suits for rank in ranks]
    if jokers:
        cards += [Card(Card.JOKER_RANK, "C"), Card(Card.JOKER_RANK, "D")]
    if copies < 1 or not cards:
        raise ValueError(f"a deck of {copies} times {len(cards)} cards holds none")
    return tuple(cards * copies)


STANDARD = deck()
DOUBLE = deck(copies=2)
TRIPLE = deck(copies=3)
JOKER = deck(jokers=True)
STRIPPED = deck(ranks=(1, *range(7, 14)))


def shuffled(cards: Sequence[T], seed: int) -> list[T]:
    """Shuffle a deck from a seed, the same on every machine: Python keeps `random.Random`'s sequence.

    Only `random()` is used, as it is the one method whose sequence is promised to stay.

    >>> shuffled("ABCDE", seed=1)
    ['A', 'D', 'C', 'E', 'B']
    """
    draw = Random(seed).random
    left = list(cards)
    order = []
    while left:
        place = int(draw() * len(left))
        left[place], left[-1] = left[-1], left[place]
        order.append(left.pop())
    return order
