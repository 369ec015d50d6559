"""The terms of a translation against those of its source."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hoyle.checks.check import Check, Subject
from hoyle.checks.finding import Finding
from hoyle.checks.pairs import pairs
from hoyle.checks.remembered import compared
from hoyle.checks.verdict import kinds_spoken_of
from hoyle.docbook.page import Block
from hoyle.language.bank import available, load
from hoyle.language.concepts import KINDS
from hoyle.messages import _, later


class TermDiffers(Check):
    id = "term-differs"
    severity = "note"
    summary = later("A translation names another kind of pile than its source.")
    reason = later("The term banks know both words. Mend the translation, or the bank where it lacks a word.")
    wrong = later("Cards go to the waste. → Les cartes vont sur la pioche.")
    right = later("Cards go to the waste. → Les cartes vont dans la défausse.")

    def findings(self, subject: Subject) -> Iterator[Finding]:
        """A note for each text whose piles are others, where no fact tells of it."""
        lang, source = subject.reading.lang, subject.source_language
        if lang == source or lang not in available() or source not in available():
            return
        foreign = {one.sentence.block.index for one in subject.reading.sentences if one.sentence.lang != lang}
        paired = pairs(subject)
        texts = [(original.text.value, block.text.value) for block, original in paired]
        found = compared(self.id, texts, source, lang, lambda ours, theirs: other_kinds(ours, source, theirs, lang))
        for (block, _original), kinds in zip(paired, found, strict=True):
            if kinds is None or block.index in foreign or _is_told(subject, block, kinds[1]):
                continue
            message = difference(*kinds)
            yield self.at(subject, block.text.place(0), message, quote=block.text.value, actual=kinds[0])


def _is_told(subject: Subject, block: Block, gained: str) -> bool:
    """Whether a fact read there is about the pile that was put in: then the checks of facts tell of it."""
    return any(
        kind in (fact.key.partition(".")[0], *kinds_spoken_of(fact.key, fact.value))
        for fact in subject.reading.facts
        if fact.sentence.block.index == block.index
        for kind in gained.split(", ")
    )


def difference(lost: str, gained: str) -> str:
    """What is said of a text that names other kinds of piles."""
    return _("it names {gained} where its source names {lost}").format(gained=gained, lost=lost)


def other_kinds(ours: str, source: str, theirs: str, lang: str) -> tuple[str, str] | None:
    """A kind of pile that only the source names, and one that only the translation does.

    >>> other_kinds("Cards go to the waste.", "en", "Les cartes vont sur la pioche.", "fr")
    ('waste', 'stock')
    """
    first, second = _kinds(ours, source), _kinds(theirs, lang)
    lost, gained = _sure(first) - _all(second), _sure(second) - _all(first)
    return (", ".join(sorted(lost)), ", ".join(sorted(gained))) if lost and gained else None


def _kinds(text: str, lang: str) -> Sequence[frozenset[str]]:
    """The kinds of piles that each word may name."""
    return [kinds for word in load(lang).words(text) if (kinds := word.concepts.intersection(KINDS))]


def _sure(kinds: Sequence[frozenset[str]]) -> set[str]:
    return {kind for one in kinds if len(one) == 1 for kind in one}


def _all(kinds: Sequence[frozenset[str]]) -> set[str]:
    return {kind for one in kinds for kind in one}


CHECKS = (TermDiffers,)
