"""AisleRiot's rules behind the engine's interface."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from hoyle_engine.aisleriot import AisleRiot, AisleRiotGame, EngineMissing
from hoyle_engine.cards import Card
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


@pytest.mark.long
def test_every_game_plays(engine: AisleRiot) -> None:
    for variant in engine.variants:
        for options in ({}, *({name: not on} for name, on in engine.options(variant).items() if not on)):
            game = engine.deal(variant, seed=2, options=options)
            assert len(_play(game, 4, 400)) > 0 or not game.legal_moves()
