"""Where a report goes: to the terminal as findings come, or to a file, whole or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from hoyle.checks.finding import Finding
from hoyle.cli.inputs import give_up
from hoyle.report.formats import line_writer, whole
from hoyle.report.pages import Counts, PageFindings


class Output:
    """Shows findings as they come where the form allows it, else at the end."""

    def __init__(self, form: str, file: Path | None) -> None:
        self._form = form
        self._file = file
        self._pages: list[PageFindings] = []
        self._write = line_writer(form) if file is None else None
        self._terminal = None
        if form == "text" and file is None:
            from rich.console import Console

            from hoyle.report.terminal import TerminalReport

            self._terminal = TerminalReport(Console(highlight=False))

    def add(self, path: str, findings: Sequence[Finding]) -> None:
        """Take in what was found in a file."""
        if self._terminal:
            self._terminal.add(findings)
        elif self._write:
            for finding in findings:
                click.echo(_encodable(self._write(finding)))
        else:
            self._pages.append(PageFindings(path, tuple(findings)))

    def end(self, counts: Counts) -> None:
        """Show or write what was not shown yet."""
        if self._terminal:
            self._terminal.end(counts)
        elif not self._write:
            text = _encodable(whole(self._form, self._pages, counts))
            if self._file is None:
                click.echo(text, nl=False)
                return
            from hoyle.translation.writing import CannotWrite, write_whole

            try:
                write_whole(self._file, text.encode())
            except CannotWrite as error:
                give_up(str(error))
            click.echo("\n".join(counts.lines()), err=True)


def _encodable(text: str) -> str:
    """The text with the bytes of a file's name that are no text as escapes, which is what JSON has for them too."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
