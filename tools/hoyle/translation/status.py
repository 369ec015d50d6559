"""How far a translation has come, in messages and in words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from hoyle.translation.catalogue import Catalogue
from hoyle.translation.messages import Message

_TAG = re.compile(r"<[^>]*>|&[^;\s]+;")


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
    """The part of `translated` whose translation is the source's text, letter for letter."""

    @property
    def total(self) -> Amount:
        """All of it."""
        return self.translated + self.fuzzy + self.untranslated

    @property
    def share(self) -> float:
        """Which part of the words is translated, from 0 to 1; 1 where there are no words."""
        return self.translated.words / self.total.words if self.total.words else 1.0

    def __add__(self, other: Status) -> Status:
        return Status(
            self.translated + other.translated,
            self.fuzzy + other.fuzzy,
            self.untranslated + other.untranslated,
            self.copied + other.copied,
        )


def status(messages: Iterable[Message], catalogue: Catalogue) -> Status:
    """How much of the messages the catalogue translates; each counts once.

    Names of files and the translators' credits do not count: no reader misses them.

    >>> from hoyle.translation.catalogue import Entry
    >>> done = status([Message("Ten piles."), Message("Goal")], Catalogue("eu.po", (Entry("Goal", "Xedea"),)))
    >>> done.translated, done.untranslated, round(done.share, 2)
    (Amount(messages=1, words=1), Amount(messages=1, words=2), 0.33)
    """
    counted = Status()
    for message in messages:
        if not message.is_text:
            continue
        amount = Amount(1, words_in(message.msgid))
        entry = catalogue.find(message.msgid, message.context)
        if entry is None or not entry.has_text:
            counted += Status(untranslated=amount)
        elif entry.is_fuzzy:
            counted += Status(fuzzy=amount)
        else:
            counted += Status(translated=amount, copied=amount if entry.msgstr == message.msgid else Amount())
    return counted


def words_in(text: str) -> int:
    """The number of words in a message; markup is none.

    >>> words_in("Written by <firstname>Ed</firstname> Sirett &amp; others, 2008")
    6
    """
    return sum(any(character.isalnum() for character in word) for word in _TAG.sub(" ", text).split())
