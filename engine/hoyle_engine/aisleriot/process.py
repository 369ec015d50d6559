"""The process that runs AisleRiot's rules: one command, one answer."""

from __future__ import annotations

import contextlib
import json
import os
import select
import subprocess
import tempfile
import threading
import time
import weakref
from pathlib import Path
from typing import IO, Any

from hoyle_engine.aisleriot.installation import Installation, compiled
from hoyle_engine.interface import EngineFailed

_SERVE = "((@ (hoyle driver) serve))"


class EngineError(EngineFailed):
    """AisleRiot's rules failed, or their process ended or did not answer in time."""


class EngineTimeout(EngineError):
    """AisleRiot's rules did not answer in time. Their process is ended."""


def expression(value: object) -> str:
    """Write a value as Scheme reads it.

    >>> expression(["deal", True, 'a "b"', (1, 2)])
    '("deal" #t "a \\\\"b\\\\"" (1 2))'
    """
    match value:
        case bool():
            return "#t" if value else "#f"
        case int():
            return str(value)
        case str():
            return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
        case list() | tuple():
            return "(" + " ".join(map(expression, value)) + ")"
    raise TypeError(f"Scheme is sent numbers, strings, truth values and lists, not {value!r}")


class Process:
    """A Guile process that answers one line for each. It starts at once, and ends when nothing holds it any more.

    `timeout` is how many seconds a command may take. `faults` gathers the errors raised inside rule modules, which
    count as refusals.
    """

    def __init__(self, installation: Installation, timeout: float) -> None:
        self._timeout = timeout
        self._lock = threading.Lock()
        self._owner = os.getpid()
        self._buffer = bytearray()
        self.faults: list[str] = []
        with compiled(installation) as ours:
            try:
                self._start(installation, ours)
                return
            except EngineTimeout:
                raise
            except EngineError:
                pass  # What is in the cache may be broken in a way that its sums do not show.
        with compiled(installation, fresh=True) as ours:
            self._start(installation, ours)

    def _start(self, installation: Installation, ours: Path) -> None:
        errors = tempfile.TemporaryFile()  # noqa: SIM115 -- closed with the process
        self._guile = subprocess.Popen(
            [installation.guile, "--no-auto-compile", "-C", installation.modules, "-C", ours, "-c", _SERVE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            # The options' names are read as AisleRiot writes them, untranslated.
            env={**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": ""},
        )
        self._errors = errors
        self._end = weakref.finalize(self, _end, self._guile, errors, self._owner)
        self._buffer.clear()
        self._read()

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._guile.pid

    @property
    def is_usable(self) -> bool:
        """Whether the process runs and belongs to this one (not to one that this was forked from)."""
        return self._owner == os.getpid() and self._guile.poll() is None

    def ask(self, command: str, *arguments: object) -> dict[str, Any]:
        """Send a command and return the answer. Raises `EngineError`."""
        line = "(" + " ".join((command, *map(expression, arguments))) + ")\n"
        with self._lock:
            if not self.is_usable:
                raise EngineError("the process that runs AisleRiot's rules has ended: deal the game again")
            assert self._guile.stdin is not None
            try:
                self._guile.stdin.write(line.encode())
                self._guile.stdin.flush()
                answer = self._read()
            except OSError:
                raise self._ended() from None
            except BaseException:
                # An interrupt may have left an answer unread, which the next question must not get.
                self.close()
                raise
        self.faults += answer.get("faults", ())
        if fault := answer.get("error"):
            raise EngineError(f"AisleRiot's rules failed at {command}: {fault}")
        return answer

    def _read(self) -> dict[str, Any]:
        assert self._guile.stdout is not None
        stream = self._guile.stdout.fileno()
        deadline = time.monotonic() + self._timeout
        start = 0
        while (end := self._buffer.find(b"\n", start)) < 0:
            start = len(self._buffer)
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([stream], [], [], left)[0]:
                self.close()
                raise EngineTimeout(f"AisleRiot's rules did not answer within {self._timeout:g} seconds")
            if not (more := os.read(stream, 1 << 16)):
                raise self._ended()
            self._buffer += more
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        try:
            answer: dict[str, Any] = json.loads(line)
        except ValueError:
            self.close()
            raise EngineError("the process that runs AisleRiot's rules answered something unreadable") from None
        return answer

    def _ended(self) -> EngineError:
        lines: list[str] = []
        if self._end.alive:
            self._errors.seek(0)
            lines = self._errors.read().decode(errors="replace").strip().splitlines()
            self.close()
        return EngineError("the process that runs AisleRiot's rules ended" + (f": {lines[-1]}" if lines else ""))

    def close(self) -> None:
        """End the process. Closing twice is closing once."""
        self._end()


def _end(guile: subprocess.Popen[bytes], errors: IO[bytes], owner: int) -> None:
    if owner != os.getpid():
        return  # A forked process leaves its parent's Guile alone.
    if guile.poll() is None:
        guile.kill()
    guile.wait()
    for stream in (guile.stdin, guile.stdout, errors):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()
