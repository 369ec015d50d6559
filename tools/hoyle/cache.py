"""What was worked out once and need not be worked out again, in the user's cache folder.

An entry is a file of JSON, named by a hash of all that its value was made from; so a
change of any of it finds another file, or none. The first line is a hash of the rest and
of what the entry is for. What is cut short, damaged, or of another program does not agree
with it and is the same as none. Entries are written beside their place and renamed: two
runs at once and a killed run leave whole entries or none. Where nothing can be written,
because the disk is full or the folder is closed, things are worked out every time.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
import time
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

_DAY = 24 * 60 * 60
KEPT = 30 * _DAY
"""Seconds that an entry is kept for after it was last used."""
_PARTS = (".py", ".yaml", ".yml", ".toml", ".po", ".scm", ".json")


def folder() -> Path:
    """The folder that everything lies in which can be made again."""
    from platformdirs import user_cache_path

    return user_cache_path("hoyle")


def key(*parts: Any) -> str:
    """The name of an entry, from all that its value is made from: values that JSON can hold.

    >>> key("a", 1) == key("a", 1), key("a", "1") == key("a", 1), len(key())
    (True, False, 64)
    """
    text = json.dumps([fingerprint(), *parts], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def recall(kind: str, name: str) -> Any:
    """The value of an entry; None where there is none that can be trusted."""
    path = _path(kind, name)
    try:
        content = path.read_bytes()
        total, _newline, payload = content.partition(b"\n")
        if total != _sum(kind, name, payload):
            return None
        value = json.loads(payload)
    except (OSError, ValueError, RecursionError):
        return None
    _mark_used(path)
    return value


def remember(kind: str, name: str, value: Any) -> None:
    """Keep a value that JSON can hold; one that it cannot hold, or that cannot be written, is not kept."""
    path = _path(kind, name)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        payload = json.dumps(value).encode()
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(_sum(kind, name, payload) + b"\n" + payload)
        beside.replace(path)
    except (OSError, TypeError, ValueError, RecursionError):
        with contextlib.suppress(OSError):
            beside.unlink()
        return
    _tidy(path.parent)


def _path(kind: str, name: str) -> Path:
    return folder() / kind / f"{name[:40]}.json"


def _sum(kind: str, name: str, payload: bytes) -> bytes:
    return hashlib.sha256(f"{kind}\n{name}\n".encode() + payload).hexdigest().encode()


def _mark_used(path: Path) -> None:
    with contextlib.suppress(OSError):
        if time.time() - path.stat().st_mtime > _DAY:
            os.utime(path)


@cache
def _tidy(kept_in: Path) -> None:
    """Once a run, and once a day at the most: take out what was not used for long, and what killed runs left."""
    stamp = kept_in / ".tidied"
    with contextlib.suppress(OSError):
        now = time.time()
        if stamp.exists() and now - stamp.stat().st_mtime < _DAY:
            return
        stamp.touch()
        for entry in kept_in.iterdir():
            with contextlib.suppress(OSError):
                if now - entry.stat().st_mtime > (KEPT if entry.name.endswith(".json") else _DAY):
                    entry.unlink()


@cache
def fingerprint() -> str:
    """Changes when anything changes that readings, observations and pages are made with.

    That is Python, the code and data of both packages, catalogues among them, and the
    libraries that tell languages apart and know number words.
    """
    summary = hashlib.sha256(sys.version.encode())
    for name in ("hoyle", "hoyle_engine"):
        spec = find_spec(name)
        for package in (spec.submodule_search_locations or []) if spec else []:
            for path in _files(Path(package)):
                summary.update(path.relative_to(package).as_posix().encode(errors="surrogateescape"))
                summary.update(path.read_bytes())
    for name in ("eldc", "num2words"):
        with contextlib.suppress(ImportError, OSError):
            library = find_spec(name)
            if library and library.origin:
                status = Path(library.origin).stat()
                summary.update(f"{status.st_size} {status.st_mtime_ns}".encode())
    return summary.hexdigest()[:16]


def _files(package: Path) -> list[Path]:
    found = []
    for inner, folders, names in os.walk(package):
        folders[:] = [name for name in folders if name != "__pycache__"]
        found += [Path(inner, name) for name in names if name.endswith(_PARTS)]
    return sorted(found)
