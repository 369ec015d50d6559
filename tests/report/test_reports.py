"""Each form of report holds what was found, whatever characters it is made of."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from rich.cells import cell_len
from rich.console import Console

from hoyle.checks.finding import Finding
from hoyle.docbook.page import Place
from hoyle.report.evidence import folded
from hoyle.report.formats import FORMATS, whole
from hoyle.report.github import annotation
from hoyle.report.pages import Counts, PageFindings
from hoyle.report.terminal import TerminalReport

HOSTILE = "a <script>&\"'\x1b[31m ]]> --> \x00 %0A ::error::x\r\nand a second line \udc80"


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")


def finding(message: str = "The page says ten.", **more: Any) -> Finding:
    known: dict[str, Any] = {
        "id": "fact-contradicts-engine",
        "severity": "error",
        "page": "golf",
        "lang": "fr",
        "place": Place("docbook/fr/golf.xml", 3, 9),
        "message": message,
        "quote": "Dix piles.",
        "key": "tableau.piles",
        "stated": 10,
        "actual": 7,
        "evidence": "tableau 1: AC\nMove: tableau 1 -> waste 1",
        "fingerprint": "0123456789abcdef",
    }
    return Finding(**{**known, **more})


def report(form: str, *findings: Finding) -> str:
    counts = Counts(pages=2, facts=5, verified=4, sentences=9, not_understood=2)
    counts.add(findings)
    pages = [PageFindings("docbook/fr/golf.xml", findings), PageFindings("docbook/fr/clean.xml")]
    return whole(form, pages, counts)


@pytest.mark.parametrize("form", FORMATS)
def test_every_form_names_the_place_the_fault_and_the_check(form: str) -> None:
    text = report(form, finding())

    assert all(part in text for part in ("golf.xml", "The page says ten.", "fact-contradicts-engine"))


@pytest.mark.parametrize("form", FORMATS)
def test_every_form_can_be_encoded_whatever_a_finding_holds(form: str) -> None:
    place = Place(f"docbook/fr/{HOSTILE}.xml", 1, 1)

    text = report(form, finding(HOSTILE, quote=HOSTILE, evidence=HOSTILE, place=place))

    assert "\x1b" not in text.encode("utf-8", "backslashreplace").decode()


def test_sarif_is_valid_against_its_schema() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads((Path(__file__).parent / "sarif-schema-2.1.0.json").read_text(encoding="utf-8"))
    validator = jsonschema.Draft7Validator(schema)
    place = Place("/a folder/ä,b.xml", 1, 1)
    bare = finding(HOSTILE, quote=None, key=None, stated=None, actual=None, evidence=None, place=place)

    for findings in ((), (finding(),), (finding(), bare, finding(severity="note", lang=None, page=None))):
        document = json.loads(report("sarif", *findings))
        assert [error.message for error in validator.iter_errors(document)] == []
    assert list(validator.iter_errors({**document, "version": "2.0"})), "the validator would take anything"


def test_sarif_gives_the_region_from_the_first_word_to_the_last(tmp_path: Path) -> None:
    page = tmp_path / "golf.xml"
    page.write_text("<sect1>\n<para>\n  Les <b>dix</b>\n  piles. Fin.</para></sect1>", encoding="utf-8")

    document = json.loads(report("sarif", finding(place=Place(str(page), 3, 3), quote="Les dix piles.")))

    region = document["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert [region[name] for name in ("startLine", "startColumn", "endLine", "endColumn")] == [3, 3, 4, 9]


def test_sarif_rules_document_each_check_and_results_point_at_them() -> None:
    run = json.loads(report("sarif", finding()))["runs"][0]

    rules = run["tool"]["driver"]["rules"]
    assert rules[run["results"][0]["ruleIndex"]]["id"] == "fact-contradicts-engine"
    assert all(rule["help"]["text"] and rule["shortDescription"]["text"] for rule in rules)


def test_sarif_holds_what_was_seen_in_the_engines_notation_and_the_summary() -> None:
    run = json.loads(report("sarif", finding(position="waste 1: AC", move="click stock 1")))["runs"][0]

    assert run["results"][0]["properties"]["move"] == "click stock 1"
    assert (run["properties"]["sentences"], run["properties"]["notUnderstood"]) == (9, 2)


@pytest.mark.parametrize("form", ["text", "html"])
def test_the_summary_tells_what_was_not_understood_and_how_to_list_it(form: str) -> None:
    assert "9 sentences read, 2 not understood; they are listed by: hoyle facts --coverage" in report(form, finding())


def test_the_summary_tells_of_facts_that_no_game_decides_and_how_to_list_them() -> None:
    told = Counts(pages=1, facts=5, verified=4, undecided=1, undecided_listed_by="hoyle check --select x").lines()
    assert told[1] == "1 fact that no game decides; it is listed by: hoyle check --select x"


def test_a_summary_of_catalogues_alone_speaks_of_no_sentences() -> None:
    assert Counts(catalogues=3).lines() == ["3 catalogues", "nothing found"]
    assert Counts(pages=1, sentences=4).lines()[1] == "4 sentences read, all understood"


def test_piles_of_a_kind_are_folded_in_every_language() -> None:
    lines = "\n".join(f"défausse {number}\N{NO-BREAK SPACE}: AC" for number in range(1, 12))

    assert folded(lines)[0].startswith("défausse\N{NO-BREAK SPACE}: (1) AC  (2) AC")


def test_junit_has_a_suite_a_page_and_a_case_a_finding() -> None:
    root = ElementTree.fromstring(report("junit", finding(), finding(HOSTILE, severity="warning")))

    assert (root.attrib["tests"], root.attrib["failures"]) == ("3", "2")
    assert [suite.attrib["name"] for suite in root] == ["docbook/fr/golf.xml", "docbook/fr/clean.xml"]
    case = root[0][0]
    assert (case.attrib["file"], case.attrib["line"]) == ("docbook/fr/golf.xml", "3")
    assert "Dix piles." in (case[0].text or "")
    assert len(root[1][0]) == 0, "the clean page's case passes"


def test_a_github_annotation_is_one_line_whose_parts_cannot_run_into_each_other() -> None:
    line = annotation(finding(HOSTILE, place=Place("a,line=9::b.xml", 3, 9)))

    assert "\n" not in line
    assert "\r" not in line
    assert line.startswith("::error file=a%2Cline=9%3A%3Ab.xml,line=3,col=9,title=fact-contradicts-engine::")


class Outline(HTMLParser):
    """What a page of HTML holds: tags with their attributes, and whether all were closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_html_loads_nothing_and_runs_nothing() -> None:
    outline = Outline(report("html", finding(HOSTILE, quote=HOSTILE, evidence=HOSTILE, lang="fr\" x='")))

    assert outline.open == []
    assert not {tag for tag, _ in outline.tags} & {"script", "link", "img", "iframe", "object"}
    links = [attributes["href"] for _, attributes in outline.tags if "href" in attributes]
    assert links
    assert all((link or "").startswith("#") for link in links)
    assert "url(" not in report("html", finding())


