"""What an empty pile takes."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice

from hoyle.observe.laying import SOURCES, foundations_as_dealt, open_places
from hoyle.observe.session import SEEDS, Session
from hoyle.observe.table import PileKey, Position, Stack, counted, up
from hoyle_engine.cards import Card
from hoyle_engine.moves import Move


@dataclass
class Fill:
    """What the empty piles of a kind took."""

    ranks: set[int] = field(default_factory=set)
    differ: bool = False
    """Piles of the kind take different ranks."""
    offered: set[int] = field(default_factory=set)
    trials: int = 0
    example: tuple[Position, Move] | None = None


def fill(session: Session, kind: str, seed: int = SEEDS[0]) -> Fill:
    """What the empty piles of a kind take, in one of the deals."""
    return session.once(_study, kind, seed)


def chooses_base(session: Session) -> bool:
    """Whether it is left to the player what foundations begin with, or they take no single card at the start."""
    if not session.has("foundation") or foundations_as_dealt(session):
        return False
    return len(fill(session, "foundation").ranks) != 1


def _study(session: Session, kind: str, seed: int) -> Fill:
    """Offer cards of every rank to empty piles of a kind.

    They are offered from piles that hold others and from lone piles, and while reserve and waste hold cards and while
    they do not: some games fill an empty pile from there first.
    """
    result = Fill()
    home = foundations_as_dealt(session, seed)
    piles = [key for key in open_places(session, (kind,)) if key not in home]
    if not piles:
        return result
    offering = _Offering(session, home, seed)
    half = (len(piles) + 1) // 2
    rounds = [piles] if kind == "foundation" else [piles[:half], piles[len(piles) - half :]]
    kinds = tuple(one for one in SOURCES if session.has(one))
    for empty in rounds:
        offering.offer(empty, kinds, under=True)
    # The lone cards, and the piles that may have to be empty first, matter where not everything was taken at once.
    if not offering.took_all():
        offering.offer(rounds[0], kinds, under=False)
        for left in ("reserve", "waste"):
            if left in kinds and len(kinds) > 1:
                fewer = tuple(one for one in kinds if one != left)
                offering.offer(rounds[0], fewer, under=True)
                offering.offer(rounds[0], fewer, under=False)
    tried = offering.tried
    active_kinds = {source for (source, _, _), taken in tried.items() if taken}
    taken: dict[PileKey, set[int]] = {key: set() for key in piles}
    offered: dict[PileKey, set[int]] = {key: set() for key in piles}
    for (source, target, number), was_taken in tried.items():
        if source in active_kinds or not active_kinds:
            offered[target].add(number)
        if was_taken:
            taken[target].add(number)
    result.trials = offering.trials
    result.example = offering.example
    result.ranks = set().union(*taken.values())
    result.offered = set().union(*offered.values())
    # A rank that only one of the piles was offered tells of no difference between piles.
    common = set.intersection(*offered.values())
    result.differ = len({frozenset(ranks & common) for ranks in taken.values()}) > 1
    if not session.natural.fills[kind, seed] <= result.ranks:
        result.differ = True
    return result


class _Offering:
    """Cards of every rank offered to empty piles."""

    def __init__(self, session: Session, home: dict[PileKey, Stack], seed: int) -> None:
        self.session, self.home, self.seed = session, home, seed
        self.deck = list((counted(session.dealt(seed)) - counted(home)).elements())
        self.chooser = random.Random(f"{session.variant} {seed}")
        self.tried: dict[tuple[str, PileKey, int], bool] = {}
        """By kind of source, empty pile and rank: whether the card was taken."""
        self.trials = 0
        self.example: tuple[Position, Move] | None = None

    def took_all(self) -> bool:
        return bool(self.tried) and all(self.tried.values())

    def offer(self, empty: list[PileKey], kinds: tuple[str, ...], under: bool) -> None:
        """Offer each rank once to the piles `empty`, from piles of some kinds; `under` lays a card below."""
        sources = [key for key in open_places(self.session, kinds) if key not in empty]
        if not sources:
            return
        by_rank: dict[int, list[Card]] = defaultdict(list)
        for card in self.deck:
            by_rank[card.rank].append(card)
        ranks = sorted(number for number in by_rank if number)
        self.chooser.shuffle(ranks)
        positions = []
        for first in range(0, len(ranks), len(sources)):
            tops = [self.chooser.choice(by_rank[number]) for number in ranks[first : first + len(sources)]]
            spare = iter(card for card in self.deck if card not in tops)
            position: dict[PileKey, Stack] = dict(self.home)
            for place, card in zip(sources, tops, strict=False):
                position[place] = up(*islice(spare, under and place[0] == "tableau"), card)
            positions.append(position)
        for position, moves in zip(positions, self.session.moves_in(positions, self.seed), strict=True):
            self._note(empty, sources, position, moves)

    def _note(self, empty: list[PileKey], sources: list[PileKey], position: Position, moves: Sequence[Move]) -> None:
        legal = {(move.source, move.target): move for move in moves if move.count == 1}
        for place in sources:
            if place not in position:
                continue
            number = position[place][-1][0].rank
            for key in empty:
                move = legal.get((place, key))
                name = (place[0], key, number)
                self.tried[name] = self.tried.get(name, False) or move is not None
                self.trials += 1
                if move is not None and self.example is None:
                    self.example = (position, move)
