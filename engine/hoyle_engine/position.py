"""The text form of a position, as FEN is for chess: one line that can be read back.

    klondike (Three card deals); redeals 1; points 2; stock 1: -5C -KD; waste 1: 4S; tableau 2: -3D 4C

First the variant, with the options that are on where they are not the default; then what
the cards do not show, where it is not as after the deal: how often the stock was dealt
again, the points, the base rank; then every pile that holds cards, bottom first, with a
minus before a card that lies face down.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hoyle_engine import reference
from hoyle_engine.cards import RANKS, Card
from hoyle_engine.game import Game
from hoyle_engine.interface import Game as AnyGame
from hoyle_engine.variant import Turn

_VARIANT = re.compile(r"([a-z][a-z0-9-]*)(?: \((.+)\))?\Z")
_PILE = re.compile(r"(stock|waste|foundation|tableau|reserve|chooser) ([1-9]\d{0,8}):(.*)\Z")
_COUNT = re.compile(r"(redeals (?=\d)|points )(-?\d{1,9})\Z")
_BASE = re.compile(r"base (\S+)\Z")


@dataclass(frozen=True)
class Position:
    """Which cards lie where, and what they do not show. `redeals`, `points` and `base` are None where not said.

    >>> position = Position.parse("golf; waste 1: KS; tableau 1: -2H AH")
    >>> str(position)
    'golf; waste 1: KS; tableau 1: -2H AH'
    """

    variant: str
    piles: Mapping[tuple[str, int], Sequence[tuple[Card, bool]]]
    options: tuple[str, ...] = ()
    redeals: int | None = None
    points: int | None = None
    base: int | None = None

    @classmethod
    def of(cls, game: AnyGame) -> Position:
        """The position of a game of any engine; of the reference engine also what the cards do not show.

        >>> from hoyle_engine import reference
        >>> game = reference.deal("golf", seed=1)
        >>> Position.parse(str(Position.of(game))) == Position.of(game)
        True
        """
        piles: dict[tuple[str, int], tuple[tuple[Card, bool], ...]] = {
            (pile.kind, pile.number): tuple(zip(pile.cards, pile.faces, strict=True))
            for pile in game.piles
            if pile.cards
        }
        options = tuple(name for name, on in game.options.items() if on)
        if not isinstance(game, Game):
            return cls(game.variant, piles, options)
        if game.options == game.rules.declared.option_values(None):
            options = ()
        return cls(
            game.variant,
            piles,
            options,
            game.redeals or None,
            game.points or None,
            game.base or None,
        )

    @classmethod
    def parse(cls, text: str) -> Position:
        """Read the text form. Raises `ValueError` that names the part, pile or card at fault.

        >>> Position.parse("golf; waste 1: 2H; waste 1: 3H")
        Traceback (most recent call last):
            ...
        ValueError: waste 1 is there twice
        """
        if not isinstance(text, str):
            raise TypeError(f"a position is read from text such as 'golf; waste 1: KS', not from {text!r}")
        head, *parts = (part.strip() for part in text.strip().split(";"))
        variant = _VARIANT.match(head)
        if variant is None:
            raise ValueError(f"{head!r} names no variant: a position begins like `klondike; stock 1: …`")
        piles: dict[tuple[str, int], tuple[tuple[Card, bool], ...]] = {}
        counts: dict[str, int] = {}
        for part in parts:
            if found := _PILE.match(part):
                name = found[1], int(found[2])
                if name in piles:
                    raise ValueError(f"{name[0]} {name[1]} is there twice")
                piles[name] = tuple(_card(word, name) for word in found[3].split())
                continue
            if found := _COUNT.match(part):
                word, count = found[1].strip(), int(found[2])
            elif (found := _BASE.match(part)) and found[1] in RANKS:
                word, count = "base", RANKS.index(found[1]) + 1
            else:
                raise ValueError(
                    f"{part!r} is no part of a position: write `tableau 1: -KS QH`, `redeals 1`, `points 2`, `base 7`"
                )
            if word in counts:
                raise ValueError(f"{word} is there twice")
            counts[word] = count
        options = tuple(variant[2].split(", ")) if variant[2] else ()
        return cls(variant[1], piles, options, counts.get("redeals"), counts.get("points"), counts.get("base"))

    def __str__(self) -> str:
        parts = [f"{self.variant} ({', '.join(self.options)})" if self.options else self.variant]
        if self.redeals is not None:
            parts.append(f"redeals {self.redeals}")
        if self.points is not None:
            parts.append(f"points {self.points}")
        if self.base is not None:
            parts.append(f"base {RANKS[self.base - 1]}")
        for (kind, number), cards in self.piles.items():
            parts.append(" ".join([f"{kind} {number}:", *(f"{'' if up else '-'}{card}" for card, up in cards)]))
        return "; ".join(parts)

    def game(self) -> Game:
        """A game of the reference engine in this position.

        Raises `KeyError` for a variant or an option that the engine lacks, and `ValueError`
        for a pile or a card that does not belong there.

        >>> [str(move) for move in Position.parse("golf; waste 1: 2S; tableau 1: AH").game().legal_moves()]
        ['tableau 1 -> waste 1', 'click tableau 1']
        """
        game = reference.deal(self.variant, options=dict.fromkeys(self.options, True))
        if self.base is not None and game.rules.variant.base is None:
            raise ValueError(f"{self.variant} has no base rank")
        turns = [click for _, click in game.rules.clickable if isinstance(click, Turn)]
        if self.redeals and not any(turn.redeals is None or self.redeals <= turn.redeals for turn in turns):
            most = max((turn.redeals or 0 for turn in turns), default=0)
            raise ValueError(f"redeals {self.redeals}: {self.variant} allows {most}")
        game.set_up(self.piles, base=self.base)
        if self.redeals is not None:
            game.redeals = self.redeals
        if self.points is not None:
            game.points = self.points
        return game


def _card(word: str, pile: tuple[str, int]) -> tuple[Card, bool]:
    try:
        return Card.parse(word.removeprefix("-")), not word.startswith("-")
    except ValueError as error:
        raise ValueError(f"{pile[0]} {pile[1]}: {error}") from None
