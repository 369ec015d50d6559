"""Games to show: played out by the engine, to a win where one is found.

Games worth showing are kept as records (`site/games/VARIANT.txt`, in the engine's own
form), so that a build need not look for them. Where there is none, or the rules have
changed and its moves are no longer legal, a few thousand moves of search have to do; what
came of them is remembered.
`python -m hoyle.publish.playing VARIANT` looks longer, and prints a record.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hoyle import cache, data

if TYPE_CHECKING:
    from hoyle_engine.interface import Engine, Game, Pile
    from hoyle_engine.moves import Move

LIMIT = 1500
"""Moves tried in one deal."""
LONGEST = 400
"""Moves of a game that anyone would follow."""


def shown_game(variant: str, engine: Engine) -> tuple[Game, tuple[Move, ...]]:
    """A game of the variant at the deal, and the moves to make in it; the same ones each time."""
    path = data.folder("site") / "games" / f"{variant}.txt"
    if path.is_file() and (found := recorded(path.read_text(encoding="utf-8"))):
        return found
    name = cache.key("played", variant, engine.name)
    known = cache.recall("played", name)
    if isinstance(known, str) and (found := recorded(known)):
        return found
    game, moves = play(variant, engine, range(1, 4))
    if engine.name == "reference":
        cache.remember("played", name, _record(game, moves))
    return game, moves


def recorded(text: str) -> tuple[Game, tuple[Move, ...]] | None:
    """The game of a record; None for one that the rules do not allow any more."""
    from hoyle_engine.record import Record

    try:
        record = Record.parse(text)
        game = record.replay()
    except ValueError:
        return None
    for _move in record.moves:
        game.pop()
    return game, record.moves


def _record(game: Game, moves: Sequence[Move]) -> str:
    """The record of a game at its deal and the moves made from there; the game is left at the deal."""
    from hoyle_engine.record import Record

    for move in moves:
        game.push(move)
    text = str(Record.of(game))  # type: ignore[arg-type]
    for _move in moves:
        game.pop()
    return text


def play(
    variant: str, engine: Engine, seeds: Sequence[int] = (1,), limit: int = LIMIT
) -> tuple[Game, tuple[Move, ...]]:
    """The first deal that is won within `limit` moves of search, else the one that came furthest.

    >>> from hoyle_engine.reference import ENGINE
    >>> game, moves = play("monte-carlo", ENGINE)
    >>> for move in moves: game.push(move)
    >>> game.is_won
    True
    """
    best: tuple[int, int, tuple[Move, ...]] | None = None
    for seed in seeds:
        score, moves, is_won = _search(engine.deal(variant, seed=seed), random.Random(seed), limit)
        if is_won:
            return engine.deal(variant, seed=seed), moves
        if best is None or score > best[0]:
            best = score, seed, moves
    assert best is not None, "at least one seed"
    return engine.deal(variant, seed=best[1]), best[2]


def _search(game: Game, chance: random.Random, limit: int) -> tuple[int, tuple[Move, ...], bool]:
    """Depth first, the likeliest moves first, no position twice. Score and moves of the best line, and whether it wins.

    With each move taken back there is one position less to come from, so that the
    search needs nothing of a game but `push` and `pop`.
    """
    seen = {_position(game)}
    line: list[Move] = []
    open_moves = [_ordered(game, chance)]
    best: tuple[int, tuple[Move, ...]] = (game.score, ())
    tried = 0
    while open_moves and tried < limit:
        move = next(open_moves[-1], None)
        if move is None:
            open_moves.pop()
            if line:
                line.pop()
                game.pop()
            continue
        game.push(move)
        tried += 1
        if game.is_won:
            return game.score, (*line, move), True
        if game.score > best[0]:
            best = game.score, (*line, move)
        position = _position(game)
        if position in seen or len(line) >= LONGEST:
            game.pop()
            continue
        seen.add(position)
        line.append(move)
        open_moves.append(_ordered(game, chance))
    return *best, False


def _position(game: Game) -> tuple[object, ...]:
    return tuple((tuple(pile.cards), tuple(pile.faces)) for pile in game.piles)


def _ordered(game: Game, chance: random.Random) -> Iterator[Move]:
    """The legal moves: what brings a game on comes first, what could go on for ever last."""
    piles = {(pile.kind, pile.number): pile for pile in game.piles}
    weighed = [(_weight(move, piles), chance.random(), move) for move in game.legal_moves()]
    return iter([move for _weight, _chance, move in sorted(weighed, key=lambda one: one[:2])])


def _weight(move: Move, piles: Mapping[Any, Pile]) -> float:
    if move.target is None:
        return 3
    source, target = piles[move.source], piles[move.target]
    if target.kind == "foundation":
        return 0
    if source.kind == "foundation":
        return 5
    if target.kind == "tableau" and not target.cards:
        return 4 if len(source.cards) == move.count else 3.5
    if source.kind == "waste":
        return 1.5
    return 1 if len(source.cards) == move.count else 2


def main(variant: str, tries: int = 1000) -> None:
    """Look for a win in many deals, and print its record."""
    from hoyle_engine.reference import ENGINE

    print(_record(*play(variant, ENGINE, range(1, tries + 1))), end="")


if __name__ == "__main__":
    main(sys.argv[1])
