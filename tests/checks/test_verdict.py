from typing import Any

import pytest

from hoyle.checks.verdict import compare


@pytest.mark.parametrize(
    ("key", "stated", "actual", "status"),
    [
        ("tableau.piles", 10, 10, "verified"),
        ("tableau.piles", 10, 9, "contradicted"),
        ("foundation.piles", 8, None, "doubtful"),
        ("score.none", True, None, "contradicted"),
        ("tableau.fill.auto", ["waste"], ["stock"], "contradicted"),
        ("tableau.fill.auto", ["stock", "waste"], ["waste", "stock"], "contradicted"),
        ("action.click.stock", ["deal"], ["deal", "redeal"], "verified"),
        ("action.double_click.tableau", ["to-foundation"], [], "contradicted"),
        ("tableau.deal.face", "down", "mixed", "doubtful"),
        ("tableau.deal.face", "down", "up", "contradicted"),
        ("goal", "remove-all", "foundation", "doubtful"),
        ("tableau.deal.per_pile", 4, [4, 4, 4], "verified"),
        ("tableau.deal.per_pile", [1, 2, 3], [1, 2, 3], "verified"),
        ("tableau.deal.per_pile", [1, 2, 3], [1, 2, 4], "contradicted"),
        ("foundation.position", ["top"], ["right", "top"], "verified"),
        ("foundation.position", ["left", "top"], ["right", "top"], "contradicted"),
        ("foundation.position", ["right", "top"], ["center", "top"], "doubtful"),
        ("reserve.plays_to", ["tableau"], ["foundation", "tableau"], "verified"),
        ("reserve.plays_to", ["waste"], ["foundation", "tableau"], "contradicted"),
        ("stock.holds", "all", "rest", "doubtful"),
        ("stock.redeals", "unlimited", 2, "contradicted"),
        ("foundation.play_back", True, False, "contradicted"),
        ("score.per", ["card-to-foundation", 5], [["card-to-foundation", 5], ["foundation-complete", 60]], "verified"),
        ("score.per", ["card-to-foundation", 4], [["card-to-foundation", 5]], "contradicted"),
        ("score.per", ["card-to-foundation", 1], [["card-removed", 1]], "contradicted"),
        ("score.per", ["card-removed", 1], [["card-to-foundation", 1]], "doubtful"),
        ("score.per", ["card-removed", 1], [["pair-removed", 2]], "verified"),
    ],
)
def test_what_counts_as_a_difference(key: str, stated: Any, actual: Any, status: str) -> None:
    assert compare(key, stated, actual) == status
