"""What the sentences before one leave to be understood."""

from __future__ import annotations

from typing import Any, NamedTuple

from hoyle.language.concepts import KINDS

READ = frozenset(("setup", "goal", "rules", "scoring", "options"))

Stated = tuple[str, Any, str]
"""A key, a value, and the name of the rule that gave it."""


class Context(NamedTuple):
    """What the sentences before this one leave to be understood."""

    header: str | None = None
    section: str = "rules"
    topic: str | None = None
    """The pile kind last spoken of in this paragraph or row."""
    target: str | None = None
    """The pile kind that cards last went to: where "these cards" are."""
    built: str | None = None
    """The pile kind whose building was last told."""
    emptied: str | None = None
    """The kind of the empty pile last spoken of: where "there" is."""
    redealt: bool = False
    """Whether the sentence before told of a redeal: what "this" may be done so often."""
    in_corners: bool = False
    """Whether the foundations lie in the corners: what is moved there is moved to them."""


def header_of(context: Context) -> list[str]:
    """The kind of pile that the row header names, if it names one."""
    return [context.header] if context.header in KINDS else []
