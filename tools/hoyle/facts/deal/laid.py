"""A deal laid out: its steps are played, and the lists are read off at the end."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from hoyle.facts.deal.steps import Step


def until_dealt(
    dealt: int, steps: list[Step | str], kind: str, piles: int | None, shape: bool
) -> Iterator[tuple[str, Any]]:
    """The facts of a deal that goes on until so many cards have been dealt: what lies there must add up to them."""
    told = dict(play_out(steps, kind, piles, shape))
    told[f"{kind}.deal.cards"] = dealt
    each = told.get(f"{kind}.deal.per_pile")
    if each is not None and (sum(each) if isinstance(each, list) else each * (piles or 0)) != dealt:
        del told[f"{kind}.deal.per_pile"]
        told.pop(f"{kind}.deal.face_down", None)
        if piles and not isinstance(each, list) and dealt % piles == 0 and dealt // piles > each:
            told[f"{kind}.deal.per_pile"] = dealt // piles  # "one card on each of six piles until thirty are dealt"
    yield from told.items()


def in_the_middle(
    rows: list[tuple[int, str | None]], partial: list[tuple[int, str | None, int]], kind: str, piles: int | None
) -> Iterator[tuple[str, Any]]:
    """Rows over all piles, and further ones over so many in the middle: what lies on each."""
    faces = {face for _, face in rows if face} | {face for _, face, _ in partial if face}
    if faces:
        yield f"{kind}.deal.face", "mixed" if len(faces) == 2 else faces.copy().pop()
    if piles is None or any(middle > piles or (piles - middle) % 2 for _, _, middle in partial):
        return
    counts = [sum(count for count, _ in rows)] * piles
    down = [sum(count for count, face in rows if face == "down")] * piles
    for count, face, middle in partial:
        for number in range((piles - middle) // 2, (piles + middle) // 2):
            counts[number] += count
            down[number] += count if face == "down" else 0
    yield f"{kind}.deal.per_pile", counts
    if len(faces) == 2:
        yield f"{kind}.deal.face_down", down[0] if len(set(down)) == 1 else down


def resolved(
    where: tuple[Any, ...], piles: int | None, sides: tuple[int, int] | None, columns: int | None
) -> tuple[Any, ...]:
    """The numbers of the piles on one side, or of those with a place in each row of a grid."""
    if where[0] == "side" and sides is not None and piles == sum(sides):
        return ("first" if where[1] == "left" else "last", sides[0] if where[1] == "left" else sides[1])
    if where[0] == "in-row" and columns and piles and piles % columns == 0 and where[2] <= columns:
        chosen = range(1, where[2] + 1) if where[1] == "first" else (where[2],)
        return ("list", *(start + place for start in range(0, piles, columns) for place in chosen))
    return ("unknown",)


def play_out(steps: list[Step | str], kind: str, piles: int | None, shape: bool) -> Iterator[tuple[str, Any]]:
    """The facts of a deal played step by step, given how many piles there are."""
    turned = next(
        (step.split() for step in steps if isinstance(step, str) and step.startswith(("top ", "bottom "))), None
    )
    flips = turned is not None
    moves = [step for step in steps if isinstance(step, Step)]
    faces = {step.face for step in moves if step.face}
    ranks = {step.rank for step in moves if step.rank}
    if len(ranks) == 1 and kind == "foundation":
        yield "foundation.build.from", ranks.pop()
    mixed = len(faces) == 2 or flips or "mixed" in steps
    if mixed:
        yield f"{kind}.deal.face", "mixed"
    elif faces:
        yield f"{kind}.deal.face", faces.copy().pop()
    if shape and len(steps) == 1 and len(moves) == 1 and moves[0].where == ("here",) and (moves[0].count or 0) > 13:
        yield f"{kind}.deal.cards", moves[0].count  # "Twenty-eight cards laid out in a pyramid"
    if (
        shape
        or any(step.where[0] in ("unknown", "span") and not step.rest for step in moves)
        or any("broken" in step for step in steps if isinstance(step, str))
    ):
        return
    in_all = {step.count for step in moves if step.where == ("here",) and step.count is not None}
    if "loop" in steps and kind == "tableau":
        in_all = set()  # "Seven cards in a row, then six, and so on"
    for step in moves:
        # "Seven cards in a row, then six on top": neither is how many there are.
        if step.where == ("here",) and len(in_all) == 1 and step.count is not None and not _widens(moves, steps):
            yield f"{kind}.deal.cards", step.count
        if (
            step.where[0] == "first"
            and step.where[1] == 1
            and step.count is not None
            and len(moves) == 1
            and kind != "tableau"
        ):
            yield f"{kind}.deal.cards", step.count
            return
    moves = [step for step in moves if step.where != ("here",)]
    if not moves:
        return
    if piles is not None and mixed and _widens([step for step in steps if not isinstance(step, str)], steps):
        yield f"{kind}.deal.per_pile", piles
        covered = [number if moves[0].face == "up" else piles - number for number in range(piles)]
        yield f"{kind}.deal.face_down", covered
        return
    if any(step.count is not None for step in moves):
        moves = [step for step in moves if step.count is not None or step.rest]
    if all(step.where == ("all",) and step.count is not None for step in moves):
        total = down = 0
        for told in steps:
            if isinstance(told, Step):
                cards = (told.count or 0) * told.again if told.where == ("all",) else 0
                total += cards
                down += cards if told.face == "down" else 0
            elif told.startswith("loop "):
                total *= 1 + int(told.split()[1])
                down *= 1 + int(told.split()[1])
        if turned is not None and (faces != {"up"} or turned[0] == "bottom"):
            down = total - int(turned[1]) if turned[0] == "top" else int(turned[1])
        yield f"{kind}.deal.per_pile", total
        if mixed and down:
            yield f"{kind}.deal.face_down", down
        return
    if piles is None:
        piles = _piles_named(moves)
    if piles is None or piles > 60:
        return
    laid = _lay(steps, piles)
    if laid is None:
        return
    if turned is not None:
        number = int(turned[1])
        if turned[0] == "top":
            laid = ["d" * (len(pile) - number) + "u" * min(number, len(pile)) for pile in laid]
        else:
            laid = ["d" * min(number, len(pile)) + "u" * (len(pile) - number) for pile in laid]
    counts = [len(pile) for pile in laid]
    if not any(step.rest for step in moves) and any(counts):
        yield f"{kind}.deal.per_pile", counts[0] if len(set(counts)) == 1 else counts
        if kind in ("reserve",) and len(set(counts)) > 1 and 0 in counts:
            yield f"{kind}.deal.cards", sum(counts)
    down_counts = [pile.count("d") for pile in laid]
    if mixed and any(down_counts):
        yield f"{kind}.deal.face_down", down_counts[0] if len(set(down_counts)) == 1 else down_counts


def _ends_alone(moves: list[Step]) -> bool:
    """Whether only the first and the last pile are told of, and that they hold different numbers of cards."""
    return (
        [step.where for step in moves] == [("first", 1), ("last", 1)]
        and moves[0].count != moves[1].count
        and moves[0].face == moves[1].face is None
    )


def _widens(moves: list[Step], steps: list[Step | str]) -> bool:
    """Whether rows go on as they began: one card face up and the others down, two up and the others down …"""
    if "loop" not in steps or len(moves) < 4:
        return False
    for turn in range((len(moves) + 1) // 2):
        shown, *others = moves[2 * turn : 2 * turn + 2]
        so_many = shown.where == ("first", turn + 1) or (
            turn > 1 and (shown.where, shown.count) == (("here",), turn + 1)
        )
        if not so_many or shown.face != moves[0].face:
            return False
        if any(other.where != ("others",) or other.face in (None, shown.face) for other in others):
            return False
    return True


def _piles_named(moves: list[Step]) -> int | None:
    """How many piles there are, where the deal names each: "the first two … and the last three"."""
    numbers = [
        1 if step.where == ("first", 1) else step.where[1] for step in moves if step.where[0] in ("first", "nth")
    ]
    if len(numbers) > 2 and numbers == list(range(1, len(moves) + 1)):
        return len(numbers)
    counts = [step.count or 0 for step in moves]
    if len(numbers) == len(moves) > 2 and numbers[:2] == [1, 2] and counts[1] - counts[0] in (1, -1):
        # "One on the first, two on the second, and so on to the fifth with five".
        last = int(numbers[-1])
        return last if counts[-1] == counts[0] + (counts[1] - counts[0]) * (last - 1) else None
    if len(moves) == 2 and moves[0].where[0] == "first" and moves[1].where[0] == "last" and moves[1].where[1] > 1:
        return int(moves[0].where[1] + moves[1].where[1])
    return None


def _lay(steps: list[Step | str], piles: int) -> list[str] | None:
    """The piles as strings of `u`, `d` and `?`, lowest card first; None where the deal cannot be followed."""
    moves = [step for step in steps if isinstance(step, Step) and step.count is not None]
    looped = any(isinstance(step, str) and step.startswith("loop") for step in steps)
    times = next((int(step.split()[1]) for step in steps if isinstance(step, str) and step.startswith("loop ")), None)
    told = _arithmetic(moves, piles, looped)
    if told is not None:
        return told or None
    laid = [""] * piles
    pointer = -1

    def put(step: Step) -> bool:
        nonlocal pointer
        where = step.where
        face = {"up": "u", "down": "d"}.get(step.face or "", "?") * ((step.count or 0) * step.again)
        if where[0] == "all":
            chosen = list(range(piles))
        elif where[0] == "first":
            chosen = list(range(min(piles, where[1])))
            if where[1] == 1:
                pointer = 0
        elif where[0] == "last":
            chosen = list(range(piles - where[1], piles))
        elif where[0] == "but":
            chosen = list(range(where[1], piles))
        elif where[0] == "nth":
            if not 1 <= where[1] <= piles:
                return False
            chosen = [where[1] - 1]
            pointer = where[1] - 1
        elif where[0] == "run":
            chosen = list(range(where[1], where[1] + where[2]))
        elif where[0] == "list":
            chosen = [number - 1 for number in where[1:]]
        elif where[0] == "next":
            pointer += 1
            if pointer >= piles:
                return False
            chosen = [pointer]
        elif where[0] == "others":
            taken = next(
                (
                    other.where
                    for other in moves
                    if other.where[0] in ("first", "last", "list") and other is not step and other.where != ("first", 1)
                ),
                None,
            )
            alone = [other.where for other in moves if other is not step]
            if len(alone) == 1 and alone[0][0] == "nth" and not looped:
                chosen = [number for number in range(piles) if number + 1 != alone[0][1]]
            elif taken is not None and pointer < 0:
                if taken[0] == "list":
                    chosen = [number for number in range(piles) if number + 1 not in taken[1:]]
                elif taken[0] == "first":
                    chosen = list(range(taken[1], piles))
                else:
                    chosen = list(range(piles - taken[1]))
            else:
                chosen = list(range(pointer + 1, piles))
        else:
            return False
        for number in chosen:
            if not 0 <= number < piles:
                return False
            laid[number] += face
        return True

    group: list[Step] = []
    done: list[Step] = []
    for step in steps:
        if isinstance(step, Step):
            if step.count is None:
                continue
            if not put(step):
                return None
            done.append(step)
            continue
        if step.startswith("loop"):
            if times is not None:
                for _ in range(times):
                    for again in done:
                        put(again)
                continue
            start = next((at for at, one in enumerate(done) if one.where[0] == "next"), None)
            if start is None:
                start = next((at for at, one in enumerate(done) if one.where == ("nth", 2)), None)
                if start is None:
                    return None
            group = [one.copy(where=("next",)) if one.where[0] == "nth" else one for one in done[start:]]
            while pointer < piles - 1:
                for again in group:
                    if not put(again):
                        return None
    return laid


def _arithmetic(moves: list[Step], piles: int, looped: bool) -> list[str] | None:
    """Deals that go on as they began: one on the first, two on the second …; on all seven, on the last six …"""
    if _ends_alone(moves) and piles > 2:
        # "The first with one card, the last with seven": those between have one more each, or are not told.
        few, many = moves[0].count or 0, moves[1].count or 0
        more = 1 if many > few else -1
        return ["?" * (few + more * number) for number in range(piles)] if abs(many - few) == piles - 1 else []
    if len(moves) < 2 or not looped:
        return None
    faces = {"up": "u", "down": "d", None: "?"}
    face = faces[moves[0].face]
    points: dict[int, int] = {}
    for step in moves:
        if step.where[0] == "nth" or (step.where[0] in ("first", "last") and step.where[1] == 1):
            at = step.where[1] if step.where[0] == "nth" else (1 if step.where[0] == "first" else piles)
            points[at] = step.count or 0
        else:
            points = {}
            break
    if len(points) >= 2:
        places = sorted(points)
        difference = points[places[1]] - points[places[0]] if places[1] - places[0] == 1 else None
        if difference in (1, -1):
            first = points[places[0]] - difference * (places[0] - 1)
            counts = [first + difference * number for number in range(piles)]
            if all(counts[at - 1] == count for at, count in points.items() if 1 <= at <= piles) and min(counts) >= 0:
                return [face * count for count in counts]
        return None
    sizes = []
    side = None
    for step in moves:
        if step.where[0] == "all":
            sizes.append(piles)
        elif step.where[0] in ("first", "last"):
            if side not in (None, step.where[0]) or step.face != moves[0].face:
                return None  # "Face down on the first four and face up on the last three": nothing that shrinks
            side = step.where[0]
            sizes.append(step.where[1])
        elif step.where[0] == "but":
            side = "last"
            sizes.append(piles - step.where[1])
        else:
            return None
    if (
        side
        and len(sizes) >= 2
        and all(first - second == 1 for first, second in itertools.pairwise(sizes))
        and all(step.count == 1 for step in moves)
    ):
        counts = [
            sum(1 for size in range(1, sizes[0] + 1) if (number < size if side == "first" else number >= piles - size))
            for number in range(piles)
        ]
        return [face * count for count in counts]
    return None
