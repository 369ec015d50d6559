"""Findings for a person at a terminal: grouped by page, the line quoted with a caret under the words meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from io import StringIO

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from hoyle.checks.extent import end_of, lines_of
from hoyle.checks.finding import Finding, Severity
from hoyle.messages import _
from hoyle.report.evidence import LINES, folded
from hoyle.report.pages import NAMES, Counts
from hoyle.report.text import one_line

_COLOURS: dict[Severity, str] = {"error": "bold red", "warning": "bold yellow", "note": "bold cyan"}
_MARGIN = "      "
_CUT = "…"


@dataclass
class TerminalReport:
    """Prints findings as they come, and at the end how many there were."""

    console: Console
    _lines: dict[str, list[str]] = field(default_factory=dict)

    def add(self, findings: Iterable[Finding]) -> None:
        """Print the findings of one page."""
        for finding in findings:
            self._print(finding)

    def end(self, counts: Counts) -> None:
        """Print the counts."""
        *lines, found = counts.lines()
        for line in lines:
            self.console.print(Text(one_line(line)), soft_wrap=True)
        style = "bold green" if counts.worst is None else _COLOURS[counts.worst]
        self.console.print(Text(found, style=style), soft_wrap=True)

    def _print(self, finding: Finding) -> None:
        head = Text()
        head.append(one_line(f"{finding.place}: "), style="bold")
        head.append(f"{_(NAMES[finding.severity])}: ", style=_COLOURS[finding.severity])
        head.append(one_line(finding.message))
        self.console.print(head, soft_wrap=True)
        if finding.quote is not None:
            self._print_line(finding)
        for line in _evidence(finding.evidence or "", self.console.width - len(_MARGIN)):
            self.console.print(Text(_MARGIN + line), soft_wrap=True)
        self.console.print(Text(f"  [{finding.id}]", style="dim"), soft_wrap=True)

    def _print_line(self, finding: Finding) -> None:
        lines = self._lines_of(finding.place.path)
        if finding.place.line > len(lines):
            return
        line = one_line(lines[finding.place.line - 1])
        place, quote = finding.place, finding.quote or ""
        end_line, end = end_of(lines, place.line, place.column, quote)
        margin = f"  {place.line} │ "
        room = max(20, self.console.width - cell_len(margin))
        if quote and (end_line, end) == (place.line, place.column):
            # The words begin elsewhere, as those of a catalogue do, which have quotation marks around each line.
            shown, *_place = around(one_line(quote), 0, 0, room)
            self.console.print(Text(margin, style="dim").append(shown, style=""), soft_wrap=True)
            return
        end = end - 1 if end_line == place.line else len(line.rstrip())
        shown, before, marked = around(line, place.column - 1, end, room)
        self.console.print(Text(margin, style="dim").append(shown, style=""), soft_wrap=True)
        caret = Text(" " * (len(margin) - 2) + "│ ", style="dim")
        caret.append(" " * before + "^" * marked, style=_COLOURS[finding.severity])
        self.console.print(caret, soft_wrap=True)

    def _lines_of(self, path: str) -> list[str]:
        if path not in self._lines:
            self._lines[path] = lines_of(path)
        return self._lines[path]


def as_text(findings: Iterable[Finding], width: int) -> str:
    """What the terminal shows of the findings, without colours."""
    file = StringIO()
    TerminalReport(Console(file=file, highlight=False, no_color=True, force_terminal=False, width=width)).add(findings)
    return file.getvalue()


def around(line: str, start: int, end: int, width: int) -> tuple[str, int, int]:
    """As much of a line as `width` columns hold around its characters from `start` to `end`.

    Returns the part shown, the columns before the characters meant, and the columns that
    they take of it. Columns are those of a terminal, where a character has none, one or two.

    >>> around("    <para>Ten piles.</para>", 10, 20, 40)
    ('<para>Ten piles.</para>', 6, 10)
    >>> around("x" * 50 + "Ten piles." + "y" * 50, 50, 60, 24)
    ('…xxxxxxTen piles.yyyyyy…', 7, 10)
    """
    indent = len(line) - len(line.lstrip())
    line, start, end = line[indent:].rstrip(), max(0, start - indent), max(0, end - indent)
    start = min(start, len(line))
    end = max(start, min(end, len(line)))
    if cell_len(line) > width:
        # The words meant, then what leads to them, then what follows.
        room = width - 2 * len(_CUT)
        last = start + _fitting(line[start:end], room)
        room -= cell_len(line[start:last])
        after = min(room // 2, cell_len(line[last:]))
        first = start - _fitting(line[:start][::-1], room - after)
        room -= cell_len(line[first:start])
        stop = last + _fitting(line[last:], room)
        opening, closing = _CUT if first else "", _CUT if stop < len(line) else ""
        line = opening + line[first:stop] + closing
        start, end = start - first + len(opening), last - first + len(opening)
    return line, cell_len(line[:start]), max(1, cell_len(line[start:end]))


def _fitting(text: str, width: int) -> int:
    """How many characters of the text's beginning fit in so many columns."""
    taken = 0
    for count, character in enumerate(text):
        taken += cell_len(character)
        if taken > width:
            return count
    return len(text)


def _evidence(evidence: str, width: int) -> Iterator[str]:
    """The evidence in lines that fit, piles of a kind in one, and no more than can be taken in."""
    lines = [part for line in folded(evidence) for part in _wrapped(one_line(line), max(20, width))]
    if len(lines) > LINES:
        # What was tried stands at the end.
        lines = [*lines[: LINES - 2], _CUT, lines[-1]]
    yield from lines


def _wrapped(line: str, width: int) -> Iterator[str]:
    """The line in parts that fit, the second and later ones indented; cards of a pile stay together if they can."""
    import textwrap

    if cell_len(line) <= width:
        yield line
        return
    # Two spaces part piles, one parts cards: break at the former first.
    bound = line.replace("  ", "\0").replace(" ", "\N{NO-BREAK SPACE}").replace("\0", "\N{NO-BREAK SPACE} ")
    for part in textwrap.wrap(bound, width, subsequent_indent="  ", break_on_hyphens=False):
        yield part.replace("\N{NO-BREAK SPACE}", " ").rstrip()
