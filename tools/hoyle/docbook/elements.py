"""What reading needs to know of DocBook's elements: which hold running text, which are passed over."""

from __future__ import annotations

from pathlib import Path
from typing import Final


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


XML_SUFFIXES: Final = (".xml", ".docbook", ".dbk", ".db", ".db5")
"""How files are named that say to be DocBook; what else holds a page is a capture of one."""


def is_page(path: Path) -> bool:
    """Whether a file is named as a page of DocBook is, in whatever case.

    >>> is_page(Path("yield.dbk")), is_page(Path("YIELD.XML")), is_page(Path("yield.html"))
    (True, True, False)
    """
    return path.suffix.lower() in XML_SUFFIXES


INCLUDES: Final = ("{http://www.w3.org/2001/XInclude}include", "{http://www.w3.org/2003/XInclude}include")
"""`xi:include`: in its namespace, and in one that manuals declare though no standard has it."""

XML_LANG: Final = "{http://www.w3.org/XML/1998/namespace}lang"
XML_ID: Final = "{http://www.w3.org/XML/1998/namespace}id"

LEVELS: Final = {
    name: level
    for level, names in enumerate(
        (
            "set",
            "book",
            "part reference",
            "chapter article appendix preface dedication colophon glossary bibliography index refentry topic",
            "section sect1 refsect1 refsection simplesect",
            "sect2 refsect2",
            "sect3 refsect3",
            "sect4",
            "sect5",
        )
    )
    for name in names.split()
}
"""The elements that divide a document, the larger the lower."""

RECURSIVE: Final = _names("set section refsection part")
"""Those that may stand in one of their own kind."""

INFO: Final = _names(
    "info setinfo bookinfo partinfo chapterinfo articleinfo appendixinfo prefaceinfo glossaryinfo bibliographyinfo "
    "indexinfo referenceinfo refentryinfo refsynopsisdivinfo refsectioninfo refsect1info refsect2info refsect3info "
    "sectioninfo sect1info sect2info sect3info sect4info sect5info sidebarinfo blockinfo objectinfo docinfo"
)
"""What is told about a document; of it only what `INFO_PROSE` lists is prose."""

INFO_PROSE: Final = _names("title subtitle titleabbrev abstract legalnotice")

HEADINGS: Final = _names("title refname refentrytitle")
"""What names the element it stands in, or that element's parent where it stands in one of `HEADING_GROUPS`."""

HEADING_GROUPS: Final = INFO | _names("refmeta refnamediv")

ABOUT: Final = _names(
    "address author authorgroup authorinitials collab copyright corpauthor corpcredit date edition editor issuenum "
    "othercredit pubdate publisher printhistory releaseinfo revhistory volumenum"
)
"""Names, dates and addresses: no prose, but words like others where running text holds them."""

UNSEEN: Final = _names("beginpage indexterm keywordset remark subjectset itermset")
"""What a reader of the page does not see."""

VERBATIM: Final = _names(
    "classsynopsis cmdsynopsis constructorsynopsis destructorsynopsis equation fieldsynopsis funcsynopsis "
    "informalequation literallayout methodsynopsis productionset programlisting programlistingco screen screenco "
    "synopsis math svg pre bibliodiv biblioentry bibliolist bibliomixed bibliomset index lot manvolnum setindex toc"
)
"""What is no prose: code and the like, where every character counts, and lists made by machines."""

INLINE: Final = _names(
    "abbrev accel acronym action alt anchor application biblioref citation citebiblioid citerefentry citetitle city "
    "classname code command computeroutput constant coref country database email emphasis enumname envar errorcode "
    "errorname errortext errortype exceptionname fax filename firstname firstterm foreignphrase function givenname "
    "guibutton guiicon guilabel guimenu guimenuitem guisubmenu hardware honorific initializer inlineequation "
    "inlinegraphic inlinemediaobject interface interfacename jobtitle keycap keycode keycombo keysym lineage "
    "lineannotation link literal markup mathphrase medialabel menuchoice methodname modifier mousebutton namespacename "
    "nonterminal olink ooclass ooexception oointerface option optional orgdiv orgname org otheraddr othername package "
    "parameter person personname phone phrase pob postcode productname productnumber prompt property quote "
    "refentrytitle replaceable returnvalue sgmltag shortcut state street structfield structname subscript superscript "
    "surname symbol systemitem tag templatename token trademark type typedefname ulink unionname uri userinput varargs "
    "varname void wordasword xref year a b br cite em i kbd samp small span strong sub sup tt u var"
)
"""Elements within running text."""

