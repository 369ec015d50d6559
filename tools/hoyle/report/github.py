"""Annotations of GitHub's workflow commands: they show a finding beside the line of a pull request."""

from __future__ import annotations

from hoyle.checks.finding import Finding, Severity
from hoyle.report.text import visible

_COMMANDS: dict[Severity, str] = {"error": "error", "warning": "warning", "note": "notice"}


def annotation(finding: Finding) -> str:
    """One finding as a workflow command, in one line.

    >>> from hoyle.docbook.page import Place
    >>> place = Place("docbook/fr/a,b.xml", 3, 5)
    >>> print(annotation(Finding("text-untranslated", "warning", "a", "fr", place, "50% is\\nEnglish")))
    ::warning file=docbook/fr/a%2Cb.xml,line=3,col=5,title=text-untranslated::50%25 is%0AEnglish
    """
    place = finding.place
    text = finding.message if finding.evidence is None else f"{finding.message}\n{finding.evidence}"
    return (
        f"::{_COMMANDS[finding.severity]} file={_property(place.path)},line={place.line},col={place.column},"
        f"title={_property(finding.id)}::{_data(text)}"
    )


def _data(text: str) -> str:
    return visible(text).replace("%", "%25").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
