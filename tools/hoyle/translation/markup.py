"""The markup of a translation against that of its message, and what stands for something else in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from lxml import etree

from hoyle.docbook.source import NOT_IN_XML
from hoyle.messages import _
from hoyle.translation.catalogue import Entry
from hoyle.translation.fault import Fault

_BLANK = "urn:placeholder"
_PREFIX = re.compile(r"</?([A-Za-z][\w.-]*):|\s([A-Za-z][\w.-]*):[\w.-]+\s*=")
_ENTITY = re.compile(r"&(?!#|(?:amp|lt|gt|quot|apos);)([\w.-]+);")


def markup_faults(entry: Entry, msgstr: str) -> Iterator[Fault]:
    """Markup that cannot be read, placeholders that are lost, elements and entities that differ.

    >>> [fault.id for fault in markup_faults(Entry("See <link>this</link>."), "Voir <link>ceci.")]
    ['translation-broken']
    >>> [fault.id for fault in markup_faults(Entry("Play <_:figure-1/> now."), "Jouez.")]
    ['placeholder-lost']
    """
    if NOT_IN_XML.search(msgstr):
        yield Fault("translation-broken", "error", _("it holds a character that a page cannot have"))
        return
    if not any(mark in text for mark in "<&" for text in (entry.msgid, msgstr)):
        return
    source = _parsed(entry.msgid, entry.msgid)
    if isinstance(source, str):
        return  # No XML: a message of a program, in which “<” is only a character.
    target = _parsed(msgstr, entry.msgid)
    if isinstance(target, str):
        yield Fault("translation-broken", "error", _("its markup cannot be read: {reason}").format(reason=target))
        return
    stand_ins, theirs = _names(source, stand_ins=True), _names(target, stand_ins=True)
    if stand_ins != theirs:
        yield Fault("placeholder-lost", "error", _difference(stand_ins, theirs))
    elements, others = _names(source), _names(target)
    if elements != others:
        yield Fault("markup-differs", "warning", _difference(elements, others))
    elif _attributes(source) != _attributes(target):
        yield Fault("markup-differs", "note", _("an attribute is not that of the source"))
    entities, others = Counter(_ENTITY.findall(entry.msgid)), Counter(_ENTITY.findall(msgstr))
    if entities != others:
        yield Fault("markup-differs", "warning", _difference(entities, others, "&{};"))


def _parsed(text: str, msgid: str) -> etree._Element | str:
    """The text as XML, with the prefixes that the message has; the reason where it is none."""
    prefixes = {one or other for one, other in _PREFIX.findall(msgid)} - {"xml", "xmlns", ""}
    declared = "".join(f' xmlns:{prefix}="urn:{prefix}"' for prefix in sorted(prefixes))
    entities = _ENTITY.sub("", text)
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        return etree.fromstring(f'<text{declared} xmlns:_="{_BLANK}">{entities}</text>', parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        return re.sub(r",? line \d+, column \d+.*| line \d+ and text", "", getattr(error, "msg", "") or str(error))


def _names(root: etree._Element, *, stand_ins: bool = False) -> Counter[str]:
    found = (str(element.tag) for element in root.iterdescendants(etree.Element))
    blank = f"{{{_BLANK}}}"
    return Counter(name.rpartition("}")[2] for name in found if name.startswith(blank) == stand_ins)


def _attributes(root: etree._Element) -> Counter[tuple[str, str, str]]:
    return Counter(
        (str(element.tag), str(name), str(value))
        for element in root.iterdescendants(etree.Element)
        for name, value in element.attrib.items()
    )


def _difference(source: Counter[str], target: Counter[str], form: str = "<{}>") -> str:
    lost, gained = source - target, target - source

    def named(names: Counter[str]) -> str:
        return ", ".join(form.format(name) for name in sorted(names))

    if lost and gained:
        return _("it has {gained} where the source has {lost}").format(gained=named(gained), lost=named(lost))
    return (
        _("it has lost {lost}").format(lost=named(lost))
        if lost
        else _("it has {gained} more").format(gained=named(gained))
    )
