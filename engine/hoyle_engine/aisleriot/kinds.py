"""What the piles of a game are: what its rule module says, or what `kinds.toml` says for it."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import cast, get_args

from hoyle_engine.interface import PileKind

KINDS: tuple[PileKind, ...] = get_args(PileKind)


@cache
def _listed() -> dict[str, str]:
    return tomllib.loads(files(__package__).joinpath("kinds.toml").read_text("utf-8"))


def listed_variants() -> tuple[str, ...]:
    """The variants whose kinds come from the file, sorted."""
    return tuple(sorted(_listed()))


def pile_kinds(variant: str, said: Sequence[str]) -> tuple[PileKind, ...]:
    """The kind of each pile of a variant, given what its module says of them.

    >>> pile_kinds("fortunes", ["unknown"] * 5)
    ('stock', 'tableau', 'tableau', 'tableau', 'tableau')

    What the module says counts, where it is a kind at all. Raises `ValueError` where neither says it.
    """
    if set(said) <= set(KINDS):
        return cast(tuple[PileKind, ...], tuple(said))
    listed = spread_out(_listed().get(variant, ""), len(said))
    kinds = tuple(own if own in KINDS else other for own, other in zip(said, listed, strict=False))
    if len(kinds) != len(said) or len(listed) != len(said) or not set(kinds) <= set(KINDS):
        raise ValueError(f"{variant}: kinds.toml does not say what its {len(said)} piles are")
    return cast(tuple[PileKind, ...], kinds)


def spread_out(text: str, size: int) -> tuple[str, ...]:
    """Read a list of kinds and counts, one count of which may be `rest`.

    >>> spread_out("foundation rest, tableau 2", 5)
    ('foundation', 'foundation', 'foundation', 'tableau', 'tableau')
    """
    runs = [part.split() for part in text.split(",") if part.strip()]
    rest = size - sum(int(count) for _, count in runs if count != "rest")
    return tuple(kind for kind, count in runs for _ in range(rest if count == "rest" else int(count)))
