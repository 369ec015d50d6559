"""Pages and their old translations: which texts belong together, and which pairs are doubtful."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from hoyle.docbook.page import PageError
from hoyle.translation.align import MOST, Piece, align, align_pages, partners, pieces_of, put_into
from hoyle.translation.catalogue import Catalogue, Entry

ROW = "<row><entry>{}</entry><entry>{}</entry></row>"
PAGE = """<?xml version="1.0"?>
<sect1 id="ladder"><title>{title}</title>
<sect2><title>{setup}</title>
<informaltable><tgroup cols="2"><tbody>
{rows}
</tbody></tgroup></informaltable></sect2>
<sect2><title>{rules}</title>
{paras}
</sect2></sect1>
"""


def page(title: str, setup: str, rows: list[tuple[str, str]], rules: str, paras: list[str]) -> str:
    return PAGE.format(
        title=title,
        setup=setup,
        rows="\n".join(ROW.format(*row) for row in rows),
        rules=rules,
        paras="\n".join(f"<para>{para}</para>" for para in paras),
    )


ENGLISH_ROWS = [
    ("Stock", "The cards that are left lie here, face down."),
    ("Foundation", "Eight piles, each built up in suit from Ace to King."),
    ("Tableau", "Ten piles of four cards, all face up."),
]
FRENCH_ROWS = [
    ("Pioche", "Les cartes qui restent sont posées ici, face cachée."),
    ("Fondation", "Huit piles, chacune montée par couleur de l'as au roi."),
    ("Tableau", "Dix piles de quatre cartes, toutes face visible."),
]
ENGLISH_PARAS = [
    "Cards are moved one at a time, and <emphasis>never</emphasis> in groups.",
    "The stock is gone through once.",
    "Any card may be put on an empty pile.",
]
FRENCH_PARAS = [
    "Les cartes sont déplacées une à une, et <emphasis>jamais</emphasis> en groupe.",
    "La pioche n'est parcourue qu'une fois.",
    "N'importe quelle carte peut être posée sur une pile vide.",
]
ENGLISH = page("Ladder", "Setup", ENGLISH_ROWS, "Rules", ENGLISH_PARAS)
FRENCH = page("Échelle", "Configuration", FRENCH_ROWS, "Règles", FRENCH_PARAS)
TRUTH = {
    "Ladder": "Échelle",
    "Setup": "Configuration",
    "Rules": "Règles",
    **{one: other for pair in zip(ENGLISH_ROWS, FRENCH_ROWS, strict=True) for one, other in zip(*pair, strict=True)},
    **dict(zip(ENGLISH_PARAS, FRENCH_PARAS, strict=True)),
}


def aligned(tmp_path: Path, english: str, translated: str, lang: str = "fr") -> dict[str, Entry]:
    one, other = tmp_path / "en.xml", tmp_path / "other.xml"
    one.write_text(english)
    other.write_text(translated)
    return {entry.msgid: entry for entry in align_pages([(pieces_of(one, "en"), pieces_of(other, lang))], lang)}


def sure(entries: dict[str, Entry]) -> dict[str, str]:
    return {msgid: entry.msgstr for msgid, entry in entries.items() if entry.is_translated}


def test_a_whole_page_gives_a_whole_catalogue(tmp_path: Path) -> None:
    assert sure(aligned(tmp_path, ENGLISH, FRENCH)) == TRUTH


@pytest.mark.parametrize("row", [0, 1, 2])
@pytest.mark.parametrize("para", [0, 1, 2])
def test_what_the_translation_lacks_is_left_out_and_nothing_slips_into_its_place(
    tmp_path: Path, row: int, para: int
) -> None:
    rows = FRENCH_ROWS[:row] + FRENCH_ROWS[row + 1 :]
    paras = FRENCH_PARAS[:para] + FRENCH_PARAS[para + 1 :]
    found = sure(aligned(tmp_path, ENGLISH, page("Échelle", "Configuration", rows, "Règles", paras)))
    assert {msgid: text for msgid, text in found.items() if TRUTH[msgid] != text} == {}
    assert len(found) >= 7


def test_what_the_source_lacks_is_no_translation_of_its_neighbour(tmp_path: Path) -> None:
    paras = [FRENCH_PARAS[0], "Bonne chance à tous, et courage.", *FRENCH_PARAS[1:]]
    found = sure(aligned(tmp_path, ENGLISH, page("Échelle", "Configuration", FRENCH_ROWS, "Règles", paras)))
    assert {msgid: text for msgid, text in found.items() if TRUTH[msgid] != text} == {}


def test_text_left_in_the_source_language_is_no_translation(tmp_path: Path) -> None:
    paras = [FRENCH_PARAS[0], *ENGLISH_PARAS[1:]]
    found = aligned(tmp_path, ENGLISH, page("Échelle", "Configuration", FRENCH_ROWS, "Règles", paras))
    assert [found[para].msgstr for para in ENGLISH_PARAS] == [FRENCH_PARAS[0], "", ""]


def test_a_text_half_in_the_source_language_is_doubtful(tmp_path: Path) -> None:
    mixed = "La pioche est ici. The stock is gone through once."
    paras = [FRENCH_PARAS[0], mixed, FRENCH_PARAS[2]]
    entry = aligned(tmp_path, ENGLISH, page("Échelle", "Configuration", FRENCH_ROWS, "Règles", paras))[ENGLISH_PARAS[1]]
    assert (entry.msgstr, entry.is_fuzzy) == (mixed, True)
    assert "The stock is gone through once." in entry.comments[0]


def test_lost_markup_is_doubtful(tmp_path: Path) -> None:
    paras = [FRENCH_PARAS[0].replace("<emphasis>", "").replace("</emphasis>", ""), *FRENCH_PARAS[1:]]
    entry = aligned(tmp_path, ENGLISH, page("Échelle", "Configuration", FRENCH_ROWS, "Règles", paras))[ENGLISH_PARAS[0]]
    assert entry.is_fuzzy
    assert entry.comments == ("aligned with doubt: the markup differs",)


def test_a_paragraph_cut_in_two_is_put_together_with_doubt(tmp_path: Path) -> None:
    long = "Cards are moved one at a time. " * 4
    english = page("Ladder", "Setup", ENGLISH_ROWS, "Rules", [long.strip()])
    half = "Les cartes sont déplacées une à une. " * 2
    french = page("Échelle", "Configuration", FRENCH_ROWS, "Règles", [half.strip(), half.strip()])
    entry = aligned(tmp_path, english, french)[long.strip()]
    assert (entry.msgstr, entry.is_fuzzy) == ((half * 2).strip(), True)


def test_a_capture_with_lost_lines_gives_what_it_holds(tmp_path: Path) -> None:
    lines = FRENCH.split("\n")
    lost = {next(at for at, line in enumerate(lines) if "N'importe quelle" in line), 3}
    capture = "".join(f"{at}\n{line}\n" for at, line in enumerate(lines, 1) if at - 1 not in lost)
    (tmp_path / "en.xml").write_text(ENGLISH)
    (tmp_path / "capture.txt").write_text(capture)
    pieces = pieces_of(tmp_path / "en.xml", "en"), pieces_of(tmp_path / "capture.txt", "fr")
    found = {entry.msgid: entry for entry in align_pages([pieces], "fr")}
    assert {msgid: text for msgid, text in sure(found).items() if TRUTH[msgid] != text} == {}
    assert found[ENGLISH_PARAS[2]].msgstr == ""
    assert len(sure(found)) >= 9


def test_most_pages_decide_where_two_have_the_same_message_otherwise(tmp_path: Path) -> None:
    pieces = []
    for number, goal in enumerate(["But", "But", "Objectif"]):
        for name, title, text in (
            ("en", "Goal", f"Game {number} is won."),
            ("fr", goal, f"Le jeu {number} est gagné."),
        ):
            (tmp_path / f"{number}.{name}.xml").write_text(f"<sect1><title>{title}</title><para>{text}</para></sect1>")
        pieces.append((pieces_of(tmp_path / f"{number}.en.xml", "en"), pieces_of(tmp_path / f"{number}.fr.xml", "fr")))
    goal = next(entry for entry in align_pages(pieces, "fr") if entry.msgid == "Goal")
    assert (goal.msgstr, goal.is_fuzzy, len(goal.references)) == ("But", False, 3)
    tied = next(entry for entry in align_pages(pieces[1:], "fr") if entry.msgid == "Goal")
    assert tied.is_fuzzy


def test_pages_whose_names_end_in_capitals_go_together(tmp_path: Path) -> None:
    for lang in ("en", "fr"):
        (tmp_path / lang).mkdir()
        (tmp_path / lang / "Y.XML").write_text(ENGLISH)
    assert partners(tmp_path / "en", tmp_path / "fr") == ([(tmp_path / "en/Y.XML", tmp_path / "fr/Y.XML")], [])


def test_a_page_with_too_many_messages_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text("<book>\n" + "<para>a</para>" * MOST + "\n<para>b</para></book>")
    with pytest.raises(PageError, match=rf"a\.xml:3:1: the page has more than {MOST} messages"):
        pieces_of(tmp_path / "a.xml", "en")


def test_many_messages_take_little_room() -> None:
    """Each of both pages is compared with each: 24 bytes for a comparison, where a dictionary takes hundreds."""
    pieces = [
        Piece(f"text {at}", None, "a/b", ("a.xml", at), ("para",), frozenset(), (), (), frozenset(), 20, False)
        for at in range(80)
    ]
    tracemalloc.start()
    try:
        assert len(align(pieces, pieces)) == 80
        assert tracemalloc.get_traced_memory()[1] < 60 * len(pieces) ** 2
    finally:
        tracemalloc.stop()


def test_what_a_catalogue_has_already_stays() -> None:
    known = Catalogue("fr.po", (Entry("", "Language: fr\n"), Entry("Goal", "Objectif"), Entry("Rules", "")))
    filled = put_into(known, [Entry("Goal", "But"), Entry("Rules", "Règles"), Entry("Setup", "Configuration")])
    assert [(entry.msgid, entry.msgstr) for entry in filled.entries[1:]] == [
        ("Goal", "Objectif"),
        ("Rules", "Règles"),
        ("Setup", "Configuration"),
    ]


def test_pages_of_two_folders_go_together_by_name_and_captures_by_their_id(tmp_path: Path) -> None:
    for folder, name, text in (
        ("en", "ladder.xml", ENGLISH),
        ("en", "stairs.xml", ENGLISH),
        ("fr", "stairs.xml", FRENCH),
        ("fr", "0001.txt", "a line of the web view\n" + FRENCH),
        ("fr", "other.xml", FRENCH),
    ):
        path = tmp_path / folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    pairs, alone = partners(tmp_path / "en", tmp_path / "fr")
    assert [(one.name, other.name) for one, other in pairs] == [
        ("ladder.xml", "0001.txt"),
        ("stairs.xml", "stairs.xml"),
    ]
    assert [page.name for page in alone] == ["other.xml"]
