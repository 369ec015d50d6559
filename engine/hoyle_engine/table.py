"""The table: where each card lies, and what that allows, kept up to date as cards move."""

from __future__ import annotations

from collections.abc import Iterable

from hoyle_engine.rules import Cards, Rules

State = tuple[list[Cards], list[int], list[int], list[int], int, int, int, Cards]


class Table:
    """Cards in piles. Variants' own procedures use `take`, `put`, `remove`, `turn_up`, `cards` and `of_kind`.

    A pile is known by its index here, a card by its number in the deck, or by the
    complement of that number where it lies face down.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.base = 0
        self.clear()

    def clear(self) -> None:
        """Take every card off the table."""
        rules = self.rules
        self.cards: list[Cards] = [()] * rules.count
        self.lifts = [0] * rules.count  # for each pile, the cards that can be lowest of those lifted
        self.offered = 0  # those of all piles together
        self.where = [0] * rules.size  # for each card, its pile
        self.removed: Cards = ()
        self.points = 0
        self.redeals = 0
        self.set_base(self.base)

    def set_base(self, rank: int) -> None:
        """Set the base rank, on which empty piles and cards that stay may depend."""
        self.base = rank
        self.empty = [self.rules.empty_accepts(group, rank) for group in self.rules.groups]
        self.accepts = [  # for each pile, the cards that may be put there
            self.rules.accepts[index][cards[-1]] if cards else self.empty[index]
            for index, cards in enumerate(self.cards)
        ]

    def of_kind(self, kind: str) -> tuple[int, ...]:
        """The indexes of the piles of a kind."""
        return self.rules.of_kind.get(kind, ())

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
        ) = state

    # Moving cards.

    def lay(self, pile: int, cards: Cards) -> None:
        """Let a pile hold exactly these cards, and bring up to date what follows from it."""
        rules = self.rules
        self.cards[pile] = cards
        self.accepts[pile] = rules.accepts[pile][cards[-1]] if cards else self.empty[pile]
        self._lift(pile)
        for covered in rules.covers[pile]:
            self._lift(covered)

    def _lift(self, pile: int) -> None:
        cards = self.cards[pile]
        lifts = self.rules.lifters[pile](cards) if cards else 0
        if lifts:
            for covering in self.rules.covered_by[pile]:
                if self.cards[covering]:
                    lifts = 0
            if self.rules.groups[pile].lift.keeps_base:
                lifts &= ~self.rules.of_rank[self.base]
        self.offered ^= self.lifts[pile] ^ lifts
        self.lifts[pile] = lifts

    def take(self, pile: int, count: int = 1) -> Cards:
        """Take cards off the top of a pile."""
        cards = self.cards[pile]
        self.lay(pile, cards[: len(cards) - count])
        return cards[len(cards) - count :]

    def put(self, pile: int, cards: Iterable[int]) -> None:
        """Put cards, lowest first, on a pile."""
        cards = tuple(cards)
        for card in cards:
            self.where[card if card >= 0 else ~card] = pile
        self.lay(pile, self.cards[pile] + cards)

    def remove(self, pile: int, count: int = 1) -> None:
        """Take cards off the table for good."""
        self.removed += self.take(pile, count)

    def turn_up(self, pile: int) -> None:
        """Turn the top card of a pile face up, if there is one."""
        cards = self.cards[pile]
        if cards and cards[-1] < 0:
            self.lay(pile, (*cards[:-1], ~cards[-1]))
