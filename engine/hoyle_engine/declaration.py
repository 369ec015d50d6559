"""What is wrong with a declaration, told in the words of its author before a game is dealt from it.

Python does not look at types when it runs, and so a declaration can say what no rule
means: `lift="SINGLE"`, a row dealt to piles that are not there. Both are found here, by
the types of the words in `variant` and by what the words name.
"""

from __future__ import annotations

import re
import typing
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType

from hoyle_engine.interface import PileKind
from hoyle_engine.variant import (
    Consolidate,
    DealRow,
    Emptied,
    Lay,
    Lift,
    Piles,
    Play,
    Row,
    ShortCut,
    Turn,
    Variant,
)

_NAME = re.compile(r"[a-z][a-z0-9-]*\Z")
# Words that are written otherwise than as their class and its arguments.
_WRITTEN = {
    Lift: "NOTHING, SINGLE, GROUP, WHOLE or sequence(…)",
    ShortCut: "a short cut such as first_of(…)",
    int: "a whole number",
    float: "a number",
    str: "a text",
    bool: "True or False",
    NoneType: "None",
}


def check(variant: Variant) -> None:
    """Raise `ValueError` for the first thing that is wrong with a declaration.

    >>> from hoyle_engine.variant import Piles, Row, Variant, line
    >>> check(Variant("mine", (Piles("tableau", line(0, 0, 4), spread="left"),), (Row("tableau"),)))
    Traceback (most recent call last):
        ...
    ValueError: mine: piles, number 1 (tableau), spread: 'left' is not "none", "down" or "right"
    >>> check(Variant("mine", (Piles("tableau", line(0, 0, 4)),), (Row("tableau", (5,)),)))
    Traceback (most recent call last):
        ...
    ValueError: mine: deal, number 1 (tableau): there is no tableau 5
    """
    fault = next(_wrong_types(variant, Variant), None) or next(_wrong_names(variant), None)
    if fault:
        raise ValueError(f"{variant.name}: {fault}")


def check_goal(variant: Variant) -> None:
    """Raise `ValueError` where all cards must go to the foundations and cannot.

    >>> from hoyle_engine.variant import Piles, Row, Variant, line
    >>> check_goal(Variant("mine", (Piles("tableau", line(0, 0, 4)),), (Row("tableau"),)))
    Traceback (most recent call last):
        ...
    ValueError: mine: goal: there is no foundation: say "remove-all", Emptied(…) or a function
    """
    counts: Counter[str] = Counter()
    for group in variant.piles:
        counts[group.kind] += len(group.places)
    dealt = 0
    for step in variant.deal:
        if isinstance(step, Row):
            dealt += step.times * (counts[step.kind] if step.piles is None else len(step.piles))
        elif isinstance(step, Lay):
            dealt += len(step.cards)
    if variant.goal != "foundation":
        return
    if not counts["foundation"]:
        raise ValueError(f'{variant.name}: goal: there is no foundation: say "remove-all", Emptied(…) or a function')
    if not counts["stock"] and dealt < len(variant.deck):
        raise ValueError(
            f"{variant.name}: deal: {dealt} of {len(variant.deck)} cards are dealt, and no stock takes the rest"
        )


@cache
def _hints(kind: type) -> dict[str, object]:
    # What a function takes is not looked at, so the types of games need not be known here.
    return typing.get_type_hints(kind, localns={"Game": object, "Table": object})


def _wrong_types(value: object, hint: object, *path: str) -> Iterator[str]:
    """What is not of the type that its word asks for, and where."""
    if not _is(value, hint):
        yield f"{', '.join(path)}: {value!r} is not {_words(hint)}"
    elif is_dataclass(value) and not isinstance(value, type):
        hints = _hints(type(value))
        for one in fields(value):
            yield from _wrong_types(getattr(value, one.name), hints[one.name], *path, one.name)
    elif isinstance(value, tuple):
        inside = typing.get_args(_tuple_of(hint))
        for number, item in enumerate(value, 1):
            one_hint = inside[0] if inside[-1] is Ellipsis else inside[number - 1]
            yield from _wrong_types(item, one_hint, *path, f"number {number}{_which(item)}")


def _which(item: object) -> str:
    kind = getattr(item, "kind", None) or getattr(item, "name", None)
    return f" ({kind})" if isinstance(kind, str) else ""


def _tuple_of(hint: object) -> object:
    return next((one for one in (hint, *typing.get_args(hint)) if typing.get_origin(one) is tuple), hint)


