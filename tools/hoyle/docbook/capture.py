"""Captures: pages as a web view showed them, with what it put around, between and into their lines.

All is mended in place: what is not the page's becomes white space, and every character
of the page stays in its line and column of the capture.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

_NUMBER: Final = re.compile(r"[ \t\xa0]*(\d{1,6})[ \t\xa0]*")
_MARKUP: Final = re.compile(r"<(?:\?xml\b|!DOCTYPE\b|!--|/?[A-Za-z_])")
_MARKUP_WITH_HARD_SPACE: Final = re.compile(r"<[?!]?[A-Za-z][\w:.-]*\xa0")
_DECLARATION: Final = re.compile(r"<\?xml\s[^<>]*>")
_ROOT: Final = re.compile(r"<([A-Za-z_][\w:.-]*)(?=[\s/>])")
# A branch as Bazaar's hosts name it: its owner, and the way to it.
_BRANCH: Final = re.compile(r"~[\w.+-]+(?:/[\w.+~-]+)+\s*\Z")
_NOT_SPACE: Final = re.compile(r"\S")


@dataclass(frozen=True, slots=True)
class Gap:
    """Lines of the page that the capture leaves out."""

    offset: int
    """Where in the text they are missing."""
    line: int
    """The line of the capture that tells."""
    first: int
    last: int
    """The page's own numbers of the lines."""


@dataclass(frozen=True, slots=True)
class Restored:
    """The text of a page, as far as its capture tells."""

    text: str
    is_capture: bool
    """Whether there was anything of a capture about it."""
    gaps: tuple[Gap, ...]
    before: int | None
    """The line of the first thing that stands before the page and is no part of it."""
    after: int | None
    """The same for what stands after it."""


def restore(text: str) -> Restored:
    """Take out what is not the page's own.

    >>> restore("~a/b\\n\\n<?xml version='1.0'?>\\n<para>Ten piles</para>").text.strip()
    '<para>Ten piles</para>'
    >>> restore("1\\n<para>\\n4\\npiles.\\n").gaps
    (Gap(offset=9, line=3, first=2, last=3),)
    """
    lines = text.split("\n")
    numbers = _line_numbers(lines)
    gaps = []
    if numbers:
        offset = expected = 0
        for index, line in enumerate(lines):
            if index in numbers:
                number = numbers[index]
                if number > expected + 1:
                    gaps.append(Gap(offset, index + 1, expected + 1, number - 1))
                expected = number
            offset += len(line) + 1
            if index in numbers:
                lines[index] = " " * len(line)
        text = "\n".join(lines)
    hard_spaces = _MARKUP_WITH_HARD_SPACE.search(text) is not None
    if hard_spaces:
        text = text.replace("\xa0", " ")

    before = after = None
    first = _MARKUP.search(text)
    if first:
        begin = first.start()
        if numbers:
            # What has a number is the page's.
            begin = min(begin, sum(len(line) + 1 for line in lines[: min(numbers)]))
        if text[:begin].strip("\ufeff \t\n"):
            before = _line_of_first(text, 0)
        text = _blank(text[:begin]) + text[begin:]
        if declaration := _DECLARATION.match(text, first.start()):
            text = _blank(text[: declaration.end()]) + text[declaration.end() :]
        root = _ROOT.search(text)
        end = text.rfind(">") + 1
        branch = _BRANCH.search(text, max(end, len(text) - 500))
        if root and text[:end].endswith(f"</{root[1]}>"):
            if text[end:].strip():
                after = _line_of_first(text, end)
            text = text[:end] + _blank(text[end:])
        elif branch:
            text = text[: branch.start()] + _blank(branch[0])
    is_capture = bool(numbers) or hard_spaces or before is not None or after is not None
    return Restored(text, is_capture, tuple(gaps), before, after)


def _line_numbers(lines: list[str]) -> dict[int, int]:
    """Which lines are nothing but a line number, by index; nothing where the text is not numbered."""
    candidates = {}
    filled = 0
    markup: int | None = None
    for index, line in enumerate(lines):
        if line and not line.isspace():
            filled += 1
            if match := _NUMBER.fullmatch(line):
                candidates[index] = int(match[1])
            elif markup is None and "<" in line:
                markup = index
    # Numbers begin before what they count, and come about as often.
    if markup is None or len(candidates) < 2 or min(candidates) > markup or len(candidates) * 5 < filled * 2:
        return {}
    order = list(candidates)
    following = dict(pairwise(order))
    numbers: dict[int, int] = {}
    last = 0
    counted = False
    for index, line in enumerate(lines):
        if not line or line.isspace():
            continue
        value = candidates.get(index)
        if value is None or value <= last:
            counted = False
            continue
        if counted and value != last + 1:
            # Right below a number, a number may be the line itself: then the next one goes on from there.
            next_value = candidates.get(following.get(index, -1), value)
            if last < next_value < value:
                counted = False
                continue
        numbers[index] = last = value
        counted = True
    return numbers


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _line_of_first(text: str, start: int) -> int:
    match = _NOT_SPACE.search(text, start)
    return text.count("\n", 0, match.start() if match else start) + 1
