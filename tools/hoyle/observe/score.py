"""The score and the goal: `score.*` and `goal`."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.messages import later, say, say_number
from hoyle.observe.foundation import foundations
from hoyle.observe.observation import Evidence, Observation
from hoyle.observe.removal import removals
from hoyle.observe.score_foundation import by_cards_home, by_foundation, by_full_foundations
from hoyle.observe.score_removal import by_cover, by_removal
from hoyle.observe.score_runs import by_runs
from hoyle.observe.score_waste import by_waste
from hoyle.observe.scoring import Scoring
from hoyle.observe.session import Session
from hoyle.observe.table import drawn


def scoring(session: Session) -> Scoring:
    """What scores points, and how the game is won."""
    return session.once(_study)


def _study(session: Session) -> Scoring:
    """Make moves of every sort and see what they score; then come near the end and win."""
    result = Scoring(seen={step.points for step in session.steps})
    result.trials = len(session.steps)
    gone = removals(session)
    if gone is not None and gone.units:
        by_removal(session, result)
    elif gone is not None:
        by_cover(session, result)
    elif foundations(session).rule is not None:
        by_foundation(session, result)
        if result.goal is None:
            by_full_foundations(session, result)
    else:
        by_waste(session, result)
        if result.won is None and not result.events:
            by_runs(session, result)
        if session.has("foundation") and result.goal is None and not result.events:
            by_cards_home(session, result)
    return result


def scores(session: Session) -> Iterator[Observation]:
    """`score.per`, `score.max` and `score.none`."""
    found = scoring(session)
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
            Evidence(
                say_number(
                    "Moves changed the score by {count} point.",
                    "Moves changed the score by {count} points.",
                    min(points, key=abs),
                ),
                position,
                move,
            ),
        )
    elif len(session.steps) >= 20 and session.start_score == 0:
        text = say("The score stayed 0 (moves made: {count}).", count=found.trials)
        yield Observation("score.none", True, Evidence(text, trials=found.trials))


_WON = {
    "foundation": later("The game was won with the last card put on the foundations."),
    "remove-all": later("The game was won when no more cards could be removed."),
    "empty-stock": later("The game was won when the last cards left the stock."),
    "suits-in-order": later("The game was won when every suit lay in order."),
    "waste": later("The game was won when the last card of the tableau went to the waste."),
}


def goal(session: Session) -> Iterator[Observation]:
    """`goal`."""
    found = scoring(session)
    if found.goal is None:
        return
    if found.won is None:
        text = say("The game counts as won with all cards on the foundations, and not while one lies elsewhere.")
        yield Observation("goal", found.goal, Evidence(text))
        return
    evidence = Evidence(say(_WON[found.goal]), drawn(found.won.before), str(found.won.move))
    yield Observation("goal", found.goal, evidence, also=found.other_goals)
