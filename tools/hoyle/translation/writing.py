"""Writing a file whole or not at all."""

from __future__ import annotations

import contextlib
import fcntl
import os
import stat
from collections.abc import Iterator
from contextvars import ContextVar
from pathlib import Path

from hoyle.messages import _


class CannotWrite(OSError):
    """A file could not be written; what stood there before is untouched."""


_held: ContextVar[frozenset[Path]] = ContextVar("held", default=frozenset())


@contextlib.contextmanager
def locked(path: Path | str) -> Iterator[None]:
    """Keep other runs from writing the file, from before it is read until its new content is in its place.

    The lock is on the folder, so that nothing has to be left lying; it ends with the
    process, however that ends. Where the file system has no locks, there is none.
    """
    folder = Path(os.path.realpath(path)).parent
    if folder in _held.get():
        yield
        return
    handle: int | None = None
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder, os.O_RDONLY)
        fcntl.flock(handle, fcntl.LOCK_EX)
    token = _held.set(_held.get() | {folder})
    try:
        yield
    finally:
        _held.reset(token)
        if handle is not None:
            os.close(handle)


def write_whole(path: Path | str, content: bytes) -> bool:
    """Put `content` in the place of a file, so that nobody ever sees half of it.

    The content is written beside the file and renamed: whoever reads meanwhile, and
    whoever looks after a crash, finds the old file or the new one. A file that already
    holds the content is left alone, with its date. The folder is made where it is
    missing; a link stays a link; the file keeps its permissions. A device or a pipe
    stays what it is and takes the content. Returns whether anything was written;
    raises `CannotWrite`.
    """
    if _takes_a_stream(path):
        try:
            # Neither made nor cut short: what is not a file any more by now is left alone.
            with os.fdopen(os.open(path, os.O_WRONLY), "wb") as stream:
                stream.write(content)
        except OSError as error:
            raise _cannot_write(path, error) from error
        return True
    with locked(path):
        return _write(path, Path(os.path.realpath(path)), content)


def _write(path: Path | str, target: Path, content: bytes) -> bool:
    # Who writes holds the lock, so one name will do; what a run that was killed has left there goes away by itself.
    beside = target.with_name(f".{target.name}.part")
    begun = False
    try:
        mode = target.stat().st_mode & 0o7777 if target.exists() else 0o666 & ~_mask()
        if target.is_file() and target.read_bytes() == content:
            return False
        target.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
        begun = True
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.chmod(mode)
        beside.replace(target)
    except OSError as error:
        if begun:
            with contextlib.suppress(OSError):
                beside.unlink()
        raise _cannot_write(path, error) from error
    return True


def _takes_a_stream(path: Path | str) -> bool:
    """Whether what stands there is neither a file nor a folder: a device, a pipe, a socket."""
    try:
        # As the path is, for of an open pipe (`/dev/stdout`) there is no other.
        mode = Path(path).stat().st_mode
    except (OSError, ValueError):
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def _cannot_write(path: Path | str, error: OSError) -> CannotWrite:
    return CannotWrite(_("{path}: cannot be written: {reason}").format(path=path, reason=error.strerror or error))


def _mask() -> int:
    """The bits that this process takes from the permissions of new files."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
