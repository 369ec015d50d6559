"""Evidence in few lines: a position has a line a pile, and some games have dozens of piles."""

from __future__ import annotations

import re
from itertools import groupby

LINES = 9
"""The most lines that evidence takes before piles of a kind are folded into one."""

_PILE = re.compile(r"(?P<kind>[^\W\d]+) (?P<number>\d+)(?P<colon>\s?:) (?P<cards>.*)\Z")


def folded(evidence: str, limit: int = LINES) -> list[str]:
    """The lines of the evidence; where they are more than `limit`, each kind's piles in one line.

    >>> folded("Position:\\nwaste 1: KC\\ntableau 1: AD\\ntableau 2: AC QD\\nMove: waste 1 -> tableau 1", limit=4)
    ['Position:', 'waste: (1) KC', 'tableau: (1) AD  (2) AC QD', 'Move: waste 1 -> tableau 1']
    """
    lines = evidence.splitlines()
    if len(lines) <= limit:
        return lines
    shown: list[str] = []
    for kind, group in groupby(lines, lambda line: match["kind"] if (match := _PILE.match(line)) else None):
        if kind is None:
            shown += group
            continue
        piles = [match for line in group if (match := _PILE.match(line))]
        cards = "  ".join(f"({pile['number']}) {pile['cards']}" for pile in piles)
        shown.append(f"{kind}{piles[0]['colon']} {cards}")
    return shown
