"""Checks of what a page says against what the game does."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.checks.check import Check, Subject
from hoyle.checks.evidence import shown, told
from hoyle.checks.finding import Finding
from hoyle.checks.options import in_words
from hoyle.checks.verdict import ON_ANY_CARD, WHY, compare
from hoyle.docbook.page import Place
from hoyle.facts.wording import fact_in_words
from hoyle.messages import _, later, ngettext


class FactContradictsEngine(Check):
    id = "fact-contradicts-engine"
    severity = "error"
    summary = later("The page states a rule that the game does not follow.")
    reason = later(
        "Players who learn the game from the page will play another game than the one on their screen. "
        "The evidence says what was tried and what happened. If the game is right, mend the sentence in the "
        "source page, or its translation in the catalogue; if the page is right, the game has a fault."
    )
    wrong = later("Each card in the foundations scores a point. (in a game that has no foundations)")
    right = later("Each card removed scores a point.")

    def findings(self, subject: Subject) -> Iterator[Finding]:
        """An error for each fact that the game contradicts, a warning where loose wording may explain it."""
        for verdict in subject.verdicts:
            seen = verdict.observation
            if verdict.status not in ("contradicted", "doubtful") or seen is None:
                continue
            fact = verdict.fact
            said = in_words(fact)
            if verdict.status == "contradicted" and compare(fact.key, fact.value, seen.value) == "verified":
                said = _("{fact}, and nothing more").format(fact=said)  # the sentence says "only"
            if seen.value is None or seen.value == []:
                message = _("the page says: {fact}; not so in the game: {evidence}").format(
                    fact=said, evidence=told(seen.evidence, subject)
                )
            else:
                message = _("the page says: {fact}; in the game, {seen}. {evidence}").format(
                    fact=said, seen=fact_in_words(seen.key, seen.value), evidence=told(seen.evidence, subject)
                )
            yield self.on_fact(
                subject,
                fact,
                message,
                severity=self.severity if verdict.status == "contradicted" else "warning",
                key=seen.key if fact.key in ON_ANY_CARD else fact.key,
                actual=seen.value,
                **shown(seen.evidence),
            )


class FactUndecided(Check):
    id = "fact-undecided"
    severity = "note"
    summary = later("No game decides whether what the page states is so.")
    reason = later(
        "Hoyle counts what it could not check instead of passing it over, and says why. Nothing need be wrong with the "
        "page: read the sentence beside the game yourself."
    )
    wrong = later("At the end of the tableau, empty places are filled from the stock. (no trial shows where from)")
    right = later("Cards are turned over from the stock one at a time.")

    def findings(self, subject: Subject) -> Iterator[Finding]:
        """A note for each such fact, but one for the whole page where nobody plays its game."""
        undecided = [verdict for verdict in subject.verdicts if verdict.why is not None]
        unplayed = sum(verdict.why == "not played" for verdict in undecided)
        if unplayed:
            message = ngettext(
                "the {count} rule that was read here was not tried: no engine at hand plays this game",
                "the {count} rules that were read here were not tried: no engine at hand plays this game",
                unplayed,
            )
            yield self.at(subject, Place(str(subject.page.path), 1, 1), message.format(count=unplayed))
        for verdict in undecided:
            if verdict.why is not None and verdict.why != "not played":
                message = _("the page says: {fact}; no game decides whether it is so: {why}")
                said = message.format(fact=in_words(verdict.fact), why=_(WHY[verdict.why]))
                yield self.on_fact(subject, verdict.fact, said)


CHECKS = (FactContradictsEngine, FactUndecided)
