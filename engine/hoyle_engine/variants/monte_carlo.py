"""Monte Carlo: pairs of equal rank that touch leave a five by five grid, and the others close ranks."""

from hoyle_engine.variant import SINGLE, Consolidate, Piles, Points, Removal, Row, Variant, grid, line

VARIANT = Variant(
    name="monte-carlo",
    piles=(
        Piles("stock", line(0, 0, 1), click=Consolidate()),
        Piles("tableau", grid(2, 0, 5, 5), lift=SINGLE),
    ),
    deal=(Row("tableau"),),
    removal=Removal(adjacent=True),
    scoring=Points(card_removed=1),
    goal="remove-all",
)
