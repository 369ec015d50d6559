"""Elements within running text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from docutils.utils.smartquotes import smartchars
from lxml import etree

from hoyle.publish.blocks import image, mediaobject
from hoyle.publish.elements import inline, local, own_id, texts
from hoyle.publish.text import SourceText
from hoyle.publish.words import for_user

if TYPE_CHECKING:
    from hoyle.publish.doctree import Renderer


@inline("emphasis")
def emphasis(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`emphasis`."""
    strong = element.get("role") in ("bold", "strong")
    kind: type[nodes.TextElement] = nodes.strong if strong else nodes.emphasis
    return [kind("", "", *renderer.inline(element))]


@inline("citetitle", "firstterm", "foreignphrase")
def citetitle(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`citetitle`, `firstterm`, `foreignphrase`."""
    return [nodes.emphasis("", "", *renderer.inline(element))]


@inline("replaceable")
def replaceable(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`replaceable`."""
    return [nodes.emphasis("", "", *renderer.inline(element), classes=["replaceable"])]


@inline("quote")
def quote(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`quote`."""
    nested = any(local(around) == "quote" for around in element.iterancestors())
    marks = smartchars.quotes.get(renderer.lang) or smartchars.quotes.get(renderer.lang.split("-")[0]) or "“”‘’"
    start, end = (marks[2], marks[3]) if nested else (marks[0], marks[1])
    return [nodes.Text(start), *renderer.inline(element), nodes.Text(end)]


@inline("superscript")
def superscript(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`superscript`."""
    return [nodes.superscript("", "", *renderer.inline(element))]


@inline("subscript")
def subscript(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`subscript`."""
    return [nodes.subscript("", "", *renderer.inline(element))]


@inline("acronym", "abbrev")
def acronym(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`acronym`, `abbrev`."""
    return [nodes.inline("", "", *renderer.inline(element), classes=["abbreviation"])]


@inline("trademark")
def trademark(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`trademark`."""
    sign = {"registered": "®", "copyright": "©", "service": "℠"}.get(element.get("class", ""), "™")
    return [*renderer.inline(element), nodes.Text(sign)]


@inline("optional")
def optional(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`optional`."""
    return [nodes.Text("["), *renderer.inline(element), nodes.Text("]")]


@inline("citerefentry")
def citerefentry(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`citerefentry`."""
    made: list[nodes.Node] = []
    for child in element:
        if local(child) == "manvolnum":
            made += [nodes.Text("("), *renderer.inline(child), nodes.Text(")")]
        elif local(child):
            made += renderer.inline(child)
    return [nodes.literal("", "", *made)]


@inline("menuchoice")
def menuchoice(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`menuchoice`."""
    made: list[nodes.Node] = []
    for child in element:
        if not local(child):
            continue
        if local(child) == "shortcut":
            made += [nodes.Text(" ("), *_joined(renderer, child, "+"), nodes.Text(")")]
            continue
        if made:
            made.append(nodes.Text(" ▸ "))
        made += renderer.inline_element_of(child)
    return [nodes.inline("", "", *made, classes=["menu"])]


@inline("keycombo", "shortcut")
def keycombo(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`keycombo`, `shortcut`."""
    return _joined(
        renderer,
        element,
        {"seq": " ", "click": "-", "press": "-", "double-click": "-"}.get(element.get("action", ""), "+"),
    )


def _joined(renderer: Renderer, element: etree._Element, sign: str) -> list[nodes.Node]:
    made: list[nodes.Node] = []
    for child in element:
        if local(child):
            if made:
                made.append(nodes.Text(sign))
            made += renderer.inline_element_of(child)
    return made


@inline("anchor")
def anchor(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`anchor`."""
    target = renderer.at(element, nodes.target())
    renderer.identify(target, element)
    return [target]


@inline("indexterm")
def indexterm(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """An entry of the index, which shows nothing where it stands."""
    words = [
        " ".join("".join(texts(child)).split())
        for child in element
        if local(child) in ("primary", "secondary", "tertiary")
    ]
    if not words or renderer.docname is None:
        return []
    from sphinx import addnodes

    count, identifier = 1, "index-1"
    while identifier in renderer.used_ids:
        count += 1
        identifier = f"index-{count}"
    renderer.used_ids.add(identifier)
    target = renderer.at(element, nodes.target("", "", ids=[identifier]))
    renderer.document.ids[identifier] = target
    # A semicolon parts the levels of an entry.
    entry = "; ".join(word.replace(";", ",") for word in words[:2])
    return [renderer.at(element, addnodes.index(entries=[("single", entry, identifier, "", None)])), target]


@inline("footnote")
def footnote(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`footnote`."""
    identifier = own_id(element) or f"footnote-{len(renderer.footnotes) + 1}"
    label = f"#hoyle-{identifier}"
    renderer.footnotes[identifier] = label
    note = renderer.at(element, nodes.footnote(auto=1))
    note["names"].append(nodes.fully_normalize_name(label[1:]))
    renderer.document.note_autofootnote(note)
    renderer.document.note_explicit_target(note, note)
    note += renderer.children(element)
    renderer.notes.append(note)
    return [_footnote_reference(renderer, identifier, element)]


@inline("footnoteref")
def footnoteref(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`footnoteref`."""
    name = element.get("linkend") or ""
    target = renderer.targets.get(name)
    if target is None or local(target) != "footnote":
        renderer.warn("unknown_reference", for_user("no footnote has the id “{name}”", name=name), element)
        return []
    return [_footnote_reference(renderer, name, element)]


def _footnote_reference(renderer: Renderer, identifier: str, element: etree._Element) -> nodes.Node:
    name = nodes.fully_normalize_name(f"hoyle-{identifier}")
    reference = renderer.at(element, nodes.footnote_reference(auto=1, refname=name))
    renderer.document.note_footnote_ref(reference)
    renderer.document.note_autofootnote_ref(reference)
    return reference


@inline("inlinemediaobject")
def inlinemediaobject(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`inlinemediaobject`."""
    made = mediaobject(renderer, element)
    return [node for node in made if isinstance(node, nodes.image)] or [
        SourceText(" ".join(node.astext() for node in made))
    ]


@inline("inlinegraphic")
def inlinegraphic(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`inlinegraphic`."""
    return image(renderer, element, "") if element.get("fileref") else []
