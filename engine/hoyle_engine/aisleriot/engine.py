"""AisleRiot's variants behind the interface of `hoyle_engine.interface`."""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from hoyle_engine.aisleriot.deck import Deck
from hoyle_engine.aisleriot.game import AisleRiotGame
from hoyle_engine.aisleriot.installation import Installation, find
from hoyle_engine.aisleriot.options import Options
from hoyle_engine.aisleriot.process import Process
from hoyle_engine.cards import Card
from hoyle_engine.decks import shuffled


@dataclass(slots=True)
class AisleRiot:
    """AisleRiot's rules as an engine.

    Guile starts with the first question and ends with Python, or at `close`. `timeout` is how many seconds one
    question may take before `EngineError` is raised. Raises `EngineMissing` where something is not installed.
    """

    timeout: float = 60.0
    installation: Installation = field(default_factory=find)
    _process: Process | None = field(default=None, init=False, repr=False)
    _ids: itertools.count[int] = field(default_factory=itertools.count, init=False, repr=False)
    _options: dict[str, Options] = field(default_factory=dict, init=False, repr=False)
    _decks: dict[tuple[str, tuple[tuple[str, bool], ...]], Deck] = field(default_factory=dict, init=False, repr=False)
    _forgotten: list[tuple[Process, int]] = field(default_factory=list, init=False, repr=False)

    @property
    def name(self) -> str:
        """The engine's name, `aisleriot`."""
        return "aisleriot"

    @property
    def variants(self) -> Sequence[str]:
        """The names of the variants, sorted."""
        return self.installation.variants

    def options(self, variant: str) -> Mapping[str, bool]:
        """The options of a variant with their defaults. Raises `KeyError` for a variant that the engine lacks."""
        return dict(self._options_of(variant).defaults)

    def option_groups(self, variant: str) -> Sequence[Sequence[str]]:
        """Options of which exactly one is on: turning one on turns the others of its group off."""
        return [list(group) for group in self._options_of(variant).groups]

    def deck(self, variant: str, options: Mapping[str, bool] | None = None) -> Sequence[Card]:
        """The cards that a deal shuffles, in the order of `hoyle_engine.decks`.

        Cards that the rules put on the table before shuffling (the aces of `zebra`, for one) are not among them.
        """
        return self._deck(variant, self._options_of(variant).choose(variant, options or {})).cards

    def deal(
        self,
        variant: str,
        *,
        seed: int = 0,
        deck: Sequence[Card] | None = None,
        options: Mapping[str, bool] | None = None,
    ) -> AisleRiotGame:
        """Start a game from a seed, or with the cards of `deck` dealt in that order: its first card is dealt first.

        `deck` holds the cards of `AisleRiot.deck`, in any order. Shuffles in the course of play follow from `seed`.
        Raises `KeyError` for a variant that the engine lacks, and `ValueError` for options or a deck that do not fit.
        """
        chosen = self._options_of(variant).choose(variant, options or {})
        known = self._deck(variant, chosen)
        order = shuffled(known.cards, seed) if deck is None else list(deck)
        known.check(variant, order)
        process = self._running()
        number = next(self._ids)
        cards = [known.number(card) for card in order]
        answer = process.ask("deal", number, variant, self._changed(variant, chosen), _chance(seed), cards)
        game = AisleRiotGame(variant, chosen, process, number, known, answer)
        weakref.finalize(game, self._forgotten.append, (process, number)).atexit = False
        return game

    @property
    def faults(self) -> Sequence[str]:
        """Errors raised inside rule modules so far. The move at which one comes up counts as refused."""
        return [] if self._process is None else list(self._process.faults)

    def close(self) -> None:
        """End the process; games dealt so far end with it."""
        if self._process is not None:
            self._process.close()
            self._process = None

    def benchmark(self, variant: str, moves: int = 1000, seed: int = 0) -> float:
        """Moves a second when Guile itself lists all legal moves and makes one at random, `moves` times.

        Processor time is counted. A game with no move left is followed by another deal, which is not.
        """
        known = self._deck(variant, self._options_of(variant).choose(variant, {}))
        order = [known.number(card) for card in shuffled(known.cards, seed)]
        answer = self._running().ask("benchmark", variant, moves, _chance(seed), order)
        return float(answer["rate"])

    def _running(self) -> Process:
        if self._process is None or not self._process.is_usable:
            self.close()
            self._process = Process(self.installation, self.timeout)
        # Games that Python has dropped are dropped in Guile too, now that nothing else is being asked.
        dropped = [self._forgotten.pop() for _ in range(len(self._forgotten))]
        if ids := [number for process, number in dropped if process is self._process]:
            self._process.ask("forget", ids)
        return self._process

    def _known(self, variant: str) -> None:
        if variant not in self.variants:
            raise KeyError(f"AisleRiot has no game {variant!r}")

    def _options_of(self, variant: str) -> Options:
        if variant not in self._options:
            self._known(variant)
            self._options[variant] = Options.read(self._running().ask("options", variant)["options"])
        return self._options[variant]

    def _changed(self, variant: str, chosen: Mapping[str, bool]) -> list[list[object]]:
        if chosen == self._options_of(variant).defaults:
            return []
        return [[name, on] for name, on in chosen.items()]

    def _deck(self, variant: str, chosen: Mapping[str, bool]) -> Deck:
        key = (variant, tuple(chosen.items()))
        if key not in self._decks:
            answer = self._running().ask("deck", variant, self._changed(variant, chosen))
            self._decks[key] = Deck.read(answer["deck"], answer["ace"])
        return self._decks[key]


def _chance(seed: int) -> int:
    """Where the generator for shuffles in play starts: from 1 to 2^31 - 2, as it would stay at 0."""
    return 1 + int(Random(seed).random() * (2**31 - 2))
