"""One JSON object a line."""

from __future__ import annotations

import json
from typing import Any

from hoyle.checks.finding import Finding
from hoyle.facts.fact import Fact


def finding_line(finding: Finding) -> str:
    """A finding as `hoyle check --format jsonl` prints it."""
    return _line(
        {
            "id": finding.id,
            "severity": finding.severity,
            "page": finding.page,
            "lang": finding.lang,
            "path": finding.place.path,
            "line": finding.place.line,
            "column": finding.place.column,
            "message": finding.message,
            "quote": finding.quote,
            "key": finding.key,
            "stated": finding.stated,
            "actual": finding.actual,
            "evidence": finding.evidence,
            "position": finding.position,
            "move": finding.move,
            "fingerprint": finding.fingerprint,
        }
    )


def fact_line(fact: Fact) -> str:
    """A fact as `hoyle facts --format jsonl` prints it."""
    return _line(
        {
            "page": fact.page,
            "lang": fact.lang,
            "key": fact.key,
            "value": fact.value,
            "quote": fact.sentence.text,
            "line": fact.sentence.place.line,
            "when": fact.when,
        }
    )


def _line(item: dict[str, Any]) -> str:
    return json.dumps(item, ensure_ascii=False)
