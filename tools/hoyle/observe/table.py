"""A position as observers see it: the cards of every pile, read through the engine's interface."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from hoyle_engine.cards import RANKS, SUITS, Card
from hoyle_engine.interface import Game

PileKey = tuple[str, int]
"""A pile's kind and its number within the kind."""
Stack = tuple[tuple[Card, bool], ...]
"""The cards of a pile, bottom first, each with whether it lies face up."""
Position = Mapping[PileKey, Stack]


@dataclass(frozen=True, slots=True)
class Place:
    """A pile's kind, number and place on the table."""

    kind: str
    number: int
    x: float
    y: float
    spread: str

    @property
    def key(self) -> PileKey:
        """The pile's kind and number."""
        return self.kind, self.number


def read(game: Game) -> dict[PileKey, Stack]:
    """The position that a game stands in."""
    return {(pile.kind, pile.number): tuple(zip(pile.cards, pile.faces, strict=True)) for pile in game.piles}


def up(*cards: Card) -> Stack:
    """These cards face up, bottom first."""
    return tuple((card, True) for card in cards)


def down(*cards: Card) -> Stack:
    """These cards face down, bottom first."""
    return tuple((card, False) for card in cards)


def counted(position: Position) -> Counter[Card]:
    """How often each card lies on the table."""
    return Counter(card for stack in position.values() for card, _ in stack)


def of_kind(position: Position, kind: str) -> list[Stack]:
    """The piles of a kind, by number."""
    return [stack for key, stack in sorted(position.items()) if key[0] == kind]


def cards_in(position: Position, kind: str) -> int:
    """How many cards lie on the piles of a kind."""
    return sum(map(len, of_kind(position, kind)))


def rank(number: int) -> str:
    """A rank's letter or number: `A` for 1, `K` for 13."""
    return RANKS[number - 1]


def relation(one: Card, other: Card) -> str:
    """How two suits stand to each other: `suit` (the same), `color` (the same colour only) or `other`."""
    if one.suit == other.suit:
        return "suit"
    return "color" if (one.suit in "DH") == (other.suit in "DH") else "other"


def standard_deck() -> list[Card]:
    """Fifty-two cards, by suit and rank."""
    return [Card(number, suit) for suit in SUITS for number in range(1, 14)]


def drawn(position: Position, keys: Iterable[PileKey] | None = None) -> str:
    """The position in text, a pile a line; face-down cards as `##`, and only counted in a long pile.

    It is notation, the same in all languages.

    >>> print(drawn({("tableau", 1): (*down(Card.parse("7C")), *up(Card.parse("9S")))}))
    tableau 1: ## 9S
    """
    shown = position.keys() if keys is None else [key for key in position if key in set(keys)]
    lines = []
    for kind, number in shown:
        stack = position[kind, number]
        if stack and not any(face for _, face in stack) and len(stack) > 3:
            text = f"## × {len(stack)}"
        else:
            text = " ".join(str(card) if face else "##" for card, face in stack)
        if stack or keys is not None:
            lines.append(f"{kind} {number}: {text or '–'}")
    return "\n".join(lines)
