"""The reference engine's games, each played only once however many pages are held against it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from hoyle.observe import observe
from hoyle.observe.observation import Observation
from hoyle.observe.session import Session
from hoyle_engine.reference import ENGINE


@cache
def _session(variant: str) -> Session:
    return Session(ENGINE, variant)


def watch(name: str, keys: frozenset[str], options: Mapping[str, frozenset[str]]) -> Iterable[Observation]:
    """What the game of a page does as dealt by default."""
    variant = name.replace("_", "-")
    return observe(ENGINE, variant, keys=keys, session=_session(variant)).values()
