"""The tape of a page: all that stands in it, in order."""

from __future__ import annotations

from typing import Any, Final

START, END, TEXT, REFERENCE, COMMENT, INSTRUCTION, LOST, FILE = range(8)
"""Kinds of entries on a tape.

| kind | entry |
|---|---|
| `START` | kind, local name, name and attributes in lxml's form, namespaces declared or None, line, column |
| `END` | kind, |
| `TEXT` | kind, characters, line and column of the first |
| `REFERENCE` | kind, characters that an entity or character reference stands for, its line, its column |
| `COMMENT` | kind, what it says |
| `INSTRUCTION` | kind, target, data |
| `LOST` | kind, the first and the last line of the page that are lost here |
| `FILE` | kind, path of the file that begins here, or None where one ends; line and column of the include |

Lines count from 1, columns from 0.
"""

MAX_DEPTH: Final = 200
"""The most elements that may stand in one another. DocBook's own rules rarely lead beyond 30."""
MAX_ELEMENTS: Final = 500_000
"""The most elements of one page, included files counted."""

Entry = tuple[Any, ...]
Piece = tuple[int, str, int, int]
"""A `TEXT` or a `REFERENCE`."""
