"""Card games of patience as a library: cards, piles, rules, variants."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from hoyle_engine.interface import Engine

Choice = Literal["auto", "reference", "aisleriot"]


def engines(choice: Choice = "auto") -> Iterator[Engine]:
    """The engines to ask for a variant, the preferred one first.

    `auto` gives the reference engine, and AisleRiot's where it is installed. Raises
    `EngineMissing` where AisleRiot's is asked for by name and is not.

    >>> [engine.name for engine in engines("reference")]
    ['reference']
    """
    if choice in ("auto", "reference"):
        from hoyle_engine.reference import ENGINE

        yield ENGINE
    if choice in ("auto", "aisleriot"):
        from hoyle_engine.aisleriot import EngineMissing

        try:
            yield _aisleriot()
        except EngineMissing:
            if choice == "aisleriot":
                raise


@cache
def _aisleriot() -> Engine:
    """One engine, and so one process, for all that ask."""
    from hoyle_engine.aisleriot import AisleRiot

    return AisleRiot()
