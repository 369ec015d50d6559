"""What holds for every variant, whatever is played."""

from __future__ import annotations

import os
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

from hoyle_engine import reference
from hoyle_engine.game import Game
from hoyle_engine.moves import IllegalMove, Move
from hoyle_engine.position import Position
from hoyle_engine.record import Record

SETTINGS = [
    (variant, options)
    for variant in reference.variants
    for options in [
        {},
        *({name: True} for name, on in reference.options(variant).items() if not on),
    ]
]
every_variant = pytest.mark.parametrize(
    ("variant", "options"), SETTINGS, ids=[" ".join([variant, *options]) for variant, options in SETTINGS]
)
seeds = st.integers(0, 2**32)
# HOYLE_EXAMPLES=200 looks harder.
few = settings(max_examples=int(os.environ.get("HOYLE_EXAMPLES", "2")), deadline=None)


def look(game: Game) -> tuple[object, ...]:
    """Everything that can be told of a position."""
    return game.piles, game.score, game.is_won, game.redeals, game.removed, game.legal_moves(), game.short_cuts()


def play(game: Game, data: DataObject, moves: int) -> None:
    """Make moves at random, short cuts among them."""
    for _ in range(data.draw(st.integers(0, moves))):
        choices = [*game.legal_moves(), *game.short_cuts()]
        if not choices:
            break
        game.push(choices[data.draw(st.integers(0, len(choices) - 1))])


@every_variant
@few
@given(seed=seeds, data=st.data())
def test_cards_are_conserved(variant: str, options: dict[str, bool], seed: int, data: DataObject) -> None:
    game = reference.deal(variant, seed=seed, options=options)
    cards = Counter(game.rules.deck)
    play(game, data, 40)
    removed = [game.rules.deck[card] for card in game.removed]
    assert Counter([*removed, *(card for pile in game.piles for card in pile.cards)]) == cards


@every_variant
@few
@given(seed=seeds, data=st.data())
def test_a_move_taken_back_restores_everything(
    variant: str, options: dict[str, bool], seed: int, data: DataObject
) -> None:
    game = reference.deal(variant, seed=seed, options=options)
    play(game, data, 20)
    before = look(game)
    for move in [*game.legal_moves(), *game.short_cuts()]:
        game.push(move)
        assert look(game) != before
        assert game.pop() == move
        assert look(game) == before


@every_variant
@few
@given(seed=seeds, data=st.data())
def test_all_moves_taken_back_lead_to_the_deal(
    variant: str, options: dict[str, bool], seed: int, data: DataObject
) -> None:
    game = reference.deal(variant, seed=seed, options=options)
    dealt = look(game)
    play(game, data, 30)
    while game.history:
        game.pop()
    assert look(game) == dealt


@every_variant
@few
@given(seed=seeds, data=st.data())
def test_equal_seeds_and_equal_decks_give_equal_games(
    variant: str, options: dict[str, bool], seed: int, data: DataObject
) -> None:
    game = reference.deal(variant, seed=seed, options=options)
    play(game, data, 20)
    for again in (
        reference.deal(variant, seed=seed, options=options),
        reference.deal(variant, deck=game.dealt, options=options),
    ):
        for move in game.history:
            again.push(Move.parse(str(move)))
        assert look(again)[0] == look(game)[0]
        assert again.score == game.score


@every_variant
@few
@given(seed=seeds, data=st.data())
def test_a_position_set_up_allows_the_same_moves(
    variant: str, options: dict[str, bool], seed: int, data: DataObject
) -> None:
    game = reference.deal(variant, seed=seed, options=options)
    play(game, data, 30)
    again = Position.parse(str(Position.of(game))).game()
    assert again.piles == game.piles
    assert set(again.legal_moves()) == set(game.legal_moves())
    assert again.score == game.score


@every_variant
@few
@given(seed=seeds, data=st.data())
def test_a_record_replays(variant: str, options: dict[str, bool], seed: int, data: DataObject) -> None:
    game = reference.deal(variant, seed=seed, options=options)
    play(game, data, 30)
    record = Record.of(game)
    assert Record.parse(str(record)) == record
    assert record.replay().piles == game.piles


@every_variant
@few
@given(seed=seeds, data=st.data())
def test_what_is_not_listed_is_refused_and_changes_nothing(
    variant: str, options: dict[str, bool], seed: int, data: DataObject
) -> None:
    game = reference.deal(variant, seed=seed, options=options)
    play(game, data, 20)
    before = look(game)
    legal = set(game.legal_moves())
    names = [(pile.kind, pile.number) for pile in game.piles]
    for _ in range(30):
        source, target = data.draw(st.sampled_from(names)), data.draw(st.sampled_from(names))
        move = data.draw(
            st.sampled_from([Move("click", source), *(Move("move", source, target, count) for count in (1, 2, 3, 14))])
        )
        if move not in legal:
            with pytest.raises(IllegalMove, match=source[0]):
                game.push(move)
    assert look(game) == before
