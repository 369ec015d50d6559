"""Play: moves made, and what was allowed on the way."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from hoyle.observe.relation import Building, Offer
from hoyle.observe.table import PileKey, Position
from hoyle_engine.cards import Card
from hoyle_engine.moves import Move


@dataclass(frozen=True)
class Step:
    """A move made, with the position before and after it."""

    before: Position
    move: Move
    after: Position
    points: int
    """What the move added to the score."""
    score: int
    """The score after it."""
    won: bool
    seed: int

    @cached_property
    def _changed(self) -> list[PileKey]:
        return [key for key, stack in self.after.items() if stack != self.before.get(key, ())]

    def _more(self, first: Position, second: Position) -> dict[str, list[Card]]:
        """By kind of pile, the cards that the first position has there and the second has not."""
        found = {}
        for kind in {kind for kind, _ in self._changed}:
            here: list[Card] = []
            there: list[Card] = []
            for key in self._changed:
                if key[0] == kind:
                    one, other = first.get(key, ()), second.get(key, ())
                    # What lies below is mostly the same.
                    same = next(
                        (height for height, (a, b) in enumerate(zip(one, other, strict=False)) if a != b),
                        min(len(one), len(other)),
                    )
                    here += [card for card, _ in one[same:]]
                    there += [card for card, _ in other[same:]]
            if more := sorted((Counter(here) - Counter(there)).elements()):
                found[kind] = more
        return found

    @cached_property
    def gone(self) -> list[Card]:
        """The cards that left the table."""
        lost, gained = (Counter(card for cards in one.values() for card in cards) for one in (self.lost, self.gained))
        return sorted((lost - gained).elements())

    @cached_property
    def lost(self) -> dict[str, list[Card]]:
        """By kind of pile, the cards that left the piles of that kind."""
        return self._more(self.before, self.after)

    @cached_property
    def gained(self) -> dict[str, list[Card]]:
        """By kind of pile, the cards that came to the piles of that kind."""
        return self._more(self.after, self.before)


_MISSED = 6
"""Cards that a rule would let be put somewhere, and that could not in play: from so many on it is doubted."""


@dataclass
class Natural:
    """What was allowed in positions that came up in play: what laid-out positions must agree with."""

    builds: dict[str, set[tuple[Card, Card]]] = field(default_factory=lambda: defaultdict(set))
    """By kind of pile, cards on top and cards that could be put on them, one at a time."""
    tops: list[tuple[list[tuple[PileKey, Card]], set[tuple[PileKey, PileKey]]]] = field(default_factory=list)
    """The cards on top of piles in each position, and the sources and targets of what could be put there singly."""
    fills: dict[tuple[str, int], set[int]] = field(default_factory=lambda: defaultdict(set))
    """By kind of pile and deal, the ranks that could be put on an empty one, alone or with others on them."""
    several: list[tuple[Position, Move]] = field(default_factory=list)
    """Moves of several cards to the tableau."""
    back: tuple[Position, Move] | None = None
    """A move from a foundation to another kind of pile."""

    def note(self, position: Position, moves: Sequence[Move], seed: int) -> None:
        """Take in a position and its legal moves."""
        singles = set()
        for move in moves:
            if move.target is None or move.target == move.source:
                continue
            kind = move.target[0]
            aim, cards = position[move.target], position[move.source][-move.count :]
            if move.count > 1 and kind == "tableau":
                self.several.append((position, move))
            if move.source[0] == "foundation" and kind != "foundation" and self.back is None:
                self.back = (position, move)
            if not aim:
                # A run that goes to a foundation goes there from its other end.
                if move.count == 1 or kind == "tableau":
                    self.fills[kind, seed].add(cards[0][0].rank)
            elif move.count == 1:
                self.builds[kind].add((aim[-1][0], cards[0][0]))
                singles.add((move.source, move.target))
        tops = [(key, stack[-1][0]) for key, stack in position.items() if stack and stack[-1][1]]
        self.tops.append((tops, singles))

    def refused(self, kind: str) -> set[tuple[Card, Card]]:
        """Cards on top of a kind of piles, and others on top of the tableau that could not be put there."""
        return {
            (on, card)
            for tops, singles in self.tops
            for source, card in tops
            if source[0] == "tableau"
            for target, on in tops
            if target[0] == kind and source != target and (source, target) not in singles
        }

    def agrees(self, kind: str, rule: Building) -> bool:
        """Whether a rule of building found in laid-out positions holds for those that came up in play."""
        if not all(rule.takes(on, card) for on, card in self.builds[kind]):
            return False
        return bool(self.builds[kind]) or sum(rule.takes(*pair) for pair in self.refused(kind)) < _MISSED


@dataclass
class Started:
    """What was allowed in positions that came up in play after the first card had gone to a foundation."""

    offers: dict[str, list[Offer]] = field(default_factory=lambda: defaultdict(list))
    """By kind of pile, the cards that were offered to its piles."""
    example: dict[str, tuple[Position, Move]] = field(default_factory=dict)
    """By kind of pile, a position and a move to a pile of it that held a card."""
    steps: list[Step] = field(default_factory=list)
    """Every move made, before and after."""

    def note(self, position: Position, moves: Sequence[Move]) -> None:
        """Take in a position and its legal moves.

        A card is taken as refused only where it lies alone or on a pile that gives one card at a time.
        """
        taken = set()
        for move in moves:
            if move.target is None or move.target == move.source or not position[move.target]:
                continue
            card = position[move.source][-move.count][0]
            if move.count == 1 or move.target[0] == "tableau":
                offer = Offer(move.source, move.target, position[move.target][-1][0], card, taken=True)
                self.offers[move.target[0]].append(offer)
                self.example.setdefault(move.target[0], (position, move))
            taken.add((move.source, move.target))
        tops = [(key, stack) for key, stack in position.items() if stack and stack[-1][1]]
        for source, stack in tops:
            if source[0] == "foundation" or (source[0] == "tableau" and len(stack) > 1):
                continue
            for target, below in tops:
                if source != target and (source, target) not in taken:
                    self.offers[target[0]].append(Offer(source, target, below[-1][0], stack[-1][0], taken=False))
