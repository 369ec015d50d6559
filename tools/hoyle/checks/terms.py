"""The terms of a translation against those of its source."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hoyle.checks.check import Check, Subject
from hoyle.checks.finding import Finding
from hoyle.checks.pairs import pairs
from hoyle.checks.remembered import compared
from hoyle.checks.verdict import kinds_spoken_of
from hoyle.docbook.page import Block
from hoyle.language.bank import Word, available, load
from hoyle.language.concepts import KINDS
from hoyle.messages import _, later

_GLOSSARY: Final = (
    frozenset(KINDS),
    frozenset(("clubs", "diamonds", "hearts", "spades")),
    frozenset(("up", "down")),
    frozenset(("face-up", "face-down")),
    frozenset(("suit", "rank")),
)
"""The terms that a translation is held to. Of those in one line, one must not stand for another."""


class TermDiffers(Check):
    id = "term-differs"
    severity = "note"
    summary = later("A translation has another term than its source: another pile, suit or direction.")
    reason = later("The term banks know both words. Mend the translation, or the bank where it lacks a word.")
    wrong = later("Cards go to the waste. → Les cartes vont sur la pioche.")
    right = later("Cards go to the waste. → Les cartes vont dans la défausse.")

    def findings(self, subject: Subject) -> Iterator[Finding]:
        """A note for each text whose terms are others, where no fact tells of it."""
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
    """Whether a fact read there is about the term that was put in: then the checks of facts tell of it."""
    return any(
        kind in (fact.key.partition(".")[0], fact.key.rpartition(".")[2], *kinds_spoken_of(fact.key, fact.value))
        or kind.removeprefix("face-") == fact.value
        for fact in subject.reading.facts
        if fact.sentence.block.index == block.index
        for kind in gained.split(", ")
    )


def difference(lost: str, gained: str) -> str:
    """What is said of a text that names other kinds of piles."""
    return _("it names {gained} where its source names {lost}").format(gained=gained, lost=lost)


def other_kinds(ours: str, source: str, theirs: str, lang: str) -> tuple[str, str] | None:
    """A term that only the source has, and one of the same kind that only the translation has.

    >>> other_kinds("Cards go to the waste.", "en", "Les cartes vont sur la pioche.", "fr")
    ('waste', 'stock')
    >>> other_kinds("Build down.", "en", "Construire en montant.", "fr")
    ('down', 'up')
    """
    first, second = load(source).words(ours), load(lang).words(theirs)
    found = []
    for terms in _GLOSSARY:
        one, other = _among(terms, first), _among(terms, second)
        lost, gained = _sure(one) - _all(other), _sure(other) - _all(one)
        if lost and gained:
            found.append((lost, gained))
    if not found:
        return None
    return tuple(", ".join(name for names in each for name in sorted(names)) for each in zip(*found, strict=True))  # type: ignore[return-value]


def _among(terms: frozenset[str], words: Sequence[Word]) -> Sequence[frozenset[str]]:
    """Which of the terms each word may mean."""
    return [meant for word in words if (meant := terms.intersection((*word.concepts, word.name or "")))]


def _sure(kinds: Sequence[frozenset[str]]) -> set[str]:
    return {kind for one in kinds if len(one) == 1 for kind in one}


def _all(kinds: Sequence[frozenset[str]]) -> set[str]:
    return {kind for one in kinds for kind in one}


CHECKS = (TermDiffers,)
