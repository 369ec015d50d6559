"""One rule changed, in a page or in the game, is named by `hoyle check`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from played import watch

from hoyle import data
from hoyle.checks.finding import Finding
from hoyle.checks.run import check_pages
from hoyle.docbook.reader import read_page

CHANGES: dict[str, list[dict[str, Any]]] = yaml.safe_load(
    (Path(__file__).parent / "single_changes.yaml").read_text(encoding="utf-8")
)
CASES = [(name, change) for name, changes in CHANGES.items() for change in changes]
RULES = ("fact-contradicts-engine", "fact-differs-from-source", "fact-contradicts-page")


@pytest.fixture(scope="module")
def manual(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the pages, in their folders, so that translations find their sources."""
    folder = tmp_path_factory.mktemp("manual")
    for page in data.folder("docbook").glob("*/*.xml"):
        copy = folder / page.parent.name / page.name
        copy.parent.mkdir(exist_ok=True)
        copy.write_bytes(page.read_bytes())
    return folder


def findings(page: Path, source: bytes | None = None) -> Iterator[Finding]:
    for result in check_pages([read_page(page, source=source)], watch):
        yield from (finding for finding in result.findings if finding.severity != "note")


@pytest.mark.parametrize("name", CHANGES)
def test_the_pages_themselves_are_clean(manual: Path, name: str) -> None:
    assert list(findings(manual / f"{name}.xml")) == []


def test_there_are_at_least_sixty_changes() -> None:
    assert len(CASES) >= 60


@pytest.mark.parametrize(("name", "change"), CASES, ids=[f"{name}: {change['new']}" for name, change in CASES])
def test_a_changed_rule_is_named(manual: Path, name: str, change: dict[str, Any]) -> None:
    path = manual / f"{name}.xml"
    text = path.read_text(encoding="utf-8")
    pattern = r"\s+".join(re.escape(word) for word in change["old"].split())
    changed, count = re.subn(pattern, change["new"], text, count=1)
    assert count == 1, f"{change['old']!r} does not stand in {name}"

    found = [finding for finding in findings(path, changed.encode()) if finding.id in RULES]

    named = [finding for finding in found if finding.key == change["key"]]
    assert named, found
    assert any(change["new"].rstrip(".") in (finding.quote or "") for finding in named) or any(
        finding.id == "fact-contradicts-page" for finding in named
    )
