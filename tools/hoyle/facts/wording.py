"""Facts in words, in the user's language: for messages, reports and the help site.

`fact_in_words` makes a sentence of a key and a value; `key_in_words` and `value_in_words`
make the two cells of a table. Piles, ranks and cards come with the small words that
languages join to them ("of the stock", "de la pioche", "sortaren"), so that no sentence
has to add an ending to a word that it does not know.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from hoyle.facts.keys import shape_of
from hoyle.messages import OR, THEN, Said, Value, _, later, later_number, listed, ngettext, say

if TYPE_CHECKING:
    from hoyle_engine.cards import Card

PILES = {
    "stock": later("stock"),
    "waste": later("waste"),
    "foundation": later("foundation"),
    "tableau": later("tableau"),
    "reserve": later("reserve"),
    "chooser": later("chooser"),
}

LABELS = {
    "deck.kind": later("deck"),
    "deck.cards": later("cards in the deck"),
    "P.piles": later("{pile}: number of piles"),
    "P.grid": later("{pile}: rows and columns of the grid"),
    "P.position": later("{pile}: place on the table"),
    "P.capacity": later("{pile}: most cards a pile may hold"),
    "P.deal.cards": later("{pile}: cards dealt in all"),
    "P.deal.per_pile": later("{pile}: cards dealt to each pile"),
    "P.deal.rows": later("{pile}: rows dealt"),
    "P.deal.face": later("{pile}: cards are dealt face"),
    "P.deal.face_down": later("{pile}: cards dealt face down to each pile"),
    "P.shape": later("{pile}: shape"),
    "stock.holds": later("stock: cards it holds at the start"),
    "P.build.direction": later("{pile}: direction of building"),
    "P.build.suit": later("{pile}: suits in building"),
    "P.build.step": later("{pile}: step in building"),
    "P.build.wrap": later("{pile}: building goes on round the corner, between king and ace"),
    "P.build.from": later("{pile}: building starts with"),
    "P.build.to": later("{pile}: building ends with"),
    "P.build.allowed": later("{pile}: building is allowed"),
    "P.move.unit": later("{pile}: what moves at a time"),
    "P.move.suit": later("{pile}: suits in a sequence that moves"),
    "P.move.limit": later("{pile}: limit on the cards that move together"),
    "P.fill.accepts": later("{pile}: an empty pile takes"),
    "P.fill.sequence": later("{pile}: an empty pile takes a whole sequence"),
    "P.fill.auto": later("{pile}: empty piles are filled at once from"),
    "P.play_back": later("{pile}: cards may leave it again"),
    "P.plays_to": later("{pile}: its cards may go to"),
    "P.available": later("{pile}: cards that can be played"),
    "stock.turn": later("stock: cards turned at a time"),
    "stock.deals_to": later("stock: its cards are dealt to"),
    "stock.needs_full_tableau": later("stock: deals only while no tableau pile is empty"),
    "stock.redeals": later("stock: redeals"),
    "remove.unit": later("cards removed at a time"),
    "remove.match": later("cards removed together have"),
    "remove.sum": later("sum of the cards removed together"),
    "remove.single_ranks": later("ranks removed alone"),
    "remove.adjacent": later("cards removed together touch"),
    "value.R": later("value of the rank {rank}"),
    "goal": later("goal"),
    "score.per": later("points"),
    "score.max": later("highest possible score"),
    "score.none": later("there is no score"),
    "action.click.P": later("a click on the {pile}"),
    "action.double_click.P": later("a double click on the {pile}"),
    "action.double_click.card": later("a double click on a card"),
    "P.from": later("{pile}: its cards come from"),
    "P.beside": later("{pile}: place beside other piles"),
    "P.move.several": later("{pile}: several cards move at once"),
    "P.turned_up": later("{pile}: uncovered cards are turned face up"),
    "P.starts_empty": later("{pile}: empty at first"),
    "P.fill.from": later("{pile}: empty piles are filled from"),
    "P.rearranged": later("{pile}: cards can be rearranged"),
    "P.in_play": later("{pile}: cards are in play"),
    "P.dealt_in_play": later("{pile}: cards are dealt to it during play"),
    "stock.redeal.order": later("stock: order of the cards after a redeal"),
    "stock.redeal.from": later("stock: a redeal takes cards from"),
    "stock.without": later("stock: ranks that it lacks"),
    "foundation.takes": later("foundation: what it takes at once"),
    "foundation.base": later("foundation: how the base card is set"),
    "goal.leaves": later("goal: cards that are left"),
    "end.when": later("the game ends"),
    "end.won": later("the game is also won"),
    "remove.never": later("ranks that are never removed"),
    "remove.partners": later("ranks that go together"),
    "rank.places": later("ranks that have places of their own"),
    "score.other": later("points for something else"),
    "score.table": later("points of a table"),
    "score.combination": later("combination of cards that scores"),
    "score.formula": later("how points are worked out"),
    "score.win": later("points that win"),
    "score.outcome": later("outcome of a game"),
    "jokers.wild": later("jokers stand for any card"),
    "jokers.points": later("points for a joker"),
    "suits.matter": later("suits matter"),
    "P.fill.by_itself": later("{pile}: empty piles are filled by themselves"),
    "rank.high": later("ranks that are the highest"),
    "rank.low": later("ranks that are the lowest"),
    "repeat.until": later("play goes on until"),
    "other.piles": later("number of piles with a name of their own"),
    "other.cards": later("cards of piles with a name of their own"),
    "other.position": later("place of piles with a name of their own"),
    "P.goes_beside": later("{pile}: beside which card a card goes"),
    "P.left_empty": later("{pile}: places that are left empty"),
    "P.fill.never_from": later("{pile}: what never fills an empty pile"),
}

VALUES = {
    "A": later("ace"),
    "J": later("jack"),
    "Q": later("queen"),
    "K": later("king"),
    "standard": later("one deck of 52 cards"),
    "double": later("two decks"),
    "triple": later("three decks"),
    "joker": later("a deck with jokers"),
    "stripped": later("a deck with cards left out"),
    "top": later("top"),
    "bottom": later("bottom"),
    "left": later("left"),
    "right": later("right"),
    "center": later("centre"),
    "second": later("second from the top"),
    "all-exposed": later("all exposed cards"),
    "up": later("up"),
    "down": later("down"),
    "mixed": later("some up, some down"),
    "either": later("up or down"),
    "pyramid": later("pyramid"),
    "inverted-pyramid": later("inverted pyramid"),
    "clock": later("clock"),
    "arch": later("arch"),
    "triangles": later("triangles"),
    "rest": later("what is left after the deal"),
    "all": later("all cards"),
    "same-suit": later("the same suit"),
    "same-color": later("the same colour"),
    "alternate-color": later("alternating colours"),
    "other-suit": later("any suit but its own"),
    "any": later("any"),
    "none": later("none"),
    "base": later("the rank of the base card"),
    "base-1": later("the rank below the base card"),
    "single": later("a single card"),
    "sequence": later("a sequence"),
    "group": later("a group in any order"),
    "pair": later("a pair"),
    "set-of-four": later("a set of four"),
    "same-rank": later("the same rank"),
    "sum": later("a given sum"),
    "free-spaces": later("as many as the free spaces allow"),
    "unlimited": later("unlimited"),
    "horizontal": later("side by side"),
    "vertical": later("one above the other"),
    "diagonal": later("diagonally"),
    "foundation": later("foundation"),
    "remove-all": later("remove all cards"),
    "waste": later("waste"),
    "suits-in-order": later("put the suits in order"),
    "empty-stock": later("empty the stock"),
    "reveal-all": later("turn all cards face up"),
    "deal": later("deals"),
    "to-foundation": later("moves the card to a foundation"),
    "to-tableau": later("moves the card to the tableau"),
    "autoplay": later("plays all it can"),
    "remove": later("removes the card"),
    "redeal": later("deals again"),
    "card-to-foundation": later("a card on a foundation"),
    "card-removed": later("a card removed"),
    "pair-removed": later("a pair removed"),
    "set-removed": later("a set removed"),
    "foundation-complete": later("a complete foundation"),
    "card-to-waste": later("a card on the waste"),
    "card-in-sequence": later("a card in sequence"),
    "stock": later("stock"),
    "tableau": later("tableau"),
    "reserve": later("reserve"),
    "chooser": later("chooser"),
    "under": later("under"),
    "above": later("above"),
    "beside": later("beside"),
    "kept": later("kept"),
    "shuffled": later("shuffled"),
    "dealt": later("by the deal"),
    "chosen": later("by the player"),
    "no-move": later("when no move is left"),
    "stock-empty": later("when the stock is empty"),
    "other": later("in another case"),
    "length-1": later("the length of a sequence less one"),
    "count": later("the number of cards"),
    "win-or-lose": later("won or lost"),
    "higher": later("one rank higher"),
    "lower": later("one rank lower"),
    "last": later("the last"),
}

_FORMS: dict[str, dict[str, str]] = {
    "pile": {
        "stock": later("the stock"),
        "waste": later("the waste"),
        "foundation": later("the foundation"),
        "tableau": later("the tableau"),
        "reserve": later("the reserve"),
        "chooser": later("the chooser"),
    },
    "of_pile": {
        "stock": later("of the stock"),
        "waste": later("of the waste"),
        "foundation": later("of the foundation"),
        "tableau": later("of the tableau"),
        "reserve": later("of the reserve"),
        "chooser": later("of the chooser"),
    },
    "on_pile": {
        "stock": later("on the stock"),
        "waste": later("on the waste"),
        "foundation": later("on the foundation"),
        "tableau": later("on the tableau"),
        "reserve": later("on the reserve"),
        "chooser": later("on the chooser"),
    },
    "to_pile": {
        "stock": later("to the stock"),
        "waste": later("to the waste"),
        "foundation": later("to the foundation"),
        "tableau": later("to the tableau"),
        "reserve": later("to the reserve"),
        "chooser": later("to the chooser"),
    },
    "from_pile": {
        "stock": later("from the stock"),
        "waste": later("from the waste"),
        "foundation": later("from the foundation"),
        "tableau": later("from the tableau"),
        "reserve": later("from the reserve"),
        "chooser": later("from the chooser"),
    },
}
_CARDS = {
    "A": later("an ace"),
    "J": later("a jack"),
    "Q": later("a queen"),
    "K": later("a king"),
    "8": later("an 8"),
    "any": later("any card"),
    "none": later("no card"),
    "base": later("a card of the base rank"),
    "base-1": later("a card one rank below the base"),
}
_SUITS = {
    "C": later("clubs"),
    "D": later("diamonds"),
    "H": later("hearts"),
    "S": later("spades"),
}
_RELATIONS = {
    "same-suit": later("in suit"),
    "same-color": later("in the same colour"),
    "alternate-color": later("in alternating colours"),
    "other-suit": later("in any suit but the card's own"),
    "any": later("regardless of suit"),
}
_SIDES = {
    "top": later("at the top"),
    "bottom": later("at the bottom"),
    "left": later("on the left"),
    "right": later("on the right"),
    "center": later("in the middle"),
}
_BESIDE = {
    "right": later("to the right of {pile}"),
    "left": later("to the left of {pile}"),
    "under": later("under {pile}"),
    "above": later("above {pile}"),
    "beside": later("beside {pile}"),
}
_FIGURES = {
    "pyramid": later("a pyramid"),
    "inverted-pyramid": later("an inverted pyramid"),
    "clock": later("a clock"),
    "arch": later("an arch"),
    "triangles": later("triangles"),
}
_NEIGHBOURS = {
    ("left", "higher"): later("to the left of a card that is one rank higher"),
    ("left", "lower"): later("to the left of a card that is one rank lower"),
    ("right", "higher"): later("to the right of a card that is one rank higher"),
    ("right", "lower"): later("to the right of a card that is one rank lower"),
}
_UNITS = {
    "single": later("one at a time"),
    "pair": later("in pairs"),
    "set-of-four": later("in sets of four"),
}
_AVAILABLE = {
    "top": later("the top card"),
    "second": later("the second card from the top"),
    "bottom": later("the bottom card"),
    "all-exposed": later("every card that no other covers"),
}
_CLICKS = {
    "click": later("click {pile}"),
    "double-click": later("double-click {pile}"),
}
_EVENTS = {
    "card-to-foundation": later("each card on a foundation"),
    "card-removed": later("each card removed"),
    "pair-removed": later("each pair removed"),
    "set-removed": later("each set removed"),
    "foundation-complete": later("each complete foundation"),
    "card-to-waste": later("each card on the waste"),
    "card-in-sequence": later("each card put in sequence"),
}

Form = str | tuple[str, str]
Forms = Form | dict[Any, Form]
"""A sentence; its two forms, singular and plural; or a sentence for each value."""

SENTENCES: dict[str, Forms] = {
    "deck.kind": {
        "standard": later("the game is played with one deck of 52 cards"),
        "double": later("the game is played with two decks"),
        "triple": later("the game is played with three decks"),
        "joker": later("the game is played with a deck that has jokers"),
        "stripped": later("the game is played with a deck that lacks some cards"),
    },
    "deck.cards": later_number("the deck has {count} card", "the deck has {count} cards"),
    "P.piles": later_number("{pile} has {count} pile", "{pile} has {count} piles"),
    "P.grid": later("{pile} is a grid of {rows} by {columns} piles"),
    "P.position": later("{pile} lies {sides}"),
    "P.capacity": later_number(
        "a pile {of_pile} holds at most {count} card", "a pile {of_pile} holds at most {count} cards"
    ),
    "P.deal.cards": later_number("{count} card is dealt {to_pile} in all", "{count} cards are dealt {to_pile} in all"),
    "P.deal.per_pile": later_number(
        "{count} card is dealt to each pile {of_pile}", "{count} cards are dealt to each pile {of_pile}"
    ),
    "P.deal.rows": later_number("{count} row is dealt {to_pile}", "{count} rows are dealt {to_pile}"),
    "P.deal.face": {
        "up": later("the cards dealt {to_pile} lie face up"),
        "down": later("the cards dealt {to_pile} lie face down"),
        "mixed": later("of the cards dealt {to_pile}, some lie face up and some face down"),
    },
    "P.deal.face_down": later_number(
        "{count} card of each pile {of_pile} is dealt face down",
        "{count} cards of each pile {of_pile} are dealt face down",
    ),
    "P.shape": later("the piles {of_pile} form {figure}"),
    "stock.holds": {
        "rest": later("the stock holds what is left after the deal"),
        "all": later("the stock holds all the cards"),
    },
    "P.build.direction": {
        "up": later("{pile} is built up"),
        "down": later("{pile} is built down"),
        "either": later("{pile} is built up or down"),
    },
    "P.build.suit": later("{pile} is built {relation}"),
    "P.build.step": later_number("{pile} is built by {count} rank", "{pile} is built by {count} ranks"),
    "P.build.wrap": {
        True: later("building {on_pile} goes on round the corner, between king and ace"),
        False: later("building {on_pile} does not go on round the corner, between king and ace"),
    },
    "P.build.from": later("building {on_pile} starts with {card}"),
    "P.build.to": later("building {on_pile} ends with {card}"),
    "P.build.allowed": {
        True: later("cards are built {on_pile}"),
        False: later("no cards are built {on_pile}"),
    },
    "P.move.unit": {
        "single": later("the cards {of_pile} are moved one at a time"),
        "sequence": later("the cards {of_pile} are moved in sequences"),
        "group": later("the cards {of_pile} are moved in groups, in any order"),
    },
    "P.move.suit": later("a sequence {of_pile} that is moved is {relation}"),
    "P.move.limit": {"free-spaces": later("the free spaces limit how many cards {of_pile} are moved at once")},
    "P.fill.accepts": {
        "none": later("an empty pile {of_pile} takes no card"),
        None: later("an empty pile {of_pile} takes {card}"),
    },
    "P.fill.sequence": {
        True: later("an empty pile {of_pile} takes a whole sequence"),
        False: later("an empty pile {of_pile} takes no whole sequence"),
    },
    "P.fill.auto": later("an empty pile {of_pile} is filled at once, {from_piles_in_order}"),
    "P.play_back": {
        True: later("cards {of_pile} may go back into play"),
        False: later("cards {of_pile} may not go back into play"),
    },
    "P.plays_to": later("cards {of_pile} may go {to_piles}"),
    "P.available": later("this can be played {from_pile}: {available}"),
    "stock.turn": later_number(
        "the stock is turned over {count} card at a time", "the stock is turned over {count} cards at a time"
    ),
    "stock.deals_to": later("the stock is dealt {to_piles}"),
    "stock.needs_full_tableau": {
        True: later("the stock deals only while no pile of the tableau is empty"),
        False: later("the stock deals even while a pile of the tableau is empty"),
    },
    "stock.redeals": {
        0: later("there is no redeal"),
        "unlimited": later("there is no limit to the redeals"),
        None: later_number("there is {count} redeal", "there are {count} redeals"),
    },
    "remove.unit": later("cards are removed {units}"),
    "remove.match": {
        "same-rank": later("cards removed together have the same rank"),
        "same-suit": later("cards removed together have the same suit"),
        "sum": later("cards removed together make a given sum"),
    },
    "remove.sum": later("cards removed together add up to {count}"),
    "remove.single_ranks": later("these ranks are removed alone: {ranks}"),
    "remove.adjacent": later("cards removed together touch {ways}"),
    "value.R": later("{rank} counts {count}"),
    "goal": {
        "foundation": later("the goal is to bring all cards to the foundations"),
        "remove-all": later("the goal is to remove all cards"),
        "waste": later("the goal is to bring all cards to the waste"),
        "suits-in-order": later("the goal is to put all suits in order"),
        "empty-stock": later("the goal is to empty the stock"),
        "reveal-all": later("the goal is to turn all cards face up"),
    },
    "score.per": later_number("{event} scores {count} point", "{event} scores {count} points"),
    "score.max": later_number(
        "the highest possible score is {count} point", "the highest possible score is {count} points"
    ),
    "score.none": {True: later("there is no score"), False: later("there is a score")},
    "action.click.P": later("a click {on_pile} {deeds}"),
    "action.double_click.P": later("a double click {on_pile} {deeds}"),
    "action.double_click.card": later("a double click on a card {deeds}"),
    "P.from": later("the cards {of_pile} come {from_piles}"),
    "P.beside": later("{pile} lies {beside}"),
    "P.move.several": {
        True: later("several cards {of_pile} can be moved at once"),
        False: later("several cards {of_pile} cannot be moved at once"),
    },
    "P.turned_up": {
        True: later("an uncovered card {of_pile} is turned face up"),
        False: later("an uncovered card {of_pile} is not turned face up"),
    },
    "P.starts_empty": {
        True: later("{pile} is empty at first"),
        False: later("{pile} is not empty at first"),
    },
    "P.fill.from": later("what fills an empty pile {of_pile} comes {from_piles}"),
    "P.rearranged": {
        True: later("the cards {of_pile} can be rearranged"),
        False: later("the cards {of_pile} cannot be rearranged"),
    },
    "P.in_play": {
        True: later("the cards {of_pile} are in play"),
        False: later("the cards {of_pile} are not in play"),
    },
    "P.dealt_in_play": {
        True: later("cards are dealt {to_pile} during play"),
        False: later("no cards are dealt {to_pile} during play"),
    },
    "stock.redeal.order": {
        "kept": later("a redeal keeps the order of the cards"),
        "shuffled": later("a redeal changes the order of the cards"),
    },
    "stock.redeal.from": later("a redeal takes the cards {from_piles}"),
    "stock.without": later("the stock lacks these ranks: {ranks}"),
    "foundation.takes": {
        "sequence": later("a foundation takes a whole sequence at once"),
        "group": later("a foundation takes several cards at once"),
    },
    "foundation.base": {
        "dealt": later("the deal sets the base card"),
        "chosen": later("the player chooses the base card"),
    },
    "goal.leaves": later("the goal leaves these cards: {ranks}"),
    "end.when": {
        "no-move": later("the game ends when no move is left"),
        "stock-empty": later("the game ends when the stock is empty"),
        "other": later("the game ends in another case too"),
    },
    "end.won": {
        "no-move": later("the game is also won when no move is left"),
        "stock-empty": later("the game is also won when the stock is empty"),
        "other": later("the game is won in another case too"),
    },
    "remove.never": later("these ranks are never removed: {ranks}"),
    "remove.partners": later("these ranks go together: {ranks}"),
    "rank.places": later("these ranks have places of their own: {ranks}"),
    "score.other": later_number("something else scores {count} point", "something else scores {count} points"),
    "score.table": later_number("“{event}” scores {count} point", "“{event}” scores {count} points"),
    "score.combination": later("“{value}” is a combination of cards that scores"),
    "score.formula": {
        "length-1": later("a sequence scores a point less than it has cards"),
        "count": later("points go by the number of cards"),
    },
    "score.win": later_number("{count} point wins the game", "{count} points win the game"),
    "score.outcome": {"win-or-lose": later("the game is won or lost, without points")},
    "jokers.wild": {
        True: later("jokers stand for any card"),
        False: later("jokers do not stand for any card"),
    },
    "jokers.points": later_number("a joker scores {count} point", "a joker scores {count} points"),
    "rank.high": later("these ranks are the highest: {ranks}"),
    "rank.low": later("these ranks are the lowest: {ranks}"),
    "repeat.until": {
        "no-move": later("play goes on until no move is left"),
        "stock-empty": later("play goes on until the stock is empty"),
        "other": later("play goes on until something else happens"),
    },
    "other.piles": later_number(
        "there is {count} pile with a name of its own", "there are {count} piles with names of their own"
    ),
    "other.cards": later_number(
        "{count} card is dealt to piles with names of their own",
        "{count} cards are dealt to piles with names of their own",
    ),
    "other.position": later("piles with names of their own lie {sides}"),
    "P.goes_beside": later("a card {on_pile} goes {neighbour}, {relation}"),
    "P.left_empty": later_number(
        "the deal leaves the last pile {of_pile} empty", "the deal leaves the last {count} piles {of_pile} empty"
    ),
    "suits.matter": {True: later("suits matter"), False: later("suits do not matter")},
    "P.fill.by_itself": {
        True: later("an empty pile {of_pile} is filled by itself"),
        False: later("an empty pile {of_pile} is not filled by itself"),
    },
    "P.fill.never_from": later("an empty pile {of_pile} is never filled {from_piles}"),
}
"""A sentence for each shape of key. What stands in braces comes from the key and the value, see `_parts`."""

_LISTS = {
    "P.deal.per_pile": later("so many cards are dealt to the piles {of_pile}: {numbers}"),
    "P.deal.face_down": later("so many cards of the piles {of_pile} are dealt face down: {numbers}"),
    "P.left_empty": later("the deal leaves piles {of_pile} with these numbers empty: {numbers}"),
    "P.fill.auto": later("an empty pile {of_pile} is not filled at once"),
    "P.plays_to": later("cards {of_pile} may go nowhere"),
    "action.click.P": later("a click {on_pile} does nothing"),
    "action.double_click.P": later("a double click {on_pile} does nothing"),
}
"""The sentence where the value is a list of numbers, or an empty list."""


def pile(kind: str) -> Said:
    """A kind of piles with its article: "the stock".

    >>> str(pile("stock")), str(of_pile("stock")), str(to_pile("waste"))
    ('the stock', 'of the stock', 'to the waste')
    """
    return say(_FORMS["pile"][kind])


def of_pile(kind: str) -> Said:
    """Whose: "of the stock"."""
    return say(_FORMS["of_pile"][kind])


def on_pile(kind: str) -> Said:
    """Where: "on the stock"."""
    return say(_FORMS["on_pile"][kind])


def to_pile(kind: str) -> Said:
    """Where to: "to the stock"."""
    return say(_FORMS["to_pile"][kind])


def from_pile(kind: str) -> Said:
    """Where from: "from the stock"."""
    return say(_FORMS["from_pile"][kind])


def rank(name: str) -> Said:
    """A rank: "ace", "10".

    >>> str(rank("A")), str(rank("10"))
    ('ace', '10')
    """
    return say(VALUES[name]) if name in VALUES else say("{number}", number=name)


def a_card(name: str) -> Said:
    """Any card of a rank: "an ace", "a 10"; also of what stands for ranks under `P.fill.accepts`.

    >>> str(a_card("A")), str(a_card("10")), str(a_card("any"))
    ('an ace', 'a 10', 'any card')
    """
    return say(_CARDS[name]) if name in _CARDS else say("a {number}", number=name)


def card(one: Card) -> Said:
    """A card by its full name.

    >>> from hoyle_engine.cards import Card
    >>> str(card(Card.parse("KH"))), str(card(Card.parse("9S")))
    ('king of hearts', '9 of spades')
    """
    if one.suit not in _SUITS:
        return say("joker")
    name = rank({1: "A", 11: "J", 12: "Q", 13: "K"}.get(one.rank, str(one.rank)))
    return say("{rank} of {suit}", rank=name, suit=say(_SUITS[one.suit]))


def beside(sides: Sequence[Sequence[str]]) -> Value:
    """On which sides of which piles: "to the right of the stock"."""
    return listed([say(_BESIDE[side], pile=pile(kind)) for side, kind in sides])


def deeds(names: Iterable[str]) -> Value:
    """What clicks do, one thing or the other: "deals or deals again"."""
    return listed([say(VALUES[name]) for name in sorted(names)], OR)


def way(name: str | None) -> Said:
    """How two cards touch: "side by side"."""
    return say(VALUES[name or "any"])


class _Parts(dict[str, Any]):
    """What stands in a sentence's braces, worked out when the sentence asks for it."""

    def __init__(self, key: str, value: Any) -> None:
        super().__init__()
        self.key, self.value = key, value
        kinds = [word for word in key.split(".") if word in PILES]
        self.kind = kinds[-1] if kinds else None

    def __missing__(self, name: str) -> Any:
        if name in _FORMS:
            return _(_FORMS[name][self.kind or ""])
        return _PARTS[name](self.key, self.value)


