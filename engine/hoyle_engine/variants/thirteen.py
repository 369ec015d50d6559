"""Thirteen, or Pyramid: pairs that make thirteen leave a pyramid whose cards lie face down until uncovered."""

from hoyle_engine.variant import (
    KING,
    SINGLE,
    Piles,
    Points,
    Removal,
    Row,
    Turn,
    Variant,
    covers,
    line,
    pyramid,
)

ROWS = (1, 2, 3, 4, 5, 6, 7)

VARIANT = Variant(
    name="thirteen",
    piles=(
        Piles("stock", line(0, 0, 1), click=Turn()),
        Piles("waste", line(1, 0, 1), spread="right", lift=SINGLE),
        Piles("tableau", pyramid(1, ROWS, step=1 / 3), lift=SINGLE, covered_by=covers(ROWS), turns_up=True),
    ),
    deal=(Row("tableau", tuple(range(1, 22)), face_up=False), Row("tableau", tuple(range(22, 29)))),
    removal=Removal(total=13, single_ranks=(KING,), with_next="waste"),
    scoring=Points(card_removed=1),
    goal="remove-all",
)
