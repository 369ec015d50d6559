"""What is wrong with a translation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a catalogue, or may be: a note is worth a look, no more."""

    id: str
    """The check's, as `hoyle explain` knows it."""
    severity: Severity
    message: str
    quote: str | None = None
    """The words that are at fault."""
    line: int = 0
    """Where in the catalogue; 0 where it is the entry's translation."""
