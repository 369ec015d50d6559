"""Checks of a page by itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from hoyle.checks.check import Check, Subject
from hoyle.checks.finding import Finding
from hoyle.checks.options import in_words
from hoyle.facts.fact import Fact
from hoyle.facts.keys import of as key_of
from hoyle.messages import _, later


class PageDamaged(Check):
    id = "page-damaged"
    severity = "warning"
    summary = later("Something of the page is lost or cannot be read.")
    reason = later(
        "The file is not the whole page: lines are missing, the markup is not closed, or bytes are not of the "
        "encoding that it names. What is left is read all the same. Get the page again from where it comes from."
    )
    wrong = later("<sect2><title>Setup</title> … and the file ends here")
    right = later("<sect2><title>Setup</title> … </sect2>")

    def findings(self, subject: Subject) -> Iterator[Finding]:
        """A warning for each loss that the reader reports."""
        for damage in subject.page.damage:
            yield self.at(subject, damage.place, damage.message)


class FactContradictsPage(Check):
    id = "fact-contradicts-page"
    severity = "error"
    summary = later("The page states two values for one rule.")
    reason = later(
        "A reader cannot know which of the two holds. What the game does, where Hoyle can play it, is said by "
        "fact-contradicts-engine about the one that is wrong."
    )
    wrong = later("Ten piles. … The eight piles of the tableau …")
    right = later("Ten piles. … The ten piles of the tableau …")

    def findings(self, subject: Subject) -> Iterator[Finding]:
        """An error at the second of two values of a key that holds one."""
        stated: dict[tuple[str, str | None], list[Fact]] = defaultdict(list)
        for fact in subject.reading.facts:
            if key_of(fact.key).one_value:
                stated[fact.key, fact.when].append(fact)
        for first, *others in stated.values():
            for other in others:
                if _are_at_odds(first, other):
                    message = _("the page says here: {fact}; and in line {line}: {other}").format(
                        fact=in_words(other),
                        other=in_words(first),
                        line=first.sentence.place.line,
                    )
                    weight = "warning" if subject.is_doubtful(other) or subject.is_doubtful(first) else self.severity
                    yield self.on_fact(subject, other, message, actual=first.value, severity=weight)


def _are_at_odds(first: Fact, other: Fact) -> bool:
    if first.key.endswith(".move.unit"):
        return {first.value, other.value} == {"single", "group"}  # a run moved as a short cut is no second rule
    if first.key.endswith(".face"):
        return "mixed" not in (first.value, other.value)
    if first.sentence == other.sentence:
        return False  # one sentence that tells two parts of the table apart
    return bool(first.value != other.value)


class SentenceNotUnderstood(Check):
    id = "sentence-not-understood"
    severity = "note"
    summary = later("No rule was read from a sentence that may state one.")
    reason = later(
        "Hoyle counts what it does not understand instead of passing it over. Nothing is wrong with the page; "
        "the sentence is not checked against the game. `hoyle facts --explain` shows what was made of it."
    )
    wrong = later("Cards roll to the left like beads on a string.")
    right = later("Empty piles are filled with the cards to their right.")

    def findings(self, subject: Subject) -> Iterator[Finding]:
        """A note for each such sentence."""
        for reading in subject.reading.sentences:
            if reading.status == "not understood":
                yield self.on_sentence(subject, reading.sentence, _("no rule was read from this sentence"))


CHECKS = (PageDamaged, FactContradictsPage, SentenceNotUnderstood)
