"""DocBook's elements: which are sections, which stand in running text, and who renders which."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from docutils import nodes
from lxml import etree

if TYPE_CHECKING:
    from hoyle.publish.doctree import Renderer


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
XML_ID = "{http://www.w3.org/XML/1998/namespace}id"
XLINK_HREF = "{http://www.w3.org/1999/xlink}href"

SECTIONS = _names(
    "section sect1 sect2 sect3 sect4 sect5 simplesect refsect1 refsect2 refsect3 refsection refsynopsisdiv refentry "
    "reference article chapter appendix preface part book set topic dedication colophon acknowledgements partintro "
    "glossary glossdiv bibliography bibliodiv index indexdiv setindex qandadiv"
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
VERBATIM = _names(
    "programlisting screen literallayout synopsis programlistingco screenco cmdsynopsis funcsynopsis classsynopsis"
)
TRANSPARENT_BLOCKS = _names(
    "informalexample informalequation caption textobject legalnotice abstract revhistory revdescription highlights "
    "equation example informalfigure screenshot imageobjectco mediaobjectco answer qandaentry bibliolist "
    "biblioentry bibliomixed biblioset bibliomset printhistory personblurb authorblurb affiliation msgset task "
    "taskprerequisites tasksummary taskrelated toc lot itermset keywordset subjectset annotation multimediaparam "
    "confgroup contractsponsor releaseinfo pubdate edition refmeta"
)
STRONG = _names("guibutton guilabel guimenu guimenuitem guisubmenu guiicon interface keycap")
CODE = _names(
    "literal filename command option code varname constant function classname systemitem envar computeroutput "
    "userinput prompt parameter property markup tag sgmltag structname structfield type returnvalue errorname "
    "errorcode errortype exceptionname methodname interfacename ooclass ooexception oointerface package symbol "
    "token keysym keycode nonterminal database hardware medialabel enumvalue enumname namespacename macroname "
    "templatename typedefname unionname"
)
PLAIN = _names(
    "date orgname phrase wordasword application productname productnumber personname firstname surname othername "
    "honorific lineage orgdiv corpname jobtitle shortaffil year holder street city state country postcode pob phone "
    "fax revnumber revremark authorinitials collabname mousebutton accel action keyword subjectterm contrib segtitle "
    "seg lineannotation manvolnum refentrytitle refmiscinfo refname refpurpose refclass refdescriptor bibliomisc "
    "issuenum volumenum artpagenums pagenums publishername isbn issn biblioid seriesvolnums invpartnumber "
    "citebiblioid modespec attribution person org arg group sbr label givenname primaryie secondaryie tertiaryie "
    "seeie seealsoie initializer funcdef funcprototype paramdef funcparams void varargs otheraddr"
)
SILENT = _names("colspec spanspec alt areaspec area areaset titleabbrev beginpage videodata audiodata imagedata remark")
"""What shows nothing where it stands."""


Handler = Callable[["Renderer", etree._Element], list[nodes.Node]]
BLOCKS: dict[str, Handler] = {}
INLINES: dict[str, Handler] = {}
"""What makes the nodes of an element, by its name."""


def block(*names: str) -> Callable[[Handler], Handler]:
    """Register a function that makes the nodes of block elements."""

    def register(handler: Handler) -> Handler:
        BLOCKS.update(dict.fromkeys(names, handler))
        return handler

    return register


def inline(*names: str) -> Callable[[Handler], Handler]:
    """Register a function that makes the nodes of inline elements."""

    def register(handler: Handler) -> Handler:
        INLINES.update(dict.fromkeys(names, handler))
        return handler

    return register


def local(element: etree._Element) -> str:
    """An element's name without its namespace; empty for a comment or a processing instruction."""
    return etree.QName(element).localname if isinstance(element.tag, str) else ""


def language(element: etree._Element) -> str | None:
    """The language that the element itself says it is in."""
    said = (element.get(XML_LANG) or element.get("lang") or "").strip().replace("_", "-")
    return said if re.fullmatch(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*", said) else None


def own_id(element: etree._Element) -> str | None:
    """The identifier that an element has in its page."""
    return element.get(XML_ID) or element.get("id")


def texts(element: etree._Element) -> Iterator[str]:
    """The texts of an element in their order, without those of comments and processing instructions."""
    yield from element.xpath(".//text()")  # type: ignore[misc]
