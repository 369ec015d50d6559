"""A game, move by move: the record, its moves in words, what the script is given."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from hoyle import data
from hoyle.publish.playing import play, recorded, shown_game
from hoyle.publish.replay import Replay, as_json, in_words, replay_of
from hoyle_engine.reference import ENGINE

RECORDS = sorted((data.folder("site") / "games").glob("*.txt"))


def test_there_are_records() -> None:
    assert {"monte-carlo", "yield"} <= {path.stem for path in RECORDS}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_game_on_record_can_be_played_again_and_ends_as_it_says(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    known = recorded(text)
    assert known is not None, "the rules have changed: look for another game"
    game, moves = known
    for move in moves:
        game.push(move)
    assert game.is_won == text.rstrip().endswith("won")
    # Four suits of Spider are seldom won; no search that anyone would wait for has found one.
    assert game.is_won or path.stem == "spider"


def test_where_there_is_no_record_the_engine_plays_the_same_game_each_time() -> None:
    first, second = (play("klondike", ENGINE, (1,), limit=200)[1] for _ in range(2))
    assert first == second
    assert len(first) > 20


def test_a_record_that_the_rules_forbid_is_left_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "games").mkdir()
    text = (data.folder("site") / "games/monte-carlo.txt").read_text(encoding="utf-8")
    (tmp_path / "games/monte-carlo.txt").write_text(re.sub("tableau .*\n", "click tableau 3\n", text, count=1))
    monkeypatch.setattr(data, "folder", lambda name: tmp_path)
    assert recorded((tmp_path / "games/monte-carlo.txt").read_text(encoding="utf-8")) is None
    assert shown_game("monte-carlo", ENGINE)[1]


@pytest.fixture(scope="module")
def shown() -> Replay:
    return replay_of("monte-carlo", ENGINE)


def test_the_data_give_the_table_after_each_move(shown: Replay) -> None:
    told = json.loads(as_json(shown, "fr"))
    assert told["corners"] == {"A": "A", "J": "V", "Q": "D", "K": "R"}
    cards = told["start"]
    for position, changes in zip(shown.positions[1:], told["steps"], strict=True):
        for pile, now in changes:
            assert cards[pile] != now
            cards[pile] = now
        assert cards == [
            " ".join(str(card) if up else "?" for card, up in zip(pile.cards, pile.faces, strict=True))
            for pile in position
        ]
    assert len(told["scores"]) == len(told["steps"]) + 1


def test_a_card_face_down_is_not_told(shown: Replay) -> None:
    stock = json.loads(as_json(shown, "en"))["start"][0].split()
    assert set(stock) == {"?"}


def test_the_table_can_be_told_in_words(shown: Replay) -> None:
    words = json.loads(as_json(shown, "eu"))["words"]
    cards = {str(card) for pile in shown.positions[0] for card in pile.cards}
    assert words["cards"].keys() == cards
    assert words["cards"]["9S"] == "pikako 9"
    assert len(words["piles"]) == len(shown.positions[0])
    hidden = {str(pile.faces.count(False)) for position in shown.positions for pile in position if False in pile.faces}
    assert words["down"].keys() == hidden


@pytest.mark.parametrize(
    ("lang", "removed", "dealt"),
    [
        ("en", "{} of {} and {} of {}: removed", "Stock: {} cards are dealt"),
        ("fr", "On enlève\u00a0: {} de {} et {} de {}", "Pioche\u00a0: {} cartes sont distribuées"),
        ("eu", "Kendu: {} {} eta {} {}", "Sorta: {} karta banatzen dira"),
    ],
)
def test_each_move_is_told_in_words(shown: Replay, lang: str, removed: str, dealt: str) -> None:
    lines = in_words(shown, lang)
    assert len(lines) == len(shown.moves)
    for pattern in (removed, dealt):
        shape = re.compile(re.escape(pattern).replace(r"\{\}", r"\w+"))
        assert any(shape.fullmatch(line) for line in lines), (pattern, lines)


def test_moves_from_pile_to_pile_are_told_with_both() -> None:
    _game, moves = shown_game("yukon", ENGINE)
    lines = in_words(replay_of("yukon", ENGINE), "en")
    move = next(number for number, move in enumerate(moves) if move.target and move.target[0] == "foundation")
    assert re.fullmatch(r"\w+ of \w+: from pile \d of the tableau to pile \d of the foundation", lines[move])
