"""A variant being played: what may be done, doing it and taking it back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from hoyle_engine import clicking, placing, removing
from hoyle_engine.cards import Card
from hoyle_engine.interface import PileKind
from hoyle_engine.moves import IllegalMove, Move
from hoyle_engine.rules import CLICK, DOUBLE_CLICK, Cards, Rules
from hoyle_engine.table import State, Table
from hoyle_engine.variant import Autoplay, Emptied, Lay, Points, TurnUp


class Pile(NamedTuple):
    """One pile of a position, as it was when asked for."""

    kind: PileKind
    number: int
    x: float
    y: float
    spread: Literal["none", "down", "right"]
    cards: tuple[Card, ...]
    faces: tuple[bool, ...]


class Game(Table):
    """A variant being played. `reference.deal` starts one.

    >>> from hoyle_engine import reference
    >>> game = reference.deal("forty-thieves", seed=7)
    >>> moves = game.legal_moves()
    >>> game.push(moves[0])
    >>> game.pop() == moves[0]
    True
    """

    def __init__(self, rules: Rules, order: Sequence[int], options: Mapping[str, bool]) -> None:
        """Deal the cards whose numbers in the deck are `order`, the first of them first."""
        super().__init__(rules)
        self.options: Mapping[str, bool] = options
        self.history: list[Move] = []
        self.was_set_up = False
        self._states: list[State] = []
        # The piles as they were last asked for, with the cards that they then held.
        self._seen: list[tuple[Cards, Pile] | None] = [None] * rules.count
        self._order = tuple(order)
        self._deal()

    @property
    def variant(self) -> str:
        """The name of the variant.

        >>> from hoyle_engine import reference
        >>> reference.deal("golf").variant
        'golf'
        """
        return self.rules.variant.name

    @property
    def dealt(self) -> tuple[Card, ...]:
        """The cards in the order in which they were dealt, without those laid out before the shuffle.

        >>> from hoyle_engine import reference
        >>> game = reference.deal("golf", seed=3)
        >>> reference.deal("golf", deck=game.dealt).piles == game.piles
        True
        """
        return tuple(self.rules.deck[number] for number in self._order)

    # Dealing and setting up.

    def _deal(self) -> None:
        variant = self.rules.variant
        piles: list[list[int]] = [[] for _ in self.rules.groups]
        cards = [~number for number in reversed(self._order)]
        laid = iter(self.rules.laid)
        for step in variant.deal:
            targets = self.of_kind(step.kind)
            if isinstance(step, Lay):
                for target, _ in zip(targets, step.cards, strict=False):
                    piles[target].append(next(laid))
                continue
            if isinstance(step, TurnUp):
                for target in targets:
                    if piles[target]:
                        piles[target][-1] = ~piles[target][-1]
                continue
            if step.piles is not None:
                targets = tuple(targets[number - 1] for number in step.piles)
            for target in step.times * targets:
                if cards:
                    card = cards.pop()
                    piles[target].append(~card if step.face_up else card)
        for stock in self.of_kind("stock"):
            piles[stock], cards = cards, []
        base = 0
        if variant.base is not None and (first := piles[self.rules.indexes[variant.base]]):
            base = self.rules.deck[first[0]].rank
        self.arrange([tuple(pile) for pile in piles], base)
        if variant.after_deal is not None:
            variant.after_deal(self)

    def set_up(self, piles: Mapping[tuple[str, int], Sequence[tuple[Card, bool]]], *, base: int | None = None) -> None:
        """Put exactly these cards on the table (card, face up), bottom first; piles not named are empty.

        The moves made before are forgotten; redeals used and points are as after the deal, and
        so is the base rank unless `base` sets it.
        Raises `ValueError` for a pile that the variant lacks, for a card that its deck does not
        hold so often, and for more cards than a pile may hold.

        >>> from hoyle_engine import reference
        >>> game = reference.deal("forty-thieves")
        >>> game.set_up({("tableau", 1): [(Card.parse("AS"), True)]})
        >>> [str(move) for move in game.legal_moves()][0]
        'tableau 1 -> foundation 1'
        """
        rules = self.rules
        if not isinstance(piles, Mapping):
            raise TypeError(f"piles are told as {{('tableau', 1): [(card, True)]}}, not as {piles!r}")
        for name, held in piles.items():
            if name not in rules.indexes:
                if not (isinstance(name, tuple) and len(name) == 2):
                    raise ValueError(f"{name!r} names no pile: write ('tableau', 1)")
                raise ValueError(f"{self.variant} has no {name[0]} {name[1]}")
            if not isinstance(held, Sequence):
                raise TypeError(f"{name[0]} {name[1]}: {held!r} is not a sequence of (card, face up)")
            for item in held:
                if not (isinstance(item, tuple) and len(item) == 2 and isinstance(item[0], Card)):
                    number = next(number for number, one in enumerate(held, 1) if one is item)
                    raise TypeError(f"{name[0]} {name[1]}: number {number} is not (card, face up): {item!r}")
            capacity = rules.capacity[rules.indexes[name]]
            if len(held) > capacity:
                raise ValueError(f"{name[0]} {name[1]} of {self.variant} holds {capacity} at most, not {len(held)}")
        numbers = iter(rules.number_cards([card for held in piles.values() for card, _ in held]))
        table: list[Cards] = [()] * rules.count
        for name, held in piles.items():
            table[rules.indexes[name]] = tuple([next(numbers) if up else ~next(numbers) for _, up in held])
        self.history.clear()
        self._states.clear()
        self.arrange(table, base)
        self.was_set_up = True

    # What can be seen.

    @property
    def piles(self) -> tuple[Pile, ...]:
        """Every pile, in an order that never changes.

        >>> from hoyle_engine import reference
        >>> [str(card) for card in reference.deal("golf", seed=1).piles[2].cards]
        ['7C', '10H', '4D', 'QH', 'JC']
        """
        return tuple(
            seen[1] if seen is not None and seen[0] is cards else self._look(index)
            for index, (cards, seen) in enumerate(zip(self.cards, self._seen, strict=True))
        )

    def _look(self, index: int) -> Pile:
        rules, cards = self.rules, self.cards[index]
        kind, number = rules.names[index]
        pile = Pile(
            kind,
            number,
            *rules.places[index],
            rules.groups[index].spread,
            tuple(self.cards_of(index)),
            tuple([card >= 0 for card in cards]),
        )
        self._seen[index] = cards, pile
        return pile

    @property
    def score(self) -> int:
        """The points so far.

        >>> from hoyle_engine import reference
        >>> reference.deal("canfield").score
        1
        """
        scoring = self.rules.variant.scoring
        return self.points if isinstance(scoring, Points) else scoring.score(self)

    @property
    def is_won(self) -> bool:
        """Whether the goal is reached.

        >>> from hoyle_engine import reference
        >>> reference.deal("golf").is_won
        False
        """
        goal = self.rules.variant.goal
        if goal == "foundation":
            home = sum(len(self.cards[pile]) for pile in self.of_kind("foundation"))
            return home == len(self._order) + len(self.rules.laid)
        if goal == "remove-all":
            return not any(self.cards)
        if isinstance(goal, Emptied):
            return not any(self.cards[pile] for kind in goal.kinds for pile in self.of_kind(kind))
        return goal(self)

    @property
    def is_stuck(self) -> bool:
        """Whether no move is left and the game is not won.

        >>> from hoyle_engine import reference
        >>> game = reference.deal("golf")
        >>> game.set_up({("waste", 1): [(Card.parse("KS"), True)], ("tableau", 1): [(Card.parse("AH"), True)]})
        >>> game.is_stuck
        True
        """
        return not self.legal_moves() and not self.is_won

    # Moves.

    def legal_moves(self) -> list[Move]:
        """The moves the rules allow: cards from a pile to a pile, and clicks that deal, turn or remove.

        Moves of several cards that are short cuts for moving them one by one are among them;
        `is_short_cut` tells them apart.

        >>> from hoyle_engine import reference
        >>> [str(move) for move in reference.deal("golf", seed=1).legal_moves()]
        ['click stock 1']
        """
        rules = self.rules
        moves = placing.moves(self) if rules.targets else []
        if rules.removes:
            moves += removing.moves(self)
        if procedure := rules.variant.procedure:
            moves += [rules.moves[source, target, 1] for source, target in procedure.moves(self)]
        moves += clicking.moves(self)
        return moves

    def push(self, move: Move) -> None:
        """Make a move. Raises `IllegalMove` where the rules forbid it, and then changes nothing.

        >>> from hoyle_engine import reference
        >>> game = reference.deal("forty-thieves")
        >>> game.push(Move.parse("tableau 1 x3 -> foundation 1"))
        Traceback (most recent call last):
            ...
        hoyle_engine.moves.IllegalMove: tableau 1 x3 -> foundation 1: the rules of forty-thieves forbid it here
        """
        parts = self.rules.moves.parts.get(id(move))
        if parts is None:
            try:
                parts = self.rules.parts_of(move)
            except ValueError as error:
                raise IllegalMove(str(error)) from None
            move = self.rules.moves[parts]
        state = self.state()
        self.fork()
        if not self._make(*parts):
            self.restore(state)
            raise IllegalMove(f"{move}: the rules of {self.variant} forbid it here")
        if self.rules.variant.autoplay:
            self._autoplay(self.rules.variant.autoplay)
        self._states.append(state)
        self.history.append(move)

    def pop(self) -> Move:
        """Take the last move back, and return it. Raises `IndexError` where none was made.

        >>> from hoyle_engine import reference
        >>> game = reference.deal("golf")
        >>> game.push(Move.parse("click stock 1"))
        >>> str(game.pop())
        'click stock 1'
        """
        if not self.history:
            raise IndexError("no move to take back")
        self.restore(self._states.pop())
        return self.history.pop()

    def _make(self, source: int, target: int, count: int) -> bool:
        """Make a move if it is legal; tells whether it was."""
        rules = self.rules
        if count == CLICK:
            return self.click(source)
        if count == DOUBLE_CLICK:
            short_cut = rules.groups[source].double_click
            return short_cut is not None and short_cut.make(self, source)
        if rules.targets and placing.allows(self, source, target, count):
            self.play(source, target, count)
            return True
        if rules.removes and count == 1 and removing.allows(self, source, target):
            removing.make(self, source, target)
            return True
        procedure = rules.variant.procedure
        if procedure and count == 1 and (source, target) in procedure.moves(self):
            procedure.make(self, source, target)
            return True
        return False

    def click(self, pile: int) -> bool:
        """Do what a click on a pile does; tells whether it does anything. For short cuts; players `push`."""
        if clicking.allows(self, pile):
            clicking.make(self, pile)
            return True
        return False

    def _autoplay(self, autoplay: Autoplay) -> None:
        """Send cards home as long as one may go."""
        piles = [pile for kind in autoplay.order for pile in self.of_kind(kind)]

        def send_one() -> bool:
            for pile in piles:
                home = self.home_of(pile)
                if home is not None and autoplay.safe(self, self.rules.deck[self.cards[pile][-1]]):
                    self.play(pile, home)
                    return True
            return False

        while send_one():
            pass

    # Short cuts.

    def short_cuts(self) -> list[Move]:
        """Double clicks that do something here: they make moves for the player and are no rules of their own.

        >>> from hoyle_engine import reference
        >>> [str(move) for move in reference.deal("yield", seed=1).short_cuts()]
        ['double-click stock 1']
        """
        state = self.state()
        found = []
        for pile, group in enumerate(self.rules.groups):
            if group.double_click is not None:
                self.fork()
                if group.double_click.make(self, pile):
                    found.append(self.rules.moves[pile, pile, DOUBLE_CLICK])
                self.restore(state)
        return found

    def is_short_cut(self, move: Move) -> bool:
        """Whether a move does at once what the rules let go only card by card, or is a double click.

        >>> from hoyle_engine import reference
        >>> reference.deal("forty-thieves").is_short_cut(Move.parse("tableau 1 x2 -> tableau 2"))
        True
        >>> reference.deal("klondike").is_short_cut(Move.parse("tableau 1 x2 -> tableau 2"))
        False
        """
        if move.target is None:
            return move.action == "double-click"
        target = self.rules.indexes[move.target]
        return move.count > 1 and (self.rules.takes_runs[target] or self.rules.limited[target])
