"""The command `hoyle-engine`."""

from __future__ import annotations

import errno
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from hoyle_engine.cli import main

GOLF = "golf; waste 1: 2S; tableau 1: AH"


def run(*arguments: str, typed: str = "", status: int = 0) -> str:
    result = CliRunner().invoke(main, arguments, input=typed)
    assert result.exit_code == status, result.output
    return result.output


def test_list_names_the_variants_and_their_options() -> None:
    lines = run("list").splitlines()
    assert "golf" in lines
    assert "spider: Four Suits (default), Two Suits, One Suit" in lines


def test_a_game_is_won_by_number() -> None:
    output = run("play", "golf", "--position", GOLF, typed="1\nquit\n")
    assert "tableau 1: AH" in output
    assert "  1. tableau 1 -> waste 1" in output
    assert "You have won." in output
    assert output.endswith("1 point after 1 move.\n")


def test_undo_hint_and_moves_in_words() -> None:
    output = run("play", "golf", "--position", GOLF, typed="hint\ntableau 1 -> waste 1\nundo\nundo\n")
    assert "Think of: tableau 1 -> waste 1" in output
    assert "Taken back: tableau 1 -> waste 1." in output
    assert "There is no move to take back." in output


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("9", "There is no move 9; there are"),
        ("tableau 1 -> tableau 2", "Not allowed: tableau 1 -> tableau 2: the rules of golf forbid it here."),
        ("tableau 9 -> waste 1", "Not allowed: tableau 9 -> waste 1: golf has no tableau 9."),
        ("go", "'go' is no move: write `tableau 3 -> foundation 1` or `click stock 1`, or help."),
        ("help", "undo    take the last move back"),
    ],
)
def test_what_is_typed_wrong_gets_an_answer(typed: str, message: str) -> None:
    assert message in run("play", "golf", "--position", GOLF, typed=f"{typed}\n")


def test_hidden_cards_stay_hidden_and_nothing_is_told_by_colour() -> None:
    output = run("play", "klondike", "--seed", "1", typed="quit\n")
    assert "tableau 7: 6 face down, 6C" in output
    assert "stock 1 (24): back" in output
    assert "\x1b" not in output


def test_cards_as_symbols() -> None:
    assert "tableau 1: 🂱" in run("play", "golf", "--position", GOLF, "--symbols")


def test_a_record_is_shown_saved_and_replayed(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    output = run("play", "golf", "--seed", "1", typed=f"click stock 1\nrecord\nsave {file}\n")
    assert "result: 0 points, unfinished" in output
    assert run("replay", str(file)) == "golf: 1 move, 0 points.\n"
    file.write_text(file.read_text(encoding="utf-8").replace("0 points", "9 points"), encoding="utf-8")
    assert "the record says 9 points" in run("replay", str(file), status=1)


def test_a_full_disk_costs_no_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.txt"
    run("play", "golf", "--seed", "1", typed=f"save {file}\n")
    file.chmod(0o600)
    before = file.read_text(encoding="utf-8")
    write = Path.write_text

    def half(path: Path, text: str, **options: str) -> int:
        write(path, text[: len(text) // 2], **options)
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(Path, "write_text", half)
        output = run("play", "golf", "--seed", "1", typed=f"click stock 1\nsave {file}\n")
    assert f"{file}: No space left on device." in output
    assert file.read_text(encoding="utf-8") == before
    assert [each.name for each in tmp_path.iterdir()] == ["game.txt"]
    run("play", "golf", "--seed", "1", typed=f"click stock 1\nsave {file}\n")
    assert file.read_text(encoding="utf-8") != before
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_record_is_saved_through_a_link_and_to_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "link.txt").symlink_to("game.txt")
    run("play", "golf", "--seed", "1", typed=f"save {tmp_path}/link.txt\nsave /dev/null\n")
    assert (tmp_path / "link.txt").is_symlink()
    assert run("replay", str(tmp_path / "game.txt")) == "golf: 0 moves, 0 points.\n"


@pytest.mark.parametrize("name", ["a" * 300, "a\0b"])
def test_a_name_that_no_file_can_have_is_said(name: str) -> None:
    assert f"{name}: " in run("play", "golf", "--seed", "1", typed=f"save {name}\n")


@pytest.mark.parametrize("guile", ["/bin/false", "/nonexistent"])
def test_an_engine_that_fails_is_said(guile: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "aisleriot").mkdir()
    for name in ("klondike.go", "aisleriot/api.go"):
        (tmp_path / name).touch()
    for name, value in (("AISLERIOT", str(tmp_path)), ("GUILE", guile)):
        monkeypatch.setenv(f"HOYLE_{name}", value)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    output = run("perft", "klondike", "1", "--engine", "aisleriot", status=2)
    assert output.startswith("Error: ")
    assert guile in output


def test_a_folder_that_is_not_there_is_said() -> None:
    assert "No such file or directory" in run("play", "golf", "--position", GOLF, typed="save no/such/folder\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("play", "bridge"), "no variant 'bridge'; there are accordion"),
        (("play", "golf", "--option", "Jokers"), "golf has no option 'Jokers'; its options: none"),
        (("perft", "golf", "--position", "golf; waste 1: 1S"), "waste 1: '1S' is no card"),
        (("perft", "golf", "--position", "yukon"), "the position is one of yukon, not of golf"),
        (("perft", "golf", "0"), "0 is not in the range"),
    ],
)
def test_unusable_arguments_end_with_status_2(arguments: tuple[str, ...], message: str) -> None:
    assert message in run(*arguments, status=2)


def test_a_file_that_ends_the_program_is_told(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("\nraise SystemExit(0)\n", encoding="utf-8")
    assert "mine.py:2: the file ends the program (SystemExit)" in run("play", str(file), status=2)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("argument", ["list", "--help"])
def test_output_that_finds_no_room_is_one_sentence(argument: str) -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-c", "from hoyle_engine.cli import main; main()", argument]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (2, "Error: No space left on device\n")
