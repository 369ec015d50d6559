"""Files are written whole or not at all."""

from __future__ import annotations

import errno
import fcntl
import os
import signal
import subprocess
import sys
import time
from contextvars import Context
from pathlib import Path

import pytest

from hoyle.translation.writing import CannotWrite, write_whole


def test_a_file_is_made_with_its_folder(tmp_path: Path) -> None:
    assert write_whole(tmp_path / "a" / "b.po", b"text")
    assert (tmp_path / "a" / "b.po").read_bytes() == b"text"


def test_the_same_content_is_not_written_again(tmp_path: Path) -> None:
    path = tmp_path / "a.po"
    path.write_bytes(b"text")
    os.utime(path, (1, 1))
    assert not write_whole(path, b"text")
    assert path.stat().st_mtime == 1


def test_permissions_and_links_are_kept(tmp_path: Path) -> None:
    (tmp_path / "real.po").write_bytes(b"old")
    (tmp_path / "real.po").chmod(0o640)
    (tmp_path / "link.po").symlink_to("real.po")
    write_whole(tmp_path / "link.po", b"new")
    assert (tmp_path / "link.po").is_symlink()
    assert (tmp_path / "real.po").read_bytes() == b"new"
    assert (tmp_path / "real.po").stat().st_mode & 0o777 == 0o640


def test_a_new_file_has_the_permissions_of_new_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = os.umask(0o027)
    # Another thread may make a file meanwhile: the process's own mask is left alone.
    monkeypatch.setattr(os, "umask", pytest.fail)
    try:
        (tmp_path / ".a.po.part").touch(0o600)  # what a run that was killed has left
        write_whole(tmp_path / "a.po", b"text")
    finally:
        monkeypatch.undo()
        os.umask(before)
    assert (tmp_path / "a.po").stat().st_mode & 0o777 == 0o640
    assert [path.name for path in tmp_path.iterdir()] == ["a.po"]


def test_two_writers_do_not_meet_where_there_are_no_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_file: int, _operation: int) -> None:
        raise OSError(errno.ENOTSUP, "no locks")

    path, opened = tmp_path / "a.po", []
    flush = os.fsync

    def meanwhile(file: int) -> None:
        flush(file)
        opened.append([other.name for other in tmp_path.iterdir()])
        if len(opened) == 1:
            Context().run(write_whole, path, b"the other's")

    monkeypatch.setattr(fcntl, "flock", refused)
    monkeypatch.setattr(os, "fsync", meanwhile)
    assert write_whole(path, b"text")
    assert path.read_bytes() == b"text"
    assert [len(names) for names in opened] == [1, 2]
    assert [other.name for other in tmp_path.iterdir()] == ["a.po"]


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(CannotWrite, match=r"file/a\.po: cannot be written: "):
        write_whole(tmp_path / "file" / "a.po", b"text")
    (tmp_path / "folder.po").mkdir()
    with pytest.raises(CannotWrite):
        write_whole(tmp_path / "folder.po", b"text")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder.po"]


def test_a_writer_that_is_killed_leaves_a_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "a.po"
    first, second = b"a" * 300_000, b"b" * 300_000
    path.write_bytes(first)
    script = (
        "import sys; from hoyle.translation.writing import write_whole\n"
        "while True:\n"
        "    write_whole(sys.argv[1], b'b' * 300_000); write_whole(sys.argv[1], b'a' * 300_000)\n"
    )
    for attempt in range(4):
        writer = subprocess.Popen([sys.executable, "-c", script, str(path)])
        time.sleep(0.25 + attempt * 0.017)
        writer.send_signal(signal.SIGKILL)
        writer.wait()
        assert path.read_bytes() in (first, second)


def test_a_pipe_takes_the_content_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert write_whole(pipe, b"text")
        assert os.read(reading, 100) == b"text"
    finally:
        os.close(reading)
    assert pipe.is_fifo()
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]


def test_an_open_pipe_is_written_to_by_its_number() -> None:
    reading, writing = os.pipe()
    try:
        assert write_whole(f"/dev/fd/{writing}", b"text")
        assert os.read(reading, 100) == b"text"
    finally:
        os.close(reading)
        os.close(writing)
