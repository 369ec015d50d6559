"""What a build keeps for the next one into the same folder: what Sphinx has read, as doctrees.

They fit only the site that they were made with. So a build takes the mark off them that
says so, and puts it back once its site stands in its place: one that fails or is killed
leaves doctrees that the next build does not trust.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

from hoyle.cache import KEPT, folder

_LOCK, _MARK = "lock", "fits"


@contextlib.contextmanager
def kept_for(output: Path) -> Iterator[Path | None]:
    """The folder of what was kept for builds into `output`; empty where it does not fit the site there.

    None where another build has it just now, or nothing can be kept.
    """
    kept = folder() / "site" / hashlib.sha256(os.fsencode(output)).hexdigest()[:16]
    with contextlib.ExitStack() as held:
        try:
            kept.mkdir(parents=True, exist_ok=True)
            lock = held.enter_context((kept / _LOCK).open("wb"))
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.utime(kept / _LOCK)
            if _identity(output) != _mark(kept):
                _empty(kept)
            (kept / _MARK).unlink(missing_ok=True)
        except OSError:
            yield None
            return
        yield kept
        _forget_old(kept.parent)


def fits(kept: Path, output: Path) -> None:
    """Mark what was kept as belonging to the site that now stands in `output`."""
    with contextlib.suppress(OSError):
        (kept / _MARK).write_text(_identity(output), encoding="ascii")


def _identity(output: Path) -> str:
    """Tells the site in a folder from any other that stood there or will."""
    try:
        status = (output / "index.html").stat()
    except OSError:
        return ""
    return f"{status.st_dev} {status.st_ino} {status.st_mtime_ns}"


def _mark(kept: Path) -> str | None:
    try:
        return (kept / _MARK).read_text(encoding="ascii")
    except (OSError, ValueError):
        return None


def _empty(kept: Path) -> None:
    for entry in kept.iterdir():
        if entry.is_dir():
            shutil.rmtree(entry, ignore_errors=True)


def _forget_old(every: Path) -> None:
    """Take out what was kept for sites that nobody has built for long."""
    with contextlib.suppress(OSError):
        for kept in every.iterdir():
            if time.time() - (kept / _LOCK).stat().st_mtime > KEPT:
                shutil.rmtree(kept, ignore_errors=True)
