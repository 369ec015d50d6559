"""The tables of banks and rules: TOML, read in a tenth of the time that `tomllib` takes.

Nearly every line of theirs is a name and a string, or a list of strings: one expression finds these.
Any other value is left to `tomllib`, and so is a file that holds anything else, or a mistake.
"""

from __future__ import annotations

import re
from typing import Any, Final

_STATEMENT: Final = re.compile(
    r"""\s*+ (?:\#[^\n]*+\s*+)*+ (?:
      \[(?P<many>\[)? (?P<table>[A-Za-z0-9_.-]++) (?(many)\]\]|\])
    | (?:(?P<name>[A-Za-z0-9_-]++) | "(?P<quoted>[^"\\\n]++)") [ ]*+=[ ]*+ (?:
        "(?P<text>[^"\\\n]*+)" (?!")
      | \[ (?P<list>(?: \s*+ "[^"\\\n]*+" \s*+ (?:,|(?=\])) )*+) \s*+ \]
      | \"{3}\n? (?P<lines>[^"\\]*+) \"{3}
      | (?P<other>[^\s"'][^\n]*+) )
    ) [ ]*+ (?:\#[^\n]*+)? (?:\n|\Z)""",
    re.VERBOSE,
)
_STRING: Final = re.compile(r'"([^"]*)"')
_NUMBERS: Final = re.compile(r"\[(?:\d+(?:, *\d+)*)?\]")
_BLANK: Final = re.compile(r"(?:\s|#[^\n]*(?:\n|\Z))*")


def loads(text: str) -> dict[str, Any]:
    r"""What a text in TOML holds.

    Raises `tomllib.TOMLDecodeError` where it is none.

    >>> loads('[terms]\nwaste = "waste~n, talon"\n[[rule]]\nwhen = "build"\nfacts = ["a", "b"]')
    {'terms': {'waste': 'waste~n, talon'}, 'rule': [{'when': 'build', 'facts': ['a', 'b']}]}
    """
    try:
        data = _plain(text)
    except (AttributeError, TypeError, ValueError):
        data = None  # a mistake: `tomllib` says where
    if data is None:
        import tomllib

        return tomllib.loads(text)
    return data


def _plain(text: str) -> dict[str, Any] | None:
    """What a text holds, if it has nothing but what the expression finds."""
    data: dict[str, Any] = {}
    table = data
    value: Any
    at = 0
    while match := _STATEMENT.match(text, at):
        at = match.end()
        many, path, name, quoted, string, items, lines, other = match.groups()
        if path is not None:
            *around, last = path.split(".")
            table = data
            for each in around:
                table = table.setdefault(each, {})
            if many:
                table.setdefault(last, []).append({})
                table = table[last][-1]
                continue
            name, value = last, {}
        elif string is not None:
            value = string
        elif items is not None:
            value = _STRING.findall(items)
        else:
            value = lines if lines is not None else _value(other)
        name = name or quoted
        if name in table:
            return None
        table[name] = value
        if path is not None:
            table = value
    return data if _BLANK.fullmatch(text, at) else None


def _value(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    if text.isdecimal():
        return int(text)
    if _NUMBERS.fullmatch(text):
        return [int(number) for number in text[1:-1].split(",") if number]
    import tomllib

    return tomllib.loads(f"value = {text}")["value"]
