"""How many cards move at a time: `tableau.move.*` and `tableau.fill.sequence`."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from hoyle.messages import say
from hoyle.observe.build import study
from hoyle.observe.fill import fill
from hoyle.observe.foundation import chain
from hoyle.observe.laying import open_places
from hoyle.observe.observation import Evidence, Observation
from hoyle.observe.relation import Building
from hoyle.observe.session import Session
from hoyle.observe.table import PileKey, Position, Stack, counted, down, drawn, read, up
from hoyle_engine.cards import Card
from hoyle_engine.moves import Move

_PATTERNS = {
    "same-suit": ("suit",),
    "same-color": ("suit", "color"),
    "alternate-color": ("other",),
    "other-suit": ("color", "other"),
    "any": ("suit", "color", "other"),
}


@dataclass(frozen=True, slots=True)
class Run:
    """A try to move the top cards of a pile at once."""

    position: Position
    source: PileKey
    count: int
    move: Move | None
    """The move, where it was legal."""
    target: PileKey | None = None


def _fillers(session: Session, deck: list[Card], keys: list[PileKey], used: list[Card]) -> dict[PileKey, Stack]:
    """A card each for piles that are to be in the way."""
    left = list((counted({("stock", 0): up(*deck)}) - counted({("stock", 0): up(*used)})).elements())
    random.Random(len(used)).shuffle(left)
    return {key: up(card) for key, card in zip(keys, left, strict=False)}


def _run(rule: Building, session: Session, start: Card, length: int, suits: tuple[str, ...]) -> list[Card] | None:
    """Cards of which each is built on the one before, in relations that `suits` allows, each used if it can be."""
    deck = list(session.deck)
    cards = [start]
    deck.remove(start)
    for step in range(1, length):
        wanted = suits[(step + len(suits) - 1) % len(suits)] if len(suits) > 1 else suits[0]
        found = chain(rule, [*deck, cards[-1]], cards[-1], 2, wanted)
        if len(found) < 2:
            return None
        deck.remove(found[1])
        cards.append(found[1])
    return cards


def _try_run(
    session: Session,
    cards: list[Card],
    below: Stack,
    target: Card | None,
    free: bool,
    count: int,
) -> Run | None:
    """Lay a run on the first pile, its target on the second, and ask whether `count` of its cards may move there.

    `free` leaves the other piles and some cells empty; otherwise each holds a card. Cells hold as many cards
    as after the deal, and are filled by moves: some games count the free ones as they go.
    """
    piles = open_places(session, ("tableau",))
    if len(piles) < 2:
        return None
    source, aim, *rest = piles
    cells = session.piles("reserve") if session.has("reserve") and fill(session, "reserve").ranks else []
    held = [cell for cell in cells if session.dealt()[cell]]
    open_cells = [cell for cell in cells if cell not in held]
    used = [*cards, *(card for card, _ in below), *([target] if target else [])]
    position: dict[PileKey, Stack] = {source: below + up(*cards)}
    if target is not None:
        position[aim] = up(target)
    fillers = _fillers(session, list(session.deck), held + (rest if not free else []), used)
    position |= fillers
    wanted = Move("move", source, aim, count)
    if free or not open_cells:
        moves = session.moves(position, counts=False)
        return Run(position, source, count, wanted if wanted in moves else None, aim)
    spare = [*used, *(card for stack in fillers.values() for card, _ in stack)]
    more = _fillers(session, list(session.deck), open_cells, spare)
    giving = [key for key in rest if key in position]
    if not giving:
        return None
    for index, stack in enumerate(more.values()):
        key = giving[index % len(giving)]
        position[key] = position[key] + stack
    game = session.stand(position)
    for index, cell in reversed(list(enumerate(more))):
        if not session.push(game, Move("move", giving[index % len(giving)], cell)):
            return None
    return Run(read(game), source, count, wanted if wanted in game.legal_moves() else None, aim)


@dataclass
class Lifting:
    """What was found of moving several cards of the tableau at once."""

    unit: str | None = None
    also: tuple[str, ...] = ()
    suit: str | None = None
    """The suit relation that the cards moved together stood in."""
    limited: bool = False
    """Whether free spaces limit how many cards move."""
    evidence: Evidence | None = None


def lifting_study(session: Session) -> Lifting:
    """How many cards of the tableau move at a time."""
    return session.once(_study)


def _study(session: Session) -> Lifting:
    """Lay runs of three on a pile and see whether they move together: in the way of the suits, and any which way."""
    found = study(session, "tableau")
    if found.rule is None or found.rule.suit is None or not found.rule.steps[0]:
        return Lifting()
    moved, moved_free, held = _runs_tried(session, found.rule)
    if moved:
        return _unlimited(session, found.rule, moved)
    if moved_free:
        run = next(iter(moved_free.values()))
        text = say("Cards in sequence moved together only where there were free spaces to move them one by one.")
        evidence = Evidence(text, drawn(run.position), str(run.move))
        return Lifting("single", ("sequence",), _suit(set(moved_free)), True, evidence)
    if held:
        run = next(iter(held.values()))
        times = 2 * len(held)
        text = say("Cards built on one another did not move together ({count} tries).", count=times)
        move = Move("move", run.source, run.target, run.count)
        return Lifting("single", evidence=Evidence(text, drawn(run.position), str(move), times))
    return Lifting()


def _runs_tried(session: Session, rule: Building) -> tuple[dict[str, Run], dict[str, Run], dict[str, Run]]:
    """Runs by the relation of their suits: those that moved, that moved only with free spaces, that did not move."""
    moved: dict[str, Run] = {}
    moved_free: dict[str, Run] = {}
    held: dict[str, Run] = {}
    for name, suits in _PATTERNS.items():
        if not set(suits) <= rule.relations:
            continue
        run = _best_run(session, rule, suits, free=False)
        free = run if run is not None and run.move else _best_run(session, rule, suits, free=True)
        if run is not None and run.move is not None:
            moved[name] = run
        elif free is not None and free.move is not None:
            moved_free[name] = free
        elif run is not None:
            held[name] = run
    return moved, moved_free, held


def _unlimited(session: Session, rule: Building, moved: dict[str, Run]) -> Lifting:
    """Cards in sequence move together: whether cards out of sequence do so too."""
    group = _group(session, rule)
    if group is None:
        return Lifting(suit=_suit(set(moved)))
    if group.move is not None:
        text = say("{count} cards out of sequence moved together.", count=group.count)
        return Lifting("group", evidence=Evidence(text, drawn(group.position), str(group.move)))
    run = next(iter(moved.values()))
    text = say("{count} cards in sequence moved together.", count=run.count)
    return Lifting("sequence", suit=_suit(set(moved)), evidence=Evidence(text, drawn(run.position), str(run.move)))


def _suit(names: set[str]) -> str | None:
    """The widest of the relations."""
    widest = ("any", "same-color", "other-suit", "alternate-color", "same-suit")
    return next((name for name in widest if name in names), None)


def _best_run(session: Session, rule: Building, suits: tuple[str, ...], free: bool) -> Run | None:
    """A run of three that moves, under the covers that games differ by; else the last that did not."""
    last = None
    for start in session.deck:
        if start.rank not in (9, 6):
            continue
        cards = _run(rule, session, start, 4, suits)
        if cards is None:
            continue
        target, run = cards[0], cards[1:]
        spare = [card for card in session.deck if card not in cards]
        for below in (up(spare[0]), down(spare[0]), ()):
            tried = _try_run(session, run, below, target, free, len(run))
            if tried is None:
                return None
            last = tried
            if tried.move is not None:
                return tried
        break
    return last


def _group(session: Session, rule: Building) -> Run | None:
    """A try with cards out of sequence; None where such piles never lie on the table."""
    if not _loose_piles(session, rule):
        run = _best_run(session, rule, tuple(rule.relations)[:1], free=False)
        return Run({}, ("tableau", 1), 0, None) if run is not None else None
    deck = list(session.deck)
    for start in deck:
        if start.rank != 9:
            continue
        pair = chain(rule, deck, start, 2)
        if len(pair) < 2:
            continue
        target, first = pair
        loose: list[Card] = [first]
        for card in deck:
            if card not in (target, *loose) and not _related(rule, loose[-1], card) and card.rank not in (1, 13):
                loose.append(card)
            if len(loose) == 3:
                break
        last = None
        for below in ((), down(next(card for card in deck if card not in (target, *loose)))):
            last = _try_run(session, loose, below, target, False, 3)
            if last is not None and last.move is not None:
                return last
        return last
    return None


def _related(rule: Building, on: Card, card: Card) -> bool:
    return abs(on.rank - card.rank) in (0, 1, 12) or rule.takes(on, card)


def _loose_piles(session: Session, rule: Building) -> bool:
    """Whether cards out of sequence ever lie face up on one another in the tableau."""
    positions = [session.dealt(), *(step.after for step in session.steps)]
    for position in positions:
        for (kind, _), stack in position.items():
            if kind == "tableau":
                for (on, seen), (card, shown) in pairwise(stack):
                    if seen and shown and not rule.takes(on, card):
                        return True
    return False


def _disagrees(session: Session, found: Lifting) -> bool:
    """Whether cards moved in play as the unit found does not let them."""
    rule = study(session, "tableau").rule
    for position, move in session.natural.several:
        if found.unit == "single" and not found.limited:
            return True
        cards = [card for card, _ in position[move.source][-move.count :]]
        loose = rule is not None and any(not rule.takes(on, card) for on, card in pairwise(cards))
        if loose and found.unit != "group":
            return True
    return False


def lifting(session: Session) -> Iterator[Observation]:
    """`tableau.move.unit`, `suit` and `limit`."""
    found = lifting_study(session)
    if _disagrees(session, found):
        return
    if found.unit is None:
        if study(session, "tableau").rule is None:
            yield from _one_card_piles(session)
        return
    assert found.evidence is not None
    yield Observation("tableau.move.unit", found.unit, found.evidence, also=found.also)
    if found.unit != "group" and found.suit is not None and (found.also or found.unit == "sequence"):
        yield Observation("tableau.move.suit", found.suit, found.evidence)
    if found.limited:
        yield Observation("tableau.move.limit", "free-spaces", found.evidence)
    several = found.unit != "single" or found.limited
    yield Observation("tableau.move.several", several, found.evidence)


def _one_card_piles(session: Session) -> Iterator[Observation]:
    """Where no pile ever holds more than one card, cards move singly."""
    positions = [session.dealt(), *(step.after for step in session.steps)]
    most = max((len(stack) for one in positions for key, stack in one.items() if key[0] == "tableau"), default=0)
    steps = [step for step in session.steps if step.move.source[0] == "tableau" and step.move.target is not None]
    if most == 1 and steps:
        step = steps[0]
        text = say("No tableau pile ever held two cards; every move took one (moves made: {count}).", count=len(steps))
        yield Observation(
            "tableau.move.unit", "single", Evidence(text, drawn(step.before), str(step.move), trials=len(steps))
        )


def filling_by_run(session: Session) -> Iterator[Observation]:
    """`tableau.fill.sequence`."""
    lifted, filled = lifting_study(session), fill(session, "tableau")
    rule = study(session, "tableau").rule
    if rule is None or rule.suit is None or filled.differ or not filled.ranks or not filled.trials:
        return
    ranks: list[int] = [number for number in (9, 6, 13, 10) if number in filled.ranks] or sorted(filled.ranks)
    names = [lifted.suit] if lifted.suit in _PATTERNS else ["same-suit", "alternate-color", "any"]
    last = None
    for start in session.deck:
        if start.rank != ranks[0]:
            continue
        for name in names:
            suits = _PATTERNS[name or "any"]
            if not set(suits) <= rule.relations:
                continue
            run = _run(rule, session, start, 2, suits)
            if run is None:
                continue
            spare = [card for card in session.deck if card not in run]
            for below in (up(spare[0]), down(spare[0])):
                last = _try_run(session, run, below, None, True, 2)
                if last is None:
                    return
                if last.move is not None:
                    evidence = Evidence(
                        say("Two cards in sequence went to an empty pile together."),
                        drawn(last.position),
                        str(last.move),
                    )
                    yield Observation("tableau.fill.sequence", True, evidence)
                    return
    if last is not None and lifted.unit is not None and not _disagrees(session, lifted):
        move = Move("move", last.source, last.target, last.count)
        evidence = Evidence(
            say("Two cards in sequence did not go to an empty pile together."), drawn(last.position), str(move)
        )
        yield Observation("tableau.fill.sequence", False, evidence)
