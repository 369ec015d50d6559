"""`--watch`: do something again whenever files change."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import click

from hoyle.messages import _

INTERVAL = 0.5
"""Seconds between two looks at the files."""


def watch(action: Callable[[], object], paths: Iterable[Path], interval: float = INTERVAL) -> None:
    """Run `action` now and after each change of the files and folders, until Ctrl-C.

    An action that gives up, because a file is half written or broken, is run again at the
    next change.
    """
    roots = tuple(paths)
    try:
        while True:
            seen = _state(roots)
            if sys.stdout.isatty():
                click.clear()
            with contextlib.suppress(SystemExit):
                action()
            click.echo(_("Waiting for changes; Ctrl-C ends."), err=True)
            while (now := _state(roots)) == seen:
                time.sleep(interval)
            # Editors and version control write several files: wait until they have done.
            while (later := _state(roots)) != now:
                now = later
                time.sleep(interval / 5)
    except KeyboardInterrupt:
        click.echo(err=True)


def _state(roots: Iterable[Path]) -> dict[str, tuple[int, int]]:
    """When each file was last changed, and its size."""
    state = {}
    for root in roots:
        folders = os.walk(root) if root.is_dir() else [(str(root.parent), [], [root.name])]
        for folder, _folders, names in folders:
            for name in names:
                path = Path(folder, name)
                with contextlib.suppress(OSError):
                    status = path.stat()
                    state[str(path)] = (status.st_mtime_ns, status.st_size)
    return state
