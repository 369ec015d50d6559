"""The words of a declaration that no variant of the engine happens to use, and the documentation of all."""

from __future__ import annotations

import inspect

import pytest

from hoyle_engine import cards, decks, game, moves, perft, position, record, reference, table, variant
from hoyle_engine.cards import Card
from hoyle_engine.game import Game
from hoyle_engine.moves import Move
from hoyle_engine.table import Table
from hoyle_engine.variant import (
    NOTHING,
    SINGLE,
    WHOLE,
    Build,
    DealRow,
    Do,
    Lift,
    Piles,
    Refill,
    Removal,
    Row,
    Turn,
    Variant,
    line,
    sequence,
)


def deal(*piles: Piles, removal: Removal | None = None) -> Game:
    """An empty table with these piles."""
    made = reference.deal_variant(Variant("trial", piles, (Row("tableau"),), removal=removal))
    made.set_up({})
    return made


def moves_with(made: Game, **piles: str) -> list[str]:
    """The moves where `tableau_1="KS -QS"` and the like say what lies where."""
    made.set_up(
        {
            (name.split("_")[0], int(name.split("_")[1])): [
                (Card.parse(word.removeprefix("-")), not word.startswith("-")) for word in held.split()
            ]
            for name, held in piles.items()
        }
    )
    return [str(move) for move in made.legal_moves()]


@pytest.mark.parametrize(
    ("build", "on", "yes", "no"),
    [
        (Build("up", "same-color"), "5H", "6D", "6C"),
        (Build("up", "other-suit"), "5H", "6C", "6H"),
        (Build("down", "any", step=2), "5H", "3C", "4C"),
        (Build("up", "any", step=3, wrap=True), "QH", "2C", "3C"),
        (Build("same-rank", "any"), "5H", "5S", "6S"),
        (Build("either", "same-suit", wrap=True), "AH", "KH", "3H"),
        (Build("up", "any", closed=(5,)), "6H", "7C", "5C"),
    ],
)
def test_building(build: Build, on: str, yes: str, no: str) -> None:
    made = deal(Piles("tableau", line(0, 0, 3), build=build, lift=SINGLE))
    found = moves_with(made, tableau_1=on, tableau_2=yes, tableau_3=no)
    assert "tableau 2 -> tableau 1" in found
    assert "tableau 3 -> tableau 1" not in found


@pytest.mark.parametrize(
    ("lift", "counts"),
    [
        (NOTHING, set()),
        (SINGLE, {1}),
        (sequence(Build("down", "any")), {1, 2}),
        (Lift("group"), {1, 2, 3}),
        (WHOLE, {4}),
    ],
)
def test_lifting(lift: Lift, counts: set[int]) -> None:
    made = deal(Piles("tableau", line(0, 0, 2), lift=lift, empty="any"))
    held = "9H 2C 5S 4H" if lift is WHOLE else "-9H 2C 5S 4H"
    moves_with(made, tableau_1=held)
    assert {move.count for move in made.legal_moves()} == counts


def test_a_whole_pile_with_a_face_down_card_below_stays() -> None:
    made = deal(Piles("tableau", line(0, 0, 2), lift=WHOLE, empty="any"))
    assert moves_with(made, tableau_1="-9H 2C") == []


def test_a_pile_takes_no_more_than_it_holds() -> None:
    made = deal(
        Piles("tableau", line(0, 0, 2), lift=Lift("group"), empty="any", build=Build("down", "any"), capacity=2)
    )
    assert moves_with(made, tableau_1="9H", tableau_2="8C") == ["tableau 2 -> tableau 1"]
    assert moves_with(made, tableau_1="10S 9H", tableau_2="8C") == []


def test_a_row_is_dealt_on_empty_piles_too_unless_they_must_be_full() -> None:
    for needs_full, found in ((False, ["click stock 1"]), (True, [])):
        made = deal(
            Piles("stock", line(0, 0, 1), click=DealRow(needs_full=needs_full)), Piles("tableau", line(0, 1, 2))
        )
        assert moves_with(made, stock_1="-9H -8H", tableau_1="KS") == found


