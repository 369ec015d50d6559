"""One variant under observation: its deals, the positions tried, and what moves do.

All observers of a variant share a session, so that no deal and no playout is made twice.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cached_property
from typing import Any, TypeVar

from hoyle.observe.play import Natural, Started, Step
from hoyle.observe.table import PileKey, Place, Position, Stack, counted, read
from hoyle_engine.cards import Card
from hoyle_engine.interface import Engine, Game
from hoyle_engine.moves import IllegalMove, Move

SEEDS = (1, 2, 3, 4)
"""The deals looked at. What they do not share (a base card) belongs to the deal, not to the game."""


_STARTED_SEEDS = range(11, 17)
_STARTED_MOVES = 50

Result = TypeVar("Result")


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
        self._results: dict[tuple[Hashable, ...], Any] = {}
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

    @cached_property
    def places_by_key(self) -> dict[PileKey, Place]:
        """Each pile's place, by its kind and number."""
        return {place.key: place for place in self.places}

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

    def once(self, function: Callable[..., Result], *arguments: Hashable) -> Result:
        """What the function returns for this session, called only the first time."""
        key = (function, *arguments)
        if key not in self._results:
            self._results[key] = function(self, *arguments)
        result: Result = self._results[key]
        return result

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

    @cached_property
    def started(self) -> Started:
        """What was allowed while playing on, in several deals, once a card lay on a foundation."""
        found = Started()
        chooser = random.Random(self.variant)
        for seed in _STARTED_SEEDS:
            game = self.fresh(seed)
            position: Position = read(game)
            for _ in range(_STARTED_MOVES):
                moves = list(game.legal_moves())
                if not moves:
                    break
                home = any(position[key] for key in self.piles("foundation"))
                if home:
                    found.note(position, moves)
                chooser.shuffle(moves)
                # Cards go to the foundation first, so that the game begins, but are left there.
                move = next((one for one in moves if one.target and one.target[0] == "foundation"), moves[0])
                if home or move.source[0] == "foundation":
                    move = next((one for one in moves if one.source[0] != "foundation"), moves[0])
                step = self.play(game, move, position, seed)
                if step is None or step.won:
                    break
                found.steps.append(step)
                position = step.after
        return found

    @property
    def natural(self) -> Natural:
        """What was allowed while playing."""
        assert self.steps is not None  # playing fills it in
        return self._natural

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
