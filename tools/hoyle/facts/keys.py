"""The table of keys: what can be stated, with which values, and by what sentence."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple


class Key(NamedTuple):
    """One line of the vocabulary. In `shape`, `P` stands for a pile kind and `R` for a rank."""

    shape: str
    value: str
    meaning: str
    example: str
    extension: bool = False
    """Whether it was added to the vocabulary that the answer keys were made with."""
    settled: bool = False
    """Whether how sentences with it are read, and what games do under it, was measured: against an answer key, or
    on a whole manual, of whose statements none was found otherwise.

    Where it was not, a difference between page and game is worth a look and no more.
    """
    one_value: bool = False
    """Whether the rule has just one value in a game, so that two make a contradiction."""
    ordered: bool = False
    """Whether the order of a list matters."""
    any_of: bool = False
    """Whether a page may name some of a list and leave others out."""
    loose: bool = False
    """Whether values run into one another: all cards are the stock's until the deal."""
    in_words: bool = False
    """Whether values are words of the page's language."""


KEYS: tuple[Key, ...] = (
    Key(
        "deck.kind",
        "standard, double, triple, joker or stripped",
        "which cards are played with",
        "Double deck",
        settled=True,
        one_value=True,
    ),
    Key("deck.cards", "integer", "how many cards the deck has", "48 cards", settled=True, one_value=True),
    Key("P.piles", "integer", "how many piles of the kind there are", "Ten piles.", settled=True, one_value=True),
    Key(
        "P.grid",
        "[rows, columns]",
        "how the piles are laid out",
        "Five by five grid",
        settled=True,
        one_value=True,
        ordered=True,
    ),
    Key(
        "P.position",
        "sorted list of top, bottom, left, right, center",
        "where on the table they lie",
        "Top left pile",
        settled=True,
        any_of=True,
    ),
    Key(
        "P.capacity",
        "integer",
        "the most cards that one pile may hold",
        "Each cell holds one card.",
        settled=True,
        one_value=True,
    ),
    Key(
        "P.deal.cards",
        "integer",
        "cards dealt to this kind in all",
        "Deal thirteen cards here.",
        settled=True,
        one_value=True,
    ),
    Key(
        "P.deal.per_pile",
        "integer, or a list of one a pile",
        "cards dealt to each pile",
        "Deal five cards to each pile.",
        settled=True,
        one_value=True,
        ordered=True,
    ),
    Key("P.deal.rows", "integer", "rows dealt", "Deal four rows.", settled=True, one_value=True),
    Key("P.deal.face", "up, down or mixed", "which way the dealt cards face", "face up", settled=True, one_value=True),
    Key(
        "P.deal.face_down",
        "integer a pile, or a list",
        "cards of each pile dealt face down",
        "three face down and one face up",
        settled=True,
        one_value=True,
        ordered=True,
    ),
    Key(
        "P.shape",
        "pyramid, inverted-pyramid, clock, arch or triangles",
        "the figure that the piles make",
        "forming a pyramid",
        settled=True,
        one_value=True,
    ),
    Key(
        "stock.holds",
        "rest or all",
        "what the stock holds after the deal",
        "The rest of the deck is put here.",
        settled=True,
        loose=True,
    ),
    Key("P.build.direction", "up, down or either", "which way it is built", "built down", settled=True, one_value=True),
    Key(
        "P.build.suit",
        "a suit relation",
        "how the suits of neighbours go together",
        "in alternating colors",
        settled=True,
        one_value=True,
    ),
    Key(
        "P.build.step",
        "integer, when not 1",
        "by how many ranks it is built",
        "built up by two",
        settled=True,
        one_value=True,
    ),
    Key(
        "P.build.wrap",
        "true or false",
        "whether it goes on from King to Ace",
        "wrapping from King to Ace",
        settled=True,
        one_value=True,
    ),
    Key(
        "P.build.from",
        "a rank, base or any",
        "the rank that building starts with",
        "from Ace to King (A)",
        settled=True,
        one_value=True,
    ),
    Key(
        "P.build.to", "a rank", "the rank that building ends with", "from Ace to King (K)", settled=True, one_value=True
    ),
    Key(
        "P.build.allowed",
        "true or false",
        "whether anything is built on it",
        "There is no building on the tableau.",
        settled=True,
        one_value=True,
    ),
    Key(
        "P.move.unit",
        "single, sequence or group",
        "what may be moved at once",
        "Cards are moved singly.",
        settled=True,
        one_value=True,
        any_of=True,
    ),
    Key(
        "P.move.suit",
        "a suit relation",
        "what a movable sequence needs",
        "Sequences in suit can be moved.",
        settled=True,
        one_value=True,
    ),
    Key(
        "P.move.limit",
        "free-spaces",
        "that the free spaces limit what is moved at once",
        "if there are enough empty cells",
        settled=True,
        one_value=True,
    ),
    Key(
        "P.fill.accepts",
        "any, none, base, base-1 or a rank",
        "what may be put on an empty pile",
        "Empty piles can be filled with any card.",
        settled=True,
        one_value=True,
    ),
    Key(
        "P.fill.sequence",
        "true or false",
        "whether a whole sequence may go there",
        "or a group of cards starting with a King",
        settled=True,
        one_value=True,
    ),
    Key(
        "P.fill.auto",
        "list of kinds, in order",
        "what fills an empty pile by itself",
        "automatically filled from the waste",
        settled=True,
        ordered=True,
    ),
    Key(
        "P.play_back",
        "true or false",
        "whether cards may leave it again",
        "Cards in foundations are still in play.",
        settled=True,
        one_value=True,
    ),
    Key(
        "P.plays_to",
        "sorted list of kinds",
        "where a card from it may go",
        "Reserve cards can only be played to foundations.",
        settled=True,
        any_of=True,
    ),
    Key(
        "P.available",
        "sorted list of top, second, bottom, all-exposed",
        "which of its cards may be played",
        "Top card available for play",
        settled=True,
        any_of=True,
    ),
    Key(
        "stock.turn",
        "integer",
        "cards turned to the waste at a time",
        "turned over three at a time",
        settled=True,
        one_value=True,
    ),
    Key(
        "stock.deals_to",
        "waste, tableau, reserve or chooser",
        "where the stock deals to",
        "deals one card to each tableau pile",
        settled=True,
    ),
    Key(
        "stock.needs_full_tableau",
        "true or false",
        "whether a deal needs every pile filled",
        "Every pile must be filled before any deal.",
        settled=True,
        one_value=True,
    ),
    Key(
        "stock.redeals",
        "integer or unlimited",
        "how often the stock may be dealt again",
        "Two redeals",
        settled=True,
        one_value=True,
    ),
    Key(
        "remove.unit",
        "sorted list of single, pair, set-of-four",
        "what is removed at once",
        "removed in pairs",
        settled=True,
        any_of=True,
    ),
    Key(
        "remove.match",
        "same-rank, same-suit or sum",
        "what makes cards match",
        "pairs of equal rank",
        settled=True,
        one_value=True,
    ),
    Key("remove.sum", "integer", "what their ranks add up to", "that add up to thirteen", settled=True, one_value=True),
    Key(
        "remove.single_ranks",
        "sorted list of ranks",
        "ranks that are removed alone",
        "Kings can be removed singly.",
        settled=True,
        any_of=True,
    ),
    Key(
        "remove.adjacent",
        "sorted list of horizontal, vertical, diagonal",
        "how removed cards must touch",
        "touching diagonally",
        settled=True,
    ),
    Key("value.R", "integer", "what a rank is worth", "Jacks are worth eleven.", settled=True, one_value=True),
    Key(
        "goal",
        "foundation, remove-all, waste, suits-in-order, empty-stock or reveal-all",
        "what wins",
        "Move all cards to the foundation.",
        settled=True,
    ),
    Key(
        "score.per",
        "[event, points]",
        "points for an event",
        "Each card in the foundation scores 5 points.",
        settled=True,
        ordered=True,
    ),
    Key("score.max", "integer", "the most points", "Maximum possible score: 52", settled=True, one_value=True),
    Key("score.none", "true", "that nothing is scored", "There is no scoring.", settled=True, one_value=True),
    Key(
        "action.click.P",
        "sorted list of deal, to-foundation, to-tableau, autoplay, remove, redeal",
        "what a click on it does",
        "Clicking on the stock deals.",
        settled=True,
    ),
    Key(
        "P.from",
        "sorted list of kinds",
        "where its cards come from",
        "To be taken from the stock",
        extension=True,
        any_of=True,
    ),
    Key(
        "P.beside",
        "[side, kind]",
        "where it lies beside another pile",
        "to the right of the stock",
        extension=True,
        ordered=True,
    ),
    Key(
        "P.move.several",
        "true",
        "that several cards may be moved at once",
        "Groups of cards can be moved.",
        extension=True,
        one_value=True,
    ),
    Key(
        "P.turned_up",
        "true",
        "that an uncovered card is turned up",
        "A card is flipped when it is uncovered.",
        extension=True,
    ),
    Key("P.starts_empty", "true", "that nothing is dealt to it", "Initially empty", extension=True),
    Key(
        "P.fill.from",
        "list of kinds",
        "where what is put on an empty pile comes from",
        "filled by a card from the waste",
        extension=True,
    ),
    Key(
        "P.rearranged",
        "false",
        "that its cards stay where they are put",
        "Cards in the reserve cannot be rearranged.",
        extension=True,
    ),
    Key("P.in_play", "true", "that its cards may be played", "Cards on the tableau are in play.", extension=True),
    Key(
        "P.dealt_in_play",
        "true",
        "that deals in the course of play reach it",
        "Each deal places one card on each pile.",
        extension=True,
    ),
    Key(
        "stock.redeal.order",
        "kept or shuffled",
        "how a redeal is made",
        "maintaining order",
        extension=True,
        settled=True,
    ),
    Key(
        "stock.redeal.from",
        "a kind",
        "where a redeal takes its cards from",
        "move all cards in the waste back",
        extension=True,
        settled=True,
    ),
    Key(
        "stock.without",
        "sorted list of ranks",
        "cards that are not in the stock",
        "All cards except the Aces are placed here.",
        extension=True,
    ),
    Key(
        "foundation.takes",
        "sequence or group",
        "what may be put on a foundation at once",
        "Sequences can be moved to a foundation.",
        extension=True,
    ),
    Key(
        "foundation.base",
        "dealt or chosen",
        "how the base card is set",
        "This card is the base card.",
        extension=True,
        settled=True,
    ),
    Key(
        "goal.leaves", "sorted list", "cards that the goal leaves", "Remove all cards except the Aces.", extension=True
    ),
    Key(
        "end.when",
        "no-move, stock-empty or other",
        "what ends the game",
        "The game is over when no move is left.",
        extension=True,
    ),
    Key("end.won", "no-move, stock-empty or other", "what else wins the game", "You also win if …", extension=True),
    Key(
        "remove.never",
        "sorted list of ranks",
        "ranks that are never removed",
        "Tens cannot be removed.",
        extension=True,
    ),
    Key(
        "remove.partners",
        "sorted list of ranks",
        "ranks that are matched with each other",
        "Kings are paired with Queens.",
        extension=True,
    ),
    Key(
        "rank.places",
        "sorted list of ranks",
        "ranks that have places of their own",
        "Kings can only be placed in a corner.",
        extension=True,
    ),
    Key(
        "score.other",
        "integer",
        "points for an event without a name",
        "Reaching a face-down card gives three points.",
        extension=True,
    ),
    Key(
        "score.combination",
        "a name",
        "a combination of cards that scores",
        "Flush: all five cards in suit",
        extension=True,
        in_words=True,
    ),
    Key(
        "score.formula",
        "length-1 or count",
        "how points are worked out",
        "as many points as cards in the run",
        extension=True,
    ),
    Key("score.win", "integer", "the points that win", "You need 120 points to win.", extension=True),
    Key("score.outcome", "win-or-lose", "that a game is only won or lost", "You either win or lose.", extension=True),
    Key("jokers.wild", "true", "that jokers stand for any card", "Jokers can be played on any rank.", extension=True),
    Key("jokers.points", "integer", "what jokers score", "No points are scored for jokers.", extension=True),
    Key("suits.matter", "false", "whether suits matter at all", "The suits do not matter.", extension=True),
    Key(
        "P.fill.by_itself",
        "false",
        "that an empty pile is not filled by itself",
        "Spaces are not filled automatically.",
        extension=True,
    ),
    Key("rank.high", "sorted list of ranks", "ranks that are the highest", "Aces are high.", extension=True),
    Key("rank.low", "sorted list of ranks", "ranks that are the lowest", "Aces are low.", extension=True),
    Key(
        "repeat.until",
        "no-move, stock-empty or other",
        "how long to go on",
        "Repeat until no move is left.",
        extension=True,
    ),
    Key("other.piles", "integer", "piles under a name of their own", "Throne: three piles", extension=True),
    Key("other.cards", "integer", "cards in such piles, or in each", "Wall: 45 cards in six rows", extension=True),
    Key(
        "other.position",
        "sorted list",
        "where such piles lie",
        "Throne: in the middle of the table",
        extension=True,
        any_of=True,
    ),
    Key(
        "P.goes_beside",
        "[left or right, a suit relation, higher or lower]",
        "beside which card a card goes",
        "to the left of a card of its suit that is one higher",
        extension=True,
        ordered=True,
    ),
    Key(
        "P.left_empty",
        "list of numbers, or last and a number",
        "places that the deal leaves empty",
        "Leave the last two empty.",
        extension=True,
        ordered=True,
    ),
    Key(
        "P.fill.never_from",
        "sorted list of kinds",
        "what never fills an empty pile",
        "any card except from the reserve",
        extension=True,
    ),
    Key(
        "score.table",
        "[what, points]",
        "a line of a table of points",
        "Straight: 12",
        extension=True,
        ordered=True,
        in_words=True,
    ),
    Key(
        "action.double_click.card",
        "the same",
        "what a double click on any card does",
        "Double clicking on a card moves it.",
        extension=True,
        settled=True,
    ),
    Key(
        "action.double_click.P",
        "the same",
        "what a double click on it does",
        "Double clicking moves it to the foundation.",
        settled=True,
    ),
)
"""All keys, in the order of a page."""


def shapes() -> tuple[str, ...]:
    """The shapes of all keys.

    >>> "deck.kind" in shapes()
    True
    """
    return tuple(key.shape for key in KEYS)


def of(key: str) -> Key:
    """What the table says of a key; of one that is not in it, nothing.

    >>> of("tableau.fill.auto").ordered, of("stock.position").ordered, of("no.such").settled
    (True, False, False)
    """
    shape = shape_of(key)
    return _NONE if shape is None else _BY_SHAPE[shape]


@cache
def shape_of(key: str) -> str | None:
    """The line of the table that a key belongs to.

    >>> shape_of("tableau.piles"), shape_of("value.K"), shape_of("no.such")
    ('P.piles', 'value.R', None)
    """
    if key in _BY_SHAPE:
        return key
    for candidate in (
        "P." + key.partition(".")[2],
        key.rpartition(".")[0] + ".P",
        "value.R" if key.startswith("value.") else "",
    ):
        if candidate in _BY_SHAPE:
            return candidate
    return None


_BY_SHAPE = {key.shape: key for key in KEYS}
_NONE = Key("", "", "", "")
