"""AisleRiot's rules behind the engine's interface."""

from __future__ import annotations

import os
import random
import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from hoyle_engine.aisleriot import AisleRiot, AisleRiotGame, EngineError, EngineMissing, EngineTimeout
from hoyle_engine.aisleriot.installation import compiled
from hoyle_engine.aisleriot.kinds import listed_variants, pile_kinds
from hoyle_engine.cards import Card
from hoyle_engine.decks import DOUBLE, JOKER, STANDARD, deck, shuffled
from hoyle_engine.interface import Engine
from hoyle_engine.moves import IllegalMove, Move

FEW = ("forty-thieves", "monte-carlo", "yield", "klondike", "spider", "accordion", "terrace", "fortunes", "thieves")


@pytest.fixture(scope="module")
def engine() -> Iterator[AisleRiot]:
    try:
        engine = AisleRiot()
    except EngineMissing as missing:
        pytest.skip(str(missing))
    yield engine
    engine.close()


def _shown(game: AisleRiotGame) -> tuple[object, ...]:
    return tuple((pile.cards, pile.faces) for pile in game.piles), game.score, game.is_won


def _play(game: AisleRiotGame, seed: int, moves: int) -> list[tuple[object, ...]]:
    """Play at random; what was seen before each move."""
    chance = random.Random(seed)
    seen = []
    for _ in range(moves):
        legal = game.legal_moves()
        if not legal:
            break
        seen.append(_shown(game))
        game.push(chance.choice(legal))
    return seen


def _cards(game: AisleRiotGame) -> Counter[Card]:
    return Counter(card for pile in game.piles for card in pile.cards)


def test_it_is_an_engine(engine: AisleRiot) -> None:
    as_engine: Engine = engine
    assert as_engine.name == "aisleriot"
    assert list(as_engine.variants) == sorted(as_engine.variants)
    assert "forty-thieves" in as_engine.variants


@pytest.mark.parametrize("variant", FEW)
def test_moves_made_and_taken_back_restore_everything(engine: AisleRiot, variant: str) -> None:
    game = engine.deal(variant, seed=5)
    cards = _cards(game)
    seen = _play(game, 11, 60)
    assert seen
    end = game.legal_moves()
    for before in reversed(seen):
        move = game.pop()
        assert _shown(game) == before
        assert move in game.legal_moves()
    with pytest.raises(IndexError):
        game.pop()
    again = engine.deal(variant, seed=5)
    assert _play(again, 11, 60) == seen
    assert again.legal_moves() == end
    if variant in ("forty-thieves", "klondike", "spider", "terrace"):  # in the others, cards leave the table
        assert _cards(again) == cards


def test_the_first_card_of_a_deck_is_dealt_first(engine: AisleRiot) -> None:
    deck = engine.deck("forty-thieves")
    assert len(deck) == 104
    game = engine.deal("forty-thieves", deck=deck)
    tableau = [pile for pile in game.piles if pile.kind == "tableau"]
    assert [tableau[column].cards[row] for row in range(4) for column in range(10)] == list(deck[:40])
    (stock,) = (pile for pile in game.piles if pile.kind == "stock")
    assert list(reversed(stock.cards)) == list(deck[40:])


def test_games_do_not_disturb_each_other(engine: AisleRiot) -> None:
    one, two = engine.deal("klondike", seed=1), engine.deal("klondike", seed=1)
    other = engine.deal("yield", seed=2)
    before = _shown(other)
    _play(one, 1, 20)
    assert _shown(other) == before
    assert _play(two, 1, 20) == _play(engine.deal("klondike", seed=1), 1, 20)
    assert other.legal_moves() == engine.deal("yield", seed=2).legal_moves()


def test_an_illegal_move_is_refused_and_changes_nothing(engine: AisleRiot) -> None:
    game = engine.deal("klondike", seed=3)
    before = _shown(game)
    for text in ("foundation 1 -> tableau 1", "tableau 8 -> tableau 1", "tableau 1 x9 -> tableau 2"):
        with pytest.raises(IllegalMove):
            game.push(Move.parse(text))
    assert _shown(game) == before


