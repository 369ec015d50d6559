"""Perft: how many sequences of moves there are, the standard by which chess programs check their rules.

The functions use the interface alone, so that two engines can be compared.
"""

from __future__ import annotations

from collections.abc import Iterator

from hoyle_engine.interface import Game
from hoyle_engine.moves import Move


def perft(game: Game, depth: int) -> int:
    """Count the sequences of `depth` legal moves.

    >>> from hoyle_engine import reference
    >>> perft(reference.deal("klondike", seed=1), 2)
    65
    """
    if depth < 1:
        if depth < 0:
            raise ValueError(f"depth {depth} is less than 0")
        return 1
    moves = game.legal_moves()
    if depth == 1:
        return len(moves)
    count = 0
    for move in moves:
        game.push(move)
        count += perft(game, depth - 1)
        game.pop()
    return count


def split(game: Game, depth: int) -> dict[Move, int]:
    """The count of `perft` by first move, in the order of the moves' notation.

    >>> from hoyle_engine import reference
    >>> game = reference.deal("golf", seed=5)
    >>> game.push(Move.parse("click stock 1"))
    >>> {str(move): count for move, count in split(game, 2).items()}
    {'click stock 1': 1, 'click tableau 4': 3, 'tableau 4 -> waste 1': 3}
    """
    if depth < 1:
        raise ValueError(f"depth {depth} is less than 1: there is no first move")
    counts = {}
    for move in sorted(game.legal_moves(), key=str):
        game.push(move)
        counts[move] = perft(game, depth - 1)
        game.pop()
    return counts


def play_out(game: Game) -> Iterator[int]:
    """Play a game out in full: how many positions are reached first after 0, 1, 2 … moves.

    A position is its cards, their faces, and the moves and score there; the counts end where
    no new one is reached. Each comes as soon as it is known: of games with many moves, the
    positions of even a dozen cards can be millions.

    >>> from hoyle_engine.position import Position
    >>> list(play_out(Position.parse("golf; waste 1: 2S; tableau 1: AH; tableau 2: 3D").game()))
    [1, 2]
    """
    seen = {_look(game)}
    paths: list[tuple[Move, ...]] = [()]
    while paths:
        yield len(paths)
        longer = []
        for path in paths:
            for move in path:
                game.push(move)
            for move in game.legal_moves():
                game.push(move)
                if (look := _look(game)) not in seen:
                    seen.add(look)
                    longer.append((*path, move))
                game.pop()
            for _ in path:
                game.pop()
        paths = longer


def _look(game: Game) -> tuple[object, ...]:
    return game.score, *(tuple(zip(pile.cards, pile.faces, strict=True)) for pile in game.piles)
