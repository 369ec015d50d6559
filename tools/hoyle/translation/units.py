"""The units of a page: each element whose text is one message, and the words of that message."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Final

from lxml import etree

from hoyle.translation.rules import EVERYWHERE, Filter, Rules
from hoyle.translation.source import XML, Source, file_below

LARGEST_FILE: Final = 500_000_000
"""Bytes of the largest picture or film that is looked into."""

CREDITS: Final = "translator-credits"
"""The message whose translation names the translators, under the context `_`."""

_SPACE = re.compile(r"\s+")


@dataclass(slots=True)
class Unit:
    """A piece of a page that is translated as one message."""

    element: etree._Element
    """Where the text stands; for a translated attribute its owner."""
    attribute: str | None = None
    context: str | None = None
    keeps_space: bool = False
    languages: Filter = EVERYWHERE
    placeholders: list[etree._Element] = field(default_factory=list)
    """The elements within the text that are translated apart, or not at all."""
    entities: bool = False
    """Whether the text holds references to entities."""
    notes: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    external: str | None = None
    """The text of the message about a file that the element shows; such a message is never put into a page."""
    _parts: list[str] = field(default_factory=list)
    _kept: list[str] | None = None
    _has_text: bool = False
    _msgid: str | None = None

    @property
    def msgid(self) -> str:
        """The message's text, entities replaced by what they stand for."""
        if self._msgid is None:
            self._msgid = self._folded(self._parts)
        return self._msgid

    @property
    def msgid_with_entities(self) -> str:
        """The message's text, entities by name."""
        return self._folded(self._parts if self._kept is None else self._kept)

    def _folded(self, parts: list[str]) -> str:
        text = "".join(parts)
        return text if self.keeps_space else _SPACE.sub(" ", text).strip()

    @property
    def marker(self) -> str:
        """The names of the element and of the one around it, for translators to see."""
        parent = self.element.getparent()
        names = f"{_local(parent) if parent is not None else self._document}/{_local(self.element)}"
        return names if self.attribute is None else f"{names}@{self.attribute.rpartition('}')[2]}"

    _document: str = ""

    # Building the text

    def add_text(self, text: str) -> None:
        """Add running text."""
        self._add(_escaped(text))
        if not self._has_text and text.strip():
            self._has_text = True

    def add_placeholder(self, element: etree._Element) -> None:
        """Add what stands for an element that is translated apart."""
        self.placeholders.append(element)
        self._add(f"<_:{_local(element)}-{len(self.placeholders)}/>")

    def add_start(self, element: etree._Element) -> None:
        """Add the start of an element within the text."""
        name = _prefixed(element, str(element.tag), is_element=True)
        attributes = "".join(
            f' {_prefixed(element, str(attribute))}="{_escaped(str(value)).replace(chr(34), "&quot;")}"'
            for attribute, value in element.attrib.items()
        )
        empty = element.text is None and not len(element)
        self._add(f"<{name}{attributes}{'/' if empty else ''}>")

    def add_end(self, element: etree._Element) -> None:
        """Add the end of an element within the text; an empty one has none."""
        if element.text is not None or len(element):
            self._add(f"</{_prefixed(element, str(element.tag), is_element=True)}>")

    def add_entity(self, name: str, expansion: Unit | None) -> None:
        """Add a reference; `expansion` is a unit that holds what it stands for.

        One that the page does not declare makes no message by itself: among blocks it
        stands for another file, and alone in a paragraph there is nothing to translate.
        """
        if self._kept is None:
            self._kept = list(self._parts)
        self._kept.append(f"&{name};")
        self._parts.append(f"&{name};" if expansion is None else "".join(expansion._parts))
        self._msgid = None
        self._has_text = self._has_text or (expansion is not None and expansion._has_text)
        self.entities = True

    def _add(self, text: str) -> None:
        self._parts.append(text)
        self._msgid = None
        if self._kept is not None:
            self._kept.append(text)


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _local(element: etree._Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _prefixed(element: etree._Element, name: str, *, is_element: bool = False) -> str:
    """The name of an element or attribute as a page writes it, with the prefix of its namespace."""
    if not name.startswith("{"):
        return name
    namespace, _brace, local = name[1:].partition("}")
    if is_element:
        return f"{element.prefix}:{local}" if element.prefix else local
    if namespace == XML:
        return f"xml:{local}"
    prefix = next((prefix for prefix, uri in element.nsmap.items() if uri == namespace and prefix), "ns")
    return f"{prefix}:{local}"


def units_of(
    source: Source,
    rules: Rules,
    *,
    root: etree._Element | None = None,
    done: Collection[etree._Element] = (),
) -> list[Unit]:
    """The units of a page, or of one element in it; a unit comes after those that stand within it.

    Elements in `done` are taken to be dealt with already: where they stand within a text
    they become placeholders, and nothing in them is looked at.
    """
    reader = _Reader(source, rules, done)
    reader.element(source.root if root is None else root, None, _State())
    return reader.units


@dataclass(frozen=True, slots=True)
class _State:
    """What an element has from those around it."""

    translated: bool = True
    keeps_space: bool = False
    languages: Filter = EVERYWHERE
    notes: tuple[str, ...] = ()


class _Reader:
    def __init__(self, source: Source, rules: Rules, done: Collection[etree._Element]) -> None:
        self.source = source
        self.rules = rules
        self.done = done
        self.units: list[Unit] = []
        self.comments = "translators" in source.mentions
        self.note: tuple[str, ...] = ()

    def element(self, element: etree._Element, text: Unit | None, state: _State) -> None:
        """Take one element; `text` is the unit in whose text it stands."""
        rules = self.rules
        if element in self.done:
            if text is not None:
                text.add_placeholder(element)
            return
        languages = rules.languages(element, inherited=state.languages)
        if rules.dropped(element) or languages in (("", "include"), ("*", "exclude")):
            return
        translated = rules.translated(element, inherited=state.translated)
        inline = text is not None and translated and rules.within_text(element)
        own_notes = rules.notes(element)
        notes = own_notes or state.notes
        if self.comments:
            notes += self.before(element)
        state = _State(translated, rules.keeps_space(element, inherited=state.keeps_space), languages, notes)
        unit: Unit | None
        if not translated:
            if text is not None:
                text.add_placeholder(element)
            unit = None
        elif inline and text is not None:
            unit = text
            unit.add_start(element)
            unit.notes += [note for note in own_notes if note not in unit.notes]
        else:
            if text is not None:
                text.add_placeholder(element)
            unit = Unit(element, context=rules.context(element), keeps_space=state.keeps_space, languages=languages)
            unit._document = self.source.path
            unit.notes += notes
            if (named := rules.id_of(element)) is not None:
                unit.ids.append(named)
        if not inline:
            self.attributes(element, state)
        if (named := rules.external(element)) is not None and translated:
            self.units.append(Unit(element, context="_", external=_external_text(self.source, named)))
        self.content(element, unit, state)
        if inline and unit is not None:
            unit.add_end(element)
        elif unit is not None and unit._has_text:
            self.units.append(unit)

    def attributes(self, element: etree._Element, state: _State) -> None:
        for name in self.rules.translated_attributes(element):
            unit = Unit(element, attribute=name, keeps_space=state.keeps_space, languages=state.languages)
            unit.add_text(str(element.get(name)))
            self.units.append(unit)

    def content(self, element: etree._Element, unit: Unit | None, state: _State) -> None:
        if unit is not None and element.text:
            unit.add_text(element.text)
        for child in element:
            if isinstance(child.tag, str):
                self.element(child, unit, state)
            elif child.tag is etree.Entity:
                self.entity(child, unit, state)
            elif child.tag is etree.Comment and self.comments and unit is not None:
                unit.notes += _translators(child)
            if unit is not None and child.tail:
                unit.add_text(child.tail)

    def entity(self, reference: etree._Entity, unit: Unit | None, state: _State) -> None:
        name = str(reference.name)
        if unit is None:
            return
        expansion = self.source.expansion(name)
        if expansion is None:
            unit.add_entity(name, None)
            return
        inner = Unit(reference, keeps_space=True)
        reader = _Reader(self.source, self.rules, ())
        reader.content(expansion, inner, state)
        unit.add_entity(name, inner)

    def before(self, element: etree._Element) -> tuple[str, ...]:
        """The comments for translators that stand right before the element."""
        found: list[str] = []
        other = element.getprevious()
        while isinstance(other, etree._Comment) and not (other.tail or "").strip():
            found = _translators(other) + found
            other = other.getprevious()
        return tuple(found)


def _translators(comment: etree._Element) -> list[str]:
    text = (comment.text or "").strip()
    return [" ".join(text[12:].split())] if text[:12].lower() == "translators:" else []


def _external_text(source: Source, named: str) -> str:
    """What itstool asks translators about a file: its name and its sum, so that a changed file makes a new message.

    No file is read that does not lie in the page's folder or below, and none of which there may be no end.
    """
    import hashlib

    digest = "__failed__"
    try:
        path = file_below(source.path, named)
        if path is not None and path.is_file() and path.stat().st_size <= LARGEST_FILE:
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, lambda: hashlib.md5(usedforsecurity=False)).hexdigest()
    except (OSError, ValueError):
        pass
    return f"external ref='{named}' md5='{digest}'"


def wording(unit: Unit) -> Iterator[str]:
    """The texts under which a catalogue may know the unit, the likeliest first."""
    if unit.external is not None:
        return
    yield unit.msgid
    if unit.entities:
        yield unit.msgid_with_entities