def test_a_position_is_set_up_as_told(engine: AisleRiot) -> None:
    game = engine.deal("klondike")
    game.push(Move.parse("click stock 1"))
    game.set_up({("tableau", 1): [(Card.parse("KS"), False), (Card.parse("QH"), True)], ("tableau", 2): []})
    assert sum(len(pile.cards) for pile in game.piles) == 2
    tableau = next(pile for pile in game.piles if pile.kind == "tableau")
    assert tableau.faces == (False, True)
    with pytest.raises(IndexError):
        game.pop()
    with pytest.raises(ValueError, match="tableau 8"):
        game.set_up({("tableau", 8): []})


def test_many_questions_in_one_are_answered_like_one_by_one(engine: AisleRiot) -> None:
    game = engine.deal("forty-thieves", seed=9)
    legal = game.legal_moves()
    moves = [*legal, Move.parse("foundation 1 -> tableau 1"), Move.parse("tableau 11 -> tableau 1")]
    assert game.try_moves(moves) == [True] * len(legal) + [False, False]
    positions = [
        {("tableau", 1): [(Card.parse("9S"), True)], ("tableau", 2): [(Card.parse(f"10{suit}"), True)]} for suit in "SH"
    ]
    found = game.legal_moves_in(positions)
    assert game.legal_moves() == legal
    for position, moves_found in zip(positions, found, strict=True):
        one = engine.deal("forty-thieves", seed=9)
        one.set_up(position)
        assert one.legal_moves() == moves_found
    onto_ten = Move.parse("tableau 1 -> tableau 2")
    assert [onto_ten in moves_found for moves_found in found] == [True, False]


def test_the_deck_of_a_variant_is_in_the_order_of_every_engine(engine: AisleRiot) -> None:
    assert tuple(engine.deck("klondike")) == STANDARD
    assert tuple(engine.deck("forty-thieves")) == DOUBLE
    assert tuple(engine.deck("thieves")) == JOKER
    assert tuple(engine.deck("fortunes")) == STANDARD  # where aces are high
    assert set(engine.deck("spider", {"One Suit": True})) == set(deck(suits="S"))
    game = engine.deal("klondike", seed=8)
    assert [game.piles[6 + column].cards[-1] for column in range(7)] == [
        engine.deal("klondike", deck=shuffled(STANDARD, 8)).piles[6 + column].cards[-1] for column in range(7)
    ]


