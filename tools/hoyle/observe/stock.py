"""The stock: what a click on it does, and how often the cards come round again."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from hoyle.facts import wording
from hoyle.messages import Said, say, say_number
from hoyle.observe.observation import Evidence, Observation
from hoyle.observe.play import Step
from hoyle.observe.session import SEEDS, Session
from hoyle.observe.table import PileKey, Position, Stack, cards_in, counted, down, drawn, read, up
from hoyle_engine.cards import Card
from hoyle_engine.moves import Move

CLICK = Move("click", ("stock", 1))
_MANY = 12
"""Redeals after which they count as unlimited: no game known allows more than a few, and then no more."""


def dealing_click(session: Session) -> Step | None:
    """A click on the stock that deals cards of it, in the first deal or after the first moves."""
    for seed in SEEDS[:2]:
        step = session.try_move(session.dealt(seed), CLICK, seed)
        if step is not None and "stock" in step.lost:
            return step
    for step in session.steps:
        if step.move == CLICK and "stock" in step.lost and len(step.gained) == 1:
            return step
    return None


def dealing(session: Session) -> Iterator[Observation]:
    """`stock.deals_to` and `stock.turn`."""
    if not session.has("stock"):
        return
    step = dealing_click(session)
    if step is not None:
        kinds = sorted(step.gained)
        if len(kinds) == 1:
            count = len(step.gained[kinds[0]])
            evidence = Evidence(
                _dealt(count, kinds[0]),
                drawn(step.before),
                str(step.move),
            )
            others = {
                kind
                for other in session.steps
                if other.move == CLICK and "stock" in other.lost
                for kind in other.gained
            }
            also = tuple(sorted(others - set(kinds) - {"stock"}))
            yield Observation("stock.deals_to", kinds[0], evidence, also=also)
            if kinds == ["waste"] and cards_in(step.before, "stock") > count:
                again = session.try_move(step.after, CLICK, step.seed)
                if again is None or len(again.gained.get("waste", [])) == count:
                    yield Observation("stock.turn", count, evidence)
        return
    for step in session.steps:
        if "stock" in step.lost and step.move != CLICK and len(step.gained) <= 1:
            kinds = sorted(step.gained or _filled(step))
            if len(kinds) == 1:
                text = say(
                    "Cards of the stock went {to_pile} by themselves after a move.", to_pile=wording.to_pile(kinds[0])
                )
                yield Observation("stock.deals_to", kinds[0], Evidence(text, drawn(step.before), str(step.move)))
                return


def _dealt(count: int, kind: str) -> Said:
    return say_number(
        "A click on the stock dealt {count} card {to_pile}.",
        "A click on the stock dealt {count} cards {to_pile}.",
        count,
        to_pile=wording.to_pile(kind),
    )


def _filled(step: Step) -> list[str]:
    """The kinds of piles that hold cards which lay in the stock before."""
    came = counted({key: stack for key, stack in step.before.items() if key[0] == "stock"})
    found = set()
    for key, stack in step.after.items():
        if key[0] != "stock" and any(card in came for card, _ in stack) and stack != step.before.get(key):
            found.add(key[0])
    return sorted(found)


def full_tableau(session: Session) -> Iterator[Observation]:
    """`stock.needs_full_tableau`, where the stock is dealt to the tableau."""
    step = dealing_click(session)
    if step is None or sorted(step.gained) != ["tableau"]:
        return
    piles = session.piles("tableau")
    dealt = max(6, len(piles))
    each = (len(session.deck) - dealt) // len(piles)
    if each < 1:
        return
    cards = list(session.deck)
    results = set()
    shown: Position = {}
    for seed in range(3):
        random.Random(seed).shuffle(cards)
        full: dict[PileKey, Stack] = {("stock", 1): down(*cards[-dealt:])}
        for index, key in enumerate(piles):
            full[key] = up(*cards[index * each : index * each + min(each, 3)])
        if CLICK not in session.moves(full, counts=False):
            return
        shown = {key: stack for key, stack in full.items() if key != piles[seed % len(piles)]}
        results.add(CLICK in session.moves(shown, counts=False))
    if len(results) != 1:
        return
    needed = not results.pop()
    if needed:
        text = say("With an empty tableau pile, a click on the stock did nothing (3 of 3 tries).")
    else:
        text = say("With an empty tableau pile, a click on the stock dealt all the same (3 of 3 tries).")
    yield Observation("stock.needs_full_tableau", needed, Evidence(text, drawn(shown), str(CLICK), trials=3))


def redeals(session: Session) -> Iterator[Observation]:
    """`stock.redeals`: how often a click brings the cards back to a stock that is used up."""
    if not session.has("stock"):
        return
    if not cards_in(session.dealt(), "stock"):
        yield from _gathering(session)
        return
    step = dealing_click(session)
    if step is None or sorted(step.gained) == ["chooser"]:
        return
    to_waste = sorted(step.gained) == ["waste"]
    found = [_rounds(session, step, seed, to_waste) for seed in SEEDS[:2]]
    if any(one is None for one in found):
        found = [_rounds_in_play(session, seed) for seed in SEEDS[:2]]
    if any(one is None for one in found):
        return
    ends = [one for one in found if one is not None]
    count, end = ends[0]
    if any(number != count for number, _ in ends):
        return
    if count >= _MANY:
        yield _unlimited(count, end)
        return
    text = say("Once the stock was empty, a click on it did nothing.")
    if count:
        text = say_number(
            "After {count} redeal, a click on the empty stock did nothing.",
            "After {count} redeals, a click on the empty stock did nothing.",
            count,
        )
    yield Observation("stock.redeals", count, Evidence(text, drawn(end), str(CLICK), trials=len(ends)))


def _unlimited(count: int, last: Position) -> Observation:
    text = say("A click on the empty stock began another round {count} times, and would again.", count=count)
    return Observation("stock.redeals", "unlimited", Evidence(text, drawn(last), str(CLICK), trials=count))


def _gathering(session: Session) -> Iterator[Observation]:
    """Where the stock is empty from the start, a click on it may gather the tableau and deal it anew."""
    game = session.fresh(SEEDS[0])
    chooser = random.Random(session.variant)
    count = 0
    for _ in range(5 * _MANY):
        moves = list(game.legal_moves())
        if CLICK in moves:
            count += 1
            last = read(game)
            game.push(CLICK)
        elif moves:
            game.push(chooser.choice(moves))
        else:
            break
        if count >= _MANY:
            yield _unlimited(count, last)
            return


def _rounds(session: Session, step: Step, seed: int, to_waste: bool) -> tuple[int, Position] | None:
    """Click the stock of a few cards until it does nothing; the redeals, and the position at the end."""
    per = sum(map(len, step.gained.values()))
    dealt = session.dealt(seed)
    position = dict(dealt)
    stock = position["stock", 1]
    position["stock", 1] = stock[-2 * per :] if to_waste else stock[-per:]
    game = session.stand(position, seed)
    before: Position = position
    rounds = 0
    for _ in range(6 * _MANY):
        empty = not before["stock", 1]
        made = session.play(game, CLICK, before, seed)
        if made is None:
            if not empty:
                return None
            return rounds, before
        if empty:
            rounds += 1
        if rounds >= _MANY:
            return rounds, before
        before = made.after
    return None


_CLICKS = 400


def _rounds_in_play(session: Session, seed: int) -> tuple[int, Position] | None:
    """The same in a game that lets the stock be clicked only once a first move was made, such as a choice of base."""
    game = session.fresh(seed)
    before: Position = read(game)
    for _ in range(4):
        moves = list(game.legal_moves())
        if CLICK in moves:
            break
        home = [move for move in moves if move.target and move.target[0] == "foundation"]
        if not home or not session.push(game, home[0]):
            return None
    rounds = 0
    before = read(game)
    for _ in range(_CLICKS):
        empty = not before["stock", 1]
        made = session.play(game, CLICK, before, seed)
        if made is None or made.after == before:
            return (rounds, before) if empty else None
        rounds += empty
        before = made.after
    return None


def redealing(session: Session) -> Iterator[Observation]:
    """`stock.redeal.from` and `stock.redeal.order`: which cards a redeal brings back, and in which order."""
    step = dealing_click(session) if session.has("stock") else None
    if step is None:
        return
    seed = SEEDS[0]
    before: Position = session.dealt(seed)
    game = session.fresh(seed)
    turned: list[list[Card]] = [[], []]
    redeal: Step | None = None
    for _ in range(2 * len(session.deck)):
        empty = not any(stack for key, stack in before.items() if key[0] == "stock")
        made = session.play(game, CLICK, before, seed)
        if made is None or (empty and redeal is not None):
            break
        if empty:
            redeal = made
        else:
            # The stock gives its cards from the top.
            count = len(before["stock", 1]) - len(made.after["stock", 1])
            cards = [card for card, _ in before["stock", 1]]
            turned[redeal is not None] += reversed(cards[len(cards) - count :])
        before = made.after
    if redeal is None:
        return
    sources = sorted(redeal.lost)
    if len(sources) == 1:
        text = say(
            "A click on the empty stock took the cards back {from_pile}.", from_pile=wording.from_pile(sources[0])
        )
        evidence = Evidence(text, drawn(redeal.before), str(CLICK))
        yield Observation("stock.redeal.from", sources[0], evidence)
    first, second = turned
    if len(first) >= 10 and Counter(first) == Counter(second):
        kept = first == second
        if kept:
            text = say("The cards came from the stock in the same order after the redeal.")
        else:
            text = say("The cards came from the stock in another order after the redeal.")
        yield Observation("stock.redeal.order", "kept" if kept else "shuffled", Evidence(text))


def dealt_in_play(session: Session, kind: str) -> Iterator[Observation]:
    """`P.dealt_in_play`."""
    step = next(
        (one for one in session.steps if one.move == CLICK and kind in one.gained and "stock" in one.lost), None
    )
    if step is not None and kind != "stock":
        text = _dealt(len(step.gained[kind]), kind)
        yield Observation(f"{kind}.dealt_in_play", True, Evidence(text, drawn(step.before), str(CLICK)))
