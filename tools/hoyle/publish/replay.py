"""A real game on a game's page: the table, move by move.

The moves stand on the page as a list that anyone can read. Beside it lies, as data, how
the table looks after each: where piles lie, and the cards of the piles that a move
changes. `hoyle-replay.js` draws that; what it draws and how it places cards is what
`hoyle.publish.picture` does.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes

from hoyle.publish import picture
from hoyle.publish.notation import moved_in_words
from hoyle.publish.playing import shown_game
from hoyle.publish.words import card_name, corner, marked, pile_in_words, words
from hoyle_engine.cards import Card

if TYPE_CHECKING:
    from hoyle_engine.interface import Engine, Pile, PileKind
    from hoyle_engine.moves import Move


class replay(nodes.General, nodes.Element):
    """The table and its controls. Attributes: `table` (JSON), `moves` (how many)."""


class moves_in_words(nodes.General, nodes.Element):
    """The moves as a list: one node for hundreds of lines. Attribute: `lines`."""


@dataclass(frozen=True)
class Snapshot:
    """A pile as it lay at some time."""

    kind: PileKind
    number: int
    x: float
    y: float
    spread: Any
    cards: Sequence[Card]
    faces: Sequence[bool]

    @classmethod
    def of(cls, pile: Pile) -> Snapshot:
        """The pile as it lies now."""
        return cls(pile.kind, pile.number, pile.x, pile.y, pile.spread, tuple(pile.cards), tuple(pile.faces))


Position = tuple[Snapshot, ...]


@dataclass(frozen=True)
class Replay:
    """A game from its deal on."""

    positions: tuple[Position, ...]
    """The deal, and the table after each move."""
    moves: tuple[Move, ...]
    scores: tuple[int, ...]
    is_won: bool


def replay_of(variant: str, engine: Engine) -> Replay:
    """The game that the page of a variant shows."""
    game, moves = shown_game(variant, engine)
    positions, scores = [tuple(map(Snapshot.of, game.piles))], [game.score]
    for move in moves:
        game.push(move)
        positions.append(_after(positions[-1], game.piles))
        scores.append(game.score)
    return Replay(tuple(positions), moves, tuple(scores), game.is_won)


def _after(before: Position, piles: Sequence[Pile]) -> Position:
    """The table now. Piles that lie as they did are the same objects, so that changes are found at once."""
    return tuple(
        was if was.cards == pile.cards and was.faces == pile.faces else Snapshot.of(pile)
        for was, pile in zip(before, piles, strict=True)
    )


def section(game: Replay, lang: str) -> nodes.section:
    """The part of a page that shows it."""
    _ = words(lang).gettext
    made = nodes.section("", nodes.title("", _("A game, move by move")), ids=["replay"], classes=["no-search"])
    told = (
        _("One deal, played by the computer until it was won: {n} moves, {points} points.")
        if game.is_won
        else _("One deal, played by the computer as far as it came: {n} moves, {points} points.")
    )
    made += nodes.paragraph("", told.format(n=len(game.moves), points=game.scores[-1]))
    made += replay(table=as_json(game, lang), moves=len(game.moves))
    from hoyle.publish.game import disclosure

    made += disclosure("", moves_in_words(lines=in_words(game, lang)), summary=_("All moves in words"))
    return made


def fill(app: Any, doctree: nodes.document, docname: str) -> None:
    """Give builders that do not write HTML a list that they know."""
    if app.builder.format == "html":
        return
    for place in list(doctree.findall(moves_in_words)):
        listed = nodes.enumerated_list(enumtype="arabic", prefix="", suffix=".", classes=["moves"])
        listed += [nodes.list_item("", nodes.paragraph("", text)) for text in place["lines"]]
        place.replace_self(listed)


def visit_moves(self: Any, node: moves_in_words) -> None:
    """The list."""
    lines = "".join(f"<li>{escape(text)}</li>\n" for text in node["lines"])
    self.body.append(f'<ol class="moves">\n{lines}</ol>\n')
    raise nodes.SkipNode


# -- in words -----------------------------------------------------------------------------------


def in_words(game: Replay, lang: str) -> list[str]:
    """Each move as a sentence: which cards go from where to where, or what a click does."""
    return [
        _told(move, before, after, lang)
        for move, before, after in zip(game.moves, game.positions, game.positions[1:], strict=False)
    ]


def _told(move: Move, before: Position, after: Position, lang: str) -> str:
    _, plural = words(lang).gettext, words(lang).ngettext
    changed = [(was, now) for was, now in zip(before, after, strict=True) if was is not now]
    taken, put = (Counter(card for pair in changed for card in pair[time].cards) for time in (0, 1))
    left = taken - put
    if gone := [card for was, _now in changed for card in was.cards if card in left]:
        return _capital(_("{cards}: removed").format(cards=_list(gone, lang)))
    piles = {(pile.kind, pile.number): pile for pile in before}
    source = piles[move.source]  # type: ignore[index]
    name, from_pile = (_pile(source, before, lang, form) for form in ("pile", "from_pile"))
    if move.target is not None:
        cards = _list(source.cards[-move.count :], lang)
        to_pile = _pile(piles[move.target], before, lang, "to_pile")  # type: ignore[index]
        return _capital(moved_in_words(cards, from_pile, to_pile, lang))
    grown = [
        (was, now.cards[len(was.cards) :], now.faces[len(was.cards) :])
        for was, now in changed
        if len(now.cards) > len(was.cards)
    ]
    fewer = sum(len(was.cards) - len(now.cards) for was, now in changed if was is source)
    if fewer < 0:
        return _capital(_("{source}: the cards are taken up again").format(source=name))
    if len(grown) == 1 and all(grown[0][2]):
        to_pile = _pile(grown[0][0], before, lang, "to_pile")
        return _capital(moved_in_words(_list(grown[0][1], lang), from_pile, to_pile, lang))
    if fewer:
        return _capital(
            plural("{source}: {n} card is dealt", "{source}: {n} cards are dealt", fewer).format(source=name, n=fewer)
        )
    return _capital(_("{source}: the cards close up").format(source=name))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _list(cards: Sequence[Card], lang: str) -> str:
    from babel import UnknownLocaleError
    from babel.lists import format_list

    names = [card_name(lang, card) for card in cards]
    try:
        return format_list(names, locale=lang.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        return ", ".join(names)


def _pile(pile: Pile, position: Position, lang: str, form: str = "pile") -> str:
    """A pile of the table; one that is alone in its place needs no number."""
    is_alone = len({(round(other.x), round(other.y)) for other in position if other.kind == pile.kind}) == 1
    return pile_in_words(lang, pile.kind, None if is_alone else pile.number, form)


# -- as data ------------------------------------------------------------------------------------


def as_json(game: Replay, lang: str) -> str:
    """How the table looks at each time, for the script.

    `piles`: x, y, spread and whether an empty pile shows its place. `start`: the cards of
    each pile, from the bottom, `?` for one face down. `steps`: for each move the piles
    that it changes (number, cards). `size`: room for all of it. `corners`: what stands in the
    corner of a court card. `words`: what the table is told with to who does not see it.
    """
    first = picture.arrange(game.positions[0], labels=True)
    placed = {id(item.pile): item for group in first.groups for item in group}
    shown = {id(pile) for group in picture.groups_of(game.positions[0]) for pile in picture.with_own_place(group)}
    width, height = first.width, first.height
    steps = []
    for before, after in zip(game.positions, game.positions[1:], strict=False):
        changed = [number for number, (was, now) in enumerate(zip(before, after, strict=True)) if was is not now]
        steps.append([[number, _cards(after[number])] for number in changed])
        for number in changed:
            right, bottom = placed[id(game.positions[0][number])].corner(after[number])
            width, height = max(width, right), max(height, bottom)
    courts = {card.rank: str(card)[0] for position in game.positions[:1] for pile in position for card in pile.cards}
    told = {
        "size": [width, height],
        "piles": [
            [placed[id(pile)].x, placed[id(pile)].y, pile.spread, id(pile) in shown] for pile in game.positions[0]
        ],
        "labels": [[label.x, label.y, label.text] for label in picture.labels_of(first, lang)],
        "corners": {
            code: corner(lang, Card(rank, "S")) for rank, code in sorted(courts.items()) if rank in (1, 11, 12, 13)
        },
        "start": [_cards(pile) for pile in game.positions[0]],
        "steps": steps,
        "scores": list(game.scores),
        "words": _words(game, lang),
    }
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def _words(game: Replay, lang: str) -> dict[str, object]:
    """The names of piles and cards, and by their number what cards face down are called."""
    _, plural = words(lang).gettext, words(lang).ngettext
    deal = game.positions[0]
    hidden = {pile.faces.count(False) for position in game.positions for pile in position} - {0}
    return {
        "line": _("{label}: {what}"),
        "piles": [_capital(_pile(pile, deal, lang)) for pile in deal],
        "cards": {str(card): card_name(lang, card) for pile in deal for card in pile.cards},
        "down": {n: plural("{n} card face down", "{n} cards face down", n).format(n=n) for n in sorted(hidden)},
        "empty": _("empty"),
    }


def _cards(pile: Snapshot) -> str:
    return " ".join(str(card) if up else "?" for card, up in zip(pile.cards, pile.faces, strict=True))


# -- in HTML --------------------------------------------------------------------------------------

BUTTONS = {
    "first": (marked("Back to the deal"), "M4 3V13M13 3 6 8 13 13Z"),
    "back": (marked("One move back"), "M11.5 3 4.5 8 11.5 13Z"),
    "next": (marked("One move on"), "M4.5 3 11.5 8 4.5 13Z"),
    "last": (marked("To the end"), "M12 3V13M3 3 10 8 3 13Z"),
}


def visit_replay(self: Any, node: replay) -> None:
    """The frame, which the script fills and shows; a book has no scripts, and the moves in words stand beside it."""
    if self.builder.name == "epub":
        raise nodes.SkipNode
    _ = words(self.config.language).gettext
    table = node["table"].replace("&", "&amp;").replace("'", "&#39;").replace("<", "&lt;")
    buttons = "".join(
        f'<button type="button" data-go="{go}" aria-label="{escape(_(label))}" title="{escape(_(label))}">'
        f'<svg viewBox="0 0 16 16" width="20" height="20" aria-hidden="true" focusable="false"><path d="{path}" '
        'fill="currentColor" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round"/></svg></button>'
        for go, (label, path) in BUTTONS.items()
    )
    said = {
        "aria-label": _("A game, move by move"),
        "data-status": _("Move {n} of {total}"),
        "data-deal": _("After the deal"),
        "data-points": _("Points: {points}"),
        "data-label": _("The table"),
    }
    attributes = " ".join(f'{name}="{escape(text)}"' for name, text in said.items())
    move, in_words = escape(_("Move")), escape(_("The table in words"))
    self.body.append(
        f'<div class="replay" role="group" hidden="hidden" {attributes} data-table=\'{table}\'>\n'
        '<div class="felt"></div>\n<div class="replay-told" aria-live="polite" aria-atomic="true">'
        '<p class="replay-count"></p><p class="replay-move"></p></div>\n'
        f'<div class="replay-controls">{buttons}<label><span class="visually-hidden">{move}</span>'
        f'<input type="range" min="0" max="{node["moves"]}" value="0" /></label></div>\n'
        f'<details class="disclosure table-words"><summary>{in_words}</summary><ul></ul></details>\n</div>\n'
    )
    raise nodes.SkipNode
