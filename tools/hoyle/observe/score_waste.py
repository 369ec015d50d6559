"""Points and wins where cards go to the waste."""

from __future__ import annotations

from hoyle.messages import say_number
from hoyle.observe.build import study
from hoyle.observe.laying import open_places
from hoyle.observe.scoring import Scoring
from hoyle.observe.session import Session
from hoyle.observe.table import PileKey, Stack, cards_in, up
from hoyle_engine.moves import Move


def by_waste(session: Session, result: Scoring) -> None:
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
    result.text = say_number(
        "{count} point came with each card moved from the tableau to the waste ({tries} of {tries} tries).",
        "{count} points came with each card moved from the tableau to the waste ({tries} of {tries} tries).",
        each,
        tries=len(steps),
    )
    # Such a card is removed from the tableau, as pages also say.
    result.events = [("card-removed", each), ("card-to-waste", each)]
    if result.goal == "waste":
        count = cards_in(session.dealt(), "tableau")
        result.most = session.start_score + each * count
        result.most_text = say_number(
            "{count} point for each of the {cards} cards of the tableau makes {score}.",
            "{count} points for each of the {cards} cards of the tableau make {score}.",
            each,
            cards=count,
            score=result.most,
        )


def _last_to_waste(session: Session, result: Scoring) -> None:
    """Put the last card of the tableau on the waste."""
    rule = study(session, "waste").rule
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
