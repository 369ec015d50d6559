"""Moving cards: how many at a time, from where, and where to."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, pairwise

from hoyle.observe.build import open_places
from hoyle.observe.foundation import chain, grown
from hoyle.observe.observation import Evidence, Observation
from hoyle.observe.relation import Building
from hoyle.observe.removal import lying_above
from hoyle.observe.session import Session, Step
from hoyle.observe.stock import CLICK
from hoyle.observe.table import PileKey, Position, Stack, cards_in, counted, down, drawn, number_of, read, up, words
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
    cells = session.piles("reserve") if session.has("reserve") and session.fill("reserve").ranks else []
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
    limited: bool | None = None
    evidence: Evidence | None = None
    refused: Evidence | None = None
    sequence_to_empty: bool | None = None
    empty_evidence: Evidence | None = None


def study(session: Session) -> Lifting:
    """Lay runs of three on a pile and see whether they move together: in the way of the suits, and any which way."""
    result = Lifting()
    found = session.study("tableau")
    if found.rule is None or found.rule.suit is None or not found.rule.steps[0]:
        return result
    rule = found.rule
    moved: dict[str, Run] = {}
    held: dict[str, Run] = {}
    only_free: dict[str, Run] = {}
    for name, suits in _PATTERNS.items():
        if not set(suits) <= rule.relations or (len(suits) > 1 and set(suits) != rule.relations and name == "any"):
            continue
        for free in (False, True):
            if name in moved:
                break
            run = _best_run(session, rule, suits, free)
            if run is None:
                continue
            if run.move is None:
                held[name] = run
            elif free:
                only_free[name] = run
            else:
                moved[name] = run
    if not moved and not only_free:
        if held:
            run = next(iter(held.values()))
            result.unit = "single"
            result.refused = Evidence(
                f"Cards built on one another did not move together ({number_of(2 * len(held), 'time')}).",
                drawn(run.position),
                str(Move("move", run.source, run.target, run.count)),
                trials=len(held) * 2,
            )
            result.evidence = result.refused
        return result
    runs = moved or only_free
    name, run = next(iter(runs.items()))
    result.suit = _suit(runs.keys(), held.keys())
    shown = Evidence(f"{run.count} cards in sequence moved together.", drawn(run.position), str(run.move))
    if not moved:
        result.unit, result.also, result.limited = "single", ("sequence",), True
        result.evidence = Evidence(
            "Cards in sequence moved together only where there were free spaces to move them one by one.",
            shown.position,
            shown.move,
        )
        return result
    result.limited = False
    group = _group(session, rule)
    if group is None:
        return result
    if group.move is not None:
        result.unit = "group"
        result.suit = None
        result.evidence = Evidence(
            f"{group.count} cards out of sequence moved together.", drawn(group.position), str(group.move)
        )
    else:
        result.unit = "sequence"
        result.evidence = shown
    return result


def _suit(moved: object, held: object) -> str | None:
    names = set(moved)  # type: ignore[call-overload]
    if "any" in names:
        return "any"
    for name in ("same-color", "other-suit", "alternate-color", "same-suit"):
        if name in names:
            return name
    return None


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
    rule = session.study("tableau").rule
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
    found = session.lifting
    if _disagrees(session, found):
        return
    if found.unit is None:
        if session.study("tableau").rule is None:
            yield from _one_card_piles(session)
        return
    assert found.evidence is not None
    yield Observation("tableau.move.unit", found.unit, found.evidence, also=found.also)
    if found.unit != "group" and found.suit is not None and (found.also or found.unit == "sequence"):
        yield Observation("tableau.move.suit", found.suit, found.evidence)
    if found.limited:
        yield Observation("tableau.move.limit", "free-spaces", found.evidence)


def _one_card_piles(session: Session) -> Iterator[Observation]:
    """Where no pile ever holds more than one card, cards move singly."""
    positions = [session.dealt(), *(step.after for step in session.steps)]
    most = max((len(stack) for one in positions for key, stack in one.items() if key[0] == "tableau"), default=0)
    steps = [step for step in session.steps if step.move.source[0] == "tableau" and step.move.target is not None]
    if most == 1 and steps:
        step = steps[0]
        text = f"No tableau pile ever held two cards; all {number_of(len(steps), 'move')} took one."
        yield Observation(
            "tableau.move.unit", "single", Evidence(text, drawn(step.before), str(step.move), trials=len(steps))
        )


# A run to an empty pile


def filling_by_run(session: Session) -> Iterator[Observation]:
    """`tableau.fill.sequence`."""
    lifting_found, fill = session.lifting, session.fill("tableau")
    rule = session.study("tableau").rule
    if rule is None or rule.suit is None or fill.differ or not fill.ranks or not fill.trials:
        return
    ranks: list[int] = [number for number in (9, 6, 13, 10) if number in fill.ranks] or sorted(fill.ranks)
    names = [lifting_found.suit] if lifting_found.suit in _PATTERNS else ["same-suit", "alternate-color", "any"]
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
                        "Two cards in sequence went to an empty pile together.", drawn(last.position), str(last.move)
                    )
                    yield Observation("tableau.fill.sequence", True, evidence)
                    return
    if last is not None and lifting_found.unit is not None and not _disagrees(session, lifting_found):
        move = Move("move", last.source, last.target, last.count)
        evidence = Evidence(
            "Two cards in sequence did not go to an empty pile together.", drawn(last.position), str(move)
        )
        yield Observation("tableau.fill.sequence", False, evidence)


# Back from the foundations


@dataclass
class Back:
    """Whether cards leave the foundations again."""

    trials: int = 0
    shown: tuple[Position, Move] | None = None
    refused: Position | None = None
    targets: Counter[str] | None = None


def back_study(session: Session) -> Back:
    """Build foundations up, lay cards on the tableau that take the top cards of them, and see if they go back."""
    result = Back(targets=Counter())
    found = session.foundations
    tableau = session.study("tableau").rule if session.has("tableau") else None
    if found.rule is None or found.first is None:
        _back_after_run(session, result)
        return result
    assert result.targets is not None
    # Where nothing is built on the tableau, an empty pile is all that a card could go back to.
    building = session.has("tableau") and session.study("tableau").allowed is not False
    places = open_places(session, ("tableau",))
    for height in (2, 3, 5, 7, 10, 12):
        base = grown(session, found, height)
        tops = [stack[-1][0] for stack in base.values()]
        left = list(dict.fromkeys((counted(session.dealt(found.seed)) - counted(base)).elements()))
        takers = [card for card in left if tableau is not None and any(tableau.takes(card, top) for top in tops)]
        full = dict(base) | {place: up(card) for place, card in zip(places, takers, strict=False)}
        empty = dict(full)
        for place in places[: max(1, len(places) // 2)]:
            empty.pop(place, None)
        for position in (full, empty):
            moves = session.moves(position, found.seed)
            if takers or position is empty:
                result.trials += 1
            if (takers or not building) and result.refused is None:
                result.refused = position
            for move in moves:
                if move.source[0] == "foundation" and move.target is not None and move.target[0] != "foundation":
                    result.targets[move.target[0]] += 1
                    result.shown = result.shown or (position, move)
    return result


def _back_after_run(session: Session, result: Back) -> None:
    """Where only whole runs go to a foundation: whether cards of one can leave it again."""
    step = session.run_home
    rule = session.study("tableau").rule if session.has("tableau") else None
    if step is None or rule is None:
        return
    home = {key: stack for key, stack in step.after.items() if key[0] == "foundation" and stack}
    ends = {end for stack in home.values() for end in (stack[0][0], stack[-1][0])}
    left = list(dict.fromkeys((counted(session.dealt()) - counted(home)).elements()))
    takers = [card for card in left if any(rule.takes(card, end) for end in ends)]
    places = open_places(session, ("tableau",))
    for count in (0, len(places) // 2):
        position = home | {place: up(card) for place, card in zip(places[count:], takers, strict=False)}
        result.trials += 1
        result.refused = result.refused or position
        for move in session.moves(position):
            if move.source[0] == "foundation" and move.target is not None and move.target[0] != "foundation":
                result.shown = result.shown or (position, move)


def playing_back(session: Session) -> Iterator[Observation]:
    """`foundation.play_back`, and what goes with it."""
    found = session.back
    if found.shown is None:
        found.shown = session.natural.back
    if not found.trials and found.shown is None:
        return
    if found.shown is not None:
        position, move = found.shown
        yield Observation(
            "foundation.play_back", True, Evidence("A card left a foundation again.", drawn(position), str(move))
        )
        yield Observation(
            "foundation.available",
            ["top"],
            Evidence("The top card of a foundation can be moved.", drawn(position), str(move)),
        )
    elif found.refused is not None:
        yield Observation(
            "foundation.play_back",
            False,
            Evidence(
                f"No card could leave a foundation ({found.trials} positions).",
                drawn(found.refused),
                trials=found.trials,
            ),
        )


# Where cards go to, and which can be taken


def targets(session: Session, kind: str) -> Iterator[Observation]:
    """`P.plays_to`."""
    if kind == "foundation":
        if session.back.shown is not None and session.back.targets:
            yield _plays_to(session, kind, set(session.back.targets))
        return
    if not session.has(kind) or kind == "stock" or any(step.gone for step in session.steps):
        return
    session.probe_all()
    if session.has("tableau") and session.study("tableau").rule is None and session.natural.builds["tableau"]:
        return
    if session.has("foundation") and session.foundations.rule is None and session.run_home is None:
        return
    found = {to for to, count in session.seen[kind].items() if count}
    if kind == "waste":
        found.discard("waste")
    if found:
        yield _plays_to(session, kind, found)


def _plays_to(session: Session, kind: str, found: set[str]) -> Observation:
    shown = session.shown.get((kind, min(found)))
    text = f"Cards of the {kind} could go to the {words(sorted(found))}, and to nothing else."
    return Observation(
        f"{kind}.plays_to",
        sorted(found),
        Evidence(text, drawn(shown[0]) if shown else None, str(shown[1]) if shown else None),
    )


def availability(session: Session, kind: str) -> Iterator[Observation]:
    """`P.available`: which cards of the piles of a kind can be taken."""
    if kind == "foundation":
        yield from (one for one in playing_back(session) if one.key == "foundation.available")
        return
    if kind == "stock":
        return
    piles = session.piles(kind)
    if len(open_places(session, (kind,))) < len(piles) and kind != "waste":
        if kind != "tableau":
            return
        columns = list(_column_ends(session))
        yield from columns or _exposed(session, kind)
        return
    session.probe_all()
    ends = _two_ends(session, kind)
    if ends is not None:
        yield ends
        return
    if len(piles) > 1 and kind == "waste":
        return
    most = max(len(stack) for step in session.steps for key, stack in step.after.items() if key[0] == kind)
    if most < 2 and kind == "tableau":
        return
    shown = next((session.shown[kind, to] for to in session.seen[kind] if session.seen[kind][to]), None)
    if shown is not None:
        text = f"The top card of the {kind} can be moved."
        yield Observation(f"{kind}.available", ["top"], Evidence(text, drawn(shown[0]), str(shown[1])))


def _exposed(session: Session, kind: str) -> Iterator[Observation]:
    """`all-exposed`, where the cards that can be moved are those that no other covers."""
    removals = session.removals
    if removals is not None and removals.units:
        covered, count = removals.covered_moves, removals.open_moves
    else:
        above = lying_above(session)
        made = [step for step in session.steps if step.move.source[0] == "tableau"]
        covered = sum(any(step.before[key] for key in above[step.move.source]) for step in made)
        count = len(made) - covered
    if count and not covered:
        text = f"Only cards that no other card covers could be taken ({count} of {count} moves)."
        yield Observation(f"{kind}.available", ["all-exposed"], Evidence(text, drawn(session.dealt())))


def _column_ends(session: Session) -> Iterator[Observation]:
    """`bottom` and `top`, where the first card of each column lies on a place of its own under the others."""
    found = session.foundations
    columns: dict[float, list[PileKey]] = {}
    for place in session.places:
        if place.kind == "tableau":
            columns.setdefault(place.x, []).append((place.kind, place.number))
    if found.rule is None or any(len(keys) != 2 for keys in columns.values()):
        return
    bottom, top = next(iter(columns.values()))
    home = grown(session, found, 3)
    taller = grown(session, found, 4)
    fits = [stack[-1][0] for stack in taller.values() if len(stack) == 4]
    if len(fits) < 3:
        return
    position = {**home, bottom: up(fits[0]), top: up(fits[1], fits[2])}
    moves = [move for move in session.moves(position, found.seed) if move.target and move.target[0] == "foundation"]
    takes = {move.source: move for move in moves if move.count == 1}
    if set(takes) == {bottom, top}:
        text = "In a column, the card on top and the one right at the bottom could be taken."
        yield Observation("tableau.available", ["bottom", "top"], Evidence(text, drawn(position), str(takes[bottom])))


def _two_ends(session: Session, kind: str) -> Observation | None:
    """`bottom` and `top`, where the oldest card lies on a pile of its own, apart from those that came later."""
    if kind != "waste" or len(session.piles(kind)) != 2:
        return None
    game = session.fresh(1)
    turned: list[Card] = []
    before: Position = session.dealt()
    step = None
    for _ in range(4):
        step = session.play(game, CLICK, before, 1)
        if step is None or list(step.gained) != ["waste"]:
            return None
        turned += step.gained["waste"]
        before = step.after
    first, later = ([card for card, _ in before[key]] for key in session.piles(kind))
    if [*first, *later] != turned or len(first) != 1:
        return None
    return Observation(
        f"{kind}.available",
        ["bottom", "top"],
        Evidence("The card turned first lies apart, and can be taken as the last one can.", drawn(before), str(CLICK)),
    )


def capacity(session: Session, kind: str) -> Iterator[Observation]:
    """`P.capacity`."""
    if kind in ("stock", "foundation"):
        return
    positions = [session.dealt(), *(step.after for step in session.steps)]
    most = max(len(stack) for one in positions for key, stack in one.items() if key[0] == kind)
    if kind == "waste":
        if most > 1:
            yield Observation("waste.capacity", None, Evidence(f"The waste held {number_of(most, 'card')}."))
        else:
            yield from _full_waste(session)
        return
    found = session.study(kind)
    closed = found.removes or (found.allowed is False and session.is_settled and not session.natural.builds[kind])
    if closed and most == 1:
        text = f"No {kind} pile ever held more than one card, and none took a second ({len(found.offers)} tries)."
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
        text = f"While a card lay on the waste, a click on the stock did nothing ({len(again)} of {len(again)} tries)."
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
        text = f"A pile of {highest} cards took no more, though the next card was in sequence."
        yield Observation("tableau.capacity", highest, Evidence(text, drawn(refused)))
    elif highest >= 7:
        yield Observation("tableau.capacity", None, Evidence(f"A tableau pile took {highest} cards."))


def filling_itself(session: Session, kind: str) -> Iterator[Observation]:
    """`P.fill.auto`: the kinds of piles from which an emptied pile is filled by itself, in order."""
    if kind not in ("tableau", "reserve"):
        return
    order: list[str] = []
    shown: tuple[Position, Move] | None = None
    stayed = 0
    away: set[str] = set()
    for _ in range(4):
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
        text = f"A {kind} pile that emptied was filled by itself from the {words(order, 'then')}."
        yield Observation(f"{kind}.fill.auto", order, Evidence(text, drawn(shown[0]), str(shown[1])))
    elif stayed and not away and session.is_settled and not _refilled(session, kind):
        again = [_emptied(session, kind, away, turn) for turn in (1, 2)]
        if all(one is not None and one[2] is None for one in again):
            assert again[0] is not None
            text = f"A {kind} pile that emptied stayed empty (3 of 3 tries)."
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
