"""A page in another language: the source with each message replaced by its translation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from lxml import etree

from hoyle.docbook.page import Page, Place
from hoyle.docbook.source import NOT_IN_XML
from hoyle.messages import _
from hoyle.translation.catalogue import Catalogue, Entry
from hoyle.translation.messages import credited
from hoyle.translation.rules import INLINE, Rules, known_to_itstool, shown_in
from hoyle.translation.source import DOCBOOK, XML, Source, read_source, without_declaration
from hoyle.translation.units import CREDITS, Unit, units_of, wording

PLACEHOLDERS: Final = "http://itstool.org/extensions/blank/"
"""The namespace of `<_:name-1/>`, which stands in a message for an element translated apart."""

ProblemId = Literal["translation-broken", "placeholder-lost"]


@dataclass(frozen=True, slots=True)
class Problem:
    """A translation that could not be put into the page; the page has the source's text in its place."""

    id: ProblemId
    place: Place
    """Where the translation stands in the catalogue."""
    message: str
    msgid: str
    msgstr: str


@dataclass(frozen=True, slots=True)
class Localized:
    """A page in another language."""

    content: bytes
    problems: tuple[Problem, ...]
    translated: int
    """How many of its messages are in the language."""
    untranslated: int
    """How many are in the source's language, and marked so."""
    files: tuple[str, ...] = ()
    """The pictures and other files that it shows, as it names them."""


def localize(
    page: Page | Path | str | Source, catalogue: Catalogue, lang: str | None = None, *, use_fuzzy: bool = False
) -> Localized:
    """The page in the catalogue's language, or in `lang`.

    Text without a translation stays as it is and is marked with the source's language:
    `xml:lang`, or `lang` in DocBook 4. Fuzzy translations count as none unless
    `use_fuzzy`. A translation with broken markup, or one that lost a placeholder, is a
    problem and counts as none. Ids, includes, the document type, entities and comments
    stay. Raises `PageError`.
    """
    source = page if isinstance(page, Source) else read_source(page)
    if isinstance(page, Source):
        source = Source(page.path, deepcopy(page.root.getroottree()).getroot(), page.prolog, page.mentions)
    return _Localizer(source, catalogue, language_tag(lang or catalogue.lang or ""), use_fuzzy).result()


def language_tag(locale: str) -> str:
    """The BCP 47 tag of a locale's name.

    >>> language_tag("zh_CN"), language_tag("sr@latin"), language_tag("fr_FR.UTF-8")
    ('zh-CN', 'sr-Latn', 'fr-FR')
    """
    match = re.fullmatch(r"([A-Za-z0-9-]+)(?:_([A-Za-z0-9]+))?(?:\.[^@]*)?(?:@([A-Za-z0-9]+))?", locale)
    if not match:
        return locale
    language, territory, modifier = match.groups()
    script = {"latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva", "shaw": "Shaw"}.get(modifier or "")
    variant = modifier.lower() if modifier and not script and modifier != "euro" else None
    parts = [language, script, territory.upper() if territory else None, variant]
    return "-".join(part for part in parts if part)


class _Broken(Exception):
    """A translation that cannot be used, and why."""

    def __init__(self, id_: ProblemId, reason: str) -> None:
        super().__init__(reason)
        self.id = id_


