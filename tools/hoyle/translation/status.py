"""How far a translation has come, in messages and in words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path

from hoyle.translation.catalogue import Catalogue, Entry, file_name, pages_of
from hoyle.translation.messages import Message, merged
from hoyle.translation.untranslated import MARKUP, foreign_sentence, is_copied


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount of text."""

    messages: int = 0
    words: int = 0
    """Words of the source, markup left out."""

    def __add__(self, other: Amount) -> Amount:
        return Amount(self.messages + other.messages, self.words + other.words)


@dataclass(frozen=True, slots=True)
class Status:
    """How much of some pages is translated. What is fuzzy is not counted as translated."""

    translated: Amount = Amount()
    fuzzy: Amount = Amount()
    untranslated: Amount = Amount()
    copied: Amount = Amount()
    """The part of `translated` whose translation is the source again; names and numbers are none of it."""
    wrong_language: Amount = Amount()
    """The part of `translated` whose translation is in another language, copied or not."""
    stale: Amount = Amount()
    """Translations of messages that the pages no longer have, and so no part of the total."""

    @property
    def total(self) -> Amount:
        """All of it."""
        return self.translated + self.fuzzy + self.untranslated

    @property
    def share(self) -> float:
        """Which part of the words is done, from 0 to 1; 1 where there are no words.

        Translated into a wrong language is not done.
        """
        done = self.translated.words - self.wrong_language.words
        return done / self.total.words if self.total.words else 1.0

    @property
    def percent(self) -> float:
        """The share in percent, cut off after one digit: 100 only where nothing is missing."""
        return int(self.share * 1000) / 10

    def __add__(self, other: Status) -> Status:
        return Status(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))


def status(messages: Iterable[Message], catalogue: Catalogue, lang: str | None = None, source: str = "en") -> Status:
    """How much of the messages the catalogue translates; each counts once, however often the pages have it.

    Names of files and the translators' credits do not count: no reader misses them.

    >>> done = status([Message("Ten piles."), Message("Goal")], Catalogue("eu.po", (Entry("Goal", "Xedea"),)))
    >>> done.translated, done.untranslated, round(done.share, 2)
    (Amount(messages=1, words=1), Amount(messages=1, words=2), 0.33)
    """
    lang = lang or catalogue.lang or ""
    counted = Status()
    for message in merged(messages):
        if message.is_text:
            counted += _of(message, catalogue, lang, source)
    return counted


def _of(message: Message, catalogue: Catalogue, lang: str, source: str) -> Status:
    amount = Amount(1, words_in(message.msgid))
    entry = catalogue.find(message.msgid, message.context)
    if entry is None or not entry.has_text:
        return Status(untranslated=amount)
    if entry.is_fuzzy:
        return Status(fuzzy=amount)
    text = entry.msgstr or entry.plurals[0]
    return Status(
        translated=amount,
        copied=amount if is_copied(message.msgid, text, lang, source) else Amount(),
        wrong_language=amount if foreign_sentence(text, lang, source) else Amount(),
    )


def stale(
    messages: Iterable[Message],
    catalogue: Catalogue,
    *,
    within: Collection[Path] | None = None,
    unread: Collection[Path] = (),
) -> list[Entry]:
    """The translations in use of messages that the pages no longer have: the catalogue is behind them.

    `messages` are those of all pages of the manual, or, where only some were read, of the pages
    `within`: then only entries count that are of no other page. Pages `unread` may have any message.
    """
    known = {(message.context, message.msgid) for message in messages}
    names = None if within is None else {file_name(page) for page in within}
    return [
        entry
        for entry in catalogue.entries
        if not entry.obsolete and not entry.is_header and entry.context != "_" and entry.has_text
        if entry.key not in known
        if names is None or (entry.references and set(pages_of(entry)) <= names)
        if not any(file_name(page) in pages_of(entry) for page in unread)
    ]


def stale_status(entries: Iterable[Entry]) -> Status:
    """Stale translations as a status, to be added to that of their pages."""
    counted = Status()
    for entry in entries:
        counted += Status(stale=Amount(1, words_in(entry.msgid)))
    return counted


def missing(
    messages: Iterable[Message], catalogue: Catalogue, lang: str | None = None, source: str = "en"
) -> Iterator[Message]:
    """The messages that are not done, in the order in which they are first met.

    They have no translation that can be used, or one in another language.
    """
    lang = lang or catalogue.lang or ""
    for message in merged(messages):
        if message.is_text:
            found = _of(message, catalogue, lang, source)
            if not found.translated.messages or found.wrong_language.messages:
                yield message


def words_in(text: str) -> int:
    """The number of words in a message; markup is none.

    >>> words_in("Written by <firstname>Ed</firstname> Sirett &amp; others, 2008")
    6
    """
    return sum(any(character.isalnum() for character in word) for word in MARKUP.sub(" ", text).split())
