"""The numbers in a text by value, however they are written: in digits, in words, as ordinals, as "twice".

Languages with a term bank are read with its number words. For others the words come
from num2words, where it has the language; where it has not, no number is read at all.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from hoyle.language.bank import Bank, available, load

_PART = re.compile(r"[^\W\d_]+|\d+")
_LARGEST = 200
"""Every number up to this is known in words, beyond it the hundreds only: decks and scores have no others."""
_ORDINALS = 20
_RANKS = range(2, 11)

_CHANGES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "ca": (("dos", "dues"), ("cents", "centes")),
    "es": (("cientos", "cientas"), ("uno", "ún"), ("uno", "una"), ("uno", "un")),
    "sv": (("ett", "en"),),
}
"""Other forms of number words that the library does not give: an ending, and what may stand for it."""
_ORDINAL_ENDINGS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "ca": (("è", "ena"), ("è", "ens"), ("", "a"), ("", "s")),
    "de": (("", "n"), ("", "r"), ("", "s"), ("", "m")),
    "es": (("o", "a"), ("o", "os"), ("o", "as"), ("ero", "er")),
}
_RANK_ENDINGS: Mapping[str, tuple[str, ...]] = {
    "ca": ("s", "os"),
    "de": ("er", "en", "ern", "mal"),
    "es": ("s", "es"),
}
"""Endings of number words that name ranks in the plural, or times."""
_OTHER_MEANING: Mapping[str, frozenset[str]] = {
    "ca": frozenset(("nou", "nous", "quart", "segon", "segons")),
    "es": frozenset(("cuarto", "cuartos", "segundos")),
    "sv": frozenset(("andra",)),
}
"""Words that mean something else as often: Catalan `nou` is new, Swedish `andra` is others."""


def has_numbers(lang: str) -> bool:
    """Whether the number words of a language are known.

    >>> has_numbers("eu"), has_numbers("sv"), has_numbers("oc")
    (True, True, False)
    """
    return lang in available() or bool(_words_of(lang))


def values(text: str, lang: str) -> Counter[int]:
    """How often each number stands in the text; ranks are their numbers, the court cards none.

    >>> values("Deal thirteen cards face down, then the Fives one at a time, twice.", "en")[13]
    1
    >>> values("Sechsundzwanzig Karten zu 3 Stapeln", "de") == Counter({26: 1, 3: 1})
    True
    """
    return Counter(_with_bank(text, lang) if lang in available() else _with_library(text, lang))


def _with_bank(text: str, lang: str) -> Iterator[int]:
    bank = load(lang)
    tokens = [(match.start(), match.group().lower()) for match in _PART.finditer(text)]
    words = [word for _, word in tokens]
    seen: set[int] = set()
    position = 0
    while position < len(words):
        value, length = _number_at(bank, words, position)
        if value is not None:
            yield value
            seen.update(start for start, _ in tokens[position : position + length])
        position += length
    for word in bank.words(text):
        # A rank has its number too, where the language has another word for it: deuce.
        if word.name is not None and word.name.isdigit() and word.start not in seen:
            yield int(word.name)


def _number_at(bank: Bank, words: list[str], position: int) -> tuple[int | None, int]:
    """The number that begins at a word, alone and not as part of a phrase, and how many words it takes."""
    word = words[position]
    if word.isdigit():
        return int(word), 1
    for table in (bank.ordinals, bank.each_numbers, bank.at_a_time, bank.times):
        if word in table:
            return table[word][0], 1
    if read := bank.numbers.read(words, position):
        return read[0] or None, read[1]
    for ending in bank.number_endings:
        if word.endswith(ending) and (value := bank.numbers.values.get(word[: -len(ending)])):
            return value, 1
    return None, 1


def _with_library(text: str, lang: str) -> Iterator[int]:
    words = _words_of(lang)
    if not words:
        return
    tokens = _PART.findall(text.lower())
    longest = max(map(len, words))
    position = 0
    while position < len(tokens):
        token = tokens[position]
        if token[0].isdigit():
            yield int(token)
            position += 1
            continue
        for length in range(min(longest, len(tokens) - position), 0, -1):
            value = words.get(tuple(tokens[position : position + length]))
            if value is not None:
                yield value
                position += length
                break
        else:
            position += 1


@cache
def _words_of(lang: str) -> dict[tuple[str, ...], int]:
    """Number words of a language, cut at spaces and hyphens, and what they are worth."""
    from num2words import CONVERTER_CLASSES, num2words

    if lang not in CONVERTER_CLASSES:
        return {}
    found: dict[tuple[str, ...], int] = {}

    def add(word: str, value: int, changes: Iterable[tuple[str, str]]) -> None:
        forms = [word, *(word[: len(word) - len(old)] + new for old, new in changes if word.endswith(old))]
        for form in forms:
            if form not in _OTHER_MEANING.get(lang, ()):
                found.setdefault(tuple(re.split(r"[\s-]+", form.lower())), value)

    for value in (*range(1, _LARGEST + 1), *range(_LARGEST + 100, 1001, 100)):
        add(num2words(value, lang=lang), value, _CHANGES.get(lang, ()))
    for rank in _RANKS:
        word = num2words(rank, lang=lang)
        for ending in _RANK_ENDINGS.get(lang, ()):
            add(word + ending, rank, ())
    for value in range(2, _ORDINALS + 1):
        word: Any = num2words(value, lang=lang, to="ordinal")
        if isinstance(word, str):
            add(word, value, _ORDINAL_ENDINGS.get(lang, ()))
    return found