BLOCKS: Final = _names(
    "blockquote calloutlist caution div epigraph example figure footnote annotation formalpara glosslist graphic "
    "graphicco important informalexample informalfigure informaltable itemizedlist mediaobject mediaobjectco msgset "
    "note ol orderedlist p para procedure qandaset screenshot segmentedlist sidebar simpara simplelist table task tip "
    "ul variablelist warning"
)
"""What interrupts running text, where it may stand in it."""

ASIDES: Final = _names("footnote annotation")
"""Blocks in the middle of running text, which goes on after them."""

JOINERS: Final = _names("menuchoice keycombo")
"""What stands in them is shown apart, whether white space parts it or not."""

TEXT_ONLY: Final = _names(
    "para simpara title subtitle titleabbrev term segtitle seg member bridgehead refname refpurpose refclass glosssee "
    "glossseealso attribution p dt screeninfo"
)
"""Elements that hold running text and no paragraph."""

CELLS: Final = _names("entry td th")
ROWS: Final = _names("row tr")
ROW_GROUPS: Final = _names("tbody thead tfoot")

# What follows serves pages whose tags are lost in part: what may stand in what.

HOLDERS: Final = _names(
    "abstract annotation answer blockquote callout caption caution dedication epigraph example figure footnote "
    "formalpara glossdef important informalexample informalfigure legalnotice listitem mediaobject note partintro "
    "question refnamediv refsynopsisdiv screenshot sidebar step taskprerequisites tasksummary textobject tip warning "
    "body div li procedure"
) | frozenset(LEVELS)
"""Elements that hold blocks and no text of their own; table cells hold both."""

INSIDE: Final = {
    "table": "tgroup",
    "informaltable": "tgroup",
    "tgroup": "tbody",
    "tbody": "row",
    "thead": "row",
    "tfoot": "row",
    "row": "entry",
    "tr": "td",
    "itemizedlist": "listitem",
    "orderedlist": "listitem",
    "variablelist": "varlistentry",
    "varlistentry": "listitem",
    "calloutlist": "callout",
    "glosslist": "glossentry",
    "glossentry": "glossdef",
    "qandaset": "qandaentry",
    "qandaentry": "answer",
    "simplelist": "member",
    "substeps": "step",
}
"""What text stands in, in an element that holds only parts of one kind."""

PARENTS: Final = {
    "row": ("tbody", "thead", "tfoot"),
    "tr": ("tbody", "thead", "tfoot", "table", "informaltable"),
    "tbody": ("tgroup", "table", "informaltable"),
    "thead": ("tgroup", "table", "informaltable"),
    "tfoot": ("tgroup", "table", "informaltable"),
    "tgroup": ("informaltable", "table"),
    "colspec": ("tgroup", "thead", "tbody"),
    "entry": ("row",),
    "td": ("tr",),
    "th": ("tr",),
    "listitem": ("itemizedlist", "orderedlist", "varlistentry"),
    "varlistentry": ("variablelist",),
    "term": ("varlistentry",),
    "callout": ("calloutlist",),
    "glossdef": ("glossentry",),
    "glossentry": ("glosslist", "glossary", "glossdiv"),
    "qandaentry": ("qandaset", "qandadiv"),
    "question": ("qandaentry",),
    "answer": ("qandaentry",),
    "member": ("simplelist",),
    "step": ("procedure", "substeps"),
    "year": ("copyright",),
    "holder": ("copyright",),
}
"""What an element must stand in: where none of these is open, the first is taken to be lost."""

NAME_PARTS: Final = _names("firstname surname othername honorific lineage affiliation orgname jobtitle email")
"""Parts of a name: where no text is open they belong to an author."""

SUBSECTIONS: Final = {
    "sect1": "sect2",
    "sect2": "sect3",
    "sect3": "sect4",
    "sect4": "sect5",
    "refentry": "refsect1",
    "refsect1": "refsect2",
    "refsect2": "refsect3",
    "book": "chapter",
    "part": "chapter",
    "set": "book",
}
"""The section that an element divides into; those not named here have `section`."""

_KNOWN: Final = (
    (ABOUT | BLOCKS | CELLS | HOLDERS | INFO | INLINE | ROWS | ROW_GROUPS | TEXT_ONLY | UNSEEN | VERBATIM)
    | frozenset(INSIDE)
    | frozenset(PARENTS)
) - _names("a b br body div dt em i kbd li p pre small span strong sub sup td th tr tt u ul ol var")


def is_known(name: str) -> bool:
    """Whether DocBook has an element of that name that HTML has not."""
    return name in _KNOWN
