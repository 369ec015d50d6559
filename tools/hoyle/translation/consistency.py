"""The same words, translated in two ways."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator

from hoyle.language.pages import split
from hoyle.messages import ngettext
from hoyle.translation.catalogue import Catalogue, Entry
from hoyle.translation.fault import Fault
from hoyle.translation.untranslated import base, plain

_WORD = re.compile(r"\w+")
_LEAST = 3
"""Words of a sentence that is looked for in other messages; a shorter one may mean many things."""


def inconsistencies(catalogue: Catalogue, lang: str, source: str = "en") -> Iterator[tuple[Entry, Fault]]:
    """Messages, and sentences of messages, that other messages have translated in another way.

    Each is told at the translations that fewer messages have. Case and punctuation do not
    count. Sentences are compared where both texts have as many.
    """
    said: dict[str, dict[str, list[tuple[Entry, str]]]] = defaultdict(lambda: defaultdict(list))
    wording: dict[str, str] = {}
    for entry in catalogue.entries:
        if entry.is_translated and not entry.obsolete and not entry.is_header and entry.context != "_":
            for ours, theirs in _sentences(entry, base(lang), base(source)):
                key = _folded(ours)
                wording.setdefault(key, ours)
                said[key][_folded(theirs)].append((entry, theirs))
    for key, translations in said.items():
        if len(translations) < 2:
            continue
        counts = Counter({text: len({entry.key for entry, _text in places}) for text, places in translations.items()})
        (common, most), *rarer = counts.most_common()
        usual = translations[common][0][1]
        for text, _count in rarer:
            entry, theirs = translations[text][0]
            message = ngettext(
                "“{source}” is said otherwise in {count} other message: “{usual}”",
                "“{source}” is said otherwise in {count} other messages: “{usual}”",
                most,
            ).format(source=wording[key], count=most, usual=usual)
            yield entry, Fault("translated-two-ways", "note", message, theirs)


def _sentences(entry: Entry, lang: str, source: str) -> Iterator[tuple[str, str]]:
    ours, theirs = plain(entry.msgid), plain(entry.msgstr)
    if not ours or not theirs:
        return
    first, second = split(ours, source), split(theirs, lang)
    if len(first) == 1 and len(second) == 1:
        yield ours, theirs
    elif len(first) == len(second):
        for (_start, one), (_start, other) in zip(first, second, strict=True):
            if len(_WORD.findall(one)) >= _LEAST:
                yield one, other


def _folded(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))
