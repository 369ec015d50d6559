"""Tables: DocBook's two models → docutils' one.

Spans are cut to the table's real size, so that a table that says nonsense about itself
is still a table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from docutils import nodes
from lxml import etree

from hoyle.publish.elements import block, local

if TYPE_CHECKING:
    from hoyle.publish.doctree import Renderer

Cell = Callable[[etree._Element], list[nodes.Node]]
At = Callable[[etree._Element, nodes.Element], Any]

MOST_COLUMNS = 200
LABEL_LENGTH = 40
"""A first column whose cells are no longer than this, in a table without a head, holds labels."""


def _named(element: etree._Element, *names: str) -> list[etree._Element]:
    return [child for child in element if local(child) in names]


def _number(text: str | None, least: int, most: int, default: int) -> int:
    if text and text.strip().isascii() and text.strip().isdigit() and len(text.strip()) < 7:
        return max(least, min(int(text), most))
    return default


def is_html_table(element: etree._Element) -> bool:
    """Whether a table is made of `tr` and `td`."""
    return any(local(inner) == "tr" for child in element for inner in (child, *child))


def _words(element: etree._Element) -> str:
    return " ".join("".join(str(text) for text in element.itertext()).split())


def _has_labels(rows: list[list[etree._Element]]) -> bool:
    return bool(rows) and all(len(row) > 1 and 0 < len(_words(row[0])) <= LABEL_LENGTH for row in rows)


def cals_table(element: etree._Element, cell: Cell, at: At) -> Iterator[nodes.table]:
    """A docutils table for each `tgroup` of a CALS table."""
    for group in [element] if local(element) == "tgroup" else _named(element, "tgroup"):
        parts = {
            name: [row for part in _named(group, name) for row in _named(part, "row")]
            for name in ("thead", "tbody", "tfoot")
        }
        entries = {row: _named(row, "entry", "entrytbl") for rows in parts.values() for row in rows}
        specs = _named(group, "colspec")
        said = _number(group.get("cols"), 1, MOST_COLUMNS, 1)
        columns = min(MOST_COLUMNS, max([said, len(specs), *(len(row) for row in entries.values())], default=1))
        names: dict[str, int] = {}
        position = 0
        for spec in specs:
            position = _number(spec.get("colnum"), 1, columns, position + 1)
            if name := spec.get("colname"):
                names[name] = position
        spans = {spec.get("spanname"): (spec.get("namest"), spec.get("nameend")) for spec in _named(group, "spanspec")}
        body_rows = [entries[row] for row in parts["tbody"]]
        headed = element.get("rowheader") == "firstcol" or (
            not parts["thead"] and columns > 1 and _has_labels(body_rows)
        )

        def span(entry: etree._Element, names: dict[str, int] = names, spans: Any = spans) -> int:
            first, last = spans.get(entry.get("spanname"), (entry.get("namest"), entry.get("nameend")))
            if first in names and last in names:
                return max(1, names[last] - names[first] + 1)
            return 1

        table = at(element, nodes.table(classes=["colwidths-auto", *(["labelled"] if headed and columns == 2 else [])]))
        tgroup = nodes.tgroup(cols=columns)
        for _column in range(columns):
            tgroup += nodes.colspec(colwidth=1)
        for part, make in (("thead", nodes.thead), ("tbody", nodes.tbody)):
            rows = parts[part] + (parts["tfoot"] if part == "tbody" else [])
            if rows:
                tgroup += _rows(
                    make(),
                    [
                        (
                            row,
                            [
                                (entry, span(entry), _number(entry.get("morerows"), 0, 100_000, 0))
                                for entry in entries[row]
                            ],
                        )
                        for row in rows
                    ],
                    columns,
                    cell,
                    at,
                    lambda entry, column, part=part, headed=headed: part == "tbody" and headed and column == 0,  # type: ignore[misc]
                )
        if len(tgroup.children) == columns:
            continue
        if not any(isinstance(child, nodes.tbody) for child in tgroup.children):
            tgroup += nodes.tbody()
        _measure(tgroup)
        table += tgroup
        yield table


def html_table(element: etree._Element, cell: Cell, at: At) -> Iterator[nodes.table]:
    """The docutils table of an HTML table."""
    head = [row for part in _named(element, "thead") for row in _named(part, "tr")]
    body = [row for part in _named(element, "tbody") for row in _named(part, "tr")] + _named(element, "tr")
    body += [row for part in _named(element, "tfoot") for row in _named(part, "tr")]
    if not head and body and all(local(entry) == "th" for entry in body[0] if local(entry)) and len(body) > 1:
        head, body = body[:1], body[1:]

    def read(rows: list[etree._Element]) -> list[tuple[etree._Element, list[tuple[etree._Element, int, int]]]]:
        return [
            (
                row,
                [
                    (
                        entry,
                        _number(entry.get("colspan"), 1, MOST_COLUMNS, 1),
                        _number(entry.get("rowspan"), 1, 100_000, 1) - 1,
                    )
                    for entry in _named(row, "td", "th")
                ],
            )
            for row in rows
        ]

    columns = min(MOST_COLUMNS, max((sum(width for _, width, _ in row) for _, row in read(head + body)), default=0))
    if not columns:
        return
    table = at(element, nodes.table(classes=["colwidths-auto"]))
    tgroup = nodes.tgroup(cols=columns)
    for _column in range(columns):
        tgroup += nodes.colspec(colwidth=1)
    if head:
        tgroup += _rows(nodes.thead(), read(head), columns, cell, at, lambda entry, column: False)
    tgroup += _rows(nodes.tbody(), read(body), columns, cell, at, lambda entry, column: local(entry) == "th")
    _measure(tgroup)
    table += tgroup
    yield table


def _measure(tgroup: nodes.tgroup) -> None:
    """Give columns the widths that builders of plain text and of print ask for; browsers find their own."""
    widths = [4] * tgroup["cols"]
    for row in tgroup.findall(nodes.row):
        column = 0
        for entry in row.findall(nodes.entry, descend=True):
            if entry.parent is not row:
                continue
            if "morecols" not in entry and column < len(widths):
                lines = (child.astext() for child in entry.children)
                widths[column] = max(widths[column], min(48, max(map(len, lines), default=0)))
            column += 1 + entry.get("morecols", 0)
    for spec, width in zip(tgroup.findall(nodes.colspec), widths, strict=False):
        spec["colwidth"] = width


def _rows(
    part: nodes.Element,
    rows: list[tuple[etree._Element, list[tuple[etree._Element, int, int]]]],
    columns: int,
    cell: Cell,
    at: At,
    is_label: Callable[[etree._Element, int], bool],
) -> nodes.Element:
    """The rows of a table's head or body, filled up and cut to its size."""
    taken = [0] * columns  # rows that a cell above still reaches into, by column
    for number, (element, entries) in enumerate(rows):
        row = at(element, nodes.row())
        column = 0
        left = len(rows) - number - 1
        for entry, width, more in entries:
            while column < columns and taken[column]:
                column += 1
            if column >= columns:
                # More cells than columns: their text goes into the last one.
                if row.children:
                    row[-1] += cell(entry)
                continue
            free = 1
            while free < width and column + free < columns and not taken[column + free]:
                free += 1
            shown = at(entry, nodes.entry())
            if free > 1:
                shown["morecols"] = free - 1
            if more := min(more, left):
                shown["morerows"] = more
            if is_label(entry, column):
                shown["heading"] = True
            shown += cell(entry)
            row += shown
            for covered in range(column, column + free):
                taken[covered] = more + 1
            column += free
        for covered in range(columns):
            if covered >= column and not taken[covered]:
                row += nodes.entry()
                taken[covered] = 1
        taken = [max(0, rest - 1) for rest in taken]
        part += row
    return part


@block("table", "informaltable", "tgroup")
def table(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`table`, `informaltable`, `tgroup`."""
    title = renderer.title_of(element)
    caption = next((child for child in element if local(child) == "caption"), None)
    build = html_table if is_html_table(element) else cals_table
    made: list[nodes.Node] = []
    for table in build(element, lambda inner: cell(renderer, inner), renderer.at):
        if not made:
            head = title if title is not None else caption
            if head is not None and is_html_table(element) | (title is not None):
                shown = renderer.at(head, nodes.title())
                shown += renderer.inline_of(head)
                renderer.finish(head, shown)
                table.insert(0, shown)
            renderer.identify(table, element)
        made.append(table)
    if not made:
        made = renderer.children(element, skip=title)
    for child in element:
        if local(child) in ("mediaobject", "textobject"):
            made += renderer.block(child)
    return made


def cell(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """The content of a table's cell."""
    return renderer.children_of(element)


@block("entry")
def entry(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`entry`."""
    return renderer.children(element)
