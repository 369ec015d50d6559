"""Lists of all kinds, procedures, glossaries, questions and answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from lxml import etree

from hoyle.publish.blocks import paragraph
from hoyle.publish.elements import INFO, SILENT, block, local
from hoyle.publish.links import cross_reference, reference
from hoyle.publish.text import fold
from hoyle.publish.words import labelled, marked

if TYPE_CHECKING:
    from hoyle.publish.doctree import Renderer


@block("itemizedlist")
def itemizedlist(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`itemizedlist`."""
    made = renderer.at(element, nodes.bullet_list(bullet="-"))
    return _list(renderer, element, made, "listitem")


@block("orderedlist")
def orderedlist(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`orderedlist`."""
    made = renderer.at(element, nodes.enumerated_list(prefix="", suffix="."))
    made["enumtype"] = element.get("numeration") or "arabic"
    start = element.get("startingnumber", "")
    if start.isascii() and start.isdigit():
        made["start"] = int(start)
    elif element.get("continuation") == "continues":
        made["start"] = _counted_before(renderer, element) + 1
    return _list(renderer, element, made, "listitem")


def _counted_before(renderer: Renderer, element: etree._Element) -> int:
    for before in element.itersiblings(preceding=True):
        if local(before) == "orderedlist":
            items = sum(1 for child in before if local(child) == "listitem")
            start = before.get("startingnumber", "")
            if start.isascii() and start.isdigit():
                return int(start) - 1 + items
            return items + (_counted_before(renderer, before) if before.get("continuation") == "continues" else 0)
    return 0


def _list(renderer: Renderer, element: etree._Element, made: nodes.Element, item: str) -> list[nodes.Node]:
    """A list of `item` elements; what stands before the first of them comes before the list."""
    before: list[nodes.Node] = []
    for child in element:
        name = local(child)
        if name == item:
            made += renderer.in_language(child, _item)
        elif name == "title":
            before.append(renderer.heading(child))
        elif name and name not in SILENT and not INFO.match(name):
            if made.children:
                made.children[-1].extend(renderer.block_of(child))  # type: ignore[attr-defined]
            else:
                before += renderer.block_of(child)
    renderer.identify(made, element)
    return [*before, made] if made.children else before


def _item(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    made = renderer.at(element, nodes.list_item())
    title = renderer.title_of(element) if local(element) == "step" else None
    if title is not None:
        made += renderer.heading(title)
    made += renderer.children(element, skip=title)
    renderer.identify(made, element)
    return [made]


@block("procedure", "substeps")
def procedure(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`procedure`, `substeps`."""
    kind = "arabic" if local(element) == "procedure" else "loweralpha"
    made: nodes.Element = renderer.at(element, nodes.enumerated_list(prefix="", suffix=".", enumtype=kind))
    steps = [child for child in element if local(child) == "step"]
    if len(steps) == 1 and local(element) == "procedure":
        made = renderer.at(element, nodes.bullet_list(bullet="-"))
    return _list(renderer, element, made, "step")


@block("stepalternatives")
def stepalternatives(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`stepalternatives`."""
    return _list(renderer, element, renderer.at(element, nodes.bullet_list(bullet="-")), "step")


@block("calloutlist")
def calloutlist(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`calloutlist`."""
    return _list(
        renderer,
        element,
        renderer.at(element, nodes.enumerated_list(prefix="", suffix=".", enumtype="arabic")),
        "callout",
    )


@block("listitem", "step", "callout")
def listitem(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """A list item that stands alone: its content."""
    return renderer.children(element)


def _member(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    return [nodes.list_item("", *paragraph(renderer, element))]


@block("simplelist")
def simplelist(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`simplelist`."""
    made = renderer.at(element, nodes.bullet_list(bullet="-", classes=["simple-list"]))
    for child in element:
        if local(child) == "member":
            made += renderer.in_language(child, _member)
    renderer.identify(made, element)
    return [made] if made.children else []


@block("segmentedlist")
def segmentedlist(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`segmentedlist`."""
    titles = [child for child in element if local(child) == "segtitle"]
    made = renderer.at(element, nodes.bullet_list(bullet="-"))
    for item in element:
        if local(item) != "seglistitem":
            continue
        shown = renderer.at(item, nodes.list_item())
        for number, segment in enumerate(child for child in item if local(child) == "seg"):
            paragraph = renderer.at(segment, nodes.paragraph())
            if number < len(titles):
                paragraph += nodes.strong("", "", *renderer.inline(titles[number]))
                paragraph += nodes.Text(labelled(renderer.lang, "", ""))
            paragraph += renderer.inline(segment)
            shown += renderer.finish(segment, paragraph)
        made += shown
    title = renderer.title_of(element)
    return [*([renderer.heading(title)] if title is not None else []), made]


@block("variablelist")
def variablelist(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`variablelist`."""
    made = renderer.at(element, nodes.definition_list())
    return _definitions(renderer, element, made, "varlistentry")


@block("glosslist")
def glosslist(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`glosslist`."""
    made = renderer.at(element, nodes.definition_list(classes=["glossary"]))
    return _definitions(renderer, element, made, "glossentry")


def _definitions(renderer: Renderer, element: etree._Element, made: nodes.Element, item: str) -> list[nodes.Node]:
    before: list[nodes.Node] = []
    for child in element:
        name = local(child)
        if name == item:
            made += renderer.in_language(child, _definition)
        elif name == "title":
            before.append(renderer.heading(child))
        elif name and name not in SILENT and not INFO.match(name):
            before += renderer.block_of(child)
    renderer.identify(made, element)
    return [*before, made] if made.children else before


def _definition(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    made = renderer.at(element, nodes.definition_list_item())
    definition = renderer.at(element, nodes.definition())
    for child in element:
        name = local(child)
        if name in ("term", "glossterm"):
            term = renderer.at(child, nodes.term())
            term += renderer.inline_of(child)
            renderer.finish(child, term)
            made += term
        elif name in ("acronym", "abbrev"):
            definition += paragraph(renderer, child)
        elif name in ("listitem", "glossdef"):
            definition += renderer.children_of(child)
        elif name in ("glosssee", "glossseealso"):
            definition += _see(renderer, child, marked("see %s") if name == "glosssee" else marked("see also %s"))
        elif name and name not in SILENT:
            definition += renderer.block_of(child)
    if not definition.children:
        definition += nodes.paragraph()
    made += definition
    if made.children and isinstance(made[0], nodes.term):
        renderer.identify(made[0], element)
    return [made]


def _see(renderer: Renderer, element: etree._Element, label: str) -> list[nodes.Node]:
    from sphinx.locale import _

    before, _field, after = _(label).partition("%s")
    content = renderer.inline(element)
    if name := element.get("otherterm"):
        content = [reference(renderer, name, content, element)] if content else cross_reference(renderer, element, name)
    paragraph = renderer.at(element, nodes.paragraph("", "", nodes.Text(before), *content, nodes.Text(after)))
    fold(paragraph)
    return [paragraph]


@block("glossentry")
def glossentry(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """An entry of a glossary that has no list of its own around it."""
    return [renderer.at(element, nodes.definition_list("", *_definition(renderer, element), classes=["glossary"]))]


@block("varlistentry")
def varlistentry(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`varlistentry`."""
    return [renderer.at(element, nodes.definition_list("", *_definition(renderer, element)))]


@block("qandaset")
def qandaset(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`qandaset`."""
    made: list[nodes.Node] = []
    title = renderer.title_of(element)
    if title is not None:
        made.append(renderer.heading(title))
    entries = renderer.at(element, nodes.definition_list(classes=["questions"]))
    for child in element:
        name = local(child)
        if name == "qandaentry":
            entries += renderer.in_language(child, _question)
        elif name and child is not title and name not in SILENT:
            made += renderer.block_of(child)
    return [*made, entries] if entries.children else made


@block("qandadiv")
def qandadiv(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`qandadiv`."""
    return qandaset(renderer, element)


def _question(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    made = renderer.at(element, nodes.definition_list_item())
    definition = renderer.at(element, nodes.definition())
    for child in element:
        if local(child) == "question":
            term = renderer.at(child, nodes.term())
            for inner in child:
                if local(inner):
                    term += renderer.inline(inner)
                    renderer.finish(inner, term)
            made += term
        elif local(child) == "answer":
            definition += renderer.children_of(child)
    made += definition
    return [made]
