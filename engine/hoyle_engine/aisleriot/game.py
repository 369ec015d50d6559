"""A variant of AisleRiot's being played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from hoyle_engine.aisleriot.deck import Deck, card_of, is_face_up
from hoyle_engine.aisleriot.kinds import pile_kinds
from hoyle_engine.aisleriot.process import Process
from hoyle_engine.cards import Card
from hoyle_engine.interface import PileKind
from hoyle_engine.moves import IllegalMove, Move

Spread = Literal["none", "down", "right"]

_ACTIONS = ("move", "click", "double-click")
_SPREADS: dict[str, Spread] = {
    "normal": "none",
    "expanded": "down",
    "partially-expanded": "down",
    "expanded-right": "right",
    "partially-expanded-right": "right",
}


@dataclass(frozen=True, slots=True)
class AisleRiotPile:
    """A pile on AisleRiot's table. `x` and `y` are its place; see `hoyle_engine.interface.Pile`."""

    kind: PileKind
    number: int
    x: float
    y: float
    spread: Spread
    cards: tuple[Card, ...]
    faces: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class _Place:
    """What stays the same of a pile: `index` counts AisleRiot's piles from 0."""

    index: int
    kind: PileKind
    number: int
    x: float
    y: float
    spread: Spread


class AisleRiotGame:
    """A variant of AisleRiot's being played; see `hoyle_engine.interface.Game`.

    Piles that AisleRiot keeps beyond the edge of the table, and never uses, are left out.
    """

    def __init__(
        self,
        variant: str,
        options: Mapping[str, bool],
        process: Process,
        number: int,
        deck: Deck,
        answer: dict[str, Any],
    ) -> None:
        self._variant = variant
        self._options = dict(options)
        self._process = process
        self._number = number
        self._deck = deck
        self._made: list[Move] = []
        self._piles: tuple[AisleRiotPile, ...] | None
        self._moves: tuple[Move, ...] | None
        self._cuts: tuple[Move, ...] | None
        self._size = len(answer["table"])
        self._places = _places(variant, answer)
        self._index: dict[tuple[str, int], int] = {(place.kind, place.number): place.index for place in self._places}
        self._names = {index: name for name, index in self._index.items()}
        self._take(answer)

    @property
    def variant(self) -> str:
        """The variant's name."""
        return self._variant

    @property
    def options(self) -> Mapping[str, bool]:
        """The options that the game was dealt with."""
        return dict(self._options)

    @property
    def piles(self) -> Sequence[AisleRiotPile]:
        """Every pile on the table, in an order that never changes."""
        if self._piles is None:
            self._piles = tuple(_pile(place, self._cards[place.index]) for place in self._places)
        return self._piles

    @property
    def score(self) -> int:
        """The score in points."""
        return self._score

    @property
    def is_won(self) -> bool:
        """Whether AisleRiot calls this position won."""
        return self._won

    @property
    def is_stuck(self) -> bool:
        """Whether the game is not won and no move is left."""
        return not self.is_won and not self.legal_moves()

    def legal_moves(self) -> Sequence[Move]:
        """The moves that the rules accept and that change something: drags of every count, and clicks.

        Double clicks are among them only where nothing else is left to do, as for the redeal of `gaps`.
        """
        if self._moves is None:
            self._moves = self._read_moves(self._ask("moves"))
        return self._moves

    def short_cuts(self) -> Sequence[Move]:
        """Double clicks that change something and are no legal moves."""
        if self._cuts is None:
            legal = set(self.legal_moves())
            self._cuts = tuple(cut for cut in self._read_moves(self._ask("short-cuts")) if cut not in legal)
        return self._cuts

    def push(self, move: Move) -> None:
        """Make a move. Raises `IllegalMove` where the rules forbid it, and then changes nothing."""
        answer = self._ask("push", self._event(move))
        if answer.get("illegal"):
            raise IllegalMove(f"{self._variant} does not allow {move} here")
        self._made.append(move)
        self._take(answer)

    def pop(self) -> Move:
        """Take the last move back, and return it. Raises `IndexError` where none was made."""
        if not self._made:
            raise IndexError("no move has been made that could be taken back")
        self._take(self._ask("pop"))
        return self._made.pop()

    def try_moves(self, moves: Iterable[Move]) -> list[bool]:
        """For each move, whether it is legal here and changes something. One question for all of them."""
        events = []
        unknown = []
        for move in moves:
            try:
                events.append(self._event(move))
                unknown.append(False)
            except IllegalMove:
                unknown.append(True)
        legal = iter(self._ask("try", events)["legal"])
        return [False if missing else next(legal) for missing in unknown]

    def set_up(self, piles: Mapping[tuple[str, int], Sequence[tuple[Card, bool]]]) -> None:
        """Put exactly these cards on the table (card, face up), bottom first; piles not named are empty.

        The moves made before are forgotten. What a position does not show is as after the deal.
        Raises `ValueError` for a pile that the variant lacks.
        """
        self._take(self._ask("set-up", self._position(piles)))
        self._made.clear()

    def legal_moves_in(
        self, positions: Iterable[Mapping[tuple[str, int], Sequence[tuple[Card, bool]]]]
    ) -> list[Sequence[Move]]:
        """The legal moves in each of several positions (as for `set_up`); the game itself stays as it is.

        One question for all of them.
        """
        answer = self._ask("moves-in", [self._position(piles) for piles in positions])
        return [self._read_moves({"moves": moves}) for moves in answer["positions"]]

    def _ask(self, command: str, *arguments: object) -> dict[str, Any]:
        return self._process.ask(command, self._number, *arguments)

    def _take(self, answer: dict[str, Any]) -> None:
        self._cards: list[list[int]] = answer["cards"]
        self._score: int = answer["score"]
        self._won: bool = answer["won"]
        self._piles = self._moves = self._cuts = None

    def _read_moves(self, answer: dict[str, Any]) -> tuple[Move, ...]:
        moves = []
        for action, source, count, target in answer["moves"]:
            if action == 0:
                moves.append(Move("move", self._names[source], self._names[target], count))
            else:
                moves.append(Move(_ACTIONS[action], self._names[source]))
        return tuple(moves)

    def _event(self, move: Move) -> list[int]:
        try:
            source = self._index[move.source]
            target = -1 if move.target is None else self._index[move.target]
        except KeyError as error:
            kind, number = error.args[0]
            raise IllegalMove(f"{move}: {self._variant} has no pile {kind} {number}") from None
        if move.action not in _ACTIONS or (move.action == "move") == (move.target is None):
            raise IllegalMove(f"{move}: a move goes from a pile to a pile, and a click is on one pile")
        return [_ACTIONS.index(move.action), source, move.count, target]

    def _position(self, piles: Mapping[tuple[str, int], Sequence[tuple[Card, bool]]]) -> list[list[int]]:
        position: list[list[int]] = [[] for _ in range(self._size)]
        for name, cards in piles.items():
            index = self._index.get(name)
            if index is None:
                raise ValueError(f"{self._variant} has no pile {name[0]} {name[1]}")
            position[index] = [self._deck.number(card, face_up=up) for card, up in cards]
        return position


def _places(variant: str, answer: dict[str, Any]) -> tuple[_Place, ...]:
    width, height = answer["size"]
    table = [(index, *entry) for index, entry in enumerate(answer["table"]) if entry[2] < width and entry[3] < height]
    count: Counter[str] = Counter()
    places = []
    for kind, (index, _, spread, x, y) in zip(pile_kinds(variant, [entry[1] for entry in table]), table, strict=True):
        count[kind] += 1
        places.append(_Place(index, kind, count[kind], x, y, _SPREADS[spread]))
    return tuple(places)


def _pile(place: _Place, numbers: Sequence[int]) -> AisleRiotPile:
    cards = tuple(map(card_of, numbers))
    faces = tuple(map(is_face_up, numbers))
    return AisleRiotPile(place.kind, place.number, place.x, place.y, place.spread, cards, faces)
