"""What games do, for the site, which asks for one game at a time."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from hoyle.cache import fingerprint
from hoyle.cache import folder as cache_folder

if TYPE_CHECKING:
    from hoyle.checks.run import Observe
    from hoyle.observe.observation import Observation

__all__ = ["NO_OPTIONS", "cache_folder", "fingerprint", "observations"]

NO_OPTIONS: Mapping[str, frozenset[str]] = {}


def observations(
    name: str, keys: frozenset[str], engine: Any = "auto", options: Mapping[str, frozenset[str]] = NO_OPTIONS
) -> tuple[Observation, ...]:
    """What the game of a page does, under the keys; empty where no engine plays it. It is remembered between builds.

    `options` are titles of options in English, each with the keys that are asked for with it on.
    """
    return tuple(_observer(engine)(name, keys, options))


@cache
def _observer(engine: Any) -> Observe:
    from hoyle.checks.run import engine_observer

    return engine_observer(engine, tell_failure)


@cache
def tell_failure(why: str) -> None:
    """Warn that an engine failed, once for all pages: the site is built without what it would have shown."""
    from sphinx.util import logging

    logging.getLogger(__name__).warning(why, type="hoyle", subtype="engine")
