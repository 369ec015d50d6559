"""What the evidence's notation says, in words: positions and moves, for who knows no names of piles but their own."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hoyle.publish.words import card_name, labelled, pile_in_words, words
from hoyle_engine.cards import Card
from hoyle_engine.moves import Move

_LINE = re.compile(r"([a-z]+) (\d+): (.*)\Z")
_HIDDEN = re.compile(r"## × (\d+)\Z")

Position = dict[tuple[str, int], tuple[str, ...]]
"""The cards of each pile, the lowest first, as `7C`, or `##` for one face down."""


def read_position(text: str) -> Position:
    """The piles of a position as `hoyle.observe.table.drawn` writes it.

    >>> read_position("stock 1: ## × 4\\ntableau 1: ## 9S\\nwaste 1: –")
    {('stock', 1): ('##', '##', '##', '##'), ('tableau', 1): ('##', '9S'), ('waste', 1): ()}
    """
    piles: Position = {}
    for line in text.splitlines():
        if found := _LINE.match(line):
            kind, number, cards = found.groups()
            hidden = _HIDDEN.match(cards)
            shown = ("##",) * int(hidden[1]) if hidden else tuple(cards.split()) if cards != "–" else ()
            piles[kind, int(number)] = shown
    return piles


def position_in_words(text: str, lang: str) -> list[str]:
    """A line for each pile that a position shows.

    >>> position_in_words("stock 1: ## × 4\\ntableau 1: ## 9S\\ntableau 2: –", "eu")
    ['Sorta: 4 karta behera begira', 'Mahaiko 1. pila: karta bat behera begira, pikako 9', 'Mahaiko 2. pila: hutsik']
    """
    piles = read_position(text)
    return [_capital(labelled(lang, _pile(key, piles, lang), _cards(cards, lang))) for key, cards in piles.items()]


def move_in_words(notation: str, position: str, lang: str) -> str:
    """A move, with the cards that move where the position shows them.

    >>> move_in_words("tableau 1 -> foundation 1", "tableau 1: ## AS\\ntableau 2: 9S", "eu")
    'Pikako batekoa: mahaiko 1. pilatik oinarrira'
    >>> move_in_words("click stock 1", "", "en")
    'A click on the stock'
    """
    move, piles = Move.parse(notation), read_position(position)
    _ = words(lang).gettext
    if move.target is None:
        told = _("a double click {on_pile}") if move.action == "double-click" else _("a click {on_pile}")
        return _capital(told.format(on_pile=_pile(move.source, piles, lang, "on_pile")))
    ways = _pile(move.source, piles, lang, "from_pile"), _pile(move.target, piles, lang, "to_pile")
    cards = piles.get(move.source, ())[-move.count :] or ("",) * move.count
    return _capital(moved_in_words(_cards(cards, lang) if "" not in cards else "", *ways, lang))


def moved_in_words(cards: str, from_pile: str, to_pile: str, lang: str) -> str:
    """Which cards go from where to where.

    >>> moved_in_words("9 of spades", "from the stock", "to the waste", "en")
    '9 of spades: from the stock to the waste'
    """
    _ = words(lang).gettext
    way = _("{from_pile} {to_pile}").format(from_pile=from_pile, to_pile=to_pile)
    return labelled(lang, cards, way) if cards else way


def _pile(key: tuple[str, int], piles: Position, lang: str, form: str = "pile") -> str:
    """A pile of a position; the only one of its kind there needs no number."""
    kind, number = key
    return pile_in_words(lang, kind, number if sum(other == kind for other, _number in piles) > 1 else None, form)


def _cards(cards: Sequence[str], lang: str) -> str:
    own = words(lang)
    hidden = cards.count("##")
    told = [own.ngettext("{n} card face down", "{n} cards face down", hidden).format(n=hidden)] if hidden else []
    told += [card_name(lang, Card.parse(card)) for card in cards if card != "##"]
    return ", ".join(told) or own.gettext("empty")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
