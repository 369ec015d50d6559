"""The table of keys: what can be stated, with which values, and by what sentence."""

from __future__ import annotations

from typing import NamedTuple


class Key(NamedTuple):
    """One line of the vocabulary. In `shape`, `P` stands for a pile kind and `R` for a rank."""

    shape: str
    value: str
    meaning: str
    example: str
    extension: bool = False
    """Whether it was added to the vocabulary that the answer keys were made with."""


KEYS: tuple[Key, ...] = (
    Key("deck.kind", "standard, double, triple, joker or stripped", "which cards are played with", "Double deck"),
    Key("deck.cards", "integer", "how many cards the deck has", "48 cards"),
    Key("P.piles", "integer", "how many piles of the kind there are", "Ten piles."),
    Key("P.grid", "[rows, columns]", "how the piles are laid out", "Five by five grid"),
    Key(
        "P.position", "sorted list of top, bottom, left, right, center", "where on the table they lie", "Top left pile"
    ),
    Key("P.capacity", "integer", "the most cards that one pile may hold", "Each cell holds one card."),
    Key("P.deal.cards", "integer", "cards dealt to this kind in all", "Deal thirteen cards here."),
    Key(
        "P.deal.per_pile",
        "integer, or a list of one a pile",
        "cards dealt to each pile",
        "Deal five cards to each pile.",
    ),
    Key("P.deal.rows", "integer", "rows dealt", "Deal four rows."),
    Key("P.deal.face", "up, down or mixed", "which way the dealt cards face", "face up"),
    Key(
        "P.deal.face_down",
        "integer a pile, or a list",
        "cards of each pile dealt face down",
        "three face down and one face up",
    ),
    Key(
        "P.shape",
        "pyramid, inverted-pyramid, clock, arch or triangles",
        "the figure that the piles make",
        "forming a pyramid",
    ),
    Key("stock.holds", "rest or all", "what the stock holds after the deal", "The rest of the deck is put here."),
    Key("P.build.direction", "up, down or either", "which way it is built", "built down"),
    Key("P.build.suit", "a suit relation", "how the suits of neighbours go together", "in alternating colors"),
    Key("P.build.step", "integer, when not 1", "by how many ranks it is built", "built up by two"),
    Key("P.build.wrap", "true or false", "whether it goes on from King to Ace", "wrapping from King to Ace"),
    Key("P.build.from", "a rank, base or any", "the rank that building starts with", "from Ace to King (A)"),
    Key("P.build.to", "a rank", "the rank that building ends with", "from Ace to King (K)"),
    Key("P.build.allowed", "true or false", "whether anything is built on it", "There is no building on the tableau."),
    Key("P.move.unit", "single, sequence or group", "what may be moved at once", "Cards are moved singly."),
    Key("P.move.suit", "a suit relation", "what a movable sequence needs", "Sequences in suit can be moved."),
    Key(
        "P.move.limit",
        "free-spaces",
        "that the free spaces limit what is moved at once",
        "if there are enough empty cells",
    ),
    Key(
        "P.fill.accepts",
        "any, none, base, base-1 or a rank",
        "what may be put on an empty pile",
        "Empty piles can be filled with any card.",
    ),
    Key(
        "P.fill.sequence",
        "true or false",
        "whether a whole sequence may go there",
        "or a group of cards starting with a King",
    ),
    Key(
        "P.fill.auto",
        "list of kinds, in order",
        "what fills an empty pile by itself",
        "automatically filled from the waste",
    ),
    Key("P.play_back", "true or false", "whether cards may leave it again", "Cards in foundations are still in play."),
    Key(
        "P.plays_to",
        "sorted list of kinds",
        "where a card from it may go",
        "Reserve cards can only be played to foundations.",
    ),
    Key(
        "P.available",
        "sorted list of top, second, bottom, all-exposed",
        "which of its cards may be played",
        "Top card available for play",
    ),
    Key("stock.turn", "integer", "cards turned to the waste at a time", "turned over three at a time"),
    Key(
        "stock.deals_to",
        "waste, tableau, reserve or chooser",
        "where the stock deals to",
        "deals one card to each tableau pile",
    ),
    Key(
        "stock.needs_full_tableau",
        "true or false",
        "whether a deal needs every pile filled",
        "Every pile must be filled before any deal.",
    ),
    Key("stock.redeals", "integer or unlimited", "how often the stock may be dealt again", "Two redeals"),
    Key("remove.unit", "sorted list of single, pair, set-of-four", "what is removed at once", "removed in pairs"),
    Key("remove.match", "same-rank, same-suit or sum", "what makes cards match", "pairs of equal rank"),
    Key("remove.sum", "integer", "what their ranks add up to", "that add up to thirteen"),
    Key("remove.single_ranks", "sorted list of ranks", "ranks that are removed alone", "Kings can be removed singly."),
    Key(
        "remove.adjacent",
        "sorted list of horizontal, vertical, diagonal",
        "how removed cards must touch",
        "touching diagonally",
    ),
    Key("value.R", "integer", "what a rank is worth", "Jacks are worth eleven."),
    Key(
        "goal",
        "foundation, remove-all, waste, suits-in-order, empty-stock or reveal-all",
        "what wins",
        "Move all cards to the foundation.",
    ),
    Key("score.per", "[event, points]", "points for an event", "Each card in the foundation scores 5 points."),
    Key("score.max", "integer", "the most points", "Maximum possible score: 52"),
    Key("score.none", "true", "that nothing is scored", "There is no scoring."),
    Key(
        "action.click.P",
        "sorted list of deal, to-foundation, to-tableau, autoplay, remove, redeal",
        "what a click on it does",
        "Clicking on the stock deals.",
    ),
    Key("P.from", "sorted list of kinds", "where its cards come from", "To be taken from the stock", True),
    Key("P.beside", "[side, kind]", "where it lies beside another pile", "to the right of the stock", True),
    Key("P.move.several", "true", "that several cards may be moved at once", "Groups of cards can be moved.", True),
    Key("P.turned_up", "true", "that an uncovered card is turned up", "A card is flipped when it is uncovered.", True),
    Key("P.starts_empty", "true", "that nothing is dealt to it", "Initially empty", True),
    Key(
        "P.fill.from",
        "list of kinds",
        "where what is put on an empty pile comes from",
        "filled by a card from the waste",
        True,
    ),
    Key(
        "P.rearranged",
        "false",
        "that its cards stay where they are put",
        "Cards in the reserve cannot be rearranged.",
        True,
    ),
    Key("P.in_play", "true", "that its cards may be played", "Cards on the tableau are in play.", True),
    Key(
        "P.dealt_in_play",
        "true",
        "that deals in the course of play reach it",
        "Each deal places one card on each pile.",
        True,
    ),
    Key("stock.redeal.order", "kept or shuffled", "how a redeal is made", "maintaining order", True),
    Key("stock.redeal.from", "a kind", "where a redeal takes its cards from", "move all cards in the waste back", True),
    Key(
        "stock.without",
        "sorted list of ranks",
        "cards that are not in the stock",
        "All cards except the Aces are placed here.",
        True,
    ),
    Key(
        "foundation.takes",
        "sequence or group",
        "what may be put on a foundation at once",
        "Sequences can be moved to a foundation.",
        True,
    ),
    Key("foundation.base", "dealt or chosen", "how the base card is set", "This card is the base card.", True),
    Key("goal.leaves", "sorted list", "cards that the goal leaves", "Remove all cards except the Aces.", True),
    Key(
        "end.when",
        "no-move, stock-empty or other",
        "what ends the game",
        "The game is over when no move is left.",
        True,
    ),
    Key("end.won", "no-move, stock-empty or other", "what else wins the game", "You also win if …", True),
    Key("remove.never", "sorted list of ranks", "ranks that are never removed", "Tens cannot be removed.", True),
    Key(
        "remove.partners",
        "sorted list of ranks",
        "ranks that are matched with each other",
        "Kings are paired with Queens.",
        True,
    ),
    Key(
        "rank.places",
        "sorted list of ranks",
        "ranks that have places of their own",
        "Kings can only be placed in a corner.",
        True,
    ),
    Key(
        "score.other",
        "integer",
        "points for an event without a name",
        "Reaching a face-down card gives three points.",
        True,
    ),
    Key("score.combination", "a name", "a combination of cards that scores", "Flush: all five cards in suit", True),
    Key("score.formula", "length-1 or count", "how points are worked out", "as many points as cards in the run", True),
    Key("score.win", "integer", "the points that win", "You need 120 points to win.", True),
    Key("score.outcome", "win-or-lose", "that a game is only won or lost", "You either win or lose.", True),
    Key("jokers.wild", "true", "that jokers stand for any card", "Jokers can be played on any rank.", True),
    Key("jokers.points", "integer", "what jokers score", "No points are scored for jokers.", True),
    Key("suits.matter", "false", "whether suits matter at all", "The suits do not matter.", True),
    Key(
        "P.fill.by_itself",
        "false",
        "that an empty pile is not filled by itself",
        "Spaces are not filled automatically.",
        True,
    ),
    Key("rank.high", "sorted list of ranks", "ranks that are the highest", "Aces are high.", True),
    Key("rank.low", "sorted list of ranks", "ranks that are the lowest", "Aces are low.", True),
    Key("repeat.until", "no-move, stock-empty or other", "how long to go on", "Repeat until no move is left.", True),
    Key("other.piles", "integer", "piles under a name of their own", "Throne: three piles", True),
    Key("other.cards", "integer", "cards in such piles, or in each", "Wall: 45 cards in six rows", True),
    Key("other.position", "sorted list", "where such piles lie", "Throne: in the middle of the table", True),
    Key(
        "P.goes_beside",
        "[left or right, a suit relation, higher or lower]",
        "beside which card a card goes",
        "to the left of a card of its suit that is one higher",
        True,
    ),
    Key(
        "P.left_empty",
        "list of numbers, or last and a number",
        "places that the deal leaves empty",
        "Leave the last two empty.",
        True,
    ),
    Key(
        "P.fill.never_from",
        "sorted list of kinds",
        "what never fills an empty pile",
        "any card except from the reserve",
        True,
    ),
    Key("score.table", "[what, points]", "a line of a table of points", "Straight: 12", True),
    Key(
        "action.double_click.card",
        "the same",
        "what a double click on any card does",
        "Double clicking on a card moves it.",
        True,
    ),
    Key(
        "action.double_click.P",
        "the same",
        "what a double click on it does",
        "Double clicking moves it to the foundation.",
    ),
)
"""All keys, in the order of a page."""


