"""Accordion: a row of cards, each put on the first or third to its left, until one pile is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle_engine.variant import SINGLE, ByPosition, Piles, Procedure, Row, ShortCut, Variant, grid

if TYPE_CHECKING:
    from hoyle_engine.game import Game


def _matches(game: Game, source: int, target: int) -> bool:
    """Whether the cards of two piles have the same rank or suit."""
    cards = [*game.cards_of(source), *game.cards_of(target)]
    return len(cards) == 2 and (cards[0].rank == cards[1].rank or cards[0].suit == cards[1].suit)


def _moves(game: Game) -> list[tuple[int, int]]:
    return [
        (source, source - distance)
        for source in range(1, len(game.cards))
        for distance in (3, 1)
        if source >= distance and _matches(game, source, source - distance)
    ]


def _make(game: Game, source: int, target: int) -> None:
    """The card below leaves, and the row closes up."""
    game.remove(target)
    game.put(target, game.take(source))
    for pile in range(source + 1, len(game.cards)):
        if game.cards[pile]:
            game.put(pile - 1, game.take(pile))


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
