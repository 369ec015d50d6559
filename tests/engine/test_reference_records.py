"""Records of games, and cards and moves as text."""

from __future__ import annotations

import pytest

from hoyle_engine import decks, reference
from hoyle_engine.cards import Card
from hoyle_engine.moves import Move
from hoyle_engine.record import Record

START = "variant: golf\nposition: golf; waste 1: 2S; tableau 1: AH\n"


def test_a_record_of_a_position_replays() -> None:
    record = Record.parse(f"# by hand\n{START}\ntableau 1 -> waste 1\nresult: 1 points, won\n")
    assert record.replay().is_won


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("position: golf\nresult: 0 points, won", "no line `variant:`"),
        (START, "no line `result:`"),
        ("variant: golf\nresult: 0 points, won", "`deck:` and `position:`"),
        (f"{START}result: many", "'many' is not like"),
        (f"{START}tableau one -> waste 1\nresult: 0 points, won", "line 3: 'tableau one -> waste 1' is no move"),
        (f"{START}variant: golf\nresult: 0 points, won", "line 3: variant is there twice"),
    ],
)
def test_what_is_no_record_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Record.parse(text)


def test_a_move_that_the_rules_forbid_is_named() -> None:
    with pytest.raises(ValueError, match="move 2: click stock 1"):
        Record.parse(f"{START}tableau 1 -> waste 1\nclick stock 1\nresult: 1 points, won\n").replay()


def test_another_result_is_refused() -> None:
    with pytest.raises(ValueError, match="says 5 points, stuck; its moves lead to 1 points, won"):
        Record.parse(f"{START}tableau 1 -> waste 1\nresult: 5 points, stuck\n").replay()


def test_a_record_keeps_the_options() -> None:
    game = reference.deal("klondike", seed=3, options={"Three card deals": True})
    game.push(Move.parse("click stock 1"))
    assert "options: Three card deals" in str(Record.of(game))
    assert Record.parse(str(Record.of(game))).replay().piles == game.piles


@pytest.mark.parametrize("card", [*decks.STANDARD, *decks.JOKER[-2:]], ids=str)
def test_a_card_is_read_back_from_its_text_forms(card: Card) -> None:
    assert Card.parse(str(card)) == card
    assert Card.parse(card.unicode) == card


def test_decks_hold_what_their_names_say() -> None:
    sizes = [len(deck) for deck in (decks.STANDARD, decks.DOUBLE, decks.TRIPLE, decks.JOKER, decks.STRIPPED)]
    assert sizes == [52, 104, 156, 54, 32]


def test_a_seed_shuffles_the_same_everywhere() -> None:
    # Written down once: were it to change, records and pictures of deals would, too.
    assert " ".join(map(str, decks.shuffled(decks.STANDARD, 2026)[:8])) == "7C KD QS 4S 5C JC 2H JS"


@pytest.mark.parametrize(
    "text",
    ["", "tableau 1", "tableau 1 -> waste", "click", "click stock one", "tableau 1 x -> waste 1", "cell 1 -> waste 1"],
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no move"):
        Move.parse(text)


def test_a_deal_that_lacks_cards_is_refused_with_their_names() -> None:
    text = str(Record.of(reference.deal("golf", seed=1)))
    short = text.replace(" 6C", "").replace(" KC", "")
    with pytest.raises(ValueError, match=r"the deal of golf lacks 2 of its cards: (6C, KC|KC, 6C)$"):
        Record.parse(short).replay()
    assert Record.parse(text).replay().variant == "golf"
