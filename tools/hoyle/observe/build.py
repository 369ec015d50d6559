"""Building: which card a pile takes on which, and what an empty pile takes."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
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
    return abs(one.x - other.x) < 0.95 and abs(one.y - other.y) < 0.95 and "waste" not in (one.kind, other.kind)


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


def _offers(session: Session, position: Position, kind: str, seed: int) -> tuple[list[Offer], Sequence[Move]]:
    """Every card on top of a pile as an offer to every pile of a kind that holds one."""
    moves = session.moves(position, seed)
    taken = {(move.source, move.target) for move in moves if move.target is not None and move.count == 1}
    tops = {key: stack[-1][0] for key, stack in position.items() if stack and stack[-1][1]}
    return [
        Offer(source, target, tops[target], tops[source], (source, target) in taken)
        for source in tops
        if source[0] in SOURCES
        for target in tops
        if target[0] == kind and source != target
    ], moves


def _window(cards: Iterable[Card], first: int) -> list[Card]:
    """Cards of three ranks in a row, round the corner."""
    ranks = {(first + step - 1) % 13 + 1 for step in range(3)}
    seen = dict.fromkeys(card for card in cards if card.rank in ranks)
    return list(seen)


def study(session: Session, kind: str) -> Study:
    """Find out how cards are built on piles of a kind that are not foundations.

    Cards of neighbouring ranks are laid on all piles, one on each, so that every pile's card is
    offered to every other; then cards taken at random.
    """
    result = Study(kind)
    places = open_places(session)
    if not any(key[0] == kind for key in places):
        return result
    chooser = random.Random(f"{session.variant} {kind}")
    home = _foundations_as_dealt(session)
    deck = list((counted(session.dealt()) - counted(home)).elements())
    wanted = (12, 5, 9, 2, 7, 11, 3, 13, 1, 6, 8, 10, 4)
    tries = 0
    for first in wanted:
        cards = _window(deck, first)
        missing = {(on.rank, card.rank, relation(on, card)) for on in cards for card in cards if on != card} - {
            (offer.on.rank, offer.card.rank, relation(offer.on, offer.card)) for offer in result.offers
        }
        for _ in range(9):
            if len(missing) < 3:
                break
            chooser.shuffle(cards)
            _offer(session, result, places, cards, home)
            tries += 1
            missing -= {(offer.on.rank, offer.card.rank, relation(offer.on, offer.card)) for offer in result.offers}
        if tries > 24 and not any(offer.taken for offer in result.offers):
            break
    for _ in range(4):
        chooser.shuffle(deck)
        _offer(session, result, places, list(dict.fromkeys(deck)), home)
    result.decided = len(result.offers) >= 100
    if result.example is not None:
        step = session.try_move(*result.example)
        result.removes = step is not None and len(step.gone) > 0
    if not result.removes:
        result.rule = fit(active(result.offers))
    return result


def _foundations_as_dealt(session: Session, seed: int = SEEDS[0]) -> dict[PileKey, Stack]:
    return {key: stack for key, stack in session.dealt(seed).items() if key[0] == "foundation" and stack}


def _offer(
    session: Session, result: Study, places: list[PileKey], cards: list[Card], home: dict[PileKey, Stack]
) -> None:
    position = home | {place: up(card) for place, card in zip(places, cards, strict=False)}
    offers, moves = _offers(session, position, result.kind, SEEDS[0])
    result.offers.extend(offers)
    if result.example is None:
        for move in moves:
            if move.target is not None and move.target[0] == result.kind and position.get(move.target):
                result.example = (position, move)
                break


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
        yield Observation(
            f"{kind}.build.allowed",
            False,
            Evidence(f"No {kind} pile took a card on another ({number_of(tried, 'card')} offered).", trials=tried),
        )
        return
    position, move = found.example or ({}, None)
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
    if rule.suit is not None:
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
        if corner:
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
    sources: set[str] = field(default_factory=set)
    example: tuple[Position, Move] | None = None


def fill_study(session: Session, kind: str, seed: int = SEEDS[0]) -> Fill:
    """Offer cards of every rank to empty piles of a kind: lone cards, then cards that lie on others."""
    result = Fill()
    taken: dict[PileKey, set[int]] = defaultdict(set)
    offered: dict[PileKey, set[int]] = defaultdict(set)
    piles = open_places(session, (kind,))
    if not piles:
        return result
    home = {} if kind == "foundation" else _foundations_as_dealt(session, seed)
    if kind == "foundation":
        home = _foundations_as_dealt(session, seed)
        piles = [key for key in piles if key not in home]
        if not piles:
            return result
    others = [key for key in open_places(session) if key[0] != kind]
    deck = list((counted(session.dealt(seed)) - counted(home)).elements())
    chooser = random.Random(f"{session.variant} {kind} {seed}")
    half = (len(piles) + 1) // 2 if kind != "foundation" else len(piles)
    for empty in (piles[:half], piles[len(piles) - half :])[: 2 if kind != "foundation" else 1]:
        sources = others + [key for key in piles if key not in empty and kind != "foundation"]
        if not sources:
            continue
        for under in (True, False):
            for turn in range(2 if kind == "foundation" else 1):
                _fill_round(session, result, home, deck, chooser, empty, sources, under, seed, taken, offered, turn)
    result.offered = set().union(*offered.values()) if offered else set()
    result.ranks = set().union(*taken.values()) if taken else set()
    sets = {frozenset(taken[key]) for key in piles}
    result.differ = len(sets) > 1
    return result


def _fill_round(
    session: Session,
    result: Fill,
    home: dict[PileKey, Stack],
    deck: list[Card],
    chooser: random.Random,
    empty: list[PileKey],
    sources: list[PileKey],
    under: bool,
    seed: int,
    taken: dict[PileKey, set[int]],
    offered: dict[PileKey, set[int]],
    turn: int,
) -> None:
    by_rank: dict[int, list[Card]] = defaultdict(list)
    for card in deck:
        by_rank[card.rank].append(card)
    ranks = sorted(number for number in by_rank if number)
    chooser.shuffle(ranks)
    while ranks:
        group, ranks = ranks[: len(sources)], ranks[len(sources) :]
        tops = [chooser.choice(by_rank[number]) for number in group]
        rest = list((counted({("stock", 0): up(*deck)}) - counted({("stock", 0): up(*tops)})).elements())
        chooser.shuffle(rest)
        position: dict[PileKey, Stack] = dict(home)
        for place, card in zip(sources, tops, strict=False):
            below = [rest.pop()] if under and place[0] == "tableau" else []
            position[place] = up(*below, card)
        moves = session.moves(position, seed)
        result.trials += len(group) * len(empty)
        for key in empty:
            offered[key].update(group)
        for move in moves:
            if move.count == 1 and move.target in empty and position.get(move.source):
                assert move.target is not None
                taken[move.target].add(position[move.source][-1][0].rank)
                result.sources.add(move.source[0])
                if result.example is None:
                    result.example = (position, move)


def filling(session: Session, kind: str) -> Iterator[Observation]:
    """`P.fill.accepts`."""
    if kind in ("stock", "waste"):
        return
    found = session.fill(kind)
    if not found.trials or found.differ:
        return
    shown, made = (drawn(found.example[0]), str(found.example[1])) if found.example else (None, None)
    value: str | None = None
    if not found.ranks:
        value = "none"
        text = f"No card went to an empty {kind} pile ({found.trials} tries)."
    elif len(found.ranks) > 1 and found.ranks == found.offered:
        value = "any"
        text = f"Cards of all {len(found.ranks)} ranks offered went to an empty {kind} pile."
    elif len(found.ranks) == 1:
        only = next(iter(found.ranks))
        text = f"Of all thirteen ranks, only {rank(only)} went to an empty {kind} pile."
        other = session.fill(kind, SEEDS[1])
        if other.ranks == found.ranks:
            value = rank(only)
        elif len(other.ranks) == 1:
            value = _by_base(session, kind)
            text = (
                f"In one deal only {rank(only)} went to an empty {kind} pile, in another only {rank(min(other.ranks))}."
            )
    if value is None:
        return
    yield Observation(f"{kind}.fill.accepts", value, Evidence(text, shown, made, found.trials))


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
