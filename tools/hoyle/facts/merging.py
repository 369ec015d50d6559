"""The facts of a page: what its sentences state, the same told twice, and what two make together."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from hoyle.facts.context import Stated
from hoyle.facts.deal.table import Table
from hoyle.facts.fact import Fact, PageReading, reading_of
from hoyle.facts.sentences import Reading
from hoyle.language.sentence import Sentence

Result = tuple[Sentence, Reading | None, list[Stated], str | None]
"""A sentence, how it was read if it was, what it states where it stands, and under which option."""
Tables = dict[tuple[str, str | None], tuple[Table, list[int]]]
"""The deal of each pile kind under each option, and which sentences tell of it."""
Merged = dict[tuple[str, str, str | None], tuple[Any, list[int]]]
"""Each fact once, by its key, its value in writing and its option: the value, and which sentences state it."""


def merge(page: str, lang: str, results: list[Result], tables: Tables) -> PageReading:
    """The reading of a page: each fact once with all of its places, and how each sentence was understood."""
    merged: Merged = {}
    for at, (_, _, stated, when) in enumerate(results):
        for key, value, _ in stated:
            _add(merged, key, value, when, at)
    laid = [(key, when, value) for (key, _, when), (value, _) in merged.items() if key.endswith(_LAID)]
    first = {(key, when): value for key, when, value in reversed(laid)}
    # In a pyramid or a triangle rows are dealt and no piles.
    figures = {key for key, _, value in laid if key.endswith(".shape") and value not in _OF_PILES}
    for (kind, when), (table, heard) in tables.items():
        if not heard:
            continue
        columns = first.get((f"{kind}.grid", when), (None, None))[1]
        for key, value in table.facts(kind, first.get((f"{kind}.piles", when)), f"{kind}.shape" in figures, columns):
            for at in heard:
                _add(merged, key, value, when, at)
    _join(merged)
    facts = []
    # What tells of a deal counts even where it adds nothing.
    told: defaultdict[int, list[Fact]] = defaultdict(list, {at: [] for _, heard in tables.values() for at in heard})
    for (key, _, when), (value, places) in merged.items():
        sources = tuple([results[at][0] for at in places])
        fact = Fact(page, lang, key, value, sources[0], when, sources)
        facts.append(fact)
        for at in places:
            told[at].append(fact)
    readings = []
    for at, (sentence, reading, _, _) in enumerate(results):
        if at in told:
            readings.append(reading_of((sentence, "facts", tuple(told[at]))))
        elif reading is None:
            readings.append(reading_of((sentence, "not read", ())))
        else:
            status = "states none" if reading.understood else "not understood"
            readings.append(reading_of((sentence, status, ())))
    return PageReading(page, lang, tuple(readings), tuple(facts))


_LAID = (".piles", ".grid", ".shape")
"""What is said of how piles lie, and what their deal is played on."""
_OF_PILES = ("clock", "arch")
"""Figures that are made of piles; others are dealt in rows."""


def _add(merged: Merged, key: str, value: Any, when: str | None, at: int) -> None:
    """Take in what one sentence states."""
    if key[-1] == "+":
        # What one sentence fills first and another fills what is then left.
        key = key[:-1]
        earlier = next((known for known in merged if known[0] == key and known[2] == when), None)
        if earlier is not None:
            before, places = merged.pop(earlier)
            value = before + [one for one in value if one not in before]
            merged[key, repr(value), when] = value, [*places, at]
            return
    identity = key, repr(value), when
    known = merged.get(identity)
    if known is None:
        merged[identity] = value, [at]
    elif at not in known[1]:
        known[1].append(at)


def _join(merged: Merged) -> None:
    """Put in what two sentences state together: single cards and pairs are removed."""
    keys = {key for key, _, _ in merged}
    _places_together(merged)
    if "foundation.base" in keys:
        _base_of_choice(merged)
    if "remove.match" in keys and "remove.unit" not in keys:
        _removed_as_scored(merged)
    for name in ("remove.unit", "remove.single_ranks"):
        for when in dict.fromkeys(option for key, _, option in merged if key == name) if name in keys else ():
            parts = [identity for identity in merged if identity[0] == name and identity[2] == when]
            if len(parts) > 1:
                told = [merged.pop(identity) for identity in parts]
                value = sorted({one for values, _ in told for one in values})
                merged[name, repr(value), when] = value, [at for _, places in told for at in places]


def _places_together(merged: Merged) -> None:
    """Places that one sentence names in two clauses are one list."""
    named = [identity for identity in merged if identity[0].endswith(".position")]
    if len(named) < 2:
        return
    for identity in named:
        key, _, when = identity
        for other in [known for known in merged if known[0] == key and known[2] == when and known != identity]:
            if identity in merged and merged[other][1][0] == merged[identity][1][0]:
                (value, places), (more, _) = merged.pop(identity), merged.pop(other)
                value = sorted({*value, *more})
                merged[key, repr(value), when] = value, places
                break


def _base_of_choice(merged: Merged) -> None:
    """Where the player chooses the base card, what foundations begin with is any card, whatever it is called later."""
    told = [(when, value) for (key, _, when), (value, _) in merged.items() if key == "foundation.base"]
    for identity in [
        identity
        for identity, (value, _) in merged.items()
        if identity[0] in ("foundation.build.from", "foundation.fill.accepts") and value == "base"
    ]:
        key, _, when = identity
        # An option that does not say is as the game by default.
        here = [value for option, value in told if option == when] or [
            value for option, value in told if option is None
        ]
        if not here or any(value != "chosen" for value in here):
            continue
        places = merged.pop(identity)[1]
        known = merged.setdefault((key, repr("any"), when), ("any", []))[1]
        known += [at for at in places if at not in known]


def _removed_as_scored(merged: Merged) -> None:
    """Where the rules say which cards are removed, and only the scoring how many ("each set of four removed")."""
    for (key, _, when), (value, places) in list(merged.items()):
        unit = {"pair-removed": ["pair"], "set-removed": ["set-of-four"]}.get(value[0]) if key == "score.per" else None
        if unit is not None:
            merged["remove.unit", repr(unit), when] = unit, [*places]
