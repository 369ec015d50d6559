"""A picture of the table, drawn from the engine's piles.

The picture is SVG without style attributes or scripts, so that a strict Content-Security-Policy
lets it into a page. Its colours stand as plain attributes and as classes: alone it is a
picture in light colours, and a site's style sheet gives it others. The suits are drawn,
not written, so that they look the same whatever fonts there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from xml.sax.saxutils import escape, quoteattr

from hoyle.publish.words import card_name, corner, labelled, pile_name, words
from hoyle_engine.cards import Card
from hoyle_engine.interface import Pile

WIDTH, HEIGHT = 60, 84
"""A card, in the picture's own units."""
PITCH_X, PITCH_Y = 66, 90
"""From one card's place to the next one's."""
STEP_UP, STEP_DOWN, STEP_RIGHT = 0.3, 0.14, 0.32
"""How far a card lies from the one below it in a spread pile, in card heights (face up, face down) and widths."""
LABEL = 26
MARGIN = 10

_SUIT_SHAPES = {
    "H": "M0 8C-9 0-9-8-4.5-8-2-8 0-6 0-4 0-6 2-8 4.5-8 9-8 9 0 0 8Z",
    "D": "M0-9 6.5 0 0 9-6.5 0Z",
    "S": "M0-9C8-2 9 0 9 3 9 6 7 7 5 7 3.5 7 2 6 1 4.5 1 7 2 8.5 3 9H-3C-2 8.5-1 7-1 4.5-2 6-3.5 7-5 7"
    "-7 7-9 6-9 3-9 0-8-2 0-9Z",
    "C": "M0-9A4 4 0 0 1 3.3-2.7 4 4 0 1 1 1 3.5C1 6.5 2 8.5 3 9H-3C-2 8.5-1 6.5-1 3.5A4 4 0 1 1-3.3"
    "-2.7 4 4 0 0 1 0-9Z",
}
_JOKER = "M0-9 2.6-3 9-2.4 4.2 1.8 5.6 8.2 0 5-5.6 8.2-4.2 1.8-9-2.4-2.6-3Z"


def draw(
    piles: Sequence[Pile], lang: str, *, title: str | None = None, name: str = "table", small: bool = False
) -> str:
    """The picture of `piles` as an `svg` element.

    Labels and text alternative are in the language `lang`. `name` begins the identifiers
    inside, so that several pictures fit in one page. A `small` picture has neither labels
    nor text alternative: it stands beside the name of the game and says no more than it.
    """
    table = arrange(piles, labels=not small)
    drawn = [
        _pile(placed, lang, name, small, _is_covered(placed, table.piles[number + 1 :]))
        for number, placed in enumerate(table.piles)
    ]
    if not small:
        drawn += [
            f'<text class="label" x="{_n(label.x)}" y="{_n(label.y)}" font-size="15.5" fill="#33413a">'
            f"{escape(label.text)}</text>"
            for label in labels_of(table, lang)
        ]
    size = f'viewBox="0 0 {_n(table.width)} {_n(table.height)}" width="{_n(table.width)}" height="{_n(table.height)}"'
    used = {card.suit for pile in piles for card, up in zip(pile.cards, pile.faces, strict=True) if up}
    symbols = "".join(
        f'<path id="{name}-{suit}" d="{shape}"/>'
        for suit, shape in [*sorted(_SUIT_SHAPES.items()), ("joker", _JOKER)]
        if suit in used or (suit == "joker" and used - set(_SUIT_SHAPES))
    )
    classes = "cards small" if small else "cards broad" if table.width > 8 * PITCH_X else "cards"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="{classes}" {size} font-family="system-ui, sans-serif"'
    if small:
        return f'{head} aria-hidden="true" focusable="false"><defs>{symbols}</defs>{"".join(drawn)}</svg>'
    title = title or words(lang).gettext("The table")
    told = escape(" ".join(describe(piles, lang)))
    return (
        f'{head} role="img" lang={quoteattr(lang)} aria-labelledby="{name}-title" aria-describedby="{name}-desc">'
        f'<title id="{name}-title">{escape(title)}</title><desc id="{name}-desc">{told}</desc>'
        f"<defs>{symbols}</defs>{''.join(drawn)}</svg>"
    )


