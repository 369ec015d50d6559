"""The facts of a page: what its sentences state, the same told twice, and what two make together."""

from __future__ import annotations

from typing import Any

from hoyle.facts.context import READ, Stated
from hoyle.facts.deal.table import Table
from hoyle.facts.fact import Fact, PageReading, SentenceReading
from hoyle.facts.sentences import Reader
from hoyle.language.bank import available
from hoyle.language.sentence import Sentence


def merge(
    page: str,
    lang: str,
    results: list[tuple[Sentence, list[Stated], str | None, bool]],
    tables: dict[tuple[str, str | None], tuple[Table, list[Sentence]]],
    dealt: set[int],
    reader: Reader,
) -> PageReading:
    """The reading of a page: each fact once with all of its places, and how each sentence was understood."""
    order: list[tuple[str, Any, str | None, Sentence]] = []
    counts: dict[tuple[str, str | None], int] = {}
    columns: dict[tuple[str, str | None], int] = {}
    shapes: set[str] = set()
    for sentence, stated, when, _ in results:
        for key, value, _ in stated:
            order.append((key, value, when, sentence))
            kind, _, said = key.rpartition(".")
            if said == "piles":
                counts.setdefault((kind, when), value)
            elif said == "grid":
                columns.setdefault((kind, when), value[1])
            elif said == "shape" and value not in ("clock", "arch"):
                # In a pyramid or a triangle rows are dealt and no piles.
                shapes.add(key.partition(".")[0])
    for (kind, when), (table, heard) in tables.items():
        for key, value in table.facts(kind, counts.get((kind, when)), kind in shapes, columns.get((kind, when))):
            order += [(key, value, when, sentence) for sentence in heard]
    merged: dict[tuple[str, str, str | None], list[Any]] = {}
    for key, value, when, sentence in order:
        if key.endswith("+"):
            # What one sentence fills first and another fills what is then left.
            key = key[:-1]
            earlier = next((known for known in merged if known[0] == key and known[2] == when), None)
            if earlier is not None:
                item = merged.pop(earlier)
                value = item[0] + [one for one in value if one not in item[0]]
                merged[key, repr(value), when] = [value, [*item[1], sentence]]
                continue
        identity = (key, repr(value), when)
        if identity not in merged:
            merged[identity] = [value, [sentence]]
            continue
        sources = merged[identity][1]
        if sentence is not sources[-1] and all(sentence is not one for one in sources):
            sources.append(sentence)
    facts = []
    for (key, _, when), (value, sources) in _joined(merged).items():
        facts.append(Fact(page, lang, key, value, sources[0], when, tuple(sources)))
    by_sentence: dict[int, list[Fact]] = {}
    for fact in facts:
        for sentence in fact.sources:
            by_sentence.setdefault(id(sentence), []).append(fact)
    readings = []
    known = available()
    for index, (sentence, _, _, understood) in enumerate(results):
        stated_here = by_sentence.get(id(sentence), ())
        if stated_here or index in dealt:
            readings.append(SentenceReading(sentence, "facts", tuple(stated_here)))
        elif understood:
            readings.append(SentenceReading(sentence, "states none"))
        elif sentence.role in READ and sentence.lang in known:
            readings.append(SentenceReading(sentence, "not understood"))
        else:
            readings.append(SentenceReading(sentence, "not read"))
    return PageReading(page, lang, tuple(readings), tuple(facts))


def _places_together(merged: dict[tuple[str, str, str | None], list[Any]]) -> None:
    """Places that one sentence names in two clauses are one list."""
    for identity, (value, sources) in list(merged.items()):
        if not identity[0].endswith(".position"):
            continue
        for other in [
            known for known in merged if known[0] == identity[0] and known[2] == identity[2] and known != identity
        ]:
            if identity in merged and merged[other][1][0] is sources[0]:
                places = sorted({*value, *merged[other][0]})
                del merged[other], merged[identity]
                merged[identity[0], repr(places), identity[2]] = [places, sources]
                break


def _base_of_choice(merged: dict[tuple[str, str, str | None], list[Any]]) -> None:
    """Where the player chooses the base card, what foundations begin with is any card, whatever it is called later."""
    told = [(when, item[0], item[1]) for (key, _, when), item in merged.items() if key == "foundation.base"]
    for identity in [
        known
        for known, item in merged.items()
        if known[0] in ("foundation.build.from", "foundation.fill.accepts") and item[0] == "base"
    ]:
        key, _, when = identity
        # An option that does not say is as the game by default.
        here = [(value, said) for option, value, said in told if option == when] or [
            (value, said) for option, value, said in told if option is None
        ]
        if not here or any(value != "chosen" for value, _ in here):
            continue
        sources = merged.pop(identity)[1]
        any_card = merged.setdefault((key, repr("any"), when), ["any", []])
        any_card[1] += [one for one in sources if all(one is not known for known in any_card[1])]


def _removed_as_scored(merged: dict[tuple[str, str, str | None], list[Any]]) -> None:
    """Where the rules say which cards are removed, and only the scoring how many ("each set of four removed")."""
    for (key, _, when), (value, sources) in list(merged.items()):
        unit = {"pair-removed": ["pair"], "set-removed": ["set-of-four"]}.get(value[0]) if key == "score.per" else None
        if unit is not None:
            merged["remove.unit", repr(unit), when] = [unit, [*sources]]


def _joined(merged: dict[tuple[str, str, str | None], list[Any]]) -> dict[tuple[str, str, str | None], list[Any]]:
    """Facts that two sentences make together: single cards and pairs are removed; what is left is filled from there."""
    joined = dict(merged)
    keys = {key for key, _, _ in merged}
    if any(key.endswith(".position") for key in keys):
        _places_together(joined)
    if "foundation.base" in keys:
        _base_of_choice(joined)
    if "remove.match" in keys and "remove.unit" not in keys:
        _removed_as_scored(joined)
    for name in ("remove.unit", "remove.single_ranks"):
        for when in {identity[2] for identity in merged if identity[0] == name} if name in keys else ():
            parts = [
                (identity, item) for identity, item in joined.items() if identity[0] == name and identity[2] == when
            ]
            if len(parts) > 1:
                value = sorted({one for _, item in parts for one in item[0]})
                sources = [sentence for _, item in parts for sentence in item[1]]
                for identity, _ in parts:
                    del joined[identity]
                joined[name, repr(value), when] = [value, sources]
    return joined
