"""The score and the goal: what brings points, how many there can be, and when the game is won."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from hoyle_engine.cards import Card
from hoyle_engine.moves import Move

from hoyle.observe.build import open_places
from hoyle.observe.foundation import grown
from hoyle.observe.observation import Evidence, Observation
from hoyle.observe.session import Session, Step
from hoyle.observe.table import PileKey, Position, Stack, cards_in, counted, drawn, number_of, of_kind, up

Event = tuple[str, int]


@dataclass
class Scoring:
    """What was found of points and of winning."""

    events: list[Event] = field(default_factory=list)
    """What brings points, and how many."""
    text: str = ""
    shown: Step | None = None
    trials: int = 0
    known: bool = False
    """Whether `events` explains every point seen."""
    most: int | None = None
    most_text: str = ""
    goal: str | None = None
    won: Step | None = None
    """A move that won the game."""
    seen: set[int] = field(default_factory=set)
    """Points that moves brought."""


def study(session: Session) -> Scoring:
    """Make moves of every sort and see what they score; then come near the end and win."""
    result = Scoring(seen={step.points for step in session.steps})
    result.trials = len(session.steps)
    removals = session.removals
    if removals is not None and removals.units:
        _by_removal(session, result)
    elif removals is not None:
        _by_cover(session, result)
    elif session.foundations.rule is not None:
        _by_foundation(session, result)
    else:
        _by_waste(session, result)
    return result


# Foundations


def _by_foundation(session: Session, result: Scoring) -> None:
    found = session.foundations
    assert found.rule is not None
    places = open_places(session)
    points: dict[int, int] = {}
    for height in range(13):
        step = _to_foundation(session, height, places)
        if step is None:
            if height:
                return
            continue
        points[height] = step.points
        if result.shown is None or step.points:
            result.shown = result.shown or step
        result.seen.add(step.points)
        result.trials += 1
    usual = Counter(points.values()).most_common(1)[0][0]
    bonus = points.get(12, usual) - usual
    others = [value for height, value in points.items() if value != usual and height != 12]
    if others:
        return
    if usual:
        result.events.append(("card-to-foundation", usual))
    if bonus:
        result.events.append(("foundation-complete", bonus))
    unexplained = [step for step in session.steps if step.points != _foundation_points(step, usual, bonus)]
    result.known = not unexplained
    result.text = f"{number_of(usual, 'point')} came with each card put on a foundation"
    result.text += f", and {bonus} more with the last card of a pile" if bonus else ""
    result.text += f" ({len(points)} of {len(points)} tries)."
    _foundations_won(session, result, points)


def _foundation_points(step: Step, usual: int, bonus: int) -> int:
    """The points that a move should bring, if only cards on foundations count."""
    before, after = (
        sum(usual * len(stack) + bonus * (len(stack) == 13) for stack in of_kind(position, "foundation"))
        for position in (step.before, step.after)
    )
    return after - before


def _to_foundation(session: Session, height: int, places: list[PileKey]) -> Step | None:
    """Put a card on a foundation that holds `height` cards."""
    found = session.foundations
    dealt = session.dealt(found.seed)
    home = {key: stack for key, stack in dealt.items() if key[0] == "foundation" and stack}
    taller = grown(session, found, height + 1)
    if height:
        home = grown(session, found, height)
    for target, stack in taller.items():
        if len(stack) != height + 1 or (not height and target in home):
            continue
        card = stack[-1][0]
        for kind in ("tableau", "waste", "reserve"):
            source = next((place for place in places if place[0] == kind), None)
            if source is None or kind not in session.reaches_foundation:
                continue
            position: dict[PileKey, Stack] = {**home, source: up(card)}
            position[target] = stack[:-1]
            step = session.try_move(position, Move("move", source, target), found.seed)
            if step is not None:
                return step
    return None


def _foundations_won(session: Session, result: Scoring, points: dict[int, int]) -> None:
    """Put the last card of all on its foundation."""
    found = session.foundations
    full = grown(session, found, 13)
    piles = session.piles("foundation")
    if len(full) != len(piles) or sum(map(len, full.values())) != len(session.deck):
        return
    dealt = {key: len(stack) for key, stack in session.dealt(found.seed).items() if key[0] == "foundation"}
    heights = [height for key in piles for height in range(dealt[key], 13)]
    if any(height not in points for height in heights):
        return
    total = session.start_score + sum(points[height] for height in heights)
    step = None
    places = open_places(session)
    last = piles[-1]
    card = full[last][-1][0]
    for kind in ("tableau", "waste", "reserve"):
        source = next((place for place in places if place[0] == kind), None)
        if source is None or kind not in session.reaches_foundation:
            continue
        position: dict[PileKey, Stack] = {**full, last: full[last][:-1], source: up(card)}
        if session.stand(position, found.seed).is_won:
            return
        step = session.try_move(position, Move("move", source, last), found.seed)
        if step is not None:
            break
    if step is None:
        return
    final = step.score
    if final == total:
        result.most = total
    elif final == session.start_score + step.points and result.known:
        result.most = total
    elif step.points != points.get(12) and step.won:
        result.most = final
    if result.most is not None:
        result.most_text = f"With all cards on the foundations the score is {result.most}."
    if not step.won:
        step = _play_out(session, full, dealt)
        if step is not None and step.won:
            result.goal, result.won = "foundation", step
        return
    result.goal, result.won = "foundation", step


def _play_out(session: Session, full: dict[PileKey, Stack], dealt: dict[PileKey, int]) -> Step | None:
    """Put every card on its foundation, one by one, from piles on which they lie in order; the last move."""
    found = session.foundations
    kind = next((kind for kind in ("tableau", "reserve") if kind in session.reaches_foundation), None)
    if kind is None:
        return None
    places = open_places(session, (kind,))
    order = [
        (key, full[key][height][0])
        for height in range(13)
        for key in full
        if height >= dealt.get(key, 0) and height < len(full[key])
    ]
    position: dict[PileKey, Stack] = {key: stack[: dealt.get(key, 0)] for key, stack in full.items()}
    for index, place in enumerate(places):
        position[place] = up(*(card for _, card in reversed(order[index :: len(places)])))
    game = session.stand(position, found.seed)
    for index, (key, _) in enumerate(order[:-1]):
        if not session.push(game, Move("move", places[index % len(places)], key)):
            return None
    if game.is_won:
        return None
    from hoyle.observe.table import read

    last = len(order) - 1
    return session.play(game, Move("move", places[last % len(places)], order[-1][0]), read(game), found.seed)


# Removal


def _by_removal(session: Session, result: Scoring) -> None:
    removals = session.removals
    assert removals is not None
    per = {}
    for unit, points in removals.points.items():
        if len(points) != 1:
            return
        per[unit] = next(iter(points))
    other = [step for step in session.steps if not step.gone and step.points]
    result.seen.update(per.values())
    result.trials += sum(removals.units.values())
    unit = 2 if 2 in per else max(per)
    result.shown = removals.steps[unit]
    result.known = not other
    rates = {points / count for count, points in per.items()}
    names = {1: "card-removed", 2: "pair-removed", 4: "set-removed"}
    if any(count not in names for count in per):
        return
    events = {names[count]: points for count, points in per.items() if points}
    if len(rates) == 1 and (rate := rates.pop()) == int(rate) and rate:
        events["card-removed"] = int(rate)
    elif 1 not in per:
        events.pop("card-removed", None)
    result.events = sorted(events.items())
    things = {1: "card", 2: "pair", 4: "set of four"}
    tries = removals.units[unit]
    text = f"{number_of(per[unit], 'point')} came with each {things[unit]} removed ({tries} of {tries} tries)."
    if not session.has("foundation"):
        text = f"{session.name} has no foundation; {text}"
    result.text = text
    _removed_all(session, result, per)


def _removed_all(session: Session, result: Scoring, per: dict[int, int]) -> None:
    """Play from tables on which the cards that go together lie together, until the game is won."""
    finals = []
    for deck in _easy_orders(session):
        end = _play_removals(session, deck)
        if end is None:
            continue
        step, score = end
        result.won = step
        finals.append((score, _ending(step)))
        if len(finals) == 2:
            break
    if not finals or len(set(finals)) > 1:
        return
    score, goal = finals[0]
    result.goal = goal
    if result.known and len({points / count for count, points in per.items()}) == 1:
        result.most = score
        result.most_text = f"The game was won with {number_of(score, 'point')}."


def _ending(step: Step) -> str | None:
    """What the table looks like when a game of removing is won."""
    left = counted(step.after)
    if not left:
        return "remove-all"
    if cards_in(step.before, "stock") and not cards_in(step.after, "stock"):
        return "empty-stock"
    if not cards_in(step.after, "stock") and len({card.rank for card in left}) == 1:
        return "remove-all"
    return None


def _easy_orders(session: Session) -> Iterator[list[Card]]:
    """Orders of the deck in which cards that leave together are neighbours."""
    removals = session.removals
    assert removals is not None
    partners: dict[Card, list[Card]] = {}
    for one, two in sorted(removals.taken):
        partners.setdefault(one, []).append(two)
    # The rule by ranks and suits serves where a pair was never seen.
    ranks = {(one.rank, two.rank) for one, two in removals.taken}
    by_suit = all(one.suit == two.suit for one, two in removals.taken)
    for turn in range(6):
        left = list(session.deck)
        random.Random(turn).shuffle(left)
        order: list[Card] = []
        loose: list[Card] = []
        while left:
            card = left.pop()
            if by_suit:
                mate = next((other for other in left if other.suit == card.suit), None)
            else:
                mate = next((other for other in left if (card.rank, other.rank) in ranks), None)
            if mate is None:
                loose.append(card)
            else:
                left.remove(mate)
                order += [card, mate]
        yield (loose + order) if turn % 2 else list(reversed(loose + order))


def _play_removals(session: Session, deck: list[Card]) -> tuple[Step, int] | None:
    """Lay the deck as dealt and remove what goes, dealing where nothing does; the move that wins, and the score."""
    shape = session.dealt()
    position = _laid(session, shape, deck)
    game = session.stand(position)
    if game.is_won:
        return None
    from hoyle.observe.table import read

    keys = [key for key in shape if key[0] != "stock"]
    order = {key: index for index, key in enumerate(keys)}
    for _ in range(90):
        moves = game.legal_moves()
        removing = [move for move in moves if move.source in order and (move.target in order or move.target is None)]
        if removing:
            move = max(removing, key=lambda one: (one.target is None, order[one.source]))
        else:
            others = [move for move in moves if move.source[0] == "stock"]
            if not others:
                return None
            move = others[0]
        before = read(game)
        step = session.play(game, move, before, 1)
        if step is None:
            return None
        if step.won:
            return step, game.score
    return None


def _laid(session: Session, shape: Position, deck: list[Card]) -> dict[PileKey, Stack]:
    """The cards on a table that looks as dealt: row by row over the piles, from the top cards down; the rest in the stock."""
    cards = list(deck)
    layers: dict[PileKey, list[Card]] = {key: [] for key in shape}
    table = [key for key in shape if key[0] != "stock"]
    depth = max((len(shape[key]) for key in table), default=0)
    for layer in range(depth):
        for key in reversed(table):
            if len(shape[key]) > layer:
                layers[key].append(cards.pop())
    position: dict[PileKey, Stack] = {}
    for key in table:
        faces = [face for _, face in shape[key]]
        position[key] = tuple(zip(reversed(layers[key]), faces, strict=True))
    for key in shape:
        if key[0] == "stock" and shape[key]:
            position[key] = tuple((card, False) for card in cards)
            cards = []
    return position


# Cards that cover others, and the waste


def _by_cover(session: Session, result: Scoring) -> None:
    removals = session.removals
    assert removals is not None
    assert removals.cover is not None
    points = {step.points for step in session.steps if len(step.gone) == 1}
    other = [step for step in session.steps if not step.gone and step.points]
    result.shown = removals.cover
    result.known = not other and len(points) == 1
    if result.known and (each := points.pop()):
        result.events = [("card-removed", each)]
        result.text = (
            f"{number_of(each, 'point')} came with each card covered ({removals.covers} of {removals.covers} tries)."
        )


def _by_waste(session: Session, result: Scoring) -> None:
    steps = [step for step in session.steps if step.move.target is not None and step.move.target[0] == "waste"]
    points = {step.points for step in steps}
    other = [step for step in session.steps if step not in steps and step.points]
    if steps and len(points) == 1 and not other and (each := points.pop()):
        result.known = True
        result.shown = steps[0]
        result.events = [("card-to-waste", each)]
        result.text = (
            f"{number_of(each, 'point')} came with each card moved to the waste ({len(steps)} of {len(steps)} tries)."
        )


# Observations


def scores(session: Session) -> Iterator[Observation]:
    """`score.per`, `score.max` and `score.none`."""
    found = session.scoring
    position = drawn(found.shown.before) if found.shown else None
    move = str(found.shown.move) if found.shown else None
    if found.known and found.events:
        yield Observation(
            "score.per",
            [list(event) for event in sorted(found.events)],
            Evidence(found.text, position, move, found.trials),
        )
    if found.most is not None:
        won = found.won
        yield Observation(
            "score.max",
            found.most,
            Evidence(found.most_text, drawn(won.before) if won else None, str(won.move) if won else None),
        )
    points = found.seen - {0}
    if points:
        yield Observation(
            "score.none",
            False,
            Evidence(f"Moves changed the score by {number_of(min(points, key=abs), 'point')}.", position, move),
        )
    elif found.won is not None and not found.won.points:
        yield Observation(
            "score.none", True, Evidence(f"The score stayed 0 in {found.trials} moves, and when the game was won.")
        )


def goal(session: Session) -> Iterator[Observation]:
    """`goal`."""
    found = session.scoring
    if found.goal is None or found.won is None:
        return
    text = {
        "foundation": "The game was won with the last card put on the foundations.",
        "remove-all": "The game was won when no more cards could be removed.",
        "empty-stock": "The game was won when the last cards left the stock.",
    }[found.goal]
    yield Observation("goal", found.goal, Evidence(text, drawn(found.won.before), str(found.won.move)))
