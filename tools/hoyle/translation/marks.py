"""How languages set marks and repeat words, as `marks.toml` has it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from hoyle.translation.untranslated import base


@dataclass(frozen=True, slots=True)
class Marks:
    """What a language has otherwise than English."""

    quotes: str = ""
    """Its own quotation marks, with the spaces inside."""
    space_before: str = ""
    """Marks that have a space before them, which must not break at the end of a line."""
    pairs: tuple[str, ...] = ()
    """Marks that stand at both ends of a sentence, the opening one first."""
    instead: Mapping[str, str] = field(default_factory=dict)
    """Marks of English, and what the language has in their place."""
    wide: bool = False
    """Whether marks are as wide as the characters around them."""
    ends_like: str = ""
    """The language whose marks at the ends of a text these are; empty for its own."""
    says_twice: bool = False
    """Whether saying a word twice has a meaning."""
    may_meet: tuple[str, ...] = ()
    """Words that may meet themselves."""
    plural_forms: tuple[int, ...] = ()
    """Numbers of plural forms that catalogues have, where they differ."""


@cache
def marks(lang: str) -> Marks:
    """The marks of a language: what holds for its locale, and else what holds for all of it.

    >>> marks("fr-CA").space_before, marks("fr_BE").space_before, marks("en").space_before
    (':', ';!?:', '')
    """
    data = _read()
    found: dict[str, Any] = {**data.get(base(lang), {}), **data.get(lang.replace("-", "_"), {})}
    lists: dict[str, Any] = {name: tuple(value) for name, value in found.items() if isinstance(value, list)}
    return Marks(**{name.replace("-", "_"): value for name, value in (found | lists).items()})


@cache
def _read() -> dict[str, Any]:
    import tomllib

    with Path(__file__).with_suffix(".toml").open("rb") as file:
        return tomllib.load(file)
