"""Taking cards off the table, in pairs or singly."""

from __future__ import annotations

from itertools import compress
from operator import eq

from hoyle_engine.moves import Move
from hoyle_engine.rules import NOT_A_NUMBER
from hoyle_engine.table import Table
from hoyle_engine.variant import Points


def moves(table: Table) -> list[Move]:
    """Every pair that may leave: one card put on the other, either way."""
    rules = table.rules
    known = rules.moves
    found = []
    for source, target in _neighbours(table) if rules.touching else _pairs(table):
        found.append(known[source, target, 1])
        found.append(known[target, source, 1])
    for pile in rules.with_next:
        if _goes_with_next(table, pile):
            found.append(known[pile, pile, 1])
    return found


def _pairs(table: Table) -> list[tuple[int, int]]:
    """The piles whose top cards are a pair, wherever they lie."""
    offered, where = table.offered, table.where
    found = []
    for low, high in table.rules.pairs:
        first, second = offered & low, offered & high
        if first and second:
            same = low == high
            while first:
                lowest = first & -first
                first ^= lowest
                source = where[lowest.bit_length() - 1]
                others = first if same else second
                while others:
                    lowest = others & -others
                    others ^= lowest
                    found.append((source, where[lowest.bit_length() - 1]))
    return found


def _neighbours(table: Table) -> list[tuple[int, int]]:
    """The piles that touch and whose top cards are a pair."""
    piles = table.cards
    if table.neighbours is None:
        table.neighbours = _find_neighbours(table)
    return [pair for pair in table.neighbours if piles[pair[0]] and piles[pair[1]]]


def _find_neighbours(table: Table) -> list[tuple[int, int]]:
    rules = table.rules
    key, mate = rules.key, rules.mate
    keys = [key[cards[-1]] if cards else NOT_A_NUMBER for cards in table.cards]
    mates = keys if key is mate else [mate[cards[-1]] if cards else NOT_A_NUMBER for cards in table.cards]
    fits = map(eq, rules.first_of_touching(keys), rules.second_of_touching(mates))
    return list(compress(rules.touching, fits))


def allows(table: Table, source: int, target: int) -> bool:
    """Whether the top cards of two piles, or the two top cards of one, are a pair that may leave."""
    rules = table.rules
    if source == target:
        return source in rules.with_next and _goes_with_next(table, source)
    if not table.lifts[source] or not table.lifts[target]:
        return False
    if rules.touching and (source, target) not in rules.is_touching:
        return False
    return rules.mate[table.cards[source][-1]] == rules.key[table.cards[target][-1]]


def make(table: Table, source: int, target: int) -> None:
    """Take a pair off the table."""
    table.remove(source, target)
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
    cards, rules = table.cards[pile], table.rules
    return len(cards) > 1 and cards[-1] >= 0 and cards[-2] >= 0 and rules.mate[cards[-1]] == rules.key[cards[-2]]


def _score(table: Table, count: int) -> None:
    points = table.rules.variant.scoring
    if isinstance(points, Points):
        table.points += points.card_removed * count
