"""Yield: pairs that make thirteen leave an inverted pyramid, and a waste open at both ends."""

from hoyle_engine.short_cuts import CLICK_AGAIN
from hoyle_engine.variant import (
    KING,
    SINGLE,
    Piles,
    Points,
    Refill,
    Removal,
    Row,
    Turn,
    Variant,
    covers,
    line,
    pyramid,
)

ROWS = (7, 6, 5, 4, 3, 2, 1)

VARIANT = Variant(
    name="yield",
    piles=(
        Piles("stock", line(0, 0, 1), click=Turn(), double_click=CLICK_AGAIN),
        # The waste's oldest card lies apart, so that both ends of the waste are open.
        Piles(
            "waste",
            line(1, 0, 1),
            lift=SINGLE,
            refill=(Refill("waste", 2, end="bottom"),),
            double_click=CLICK_AGAIN,
        ),
        Piles("waste", line(4 / 3, 0, 1), spread="right", lift=SINGLE, double_click=CLICK_AGAIN),
        Piles("tableau", pyramid(1, ROWS), lift=SINGLE, covered_by=covers(ROWS), double_click=CLICK_AGAIN),
    ),
    deal=(Row("tableau"),),
    removal=Removal(total=13, single_ranks=(KING,), with_next="waste"),
    scoring=Points(card_removed=1),
    goal="remove-all",
)
