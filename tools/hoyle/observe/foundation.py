"""Foundations: what they begin with and how they are built, from the first card to the last."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

from hoyle.observe.build import study
from hoyle.observe.fill import fill
from hoyle.observe.laying import open_places
from hoyle.observe.play import Step
from hoyle.observe.relation import Building, Offer, active
from hoyle.observe.session import SEEDS, Session
from hoyle.observe.table import PileKey, Position, Stack, counted, rank, relation, up
from hoyle_engine.cards import Card
from hoyle_engine.moves import Move


@dataclass
class Foundations:
    """What was found of the foundations."""

    base: str | None = None
    """What they begin with: a rank, `base` or `any`."""
    seed: int = SEEDS[0]
    """The deal in which building was tried."""
    first: int | None = None
    """The rank that they begin with in that deal."""
    rule: Building | None = None
    offers: list[Offer] = field(default_factory=list)
    example: tuple[Position, Move] | None = None
    turns: bool = False
    """A pile that has come to its last rank goes on in another way."""
    last: int | None = None
    """The rank after which no more is taken; None where that depends on the deal."""


def chain(rule: Building, deck: list[Card], start: Card, length: int, suits: str | None = None) -> list[Card]:
    """Cards of a deck of which each may be put on the one before by the rule.

    `suits` is the relation to keep to (`suit`, `color` or `other`) where the rule allows several.
    The chain is shorter than `length` where the rule ends it.
    """
    left = list(deck)
    if start in left:
        left.remove(start)
    cards = [start]
    while len(cards) < length:
        on = cards[-1]
        ranks = rule.followers(on)
        found = [card for card in left if card.rank in ranks and rule.takes(on, card)]
        if suits is not None:
            found = [card for card in found if relation(on, card) == suits]
        if not found:
            break
        # Keep to the suit where the rule lets it, so that chains do not take each other's cards.
        found.sort(key=lambda card: (card.suit != on.suit, card.suit != start.suit, card.suit))
        cards.append(found[0])
        left.remove(found[0])
    return cards


def foundations(session: Session) -> Foundations:
    """What the foundations begin with and how they are built."""
    return session.once(_study)


def reaches_foundation(session: Session) -> set[str]:
    """The kinds of piles whose cards were allowed to go to a foundation."""
    foundations(session)
    return {kind for kind, targets in session.seen.items() if targets["foundation"]}


def is_settled(session: Session) -> bool:
    """Whether the game is in full play after the deal.

    Where the player has yet to choose what foundations begin with, laid-out positions may refuse what
    play allows later; then only what was allowed tells anything.
    """
    if not session.has("foundation") or foundations(session).base not in (None, "any"):
        return True
    return session.has("tableau") and bool(study(session, "tableau").allowed)


def run_home(session: Session) -> Step | None:
    """A whole suit in sequence put on an empty foundation at once, where the game allows that."""
    return session.once(_run_home)


def _study(session: Session) -> Foundations:
    """Find what foundations begin with, then build on them card by card."""
    result = Foundations()
    if not session.has("foundation"):
        return result
    piles = session.piles("foundation")
    given = {seed: _given(session, seed) for seed in SEEDS}
    full = all(len(stacks) == len(piles) for stacks in given.values())
    ranks = {seed: {stack[0][0].rank for stack in stacks.values()} for seed, stacks in given.items()}
    if any(len(found) > 1 for found in ranks.values()):
        return result
    if full:
        firsts = [next(iter(ranks[seed])) for seed in SEEDS]
    else:
        filled = fill(session, "foundation")
        if filled.differ or not filled.ranks:
            return result
        if len(filled.ranks) > 1 and filled.ranks == filled.offered:
            result.base, result.first = "any", 5
            _build(session, result)
            return result
        if len(filled.ranks) != 1:
            return result
        if ranks[SEEDS[0]] and ranks[SEEDS[0]] != filled.ranks:
            return result
        firsts = [next(iter(filled.ranks))]
        for seed in SEEDS[1:]:
            more = fill(session, "foundation", seed).ranks
            if len(more) != 1:
                return result
            firsts.append(next(iter(more)))
    if len(set(firsts)) == 1:
        result.base, result.first = rank(firsts[0]), firsts[0]
    else:
        # A deal whose base lies in the middle shows whether building goes round the corner.
        result.base = "base"
        result.seed = min(SEEDS[: len(firsts)], key=lambda seed: abs(firsts[SEEDS.index(seed)] - 8))
        result.first = firsts[SEEDS.index(result.seed)]
    _build(session, result)
    return result


def _given(session: Session, seed: int) -> dict[PileKey, Stack]:
    return {key: stack for key, stack in session.dealt(seed).items() if key[0] == "foundation" and stack}


def _starts(session: Session, result: Foundations) -> dict[PileKey, Card]:
    """A first card for each foundation, as dealt where it is dealt."""
    given = _given(session, result.seed)
    cards = [card for card in session.deck if card.rank == result.first]
    for stack in given.values():
        if stack[0][0] in cards:
            cards.remove(stack[0][0])
    starts = {}
    for key in session.piles("foundation"):
        if key in given:
            starts[key] = given[key][0][0]
        elif cards:
            starts[key] = cards.pop(0)
    return starts


def _build(session: Session, result: Foundations) -> None:
    places = open_places(session)
    starts = _starts(session, result)
    if not places or not starts:
        return
    chooser = random.Random(session.variant)
    base: dict[PileKey, Stack] = {key: up(card) for key, card in starts.items()}
    rest = list(dict.fromkeys((counted(session.dealt(result.seed)) - counted(base)).elements()))
    chooser.shuffle(rest)
    offers: list[Offer] = []
    while rest:
        group, rest = rest[: len(places)], rest[len(places) :]
        offers += _try(session, result, base, places, group)
    taken = {(offer.card.rank - offer.on.rank) % 13 for offer in active(offers) if offer.taken}
    relations = frozenset(relation(offer.on, offer.card) for offer in offers if offer.taken)
    if not taken or len(taken) > 2 or (len(taken) == 2 and taken != {1, 12}):
        return
    steps = tuple(sorted(gap if gap <= 6 else gap - 13 for gap in taken))
    guess = Building(steps, relations, wrap=True)
    if guess.suit is None:
        return
    _grow(session, result, guess, starts, places, offers)


def _try(
    session: Session, result: Foundations, base: dict[PileKey, Stack], places: list[PileKey], cards: list[Card]
) -> list[Offer]:
    position = base | {place: up(card) for place, card in zip(places, cards, strict=False)}
    moves = session.moves(position, result.seed)
    taken = {(move.source, move.target): move for move in moves if move.count == 1}
    offers = []
    for place in places[: len(cards)]:
        for key, stack in base.items():
            if stack:
                move = taken.get((place, key))
                offers.append(Offer(place, key, stack[-1][0], position[place][-1][0], move is not None))
                if move is not None and result.example is None:
                    result.example = (position, move)
    return offers


def _grow(
    session: Session,
    result: Foundations,
    guess: Building,
    starts: dict[PileKey, Card],
    places: list[PileKey],
    offers: list[Offer],
) -> None:
    """Build every foundation higher and higher, and offer what fits the guess and what does not."""
    chains = _chains(session, result, guess)
    keys = list(starts)
    chooser = random.Random(session.variant)
    for turn in range(13):
        heights = {key: (turn + index * 5) % 13 + 1 for index, key in enumerate(keys)}
        base: dict[PileKey, Stack] = {
            key: up(*chains[key][: heights[key]]) for key in keys if len(chains[key]) >= heights[key]
        }
        left = list(dict.fromkeys((counted(session.dealt(result.seed)) - counted(base)).elements()))
        tops = [stack[-1][0] for stack in base.values()]
        fitting = [card for card in left if any(guess.takes(on, card) for on in tops)]
        near = [
            card
            for card in left
            if card not in fitting and any((card.rank - on.rank) % 13 in (1, 12, 2, 0) for on in tops)
        ]
        chooser.shuffle(fitting)
        chooser.shuffle(near)
        # As many that fit as there is room for besides some that do not.
        room = max(1, len(places) * 2 // 3)
        offers += _try(session, result, base, places, (fitting[:room] + near)[: len(places)])
    offers = active(offers)
    complete = {_turned(guess, result.first, 12)} if result.first else set()
    closed = {offer.on.rank for offer in offers if offer.on.rank in complete and not offer.taken}
    opened = {offer.on.rank for offer in offers if offer.on.rank in complete and offer.taken}
    wrong = [
        offer for offer in offers if offer.taken != guess.takes(offer.on, offer.card) and offer.on.rank not in complete
    ]
    corner = [offer for offer in offers if _corner(guess, offer)]
    inner = [offer for offer in corner if offer.on.rank not in complete]
    if inner and not any(offer.taken for offer in inner):
        wrong = [offer for offer in wrong if offer not in inner]
        guess = Building(guess.steps, guess.relations, wrap=False)
    elif not inner:
        # The pile is complete where the ranks end: whether they go round cannot be seen.
        guess = Building(guess.steps, guess.relations, wrap=bool(opened))
    if wrong or not session.natural.agrees("foundation", guess):
        return
    result.turns = any(
        offer.taken and not guess.takes(offer.on, offer.card) for offer in offers if offer.on.rank in complete
    )
    result.rule = guess
    result.offers = offers
    if result.base not in (None, "base", "any") and closed and not opened:
        result.last = next(iter(closed))


def _turned(rule: Building, first: int, count: int) -> int:
    return (first + rule.steps[0] * count - 1) % 13 + 1


def _corner(rule: Building, offer: Offer) -> bool:
    """Whether the card would fit only round the corner."""
    return rule.takes(offer.on, offer.card) and offer.card.rank - offer.on.rank not in rule.steps


def grown(session: Session, height: int) -> dict[PileKey, Stack]:
    """The foundations, each built up to `height` cards by the rule found; lower where the cards end before."""
    return {key: up(*cards[:height]) for key, cards in session.once(_grown_up).items()}


def _grown_up(session: Session) -> dict[PileKey, list[Card]]:
    found = foundations(session)
    assert found.rule is not None
    return _chains(session, found, found.rule)


def _chains(session: Session, found: Foundations, rule: Building) -> dict[PileKey, list[Card]]:
    """For each foundation, the cards that it takes one after the other by a rule."""
    starts = _starts(session, found)
    deck = list((counted(session.dealt(found.seed)) - Counter(starts.values())).elements())
    chains = {}
    for key, card in starts.items():
        chains[key] = chain(rule, deck, card, 13)
        for used in chains[key][1:]:
            deck.remove(used)
    return chains


def _run_home(session: Session) -> Step | None:
    """Put a whole suit, built as on the tableau, on an empty foundation at once; None where that is not allowed."""
    if not session.has("foundation") or not session.has("tableau"):
        return None
    rule = study(session, "tableau").rule
    if rule is None or len(rule.steps) > 1 or "suit" not in rule.relations:
        return None
    first = 13 if rule.steps[0] < 0 else 1
    start = next((card for card in session.deck if card.rank == first), None)
    if start is None:
        return None
    run = chain(rule, list(session.deck), start, 13, "suit")
    if len(run) < 13:
        return None
    source, target = open_places(session, ("tableau",))[0], session.piles("foundation")[0]
    return session.try_move({source: up(*run)}, Move("move", source, target, 13))
