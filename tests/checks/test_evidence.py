"""Evidence speaks to who reads the page: of its game, in the words of the user's language."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.checks.finding import Finding
from hoyle.checks.run import check_pages
from hoyle.docbook.reader import read_page
from hoyle.facts.wording import fact_in_words
from hoyle.messages import say
from hoyle.observe.observation import Evidence, Observation

PAGE = """<article xml:lang="fr"><title>Les seaux</title><section><title>Score</title>
<para>Chaque carte dans les fondations vaut un point.</para></section></article>"""
POSITION = "stock 1: ## × 20\nwaste 1: KC\nwaste 2: 9S"


def found(monkeypatch: pytest.MonkeyPatch, language: str, move: str = "waste 2 -> waste 1") -> Finding:
    monkeypatch.setenv("LANGUAGE", language)
    evidence = Evidence(say("{game} has no foundation pile.", game="Pails"), POSITION, move)
    (result,) = check_pages(
        [read_page(Path("pails.xml"), source=PAGE.encode())],
        lambda name, keys, options: [Observation("foundation.piles", None, evidence)],
        select=["fact-contradicts-engine"],
    )
    (finding,) = result.findings
    return finding


def test_the_game_is_called_as_its_page_calls_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Les seaux" in found(monkeypatch, "fr").message
    assert "Pails" not in found(monkeypatch, "eu").message


@pytest.mark.parametrize(
    ("language", "position", "move", "click"),
    [
        ("en", "waste 2: 9S", "Move: waste 2 -> waste 1", "Move: click stock 1"),
        ("fr", "défausse 2\xa0: 9S", "Coup\xa0: défausse 2 -> défausse 1", "Coup\xa0: clic\xa0: pioche 1"),
        ("eu", "hondarra 2: 9S", "Jokaldia: hondarra 2 -> hondarra 1", "Jokaldia: klik: sorta 1"),
    ],
)
def test_piles_are_named_in_the_users_language(
    monkeypatch: pytest.MonkeyPatch, language: str, position: str, move: str, click: str
) -> None:
    _head, *lines = (found(monkeypatch, language).evidence or "").splitlines()
    assert [line.replace(" :", "\xa0:") for line in lines[-2:]] == [position, move]
    assert (found(monkeypatch, language, "click stock 1").evidence or "").replace(" :", "\xa0:").endswith(click)


def test_machines_get_the_notation_that_the_engine_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    finding = found(monkeypatch, "eu")
    assert (finding.position, finding.move) == (POSITION, "waste 2 -> waste 1")


@pytest.mark.parametrize("language", ["en", "fr", "eu"])
def test_points_of_a_pair_do_not_add_to_those_of_its_cards(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    monkeypatch.setenv("LANGUAGE", language)
    both = fact_in_words("score.per", [["card-removed", 1], ["pair-removed", 2]])
    assert both.startswith(fact_in_words("score.per", ["card-removed", 1]))
    assert fact_in_words("score.per", ["pair-removed", 2]) not in both
    assert "2" in both
    # What does not follow from the other is told beside it.
    assert fact_in_words("score.per", ["pair-removed", 5]) in fact_in_words(
        "score.per", [["card-removed", 1], ["pair-removed", 5]]
    )
