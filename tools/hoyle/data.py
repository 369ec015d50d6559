"""Where the project's data lies: in a checkout at its top level, in a wheel under `hoyle/data/`."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def folder(name: str) -> Path:
    """The folder `docbook`, `locale` or `site`.

    >>> folder("site").name
    'site'
    """
    packed = _PACKAGE / "data" / name
    return packed if packed.is_dir() else _PACKAGE.parent.parent / name