class _Localizer:
    def __init__(self, source: Source, catalogue: Catalogue, lang: str, use_fuzzy: bool) -> None:
        self.source = source
        self.catalogue = catalogue
        self.lang = lang
        self.use_fuzzy = use_fuzzy
        root = source.root
        self.in_docbook5 = str(root.tag).startswith(f"{{{DOCBOOK}}}")
        self.lang_name = f"{{{XML}}}lang" if self.in_docbook5 or f"{{{XML}}}lang" in root.attrib else "lang"
        self.source_lang = root.get(self.lang_name) or "en"
        self.problems: dict[Place, Problem] = {}
        self.done: set[etree._Element] = set()
        self.bare: Rules | None = None
        self.states: list[tuple[Unit, bool]] = []

    def result(self) -> Localized:
        root = self.source.root
        rules = Rules(self.source)
        units = units_of(self.source, rules)
        for unit in units:
            if unit.external is None:
                self.unit(unit)
        self.drop(rules)
        self.credits()
        if self.lang:
            root.set(self.lang_name, self.lang)
        for unit, translated in reversed(self.states):
            if unit.attribute is None:
                self.mark(unit, translated)
        counted = [translated for unit, translated in self.states if _has_words(unit)]
        files = [named for unit in units if unit.external is not None and (named := rules.external(unit.element))]
        return Localized(
            self.serialized(),
            tuple(self.problems.values()),
            counted.count(True),
            counted.count(False),
            tuple(dict.fromkeys(files)),
        )

    def unit(self, unit: Unit) -> None:
        """Put the translation of one unit into the page."""
        translated = self.translate(unit, wording(unit))
        cut = [] if translated or unit.attribute is not None else self.cut(unit)
        self.states += [(other, self.translate(other, wording(other))) for other in cut] or [(unit, translated)]
        if unit.attribute is None:
            self.done.add(unit.element)

    def cut(self, unit: Unit) -> list[Unit]:
        """The unit cut at each inline element, where the catalogue knows it so and can be used.

        Catalogues made with itstool do for pages with a root for which it has no rules.
        """
        if known_to_itstool(self.source.root):
            return []
        if self.bare is None:
            self.bare = Rules(self.source, inline=False)
        units = units_of(self.source, self.bare, root=unit.element, done=self.done)
        if not units or [other.element for other in units] == [unit.element]:
            return []
        whole = units[-1:] if units[-1].element is unit.element else units
        usable = any(self.entry(text, other.context) for other in whole for text in wording(other))
        return units if usable else []

    def entry(self, text: str, context: str | None) -> Entry | None:
        entry = self.catalogue.find(text, context)
        if entry is None or not entry.has_text or (entry.is_fuzzy and not self.use_fuzzy):
            return None
        return entry

    def translate(self, unit: Unit, texts: Iterator[str]) -> bool:
        for text in texts:
            entry = self.entry(text, unit.context)
            if entry is None:
                continue
            msgstr = entry.msgstr or entry.plurals[0]
            try:
                self.put(unit, msgstr)
            except _Broken as broken:
                place = Place(self.catalogue.path, entry.msgstr_line or 1, 1)
                self.problems[place] = Problem(broken.id, place, str(broken), entry.msgid, msgstr)
                return False
            return True
        return False

    def put(self, unit: Unit, msgstr: str) -> None:
        """Replace a unit's text; changes nothing where it raises `_Broken`."""
        element = unit.element
        if unit.attribute is not None:
            try:
                element.set(unit.attribute, _plain(msgstr))
            except ValueError as error:
                raise _Broken("translation-broken", str(error)) from None
            return
        if "<" not in msgstr and "&" not in msgstr:
            if unit.placeholders:
                raise _Broken("placeholder-lost", _lost(unit.placeholders))
            keep = _remarks(unit)
            if NOT_IN_XML.search(msgstr):
                raise _Broken("translation-broken", _("it holds a character that a page cannot have"))
            del element[:]
            element.text = msgstr
            _put_back(element, keep)
            return
        new = self.parsed(unit, msgstr)
        stand_ins = list(new.iter(f"{{{PLACEHOLDERS}}}*"))
        named = {_number(child.tag): child for child in stand_ins}
        if len(named) != len(stand_ins) or set(named) != set(range(1, len(unit.placeholders) + 1)):
            missing = [unit.placeholders[at - 1] for at in range(1, len(unit.placeholders) + 1) if at not in named]
            raise _Broken(
                "placeholder-lost",
                _lost(missing) if missing else _("it holds a placeholder that the source does not have, or one twice"),
            )
        known = {child.tag for child in element.iter(etree.Element)} | INLINE
        for child in new.iterdescendants(etree.Element):
            if child.tag not in known and not str(child.tag).startswith(f"{{{PLACEHOLDERS}}}"):
                name = str(child.tag).rpartition("}")[2]
                raise _Broken("translation-broken", _("the source has no element “{name}” here").format(name=name))
        keep = _remarks(unit)
        del element[:]
        for number, stand_in in named.items():
            placeholder = unit.placeholders[number - 1]
            placeholder.tail = stand_in.tail
            parent = stand_in.getparent()
            assert parent is not None
            parent.replace(stand_in, placeholder)
        element.text = new.text
        element.extend(list(new))
        _put_back(element, keep)

    def parsed(self, unit: Unit, msgstr: str) -> etree._Element:
        namespaces: dict[str | None, str] = {}
        for element in unit.element.iter(etree.Element):
            namespaces = dict(element.nsmap) | namespaces
        namespaces = namespaces | dict(unit.element.nsmap) | {"_": PLACEHOLDERS}
        declared = "".join(f' xmlns{":" + prefix if prefix else ""}="{uri}"' for prefix, uri in namespaces.items())
        doctype = ""
        if re.search(r"&(?!#|amp;|lt;|gt;|quot;|apos;)", msgstr):
            doctype = without_declaration(self.source.prolog)
        parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
        try:
            return etree.fromstring(f"{doctype}<text{declared}>{msgstr}</text>", parser)
        except (etree.XMLSyntaxError, ValueError) as error:
            reason = re.sub(
                r",? line \d+, column \d+.*| line \d+ and text| in tag text line \d+",
                "",
                getattr(error, "msg", "") or str(error),
            )
            raise _Broken("translation-broken", reason) from None

    # What else makes a page one of its language

    def drop(self, rules: Rules) -> None:
        """Take out what is not for the language."""

        def visit(element: etree._Element, languages: tuple[str, str], keeps_space: bool) -> None:
            keeps_space = rules.keeps_space(element, inherited=keeps_space)
            for child in list(element.iterchildren(etree.Element)):
                own = rules.languages(child, inherited=languages)
                if rules.dropped(child) or not shown_in(own, self.lang or "en"):
                    _remove(child, keeps_space)
                else:
                    visit(child, own, keeps_space)

        if rules.its or any(True for _remark in self.source.root.iter("remark", f"{{{DOCBOOK}}}remark")):
            visit(self.source.root, ("*", "include"), False)

    def mark(self, unit: Unit, translated: bool) -> None:
        """Say in which language a unit's text is, where that is not the language around it."""
        element, name = unit.element, self.lang_name
        lang = self.lang if translated else self.source_lang
        own = element.get(name)
        differs = own is None and self.around(element) != lang and _has_words(unit)
        if element is self.source.root or differs or (translated and own == self.source_lang):
            element.set(name, lang)

    def around(self, element: etree._Element) -> str:
        """The language of the text around an element."""
        for parent in element.iterancestors():
            if (lang := parent.get(self.lang_name)) is not None:
                return lang
        return self.lang

    def credits(self) -> None:
        """Name the translators in the page's info, as itstool does."""
        info = credited(self.source)
        entry = self.catalogue.find(CREDITS, "_")
        if info is None or entry is None or not entry.is_translated or entry.msgstr == CREDITS:
            return
        namespace = f"{{{DOCBOOK}}}" if self.in_docbook5 else ""
        for line in entry.msgstr.split("\n"):
            match = re.fullmatch(r"([^<>]*) <([^<>]*)>, (.*)", line.strip())
            if not match:
                continue
            name, email, years = match.groups()
            other = etree.SubElement(info, f"{namespace}othercredit", {"class": "translator"})
            person = etree.SubElement(other, f"{namespace}personname")
            etree.SubElement(person, f"{namespace}firstname").text = name
            etree.SubElement(other, f"{namespace}email").text = email
            holder = etree.SubElement(info, f"{namespace}copyright")
            for year in years.split(","):
                etree.SubElement(holder, f"{namespace}year").text = year.strip()
            etree.SubElement(holder, f"{namespace}holder").text = name
            for element in (other, holder):
                etree.indent(element, level=2)
                element.tail = "\n  "

    def serialized(self) -> bytes:
        root = self.source.root
        parts = [self.source.prolog, etree.tostring(root, encoding="unicode", with_tail=False), "\n"]
        for after in root.itersiblings():
            parts += [etree.tostring(after, encoding="unicode", with_tail=False), "\n"]
        return "".join(parts).encode("utf-8")


