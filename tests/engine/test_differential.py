"""The same game, twice: the reference engine and AisleRiot's own rules, on the same cards, move for move."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from random import Random

import pytest

from hoyle_engine import reference
from hoyle_engine.aisleriot import AisleRiot, EngineMissing
from hoyle_engine.interface import Game
from hoyle_engine.moves import Move

DIFFERENCES = tomllib.loads((Path(__file__).parent / "differences.toml").read_text(encoding="utf-8"))["difference"]
SETTINGS = [
    (variant, options)
    for variant in reference.variants
    for options in [{}, *({name: True} for name, on in reference.options(variant).items() if not on)]
]
every_variant = pytest.mark.parametrize(
    ("variant", "options"), SETTINGS, ids=[" ".join([variant, *options]) for variant, options in SETTINGS]
)


@pytest.fixture(scope="module")
def aisleriot() -> Iterator[AisleRiot]:
    try:
        engine = AisleRiot()
    except EngineMissing as error:
        pytest.skip(str(error))
    yield engine
    engine.close()


@every_variant
def test_a_few_games(aisleriot: AisleRiot, variant: str, options: dict[str, bool]) -> None:
    compare(aisleriot, variant, options, deals=2, moves=25)


@pytest.mark.long
@every_variant
def test_three_hundred_games(aisleriot: AisleRiot, variant: str, options: dict[str, bool]) -> None:
    seen = compare(aisleriot, variant, options, deals=300, moves=300)
    listed = {different["moves"] for different in DIFFERENCES if different["variant"] == variant}
    assert seen == listed, "a difference is listed that does not occur"


@pytest.mark.parametrize("variant", reference.variants)
def test_the_options_and_their_defaults(aisleriot: AisleRiot, variant: str) -> None:
    assert reference.options(variant) == aisleriot.options(variant)


def compare(aisleriot: AisleRiot, variant: str, options: dict[str, bool], *, deals: int, moves: int) -> set[str]:
    """Play at random with both; the patterns of the listed differences that occurred."""
    seen: set[str] = set()
    for seed in range(deals):
        choose = Random(seed).choice
        ours = reference.deal(variant, seed=seed, options=options)
        theirs = aisleriot.deal(variant, deck=ours.dealt, options=options)
        assert places(ours) == places(theirs)
        for number in range(moves):
            at = f"{variant} {options}, seed {seed}, after {number} moves"
            assert look(ours) == look(theirs), f"{at}: {ours.history[-1:]}"
            common = same(variant, ours.legal_moves(), theirs.legal_moves(), seen, at)
            # Double clicks are tried now and then, as each must be made to see what it does.
            if number % 8 == 0:
                for move in same(variant, ours.short_cuts(), theirs.short_cuts(), seen, at)[:3]:
                    ours.push(move)
                    theirs.push(move)
                    assert look(ours) == look(theirs), f"{at}: {move}"
                    ours.pop()
                    theirs.pop()
            if not common:
                break
            move = choose(common)
            ours.push(move)
            theirs.push(move)
    return seen


def same(variant: str, ours: list[Move], theirs: list[Move], seen: set[str], at: str) -> list[Move]:
    """The moves of both engines, which must be the same but for the listed differences."""
    for engine, only in (("reference", set(ours) - set(theirs)), ("aisleriot", set(theirs) - set(ours))):
        for move in only:
            listed = [
                different["moves"]
                for different in DIFFERENCES
                if different["variant"] == variant
                and different["only"] == engine
                and fnmatchcase(str(move), different["moves"])
            ]
            assert listed, f"{at}: only {engine} has {move}"
            seen.update(listed)
    return sorted(set(ours) & set(theirs))


def look(game: Game) -> object:
    """What both engines must agree on."""
    piles = [(pile.kind, pile.number, tuple(pile.cards), tuple(pile.faces)) for pile in game.piles]
    return piles, game.score, game.is_won


def places(game: Game) -> object:
    """Where the piles lie, and how their cards overlap."""
    return [(pile.kind, round(pile.x, 6), round(pile.y, 6), pile.spread) for pile in game.piles]
