"""An engine that is missing, breaks or does not answer: the rest is still checked, and it is said once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

import pytest
from click.testing import CliRunner

import hoyle_engine
from hoyle.checks.run import engine_observer
from hoyle.cli.main import main
from hoyle_engine.interface import EngineFailed

PAGE = """<sect1 id="{name}" lang="en"><title>{name}</title><sect2><title>Setup</title>
<para>There are ten tableau piles, and teh stock is dealt from.</para></sect2></sect1>"""


class Broken:
    """An engine whose every game fails."""

    name = "broken"
    variants = ("ladder", "stairs")

    def options(self, variant: str) -> Mapping[str, bool]:
        return {}

    def deal(self, *given: Any, **named: Any) -> NoReturn:
        raise EngineFailed("the rules have gone home")


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder of two pages whose games the broken engine plays."""

    def engines(choice: str = "auto") -> Iterator[Broken]:
        yield Broken()

    monkeypatch.setattr(hoyle_engine, "engines", engines)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("LANGUAGE", "en")
    for name in Broken.variants:
        (tmp_path / f"{name}.xml").write_text(PAGE.format(name=name))
    return tmp_path


def test_nothing_is_known_of_a_game_whose_engine_fails_and_that_is_told_once(broken: Path) -> None:
    told: list[str] = []
    observe = engine_observer("auto", told.append)
    keys = frozenset({"tableau.piles"})
    assert [list(observe(name, keys, {})) for name in Broken.variants] == [[], []]
    assert told == ["what pages say of a game could not be checked: the rules have gone home"]


def test_the_pages_are_checked_for_all_else(broken: Path) -> None:
    run = CliRunner().invoke(main, ["check", "--format", "text", str(broken)], catch_exceptions=False)
    assert run.exit_code == 0
    assert "0 verified by the game" in run.stdout
    assert run.stderr.count("the rules have gone home") == 1


def test_an_engine_asked_for_by_name_has_to_be_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def missing() -> NoReturn:
        raise EngineFailed("Guile is not installed: install the package guile-3.0")

    monkeypatch.setattr(hoyle_engine, "_aisleriot", missing)
    page = tmp_path / "ladder.xml"
    page.write_text(PAGE.format(name="ladder"))
    run = CliRunner().invoke(main, ["check", "--engine", "aisleriot", str(page)], catch_exceptions=False)
    assert run.exit_code == 2
    assert run.stderr == "hoyle: Guile is not installed: install the package guile-3.0\n"
