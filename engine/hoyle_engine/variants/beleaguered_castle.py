"""Beleaguered Castle: the aces in the middle, four wings of six cards on either side."""

from hoyle_engine.cards import SUITS, Card
from hoyle_engine.short_cuts import first_of
from hoyle_engine.variant import ACE, SINGLE, Build, Lay, Lift, Piles, Place, Points, Row, Variant


def _wing(place: Place) -> Piles:
    return Piles(
        "tableau",
        (place,),
        spread="right",
        build=Build("down", "any"),
        empty="any",
        lift=SINGLE,
        double_click=first_of("foundation"),
    )


def _rampart(row: int) -> tuple[Piles, ...]:
    home = Piles("foundation", ((4, row),), build=Build("up", "same-suit"), lift=Lift("single", keeps_base=True))
    return _wing((0, row)), home, _wing((5.5, row))


VARIANT = Variant(
    name="beleaguered-castle",
    piles=(*_rampart(0), *_rampart(1), *_rampart(2), *_rampart(3)),
    deal=(Lay("foundation", tuple(Card(ACE, suit) for suit in SUITS)), Row("tableau", times=6)),
    base=("foundation", 1),
    scoring=Points(card_to_foundation=1, card_from_foundation=-1),
)
