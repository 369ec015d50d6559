"""Findings: what a check reports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hoyle.docbook.page import Place
from hoyle.translation.fault import Severity as Severity

SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")
"""The heaviest first."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One result of a check."""

    id: str
    severity: Severity
    page: str | None
    lang: str | None
    place: Place
    message: str
    """In plain sentences, in the user's language."""
    quote: str | None = None
    key: str | None = None
    stated: Any = None
    actual: Any = None
    evidence: str | None = None
    """The position and the move that show it, in the user's words."""
    position: str | None = None
    move: str | None = None
    """The same in the engine's notation, which it reads back."""
    fingerprint: str = ""
    """Stays the same when lines move."""
