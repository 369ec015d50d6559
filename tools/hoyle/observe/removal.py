"""Removing cards: how many at a time, which go together, and where they must lie."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from hoyle.facts import wording
from hoyle.messages import OR, Value, later, listed, say
from hoyle.observe.laying import SOURCES, lying_above, open_places
from hoyle.observe.observation import Evidence, Observation
from hoyle.observe.play import Step
from hoyle.observe.session import Session
from hoyle.observe.table import PileKey, Place, Position, Stack, cards_in, drawn, rank, up
from hoyle_engine.cards import Card

_DEALS = 24
_MADE = 20
"""Orders in which the table is filled, and moves of a sort that are made to see what they do."""


Trial = tuple[Position, set[tuple[PileKey, PileKey]], set[PileKey]]
"""A position, the pairs of piles between which cards could be moved, and the piles that could be clicked."""


@dataclass
class Removals:
    """What was found of cards that leave the table."""

    units: Counter[int] = field(default_factory=Counter)
    """How many cards left at once, and how often."""
    steps: dict[int, Step] = field(default_factory=dict)
    """For each number of cards, a move that took so many."""
    taken: set[tuple[Card, Card]] = field(default_factory=set)
    """Pairs that went."""
    refused: set[tuple[Card, Card]] = field(default_factory=set)
    """Pairs that lay where others went, and did not go."""
    singles: set[int] = field(default_factory=set)
    not_singles: set[int] = field(default_factory=set)
    offsets: Counter[tuple[float, float]] = field(default_factory=Counter)
    """How far apart the piles of pairs lay."""
    never: set[tuple[float, float]] = field(default_factory=set)
    trials: int = 0
    points: dict[int, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    """For each number of cards that left at once, the points that came with it."""
    covers: int = 0
    """How often a card laid on another took that off the table."""
    cover: Step | None = None
    made: Counter[str] = field(default_factory=Counter)
    open_moves: int = 0
    covered_moves: int = 0
    """Moves of cards that lay open, and of cards that others covered, on the full table."""


def removals(session: Session) -> Removals | None:
    """How cards leave the table; None where none ever do."""
    return session.once(_study)


def _study(session: Session) -> Removals | None:
    """Deal the table full of cards in many orders, and see which leave it; None where none ever do."""
    result = Removals()
    for step in session.steps:
        _note(result, step)
    if not result.steps and not result.covers:
        _set_of_four(session, result)
        return result if result.steps else None
    if not result.steps:
        return result
    chooser = random.Random(session.variant)
    places = {(place.kind, place.number): place for place in session.places}
    covering = len(open_places(session, ("tableau",))) < len(session.piles("tableau"))
    shapes = _shapes(session) if covering else [session.dealt()]
    deck = list(session.deck)
    for shape in shapes:
        keys = [key for key, stack in shape.items() if key[0] in SOURCES and stack]
        seen: list[Trial] = []
        for _ in range(_DEALS if len(shapes) == 1 else _DEALS // 2):
            chooser.shuffle(deck)
            position = shaped(shape, deck)
            moves = session.moves(position, counts=False)
            drags = {
                (move.source, move.target)
                for move in moves
                if move.target is not None
                and move.count == 1
                and move.source in keys
                and move.target in keys
                and move.source != move.target
            }
            clicks = {move.source for move in moves if move.action == "click" and move.source in keys}
            seen.append((position, drags, clicks))
            result.trials += 1
            for move in moves:
                kind = "click" if move.target is None else "move"
                if move.source in keys and result.made[kind] < _MADE:
                    made = session.try_move(position, move)
                    if made is not None:
                        result.made[kind] += 1
                        _note(result, made)
        if covering:
            _live_pairs(result, seen)
            _covered(session, result, seen)
        else:
            _pairs(result, seen, places)
    return result


def _set_of_four(session: Session, result: Removals) -> None:
    """Lay the four cards of a rank on four piles of the tableau, and click or move them."""
    piles = session.piles("tableau")
    if len(piles) != 4:
        return
    ranks: dict[int, list[Card]] = defaultdict(list)
    for card in session.deck:
        ranks[card.rank].append(card)
    for number in (5, 9, 12):
        tops, below = ranks[number][:4], ranks[number - 1][:4]
        position = {key: up(under, card) for key, under, card in zip(piles, below, tops, strict=False)}
        for move in session.moves(position):
            step = session.try_move(position, move)
            if step is not None and len(step.gone) == 4:
                _note(result, step)


def _shapes(session: Session) -> list[Position]:
    """Tables as they come up in play, with ever more cards gone: the deal, and three from the playouts."""
    steps = [step.after for step in session.steps if step.after != session.dealt()]
    steps.sort(key=lambda position: cards_in(position, "tableau"))
    return [session.dealt(), *steps[:: max(1, len(steps) // 3)][:3]]


def _covered(session: Session, result: Removals, seen: list[Trial]) -> None:
    """Count the moves of cards that others lie on, and of cards that none lies on."""
    above = lying_above(session)
    for position, drags, clicks in seen:
        for key in {key for pair in drags for key in pair} | clicks:
            if key in above:
                if any(position.get(other) for other in above[key]):
                    result.covered_moves += 1
                else:
                    result.open_moves += 1


def _live_pairs(result: Removals, seen: list[Trial]) -> None:
    """Sort all pairs of cards that lie where cards were taken into those that went and those that did not."""
    live = {key for _, drags, _ in seen for pair in drags for key in pair}
    together = {frozenset(pair) for _, drags, _ in seen for pair in drags}
    clicked = {key for _, _, clicks in seen for key in clicks}
    for position, drags, clicks in seen:
        for one in live:
            for two in live:
                # Cards of two waste piles may or may not go together.
                if one != two and ("tableau" in (one[0], two[0]) or {one, two} in together):
                    cards = (position[one][-1][0], position[two][-1][0])
                    (result.taken if (one, two) in drags else result.refused).add(cards)
        for pair in drags:
            result.taken.add((position[pair[0]][-1][0], position[pair[1]][-1][0]))
        for key in clicked:
            rank_ = position[key][-1][0].rank
            (result.singles if key in clicks else result.not_singles).add(rank_)


def shaped(shape: Position, cards: list[Card]) -> dict[PileKey, Stack]:
    """The cards in the order given on a table that looks as in `shape`."""
    source = iter(cards)
    return {key: tuple((next(source), face) for _, face in stack) for key, stack in shape.items()}


def _note(result: Removals, step: Step) -> None:
    gone = len(step.gone)
    if gone == 1 and step.move.target is not None:
        result.covers += 1  # a card laid on another takes its place
        result.cover = result.cover or step
    elif gone:
        result.units[gone] += 1
        result.steps.setdefault(gone, step)
        result.points[gone][step.points] += 1


def _pairs(result: Removals, seen: list[Trial], places: dict[PileKey, Place]) -> None:
    """Sort the pairs of cards into those that went and those that did not where another pair did."""
    pairs: Counter[tuple[PileKey, PileKey]] = Counter()
    for _, drags, _ in seen:
        pairs.update(drags)
    offsets = {
        (source, target): (
            round(abs(places[source].x - places[target].x), 2),
            round(abs(places[source].y - places[target].y), 2),
        )
        for source in places
        for target in places
        if source != target
    }
    for pair in pairs:
        result.offsets[offsets[pair]] += pairs[pair]
    live = {key for pair in pairs for key in pair}
    clicked = {key for _, _, clicks in seen for key in clicks}
    for position, drags, clicks in seen:
        for pair in pairs:
            one, two = (position[key][-1][0] for key in pair)
            (result.taken if pair in drags else result.refused).add((one, two))
        for key in clicked:
            card = position[key][-1][0]
            (result.singles if key in clicks else result.not_singles).add(card.rank)
    result.never = {
        offsets[one, two] for one in live for two in live if one != two and offsets[one, two] not in result.offsets
    }


def match(found: Removals) -> tuple[str, int | None] | None:
    """What makes a pair: `same-rank`, `same-suit`, or `sum` with the total."""
    taken, refused = found.taken, found.refused - found.taken
    if len(taken) < 8 or not refused:
        return None
    if found.taken & found.refused:
        # The same two cards were taken once and refused once: something else decides.
        return None
    if all(one.rank == two.rank for one, two in taken) and not any(one.rank == two.rank for one, two in refused):
        return "same-rank", None
    if all(one.suit == two.suit for one, two in taken) and not any(one.suit == two.suit for one, two in refused):
        return "same-suit", None
    sums = Counter(one.rank + two.rank for one, two in taken if one.rank != two.rank)
    if not sums:
        return None
    total = sums.most_common(1)[0][0]
    others = [(one, two) for one, two in taken if one.rank + two.rank != total]
    missed = [(one, two) for one, two in refused if one.rank + two.rank == total]
    if missed:
        return None
    # Ranks that no partner makes the total with may have a rule of their own.
    outside = {number for number in range(1, 14) if not 1 <= total - number <= 13}
    if any(one.rank not in outside or two.rank not in outside for one, two in others):
        return None
    return "sum", total


def removing(session: Session) -> Iterator[Observation]:
    """`remove.*` and `value.R`."""
    found = removals(session)
    if found is None or not found.units:
        return
    units = {1: "single", 2: "pair", 4: "set-of-four"}
    if any(count not in units for count in found.units):
        return
    if set(found.units) == {2} and not found.taken:
        # Cards went in play, but never where cards of all ranks were tried.
        return
    yield Observation(
        "remove.unit",
        sorted(units[count] for count in found.units),
        Evidence(
            say("So many cards left the table at a time: {counts}.", counts=listed(sorted(found.units), OR)),
            drawn(found.steps[max(found.units)].before),
            str(found.steps[max(found.units)].move),
            trials=sum(found.units.values()),
        ),
    )
    singles = sorted(found.singles - found.not_singles)
    if 1 in found.units and singles and not found.singles & found.not_singles:
        step = found.steps[1]
        names = [rank(number) for number in singles]
        yield Observation(
            "remove.single_ranks",
            sorted(names),
            Evidence(
                say("Only these ranks left the table alone: {ranks}.", ranks=_ranks(names)),
                drawn(step.before),
                str(step.move),
            ),
        )
    if 2 not in found.units:
        return
    step = found.steps[2]
    rule = match(found)
    if rule is not None:
        name, total = rule
        pairs = [
            say("{card} with {other}", card=wording.card(one), other=wording.card(two))
            for one, two in sorted(found.taken)[:3]
        ]
        text = say(_LEFT_TOGETHER[name], cards=listed(pairs), total=total or 0)
        evidence = Evidence(text, drawn(step.before), str(step.move), trials=len(found.taken) + len(found.refused))
        yield Observation("remove.match", name, evidence)
        if total is not None:
            yield Observation("remove.sum", total, evidence)
            yield from _never(found)
            yield from _values(found, total, evidence)
    yield from _adjacent(session, found)


_LEFT_TOGETHER = {
    "same-rank": later("Cards of one rank left together ({cards}), no others."),
    "same-suit": later("Cards of one suit left together ({cards}), no others."),
    "sum": later("Cards that add up to {total} left together ({cards})."),
}


def _ranks(names: list[str]) -> Value:
    return listed([wording.rank(name) for name in names])


def _never(found: Removals) -> Iterator[Observation]:
    """`remove.never`: ranks that lay where others went, and never went."""
    went = {card.rank for pair in found.taken for card in pair} | found.singles
    lay = Counter(card.rank for pair in found.refused for card in pair)
    names = [rank(number) for number in sorted(lay) if number not in went and lay[number] >= 20]
    if names:
        text = say("These ranks never left the table, whatever lay beside them: {ranks}.", ranks=_ranks(names))
        yield Observation("remove.never", names, Evidence(text, trials=found.trials))


def _values(found: Removals, total: int, evidence: Evidence) -> Iterator[Observation]:
    """`value.R`: with number cards worth their number, what court cards and aces must be worth."""
    partners: dict[int, set[int]] = defaultdict(set)
    for one, two in found.taken:
        partners[one.rank].add(two.rank)
        partners[two.rank].add(one.rank)
    for number in range(1, 14):
        if partners[number] == {total - number}:
            yield Observation(
                f"value.{rank(number)}",
                number,
                Evidence(
                    say(
                        "{card} left with {other}, which makes {total}.",
                        card=wording.a_card(rank(number)),
                        other=wording.a_card(rank(total - number)),
                        total=total,
                    ),
                    trials=evidence.trials,
                ),
            )
        elif number == total and number in found.singles:
            yield Observation(
                f"value.{rank(number)}",
                number,
                Evidence(
                    say("{card} left alone, which makes {total}.", card=wording.a_card(rank(number)), total=total)
                ),
            )


def _adjacent(session: Session, found: Removals) -> Iterator[Observation]:
    """`remove.adjacent`, in games where the pairs that go always touch."""
    near = {(1.0, 0.0): "horizontal", (0.0, 1.0): "vertical", (1.0, 1.0): "diagonal"}
    if not found.offsets or any(abs(x) > 1.5 or abs(y) > 1.7 for x, y in found.offsets):
        return
    if not any(x > 1.5 or y > 1.7 for x, y in found.never):
        return
    names = {near.get((float(round(x)), float(round(y)))) for x, y in found.offsets}
    if None in names or not names:
        return
    ways = [
        say("{way}: {count}", way=wording.way(near[float(round(x)), float(round(y))]), count=count)
        for (x, y), count in sorted(found.offsets.items())
    ]
    text = say("The pairs that left touched one another ({ways}); pairs that lay apart never did.", ways=listed(ways))
    yield Observation("remove.adjacent", sorted(str(name) for name in names), Evidence(text, trials=found.trials))
