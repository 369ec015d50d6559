"""What makes no sense is refused in a sentence that names the card, the pile, the word or the line at fault."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from hoyle_engine import Card, IllegalMove, Move, decks, perft, reference
from hoyle_engine.cli import main
from hoyle_engine.position import Position
from hoyle_engine.record import Record

EIGHT_OFF = textwrap.dedent(
    """\
    from hoyle_engine.variant import ACE, KING, SINGLE, Build, Piles, Row, Variant, line, sequence

    VARIANT = Variant(
        name="eight-off",
        piles=(
            Piles("foundation", line(4, 0, 4), build=Build("up", "same-suit"), empty=ACE),
            Piles("reserve", line(0, 1, 8), capacity=1, empty="any", lift=SINGLE),
            Piles("tableau", line(0, 2, 8), spread="down", empty=KING, lift=sequence(Build("down", "same-suit"))),
        ),
        deal=(Row("tableau", times=6), Row("reserve", (1, 2, 3, 4))),
    )
    """
)
AS = Card.parse("AS"), True


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(reference.ENGINE, "declared", dict(reference.ENGINE.declared))
    return tmp_path


def run(*arguments: str, typed: str = "", status: int = 0) -> str:
    result = CliRunner().invoke(main, arguments, input=typed)
    assert result.exit_code == status, result.output
    return result.output


@pytest.mark.parametrize(
    ("word", "instead", "message"),
    [
        ("lift=SINGLE", 'lift="single"', "number 2 (reserve), lift: 'single' is not NOTHING, SINGLE, GROUP, WHOLE or"),
        ("empty=ACE", 'empty="A"', "number 1 (foundation), empty: 'A' is not a whole number or \"any\""),
        ("empty=ACE", "empty=14", "number 1 (foundation): empty: 14 is no rank"),
        ("empty=ACE", "empty=True", "number 1 (foundation), empty: True is not"),
        ('spread="down"', 'spread="left"', '(tableau), spread: \'left\' is not "none", "down" or "right"'),
        ('Build("up", "same-suit")', 'Build("up", "suit")', "(foundation), build, suit: 'suit' is not"),
        ('Build("up", "same-suit")', '"up"', "(foundation), build: 'up' is not Build(…) or None"),
        ("line(0, 1, 8)", "(0, 1)", "(reserve), places, number 1: 0 is not a tuple of 2"),
        ("capacity=1", "capacity=0", "(reserve): capacity: 0 is less than 1"),
        ("capacity=1", "covered_by=((2,),)", "covered_by: it tells of 1 piles, and there are 8"),
        ("(1, 2, 3, 4)", "(1, 9)", "deal, number 2 (reserve): there is no reserve 9"),
        ("(1, 2, 3, 4)", "4", "deal, number 2 (reserve), piles: 4 is not a tuple or None"),
        ('Row("reserve"', 'Row("waste"', "deal, number 2 (waste): there is no pile of the kind waste"),
        ("times=6", "times=5", "deal: 44 of 52 cards are dealt, and no stock takes the rest"),
        ("times=6", "times=0", "deal, number 1 (tableau): times: 0 is less than 1"),
        ('Piles("foundation"', 'Piles("chooser"', "goal: there is no foundation"),
        ('name="eight-off"', 'name="Eight Off"', "name: 'Eight Off' is not of small letters"),
        ('name="eight-off"', 'name="a", base=("waste", 1)', "base: there is no pile of the kind waste"),
        ('name="eight-off"', 'name="a", goal="home"', "goal: 'home' is not"),
        ("capacity=1", "limits=1", "bad.py:7: Piles.__init__() got an unexpected keyword"),
    ],
)
def test_a_wrong_word_of_a_declaration_is_named(folder: Path, word: str, instead: str, message: str) -> None:
    assert word in EIGHT_OFF
    (folder / "bad.py").write_text(EIGHT_OFF.replace(word, instead), encoding="utf-8")
    assert message in run("perft", "bad.py", "1", status=2)


def test_a_game_of_a_file_is_kept_and_replayed_until_a_rule_forbids_it(folder: Path) -> None:
    file = folder / "eight_off.py"
    file.write_text(EIGHT_OFF, encoding="utf-8")
    run("play", "eight_off.py", "--seed", "1", typed="Reserve 1 -> reserve 5\nSAVE my.game\n")
    assert run("replay", "my.game", "--variant", "eight_off.py") == "eight-off: 1 move, 0 points.\n"
    file.write_text(EIGHT_OFF.replace("lift=SINGLE", ""), encoding="utf-8")
    output = run("replay", "my.game", "--variant", "eight_off.py", status=1)
    assert "move 1: reserve 1 -> reserve 5: the rules of eight-off forbid it here" in output


def test_a_record_that_cannot_be_used_ends_with_status_2(folder: Path) -> None:
    (folder / "eight_off.py").write_text(EIGHT_OFF, encoding="utf-8")
    (folder / "my.game").write_text("variant: bridge\ndeck: AS\nresult: 0 points, won\n", encoding="utf-8")
    (folder / "bytes").write_bytes(b"\xff\xfe")
    assert "with --variant FILE one of yours" in run("replay", "my.game", status=2)
    assert "a game of bridge; eight_off.py declares" in run("replay", "my.game", "--variant", "eight_off.py", status=2)
    assert "it is not text in UTF-8" in run("replay", "bytes", status=2)
    assert "line 1: " in run("replay", "eight_off.py", status=2)
    assert "no.py: No such file or directory" in run("replay", "my.game", "--variant", "no.py", status=2)


def test_a_position_and_a_seed_exclude_one_another() -> None:
    assert "--position says all that --seed would" in run("play", "golf", "--position", "golf", "--seed", "1", status=2)


def test_variants_that_are_loaded_are_listed(folder: Path) -> None:
    (folder / "eight_off.py").write_text(EIGHT_OFF, encoding="utf-8")
    reference.load("eight_off.py")
    assert "eight-off" in reference.variants


@pytest.mark.parametrize(
    ("attempt", "error", "message"),
    [
        (lambda: Card(14, "S"), ValueError, "rank 14 of suit 'S' is no card"),
        (lambda: Card(0, "H"), ValueError, "rank 0 of suit 'H' is no card"),
        (lambda: decks.deck(suits="SX"), ValueError, "suit 'X' is no card"),
        (lambda: decks.deck(copies=0), ValueError, "a deck of 0 times 52 cards holds none"),
        (lambda: reference.options("bridge"), KeyError, "no variant 'bridge'"),
        (lambda: reference.deal("golf", options="Jokers"), TypeError, "not as 'Jokers'"),  # type: ignore[arg-type]
        (lambda: reference.deal("golf", deck=decks.JOKER), ValueError, "the deck of golf holds no XC"),
        (lambda: reference.deal("golf").push("click stock 1"), TypeError, "is no Move"),  # type: ignore[arg-type]
        (lambda: reference.deal("golf").push(Move("throw", ("stock", 1))), IllegalMove, "'throw' needs a target"),
        (lambda: reference.deal("golf").set_up({"waste 1": [AS]}), ValueError, "'waste 1' names no pile"),  # type: ignore[dict-item]
        (lambda: reference.deal("golf").set_up({("waste", 2): [AS]}), ValueError, "golf has no waste 2"),
        (lambda: reference.deal("golf").set_up({("waste", 1): [AS[0]]}), TypeError, "waste 1: number 1 is not"),  # type: ignore[list-item]
        (lambda: Position.parse("golf; base 7").game(), ValueError, "golf has no base rank"),
        (lambda: Position.parse("klondike; redeals 3").game(), ValueError, "redeals 3: klondike allows 2"),
        (lambda: Position.parse("klondike; redeals -1"), ValueError, "'redeals -1' is no part of a position"),
        (lambda: Position.parse("klondike; redeals 1; redeals 1"), ValueError, "redeals is there twice"),
        (lambda: Position.parse(f"klondike; points {'9' * 5000}"), ValueError, "is no part of a position"),
        (lambda: Move.parse(f"click stock {'9' * 5000}"), ValueError, "is no move"),
        (lambda: perft.perft(reference.deal("golf"), -1), ValueError, "depth -1 is less than 0"),
        (lambda: perft.split(reference.deal("golf"), 0), ValueError, "depth 0 is less than 1"),
    ],
)
def test_python_is_told_what_is_wrong(attempt: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=re.escape(message)):
        attempt()


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (("deck: AS ZZ",), "line 2: 'ZZ' is no card"),
        (("deck:",), "line 2: the deck holds no card"),
        (("position: yukon",), "line 2: the position is one of yukon, not of golf"),
        (("position: golf", "options: Jokers"), "line 2: the options stand in the position"),
        (
            ("position: golf", "result: 0 points, won", "click stock 1"),
            "line 4: 'click stock 1' comes after the result",
        ),
        (("position: golf", "result: 0 points, lost"), "line 3: result '0 points, lost' is not like"),
    ],
)
def test_the_line_of_a_record_is_named(lines: tuple[str, ...], message: str) -> None:
    end = () if any(line.startswith("result:") for line in lines) else ("result: 0 points, won",)
    with pytest.raises(ValueError, match=re.escape(message)):
        Record.parse("\n".join(["variant: golf", *lines, *end]))
