"""`pytest docbook/`: facts and checks as items, and nothing where nobody asked for it."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from xml.etree import ElementTree

import pytest

pytest_plugins = ["pytester"]

# What is imported here need not be imported anew by each run inside a test.
for name in ("hoyle.checks.run", "hoyle.cli.main", "hoyle.observe", "hoyle.report.terminal", "hoyle_engine.reference"):
    import_module(name)

PAGE = """<?xml version="1.0"?>
<article xmlns="http://docbook.org/ns/docbook" version="5.0" xml:lang="{lang}">
  <title>Golf</title><para>{about}</para>
  <section><title>{setup}</title><informaltable><tgroup cols="2"><tbody>
    <row><entry>{type}</entry><entry>{deck}</entry></row>
    <row><entry>Tableau</entry>
      <entry>{piles}</entry></row>
  </tbody></tgroup></informaltable></section>
</article>
"""
ENGLISH = PAGE.format(
    lang="en",
    about="Pick up the cards.",
    setup="Setup",
    type="Type of deck",
    deck="Standard deck",
    piles="Seven piles.",
)
FRENCH = PAGE.format(
    lang="fr",
    about="Ramassez les cartes.",
    setup="Configuration",
    type="Type de paquet",
    deck="Paquet standard",
    piles="Sept piles.",
)
PLANTED = 7
"""The line of the French page in which a test plants a wrong number."""


@pytest.fixture(autouse=True)
def _surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    # Other plugins of this environment only take time.
    monkeypatch.setenv("PYTEST_ADDOPTS", "-p no:hypothesispytest -p no:platformdirs")


@pytest.fixture
def manual(pytester: pytest.Pytester) -> pytest.Pytester:
    """A project with the page of one game in two languages."""
    pytester.makefile(".toml", hoyle='pages = ["docbook"]\nlanguages = ["fr"]\n')
    write(pytester, "docbook/en/golf.xml", ENGLISH)
    write(pytester, "docbook/fr/golf.xml", FRENCH)
    write(pytester, "docbook/de/notes.xml", "<notes>Not a page of DocBook.</notes>")
    return pytester


def write(project: pytest.Pytester, name: str, text: str) -> None:
    path = project.path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def plant(project: pytest.Pytester) -> int:
    """Let the French page count another number of piles; returns the line."""
    write(project, "docbook/fr/golf.xml", FRENCH.replace("Sept", "Neuf"))
    return PLANTED


def ids(project: pytest.Pytester, *arguments: str) -> list[str]:
    lines = project.runpytest("--collect-only", "-q", *arguments).outlines
    return [line for line in lines if "::" in line]


def test_each_fact_is_an_item_under_its_line_and_each_check_one_of_the_page(manual: pytest.Pytester) -> None:
    found = ids(manual, "docbook")

    assert len(found) == len(set(found))
    assert any(name.startswith("docbook/fr/golf.xml::line ") and name.endswith("::tableau.piles") for name in found)
    assert "docbook/fr/golf.xml::text-untranslated" in found
    assert not [name for name in found if "notes.xml" in name]


def test_a_contradicted_fact_fails_with_sentence_place_and_what_the_game_does(manual: pytest.Pytester) -> None:
    line = plant(manual)

    result = manual.runpytest("docbook/fr", "-k", f"line and {line}")

    text = result.stdout.str()
    assert result.ret == 1
    assert f"docbook/fr/golf.xml:{line}:" in text
    assert "Neuf piles." in text
    assert "in the game, " in text
    assert "[fact-contradicts-engine]" in text
    assert "Traceback" not in text
    failed = [line for line in result.outlines if line.startswith("FAILED")]
    assert failed
    assert all(f"::line {line}::" in each for each in failed)


def test_a_fact_of_an_option_is_an_item_and_is_held_against_the_game_with_it(manual: pytest.Pytester) -> None:
    options = (
        "<section><title>Options</title><variablelist>"
        "<varlistentry><term>{title}</term><listitem><para>{text}</para></listitem></varlistentry>"
        "</variablelist></section></article>"
    )
    for lang, page, title, text in (
        ("en", ENGLISH, "No redeals", "There is no redeal."),
        ("fr", FRENCH, "Pas de redistribution", "Deux redistributions."),
    ):
        write(
            manual, f"docbook/{lang}/klondike.xml", page.replace("</article>", options.format(title=title, text=text))
        )

    result = manual.runpytest("docbook", "-k", "redeals", "-rA")

    assert result.parseoutcomes() == {"passed": 1, "failed": 1, "deselected": result.parseoutcomes()["deselected"]}
    text = result.stdout.str()
    assert "PASSED docbook/en/klondike.xml::line 9::stock.redeals (no redeals)" in text
    assert "FAILED docbook/fr/klondike.xml::line 9::stock.redeals (pas de redistribution)" in text
    assert "with the option “pas de redistribution”" in text


def test_only_what_failed_runs_again(manual: pytest.Pytester) -> None:
    plant(manual)
    first = manual.runpytest("docbook").parseoutcomes()

    again = manual.runpytest("docbook", "--lf").parseoutcomes()

    assert again["failed"] == first["failed"]
    assert again.get("passed", 0) == 0


@pytest.mark.long
def test_processes_share_the_items(manual: pytest.Pytester) -> None:
    pytest.importorskip("xdist")
    plant(manual)
    alone = manual.runpytest_subprocess("docbook", "-n", "0").parseoutcomes()

    shared = manual.runpytest_subprocess("docbook", "-n", "2").parseoutcomes()

    assert {name: alone[name] for name in ("failed", "passed")} == {name: shared[name] for name in ("failed", "passed")}


@pytest.mark.parametrize(
    ("expression", "part"),
    [
        ("lang_fr", "docbook/fr/"),
        ("page_golf and lang_en", "docbook/en/"),
        ("check_page_damaged", "page-damaged"),
    ],
)
def test_markers_choose_by_language_page_and_check(manual: pytest.Pytester, expression: str, part: str) -> None:
    found = ids(manual, "docbook", "--strict-markers", "-m", expression)

    assert found
    assert all(part in name for name in found)


@pytest.mark.parametrize("family", ["xunit1", "xunit2"])
def test_junit_keeps_file_and_line(manual: pytest.Pytester, family: str) -> None:
    line = plant(manual)
    manual.runpytest("docbook/fr", "--junitxml=out.xml", "-o", f"junit_family={family}")

    failed = [
        case
        for case in ElementTree.parse(manual.path / "out.xml").getroot().iter("testcase")
        if case.find("failure") is not None and f"line {line}" in case.attrib["classname"]
    ]

    assert failed
    properties = {each.attrib["name"]: each.attrib["value"] for each in failed[0].iter("property")}
    assert properties == {"file": "docbook/fr/golf.xml", "line": str(line)}


def test_without_an_engine_facts_are_skipped_and_the_rest_is_checked(manual: pytest.Pytester) -> None:
    write(manual, "docbook/fr/golf.xml", (manual.path / "docbook/en/golf.xml").read_text(encoding="utf-8"))

    outcomes = manual.runpytest("docbook/en", "--hoyle-engine", "none").parseoutcomes()

    assert outcomes["skipped"] == 2
    assert outcomes.get("failed", 0) == 0


def test_a_page_that_cannot_be_read_fails_and_keeps_no_other_from_running(manual: pytest.Pytester) -> None:
    write(manual, "docbook/fr/broken.xml", "")

    result = manual.runpytest("docbook/fr", "-k", "page-damaged")

    result.assert_outcomes(failed=1, passed=1)
    result.stdout.fnmatch_lines(["*the page is empty*"])


def test_the_baseline_holds_here_too(manual: pytest.Pytester) -> None:
    from click.testing import CliRunner

    from hoyle.cli.main import main

    line = plant(manual)
    manual.makefile(".toml", hoyle='pages = ["docbook"]\nbaseline = "known.toml"\n')
    arguments = ("docbook/fr", "-k", f"line and {line}")
    assert manual.runpytest(*arguments).ret == 1

    assert CliRunner().invoke(main, ["check", "--update-baseline"]).exit_code == 0

    assert manual.runpytest(*arguments).ret == 0


def test_pages_outside_of_the_manual_are_collected_only_when_asked_for(manual: pytest.Pytester) -> None:
    write(manual, "other/golf.xml", ENGLISH)

    assert ids(manual, "other") == []
    assert ids(manual, "--hoyle", "other")


def test_a_project_without_settings_is_left_alone(pytester: pytest.Pytester) -> None:
    write(pytester, "docbook/en/golf.xml", "<article><title>Golf</title></article>")
    pytester.makepyfile("def test_passes(): pass")

    pytester.runpytest().assert_outcomes(passed=1)


def test_wrong_settings_are_named(pytester: pytest.Pytester) -> None:
    pytester.makefile(".toml", hoyle="pages = 1")
    write(pytester, "docbook/en/golf.xml", "<article/>")

    result = pytester.runpytest("docbook")

    assert result.ret != pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["*hoyle.toml: “pages” must be a list of strings"])
    assert "Traceback" not in result.stdout.str()


def test_an_unused_plugin_imports_next_to_nothing(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import sys

        def test_what_is_imported():
            heavy = {"lxml", "yaml", "rich", "babel", "sphinx", "hoyle_engine", "hoyle.settings", "hoyle.checks"}
            assert "hoyle.pytest_plugin" in sys.modules
            assert heavy & set(sys.modules) == set()
        """
    )

    pytester.runpytest_subprocess("-p", "no:xdist").assert_outcomes(passed=1)


def test_importing_the_plugin_takes_under_20_milliseconds() -> None:
    code = (
        "import pytest, time; start = time.process_time(); import hoyle.pytest_plugin; "
        "print(time.process_time() - start)"
    )
    took = min(
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
        for _ in range(3)
    )

    assert took < 0.020
