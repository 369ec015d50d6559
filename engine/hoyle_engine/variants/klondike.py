"""Klondike: seven piles in alternating colours, and a stock turned over as the options say."""

from hoyle_engine.short_cuts import AUTOPLAY, first_of
from hoyle_engine.variant import (
    ACE,
    KING,
    SINGLE,
    Build,
    Option,
    Piles,
    Points,
    Row,
    Turn,
    TurnUp,
    Variant,
    line,
    sequence,
)

DOWN = Build("down", "alternate-color")


def _three_cards(variant: Variant) -> Variant:
    return variant.change("stock", click=Turn(3, redeals=None)).change("waste", spread="right")


VARIANT = Variant(
    name="klondike",
    piles=(
        Piles("stock", line(0, 0, 1), click=Turn(1, redeals=2)),
        Piles("waste", line(1, 0, 1), lift=SINGLE, double_click=first_of("foundation")),
        Piles(
            "foundation",
            line(3, 0, 4),
            build=Build("up", "same-suit"),
            empty=ACE,
            takes="single",
            lift=SINGLE,
            double_click=AUTOPLAY,
        ),
        Piles(
            "tableau",
            line(0, 1, 7),
            spread="down",
            build=DOWN,
            empty=KING,
            lift=sequence(DOWN),
            turns_up=True,
            double_click=first_of("foundation"),
        ),
    ),
    deal=(*(Row("tableau", tuple(range(first, 8)), face_up=False) for first in range(1, 8)), TurnUp("tableau")),
    scoring=Points(card_to_foundation=1, card_from_foundation=-1),
    options=(
        Option("Three card deals", _three_cards),
        Option("Single card deals", default=True),
        Option("No redeals", lambda variant: variant.change("stock", click=Turn(1, redeals=0))),
        Option("Unlimited redeals", lambda variant: variant.change("stock", click=Turn(1, redeals=None))),
    ),
)
