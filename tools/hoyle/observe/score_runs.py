"""Points and wins where whole suits are put in order."""

from __future__ import annotations

from itertools import pairwise

from hoyle.messages import say_number
from hoyle.observe.build import study
from hoyle.observe.foundation import chain, run_home
from hoyle.observe.laying import open_places
from hoyle.observe.relation import Building
from hoyle.observe.scoring import Scoring, won_with
from hoyle.observe.session import Session
from hoyle.observe.table import PileKey, Position, Stack, of_kind, up
from hoyle_engine.cards import Card
from hoyle_engine.moves import Move


def by_runs(session: Session, result: Scoring) -> None:
    """Build a suit from first to last on the tableau, card by card, and win with the last of the runs."""
    rule = study(session, "tableau").rule if session.has("tableau") else None
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
    once = run_home(session)
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
    join = min(joins)
    total = join * sum(len(run) - 1 for run in runs)
    # The score is kept from move to move, or is counted from the position as it stands.
    if len(joins) > 1 or step.points != once.points or step.score - step.points not in (session.start_score, total):
        return
    result.known = _explained(session, join)
    if not result.known:
        return
    if join:
        result.events = [("card-in-sequence", join)]
        result.text = say_number(
            "{count} point came with each card put in sequence and suit (12 of 12 tries).",
            "{count} points came with each card put in sequence and suit (12 of 12 tries).",
            join,
        )
    if not once.points:
        result.most = total
        result.most_text = say_number(
            "{count} point came with each card put in sequence and suit, and none with a run put on a foundation; "
            "{runs} runs of 13 make {score}.",
            "{count} points came with each card put in sequence and suit, and none with a run put on a foundation; "
            "{runs} runs of 13 make {score}.",
            join,
            runs=len(runs),
            score=total,
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
        result.most_text = won_with(step.score)
