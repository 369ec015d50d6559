"""Building: which card a pile takes on which. Found for piles that are no foundations."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from hoyle.facts import wording
from hoyle.messages import Said, Value, listed, say
from hoyle.observe.laying import SOURCES, foundations_as_dealt, open_places
from hoyle.observe.observation import Evidence, Observation
from hoyle.observe.relation import Building, Offer, active, fit
from hoyle.observe.session import Session
from hoyle.observe.table import Position, counted, drawn, relation, up
from hoyle_engine.cards import Card
from hoyle_engine.moves import Move


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
    in_play: bool = False
    """The rule was found in positions that came up in play, as those laid out come before the game has begun."""

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


def study(session: Session, kind: str) -> Study:
    """How cards are built on the piles of a kind that is no foundation."""
    return session.once(_studies).get(kind) or Study(kind)


def study_in_play(session: Session, kind: str) -> Study:
    """The same for any kind, from what was allowed in play after the player had chosen the base."""
    offers = active(session.started.offers[kind])
    example = session.started.example.get(kind)
    return Study(kind, fit(offers), offers, decided=True, example=example, in_play=True)


def _studies(session: Session) -> dict[str, Study]:
    """Find out how cards are built on the piles of each kind that is no foundation.

    Cards of neighbouring ranks, then any, are laid on all piles, one on each, so that every pile's card is offered
    to every other; again in other orders, until each two ranks and suits have met on every kind that takes cards.
    """
    places = open_places(session)
    found = {kind: Study(kind) for kind in {key[0] for key in places}}
    home = foundations_as_dealt(session)
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
    bases = {stack[0][0].rank for stack in foundations_as_dealt(session).values()}
    for closed in (bases, _closed(offers)):
        if rule is None and len(closed) == 1:
            # Some games let nothing be put on a card of the base rank, or on a king.
            rule = fit([offer for offer in offers if offer.on.rank not in closed])
    if rule is None or session.natural.agrees(kind, rule):
        return rule
    # Before the player has chosen the base rank, cards may not go round the corner that do so later.
    round_corner = Building(rule.steps, rule.relations, wrap=True)
    return round_corner if session.natural.agrees(kind, round_corner) else None


def _closed(offers: list[Offer]) -> set[int]:
    """The ranks on which nothing was ever put."""
    return {offer.on.rank for offer in offers} - {offer.on.rank for offer in offers if offer.taken}


def rule_observations(
    kind: str, rule: Building, offers: list[Offer], example: tuple[Position, Move] | None
) -> Iterator[Observation]:
    """`P.build.direction`, `suit`, `step` and `wrap`, with the cards taken and refused that show them."""
    shown, made = (drawn(example[0]), str(example[1])) if example else (None, None)
    taken = [offer for offer in offers if offer.taken]
    the_pile = wording.pile(kind)
    some = listed([_put(offer) for offer in _spread(taken, 3)])
    counts = {"count": len(taken), "total": len(offers)}

    def seen(part: str, value: Any, text: Said) -> Observation:
        return Observation(f"{kind}.build.{part}", value, Evidence(text, shown, made, len(offers)))

    if rule.direction is not None:
        against = {"up": -1, "down": 1}.get(rule.direction)
        text = say("{pile} took {cards} ({count} of {total} cards offered).", pile=the_pile, cards=some, **counts)
        if against and (no := _refused(offers, lambda gap: gap == against * rule.step)):
            text = say(
                "{pile} took {cards}, and refused {refused} ({count} of {total} cards offered were taken).",
                pile=the_pile,
                cards=some,
                refused=_put(no),
                **counts,
            )
        yield seen("direction", rule.direction, text)
        yield seen("step", rule.step, text)
    if rule.suit is not None and rule.steps[0]:
        took: list[Value] = []
        refused: list[Value] = []
        for name in ("suit", "color", "other"):
            yes = next((offer for offer in taken if relation(offer.on, offer.card) == name), None)
            no = _refused(offers, lambda gap: gap in rule.steps, name)
            if yes:
                took.append(_put(yes))
            elif no:
                refused.append(_put(no))
        text = say("{pile} took {cards}.", pile=the_pile, cards=listed(took))
        if refused:
            text = say(
                "{pile} took {cards}, and refused {refused}.",
                pile=the_pile,
                cards=listed(took),
                refused=listed(refused),
            )
        yield seen("suit", rule.suit, text)
    if rule.steps[0]:
        corner = [offer for offer in offers if Building(rule.steps, rule.relations, True).takes(offer.on, offer.card)]
        corner = [offer for offer in corner if offer.card.rank - offer.on.rank not in rule.steps]
        if corner and all(offer.taken == rule.wrap for offer in corner):
            if rule.wrap:
                text = say("{pile} took {cards}.", pile=the_pile, cards=_put(corner[0]))
            else:
                text = say("{pile} refused {cards}.", pile=the_pile, cards=_put(corner[0]))
            yield seen("wrap", rule.wrap, text)
        if corner and not rule.wrap and len(rule.steps) == 1 and rule.step == 1 and kind != "foundation":
            first, last = ("A", "K") if rule.steps[0] > 0 else ("K", "A")
            text = say("{pile} never took {card} on another card.", pile=the_pile, card=wording.a_card(first))
            yield seen("from", first, text)
            text = say("{pile} never took another card on {card}.", pile=the_pile, card=wording.a_card(last))
            yield seen("to", last, text)


def _put(offer: Offer) -> Said:
    """The card offered and the one that it was to lie on, in words."""
    return say("{card} on {other}", card=wording.card(offer.card), other=wording.card(offer.on))


def _spread(items: list[Offer], count: int) -> list[Offer]:
    step = max(1, len(items) // count)
    return items[::step][:count]


def _refused(offers: list[Offer], gap: Any, suits: str | None = None) -> Offer | None:
    for offer in offers:
        fits = suits is None or relation(offer.on, offer.card) == suits
        if fits and not offer.taken and gap(offer.card.rank - offer.on.rank):
            return offer
    return None
