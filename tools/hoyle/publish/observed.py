"""What games do, for the site, which asks for one game at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hoyle.cache import fingerprint
from hoyle.cache import folder as cache_folder

if TYPE_CHECKING:
    from hoyle.observe.observation import Observation

__all__ = ["cache_folder", "fingerprint", "observations"]


def observations(name: str, keys: frozenset[str], engine: Any = "auto") -> tuple[Observation, ...]:
    """What the game of a page does, under the keys; empty where no engine plays it. It is remembered between builds."""
    from hoyle.checks.run import engine_observer

    return tuple(engine_observer(engine)(name, keys))
