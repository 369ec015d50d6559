"""Baker's Dozen: thirteen piles of four, kings at the bottom, no pile filled again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle_engine.short_cuts import first_of
from hoyle_engine.variant import ACE, KING, SINGLE, Build, Piles, Points, Row, Variant, line

if TYPE_CHECKING:
    from hoyle_engine.game import Game


def _kings_to_the_bottom(game: Game) -> None:
    """Each king goes below all cards dealt before it."""
    deck = game.rules.deck
    for pile in game.of_kind("tableau"):
        cards = game.cards[pile]
        kings = [card for card in reversed(cards) if deck[card].rank == KING]
        game.lay(pile, (*kings, *(card for card in cards if deck[card].rank != KING)))


VARIANT = Variant(
    name="bakers-dozen",
    piles=(
        Piles("foundation", line(3, 0, 4, step=2), build=Build("up", "same-suit"), empty=ACE, lift=SINGLE),
        Piles(
            "tableau",
            line(0, 1, 13),
            spread="down",
            build=Build("down", "any"),
            lift=SINGLE,
            double_click=first_of("foundation"),
        ),
    ),
    deal=(Row("tableau", times=4),),
    after_deal=_kings_to_the_bottom,
    scoring=Points(card_to_foundation=1, card_from_foundation=-1),
)