def _is(value: object, hint: object) -> bool:
    """Whether a value is of a type, without looking into it."""
    origin, inside = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Literal:
        return any(type(value) is type(one) and value == one for one in inside)
    if origin in (typing.Union, UnionType):
        return any(_is(value, one) for one in inside)
    if origin is Callable:
        return callable(value)
    if origin is tuple:
        return isinstance(value, tuple) and (inside[-1] is Ellipsis or len(value) == len(inside))
    if hint in (int, float):
        return isinstance(value, (int, float) if hint is float else int) and not isinstance(value, bool)
    return isinstance(value, typing.cast(type, hint))


def _words(hint: object) -> str:
    origin, inside = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Literal:
        return _either([f'"{one}"' for one in inside])
    if origin in (typing.Union, UnionType):
        return _either([_words(one) for one in inside])
    if origin is Callable:
        return "a function"
    if origin is tuple:
        return "a tuple" if inside[-1] is Ellipsis else f"a tuple of {len(inside)}"
    kind = typing.cast(type, hint)
    return _WRITTEN.get(kind, f"{kind.__name__}(…)")


def _either(words: list[str]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _wrong_names(variant: Variant) -> Iterator[str]:
    """What names a pile, a rank or a count that there is none of."""
    counts: Counter[str] = Counter()
    for group in variant.piles:
        counts[group.kind] += len(group.places)

    def no_pile(kind: PileKind, number: int = 1) -> Iterator[str]:
        if not 1 <= number <= counts[kind]:
            yield f"there is no {kind} {number}" if counts[kind] else f"there is no pile of the kind {kind}"

    def no_rank(*ranks: object) -> Iterator[str]:
        yield from (f"{rank} is no rank: ranks are 1 (ace) to 13 (king)" for rank in ranks if rank not in range(1, 14))

    if not _NAME.match(variant.name):
        yield f"name: {variant.name!r} is not of small letters, digits and hyphens, such as `forty-thieves`"
    for number, group in enumerate(variant.piles, 1):
        where = f"piles, number {number} ({group.kind}): "
        yield from (where + fault for fault in _wrong_piles(group, no_pile, no_rank))
    for number, step in enumerate(variant.deal, 1):
        where = f"deal, number {number} ({step.kind}): "
        asked = step.piles if isinstance(step, Row) and step.piles is not None else (1,)
        yield from (where + fault for pile in asked for fault in no_pile(step.kind, pile))
        if isinstance(step, Row) and step.times < 1:
            yield f"{where}times: {step.times} is less than 1"
        if isinstance(step, Lay) and len(step.cards) > counts[step.kind]:
            yield f"{where}{len(step.cards)} cards are laid out on {counts[step.kind]} piles"
    if variant.base is not None:
        yield from (f"base: {fault}" for fault in no_pile(*variant.base))
    if isinstance(variant.goal, Emptied):
        yield from (f"goal: {fault}" for kind in variant.goal.kinds for fault in no_pile(kind))
    if variant.removal is not None:
        yield from (f"removal: {fault}" for fault in no_rank(*variant.removal.single_ranks))
    if variant.autoplay is not None:
        yield from (f"autoplay: {fault}" for kind in variant.autoplay.order for fault in no_pile(kind))
    names = Counter(option.name for option in variant.options)
    yield from (f"options: {name!r} is there {count} times" for name, count in names.items() if count > 1)
    if sum(option.default for option in variant.options) > 1:
        yield "options: only one can be the default, as one excludes the others"


def _wrong_piles(
    group: Piles, no_pile: Callable[..., Iterator[str]], no_rank: Callable[..., Iterator[str]]
) -> Iterator[str]:
    if isinstance(group.empty, int):
        yield from (f"empty: {fault}" for fault in no_rank(group.empty))
    if group.lift.unit == "sequence" and group.lift.build is None:
        yield "lift: a sequence needs the Build by which its cards follow one another"
    if group.capacity is not None and group.capacity < 1:
        yield f"capacity: {group.capacity} is less than 1"
    for build in filter(None, (group.build, group.lift.build)):
        yield from (f"closed: {fault}" for fault in no_rank(*build.closed))
    for refill in group.refill:
        yield from (f"refill: {fault}" for fault in no_pile(refill.kind, refill.number))
    if group.covered_by and len(group.covered_by) != len(group.places):
        yield f"covered_by: it tells of {len(group.covered_by)} piles, and there are {len(group.places)}"
    over = {number for numbers in group.covered_by for number in numbers}
    yield from (f"covered_by: there is no pile {one} here" for one in over if not 1 <= one <= len(group.places))
    if isinstance(group.click, Turn | DealRow | Consolidate | Play):
        yield from (f"click: {fault}" for fault in no_pile(group.click.to))
    if isinstance(group.click, Turn) and group.click.count < 1:
        yield f"click: count: {group.click.count} is less than 1"
