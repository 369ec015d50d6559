"""What follows from a declaration, worked out once: tables that make each move a look-up.

The cards of a deck are numbered, and a set of cards is an integer with a bit for each,
as chess programs keep sets of squares. For each pile and top card a table then holds the
set of cards that may be put there; a legal move is a bit that this set and the set of
cards on offer have in common.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from math import nan
from operator import itemgetter

from hoyle_engine import declaration
from hoyle_engine.cards import Card
from hoyle_engine.interface import PileKind
from hoyle_engine.moves import Move
from hoyle_engine.variant import Build, Lay, Lift, Piles, Place, Removal, Variant

# Inside the engine a card is its number in the deck when face up and the complement of that when face down.
Cards = tuple[int, ...]
# A move is the index of its source, that of its target, and the count of cards.
Parts = tuple[int, int, int]
CLICK, DOUBLE_CLICK = 0, -1
# Equal to nothing, itself included.
NOT_A_NUMBER = nan


def bits(mask: int) -> Iterator[int]:
    """The numbers of the cards in a set.

    >>> list(bits(0b1010))
    [1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Moves(dict[Parts, Move]):
    """The moves of a variant by their parts, one object each, so that a move is known by its identity."""

    def __init__(self, names: Sequence[tuple[str, int]]) -> None:
        super().__init__()
        self.names = names
        self.parts: dict[int, Parts] = {}

    def __missing__(self, parts: Parts) -> Move:
        source, target, count = parts
        if count > 0:
            move = Move("move", self.names[source], self.names[target], count)
        else:
            move = Move("click" if count == CLICK else "double-click", self.names[source])
        self[parts] = move
        self.parts[id(move)] = parts
        return move


class Rules:
    """The tables of one variant with its options chosen. A pile is known by its index in them."""

    def __init__(self, declared: Variant, options: Mapping[str, bool] | None = None) -> None:
        self.declared = declared
        self.variant = variant = declared.with_options(options)
        declaration.check(variant)
        self.deck = variant.deck
        self.size = len(self.deck)
        self.bit = [1 << number for number in range(self.size)] + [0] * self.size  # face-down cards have none
        self.of_rank = [self._set(lambda card, rank=rank: card.rank == rank) for rank in range(14)]  # type: ignore[misc]
        self.numbers: dict[Card, list[int]] = {}
        for number, card in enumerate(self.deck):
            self.numbers.setdefault(card, []).append(number)
        # The cards that the deal lays out before the others are shuffled, and those others.
        self.laid = self.number_cards([card for step in variant.deal if isinstance(step, Lay) for card in step.cards])
        self.shuffled = [number for number in range(self.size) if number not in self.laid]
        self._lay_out()
        self.moves = Moves(self.names)

        groups = self.groups
        # What may be put where.
        accepts = {id(group): self._accepts(group.build) for group in variant.piles}
        self.accepts = [accepts[id(group)] for group in groups]
        self.targets = [i for i, group in enumerate(groups) if group.build is not None or group.empty != "none"]
        self.exact = [{"single": 1, "run": 1, "suit": 13, "number": 0}[group.takes] for group in groups]
        self.takes_runs = [group.takes == "run" for group in groups]
        self.limited = [group.limit is not None for group in groups]
        self.capacity = [self.size if group.capacity is None else group.capacity for group in groups]
        self.cells = [i for i in self.of_kind.get("reserve", ()) if groups[i].capacity == 1]
        # What may be lifted.
        lifters = {id(group): self._lifter(group.lift) for group in variant.piles}
        self.lifters = [lifters[id(group)] for group in groups]
        self.covers_or_keeps = [bool(self.covered_by[i]) or group.lift.keeps_base for i, group in enumerate(groups)]
        self.keeps_base = [group.lift.keeps_base for group in groups]
        # What a click does, and what leaves the table.
        self.clickable = [(i, group.click) for i, group in enumerate(groups) if group.click is not None]
        self._remove(variant.removal or Removal(unit="none"))

    def _lay_out(self) -> None:
        """Number the piles, and find out which lie on which."""
        self.groups: list[Piles] = []
        self.names: list[tuple[PileKind, int]] = []
        self.places: list[Place] = []
        self.covered_by: list[tuple[int, ...]] = []
        seen: Counter[str] = Counter()
        for group in self.variant.piles:
            first = len(self.groups)
            for offset, place in enumerate(group.places):
                seen[group.kind] += 1
                self.groups.append(group)
                self.names.append((group.kind, seen[group.kind]))
                self.places.append(place)
                over = group.covered_by[offset] if group.covered_by else ()
                self.covered_by.append(tuple(first + number - 1 for number in over))
        self.count = len(self.groups)
        self.indexes: dict[tuple[str, int], int] = {name: index for index, name in enumerate(self.names)}
        self.of_kind = {kind: tuple(i for i, name in enumerate(self.names) if name[0] == kind) for kind in seen}
        self.covers: list[tuple[int, ...]] = [
            tuple(j for j in range(self.count) if i in self.covered_by[j]) for i in range(self.count)
        ]
        # What may be done with a pile depends on its cards and, for those that it covers, on whether it has any.
        self.affects = [(pile, *covered) for pile, covered in enumerate(self.covers)]

    def parts_of(self, move: Move) -> Parts:
        """The piles and the count of a move made elsewhere. Raises `ValueError` that names a pile the variant lacks."""
        if not isinstance(move, Move):
            raise TypeError(f"{move!r} is no Move: Move.parse reads the notation of one")
        for name in (move.source, move.target):
            if name is not None and name not in self.indexes:
                raise ValueError(f"{move}: {self.variant.name} has no {name[0]} {name[1]}")
        source = self.indexes[move.source]
        if move.target is None:
            if move.action not in ("click", "double-click"):
                raise ValueError(f"{move}: {move.action!r} needs a target")
            return source, source, CLICK if move.action == "click" else DOUBLE_CLICK
        if move.action != "move":
            raise ValueError(f"{move}: {move.action!r} is no action with a target")
        if move.count < 1:
            raise ValueError(f"{move}: a move takes one card or more")
        return source, self.indexes[move.target], move.count

    def _set(self, holds: Callable[[Card], bool]) -> int:
        return sum(1 << number for number, card in enumerate(self.deck) if holds(card))

    def _accepts(self, build: Build | None) -> list[int]:
        """For each top card, the cards that may be put on it; nothing goes on a face-down card."""
        nothing = [0] * self.size
        return (nothing if build is None else _followers(build, self.deck)) + nothing

    def empty_accepts(self, group: Piles, base: int) -> int:
        """The cards that an empty pile takes, `base` being the base rank of the deal."""
        if group.empty == "any":
            return (1 << self.size) - 1
        if group.empty == "none":
            return 0
        return self.of_rank[base if group.empty == "base" else group.empty]

    def _lifter(self, lift: Lift) -> Callable[[Cards], int]:
        """A function from the cards of a pile to those that can be the lowest of the cards lifted."""
        bit = self.bit

        def single(cards: Cards) -> int:
            return bit[cards[-1]]

        def whole(cards: Cards) -> int:
            return bit[cards[0]]

        def group(cards: Cards) -> int:
            mask = 0
            for card in reversed(cards):
                if card < 0:
                    break
                mask |= bit[card]
            return mask

        joins = self._accepts(lift.build)

        def sequence(cards: Cards) -> int:
            above = cards[-1]
            mask = bit[above]
            for card in cards[-2::-1]:
                if not joins[card] & bit[above]:
                    break
                mask |= bit[card]
                above = card
            return mask

        return {
            "none": lambda cards: 0,
            "single": single,
            "whole": whole,
            "group": group,
            "sequence": sequence,
        }[lift.unit]

    def _remove(self, removal: Removal) -> None:
        """Find out what pairs off with what."""
        rank, total = self.of_rank, removal.total
        self.removes = removal.unit != "none"
        self.singles = sum(rank[single] for single in removal.single_ranks)
        self.with_next = self.of_kind.get(removal.with_next, ()) if removal.with_next else ()
        # Two cards are a pair if the mate of one is the key of the other.
        none = [NOT_A_NUMBER] * self.size  # for cards face down
        self.key = [card.rank for card in self.deck] + none
        self.mate = self.key if total is None else [total - card.rank for card in self.deck] + none
        ranks = [(one, one if total is None else total - one) for one in range(1, 14)]
        self.pairs = [(rank[a], rank[b]) for a, b in ranks if a <= b <= 13 and rank[a] and rank[b]]
        # In a grid, the piles that touch: each two once, and what picks the first and the second of them.
        piles = [i for i, group in enumerate(self.groups) if removal.adjacent and group.lift.unit != "none"]
        self.touching = [(a, b) for a in piles for b in piles if a < b and _touch(self.places[a], self.places[b])]
        self.is_touching = {*self.touching, *((b, a) for a, b in self.touching)}
        self.first_of_touching = _picker([a for a, _ in self.touching])
        self.second_of_touching = _picker([b for _, b in self.touching])

    def number_cards(self, cards: Sequence[Card], *, without: Sequence[int] = ()) -> list[int]:
        """Give each card a number of the deck, none of `without`.

        Raises `ValueError` naming a card of which there are fewer.
        """
        taken: dict[Card, int] = {}
        result = []
        for card in cards:
            numbers = self.numbers.get(card, [])
            if without:
                numbers = [number for number in numbers if number not in without]
            before = taken.get(card, 0)
            if before == len(numbers):
                if not before:
                    raise ValueError(f"the deck of {self.variant.name} holds no {card}")
                raise ValueError(f"{card} is there {before + 1} times: the deck of {self.variant.name} holds {before}")
            taken[card] = before + 1
            result.append(numbers[before])
        return result


@cache
def _followers(build: Build, deck: tuple[Card, ...]) -> list[int]:
    """For each card of a deck as the top one, the set of cards of the deck that may be put on it."""
    sets: dict[Card, int] = {}
    for number, card in enumerate(deck):
        sets[card] = sets.get(card, 0) | 1 << number
    known = {top: sum(sets[card] for card in sets if build.follows(card, on=top)) for top in sets}
    return [known[top] for top in deck]


def _touch(one: Place, other: Place) -> bool:
    """Whether two places of a grid are neighbours, corners included."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


def _picker(indexes: Sequence[int]) -> Callable[[Sequence[float]], Sequence[float]]:
    """A fast function that picks the items at some indexes."""
    if len(indexes) > 1:
        return itemgetter(*indexes)
    return lambda items: [items[index] for index in indexes]
