"""What a game does, for the keys asked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from hoyle.messages import later, say
from hoyle.observe import building, clicks, dealing, holding, leaving, lifting, removal, score, stock
from hoyle.observe.observation import Evidence, Observation
from hoyle.observe.session import Session
from hoyle_engine.interface import Engine

KINDS = ("stock", "waste", "foundation", "tableau", "reserve", "chooser")
Observer = Callable[[Session], Iterator[Observation]]
KindObserver = Callable[[Session, str], Iterator[Observation]]


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
    (r"stock\.redeal\.(from|order)", stock.redealing),
    (r"stock\.without", dealing.stock_without),
    (r"remove\..+|value\..+", removal.removing),
    (r"goal", score.goal),
    (r"score\..+", score.scores),
    (r"action\.double_click\.card", clicks.any_card),
)
"""Keys, and the observer that decides them."""

_OF_KIND: tuple[tuple[str, KindObserver], ...] = (
    (r"piles|grid|shape|position", dealing.piles),
    (r"deal\..+", dealing.deal),
    (r"capacity", holding.capacity),
    (r"build\..+", building.building),
    (r"move\..+", _only("tableau", lifting.lifting)),
    (r"fill\.accepts", building.filling),
    (r"fill\.sequence", _only("tableau", lifting.filling_by_run)),
    (r"fill\.auto", holding.filling_itself),
    (r"play_back", _only("foundation", leaving.playing_back)),
    (r"available", leaving.availability),
    (r"plays_to", leaving.targets),
    (r"from", leaving.coming),
    (r"in_play", leaving.in_play),
    (r"rearranged", leaving.rearranging),
    (r"turned_up", leaving.turning_up),
    (r"beside", dealing.beside),
    (r"starts_empty", dealing.starting_empty),
    (r"dealt_in_play", stock.dealt_in_play),
    (r"base", _only("foundation", building.base)),
    (r"takes", _only("foundation", building.taking_together)),
)
"""Keys of a kind of pile (what follows the kind), and the observer that decides them."""

_CLICKS: tuple[tuple[str, KindObserver], ...] = (
    (r"action\.click\.", clicks.clicking),
    (r"action\.double_click\.", clicks.double_clicking),
)

_NO_PILE = {
    "stock": later("{game} has no stock pile."),
    "waste": later("{game} has no waste pile."),
    "foundation": later("{game} has no foundation pile."),
    "tableau": later("{game} has no tableau pile."),
    "reserve": later("{game} has no reserve pile."),
    "chooser": later("{game} has no chooser pile."),
}
_TELLING = ("waste", "foundation", "reserve", "chooser")
"""Kinds of piles that a game is known not to have, for all keys, where its table shows none.

Pages call other piles stock or tableau where a game has neither by name.
"""


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
    `session` of an earlier call makes no deal and no probe twice. Raises `KeyError` for a variant that
    the engine lacks.

    >>> from hoyle_engine.reference import ENGINE
    >>> seen = observe(ENGINE, "monte-carlo", keys=["tableau.grid", "remove.match"])
    >>> seen["tableau.grid"].value, seen["remove.match"].value
    ([5, 5], 'same-rank')
    """
    playing = session or Session(engine, variant, option)
    wanted = None if keys is None else set(keys)
    found: dict[str, Observation] = {}
    for observations in _needed(playing, wanted):
        for one in observations:
            if wanted is None or one.key in wanted:
                found.setdefault(one.key, one)
    for key in _lacking(playing, wanted):
        found[key] = Observation(key, None, Evidence(say(_NO_PILE[key.partition(".")[0]], game=playing.name)))
    return {key: replace(one, when=playing.option) for key, one in found.items()}


def is_tried(key: str) -> bool:
    """Whether there is anything to try in a game that may decide a key.

    >>> is_tried("tableau.fill.auto"), is_tried("action.click.stock"), is_tried("tableau.fill.from")
    (True, True, False)
    """
    kinds = f"(?:{'|'.join(KINDS)})"
    patterns = [pattern for pattern, _observer in _GENERAL]
    patterns += [rf"{kinds}\.(?:{pattern})" for pattern, _observer in _OF_KIND]
    patterns += [pattern + kinds for pattern, _observer in _CLICKS]
    return any(re.fullmatch(pattern, key) for pattern in patterns)


def _lacking(session: Session, wanted: set[str] | None) -> Iterator[str]:
    """The keys of kinds of piles that the game has none of."""
    for kind in KINDS:
        if session.has(kind):
            continue
        if wanted is None and kind in _TELLING:
            yield f"{kind}.piles"
        elif wanted is not None:
            yield from (key for key in wanted if key.startswith(f"{kind}.") and kind in _TELLING)


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
    return wanted is None or any(map(re.compile(pattern).fullmatch, wanted))
