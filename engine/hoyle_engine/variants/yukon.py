"""Yukon: face-up cards move with all that lies on them, in order or not."""

from hoyle_engine.short_cuts import first_of
from hoyle_engine.variant import ACE, GROUP, KING, Build, Piles, Points, Row, TurnUp, Variant, line

HOME = Build("up", "same-suit")

VARIANT = Variant(
    name="yukon",
    piles=(
        Piles("foundation", ((0, 0),), build=HOME, empty=ACE, takes="single"),
        Piles(
            "tableau",
            line(2, 0, 7),
            spread="down",
            build=Build("down", "alternate-color"),
            empty=KING,
            lift=GROUP,
            turns_up=True,
            double_click=first_of("foundation"),
        ),
        Piles("foundation", ((0, 1), (0, 2), (0, 3)), build=HOME, empty=ACE, takes="single"),
    ),
    deal=(
        *(Row("tableau", tuple(range(first, 8)), face_up=False) for first in range(1, 8)),
        TurnUp("tableau"),
        Row("tableau", tuple(range(2, 8)), times=4),
    ),
    scoring=Points(card_to_foundation=1),
)
