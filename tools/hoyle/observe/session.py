"""One variant under observation: its deals, the positions tried, and what moves do.

All observers of a variant share a session, so that no deal and no playout is made twice.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from hoyle.observe.table import PileKey, Position, Stack, counted, read
from hoyle_engine.cards import Card
from hoyle_engine.interface import Engine, Game
from hoyle_engine.moves import IllegalMove, Move

if TYPE_CHECKING:
    from hoyle.observe.build import Fill, Study
    from hoyle.observe.foundation import Foundations
    from hoyle.observe.moving import Back, Lifting
    from hoyle.observe.relation import Building
    from hoyle.observe.removal import Removals
    from hoyle.observe.scoring import Scoring

SEEDS = (1, 2, 3, 4)
"""The deals looked at. What they do not share (a base card) belongs to the deal, not to the game."""


@dataclass(frozen=True, slots=True)
class Place:
    """A pile's kind, number and place on the table."""

    kind: str
    number: int
    x: float
    y: float
    spread: str


@dataclass(frozen=True, slots=True)
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

    @property
    def gone(self) -> list[Card]:
        """The cards that left the table."""
        return sorted((counted(self.before) - counted(self.after)).elements())

    def _difference(self, first: Position, second: Position) -> dict[str, list[Card]]:
        found: dict[str, list[Card]] = defaultdict(list)
        kinds = {kind for kind, _ in first}
        for kind in kinds:
            ours = Counter(card for key, stack in first.items() if key[0] == kind for card, _ in stack)
            theirs = Counter(card for key, stack in second.items() if key[0] == kind for card, _ in stack)
            if more := sorted((ours - theirs).elements()):
                found[kind] = more
        return dict(found)

    @property
    def lost(self) -> dict[str, list[Card]]:
        """By kind of pile, the cards that left the piles of that kind."""
        return self._difference(self.before, self.after)

    @property
    def gained(self) -> dict[str, list[Card]]:
        """By kind of pile, the cards that came to the piles of that kind."""
        return self._difference(self.after, self.before)


@dataclass
class Natural:
    """What was allowed in positions that came up in play: what laid-out positions must agree with."""

    builds: dict[str, set[tuple[Card, Card]]] = field(default_factory=lambda: defaultdict(set))
    """By kind of pile, cards on top and cards that could be put on them, one at a time."""
    refused: dict[str, set[tuple[Card, Card]]] = field(default_factory=lambda: defaultdict(set))
    """The same for cards on top of other piles of the tableau that could not."""
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
        for source, card in tops:
            for target, on in tops:
                if source[0] == "tableau" and source != target and (source, target) not in singles:
                    self.refused[target[0]].add((on, card))


