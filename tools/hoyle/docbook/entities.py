"""The entities that a page declares: what they stand for, and whether that is within bounds.

It is worked out from the text, before anything is expanded, whatever protection the XML
library brings along (expat has some since 2.4.0).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from hoyle.docbook.page import PageError, Place
from hoyle.messages import _

MAX_EXPANSION: Final = 1_000_000
"""The most characters that the entities of one file may stand for in all."""
MAX_DEPTH: Final = 16
"""How deep entities may stand in one another."""

# The parts of a prolog, as XML has them; nothing else may stand in it. Few pages need it: it is compiled when they do.
_PROLOG: Final = r"""
    [\s\ufeff]*+(?:
      (?P<comment> <!--.*?--> | <\?.*?\?> | %[^\s%&;<>"']++; )
    | <!ENTITY\s++(?P<percent>%\s++)?(?P<name>[^\s%&;<>"']++)\s++(?P<value>"[^"]*+"|'[^']*+')\s*+>
    | (?P<doctype> <!DOCTYPE(?:[^"'\[>]|"[^"]*+"|'[^']*+')*+ [\[>] )
    | (?P<other> <![A-Z]++(?:[^"'>]|"[^"]*+"|'[^']*+')*+> )
    | (?P<end> \]\s*+> )
    )
    """
_REFERENCE: Final = re.compile(r"""&([^\s&;<>#"']++);""")
_CHARACTER: Final = re.compile(r"&#(?:x([0-9A-Fa-f]{1,6})|([0-9]{1,7}));")


class Malformed(Exception):
    """The text is not well-formed XML."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column


def character(match: re.Match[str]) -> str:
    """The character that a reference by number stands for."""
    code = int(match[1], 16) if match[1] else int(match[2])
    return chr(code) if 0 < code < 0x110000 else ""


def declared(text: str, path: Path, *, strict: bool = True) -> dict[str, str]:
    """The general entities that a page declares within itself, by name, as XML reads their values.

    Raises `PageError` where those that the page uses stand for more text than `MAX_EXPANSION` in all,
    stand in one another deeper than `MAX_DEPTH`, or contain themselves; and `Malformed` where the
    declarations cannot be told, if `strict`.
    """
    if "<!ENTITY" not in text:
        return {}
    prolog = re.compile(_PROLOG, re.VERBOSE | re.DOTALL)
    values: dict[str, str] = {}
    longest: dict[str, int] = {}
    places: dict[str, int] = {}
    outside = []
    in_subset = False
    at = 0
    while match := prolog.match(text, at):
        at = match.end()
        if name := match["name"]:
            name = (match["percent"] or "")[:1] + name
            value = _CHARACTER.sub(character, match["value"][1:-1])
            values.setdefault(name, value)
            longest[name] = max(len(value), longest.get(name, 0))
            places.setdefault(name, match.start("name"))
        else:
            outside.append(match[0])
            in_subset = in_subset or (match["doctype"] is not None and match[0].endswith("["))
            if match["end"]:
                in_subset = False
                break
    # What looks like a declaration after the end of all declarations is text, a comment's or a listing's.
    if strict and in_subset and "<!ENTITY" in text[at:]:
        before = text[:at]
        raise Malformed("syntax error", before.count("\n") + 1, len(before) - before.rfind("\n") - 1)
    outside.append(text[at:])

    def place(name: str) -> Place:
        before = text[: places[name]]
        return Place(str(path), before.count("\n") + 1, len(before) - before.rfind("\n"))

    sizes: dict[str, int] = {}
    around: list[str] = []

    def size(name: str) -> int:
        if name not in values:
            return 0
        if name not in sizes:
            reference = f"&{name};"
            if name in around:
                raise PageError(place(name), _("the entity {name} contains itself").format(name=reference))
            if len(around) == MAX_DEPTH:
                message = _("the entity {name} and others stand in one another more than {limit} deep")
                raise PageError(place(name), message.format(name=reference, limit=MAX_DEPTH))
            around.append(name)
            sizes[name] = longest[name] + sum(map(size, _REFERENCE.findall(values[name])))
            around.pop()
        return sizes[name]

    total = 0
    for part in outside:
        for name in _REFERENCE.findall(part):
            total += size(name)
            if total > MAX_EXPANSION:
                message = _("the entity {name} makes the page longer by more than {limit} characters; it is not read")
                raise PageError(place(name), message.format(name=f"&{name};", limit=MAX_EXPANSION))
    return {name: value for name, value in values.items() if name[0] != "%"}