def _number(tag: object) -> int:
    number = str(tag).rpartition("-")[2]
    return int(number) if number.isdecimal() and len(number) < 10 else 0


def _lost(placeholders: Iterable[etree._Element]) -> str:
    names = ", ".join(str(element.tag).rpartition("}")[2] for element in placeholders)
    return _("it has lost the placeholder of: {names}").format(names=names)


def _remarks(unit: Unit) -> list[etree._Element]:
    """The comments and processing instructions in a text; a message does not hold them, the page keeps them."""
    apart = set(unit.placeholders)
    return [
        child
        for child in unit.element.iter(etree.Comment, etree.ProcessingInstruction)
        if not apart.intersection(child.iterancestors())
    ]


def _put_back(element: etree._Element, remarks: list[etree._Element]) -> None:
    for remark in reversed(remarks):
        remark.tail = None
        remark.tail, element.text = element.text, None
        element.insert(0, remark)


def _remove(element: etree._Element, keeps_space: bool) -> None:
    """Take an element out, and the white space before it, so that no empty line is left; not where space counts."""
    parent, before = element.getparent(), element.getprevious()
    if parent is None:
        return
    text = (parent.text if before is None else before.tail) or ""
    rest = (element.tail or "") if not text.strip() and not keeps_space else text + (element.tail or "")
    if before is None:
        parent.text = rest
    else:
        before.tail = rest
    element.tail = None
    parent.remove(element)


def _plain(msgstr: str) -> str:
    """The text of an attribute's translation: in a catalogue it is written as in a page."""
    for name, character in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&amp;", "&")):
        msgstr = msgstr.replace(name, character)
    return msgstr


def _has_words(unit: Unit) -> bool:
    text = unit.msgid
    return any(map(str.isalpha, re.sub(r"<[^<>]*>", "", text) if "<" in text else text))