def shapes() -> tuple[str, ...]:
    """The shapes of all keys.

    >>> "deck.kind" in shapes()
    True
    """
    return tuple(key.shape for key in KEYS)


def in_order(key: str) -> bool:
    """Whether the order of a list under this key matters.

    >>> in_order("tableau.fill.auto"), in_order("stock.position")
    (True, False)
    """
    return (
        key.endswith((".per_pile", ".face_down", ".grid", ".auto", ".beside", ".table", ".goes_beside", ".left_empty"))
        or key == "score.per"
    )


def is_extension(key: str) -> bool:
    """Whether a key is one that was added later.

    >>> is_extension("deck.kind")
    False
    """
    return shape_of(key) in _EXTENSIONS


def shape_of(key: str) -> str | None:
    """The line of the table that a key belongs to.

    >>> shape_of("tableau.piles"), shape_of("value.K"), shape_of("no.such")
    ('P.piles', 'value.R', None)
    """
    if key in _SHAPES:
        return key
    for candidate in (
        "P." + key.partition(".")[2],
        key.rpartition(".")[0] + ".P",
        "value.R" if key.startswith("value.") else "",
    ):
        if candidate in _SHAPES:
            return candidate
    return None


_SHAPES = frozenset(key.shape for key in KEYS)
_EXTENSIONS = frozenset(key.shape for key in KEYS if key.extension)
