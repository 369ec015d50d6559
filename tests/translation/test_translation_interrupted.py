"""Runs that are killed, and runs at the same time: a catalogue or page is the old one or the new one, whole."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hoyle.translation.catalogue import read_catalogue
from hoyle.translation.writing import write_whole

WRITER = """
import sys
from hoyle.translation.catalogue import Catalogue, Entry, write_catalogue
catalogues = [
    Catalogue(sys.argv[1], tuple(Entry(f"message {number}", f"{name} " * 40) for number in range(800)))
    for name in ("old", "new")
]
write_catalogue(sys.argv[1], catalogues[0])
print("ready", flush=True)
at = 0
while True:
    at = 1 - at
    write_catalogue(sys.argv[1], catalogues[at])
"""


def state(path: Path) -> str:
    """Which of its two states the catalogue is in; fails if in neither."""
    catalogue = read_catalogue(path)
    words = {word for entry in catalogue.entries for word in entry.msgstr.split()}
    assert len(catalogue.entries) == 800
    assert len(words) == 1
    return words.pop()


def kill_in_a_loop(path: Path, times: int) -> set[str]:
    seen = set()
    for number in range(times):
        process = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE)
        assert process.stdout
        process.stdout.readline()
        time.sleep(random.Random(number).uniform(0.02, 0.12))
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        seen.add(state(path))
    return seen


def test_a_killed_writer_leaves_a_whole_catalogue_and_the_next_one_its_rubbish_none(tmp_path: Path) -> None:
    path = tmp_path / "fr.po"
    kill_in_a_loop(path, 5)
    write_whole(path, b'msgid "a"\nmsgstr "b"\n')
    assert [file.name for file in tmp_path.iterdir()] == ["fr.po"]


@pytest.mark.long
def test_killed_a_hundred_times(tmp_path: Path) -> None:
    assert kill_in_a_loop(tmp_path / "fr.po", 100) == {"old", "new"}


PAGE = '<sect1 id="game{0}"><title>Game {0}</title><para>Pile {0} is full.</para></sect1>\n'


def hoyle(*arguments: str, folder: Path) -> subprocess.Popen[bytes]:
    script = "import sys; from hoyle.cli.main import main; sys.argv = sys.argv[1:]; main()"
    command = [sys.executable, "-c", script, "hoyle", *arguments]
    return subprocess.Popen(
        command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env={**os.environ, "LANGUAGE": "en"}
    )


def test_runs_at_once_do_not_undo_each_other(tmp_path: Path) -> None:
    for number in range(4):
        (tmp_path / f"{number}.en.xml").write_text(PAGE.format(number))
        (tmp_path / f"{number}.fr.xml").write_text(PAGE.format(number).replace("Game", "Jeu").replace("full", "pleine"))
    runs = [
        hoyle("align", "--lang", "fr", "-o", "fr.po", f"{number}.en.xml", f"{number}.fr.xml", folder=tmp_path)
        for number in range(4)
    ]
    for run in runs:
        _output, errors = run.communicate()
        assert (run.returncode, errors) == (0, b"")
    catalogue = read_catalogue(tmp_path / "fr.po")
    assert all(catalogue.find(f"Game {number}") for number in range(4))


@pytest.mark.long
def test_commands_killed_at_any_moment_leave_catalogues_and_pages_whole(tmp_path: Path) -> None:
    pages = tmp_path / "docbook" / "en"
    pages.mkdir(parents=True)
    for number in range(40):
        (pages / f"game{number}.xml").write_text(PAGE.format(number))
    (tmp_path / "hoyle.toml").write_text('languages = ["fr"]\n')
    french = tmp_path / "locale" / "fr" / "LC_MESSAGES" / "pages.po"
    assert hoyle("update", folder=tmp_path).wait() == 0
    text = french.read_text()
    for number in range(40):
        text = text.replace(f'msgid "Game {number}"\nmsgstr ""', f'msgid "Game {number}"\nmsgstr "Jeu {number}"')
    french.write_text(text)
    chance = random.Random(1)
    for turn in range(40):
        (pages / "game0.xml").write_text(PAGE.format(0).replace("full", f"full {turn}"))
        for arguments in (("update",), ("localize", "fr"), ("suggest", "fr"), ("extract", "-o", "pages.pot")):
            run = hoyle(*arguments, folder=tmp_path)
            time.sleep(chance.uniform(0.15, 0.6))
            run.kill()
            run.communicate()
            catalogue = read_catalogue(french)
            assert [entry.msgstr for number in range(40) if (entry := catalogue.find(f"Game {number}"))] == [
                f"Jeu {number}" for number in range(40)
            ]
            for page in (tmp_path / "docbook" / "fr").glob("*.xml"):
                assert page.read_text().endswith("</sect1>\n")
            if (tmp_path / "pages.pot").exists():
                assert len(read_catalogue(tmp_path / "pages.pot").entries) == 81
