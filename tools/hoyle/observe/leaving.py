"""Which cards can leave a pile, and where to: `P.available`, `P.plays_to`, `foundation.play_back`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from hoyle.facts import wording
from hoyle.messages import OR, listed, say, say_number
from hoyle.observe.build import study
from hoyle.observe.fill import fill
from hoyle.observe.foundation import foundations, grown, is_settled, run_home
from hoyle.observe.laying import lying_above, open_places
from hoyle.observe.observation import Evidence, Observation
from hoyle.observe.removal import removals
from hoyle.observe.session import Session
from hoyle.observe.stock import CLICK
from hoyle.observe.table import PileKey, Position, counted, drawn, up
from hoyle_engine.cards import Card
from hoyle_engine.moves import Move


@dataclass
class Back:
    """Whether cards leave the foundations again."""

    trials: int = 0
    shown: tuple[Position, Move] | None = None
    refused: Position | None = None
    targets: Counter[str] | None = None


def back(session: Session) -> Back:
    """Whether cards leave the foundations again."""
    return session.once(_study)


def _probe_all(session: Session) -> None:
    """Lay cards of every kind of pile where they may fit, so that `Session.seen` holds all that they may do."""
    for kind in ("tableau", "reserve"):
        if session.has(kind):
            study(session, kind)
            fill(session, kind)
    foundations(session)


def _study(session: Session) -> Back:
    """Build foundations up, lay cards on the tableau that take the top cards of them, and see if they go back."""
    result = Back(targets=Counter())
    found = foundations(session)
    tableau = study(session, "tableau").rule if session.has("tableau") else None
    if found.rule is None or found.first is None:
        _back_after_run(session, result)
        return result
    assert result.targets is not None
    # Where nothing is built on the tableau, an empty pile is all that a card could go back to.
    building = session.has("tableau") and study(session, "tableau").allowed is not False
    places = open_places(session, ("tableau",))
    for height in (2, 3, 5, 7, 10, 12):
        base = grown(session, height)
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
    step = run_home(session)
    rule = study(session, "tableau").rule if session.has("tableau") else None
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
    found = back(session)
    if found.shown is None:
        found.shown = session.natural.back
    if not found.trials and found.shown is None:
        return
    if found.shown is not None:
        position, move = found.shown
        yield Observation(
            "foundation.play_back", True, Evidence(say("A card left a foundation again."), drawn(position), str(move))
        )
        yield Observation(
            "foundation.available",
            ["top"],
            Evidence(say("The top card of a foundation can be moved."), drawn(position), str(move)),
        )
    elif found.refused is not None:
        yield Observation(
            "foundation.play_back",
            False,
            Evidence(
                say("No card could leave a foundation ({count} positions).", count=found.trials),
                drawn(found.refused),
                trials=found.trials,
            ),
        )


def targets(session: Session, kind: str) -> Iterator[Observation]:
    """`P.plays_to`."""
    if kind == "foundation":
        if back(session).shown is not None and back(session).targets:
            yield _plays_to(session, kind, set(back(session).targets or ()))
        return
    if not session.has(kind) or kind == "stock" or any(step.gone for step in session.steps):
        return
    _probe_all(session)
    if session.has("tableau") and study(session, "tableau").rule is None and session.natural.builds["tableau"]:
        return
    if session.has("foundation") and foundations(session).rule is None and run_home(session) is None:
        return
    found = {to for to, count in session.seen[kind].items() if count}
    if kind == "waste":
        found.discard("waste")
    if found:
        yield _plays_to(session, kind, found)


def _plays_to(session: Session, kind: str, found: set[str]) -> Observation:
    shown = session.shown.get((kind, min(found)))
    text = say(
        "Cards {of_pile} could go {to_piles}, and to nothing else.",
        of_pile=wording.of_pile(kind),
        to_piles=listed([wording.to_pile(to) for to in sorted(found)], OR),
    )
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
    _probe_all(session)
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
        text = say("The top card {of_pile} can be moved.", of_pile=wording.of_pile(kind))
        yield Observation(f"{kind}.available", ["top"], Evidence(text, drawn(shown[0]), str(shown[1])))


def _exposed(session: Session, kind: str) -> Iterator[Observation]:
    """`all-exposed`, where the cards that can be moved are those that no other covers."""
    gone = removals(session)
    if gone is not None and gone.units:
        covered, count = gone.covered_moves, gone.open_moves
    else:
        above = lying_above(session)
        made = [step for step in session.steps if step.move.source[0] == "tableau"]
        covered = sum(any(step.before[key] for key in above[step.move.source]) for step in made)
        count = len(made) - covered
    if count and not covered:
        text = say("Only cards that no other card covers could be taken ({count} of {count} moves).", count=count)
        yield Observation(f"{kind}.available", ["all-exposed"], Evidence(text, drawn(session.dealt())))


def _column_ends(session: Session) -> Iterator[Observation]:
    """`bottom` and `top`, where the first card of each column lies on a place of its own under the others."""
    found = foundations(session)
    columns: dict[float, list[PileKey]] = {}
    for place in session.places:
        if place.kind == "tableau":
            columns.setdefault(place.x, []).append((place.kind, place.number))
    if found.rule is None or any(len(keys) != 2 for keys in columns.values()):
        return
    bottom, top = next(iter(columns.values()))
    home = grown(session, 3)
    taller = grown(session, 4)
    fits = [stack[-1][0] for stack in taller.values() if len(stack) == 4]
    if len(fits) < 3:
        return
    position = {**home, bottom: up(fits[0]), top: up(fits[1], fits[2])}
    moves = [move for move in session.moves(position, found.seed) if move.target and move.target[0] == "foundation"]
    takes = {move.source: move for move in moves if move.count == 1}
    if set(takes) == {bottom, top}:
        text = say("In a column, the card on top and the one right at the bottom could be taken.")
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
        Evidence(
            say("The card turned first lies apart, and can be taken as the last one can."), drawn(before), str(CLICK)
        ),
    )


def coming(session: Session, kind: str) -> Iterator[Observation]:
    """`waste.from`: where the cards of the waste come from."""
    if kind != "waste":
        return
    _probe_all(session)
    dealt = [step for step in session.steps if step.move == CLICK and "waste" in step.gained and "stock" in step.lost]
    played = sorted(source for source, aims in session.seen.items() if aims["waste"] and source != "waste")
    if dealt and not any(step.gone for step in session.steps):
        text = say("Cards of the stock were turned to the waste (clicks made: {count}).", count=len(dealt))
        evidence = Evidence(text, drawn(dealt[0].before), str(CLICK), len(dealt))
        yield Observation("waste.from", sorted(["stock", *played]), evidence, also=(["stock"],))


def in_play(session: Session, kind: str) -> Iterator[Observation]:
    """`P.in_play`."""
    step = next((step for step in session.steps if step.move.source[0] == kind and step.move.target is not None), None)
    if step is not None:
        text = say("A card {of_pile} was played.", of_pile=wording.of_pile(kind))
        yield Observation(f"{kind}.in_play", True, Evidence(text, drawn(step.before), str(step.move)))


def turning_up(session: Session, kind: str) -> Iterator[Observation]:
    """`P.turned_up`: whether a card that lay face down is turned up when nothing covers it any longer."""
    turned, shown = 0, None
    for step in session.steps:
        if step.move.source[0] != kind or step.move.target is None:
            continue
        before, after = step.before[step.move.source], step.after[step.move.source]
        if (
            after
            and len(after) < len(before)
            and not before[len(after) - 1][1]
            and after[-1][0] == before[len(after) - 1][0]
        ):
            if not after[-1][1]:
                return
            turned, shown = turned + 1, step
    if shown is not None:
        text = say_number(
            "{count} card {of_pile} was turned face up when the cards on it had gone.",
            "{count} cards {of_pile} were turned face up when the cards on them had gone.",
            turned,
            of_pile=wording.of_pile(kind),
        )
        yield Observation(f"{kind}.turned_up", True, Evidence(text, drawn(shown.before), str(shown.move), turned))


def rearranging(session: Session, kind: str) -> Iterator[Observation]:
    """`reserve.rearranged`: whether cards go from one reserve pile to another."""
    if kind != "reserve" or len(session.piles(kind)) < 2 or any(step.gone for step in session.steps):
        return
    _probe_all(session)
    if session.seen["reserve"]["reserve"]:
        position, move = session.shown["reserve", "reserve"]
        text = say("A card went from one reserve pile to another.")
        yield Observation("reserve.rearranged", True, Evidence(text, drawn(position), str(move)))
    elif is_settled(session):
        yield Observation(
            "reserve.rearranged", False, Evidence(say("No card could go from one reserve pile to another."))
        )
