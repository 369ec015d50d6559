"""What a move changed, read from the positions before and after it."""

from __future__ import annotations

from hoyle.observe.play import Step
from hoyle.observe.session import Session
from hoyle.observe.table import drawn, up
from hoyle_engine.cards import Card
from hoyle_engine.moves import Move
from hoyle_engine.reference import ENGINE


def cards(*texts: str) -> list[Card]:
    return [Card.parse(text) for text in texts]


def step(variant: str, piles: dict[tuple[str, int], list[Card]], move: str) -> Step:
    made = Session(ENGINE, variant).try_move({key: up(*held) for key, held in piles.items()}, Move.parse(move))
    assert made is not None
    return made


def test_a_card_that_goes_to_a_pile_not_named_in_the_position_is_gained_there() -> None:
    made = step("forty-thieves", {("tableau", 1): cards("5S", "9H")}, "tableau 1 -> tableau 2")
    assert made.gone == []
    assert made.lost == made.gained == {}
    assert drawn(made.after) == "tableau 1: 5S\ntableau 2: 9H"


def test_a_card_that_goes_to_a_foundation_is_lost_here_and_gained_there() -> None:
    made = step("forty-thieves", {("tableau", 1): cards("5S", "AH")}, "tableau 1 -> foundation 3")
    assert made.lost == {"tableau": cards("AH")}
    assert made.gained == {"foundation": cards("AH")}
    assert made.gone == []
    assert made.points == 5


def test_a_pair_that_is_removed_is_gone() -> None:
    made = step("monte-carlo", {("tableau", 1): cards("9H"), ("tableau", 2): cards("9S")}, "tableau 1 -> tableau 2")
    assert made.gone == sorted(cards("9H", "9S"))
    assert made.points == 2


def test_a_move_that_is_not_legal_is_none() -> None:
    session = Session(ENGINE, "monte-carlo")
    position = {("tableau", 1): up(*cards("9H")), ("tableau", 3): up(*cards("9S"))}
    assert session.try_move(position, Move.parse("tableau 1 -> tableau 3")) is None


def test_what_was_allowed_in_play_disproves_a_rule() -> None:
    from hoyle.observe.relation import Building

    session = Session(ENGINE, "forty-thieves")
    assert session.natural.agrees("tableau", Building((-1,), frozenset({"suit"}), wrap=False))
    assert not session.natural.agrees("tableau", Building((1,), frozenset({"suit"}), wrap=False))


def test_a_session_plays_once() -> None:
    session = Session(ENGINE, "yield")
    assert session.steps is session.steps
    assert session.once(len_of_deck) == session.once(len_of_deck) == 52
    assert CALLS == ["yield"]


CALLS: list[str] = []


def len_of_deck(session: Session) -> int:
    CALLS.append(session.variant)
    return len(session.deck)
