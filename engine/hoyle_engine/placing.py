"""Moving cards from pile to pile: what fits where, and how many at once."""

from __future__ import annotations

from hoyle_engine.moves import Move
from hoyle_engine.table import Table


def moves(table: Table) -> list[Move]:
    """Every move of cards from one pile to another that takes them."""
    rules, offered, accepts, where, piles = table.rules, table.offered, table.accepts, table.where, table.cards
    known, exact, limited, capacity = rules.moves, rules.exact, rules.limited, rules.capacity
    found = []
    for target in rules.targets:
        hits = accepts[target] & offered
        while hits:
            lowest = hits & -hits
            hits ^= lowest
            head = lowest.bit_length() - 1
            source = where[head]
            if source == target:
                continue
            cards = piles[source]
            count = 1 if cards[-1] == head else len(cards) - cards.index(head)
            if exact[target]:
                if count != exact[target]:
                    continue
            elif count > 1 and limited[target] and count > room(table, target):
                continue
            if len(piles[target]) + count > capacity[target]:
                continue
            found.append(known[source, target, count])
            if rules.takes_runs[target]:
                for more in range(2, table.lifts[source].bit_count() + 1):
                    found.append(known[source, target, more])
    return found


def allows(table: Table, source: int, target: int, count: int) -> bool:
    """Whether the top `count` cards of one pile may be put on another."""
    rules, cards = table.rules, table.cards[source]
    if source == target or count > len(cards) or len(table.cards[target]) + count > rules.capacity[target]:
        return False
    fits = table.lifts[source] & table.accepts[target]
    if rules.takes_runs[target]:
        return bool(fits & rules.bit[cards[-1]]) and count <= table.lifts[source].bit_count()
    if not fits & rules.bit[cards[-count]]:
        return False
    if rules.exact[target]:
        return count == rules.exact[target]
    return count == 1 or not rules.limited[target] or count <= room(table, target)


def room(table: Table, target: int) -> int:
    """How many cards the free spaces would let through to a pile one by one."""
    free_cells = sum(not table.cards[cell] for cell in table.rules.cells)
    free_piles = sum(not table.cards[pile] for pile in table.of_kind("tableau")) - (not table.cards[target])
    return (free_cells + 1) << free_piles
