"""JUnit's XML, which every CI server reads: a suite a page, a test case a finding."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from hoyle.checks.finding import Finding
from hoyle.docbook.source import NOT_IN_XML
from hoyle.report.pages import Counts, PageFindings


def junit(pages: Sequence[PageFindings], counts: Counts) -> str:
    """The report. A page without findings is a test case that passes."""
    total = sum(len(page.findings) or 1 for page in pages)
    failed = sum(len(page.findings) for page in pages)
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f'<testsuites name="hoyle" tests="{total}" failures="{failed}" errors="0">',
    ]
    for page in pages:
        lines += _suite(page)
    lines.append("</testsuites>")
    return "\n".join(lines) + "\n"


def _suite(page: PageFindings) -> list[str]:
    found = len(page.findings)
    lines = [
        f'  <testsuite name={_attribute(page.path)} tests="{found or 1}" failures="{found}" errors="0" skipped="0">'
    ]
    for finding in page.findings:
        lines += _case(finding)
    if not found:
        lines.append(f'    <testcase classname={_attribute(page.path)} name="page" file={_attribute(page.path)}/>')
    lines.append("  </testsuite>")
    return lines


def _case(finding: Finding) -> list[str]:
    place = finding.place
    name = f"line {place.line}: {finding.id}" + (f" {finding.key}" if finding.key else "")
    details = [f"{place}: {finding.message}"]
    if finding.quote is not None:
        details.append(f"“{finding.quote}”")
    if finding.evidence is not None:
        details.append(finding.evidence)
    return [
        f"    <testcase classname={_attribute(place.path)} name={_attribute(name)} "
        f'file={_attribute(place.path)} line="{place.line}">',
        f"      <failure type={_attribute(finding.id)} message={_attribute(finding.message)}>"
        f"{_text(chr(10).join(details))}</failure>",
        "    </testcase>",
    ]


def _attribute(text: str) -> str:
    return quoteattr(NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", text))


def _text(text: str) -> str:
    return escape(NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", text))