def describe(piles: Sequence[Pile], lang: str) -> list[str]:
    """What a sighted reader sees, a sentence for each group of piles."""
    _, plural = words(lang).gettext, words(lang).ngettext
    told = []
    for group in map(with_own_place, groups_of(piles)):
        kind = pile_name(lang, group[0].kind, len(group))
        counts = {len(pile.cards) for pile in group}
        if counts == {0}:
            what = plural("{n} empty place.", "{n} empty places.", len(group)).format(n=len(group))
        elif not any(face for pile in group for face in pile.faces):
            total = sum(len(pile.cards) for pile in group)
            what = plural("{n} card face down.", "{n} cards face down.", total).format(n=total)
        elif len(group) == 1:
            what = _cards(group[0], lang) + "."
        else:
            n = len(group)
            what = plural("{n} pile.", "{n} piles.", n) if counts != {1} else plural("{n} card.", "{n} cards.", n)
            what = what.format(n=n)
            if counts == {1}:
                rows: dict[float, list[Pile]] = {}
                for pile in group:
                    rows.setdefault(pile.y, []).append(pile)
                if len(rows) > 1:
                    what += " " + " ".join(
                        _("Row {n}: {cards}.").format(n=number, cards=_row(row, lang))
                        for number, row in enumerate(rows.values(), 1)
                    )
                else:
                    what += " " + _("From left to right: {cards}.").format(cards=_row(group, lang))
            else:
                what += " " + " ".join(
                    _("Pile {n}: {cards}.").format(n=number, cards=_cards(pile, lang))
                    for number, pile in enumerate(group, 1)
                )
        told.append(labelled(lang, kind, what))
    return told


def _row(piles: Sequence[Pile], lang: str) -> str:
    if any(face for pile in piles for face in pile.faces):
        return ", ".join(_cards(pile, lang) for pile in piles)
    total = sum(len(pile.cards) for pile in piles)
    return words(lang).ngettext("{n} card face down", "{n} cards face down", total).format(n=total)


def with_own_place(group: Sequence[Pile]) -> list[Pile]:
    """The piles of a group without empty ones that share the place of another: nothing shows where they are."""
    return [
        pile
        for number, pile in enumerate(group)
        if pile.cards or not any(abs(pile.x - o.x) < 1 and abs(pile.y - o.y) < 1 for o in group[:number])
    ]


def _cards(pile: Pile, lang: str) -> str:
    _, plural = words(lang).gettext, words(lang).ngettext
    if not pile.cards:
        return _("empty")
    hidden = sum(1 for face in pile.faces if not face)
    seen = [card_name(lang, card) for card, face in zip(pile.cards, pile.faces, strict=True) if face]
    if pile.spread == "none" and len(seen) > 1:
        seen = seen[-1:]
    told = [plural("{n} card face down", "{n} cards face down", hidden).format(n=hidden)] if hidden else []
    return ", ".join(told + seen)


# -- where things lie -----------------------------------------------------------------------


@dataclass(frozen=True)
class Placed:
    """A pile and where it is drawn, in the picture's units."""

    pile: Pile
    x: float
    y: float

    def corner(self, pile: Pile) -> tuple[float, float]:
        """The lower right corner of the room that a pile in this place needs."""
        x, y = replace(self, pile=pile).offset(max(0, len(pile.cards) - 1))
        return self.x + max(0, x) + WIDTH + MARGIN, self.y + max(0, y) + HEIGHT + MARGIN

    def offset(self, position: int) -> tuple[float, float]:
        """Where a card of the pile lies, from the pile's place."""
        if self.pile.spread == "none":
            # The edges of the cards of a thick pile show a little.
            lift = min(position, 4) if len(self.pile.cards) > 1 else 0
            return lift * -0.8, lift * -0.8
        if self.pile.spread == "right":
            return position * STEP_RIGHT * WIDTH, 0
        below = self.pile.faces[:position]
        return 0, sum(STEP_UP if face else STEP_DOWN for face in below) * HEIGHT


@dataclass(frozen=True)
class Table:
    """Where everything lies, and the room that it needs."""

    piles: tuple[Placed, ...]
    groups: tuple[tuple[Placed, ...], ...]
    width: float
    height: float


@dataclass(frozen=True)
class Label:
    """The name of a group of piles."""

    text: str
    x: float
    y: float


def groups_of(piles: Sequence[Pile]) -> list[list[Pile]]:
    """Piles of one kind that lie together, in the order of their first pile."""
    groups: list[list[Pile]] = []
    for pile in piles:
        near = [
            group
            for group in groups
            if group[0].kind == pile.kind and any(abs(pile.x - o.x) <= 1.8 and abs(pile.y - o.y) <= 1.8 for o in group)
        ]
        if not near:
            groups.append([pile])
            continue
        first, *others = near
        first.append(pile)
        for other in others:
            first += other
            groups.remove(other)
    return groups


