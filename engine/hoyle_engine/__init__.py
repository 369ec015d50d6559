"""Card games of patience as a library: cards, piles, rules, variants.

    from hoyle_engine import reference

    game = reference.deal("klondike", seed=7)
    while moves := game.legal_moves():
        game.push(moves[0])

| name | what it is |
|---|---|
| `Card`, `Card.parse`, `.rank`, `.suit`, `.is_red`, `.is_joker`, `.unicode` | a card and its text forms |
| `decks.deck`, `STANDARD`, `DOUBLE`, `TRIPLE`, `JOKER`, `STRIPPED`, `shuffled` | decks, and shuffling them by a seed |
| `Move`, `Move.parse`, `IllegalMove` | a move and its notation; what `push` raises |
| `reference.deal`, `.variants`, `.options`, `.ENGINE` | the engine, which deals the declared variants |
| `reference.deal_variant`, `.load` | deals a declaration of yours; reads one from a file, and gives its name |
| `Game.piles`, `.variant`, `.options`, `.dealt`, `.was_set_up`, `.history` | what lies there and how it came |
| `Game.legal_moves`, `.short_cuts`, `.is_short_cut` | what the rules allow; what is done for the player |
| `Game.push`, `.pop`, `.set_up` | making a move, taking it back, any position |
| `Game.score`, `.is_won`, `.is_stuck` | how the game stands |
| `Position.parse`, `.of`, `.game` of `position` | a position's text form, as FEN is for chess |
| `Record.parse`, `.of`, `.replay` of `record` | a game's record, as PGN is for chess |
| `perft.perft`, `.split`, `.play_out` | counts of moves, to compare engines by |
| `interface` | what every engine offers: the protocols `Engine`, `Game`, `Pile` |
| `variant`, `short_cuts` | the words a variant is declared in |
| `declaration.check` | what is wrong with a declaration, before a game is dealt from it |
| `Game.of_kind`, `.cards_of`, `.take`, `.put`, `.remove`, `.turn_up` | for procedures: what changes a table |
| `engines` | the engines to ask for a variant, the preferred one first |
| `aisleriot.AisleRiot`, `.EngineMissing` | the second engine: AisleRiot's rules; what says that it is missing |

What makes no sense is refused with a `ValueError` (a `KeyError` for a variant that is not
there, `IllegalMove` for a move, `IndexError` where there is no move to take back) that names
the card, pile, word or line at fault. A value that is not of the kind asked for, as a text
in place of a `Move`, is a `TypeError`.

A seed deals the same cards everywhere. A variant is one file in `hoyle_engine/variants`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Literal

from hoyle_engine.cards import Card
from hoyle_engine.moves import IllegalMove, Move

if TYPE_CHECKING:
    from hoyle_engine.interface import Engine

Choice = Literal["auto", "reference", "aisleriot"]

__all__ = ["Card", "IllegalMove", "Move", "engines"]


def engines(choice: Choice = "auto") -> Iterator[Engine]:
    """The engines to ask for a variant, the preferred one first.

    `auto` gives the reference engine, and AisleRiot's where it is installed. Raises
    `EngineMissing` where AisleRiot's is asked for by name and is not.

    >>> [engine.name for engine in engines("reference")]
    ['reference']
    """
    if choice in ("auto", "reference"):
        from hoyle_engine.reference import ENGINE

        yield ENGINE
    if choice in ("auto", "aisleriot"):
        from hoyle_engine.aisleriot import EngineMissing

        try:
            yield _aisleriot()
        except EngineMissing:
            if choice == "aisleriot":
                raise


@cache
def _aisleriot() -> Engine:
    """One engine, and so one process, for all that ask."""
    from hoyle_engine.aisleriot import AisleRiot

    return AisleRiot()
