"""Running text in the doctree."""

from __future__ import annotations

import re

from docutils import nodes


class SourceText(nodes.Text):
    """Text that stands in the page. Rendered documents hold plain `Text`: docutils goes by the names of classes."""


def slug(text: str) -> str:
    """An identifier made of a title.

    >>> slug("Arauak eta Puntuazioa"), slug("52")
    ('arauak-eta-puntuazioa', 'section-52')
    """
    made = nodes.make_id(text)
    return made or nodes.make_id(f"section-{text}")


def fold(block: nodes.Element) -> None:
    """Fold the white space of a block's text in place: runs become one space, none at either end.

    >>> paragraph = nodes.paragraph("", "", SourceText("  Ten\\n "), nodes.strong("", "", SourceText(" piles. ")))
    >>> fold(paragraph)
    >>> paragraph.astext()
    'Ten piles.'
    """
    texts: list[nodes.Text] = list(block.findall(nodes.Text))
    ends_in_space = True
    for text in texts:
        folded = re.sub(r"[ \t\r\n]+", " ", text)
        if ends_in_space:
            folded = folded.lstrip(" ")
        if folded:
            ends_in_space = folded.endswith(" ")
        replace_text(text, folded)
    for text in reversed(list(block.findall(nodes.Text))):
        folded = text.rstrip(" ")
        if folded == text:
            break
        replace_text(text, folded)
        if folded:
            break


def replace_text(text: nodes.Text, value: nodes.Text | str) -> None:
    """Put another text in a text's place; an empty one removes it."""
    parent = text.parent
    # `index` compares by value, and texts may be alike: find the very node.
    position = next(number for number, node in enumerate(parent.children) if node is text)
    if not value:
        del parent.children[position]
        return
    made = value if isinstance(value, nodes.Text) else type(text)(value)
    made.parent = parent
    parent.children[position] = made
