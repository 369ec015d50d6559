"""`hoyle build` as a process: its exit status, its progress, and how it ends."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hoyle.cli.build import _progress

GOLF = '<article xml:lang="en"><title>Golf</title><para>Seven piles.</para></article>'
COMMAND = [sys.executable, "-c", "from hoyle.cli import main; main()", "build", "--plain", "--output", "site"]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "hoyle.toml").write_text('pages = ["help"]\nsource = "en"\nlanguages = []\n')
    (tmp_path / "help/en").mkdir(parents=True)
    (tmp_path / "help/en/golf.xml").write_text(GOLF)
    return tmp_path


def start(project: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        COMMAND,
        cwd=project,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
    )


def test_pages_that_cannot_be_read_are_told_and_the_others_built(project: Path) -> None:
    (project / "help/en/broken.xml").write_text("no page at all")
    for _build in ("first", "second"):  # the second reads only what has changed, and tells of the fault again
        process = start(project)
        _told, complaints = process.communicate(timeout=120)
        assert process.returncode == 1, complaints
        assert "help/en/broken.xml:1" in complaints
        assert "1 page could not be read" in complaints
        assert "Seven piles." in (project / "site/en/games/golf.html").read_text(encoding="utf-8")


def test_two_folders_of_pages_in_a_language_are_refused_and_not_one_left_out(project: Path) -> None:
    (project / "hoyle.toml").write_text('pages = ["help", "more"]\n')
    (project / "more/en").mkdir(parents=True)
    process = start(project)
    _told, complaints = process.communicate(timeout=60)
    assert process.returncode == 2
    assert complaints == "hoyle: the site takes one folder of pages a language; there are help/en, more/en\n"


@pytest.mark.parametrize("folder", ["help", ".", "others"])
def test_what_is_no_site_is_not_replaced_by_one(project: Path, folder: str) -> None:
    (project / "others").mkdir()
    (project / "others/notes.txt").write_text("mine")
    before = sorted(project.rglob("*"))
    process = subprocess.run(
        [*COMMAND[:-1], folder], cwd=project, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C.UTF-8"}
    )
    assert process.returncode == 2
    assert "which a new site would replace; name another folder" in process.stderr
    assert sorted(project.rglob("*")) == before


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="there is no /proc to find child processes in")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_no_process_outlives_a_build_that_is_ended(project: Path, number: signal.Signals) -> None:
    process = start(project)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    end = time.monotonic() + 60
    while not (workers := children.read_text().split()):
        assert time.monotonic() < end
        time.sleep(0.02)
    process.send_signal(number)
    process.wait(timeout=30)
    assert process.returncode == (143 if number == signal.SIGTERM else -9)
    end = time.monotonic() + 10
    while any(is_running(worker) for worker in workers):
        assert time.monotonic() < end
        time.sleep(0.05)
    if number == signal.SIGTERM:
        assert sorted(path.name for path in project.iterdir()) == ["help", "hoyle.toml"]


def is_running(pid: str) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_a_bar_for_each_language_after_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, now = Terminal(), [0.0]
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setenv("TERM", "xterm")
    with _progress() as show:
        assert show is not None
        show("en", "read", 1, 4)
        assert terminal.getvalue() == ""
        now[0] = 1.5
        show("en", "read", 2, 4)
        show("eu", "write", 3, 9)
    shown = terminal.getvalue()
    assert "en reading" in shown
    assert "2/4" in shown
    assert "eu writing" in shown
    assert "3/9" in shown


def test_nothing_is_shown_where_there_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with _progress() as show:
        assert show is None


def test_links_to_folders_are_not_followed_in_circles(project: Path) -> None:
    (project / "help/en/again").symlink_to("..", target_is_directory=True)
    process = start(project)
    _told, complaints = process.communicate(timeout=120)
    assert (process.returncode, complaints) == (0, "")
    assert [path.name for path in (project / "site/en/games").rglob("*.html")] == ["golf.html"]
