"""DocBook elements → docutils nodes.

One method or one table entry an element; whatever is in neither keeps its text and is
warned of by name. White space folds as a browser folds it. Texts that the renderer adds
itself (quotation marks, arrows between menus) are plain `nodes.Text`; texts of the page
are `SourceText`, so that a place in the page can be found again in the tree.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from docutils import nodes
from docutils.utils.smartquotes import smartchars
from lxml import etree

from hoyle.publish.tables import cals_table, html_table, is_html_table
from hoyle.publish.words import marked

XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
XML_ID = "{http://www.w3.org/XML/1998/namespace}id"
XLINK_HREF = "{http://www.w3.org/1999/xlink}href"

SECTIONS = frozenset(
    "section sect1 sect2 sect3 sect4 sect5 simplesect refsect1 refsect2 refsect3 refsection refsynopsisdiv refentry "
    "reference article chapter appendix preface part book set topic dedication colophon acknowledgements partintro "
    "glossary glossdiv bibliography bibliodiv index indexdiv setindex qandadiv".split()
)
INFO = re.compile(r"(?:\w*info|docinfo)\Z")
"""The wrappers of a section's title and what is told about its text: `info`, `bookinfo`, `sect1info`, …"""

ADMONITIONS: dict[str, type[nodes.Element]] = {
    "note": nodes.note,
    "tip": nodes.tip,
    "warning": nodes.warning,
    "caution": nodes.caution,
    "important": nodes.important,
    "danger": nodes.danger,
}
VERBATIM = frozenset(
    "programlisting screen literallayout synopsis programlistingco screenco cmdsynopsis funcsynopsis "
    "classsynopsis".split()
)
LISTS = frozenset("itemizedlist orderedlist variablelist simplelist procedure substeps calloutlist".split())
TRANSPARENT_BLOCKS = frozenset(
    "informalexample informalequation caption textobject legalnotice abstract authorgroup revhistory revision "
    "revdescription highlights blockinfo equation example informalfigure screenshot imageobjectco mediaobjectco "
    "answer qandaentry qandaset bibliolist biblioentry bibliomixed biblioset bibliomset abstract printhistory "
    "personblurb authorblurb affiliation address copyright publisher editor author othercredit collab corpauthor "
    "segmentedlist msgset task taskprerequisites tasksummary taskrelated sidebar toc lot epigraph "
    "figure itermset set partintro keywordset subjectset annotation multimediaparam confgroup "
    "contractsponsor releaseinfo pubdate date edition orgname titleabbrev refmeta".split()
)
STRONG = frozenset("guibutton guilabel guimenu guimenuitem guisubmenu guiicon interface keycap".split())
CODE = frozenset(
    "literal filename command option code varname constant function classname systemitem envar computeroutput "
    "userinput prompt parameter property markup tag sgmltag email uri structname structfield type returnvalue "
    "errorname errorcode errortype exceptionname methodname interfacename ooclass ooexception oointerface package "
    "symbol token keysym keycode nonterminal database hardware medialabel enumvalue enumname "
    "namespacename macroname templatename typedefname unionname".split()
)
PLAIN = frozenset(
    "phrase wordasword application productname productnumber personname firstname surname othername honorific lineage "
    "orgname orgdiv corpname jobtitle shortaffil year holder street city state country postcode pob phone fax "
    "date pubdate edition releaseinfo revnumber revremark authorinitials author editor othercredit collabname "
    "mousebutton accel action keyword subjectterm subtitle trademark contrib copyright segtitle seg "
    "lineannotation manvolnum refentrytitle refmiscinfo refname refpurpose refclass refdescriptor bibliomisc issuenum "
    "volumenum artpagenums pagenums publishername isbn issn biblioid seriesvolnums invpartnumber citebiblioid "
    "modespec attribution person org uri email address optional replaceable arg group sbr "
    "label givenname personblurb primaryie secondaryie tertiaryie seeie seealsoie initializer funcdef funcprototype "
    "paramdef funcparams void varargs sect1 otheraddr legalnotice".split()
)
SILENT = frozenset(
    "indexterm colspec spanspec alt areaspec area areaset info titleabbrev beginpage videodata audiodata "
    "imagedata remark".split()
)
"""What shows nothing where it stands."""

