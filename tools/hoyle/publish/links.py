"""Links and cross-references."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docutils import nodes
from lxml import etree

from hoyle.publish.elements import XLINK_HREF, inline, local, texts
from hoyle.publish.words import for_user

if TYPE_CHECKING:
    from hoyle.publish.doctree import Renderer

SAFE_SCHEME = re.compile(r"(?:https?|mailto|ftp|tel|irc|xmpp):", re.IGNORECASE)
ANY_SCHEME = re.compile(r"[a-z][a-z0-9+.\-]*:", re.IGNORECASE)
IGNORABLE = re.compile("[\x00-\x20\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
"""What a browser drops from a link's target, or what could hide its scheme from a reader."""


def is_picture_of_page(target: str) -> bool:
    """Whether a picture's address lies below the page's own folder.

    >>> is_picture_of_page("figures/table.png"), is_picture_of_page("../table.png")
    (True, False)
    """
    bare = IGNORABLE.sub("", target)
    return not (ANY_SCHEME.match(bare) or bare.startswith(("/", "\\")) or ".." in re.split(r"[/\\]", bare))


def is_safe_link(target: str) -> bool:
    """Whether a link's target can neither run anything nor reach outside of the web.

    >>> is_safe_link("https://example.org/"), is_safe_link("rules.html#deal")
    (True, True)
    >>> is_safe_link(" java\\tscript:alert(1)"), is_safe_link("data:text/html,x")
    (False, False)
    """
    bare = IGNORABLE.sub("", target)
    return not ANY_SCHEME.match(bare) or bool(SAFE_SCHEME.match(bare))


@inline("ulink")
def ulink(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`ulink`."""
    url = element.get("url", "")
    return link(renderer, url, renderer.inline(element) or [nodes.Text(url)], element)


@inline("link")
def link_element(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`link`."""
    content = renderer.inline(element)
    if name := element.get("linkend"):
        if not content:
            return cross_reference(renderer, element, name)
        return [reference(renderer, name, content, element)]
    if href := element.get(XLINK_HREF):
        return content or [nodes.Text(href)]  # `inline_element` makes the link
    return content


@inline("email")
def email(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`email`."""
    address = "".join(texts(element)).strip()
    return link(renderer, f"mailto:{address}", renderer.inline(element), element)


@inline("uri")
def uri(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`uri`."""
    return link(renderer, "".join(texts(element)).strip(), renderer.inline(element), element)


@inline("xref")
def xref(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`xref`."""
    name = element.get("linkend") or (element.get(XLINK_HREF) or "").removeprefix("#")
    return cross_reference(renderer, element, name) if name else []


@inline("olink")
def olink(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`olink`."""
    return renderer.inline(element)


@inline("glossterm")
def glossterm(renderer: Renderer, element: etree._Element) -> list[nodes.Node]:
    """`glossterm`."""
    content: list[nodes.Node] = [nodes.emphasis("", "", *renderer.inline(element))]
    if name := element.get("linkend"):
        return [reference(renderer, name, content, element)]
    return content


def link(renderer: Renderer, target: str, content: list[nodes.Node], element: etree._Element) -> list[nodes.Node]:
    """A link to an address; content alone where the address could run something."""
    if target.startswith("#"):
        return [reference(renderer, target[1:], content, element)]
    if any(isinstance(inner, nodes.reference) for node in content for inner in node.findall()):
        return content
    if target.lower().startswith(("ghelp:", "help:", "man:", "info:")):
        return content  # addresses of a desktop's help viewer, which a browser does not know
    if not is_safe_link(target):
        message = for_user("the link's target “{target}” is not one for the web; its text is kept", target=target[:60])
        renderer.warn("unsafe_link", message, element)
        return content
    return [renderer.at(element, nodes.reference("", "", *content, refuri=target.strip(), internal=False))]


def reference(renderer: Renderer, name: str, content: list[nodes.Node], element: etree._Element) -> nodes.Node:
    """A link to an element of this page, or of another page of the site."""
    if name in renderer.targets:
        reference = nodes.reference("", "", *content, refid=re.sub(r"\s+", "-", name), internal=True)
        return renderer.at(element, reference)
    if renderer.docname is None:
        return nodes.inline("", "", *content)
    from sphinx import addnodes

    pending = addnodes.pending_xref(
        "",
        nodes.inline("", "", *content, classes=["std", "std-ref"]),
        refdoc=renderer.docname,
        refdomain="std",
        reftype="ref",
        reftarget=nodes.fully_normalize_name(name),
        refexplicit=bool(content),
        refwarn=True,
    )
    return renderer.at(element, pending)


def cross_reference(renderer: Renderer, element: etree._Element, name: str) -> list[nodes.Node]:
    """A link whose text is what its target is called."""
    ends = element.get("endterm")
    source = renderer.targets.get(ends) if ends else None
    target = renderer.targets.get(name)
    if source is None and target is not None:
        label = target.get("xreflabel")
        if label:
            return [reference(renderer, name, [nodes.Text(label)], element)]
        source = renderer.title_of(target)
        if source is None:
            source = next((child for child in target if local(child) in ("term", "glossterm")), None)
    if source is not None:
        words = " ".join("".join(texts(source)).split())
        return [reference(renderer, name, [nodes.Text(words)], element)]
    return [reference(renderer, name, [nodes.Text(name)] if target is not None else [], element)]
