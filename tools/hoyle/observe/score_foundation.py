"""Points and wins where cards go to foundations one by one."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from hoyle.messages import Said, say, say_number
from hoyle.observe.build import study
from hoyle.observe.fill import chooses_base
from hoyle.observe.foundation import foundations, grown, reaches_foundation
from hoyle.observe.laying import open_places
from hoyle.observe.play import Step
from hoyle.observe.relation import Building
from hoyle.observe.scoring import Scoring
from hoyle.observe.session import Session
from hoyle.observe.table import PileKey, Position, Stack, cards_in, of_kind, read, up
from hoyle_engine.moves import Move


def by_foundation(session: Session, result: Scoring) -> None:
    """Put a card on a foundation at every height, then the last card of all."""
    found = foundations(session)
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
    result.known = all(step.points in _foundation_points(step, usual, bonus) for step in session.steps)
    join = None if result.known else _points_of_joins(session, usual, bonus)
    if bonus:
        result.text = say_number(
            "{count} point came with each card put on a foundation, and {bonus} more with the last card of a pile "
            "({tries} of {tries} tries).",
            "{count} points came with each card put on a foundation, and {bonus} more with the last card of a pile "
            "({tries} of {tries} tries).",
            usual,
            bonus=bonus,
            tries=len(points),
        )
    else:
        result.text = _home_text(usual, len(points))
    if join is not None:
        result.known = True
        result.events.append(("card-in-sequence", join))
        joins = say_number(
            "{count} point came with each card put in sequence on the tableau.",
            "{count} points came with each card put in sequence on the tableau.",
            join,
        )
        result.text = say("{one} {other}", one=result.text, other=joins)
    _foundations_won(session, result, points)


def _home_text(points: int, tries: int) -> Said:
    """What came with the cards put on foundations."""
    return say_number(
        "{count} point came with each card put on a foundation ({tries} of {tries} tries).",
        "{count} points came with each card put on a foundation ({tries} of {tries} tries).",
        points,
        tries=tries,
    )


def _foundation_points(step: Step, usual: int, bonus: int) -> set[int]:
    """The points that a move should bring, if only cards on foundations count.

    Games differ in whether a card that leaves a foundation takes its points along.
    """
    before, after = (
        sum(usual * len(stack) + bonus * (len(stack) == 13) for stack in of_kind(position, "foundation"))
        for position in (step.before, step.after)
    )
    return {after - before, max(after - before, 0)}


def _points_of_joins(session: Session, usual: int, bonus: int) -> int | None:
    """The points for a card in sequence on the tableau, if these explain what foundations leave over in all moves."""
    rule = study(session, "tableau").rule if session.has("tableau") else None
    if rule is None:
        return None
    left = []
    for step in session.steps:
        rest = step.points - max(_foundation_points(step, usual, bonus))
        left.append((rest, joined(step.after, rule) - joined(step.before, rule)))
    made = [(points, joins) for points, joins in left if joins > 0]
    if not made or made[0][0] <= 0 or made[0][0] % made[0][1]:
        return None
    each = made[0][0] // made[0][1]
    return each if all(points == each * joins for points, joins in left) else None


def joined(position: Position, rule: Building) -> int:
    """How many cards of the tableau lie as the rule has it on the one below, both face up."""
    return sum(
        seen and shown and rule.takes(on, card)
        for stack in of_kind(position, "tableau")
        for (on, seen), (card, shown) in pairwise(stack)
    )


def _to_foundation(session: Session, height: int, places: list[PileKey]) -> Step | None:
    """Put a card on a foundation that holds `height` cards."""
    found = foundations(session)
    dealt = session.dealt(found.seed)
    home = {key: stack for key, stack in dealt.items() if key[0] == "foundation" and stack}
    taller = grown(session, height + 1)
    if height:
        home = grown(session, height)
    for target, stack in taller.items():
        if len(stack) != height + 1 or (not height and target in home):
            continue
        card = stack[-1][0]
        for kind in ("tableau", "waste", "reserve"):
            source = next((place for place in places if place[0] == kind), None)
            if source is None or kind not in reaches_foundation(session):
                continue
            position: dict[PileKey, Stack] = {**home, source: up(card)}
            position[target] = stack[:-1]
            step = session.try_move(position, Move("move", source, target), found.seed)
            if step is not None:
                return step
    return None


def _foundations_won(session: Session, result: Scoring, points: dict[int, int]) -> None:
    """Put the last card of all on its foundation."""
    found = foundations(session)
    full = grown(session, 13)
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
        if source is None or kind not in reaches_foundation(session):
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
        result.most_text = say("With all cards on the foundations, the score is {score}.", score=result.most)
    if not step.won:
        step = _play_out(session, full, dealt)
        if step is not None and step.won:
            result.goal, result.won = "foundation", step
        return
    result.goal, result.won = "foundation", step


def _play_out(session: Session, full: dict[PileKey, Stack], dealt: dict[PileKey, int]) -> Step | None:
    """Put every card on its foundation, one by one, from piles on which they lie in order; the last move."""
    found = foundations(session)
    kind = next((kind for kind in ("tableau", "reserve") if kind in reaches_foundation(session)), None)
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


def by_cards_home(session: Session, result: Scoring) -> None:
    """Where the rule of the foundations is not known: what came with the cards that went there in play.

    The game is won, and the score is at its most, when every foundation holds a suit, if the game says so.
    """
    steps = [*session.steps, *(session.started.steps if chooses_base(session) else ())]
    gains = [(cards_in(step.after, "foundation") - cards_in(step.before, "foundation"), step) for step in steps]
    home = [(count, step) for count, step in gains if count > 0]
    if len(home) < 4 or any(step.points for count, step in gains if count == 0):
        return
    each = home[0][1].points // home[0][0]
    if not each or any(step.points != each * count for count, step in home):
        return
    result.known = True
    result.shown = home[0][1]
    result.trials = len(steps)
    result.events = [("card-to-foundation", each)]
    result.text = _home_text(each, len(home))
    by_full_foundations(session, result)


def by_full_foundations(session: Session, result: Scoring) -> None:
    """Where only cards that go to the foundations score, and no win was seen: whether having all there is one."""
    if not result.known or len(result.events) != 1 or not _won_when_full(session):
        return
    ((event, each),) = result.events
    if event != "card-to-foundation":
        return
    result.goal = "foundation"
    given = cards_in(session.dealt(), "foundation")
    result.most = session.start_score + each * (len(session.deck) - given)
    result.most_text = say_number(
        "{count} point for each card that goes to the foundations makes {score}.",
        "{count} points for each card that goes to the foundations make {score}.",
        each,
        score=result.most,
    )


def _won_when_full(session: Session) -> bool:
    """Whether the game counts as won when all cards lie on the foundations, and not while one lies elsewhere.

    How they lie there is known of no such game, so several ways are tried: by suit, in equal parts, on one pile.
    """
    piles = session.piles("foundation")
    cards = sorted(session.deck, key=lambda card: (card.suit, card.rank))
    spare = open_places(session)
    if not spare or spare[0][0] == "foundation":
        return False
    for share in dict.fromkeys((len(cards) // len(piles), len(cards))):
        lots = [cards[index * share : (index + 1) * share] for index in range(len(piles))]
        position: dict[PileKey, Stack] = {key: up(*lot) for key, lot in zip(piles, lots, strict=True)}
        if sum(map(len, lots)) < len(cards) or not session.stand(position).is_won:
            continue
        last = next(key for key in reversed(piles) if position[key])
        short = position | {last: position[last][:-1], spare[0]: position[last][-1:]}
        return not session.stand(short).is_won
    return False
