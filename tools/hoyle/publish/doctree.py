"""DocBook elements → docutils nodes.

Each element has a function, registered under its name in `blocks`, `lists`, `tables`,
`inlines` or `links`, or stands in a set of `elements`; one in neither keeps its text and
is warned of by name. White space folds as a browser folds it. Texts that the renderer adds
itself (quotation marks, arrows between menus) are plain `nodes.Text`; texts of the page
are `SourceText`, so that a place in the page can be found again in the tree.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from docutils import nodes
from lxml import etree

from hoyle.publish import blocks, inlines, links, lists, tables
from hoyle.publish.elements import (
    ADMONITIONS,
    BLOCKS,
    CODE,
    INFO,
    INLINES,
    PLAIN,
    SECTIONS,
    SILENT,
    STRONG,
    TRANSPARENT_BLOCKS,
    VERBATIM,
    XLINK_HREF,
    Handler,
    language,
    local,
    own_id,
    texts,
)
from hoyle.publish.text import SourceText, fold, replace_text, slug
from hoyle.publish.words import for_user

REGISTERING = (blocks, inlines, links, lists, tables)
"""The modules whose functions render the elements: importing them registers these."""

N = TypeVar("N", bound=nodes.Element)
Warn = Callable[[str, str, etree._Element], None]
"""Called with a warning's kind (`unknown_element`, `unsafe_link`, …), its words and the element."""


