"""Paragraphs, quotations, admonitions, verbatim text, figures, and what is told about a page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from lxml import etree

from hoyle.publish.elements import ADMONITIONS, SILENT, VERBATIM, block, local, own_id, texts
from hoyle.publish.links import is_picture_of_page
from hoyle.publish.text import SourceText, fold
from hoyle.publish.words import for_user

if TYPE_CHECKING:
    from hoyle.publish.doctree import Renderer


class chapter(nodes.Special, nodes.Element):
    """Where a book includes a page of its own. Attribute: `href`."""


@block("include")
def include(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """An include that was not followed: of a page of its own, or of what is not there."""
    href = element.get("href", "")
    return [chapter(href=href)] if renderer.docname is not None and href else []


@block("para", "simpara")
def para(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`para`, `simpara`."""
    made = renderer.children(element)
    if made and isinstance(made[0], nodes.Element) and own_id(element):
        renderer.identify(made[0], element)
    return made


@block("formalpara")
def formalpara(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`formalpara`."""
    title = renderer.title_of(element)
    made = renderer.children(element, skip=title)
    if title is not None:
        made.insert(0, renderer.heading(title))
    return made


@block("bridgehead")
def bridgehead(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`bridgehead`."""
    return [renderer.heading(element)]


@block("title")
def title(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`title`."""
    return [renderer.heading(element)]


@block("subtitle")
def subtitle(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`subtitle`."""
    return paragraph(renderer, element, "subtitle")


def paragraph(renderer: Renderer, element: etree._Element, *classes: str) -> list[nodes.Node]:
    """A paragraph of the element's running text; none where it has no text."""
    made: nodes.Element = renderer.at(element, nodes.paragraph(classes=[*classes]))
    made += renderer.inline(element)
    made = renderer.finish(element, made)
    return [made] if made.children else []


@block("blockquote", "epigraph")
def blockquote(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`blockquote`, `epigraph`."""
    quote = renderer.at(element, nodes.block_quote())
    title = renderer.title_of(element)
    attributions = [child for child in element if local(child) == "attribution"]
    if title is not None:
        quote += renderer.heading(title)
    for child in element:
        if child is title or child in attributions or not local(child):
            continue
        quote += renderer.block_of(child)
    for source in attributions:
        shown = renderer.at(source, nodes.attribution())
        shown += renderer.inline(source)
        renderer.finish(source, shown)
        quote += shown
    renderer.identify(quote, element)
    return [quote]


@block("sidebar")
def sidebar(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`sidebar`."""
    title = renderer.title_of(element)
    box = renderer.at(element, nodes.container(classes=["aside"]))
    if title is not None:
        box += renderer.heading(title)
    box += renderer.children(element, skip=title)
    renderer.identify(box, element)
    return [box]


@block(*ADMONITIONS)
def admonition(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`ADMONITIONS`."""
    title = renderer.title_of(element)
    name = local(element)
    if title is None:
        box = renderer.at(element, ADMONITIONS[name]())
    else:
        box = renderer.at(element, nodes.admonition(classes=[name]))
        shown = renderer.at(title, nodes.title())
        shown += renderer.inline_of(title)
        renderer.finish(title, shown)
        box += shown
    box += renderer.children(element, skip=title)
    renderer.identify(box, element)
    return [box]


@block(*VERBATIM)
def verbatim(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """Text whose line breaks and spaces count."""
    if local(element) == "literallayout" and element.get("class") != "monospaced":
        return _lines(renderer, element)
    block = renderer.at(element, nodes.literal_block())
    block["xml:space"] = "preserve"
    block["language"] = element.get("language") or "none"
    block["force"] = True
    text = "".join(texts(element)).strip("\n")
    block += SourceText(text)
    block.rawsource = text
    renderer.identify(block, element)
    return [block]


def _lines(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    block = renderer.at(element, nodes.line_block())
    line = nodes.line()
    lines = [line]
    for node in renderer.inline(element):
        if isinstance(node, SourceText):
            for number, part in enumerate(str(node).split("\n")):
                if number:
                    lines.append(nodes.line())
                lines[-1] += SourceText(part)
        else:
            lines[-1] += node
    for made in lines:
        fold(made)
    while lines and not lines[0].astext().strip():
        lines.pop(0)
    while lines and not lines[-1].astext().strip():
        lines.pop()
    block += lines
    return [block] if lines else []


@block("address")
def address(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`address`."""
    return _lines(renderer, element)


@block("info")
def info(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """What an info element tells, in small print; its title is the section's and not told again."""
    box = renderer.at(element, nodes.container(classes=["page-info"]))
    for child in element:
        name = local(child)
        if not name or name == "title":
            continue
        if name in ("abstract", "legalnotice", "authorgroup", "revhistory", "publisher", "revision"):
            box += renderer.titled_of(child)
        elif name not in SILENT:
            box += renderer.in_language(child, _info_line)
    return [box] if box.astext().strip() else []


def _info_line(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    text = " ".join(part for part in (" ".join(part.split()) for part in texts(element)) if part)
    if not text:
        return []
    if local(element) == "copyright":
        text = f"© {text}"
    return [renderer.at(element, nodes.paragraph("", "", SourceText(text)))]


@block("authorgroup")
def authorgroup(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`authorgroup`."""
    return [line for child in element if local(child) for line in _info_line(renderer, child)]


@block("author", "editor", "othercredit", "collab", "corpauthor", "copyright", "revision", "publisher")
def author(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`author`, `editor`, `othercredit`, `collab`, `corpauthor`, `copyright`, `revision`, `publisher`."""
    return _info_line(renderer, element)


@block("figure")
def figure(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`figure`."""
    title = renderer.title_of(element)
    figure = renderer.at(element, nodes.figure())
    figure += renderer.children(element, skip=title)
    if title is not None:
        caption = renderer.at(title, nodes.caption())
        caption += renderer.inline_of(title)
        renderer.finish(title, caption)
        figure += caption
    renderer.identify(figure, element)
    return [figure] if figure.children else []


@block("mediaobject")
def mediaobject(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """The first picture that a browser can show; else the text that stands for it."""
    written = [child for child in element if local(child) == "textobject"]
    words = " ".join(" ".join("".join(texts(text)) for text in written).split())
    made: list[nodes.Node] = []
    data = [found for found in element.iter("{*}imagedata", "{*}graphic") if found.get("fileref")]
    chosen = next(
        (found for found in data if not found.get("fileref", "").lower().endswith((".eps", ".ps", ".tif"))), None
    )
    if chosen is not None:
        made += image(renderer, chosen, words)
    if not made:
        for text in written:
            made += renderer.children_of(text)
    for child in element:
        if local(child) == "caption":
            made += renderer.children_of(child)
    return made


@block("graphic")
def graphic(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`graphic`."""
    return image(renderer, element, "") if element.get("fileref") else []


@block("inlinemediaobject")
def inlinemediaobject(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`inlinemediaobject`."""
    return mediaobject(renderer, element)


def image(renderer: Renderer, element: etree._Element, words: str) -> list[nodes.Node]:
    """The picture that the element refers to, with the words that stand for it; none from outside the page's folder."""
    target = element.get("fileref", "").strip()
    if not is_picture_of_page(target):
        message = for_user("the picture “{name}” is not below the page's own folder; it is left out", name=target)
        renderer.warn("unsafe_link", message, element)
        return []
    if renderer.folder is not None and not _is_there(renderer.folder, target):
        message = for_user("the picture “{name}” is not there; its words are shown", name=target)
        renderer.warn("missing_picture", message, element)
        return []
    image = renderer.at(element, nodes.image(uri=target, alt=words))
    for name in ("width", "height"):
        size = re.fullmatch(r"(\d{1,4})(?:px)?", element.get(name, ""))
        if size:
            image[name] = size[1]
    return [image]


def _is_there(folder: Path, target: str) -> bool:
    """Whether a picture lies in a page's folder or below; one whose name no file can have does not."""
    try:
        file = (folder / target).resolve(strict=True)
    except (OSError, ValueError):
        return False
    return file.is_file() and file.is_relative_to(folder.resolve())
