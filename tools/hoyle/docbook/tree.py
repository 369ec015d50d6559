"""From a tape to the tree of elements."""

from __future__ import annotations

from typing import Any, Final

from lxml import etree

from hoyle.docbook.tape import COMMENT, END, FILE, LOST, REFERENCE, START, TEXT, Entry

_MAX_LINE: Final = 65535
"""The last line that lxml can tell."""


def elements_of(tape: list[Entry]) -> list[etree._Element]:
    """The elements in the order in which they begin; their tree has the comments and instructions, too."""
    # The stubs say that it makes nothing, and do not know that the line of an element can be set.
    builder: Any = etree.TreeBuilder()
    elements: list[Any] = []
    open_tags: list[str] = []
    before: list[etree._Element] = []
    after: list[etree._Element] = []
    for entry in tape:
        kind = entry[0]
        if kind == START:
            _kind, _name, tag, attributes, namespaces, line, _column = entry
            element = builder.start(tag, attributes, namespaces)
            if line <= _MAX_LINE:
                element.sourceline = line
            elements.append(element)
            open_tags.append(tag)
        elif kind == END:
            builder.end(open_tags.pop())
        elif kind in (TEXT, REFERENCE):
            builder.data(entry[1])
        elif kind == FILE:
            continue
        elif kind == LOST:
            builder.pi("lost-lines", f"{entry[1]}-{entry[2]}")
        elif open_tags:
            make = builder.comment if kind == COMMENT else builder.pi
            make(*entry[1:])
        else:
            node = etree.Comment(entry[1]) if kind == COMMENT else etree.ProcessingInstruction(*entry[1:])
            (after if elements else before).append(node)
    root = builder.close()
    for one in before:
        root.addprevious(one)
    for one in reversed(after):
        root.addnext(one)
    return elements
