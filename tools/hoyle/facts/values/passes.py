"""How often the stock is gone through."""

from __future__ import annotations

from hoyle.facts.clauses.clause import Clause
from hoyle.facts.values.numbers import number_of, times
from hoyle.facts.values.registry import value


@value
def passes(clause: Clause) -> int | None:
    """How many redeals go with so many times through the deck."""
    found = times(clause)
    return None if found is None else found - 1


@value
def redeals(clause: Clause) -> int | None:
    """How many redeals."""
    for phrase in clause.phrases:
        if phrase.is_a("redeal"):
            if phrase.number is not None:
                return phrase.number
            if "single" in phrase.attrs:
                return 1
    return None


@value
def all_passes(clause: Clause) -> int | None:
    """How many redeals go with so many passes in all."""
    found = number_of(clause, "pass")
    if found is None and "pass.single" in clause.features:
        found = 1
    return None if found is None else found - 1


@value
def more_passes(clause: Clause) -> int | None:
    """How many passes there are after the first."""
    return number_of(clause, "pass") or 1


@value
def repeated_until(clause: Clause) -> str:
    """What ends what is done again and again."""
    concepts = {concept for mark, span in clause.spans if mark == "until" for word in span for concept in word.concepts}
    if "possible" in concepts and "stock" not in concepts:
        return "no-move"
    if not concepts & {"no", "not", "empty", "empty-verb"}:
        return "other"
    return "stock-empty" if "stock" in concepts else "no-move" if concepts & {"move", "play", "possible"} else "other"
