"""What a check is, and what it is given."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, ClassVar

from hoyle.checks.finding import Finding, Severity
from hoyle.checks.verdict import Verdict
from hoyle.docbook.page import Page, Place
from hoyle.facts.fact import Fact, PageReading
from hoyle.language.sentence import Sentence

if TYPE_CHECKING:
    from hoyle.checks.manual import Manual
    from hoyle.observe.observation import Observation
    from hoyle.translation.catalogue import Catalogue


@dataclass(frozen=True, slots=True)
class Subject:
    """One page with all that is known of it."""

    page: Page
    reading: PageReading
    verdicts: tuple[Verdict, ...] = ()
    """What the game says to each fact; none where no engine plays it."""
    source: PageReading | None = None
    """The reading of the page that this one translates, where it is one and its source is at hand."""
    source_page: Page | None = None
    """That page."""
    source_language: str = "en"
    """The language that pages are translated from."""
    manual: Manual | None = None
    """The manual of the settings, where the page is one of its own."""
    observations: tuple[Observation, ...] = ()
    """What was seen of the game, under the keys that its pages state and those of `unsaid`."""
    unsaid: frozenset[str] = frozenset()
    """Keys of rules that pages of games like this one state, and this page does not."""

    def is_doubtful(self, fact: Fact) -> bool:
        """Whether what the game does leaves it open how a fact is meant."""
        return any(one.status == "doubtful" and one.fact == fact for one in self.verdicts)

    @property
    def is_translation(self) -> bool:
        """Whether the page is in another language than pages are written in."""
        return self.reading.lang != self.source_language

    @property
    def catalogue(self) -> Catalogue | None:
        """The catalogue that the page is made with, where it is one of the manual's."""
        if self.manual is None or not self.is_translation:
            return None
        return self.manual.catalogue_of(self.page, self.reading.lang)


class Check:
    """Finds one kind of fault, and documents it for `hoyle explain`."""

    id: ClassVar[str]
    severity: ClassVar[Severity]
    summary: ClassVar[str]
    """The fault in one sentence."""
    reason: ClassVar[str]
    """Why it matters and what to do."""
    wrong: ClassVar[str]
    right: ClassVar[str]
    """An example of a text with the fault, and of one without."""

    def findings(self, subject: Subject) -> Iterator[Finding]:
        """Every fault of this kind in the page."""
        raise NotImplementedError

    def at(self, subject: Subject, place: Place, message: str, **more: Any) -> Finding:
        """A finding of this check at a place of the page."""
        more.setdefault("severity", self.severity)
        return Finding(
            id=self.id, page=subject.page.name, lang=subject.reading.lang, place=place, message=message, **more
        )

    def on_sentence(self, subject: Subject, sentence: Sentence, message: str, **more: Any) -> Finding:
        """A finding of this check about a sentence, quoting it."""
        return self.at(subject, sentence.place, message, quote=sentence.text, **more)

    def on_fact(self, subject: Subject, fact: Fact, message: str, **more: Any) -> Finding:
        """A finding of this check about what a sentence states."""
        more.setdefault("key", fact.key)
        return self.on_sentence(subject, fact.sentence, message, stated=fact.value, **more)


@dataclass
class Fingerprints:
    """Gives each finding a fingerprint that stays the same when lines move.

    It is made of what was found and of the words it was found in, not of where they
    stand, nor of messages, which every user reads in another language; findings that are
    alike in all this are counted.
    """

    _counts: dict[str, int] = field(default_factory=dict)

    def mark(self, finding: Finding) -> Finding:
        """The finding with its fingerprint."""
        page = finding.page or PurePath(finding.place.path).name
        words = finding.actual if finding.quote is None else finding.quote
        parts = [finding.id, page, finding.lang, finding.key, finding.stated, words]
        text = json.dumps(parts, ensure_ascii=False, sort_keys=True)
        self._counts[text] = count = self._counts.get(text, 0) + 1
        digest = hashlib.sha256(f"{text}#{count}".encode("utf-8", "backslashreplace")).hexdigest()[:16]
        return replace(finding, fingerprint=digest)