class Session:
    """A variant of an engine, with one option switched on or as dealt by default."""

    def __init__(self, engine: Engine, variant: str, option: str | None = None) -> None:
        self.engine = engine
        self.variant = variant
        self.option = option
        self._games: dict[int, Game] = {}
        self._dealt: dict[int, dict[PileKey, Stack]] = {}
        self.seen: dict[str, Counter[str]] = defaultdict(Counter)
        """By kind of pile, to which kinds its cards were allowed to go, and how often."""
        self._natural = Natural()
        self._fills: dict[tuple[str, int], Fill] = {}
        self.shown: dict[tuple[str, str], tuple[Position, Move]] = {}
        """For kinds of source and target, a position and a move that shows it."""

    # Deals

    def fresh(self, seed: int) -> Game:
        """A new game from a seed."""
        options = None
        if self.option is not None:
            options = {self.option: True}
        return self.engine.deal(self.variant, seed=seed, options=options)

    def _game(self, seed: int) -> Game:
        if seed not in self._games:
            self._games[seed] = self.fresh(seed)
            self._dealt[seed] = read(self._games[seed])
        return self._games[seed]

    def dealt(self, seed: int = SEEDS[0]) -> Position:
        """The position after the deal."""
        self._game(seed)
        return self._dealt[seed]

    @cached_property
    def start_score(self) -> int:
        """The score right after the deal."""
        return self.fresh(SEEDS[0]).score

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Every pile's place, in the game's order."""
        return tuple(Place(pile.kind, pile.number, pile.x, pile.y, pile.spread) for pile in self._game(SEEDS[0]).piles)

    def piles(self, kind: str) -> list[PileKey]:
        """The piles of a kind, by number."""
        return sorted((place.kind, place.number) for place in self.places if place.kind == kind)

    def has(self, kind: str) -> bool:
        """Whether the game has a pile of this kind."""
        return any(place.kind == kind for place in self.places)

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of piles that the game has."""
        return tuple(dict.fromkeys(place.kind for place in self.places))

    @cached_property
    def deck(self) -> tuple[Card, ...]:
        """Every card on the table after the deal."""
        return tuple(sorted(counted(self.dealt()).elements()))

    @cached_property
    def name(self) -> str:
        """The variant's name as a person would say it."""
        return self.variant.replace("-", " ").replace("_", " ").title()

    # Positions

    def stand(self, position: Position, seed: int = SEEDS[0]) -> Game:
        """The game with just these cards on the table."""
        game = self._game(seed)
        game.set_up({key: list(stack) for key, stack in position.items()})
        return game

    def moves(self, position: Position, seed: int = SEEDS[0], *, counts: bool = True) -> Sequence[Move]:
        """The legal moves of a position. They count as seen, unless the position could not arise in play."""
        moves = self.stand(position, seed).legal_moves()
        if counts:
            self._note(position, moves)
        return moves

    def moves_in(self, positions: Sequence[Position], seed: int = SEEDS[0]) -> list[Sequence[Move]]:
        """The legal moves of several positions. Some engines answer many at once more quickly."""
        game = self._game(seed)
        ask = getattr(game, "legal_moves_in", None)
        if ask is None:
            return [self.moves(position, seed) for position in positions]
        answers: list[Sequence[Move]] = ask(positions)
        for position, moves in zip(positions, answers, strict=True):
            self._note(position, moves)
        return answers

    def _note(self, position: Position, moves: Sequence[Move]) -> None:
        for move in moves:
            if move.target is not None:
                self.seen[move.source[0]][move.target[0]] += 1
                self.shown.setdefault((move.source[0], move.target[0]), (position, move))

    def try_move(self, position: Position, move: Move, seed: int = SEEDS[0]) -> Step | None:
        """What a move does in a position; None where it is not legal."""
        return self.play(self.stand(position, seed), move, position, seed)

    def play(self, game: Game, move: Move, before: Position, seed: int) -> Step | None:
        """Make a move in a game that stands in the position `before`; None where it is not legal."""
        score = game.score
        try:
            game.push(move)
        except IllegalMove:
            return None
        return Step(before, move, read(game), game.score - score, game.score, game.is_won, seed)

    def push(self, game: Game, move: Move) -> bool:
        """Make a move without looking at the table; whether it was legal."""
        try:
            game.push(move)
        except IllegalMove:
            return False
        return True

    # What several observers build upon

    def study(self, kind: str) -> Study:
        """How cards are built on the piles of a kind."""
        from hoyle.observe.build import Study

        return self._studies.get(kind) or Study(kind)

    @cached_property
    def _studies(self) -> dict[str, Study]:
        from hoyle.observe.build import studies

        return studies(self)

    def fill(self, kind: str, seed: int = SEEDS[0]) -> Fill:
        """What the empty piles of a kind take."""
        from hoyle.observe.build import fill_study

        if (kind, seed) not in self._fills:
            self._fills[kind, seed] = fill_study(self, kind, seed)
        return self._fills[kind, seed]

    @cached_property
    def foundations(self) -> Foundations:
        """How the foundations are built."""
        from hoyle.observe.foundation import study

        return study(self)

    @cached_property
    def lifting(self) -> Lifting:
        """How many cards of the tableau move at a time."""
        from hoyle.observe.moving import study

        return study(self)

    @cached_property
    def back(self) -> Back:
        """Whether cards leave the foundations again."""
        from hoyle.observe.moving import back_study

        return back_study(self)

    @cached_property
    def removals(self) -> Removals | None:
        """How cards leave the table."""
        from hoyle.observe.removal import study

        return study(self)

    @cached_property
    def scoring(self) -> Scoring:
        """What scores points, and how the game is won."""
        from hoyle.observe.scoring import study

        return study(self)

    @cached_property
    def run_home(self) -> Step | None:
        """A whole suit in sequence put on an empty foundation at once, where the game allows that."""
        from hoyle.observe.foundation import run_home

        return run_home(self)

    @property
    def reaches_foundation(self) -> set[str]:
        """The kinds of piles whose cards were allowed to go to a foundation."""
        self.foundations  # noqa: B018
        return {kind for kind, targets in self.seen.items() if targets["foundation"]}

    def probe_all(self) -> None:
        """Lay cards of every kind of pile where they may fit, so that `seen` holds all that they may do."""
        for kind in self.kinds:
            if kind in ("tableau", "reserve"):
                self.study(kind)
                self.fill(kind)
        if self.has("foundation"):
            self.foundations  # noqa: B018

    # Play

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Moves made at random in the first deals, those that were made least often first."""
        chooser = random.Random(self.variant)
        made: Counter[tuple[str, str, str]] = Counter()
        steps: list[Step] = []
        for seed in SEEDS[:2]:
            steps.extend(self._playout(seed, chooser, made, limit=40))
        return tuple(steps)

    @property
    def natural(self) -> Natural:
        """What was allowed while playing."""
        self.steps  # noqa: B018
        return self._natural

    def agrees(self, kind: str, rule: Building) -> bool:
        """Whether a rule of building found in laid-out positions holds for those that came up in play."""
        natural = self.natural
        if not all(rule.takes(on, card) for on, card in natural.builds[kind]):
            return False
        missed = [pair for pair in natural.refused[kind] - natural.builds[kind] if rule.takes(*pair)]
        return bool(natural.builds[kind]) or len(missed) < 6

    @cached_property
    def is_settled(self) -> bool:
        """Whether the game is in full play after the deal.

        Where the player has yet to choose what foundations begin with, laid-out positions may refuse what
        play allows later; then only what was allowed tells anything.
        """
        if not self.has("foundation") or self.foundations.base not in (None, "any"):
            return True
        return self.has("tableau") and bool(self.study("tableau").allowed)

    def _playout(
        self, seed: int, chooser: random.Random, made: Counter[tuple[str, str, str]], limit: int
    ) -> Iterator[Step]:
        game = self.fresh(seed)
        position: Position = read(game)
        for _ in range(limit):
            moves = list(game.legal_moves())
            if not moves:
                return
            self._note(position, moves)
            self._natural.note(position, moves, seed)
            chooser.shuffle(moves)
            move = min(moves, key=lambda one: made[_signature(one)])
            made[_signature(move)] += 1
            step = self.play(game, move, position, seed)
            if step is None:
                return
            yield step
            position = step.after
            if step.won:
                return


def _signature(move: Move) -> tuple[str, str, str]:
    return (move.action, move.source[0], move.target[0] if move.target else "")
