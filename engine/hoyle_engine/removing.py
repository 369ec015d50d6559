"""Taking cards off the table, in pairs or singly."""

from __future__ import annotations

from hoyle_engine.moves import Move
from hoyle_engine.table import Table
from hoyle_engine.variant import Points


def moves(table: Table) -> list[Move]:
    """Every pair that may leave: one card put on the other, either way."""
    rules, offered, where = table.rules, table.offered, table.where
    known, adjacent = rules.moves, rules.adjacent
    found = []
    for low, high in rules.pairs:
        first, second = offered & low, offered & high
        if not first or not second:
            continue
        same = low == high
        while first:
            lowest = first & -first
            first ^= lowest
            source = where[lowest.bit_length() - 1]
            others = first if same else second
            while others:
                lowest = others & -others
                others ^= lowest
                target = where[lowest.bit_length() - 1]
                if not adjacent or adjacent[source] >> target & 1:
                    found.append(known[source, target, 1])
                    found.append(known[target, source, 1])
    for pile in rules.with_next:
        if _goes_with_next(table, pile):
            found.append(known[pile, pile, 1])
    return found


def allows(table: Table, source: int, target: int) -> bool:
    """Whether the top cards of two piles, or the two top cards of one, are a pair that may leave."""
    rules = table.rules
    if source == target:
        return source in rules.with_next and _goes_with_next(table, source)
    if not table.lifts[source] or not table.lifts[target]:
        return False
    if rules.adjacent and not rules.adjacent[source] >> target & 1:
        return False
    return _is_pair(table, table.cards[source][-1], table.cards[target][-1])


def make(table: Table, source: int, target: int) -> None:
    """Take a pair off the table."""
    table.remove(source)
    table.remove(target)
    _score(table, 2)
    table.left(source)
    if target != source:
        table.left(target)


def singles(table: Table) -> list[int]:
    """The piles whose top card may leave by itself."""
    found = []
    cards = table.offered & table.rules.singles
    while cards:
        lowest = cards & -cards
        cards ^= lowest
        found.append(table.where[lowest.bit_length() - 1])
    return found


def make_single(table: Table, pile: int) -> None:
    """Take the top card of a pile off the table."""
    table.remove(pile)
    _score(table, 1)
    table.left(pile)


def _goes_with_next(table: Table, pile: int) -> bool:
    cards = table.cards[pile]
    return len(cards) > 1 and bool(table.lifts[pile]) and _is_pair(table, cards[-1], cards[-2])


def _is_pair(table: Table, a: int, b: int) -> bool:
    bit = table.rules.bit
    return any((low & bit[a] and high & bit[b]) or (low & bit[b] and high & bit[a]) for low, high in table.rules.pairs)


def _score(table: Table, count: int) -> None:
    points = table.rules.variant.scoring
    if isinstance(points, Points):
        table.points += points.card_removed * count
