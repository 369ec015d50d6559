"""The pages stay as they are and one rule of a game changes: `hoyle check` names it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache

import pytest

from hoyle import data
from hoyle.checks.run import check_pages
from hoyle.docbook.reader import read_page
from hoyle.observe import observe
from hoyle.observe.observation import Observation
from hoyle.observe.session import Session
from hoyle_engine.cards import Card
from hoyle_engine.decks import DOUBLE
from hoyle_engine.game import Game
from hoyle_engine.reference import ENGINE, deal_variant
from hoyle_engine.variant import ACE, KING, SINGLE, Build, Points, Row, Turn, Variant, line

CHANGES: list[tuple[str, str, Callable[[Variant], Variant]]] = [
    ("forty_thieves", "tableau.piles", lambda v: v.change("tableau", places=line(0, 2, 9))),
    ("forty_thieves", "tableau.build.direction", lambda v: v.change("tableau", build=Build("up", "same-suit"))),
    ("forty_thieves", "tableau.build.suit", lambda v: v.change("tableau", build=Build("down", "alternate-color"))),
    ("forty_thieves", "tableau.fill.accepts", lambda v: v.change("tableau", empty=KING)),
    ("forty_thieves", "tableau.deal.rows", lambda v: replace(v, deal=(Row("tableau", times=5),))),
    ("forty_thieves", "stock.turn", lambda v: v.change("stock", click=Turn(3))),
    ("forty_thieves", "stock.redeals", lambda v: v.change("stock", click=Turn(1, redeals=1))),
    ("forty_thieves", "foundation.play_back", lambda v: v.change("foundation", lift=SINGLE)),
    ("monte_carlo", "score.per", lambda v: replace(v, scoring=Points(card_removed=2))),
    ("monte_carlo", "deck.kind", lambda v: replace(v, deck=DOUBLE)),
    ("yield", "remove.sum", lambda v: replace(v, removal=replace(v.removal, total=12))),
    ("yield", "remove.single_ranks", lambda v: replace(v, removal=replace(v.removal, single_ranks=(ACE,)))),
]


class Altered:
    """The reference engine with one variant declared otherwise."""

    name = "altered"

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.variants: Sequence[str] = (variant.name,)

    def options(self, variant: str) -> Mapping[str, bool]:
        return self.variant.option_values(None)

    def deal(
        self,
        variant: str,
        *,
        seed: int = 0,
        deck: Sequence[Card] | None = None,
        options: Mapping[str, bool] | None = None,
    ) -> Game:
        return deal_variant(self.variant, seed=seed, deck=deck, options=options)


@cache
def session(page: str, change: Callable[[Variant], Variant]) -> Session:
    """One session for the pages of all languages, which ask the same game."""
    variant = change(ENGINE.declared[page.replace("_", "-")])
    return Session(Altered(variant), variant.name)


@pytest.mark.parametrize("lang", ["en", "fr", "eu"])
@pytest.mark.parametrize(("page", "key", "change"), CHANGES, ids=[f"{page}: {key}" for page, key, _ in CHANGES])
def test_a_changed_game_is_noticed(page: str, key: str, change: Callable[[Variant], Variant], lang: str) -> None:
    playing = session(page, change)

    def watch(name: str, keys: frozenset[str], options: Mapping[str, frozenset[str]]) -> Iterable[Observation]:
        return observe(playing.engine, playing.variant, keys=keys, session=playing).values()

    pages = [read_page(data.folder("docbook") / lang / f"{page}.xml")]
    found = [finding for result in check_pages(pages, watch) for finding in result.findings]

    assert (key, "fact-contradicts-engine") in {(finding.key, finding.id) for finding in found}
