"""What a game does, for the keys asked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from hoyle.observe import build, clicks, dealing, foundation, moving, removal, scoring, stock
from hoyle.observe.observation import Evidence, Observation
from hoyle.observe.session import Session
from hoyle_engine.interface import Engine

KINDS = ("stock", "waste", "foundation", "tableau", "reserve", "chooser")
Observer = Callable[[Session], Iterator[Observation]]
KindObserver = Callable[[Session, str], Iterator[Observation]]


def _building(session: Session, kind: str) -> Iterator[Observation]:
    if kind == "foundation":
        yield from foundation.building(session)
    elif kind != "stock":
        yield from build.building(session, kind)


def _only(wanted: str, observer: Observer) -> KindObserver:
    """An observer for the piles of one kind alone."""

    def observe_kind(session: Session, kind: str) -> Iterator[Observation]:
        if kind == wanted:
            yield from observer(session)

    return observe_kind


_GENERAL: tuple[tuple[str, Observer], ...] = (
    (r"deck\.(kind|cards)", dealing.deck),
    (r"stock\.holds", dealing.stock_holds),
    (r"stock\.(turn|deals_to)", stock.dealing),
    (r"stock\.needs_full_tableau", stock.full_tableau),
    (r"stock\.redeals", stock.redeals),
    (r"remove\..+|value\..+", removal.removing),
    (r"goal", scoring.goal),
    (r"score\..+", scoring.scores),
)
"""Keys, and the observer that decides them."""

_OF_KIND: tuple[tuple[str, KindObserver], ...] = (
    (r"piles|grid|shape|position", dealing.piles),
    (r"deal\..+", dealing.deal),
    (r"capacity", moving.capacity),
    (r"build\..+", _building),
    (r"move\..+", _only("tableau", moving.lifting)),
    (r"fill\.accepts", build.filling),
    (r"fill\.sequence", _only("tableau", moving.filling_by_run)),
    (r"fill\.auto", moving.filling_itself),
    (r"play_back", _only("foundation", moving.playing_back)),
    (r"available", moving.availability),
    (r"plays_to", moving.targets),
)
"""Keys of a kind of pile (what follows the kind), and the observer that decides them."""

_CLICKS: tuple[tuple[str, KindObserver], ...] = (
    (r"action\.click\.", clicks.clicking),
    (r"action\.double_click\.", clicks.double_clicking),
)


def observe(
    engine: Engine,
    variant: str,
    *,
    keys: Iterable[str] | None = None,
    option: str | None = None,
    session: Session | None = None,
) -> dict[str, Observation]:
    """Play a variant to find out what it does, and return the observations by key.

    `keys` are those asked for, `None` all that can be decided. Keys that playing could not decide are
    left out. `option` is one of the engine's options, to be switched on. Observing again with the
    `session` of an earlier call makes no deal and no probe twice.
    """
    playing = session or Session(engine, variant, option)
    wanted = None if keys is None else set(keys)
    found: dict[str, Observation] = {}
    for observations in _needed(playing, wanted):
        for one in observations:
            if wanted is None or one.key in wanted:
                found.setdefault(one.key, one)
    for kind in KINDS:
        if not playing.has(kind):
            lacking = [f"{kind}.piles"] if wanted is None else [key for key in wanted if key.startswith(f"{kind}.")]
            for key in lacking:
                found[key] = Observation(key, None, Evidence(f"{playing.name} has no {kind} pile."))
    return found if option is None else {key: _under(one, option) for key, one in found.items()}


def _under(one: Observation, option: str) -> Observation:
    return Observation(one.key, one.value, one.evidence, option, one.also)


def _needed(session: Session, wanted: set[str] | None) -> Iterator[Iterator[Observation]]:
    """What the observers that decide the keys wanted find, one observer after the other."""
    for pattern, observer in _GENERAL:
        if _asked(pattern, wanted):
            yield observer(session)
    for kind in session.kinds:
        for pattern, of_kind in _OF_KIND:
            if _asked(rf"{kind}\.(?:{pattern})", wanted):
                yield of_kind(session, kind)
        for pattern, of_kind in _CLICKS:
            if _asked(pattern + kind, wanted):
                yield of_kind(session, kind)


def _asked(pattern: str, wanted: set[str] | None) -> bool:
    return wanted is None or any(re.fullmatch(pattern, key) for key in wanted)
