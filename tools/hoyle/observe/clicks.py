"""What clicks and double clicks on piles do."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.facts import wording
from hoyle.messages import listed, say
from hoyle.observe.build import study
from hoyle.observe.foundation import foundations, grown
from hoyle.observe.laying import open_places
from hoyle.observe.observation import Evidence, Observation
from hoyle.observe.play import Step
from hoyle.observe.removal import match, removals
from hoyle.observe.session import SEEDS, Session
from hoyle.observe.stock import CLICK, redeals
from hoyle.observe.table import PileKey, Stack, counted, drawn, up
from hoyle_engine.moves import Move


def effects(step: Step) -> set[str]:
    """What a click or double click did, in the words of the vocabulary."""
    gained, lost = step.gained, step.lost
    if step.gone:
        return {"remove"}
    if "foundation" in gained:
        several = len(gained["foundation"]) > 1 or step.move.source[0] == "foundation"
        return {"autoplay" if several else "to-foundation"}
    if "stock" in gained:
        # Some games gather the cards and deal anew with one click.
        return {"redeal", "deal"} if "stock" in lost else {"redeal"}
    if step.move.source[0] == "stock":
        return {"deal"}
    if "tableau" in gained or (step.move.source[0] == "tableau" and not gained and _between(step)):
        return {"to-tableau"}
    return set()


def _between(step: Step) -> bool:
    return any(len(stack) > len(step.before.get(key, ())) for key, stack in step.after.items() if key[0] == "tableau")


def clicking(session: Session, kind: str) -> Iterator[Observation]:
    """`action.click.P`."""
    found: set[str] = set()
    shown: Step | None = None
    steps = [step for step in session.steps if step.move.action == "click" and step.move.source[0] == kind]
    if kind == "stock":
        for seed in SEEDS[:1]:
            step = session.try_move(session.dealt(seed), CLICK, seed)
            if step is not None:
                steps.insert(0, step)
    gone = removals(session)
    if gone is not None:
        steps += [step for step in gone.steps.values() if step.move.action == "click" and step.move.source[0] == kind]
    for step in steps:
        done = effects(step)
        found |= done
        if done:
            shown = shown or step
    if kind == "stock" and steps and session.once(_redeals):
        found.add("redeal")
    if not steps and kind != "stock" and (tried := _clicked_in_vain(session, kind)):
        text = say("A click {on_pile} did nothing ({count} positions).", on_pile=wording.on_pile(kind), count=tried)
        yield Observation(f"action.click.{kind}", [], Evidence(text, trials=tried))
    if shown is not None:
        text = say("A click {on_pile} {deeds}.", on_pile=wording.on_pile(kind), deeds=wording.deeds(found))
        yield Observation(
            f"action.click.{kind}",
            sorted(found),
            Evidence(text, drawn(shown.before), str(shown.move), trials=len(steps)),
        )


def _redeals(session: Session) -> bool:
    """Whether a click on the stock, once it is used up, brings the cards back."""
    return any(one.value not in (0, None) for one in redeals(session))


def _clicked_in_vain(session: Session, kind: str) -> int:
    """In how many positions of play a click on a pile of a kind did nothing; 0 where it once did something."""
    gone = removals(session)
    if gone is not None and match(gone) is None:
        return 0  # what lets cards go is not known, so a click may do more where that holds
    steps = session.steps[:: max(1, len(session.steps) // 20)]
    tried = 0
    for seed in {step.seed for step in steps}:
        positions = [step.after for step in steps if step.seed == seed]
        for position, moves in zip(positions, session.moves_in(positions, seed), strict=True):
            if any(move.action == "click" and move.source[0] == kind for move in moves):
                return 0
            tried += any(position[key] for key in session.piles(kind))
    return tried


def double_clicking(session: Session, kind: str) -> Iterator[Observation]:
    """`action.double_click.P`: on a card that fits a foundation, one that fits the tableau, and a foundation."""
    tried = list(_tries(session, kind))
    if not tried:
        return
    found: set[str] = set()
    shown: Step | None = None
    for step in tried:
        if step is not None:
            done = effects(step)
            found |= done
            if done or shown is None:
                shown = shown if shown is not None and not done else step
    made = [step for step in tried if step is not None]
    if not made:
        text = say(
            "A double click {on_pile} did nothing ({count} positions).",
            on_pile=wording.on_pile(kind),
            count=len(tried),
        )
        yield Observation(f"action.double_click.{kind}", [], Evidence(text, trials=len(tried)))
        return
    assert shown is not None
    if found:
        text = say("A double click {on_pile} {deeds}.", on_pile=wording.on_pile(kind), deeds=wording.deeds(found))
    else:
        went = sorted({to for step in made for to in step.gained})
        text = say(
            "With a double click {on_pile}, cards went {to_piles}.",
            on_pile=wording.on_pile(kind),
            to_piles=listed([wording.to_pile(to) for to in went]),
        )
    yield Observation(
        f"action.double_click.{kind}",
        sorted(found),
        Evidence(text, drawn(shown.before), str(shown.move), trials=len(tried)),
    )


def _tries(session: Session, kind: str) -> Iterator[Step | None]:
    """Double clicks on a pile of a kind where they might do something; None for one that does nothing."""
    found = foundations(session)
    if found.rule is None or kind == "stock":
        return
    rule = study(session, "tableau").rule if session.has("tableau") else None
    places = open_places(session)
    ours = [place for place in places if place[0] == kind]
    tables = [place for place in places if place[0] == "tableau"]
    for height in (3, 6):
        home = grown(session, height)
        taller = grown(session, height + 1)
        fitting = [stack[-1][0] for key, stack in taller.items() if len(stack) == height + 1]
        left = list(dict.fromkeys((counted(session.dealt(found.seed)) - counted(taller)).elements()))
        if not fitting or not left:
            return
        if kind == "foundation":
            position: dict[PileKey, Stack] = dict(home)
            for place, card in zip(tables, fitting, strict=False):
                position[place] = up(card)
            yield _double(session, position, session.piles("foundation")[0], found.seed)
            continue
        if not ours:
            return
        source = ours[0]
        under = [card for card in left if abs(card.rank - fitting[0].rank) > 2]
        if not under:
            return
        below = up(under[0]) if kind == "tableau" else ()
        yield _double(session, {**home, source: below + up(fitting[0])}, source, found.seed)
        if rule is None or kind == "foundation":
            continue
        for card in left:
            aims = [other for other in left if other != card and rule.takes(other, card)]
            other_homes = all(not found.rule.takes(stack[-1][0], card) for stack in home.values())
            spare = [place for place in tables if place != source]
            if aims and other_homes and spare and card != under[0] and aims[0] != under[0]:
                yield _double(session, {**home, source: below + up(card), spare[0]: up(aims[0])}, source, found.seed)
                break


def _double(session: Session, position: dict[PileKey, Stack], key: PileKey, seed: int) -> Step | None:
    return session.try_move(position, Move("double-click", key), seed)


def any_card(session: Session) -> Iterator[Observation]:
    """`action.double_click.card`: what a double click does on cards of all the kinds that play to foundations."""
    effects_of = []
    for kind in ("tableau", "waste", "reserve"):
        for one in double_clicking(session, kind) if session.has(kind) else ():
            effects_of.append(set(one.value))
            shown = one
    if effects_of and (common := set.intersection(*effects_of)):
        also = tuple([effect] for effect in sorted(common))
        yield Observation("action.double_click.card", sorted(common), shown.evidence, also=also)
