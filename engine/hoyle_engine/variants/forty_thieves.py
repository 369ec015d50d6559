"""Forty Thieves: two decks, ten piles, one card at a time."""

from hoyle_engine.decks import DOUBLE
from hoyle_engine.short_cuts import AUTOPLAY, first_of
from hoyle_engine.variant import ACE, SINGLE, Build, Piles, Row, Turn, Variant, line, on_foundations, sequence

DOWN = Build("down", "same-suit")

VARIANT = Variant(
    name="forty-thieves",
    deck=DOUBLE,
    piles=(
        Piles("stock", line(0, 0, 1), click=Turn()),
        Piles(
            "foundation",
            line(2, 0, 8),
            build=Build("up", "same-suit"),
            empty=ACE,
            takes="run",
            double_click=AUTOPLAY,
        ),
        Piles("waste", line(0, 1, 1), spread="right", lift=SINGLE, double_click=first_of("foundation", "tableau")),
        Piles(
            "tableau",
            line(0, 2, 10),
            spread="down",
            build=DOWN,
            empty="any",
            lift=sequence(DOWN),
            limit="free-spaces",
            double_click=first_of("foundation", "tableau"),
        ),
    ),
    deal=(Row("tableau", times=4),),
    scoring=on_foundations(card=5, complete=60),
)
