"""Which elements make messages of their own, which stand within text, and what is not translated.

The rules are those of itstool's for DocBook, so that messages come out with the same
text; and ITS 2.0 markup in a page overrides them. There is one difference: itstool
applies its rules for DocBook 4 to books, articles and chapters only, and here they hold
for every root element.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from lxml import etree

from hoyle.docbook.page import PageError
from hoyle.messages import _
from hoyle.translation.source import DOCBOOK, XML, Source, file_below, read_source, text_of

ITS: Final = "http://www.w3.org/2005/11/its"
ITST: Final = "http://itstool.org/extensions/"

_INLINE_IN_BOTH: Final = """
abbrev accel acronym affiliation anchor application arg audiodata audioobject authorinitials biblioref citation
citebiblioid citerefentry citetitle city classname co code col colgroup command computeroutput constant constraint
contrib country database date email emphasis envar errorcode errorname errortext errortype exceptionname fax filename
firstname firstterm footnoteref foreignphrase funcdef funcparams function glossterm group guibutton guiicon guilabel
guimenu guimenuitem guisubmenu hardware holder honorific imagedata imageobject imageobjectco initializer inlineequation
inlinemediaobject interfacename jobtitle keycap keycode keycombo keysym keyword lhs lineage lineannotation link literal
markup menuchoice methodname methodparam modifier mousebutton nonterminal olink ooclass ooexception oointerface option
optional orgdiv orgname otheraddr othername package paramdef parameter personname phone phrase pob postcode productname
productnumber prompt property quote replaceable returnvalue revnumber revremark rhs sbr shortaffil shortcut state street
subscript superscript surname symbol systemitem termdef textobject token trademark type uri userinput varargs varname
videodata videoobject void wordasword xref year
"""
_INLINE_IN_4: Final = """
action collabname interface inlinegraphic medialabel sgmltag structfield structname ulink
"""
_INLINE_IN_5: Final = "alt coref givenname multimediaparam org tag"

_VERBATIM: Final = "classsynopsisinfo funcsynopsisinfo literallayout programlisting screen synopsis"
_EXTERNAL: Final = "audiodata imagedata videodata"


def _tags(names: str, namespace: str | None) -> frozenset[str]:
    return frozenset(f"{{{namespace}}}{name}" if namespace else name for name in names.split())


INLINE: Final = _tags(_INLINE_IN_BOTH + _INLINE_IN_4, None) | _tags(_INLINE_IN_BOTH + _INLINE_IN_5, DOCBOOK)
"""Elements within text, by their full names."""

VERBATIM: Final = _tags(_VERBATIM, None) | _tags(_VERBATIM + " address", DOCBOOK)
"""Elements whose white space counts."""

EXTERNAL: Final = _tags(_EXTERNAL, None) | _tags(_EXTERNAL, DOCBOOK)
"""Elements that name a file: a picture, a sound, a film."""

REMARK: Final = _tags("remark", None) | _tags("remark", DOCBOOK)
"""Editors' notes, which are no part of the page."""

_ITSTOOL_ROOTS: Final = frozenset({"book", "article", "chapter"})
"""The roots for which itstool has rules, where DocBook has no namespace."""


def known_to_itstool(root: etree._Element) -> bool:
    """Whether itstool applies its DocBook rules to a page with this root."""
    tag = str(root.tag)
    return tag.startswith(f"{{{DOCBOOK}}}") or tag in _ITSTOOL_ROOTS


_HREF: Final = "{http://www.w3.org/1999/xlink}href"

Filter = tuple[str, str]
"""A list of languages, and `include` or `exclude`."""

EVERYWHERE: Final[Filter] = ("*", "include")


