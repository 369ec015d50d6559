"""Counts of moves, kept as transcripts of the command, on which both engines agree."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from hoyle_engine import reference
from hoyle_engine.aisleriot import EngineMissing, find
from hoyle_engine.cli import main

FOLDER = Path(__file__).parent / "perft"
PROMPT = "$ hoyle-engine "
RUNS = [
    (command, output)
    for file in sorted(FOLDER.glob("*.txt"))
    for command, _, output in (
        run.partition("\n") for run in file.read_text(encoding="utf-8").removeprefix(PROMPT).split(f"\n{PROMPT}")
    )
]


def is_big(output: str) -> bool:
    """Whether a game played out takes long."""
    counts = [int(line.rpartition(" ")[2]) for line in output.splitlines() if line.startswith("positions")]
    return sum(counts) > 300


quick_runs = pytest.mark.parametrize(
    ("command", "output"),
    [pytest.param(*run, marks=[pytest.mark.long] if is_big(run[1]) else [], id=run[0]) for run in RUNS],
)
every_run = pytest.mark.parametrize(("command", "output"), RUNS, ids=[command for command, _ in RUNS])


@quick_runs
def test_the_reference_engine_counts_as_written_down(command: str, output: str) -> None:
    assert run(command).rstrip() == output.rstrip()


@pytest.mark.long
@every_run
def test_aisleriot_counts_the_same(command: str, output: str) -> None:
    try:
        find()
    except EngineMissing as error:
        pytest.skip(str(error))
    assert run(f"{command} --engine aisleriot").rstrip() == output.rstrip()


@pytest.mark.parametrize("variant", reference.variants)
def test_every_variant_has_counts_by_first_move_and_a_game_played_out(variant: str) -> None:
    commands = [command for command, _ in RUNS if command.startswith(f"perft {variant} ")]
    assert any("--split" in command for command in commands)
    assert any("--play-out" in command for command in commands)


def run(command: str) -> str:
    result = CliRunner().invoke(main, shlex.split(command))
    assert result.exit_code == 0, result.output
    return result.output
