"""The record of a game, as PGN is for chess: what was dealt, which moves were made, how it ended.

    variant: golf
    deck: 7C 10H 4D …
    click stock 1
    tableau 3 -> waste 1
    result: 1 points, unfinished

`options:` names the options that are on where they are not the default. A game that was
not dealt but set up has `position:` with its text form in place of `deck:`. Empty lines
and lines that begin with `#` say nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from hoyle_engine import reference
from hoyle_engine.cards import Card
from hoyle_engine.game import Game
from hoyle_engine.moves import IllegalMove, Move
from hoyle_engine.position import Position

_FIELD = re.compile(r"(variant|options|deck|position|result):\s*(.*)\Z")
_RESULT = re.compile(r"(-?\d{1,9}) points?, (won|stuck|unfinished)\Z")


@dataclass(frozen=True)
class Record:
    """A game from the deal to where it was left.

    >>> from hoyle_engine import reference
    >>> game = reference.deal("golf", seed=1)
    >>> game.push(Move.parse("click stock 1"))
    >>> record = Record.parse(str(Record.of(game)))
    >>> record.replay().history == game.history
    True
    """

    variant: str
    moves: tuple[Move, ...]
    score: int
    end: str
    deck: tuple[Card, ...] = ()
    position: Position | None = None
    options: tuple[str, ...] = ()

    @classmethod
    def of(cls, game: Game) -> Record:
        """The record of a game so far.

        >>> from hoyle_engine import reference
        >>> Record.of(reference.deal("canfield")).score
        1
        """
        end = "won" if game.is_won else "stuck" if game.is_stuck else "unfinished"
        moves = tuple(game.history)
        if game.was_set_up:
            for _ in moves:
                game.pop()
            start = Position.of(game)
            for move in moves:
                game.push(move)
            return cls(game.variant, moves, game.score, end, position=start)
        options = () if game.options == game.rules.declared.option_values(None) else game.options
        return cls(
            game.variant,
            moves,
            game.score,
            end,
            deck=game.dealt,
            options=tuple(name for name in options if game.options[name]),
        )

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read a record. Raises `ValueError` that names the line at fault.

        >>> Record.parse("variant: golf\\nposition: golf\\nresult: 0 points, won").end
        'won'
        """
        if not isinstance(text, str):
            raise TypeError(f"a record is read from text, not from {text!r}")
        fields: dict[str, str] = {}
        lines: dict[str, int] = {}
        moves = []
        for number, line in enumerate(map(str.strip, text.splitlines()), 1):
            if not line or line.startswith("#"):
                continue
            found = _FIELD.match(line)
            try:
                if found is None:
                    if "result" in fields:
                        raise ValueError(f"{line!r} comes after the result")
                    moves.append(Move.parse(line))
                elif found[1] in fields:
                    raise ValueError(f"{found[1]} is there twice")
                else:
                    fields[found[1]], lines[found[1]] = found[2], number
            except ValueError as error:
                raise ValueError(f"line {number}: {error}") from None
        for name in ("variant", "result"):
            if name not in fields:
                raise ValueError(f"the record has no line `{name}:`")
        if ("deck" in fields) == ("position" in fields):
            raise ValueError("the record needs one of the lines `deck:` and `position:`")
        result = _RESULT.match(fields["result"])
        if result is None:
            ends = "`12 points, won`, `… stuck` or `… unfinished`"
            raise ValueError(f"line {lines['result']}: result {fields['result']!r} is not like {ends}")
        try:
            start = "deck" if "deck" in fields else "position"
            position = Position.parse(fields["position"]) if "position" in fields else None
            deck = tuple(map(Card.parse, fields.get("deck", "").split()))
            if position is None and not deck:
                raise ValueError("the deck holds no card")
            if position is not None and position.variant != fields["variant"]:
                raise ValueError(f"the position is one of {position.variant}, not of {fields['variant']}")
            if position is not None and "options" in fields:
                raise ValueError(f"the options stand in the position, as `{position.variant} (…)`")
        except ValueError as error:
            raise ValueError(f"line {lines[start]}: {error}") from None
        return cls(
            fields["variant"],
            tuple(moves),
            int(result[1]),
            result[2],
            deck,
            position,
            tuple(name.strip() for name in fields["options"].split(",")) if fields.get("options") else (),
        )

    def __str__(self) -> str:
        lines = [f"variant: {self.variant}"]
        if self.options:
            lines.append(f"options: {', '.join(self.options)}")
        if self.position is None:
            lines.append(f"deck: {' '.join(map(str, self.deck))}")
        else:
            lines.append(f"position: {self.position}")
        lines += map(str, self.moves)
        lines.append(f"result: {self.score} points, {self.end}")
        return "\n".join(lines) + "\n"

    def replay(self) -> Game:
        """Play the moves again.

        Raises `ValueError` where cards are missing from the deal, at a move that the rules forbid,
        and where the result differs.

        >>> Record.parse('''
        ... variant: golf
        ... position: golf; waste 1: KS; tableau 1: QH
        ... tableau 1 -> waste 1
        ... result: 1 points, won''').replay()
        Traceback (most recent call last):
            ...
        ValueError: move 1: tableau 1 -> waste 1: the rules of golf forbid it here
        """
        if self.position is not None:
            game = self.position.game()
        else:
            game = reference.deal(self.variant, deck=self.deck, options=dict.fromkeys(self.options, True))
            missing = Counter(game.rules.deck[number] for number in game.rules.shuffled) - Counter(self.deck)
            if missing:
                names = ", ".join(map(str, missing.elements()))
                raise ValueError(f"the deal of {self.variant} lacks {missing.total()} of its cards: {names}")
        for number, move in enumerate(self.moves, 1):
            try:
                game.push(move)
            except IllegalMove as error:
                raise ValueError(f"move {number}: {error}") from None
        again = Record.of(game)
        if (again.score, again.end) != (self.score, self.end):
            raise ValueError(
                f"the record says {self.score} points, {self.end}; its moves lead to {again.score} points, {again.end}"
            )
        return game
