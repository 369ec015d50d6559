"""The table: where each card lies, and what that allows, kept up to date as cards move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hoyle_engine.cards import Card
from hoyle_engine.rules import Cards, Rules
from hoyle_engine.variant import Points, Refill

State = tuple[list[Cards], list[int], list[int], list[int], int, int, int, Cards, list[tuple[int, int]] | None]


class Table:
    """Cards in piles, and the motions of play: a variant's own procedures are made of them.

    A pile is known by its index here, a card by its number in the deck, or by the
    complement of that number where it lies face down.

    >>> from hoyle_engine import reference
    >>> table = reference.deal("golf", seed=1)
    >>> stock, waste, first, *others = range(9)
    >>> table.put(waste, table.take(first))
    >>> table.remove(first)
    >>> [len(cards) for cards in table.cards]
    [17, 1, 3, 5, 5, 5, 5, 5, 5]
    >>> table.put(first, table.take(stock))
    >>> table.turn_up(first)
    >>> table.cards_of(first)[-1], len(table.removed)
    (Card(rank=13, suit='D'), 1)
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.base = 0
        self.arrange([()] * rules.count)

    def arrange(self, piles: Sequence[Cards], base: int | None = None) -> None:
        """Let the piles hold exactly these cards, with no points and no redeals yet.

        `base` sets the base rank, on which empty piles and cards that stay may depend.
        """
        rules = self.rules
        if base is not None:
            self.base = base
        self.empty = [rules.empty_accepts(group, self.base) for group in rules.groups]
        self.cards = list(piles)
        self.accepts = [0] * rules.count  # for each pile, the cards that may be put there
        self.lifts = [0] * rules.count  # for each pile, the cards that can be lowest of those lifted
        self.offered = 0  # those of all piles together
        self.where = [0] * rules.size  # for each card, its pile
        self.removed: Cards = ()
        # The touching piles that are pairs, and more that were until one of them was emptied; None if not known.
        self.neighbours: list[tuple[int, int]] | None = None
        self.redeals = 0
        scoring = rules.variant.scoring
        self.points = scoring.at_start if isinstance(scoring, Points) else 0
        for pile, cards in enumerate(piles):
            self._place(pile, cards)
        self._measure(range(rules.count))

    def of_kind(self, kind: str) -> tuple[int, ...]:
        """The piles of a kind."""
        return self.rules.of_kind.get(kind, ())

    def cards_of(self, pile: int, *, face_up: bool = False) -> list[Card]:
        """The cards of a pile, lowest first; all, or those face up only."""
        deck = self.rules.deck
        return [deck[card if card >= 0 else ~card] for card in self.cards[pile] if card >= 0 or not face_up]

    # State: everything that a move may change.

    def state(self) -> State:
        """What `restore` brings back. The lists in it are not changed any more after `fork`."""
        return (
            self.cards,
            self.lifts,
            self.accepts,
            self.where,
            self.offered,
            self.points,
            self.redeals,
            self.removed,
            self.neighbours,
        )

    def fork(self) -> None:
        """Leave the lists as they are to a state kept for later, and go on with copies."""
        self.cards = self.cards.copy()
        self.lifts = self.lifts.copy()
        self.accepts = self.accepts.copy()
        self.where = self.where.copy()

    def restore(self, state: State) -> None:
        """Go back to a state."""
        (
            self.cards,
            self.lifts,
            self.accepts,
            self.where,
            self.offered,
            self.points,
            self.redeals,
            self.removed,
            self.neighbours,
        ) = state

    # Motions.

    def lay(self, pile: int, cards: Cards) -> None:
        """Let a pile hold exactly these cards, and bring up to date what follows from it."""
        self.cards[pile] = cards
        if cards:
            self.neighbours = None
        self._measure(self.rules.affects[pile])

    def lay_all(self, piles: Sequence[int], cards: Sequence[Cards]) -> None:
        """Let several piles hold these cards, which may go from one of them to another; none may cover another."""
        table, lifts, where, offered = self.cards, self.lifts, self.where, self.offered
        for pile, held in zip(piles, cards, strict=True):
            offered ^= lifts[pile]
            lifts[pile] = 0
            table[pile] = held
            for card in held:
                where[card if card >= 0 else ~card] = pile
        self.offered = offered
        self._measure(piles)
        self.neighbours = None

    def _place(self, pile: int, cards: Cards) -> None:
        for card in cards:
            self.where[card if card >= 0 else ~card] = pile

    def _measure(self, piles: Iterable[int]) -> None:
        """Bring up to date what may be lifted from piles, and put there."""
        rules, accepts, lifts = self.rules, self.accepts, self.lifts
        takes, lifters, covers_or_keeps = rules.accepts, rules.lifters, rules.covers_or_keeps
        offered = self.offered
        table, empty = self.cards, self.empty
        for pile in piles:
            cards = table[pile]
            if cards:
                accepts[pile] = takes[pile][cards[-1]]
                mask = lifters[pile](cards)
                if covers_or_keeps[pile]:
                    if self.is_covered(pile):
                        mask = 0
                    elif rules.keeps_base[pile]:
                        mask &= ~rules.of_rank[self.base]
            else:
                accepts[pile] = empty[pile]
                mask = 0
            offered ^= lifts[pile] ^ mask
            lifts[pile] = mask
        self.offered = offered

    def is_covered(self, pile: int) -> bool:
        """Whether another pile lies on this one."""
        return any(map(self.cards.__getitem__, self.rules.covered_by[pile]))

    def take(self, pile: int, count: int = 1) -> Cards:
        """Take cards off the top of a pile."""
        cards = self.cards[pile]
        rest = len(cards) - count
        self.lay(pile, cards[:rest])
        return cards[rest:]

    def put(self, pile: int, cards: Iterable[int]) -> None:
        """Put cards, lowest first, on a pile."""
        cards = tuple(cards)
        self._place(pile, cards)
        self.lay(pile, self.cards[pile] + cards)

    def pass_on(self, source: int, target: int, cards: Cards) -> None:
        """Take as many cards off the top of one pile and put `cards`, which they are, on another.

        They may have been turned over, or be in another order.
        """
        piles, where, affects = self.cards, self.where, self.rules.affects
        held = piles[source]
        piles[source] = held[: len(held) - len(cards)]
        piles[target] += cards
        for card in cards:
            where[card if card >= 0 else ~card] = target
        self.neighbours = None
        self._measure(affects[source] + affects[target])

    def remove(self, *piles: int) -> None:
        """Take the top card of each of these piles off the table for good."""
        changed: tuple[int, ...] = ()
        for pile in piles:
            cards = self.cards[pile]
            self.removed += cards[-1:]
            self.cards[pile] = cards = cards[:-1]
            if cards:
                self.neighbours = None
            changed += self.rules.affects[pile]
        self._measure(changed)

    def turn_up(self, pile: int) -> None:
        """Turn the top card of a pile face up, if there is one."""
        cards = self.cards[pile]
        if cards and cards[-1] < 0:
            self.lay(pile, (*cards[:-1], ~cards[-1]))

    # Motions with what follows by the rules: points, a card turned up, an empty pile filled.

    def play(self, source: int, target: int, count: int = 1) -> None:
        """Move cards from pile to pile."""
        start, end = self.rules.groups[source], self.rules.groups[target]
        cards = self.cards[source][-count:]
        self.pass_on(source, target, cards[::-1] if end.takes == "run" else cards)
        points = self.rules.variant.scoring
        if isinstance(points, Points):
            if end.kind == "foundation":
                self.points += points.card_to_foundation * count
            elif end.kind == "waste":
                self.points += points.card_to_waste * count
            if start.kind == "foundation":
                self.points += points.card_from_foundation * count
        self.left(source)

    def left(self, pile: int) -> None:
        """What happens where cards have left."""
        group = self.rules.groups[pile]
        if self.cards[pile]:
            if group.turns_up:
                self.turn_up(pile)
        else:
            for refill in group.refill:
                if self._refill(pile, refill):
                    break
            for covered in self.rules.covers[pile]:
                if self.rules.groups[covered].turns_up and not self.is_covered(covered):
                    self.turn_up(covered)

    def _refill(self, pile: int, refill: Refill) -> bool:
        source = self.rules.indexes[refill.kind, refill.number]
        cards = self.cards[source]
        if not cards:
            return False
        if refill.end == "bottom":
            self.lay(source, cards[1:])
            self.put(pile, cards[:1])
        else:
            self.put(pile, self.take(source))
            self.left(source)
        self.turn_up(pile)
        return True

    # Where a top card may go.

    def first_target(self, pile: int, targets: Iterable[int]) -> int | None:
        """The first of some piles that takes the top card of a pile."""
        cards = self.cards[pile]
        if cards:
            top = self.lifts[pile] & self.rules.bit[cards[-1]]
            for target in targets:
                if self.accepts[target] & top and target != pile:
                    return target
        return None

    def home_of(self, pile: int) -> int | None:
        """The first foundation that takes the top card of a pile."""
        return self.first_target(pile, self.of_kind("foundation"))
