"""What the pages about the whole site share: tables with figures, links, names of languages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from docutils import nodes

from hoyle.publish.words import language_name


def table(heads: Sequence[str], rows: Sequence[Sequence[nodes.entry]], classes: Sequence[str] = ()) -> nodes.table:
    """A table under a row of heads."""
    group = nodes.tgroup(cols=len(heads))
    group += [nodes.colspec(colwidth=1) for _head in heads]
    head = nodes.row("", *(nodes.entry("", nodes.paragraph("", text)) for text in heads))
    body = nodes.tbody("", *(nodes.row("", *row) for row in rows))
    group += [nodes.thead("", head), body]
    return nodes.table("", group, classes=list(classes))


def cell(*content: nodes.Node | str, rows: int = 1, heading: bool = False) -> nodes.entry:
    """A cell of running text, as high as so many rows."""
    made = nodes.entry("", nodes.paragraph("", "", *(nodes.Text(c) if isinstance(c, str) else c for c in content)))
    if rows > 1:
        made["morerows"] = rows - 1
    if heading:
        made["heading"] = True
    return made


def link(app: Any, docname: str, target: str, text: str, *, part: str = "", lang: str | None = None) -> nodes.Node:
    """A link to a document, or the text alone for a builder that makes none."""
    try:
        uri = app.builder.get_relative_uri(docname, target)
    except Exception:  # a builder that makes no such document
        return nodes.Text(text)
    if lang:
        uri = "../" * (docname.count("/") + 1) + f"{lang}/{target}{app.builder.out_suffix}"
    made = nodes.reference("", text, refuri=f"{uri}#{part}" if part else uri, internal=True)
    if lang:
        return nodes.inline("", "", made, classes=[f"language-{lang}", "plain"])
    return made


def name_of(lang: str) -> str:
    """What a language calls itself."""
    return language_name(lang)
