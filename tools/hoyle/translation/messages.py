"""Messages: the translatable strings of the pages, and the template that lists them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from lxml import etree

from hoyle.docbook.page import Page
from hoyle.translation.catalogue import Catalogue, Entry, file_name, in_comment
from hoyle.translation.rules import Rules, known_to_itstool
from hoyle.translation.source import DOCBOOK, Source, line_of, read_source
from hoyle.translation.units import CREDITS, Unit, units_of

ABOUT_CREDITS = "Put one translator per line, in the form NAME <EMAIL>, YEAR1, YEAR2"
ABOUT_FILES = (
    "This is a reference to an external file such as an image or video. When the file changes, the md5 hash will "
    "change to let you know you need to update your localized copy. The msgstr is not used at all. Set it to "
    "whatever you like once you have updated your copy of the file."
)
_INFO_OF_ROOT = {"book": "bookinfo", "article": "articleinfo", "chapter": "chapterinfo"}


@dataclass(frozen=True, slots=True)
class Message:
    """A translatable string, and all the places where it stands."""

    msgid: str
    context: str | None = None
    sources: tuple[tuple[str, int], ...] = ()
    """Each place, as path and line."""
    markers: tuple[str, ...] = ()
    """The elements that it is the text of, such as `row/entry`."""
    ids: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    """What the author tells the translators."""
    keeps_space: bool = False

    @property
    def is_text(self) -> bool:
        """Whether readers see it; a file's name and the translators' credits are messages too."""
        return self.context != "_"


def extract(paths: Iterable[Path | str | Page], *, keep_entities: bool = False) -> list[Message]:
    """The messages of all the pages, each once, in the order in which they are first met.

    Raises `PageError` for a page that is not XML, or cannot be opened. With `keep_entities`
    a reference such as `&app;` stays in the text; otherwise what it stands for is put in its
    place.
    """
    return merged(message for path in paths for message in messages_of(read_source(path), keep_entities=keep_entities))


def merged(messages: Iterable[Message]) -> list[Message]:
    """The messages, each once with all its places, in the order in which they are first met."""
    found: dict[tuple[str | None, str], Message] = {}
    for message in messages:
        key = (message.context, message.msgid)
        found[key] = _merged(found[key], message) if key in found else message
    return list(found.values())


def messages_of(source: Source, *, keep_entities: bool = False) -> list[Message]:
    """The messages of one page; the same string at two places is two of them.

    >>> from hoyle.translation.source import parse_source
    >>> page = parse_source(b"<sect1><title>Rules</title><para>No <emphasis>redeal</emphasis>.</para></sect1>", "a.xml")
    >>> [message.msgid for message in messages_of(page)]
    ['Rules', 'No <emphasis>redeal</emphasis>.']
    """
    messages = [_message(source, unit, keep_entities) for unit in units_of(source, Rules(source))]
    if credited(source) is not None:
        messages.insert(0, Message(CREDITS, "_", notes=(ABOUT_CREDITS,)))
    return messages


def credited(source: Source) -> etree._Element | None:
    """The element of a page that takes the credits of translators."""
    tag = str(source.root.tag)
    if tag.startswith(f"{{{DOCBOOK}}}"):
        return source.root.find(f"{{{DOCBOOK}}}info")
    return source.root.find(_INFO_OF_ROOT[tag]) if known_to_itstool(source.root) else None


def _message(source: Source, unit: Unit, keep_entities: bool) -> Message:
    line = line_of(unit.element)
    if unit.external is not None:
        return Message(unit.external, "_", ((source.path, line),), (unit.marker,), notes=(ABOUT_FILES,))
    return Message(
        unit.msgid_with_entities if keep_entities else unit.msgid,
        unit.context,
        ((source.path, line),),
        (unit.marker,),
        tuple(f"{file_name(Path(source.path))}#{in_comment(named)}" for named in unit.ids),
        tuple(dict.fromkeys(unit.notes)),
        unit.keeps_space,
    )


def _merged(first: Message, second: Message) -> Message:
    return replace(
        first,
        sources=first.sources + tuple(source for source in second.sources if source not in first.sources),
        markers=tuple(dict.fromkeys(first.markers + second.markers)),
        ids=first.ids + second.ids,
        notes=tuple(dict.fromkeys(first.notes + second.notes)),
        keeps_space=first.keeps_space or second.keeps_space,
    )


def entry_of(message: Message) -> Entry:
    """The message as an entry of a catalogue, not yet translated, with the comments that itstool gives it."""
    extracted = [f"(itstool) path: {marker}" for marker in message.markers]
    extracted += [f"(itstool) id: {named}" for named in message.ids]
    for number, note in enumerate(message.notes):
        if number:
            extracted.append("")
        extracted += _wrapped(note)
    return Entry(
        message.msgid,
        context=message.context,
        extracted=tuple(extracted),
        references=tuple(reference(path, line) for path, line in message.sources),
        flags=("no-wrap",) if message.keeps_space else (),
    )


def reference(path: str, line: int) -> str:
    """A place as catalogues name it: a file's name with spaces between isolates, as gettext has it.

    >>> reference("a.xml", 3), reference("my page.xml", 3)
    ('a.xml:3', '\u2068my page.xml\u2069:3')
    """
    name = in_comment(path)
    return f"\u2068{name}\u2069:{line}" if any(map(str.isspace, name)) else f"{name}:{line}"


def _wrapped(note: str) -> list[str]:
    lines: list[str] = []
    while len(note) > 72:
        cut = note.rfind(" ", 0, 72)
        if cut < 0 and (cut := note.find(" ")) < 0:
            break
        lines.append(note[:cut])
        note = note[cut + 1 :]
    return [*lines, note]


def template(
    messages: Iterable[Message], *, created: str = "YEAR-MO-DA HO:MI+ZONE", path: str = "pages.pot"
) -> Catalogue:
    """A catalogue of the messages without translations, for a language to start from.

    `created` is the date of its header. Without one two runs on the same pages give the same bytes.
    """
    header = (
        "Project-Id-Version: PACKAGE VERSION\n"
        f"POT-Creation-Date: {created}\n"
        "PO-Revision-Date: YEAR-MO-DA HO:MI+ZONE\n"
        "Last-Translator: FULL NAME <EMAIL@ADDRESS>\n"
        "Language-Team: LANGUAGE <LL@li.org>\n"
        "Language: \n"
        "MIME-Version: 1.0\n"
        "Content-Type: text/plain; charset=UTF-8\n"
        "Content-Transfer-Encoding: 8bit\n"
    )
    return Catalogue(path, (Entry("", header), *map(entry_of, messages)))
