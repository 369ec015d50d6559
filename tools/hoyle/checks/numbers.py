"""The numbers of a translated text against those of its source, by value."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from hoyle.checks.check import Check, Subject
from hoyle.checks.finding import Finding
from hoyle.checks.pairs import pairs
from hoyle.checks.remembered import compared
from hoyle.docbook.page import Block
from hoyle.facts.fact import PageReading
from hoyle.language.bank import available, load
from hoyle.language.number_values import Number, has_numbers, number_forms, numbers_in
from hoyle.language.sentence import Sentence
from hoyle.messages import _, later

_TELLING = 5
_END = re.compile(r"(?<=[.!?])\s+")
_PASSES = frozenset(("go-through", "pass"))
"""Concepts of going through the stock: so many passes are one redeal less."""


def changed_number(source: str, source_lang: str, target: str, lang: str) -> tuple[int, Number] | None:
    """A number of the source that is another one in the translation: its value, and the other; None where all is well.

    Only an exchange counts, in the whole text by a number that the source has nowhere, or in
    two sentences that stand in the same place. A number that is lost or gained alone mostly
    means other words for the same: "both cards", "three by three". So does 1, which languages
    with articles are full of, and a number said once more. None at all is 0.

    >>> said, other = changed_number("Deal three cards.", "en", "Distribuez deux cartes.", "fr")
    >>> said, other.value, other.start
    (3, 2, 11)
    >>> changed_number("Deal three cards.", "en", "Man gibt 3 Karten.", "de")
    >>> changed_number("Both cards can be moved.", "en", "Las dos cartas se pueden mover.", "es")
    >>> said, other = changed_number("Two redeals.", "en", "Keine Neuverteilung.", "de")
    >>> said, other.value
    (2, 0)
    """
    if not (has_numbers(source_lang) and has_numbers(lang)):
        return None
    theirs, ours = numbers_in(source, source_lang), numbers_in(target, lang)
    before, after = _counted(theirs), _counted(ours)
    lost, gained = before - after, after - before
    if lost and gained and not any(value in before for value in gained):
        other = next(number for number in ours if number.value in gained)
        said = next(number.value for number in theirs if number.value in lost)
        if other.value != said - 1 or not _counts_passes(source, source_lang):
            return said, other
    originals, sentences = list(_sentences(source)), list(_sentences(target))
    if len(originals) == len(sentences):
        for (_start, original), (start, sentence) in zip(originals, sentences, strict=True):
            if changed := _changed_in_sentence(original, source_lang, sentence, lang):
                said, other = changed
                return said, Number(other.value, start + other.start, start + other.end)
    return None


def _changed_in_sentence(source: str, source_lang: str, target: str, lang: str) -> tuple[int, Number] | None:
    theirs, ours = numbers_in(source, source_lang), numbers_in(target, lang)
    before, after = _counted(theirs), _counted(ours)
    lost, gained = before - after, after - before
    if len(lost) == len(gained) == 1:
        (said,), (value,) = lost, gained
        # Two said once more is "both" or "these two".
        if (value == 2 and 2 in before) or (value == said - 1 and _counts_passes(source, source_lang)):
            return None
        return said, next(number for number in ours if number.value == value)
    if len(theirs) == 1 and lost and not ours and not _denies(source, source_lang) and (none := _none(target, lang)):
        return theirs[0].value, Number(0, none.start(), none.end())
    if len(ours) == 1 and gained and not theirs and _none(source, source_lang) and not _denies(target, lang):
        return 0, ours[0]
    return None


def _sentences(text: str) -> Iterator[tuple[int, str]]:
    start = 0
    for end in _END.finditer(text):
        yield start, text[start : end.start()]
        start = end.end()
    yield start, text[start:]


def _none(text: str, lang: str) -> re.Match[str] | None:
    """Where a text says that there is none of something, in a language whose words for it are known."""
    forms = number_forms().get(lang)
    return re.search(rf"\b(?:{forms.none})\b", text, re.IGNORECASE) if forms else None


def _denies(text: str, lang: str) -> bool:
    """Whether it may say that something is not so; a language whose words for that are not known may."""
    forms = number_forms().get(lang)
    return forms is None or re.search(rf"\b(?:{forms.none}|{forms.not_})\b", text, re.IGNORECASE) is not None


def _counted(numbers: Iterable[Number]) -> Counter[int]:
    return Counter(number.value for number in numbers if number.value > 1)


def _counts_passes(text: str, lang: str) -> bool:
    return lang in available() and any(word.concepts & _PASSES for word in load(lang).words(text))


class NumberDiffers(Check):
    id = "number-differs"
    severity = "warning"
    summary = later("A number of the source is another number in its translation.")
    reason = later(
        "Numbers are compared by value, however they are written: in digits, in words, as “twice” or “third”. "
        "Mend the translation in the catalogue. Where the number is part of a saying, which each language has in "
        "its own way, suppress the finding there with a comment that says so."
    )
    wrong = later("Sixteen cards surround the court. → Soixante cartes entourent la cour.")
    right = later("Sixteen cards surround the court. → Seize cartes entourent la cour.")

    def findings(self, subject: Subject) -> Iterator[Finding]:
        """A warning for each text in which a number was exchanged that no fact tells of.

        It is an error where the source states a rule by the number: the frame "of sixteen cards" is the reserve.
        """
        if subject.source is None:
            return
        lang = subject.reading.lang
        paired = pairs(subject)

        def change(source: str, text: str) -> list[int] | None:
            found = changed_number(source, subject.source_language, text, lang)
            return [found[0], found[1].value, found[1].start, found[1].end] if found else None

        texts = [(source.text.value, block.text.value) for block, source in paired]
        found = compared(self.id, texts, subject.source_language, lang, change)
        for (block, _source), changed in zip(paired, found, strict=True):
            if changed is None:
                continue
            said, other = changed[0], Number(*changed[1:])
            message = _message(said, other.value)
            sentence = _sentence_at(subject, block, other.start)
            if sentence is None:  # no term bank knows the language, so that no sentence was read
                quote = block.text.value
                yield self.at(subject, block.text.place(0), message, quote=quote, stated=other.value, actual=said)
                continue
            told = (fact for fact in subject.reading.facts if fact.sentence == sentence)
            if sentence.lang == lang and not any(_holds(fact.value, other.value) for fact in told):
                key = _key_of(said, subject.source)
                yield self.on_sentence(
                    subject,
                    sentence,
                    message,
                    stated=other.value,
                    actual=said,
                    key=key,
                    severity="error" if key else self.severity,
                )


def _sentence_at(subject: Subject, block: Block, offset: int) -> Sentence | None:
    return next(
        (
            reading.sentence
            for reading in subject.reading.sentences
            if reading.sentence.block is block and offset < reading.sentence.end
        ),
        None,
    )


def _key_of(number: int, source: PageReading) -> str | None:
    """The key of the one rule of the source that the number is the value of: what another number contradicts.

    Small numbers stand for too many things.
    """
    keys = {fact.key for fact in source.facts if fact.value == number and fact.value is not True}
    return keys.pop() if number >= _TELLING and len(keys) == 1 else None


def _message(said: int, other: int) -> str:
    return _("the translation has the number {other} where its source has {said}").format(other=other, said=said)


def _holds(value: Any, number: int) -> bool:
    """Whether a fact's value is the number or holds it: then the checks of facts tell of it."""
    if isinstance(value, list):
        return any(_holds(item, number) for item in value)
    return str(value) == str(number)


CHECKS = (NumberDiffers,)