@dataclass
class Renderer:
    """Renders one page.

    `on_block` is called with each element that holds running text, and the node made of
    it; it may change it, and give another in place of a paragraph.
    """

    document: nodes.document
    lang: str
    """The language that the reader of the site expects; text in another is marked."""
    warn: Warn
    on_block: Callable[[etree._Element, nodes.Element], nodes.Element] = lambda element, node: node
    docname: str | None = None
    """Where Sphinx is around: the document's name, so that references reach other pages."""
    folder: Path | None = None
    """Where the page lies, to see whether its pictures are there."""

    targets: dict[str, etree._Element] = field(default_factory=dict, init=False)
    warned: set[str] = field(default_factory=set, init=False)
    used_ids: set[str] = field(default_factory=set, init=False)
    footnotes: dict[str, str] = field(default_factory=dict, init=False)
    notes: list[nodes.Node] = field(default_factory=list, init=False)
    """The footnotes, in the order of their first mention."""
    depth: int = field(default=0, init=False)

    MAX_DEPTH = 120
    """Deeper nesting is written without structure: no reader can see it, and recursion has an end."""

    # -- the whole page -----------------------------------------------------------------

    def render(self, root: etree._Element) -> None:
        """Fill the document with the page."""
        for element in root.iter():
            if isinstance(element.tag, str) and (name := own_id(element)):
                self.targets.setdefault(name, element)
        made = self.in_language(root, Renderer.section)
        self.document += made
        for text in list(self.document.findall(SourceText)):
            replace_text(text, nodes.Text(text))

    def in_language(self, element: etree._Element, make: Handler) -> list[nodes.Node]:
        """What `make` gives, marked where its language is another than that around it."""
        said = language(element)
        if said is None or said.lower() == self.lang.lower():
            return make(self, element)
        around, self.lang = self.lang, said
        try:
            made = make(self, element)
        finally:
            self.lang = around
        marked: list[nodes.Node] = []
        for node in made:
            if isinstance(node, nodes.Element):
                node["classes"].append(f"language-{said}")
                marked.append(node)
            else:
                marked.append(nodes.inline("", "", node, classes=[f"language-{said}"]))
        return marked

    def inline_of(self, element: etree._Element) -> list[nodes.Node]:
        """The running text of an element, in its own language."""
        return self.in_language(element, Renderer.inline)

    def children_of(self, element: etree._Element) -> list[nodes.Node]:
        """The block content of an element, in its own language."""
        return self.in_language(element, Renderer.children)

    def block_of(self, element: etree._Element) -> list[nodes.Node]:
        """The nodes of a block element, in its own language."""
        return self.in_language(element, Renderer.block)

    def titled_of(self, element: etree._Element) -> list[nodes.Node]:
        """The content of an element under its title, in its own language."""
        return self.in_language(element, Renderer.titled)

    def inline_element_of(self, element: etree._Element) -> list[nodes.Node]:
        """The nodes of an inline element, in its own language."""
        return self.in_language(element, Renderer.inline_element)

    # -- identifiers and places ------------------------------------------------------------

    def identify(self, node: nodes.Element, element: etree._Element, title: str | None = None) -> None:
        """Give the node its element's identifier, or one made of its title."""
        name = own_id(element)
        if name is None and title is None:
            return
        identifier = re.sub(r"\s+", "-", name) if name else slug(title or "")
        free, count = identifier, 1
        while free in self.used_ids:
            count += 1
            free = f"{identifier}-{count}"
        self.used_ids.add(free)
        node["ids"].append(free)
        self.document.ids[free] = node
        if name and free == identifier:
            label = nodes.fully_normalize_name(name)
            self.document.nametypes[label] = True
            self.document.nameids[label] = free

    def at(self, element: etree._Element, node: N) -> N:
        """The node, with the place of its element."""
        node.source = self.document.get("source") or self.document.current_source
        node.line = element.sourceline  # type: ignore[assignment]
        return node

    def unknown(self, element: etree._Element) -> None:
        """Warn of an element by its name, once."""
        name = local(element)
        if name not in self.warned:
            self.warned.add(name)
            self.warn("unknown_element", for_user("unknown element <{name}>; its text is kept", name=name), element)

    def title_of(self, element: etree._Element) -> etree._Element | None:
        """The element's title: a child, or in its info, or what a refentry has for one."""
        for child in element:
            if local(child) == "title":
                return child
        for child in element:
            if INFO.match(local(child)):
                for inner in child:
                    if local(inner) == "title":
                        return inner
            elif local(child) == "refnamediv":
                return next((inner for inner in child if local(inner) in ("refdescriptor", "refname")), None)
            elif local(child) == "refmeta":
                return next((inner for inner in child if local(inner) == "refentrytitle"), None)
        return None

    def section(self, element: etree._Element) -> list[nodes.Node]:
        """A section with its title and content."""
        section = self.at(element, nodes.section())
        title = self.title_of(element)
        shown = self.at(element, nodes.title())
        if title is not None:
            shown += self.inline_of(title)
            self.finish(title, shown)
        if not shown.astext().strip():
            shown += nodes.Text(_label(local(element)))
        self.identify(section, element, shown.astext())
        section += shown
        section += self.children(element, skip=title)
        return [section]

    def children(self, element: etree._Element, skip: etree._Element | None = None) -> list[nodes.Node]:
        """The block content of an element. Loose text and inline elements become paragraphs."""
        made: list[nodes.Node] = []
        loose: list[nodes.Node] = []
        self.depth += 1
        if self.depth > self.MAX_DEPTH:
            self.depth -= 1
            text = " ".join("".join(texts(element)).split())
            if "depth" not in self.warned:
                self.warned.add("depth")
                message = for_user("elements nest deeper than {n}; what is inside is shown as text", n=self.MAX_DEPTH)
                self.warn("too_deep", message, element)
            return [nodes.paragraph("", "", SourceText(text))] if text else []

        def flush() -> None:
            paragraph = self.at(element, nodes.paragraph("", "", *loose))
            loose.clear()
            fold(paragraph)
            if paragraph.children:
                made.append(self.on_block(element, paragraph))

        if element.text:
            loose.append(SourceText(element.text))
        for child in element:
            name = local(child)
            if child is skip or (skip is not None and name == "title" and child.getparent() is element):
                pass
            elif name and not self.stands_in_text(child):
                flush()
                made += self.block_of(child)
            elif name:
                loose += self.inline_element_of(child)
            if child.tail:
                loose.append(SourceText(child.tail))
        flush()
        self.depth -= 1
        return made

    def stands_in_text(self, element: etree._Element) -> bool:
        """Whether an element belongs to the text around it; one of an unknown name does if it holds no block."""
        name = local(element)
        if name in BLOCKS or self.is_known_block(name):
            return name in INLINES
        if name in INLINES or name in STRONG or name in CODE or name in PLAIN or name in SILENT:
            return True
        return not any(local(inner) and not self.stands_in_text(inner) for inner in element)

    def block(self, element: etree._Element) -> list[nodes.Node]:
        """The nodes of a block element."""
        name = local(element)
        if handler := BLOCKS.get(name):
            return handler(self, element)
        if name in SECTIONS:
            return self.section(element)
        if INFO.match(name):
            return BLOCKS["info"](self, element)
        if name not in TRANSPARENT_BLOCKS:
            self.unknown(element)
        return self.titled(element)

    def titled(self, element: etree._Element) -> list[nodes.Node]:
        """The content of an element, its title (if it has one) as a heading that is no section."""
        title = self.title_of(element)
        content = self.children(element, skip=title)
        if title is not None:
            content.insert(0, self.heading(title))
        if (name := own_id(element)) and content:
            box = self.at(element, nodes.container("", *content))
            self.identify(box, element)
            return [box] if name else content
        return content

    def heading(self, title: etree._Element) -> nodes.rubric:
        """A title that opens no section."""
        rubric = self.at(title, nodes.rubric())
        rubric += self.inline_of(title)
        self.finish(title, rubric)
        return rubric

    def finish(self, element: etree._Element, node: nodes.Element) -> nodes.Element:
        """Fold the white space of a block of running text and hand it over."""
        fold(node)
        return self.on_block(element, node)

    def inline(self, element: etree._Element) -> list[nodes.Node]:
        """The running text of an element."""
        made: list[nodes.Node] = []
        self.depth += 1
        if self.depth > self.MAX_DEPTH:
            made.append(SourceText("".join(texts(element))))
            self.depth -= 1
            return made
        if element.text:
            made.append(SourceText(element.text))
        for child in element:
            if local(child):
                made += self.inline_element_of(child)
            if child.tail:
                made.append(SourceText(child.tail))
        self.depth -= 1
        return made

    def inline_element(self, element: etree._Element) -> list[nodes.Node]:
        """The nodes of an element in running text, whatever it is."""
        name = local(element)
        if handler := INLINES.get(name):
            made = handler(self, element)
        elif name in SILENT:
            made = []
        elif name in STRONG:
            made = [nodes.strong("", "", *self.inline(element), classes=["gui" if name != "keycap" else "key"])]
        elif name in CODE:
            made = [nodes.literal("", "", *self.inline(element), classes=[name])]
        elif name in PLAIN:
            made = self.inline(element)
        elif self.is_known_block(name):
            # A list inside a phrase: its words, set apart by spaces.
            made = [SourceText(" "), *self.inline(element), SourceText(" ")]
        else:
            self.unknown(element)
            made = self.inline(element)
        if href := element.get(XLINK_HREF):
            made = links.link(self, href, made, element)
        return made

    def is_known_block(self, name: str) -> bool:
        """Whether elements of this name are blocks that the renderer knows."""
        return (
            name in BLOCKS or name in SECTIONS or name in ADMONITIONS or name in VERBATIM or name in TRANSPARENT_BLOCKS
        )


def _label(name: str) -> str:
    """What a section without a title is called."""
    from sphinx.locale import _

    return {
        "glossary": _("Glossary"),
        "bibliography": _("Bibliography"),
        "index": _("Index"),
        "preface": _("Preface"),
        "dedication": _("Dedication"),
        "appendix": _("Appendix"),
    }.get(name, _("Untitled"))
