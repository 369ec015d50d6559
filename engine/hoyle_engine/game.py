"""A variant being played: what may be done, doing it and taking it back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from hoyle_engine.cards import Card
from hoyle_engine.decks import shuffled
from hoyle_engine.interface import PileKind
from hoyle_engine.moves import IllegalMove, Move
from hoyle_engine.rules import CLICK, DOUBLE_CLICK, bits, pairs_in, rules_of
from hoyle_engine.table import State, Table
from hoyle_engine.variant import Consolidate, DealRow, Emptied, Play, Points, Refill, Turn, TurnUp, Variant


@dataclass(frozen=True, slots=True)
class Pile:
    """One pile of a position, as it was when asked for."""

    kind: PileKind
    number: int
    x: float
    y: float
    spread: Literal["none", "down", "right"]
    cards: tuple[Card, ...]
    faces: tuple[bool, ...]


class Game(Table):
    """A variant being played.

    >>> from hoyle_engine import reference
    >>> game = reference.deal("forty-thieves", seed=7)
    >>> moves = game.legal_moves()
    >>> game.push(moves[0])
    >>> game.pop() == moves[0]
    True
    """

    def __init__(
        self,
        variant: Variant,
        *,
        seed: int = 0,
        deck: Sequence[Card] | None = None,
        options: Mapping[str, bool] | None = None,
    ) -> None:
        super().__init__(rules_of(variant.with_options(options)))
        self.options: Mapping[str, bool] = variant.option_values(options)
        self.history: list[Move] = []
        self._states: list[State] = []
        self.dealt = tuple(shuffled(self.rules.deck, seed) if deck is None else deck)
        self._deal()

    @property
    def variant(self) -> str:
        """The name of the variant."""
        return self.rules.variant.name

    # Dealing and setting up.

    def _deal(self) -> None:
        variant = self.rules.variant
        cards = [~number for number in reversed(self.rules.number_cards(self.dealt))]
        for step in variant.deal:
            piles = self.of_kind(step.kind)
            if isinstance(step, TurnUp):
                for pile in piles:
                    self.turn_up(pile)
                continue
            for pile in step.times * (
                piles if step.piles is None else tuple(piles[number - 1] for number in step.piles)
            ):
                if cards:
                    card = cards.pop()
                    self.put(pile, (~card if step.face_up else card,))
        for stock in self.of_kind("stock"):
            self.put(stock, cards)
            cards = []
        if variant.base is not None:
            self.set_base(self._card(self.cards[self.rules.indexes[variant.base]][0]).rank)
            self._refresh()
        if isinstance(variant.scoring, Points):
            self.points = variant.scoring.at_start

    def _refresh(self) -> None:
        for pile, cards in enumerate(self.cards):
            self.lay(pile, cards)

    def cards_of(self, pile: int, *, face_up: bool = False) -> list[Card]:
        """The cards of a pile, lowest first; all, or those face up only."""
        return [self._card(number) for number in self.cards[pile] if number >= 0 or not face_up]

    def _card(self, number: int) -> Card:
        return self.rules.deck[number if number >= 0 else ~number]

    def set_up(self, piles: Mapping[tuple[str, int], Sequence[tuple[Card, bool]]]) -> None:
        """Put exactly these cards on the table (card, face up), bottom first; piles not named are empty.

        The moves made before are forgotten; redeals used and points are as after the deal.
        Raises `ValueError` for a pile that the variant lacks, for a card that its deck does not
        hold so often, and for more cards than a pile may hold.

        >>> from hoyle_engine import reference
        >>> game = reference.deal("forty-thieves")
        >>> game.set_up({("tableau", 1): [(Card.parse("AS"), True)]})
        >>> [str(move) for move in game.legal_moves()][0]
        'tableau 1 -> foundation 1'
        """
        rules = self.rules
        for name, cards in piles.items():
            if name not in rules.indexes:
                raise ValueError(f"{self.variant} has no {name[0]} {name[1]}")
            capacity = rules.groups[rules.indexes[name]].capacity
            if capacity is not None and len(cards) > capacity:
                raise ValueError(f"{name[0]} {name[1]} of {self.variant} holds {capacity} at most, not {len(cards)}")
        numbers = iter(rules.number_cards([card for cards in piles.values() for card, _ in cards]))
        self.clear()
        self.history.clear()
        self._states.clear()
        for name, cards in piles.items():
            self.put(
                rules.indexes[name],
                [number if up else ~number for (_, up), number in zip(cards, numbers, strict=False)],
            )
        self._refresh()
        if isinstance(rules.variant.scoring, Points):
            self.points = rules.variant.scoring.at_start

    # What can be seen.

    @property
    def piles(self) -> tuple[Pile, ...]:
        """Every pile, in an order that never changes."""
        rules = self.rules
        return tuple(
            Pile(
                cast(PileKind, kind),
                number,
                *rules.places[index],
                rules.groups[index].spread,
                tuple(map(self._card, self.cards[index])),
                tuple(card >= 0 for card in self.cards[index]),
            )
            for index, (kind, number) in enumerate(rules.names)
        )

    @property
    def score(self) -> int:
        """The points so far."""
        scoring = self.rules.variant.scoring
        return self.points if isinstance(scoring, Points) else scoring.score(self)

    @property
    def is_won(self) -> bool:
        """Whether the goal is reached."""
        goal = self.rules.variant.goal
        if goal == "foundation":
            return sum(len(self.cards[pile]) for pile in self.of_kind("foundation")) == len(self.dealt)
        if goal == "remove-all":
            return not any(self.cards)
        if isinstance(goal, Emptied):
            return not any(self.cards[pile] for kind in goal.kinds for pile in self.of_kind(kind))
        return goal(self)

    @property
    def is_stuck(self) -> bool:
        """Whether no move is left and the game is not won."""
        return not self.legal_moves() and not self.is_won

    # Which moves there are.

    def legal_moves(self) -> list[Move]:
        """The moves the rules allow: cards from a pile to a pile, and clicks that deal, turn or remove."""
        move = self.rules.move
        moves = [move(*parts) for parts in self._placements()]
        if self.rules.pairs:
            moves += [move(*parts) for parts in self._pairs()]
        if procedure := self.rules.variant.procedure:
            moves += [move(source, target, 1) for source, target in procedure.moves(self)]
        moves += [move(pile, pile, CLICK) for pile in self._clicks()]
        return moves

    def _placements(self) -> list[tuple[int, int, int]]:
        """Cards from pile to pile."""
        found = []
        offered, accepts, where, piles = self.offered, self.accepts, self.where, self.cards
        for target in self.rules.targets:
            for head in bits(accepts[target] & offered):
                source = where[head]
                if source != target:
                    cards = piles[source]
                    count = 1 if cards[-1] == head else len(cards) - cards.index(head)
                    if self._takes(source, target, count):
                        found.append((source, target, count))
                        if self.rules.groups[target].takes == "run":
                            longest = self.lifts[source].bit_count()
                            found += [(source, target, more) for more in range(2, longest + 1)]
        return found

    def _takes(self, source: int, target: int, count: int) -> bool:
        """Whether so many cards at once may go from a pile to another, if their ranks and suits fit."""
        group = self.rules.groups[target]
        if group.takes in ("single", "run"):
            return count == 1
        if group.takes == "suit":
            return count == 13
        return count == 1 or group.limit is None or count <= self._room(target)

    def _room(self, target: int) -> int:
        """How many cards the free spaces would let through to a pile one by one."""
        free_cells = sum(not self.cards[cell] for cell in self.rules.cells)
        free_piles = sum(not self.cards[pile] for pile in self.of_kind("tableau")) - (not self.cards[target])
        return (free_cells + 1) << free_piles

    def _pairs(self) -> list[tuple[int, int, int]]:
        """Cards that leave the table together, one put on the other."""
        found = []
        rules, offered, where = self.rules, self.offered, self.where
        for low, high in rules.pairs:
            first = offered & low
            if first and offered & high:
                for a, b in pairs_in(first, offered & high):
                    source, target = where[a], where[b]
                    if not rules.adjacent or rules.adjacent[source] >> target & 1:
                        found.append((source, target, 1))
                        if low != high:
                            found.append((target, source, 1))
        removal = rules.variant.removal
        if removal is not None and removal.with_next:
            for pile in self.of_kind(removal.with_next):
                if self._goes_with_next(pile):
                    found.append((pile, pile, 1))
        return found

    def _goes_with_next(self, pile: int) -> bool:
        cards = self.cards[pile]
        return len(cards) > 1 and cards[-2] >= 0 and self.lifts[pile] != 0 and self._pair(cards[-1], cards[-2])

    def _pair(self, a: int, b: int) -> bool:
        a, b = 1 << a, 1 << b
        return any((low & a and high & b) or (low & b and high & a) for low, high in self.rules.pairs)

    def _clicks(self) -> list[int]:
        """The piles on which a click does something."""
        rules = self.rules
        found = [pile for pile in rules.clickable if self._click_works(pile)]
        if singles := self.offered & rules.singles:
            found += [self.where[card] for card in bits(singles)]
        return found

    def _click_works(self, pile: int) -> bool:
        click = self.rules.groups[pile].click
        cards = self.cards[pile]
        if isinstance(click, Turn):
            again = click.redeals is None or self.redeals < click.redeals
            return bool(cards) or (again and any(self.cards[waste] for waste in self.of_kind(click.to)))
        if isinstance(click, DealRow):
            return bool(cards) and not (click.needs_full and any(not self.cards[to] for to in self.of_kind(click.to)))
        if isinstance(click, Consolidate):
            filled = [bool(self.cards[place]) for place in self.of_kind(click.to)]
            return not all(filled) and (bool(cards) or any(filled[filled.index(False) :]))
        if isinstance(click, Play):
            return bool(cards) and self._play_target(pile, click) is not None
        return bool(self.offered & self.rules.singles) and bool(
            cards and self.lifts[pile] & self.rules.singles & 1 << cards[-1]
        )

    def _play_target(self, pile: int, click: Play) -> int | None:
        top = self.lifts[pile] & 1 << self.cards[pile][-1] if self.cards[pile][-1] >= 0 else 0
        return next((target for target in self.of_kind(click.to) if self.accepts[target] & top), None)

    def _allows(self, source: int, target: int, count: int) -> bool:
        """Whether a move is legal in this position."""
        if count == CLICK:
            return self._click_works(source)
        cards = self.cards[source]
        if count > len(cards) or cards[-1] < 0:
            return False
        group = self.rules.groups[target]
        top = 1 << cards[-1]
        if source != target:
            fits = self.lifts[source] & self.accepts[target]
            if group.takes == "run":
                if fits & top and count <= self.lifts[source].bit_count():
                    return True
            elif cards[-count] >= 0 and fits & 1 << cards[-count] and self._takes(source, target, count):
                return True
        if count != 1:
            return False
        if self.rules.pairs:
            if source == target:
                removal = self.rules.variant.removal
                assert removal is not None
                return self.rules.groups[source].kind == removal.with_next and self._goes_with_next(source)
            onto = self.lifts[target] and self.cards[target][-1]
            beside = not self.rules.adjacent or self.rules.adjacent[source] >> target & 1
            if self.lifts[source] and self.lifts[target] and beside and self._pair(cards[-1], onto):
                return True
        procedure = self.rules.variant.procedure
        return procedure is not None and (source, target) in procedure.moves(self)

    # Making moves.

    def push(self, move: Move) -> None:
        """Make a move. Raises `IllegalMove` where the rules forbid it, and then changes nothing.

        >>> from hoyle_engine import reference
        >>> game = reference.deal("forty-thieves")
        >>> game.push(Move.parse("tableau 1 x3 -> foundation 1"))
        Traceback (most recent call last):
            ...
        hoyle_engine.moves.IllegalMove: tableau 1 x3 -> foundation 1: the rules of forty-thieves forbid it here
        """
        parts = self.rules.parts.get(id(move))
        if parts is None:
            try:
                parts = self.rules.parts_of(move)
            except ValueError as error:
                raise IllegalMove(str(error)) from None
            move = self.rules.move(*parts)
        source, target, count = parts
        state = self.state()
        if count == DOUBLE_CLICK:
            self.fork()
            if not self._short_cut(source):
                self.restore(state)
                raise IllegalMove(f"{move}: it does nothing in {self.variant} here")
        elif self._allows(source, target, count):
            self.fork()
            self._make(source, target, count)
        else:
            raise IllegalMove(f"{move}: the rules of {self.variant} forbid it here")
        self._states.append(state)
        self.history.append(move)

    def pop(self) -> Move:
        """Take the last move back, and return it. Raises `IndexError` where none was made."""
        if not self.history:
            raise IndexError("no move to take back")
        self.restore(self._states.pop())
        return self.history.pop()

    def _make(self, source: int, target: int, count: int) -> None:
        if count == CLICK:
            self._click(source)
        elif source != target and self._is_placement(source, target, count):
            self.play(source, target, count)
        elif self.rules.pairs:
            self._remove_pair(source, target)
        else:
            procedure = self.rules.variant.procedure
            assert procedure is not None
            procedure.make(self, source, target)
        self._autoplay()

    def _is_placement(self, source: int, target: int, count: int) -> bool:
        cards = self.cards[source]
        head = cards[-1] if self.rules.groups[target].takes == "run" else cards[-count]
        return bool(self.accepts[target] & self.lifts[source] & 1 << head)

    def play(self, source: int, target: int, count: int = 1) -> None:
        """Move cards from pile to pile, with what follows: points, a card turned up, an empty pile filled."""
        cards = self.take(source, count)
        from_group, group = self.rules.groups[source], self.rules.groups[target]
        self.put(target, reversed(cards) if group.takes == "run" else cards)
        points = self.rules.variant.scoring
        if isinstance(points, Points):
            if group.kind == "foundation":
                self.points += points.card_to_foundation * count
            elif group.kind == "waste":
                self.points += points.card_to_waste * count
            if from_group.kind == "foundation":
                self.points += points.card_from_foundation * count
        self._leave(source)

    def _leave(self, pile: int) -> None:
        """What happens where cards have left: a card is turned up, an empty pile filled."""
        group = self.rules.groups[pile]
        if self.cards[pile]:
            if group.turns_up:
                self.turn_up(pile)
        elif group.refill:
            self._refill(pile, group.refill)
        for covered in self.rules.covers[pile]:
            if self.rules.groups[covered].turns_up and not any(
                self.cards[other] for other in self.rules.covered_by[covered]
            ):
                self.turn_up(covered)

    def _refill(self, pile: int, refill: Refill) -> None:
        source = self.rules.indexes[refill.kind, refill.number]
        cards = self.cards[source]
        if not cards:
            return
        if refill.end == "bottom":
            self.lay(source, cards[1:])
            self.put(pile, cards[:1])
        else:
            self.put(pile, self.take(source))
            self._leave(source)
        self.turn_up(pile)

    def _remove_pair(self, source: int, target: int) -> None:
        self.remove(source)
        self.remove(target)
        self._score_removed(2)
        for pile in dict.fromkeys((source, target)):
            self._leave(pile)

    def _score_removed(self, count: int) -> None:
        points = self.rules.variant.scoring
        if isinstance(points, Points):
            self.points += points.card_removed * count

    def _click(self, pile: int) -> None:
        click = self.rules.groups[pile].click
        if isinstance(click, Turn):
            self._turn(pile, click)
        elif isinstance(click, DealRow):
            for target in self.of_kind(click.to):
                if self.cards[pile]:
                    self.put(target, (~self.take(pile)[0],))
        elif isinstance(click, Consolidate):
            self._consolidate(pile, click)
        elif isinstance(click, Play):
            to = self._play_target(pile, click)
            assert to is not None
            self.play(pile, to)
        else:
            self.remove(pile)
            self._score_removed(1)
            self._leave(pile)

    def _turn(self, stock: int, click: Turn) -> None:
        wastes = self.of_kind(click.to)
        if not self.cards[stock]:
            self.redeals += 1
            for waste in wastes:
                cards = self.take(waste, len(self.cards[waste]))
                self.put(stock, [~card for card in reversed(cards)])
            return
        waste = next((waste for waste in wastes if not self.cards[waste]), wastes[-1])
        cards = self.take(stock, min(click.count, len(self.cards[stock])))
        self.put(waste, [~card for card in reversed(cards)])

    def _consolidate(self, stock: int, click: Consolidate) -> None:
        places = self.of_kind(click.to)
        cards = [self.take(place)[0] for place in places if self.cards[place]]
        dealt = self.take(stock, min(len(places) - len(cards), len(self.cards[stock])))
        for place, card in zip(places, [*cards, *(~card for card in reversed(dealt))], strict=False):
            self.put(place, (card,))

    def _autoplay(self) -> None:
        autoplay = self.rules.variant.autoplay
        while autoplay and self._autoplay_one(autoplay.order, autoplay.safe):
            pass

    def _autoplay_one(self, order: Sequence[str], safe: Callable[[Game, Card], bool]) -> bool:
        for kind in order:
            for pile in self.of_kind(kind):
                home = self.home_of(pile)
                if home is not None and safe(self, self._card(self.cards[pile][-1])):
                    self.play(pile, home)
                    return True
        return False

    # Short cuts.

    def home_of(self, pile: int) -> int | None:
        """The first foundation that takes the top card of a pile."""
        return self.first_target(pile, self.of_kind("foundation"))

    def first_target(self, pile: int, targets: Sequence[int]) -> int | None:
        """The first of some piles that takes the top card of a pile."""
        cards = self.cards[pile]
        if not cards or cards[-1] < 0:
            return None
        top = self.lifts[pile] & 1 << cards[-1]
        return next((target for target in targets if target != pile and self.accepts[target] & top), None)

    def short_cuts(self) -> list[Move]:
        """Double clicks that do something here: they make moves for the player and are no rules of their own."""
        state = self.state()
        found = []
        for pile, group in enumerate(self.rules.groups):
            if group.double_click is not None:
                self.fork()
                if self._short_cut(pile):
                    found.append(self.rules.move(pile, pile, DOUBLE_CLICK))
                self.restore(state)
        return found

    def _short_cut(self, pile: int) -> bool:
        short_cut = self.rules.groups[pile].double_click
        if short_cut is None or not short_cut.make(self, pile):
            return False
        self._autoplay()
        return True

    def click(self, pile: int) -> bool:
        """Do what a click on a pile does; tells whether it does anything."""
        if not self._click_works(pile):
            return False
        self._click(pile)
        return True

    def is_short_cut(self, move: Move) -> bool:
        """Whether a legal move takes several cards at once that the rules let go only one by one."""
        if move.target is None:
            return move.action == "double-click"
        group = self.rules.groups[self.rules.indexes[move.target]]
        return move.count > 1 and (group.takes == "run" or group.limit is not None)
