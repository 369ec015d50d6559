"""Checks of the words of a page: in which language they are, and whether anyone has looked at them."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from functools import cache
from itertools import groupby

from hoyle.checks.check import Check, Subject
from hoyle.checks.finding import Finding
from hoyle.checks.pairs import texts
from hoyle.docbook.page import Block
from hoyle.language.bank import available
from hoyle.language.identify import share_known
from hoyle.language.pages import split
from hoyle.language.sentence import Sentence
from hoyle.messages import _, later, ngettext, user_language
from hoyle.translation.catalogue import Catalogue
from hoyle.translation.untranslated import base, foreign_language, has_words, is_copied, plain

_LONG = 8
"""Words of a sentence in which a language shows that no term bank knows."""
_LETTER = re.compile(r"[^\W\d_]")
_WORD = re.compile(r"[^\W\d_]{3,}")
_HEADS = frozenset(("title", "term", "glossterm", "bridgehead", "subtitle"))


class TextUntranslated(Check):
    id = "text-untranslated"
    severity = "warning"
    summary = later("A sentence of a translation, or a whole text, is still in the source language.")
    reason = later(
        "A reader of the translated page meets a sentence in another language. Translate the message in the "
        "catalogue; until then the published page marks the sentence with its own language."
    )
    wrong = later("Hamar pila. Deal four rows face up to start.")
    right = later("Hamar pila. Hasteko, lau ilara banatzen dira, gora begira.")

    def findings(self, subject: Subject) -> Iterator[Finding]:
        """A warning for each sentence of a translation in the source's language, or for a whole text of them."""
        if not subject.is_translation:
            return
        left = [one for one in foreign_sentences(subject) if one.lang == subject.source_language]
        left.sort(key=lambda sentence: (sentence.block.index, sentence.start))
        for _index, of_block in groupby(left, lambda sentence: sentence.block.index):
            sentences = list(of_block)
            if len(sentences) > 1 and _are_all(sentences):
                first, last = sentences[0], sentences[-1]
                whole = first._replace(text=first.block.text.value[first.start : last.end])
                yield self.on_sentence(subject, whole, _where_they_are(subject, whole, len(sentences)))
                continue
            for sentence in sentences:
                yield self.on_sentence(subject, sentence, _where_it_is(subject, sentence))


class TextWrongLanguage(Check):
    id = "text-wrong-language"
    severity = "warning"
    summary = later("A sentence is neither in the language of its page or catalogue nor in the source language.")
    reason = later(
        "It came from the catalogue of another language, or stands in the wrong file. A sentence that is quoted on "
        "purpose says which language it is in: xml:lang on its element."
    )
    wrong = later("Hamar pila. Les piles vides restent vides.")
    right = later("Hamar pila. Pila hutsak hutsik geratzen dira.")

    def findings(self, subject: Subject) -> Iterator[Finding]:
        """A warning for each sentence in a language that is not to be expected there."""
        for sentence in foreign_sentences(subject):
            if sentence.lang == subject.source_language and subject.is_translation:
                continue
            if base(sentence.block.lang or "") != sentence.lang or sentence.block.lang == subject.page.lang:
                yield self.on_sentence(subject, sentence, _where_it_is(subject, sentence))


class TextCopied(Check):
    id = "text-copied"
    severity = "warning"
    summary = later("A translation is its source again.")
    reason = later(
        "Names, credits and numbers may be the same in both languages; this has words to translate. Of few words it "
        "is a note only, for another language may have them too."
    )
    wrong = later("Written by Ann Other → Written by Ann Other")
    right = later("Written by Ann Other → Écrit par Ann Other")

    def findings(self, subject: Subject) -> Iterator[Finding]:
        """A finding for each text that is the source's and is not told as untranslated."""
        lang, source = subject.reading.lang, subject.source_language
        if not (same := _unchanged(subject)):
            return
        told = {sentence.block.index for sentence in foreign_sentences(subject)}
        own = _own_words(subject, same)
        for block in same:
            text = block.text.value
            # The name of a game may be the same everywhere.
            if block.text == subject.page.title or block.index in told:
                continue
            copied = is_copied(text, text, lang, source)
            if (copied or _is_label(block, lang)) and not _is_of(text, own):
                message = _("this is the source's text again")
                weight = self.severity if copied and lang in available() and _is_no_name(text) else "note"
                yield self.at(subject, block.text.place(0), message, quote=text, severity=weight)


class TextFuzzy(Check):
    id = "text-fuzzy"
    severity = "warning"
    summary = later("A translation is marked fuzzy: nobody has looked at it since its source changed.")
    reason = later(
        "It may say what the source no longer says. In a catalogue it is a note, for it is not used: the page has the "
        "source's text. On a page it is a warning. Look at the translation and take the mark away."
    )
    wrong = later("#, fuzzy")
    right = later("No mark: someone has read the translation beside its source.")

    def __init__(self) -> None:
        self._fuzzy: dict[str, frozenset[str]] = {}

    def findings(self, subject: Subject) -> Iterator[Finding]:
        """A warning for each text that the catalogue has as a fuzzy translation alone."""
        if subject.catalogue is None or not (fuzzy := self._texts(subject.catalogue)):
            return
        for block in texts(subject.page):
            if block.text.value in fuzzy:
                message = _("the catalogue marks this translation as fuzzy")
                yield self.at(subject, block.text.place(0), message, quote=block.text.value)

    def _texts(self, catalogue: Catalogue) -> frozenset[str]:
        if catalogue.path not in self._fuzzy:
            entries = [entry for entry in catalogue.entries if entry.has_text and not entry.obsolete]
            sound = {_shown(entry.msgstr) for entry in entries if not entry.is_fuzzy}
            fuzzy = {_shown(entry.msgstr) for entry in entries if entry.is_fuzzy and entry.msgstr != entry.msgid}
            self._fuzzy[catalogue.path] = frozenset(fuzzy - sound - {""})
        return self._fuzzy[catalogue.path]