def test_html_says_its_language_and_that_of_each_quote_and_heads_each_page() -> None:
    outline = Outline(report("html", finding()))

    assert ("html", {"lang": "en"}) in outline.tags
    assert ("blockquote", {"lang": "fr"}) in outline.tags
    ids = {attributes["id"] for _, attributes in outline.tags if "id" in attributes}
    named = [attributes["aria-labelledby"] for _, attributes in outline.tags if "aria-labelledby" in attributes]
    assert len(named) == 1
    assert set(named) <= ids
    assert "prefers-color-scheme: dark" in report("html", finding())


def printed(
    tmp_path: Path, text: str, *, column: int, quote: str, width: int, evidence: str | None = None
) -> list[str]:
    """What the terminal's report shows of a finding in the first line of a page."""
    page = tmp_path / "golf.xml"
    page.write_text(text, encoding="utf-8")
    file = StringIO()
    terminal = TerminalReport(Console(file=file, width=width, highlight=False))
    terminal.add([finding(place=Place(str(page), 1, column), quote=quote, evidence=evidence)])
    return file.getvalue().splitlines()[1:]


@pytest.mark.parametrize(
    "before", ["<para>", "\t<para>漢字 ", "<para>e\u0301te\u0301 ", "<para>\x1b[31m", "<p>" + "x " * 200]
)
@pytest.mark.parametrize("after", ["</para>", " 漢字" * 90])
@pytest.mark.parametrize("words", ["Dix piles.", "Dix\u0301 pi漢les."])
def test_the_caret_stands_under_the_words_meant(tmp_path: Path, before: str, after: str, words: str) -> None:
    line, caret, *_ = printed(tmp_path, before + words + after, column=len(before) + 1, quote=words, width=60)

    assert cell_len(line) <= 60
    assert cell_len(line[: line.index(words)]) == cell_len(caret[: caret.index("^")])
    assert caret.count("^") == cell_len(words)


def test_the_caret_covers_the_markup_within_the_words(tmp_path: Path) -> None:
    line, caret, *_ = printed(tmp_path, "<para>Les <b>dix</b> piles. Fin.", column=7, quote="Les dix piles.", width=80)

    assert line[caret.index("^") : caret.rindex("^") + 1] == "Les <b>dix</b> piles."


def test_words_that_do_not_stand_as_quoted_are_shown_without_a_caret(tmp_path: Path) -> None:
    shown = printed(tmp_path, 'msgstr ""', column=1, quote="Huit piles. " * 9, width=60)

    assert shown[0].startswith("  1 │ Huit piles. Huit piles.")
    assert "^" not in "".join(shown)
    assert cell_len(shown[0]) <= 60


@pytest.mark.parametrize("piles", [1, 8, 28, 60])
def test_a_position_of_many_piles_takes_few_lines_and_the_move_stays(tmp_path: Path, piles: int) -> None:
    position = "\n".join(f"tableau {number}: {number % 9 + 2}C" for number in range(1, piles + 1))
    lines = printed(
        tmp_path,
        "Dix piles.",
        column=1,
        quote="Dix piles.",
        width=80,
        evidence=f"{position}\nMove: tableau 1 -> waste 1",
    )[2:-1]

    assert len(lines) <= 9
    assert lines[-1].strip() == "Move: tableau 1 -> waste 1"
    assert all(cell_len(line) <= 80 for line in lines)
    if piles <= 28:
        assert len(re.findall(r"\d+C", " ".join(lines))) == piles


def test_piles_of_each_kind_are_folded_into_a_line_of_their_own() -> None:
    position = ["waste 1: KC", *(f"reserve {n}: AC 2C" for n in (1, 2)), *(f"tableau {n}: 3C" for n in range(1, 9))]

    lines = folded("\n".join(position))

    assert [line.split(":")[0] for line in lines] == ["waste", "reserve", "tableau"]
    assert lines[1] == "reserve: (1) AC 2C  (2) AC 2C"
