"""Writing a file whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from hoyle.messages import _


class CannotWrite(OSError):
    """A file could not be written; what stood there before is untouched."""


def write_whole(path: Path | str, content: bytes) -> bool:
    """Put `content` in the place of a file, so that nobody ever sees half of it.

    The content is written beside the file and renamed: whoever reads meanwhile, and
    whoever looks after a crash, finds the old file or the new one. A file that already
    holds the content is left alone, with its date. The folder is made where it is
    missing; a link stays a link; the file keeps its permissions. Returns whether
    anything was written; raises `CannotWrite`.
    """
    target = Path(os.path.realpath(path))
    beside: str | None = None
    try:
        mode = target.stat().st_mode & 0o7777 if target.exists() else 0o666 & ~_mask()
        if target.is_file() and target.read_bytes() == content:
            return False
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part")
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(beside).chmod(mode)
        Path(beside).replace(target)
    except OSError as error:
        if beside is not None:
            with contextlib.suppress(OSError):
                Path(beside).unlink()
        raise CannotWrite(
            _("{path}: cannot be written: {reason}").format(path=path, reason=error.strerror or error)
        ) from error
    return True


def _mask() -> int:
    """The bits that this process takes from the permissions of new files."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
