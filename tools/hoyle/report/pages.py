"""What a report is made of: pages with their findings, and counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from hoyle.checks.finding import SEVERITIES, Finding, Severity
from hoyle.messages import _, later, ngettext

NAMES: dict[Severity, str] = {"error": later("error"), "warning": later("warning"), "note": later("note")}
"""How severities are called, to be translated."""


@dataclass(frozen=True, slots=True)
class PageFindings:
    """One file and what was found in it."""

    path: str
    findings: tuple[Finding, ...] = ()


@dataclass
class Counts:
    """What a run has looked at and found."""

    pages: int = 0
    catalogues: int = 0
    facts: int = 0
    verified: int = 0
    undecided: int = 0
    """Facts that no game decides."""
    sentences: int = 0
    """Sentences in which rules were looked for."""
    not_understood: int = 0
    """Those of them from which none was read, though they may state one."""
    listed_by: str = "hoyle facts --coverage"
    """The command that lists these."""
    undecided_listed_by: str = ""
    """The command that lists the facts that no game decides."""
    known: int = 0
    """Findings that the baseline holds; they are not shown."""
    suppressed: int = 0
    """Findings that a comment in the page or its catalogue suppresses; they are not shown."""
    severities: Counter[Severity] = field(default_factory=Counter)

    def add(self, findings: Iterable[Finding]) -> None:
        """Count findings that are shown."""
        self.severities.update(finding.severity for finding in findings)

    @property
    def worst(self) -> Severity | None:
        """The heaviest severity found."""
        return next((severity for severity in SEVERITIES if self.severities[severity]), None)

    def looked_at(self) -> str:
        """What was looked at, in words."""
        parts = []
        if self.catalogues:
            parts.append(
                ngettext("{count} catalogue", "{count} catalogues", self.catalogues).format(count=self.catalogues)
            )
        if self.pages or not parts:
            parts += [
                ngettext("{count} page", "{count} pages", self.pages).format(count=self.pages),
                ngettext("{count} fact read", "{count} facts read", self.facts).format(count=self.facts),
                ngettext("{count} verified by the game", "{count} verified by the game", self.verified).format(
                    count=self.verified
                ),
            ]
        return ", ".join(parts)

    def understood(self) -> str | None:
        """How many sentences were not understood, in words, and what lists them; None where no page was read."""
        if not self.sentences:
            return None
        read = ngettext("{count} sentence read", "{count} sentences read", self.sentences).format(count=self.sentences)
        if not self.not_understood:
            return _("{sentences}, all understood").format(sentences=read)
        missed = ngettext("{count} not understood", "{count} not understood", self.not_understood)
        return _("{sentences}, {missed}; they are listed by: {command}").format(
            sentences=read, missed=missed.format(count=self.not_understood), command=self.listed_by
        )

    def open(self) -> str | None:
        """How many facts no game decides, in words, and what lists them; None where there are none."""
        if not self.undecided:
            return None
        told = ngettext(
            "{count} fact that no game decides; it is listed by: {command}",
            "{count} facts that no game decides; they are listed by: {command}",
            self.undecided,
        )
        return told.format(count=self.undecided, command=self.undecided_listed_by)

    def lines(self) -> list[str]:
        """The whole summary, a line each."""
        return [line for line in (self.looked_at(), self.open(), self.understood(), self.found()) if line is not None]

    def found(self) -> str:
        """What was found, in words."""
        parts = [_count(severity, self.severities[severity]) for severity in SEVERITIES if self.severities[severity]]
        if self.known:
            parts.append(
                ngettext("{count} known from the baseline", "{count} known from the baseline", self.known).format(
                    count=self.known
                )
            )
        if self.suppressed:
            parts.append(
                ngettext("{count} suppressed", "{count} suppressed", self.suppressed).format(count=self.suppressed)
            )
        return ", ".join(parts) if parts else _("nothing found")


def _count(severity: Severity, count: int) -> str:
    forms = {
        "error": ngettext("{count} error", "{count} errors", count),
        "warning": ngettext("{count} warning", "{count} warnings", count),
        "note": ngettext("{count} note", "{count} notes", count),
    }
    return forms[severity].format(count=count)