@pytest.mark.parametrize(
    ("cards", "fault"),
    [(STANDARD[1:], "AC is missing"), ((*STANDARD, STANDARD[0]), "AC is one too many")],
)
def test_a_deck_that_does_not_fit_is_refused(engine: AisleRiot, cards: list[Card], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        engine.deal("klondike", deck=cards)


def test_options(engine: AisleRiot) -> None:
    defaults = engine.options("klondike")
    assert defaults["Single card deals"]
    assert not defaults["Three card deals"]
    assert engine.options("yield") == {}
    game = engine.deal("klondike", options={"Three card deals": True})
    assert game.options == {**defaults, "Three card deals": True, "Single card deals": False}
    game.push(Move.parse("click stock 1"))
    assert len(next(pile for pile in game.piles if pile.kind == "waste").cards) == 3
    default = engine.deal("klondike")
    default.push(Move.parse("click stock 1"))
    assert len(next(pile for pile in default.piles if pile.kind == "waste").cards) == 1
    assert len(engine.deal("eliminator", options={"Four Foundations": True}).piles) == 8
    with pytest.raises(ValueError, match="no option 'Two jokers'"):
        engine.deal("klondike", options={"Two jokers": True})
    with pytest.raises(ValueError, match="exactly one"):
        engine.deal("klondike", options={"Single card deals": False})


def test_an_unknown_variant_is_refused(engine: AisleRiot) -> None:
    for ask in (engine.deal, engine.options, engine.deck):
        with pytest.raises(KeyError, match="whist"):
            ask("whist")


def test_the_score_is_that_of_the_position_after_the_move(engine: AisleRiot) -> None:
    game = engine.deal("forty-thieves")
    game.set_up({("tableau", 1): [(Card.parse("AS"), True)]})
    assert game.score == 0
    game.push(Move.parse("tableau 1 -> foundation 1"))
    assert game.score == 5
    game.pop()
    assert game.score == 0


def test_a_double_click_is_a_move_where_nothing_else_is_left(engine: AisleRiot) -> None:
    game = engine.deal("gaps", seed=2)
    while not (redeals := [move for move in game.legal_moves() if move.action == "double-click"]):
        assert game.short_cuts() == ()
        game.push(game.legal_moves()[0])
    before = _shown(game)
    game.push(redeals[0])
    after = _shown(game)
    assert after != before
    game.pop()
    assert _shown(game) == before
    game.push(redeals[0])  # the redeal shuffles, and the shuffle is taken back too
    assert _shown(game) == after


def test_other_double_clicks_are_never_moves(engine: AisleRiot) -> None:
    # In eliminator, one moves a card between foundations, for points, where a drag may not.
    game = engine.deal("eliminator")
    game.set_up({("foundation", 1): [(Card.parse("2H"), True)], ("foundation", 2): [(Card.parse("3C"), True)]})
    assert game.legal_moves() == ()
    assert Move.parse("double-click foundation 1") in game.short_cuts()


def test_an_end_without_moves_is_seen(engine: AisleRiot) -> None:
    game = engine.deal("yield")
    game.set_up({("tableau", 1): [(Card.parse("KS"), True)]})
    assert not game.is_stuck
    game.set_up({("tableau", 1): [(Card.parse("QS"), True)]})
    assert game.is_stuck
    assert not game.is_won


def test_every_pile_has_a_kind_and_a_number(engine: AisleRiot) -> None:
    yield_piles = engine.deal("yield").piles
    assert [pile.kind for pile in yield_piles].count("tableau") == 28
    assert (yield_piles[2].kind, yield_piles[2].number, yield_piles[2].spread) == ("waste", 2, "right")
    assert set(listed_variants()) <= set(engine.variants)
    assert pile_kinds("klondike", ["stock", "waste"]) == ("stock", "waste")
    with pytest.raises(ValueError, match="klondike"):
        pile_kinds("klondike", ["unknown"])
    with pytest.raises(ValueError, match="fortunes"):
        pile_kinds("fortunes", ["unknown"] * 4)


def test_a_process_that_ended_is_said_to_have_ended(engine: AisleRiot) -> None:
    other = AisleRiot()
    game = other.deal("yield")
    other.close()
    with pytest.raises(EngineError, match="has ended"):
        game.push(Move.parse("click stock 1"))
    assert other.deal("yield").legal_moves() == engine.deal("yield").legal_moves()  # it starts again
    other.close()


def test_a_process_that_hangs_is_ended(engine: AisleRiot) -> None:
    other = AisleRiot()
    game = other.deal("yield")
    process = other._process
    assert process is not None
    os.kill(process.pid, signal.SIGSTOP)
    process._timeout = 0.2
    with pytest.raises(EngineTimeout, match=r"within 0\.2 seconds"):
        game.legal_moves()
    assert not process.is_usable


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOYLE_AISLERIOT", str(tmp_path))
    with pytest.raises(EngineMissing, match="install the package aisleriot"):
        AisleRiot()
    (tmp_path / "aisleriot").mkdir()
    (tmp_path / "aisleriot" / "api.go").touch()
    monkeypatch.setenv("HOYLE_GUILE", "no-such-guile")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EngineMissing, match=r"guile-3\.0"):
        AisleRiot()


@pytest.mark.long
def test_a_broken_cache_is_the_same_as_none(engine: AisleRiot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    expected = engine.deal("yield", seed=3).legal_moves()
    with compiled(engine.installation) as folder:
        driver = folder / "hoyle" / "driver.go"
    whole = driver.read_bytes()
    for broken in (b"", whole[:-100]):
        driver.unlink()  # a running Guile has the old file mapped
        driver.write_bytes(broken)
        fresh = AisleRiot()
        assert fresh.deal("yield", seed=3).legal_moves() == expected
        fresh.close()
        assert driver.read_bytes() == whole
    assert [path.name for path in folder.parent.iterdir()] == [folder.name]


@pytest.mark.long
def test_every_game_plays(engine: AisleRiot) -> None:
    for variant in engine.variants:
        for options in ({}, *({name: True} for name, on in engine.options(variant).items() if not on)):
            game = engine.deal(variant, seed=2, options=options)
            seen = _play(game, 4, 400)
            for before in reversed(seen):
                game.pop()
                assert _shown(game) == before, f"{variant} {options}"
            assert _play(game, 4, 400) == seen, f"{variant} {options}"
    assert engine.faults == []
