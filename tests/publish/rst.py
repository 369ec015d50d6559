"""A page's doctree as reStructuredText, to have plain Sphinx build the same text."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable

from docutils import nodes

UNDERLINES = "=-~^\"'+*"


def as_rst(document: nodes.document) -> str:
    """The source of a document that shows the same text, tables, lists and links."""
    return "\n\n".join(block for node in document.children for block in blocks(node, 0)) + "\n"


def blocks(node: nodes.Node, depth: int) -> list[str]:
    """The blocks of a block element."""
    match node:
        case nodes.section():
            title, *rest = node.children
            labels = [] if depth else [f".. _{name}:" for name in node["ids"]]  # below, pages use the same ones
            shown = inline(title)
            return [*labels, f"{shown}\n{UNDERLINES[depth] * max(4, len(shown))}", *inside(rest, depth + 1)]
        case nodes.rubric():
            return [f".. rubric:: {inline(node)}"]
        case nodes.paragraph():
            return [inline(node)] if node.astext().strip() else []
        case nodes.literal_block():
            return [".. code-block:: none\n\n" + textwrap.indent(node.astext(), "   ")]
        case nodes.bullet_list() | nodes.enumerated_list():
            mark = "-" if isinstance(node, nodes.bullet_list) else "#."
            return ["\n".join(hung(mark, inside(item.children, depth)) for item in node.children)]
        case nodes.definition_list():
            items = []
            for item in node.children:
                terms = [inline(child) for child in item.children if isinstance(child, nodes.term)]
                told = [block for child in item.children[len(terms) :] for block in inside(child.children, depth)]
                items.append(" / ".join(terms) + "\n" + textwrap.indent("\n\n".join(told), "   "))
            return ["\n\n".join(items)]
        case nodes.table():
            rows = list(node.findall(nodes.row))
            heads = sum(isinstance(row.parent, nodes.thead) for row in rows)
            lines = [".. list-table::", f"   :header-rows: {heads}", ""]
            width = max(len(row.children) for row in rows)
            for row in rows:
                cells = ["\n\n".join(inside(entry.children, depth)) for entry in row.children]
                cells += [""] * (width - len(cells))
                text = "\n".join(hung("-", [cell]) for cell in cells)
                lines.append(textwrap.indent(hung("*", [text]), "   "))
            return ["\n".join(lines)]
        case nodes.image():
            return [f".. image:: {node['uri']}\n   :alt: {node.get('alt', '')}"]
        case nodes.Admonition():
            return [f".. {node.tagname}::\n\n" + textwrap.indent("\n\n".join(inside(node.children, depth)), "   ")]
        case nodes.Element() if node.tagname == "toctree":
            names = [name.removeprefix("games/") for _title, name in node["entries"]]
            return [".. toctree::\n   :maxdepth: 1\n\n" + textwrap.indent("\n".join(names), "   ")]
        case nodes.comment() | nodes.Invisible():
            return []
        case nodes.Element():
            return inside(node.children, depth)
        case _:
            return [escaped(node.astext())]


def inside(children: Iterable[nodes.Node], depth: int) -> list[str]:
    return [block for child in children for block in blocks(child, depth)]


def hung(mark: str, parts: list[str]) -> str:
    """Blocks behind the mark of a list's item."""
    text = "\n\n".join(parts)
    indent = " " * (len(mark) + 1)
    return f"{mark} {textwrap.indent(text, indent)[len(indent) :]}"


def inline(node: nodes.Node) -> str:
    """Running text in one line."""
    told = []
    for child in node.children:
        text = " ".join(child.astext().split())
        if isinstance(child, nodes.Text):
            told.append(escaped(re.sub(r"\s+", " ", child.astext())))
        elif not text:
            continue
        elif isinstance(child, nodes.reference) and child.get("refuri"):
            told.append(f"\\ `{escaped(text)} <{child['refuri']}>`__\\ ")
        elif child.tagname == "pending_xref":
            told.append(f"\\ :ref:`{escaped(text)} <{child['reftarget']}>`\\ ")
        elif isinstance(child, nodes.strong | nodes.emphasis):
            mark = "**" if isinstance(child, nodes.strong) else "*"
            told.append(f"\\ {mark}{escaped(text)}{mark}\\ ")
        elif isinstance(child, nodes.literal):
            told.append(f"\\ ``{text}``\\ ")
        else:
            told.append(inline(child))
    return "".join(told).strip()


def escaped(text: str) -> str:
    return re.sub(r"([\\*`_|])", r"\\\1", text)
