"""What counts as a difference between a page and a game, and how surely."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hoyle.checks.verdict import compare, has_one_value, is_settled, keys_to_observe, verify
from hoyle.docbook.reader import read_page
from hoyle.facts.reader import read_facts
from hoyle.observe.observation import Evidence, Observation


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


def verdicts(header: str, text: str, *seen: tuple[str, Any]) -> dict[str, str]:
    """The status of each fact of one cell of a setup table, where the game does what is seen."""
    row = f"<row><entry>{header}</entry><entry>{text}</entry></row>"
    table = f"<informaltable><tgroup cols='2'><tbody>{row}</tbody></tgroup></informaltable>"
    page = f"<article xml:lang='en'><title>Ladder</title><section><title>Setup</title>{table}</section>"
    page += "<section><title>Rules</title><para>Cards are moved singly.</para></section></article>"
    reading = read_facts(read_page(Path("ladder.xml"), source=page.encode()))
    observations = [Observation(key, value, Evidence("so it was seen")) for key, value in seen]
    return {verdict.fact.key: verdict.status for verdict in verify(reading, observations)}


@pytest.mark.parametrize(
    ("header", "text", "key", "actual", "status"),
    [
        ("Tableau", "Five piles.", "tableau.piles", 10, "contradicted"),
        ("Tableau", "Five piles, beside the Foundation.", "tableau.piles", 10, "doubtful"),
        ("Tableau", "Five piles, beside the Foundation.", "tableau.piles", 9, "contradicted"),
        ("Stock", "Top left pile.", "stock.position", ["right", "top"], "contradicted"),
        ("Stock", "Single pile below the foundations on the left.", "stock.position", ["bottom", "right"], "doubtful"),
        ("Reserve", "Deal nine cards on each pile.", "reserve.deal.per_pile", [9, 9, 1], "doubtful"),
        ("Reserve", "Deal nine cards on each pile.", "reserve.deal.per_pile", [7, 7, 1], "contradicted"),
    ],
)
def test_what_the_words_may_mean_is_no_contradiction(
    header: str, text: str, key: str, actual: Any, status: str
) -> None:
    assert verdicts(header, text, (key, actual))[key] == status


def test_what_is_said_of_any_card_is_held_against_cards_of_the_tableau() -> None:
    assert "action.double_click.tableau" in keys_to_observe(
        read_facts(
            read_page(
                Path("ladder.xml"),
                source=b"<article xml:lang='en'><title>Ladder</title><section><title>Rules</title>"
                b"<para>Double clicking on a card will move it to the Foundation.</para></section></article>",
            )
        ).facts
    )


@pytest.mark.parametrize(
    ("key", "settled", "single"),
    [
        ("tableau.piles", True, True),
        ("other.piles", False, False),
        ("tableau.beside", False, False),
        ("stock.deals_to", True, False),
        ("score.per", True, False),
        ("score.table", False, False),
        ("action.double_click.card", True, False),
        ("end.when", False, False),
    ],
)
def test_only_keys_that_were_measured_make_errors(key: str, settled: bool, single: bool) -> None:
    assert (is_settled(key), has_one_value(key)) == (settled, single)
