"""Building: which card a pile takes on which, and what an empty pile takes."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from hoyle.observe.observation import Evidence, Observation
from hoyle.observe.relation import Building, Offer, active, fit
from hoyle.observe.session import SEEDS, Place, Session
from hoyle.observe.table import PileKey, Position, Stack, counted, drawn, number_of, rank, relation, up, words
from hoyle_engine.cards import Card
from hoyle_engine.moves import Move

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


@dataclass
class Study:
    """What was found of building on the piles of one kind."""

    kind: str
    rule: Building | None = None
    offers: list[Offer] = field(default_factory=list)
    decided: bool = False
    """Whether it is known if cards can be built at all."""
    removes: bool = False
    """Cards put on one another leave the table: nothing is built."""
    example: tuple[Position, Move] | None = None
    refusal: tuple[Position, str] | None = None

    @property
    def allowed(self) -> bool | None:
        """Whether cards can be built; None where that is not known."""
        if self.removes:
            return False
        if any(offer.taken for offer in self.offers):
            return True
        return False if self.decided else None


def _offers(position: Position, moves: Sequence[Move]) -> Iterator[Offer]:
    """Every card on top of a pile as an offer to every other pile that holds one."""
    taken = {(move.source, move.target) for move in moves if move.target is not None and move.count == 1}
    tops = [(key, stack[-1][0]) for key, stack in position.items() if stack and stack[-1][1] and key[0] in SOURCES]
    for source, card in tops:
        for target, on in tops:
            if source != target:
                yield Offer(source, target, on, card, (source, target) in taken)


_WINDOWS = (11, 5, 13, 9, 2, 7, 3)
"""First ranks of three in a row, so that every two neighbouring ranks are among some three."""
_ROUNDS = 6
_ENOUGH = 100
"""Cards offered, after which a pile that took none counts as closed."""


def _window(cards: Iterable[Card], first: int) -> list[Card]:
    """Cards of three ranks in a row, round the corner."""
    ranks = {(first + step - 1) % 13 + 1 for step in range(3)}
    return list(dict.fromkeys(card for card in cards if card.rank in ranks))


def studies(session: Session) -> dict[str, Study]:
    """Find out how cards are built on the piles of each kind that is no foundation.

    Cards of neighbouring ranks, then any, are laid on all piles, one on each, so that every pile's card is offered
    to every other; again in other orders, until each two ranks and suits have met on every kind that takes cards.
    """
    places = open_places(session)
    found = {kind: Study(kind) for kind in {key[0] for key in places}}
    home = _foundations_as_dealt(session)
    deck = list((counted(session.dealt()) - counted(home)).elements())
    chooser = random.Random(session.variant)
    windows = [_window(deck, first) for first in _WINDOWS]
    wanted = {
        (on.rank, card.rank, relation(on, card)) for cards in windows for on in cards for card in cards if on != card
    }
    met: dict[str, set[tuple[int, int, str]]] = {kind: set() for kind in found}
    for turn in range(_ROUNDS):
        positions = []
        for cards in (*windows, list(dict.fromkeys(deck))):
            chooser.shuffle(cards)
            positions.append(home | {place: up(card) for place, card in zip(places, cards, strict=False)})
        for position, moves in zip(positions, session.moves_in(positions), strict=True):
            _take_in(found, met, position, moves)
        if turn == 0:
            for one in found.values():
                step = session.try_move(*one.example) if one.example else None
                one.removes = step is not None and bool(step.gone)
        taking = [kind for kind, one in found.items() if one.example is not None and not one.removes]
        missing = max((len(wanted - met[kind]) for kind in taking), default=0)
        fewest = min((len(one.offers) for one in found.values() if not one.removes), default=_ENOUGH)
        if missing < len(wanted) // 8 and fewest >= _ENOUGH:
            break
    for kind, one in found.items():
        one.decided = len(one.offers) >= _ENOUGH
        if not one.removes:
            one.rule = _rule(session, kind, active(one.offers))
    return found


def _take_in(
    found: dict[str, Study], met: dict[str, set[tuple[int, int, str]]], position: Position, moves: Sequence[Move]
) -> None:
    for offer in _offers(position, moves):
        kind = offer.target[0]
        found[kind].offers.append(offer)
        met[kind].add((offer.on.rank, offer.card.rank, relation(offer.on, offer.card)))
    for move in moves:
        if move.target is not None and move.target[0] in found and move.target != move.source:
            one = found[move.target[0]]
            if one.example is None and position.get(move.target):
                one.example = (position, move)


def _rule(session: Session, kind: str, offers: list[Offer]) -> Building | None:
    """The rule that explains the offers and what was allowed in play."""
    rule = fit(offers)
    bases = {stack[0][0].rank for stack in _foundations_as_dealt(session).values()}
    if rule is None and len(bases) == 1:
        # Some games let nothing be put on a card of the base rank.
        rule = fit([offer for offer in offers if offer.on.rank not in bases])
    if rule is None or session.agrees(kind, rule):
        return rule
    # Before the player has chosen the base rank, cards may not go round the corner that do so later.
    round_corner = Building(rule.steps, rule.relations, wrap=True)
    return round_corner if session.agrees(kind, round_corner) else None


def _foundations_as_dealt(session: Session, seed: int = SEEDS[0]) -> dict[PileKey, Stack]:
    return {key: stack for key, stack in session.dealt(seed).items() if key[0] == "foundation" and stack}


def building(session: Session, kind: str) -> Iterator[Observation]:
    """`P.build.*` of piles that are not foundations."""
    found = session.study(kind)
    offers = active(found.offers)
    tried = len(found.offers)
    if found.allowed is None:
        return
    if found.removes:
        assert found.example is not None
        position, move = found.example
        yield Observation(
            f"{kind}.build.allowed",
            False,
            Evidence("A card put on another takes it off the table.", drawn(position), str(move)),
        )
        return
    if not found.allowed:
        if not session.is_settled or session.natural.builds[kind]:
            return
        yield Observation(
            f"{kind}.build.allowed",
            False,
            Evidence(f"No {kind} pile took a card on another ({number_of(tried, 'card')} offered).", trials=tried),
        )
        return
    assert found.example is not None
    position, move = found.example
    yield Observation(
        f"{kind}.build.allowed",
        True,
        Evidence(f"A {kind} pile took a card on another.", drawn(position), str(move)),
    )
    if found.rule is not None:
        yield from rule_observations(kind, found.rule, offers, found.example)


def rule_observations(
    kind: str, rule: Building, offers: list[Offer], example: tuple[Position, Move] | None
) -> Iterator[Observation]:
    """`P.build.direction`, `suit`, `step` and `wrap`, with the cards taken and refused that show them."""
    shown, made = (drawn(example[0]), str(example[1])) if example else (None, None)
    taken = [offer for offer in offers if offer.taken]
    some = words([f"{offer.card} on {offer.on}" for offer in _spread(taken, 3)])
    total = f"{len(taken)} of {len(offers)} cards offered"

    def seen(part: str, value: Any, text: str) -> Observation:
        return Observation(f"{kind}.build.{part}", value, Evidence(text, shown, made, len(offers)))

    if rule.direction is not None:
        against = {"up": -1, "down": 1}.get(rule.direction)
        text = f"The {kind} took {some} ({total} were taken)."
        if against and (no := _refused(offers, lambda gap: gap == against * rule.step)):
            text = f"The {kind} took {some}, and refused {no.card} on {no.on} ({total} were taken)."
        yield seen("direction", rule.direction, text)
        yield seen("step", rule.step, text)
    if rule.suit is not None and rule.steps[0]:
        parts = []
        for name in ("suit", "color", "other"):
            yes = next((offer for offer in taken if relation(offer.on, offer.card) == name), None)
            no = _refused(offers, lambda gap: gap in rule.steps, name)
            if yes:
                parts.append(f"took {yes.card} on {yes.on}")
            elif no:
                parts.append(f"refused {no.card} on {no.on}")
        yield seen("suit", rule.suit, f"The {kind} {words(parts)}.")
    if rule.steps[0]:
        corner = [offer for offer in offers if Building(rule.steps, rule.relations, True).takes(offer.on, offer.card)]
        corner = [offer for offer in corner if offer.card.rank - offer.on.rank not in rule.steps]
        if corner and all(offer.taken == rule.wrap for offer in corner):
            verb = "took" if rule.wrap else "refused"
            text = f"The {kind} {verb} {corner[0].card} on {corner[0].on}."
            yield seen("wrap", rule.wrap, text)
        if corner and not rule.wrap and len(rule.steps) == 1 and rule.step == 1 and kind != "foundation":
            first, last = ("A", "K") if rule.steps[0] > 0 else ("K", "A")
            yield seen("from", first, f"The {kind} never took {'an' if first == 'A' else 'a'} {first} on another card.")
            yield seen("to", last, f"The {kind} never took a card on {'an' if last == 'A' else 'a'} {last}.")


def _spread(items: list[Offer], count: int) -> list[Offer]:
    step = max(1, len(items) // count)
    return items[::step][:count]


def _refused(offers: list[Offer], gap: Any, suits: str | None = None) -> Offer | None:
    for offer in offers:
        fits = suits is None or relation(offer.on, offer.card) == suits
        if fits and not offer.taken and gap(offer.card.rank - offer.on.rank):
            return offer
    return None


# What an empty pile takes


@dataclass
class Fill:
    """What the empty piles of a kind took."""

    ranks: set[int] = field(default_factory=set)
    differ: bool = False
    """Piles of the kind take different ranks."""
    offered: set[int] = field(default_factory=set)
    trials: int = 0
    example: tuple[Position, Move] | None = None


def fill_study(session: Session, kind: str, seed: int = SEEDS[0]) -> Fill:
    """Offer cards of every rank to empty piles of a kind.

    They are offered from piles that hold others and from lone piles, and while reserve and waste hold cards and while
    they do not: some games fill an empty pile from there first.
    """
    result = Fill()
    home = _foundations_as_dealt(session, seed)
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


def filling(session: Session, kind: str) -> Iterator[Observation]:
    """`P.fill.accepts`."""
    if kind not in ("tableau", "reserve", "foundation"):
        return
    found = session.fill(kind)
    if not found.trials or found.differ:
        return
    shown, made = (drawn(found.example[0]), str(found.example[1])) if found.example else (None, None)
    value: str | None = None
    if not found.ranks:
        # Foundations that take no single card from the start may take it later, or take whole runs.
        if kind == "foundation" or not session.is_settled:
            return
        value = "none"
        text = f"No card went to an empty {kind} pile ({found.trials} tries)."
    elif len(found.ranks) > 1 and found.ranks == found.offered:
        value = "any"
        text = f"Cards of all {len(found.ranks)} ranks offered went to an empty {kind} pile."
    elif len(found.ranks) == 1:
        only = next(iter(found.ranks))
        text = f"Of all thirteen ranks, only {rank(only)} went to an empty {kind} pile."
        others = [session.fill(kind, seed) for seed in SEEDS[1:]]
        other = next((one for one in others if one.ranks != found.ranks), None)
        if other is None:
            value = rank(only)
        elif len(other.ranks) == 1:
            value = _by_base(session, kind)
            text = (
                f"In one deal only {rank(only)} went to an empty {kind} pile, in another only {rank(min(other.ranks))}."
            )
    if value is None:
        return
    # What the player chooses for one foundation is then the base of the others.
    also = ("base",) if kind == "foundation" and value == "any" else ()
    yield Observation(f"{kind}.fill.accepts", value, Evidence(text, shown, made, found.trials), also=also)


def _by_base(session: Session, kind: str) -> str | None:
    """`base` or `base-1`, where that is what empty piles take in every deal."""
    gaps = set()
    for seed in SEEDS[:3]:
        ranks = session.fill(kind, seed).ranks
        bases = {stack[0][0].rank for stack in _foundations_as_dealt(session, seed).values()}
        if len(ranks) != 1 or len(bases) != 1:
            return None
        gaps.add((min(ranks) - min(bases)) % 13)
    return {0: "base", 12: "base-1"}.get(gaps.pop()) if len(gaps) == 1 else None
