"""Where the words end that a finding quotes: a file has line ends, tags and references where a quote has none."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from hoyle.docbook.page import PageError
from hoyle.docbook.source import decode, load

LINES = 60
"""The most lines that are looked at; sentences are shorter."""

_BETWEEN = re.compile(r"(?:\s|<!--.*?-->|<\?.*?\?>|<!\[CDATA\[|\]\]>|<[^>]*>)*", re.DOTALL)
_REFERENCE = re.compile(r"&(?:#\w+|lt|gt|amp|quot|apos);")


def lines_of(path: str) -> list[str]:
    """The lines of a file; none where it cannot be read."""
    try:
        text = decode(load(Path(path)), Path(path))[0]
    except PageError:
        return []
    # XML knows no other ends of lines; str.splitlines does.
    return text.split("\n")


def end_of(lines: Sequence[str], line: int, column: int, quote: str) -> tuple[int, int]:
    """The line and column behind the last character of `quote`, which begins at `line` and `column`.

    `lines` are the file's; lines and columns count from 1. Where the file goes on with
    other words than the quote, the end is where they part.

    >>> end_of(["<para>Ten <b>big</b>", "  piles.</para>"], 1, 7, "Ten big piles.")
    (2, 9)
    >>> end_of(["Ten &amp; one"], 1, 1, "Ten & one")
    (1, 14)
    """
    text = "\n".join(lines[line - 1 : line - 1 + LINES])
    end = position = column - 1
    for character in quote:
        if character.isspace():
            continue
        between = _BETWEEN.match(text, position)
        position = between.end() if between else position
        if match := _REFERENCE.match(text, position):
            position = match.end()
        elif text[position : position + 1] == character:
            position += 1
        else:
            break
        end = position
    before = text[:end]
    return line + before.count("\n"), end - (before.rfind("\n") + 1) + 1
