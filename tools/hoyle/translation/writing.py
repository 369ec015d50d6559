"""Writing a file whole or not at all."""

from __future__ import annotations

import contextlib
import fcntl
import os
import stat
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from pathlib import Path
from types import MappingProxyType

from hoyle.messages import _


class CannotWrite(OSError):
    """A file could not be written; what stood there before is untouched."""


_held: ContextVar[Mapping[Path, bool]] = ContextVar("held", default=MappingProxyType({}))
"""The folders that this run keeps others from writing to, and whether the file system can."""


@contextlib.contextmanager
def locked(path: Path | str) -> Iterator[bool]:
    """Keep other runs from writing the file, from before it is read until its new content is in its place.

    The lock is on the folder, so that nothing has to be left lying; it ends with the
    process, however that ends. Where the file system has no locks, there is none; gives
    whether there is one.
    """
    folder = Path(os.path.realpath(path)).parent
    held = _held.get()
    if folder in held:
        yield held[folder]
        return
    handle: int | None = None
    is_locked = False
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder, os.O_RDONLY)
        fcntl.flock(handle, fcntl.LOCK_EX)
        is_locked = True
    token = _held.set({**held, folder: is_locked})
    try:
        yield is_locked
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
    with locked(path) as is_locked:
        return _write(path, Path(os.path.realpath(path)), content, is_locked)


def _write(path: Path | str, target: Path, content: bytes, is_locked: bool) -> bool:
    # Who holds the lock needs but one name: what a run that was killed has left there goes away by itself.
    own = "" if is_locked else f".{os.urandom(8).hex()}"
    beside = target.with_name(f".{target.name}{own}.part")
    begun = False
    try:
        mode = target.stat().st_mode & 0o7777 if target.exists() else None
        if target.is_file() and target.read_bytes() == content:
            return False
        target.parent.mkdir(parents=True, exist_ok=True)
        beside.unlink(missing_ok=True)
        # A new file has the permissions that the process gives to new files.
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if mode is None else 0o600)
        begun = True
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
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