def test_equal_ranks_pair_off_wherever_they_lie() -> None:
    made = deal(Piles("tableau", line(0, 0, 5), lift=SINGLE), removal=Removal())
    assert set(moves_with(made, tableau_1="9H", tableau_5="9C", tableau_3="8C")) == {
        "tableau 1 -> tableau 5",
        "tableau 5 -> tableau 1",
    }


def test_ranks_that_touch_add_up() -> None:
    made = deal(Piles("tableau", line(0, 0, 5), lift=SINGLE), removal=Removal(total=10, adjacent=True))
    assert moves_with(made, tableau_1="9H", tableau_2="AC", tableau_4="9C") == [
        "tableau 1 -> tableau 2",
        "tableau 2 -> tableau 1",
    ]
    # Five and five make ten.
    assert len(moves_with(made, tableau_3="5H", tableau_4="5C")) == 2


def test_the_waste_goes_back_as_often_as_declared() -> None:
    made = deal(
        Piles("stock", line(0, 0, 1), click=Turn(count=2, redeals=1)),
        Piles("waste", line(1, 0, 1)),
        Piles("tableau", line(0, 1, 1)),
    )
    moves_with(made, stock_1="-9H -8H -7H")
    clicks = 0
    while made.legal_moves():
        made.push(made.legal_moves()[0])
        clicks += 1
    assert clicks == 5
    assert [str(card) for card in made.piles[1].cards] == ["7H", "8H", "9H"]


def test_a_pile_is_filled_from_the_first_that_holds_a_card() -> None:
    made = deal(
        Piles("stock", line(0, 0, 1)),
        Piles("waste", line(1, 0, 1)),
        Piles(
            "tableau", line(0, 1, 2), build=Build("down", "any"), lift=SINGLE, refill=(Refill("waste"), Refill("stock"))
        ),
    )
    move = Move.parse("tableau 1 -> tableau 2")
    moves_with(made, stock_1="-KS", waste_1="QS", tableau_1="4S", tableau_2="5H")
    made.push(move)
    assert [str(card) for card in made.piles[2].cards] == ["QS"]
    moves_with(made, stock_1="-KS", tableau_1="4S", tableau_2="5H")
    made.push(move)
    assert made.piles[2].cards == (Card.parse("KS"),)
    assert made.piles[2].faces == (True,)


def test_a_click_may_be_a_procedure_of_its_own() -> None:
    def works(table: Table, pile: int) -> bool:
        return len(table.cards[pile]) > 1

    def upside_down(table: Table, pile: int) -> None:
        table.lay(pile, table.cards[pile][::-1])

    made = deal(Piles("tableau", line(0, 0, 2), click=Do(works, upside_down)))
    assert moves_with(made, tableau_1="KS QS", tableau_2="AS") == ["click tableau 1"]
    made.push(made.legal_moves()[0])
    assert [str(card) for card in made.piles[0].cards] == ["QS", "KS"]


@pytest.mark.parametrize("module", [cards, decks, moves, variant, reference, game, position, record, perft])
def test_every_public_name_shows_its_use(module: object) -> None:
    missing = []
    for name, value in vars(module).items():
        if name.startswith("_") or getattr(value, "__module__", None) != module.__name__:  # type: ignore[attr-defined]
            continue
        if inspect.isfunction(value) and module is not variant and ">>>" not in (value.__doc__ or ""):
            missing.append(name)
        if inspect.isclass(value):
            for member, definition in vars(value).items():
                function = (
                    definition.fget if isinstance(definition, property) else getattr(definition, "__func__", definition)
                )
                if (
                    inspect.isfunction(function)
                    and not member.startswith("_")
                    and ">>>" not in (function.__doc__ or "")
                ):
                    missing.append(f"{name}.{member}")
    assert [name for name in missing if name not in {"Game.click", "Option.change"}] == []


def test_the_motions_of_a_table_are_documented() -> None:
    public = [
        function for name, function in vars(table.Table).items() if inspect.isfunction(function) and name[0] != "_"
    ]
    assert all(function.__doc__ for function in public)