def arrange(piles: Sequence[Pile], *, labels: bool) -> Table:
    """Give each pile its place; `labels` makes room for the names of groups."""
    groups = groups_of(piles)
    tops = sorted({min(pile.y for pile in group) for group in groups})
    left = min((pile.x for pile in piles), default=0)
    top = min(tops, default=0)
    placed: dict[int, Placed] = {}
    for group in groups:
        # Each height at which a group begins makes room for a line of labels.
        down = LABEL * sum(1 for start in tops if start <= min(pile.y for pile in group)) if labels else 0
        for pile in group:
            placed[id(pile)] = Placed(
                pile, MARGIN + (pile.x - left) * PITCH_X, MARGIN + (pile.y - top) * PITCH_Y + down
            )
    shown = {id(pile) for group in groups for pile in with_own_place(group)}
    ordered = tuple(placed[id(pile)] for pile in piles if id(pile) in shown)
    corners = [item.corner(item.pile) for item in ordered] or [(MARGIN, MARGIN)]
    made = tuple(tuple(placed[id(pile)] for pile in group) for group in groups)
    return Table(ordered, made, max(x for x, _y in corners), max(y for _x, y in corners))


def labels_of(table: Table, lang: str) -> list[Label]:
    """The names that stand over groups of piles."""
    labels = []
    for group in table.groups:
        x = min(item.x for item in group)
        y = min(item.y for item in group) - 9
        count = len(with_own_place([item.pile for item in group]))
        labels.append(Label(pile_name(lang, group[0].pile.kind, count), x + 1, y))
    return labels


# -- what is drawn ----------------------------------------------------------------------------


def _n(number: float) -> str:
    """A number, as short as it can be said."""
    return f"{number:.1f}".removesuffix(".0")


def _is_covered(placed: Placed, later: Sequence[Placed]) -> bool:
    """Whether cards of another pile lie over the middle of this one's."""
    return any(o.pile.cards and abs(o.x - placed.x) < PITCH_X and abs(o.y - placed.y) < HEIGHT * 0.9 for o in later)


def _pile(placed: Placed, lang: str, name: str, small: bool, is_covered: bool) -> str:
    pile = placed.pile
    if not pile.cards:
        return (
            f'<rect class="place" x="{_n(placed.x + 1)}" y="{_n(placed.y + 1)}" width="{WIDTH - 2}" '
            f'height="{HEIGHT - 2}" rx="6" fill="none" stroke="#7d8f84" stroke-width="1.6" stroke-dasharray="5 4"/>'
        )
    cards = list(zip(pile.cards, pile.faces, strict=True))
    first = max(0, len(cards) - 5) if pile.spread == "none" else 0
    drawn = []
    for position, (card, face) in enumerate(cards[first:]):
        x, y = placed.offset(position)
        covered = is_covered or position + first < len(cards) - 1
        drawn.append(_card(placed.x + x, placed.y + y, card if face else None, lang, name, covered, small))
    return "".join(drawn)


def _card(x: float, y: float, card: Card | None, lang: str, name: str, covered: bool, small: bool) -> str:
    at = f'transform="translate({_n(x)} {_n(y)})"'
    if card is None:
        back = (
            ""
            if covered
            else (
                f'<rect class="pattern" x="6" y="6" width="{WIDTH - 12}" height="{HEIGHT - 12}" rx="3" fill="none" '
                f'stroke="#dfe9e2" stroke-width="1.5"/><path class="pattern" d="M30 24 44 42 30 60 16 42Z" fill="none" '
                'stroke="#dfe9e2" stroke-width="1.5"/>'
            )
        )
        return (
            f'<g {at}><rect class="back" width="{WIDTH}" height="{HEIGHT}" rx="6" fill="#2b5d7d" stroke="#fbfaf5" '
            f'stroke-width="1.2"/>{back}</g>'
        )
    suit = card.suit if card.suit in _SUIT_SHAPES else "joker"
    colour, fill = ("red", "#b3202c") if card.is_red else ("black", "#1d2320")
    face = f'<rect class="face" width="{WIDTH}" height="{HEIGHT}" rx="6" fill="#fffefa" stroke="#6f7a73"/>'
    mark = f'<use href="#{name}-{suit}" '
    if small:
        height, scale = (13, 1.2) if covered else (HEIGHT / 2, 2.4)
        shown = f'{mark}transform="translate({WIDTH / 2:g} {height:g}) scale({scale:g})"/>'
    else:
        rank = corner(lang, card) if suit != "joker" else "★"
        shown = f'<text class="rank" x="6" y="20" font-size="19">{escape(rank)}</text>'
        shown += f'{mark}transform="translate({WIDTH - 14} 13.5)"/>'
        if not covered:
            shown += f'{mark}transform="translate({WIDTH / 2:g} {HEIGHT * 0.62:g}) scale(2.2)"/>'
    return f'<g {at}>{face}<g class="{colour}" fill="{fill}">{shown}</g></g>'
