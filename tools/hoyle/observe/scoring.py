"""The score and the goal: what brings points, how many there can be, and when the game is won."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from hoyle.observe.build import open_places
from hoyle.observe.foundation import chain, grown
from hoyle.observe.observation import Evidence, Observation
from hoyle.observe.relation import Building
from hoyle.observe.removal import match
from hoyle.observe.session import Session, Step
from hoyle.observe.table import PileKey, Position, Stack, cards_in, counted, drawn, number_of, of_kind, read, up
from hoyle_engine.cards import Card
from hoyle_engine.moves import Move

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
    other_goals: tuple[str, ...] = ()
    """Other ways to win."""
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
        if result.won is None and not result.events:
            _by_runs(session, result)
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
    unexplained = [step for step in session.steps if step.points not in _foundation_points(step, usual, bonus)]
    result.known = not unexplained
    result.text = f"{number_of(usual, 'point')} came with each card put on a foundation"
    result.text += f", and {bonus} more with the last card of a pile" if bonus else ""
    result.text += f" ({len(points)} of {len(points)} tries)."
    _foundations_won(session, result, points)


def _foundation_points(step: Step, usual: int, bonus: int) -> set[int]:
    """The points that a move should bring, if only cards on foundations count.

    Games differ in whether a card that leaves a foundation takes its points along.
    """
    before, after = (
        sum(usual * len(stack) + bonus * (len(stack) == 13) for stack in of_kind(position, "foundation"))
        for position in (step.before, step.after)
    )
    return {after - before, max(after - before, 0)}


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
    if final == total or (final == session.start_score + step.points and result.known):
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
    if set(per) == {4}:
        _last_set(session, result, per[4])
        return
    finals = []
    for plan in _easy_orders(session):
        end = _play_removals(session, plan)
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


def _last_set(session: Session, result: Scoring, points: int) -> None:
    """Remove the last four cards."""
    number = session.deck[0].rank
    tops = [card for card in session.deck if card.rank == number][:4]
    position = {key: up(card) for key, card in zip(session.piles("tableau"), tops, strict=False)}
    removals = session.removals
    assert removals is not None
    step = session.try_move(position, removals.steps[4].move)
    if step is not None and step.won and not counted(step.after):
        result.goal, result.won = "remove-all", step
        if result.known:
            sets = len(session.deck) // 4
            result.most = session.start_score + points * sets
            result.most_text = f"{number_of(points, 'point')} for each of {sets} sets of four make {result.most}."


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


Plan = tuple[list[Card], set[frozenset[Card]]]
"""An order of the deck, and the pairs that are meant to leave the table together."""


def _easy_orders(session: Session) -> Iterator[Plan]:
    """Orders of the deck in which cards that leave together lie together, or one in the stock and one on the table."""
    removals = session.removals
    assert removals is not None
    rule = match(removals)
    ranks = {(one.rank, two.rank) for one, two in removals.taken}
    if rule is not None and rule[1] is not None:
        # A total serves where a pair was never seen.
        ranks |= {(number, rule[1] - number) for number in range(1, 14)}
    by_suit = rule is not None and rule[0] == "same-suit"
    held = cards_in(session.dealt(), "stock")
    for turn in range(3):
        left = list(session.deck)
        random.Random(turn).shuffle(left)
        pairs: list[tuple[Card, Card]] = []
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
                pairs.append((card, mate))
        meant = {frozenset(pair) for pair in pairs}
        order = [card for pair in pairs for card in pair]
        if len(pairs) >= held > 0:
            crossed, rest = pairs[:held], pairs[held:]
            stock = [pair[0] for pair in reversed(crossed)]
            mates = [pair[1] for pair in reversed(crossed)]
            yield [*stock, *mates, *(card for pair in rest for card in pair), *loose], meant
        yield order + loose, meant
        yield loose + order, meant


def _play_removals(session: Session, plan: Plan) -> tuple[Step, int] | None:
    """Lay the deck as dealt and remove what goes, dealing where nothing does; the move that wins, and the score."""
    deck, meant = plan
    shape = session.dealt()
    before: Position = _laid(session, shape, deck)
    game = session.stand(before)
    if game.is_won:
        return None
    for _ in range(90):
        moves = [move for move in game.legal_moves() if move.target is None or move.target[0] != "stock"]
        removing = [move for move in moves if move.source[0] != "stock"]
        planned = [move for move in removing if move.target is None or _pair(before, move) in meant]
        dealing = [move for move in moves if move.source[0] == "stock"]
        choice = planned or dealing or removing
        if not choice:
            return None
        step = session.play(game, max(choice, key=lambda one: (one.target is None, one.source)), before, 1)
        if step is None:
            return None
        if step.won:
            return step, game.score
        before = step.after
    return None


def _pair(position: Position, move: Move) -> frozenset[Card]:
    """The cards that a move brings together; of a card dropped on its own pile, it and the one below."""
    if move.target is None or not position[move.target]:
        return frozenset()
    if move.target == move.source:
        return frozenset(card for card, _ in position[move.source][-2:])
    return frozenset((position[move.source][-1][0], position[move.target][-1][0]))


def _laid(session: Session, shape: Position, deck: list[Card]) -> dict[PileKey, Stack]:
    """The cards on a table that looks as dealt: from the end of `deck` row by row over the piles, the top cards first.

    What is left lies in the stock.
    """
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
        tries = removals.covers
        result.text = f"{number_of(each, 'point')} came with each card covered ({tries} of {tries} tries)."
    if result.known:
        _covered_all(session, result)


def _covered_all(session: Session, result: Scoring) -> None:
    """Lay the deck out in suits and move the first card that goes to the nearest place, until the game is won."""
    keys = [key for key, stack in session.dealt().items() if stack]
    if len(keys) != len(session.deck):
        return
    # One suit up, the next down: the last card of each is followed by one of its rank.
    suits = sorted(session.deck, key=lambda card: (card.suit, -card.rank if card.suit in "DS" else card.rank))
    game = session.stand({key: up(card) for key, card in zip(keys, suits, strict=True)})
    for _ in keys:
        moves = [move for move in game.legal_moves() if move.target in keys]
        if not moves:
            return
        move = min(moves, key=lambda one: (keys.index(one.source), one.target is None or -keys.index(one.target)))
        step = session.play(game, move, read(game), 1)
        if step is not None and step.won:
            result.won, result.most = step, step.score
            result.most_text = f"The game was won with {number_of(step.score, 'point')}."
            return


# Runs of a whole suit


def _by_runs(session: Session, result: Scoring) -> None:
    """Build a suit from first to last on the tableau, card by card, and win with the last of the runs."""
    rule = session.study("tableau").rule if session.has("tableau") else None
    runs = _whole_suits(session, rule) if rule is not None else []
    places = open_places(session, ("tableau",))
    if not runs or len(places) < 2:
        return
    joins = set()
    for height in range(1, 13):
        position = {places[0]: up(*runs[0][:height]), places[1]: up(runs[0][height])}
        step = session.try_move(position, Move("move", places[1], places[0]))
        if step is None:
            return
        joins.add(step.points)
        result.shown = result.shown or step
    result.seen |= joins
    result.trials += 12
    if session.has("foundation"):
        _runs_home(session, result, runs, joins, places)
    if len(runs) < len(places):
        _runs_in_order(session, result, runs, joins, places)


def _whole_suits(session: Session, rule: Building) -> list[list[Card]]:
    """The whole deck as runs of one suit, in the order in which the tableau is built."""
    if rule.steps[0] not in (-1, 1) or len(rule.steps) > 1 or "suit" not in rule.relations:
        return []
    deck = list(session.deck)
    runs = []
    for start in [card for card in deck if card.rank == (13 if rule.steps[0] < 0 else 1)]:
        run = chain(rule, deck, start, 13, "suit")
        if len(run) < 13:
            return []
        for card in run:
            deck.remove(card)
        runs.append(run)
    return [] if deck else runs


def _runs_home(
    session: Session, result: Scoring, runs: list[list[Card]], joins: set[int], places: list[PileKey]
) -> None:
    """Put whole runs on the foundations, the last of them to win."""
    piles = session.piles("foundation")
    once = session.run_home
    if once is None or len(piles) != len(runs):
        return
    turned = once.after[piles[0]][0][0] != runs[0][0]
    position: dict[PileKey, Stack] = {
        key: up(*(reversed(run) if turned else run)) for key, run in zip(piles, runs[:-1], strict=False)
    }
    position[places[0]] = up(*runs[-1])
    if session.stand(position).is_won:
        return
    step = session.try_move(position, Move("move", places[0], piles[-1], 13))
    if step is None or not step.won:
        return
    result.goal, result.won = "foundation", step
    if len(joins) > 1 or step.points != once.points or step.score != step.points + session.start_score:
        return
    join = min(joins)
    result.known = _explained(session, join)
    if not result.known:
        return
    if join:
        result.events = [("card-in-sequence", join)]
        result.text = f"{number_of(join, 'point')} came with each card put in sequence and suit (12 of 12 tries)."
    if not once.points:
        result.most = join * sum(len(run) - 1 for run in runs)
        result.most_text = (
            f"{number_of(join, 'point')} came with each card put in sequence and suit, and none with a run put on "
            f"a foundation; {len(runs)} runs of 13 make {result.most}."
        )


def _explained(session: Session, join: int) -> bool:
    """Whether cards in sequence and suit account for all points of the playouts."""
    return all(step.points == join * (_joined(step.after) - _joined(step.before)) for step in session.steps)


def _joined(position: Position) -> int:
    """How many cards lie face up on the next higher one of their suit."""
    return sum(
        shown and seen and card.suit == on.suit and on.rank - card.rank == 1
        for kind in ("tableau", "foundation")
        for stack in of_kind(position, kind)
        for (on, seen), (card, shown) in pairwise(stack)
    )


def _runs_in_order(
    session: Session, result: Scoring, runs: list[list[Card]], joins: set[int], places: list[PileKey]
) -> None:
    """Lay all suits in order but for one card, and put that where it belongs."""
    position: dict[PileKey, Stack] = {key: up(*run) for key, run in zip(places, runs, strict=False)}
    last, spare = places[len(runs) - 1], places[len(runs)]
    position[last], position[spare] = position[last][:-1], position[last][-1:]
    if session.stand(position).is_won:
        return
    step = session.try_move(position, Move("move", spare, last))
    if step is None or not step.won:
        return
    if result.goal is not None:
        result.other_goals = ("suits-in-order",)
        return
    result.goal, result.won = "suits-in-order", step
    if step.points > max(joins):
        # The same move brought few points before: the score is counted from the position.
        result.most = step.score
        result.most_text = f"The game was won with {number_of(step.score, 'point')}."


def _by_waste(session: Session, result: Scoring) -> None:
    """Moves to the waste, and the win with the last of them."""
    steps = [step for step in session.steps if "waste" in step.gained and "tableau" in step.lost]
    if not steps:
        return
    _last_to_waste(session, result)
    points = {step.points for step in steps}
    other = [step for step in session.steps if step not in steps and step.points]
    if len(points) > 1 or other or not (each := points.pop()):
        return
    result.known = True
    result.shown = steps[0]
    result.trials = len(steps)
    tries = f"({len(steps)} of {len(steps)} tries)"
    result.text = f"{number_of(each, 'point')} came with each card moved from the tableau to the waste {tries}."
    # Such a card is removed from the tableau, as pages also say.
    result.events = [("card-removed", each), ("card-to-waste", each)]
    if result.goal == "waste":
        count = cards_in(session.dealt(), "tableau")
        result.most = session.start_score + each * count
        result.most_text = (
            f"{number_of(each, 'point')} for each of the {count} cards of the tableau make {result.most}."
        )


def _last_to_waste(session: Session, result: Scoring) -> None:
    """Put the last card of the tableau on the waste."""
    rule = session.study("waste").rule
    if rule is None:
        return
    place = open_places(session, ("tableau",))[0]
    cards = list(session.deck)
    card = next(one for one in cards if one.rank == 7)
    on = next(one for one in cards if rule.takes(one, card))
    rest = [one for one in cards if one not in (card, on)]
    position: dict[PileKey, Stack] = {place: up(card), ("waste", 1): up(*rest, on)}
    if len(session.piles("waste")) > 1 or session.stand(position).is_won:
        return
    step = session.try_move(position, Move("move", place, ("waste", 1)))
    if step is not None and step.won:
        result.goal, result.won = "waste", step


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
    elif len(session.steps) >= 20 and session.start_score == 0:
        text = f"The score stayed 0 in {number_of(found.trials, 'move')}."
        yield Observation("score.none", True, Evidence(text, trials=found.trials))


def goal(session: Session) -> Iterator[Observation]:
    """`goal`."""
    found = session.scoring
    if found.goal is None or found.won is None:
        return
    text = {
        "foundation": "The game was won with the last card put on the foundations.",
        "remove-all": "The game was won when no more cards could be removed.",
        "empty-stock": "The game was won when the last cards left the stock.",
        "suits-in-order": "The game was won when every suit lay in order.",
        "waste": "The game was won when the last card of the tableau went to the waste.",
    }[found.goal]
    evidence = Evidence(text, drawn(found.won.before), str(found.won.move))
    yield Observation("goal", found.goal, evidence, also=found.other_goals)
