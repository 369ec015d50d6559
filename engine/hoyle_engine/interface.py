"""What every engine offers, and all that observers and checks may use of one.

Two engines stand behind it: the reference engine of this package, and AisleRiot's own
rule modules run under Guile (`hoyle_engine.aisleriot`).

Positions are told in the units of a table seen from above: `x` counts card widths from
the left, `y` card heights from the top.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from hoyle_engine.cards import Card
from hoyle_engine.moves import Move

PileKind = Literal["stock", "waste", "foundation", "tableau", "reserve", "chooser"]


class EngineFailed(RuntimeError):
    """An engine cannot play: it is not installed, its rules failed, or it gave no answer. The message says which."""


class Pile(Protocol):
    """One pile of a position. Piles are numbered from 1 within their kind."""

    @property
    def kind(self) -> PileKind: ...
    @property
    def number(self) -> int: ...
    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...
    @property
    def spread(self) -> Literal["none", "down", "right"]:
        """How the cards overlap, so that those below can be seen."""
        ...

    @property
    def cards(self) -> Sequence[Card]:
        """From the bottom to the top."""
        ...

    @property
    def faces(self) -> Sequence[bool]:
        """For each card, whether it lies face up."""
        ...


class Game(Protocol):
    """A variant being played."""

    @property
    def variant(self) -> str: ...
    @property
    def options(self) -> Mapping[str, bool]: ...
    @property
    def piles(self) -> Sequence[Pile]:
        """Every pile, in an order that never changes."""
        ...

    def legal_moves(self) -> Sequence[Move]:
        """The moves the rules allow: cards from a pile to a pile, and clicks that deal, turn or remove."""
        ...

    def short_cuts(self) -> Sequence[Move]:
        """Double clicks that do something here: they make moves for the player and are no rules of their own."""
        ...

    def push(self, move: Move) -> None:
        """Make a move. Raises `IllegalMove` where the rules forbid it, and then changes nothing."""
        ...

    def pop(self) -> Move:
        """Take the last move back, and return it."""
        ...

    @property
    def score(self) -> int: ...
    @property
    def is_won(self) -> bool: ...
    def set_up(self, piles: Mapping[tuple[str, int], Sequence[tuple[Card, bool]]]) -> None:
        """Put exactly these cards on the table (card, face up), bottom first; piles not named are empty.

        The moves made before are forgotten. What a position does not show (redeals used, for one) is as after the deal.
        """
        ...


class Engine(Protocol):
    """A set of variants that can be dealt."""

    @property
    def name(self) -> str: ...
    @property
    def variants(self) -> Sequence[str]:
        """The names of the variants, such as `forty-thieves`, sorted."""
        ...

    def options(self, variant: str) -> Mapping[str, bool]:
        """The options of a variant with their defaults."""
        ...

    def deal(
        self,
        variant: str,
        *,
        seed: int = 0,
        deck: Sequence[Card] | None = None,
        options: Mapping[str, bool] | None = None,
    ) -> Game:
        """Start a game from a seed, or with the cards of `deck` dealt in that order.

        Raises `KeyError` for a variant that the engine lacks.
        """
        ...
