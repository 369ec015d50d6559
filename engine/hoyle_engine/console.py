"""A group of commands whose output may be refused: a full disk, a closed terminal, a reader that went away."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from typing import Any

import click


class Commands(click.Group):
    """Ends with a sentence, and no traceback, where the system refuses to read or to write something."""

    def refused(self, error: OSError) -> str:
        """What to tell of it."""
        where = "" if error.filename is None else f"{error.filename}: "
        return f"Error: {where}{error.strerror or error}"

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the command line, up to the last of its output."""
        for name in ("stdout", "stderr"):
            if getattr(sys, name) is None:  # closed, as `>&-` does: then nobody wants to read it
                setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
        try:
            try:
                return super().main(*args, **kwargs)
            finally:
                if not sys.stdout.closed:
                    sys.stdout.flush()
        except OSError as error:
            _drop_output()
            if error.errno == errno.EPIPE:  # nobody reads on, as after `| head`
                sys.exit(1)
            with contextlib.suppress(OSError):
                click.echo(self.refused(error), err=True)
            sys.exit(2)


def _drop_output() -> None:
    """Let what was not written yet go nowhere: the interpreter would try again, and fail again, when it ends."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
