"""What is removed together."""

from __future__ import annotations

from hoyle.facts.clauses.clause import Clause
from hoyle.facts.values.numbers import number_of
from hoyle.facts.values.registry import value
from hoyle.language.bank import Word


@value
def removed_sum(clause: Clause) -> int | None:
    """What the ranks of a pair must add up to."""
    for words in (clause.words, *(span for _, span in clause.spans)):
        found = _sum_in(words)
        if found is not None:
            return found
    return None


def _sum_in(words: list[Word]) -> int | None:
    for index, word in enumerate(words):
        if "add-up" in word.concepts:
            # "The sum of the two cards must be eleven": what counts cards is no sum.
            after = [
                one
                for at, one in enumerate(words[index + 1 : index + 9], index + 1)
                if at < index + 4 or not any("card" in other.concepts for other in words[at + 1 : at + 2])
            ]
            for other in (*after, *reversed(words[max(0, index - 2) : index])):
                if isinstance(other.number, int) and other.number > 3:
                    return other.number
                if other.name and other.name.isdigit():
                    return int(other.name)
    return None


@value
def single_ranks(clause: Clause) -> list[str] | None:
    """The ranks that the clause speaks of."""
    found = [phrase.name for phrase in clause.phrases if phrase.is_a("rankname") and phrase.name]
    return sorted(set(found)) or None


@value
def adjacency(clause: Clause) -> list[str] | None:
    """The directions in which cards must touch."""
    concepts = set(clause.features)
    for name in ("horizontal", "vertical", "diagonal"):
        if f"if.{name}" in concepts:
            concepts.add(name)
    if "touch" in concepts or "if.touch" in concepts:
        # "If they lie side by side in a row or column"; cards of one row or column need not touch.
        for line, name in (("row", "horizontal"), ("in-sequence", "horizontal"), ("column", "vertical")):
            if line in concepts or f"if.{line}" in concepts:
                concepts.add(name)
    return [name for name in ("diagonal", "horizontal", "vertical") if name in concepts] or None


@value
def removed_unit(clause: Clause) -> list[str] | None:
    """Two cards are a pair, four a set."""
    found = number_of(clause, "card")
    return {2: ["pair"], 4: ["set-of-four"]}.get(found or 0)


@value
def batch_removed(clause: Clause) -> list[str] | None:
    """What cards are removed so many at a time: two are a pair, four a set."""
    found = next((word.number for word in clause.words if "at-a-time" in word.concepts), None)
    return {2: ["pair"], 4: ["set-of-four"]}.get(found) if isinstance(found, int) else None


@value
def match_by_sum(clause: Clause) -> str | None:
    """`sum` where a sum is named: two cards may make a pair, too."""
    return None if removed_sum(clause) is None else "sum"


@value
def one_rank(clause: Clause) -> str | None:
    """The rank that the clause speaks of, where it is one."""
    found = single_ranks(clause)
    return found[0] if found is not None and len(found) == 1 else None


@value
def removed_unit_if(clause: Clause) -> list[str] | None:
    """What a condition counts: two cards are a pair, four a set."""
    for _, span in clause.spans:
        for index, word in enumerate(span):
            if isinstance(word.number, int) and any("card" in other.concepts for other in span[index + 1 : index + 3]):
                return {2: ["pair"], 4: ["set-of-four"]}.get(word.number)
    return None
