"""Spider: ten piles built down in any suit, moved and finished in one."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from hoyle_engine.decks import DOUBLE, deck
from hoyle_engine.short_cuts import SUIT_HOME
from hoyle_engine.variant import KING, Build, ByPosition, DealRow, Option, Piles, Row, TurnUp, Variant, line, sequence

if TYPE_CHECKING:
    from hoyle_engine.game import Game

IN_SUIT = Build("down", "same-suit")


def _in_sequence(game: Game) -> int:
    """A point for each card that lies on the next higher one of its suit."""
    piles = [game.cards_of(pile, face_up=True) for kind in ("tableau", "foundation") for pile in game.of_kind(kind)]
    return sum(IN_SUIT.follows(card, on=below) for cards in piles for below, card in pairwise(cards))


def _won(game: Game) -> bool:
    """All cards are home, or all lie in sequence and none is home yet."""
    if any(game.cards[pile] for pile in game.of_kind("foundation")):
        return not any(game.cards[pile] for kind in ("stock", "tableau") for pile in game.of_kind(kind))
    return game.score == 96


VARIANT = Variant(
    name="spider",
    deck=DOUBLE,
    piles=(
        Piles("stock", line(0, 0, 1), click=DealRow(needs_full=True)),
        Piles("foundation", line(2, 0, 8), empty=KING, takes="suit"),
        Piles(
            "tableau",
            line(0, 1, 10),
            spread="down",
            build=Build("down", "any"),
            empty="any",
            lift=sequence(IN_SUIT),
            turns_up=True,
            double_click=SUIT_HOME,
        ),
    ),
    deal=(
        Row("tableau", times=5, face_up=False),
        Row("tableau", (1, 4, 7, 10), face_up=False),
        TurnUp("tableau"),
    ),
    scoring=ByPosition(_in_sequence),
    goal=_won,
    options=(
        Option("Four Suits", default=True),
        Option("Two Suits", lambda variant: replace(variant, deck=deck(copies=4, suits="HS"))),
        Option("One Suit", lambda variant: replace(variant, deck=deck(copies=8, suits="S"))),
    ),
)
