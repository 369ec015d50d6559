"""Whatever has become of the cache, the answer is that of a run without one."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from small_manual import ENGLISH, Manual

from hoyle import cache
from hoyle.checks import remembered
from hoyle.checks.remembered import observations_of, options_of, reading_of
from hoyle.docbook.reader import read_page
from hoyle.facts.reader import read_facts
from hoyle.messages import say, say_number
from hoyle.observe.observation import Evidence, Observation

SEEN = (
    Observation(
        "score.per", [["card-to-foundation", 5]], Evidence(say_number("{count} card", "{count} cards", 2), "p", "m", 40)
    ),
    Observation("tableau.move.unit", "single", Evidence(say("{a} it", a=say("so is"))), "kings", ("sequence", ["x"])),
    Observation("foundation.piles", None, Evidence("none")),
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "hoyle"


def page(tmp_path: Path, text: str = ENGLISH) -> Path:
    path = tmp_path / "ladder.xml"
    path.write_text(text, encoding="utf-8")
    return path


def entries(folder: Path) -> list[Path]:
    return sorted(folder.glob("*/*.json"))


def ask(observe: Callable[[], Iterable[Observation]] = lambda: SEEN) -> tuple[Observation, ...]:
    return observations_of("an engine", "ladder", None, frozenset(("goal",)), observe)


def refuse() -> Iterable[Observation]:
    raise AssertionError("it was observed again")


def test_what_is_read_back_is_what_was_kept(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = page(tmp_path)
    reading_of(read_page(path), "en")
    again = read_page(path)
    monkeypatch.setattr(remembered, "read_facts", lambda *_arguments, **_more: pytest.fail("it was read again"))
    back = reading_of(again, "en")

    assert back == read_facts(again, source="en")
    assert all(one.sentence.block is again.blocks[one.sentence.block.index] for one in back.sentences)
    assert ask() == ask(refuse) == SEEN


def test_places_are_those_of_the_page_at_hand(folder: Path, tmp_path: Path) -> None:
    reading_of(read_page(page(tmp_path)), "en")
    moved = read_page(page(tmp_path, ENGLISH.replace("<entry>Ten", "\n\n <entry>Ten")))

    assert reading_of(moved, "en") == read_facts(moved, source="en")
    assert len(entries(folder)) == 1


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Ten piles", "Nine piles"),
        ("<entry>Tableau</entry>", "<entry>Reserve</entry>"),
        ("<title>Setup</title>", "<title>Strategy</title>"),
        ('xml:lang="en"', 'xml:lang="fr"'),
    ],
)
def test_a_change_of_anything_is_noticed(folder: Path, tmp_path: Path, old: str, new: str) -> None:
    reading_of(read_page(page(tmp_path)), "en")
    changed = read_page(page(tmp_path, ENGLISH.replace(old, new)))

    assert reading_of(changed, "en") == read_facts(changed, source="en")
    assert len(entries(folder)) == 2


def test_other_code_another_engine_and_other_keys_are_asked_anew(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ask()
    less = SEEN[:1]
    assert observations_of("another", "ladder", None, frozenset(("goal",)), lambda: less) == less
    assert observations_of("an engine", "ladder", None, frozenset(("goal", "score.max")), lambda: less) == less
    monkeypatch.setattr(cache, "fingerprint", lambda: "of tomorrow")
    assert ask(lambda: less) == less


def damage(content: bytes) -> Iterable[bytes]:
    """The content of an entry as accidents leave it."""
    yield b""
    yield b"\n"
    yield b"\0" * len(content)
    yield b"not ours at all"
    yield from (content[:length] for length in range(1, len(content), 97))
    for at in range(0, len(content), 61):
        yield content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]
    payload = json.dumps([{"key": "goal"}]).encode()
    yield content.partition(b"\n")[0] + b"\n" + payload
    yield content + content


def test_a_damaged_entry_is_the_same_as_none(folder: Path) -> None:
    ask()
    (path,) = entries(folder)
    whole = path.read_bytes()
    for broken in damage(whole):
        path.write_bytes(broken)
        assert ask() == SEEN
        assert path.read_bytes() == whole, "and it is mended"


def test_an_entry_in_the_place_of_another_is_not_believed(folder: Path) -> None:
    ask()
    (first,) = entries(folder)
    less = SEEN[:1]
    observations_of("an engine", "yield", None, frozenset(("goal",)), lambda: less)
    (second,) = set(entries(folder)) - {first}
    second.write_bytes(first.read_bytes())

    assert observations_of("an engine", "yield", None, frozenset(("goal",)), lambda: less) == less


@pytest.mark.parametrize("value", ['{"a": 1}', "[[1]]", '[{"key": 1}]', "null", '"text"', "[" * 100_000])
def test_a_whole_entry_of_another_form_is_not_believed(folder: Path, value: str) -> None:
    ask()
    (path,) = entries(folder)
    name = cache.key("an engine", "ladder", None, ["goal"])
    assert cache._path(remembered.OBSERVATIONS, name) == path
    payload = value.encode()
    path.write_bytes(cache._sum(remembered.OBSERVATIONS, name, payload) + b"\n" + payload)

    assert ask() == SEEN


@pytest.mark.parametrize("fault", ["full", "a file in its place", "closed", "a folder in the entry's place"])
def test_where_nothing_can_be_kept_things_are_worked_out(
    folder: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    if fault == "full":

        def full(path: Path, content: bytes) -> int:
            with path.open("wb") as file:
                file.write(content[: len(content) // 2])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(Path, "write_bytes", full)
    elif fault == "a file in its place":
        folder.parent.mkdir(parents=True)
        folder.write_bytes(b"")
    elif fault == "closed":
        folder.mkdir(parents=True)
        monkeypatch.setattr(Path, "mkdir", lambda *_a, **_k: (_ for _ in ()).throw(PermissionError()))
    else:
        ask()
        (path,) = entries(folder)
        path.unlink()
        path.mkdir()

    assert ask() == ask() == SEEN
    assert not [path for path in folder.rglob("*") if path.is_file() and path.name != ".tidied"], "nothing half written"


def test_runs_at_once_give_the_answer_of_one(tmp_path: Path) -> None:
    manual = Manual(tmp_path)
    manual.change("fr", "Dix piles", "Huit piles")
    command = [sys.executable, "-c", "from hoyle.cli import main; main()"]
    command += ["check", "docbook", "--engine", "none", "--format", "jsonl"]
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "shared")}

    def run(**more: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(command, cwd=tmp_path, env={**environment, **more}, stdout=subprocess.PIPE)

    alone = run(XDG_CACHE_HOME=str(tmp_path / "own")).communicate()[0]
    together = [run() for _ in range(3)]
    time.sleep(0.4)
    killed = run()
    time.sleep(0.3)
    killed.send_signal(signal.SIGKILL)
    killed.communicate()

    assert b"fact-differs-from-source" in alone
    assert [each.communicate()[0] for each in together] == [alone] * 3
    assert run().communicate()[0] == alone


def test_a_disk_that_takes_no_more_changes_no_answer(tmp_path: Path) -> None:
    manual = Manual(tmp_path)
    manual.change("fr", "Dix piles", "Huit piles")
    check = "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
    check += "resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)); from hoyle.cli import main; main()"

    def run(program: str) -> bytes:
        command = [sys.executable, "-B", "-c", program, "check", "docbook", "--engine", "none", "--format", "jsonl"]
        environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")}
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=False).stdout

    full = run(check)
    assert not list((tmp_path / "cache").rglob("*.json"))
    assert full == run("from hoyle.cli import main; main()")
    assert b"fact-differs-from-source" in full


def test_a_choice_of_options_is_asked_for_once_and_anew_where_the_entry_is_broken(folder: Path) -> None:
    assert options_of("an engine", "ladder", lambda: {"Two decks": False}) == ("Two decks",)
    assert options_of("an engine", "ladder", lambda: map(str, refuse())) == ("Two decks",)
    (path,) = entries(folder)
    name = cache.key("an engine", "ladder", "options")
    payload = b"[1, 2]"
    path.write_bytes(cache._sum(remembered.OBSERVATIONS, name, payload) + b"\n" + payload)
    assert options_of("an engine", "ladder", lambda: ["Easy"]) == ("Easy",)


def test_what_was_not_used_for_long_goes(folder: Path) -> None:
    ask()
    (path,) = entries(folder)
    old = path.with_name("old.json")
    left = path.with_name(f".{path.name}.123")
    for each, age in ((old, cache.KEPT + 1), (left, 2 * 24 * 3600)):
        each.write_bytes(b"")
        os.utime(each, (time.time() - age,) * 2)
    (path.parent / ".tidied").unlink()
    cache._tidy.cache_clear()
    observations_of("an engine", "yield", None, frozenset(("goal",)), lambda: SEEN)

    assert not old.exists()
    assert not left.exists()
    assert path.exists()
