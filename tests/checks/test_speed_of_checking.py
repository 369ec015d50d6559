"""How long it takes to check the whole of a real manual against its games: from nothing, and after one change."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hoyle_engine import aisleriot

HELP = Path("/usr/share/help")
LANGUAGES = ("C", "fr", "eu")
FROM_NOTHING = 90.0
"""Seconds of a processor, Guile's among them; about half of it is measured where nothing else runs."""
AFTER_ONE_CHANGE = 5.0


@pytest.fixture
def manual(tmp_path: Path) -> Path:
    """AisleRiot's manual in three languages."""
    if not all((HELP / lang / "aisleriot").is_dir() for lang in LANGUAGES):
        pytest.skip("the manual of AisleRiot is not installed in three languages")
    try:
        aisleriot.AisleRiot().close()
    except aisleriot.EngineMissing as missing:
        pytest.skip(str(missing))
    for lang in LANGUAGES:
        shutil.copytree(HELP / lang / "aisleriot", tmp_path / lang / "aisleriot")
    return tmp_path


def check(manual: Path) -> tuple[float, str]:
    """The seconds of processor time that a run takes, and what it prints."""
    command = [sys.executable, "-c", "from hoyle.cli import main; main()", "check", *LANGUAGES, "--engine", "aisleriot"]
    environment = {**os.environ, "XDG_CACHE_HOME": str(manual / "cache"), "LANGUAGE": "en"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [*command, "--severity", "error"], cwd=manual, env=environment, capture_output=True, text=True, check=False
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert (done.returncode, done.stderr) == (1, "")
    assert "errors" in done.stdout
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


@pytest.mark.long
@pytest.mark.timing
def test_the_whole_manual_is_checked_in_a_minute_and_one_change_in_seconds(manual: Path) -> None:
    seconds, first = check(manual)
    assert seconds < FROM_NOTHING

    _seconds, again = check(manual)
    assert again == first, "what is remembered changes no answer"

    page = manual / "fr" / "aisleriot" / "forty_thieves.xml"
    page.write_text(page.read_text(encoding="utf-8").replace("Dix piles", "Onze piles"), encoding="utf-8")
    seconds, changed = check(manual)
    assert seconds < AFTER_ONE_CHANGE
    assert "the tableau has 11 piles" in changed
    assert changed.count(": error: ") > first.count(": error: ")
