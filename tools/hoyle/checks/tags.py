"""The tags of a page as they stand in its file: their attributes, and where each value is.

The tree knows the line of an element; a finding about an attribute names its column too.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass

from hoyle.docbook.page import Page, Place
from hoyle.docbook.source import decode

_NAME = r"[^\s<>/=\"'!?&]+"
_MARKUP = re.compile(
    # What is never closed goes on to the end: looked for again at each beginning, it would take for ever.
    r"<!--.*?(?:-->|\Z)|<!\[CDATA\[.*?(?:\]\]>|\Z)|<\?.*?(?:\?>|\Z)|<!DOCTYPE[^\[>]*(?:\[.*?(?:\]\s*>|\Z)|>|\Z)"
    rf"|<(?P<name>{_NAME})(?P<attributes>(?:\s+{_NAME}\s*=\s*(?:\"[^\"<]*\"|'[^'<]*'))+)\s*/?>",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(rf"(?P<name>{_NAME})\s*=\s*(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)')")


@dataclass(frozen=True, slots=True)
class Attribute:
    """One attribute of a start tag."""

    element: str
    """The element's name, without its prefix."""
    name: str
    """With its prefix."""
    value: str
    place: Place
    """Where its value begins."""


def attributes(page: Page) -> Iterator[Attribute]:
    """The attributes in a page's own file, in its order; what the page includes has a file of its own."""
    text = decode(page.source, page.path)[0]
    line, start = 1, 0
    for tag in _MARKUP.finditer(text):
        if tag["name"] is None:
            continue
        element = tag["name"].rpartition(":")[2]
        for each in _ATTRIBUTE.finditer(text, *tag.span("attributes")):
            kind = "double" if each["double"] is not None else "single"
            at = each.start(kind)
            if (newline := text.rfind("\n", start, at)) >= 0:
                line += text.count("\n", start, at)
                start = newline + 1
            yield Attribute(
                element, each["name"], html.unescape(each[kind]), Place(str(page.path), line, at - start + 1)
            )
