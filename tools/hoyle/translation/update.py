"""Bringing a catalogue up to date with the pages, without losing anything a translator wrote."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from hoyle.messages import _
from hoyle.translation.catalogue import (
    Catalogue,
    Entry,
    Previous,
    changed,
    file_name,
    pages_of,
    read_catalogue,
    write_catalogue,
)
from hoyle.translation.messages import Message, entry_of, template
from hoyle.translation.writing import locked

NEAR: Final = 66.0
"""How alike two texts must be (0 to 100) for the translation of one to be looked at for the other."""


LONGEST: Final = 10_000
"""Characters of the longest text for which one that is alike is looked for."""


@dataclass(frozen=True, slots=True)
class Updated:
    """A catalogue brought up to date, and what became of its messages."""

    catalogue: Catalogue
    kept: int
    """Messages that were there before."""
    revived: int
    """Messages that were obsolete and are back."""
    reworded: int
    """New messages that have the translation of a similar one, fuzzy."""
    new: int
    """New messages without any translation."""
    retired: int
    """Messages that are now obsolete."""


def update(catalogue: Catalogue, messages: Iterable[Message], *, unread: Collection[Path] = ()) -> Updated:
    """The catalogue with just the messages of the pages.

    What was translated stays, in the order in which it stands; what is new comes after
    the message that it follows in the pages. A message that was reworded has the old
    translation, marked fuzzy, with the text that it was made for as the previous one. A
    message that is gone becomes obsolete, with all that is known of it; if it comes
    back, so does its translation. Lines that do not change stay as they are. So do the
    messages of pages that could not be read, `unread`. Of a message that is there more
    than once, which gettext refuses, one entry stays, with what the others say in its
    comments.
    """
    wanted = [entry_of(message) for message in messages]
    in_use = {entry.key: entry for entry in catalogue.entries if not entry.obsolete and not entry.is_header}
    obsolete: dict[tuple[str | None, str], Entry] = {}
    for entry in catalogue.entries:
        if entry.obsolete and entry.key in in_use:
            in_use[entry.key] = _as_one(in_use[entry.key], entry)
        elif entry.obsolete:
            # The later one is the newer.
            obsolete[entry.key] = _as_one(entry, obsolete[entry.key]) if entry.key in obsolete else entry
    keys = {entry.key for entry in wanted}
    held = {
        key
        for key, entry in in_use.items()
        if key not in keys and any(file_name(page) in pages_of(entry) for page in unread)
    }
    keys |= held
    free = [entry for entry in (*in_use.values(), *obsolete.values()) if entry.key not in keys and entry.has_text]
    memory = [entry for entry in free if entry.context != "_"]
    used: set[tuple[str | None, str]] = set()
    headers = [entry for entry in catalogue.entries if entry.is_header]
    refreshed: dict[tuple[str | None, str], Entry] = {}
    following: dict[tuple[str | None, str] | None, list[Entry]] = {}
    counts = dict.fromkeys(("kept", "revived", "reworded", "new"), 0)
    before: tuple[str | None, str] | None = None
    for entry in wanted:
        if (known := in_use.get(entry.key)) is not None:
            counts["kept"] += 1
            refreshed[entry.key] = _refreshed(known, entry)
            before = entry.key
            continue
        if (known := obsolete.get(entry.key)) is not None:
            counts["revived"] += 1
            entry = _refreshed(known, entry)
        elif (known := _most_alike(entry, memory)) is not None:
            counts["reworded"] += 1
            if known.plural is None:  # the new message has one form only: the others stay with the old one
                used.add(known.key)
            entry = _reworded(known, entry)
        else:
            counts["new"] += 1
        following.setdefault(before, []).append(entry)
    entries = headers + following.get(None, [])
    for key in in_use:
        if key in refreshed:
            entries += [refreshed[key], *following.get(key, ())]
        elif key in held:
            entries.append(in_use[key])
    retired = [entry for key, entry in in_use.items() if key not in keys and key not in used and _says_anything(entry)]
    kept_obsolete = [entry for key, entry in obsolete.items() if key not in keys and key not in used]
    entries += kept_obsolete
    entries += [changed(entry, obsolete=True, extracted=(), references=()) for entry in retired]
    return Updated(replace(catalogue, entries=tuple(entries)), **counts, retired=len(retired))


def update_file(path: Path | str, messages: Iterable[Message], lang: str, *, unread: Collection[Path] = ()) -> Updated:
    """Bring the catalogue in a file up to date, or begin one; it is written whole or not at all.

    Raises `BrokenCatalogue`, and `CannotWrite`.
    """
    with locked(path):
        catalogue = read_catalogue(path) if Path(path).exists() else new_catalogue(lang, str(path))
        updated = update(catalogue, messages, unread=unread)
        write_catalogue(path, updated.catalogue)
    return updated


def new_catalogue(lang: str, path: str) -> Catalogue:
    """An empty catalogue for a language, with its name and plural forms in the header.

    >>> new_catalogue("eu", "eu.po").header["Plural-Forms"]
    'nplurals=2; plural=(n != 1);'
    """
    from babel import Locale, UnknownLocaleError
    from babel.messages.plurals import get_plural

    try:
        locale = Locale.parse(lang.replace("-", "_"))
        name, plural = locale.english_name or lang, str(get_plural(locale))
    except (UnknownLocaleError, ValueError):
        name, plural = lang, "nplurals=2; plural=(n != 1)"
    header = template(()).entries[0].msgstr.replace("LANGUAGE <LL@li.org>", name)
    header = header.replace("Language: \n", f"Language: {lang}\n").replace("PACKAGE VERSION", "pages")
    return Catalogue(path, (Entry("", header + f"Plural-Forms: {plural.rstrip(';')};\n"),))


def _says_anything(entry: Entry) -> bool:
    """Whether a translator has left anything there: a translation, if only of some forms, or a comment."""
    return bool(any(_forms(entry)) or entry.comments or entry.previous)


def _forms(entry: Entry) -> tuple[str, ...]:
    return entry.plurals or (entry.msgstr,)


def _as_one(entry: Entry, other: Entry) -> Entry:
    """The entry with what another one of the same message says: its translation, or where both have one, a comment."""
    first, second = (entry, other)
    if not entry.is_translated and (other.is_translated or not any(_forms(entry))):
        first, second = (other, entry)
    lost = [form for form in _forms(second) if form and form not in _forms(first)]
    comments = (*entry.comments, *other.comments, *(_("also translated: {text}").format(text=form) for form in lost))
    flags = tuple(flag for flag in entry.flags if flag != "fuzzy" or first.is_fuzzy)
    return changed(
        entry,
        msgstr=first.msgstr,
        plural=first.plural,
        plurals=first.plurals,
        comments=tuple(dict.fromkeys(comments)),
        flags=("fuzzy", *flags) if first.is_fuzzy and not entry.is_fuzzy else flags,
        previous=first.previous,
    )


def _refreshed(known: Entry, entry: Entry) -> Entry:
    """An entry with the places and notes that it has now."""
    flags = tuple(flag for flag in known.flags if flag != "no-wrap" or flag in entry.flags)
    flags += tuple(flag for flag in entry.flags if flag not in flags)
    return changed(known, extracted=entry.extracted, references=entry.references, flags=flags, obsolete=False)


def _reworded(known: Entry, entry: Entry) -> Entry:
    old = known.previous if known.is_fuzzy and known.previous else Previous(known.msgid, known.context, known.plural)
    return replace(
        entry,
        msgstr=known.msgstr or known.plurals[0],
        comments=known.comments,
        flags=("fuzzy", *entry.flags),
        previous=old,
    )


def _most_alike(entry: Entry, memory: list[Entry]) -> Entry | None:
    """The entry whose text is nearest, if any is near enough."""
    from rapidfuzz import fuzz, process

    if entry.context == "_" or len(entry.msgid) > LONGEST:
        return None
    texts = [other.msgid for other in memory]
    found = process.extractOne(entry.msgid, texts, scorer=fuzz.ratio, score_cutoff=NEAR)
    return memory[found[2]] if found else None
