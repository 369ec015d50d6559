"""Golf: the tableau goes to the waste, a rank up or down at a time."""

from hoyle_engine.short_cuts import CLICK_AGAIN
from hoyle_engine.variant import KING, SINGLE, Build, Emptied, Piles, Play, Points, Row, Turn, Variant, line

VARIANT = Variant(
    name="golf",
    piles=(
        Piles("stock", line(0, 0, 1), click=Turn(), double_click=CLICK_AGAIN),
        Piles("waste", line(1, 0, 1), spread="right", build=Build("either", "any", closed=(KING,)), takes="single"),
        Piles("tableau", line(0, 1, 7), spread="down", lift=SINGLE, click=Play("waste"), double_click=CLICK_AGAIN),
    ),
    deal=(Row("tableau", times=5),),
    scoring=Points(card_to_waste=1),
    goal=Emptied("tableau"),
)
