"""The forms that a report may have, by the name that `--format` gives them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hoyle.checks.finding import Finding
    from hoyle.report.pages import Counts, PageFindings

FORMATS = ("text", "jsonl", "sarif", "junit", "github", "html")


def line_writer(form: str) -> Callable[[Finding], str] | None:
    """For a form that has a line a finding: what writes it; None for a form that must be written as a whole."""
    if form == "jsonl":
        from hoyle.report.jsonl import finding_line

        return finding_line
    if form == "github":
        from hoyle.report.github import annotation

        return annotation
    return None


def whole(form: str, pages: Sequence[PageFindings], counts: Counts) -> str:
    """The whole report, as a file holds it."""
    if write := line_writer(form):
        return "".join(f"{write(finding)}\n" for page in pages for finding in page.findings)
    if form == "sarif":
        from hoyle.report.sarif import sarif

        return sarif(pages, counts)
    if form == "junit":
        from hoyle.report.junit import junit

        return junit(pages, counts)
    if form == "html":
        from hoyle.report.html import html

        return html(pages, counts)
    return _text(pages, counts)


def _text(pages: Sequence[PageFindings], counts: Counts) -> str:
    from hoyle.report.terminal import as_text

    found = as_text([finding for page in pages for finding in page.findings], 120)
    return found + "".join(f"{line}\n" for line in counts.lines())
