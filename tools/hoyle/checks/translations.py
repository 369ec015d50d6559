"""Checks of a translated page against its source."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from hoyle.checks.check import Check, Subject
from hoyle.checks.finding import Finding
from hoyle.checks.options import in_words, titles
from hoyle.checks.pairs import pairs
from hoyle.facts.fact import Fact, PageReading
from hoyle.facts.keys import of as key_of
from hoyle.messages import _, later

Key = tuple[str, str | None]
"""A fact's key, and the option that it is stated of."""


def _both(subject: Subject) -> tuple[dict[Key, list[Fact]], dict[Key, list[Fact]]]:
    """The facts of the page and those of its source, by key and option."""
    assert subject.source is not None
    assert subject.source_page is not None
    if pairs(subject):
        named = titles(subject.reading, (subject.source_page, subject.source), subject.page)
        return _by_key(subject.reading, named), _by_key(subject.source, {})
    return _by_key(subject.reading, None), _by_key(subject.source, None)


def _by_key(reading: PageReading, titles: Mapping[str, str] | None) -> dict[Key, list[Fact]]:
    """Facts by key and option: by the source's title for it, or, where the texts have none beside them, its number."""
    facts: dict[Key, list[Fact]] = defaultdict(list)
    options: list[str] = []
    for fact in reading.facts:
        option = fact.when
        if option is not None and titles is None:
            if option not in options:
                options.append(option)
            option = f"option {options.index(option) + 1}"
        facts[fact.key, option if option is None or titles is None else titles.get(option, option)].append(fact)
    return facts


def _translated(reading: PageReading, fact: Fact) -> bool:
    return fact.sentence.lang == reading.lang


class FactDiffersFromSource(Check):
    id = "fact-differs-from-source"
    severity = "error"
    summary = later("The translation states another value than its source.")
    reason = later(
        "Readers of two languages learn two different games. Mend the translation in the catalogue, or, where the "
        "translation is right and the source wrong, the source page."
    )
    wrong = later("Deal three cards face down. → Jarri bi karta behera begira.")
    right = later("Deal three cards face down. → Jarri hiru karta behera begira.")

    def findings(self, subject: Subject) -> Iterator[Finding]:
        """An error for each value that the source gives otherwise, a warning where wording may explain it."""
        if subject.source is None:
            return
        translation, source = _both(subject)
        for key, facts in translation.items():
            theirs = [_meaning(fact) for fact in source.get(key, ())]
            ours = [_meaning(fact) for fact in facts]
            lost = [value for value in theirs if value not in ours]
            for fact in facts:
                if _meaning(fact) not in theirs and lost and _translated(subject.reading, fact):
                    original = next(other for other in source[key] if _meaning(other) == lost[0])
                    message = _("the translation says: {fact}; its source says: {original} (“{quote}”)").format(
                        fact=in_words(fact),
                        original=in_words(original),
                        quote=original.sentence.text,
                    )
                    is_sure = len(set(map(repr, theirs))) == 1 and _is_exchanged(fact, original)
                    is_sure = is_sure and not subject.is_doubtful(fact)
                    weight = self.severity if is_sure else "warning"
                    yield self.on_fact(subject, fact, message, actual=original.value, severity=weight)


def _meaning(fact: Fact) -> Any:
    """A value, without words of a language, and without the order of what has none."""
    value = fact.value
    if key_of(fact.key).in_words:
        return [item for item in value if isinstance(item, int)] if isinstance(value, list) else None
    if fact.key.endswith(".from") and isinstance(value, list):
        return sorted(value, key=str)
    return value


def _is_exchanged(fact: Fact, original: Fact) -> bool:
    """Whether one value stands for another; a longer or shorter list may be worded otherwise, and mean the same."""
    ours, theirs = fact.value, original.value
    if not key_of(fact.key).settled or (fact.key.endswith(".face") and "mixed" in (ours, theirs)):
        return False
    if isinstance(ours, list) and isinstance(theirs, list) and fact.key != "score.per":
        return not (all(item in theirs for item in ours) or all(item in ours for item in theirs))
    return True


class FactMissingFromTranslation(Check):
    id = "fact-missing-from-translation"
    severity = "warning"
    summary = later("The source states a rule that its translation does not.")
    reason = later(
        "A rule was lost in translation, or is worded so that Hoyle does not read it. Compare the two texts."
    )
    wrong = later(
        "Cards are dealt singly to the waste. There are no redeals. → Les cartes sont distribuées une à une dans la "
        "défausse."
    )
    right = later(
        "Cards are dealt singly to the waste. There are no redeals. → Les cartes sont distribuées une à une dans la "
        "défausse. Pas de redistribution."
    )

    def findings(self, subject: Subject) -> Iterator[Finding]:
        """A warning, at the page's title, for each rule of the source that no sentence states.

        A note where the text may state it in words that were not read.
        """
        if subject.source is None:
            return
        places = {theirs.index: ours.index for ours, theirs in pairs(subject)}
        translation, source = _both(subject)
        for key, facts in source.items():
            if key not in translation:
                fact = facts[0]
                place = subject.page.title.place(0) if subject.page.title else subject.page.blocks[0].text.place(0)
                message = _("the source says, and the translation does not: {fact} (“{quote}”)").format(
                    fact=in_words(fact), quote=fact.sentence.text
                )
                weight = self.severity if _is_read(facts, places, subject.reading) else "note"
                yield self.at(subject, place, message, key=fact.key, actual=fact.value, severity=weight)


class FactAddedInTranslation(Check):
    id = "fact-added-in-translation"
    severity = "warning"
    summary = later("The translation states a rule that its source does not.")
    reason = later(
        "A rule was added in translation, or the source is worded so that Hoyle does not read it. "
        "Compare the two texts."
    )
    wrong = later("Ten piles. → Dix piles. Les piles vides restent vides.")
    right = later("Ten piles. → Dix piles.")

    def findings(self, subject: Subject) -> Iterator[Finding]:
        """A warning for each rule whose key the source never states, a note where its words may not have been read."""
        if subject.source is None:
            return
        places = {ours.index: theirs.index for ours, theirs in pairs(subject)}
        translation, source = _both(subject)
        for key, facts in translation.items():
            if key not in source and _translated(subject.reading, facts[0]):
                message = _("the translation says, and its source does not: {fact}").format(fact=in_words(facts[0]))
                weight = self.severity if _is_read(facts, places, subject.source) else "note"
                yield self.on_fact(subject, facts[0], message, severity=weight)


def _is_read(facts: list[Fact], places: Mapping[int, int], other: PageReading) -> bool:
    """Whether the texts of the other page that stand where these facts are stated were read whole.

    Where they were not, or where how sentences with such a key are read was not measured, that page may
    state the rule all the same.
    """
    key = facts[0].key
    texts = {places.get(sentence.block.index) for fact in facts for sentence in fact.sources or (fact.sentence,)}
    if not key_of(key).settled or any(
        one.status == "not understood" and one.sentence.block.index in texts for one in other.sentences
    ):
        return False
    # "Builds can be moved", "groups can be moved": two ways to say nearly the same.
    return ".move." not in key or not any(fact.key.startswith(key.rpartition(".")[0]) for fact in other.facts)


CHECKS = (FactDiffersFromSource, FactMissingFromTranslation, FactAddedInTranslation)
