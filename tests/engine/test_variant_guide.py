"""The guide for authors of variants, followed to the letter."""

from __future__ import annotations

import doctest
import re
import textwrap
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from hoyle_engine import reference, short_cuts, variant
from hoyle_engine.cli import main

GUIDE = (Path(__file__).parents[2] / "site/guide/variants.rst").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The code of the guide in a language."""
    found = re.findall(rf"\.\. code-block:: {language}\n\n((?:   .*\n|\n)+)", GUIDE)
    return [textwrap.dedent(block).strip() + "\n" for block in found]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the reader's own, holding the guide's file."""
    (tmp_path / "simple_simon.py").write_text(blocks("python")[0], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(reference.ENGINE, "declared", dict(reference.ENGINE.declared))
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_the_commands_of_the_guide_run() -> None:
    commands = [line.removeprefix("$ hoyle-engine ") for block in blocks("console") for line in block.splitlines()]
    commands += re.findall(r"``hoyle-engine (perft .+?)``", GUIDE)
    assert commands
    for command in commands:
        result = CliRunner().invoke(main, command.split(), input="1\nundo\nquit\n")
        assert result.exit_code == 0, f"{command}: {result.output}"


@pytest.mark.usefixtures("folder")
def test_the_python_of_the_guide_says_what_the_guide_says() -> None:
    for block in blocks("pycon"):
        test = doctest.DocTestParser().get_doctest(block, {}, "guide", None, 0)
        assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.usefixtures("folder")
def test_the_game_of_the_guide_can_be_played() -> None:
    name = reference.load("simple_simon.py")
    game = reference.deal(name, seed=4)
    assert [len(pile.cards) for pile in game.piles] == [0, 0, 0, 0, 8, 8, 8, 7, 6, 5, 4, 3, 2, 1]
    for _ in range(50):
        moves = game.legal_moves()
        if not moves:
            break
        game.push(moves[-1])
        assert Counter(card for pile in game.piles for card in pile.cards) == Counter(game.dealt)


def test_the_guide_knows_every_word() -> None:
    words = {
        name
        for module in (variant, short_cuts)
        for name, value in vars(module).items()
        if getattr(value, "__module__", None) in (variant.__name__, short_cuts.__name__) and not name.startswith("_")
    }
    words -= {"Relation", "Lift", "ShortCut", "Place", "Click", "Goal", "Change"}
    assert not {word for word in words if word not in GUIDE}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1", "it needs `VARIANT = Variant"),
        ("x = (", "bad.py:1:5: '(' was never closed"),
        ("\nfrom hoyle_engine.variant import Pile", "bad.py:2: cannot import name 'Pile'"),
        ("import sys\nsys.exit('no')", "bad.py:2: the file ends the program"),
    ],
)
def test_a_file_that_declares_no_variant_is_refused(folder: Path, text: str, message: str) -> None:
    (folder / "bad.py").write_text(text, encoding="utf-8")
    result = CliRunner().invoke(main, ["play", "bad.py"])
    assert result.exit_code == 2
    assert message in result.output
