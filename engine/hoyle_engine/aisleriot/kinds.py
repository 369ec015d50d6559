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

    Raises `ValueError` where neither says it.
    """
    kinds = spread_out(_listed()[variant], len(said)) if variant in _listed() else tuple(said)
    if len(kinds) != len(said) or not set(kinds) <= set(KINDS):
        raise ValueError(f"{variant}: {len(said)} piles ({', '.join(said)}) do not get a kind each from kinds.toml")
    return cast(tuple[PileKind, ...], kinds)


def spread_out(text: str, size: int) -> tuple[str, ...]:
    """Read a list of kinds and counts, one count of which may be `rest`.

    >>> spread_out("foundation rest, tableau 2", 5)
    ('foundation', 'foundation', 'foundation', 'tableau', 'tableau')
    """
    runs = [part.split() for part in text.split(",")]
    rest = size - sum(int(count) for _, count in runs if count != "rest")
    return tuple(kind for kind, count in runs for _ in range(rest if count == "rest" else int(count)))
