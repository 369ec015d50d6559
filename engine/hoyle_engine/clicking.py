"""What a click on a pile does: turn, deal, consolidate, play, or take a card off the table."""

from __future__ import annotations

from hoyle_engine import removing
from hoyle_engine.moves import Move
from hoyle_engine.rules import CLICK, Cards
from hoyle_engine.table import Table
from hoyle_engine.variant import Click, Consolidate, DealRow, Do, Play, Turn


def moves(table: Table) -> list[Move]:
    """The clicks that do something here."""
    rules = table.rules
    found = [rules.moves[pile, pile, CLICK] for pile, click in rules.clickable if _works(table, pile, click)]
    if table.offered & rules.singles:
        found += [rules.moves[pile, pile, CLICK] for pile in removing.singles(table)]
    return found


def allows(table: Table, pile: int) -> bool:
    """Whether a click on a pile does something here."""
    click = table.rules.groups[pile].click
    if click is not None:
        return _works(table, pile, click)
    return bool(table.lifts[pile] & table.rules.singles)


def make(table: Table, pile: int) -> None:
    """Do what a click on a pile does."""
    click = table.rules.groups[pile].click
    if isinstance(click, Turn):
        _turn(table, pile, click)
    elif isinstance(click, DealRow):
        for target in table.of_kind(click.to):
            if table.cards[pile]:
                table.pass_on(pile, target, _turned(table.cards[pile][-1:]))
    elif isinstance(click, Consolidate):
        _consolidate(table, pile, click)
    elif isinstance(click, Do):
        click.make(table, pile)
    elif isinstance(click, Play):
        to = table.first_target(pile, table.of_kind(click.to))
        if to is not None:
            table.play(pile, to)
    else:
        removing.make_single(table, pile)


def _works(table: Table, pile: int, click: Click) -> bool:
    cards = table.cards
    if isinstance(click, Turn):
        if cards[pile]:
            return True
        again = click.redeals is None or table.redeals < click.redeals
        return again and any(cards[waste] for waste in table.of_kind(click.to))
    if isinstance(click, DealRow):
        return bool(cards[pile]) and not (click.needs_full and any(not cards[to] for to in table.of_kind(click.to)))
    if isinstance(click, Consolidate):
        places = _grid(table, click)
        return () in places and (bool(cards[pile]) or any(places[places.index(()) :]))
    if isinstance(click, Do):
        return click.works(table, pile)
    return table.first_target(pile, table.of_kind(click.to)) is not None


def _turn(table: Table, stock: int, click: Turn) -> None:
    wastes = table.of_kind(click.to)
    cards = table.cards
    if not cards[stock]:
        table.redeals += 1
        for waste in reversed(wastes):
            table.pass_on(waste, stock, _turned(cards[waste]))
        return
    for waste in wastes:
        if not cards[waste]:
            break
    table.pass_on(stock, waste, _turned(cards[stock][-click.count :]))


def _turned(cards: Cards) -> Cards:
    """Cards turned over together: the last comes first."""
    return tuple([~card for card in reversed(cards)])


def _grid(table: Table, click: Consolidate) -> list[Cards]:
    """The piles to consolidate; a grid is declared in one piece."""
    piles = table.of_kind(click.to)
    return table.cards[piles[0] : piles[-1] + 1]


def _consolidate(table: Table, stock: int, click: Consolidate) -> None:
    places = _grid(table, click)
    first = places.index(())
    held = [cards for cards in places[first:] if cards]
    dealt = table.take(stock, min(len(places) - first - len(held), len(table.cards[stock])))
    held += [(card,) for card in _turned(dealt)]
    held += [()] * (len(places) - first - len(held))
    table.lay_all(table.of_kind(click.to)[first:], held)
