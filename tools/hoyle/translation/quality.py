"""All that can be wrong with a catalogue, gathered: markup, punctuation, spaces, language, repetition.

What is the same for all manner of texts is left to translate-toolkit; of its some fifty
filters those are used that find more faults than they raise false alarms on running text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from hoyle.language.pages import split
from hoyle.messages import _
from hoyle.translation.catalogue import Catalogue, Entry, language_of_place
from hoyle.translation.consistency import inconsistencies
from hoyle.translation.fault import Fault, Severity
from hoyle.translation.header import header_faults, plural_faults
from hoyle.translation.marks import marks
from hoyle.translation.markup import markup_faults
from hoyle.translation.punctuation import punctuation_faults, running, spacing_faults
from hoyle.translation.units import CREDITS
from hoyle.translation.untranslated import base, foreign_part, foreign_sentence, is_copied, plain

_LONGEST: Final = 10_000
"""Characters of the longest text that the toolkit looks at: the time that its patterns take grows with the square."""
_TWICE: Final = re.compile(r"\b(?!X )([^\W\d_]+)\s+\1\b", re.IGNORECASE)


def catalogue_faults(
    catalogue: Catalogue, lang: str | None = None, source: str = "en"
) -> Iterator[tuple[Entry | None, Fault]]:
    """Each fault with its entry, or None where it is the header's.

    Only translations that are in use are looked at: fuzzy ones wait for a translator
    anyway, which is all that is said of them, and obsolete ones are seen by nobody.
    """
    lang = lang or language_of_place(catalogue.path) or catalogue.lang or ""
    for fault in header_faults(catalogue, lang):
        yield None, fault
    for entry in catalogue.entries:
        if entry.is_fuzzy and entry.has_text and not entry.obsolete and not entry.is_header:
            yield (
                entry,
                Fault("text-fuzzy", "note", _("the translation is marked fuzzy and is not used until it is looked at")),
            )
        if entry.is_translated and not entry.obsolete and not entry.is_header and not is_for_tools(entry):
            for fault in plural_faults(entry, catalogue):
                yield entry, fault
            for number, text in enumerate(entry.plurals or (entry.msgstr,)):
                msgid = entry.msgid if number == 0 or entry.plural is None else entry.plural
                # The form for one may name it without its number: what the program fills in is not looked for.
                fills = entry.plural is None or number > 0
                for fault in message_faults(entry, msgid, text, lang, source, fills=fills):
                    yield entry, fault
    yield from inconsistencies(catalogue, lang, source)


def is_for_tools(entry: Entry) -> bool:
    """Whether it is no text of a page: the translators' credits, a file."""
    return entry.context == "_" or entry.msgid.replace("_", "-") == CREDITS or entry.msgid.startswith("@@image:")


def message_faults(
    entry: Entry, msgid: str, msgstr: str, lang: str, source: str = "en", *, fills: bool = True
) -> Iterator[Fault]:
    """The faults of one translation of one message; `fills` is whether it must have all that a program fills in."""
    yield from markup_faults(entry, msgstr)
    if is_copied(msgid, msgstr, lang, source):
        severity: Severity = "warning" if foreign_sentence(msgstr, lang, source) else "note"
        yield Fault("text-copied", severity, _("the translation is the source again"), plain(msgstr))
        return
    if msgid == msgstr:
        return
    if foreign := foreign_part(msgstr, lang, source):
        sentence, found = foreign
        if found == base(source):
            yield Fault("text-untranslated", "warning", _("this is still in the source's language"), sentence)
        else:
            message = _("this is not in the language of the catalogue")
            yield Fault("text-wrong-language", "warning", message, sentence)
        return
    own = list(punctuation_faults(msgstr, lang))
    yield from own
    yield from spacing_faults(msgid, msgstr, keeps_space="no-wrap" in entry.flags)
    yield from _generic(msgid, msgstr, lang, with_marks=not own)
    if fills:
        yield from _filled_in(entry, msgid, msgstr, lang)


# What translate-toolkit finds


def _generic(msgid: str, msgstr: str, lang: str, *, with_marks: bool) -> Iterator[Fault]:
    ours, theirs = running(msgid).strip(), running(msgstr).strip()
    if not marks(lang).says_twice:
        yield from _doubled(theirs, lang)
    for name in ("emails", "urls"):
        if reason := _fails(name, msgid, msgstr, lang):
            message = _("an address is not that of the source: {reason}").format(reason=reason)
            yield Fault("address-differs", "warning", message)
    for name in ("startpunc", "endpunc"):
        if with_marks and "{" not in ours and _fails(name, ours, theirs, marks(lang).ends_like or lang):
            message = (
                _("it does not end with the mark that its source ends with")
                if name == "endpunc"
                else _("it does not begin with the mark that its source begins with")
            )
            yield Fault("punctuation-differs", "note", message)


def _filled_in(entry: Entry, msgid: str, msgstr: str, lang: str) -> Iterator[Fault]:
    for flag, name in (
        ("c-format", "printf"),
        ("python-format", "printf"),
        ("python-brace-format", "pythonbraceformat"),
    ):
        if flag in entry.flags and (reason := _fails(name, msgid, msgstr, lang)):
            message = _("what the program fills in differs: {reason}").format(reason=reason)
            yield Fault("placeholder-lost", "error", message)


def _doubled(text: str, lang: str) -> Iterator[Fault]:
    """Words that stand twice within a sentence."""
    for _start, sentence in split(text, base(lang)):
        match = _TWICE.search(sentence)
        if match and match[1].lower() not in marks(lang).may_meet and _fails("doublewords", "", match[0], lang):
            yield Fault("word-doubled", "warning", _("a word stands twice"), sentence)


def _fails(name: str, msgid: str, msgstr: str, lang: str) -> str | None:
    """What one of the toolkit's filters has against a translation; None if nothing."""
    if max(len(msgid), len(msgstr)) > _LONGEST:
        return None
    from translate.filters.checks import FilterFailure

    checker = _checker(lang)
    checker.str1, checker.str2, checker.hasplural = msgid, msgstr, False
    try:
        passed = getattr(checker, name)(msgid, msgstr)
    except FilterFailure as failure:
        return "; ".join(map(str, failure.messages))
    return None if passed else name


@cache
def _checker(lang: str) -> Any:
    from translate.filters.checks import CheckerConfig, StandardChecker

    return StandardChecker(CheckerConfig(targetlanguage=lang.replace("-", "_")))
