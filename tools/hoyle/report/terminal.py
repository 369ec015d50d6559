"""Findings for a person at a terminal: grouped by page, the line quoted with a caret under the words meant."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.text import Text

from hoyle.checks.finding import SEVERITIES, Finding, Severity
from hoyle.messages import _, later, ngettext

_COLOURS: dict[Severity, str] = {"error": "bold red", "warning": "bold yellow", "note": "bold cyan"}
_NAMES: dict[Severity, str] = {"error": later("error"), "warning": later("warning"), "note": later("note")}


@dataclass
class TerminalReport:
    """Prints findings as they come, and at the end how many there were."""

    console: Console
    _lines: dict[str, list[str]] = field(default_factory=dict)
    _counts: dict[Severity, int] = field(default_factory=dict)

    def add(self, findings: Iterable[Finding]) -> None:
        """Print the findings of one page."""
        for finding in findings:
            self._counts[finding.severity] = self._counts.get(finding.severity, 0) + 1
            self._print(finding)

    def _print(self, finding: Finding) -> None:
        head = Text()
        head.append(f"{finding.place}: ", style="bold")
        head.append(f"{_(_NAMES[finding.severity])}: ", style=_COLOURS[finding.severity])
        head.append(_printable(finding.message))
        self.console.print(head, soft_wrap=True)
        if finding.quote is not None and (line := self._line(finding.place.path, finding.place.line)):
            self._print_line(finding, line)
        for evidence in (finding.evidence or "").splitlines():
            self.console.print(Text(f"      {_printable(evidence)}"), soft_wrap=True)
        self.console.print(Text(f"  [{finding.id}]", style="dim"), soft_wrap=True)

    def _print_line(self, finding: Finding, line: str) -> None:
        start = finding.place.column - 1
        indent = len(line) - len(line.lstrip())
        length = max(1, min(len(finding.quote or ""), len(line.rstrip()) - start))
        margin = f"  {finding.place.line} │ "
        self.console.print(Text(margin, style="dim").append(_printable(line.strip()), style=""), soft_wrap=True)
        caret = " " * (len(margin) - 2) + "│ "
        self.console.print(
            Text(caret, style="dim").append(
                " " * max(0, start - indent) + "^" * length, style=_COLOURS[finding.severity]
            ),
            soft_wrap=True,
        )

    def _line(self, path: str, number: int) -> str | None:
        if path not in self._lines:
            try:
                self._lines[path] = Path(path).read_text(encoding="utf-8", errors="replace").splitlines()
            except OSError:
                self._lines[path] = []
        lines = self._lines[path]
        return lines[number - 1] if number <= len(lines) else None

    def end(self, pages: int, facts: int, verified: int) -> None:
        """Print the counts."""
        counts = [
            ngettext("{count} page", "{count} pages", pages).format(count=pages),
            ngettext("{count} fact read", "{count} facts read", facts).format(count=facts),
            ngettext("{count} verified by the game", "{count} verified by the game", verified).format(count=verified),
        ]
        self.console.print(Text(", ".join(counts)), soft_wrap=True)
        found = [_count(severity, self._counts[severity]) for severity in SEVERITIES if self._counts.get(severity)]
        style = next((_COLOURS[severity] for severity in SEVERITIES if self._counts.get(severity)), "bold green")
        self.console.print(Text(", ".join(found) if found else _("nothing found"), style=style), soft_wrap=True)


def _count(severity: Severity, count: int) -> str:
    forms = {
        "error": ngettext("{count} error", "{count} errors", count),
        "warning": ngettext("{count} warning", "{count} warnings", count),
        "note": ngettext("{count} note", "{count} notes", count),
    }
    return forms[severity].format(count=count)


def _printable(text: str) -> str:
    """The text without what could steer the terminal: control characters become visible."""
    return "".join(
        char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" if char != "\t" else " " for char in text
    )
