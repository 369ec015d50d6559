"""Observations: what a game does, under the keys that pages state facts under."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hoyle.messages import Said


@dataclass(frozen=True, slots=True)
class Evidence:
    """What was seen that shows it: enough for a person to follow by hand."""

    said: Said | str
    """One plain sentence, such as "2 points came with each pair removed (40 of 40 tries)"."""
    position: str | None = None
    """The position's text form, where one shows it."""
    move: str | None = None
    """The move tried, in the engine's notation."""
    trials: int = 1

    @property
    def summary(self) -> str:
        """What was seen, in the user's language."""
        text = str(self.said)
        return text[:1].upper() + text[1:]


@dataclass(frozen=True, slots=True)
class Observation:
    """One thing that a game does. Where the game has no such thing (no foundation, say), `value` is None.

    What could not be decided by playing has no observation at all.
    """

    key: str
    value: Any
    evidence: Evidence
    when: str | None = None
    """The engine's option that was on; None for the game as dealt by default."""
    also: tuple[Any, ...] = ()
    """Other values that describe the same play as well. Cards that are moved one at a time, with a
    short cut that moves several where free spaces allow, are moved both `single` and in `sequence`."""