SAFE_SCHEME = re.compile(r"(?:https?|mailto|ftp|tel|irc|xmpp):", re.IGNORECASE)
ANY_SCHEME = re.compile(r"[a-z][a-z0-9+.\-]*:", re.IGNORECASE)
IGNORABLE = re.compile("[\x00-\x20\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
"""What a browser drops from a link's target, or what could hide its scheme from a reader."""


class SourceText(nodes.Text):
    """Text that stands in the page. Rendered documents hold plain `Text`: docutils goes by the names of classes."""


Warn = Callable[[str, str, etree._Element], None]
"""Called with a warning's kind (`unknown_element`, `unsafe_link`, …), its words and the element."""


def local(element: etree._Element) -> str:
    """An element's name without its namespace; empty for a comment or a processing instruction."""
    return etree.QName(element).localname if isinstance(element.tag, str) else ""


def language(element: etree._Element) -> str | None:
    """The language that the element itself says it is in."""
    said = (element.get(XML_LANG) or element.get("lang") or "").strip().replace("_", "-")
    return said if re.fullmatch(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*", said) else None


def is_safe_link(target: str) -> bool:
    """Whether a link's target can neither run anything nor reach outside of the web.

    >>> is_safe_link("https://example.org/"), is_safe_link("rules.html#deal")
    (True, True)
    >>> is_safe_link(" java\\tscript:alert(1)"), is_safe_link("data:text/html,x")
    (False, False)
    """
    bare = IGNORABLE.sub("", target)
    return not ANY_SCHEME.match(bare) or bool(SAFE_SCHEME.match(bare))


def slug(text: str) -> str:
    """An identifier made of a title.

    >>> slug("Arauak eta Puntuazioa"), slug("52")
    ('arauak-eta-puntuazioa', 'section-52')
    """
    made = nodes.make_id(text)
    return made or nodes.make_id(f"section-{text}")


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

    targets: dict[str, etree._Element] = field(default_factory=dict, init=False)
    warned: set[str] = field(default_factory=set, init=False)
    used_ids: set[str] = field(default_factory=set, init=False)
    footnotes: dict[str, str] = field(default_factory=dict, init=False)
    depth: int = field(default=0, init=False)

    MAX_DEPTH = 120
    """Deeper nesting is written without structure: no reader can see it, and recursion has an end."""

    # -- the whole page -----------------------------------------------------------------

    def render(self, root: etree._Element) -> None:
        """Fill the document with the page."""
        for element in root.iter():
            if isinstance(element.tag, str) and (name := self.own_id(element)):
                self.targets.setdefault(name, element)
        made = self.in_language(root, self.section)
        self.document += made
        for text in list(self.document.findall(SourceText)):
            _replace(text, nodes.Text(text))

    def in_language(self, element: etree._Element, make: Callable[[etree._Element], list[nodes.Node]]) -> list[nodes.Node]:
        """What `make` gives, marked where its language is another than that around it."""
        said = language(element)
        if said is None or said.lower() == self.lang.lower():
            return make(element)
        around, self.lang = self.lang, said
        try:
            made = make(element)
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

    # -- identifiers and places ------------------------------------------------------------

    @staticmethod
    def own_id(element: etree._Element) -> str | None:
        return element.get(XML_ID) or element.get("id")

    def identify(self, node: nodes.Element, element: etree._Element, title: str | None = None) -> None:
        """Give the node its element's identifier, or one made of its title."""
        name = self.own_id(element)
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

    def at(self, element: etree._Element, node: nodes.Element) -> Any:
        """The node, with the place of its element."""
        node.source = self.document.get("source") or self.document.current_source
        node.line = element.sourceline
        return node

    def unknown(self, element: etree._Element) -> None:
        name = local(element)
        if name not in self.warned:
            self.warned.add(name)
            self.warn("unknown_element", f"unknown element <{name}>; its text is kept", element)

    # -- sections --------------------------------------------------------------------------

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
        section = self.at(element, nodes.section())
        title = self.title_of(element)
        shown = self.at(element, nodes.title())
        if title is not None:
            marked = self.in_language(title, lambda inner: [*self.inline(inner)])
            shown += marked
            self.finish(title, shown)
        if not shown.astext().strip():
            shown += nodes.Text(_label(local(element)))
        self.identify(section, element, shown.astext())
        section += shown
        section += self.children(element, skip=title)
        if local(element) in SECTIONS or element.getparent() is None:
            return [section]
        return [section]

    def children(self, element: etree._Element, skip: etree._Element | None = None) -> list[nodes.Node]:
        """The block content of an element. Loose text and inline elements become paragraphs."""
        made: list[nodes.Node] = []
        loose: list[nodes.Node] = []
        self.depth += 1
        if self.depth > self.MAX_DEPTH:
            self.depth -= 1
            text = " ".join("".join(_texts(element)).split())
            if "depth" not in self.warned:
                self.warned.add("depth")
                self.warn("too_deep", f"elements nest deeper than {self.MAX_DEPTH}; what is inside is shown as text", element)
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
            elif name and not self.is_inline(name):
                flush()
                made += self.in_language(child, self.block)
            elif name:
                loose += self.in_language(child, self.inline_element)
            if child.tail:
                loose.append(SourceText(child.tail))
        flush()
        self.depth -= 1
        return made

    def is_inline(self, name: str) -> bool:
        return (
            name in STRONG
            or name in CODE
            or f"inline_{name}" in _METHODS
            or (name in PLAIN and name not in TRANSPARENT_BLOCKS and name not in SECTIONS)
            or (name in SILENT and f"block_{name}" not in _METHODS)
        )

    def block(self, element: etree._Element) -> list[nodes.Node]:
        """The nodes of a block element."""
        name = local(element)
        if method := _METHODS.get(f"block_{name}"):
            return method(self, element)
        if name in SECTIONS:
            return self.section(element)
        if INFO.match(name):
            return self.block_info(element)
        if name in ADMONITIONS:
            return self.admonition(element)
        if name in VERBATIM:
            return self.verbatim(element)
        if name not in TRANSPARENT_BLOCKS:
            self.unknown(element)
        return self.titled(element)

    def titled(self, element: etree._Element) -> list[nodes.Node]:
        """The content of an element, its title (if it has one) as a heading that is no section."""
        title = self.title_of(element)
        content = self.children(element, skip=title)
        if title is not None:
            content.insert(0, self.heading(title))
        if (name := self.own_id(element)) and content:
            box = self.at(element, nodes.container("", *content))
            self.identify(box, element)
            return [box] if name else content
        return content

    def heading(self, title: etree._Element) -> nodes.rubric:
        rubric = self.at(title, nodes.rubric())
        rubric += self.in_language(title, lambda inner: [*self.inline(inner)])
        self.finish(title, rubric)
        return rubric

    def finish(self, element: etree._Element, node: nodes.Element) -> nodes.Element:
        """Fold the white space of a block of running text and hand it over."""
        fold(node)
        return self.on_block(element, node)

    # -- paragraphs ---------------------------------------------------------------------------

    def block_para(self, element: etree._Element) -> list[nodes.Node]:
        made = self.children(element)
        if made and isinstance(made[0], nodes.Element) and self.own_id(element):
            self.identify(made[0], element)
        return made

    block_simpara = block_para

    def block_formalpara(self, element: etree._Element) -> list[nodes.Node]:
        title = self.title_of(element)
        made = self.children(element, skip=title)
        if title is not None:
            made.insert(0, self.heading(title))
        return made

    def block_bridgehead(self, element: etree._Element) -> list[nodes.Node]:
        return [self.heading(element)]

    def block_title(self, element: etree._Element) -> list[nodes.Node]:
        return [self.heading(element)]

    def block_subtitle(self, element: etree._Element) -> list[nodes.Node]:
        return self._paragraph(element, "subtitle")

    def _paragraph(self, element: etree._Element, *classes: str) -> list[nodes.Node]:
        paragraph = self.at(element, nodes.paragraph(classes=[*classes]))
        paragraph += self.inline(element)
        paragraph = self.finish(element, paragraph)
        return [paragraph] if paragraph.children else []

    def block_blockquote(self, element: etree._Element) -> list[nodes.Node]:
        quote = self.at(element, nodes.block_quote())
        title = self.title_of(element)
        attributions = [child for child in element if local(child) == "attribution"]
        if title is not None:
            quote += self.heading(title)
        for child in element:
            if child is title or child in attributions or not local(child):
                continue
            quote += self.in_language(child, self.block)
        for source in attributions:
            shown = self.at(source, nodes.attribution())
            shown += self.inline(source)
            self.finish(source, shown)
            quote += shown
        self.identify(quote, element)
        return [quote]

    block_epigraph = block_blockquote

    def block_sidebar(self, element: etree._Element) -> list[nodes.Node]:
        title = self.title_of(element)
        box = self.at(element, nodes.container(classes=["aside"]))
        if title is not None:
            box += self.heading(title)
        box += self.children(element, skip=title)
        self.identify(box, element)
        return [box]

    def admonition(self, element: etree._Element) -> list[nodes.Node]:
        title = self.title_of(element)
        name = local(element)
        if title is None:
            box = self.at(element, ADMONITIONS[name]())
        else:
            box = self.at(element, nodes.admonition(classes=[name]))
            shown = self.at(title, nodes.title())
            shown += self.in_language(title, lambda inner: [*self.inline(inner)])
            self.finish(title, shown)
            box += shown
        box += self.children(element, skip=title)
        self.identify(box, element)
        return [box]

    def verbatim(self, element: etree._Element) -> list[nodes.Node]:
        """Text whose line breaks and spaces count."""
        if local(element) == "literallayout" and element.get("class") != "monospaced":
            return self._lines(element)
        block = self.at(element, nodes.literal_block())
        block["xml:space"] = "preserve"
        block["language"] = element.get("language") or "none"
        block["force"] = True
        text = "".join(_texts(element)).strip("\n")
        block += SourceText(text)
        block.rawsource = text
        self.identify(block, element)
        return [block]

    def _lines(self, element: etree._Element) -> list[nodes.Node]:
        block = self.at(element, nodes.line_block())
        line = nodes.line()
        lines = [line]
        for node in self.inline(element):
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

    def block_address(self, element: etree._Element) -> list[nodes.Node]:
        return self._lines(element)

    # -- info -----------------------------------------------------------------------------------

    def block_info(self, element: etree._Element) -> list[nodes.Node]:
        """What an info element tells, in small print; its title is the section's and not told again."""
        box = self.at(element, nodes.container(classes=["page-info"]))
        for child in element:
            name = local(child)
            if not name or name == "title":
                continue
            if name in ("abstract", "legalnotice", "authorgroup", "revhistory", "publisher", "revision"):
                box += self.in_language(child, self.titled)
            elif name not in SILENT:
                box += self.in_language(child, self._info_line)
        return [box] if box.astext().strip() else []

    def _info_line(self, element: etree._Element) -> list[nodes.Node]:
        text = " ".join(part for part in (" ".join(part.split()) for part in _texts(element)) if part)
        if not text:
            return []
        if local(element) == "copyright":
            text = f"© {text}"
        return [self.at(element, nodes.paragraph("", "", SourceText(text)))]

    def block_authorgroup(self, element: etree._Element) -> list[nodes.Node]:
        return [line for child in element if local(child) for line in self._info_line(child)]

    def block_author(self, element: etree._Element) -> list[nodes.Node]:
        return self._info_line(element)

    block_editor = block_othercredit = block_collab = block_corpauthor = block_copyright = block_author
    block_revision = block_publisher = block_author

    # -- lists ------------------------------------------------------------------------------------

    def block_itemizedlist(self, element: etree._Element) -> list[nodes.Node]:
        made = self.at(element, nodes.bullet_list(bullet="-"))
        return self._list(element, made, "listitem")

    def block_orderedlist(self, element: etree._Element) -> list[nodes.Node]:
        made = self.at(element, nodes.enumerated_list(prefix="", suffix="."))
        made["enumtype"] = element.get("numeration") or "arabic"
        start = element.get("startingnumber", "")
        if start.isascii() and start.isdigit():
            made["start"] = int(start)
        elif element.get("continuation") == "continues":
            made["start"] = self._counted_before(element) + 1
        return self._list(element, made, "listitem")

    def _counted_before(self, element: etree._Element) -> int:
        for before in element.itersiblings(preceding=True):
            if local(before) == "orderedlist":
                items = sum(1 for child in before if local(child) == "listitem")
                start = before.get("startingnumber", "")
                if start.isascii() and start.isdigit():
                    return int(start) - 1 + items
                return items + (self._counted_before(before) if before.get("continuation") == "continues" else 0)
        return 0

    def _list(self, element: etree._Element, made: nodes.Element, item: str) -> list[nodes.Node]:
        """A list of `item` elements; what stands before the first of them comes before the list."""
        before: list[nodes.Node] = []
        for child in element:
            name = local(child)
            if name == item:
                made += self.in_language(child, self._item)
            elif name == "title":
                before.append(self.heading(child))
            elif name and name not in SILENT and not INFO.match(name):
                target = before if not made.children else made[-1]
                target += self.in_language(child, self.block)
        self.identify(made, element)
        return [*before, made] if made.children else before

    def _item(self, element: etree._Element) -> list[nodes.Node]:
        made = self.at(element, nodes.list_item())
        title = self.title_of(element) if local(element) == "step" else None
        if title is not None:
            made += self.heading(title)
        made += self.children(element, skip=title)
        self.identify(made, element)
        return [made]

    def block_procedure(self, element: etree._Element) -> list[nodes.Node]:
        kind = "arabic" if local(element) == "procedure" else "loweralpha"
        made = self.at(element, nodes.enumerated_list(prefix="", suffix=".", enumtype=kind))
        steps = [child for child in element if local(child) == "step"]
        if len(steps) == 1 and local(element) == "procedure":
            made = self.at(element, nodes.bullet_list(bullet="-"))
        return self._list(element, made, "step")

    block_substeps = block_procedure

    def block_stepalternatives(self, element: etree._Element) -> list[nodes.Node]:
        return self._list(element, self.at(element, nodes.bullet_list(bullet="-")), "step")

    def block_calloutlist(self, element: etree._Element) -> list[nodes.Node]:
        return self._list(element, self.at(element, nodes.enumerated_list(prefix="", suffix=".", enumtype="arabic")), "callout")

    def block_listitem(self, element: etree._Element) -> list[nodes.Node]:
        """A list item that stands alone: its content."""
        return self.children(element)

    block_step = block_callout = block_listitem

    def block_simplelist(self, element: etree._Element) -> list[nodes.Node]:
        made = self.at(element, nodes.bullet_list(bullet="-", classes=["simple-list"]))
        for child in element:
            if local(child) == "member":
                made += self.in_language(child, lambda member: [nodes.list_item("", *self._paragraph(member))])
        self.identify(made, element)
        return [made] if made.children else []

    def block_segmentedlist(self, element: etree._Element) -> list[nodes.Node]:
        titles = [child for child in element if local(child) == "segtitle"]
        made = self.at(element, nodes.bullet_list(bullet="-"))
        for item in element:
            if local(item) != "seglistitem":
                continue
            shown = self.at(item, nodes.list_item())
            for number, segment in enumerate(child for child in item if local(child) == "seg"):
                paragraph = self.at(segment, nodes.paragraph())
                if number < len(titles):
                    paragraph += nodes.strong("", "", *self.inline(titles[number]))
                    paragraph += nodes.Text(": ")
                paragraph += self.inline(segment)
                shown += self.finish(segment, paragraph)
            made += shown
        title = self.title_of(element)
        return [*([self.heading(title)] if title is not None else []), made]

    def block_variablelist(self, element: etree._Element) -> list[nodes.Node]:
        made = self.at(element, nodes.definition_list())
        return self._definitions(element, made, "varlistentry")

    def block_glosslist(self, element: etree._Element) -> list[nodes.Node]:
        made = self.at(element, nodes.definition_list(classes=["glossary"]))
        return self._definitions(element, made, "glossentry")

    def _definitions(self, element: etree._Element, made: nodes.Element, item: str) -> list[nodes.Node]:
        before: list[nodes.Node] = []
        for child in element:
            name = local(child)
            if name == item:
                made += self.in_language(child, self._definition)
            elif name == "title":
                before.append(self.heading(child))
            elif name and name not in SILENT and not INFO.match(name):
                before += self.in_language(child, self.block)
        self.identify(made, element)
        return [*before, made] if made.children else before

    def _definition(self, element: etree._Element) -> list[nodes.Node]:
        made = self.at(element, nodes.definition_list_item())
        definition = self.at(element, nodes.definition())
        for child in element:
            name = local(child)
            if name in ("term", "glossterm"):
                term = self.at(child, nodes.term())
                term += self.in_language(child, lambda inner: [*self.inline(inner)])
                self.finish(child, term)
                made += term
            elif name in ("acronym", "abbrev"):
                definition += self._paragraph(child)
            elif name in ("listitem", "glossdef"):
                definition += self.in_language(child, lambda inner: self.children(inner))
            elif name in ("glosssee", "glossseealso"):
                definition += self._see(child, marked("see %s") if name == "glosssee" else marked("see also %s"))
            elif name and name not in SILENT:
                definition += self.in_language(child, self.block)
        if not definition.children:
            definition += nodes.paragraph()
        made += definition
        if made.children and isinstance(made[0], nodes.term):
            self.identify(made[0], element)
        return [made]

    def _see(self, element: etree._Element, label: str) -> list[nodes.Node]:
        from sphinx.locale import _

        before, _field, after = _(label).partition("%s")
        content = self.inline(element)
        if name := element.get("otherterm"):
            content = [self.reference(name, content, element)] if content else self.cross_reference(element, name)
        paragraph = self.at(element, nodes.paragraph("", "", nodes.Text(before), *content, nodes.Text(after)))
        fold(paragraph)
        return [paragraph]

    def block_glossentry(self, element: etree._Element) -> list[nodes.Node]:
        """An entry of a glossary that has no list of its own around it."""
        return [self.at(element, nodes.definition_list("", *self._definition(element), classes=["glossary"]))]

    def block_varlistentry(self, element: etree._Element) -> list[nodes.Node]:
        return [self.at(element, nodes.definition_list("", *self._definition(element)))]

    def block_qandaset(self, element: etree._Element) -> list[nodes.Node]:
        made: list[nodes.Node] = []
        title = self.title_of(element)
        if title is not None:
            made.append(self.heading(title))
        entries = self.at(element, nodes.definition_list(classes=["questions"]))
        for child in element:
            name = local(child)
            if name == "qandaentry":
                entries += self.in_language(child, self._question)
            elif name and child is not title and name not in SILENT:
                made += self.in_language(child, self.block)
        return [*made, entries] if entries.children else made

    def block_qandadiv(self, element: etree._Element) -> list[nodes.Node]:
        return self.block_qandaset(element)

    def _question(self, element: etree._Element) -> list[nodes.Node]:
        made = self.at(element, nodes.definition_list_item())
        definition = self.at(element, nodes.definition())
        for child in element:
            if local(child) == "question":
                term = self.at(child, nodes.term())
                for inner in child:
                    if local(inner):
                        term += self.inline(inner)
                        self.finish(inner, term)
                made += term
            elif local(child) == "answer":
                definition += self.in_language(child, lambda inner: self.children(inner))
        made += definition
        return [made]

    # -- tables ------------------------------------------------------------------------------------

    def block_table(self, element: etree._Element) -> list[nodes.Node]:
        title = self.title_of(element)
        caption = next((child for child in element if local(child) == "caption"), None)
        build = html_table if is_html_table(element) else cals_table
        made: list[nodes.Node] = []
        for table in build(element, self.cell, self.at):
            if not made:
                head = title if title is not None else caption
                if head is not None and is_html_table(element) | (title is not None):
                    shown = self.at(head, nodes.title())
                    shown += self.in_language(head, lambda inner: [*self.inline(inner)])
                    self.finish(head, shown)
                    table.insert(0, shown)
                self.identify(table, element)
            made.append(table)
        if not made:
            made = self.children(element, skip=title)
        for child in element:
            if local(child) in ("mediaobject", "textobject"):
                made += self.block(child)
        return made

    block_informaltable = block_tgroup = block_table

    def cell(self, element: etree._Element) -> list[nodes.Node]:
        """The content of a table's cell."""
        return self.in_language(element, lambda inner: self.children(inner))

    def block_entry(self, element: etree._Element) -> list[nodes.Node]:
        return self.children(element)

    # -- figures -----------------------------------------------------------------------------------

    def block_figure(self, element: etree._Element) -> list[nodes.Node]:
        title = self.title_of(element)
        figure = self.at(element, nodes.figure())
        figure += self.children(element, skip=title)
        if title is not None:
            caption = self.at(title, nodes.caption())
            caption += self.in_language(title, lambda inner: [*self.inline(inner)])
            self.finish(title, caption)
            figure += caption
        self.identify(figure, element)
        return [figure] if figure.children else []

    def block_mediaobject(self, element: etree._Element) -> list[nodes.Node]:
        """The first picture that a browser can show; else the text that stands for it."""
        texts = [child for child in element if local(child) == "textobject"]
        words = " ".join(" ".join("".join(_texts(text)) for text in texts).split())
        made: list[nodes.Node] = []
        data = [found for found in element.iter("{*}imagedata", "{*}graphic") if found.get("fileref")]
        chosen = next((found for found in data if not found.get("fileref", "").lower().endswith((".eps", ".ps", ".tif"))), None)
        if chosen is not None:
            made += self._image(chosen, words)
        if not made:
            for text in texts:
                made += self.in_language(text, lambda inner: self.children(inner))
        for child in element:
            if local(child) == "caption":
                made += self.in_language(child, lambda inner: self.children(inner))
        return made

    block_screenshot_ = block_mediaobject

    def block_graphic(self, element: etree._Element) -> list[nodes.Node]:
        return self._image(element, "") if element.get("fileref") else []

    def block_inlinemediaobject(self, element: etree._Element) -> list[nodes.Node]:
        return self.block_mediaobject(element)

    def _image(self, element: etree._Element, words: str) -> list[nodes.Node]:
        target = element.get("fileref", "").strip()
        bare = IGNORABLE.sub("", target)
        if ANY_SCHEME.match(bare) or bare.startswith(("/", "\\")) or ".." in re.split(r"[/\\]", bare):
            self.warn("unsafe_link", f"the picture {target!r} is not below the page's own folder; it is left out", element)
            return []
        image = self.at(element, nodes.image(uri=bare, alt=words))
        for name in ("width", "height"):
            size = re.fullmatch(r"(\d{1,4})(?:px)?", element.get(name, ""))
            if size:
                image[name] = size[1]
        return [image]

    # -- inline ------------------------------------------------------------------------------------

    def inline(self, element: etree._Element) -> list[nodes.Node]:
        """The running text of an element."""
        made: list[nodes.Node] = []
        self.depth += 1
        if self.depth > self.MAX_DEPTH:
            made.append(SourceText("".join(_texts(element))))
            self.depth -= 1
            return made
        if element.text:
            made.append(SourceText(element.text))
        for child in element:
            if local(child):
                made += self.in_language(child, self.inline_element)
            if child.tail:
                made.append(SourceText(child.tail))
        self.depth -= 1
        return made

    def inline_element(self, element: etree._Element) -> list[nodes.Node]:
        name = local(element)
        if method := _METHODS.get(f"inline_{name}"):
            made = method(self, element)
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
            made = self.link(href, made, element)
        return made

    def is_known_block(self, name: str) -> bool:
        return (
            f"block_{name}" in _METHODS
            or name in SECTIONS
            or name in ADMONITIONS
            or name in VERBATIM
            or name in TRANSPARENT_BLOCKS
        )

    def inline_emphasis(self, element: etree._Element) -> list[nodes.Node]:
        strong = element.get("role") in ("bold", "strong")
        kind: type[nodes.TextElement] = nodes.strong if strong else nodes.emphasis
        return [kind("", "", *self.inline(element))]

    def inline_citetitle(self, element: etree._Element) -> list[nodes.Node]:
        return [nodes.emphasis("", "", *self.inline(element))]

    inline_firstterm = inline_foreignphrase = inline_citation_ = inline_citetitle

    def inline_replaceable(self, element: etree._Element) -> list[nodes.Node]:
        return [nodes.emphasis("", "", *self.inline(element), classes=["replaceable"])]

    def inline_quote(self, element: etree._Element) -> list[nodes.Node]:
        nested = any(local(around) == "quote" for around in element.iterancestors())
        marks = smartchars.quotes.get(self.lang) or smartchars.quotes.get(self.lang.split("-")[0]) or "“”‘’"
        start, end = (marks[2], marks[3]) if nested else (marks[0], marks[1])
        return [nodes.Text(start), *self.inline(element), nodes.Text(end)]

    def inline_superscript(self, element: etree._Element) -> list[nodes.Node]:
        return [nodes.superscript("", "", *self.inline(element))]

    def inline_subscript(self, element: etree._Element) -> list[nodes.Node]:
        return [nodes.subscript("", "", *self.inline(element))]

    def inline_acronym(self, element: etree._Element) -> list[nodes.Node]:
        return [nodes.inline("", "", *self.inline(element), classes=["abbreviation"])]

    inline_abbrev = inline_acronym

    def inline_trademark(self, element: etree._Element) -> list[nodes.Node]:
        sign = {"registered": "®", "copyright": "©", "service": "℠"}.get(element.get("class", ""), "™")
        return [*self.inline(element), nodes.Text(sign)]

    def inline_optional(self, element: etree._Element) -> list[nodes.Node]:
        return [nodes.Text("["), *self.inline(element), nodes.Text("]")]

    def inline_citerefentry(self, element: etree._Element) -> list[nodes.Node]:
        made: list[nodes.Node] = []
        for child in element:
            if local(child) == "manvolnum":
                made += [nodes.Text("("), *self.inline(child), nodes.Text(")")]
            elif local(child):
                made += self.inline(child)
        return [nodes.literal("", "", *made)]

    def inline_menuchoice(self, element: etree._Element) -> list[nodes.Node]:
        made: list[nodes.Node] = []
        for child in element:
            if not local(child):
                continue
            if local(child) == "shortcut":
                made += [nodes.Text(" ("), *self._joined(child, "+"), nodes.Text(")")]
                continue
            if made:
                made.append(nodes.Text(" ▸ "))
            made += self.in_language(child, self.inline_element)
        return [nodes.inline("", "", *made, classes=["menu"])]

    def inline_keycombo(self, element: etree._Element) -> list[nodes.Node]:
        return self._joined(element, {"seq": " ", "click": "-", "press": "-", "double-click": "-"}.get(element.get("action", ""), "+"))

    inline_shortcut = inline_keycombo

    def _joined(self, element: etree._Element, sign: str) -> list[nodes.Node]:
        made: list[nodes.Node] = []
        for child in element:
            if local(child):
                if made:
                    made.append(nodes.Text(sign))
                made += self.in_language(child, self.inline_element)
        return made

    def inline_anchor(self, element: etree._Element) -> list[nodes.Node]:
        target = self.at(element, nodes.target())
        self.identify(target, element)
        return [target]

    def inline_indexterm(self, element: etree._Element) -> list[nodes.Node]:
        """An entry of the index, which shows nothing where it stands."""
        words = [" ".join("".join(_texts(child)).split()) for child in element if local(child) in ("primary", "secondary", "tertiary")]
        if not words or self.docname is None:
            return []
        from sphinx import addnodes

        count, identifier = 1, "index-1"
        while identifier in self.used_ids:
            count += 1
            identifier = f"index-{count}"
        self.used_ids.add(identifier)
        target = self.at(element, nodes.target("", "", ids=[identifier]))
        self.document.ids[identifier] = target
        # A semicolon parts the levels of an entry.
        entry = "; ".join(word.replace(";", ",") for word in words[:2])
        return [self.at(element, addnodes.index(entries=[("single", entry, identifier, "", None)])), target]

    block_indexterm_ = inline_indexterm

    def inline_footnote(self, element: etree._Element) -> list[nodes.Node]:
        identifier = self.own_id(element) or f"footnote-{len(self.footnotes) + 1}"
        label = f"#hoyle-{identifier}"
        self.footnotes[identifier] = label
        note = self.at(element, nodes.footnote(auto=1))
        note["names"].append(nodes.fully_normalize_name(label[1:]))
        self.document.note_autofootnote(note)
        self.document.note_explicit_target(note, note)
        note += self.children(element)
        self._notes.append(note)
        return [self._footnote_reference(identifier, element)]

    def inline_footnoteref(self, element: etree._Element) -> list[nodes.Node]:
        name = element.get("linkend") or ""
        target = self.targets.get(name)
        if target is None or local(target) != "footnote":
            self.warn("unknown_reference", f"no footnote has the id {name!r}", element)
            return []
        return [self._footnote_reference(name, element)]

    def _footnote_reference(self, identifier: str, element: etree._Element) -> nodes.Node:
        name = nodes.fully_normalize_name(f"hoyle-{identifier}")
        reference = self.at(element, nodes.footnote_reference(auto=1, refname=name))
        self.document.note_footnote_ref(reference)
        self.document.note_autofootnote_ref(reference)
        return reference

    def inline_inlinemediaobject(self, element: etree._Element) -> list[nodes.Node]:
        made = self.block_mediaobject(element)
        return [node for node in made if isinstance(node, nodes.image)] or [
            SourceText(" ".join(node.astext() for node in made))
        ]

    def inline_inlinegraphic(self, element: etree._Element) -> list[nodes.Node]:
        return self._image(element, "") if element.get("fileref") else []

    # -- links -------------------------------------------------------------------------------------

    def inline_ulink(self, element: etree._Element) -> list[nodes.Node]:
        url = element.get("url", "")
        return self.link(url, self.inline(element) or [nodes.Text(url)], element)

    def inline_link(self, element: etree._Element) -> list[nodes.Node]:
        content = self.inline(element)
        if name := element.get("linkend"):
            if not content:
                return self.cross_reference(element, name)
            return [self.reference(name, content, element)]
        if href := element.get(XLINK_HREF):
            return content or [nodes.Text(href)]  # `inline_element` makes the link
        return content

    def inline_email(self, element: etree._Element) -> list[nodes.Node]:
        address = "".join(_texts(element)).strip()
        return self.link(f"mailto:{address}", self.inline(element), element)

    def inline_uri(self, element: etree._Element) -> list[nodes.Node]:
        return self.link("".join(_texts(element)).strip(), self.inline(element), element)

    def inline_xref(self, element: etree._Element) -> list[nodes.Node]:
        name = element.get("linkend") or (element.get(XLINK_HREF) or "").removeprefix("#")
        return self.cross_reference(element, name) if name else []

    def inline_olink(self, element: etree._Element) -> list[nodes.Node]:
        return self.inline(element)

    def inline_glossterm(self, element: etree._Element) -> list[nodes.Node]:
        content: list[nodes.Node] = [nodes.emphasis("", "", *self.inline(element))]
        if name := element.get("linkend"):
            return [self.reference(name, content, element)]
        return content

    def link(self, target: str, content: list[nodes.Node], element: etree._Element) -> list[nodes.Node]:
        """A link to an address; content alone where the address could run something."""
        if target.startswith("#"):
            return [self.reference(target[1:], content, element)]
        if any(isinstance(inner, nodes.reference) for node in content for inner in node.findall()):
            return content
        if target.lower().startswith(("ghelp:", "help:", "man:", "info:")):
            return content  # addresses of a desktop's help viewer, which a browser does not know
        if not is_safe_link(target):
            self.warn("unsafe_link", f"the link's target {target[:60]!r} is not one for the web; its text is kept", element)
            return content
        return [self.at(element, nodes.reference("", "", *content, refuri=target.strip(), internal=False))]

    def reference(self, name: str, content: list[nodes.Node], element: etree._Element) -> nodes.Node:
        """A link to an element of this page, or of another page of the site."""
        if name in self.targets:
            reference = nodes.reference("", "", *content, refid=re.sub(r"\s+", "-", name), internal=True)
            return self.at(element, reference)
        if self.docname is None:
            return nodes.inline("", "", *content)
        from sphinx import addnodes

        pending = addnodes.pending_xref(
            "",
            nodes.inline("", "", *content, classes=["std", "std-ref"]),
            refdoc=self.docname,
            refdomain="std",
            reftype="ref",
            reftarget=nodes.fully_normalize_name(name),
            refexplicit=bool(content),
            refwarn=True,
        )
        return self.at(element, pending)

    def cross_reference(self, element: etree._Element, name: str) -> list[nodes.Node]:
        """A link whose text is what its target is called."""
        ends = element.get("endterm")
        source = self.targets.get(ends) if ends else None
        target = self.targets.get(name)
        if source is None and target is not None:
            label = target.get("xreflabel")
            if label:
                return [self.reference(name, [nodes.Text(label)], element)]
            source = self.title_of(target)
            if source is None:
                source = next((child for child in target if local(child) in ("term", "glossterm")), None)
        if source is not None:
            words = " ".join("".join(_texts(source)).split())
            return [self.reference(name, [nodes.Text(words)], element)]
        return [self.reference(name, [nodes.Text(name)] if target is not None else [], element)]

    _notes: list[nodes.Node] = field(default_factory=list, init=False)

    def end_notes(self) -> Sequence[nodes.Node]:
        """The footnotes, in the order of their first mention."""
        return self._notes


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


_METHODS: dict[str, Callable[[Renderer, etree._Element], list[nodes.Node]]] = {
    name: method for name, method in vars(Renderer).items() if name.startswith(("block_", "inline_")) and callable(method)
}


def _texts(element: etree._Element) -> Iterator[str]:
    """The texts of an element in their order, without those of comments and processing instructions."""
    yield from element.xpath(".//text()")


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
        _replace(text, folded)
    for text in reversed(list(block.findall(nodes.Text))):
        folded = text.rstrip(" ")
        if folded == text:
            break
        _replace(text, folded)
        if folded:
            break


def _replace(text: nodes.Text, value: nodes.Text | str) -> None:
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


def source_texts(nodes_: Iterable[nodes.Node]) -> Iterator[SourceText]:
    """The page's own texts among nodes, in order."""
    for node in nodes_:
        yield from node.findall(SourceText)
