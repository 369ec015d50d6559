"""The views of `hoyle facts`, and `hoyle language check`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from hoyle import data
from hoyle.cli import main

PAGE = """<article xmlns="http://docbook.org/ns/docbook" version="5.0" xml:id="game" xml:lang="{lang}">
<title>Game</title>
<section><title>{setup}</title><informaltable><tgroup cols="2"><tbody>
<row><entry>Tableau</entry><entry>{piles}</entry></row>
</tbody></tgroup></informaltable></section>
</article>
"""


@pytest.fixture
def manual(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANGUAGE", "en")
    (tmp_path / "hoyle.toml").write_text('pages = ["help"]\nlanguages = ["fr"]\n')
    for lang, setup, piles in (
        ("en", "Setup", "Ten piles. Deal four cards face up on each pile. Cards roll like beads over each pile."),
        ("fr", "Configuration", "Neuf piles. Distribuez quatre cartes face visible sur chaque pile."),
    ):
        page = tmp_path / "help" / lang / "game.xml"
        page.parent.mkdir(parents=True)
        page.write_text(PAGE.format(lang=lang, setup=setup, piles=piles), encoding="utf-8")
    return tmp_path


def run(*args: str, status: int = 0) -> str:
    result = CliRunner().invoke(main, ["facts", *args])
    assert result.exit_code == status, result.output
    return result.output


def test_a_fact_is_a_line_of_json(manual: Path) -> None:
    facts = [json.loads(line) for line in run("--format", "jsonl", "help/en").splitlines()]

    assert facts[0] == {
        "page": "game",
        "lang": "en",
        "key": "tableau.piles",
        "value": 10,
        "quote": "Ten piles.",
        "line": 4,
        "when": None,
    }


def test_facts_are_told_in_the_order_of_the_page_and_languages_in_that_of_the_settings(manual: Path) -> None:
    (manual / "help/eu").mkdir()
    (manual / "help/eu/game.xml").write_text(
        PAGE.format(lang="eu", setup="Antolaketa", piles="Hamar pila. Banatu lau karta pilako.")
    )
    facts = [json.loads(line) for line in run("--format", "jsonl").splitlines()]
    assert list(dict.fromkeys(fact["lang"] for fact in facts)) == ["en", "fr", "eu"]
    own = run("--format", "jsonl", str(data.folder("docbook") / "en/yield.xml"))
    lines = [json.loads(line)["line"] for line in own.splitlines()]
    assert lines == sorted(lines)
    assert len(lines) > 20


def test_a_language_whose_examples_leave_a_key_out_says_what_that_means(monkeypatch: pytest.MonkeyPatch) -> None:
    from hoyle.facts import corpus

    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setattr(
        corpus, "check_language", lambda lang: corpus.LanguageReport(lang, 1, (), ("ten",), ("P.grid",))
    )
    told = CliRunner().invoke(main, ["language", "check", "eu"]).output
    assert "the key P.grid (P: rows and columns of the grid), as in English “" in told
    assert told.count("/eu/corpus.yaml") == 2
    assert "/eu/terms.toml" in told


def test_compare_shows_what_differs_and_nothing_else(manual: Path) -> None:
    said = run("--compare", "en,fr", "help/en/game.xml")

    assert "10" in said
    assert "9" in said
    assert "Ten piles." in said
    assert "face" not in said.replace("Deal four cards face up", "")


def test_compare_says_where_a_language_has_no_page(manual: Path) -> None:
    (manual / "help/fr/game.xml").unlink()

    assert "there is no page in fr beside it" in run("--compare", "en,fr", "help/en/game.xml")


def test_coverage_counts_sentences_and_lists_those_not_understood(manual: Path) -> None:
    said = run("--coverage", "help/en")

    assert "help/en/game.xml:4:84: Cards roll like beads over each pile." in said
    assert "1 (33.3%)" in said


def test_coverage_cuts_no_name_off(manual: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    long = "a_game_of_a_name_that_no_narrow_terminal_shows_in_one_line"
    (manual / "help/en/game.xml").rename(manual / f"help/en/{long}.xml")
    monkeypatch.setenv("COLUMNS", "60")

    table = run("--coverage", "help/en").partition("help/en/")[0]
    assert long in "".join(line.split(" ")[0] for line in table.splitlines())

    (manual / f"help/en/{long}.xml").rename(manual / "help/en/streets_and_alleys.xml")
    assert "streets_and_alleys  en" in run("--coverage", "help/en")


def test_explain_shows_terms_and_rules_of_a_line(manual: Path) -> None:
    said = run("--explain", "--line", "4", "help/fr/game.xml")

    assert "Neuf<number 9>" in said
    assert "tableau.piles = 9" in said


def test_explain_of_a_line_without_rules(manual: Path) -> None:
    assert "no sentence stands there" in run("--explain", "--line", "1", "help/en/game.xml", status=2)


def test_the_views_go_one_at_a_time(manual: Path) -> None:
    assert "one at a time" in run("--explain", "--coverage", "help/en", status=2)


def test_a_language_that_there_is_not() -> None:
    result = CliRunner().invoke(main, ["language", "check", "xx"])

    assert result.exit_code == 2
    assert "there are en, eu, fr" in result.output


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("arguments", [("facts", "help/en"), ("extract", "-o", "-", "help/en"), ("--help",)])
def test_output_that_finds_no_room_is_one_sentence(manual: Path, arguments: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-c", "from hoyle.cli import main; main()", *arguments]
        done = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, env={**os.environ, "LC_ALL": "C"}
        )
    assert done.returncode == 2
    assert done.stderr == "hoyle: the output cannot be written: No space left on device\n"


def test_a_version_that_cannot_be_read_gives_exit_status_2(manual: Path) -> None:
    (manual / "help/fr/game.xml").write_text("nonsense", encoding="utf-8")
    assert "the file is not XML" in run("--compare", "en,fr", "help/en/game.xml", status=2)


def test_pages_of_one_name_in_several_folders_are_compared_each_with_its_own(manual: Path) -> None:
    for folder, piles in (("a", "Huit piles. Une carte par pile."), ("b", "Sept piles. Une carte par pile.")):
        for lang in ("en", "fr"):
            page = manual / "help" / lang / folder / "index.xml"
            page.parent.mkdir()
            setup, text = ("Setup", "Seven piles. One card on each pile.") if lang == "en" else ("Configuration", piles)
            page.write_text(PAGE.format(lang=lang, setup=setup, piles=text), encoding="utf-8")

    told = run("--compare", "en,fr", "help/en/a", "help/en/b", "help/fr/a", "help/fr/b")

    assert "7" in told
    assert "8" in told
    assert told.count("index: en, fr state the same") == 1


@pytest.mark.parametrize(("source", "lang"), [("en", "fr"), ("fr", "en")])
def test_a_page_that_names_no_language_is_read_as_a_page_of_the_manual(manual: Path, source: str, lang: str) -> None:
    (manual / "hoyle.toml").write_text(f'pages = ["help"]\nsource = "{source}"\n')
    page = manual / "help" / "page.xml"
    english = "<para>Deal all of the cards of the deck to the seven piles of the tableau, face up.</para>"
    french = "<para>Les cartes de la pioche sont retournées une par une sur le talon.</para>"
    page.write_text(f"<article><title>Patience</title>{5 * english}{3 * french}</article>", encoding="utf-8")

    # What is in two languages is a translation that holds leftovers of its source.
    assert f"(page, {lang})" in run(str(page))
