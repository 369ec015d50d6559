"""Observers on AisleRiot's games whose ways differ: who chooses the base, what fills a gap, where a game ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from hoyle.observe import observe
from hoyle_engine import aisleriot
from hoyle_engine.interface import Engine

GAMES: dict[str, dict[str, Any]] = {
    "bear-river": {"tableau.capacity": 3, "tableau.build.direction": "either", "foundation.build.from": "base"},
    "chessboard": {"foundation.build.from": "any", "foundation.position": ["center"]},
    "cruel": {"tableau.fill.accepts": "none", "foundation.deal.cards": 4},
    "doublets": {
        "action.click.stock": ["deal", "redeal"],
        "reserve.fill.auto": ["waste", "stock"],
        "stock.redeals": 2,
        "reserve.capacity": 1,
    },
    "easthaven": {"stock.deals_to": "tableau", "tableau.fill.accepts": "K", "stock.redeals": 0},
    "escalator": {"goal": "waste", "waste.build.wrap": True, "score.max": 28, "tableau.available": ["all-exposed"]},
    "first-law": {
        "action.click.tableau": ["remove", "to-tableau"],
        "remove.unit": ["set-of-four"],
        "stock.redeals": "unlimited",
        "score.max": 13,
    },
    "gay-gordons": {"remove.sum": 11, "remove.unit": ["pair"]},
    "glenwood": {"stock.redeals": 1, "foundation.build.suit": "same-suit", "foundation.build.wrap": True},
    "gold-mine": {"stock.turn": 3, "stock.holds": "all"},
    "hamilton": {"stock.deals_to": "chooser", "tableau.build.suit": "same-color"},
    "lady-jane": {"tableau.fill.accepts": "base-1", "tableau.build.wrap": True, "foundation.build.from": "base"},
    "napoleons-tomb": {"goal": "foundation", "score.max": 52},
    "quatorze": {"tableau.fill.auto": ["stock", "tableau"], "remove.sum": 14},
    "spider-three-decks": {"deck.kind": "triple", "stock.needs_full_tableau": False, "score.max": 144},
    "straight-up": {"foundation.deal.per_pile": 1, "foundation.build.wrap": True, "tableau.fill.auto": ["reserve"]},
    "ten-across": {"score.none": True, "goal": "suits-in-order", "tableau.move.unit": "group"},
    "thieves": {"deck.kind": "joker", "deck.cards": 54},
    "thumb-and-pouch": {"tableau.build.suit": "other-suit", "tableau.move.suit": "other-suit"},
    "isabel": {"tableau.turned_up": True},
    "triple-peaks": {"waste.build.direction": "either", "tableau.plays_to": ["waste"]},
    "union-square": {"goal": "foundation", "score.max": 104},
    "valentine": {"action.click.stock": ["deal", "redeal"], "stock.deals_to": "waste"},
    "whitehead": {"tableau.build.suit": "same-color", "tableau.move.suit": "same-suit"},
}


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    try:
        found = aisleriot.AisleRiot()
    except aisleriot.EngineMissing as missing:
        pytest.skip(str(missing))
    yield found
    found.close()


@pytest.mark.parametrize("variant", GAMES)
def test_the_game_is_seen_to_do_what_it_does(engine: Engine, variant: str) -> None:
    seen = observe(engine, variant, keys=GAMES[variant])
    assert {key: one.value for key, one in seen.items()} == GAMES[variant]


@pytest.mark.parametrize(
    ("option", "turn", "redeals"),
    [
        ("Three card deals", 3, "unlimited"),
        ("Single card deals", 1, 2),
        ("No redeals", 1, 0),
        ("Unlimited redeals", 1, "unlimited"),
    ],
)
def test_an_option_is_observed_with_its_name(engine: Engine, option: str, turn: int, redeals: Any) -> None:
    seen = observe(engine, "klondike", keys=["stock.turn", "stock.redeals"], option=option)
    assert [(one.value, one.when) for one in (seen["stock.turn"], seen["stock.redeals"])] == [
        (turn, option),
        (redeals, option),
    ]


def test_what_laid_out_positions_cannot_decide_is_left_out(engine: Engine) -> None:
    # On union square's foundations suits go up to the king and down again: neither way is the whole truth.
    assert "foundation.build.direction" not in observe(engine, "union-square", keys=["foundation.build.direction"])
    # Diamonds and other cards follow rules of their own in diamond mine.
    assert "tableau.build.suit" not in observe(engine, "diamond-mine", keys=["tableau.build.suit"])


def test_flanks_may_be_told_one_after_the_other(engine: Engine) -> None:
    # Cards are dealt from left to right and back; pages tell of the left piles, then of the right ones.
    seen = observe(engine, "streets-and-alleys", keys=["tableau.deal.per_pile"])["tableau.deal.per_pile"]
    assert (seen.value, seen.also) == ([7, 6, 7, 6, 7, 6, 7, 6], ([7, 7, 7, 7, 6, 6, 6, 6],))


def test_a_deal_that_the_first_move_goes_on_with_is_left_out(engine: Engine) -> None:
    # The player chooses a base card of four, and then nine cards are dealt.
    assert "tableau.deal.cards" not in observe(engine, "terrace", keys=["tableau.deal.cards"])


def test_the_stock_may_be_told_as_it_is_before_its_first_cards_are_turned(engine: Engine) -> None:
    seen = observe(engine, "wall", keys=["stock.deal.cards"])["stock.deal.cards"]
    assert (seen.value, seen.also) == (36, (39,))
