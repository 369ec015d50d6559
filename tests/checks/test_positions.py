"""Wherever pages are edited, the text at each finding's line and column is what the finding quotes."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from planted import PAGE, Planted

from hoyle.checks.extent import end_of
from hoyle.checks.finding import Finding
from hoyle.checks.run import check_pages
from hoyle.docbook.reader import read_pages
from hoyle.settings import Settings

WORDS = [
    "Eight piles.",
    "Deal four rows face up.",
    "Kartak banaka mugitzen dira mahaian.",
    "Les cartes vont sur la pioche.",
    "Fish & chips roll to the left like beads on a string.",
    "“Nine” — ten piles…",
    "Cards are moved one at a time.",
]
INSERTS = st.one_of(
    st.sampled_from(["\n", "\n\n", "\t", "  ", "<!-- a\nnote -->", "<?note\nb?>", "<emphasis>x</emphasis> ", "\r\n"]),
    st.sampled_from(WORDS).map(lambda words: f" {words.replace('&', '&amp;')} "),
    st.sampled_from(['<xref linkend="none"/>', '<link\n  linkend="none">é</link>', '<anchor xml:id="ladder-goal"/>']),
)
EDITS = st.lists(st.tuples(st.integers(0, 10_000), INSERTS), min_size=1, max_size=8)
SLOT = re.compile(r"(?<=\.)(?=\s*</para>|\s*</entry>)|(?<=<para>)|(?<=<entry>)|\n(?= *<(?:row|section|para))")


def edited(text: str, edits: list[tuple[int, str]]) -> str:
    """The page with what is inserted, where texts begin and end and between elements."""
    for at, insert in edits:
        places = list(SLOT.finditer(text))
        place = places[at % len(places)]
        if place[0] == "\n" and not re.fullmatch(r"\s*|<!--.*-->|<\?.*\?>", insert, re.DOTALL):
            insert = f"<para>{insert}</para>"
        text = text[: place.end()] + insert + text[place.end() :]
    return text


def words_at(path: Path, finding: Finding) -> str:
    """The text between a finding's place and the end of its quote, as a reader sees it."""
    text = path.read_bytes().decode("utf-8").replace("\r\n", "\n")
    lines = text.split("\n")
    line, column = finding.place.line, finding.place.column
    last, end = end_of(lines, line, column, finding.quote or "")
    found = "\n".join(lines[line - 1 : last])
    cut = len(lines[last - 1]) - (end - 1)
    found = found[column - 1 : len(found) - cut]
    found = re.sub(r"<!--.*?-->|<\?.*?\?>|<[^>]*>", "", found, flags=re.DOTALL)
    return " ".join(found.replace("&amp;", "&").split())


@given(edits=EDITS, lang=st.sampled_from(["en", "fr", "eu"]))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_each_finding_stands_where_its_words_are(edits: list[tuple[int, str]], lang: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        manual = Planted(Path(folder))
        manual.write()
        path = manual.path(lang)
        path.write_bytes(edited(path.read_text(encoding="utf-8"), edits).encode())
        manual.game["tableau.piles"] = 7
        options = Settings(manual.root, (manual.root / "docbook",), manual.root / "locale", "en", ("fr", "eu"))
        results = list(check_pages(read_pages([path.parent]), manual.observe, settings=options))
        found = [finding for result in results for finding in result.findings]

        lines = path.read_bytes().decode("utf-8").replace("\r\n", "\n").split("\n")
        assume(found)
        for finding in found:
            place = finding.place
            assert Path(place.path) == path
            assert 1 <= place.line <= len(lines)
            assert 1 <= place.column <= len(lines[place.line - 1]) + 1
            if finding.quote is not None:
                assert words_at(path, finding) == " ".join(finding.quote.split())


def test_the_first_line_that_is_another_is_where_a_stale_page_differs(tmp_path: Path) -> None:
    manual = Planted(tmp_path)
    manual.write()
    path = manual.path("fr")
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("Videz trois", "Videz  trois"), encoding="utf-8")
    options = Settings(manual.root, (manual.root / "docbook",), manual.root / "locale", "en", ("fr", "eu"))
    (stale,) = (
        finding
        for result in check_pages(read_pages([path.parent]), manual.observe, settings=options)
        for finding in result.findings
    )
    before = text[: text.index("Videz trois") + len("Videz ")]
    assert stale.id == "page-stale"
    assert (stale.place.line, stale.place.column) == (before.count("\n") + 1, len(before) - before.rfind("\n"))


def test_the_page_that_is_edited_has_places_to_edit() -> None:
    assert len(list(SLOT.finditer(PAGE))) > 30
