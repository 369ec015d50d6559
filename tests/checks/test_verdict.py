"""What counts as a difference between a page and a game, and how surely."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hoyle.checks.verdict import compare, keys_to_observe, verify
from hoyle.docbook.reader import read_page
from hoyle.facts.keys import of as key_of
from hoyle.facts.reader import read_facts
from hoyle.observe.observation import Evidence, Observation
from hoyle.observe.observe import observe
from hoyle_engine.reference import ENGINE


@pytest.mark.parametrize(
    ("key", "stated", "actual", "status"),
    [
        ("tableau.piles", 10, 10, "verified"),
        ("tableau.piles", 10, 9, "contradicted"),
        ("foundation.piles", 8, None, "doubtful"),
        ("tableau.fill.auto", ["stock"], None, "contradicted"),
        ("score.none", True, None, "contradicted"),
        ("tableau.fill.auto", ["waste"], ["stock"], "contradicted"),
        ("tableau.fill.auto", ["stock", "waste"], ["waste", "stock"], "contradicted"),
        ("action.click.stock", ["deal"], ["deal", "redeal"], "verified"),
        ("action.double_click.tableau", ["to-foundation"], [], "contradicted"),
        ("tableau.deal.face", "down", "mixed", "doubtful"),
        ("tableau.deal.face", "down", "up", "contradicted"),
        ("goal", "remove-all", "foundation", "doubtful"),
        ("goal", "waste", "foundation", "contradicted"),
        ("goal", "suits-in-order", "remove-all", "contradicted"),
        ("stock.redeal.order", "shuffled", "kept", "contradicted"),
        ("waste.from", ["stock"], ["stock", "tableau"], "verified"),
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
    assert (key_of(key).settled, key_of(key).one_value) == (settled, single)


def statuses(setup: str, rules: str, *seen: tuple[str, Any], lang: str = "en") -> dict[str, str]:
    """The status of each fact of a page, where the game does what is seen; `setup` are rows of its table."""
    rows = "".join(
        f"<row><entry>{header}</entry><entry>{text}</entry></row>"
        for header, text in (line.split(": ") for line in setup.splitlines())
    )
    table = f"<informaltable><tgroup cols='2'><tbody>{rows}</tbody></tgroup></informaltable>"
    titles = {"en": ("Setup", "Rules"), "fr": ("Configuration", "Règles"), "eu": ("Konfigurazioa", "Arauak")}[lang]
    page = f"<article xml:lang='{lang}'><title>Ladder</title><section><title>{titles[0]}</title>{table}</section>"
    page += f"<section><title>{titles[1]}</title><para>{rules}</para></section></article>"
    reading = read_facts(read_page(Path("ladder.xml"), source=page.encode()))
    observations = [Observation(key, value, Evidence("so it was seen")) for key, value in seen]
    return {verdict.fact.key: verdict.status for verdict in verify(reading, observations)}


@pytest.mark.parametrize(
    ("lang", "setup", "rules"),
    [
        ("en", "Waste: One pile.", "The top card of the waste can only be played to a foundation."),
        ("en", "Waste: One pile.", "Waste cards can be played only to the foundations."),
        ("fr", "Défausse: Une pile.", "Les cartes de la défausse ne peuvent être jouées que sur une fondation."),
        ("eu", "Hondarra: Pila bat.", "Hondarreko kartak oinarri-pila batera soilik eraman daitezke."),
    ],
)
def test_only_there_is_wrong_where_the_game_allows_more(lang: str, setup: str, rules: str) -> None:
    both = ("waste.plays_to", ["foundation", "tableau"])
    assert statuses(setup, rules, both, lang=lang)["waste.plays_to"] == "contradicted"
    assert statuses(setup, rules, ("waste.plays_to", ["foundation"]), lang=lang)["waste.plays_to"] == "verified"


@pytest.mark.parametrize(
    "rules",
    [
        "The top card of the waste can be played to a foundation.",
        "Only the top card of the waste can be played to a foundation.",
        "Waste cards can only be played to a foundation if it is empty.",
    ],
)
def test_only_is_what_it_is_said_of(rules: str) -> None:
    seen = ("waste.plays_to", ["foundation", "tableau"])
    assert statuses("Waste: One pile.", rules, seen).get("waste.plays_to") != "contradicted"


@pytest.mark.parametrize(
    ("text", "seen", "status"),
    [
        ("Only the top card can be played.", ["bottom", "top"], "contradicted"),
        ("Only the top card can be played.", ["top"], "verified"),
        ("Only the top card can be played.", ["second", "top"], "verified"),
        ("The top card can be played.", ["bottom", "top"], "verified"),
        ("Only the top card and the bottom card can be played.", ["bottom", "top"], "verified"),
    ],
)
def test_only_that_card_is_wrong_where_others_can_be_played(text: str, seen: list[str], status: str) -> None:
    assert statuses(f"Waste: {text}", "", ("waste.available", seen))["waste.available"] == status


def test_cards_that_go_from_cell_to_cell_are_counted_by_no_page() -> None:
    seen = ("reserve.plays_to", ["foundation", "reserve", "tableau"])
    text = "Reserve cards can only be played to the foundation or the tableau."
    assert statuses("Reserve: Four piles.", text, seen)["reserve.plays_to"] == "verified"


def test_foundations_are_another_pile_only_where_the_page_describes_them() -> None:
    none = ("foundation.piles", None)
    rules = "Cards in foundations are no longer in play."
    assert statuses("Tableau: Seven piles.", rules, none)["foundation.play_back"] == "contradicted"
    found = statuses("Foundation: Four piles.", rules, none, ("foundation.play_back", None))
    assert (found["foundation.piles"], found["foundation.play_back"]) == ("doubtful", "doubtful")


def test_a_goal_and_points_on_foundations_are_held_against_the_piles_of_the_game() -> None:
    page = (
        "<article xml:lang='en'><title>Ladder</title><section><title>Goal</title><para>Move all cards to the "
        "Foundation piles.</para></section><section><title>Scoring</title><para>Each card in the Foundation piles "
        "scores one point.</para></section></article>"
    )
    reading = read_facts(read_page(Path("ladder.xml"), source=page.encode()))
    assert "foundation.piles" in keys_to_observe(reading.facts)
    found = verify(reading, [Observation("foundation.piles", None, Evidence("none lies there"))])
    assert {one.fact.key: one.status for one in found} == {"goal": "contradicted", "score.per": "contradicted"}


def test_spaces_that_fill_by_themselves_contradict_that_they_do_not() -> None:
    seen = ("tableau.fill.auto", ["stock"])
    said = "Empty tableau piles are no longer filled automatically."
    assert statuses("Tableau: Seven piles.", said, seen)["tableau.fill.by_itself"] == "contradicted"
    both = f"Empty tableau piles are automatically filled from the stock. {said}"
    assert statuses("Tableau: Seven piles.", both, seen).get("tableau.fill.by_itself") != "contradicted"


def test_how_the_stock_is_dealt_again_is_wrong_where_it_is_not() -> None:
    said = "When the stock is empty, move all cards in the waste back to the stock, maintaining order."
    assert statuses("Stock: One pile.", said, ("stock.redeals", 0))["stock.redeal.from"] == "contradicted"
    assert statuses("Stock: One pile.", said, ("stock.redeals", 2))["stock.redeal.from"] == "unknown"


def test_one_sentence_tells_a_whole_deal() -> None:
    seen = ("reserve.deal.cards", 13)
    whole = "Deal twelve cards here with top card face up."
    assert statuses(f"Reserve: {whole}", "", seen)["reserve.deal.cards"] == "contradicted"


def test_a_game_that_deals_again_does_not_end_with_the_stock() -> None:
    said = "The game is over when the stock is empty."
    assert statuses("Stock: Cards are turned over to the waste.", said, ("stock.redeals", 2))["end.when"] == "doubtful"
    assert statuses("Stock: Cards are turned over to the waste.", said, ("stock.redeals", 0))["end.when"] == "unknown"


def test_how_cards_are_built_is_wrong_where_none_takes_another() -> None:
    said = "Cards on the tableau are built down in suit."
    found = statuses("Tableau: Seven piles.", said, ("tableau.build.allowed", False))
    assert (found["tableau.build.direction"], found["tableau.build.suit"]) == ("contradicted", "contradicted")
    assert statuses("Tableau: Seven piles.", said, ("tableau.build.allowed", True))["tableau.build.suit"] == "unknown"


@pytest.mark.parametrize(("rows", "status"), [("Five", "contradicted"), ("Four", "unknown")])
def test_rows_are_held_against_the_grid_that_they_make(rows: str, status: str) -> None:
    found = statuses(f"Tableau: {rows} rows of six cards dealt face up.", "", ("tableau.grid", [4, 6]))
    assert found["tableau.deal.rows"] == status


def test_a_game_that_is_played_is_never_said_not_to_be() -> None:
    """Klondike has nothing that says how pairs are removed; it is played all the same."""
    page = read_page(
        Path("klondike.xml"),
        source=b"<sect1><title>Klondike</title><sect2><title>Rules</title>"
        b"<para>Two cards of the same rank are removed from the tableau.</para></sect2></sect1>",
    )
    facts = read_facts(page, "en").facts
    assert facts
    seen = observe(ENGINE, "klondike", keys=keys_to_observe(facts))
    assert "not played" not in [verdict.why for verdict in verify(read_facts(page, "en"), seen.values())]
    assert [verdict.why for verdict in verify(read_facts(page, "en"), ())] == ["not played"] * len(facts)
