"""What pages of a family of games say, and one of them does not."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cache

from hoyle.checks.check import Check, Subject
from hoyle.checks.evidence import told
from hoyle.checks.finding import Finding
from hoyle.facts.fact import PageReading
from hoyle.facts.wording import fact_in_words
from hoyle.messages import _, later

LEAST = 6
"""Games of a family that show what is customary to say."""
SHARE = 0.75
"""The part of them that must say it."""


class Customs:
    """Which rules the pages of a family state: games with one goal whose pages speak of the same kind of pile.

    `readings` are those of all pages in the languages that pages are written in.
    """

    def __init__(self, readings: Iterable[PageReading]) -> None:
        self._keys: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        """By page and subject, such as `stock`, the keys that are stated."""
        self._goals: dict[str, str] = {}
        for reading in readings:
            for fact in reading.facts:
                if fact.when is None:
                    self._keys[reading.page][fact.key.partition(".")[0]].add(fact.key)
                    if fact.key == "goal":
                        self._goals[reading.page] = str(fact.value)

    def unsaid(self, page: str) -> frozenset[str]:
        """The keys that most pages of the family state, of rules that this page says nothing about."""
        goal = self._goals.get(page)
        if goal is None:
            return frozenset()
        family = [self._keys[name] for name, other in self._goals.items() if other == goal and name != page]
        found = set()
        for subject, own in self._keys[page].items():
            like = [keys[subject] for keys in family if subject in keys]
            if len(like) < LEAST:
                continue
            stems = set(map(_stem, own))
            counted = Counter(key for keys in like for key in keys if _stem(key) not in stems)
            found |= {key for key, count in counted.items() if count >= SHARE * len(like)}
        return frozenset(found)


@cache
def _stem(key: str) -> str:
    """What a key is about, so that a deal told in cards is not missed in rows."""
    first, _dot, rest = key.partition(".")
    return key if first == "score" else f"{first}.{rest.partition('.')[0]}"


class RuleUndocumented(Check):
    id = "rule-undocumented"
    severity = "note"
    summary = later("The game does something that pages of games like it say, and this page does not.")
    reason = later(
        "Players have to find it out by trying. The games are those with the same goal and the same kind of pile, of "
        "whose pages three in four state the rule."
    )
    wrong = later("Cards are turned over one at a time. (and the stock can be turned over twice)")
    right = later("Cards are turned over one at a time. There are two redeals.")

    def findings(self, subject: Subject) -> Iterator[Finding]:
        """A note at the page's title for each such rule. A translation is as silent as its source."""
        if subject.source is not None or not subject.unsaid:
            return
        place = subject.page.title.place(0) if subject.page.title else subject.page.blocks[0].text.place(0)
        for seen in subject.observations:
            if seen.key in subject.unsaid and seen.when is None and seen.value not in (None, False, 0, [], "none"):
                message = _("pages of games like this say it, and this one does not: {fact}. {evidence}").format(
                    fact=fact_in_words(seen.key, seen.value), evidence=told(seen.evidence, subject)
                )
                yield self.at(subject, place, message, key=seen.key, actual=seen.value)


CHECKS = (RuleUndocumented,)
