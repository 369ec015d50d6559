"""Where cards can be laid to try things out."""

from __future__ import annotations

from collections.abc import Sequence

from hoyle.observe.session import SEEDS, Session
from hoyle.observe.table import PileKey, Place, Stack

SOURCES = ("tableau", "reserve", "waste")
"""The kinds of piles that a player takes cards from to build with."""


def open_places(session: Session, kinds: Sequence[str] = SOURCES) -> list[PileKey]:
    """Piles that can all hold a card at once without covering one another."""
    chosen: list[Place] = []
    for place in session.places:
        if place.kind in kinds and not any(_overlap(place, other) for other in chosen):
            chosen.append(place)
    return [(place.kind, place.number) for place in chosen]


def _overlap(one: Place, other: Place) -> bool:
    return abs(one.x - other.x) < 0.8 and abs(one.y - other.y) < 0.95 and "waste" not in (one.kind, other.kind)


def lying_above(session: Session) -> dict[PileKey, list[PileKey]]:
    """For each pile of the tableau, those that lie on it: of piles that overlap, the ones laid out later."""
    places = [place for place in session.places if place.kind == "tableau"]
    return {
        (place.kind, place.number): [
            (other.kind, other.number)
            for other in places
            if other.number > place.number and abs(other.x - place.x) < 0.95 and 0 < abs(other.y - place.y) < 0.95
        ]
        for place in places
    }


def foundations_as_dealt(session: Session, seed: int = SEEDS[0]) -> dict[PileKey, Stack]:
    """The foundations that the deal puts cards on."""
    return {key: stack for key, stack in session.dealt(seed).items() if key[0] == "foundation" and stack}