class Rules:
    """The rules as they hold for the elements of one page."""

    def __init__(self, source: Source, *, inline: bool = True) -> None:
        """`inline=False` has no rules for DocBook, as itstool for a root that it does not know."""
        self.source = source
        self.docbook = inline
        self.its = "its" in source.mentions or "itst" in source.mentions
        self.plain_translate = "translate" in source.mentions
        self._within: dict[etree._Element, str] = {}
        self._space: dict[etree._Element, bool] = {}
        self._translate: dict[etree._Element, str] = {}
        self._translated_attributes: dict[etree._Element, set[str]] = {}
        self._filters: dict[etree._Element, Filter] = {}
        self._dropped: set[etree._Element] = set()
        self._contexts: dict[etree._Element, str] = {}
        self._notes: dict[etree._Element, list[str]] = {}
        self._ids: dict[etree._Element, str] = {}
        self._externals: dict[etree._Element, str] = {}
        if inline:
            self._structured(source.root)
        if self.its:
            for rules in source.root.iter(f"{{{ITS}}}rules"):
                if (linked := rules.get(_HREF)) is not None:
                    for rule in _linked_rules(source, rules, linked):
                        self._apply(rule)
                for rule in rules:
                    self._apply(rule)

    def _structured(self, root: etree._Element) -> None:
        """What depends on more than an element's own name; later rules win."""
        namespace = DOCBOOK if str(root.tag).startswith(f"{{{DOCBOOK}}}") else None

        def tag(name: str) -> str:
            return f"{{{namespace}}}{name}" if namespace else name

        children = {
            "confgroup": "no",
            "biblioentry": "no",
            "biblioset": "no",
            "bibliomixed": "yes",
            "bibliomset": "yes",
        }
        if namespace:
            del children["biblioset"]
        for name, within in {**children, "glossentry": "no"}.items():
            for parent in root.iter(tag(name)):
                self._within.update(dict.fromkeys(parent.iterchildren(etree.Element), within))
        for parent in root.iter(tag("indexterm")):
            self._within.update(dict.fromkeys(parent.iterdescendants(etree.Element), "yes"))
        for parent in root.iter(tag("simplelist")):
            if parent.get("type") == "inline":
                self._within.update(dict.fromkeys(parent.iter(etree.Element), "yes"))
        for parent in root.iter(tag("citerefentry")):
            for child in parent.iterchildren(tag("manvolnum"), tag("refentrytitle")):
                self._within[child] = "yes"
        if not namespace:
            for address in root.iter("address"):
                only_email = [child.tag for child in address.iterchildren(etree.Element)] == ["email"]
                if only_email:
                    self._within[address] = "yes"
                else:
                    self._space[address] = True
        for info in ("info",) if namespace else ("bookinfo", "chapterinfo", "articleinfo"):
            for parent in root.iter(tag(info)):
                self._within.update(dict.fromkeys(parent.iterchildren(etree.Element), "no"))
        for release in root.iter(tag("releaseinfo")):
            if release.get("role") == "CVS" and text_of(release).strip() == "$Id$":
                self._translate[release] = "no"

    # ITS rules within the page

    def _apply(self, rule: etree._Element) -> None:
        if not isinstance(rule.tag, str):
            return
        kind = etree.QName(rule.tag)
        if kind.namespace not in (ITS, ITST):
            return
        # An expression may give numbers and words, too, of which no rule can be.
        found = [
            node
            for node in self._selected(rule, rule.get("selector"), self.source.root)
            if isinstance(node, etree._Element) or getattr(node, "is_attribute", False)
        ]
        name = kind.localname
        if name == "translateRule":
            for node in found:
                if isinstance(node, etree._Element):
                    self._translate[node] = rule.get("translate", "yes")
                elif rule.get("translate") == "yes" and (owner := node.getparent()) is not None:
                    self._translated_attributes.setdefault(owner, set()).add(node.attrname)
        for node in found:
            if not isinstance(node, etree._Element):
                continue
            if name == "withinTextRule":
                self._within[node] = rule.get("withinText", "no")
            elif name == "preserveSpaceRule":
                self._space[node] = (rule.get("space") or rule.get("preserveSpace")) in ("preserve", "yes")
            elif name == "localeFilterRule":
                languages = rule.get("localeFilterList", "*")
                self._filters[node] = (languages, rule.get("localeFilterType", "include"))
            elif name == "dropRule" and rule.get("drop") == "yes":
                self._dropped.add(node)
            elif name == "contextRule":
                context = rule.get("context") or self._pointed(rule, "contextPointer", node)
                if context is not None:
                    self._contexts[node] = context
            elif name == "idValueRule" and (value := self._pointed(rule, "idValue", node)) is not None:
                self._ids[node] = value
            elif name == "locNoteRule":
                self._note(rule, node)
            elif name in ("externalResourceRefRule", "externalRefRule"):
                pointer = "externalResourceRefPointer" if name == "externalResourceRefRule" else "refPointer"
                if (value := self._pointed(rule, pointer, node)) is not None:
                    self._externals[node] = value

    def _note(self, rule: etree._Element, node: etree._Element) -> None:
        own = rule.find(f"{{{ITS}}}locNote")
        if own is not None:
            note: str | None = text_of(own)
        elif reference := rule.get("locNoteRef") or self._pointed(rule, "locNoteRefPointer", node):
            note = f"(itstool) link: {reference}"
        else:
            note = self._pointed(rule, "locNotePointer", node)
        if note is not None:
            self._notes.setdefault(node, []).insert(0, " ".join(note.split()))

    def _selected(self, rule: etree._Element, path: str | None, context: etree._Element) -> Iterator[Any]:
        if not path:
            return
        namespaces = {prefix: uri for prefix, uri in rule.nsmap.items() if prefix}
        parameters = {
            param.get("name", ""): text_of(param) for param in rule.itersiblings(f"{{{ITS}}}param", preceding=True)
        }
        try:
            # Not by the element's own method, whose options have names that parameters may have.
            result = etree.XPath(path, namespaces=namespaces, regexp=False)(context, **parameters)
        except (etree.XPathError, TypeError, ValueError):
            return
        if isinstance(result, list):
            yield from result
        else:
            yield result

    def _pointed(self, rule: etree._Element, pointer: str, node: etree._Element) -> str | None:
        for value in self._selected(rule, rule.get(pointer), node):
            if not isinstance(value, tuple):  # the declaration of a namespace
                return text_of(value) if isinstance(value, etree._Element) else str(value)
        return None

    # What holds for one element

    def within_text(self, element: etree._Element) -> bool:
        """Whether the element goes on with the text around it."""
        if self.its and (own := self._own(element, "withinText")) is not None:
            return own == "yes"
        if (special := self._within.get(element)) is not None:
            return special == "yes"
        return self.docbook and element.tag in INLINE

    def keeps_space(self, element: etree._Element, *, inherited: bool) -> bool:
        """Whether white space counts in the element."""
        if "space" in self.source.mentions and element.get(f"{{{XML}}}space") == "preserve":
            return True
        if (special := self._space.get(element)) is not None:
            return special
        return True if self.docbook and element.tag in VERBATIM else inherited

    def translated(self, element: etree._Element, *, inherited: bool) -> bool:
        """Whether the element's text is for translation."""
        if self.its and (own := self._own(element, "translate")) is not None:
            return own != "no"
        if (special := self._translate.get(element)) is not None:
            return special != "no"
        if self.plain_translate and (plain := element.get("translate")) in ("no", "yes"):
            return plain == "yes"
        if self.its and element.tag in (f"{{{ITS}}}param", f"{{{ITS}}}locNote"):
            return False
        return inherited

    def translated_attributes(self, element: etree._Element) -> list[str]:
        """The names of attributes whose values are for translation, in the order of the page."""
        if (names := self._translated_attributes.get(element)) is None:
            return []
        return [name for name in map(str, element.attrib) if name in names]

    def languages(self, element: etree._Element, *, inherited: Filter) -> Filter:
        """For which languages the element is."""
        if self.its:
            listed, kind = self._own(element, "localeFilterList"), self._own(element, "localeFilterType")
            if listed is not None or kind is not None:
                return ("*" if listed is None else listed, kind or "include")
            if element in self._filters:
                return self._filters[element]
        if self.docbook and element.tag in REMARK:
            return ("", "include")
        return inherited

    def dropped(self, element: etree._Element) -> bool:
        """Whether the element is left out of every translation."""
        return element in self._dropped or (self.its and element.get(f"{{{ITST}}}drop") == "yes")

    def context(self, element: etree._Element) -> str | None:
        """What tells the element's message from others with the same words."""
        if not self.its:
            return None
        own = element.get(f"{{{ITST}}}context")
        return self._contexts.get(element) if own is None else own

    def id_of(self, element: etree._Element) -> str | None:
        """The element's id, as shown to translators."""
        own = element.get(f"{{{XML}}}id")
        return self._ids.get(element) if own is None else own

    def notes(self, element: etree._Element) -> tuple[str, ...]:
        """The notes for translators on the element itself."""
        if not self.its:
            return ()
        own = self._own(element, "locNote")
        reference = self._own(element, "locNoteRef")
        note = " ".join(own.split()) if own is not None else f"(itstool) link: {reference}" if reference else None
        return (*((note,) if note is not None else ()), *self._notes.get(element, ()))

    def external(self, element: etree._Element) -> str | None:
        """The file that the element shows or plays."""
        if self.docbook and element.tag in EXTERNAL and (named := element.get("fileref")) is not None:
            return named
        return self._externals.get(element)

    def _own(self, element: etree._Element, name: str) -> str | None:
        if (value := element.get(f"{{{ITS}}}{name}")) is not None:
            return value
        return element.get(name) if element.tag == f"{{{ITS}}}span" else None


