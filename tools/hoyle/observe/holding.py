"""How many cards a pile holds, and what fills it when it is empty: `P.capacity`, `P.fill.auto`."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

from hoyle.facts import wording
from hoyle.messages import THEN, listed, say, say_number
from hoyle.observe.build import study
from hoyle.observe.foundation import chain, is_settled
from hoyle.observe.laying import open_places
from hoyle.observe.observation import Evidence, Observation
from hoyle.observe.play import Step
from hoyle.observe.relation import Building
from hoyle.observe.session import Session
from hoyle.observe.stock import CLICK
from hoyle.observe.table import PileKey, Position, Stack, cards_in, counted, down, drawn, up
from hoyle_engine.cards import Card
from hoyle_engine.moves import Move


def capacity(session: Session, kind: str) -> Iterator[Observation]:
    """`P.capacity`."""
    if kind in ("stock", "foundation"):
        return
    positions = [session.dealt(), *(step.after for step in session.steps)]
    most = max(len(stack) for one in positions for key, stack in one.items() if key[0] == kind)
    if kind == "waste":
        if most > 1:
            yield Observation(
                "waste.capacity",
                None,
                Evidence(say_number("The waste held {count} card.", "The waste held {count} cards.", most)),
            )
        else:
            yield from _full_waste(session)
        return
    found = study(session, kind)
    closed = found.removes or (found.allowed is False and is_settled(session) and not session.natural.builds[kind])
    if closed and most == 1:
        text = say(
            "No pile {of_pile} ever held more than one card, and none took a second ({tries} tries).",
            of_pile=wording.of_pile(kind),
            tries=len(found.offers),
        )
        yield Observation(f"{kind}.capacity", 1, Evidence(text, trials=len(found.offers)))
    elif found.rule is not None and kind == "tableau":
        yield from _tallest(session, found.rule)


def _full_waste(session: Session) -> Iterator[Observation]:
    """Whether a click on the stock does nothing while a card lies on the waste."""
    step = next((step for step in session.steps if step.move == CLICK and "waste" in step.gained), None)
    if step is None:
        return
    again = [
        CLICK in session.moves(one.after, one.seed)
        for one in session.steps
        if one.move == CLICK and one.gained.get("waste") and cards_in(one.after, "stock")
    ]
    if again and not any(again):
        text = say(
            "While a card lay on the waste, a click on the stock did nothing ({tries} of {tries} tries).",
            tries=len(again),
        )
        yield Observation("waste.capacity", 1, Evidence(text, drawn(step.after), str(CLICK), trials=len(again)))


def _tallest(session: Session, rule: Building) -> Iterator[Observation]:
    """Lay cards in sequence on a pile, higher and higher, and offer the next."""
    piles = open_places(session, ("tableau",))
    if len(piles) < 2 or (len(rule.steps) > 1 and not rule.wrap):
        return
    first = next(card for card in session.deck if card.rank == (13 if rule.steps[0] < 0 else 1))
    cards = chain(rule, list(session.deck), first, 9)
    highest = 0
    refused: Position | None = None
    for height in range(1, len(cards)):
        position = {piles[0]: up(*cards[:height]), piles[1]: up(cards[height])}
        moves = session.moves(position, counts=False)
        if Move("move", piles[1], piles[0]) in moves:
            highest = height + 1
        else:
            refused = position
            break
    if refused is not None and highest > 1:
        text = say("A pile of {count} cards took no more, though the next card was in sequence.", count=highest)
        yield Observation("tableau.capacity", highest, Evidence(text, drawn(refused)))
    elif highest >= 7:
        yield Observation("tableau.capacity", None, Evidence(say("A tableau pile took {count} cards.", count=highest)))


def filling_itself(session: Session, kind: str) -> Iterator[Observation]:
    """`P.fill.auto`: the kinds of piles from which an emptied pile is filled by itself, in order."""
    if kind not in ("tableau", "reserve"):
        return
    order: list[str] = []
    shown: tuple[Position, Move] | None = None
    stayed = 0
    away: set[str] = set()
    for _turn in range(4):
        found = _emptied(session, kind, away)
        if found is None:
            break
        position, move, filled = found
        if filled is None:
            stayed += 1
            break
        shown = shown or (position, move)
        for source in filled:
            if source not in order:
                order.append(source)
        if filled[-1] in away or filled[-1] == kind:
            break
        away.add(filled[-1])
    if order and shown is not None:
        text = say(
            "A pile {of_pile} that emptied was filled by itself {from_piles}.",
            of_pile=wording.of_pile(kind),
            from_piles=listed([wording.from_pile(one) for one in order], THEN),
        )
        yield Observation(f"{kind}.fill.auto", order, Evidence(text, drawn(shown[0]), str(shown[1])))
    elif stayed and not away and is_settled(session) and not _refilled(session, kind):
        again = [_emptied(session, kind, away, turn) for turn in (1, 2)]
        if all(one is not None and one[2] is None for one in again):
            assert again[0] is not None
            text = say("A pile {of_pile} that emptied stayed empty (3 of 3 tries).", of_pile=wording.of_pile(kind))
            yield Observation(f"{kind}.fill.auto", None, Evidence(text, drawn(again[0][0]), str(again[0][1]), trials=3))


def _emptied(
    session: Session, kind: str, away: set[str], turn: int = 0
) -> tuple[Position, Move, list[str] | None] | None:
    """Take the only card of a pile, and see what fills it; piles of the kinds `away` are empty."""
    chooser = random.Random(f"{session.variant} {kind} {turn}")
    dealt = session.dealt()
    home = {key: stack for key, stack in dealt.items() if key[0] == "foundation" and stack}
    deck = list((counted(dealt) - counted(home)).elements())
    for _ in range(12):
        chooser.shuffle(deck)
        position: dict[PileKey, Stack] = dict(home)
        cards = iter(deck)
        for place in open_places(session, ("tableau",))[: len(deck) * 2 // 3]:
            position[place] = up(next(cards))
        if "reserve" not in away:
            for place in session.piles("reserve"):
                count = 1 if kind == "reserve" else min(len(dealt[place]), 3)
                position[place] = up(*islice(cards, count))
        for other in ("waste", "stock"):
            if session.has(other) and other not in away:
                lie = up if other == "waste" else down
                position[other, 1] = lie(*islice(cards, 1 if other == "waste" else 6))
        for move in session.moves(position, counts=False):
            if move.source[0] != kind or move.count != 1 or len(position[move.source]) != 1:
                continue
            if move.target is not None and not position.get(move.target):
                continue
            step = session.try_move(position, move)
            if step is None:
                continue
            now = step.after[move.source]
            if not now:
                return position, move, None
            came = _came_from(step, now[0][0])
            if came is None or (came == kind and not step.gone):
                return None
            filled = [came]
            if came == kind and "stock" in step.lost:
                filled.append("stock")
            return position, move, filled
    return None


def _refilled(session: Session, kind: str) -> bool:
    """Whether a pile that gave its only card ever had one again at once."""
    return any(
        step.move.source[0] == kind
        and step.move.target is not None
        and len(step.before[step.move.source]) == 1
        and step.after[step.move.source]
        for step in session.steps
    )


def _came_from(step: Step, card: Card) -> str | None:
    """The kind of pile that a card came from: the one that lost it, or else the only one that held it."""
    kinds = {kind for kind, cards in step.lost.items() if card in cards}
    if not kinds:
        kinds = {key[0] for key, stack in step.before.items() if card in (one for one, _ in stack)}
    return kinds.pop() if len(kinds) == 1 else None
