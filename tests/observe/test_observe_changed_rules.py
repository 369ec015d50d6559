"""Observers read the play, not the declaration: each rule changed in a game changes what they find."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from hoyle.observe import observe
from hoyle_engine.cards import Card
from hoyle_engine.decks import DOUBLE
from hoyle_engine.reference import ENGINE, deal_variant
from hoyle_engine.variant import KING, SINGLE, Build, DealRow, Points, Removal, Row, Turn, Variant, line, sequence


class Only:
    """Passes on what the interface of an engine or game promises, and nothing else."""

    def __init__(self, inner: Any, names: Sequence[str]) -> None:
        self.__inner, self.__names = inner, frozenset(names)

    def __getattr__(self, name: str) -> Any:
        if name not in self.__names:
            raise AttributeError(f"the interface has no {name!r}")
        return getattr(self.__inner, name)


GAME = ("variant", "options", "piles", "legal_moves", "short_cuts", "push", "pop", "score", "is_won", "set_up")


class Changed:
    """An engine of one variant."""

    name = "changed"

    def __init__(self, variant: Variant) -> None:
        self.declared = variant
        self.variants = [variant.name]

    def options(self, variant: str) -> Mapping[str, bool]:
        return {}

    def deal(
        self,
        variant: str,
        *,
        seed: int = 0,
        deck: Sequence[Card] | None = None,
        options: Mapping[str, bool] | None = None,
    ) -> Any:
        return Only(deal_variant(self.declared, seed=seed, deck=deck, options=options), GAME)


def declared(name: str) -> Variant:
    return ENGINE.declared[name]


FORTY = declared("forty-thieves")

CHANGES = [
    ("tableau.build.direction", "up", FORTY.change("tableau", build=Build("up", "same-suit"))),
    ("tableau.build.direction", "either", FORTY.change("tableau", build=Build("either", "same-suit"))),
    ("tableau.build.suit", "alternate-color", FORTY.change("tableau", build=Build("down", "alternate-color"))),
    ("tableau.build.suit", "same-color", FORTY.change("tableau", build=Build("down", "same-color"))),
    ("tableau.build.suit", "other-suit", FORTY.change("tableau", build=Build("down", "other-suit"))),
    ("tableau.build.suit", "any", FORTY.change("tableau", build=Build("down", "any"))),
    ("tableau.build.wrap", True, FORTY.change("tableau", build=Build("down", "same-suit", wrap=True))),
    ("tableau.build.step", 2, FORTY.change("tableau", build=Build("down", "same-suit", step=2, wrap=True))),
    ("tableau.build.allowed", False, FORTY.change("tableau", build=None)),
    ("tableau.fill.accepts", "K", FORTY.change("tableau", empty=KING)),
    ("tableau.fill.accepts", "none", FORTY.change("tableau", empty="none")),
    ("tableau.move.unit", "single", FORTY.change("tableau", lift=SINGLE, limit=None)),
    (
        "tableau.move.unit",
        "sequence",
        FORTY.change("tableau", limit=None, lift=sequence(Build("down", "same-suit"))),
    ),
    ("tableau.deal.per_pile", 3, replace(FORTY, deal=(Row("tableau", times=3),))),
    ("tableau.deal.face", "down", replace(FORTY, deal=(Row("tableau", times=4, face_up=False),))),
    ("tableau.deal.face", "mixed", replace(FORTY, deal=(Row("tableau", face_up=False), Row("tableau", times=3)))),
    ("tableau.deal.face_down", 1, replace(FORTY, deal=(Row("tableau", face_up=False), Row("tableau", times=3)))),
    ("tableau.piles", 9, FORTY.change("tableau", places=line(0, 2, 9))),
    ("foundation.build.suit", "any", FORTY.change("foundation", build=Build("up", "any"))),
    ("foundation.build.direction", "down", FORTY.change("foundation", build=Build("down", "same-suit"), empty=KING)),
    ("foundation.build.from", "K", FORTY.change("foundation", build=Build("down", "same-suit"), empty=KING)),
    ("foundation.build.to", "A", FORTY.change("foundation", build=Build("down", "same-suit"), empty=KING)),
    ("foundation.play_back", True, FORTY.change("foundation", lift=SINGLE)),
    ("foundation.position", ["left", "top"], FORTY.change("foundation", places=line(0, 1, 4) + line(0, 0.9, 4))),
    ("stock.turn", 3, FORTY.change("stock", click=Turn(count=3))),
    ("stock.redeals", 2, FORTY.change("stock", click=Turn(redeals=2))),
    ("stock.redeals", "unlimited", FORTY.change("stock", click=Turn(redeals=None))),
    ("stock.deals_to", "tableau", FORTY.change("stock", click=DealRow())),
    ("stock.needs_full_tableau", True, FORTY.change("stock", click=DealRow(needs_full=True))),
    ("stock.needs_full_tableau", False, FORTY.change("stock", click=DealRow())),
    ("score.max", 104, replace(FORTY, scoring=Points(card_to_foundation=1))),
    ("score.per", [["card-to-foundation", 1]], replace(FORTY, scoring=Points(card_to_foundation=1))),
    ("score.none", True, replace(FORTY, scoring=Points())),
    ("action.double_click.foundation", [], FORTY.change("foundation", double_click=None)),
    ("remove.sum", 11, replace(declared("yield"), removal=Removal(total=11))),
    ("remove.unit", ["pair"], replace(declared("yield"), removal=Removal(total=11))),
    ("remove.single_ranks", ["Q"], replace(declared("yield"), removal=Removal(total=12, single_ranks=(12,)))),
    ("remove.match", "same-rank", replace(declared("yield"), removal=Removal())),
    ("remove.match", "sum", replace(declared("monte-carlo"), removal=Removal(total=14, adjacent=True))),
    (
        "score.per",
        [["card-removed", 3], ["pair-removed", 6]],
        replace(declared("monte-carlo"), scoring=Points(card_removed=3)),
    ),
    ("score.max", 156, replace(declared("monte-carlo"), scoring=Points(card_removed=3))),
    ("deck.kind", "double", replace(declared("monte-carlo"), deck=DOUBLE)),
]


@pytest.mark.parametrize(("key", "value", "variant"), CHANGES, ids=[f"{key}={value}" for key, value, _ in CHANGES])
def test_a_changed_rule_is_seen(key: str, value: Any, variant: Variant) -> None:
    found = observe(Changed(variant), variant.name, keys=[key])
    assert found[key].value == value


def test_pairs_that_need_not_touch_are_not_called_adjacent() -> None:
    variant = replace(declared("monte-carlo"), removal=Removal())
    assert "remove.adjacent" not in observe(Changed(variant), variant.name, keys=["remove.adjacent"])


def test_piles_that_are_closed_by_a_king_are_seen_to_build_both_ways_and_not_round_the_corner() -> None:
    closed = Build("either", "any", closed=(KING,))
    variant = FORTY.change("tableau", build=closed, lift=SINGLE, limit=None)
    found = observe(Changed(variant), variant.name, keys=["tableau.build.direction", "tableau.build.wrap"])
    assert found["tableau.build.direction"].value == "either"
    assert found["tableau.build.wrap"].value is False