def _linked_rules(source: Source, rules: etree._Element, linked: str) -> etree._Element:
    """The rules in a file that a page names; it must lie in the page's folder or below."""
    path = file_below(source.path, linked)
    if path is None:
        reason = _("the ITS rules “{name}” lie outside the page's folder").format(name=linked)
        raise PageError(source.place(rules), reason)
    try:
        root = read_source(path).root
    except PageError as error:
        reason = _("the ITS rules “{name}” cannot be read: {reason}").format(name=linked, reason=error)
        raise PageError(source.place(rules), reason) from None
    if root.tag != f"{{{ITS}}}rules":
        raise PageError(source.place(rules), _("“{name}” holds no ITS rules").format(name=linked))
    return root


def shown_in(languages: Filter, lang: str) -> bool:
    """Whether what has this filter is shown in a language (RFC 4647, extended filtering).

    >>> shown_in(("*", "include"), "fr"), shown_in(("de-*", "include"), "fr"), shown_in(("fr", "exclude"), "fr-CA")
    (True, False, False)
    """
    listed, kind = languages
    matches = any(_matches(one.strip(), lang) for one in listed.split(",") if one.strip())
    return matches == (kind == "include")


def _matches(wanted: str, lang: str) -> bool:
    ranges, tags = wanted.lower().split("-"), lang.lower().split("-")
    if ranges[0] not in ("*", tags[0]):
        return False
    at = 1
    for one in ranges[1:]:
        if one == "*":
            continue
        while at < len(tags) and tags[at] != one:
            if len(tags[at]) == 1:
                return False
            at += 1
        if at == len(tags):
            return False
        at += 1
    return True
