"""SARIF 2.1.0, the exchange format of static analysis (OASIS): code scanning and editors read it."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from hoyle.checks.extent import end_of, lines_of
from hoyle.checks.finding import Finding, Severity
from hoyle.messages import _
from hoyle.report.pages import Counts, PageFindings
from hoyle.report.text import language_tag

SCHEMA = "https://raw.githubusercontent.com/oasis-tcs/sarif-spec/master/Schemata/sarif-schema-2.1.0.json"

_LANGUAGE = re.compile(r"[a-z]{2}(-[A-Z]{2})?")
"""The language tags that the schema allows."""

_LEVELS: dict[Severity, str] = {"error": "error", "warning": "warning", "note": "note"}


def sarif(pages: Sequence[PageFindings], counts: Counts) -> str:
    """The report. Every check that there is stands among the rules, found or not."""
    rules = _rules()
    numbers = {rule["id"]: number for number, rule in enumerate(rules)}
    results = []
    for page in pages:
        lines: dict[str, list[str]] = {}
        results += [_result(finding, numbers, lines) for finding in page.findings]
    run = {
        "tool": {"driver": {"name": "Hoyle", "version": _version(), "rules": rules}},
        "language": language_tag() if _LANGUAGE.fullmatch(language_tag()) else "en",
        "columnKind": "unicodeCodePoints",
        "artifacts": [{"location": _location(page.path)} for page in pages],
        "results": results,
        "properties": {
            "pages": counts.pages,
            "facts": counts.facts,
            "verified": counts.verified,
            "undecided": counts.undecided,
            "sentences": counts.sentences,
            "notUnderstood": counts.not_understood,
        },
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=1) + "\n"


def _rules() -> list[dict[str, Any]]:
    from hoyle.checks.run import ALL

    return [
        {
            "id": check.id,
            "shortDescription": {"text": _(check.summary)},
            "fullDescription": {"text": _(check.reason)},
            "help": {
                "text": "\n".join(
                    (
                        _(check.reason),
                        _("Wrong: {text}").format(text=_(check.wrong)),
                        _("Right: {text}").format(text=_(check.right)),
                    )
                )
            },
            "defaultConfiguration": {"level": _LEVELS[check.severity]},
        }
        for check in ALL
    ]


def _result(finding: Finding, numbers: dict[str, int], lines: dict[str, list[str]]) -> dict[str, Any]:
    text = finding.message if finding.evidence is None else f"{finding.message}\n\n{finding.evidence}"
    result: dict[str, Any] = {
        "ruleId": finding.id,
        "level": _LEVELS[finding.severity],
        "message": {"text": text},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": _location(finding.place.path),
                    "region": _region(finding, lines),
                }
            }
        ],
    }
    if finding.id in numbers:
        result["ruleIndex"] = numbers[finding.id]
    if finding.fingerprint:
        result["partialFingerprints"] = {"hoyle/v1": finding.fingerprint}
    properties = {
        name: getattr(finding, name)
        for name in ("page", "lang", "key", "stated", "actual", "position", "move")
        if getattr(finding, name) is not None
    }
    if properties:
        result["properties"] = properties
    return result


def _region(finding: Finding, lines: dict[str, list[str]]) -> dict[str, Any]:
    place = finding.place
    region: dict[str, Any] = {"startLine": max(1, place.line), "startColumn": max(1, place.column)}
    if finding.quote is not None:
        if place.path not in lines:
            lines[place.path] = lines_of(place.path)
        if place.line <= len(lines[place.path]):
            region["endLine"], region["endColumn"] = end_of(lines[place.path], place.line, place.column, finding.quote)
        region["snippet"] = {"text": finding.quote}
    return region


def _location(path: str) -> dict[str, str]:
    """Relative paths stay relative: to the root of the repository, where the command is run."""
    pure = PurePath(path)
    return {"uri": pure.as_uri() if pure.is_absolute() else quote(os.fsencode(pure.as_posix()))}


def _version() -> str:
    try:
        return version("hoyle")
    except PackageNotFoundError:
        return "0"
