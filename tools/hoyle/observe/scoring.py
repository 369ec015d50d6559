"""What is found of points and of winning."""

from __future__ import annotations

from dataclasses import dataclass, field

from hoyle.messages import Said, say_number
from hoyle.observe.play import Step

Event = tuple[str, int]


@dataclass
class Scoring:
    """What was found of points and of winning."""

    events: list[Event] = field(default_factory=list)
    """What brings points, and how many."""
    text: Said | str = ""
    shown: Step | None = None
    trials: int = 0
    known: bool = False
    """Whether `events` explains every point seen."""
    most: int | None = None
    most_text: Said | str = ""
    goal: str | None = None
    other_goals: tuple[str, ...] = ()
    """Other ways to win."""
    won: Step | None = None
    """A move that won the game."""
    seen: set[int] = field(default_factory=set)
    """Points that moves brought."""


def won_with(score: int) -> Said:
    """With how many points the game was won."""
    return say_number("The game was won with {count} point.", "The game was won with {count} points.", score)
