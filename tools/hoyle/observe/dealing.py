"""What lies on the table after the deal: the deck, the piles, their places and their cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from statistics import median
from typing import Any

from hoyle.facts import wording
from hoyle.messages import Said, listed, say, say_number
from hoyle.observe.observation import Evidence, Observation
from hoyle.observe.session import SEEDS, Session
from hoyle.observe.table import Place, cards_in, counted, drawn, of_kind, rank
from hoyle_engine.moves import Move


def deck(session: Session) -> Iterator[Observation]:
    """`deck.kind` and `deck.cards`."""
    cards = counted(session.dealt())
    total = sum(cards.values())
    jokers = sum(count for card, count in cards.items() if card.rank == 0)
    usual = {card: count for card, count in cards.items() if card.rank != 0}
    ranks = {card.rank for card in usual}
    suits = {card.suit for card in usual}
    full = len(usual) == 52
    counts = set(usual.values())
    kind = None
    if jokers and full and counts == {1}:
        kind = "joker"
    elif not jokers and full and len(counts) == 1:
        kind = {1: "standard", 2: "double", 3: "triple"}.get(counts.pop())
    elif not jokers and counts == {1} and len(suits) == 4 and len(usual) == 4 * len(ranks) < 52:
        kind = "stripped"
    yield Observation(
        "deck.cards",
        total,
        Evidence(
            say_number(
                "{count} card lies on the table after the deal.",
                "{count} cards lie on the table after the deal.",
                total,
            )
        ),
    )
    if kind:
        text = say_number(
            "After the deal the table holds {count} card, {different} different ones.",
            "After the deal the table holds {count} cards, {different} different ones.",
            total,
            different=len(usual),
        )
        # Of a standard deck, one rank may have been taken off the table before play.
        also = ("standard",) if len(ranks) == 12 and kind == "stripped" else ()
        yield Observation("deck.kind", kind, Evidence(text), also=also)


def piles(session: Session, kind: str) -> Iterator[Observation]:
    """`P.piles`, `P.grid`, `P.shape` and `P.position`."""
    places = [place for place in session.places if place.kind == kind]
    count, of_pile = len(places), wording.of_pile(kind)
    rows = _rows(places)
    # Where places overlap without a shape, two of them are one pile to the eye.
    if _shape(rows) or not _split(session, kind):
        yield Observation(
            f"{kind}.piles",
            count,
            Evidence(
                say_number(
                    "The table of {game} has {count} pile {of_pile}.",
                    "The table of {game} has {count} piles {of_pile}.",
                    count,
                    game=session.name,
                    of_pile=of_pile,
                ),
                position=drawn(session.dealt()),
            ),
        )
    grid = [len(rows), len(rows[0])] if _is_grid(rows) else None
    if grid and len(rows) > 1 and grid[1] > 1:
        text = say(
            "The {count} piles {of_pile} stand in {rows} rows of {columns}.",
            count=count,
            of_pile=of_pile,
            rows=grid[0],
            columns=grid[1],
        )
        yield Observation(f"{kind}.grid", grid, Evidence(text), also=(grid[::-1],))
    if shape := _shape(rows):
        text = say(
            "The {count} piles {of_pile} lie in rows of {lengths}, each row set off by half a card.",
            count=count,
            of_pile=of_pile,
            lengths=listed([len(row) for row in rows]),
        )
        yield Observation(f"{kind}.shape", shape, Evidence(text))
    position = _position(session, places)
    if position:
        column, row = (min(place.x for place in places), min(place.y for place in places))
        if count == 1:
            text = say(
                "Counted from the top left of the table, the pile {of_pile} stands in column {column} and row {row}.",
                of_pile=of_pile,
                column=_short(column),
                row=_short(row),
            )
        else:
            text = say(
                "Counted from the top left of the table, the {count} piles {of_pile} stand in columns {left} to "
                "{right} and rows {top} to {bottom}.",
                count=count,
                of_pile=of_pile,
                left=_short(column),
                right=_short(max(place.x for place in places)),
                top=_short(row),
                bottom=_short(max(place.y for place in places)),
            )
        yield Observation(f"{kind}.position", position, Evidence(text))


def _short(number: float) -> str:
    """A column or row of the table, the first being 1."""
    return f"{number + 1:g}"


def _split(session: Session, kind: str) -> bool:
    """Whether piles of a kind lie so close together that they look like one."""
    places = [place for place in session.places if place.kind == kind]
    return any(
        one != other and abs(one.x - other.x) < 0.8 and abs(one.y - other.y) < 0.95
        for one in places
        for other in places
    )


def _columns(session: Session, kind: str) -> list[list[int]]:
    """The piles of a kind by index; those that lie on one another in a column together."""
    places = sorted((place for place in session.places if place.kind == kind), key=lambda place: place.number)
    if _shape(_rows(places)) or not _split(session, kind):
        return [[index] for index in range(len(places))]
    columns: dict[float, list[int]] = {}
    for index, place in enumerate(places):
        columns.setdefault(round(place.x, 2), []).append(index)
    return list(columns.values())


def _rows(places: list[Place]) -> list[list[Place]]:
    rows: dict[float, list[Place]] = {}
    for place in sorted(places, key=lambda one: (one.y, one.x)):
        rows.setdefault(round(place.y, 2), []).append(place)
    return list(rows.values())


def _is_grid(rows: list[list[Place]]) -> bool:
    columns = [[round(place.x, 2) for place in row] for row in rows]
    return all(row == columns[0] for row in columns)


def _shape(rows: list[list[Place]]) -> str | None:
    lengths = [len(row) for row in rows]
    if len(rows) < 3:
        return None
    middles = [(row[0].x + row[-1].x) / 2 for row in rows]
    if max(middles) - min(middles) > 0.05:
        return None
    if lengths == list(range(1, len(rows) + 1)):
        return "pyramid"
    if lengths == list(range(len(rows), 0, -1)):
        return "inverted-pyramid"
    return None


def _position(session: Session, places: list[Place]) -> list[str] | None:
    """Where on the table the piles stand: words for the side, across and along.

    A side is named where the piles keep to it: their middle lies well off the table's middle. Piles
    that run along the whole of a side name it alone; piles that fill the table have no place.
    """
    everything = session.places
    boxes = {(place.kind, place.number): _box(session, place) for place in everything}
    table = _hull(list(boxes.values()))
    ours = [boxes[place.kind, place.number] for place in places]
    left, top, right, bottom = _hull(ours)
    width, height = table[2] - table[0], table[3] - table[1]
    if width <= 0 or height <= 0:
        return None
    across = ((left + right) / 2 - table[0]) / width
    along = ((top + bottom) / 2 - table[1]) / height
    wide, tall = (right - left) / width, (bottom - top) / height
    found = set(_two_sides(ours, table))
    if not found and wide < 0.85:
        if across < 0.42:
            found.add("left")
        elif across > 0.58:
            found.add("right")
        elif wide < 0.6:
            found.add("center")
    if len({place.y for place in session.places}) == 1:
        found.add("top")
    elif tall < 0.75:
        if along < 0.42:
            found.add("top")
        elif along > 0.58:
            found.add("bottom")
        elif (wide >= 0.85 and not found) or "center" in found:
            found.add("center")
    return sorted(found) or None


Box = tuple[float, float, float, float]


def _box(session: Session, place: Place) -> Box:
    """What a pile takes up, to the next pile in the direction in which it spreads."""
    right, bottom = place.x + 1, place.y + 1
    others = [one for one in session.places if one != place]
    if place.spread == "right":
        rooms = session.once(_rooms)
        usual = rooms.get(place.kind) or [room for found in rooms.values() for room in found]
        beside = [one.x - place.x for one in others if abs(one.y - place.y) < 0.5 and one.x > place.x]
        right = place.x + min([*beside, *([median(usual)] if usual else [1])])
    elif place.spread == "down":
        below = [one.y for one in others if abs(one.x - place.x) < 0.5 and one.y > place.y]
        bottom = min(below) if below else place.y + 2
    return (place.x, place.y, max(right, place.x + 1), max(bottom, place.y + 1))


def _rooms(session: Session) -> dict[str, list[float]]:
    """By kind, how far it is from piles that spread to the right to the next pile beside them."""
    rooms: dict[str, list[float]] = {}
    for place in session.places:
        beside = [one.x - place.x for one in session.places if abs(one.y - place.y) < 0.5 and one.x > place.x]
        if place.spread == "right" and beside:
            rooms.setdefault(place.kind, []).append(min(beside))
    return rooms


def _hull(boxes: list[Box]) -> Box:
    return (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )


def _two_sides(ours: list[Box], table: Box) -> list[str]:
    """`left` and `right` where the piles stand on both sides of the table with a gap between them."""
    middle = (table[0] + table[2]) / 2
    left = [box for box in ours if box[2] <= middle + 0.01]
    right = [box for box in ours if box[0] >= middle - 0.01]
    if len(left) + len(right) < len(ours) or len(left) != len(right):
        return []
    gap = min(box[0] for box in right) - max(box[2] for box in left)
    return ["left", "right"] if gap >= 0.9 else []


def deal(session: Session, kind: str) -> Iterator[Observation]:
    """`P.deal.*`: what the deal puts on the piles of a kind, where every deal does the same."""
    deals = [of_kind(session.dealt(seed), kind) for seed in SEEDS[:3]]
    shapes = {tuple(tuple(face for _, face in stack) for stack in stacks) for stacks in deals}
    if len({tuple(map(len, shape)) for shape in shapes}) > 1 or session.once(_goes_on, kind):
        return
    columns = _columns(session, kind)
    first = [tuple(card for index in column for card in deals[0][index]) for column in columns]
    counts = [len(stack) for stack in first]
    total = sum(counts)
    shown = drawn(session.dealt(), session.piles(kind))
    where = say_number(
        "on the pile {of_pile}", "on the {count} piles {of_pile}", len(counts), of_pile=wording.of_pile(kind)
    )

    def seen(part: str, value: Any, text: Said, also: tuple[Any, ...] = ()) -> Observation:
        return Observation(f"{kind}.deal.{part}", value, Evidence(text, position=shown, trials=len(deals)), also=also)

    def told_otherwise(values: list[int]) -> tuple[list[int], ...]:
        """Piles that stand in several rows may be told column by column too."""
        places = [session.places_by_key[session.piles(kind)[column[0]]] for column in columns]
        order = sorted(range(len(places)), key=lambda index: (places[index].x, places[index].y))
        return () if len(places) != len(values) else ([values[index] for index in order],)

    turned = cards_in(session.dealt(), "waste") if kind == "stock" else 0

    yield seen(
        "cards",
        total,
        say_number(
            "After the deal, {count} card lies {where}.",
            "After the deal, {count} cards lie {where}.",
            total,
            where=where,
        ),
        # The stock may be told as it is before its first cards are turned over.
        also=(total + turned,) if turned else (),
    )
    each = _even(counts)
    if isinstance(each, int):
        text = say_number(
            "The deal puts {count} card on each pile {of_pile}.",
            "The deal puts {count} cards on each pile {of_pile}.",
            each,
            of_pile=wording.of_pile(kind),
        )
    else:
        text = say("The deal puts so many cards {where}: {counts}.", where=where, counts=listed(each))
    yield seen("per_pile", each, text, also=told_otherwise(counts))
    if not total:
        return
    if len(shapes) > 1:
        return
    rows = _dealt_rows(session, kind, counts) if kind in ("tableau", "reserve") else None
    if rows is not None:
        yield seen(
            "rows",
            rows,
            say_number(
                "The cards dealt lie in {count} row {where}.",
                "The cards dealt lie in {count} rows {where}.",
                rows,
                where=where,
            ),
        )
    faces = [face for stack in first for _, face in stack]
    face = "up" if all(faces) else "mixed" if any(faces) else "down"
    text = say_number(
        "{count} card was dealt {where}, {shown} of them face up.",
        "{count} cards were dealt {where}, {shown} of them face up.",
        total,
        where=where,
        shown=sum(faces),
    )
    yield seen("face", face, text)
    covered = [sum(not up for _, up in stack) for stack in first]
    hidden = _even(covered)
    if isinstance(hidden, int):
        text = say_number(
            "The deal puts {count} card face down on each pile {of_pile}.",
            "The deal puts {count} cards face down on each pile {of_pile}.",
            hidden,
            of_pile=wording.of_pile(kind),
        )
    else:
        text = say("The deal puts so many cards face down {where}: {counts}.", where=where, counts=listed(hidden))
    yield seen("face_down", hidden, text, also=told_otherwise(covered))


_FIRST_MOVES = 6


def _goes_on(session: Session, kind: str) -> bool:
    """Whether a first move makes the game deal more cards to the piles of a kind: the deal is not over before it."""
    before = session.dealt()
    tried: dict[tuple[str, str | None], Move] = {}
    for move in session.moves(before):
        if move.source[0] != "stock":
            tried.setdefault((move.source[0], move.target[0] if move.target else None), move)
    for move in list(tried.values())[:_FIRST_MOVES]:
        step = session.try_move(before, move)
        if step is not None:
            moved = move.count if move.target and move.target[0] == kind else 0
            # One card more may be what fills an empty pile.
            if cards_in(step.after, kind) - cards_in(before, kind) - moved > 1:
                return True
    return False


def _even(counts: list[int]) -> int | list[int]:
    return counts[0] if len(set(counts)) == 1 else counts


def _dealt_rows(session: Session, kind: str, counts: list[int]) -> int | None:
    """How many rows were dealt: of cards over the piles, or of piles with a card each."""
    rows = _rows([place for place in session.places if place.kind == kind])
    if _shape(rows) and set(counts) == {1}:
        return len(rows)
    if len(set(counts)) == 1 and (len(rows) == 1 or counts[0] > 1):
        return counts[0]
    return None


def stock_holds(session: Session) -> Iterator[Observation]:
    """`stock.holds`."""
    position = session.dealt()
    held = cards_in(position, "stock")
    total = sum(counted(position).values())
    if not held:
        return
    others = Counter({kind: cards_in(position, kind) for kind in session.kinds if kind != "stock"})
    if held == total:
        text = say("All {total} cards lie in the stock after the deal.", total=total)
        yield Observation("stock.holds", "all", Evidence(text))
    else:
        dealt = [
            say("{count} {on_pile}", count=count, on_pile=wording.on_pile(kind))
            for kind, count in others.items()
            if count
        ]
        text = say(
            "After the deal, of {total} cards {held} lie in the stock, and {others}.",
            total=total,
            held=held,
            others=listed(dealt),
        )
        yield Observation("stock.holds", "rest", Evidence(text))


_OPPOSITE = {"right": "left", "left": "right", "under": "above", "above": "under"}


def beside(session: Session, kind: str) -> Iterator[Observation]:
    """`P.beside`: on which sides of the other kinds the piles lie.

    A side that only part of the piles keeps to is neither said nor denied.
    """
    ours = _hull([_face(place) for place in session.places if place.kind == kind])
    sides = []
    allowed = []
    for other in session.kinds:
        if other == kind:
            continue
        theirs = _hull([_face(place) for place in session.places if place.kind == other])
        true = {side for side in _OPPOSITE if _lies(side, ours, theirs)}
        sides += [[side, other] for side in sorted(true)]
        allowed += [["beside", other], *([side, other] for side in _OPPOSITE if _OPPOSITE[side] not in true)]
    if sides:
        text = say("{pile} lies {beside}.", pile=wording.pile(kind), beside=wording.beside(sides))
        yield Observation(f"{kind}.beside", sides, Evidence(text), also=tuple(allowed))


def _face(place: Place) -> Box:
    """What the first card of a pile covers."""
    return (place.x, place.y, place.x + 1, place.y + 1)


def _lies(side: str, ours: Box, theirs: Box) -> bool:
    return {
        "right": ours[0] >= theirs[2] - 0.01,
        "left": ours[2] <= theirs[0] + 0.01,
        "under": ours[1] >= theirs[3] - 0.2,
        "above": ours[3] <= theirs[1] + 0.2,
    }[side]


def starting_empty(session: Session, kind: str) -> Iterator[Observation]:
    """`P.starts_empty`."""
    counts = {cards_in(session.dealt(seed), kind) for seed in SEEDS[:3]}
    if counts == {0}:
        yield Observation(
            f"{kind}.starts_empty",
            True,
            Evidence(say("No card is dealt {to_pile} (3 of 3 deals).", to_pile=wording.to_pile(kind))),
        )
    elif 0 not in counts:
        text = say_number(
            "{count} card lies {on_pile} after the deal.",
            "{count} cards lie {on_pile} after the deal.",
            min(counts),
            on_pile=wording.on_pile(kind),
        )
        yield Observation(f"{kind}.starts_empty", False, Evidence(text, drawn(session.dealt(), session.piles(kind))))


def stock_without(session: Session) -> Iterator[Observation]:
    """`stock.without`: the ranks that all other cards are dealt without."""
    found = set()
    for seed in SEEDS[:3]:
        dealt = session.dealt(seed)
        held = {card.rank for stack in of_kind(dealt, "stock") for card, _ in stack}
        away = {card.rank for card in session.deck} - held
        whole = cards_in(dealt, "stock") == sum(card.rank not in away for card in session.deck)
        found.add(frozenset(away) if whole else None)
    if len(found) == 1 and (ranks := found.pop()) and len(ranks) < len({card.rank for card in session.deck}):
        names = [rank(number) for number in sorted(ranks)]
        text = say(
            "All cards lie in the stock after the deal, except these ranks: {ranks}.",
            ranks=listed([wording.rank(name) for name in names]),
        )
        yield Observation("stock.without", names, Evidence(text, drawn(session.dealt())))
