"""What games do, remembered between builds.

Languages are built by processes of their own and pages are built again and again, while
the games stay the same. What was observed lies in the user's cache folder, in no language yet, in files
named by all that goes into it: the code and data of the readers and the engine, the
game, and the keys asked for.
"""

from __future__ import annotations

import hashlib
import json
import os
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hoyle.observe.observation import Evidence, Observation


def observations(name: str, keys: frozenset[str], engine: str = "auto") -> tuple[Observation, ...]:
    """What the game of a page does, under the keys; empty where no engine plays it."""
    from hoyle_engine.reference import ENGINE

    if engine == "none":
        return ()
    if engine == "aisleriot" or name.replace("_", "-") not in ENGINE.variants:
        return _observe(name, keys, engine)  # another program, which may change without our knowing
    summary = hashlib.sha256(json.dumps([fingerprint(), name, sorted(keys)]).encode()).hexdigest()
    path = cache_folder() / "observed" / f"{summary[:32]}.json"
    known = _read(path)
    if known is None:
        known = _observe(name, keys, engine)
        _write(path, known)
    return known


def _observe(name: str, keys: frozenset[str], engine: Any) -> tuple[Observation, ...]:
    from hoyle.checks.run import engine_observer

    return tuple(engine_observer(engine)(name, keys))


def cache_folder() -> Path:
    """The folder that everything lies in which can be made again."""
    from platformdirs import user_cache_path

    return user_cache_path("hoyle")


def _read(path: Path) -> tuple[Observation, ...] | None:
    """What was remembered; None where nothing was, or nothing that can be read."""
    from hoyle.observe.observation import Observation

    try:
        return tuple(
            Observation(**{**one, "evidence": _evidence(one["evidence"]), "also": tuple(one["also"])})
            for one in json.loads(path.read_text(encoding="utf-8"))
        )
    except (OSError, ValueError, TypeError, KeyError):
        return None


def _evidence(data: dict[str, Any]) -> Evidence:
    from hoyle.messages import restored
    from hoyle.observe.observation import Evidence

    return Evidence(**{**data, "said": restored(data["said"])})


def _write(path: Path, seen: tuple[Observation, ...]) -> None:
    """Remember; a folder that cannot be written is no reason to stop."""
    from dataclasses import asdict

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f"{path.name}.{os.getpid()}")
        beside.write_text(json.dumps([asdict(one) for one in seen]), encoding="utf-8")
        beside.replace(path)
    except (OSError, TypeError):
        pass


@cache
def fingerprint() -> str:
    """Changes when anything changes that pages are made with: code, terms, variants, catalogues."""
    summary = hashlib.sha256()
    for name in ("hoyle", "hoyle_engine"):
        spec = find_spec(name)
        for folder in (spec.submodule_search_locations or []) if spec else []:
            for path in sorted(Path(folder).rglob("*")):
                if path.suffix in (".py", ".yaml", ".yml", ".toml", ".po", ".scm"):
                    summary.update(path.relative_to(folder).as_posix().encode())
                    summary.update(path.read_bytes())
    return summary.hexdigest()[:16]