def _are_all(sentences: list[Sentence]) -> bool:
    """Whether no word of the text around them stands outside these sentences, which are in its order."""
    text = sentences[0].block.text.value
    starts, ends = [one.start for one in sentences], [one.end for one in sentences]
    return not any(_LETTER.search(text[end:start]) for end, start in zip([0, *ends], [*starts, len(text)], strict=True))


def _unchanged(subject: Subject) -> list[Block]:
    """The texts of a translated page that its source has too."""
    if subject.source_page is None:
        return []
    theirs = {block.text.value for block in texts(subject.source_page)}
    return [block for block in texts(subject.page) if block.text.value in theirs]


def _is_label(block: Block, lang: str) -> bool:
    """Whether a text is the head of a row, a term or a title, of words that the language is not known to have."""
    text = block.text.value
    is_head = block.kind in _HEADS or (block.kind == "entry" and block.header is None)
    known = lang in available() and share_known(text, lang) == 1.0
    return is_head and not known and _WORD.search(text) is not None


def _own_words(subject: Subject, unchanged: list[Block]) -> str:
    """What the translator has written, in small letters."""
    same = {block.index for block in unchanged}
    return " ".join(block.text.value for block in texts(subject.page) if block.index not in same).lower()


def _is_of(text: str, own: str) -> bool:
    """Whether the translator uses all words of a text too, or makes others of them: then the language has them."""
    return all(re.search(rf"(?<!\w){re.escape(word)}", own) for word in _WORD.findall(text.lower()))


def _is_no_name(text: str) -> bool:
    """Whether a text has words written small, as no name and no heading in capitals has."""
    return any(word.islower() and len(word) > 3 for word in text.split()[1:])


def _shown(msgstr: str) -> str:
    """A translation as a page's text has it."""
    return " ".join(html.unescape(plain(msgstr) if "<" in msgstr else msgstr).split())


def foreign_sentences(subject: Subject) -> list[Sentence]:
    """The sentences of a page in another language than the page's, each with the language it is in."""
    lang = subject.reading.lang
    found = _with_bank(subject, lang) if lang in available() else _without_bank(subject, lang)
    if not found or not subject.is_translation:
        return found
    # Of a text that is the source's, and in part surely in its language, no sentence has been translated.
    theirs = {sentence.block.index for sentence in found if sentence.lang == subject.source_language}
    whole = [block for block in _unchanged(subject) if block.index in theirs]
    told = {(sentence.block.index, sentence.start) for sentence in found}
    for block in whole:
        for start, text in split(block.text.value, lang):
            if (block.index, start) not in told and has_words(text, subject.source_language):
                found.append(Sentence(block, start, text, "other", subject.source_language))
    return found


def _with_bank(subject: Subject, lang: str) -> list[Sentence]:
    """The same where the sentences were read by the term bank of the page's language."""
    found = []
    for reading in subject.reading.sentences:
        sentence = reading.sentence
        if sentence.lang != lang:
            found.append(sentence._replace(lang=_source_if_it_may_be(sentence, subject.source_language)))
        elif (
            reading.status != "facts"
            and sentence.role != "title"
            and len(sentence.text.split()) >= _LONG
            and share_known(sentence.text, lang) < 0.5
            and (other := foreign_language(sentence.text, lang, _any_but(lang, subject.source_language)))
        ):
            found.append(sentence._replace(lang=other))
    return found


def _source_if_it_may_be(sentence: Sentence, source: str) -> str:
    """The language of a sentence that is not in its page's; of a few words it is the source's, if that has them all."""
    if source in available() and share_known(sentence.text, source) == 1.0:
        return source
    return sentence.lang


def _any_but(lang: str, source: str) -> str:
    """A source language that is another than the page's, so that a source page is looked at too."""
    return source if source != lang else next(other for other in available() if other != lang)


def _without_bank(subject: Subject, lang: str) -> list[Sentence]:
    """The same where no term bank knows the page's language, so that none of it was read."""
    if lang in ("und", subject.source_language):
        return []
    found = []
    for block in texts(subject.page):
        marked = base(block.lang or lang)
        for start, text in split(block.text.value, lang):
            other = marked if marked != lang else foreign_language(text, lang, subject.source_language)
            if other is not None:
                found.append(Sentence(block, start, text, "other", other))
    return found


def _where_they_are(subject: Subject, sentence: Sentence, count: int) -> str:
    user = user_language()
    return ngettext(
        "this text of {count} sentence is in {found}, on a page in {page}",
        "this text of {count} sentences is in {found}, on a page in {page}",
        count,
    ).format(count=count, found=_language_name(sentence.lang, user), page=_language_name(subject.reading.lang, user))


def _where_it_is(subject: Subject, sentence: Sentence) -> str:
    user = user_language()
    return _("this sentence is in {found}, on a page in {page}").format(
        found=_language_name(sentence.lang, user), page=_language_name(subject.reading.lang, user)
    )


@cache
def _language_name(code: str, user: str) -> str:
    from babel import Locale, UnknownLocaleError

    try:
        name = Locale.parse(code.replace("-", "_")).get_display_name(user)
    except (UnknownLocaleError, ValueError):
        name = None
    return name or code


CHECKS = (TextUntranslated, TextWrongLanguage, TextCopied, TextFuzzy)
