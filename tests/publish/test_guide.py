"""The commands that the guide shows can be run as shown."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from hoyle import data
from hoyle.cli import main

PAGES = ("translate", "automate")
SLOW = ("serve", "build")
"""Commands that are only read here: others try what they do."""

GOLF = """<article xml:lang="{lang}"><title>Golf</title>
<section><title>{rules}</title><para>{text}</para></section></article>
"""


def commands(page: str) -> list[list[str]]:
    text = (data.folder("site") / f"guide/{page}.rst").read_text(encoding="utf-8")
    blocks = re.findall(r"\.\. code-block:: sh\n\n((?:   .*\n)+)", text)
    return [shlex.split(line)[1:] for block in blocks for line in block.splitlines() if line.strip()]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    text = (data.folder("site") / "guide/automate.rst").read_text(encoding="utf-8")
    (settings,) = re.findall(r"\.\. code-block:: toml\n\n((?:   .*\n)+)", text)
    (tmp_path / "hoyle.toml").write_text(re.sub("(?m)^   ", "", settings))
    for lang, rules, said in (("en", "Goal", "Move all cards to the waste."), ("eu", "Xedea", "Mugitu kartak.")):
        (tmp_path / "help" / lang).mkdir(parents=True)
        page = GOLF.format(lang=lang, rules=rules, text=said)
        (tmp_path / "help" / lang / "golf.xml").write_text(page, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return tmp_path


def test_each_command_of_the_guide_runs(project: Path) -> None:
    for command in (command for page in PAGES for command in commands(page)):
        if command[0] in SLOW:
            command = [*command, "--help"]
        done = CliRunner().invoke(main, command)
        # 1: something was found, which is not for the guide to know.
        assert done.exit_code in (0, 1), (command, done.output)
        assert done.exception is None or isinstance(done.exception, SystemExit), (command, done.exception)


def test_the_guide_shows_each_command_for_translators_and_maintainers() -> None:
    named = {command[0] for page in PAGES for command in commands(page)}
    assert named >= {"extract", "update", "localize", "align", "status", "suggest", "check", "facts", "build", "serve"}
