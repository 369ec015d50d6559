"""Facts in words, in the user's language: for messages, reports and the help site."""

from __future__ import annotations

from typing import Any

from hoyle.messages import _, later

_PILES = {
    "stock": later("stock"),
    "waste": later("waste"),
    "foundation": later("foundation"),
    "tableau": later("tableau"),
    "reserve": later("reserve"),
    "chooser": later("chooser"),
}

_KEYS = {
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
}

_VALUES = {
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
}


def key_in_words(key: str) -> str:
    """What a key is about.

    >>> key_in_words("tableau.piles"), key_in_words("value.J")
    ('tableau: number of piles', 'value of the rank jack')
    """
    if key in _KEYS:
        return _(_KEYS[key])
    head, _dot, tail = key.partition(".")
    if head in _PILES and (text := _KEYS.get(f"P.{tail}")):
        return _(text).format(pile=_(_PILES[head]))
    if head == "value":
        return _(_KEYS["value.R"]).format(rank=value_in_words(key, tail))
    front, _dot, last = key.rpartition(".")
    if last in _PILES and (text := _KEYS.get(f"{front}.P")):
        return _(text).format(pile=_(_PILES[last]))
    return key


def value_in_words(key: str, value: Any) -> str:
    """A value, read as the key has it.

    >>> value_in_words("tableau.build.suit", "same-suit"), value_in_words("foundation.play_back", False)
    ('the same suit', 'no')
    >>> value_in_words("score.per", [["card-to-foundation", 5]])
    'a card on a foundation: 5'
    """
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        if key == "score.per":
            pairs = [value] if value and isinstance(value[0], str) else value
            return "; ".join(f"{value_in_words(key, event)}: {points}" for event, points in pairs)
        words = [value_in_words(key, item) for item in value]
        return ", ".join(words) if words else _("none")
    return _(_VALUES[value]) if value in _VALUES else str(value)


def fact_in_words(key: str, value: Any) -> str:
    """A key and a value as one phrase.

    >>> fact_in_words("stock.turn", 3)
    'stock: cards turned at a time: 3'
    """
    return f"{key_in_words(key)}: {value_in_words(key, value)}"
