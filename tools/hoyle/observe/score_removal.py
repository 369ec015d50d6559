"""Points and wins where cards are removed."""

from __future__ import annotations

import random
from collections.abc import Iterator

from hoyle.messages import later_number, say, say_number
from hoyle.observe.play import Step
from hoyle.observe.removal import match, removals
from hoyle.observe.scoring import Scoring, won_with
from hoyle.observe.session import Session
from hoyle.observe.table import PileKey, Position, Stack, cards_in, counted, read, up
from hoyle_engine.cards import Card
from hoyle_engine.moves import Move


def by_removal(session: Session, result: Scoring) -> None:
    """Count the points that came with cards removed, and remove all."""
    gone = removals(session)
    assert gone is not None
    per = {}
    for unit, points in gone.points.items():
        if len(points) != 1:
            return
        per[unit] = next(iter(points))
    other = [step for step in session.steps if not step.gone and step.points]
    result.seen.update(per.values())
    result.trials += sum(gone.units.values())
    unit = 2 if 2 in per else max(per)
    result.shown = gone.steps[unit]
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
    text = say_number(*_CAME_WITH[unit], per[unit], tries=gone.units[unit])
    if not session.has("foundation"):
        text = say("{game} has no foundation; {other}", game=session.name, other=text)
    result.text = text
    _removed_all(session, result, per)


_CAME_WITH = {
    1: later_number(
        "{count} point came with each card removed ({tries} of {tries} tries).",
        "{count} points came with each card removed ({tries} of {tries} tries).",
    ),
    2: later_number(
        "{count} point came with each pair removed ({tries} of {tries} tries).",
        "{count} points came with each pair removed ({tries} of {tries} tries).",
    ),
    4: later_number(
        "{count} point came with each set of four removed ({tries} of {tries} tries).",
        "{count} points came with each set of four removed ({tries} of {tries} tries).",
    ),
}


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
        result.most_text = won_with(score)


def _last_set(session: Session, result: Scoring, points: int) -> None:
    """Remove the last four cards."""
    number = session.deck[0].rank
    tops = [card for card in session.deck if card.rank == number][:4]
    position = {key: up(card) for key, card in zip(session.piles("tableau"), tops, strict=False)}
    gone = removals(session)
    assert gone is not None
    step = session.try_move(position, gone.steps[4].move)
    if step is not None and step.won and not counted(step.after):
        result.goal, result.won = "remove-all", step
        if result.known:
            sets = len(session.deck) // 4
            result.most = session.start_score + points * sets
            result.most_text = say_number(
                "{count} point for each of {sets} sets of four makes {score}.",
                "{count} points for each of {sets} sets of four make {score}.",
                points,
                sets=sets,
                score=result.most,
            )


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
    gone = removals(session)
    assert gone is not None
    rule = match(gone)
    ranks = {(one.rank, two.rank) for one, two in gone.taken}
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


def by_cover(session: Session, result: Scoring) -> None:
    """Count the points that came with cards covered, and cover all but one."""
    gone = removals(session)
    assert gone is not None
    assert gone.cover is not None
    points = {step.points for step in session.steps if len(step.gone) == 1}
    other = [step for step in session.steps if not step.gone and step.points]
    result.shown = gone.cover
    result.known = not other and len(points) == 1
    if result.known and (each := points.pop()):
        result.events = [("card-removed", each)]
        tries = gone.covers
        result.text = say_number(
            "{count} point came with each card covered ({tries} of {tries} tries).",
            "{count} points came with each card covered ({tries} of {tries} tries).",
            each,
            tries=tries,
        )
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
            result.most_text = won_with(step.score)
            return