_NUMBERED = re.compile(rf"\b({'|'.join(PILES)})(?= \d)")


def _with_piles_named(text: str) -> str:
    return _NUMBERED.sub(lambda found: _(PILES[found[1]]), text)


def position_in_notation(position: str) -> str:
    """A position in the engine's notation, its piles called as the user calls them.

    >>> position_in_notation("stock 1: ## × 20\\nwaste 1: KC")
    'stock 1: ## × 20\\nwaste 1: KC'
    """
    lines = (line.partition(": ") for line in position.splitlines())
    return "\n".join(
        _("{pile}: {cards}").format(pile=_with_piles_named(pile), cards=cards) for pile, _colon, cards in lines
    )


def move_in_notation(move: str) -> str:
    """A move in the engine's notation, its piles called as the user calls them.

    >>> move_in_notation("tableau 3 x2 -> tableau 4"), move_in_notation("click stock 1")
    ('tableau 3 x2 -> tableau 4', 'click stock 1')
    """
    for action, text in _CLICKS.items():
        if move.startswith(f"{action} "):
            return _(text).format(pile=_with_piles_named(move.removeprefix(f"{action} ")))
    return _with_piles_named(move)


def _items(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _in_words(table: dict[str, str], value: Any, ending: str | None = None) -> Value:
    words: Sequence[Value] = [say(table[item]) for item in _items(value)]
    return listed(words, ending) if ending else listed(words)


def _pairs(value: Any) -> list[list[Any]]:
    return value if value and isinstance(value[0], list | tuple) else [value]


_PARTS: dict[str, Callable[[str, Any], Any]] = {
    "value": lambda key, value: value_in_words(key, value),
    "count": lambda key, value: value,
    "rows": lambda key, value: value[0],
    "columns": lambda key, value: value[1],
    "numbers": lambda key, value: listed([str(item) for item in value]),
    "sides": lambda key, value: _in_words(_SIDES, value),
    "figure": lambda key, value: _in_words(_FIGURES, value),
    "relation": lambda key, value: say(_RELATIONS[value[1] if isinstance(value, list) else value]),
    "neighbour": lambda key, value: say(_NEIGHBOURS[value[0], value[2]]),
    "card": lambda key, value: a_card(value),
    "rank": lambda key, value: a_card(key.partition(".")[2]),
    "ranks": lambda key, value: listed([rank(item) for item in _items(value)]),
    "units": lambda key, value: _in_words(_UNITS, value, OR),
    "ways": lambda key, value: _in_words(VALUES, value, OR),
    "available": lambda key, value: _in_words(_AVAILABLE, value),
    "to_piles": lambda key, value: _in_words(_FORMS["to_pile"], value, OR),
    "from_piles": lambda key, value: _in_words(_FORMS["from_pile"], value, OR),
    "from_piles_in_order": lambda key, value: _in_words(_FORMS["from_pile"], value, THEN),
    "deeds": lambda key, value: deeds(_items(value)),
    "beside": lambda key, value: beside(_pairs(value)),
}
"""For each name in braces: the words, from the key and the value."""


def _singly(scores: list[list[Any]]) -> tuple[list[list[Any]], int | None]:
    """Scores without that of a pair where it is that of its two cards, and that: told as two, they would add up."""
    points = dict(scores)
    pair = points.get("pair-removed")
    if pair is None or "card-removed" not in points or pair != 2 * points["card-removed"]:
        return scores, None
    return [score for score in scores if score[0] != "pair-removed"], pair


def key_in_words(key: str) -> str:
    """What a key is about, as a label.

    >>> key_in_words("tableau.piles"), key_in_words("value.J")
    ('tableau: number of piles', 'value of the rank jack')
    """
    shape = shape_of(key)
    if shape not in LABELS:
        return key
    kind = next((word for word in reversed(key.split(".")) if word in PILES), None)
    name = key.rpartition(".")[2]
    return _(LABELS[shape]).format(pile=_(PILES[kind]) if kind else "", rank=rank(name))


def value_in_words(key: str, value: Any) -> str:
    """A value by itself, read as the key has it.

    >>> value_in_words("tableau.build.suit", "same-suit"), value_in_words("foundation.play_back", False)
    ('the same suit', 'no')
    >>> value_in_words("score.per", [["card-to-foundation", 5]])
    'a card on a foundation: 5'
    >>> value_in_words("score.per", [["card-removed", 1], ["pair-removed", 2]])
    'a card removed: 1 (a pair: 2 in all)'
    """
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        if key in ("score.per", "score.table"):
            pairs, pair = _singly(_pairs(value))
            told = "; ".join(
                _("{event}: {points}").format(event=value_in_words(key, event), points=points)
                for event, points in pairs
            )
            return told if pair is None else _("{scores} (a pair: {points} in all)").format(scores=told, points=pair)
        words = [value_in_words(key, item) for item in value]
        return ", ".join(words) if words else _("none")
    return _(VALUES[value]) if value in VALUES else str(value)


def fact_in_words(key: str, value: Any) -> str:
    """A key and a value as a sentence without its full stop.

    >>> fact_in_words("tableau.piles", 10)
    'the tableau has 10 piles'
    >>> fact_in_words("score.per", [["card-removed", 1], ["pair-removed", 2]])
    'each card removed scores 1 point, so that a pair scores 2 in all'
    """
    shape = shape_of(key)
    try:
        if shape == "P.left_empty" and value[0] == "last":
            return _sentence(SENTENCES[shape], key, value[1])
        if shape in ("score.per", "score.table"):
            pairs, pair = _singly(_pairs(value))
            told = str(listed([_score(shape, event, points) for event, points in pairs]))
            return (
                told
                if pair is None
                else _("{scores}, so that a pair scores {points} in all").format(scores=told, points=pair)
            )
        return _sentence(SENTENCES[shape or ""], key, value)
    except (KeyError, TypeError, IndexError, ValueError):
        # A value that the table of keys does not know under this key is shown as it is.
        return _("{key}: {value}").format(key=key_in_words(key), value=value_in_words(key, value))


def _sentence(forms: Forms, key: str, value: Any) -> str:
    shape = shape_of(key)
    if shape in _LISTS and isinstance(value, list) and (not value or isinstance(value[0], int)):
        forms = _LISTS[shape]
    if isinstance(forms, dict):
        forms = forms[value] if value in forms else forms[None]
    text = ngettext(*forms, int(value)) if isinstance(forms, tuple) else _(forms)
    return text.format_map(_Parts(key, value))


def _score(shape: str, event: str, points: int) -> str:
    forms = SENTENCES[shape]
    assert isinstance(forms, tuple)
    name = _(_EVENTS[event]) if event in _EVENTS else event
    return ngettext(*forms, points).format(event=name, count=points)
