"""The numbers in a text by value, however they are written: in digits, in words, as ordinals, as "twice".

Languages with a term bank are read with its number words. For others the words come
from num2words, where it has the language; where it has not, no number is read at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hoyle.language.bank import Bank, available, load
from hoyle.language.numbers import whole_number

_PART = re.compile(r"[^\W\d_]+|\d+")
_LARGEST = 200
"""Every number up to this is known in words, beyond it the hundreds only: decks and scores have no others."""
_ORDINALS = 20
_RANKS = range(2, 11)


@dataclass(frozen=True, slots=True)
class NumberForms:
    """What `number_words.toml` says of a language, where the entries are explained."""

    changes: tuple[tuple[str, str], ...] = ()
    ordinals: tuple[tuple[str, str], ...] = ()
    ranks: tuple[str, ...] = ()
    other_meaning: frozenset[str] = frozenset()
    none: str = ""
    not_: str = ""


@cache
def number_forms() -> Mapping[str, NumberForms]:
    """By language, what number words there are beside those of banks and libraries.

    >>> number_forms()["sv"].changes, "oc" in number_forms()
    ((('ett', 'en'),), False)
    """
    import tomllib

    with Path(__file__).with_name("number_words.toml").open("rb") as file:
        data = tomllib.load(file)
    return {
        lang: NumberForms(
            changes=tuple((old, new) for old, new in told.get("changes", ())),
            ordinals=tuple((old, new) for old, new in told.get("ordinals", ())),
            ranks=tuple(told.get("ranks", ())),
            other_meaning=frozenset(told.get("other-meaning", ())),
            none=told.get("none", ""),
            not_=told.get("not", ""),
        )
        for lang, told in data.items()
    }


_NO_FORMS = NumberForms()


def has_numbers(lang: str) -> bool:
    """Whether the number words of a language are known.

    >>> has_numbers("eu"), has_numbers("sv"), has_numbers("oc")
    (True, True, False)
    """
    return lang in available() or bool(_words_of(lang))


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a text: what it is worth, and where it begins and ends."""

    value: int
    start: int
    end: int


def numbers_in(text: str, lang: str) -> list[Number]:
    """The numbers in the text, in its order; ranks are their numbers, the court cards none.

    >>> [number.value for number in numbers_in("Deal thirteen cards, then the Fives, twice.", "en")]
    [13, 5, 2]
    >>> [number.value for number in numbers_in("Sechsundzwanzig Karten zu 3 Stapeln", "de")]
    [26, 3]
    """
    found = _with_bank(text, lang) if lang in available() else _with_library(text, lang)
    return sorted(found, key=lambda number: number.start)


def _with_bank(text: str, lang: str) -> Iterator[Number]:
    bank = load(lang)
    tokens = list(_PART.finditer(text))
    words = [token.group().lower() for token in tokens]
    seen: set[int] = set()
    position = 0
    while position < len(words):
        value, length = _number_at(bank, words, position)
        if value is not None:
            taken = tokens[position : position + length]
            yield Number(value, taken[0].start(), taken[-1].end())
            seen.update(token.start() for token in taken)
        position += length
    for word in bank.words(text):
        # A rank has its number too, where the language has another word for it: deuce.
        if word.name is not None and word.name.isdigit() and word.start not in seen:
            yield Number(int(word.name), word.start, word.end)


def _number_at(bank: Bank, words: list[str], position: int) -> tuple[int | None, int]:
    """The number that begins at a word, alone and not as part of a phrase, and how many words it takes."""
    word = words[position]
    if (digits := whole_number(word)) is not None:
        return digits, 1
    for table in (bank.ordinals, bank.each_numbers, bank.at_a_time, bank.times):
        if word in table:
            return table[word][0], 1
    if read := bank.numbers.read(words, position):
        return read[0] or None, read[1]
    for ending in bank.number_endings:
        if word.endswith(ending) and (value := bank.numbers.values.get(word[: -len(ending)])):
            return value, 1
    return None, 1


def _with_library(text: str, lang: str) -> Iterator[Number]:
    known = _words_of(lang)
    if not known:
        return
    tokens = list(_PART.finditer(text))
    words = [token.group().lower() for token in tokens]
    longest = max(map(len, known))
    position = 0
    while position < len(words):
        value, length = whole_number(words[position]), 1
        for size in range(min(longest, len(words) - position), 0, -1) if value is None else ():
            value = known.get(tuple(words[position : position + size]))
            if value is not None:
                length = size
                break
        if value is not None:
            yield Number(value, tokens[position].start(), tokens[position + length - 1].end())
        position += length


@cache
def _words_of(lang: str) -> dict[tuple[str, ...], int]:
    """Number words of a language, cut at spaces and hyphens, and what they are worth."""
    from num2words import CONVERTER_CLASSES, num2words  # type: ignore[import-untyped]

    if lang not in CONVERTER_CLASSES:
        return {}
    found: dict[tuple[str, ...], int] = {}
    forms = number_forms().get(lang, _NO_FORMS)

    def add(word: str, value: int, changes: Iterable[tuple[str, str]]) -> None:
        for form in (word, *(word[: len(word) - len(old)] + new for old, new in changes if word.endswith(old))):
            if form not in forms.other_meaning:
                found.setdefault(tuple(re.split(r"[\s-]+", form.lower())), value)

    for value in (*range(1, _LARGEST + 1), *range(_LARGEST + 100, 1001, 100)):
        add(num2words(value, lang=lang), value, forms.changes)
    for rank in _RANKS:
        word = num2words(rank, lang=lang)
        for ending in forms.ranks:
            add(word + ending, rank, ())
    for value in range(2, _ORDINALS + 1):
        ordinal: Any = num2words(value, lang=lang, to="ordinal")
        if isinstance(ordinal, str):
            add(ordinal, value, forms.ordinals)
    return found
