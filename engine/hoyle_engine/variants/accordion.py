"""Accordion: a row of cards, each put on the first or third to its left, until one pile is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle_engine.variant import SINGLE, ByPosition, Piles, Procedure, Row, ShortCut, Variant, grid

if TYPE_CHECKING:
    from hoyle_engine.game import Game


def _moves(game: Game) -> list[tuple[int, int]]:
    """Each card that matches the third or the first to its left in rank or suit."""
    deck = game.rules.deck
    row = [deck[cards[0]] if cards else None for cards in game.cards]
    return [
        (place, place - distance)
        for place, card in enumerate(row)
        for distance in (3, 1)
        if place >= distance
        and card
        and (left := row[place - distance])
        and (card.rank == left.rank or card.suit == left.suit)
    ]


def _make(game: Game, source: int, target: int) -> None:
    """The card below leaves, and the row closes up."""
    game.remove(target)
    game.put(target, game.take(source))
    game.lay_all(range(source, len(game.cards)), [*game.cards[source + 1 :], ()])


def _leftmost(game: Game, pile: int) -> bool:
    for source, target in _moves(game):
        if source == pile:
            _make(game, source, target)
            return True
    return False


VARIANT = Variant(
    name="accordion",
    piles=(Piles("tableau", grid(0, 0, 6, 9)[:52], lift=SINGLE, double_click=ShortCut(_leftmost)),),
    deal=(Row("tableau"),),
    procedure=Procedure(_moves, _make),
    scoring=ByPosition(lambda game: sum(not cards for cards in game.cards)),
    goal=lambda game: bool(game.cards[0]) and not game.cards[1],
)
