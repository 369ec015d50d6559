"""A comment suppresses one finding, says why, and is reported when there is nothing to suppress."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_manual import CATALOGUE, Manual

DIFFERS = ("fact-differs-from-source", "tableau.piles", 10)
COMMENT = "<!-- hoyle: ignore fact-differs-from-source tableau.piles: the authors agreed on it -->"


@pytest.fixture
def manual(tmp_path: Path) -> Manual:
    """A manual whose translation says eight piles for ten."""
    manual = Manual(tmp_path)
    assert manual.found() == []
    manual.change("fr", "Dix piles", "Huit piles")
    assert manual.found() == [DIFFERS]
    return manual


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<entry>Huit", f"{COMMENT}<entry>Huit"),
        ("<entry>Huit", f"<entry>{COMMENT}Huit"),
        ("piles. Distribuez", f"piles.{COMMENT} Distribuez"),
        ("<entry>Huit", f"<!-- another --> {COMMENT} <!-- hoyle is the authority --><entry>Huit"),
        ("<article", f"{COMMENT}<article"),
        ("<row>\n        <entry>Tableau", f"{COMMENT}<row>\n        <entry>Tableau"),
        ("<entry>Huit", "<!-- hoyle: ignore fact-differs-from-source: all its keys --><entry>Huit"),
    ],
    ids=["before", "within", "among the words", "among others", "before the root", "before what is around", "any key"],
)
def test_a_comment_before_or_within_the_element_suppresses(manual: Manual, before: str, after: str) -> None:
    manual.change("fr", before, after)

    results = manual.check("fr")

    assert [result.findings for result in results] == [()]
    assert [finding.key for finding in results[0].suppressed] == ["tableau.piles"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<entry>Trois", f"{COMMENT}<entry>Trois"),
        ("<entry>Huit", f"{COMMENT.replace('.piles', '.deal.rows')}<entry>Huit"),
        ("<entry>Huit", f"{COMMENT.replace('differs-from-source', 'contradicts-page')}<entry>Huit"),
    ],
    ids=["another element", "another key", "another check"],
)
def test_what_suppresses_nothing_is_reported_and_the_finding_stays(manual: Manual, before: str, after: str) -> None:
    manual.change("fr", before, after)

    found = manual.found("fr")

    assert DIFFERS[:2] in [(id_, key) for id_, key, _ in found]
    assert [id_ for id_, _, _ in found].count("suppression-unused") == 1


@pytest.mark.parametrize(
    ("comment", "said"),
    [
        ("hoyle: ignore fact-differs-from-source tableau.piles", "the reason"),
        ("hoyle: ignore fact-differs-from-source tableau.piles:  ", "the reason"),
        ("hoyle: disable=all", "the reason"),
        ("hoyle: ignore fact-differ: because", "there is no check “fact-differ”"),
    ],
)
def test_a_comment_in_another_form_is_reported_at_its_first_word(manual: Manual, comment: str, said: str) -> None:
    manual.change("fr", "<entry>Huit", f"<!-- {comment} --><entry>Huit")

    about = [finding for finding in manual.check("fr")[0].findings if finding.id == "suppression-unused"]

    assert len(about) == 1
    assert said in about[0].message
    line = manual.path("fr").read_text(encoding="utf-8").split("\n")[about[0].place.line - 1]
    assert line[about[0].place.column - 1 :].startswith("hoyle: ")


def test_of_a_check_that_does_not_run_it_is_not_said_that_it_finds_nothing(manual: Manual) -> None:
    manual.change("fr", "<entry>Trois", "<!-- hoyle: ignore fact-contradicts-engine: no engine here --><entry>Trois")
    manual.change("fr", "<entry>Huit", f"{COMMENT}<entry>Huit")

    assert manual.found("fr") == []
    assert [result.findings for result in manual.check("fr", ignore=["fact-differs", "fact-undecided"])] == [()]


def test_a_comment_that_localizing_took_over_from_the_source_is_judged_in_the_source(manual: Manual) -> None:
    manual.change("fr", "Huit", "Dix")
    for lang, words in (("en", "<entry>Ten"), ("fr", "<entry>Dix")):
        manual.change(lang, words, f"<!-- hoyle: ignore page-damaged: it is not -->{words}")

    assert [(id_, line) for id_, _, line in manual.found()] == [("suppression-unused", 10)]
    assert manual.found("fr") == []


@pytest.mark.parametrize("layout", ["fr/LC_MESSAGES/pages.po", "fr/fr.po", "fr.po"])
def test_a_translator_suppresses_in_the_catalogue(manual: Manual, layout: str) -> None:
    manual.write_catalogue(
        CATALOGUE.replace(
            "#: docbook", "# The team agreed.\n# hoyle: ignore fact-differs-from-source: agreed\n#: docbook"
        ),
        layout,
    )

    assert manual.found() == []


def test_a_suppression_in_a_catalogue_that_suppresses_nothing_is_reported_at_its_line(manual: Manual) -> None:
    catalogue = manual.write_catalogue(
        CATALOGUE.replace("#: docbook", "# hoyle: ignore fact-contradicts-page: once it did\n#: docbook")
    )

    results = [result for result in manual.check() if result.path == catalogue]

    assert [(finding.id, finding.place.line) for finding in results[0].findings] == [("suppression-unused", 6)]


def test_a_suppression_in_a_catalogue_is_not_judged_before_all_its_pages_were_checked(manual: Manual) -> None:
    manual.write_catalogue(
        CATALOGUE.replace(
            "#: docbook/en/ladder.xml:10",
            "# hoyle: ignore fact-contradicts-page: once it did\n#: docbook/en/ladder.xml:10 docbook/en/golf.xml:3",
        )
    )

    assert manual.found() == [DIFFERS]


@pytest.mark.parametrize("text", ['msgid "hoyle:', "", "# hoyle: ignore fact-contradicts-page: alone\n"])
def test_a_catalogue_that_cannot_be_read_hides_nothing(manual: Manual, text: str) -> None:
    manual.write_catalogue(text)

    assert manual.found() == [DIFFERS]
