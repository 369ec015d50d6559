"""The captured pages that the project began with, where they lie beside the checkout."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hoyle.checks.run import PageResult, check_pages, engine_observer
from hoyle.docbook.reader import read_page

SEEDS = Path(__file__).parents[3] / "shared" / "seeds"

pytestmark = pytest.mark.skipif(not SEEDS.is_dir(), reason="the captured pages are not at hand")


@pytest.fixture(scope="module")
def results() -> dict[tuple[str, str], PageResult]:
    pages = [read_page(path) for path in sorted(SEEDS.glob("*.txt"))]
    found = {}
    for result in check_pages(pages, engine_observer("reference")):
        assert result.subject is not None
        found[result.subject.page.name, result.subject.reading.lang] = result
    return found


def ids(result: PageResult) -> set[str]:
    return {finding.id for finding in result.findings if finding.severity != "note"}


def test_each_page_is_in_its_language(results: dict[tuple[str, str], PageResult]) -> None:
    assert set(results) == {("forty_thieves", "fr"), ("forty_thieves", "eu"), ("monte_carlo", "fr"), ("yield", "fr")}


def test_a_point_for_a_card_on_a_foundation_is_not_what_yield_does(results: dict[tuple[str, str], PageResult]) -> None:
    (finding,) = (found for found in results["yield", "fr"].findings if found.severity != "note")

    assert (finding.id, finding.key) == ("fact-contradicts-engine", "score.per")
    assert finding.quote is not None
    assert "fondations" in finding.quote
    assert finding.stated == ["card-to-foundation", 1]
    assert ["card-removed", 1] in finding.actual
    lines = results["yield", "fr"].path.read_text(encoding="utf-8").split("\n")
    assert "fondations" in lines[finding.place.line - 1]


@pytest.mark.parametrize("name", ["forty_thieves", "monte_carlo"])
def test_the_other_french_pages_say_what_the_games_do(results: dict[tuple[str, str], PageResult], name: str) -> None:
    assert ids(results[name, "fr"]) == set()


def test_the_basque_page_is_half_english_and_damaged(results: dict[tuple[str, str], PageResult]) -> None:
    result = results["forty_thieves", "eu"]
    text = result.path.read_text(encoding="utf-8")

    assert ids(result) == {"page-damaged", "text-untranslated"}
    quotes = [finding.quote or "" for finding in result.findings if finding.id == "text-untranslated"]
    words = {word for quote in quotes for word in re.findall(r"\w+", quote)}
    assert "Written" in words
    assert not words & {"Sorta", "Karta", "guztiak", "Puntuaziorik", "Oinarria"}
    # Every sentence that ends on an English word is among them.
    plain = " ".join(line for line in re.sub(r"<[^>]*>", " ", text).splitlines() if not line.strip().isdigit())
    ends = re.findall(r"(\w+)\.(?=\s|$)", plain)
    sentences = [sentence for quote in quotes for sentence in re.split(r"(?<=[.])\s+", quote)]
    assert len(sentences) == len(set(sentences)), "each is named once"
    assert set(ends) - {"demon", "co"} <= {one.rstrip(".").split()[-1] for one in sentences} | {"eramatea"}


def test_the_rules_of_the_basque_page_are_read_from_both_languages(results: dict[tuple[str, str], PageResult]) -> None:
    subject = results["forty_thieves", "eu"].subject
    assert subject is not None
    values = {fact.key: (fact.value, fact.sentence.lang) for fact in subject.reading.facts}

    assert values["deck.kind"] == ("double", "eu")
    assert values["tableau.piles"] == (10, "en")
    assert values["stock.holds"] == ("rest", "en")
    assert values["score.max"] == (1000, "eu")
