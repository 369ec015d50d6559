"""The words a variant is declared in: piles, building, lifting, dealing, removing, scoring.

A declaration says what is so; `rules` works out from it what may be done. Where a game
has a procedure of its own, its declaration names one function (`Procedure`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from hoyle_engine.cards import Card
from hoyle_engine.decks import STANDARD, Deck
from hoyle_engine.interface import PileKind

if TYPE_CHECKING:
    from hoyle_engine.game import Game
    from hoyle_engine.table import Table

Place = tuple[float, float]
ACE, JACK, QUEEN, KING = 1, 11, 12, 13

Relation = Literal["same-suit", "same-color", "alternate-color", "other-suit", "any"]
_RELATIONS: Mapping[str, Callable[[Card, Card], bool]] = {
    "same-suit": lambda a, b: a.suit == b.suit,
    "same-color": lambda a, b: a.is_red == b.is_red,
    "alternate-color": lambda a, b: a.is_red != b.is_red,
    "other-suit": lambda a, b: a.suit != b.suit,
    "any": lambda a, b: True,
}


@dataclass(frozen=True)
class Build:
    """How cards follow one another: the `direction` of ranks, the relation of suits, the `step`.

    `wrap` lets the ranks go round the corner; nothing goes on a card whose rank is `closed`.

    >>> down = Build("down", "alternate-color")
    >>> down.follows(Card.parse("9H"), on=Card.parse("10S"))
    True
    >>> down.follows(Card.parse("KH"), on=Card.parse("AS"))
    False
    """

    direction: Literal["up", "down", "either", "same-rank"]
    suit: Relation
    step: int = 1
    wrap: bool = False
    closed: tuple[int, ...] = ()

    def follows(self, card: Card, *, on: Card) -> bool:
        """Whether `card` may be put on the card `on`.

        >>> Build("up", "any", wrap=True).follows(Card.parse("AC"), on=Card.parse("KD"))
        True
        """
        if card.is_joker or on.is_joker or on.rank in self.closed:
            return False
        gap = card.rank - on.rank
        steps = {"up": (self.step,), "down": (-self.step,), "either": (self.step, -self.step), "same-rank": (0,)}
        if not any(gap == step or (self.wrap and (gap - step) % 13 == 0) for step in steps[self.direction]):
            return False
        return _RELATIONS[self.suit](card, on)


@dataclass(frozen=True)
class Lift:
    """What may be taken off a pile at once.

    - `none`: nothing.
    - `single`: the top card.
    - `sequence`: the top card with any number of those below that are built by `build`.
    - `group`: the top card with any number of face-up cards below, in any order.
    - `whole`: the whole pile only.

    With `keeps_base`, cards of the base rank stay where they are.
    """

    unit: Literal["none", "single", "sequence", "group", "whole"] = "none"
    build: Build | None = None
    keeps_base: bool = False


NOTHING = Lift()
SINGLE = Lift("single")
GROUP = Lift("group")
WHOLE = Lift("whole")


def sequence(build: Build) -> Lift:
    """Cards that are in sequence, moved together."""
    return Lift("sequence", build)


@dataclass(frozen=True)
class Turn:
    """A click on the stock turns cards over to the waste; an empty stock takes the waste back.

    `redeals` is how often that may happen, None for any number of times. Where several
    piles are of the kind `to`, the cards go to the first that is empty, else to the last.
    """

    count: int = 1
    redeals: int | None = 0
    to: PileKind = "waste"


@dataclass(frozen=True)
class DealRow:
    """A click on the stock deals a card to each pile of a kind; with `needs_full` only if none is empty."""

    to: PileKind = "tableau"
    needs_full: bool = False


@dataclass(frozen=True)
class Consolidate:
    """A click on the stock moves the cards of a kind up to close gaps, and fills what is left from the stock."""

    to: PileKind = "tableau"


@dataclass(frozen=True)
class Play:
    """A click on a pile plays its top card to the first pile of the kind `to` that takes it."""

    to: PileKind


@dataclass(frozen=True)
class Do:
    """A click with a procedure of its own: whether it does anything on a pile, and what."""

    works: Callable[[Table, int], bool]
    make: Callable[[Table, int], None]


Click = Turn | DealRow | Consolidate | Play | Do


@dataclass(frozen=True)
class Refill:
    """A pile that empties is filled by itself with the top card of the pile `kind` `number`, or its bottom card."""

    kind: PileKind
    number: int = 1
    end: Literal["top", "bottom"] = "top"


@dataclass(frozen=True)
class Piles:
    """The piles of one kind that follow the same rules, at their `places` on the table.

    - `build`: what may be put on a card there; None for nothing.
    - `empty`: what an empty pile takes: a rank, `any`, `base` (the base rank) or `none`.
    - `takes`: how much at a time: any `number`; a `single` card; a `suit`, that is a whole
      sequence of thirteen; or a `run`, put down one by one from its top, which is a short
      cut for moving single cards.
    - `lift`: what may be taken off.
    - `limit`: `free-spaces` where no more may be moved at once than free cells and empty
      tableau piles would let through singly. That too is a short cut.
    - `turns_up`: a face-down card that comes to the top is turned over.
    - `refill`: where a card comes from when the pile empties: the first of these that holds one.
    - `covered_by`: for each pile, the numbers of the piles of this kind that lie on it.
    - `click`: what a click does (the stock).
    - `double_click`: what a double click on a pile does; a short cut.
    - `capacity`: the most cards that a pile may hold.
    """

    kind: PileKind
    places: tuple[Place, ...]
    spread: Literal["none", "down", "right"] = "none"
    build: Build | None = None
    empty: int | Literal["any", "base", "none"] = "none"
    takes: Literal["number", "single", "suit", "run"] = "number"
    lift: Lift = NOTHING
    limit: Literal["free-spaces"] | None = None
    turns_up: bool = False
    refill: tuple[Refill, ...] = ()
    covered_by: tuple[tuple[int, ...], ...] = ()
    click: Click | None = None
    double_click: ShortCut | None = None
    capacity: int | None = None


@dataclass(frozen=True)
class Row:
    """One step of the deal: a card to each pile of a kind in turn, or to those numbered in `piles`."""

    kind: PileKind
    piles: tuple[int, ...] | None = None
    face_up: bool = True
    times: int = 1


@dataclass(frozen=True)
class Lay:
    """One step of the deal: these cards, taken out before the shuffle, go to the piles of a kind, one to each."""

    kind: PileKind
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class TurnUp:
    """One step of the deal: the top card of each pile of a kind is turned face up."""

    kind: PileKind


@dataclass(frozen=True)
class Removal:
    """Cards leave the table in pairs, put one upon the other, or singly by a click.

    A pair has ranks that add up to `total`, or equal ranks where it is None.
    `adjacent` asks for piles that touch, also at a corner. From piles of the kind
    `with_next` the top card may also go with the card right below it.
    """

    unit: Literal["pair", "none"] = "pair"
    total: int | None = None
    single_ranks: tuple[int, ...] = ()
    adjacent: bool = False
    with_next: PileKind | None = None


@dataclass(frozen=True)
class Points:
    """Points for what happens: each event adds its points, `card_from_foundation` as a rule less than none."""

    card_to_foundation: int = 0
    card_from_foundation: int = 0
    card_removed: int = 0
    card_to_waste: int = 0
    at_start: int = 0


@dataclass(frozen=True)
class ByPosition:
    """A score that is a function of the position alone."""

    score: Callable[[Game], int]


def on_foundations(*, card: int, complete: int = 0) -> ByPosition:
    """A score of so many points for each card on a foundation, and more for each that holds thirteen."""

    def score(game: Game) -> int:
        homes = [len(game.cards[pile]) for pile in game.of_kind("foundation")]
        return card * sum(homes) + complete * homes.count(13)

    return ByPosition(score)


@dataclass(frozen=True)
class Autoplay:
    """After each move, cards go to the foundations by themselves while `safe` says so of a card.

    `order` names the kinds that are searched, again from the first after each card.
    """

    order: tuple[PileKind, ...]
    safe: Callable[[Game, Card], bool]


@dataclass(frozen=True)
class ShortCut:
    """What a double click does for the player: a function that makes moves, and tells whether it made any."""

    make: Callable[[Game, int], bool]


@dataclass(frozen=True)
class Procedure:
    """Moves that no declaration covers: `moves` lists them, `make` makes one."""

    moves: Callable[[Game], Sequence[tuple[int, int]]]
    make: Callable[[Game, int, int], None]


@dataclass(frozen=True, init=False)
class Emptied:
    """A goal: no card is left on piles of these kinds."""

    kinds: tuple[PileKind, ...]

    def __init__(self, *kinds: PileKind) -> None:
        object.__setattr__(self, "kinds", kinds)


Goal = Literal["foundation", "remove-all"] | Emptied | Callable[["Game"], bool]
Change = Callable[["Variant"], "Variant"]


@dataclass(frozen=True)
class Option:
    """A way to play a variant that the player may choose.

    Options of one variant exclude one another; the one that is `default` stands for the declaration as it is.
    """

    name: str
    change: Change = field(default=lambda variant: variant)
    default: bool = False


@dataclass(frozen=True)
class Variant:
    """A game's rules.

    `goal` is `foundation` (all cards there), `remove-all` (no card left on the table),
    `Emptied` kinds of pile, or a function of the game. `base` names the pile whose first card sets the base rank;
    `after_deal` is a function that puts right what was dealt.
    """

    name: str
    piles: tuple[Piles, ...]
    deal: tuple[Row | Lay | TurnUp, ...]
    deck: Deck = STANDARD
    removal: Removal | None = None
    scoring: Points | ByPosition = field(default_factory=Points)
    goal: Goal = "foundation"
    base: tuple[PileKind, int] | None = None
    after_deal: Callable[[Game], None] | None = None
    autoplay: Autoplay | None = None
    procedure: Procedure | None = None
    options: tuple[Option, ...] = ()

    def change(self, kind: PileKind, **changes: Any) -> Variant:
        """The same variant with other rules for the piles of a kind.

        >>> from hoyle_engine.variants.klondike import VARIANT
        >>> VARIANT.change("stock", click=Turn(redeals=None)).piles[0].click
        Turn(count=1, redeals=None, to='waste')
        """
        piles = tuple(replace(group, **changes) if group.kind == kind else group for group in self.piles)
        return replace(self, piles=piles)

    def with_options(self, chosen: Mapping[str, bool] | None) -> Variant:
        """The variant as the chosen options change it. Raises `ValueError` where that makes no sense.

        >>> from hoyle_engine.variants.klondike import VARIANT
        >>> VARIANT.with_options({"No redeals": True}).piles[0].click
        Turn(count=1, redeals=0, to='waste')
        """
        if not isinstance(chosen, Mapping | None):
            raise TypeError(f"options are told as {{'One Suit': True}}, not as {chosen!r}")
        names = [option.name for option in self.options]
        on = [name for name, value in (chosen or {}).items() if value]
        for name in chosen or {}:
            if name not in names:
                raise ValueError(f"{self.name} has no option {name!r}; its options: {', '.join(names) or 'none'}")
        if len(on) > 1:
            raise ValueError(f"{self.name} takes only one of the options {' and '.join(on)}")
        return next((option.change(self) for option in self.options if option.name in on), self)

    def option_values(self, chosen: Mapping[str, bool] | None) -> dict[str, bool]:
        """Each option and whether it is on.

        >>> from hoyle_engine.variants.spider import VARIANT
        >>> VARIANT.option_values({"One Suit": True})
        {'Four Suits': False, 'Two Suits': False, 'One Suit': True}
        """
        on = {name for name, value in (chosen or {}).items() if value}
        return {option.name: option.name in on if on else option.default for option in self.options}


# Places on the table, in card widths from the left and card heights from the top.


def line(x: float, y: float, count: int, step: float = 1) -> tuple[Place, ...]:
    """`count` places side by side, `step` card widths apart.

    >>> line(2, 0, 3)
    ((2, 0), (3, 0), (4, 0))
    """
    return tuple((x + step * column, y) for column in range(count))


def grid(x: float, y: float, rows: int, columns: int) -> tuple[Place, ...]:
    """Places in rows and columns, row by row.

    >>> grid(0, 1, 2, 2)
    ((0, 1), (1, 1), (0, 2), (1, 2))
    """
    return tuple((x + column, y + row) for row in range(rows) for column in range(columns))


def pyramid(y: float, rows: Sequence[int], step: float = 0.5) -> tuple[Place, ...]:
    """Places in centred rows that overlap: `rows` holds how many there are in each.

    >>> pyramid(1, (1, 2))
    ((0.5, 1.0), (0.0, 1.5), (1.0, 1.5))
    """
    widest = max(rows)
    return tuple(
        ((widest - count) / 2 + column, y + step * row) for row, count in enumerate(rows) for column in range(count)
    )


def covers(rows: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """For each place of a pyramid dealt row by row, the numbers of those in the next row that lie on it.

    >>> covers((1, 2))
    ((2, 3), (), ())
    >>> covers((2, 1))
    ((3,), (3,), ())
    """
    places = pyramid(0, rows)
    below = [row for row, count in enumerate(rows) for _ in range(count)]
    return tuple(
        tuple(
            other + 1
            for other in range(len(places))
            if below[other] == below[place] + 1 and abs(places[other][0] - places[place][0]) <= 0.5
        )
        for place in range(len(places))
    )
