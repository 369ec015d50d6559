"""Canfield: thirteen cards in reserve, and foundations that begin with the rank the deal sets."""

from hoyle_engine.short_cuts import first_of
from hoyle_engine.variant import (
    GROUP,
    SINGLE,
    Build,
    Emptied,
    Lift,
    Piles,
    Points,
    Refill,
    Row,
    Turn,
    TurnUp,
    Variant,
    line,
)

HOME = first_of("foundation")

VARIANT = Variant(
    name="canfield",
    piles=(
        Piles("stock", line(0, 0, 1), click=Turn(3, redeals=None)),
        Piles("waste", line(1, 0, 1), spread="right", lift=SINGLE, double_click=HOME),
        Piles(
            "foundation",
            line(3, 0, 4),
            build=Build("up", "same-suit", wrap=True),
            empty="base",
            takes="single",
            lift=Lift("single", keeps_base=True),
        ),
        Piles("reserve", line(0, 1, 1), lift=SINGLE, turns_up=True, double_click=HOME),
        Piles(
            "tableau",
            line(3, 1, 4),
            spread="down",
            build=Build("down", "alternate-color", wrap=True),
            empty="any",
            # Every pile is in sequence, however it came about.
            lift=GROUP,
            refill=(Refill("reserve"),),
            double_click=HOME,
        ),
    ),
    deal=(
        Row("reserve", times=13, face_up=False),
        TurnUp("reserve"),
        Row("tableau"),
        Row("foundation", (1,)),
    ),
    base=("foundation", 1),
    scoring=Points(card_to_foundation=1, card_from_foundation=-1, at_start=1),
    goal=Emptied("stock", "waste", "reserve", "tableau"),
)
