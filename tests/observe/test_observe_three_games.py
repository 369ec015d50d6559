"""The three games of the project: what the observers find on the reference engine, and how they say it."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from hoyle.observe import Observation, observe
from hoyle_engine.reference import ENGINE

FORTY_THIEVES: dict[str, Any] = {
    "deck.kind": "double",
    "deck.cards": 104,
    "stock.piles": 1,
    "stock.position": ["left", "top"],
    "stock.holds": "rest",
    "stock.turn": 1,
    "stock.deals_to": "waste",
    "stock.redeals": 0,
    "waste.piles": 1,
    "waste.available": ["top"],
    "waste.plays_to": ["foundation", "tableau"],
    "foundation.piles": 8,
    "foundation.position": ["right", "top"],
    "foundation.build.direction": "up",
    "foundation.build.suit": "same-suit",
    "foundation.build.step": 1,
    "foundation.build.from": "A",
    "foundation.build.to": "K",
    "foundation.fill.accepts": "A",
    "foundation.play_back": False,
    "foundation.deal.cards": 0,
    "tableau.piles": 10,
    "tableau.deal.cards": 40,
    "tableau.deal.per_pile": 4,
    "tableau.deal.rows": 4,
    "tableau.deal.face": "up",
    "tableau.deal.face_down": 0,
    "tableau.build.allowed": True,
    "tableau.build.direction": "down",
    "tableau.build.suit": "same-suit",
    "tableau.build.wrap": False,
    "tableau.move.unit": "single",
    "tableau.move.limit": "free-spaces",
    "tableau.fill.accepts": "any",
    "tableau.fill.auto": None,
    "tableau.plays_to": ["foundation", "tableau"],
    "reserve.piles": None,
    "goal": "foundation",
    "score.per": [["card-to-foundation", 5], ["foundation-complete", 60]],
    "score.max": 1000,
    "score.none": False,
    "action.click.stock": ["deal"],
    "action.double_click.foundation": ["autoplay"],
    "action.double_click.tableau": ["to-foundation", "to-tableau"],
    "action.double_click.waste": ["to-foundation", "to-tableau"],
}

MONTE_CARLO: dict[str, Any] = {
    "deck.kind": "standard",
    "stock.position": ["left", "top"],
    "stock.holds": "rest",
    "stock.deals_to": "tableau",
    "tableau.piles": 25,
    "tableau.grid": [5, 5],
    "tableau.capacity": 1,
    "tableau.deal.per_pile": 1,
    "tableau.deal.face": "up",
    "tableau.move.unit": "single",
    "tableau.fill.auto": None,
    "remove.unit": ["pair"],
    "remove.match": "same-rank",
    "remove.adjacent": ["diagonal", "horizontal", "vertical"],
    "action.click.stock": ["deal"],
    "goal": "remove-all",
    "score.per": [["card-removed", 1], ["pair-removed", 2]],
    "score.max": 52,
    "foundation.piles": None,
}

YIELD: dict[str, Any] = {
    "deck.kind": "standard",
    "stock.holds": "rest",
    "stock.turn": 1,
    "stock.deals_to": "waste",
    "stock.redeals": 0,
    "waste.available": ["bottom", "top"],
    "tableau.shape": "inverted-pyramid",
    "tableau.deal.rows": 7,
    "tableau.deal.face": "up",
    "tableau.available": ["all-exposed"],
    "remove.unit": ["pair", "single"],
    "remove.single_ranks": ["K"],
    "remove.match": "sum",
    "remove.sum": 13,
    "value.A": 1,
    "value.J": 11,
    "value.Q": 12,
    "value.K": 13,
    "action.click.tableau": ["remove"],
    "goal": "remove-all",
    "score.per": [["card-removed", 1], ["pair-removed", 2]],
    "score.max": 52,
    "foundation.piles": None,
}

GAMES = {"forty-thieves": FORTY_THIEVES, "monte-carlo": MONTE_CARLO, "yield": YIELD}


@cache
def everything(variant: str) -> dict[str, Observation]:
    return observe(ENGINE, variant)


@pytest.mark.parametrize(
    ("variant", "key", "value"),
    [(variant, key, value) for variant, values in GAMES.items() for key, value in values.items()],
    ids=lambda item: item if isinstance(item, str) else "",
)
def test_the_game_does_what_its_rules_say(variant: str, key: str, value: Any) -> None:
    assert everything(variant)[key].value == value


@pytest.mark.parametrize("variant", GAMES)
def test_a_key_asked_for_alone_has_the_same_value_as_among_all(variant: str) -> None:
    for key in ("deck.kind", "tableau.move.unit", "goal", "score.max", "stock.deals_to"):
        assert observe(ENGINE, variant, keys=[key])[key].value == everything(variant)[key].value


def test_cards_that_a_short_cut_moves_together_move_both_singly_and_in_sequence() -> None:
    seen = everything("forty-thieves")["tableau.move.unit"]
    assert seen.value == "single"
    assert seen.also == ("sequence",)


def test_what_a_game_lacks_is_none_and_says_so() -> None:
    seen = observe(ENGINE, "yield", keys=["foundation.build.direction"])["foundation.build.direction"]
    assert seen.value is None
    assert seen.evidence.summary == "Yield has no foundation pile."


def test_the_evidence_of_a_score_says_what_scores_where_there_is_no_foundation() -> None:
    summary = everything("yield")["score.per"].evidence.summary
    assert summary.startswith("Yield has no foundation; 2 points came with each pair removed (")


def test_the_evidence_shows_a_position_and_a_move_that_can_be_made_in_it() -> None:
    evidence = everything("forty-thieves")["tableau.build.direction"].evidence
    assert evidence.position is not None
    assert evidence.move is not None
    source, target = evidence.move.split(" -> ")
    piles = dict(line.split(": ") for line in evidence.position.splitlines())
    card, on = piles[source], piles[target]
    ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    assert card[-1] == on[-1]
    assert ranks.index(on[:-1]) - ranks.index(card[:-1]) == 1


def test_a_game_of_pairs_has_no_building_and_no_waste_to_speak_of() -> None:
    seen = everything("monte-carlo")
    assert seen["tableau.build.allowed"].value is False
    assert "tableau.build.direction" not in seen
    assert seen["waste.piles"].value is None


FURTHER: list[tuple[str, str, Any]] = [
    ("forty-thieves", "waste.from", ["stock"]),
    ("forty-thieves", "foundation.starts_empty", True),
    ("forty-thieves", "tableau.starts_empty", False),
    ("forty-thieves", "waste.dealt_in_play", True),
    ("forty-thieves", "tableau.move.several", True),
    ("forty-thieves", "foundation.takes", "sequence"),
    ("forty-thieves", "action.double_click.card", ["to-foundation", "to-tableau"]),
    ("monte-carlo", "tableau.in_play", True),
    ("monte-carlo", "action.click.tableau", []),
]


@pytest.mark.parametrize(("variant", "key", "value"), FURTHER)
def test_what_pages_state_besides(variant: str, key: str, value: Any) -> None:
    assert everything(variant)[key].value == value


def test_piles_lie_beside_others_unless_they_lie_on_the_other_side() -> None:
    seen = everything("forty-thieves")["foundation.beside"]
    assert ["right", "stock"] in seen.value
    assert ["above", "tableau"] in seen.value
    assert ["right", "stock"] in seen.also
    assert ["left", "stock"] not in seen.also
    assert ["under", "tableau"] not in seen.also


@pytest.mark.parametrize(("key", "value"), [("stock.redeal.from", "waste"), ("stock.redeal.order", "kept")])
def test_a_redeal_takes_the_waste_back_in_order(key: str, value: str) -> None:
    assert observe(ENGINE, "klondike", keys=[key])[key].value == value


@pytest.mark.parametrize(("variant", "value"), [("canfield", "dealt"), ("klondike", None)])
def test_the_deal_sets_the_base_where_it_differs_from_deal_to_deal(variant: str, value: str | None) -> None:
    seen = observe(ENGINE, variant, keys=["foundation.base"])
    assert (seen["foundation.base"].value if seen else None) == value
