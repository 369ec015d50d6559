"""What pages say of building and of empty piles: `P.build.*` and `P.fill.accepts`."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.facts import wording
from hoyle.messages import listed, say
from hoyle.observe.build import rule_observations, study, study_in_play
from hoyle.observe.fill import chooses_base, fill
from hoyle.observe.foundation import foundations, grown, is_settled, run_home
from hoyle.observe.laying import foundations_as_dealt, open_places
from hoyle.observe.observation import Evidence, Observation
from hoyle.observe.relation import active
from hoyle.observe.session import SEEDS, Session
from hoyle.observe.table import drawn, rank
from hoyle_engine.moves import Move


def building(session: Session, kind: str) -> Iterator[Observation]:
    """`P.build.*`."""
    if kind == "foundation":
        yield from _foundation_building(session)
    elif kind != "stock":
        yield from _other_building(session, kind)


def _other_building(session: Session, kind: str) -> Iterator[Observation]:
    found = study(session, kind)
    if found.rule is None and not found.removes and chooses_base(session):
        found = study_in_play(session, kind)
        if found.rule is None:
            return
    offers = active(found.offers)
    tried = len(found.offers)
    if found.allowed is None:
        return
    if found.removes:
        assert found.example is not None
        position, move = found.example
        yield Observation(
            f"{kind}.build.allowed",
            False,
            Evidence(say("A card put on another takes it off the table."), drawn(position), str(move)),
        )
        return
    if not found.allowed:
        if not is_settled(session) or session.natural.builds[kind]:
            return
        yield Observation(
            f"{kind}.build.allowed",
            False,
            Evidence(
                say(
                    "No pile {of_pile} took a card on another ({count} cards offered).",
                    of_pile=wording.of_pile(kind),
                    count=tried,
                ),
                trials=tried,
            ),
        )
        return
    assert found.example is not None
    position, move = found.example
    yield Observation(
        f"{kind}.build.allowed",
        True,
        Evidence(
            say("A pile {of_pile} took a card on another.", of_pile=wording.of_pile(kind)), drawn(position), str(move)
        ),
    )
    if found.rule is not None:
        yield from rule_observations(kind, found.rule, offers, found.example)


def _foundation_building(session: Session) -> Iterator[Observation]:
    found = foundations(session)
    if found.base is not None:
        if found.base == "any":
            text = say("An empty foundation took cards of every rank.")
        elif found.base == "base":
            text = say("Each deal has its own rank that foundations begin with.")
        else:
            text = say("In every deal, foundations begin with {card}.", card=wording.a_card(found.base))
        evidence = Evidence(text, drawn(session.dealt()), trials=len(SEEDS))
        also = ("base",) if found.base == "any" else ()
        yield Observation("foundation.build.from", found.base, evidence, also=also)
    if found.rule is None:
        if chooses_base(session):
            played = study_in_play(session, "foundation")
            if played.rule is not None:
                yield from rule_observations("foundation", played.rule, played.offers, played.example)
        return
    yield Observation(
        "foundation.build.allowed",
        True,
        Evidence(say("A foundation took a card on another."), trials=len(found.offers)),
    )
    for one in rule_observations("foundation", found.rule, found.offers, found.example):
        if not found.turns or one.key.endswith(".suit"):
            yield one
    if found.last is not None:
        yield Observation(
            "foundation.build.to",
            rank(found.last),
            Evidence(
                say("No card was taken on {card}.", card=wording.a_card(rank(found.last))), trials=len(found.offers)
            ),
        )


def filling(session: Session, kind: str) -> Iterator[Observation]:
    """`P.fill.accepts`."""
    if kind not in ("tableau", "reserve", "foundation"):
        return
    found = fill(session, kind)
    if not found.trials or found.differ:
        return
    shown, made = (drawn(found.example[0]), str(found.example[1])) if found.example else (None, None)
    value: str | None = None
    of_pile = wording.of_pile(kind)
    if not found.ranks:
        # Foundations that take no single card from the start may take it later, or take whole runs.
        if kind == "foundation" or not is_settled(session):
            return
        value = "none"
        text = say("No card went to an empty pile {of_pile} ({tries} tries).", of_pile=of_pile, tries=found.trials)
    elif len(found.ranks) > 1 and found.ranks == found.offered:
        value = "any"
        text = say(
            "Cards of all {count} ranks offered went to an empty pile {of_pile}.",
            count=len(found.ranks),
            of_pile=of_pile,
        )
    elif len(found.ranks) == 1:
        only = next(iter(found.ranks))
        text = say(
            "Of cards of all ranks, only {card} went to an empty pile {of_pile}.",
            card=wording.a_card(rank(only)),
            of_pile=of_pile,
        )
        others = [fill(session, kind, seed) for seed in SEEDS[1:]]
        other = next((one for one in others if one.ranks != found.ranks), None)
        if other is None:
            value = rank(only)
        elif len(other.ranks) == 1:
            value = _by_base(session, kind)
            text = say(
                "In one deal only {card} went to an empty pile {of_pile}, in another only {other}.",
                card=wording.a_card(rank(only)),
                other=wording.a_card(rank(min(other.ranks))),
                of_pile=of_pile,
            )
    if value is None:
        return
    # What the player chooses for one foundation is then the base of the others.
    also = ("base",) if kind == "foundation" and value == "any" else ()
    yield Observation(f"{kind}.fill.accepts", value, Evidence(text, shown, made, found.trials), also=also)


def _by_base(session: Session, kind: str) -> str | None:
    """`base` or `base-1`, where that is what empty piles take in every deal."""
    gaps = set()
    for seed in SEEDS[:3]:
        ranks = fill(session, kind, seed).ranks
        bases = {stack[0][0].rank for stack in foundations_as_dealt(session, seed).values()}
        if len(ranks) != 1 or len(bases) != 1:
            return None
        gaps.add((min(ranks) - min(bases)) % 13)
    return {0: "base", 12: "base-1"}.get(gaps.pop()) if len(gaps) == 1 else None


def base(session: Session) -> Iterator[Observation]:
    """`foundation.base`: whether the deal sets what foundations begin with, or the player."""
    found = foundations(session)
    if found.base == "any":
        text = say("At the start, an empty foundation took cards of every rank.")
        yield Observation("foundation.base", "chosen", Evidence(text, drawn(session.dealt())))
    elif found.base == "base" and foundations_as_dealt(session):
        cards = [stack[0][0] for seed in SEEDS for stack in foundations_as_dealt(session, seed).values()]
        text = say(
            "The deal puts a first card on the foundations, another in each deal: {cards}.",
            cards=listed([wording.card(card) for card in cards]),
        )
        yield Observation("foundation.base", "dealt", Evidence(text, drawn(session.dealt()), trials=len(SEEDS)))


def taking_together(session: Session) -> Iterator[Observation]:
    """`foundation.takes`: whether cards in sequence go to a foundation together."""
    if (step := run_home(session)) is not None:
        text = say("A whole suit in sequence went to a foundation together.")
        evidence = Evidence(text, drawn(step.before), str(step.move))
        yield Observation("foundation.takes", "sequence", evidence, also=("group",))
        return
    found = foundations(session)
    if found.rule is None or found.rule.steps != (1,) or not session.has("tableau"):
        return
    home, taller = grown(session, 2), grown(session, 5)
    key = next((key for key, stack in taller.items() if len(stack) == 5), None)
    if key is None or key not in home:
        return
    source = open_places(session, ("tableau",))[0]
    position = home | {source: taller[key][:1:-1]}
    move = Move("move", source, key, 3)
    if session.try_move(position, move, found.seed) is not None:
        text = say("Three cards in sequence went to a foundation together.")
        evidence = Evidence(text, drawn(position), str(move))
        yield Observation("foundation.takes", "sequence", evidence, also=("group",))
