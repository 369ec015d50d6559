"""`hoyle extract`, `update` and `status`: from pages to catalogues, and how far they are."""

from __future__ import annotations

import json
import os
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hoyle.cli.main import main
from hoyle.translation.catalogue import read_catalogue

LADDER = """<sect1 id="ladder"><title>Ladder</title>
<para>Written by Ann Other</para>
<sect2><title>Setup</title><para>Ten piles of four cards.</para></sect2>
<sect2><title>Goal</title><para>Move all cards to the foundation.</para></sect2>
</sect1>
"""
BOOK = """<book xmlns:xi="http://www.w3.org/2001/XInclude"><title>Games</title>
<chapter><title>All games</title><xi:include href="stairs.xml"/><xi:include href="ladder.xml"/></chapter></book>
"""
STAIRS = '<sect1 id="stairs"><title>Stairs</title><para>No redeal.</para></sect1>\n'


@pytest.fixture
def manual(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A book of two games with nothing translated yet."""
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hoyle.toml").write_text('languages = ["fr"]\n')
    folder = tmp_path / "docbook" / "en"
    folder.mkdir(parents=True)
    for name, text in (("ladder.xml", LADDER), ("stairs.xml", STAIRS), ("manual.docbook", BOOK)):
        (folder / name).write_text(text)
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments), catch_exceptions=False)


def translate(path: Path, **translations: str) -> None:
    """Fill in translations, found by the first word of their message."""
    lines = path.read_text().split("\n")
    for at, line in enumerate(lines):
        for first, text in translations.items():
            if line.startswith(f'msgid "{first}'):
                lines[at + 1] = f'msgstr "{text}"'
    path.write_text("\n".join(lines))


FRENCH = Path("locale/fr/LC_MESSAGES/pages.po")


def status_of(*arguments: str) -> dict:
    result = run("status", "--format", "json", *arguments)
    return json.loads(result.stdout)["languages"][0]


# extract


def test_a_template_has_the_messages_of_all_pages(manual: Path) -> None:
    result = run("extract", "-o", "pages.pot")
    assert (result.exit_code, result.stdout) == (0, "10 messages of 3 pages in pages.pot\n")
    texts = {entry.msgid for entry in read_catalogue("pages.pot").entries}
    assert {"No redeal.", "Ladder", "All games", "Written by Ann Other"} <= texts


def test_extracting_again_leaves_the_template_alone_until_a_page_changes(
    manual: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    run("extract", "-o", "pages.pot")
    before = Path("pages.pot").read_bytes()
    assert b"1970-01-01 00:00+0000" in before
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    run("extract", "-o", "pages.pot")
    assert Path("pages.pot").read_bytes() == before
    Path("docbook/en/stairs.xml").write_text(STAIRS.replace("No", "One"))
    run("extract", "-o", "pages.pot")
    after = read_catalogue("pages.pot")
    assert after.find("One redeal.")
    assert not after.header["POT-Creation-Date"].startswith("1970")


def test_a_dash_writes_the_template_to_the_terminal(manual: Path) -> None:
    assert 'msgid "No redeal."\nmsgstr ""' in run("extract", "-o", "-", "docbook/en/stairs.xml").stdout


def test_entities_are_expanded_unless_they_shall_be_kept(manual: Path) -> None:
    Path("a.xml").write_text('<!DOCTYPE sect1 [<!ENTITY app "Ladder">]>\n<sect1><para>Play &app;.</para></sect1>')
    assert 'msgid "Play Ladder."' in run("extract", "-o", "-", "a.xml").stdout
    assert 'msgid "Play &app;."' in run("extract", "-o", "-", "--keep-entities", "a.xml").stdout


def test_an_unreadable_page_is_told_and_the_others_are_extracted(manual: Path) -> None:
    Path("docbook/en/broken.xml").write_text("<sect1><para>Ten piles.</sect1>")
    result = run("extract", "-o", "pages.pot")
    assert result.exit_code == 2
    assert result.stderr.startswith("hoyle: docbook/en/broken.xml:1:")
    assert read_catalogue("pages.pot").find("No redeal.")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("extract", "-o", "a.pot", "missing"), "hoyle: missing: there is no such file or folder\n"),
        (("extract", "-o", "a.pot", "locale"), "hoyle: locale: there is no such file or folder\n"),
        (("extract", "-o", "hoyle.toml/a.pot"), "hoyle: hoyle.toml/a.pot: cannot be written: File exists\n"),
        (("update", "../etc"), "hoyle: “../etc” is not the name of a language\n"),
        (
            ("status", "--lang", "eu"),
            "hoyle: locale/eu/LC_MESSAGES/pages.po: there is no such catalogue; “hoyle update LANG” makes one\n",
        ),
    ],
)
def test_what_cannot_be_used_is_a_plain_message(manual: Path, arguments: tuple[str, ...], message: str) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stderr) == (2, message)


# update


def test_update_begins_a_catalogue_and_keeps_what_is_translated(manual: Path) -> None:
    assert "10 new" in run("update").stdout
    translate(FRENCH, Ten="Dix piles de quatre cartes.", No="Pas de redistribution.")
    Path("docbook/en/ladder.xml").write_text(LADDER.replace("Ten piles of", "Nine piles of"))
    result = run("update")
    assert result.exit_code == 0
    assert "9 kept, 0 new, 1 reworded (fuzzy), 0 back, 0 obsolete" in result.stdout
    french = read_catalogue(FRENCH)
    reworded = french.find("Nine piles of four cards.")
    assert reworded
    assert (reworded.is_fuzzy, reworded.msgstr) == (True, "Dix piles de quatre cartes.")
    assert reworded.previous
    assert reworded.previous.msgid == "Ten piles of four cards."


def test_updating_twice_changes_nothing(manual: Path) -> None:
    run("update")
    translate(FRENCH, Ten="Dix piles de quatre cartes.")
    run("update")
    before = FRENCH.read_bytes()
    run("update")
    assert FRENCH.read_bytes() == before


def test_a_page_that_cannot_be_read_loses_no_translation(manual: Path) -> None:
    run("update")
    translate(FRENCH, Ten="Dix piles de quatre cartes.")
    before = FRENCH.read_bytes()
    Path("docbook/en/ladder.xml").write_text(LADDER.replace("</sect1>", ""))
    result = run("update")
    assert result.exit_code == 2
    assert "docbook/en/ladder.xml" in result.stderr
    kept = read_catalogue(FRENCH).find("Ten piles of four cards.")
    assert kept
    assert kept.msgstr == "Dix piles de quatre cartes."
    assert FRENCH.read_bytes().count(b"#~") == 0
    Path("docbook/en/ladder.xml").write_text(LADDER)
    run("update")
    assert sorted(FRENCH.read_bytes().split(b"\n\n")) == sorted(before.split(b"\n\n"))


def test_a_broken_catalogue_is_left_as_it_is_and_the_others_are_updated(manual: Path) -> None:
    FRENCH.parent.mkdir(parents=True)
    FRENCH.write_text('msgid "Ladder\n<<<<<<< ours\n')
    result = run("update", "fr", "eu")
    assert result.exit_code == 2
    assert "locale/fr/LC_MESSAGES/pages.po:1:7: this text does not end with a quotation mark" in result.stderr
    assert FRENCH.read_text() == 'msgid "Ladder\n<<<<<<< ours\n'
    assert "locale/eu/LC_MESSAGES/pages.po: 0 kept, 10 new" in result.stdout


def test_catalogues_are_found_where_other_manuals_keep_them(manual: Path) -> None:
    path = Path("locale/fr/fr.po")
    path.parent.mkdir(parents=True)
    path.write_text('msgid "No redeal."\nmsgstr "Pas de redistribution."\n')
    assert "locale/fr/fr.po: 1 kept, 9 new" in run("update").stdout


# status


def test_the_status_counts_messages_and_words_by_page(manual: Path) -> None:
    run("update")
    translate(FRENCH, No="Pas de redistribution.", Ten="Dix piles de quatre cartes.", Written="Written by Ann Other")
    french = status_of()
    assert french["messages"] == {
        "translated": 3,
        "fuzzy": 0,
        "untranslated": 7,
        "copied": 1,
        "wrong_language": 1,
        "stale": 0,
        "total": 10,
    }
    assert (french["words"]["translated"], french["words"]["total"]) == (11, 24)
    assert french["percent"] == 29.1
    assert [page["path"].rpartition("/")[2] for page in french["pages"]] == [
        "manual.docbook",
        "stairs.xml",
        "ladder.xml",
    ]


def test_a_fuzzy_translation_and_one_in_a_wrong_language_are_not_done(manual: Path) -> None:
    run("update")
    translate(FRENCH, Ten="Ten piles of four cards are dealt.", No="Pas de redistribution.")
    FRENCH.write_text(FRENCH.read_text().replace('msgid "No', '#, fuzzy\nmsgid "No'))
    french = status_of()
    assert french["messages"]["wrong_language"] == 1
    assert french["messages"]["fuzzy"] == 1
    assert french["percent"] == 0.0


def test_what_the_pages_no_longer_have_is_stale(manual: Path) -> None:
    run("update")
    translate(FRENCH, Ten="Dix piles de quatre cartes.")
    Path("docbook/en/ladder.xml").write_text(LADDER.replace("Ten", "Nine"))
    assert status_of()["messages"]["stale"] == 1
    assert status_of("docbook/en/ladder.xml")["messages"]["stale"] == 1
    assert status_of("docbook/en/stairs.xml")["messages"]["stale"] == 0


def test_what_is_missing_is_listed_as_a_reader_meets_it(manual: Path) -> None:
    run("update")
    translate(FRENCH, Stairs="Escaliers")
    lines = run("status", "--untranslated").stdout.splitlines()
    assert [line.rpartition(": ")[2] for line in lines[:4]] == ["Games", "All games", "No redeal.", "Ladder"]
    assert lines[2] == "docbook/en/stairs.xml:1: fr: No redeal."


def test_the_table_names_pages_that_are_not_complete(manual: Path) -> None:
    run("update")
    translate(FRENCH, Stairs="Escaliers", No="Pas de redistribution.")
    rows = [line.split() for line in run("status").stdout.splitlines()]
    assert rows[1][:4] == ["fr", "12.5", "%", "2·3"]
    assert ["1", "page", "complete"] in rows
    assert [row[0] for row in rows[2:4]] == ["manual.docbook", "ladder.xml"]


def test_fail_under_fails_below_and_not_at_the_limit(manual: Path) -> None:
    run("update")
    translate(FRENCH, No="Pas de redistribution.", Ten="Dix piles de quatre cartes.", Move="Tout monter.")
    result = run("status", "--fail-under", "60")
    assert result.exit_code == 1
    assert result.stderr == "fr: 54.1 % of the words are done, less than 60 %\n"
    assert run("status", "--fail-under", "54.1").exit_code == 0


def test_the_badge_is_a_picture_with_the_number(manual: Path) -> None:
    run("update")
    run("status", "--badge", "fr.svg")
    root = ET.parse("fr.svg").getroot()
    assert "".join(root.itertext()).split() == ["fr:", "0%", "fr", "0%"]


def test_one_broken_catalogue_does_not_hide_the_other_language(manual: Path) -> None:
    run("update", "fr", "eu")
    FRENCH.write_text("nonsense\n")
    result = run("status", "--lang", "fr", "--lang", "eu", "--format", "json")
    assert result.exit_code == 2
    assert [one["lang"] for one in json.loads(result.stdout)["languages"]] == ["eu"]
    assert (
        result.stderr
        == "hoyle: locale/fr/LC_MESSAGES/pages.po:1:1: neither a comment, a keyword nor a text: nonsense\n"
    )


# align


def french_pages(text: str) -> None:
    folder = Path("docbook/fr")
    folder.mkdir(parents=True)
    (folder / "stairs.xml").write_text(text)


def test_align_makes_a_catalogue_out_of_two_folders(manual: Path) -> None:
    french_pages('<sect1 id="stairs"><title>Escaliers</title><para>Pas de redistribution.</para></sect1>\n')
    result = run("align", "-o", "fr.po", "docbook/en", "docbook/fr")
    assert (result.exit_code, result.stdout) == (0, "fr.po: 2 of 2 messages have a translation, 0 of them fuzzy\n")
    french = read_catalogue("fr.po")
    assert french.lang == "fr"
    assert [entry.msgstr for entry in french.entries[1:]] == ["Escaliers", "Pas de redistribution."]


def test_align_goes_on_past_a_page_that_cannot_be_read(manual: Path) -> None:
    french_pages('<sect1 id="stairs"><title>Escaliers</title><para>Pas de redistribution.</para></sect1>\n')
    Path("docbook/fr/ladder.xml").write_bytes(b"")
    Path("docbook/fr/nobody.xml").write_text("<sect1><title>Personne</title></sect1>")
    result = run("align", "-o", "fr.po", "docbook/en", "docbook/fr")
    assert result.exit_code == 2
    assert result.stderr.splitlines() == [
        "hoyle: docbook/fr/nobody.xml: no source page has its name",
        "hoyle: docbook/fr/ladder.xml:1:1: the page is empty",
    ]
    assert read_catalogue("fr.po").find("Stairs")


def test_align_of_a_page_that_does_not_say_its_language_asks_for_it(manual: Path) -> None:
    Path("a.xml").write_text("<sect1><title>Xyz</title></sect1>")
    result = run("align", "-o", "a.po", "docbook/en/stairs.xml", "a.xml")
    assert (result.exit_code, result.stderr) == (2, "hoyle: a.xml: it does not say its language; name it with --lang\n")
    assert run("align", "-o", "a.po", "--lang", "sv", "docbook/en/stairs.xml", "a.xml").exit_code == 0
    assert read_catalogue("a.po").lang == "sv"


# suggest


def test_suggest_writes_proposals_as_fuzzy_with_the_reason(manual: Path) -> None:
    Path("docbook/en/stairs.xml").write_text(
        '<sect1 id="stairs"><title>Stairs</title><para>Written by Bob Long</para></sect1>\n'
    )
    run("update")
    FRENCH.write_text(FRENCH.read_text().replace('Ann Other"\nmsgstr ""', 'Ann Other"\nmsgstr "Écrit par Ann Other"'))
    before = FRENCH.read_bytes()
    result = run("suggest", "fr", "--dry-run")
    assert "Written by Bob Long\n  → Écrit par Bob Long\n  suggested from “Written by Ann Other”" in result.stdout
    assert FRENCH.read_bytes() == before
    result = run("suggest", "fr")
    assert result.exit_code == 0
    assert "3 of 9 untranslated messages have a proposal" in result.stdout
    entry = read_catalogue(FRENCH).find("Written by Bob Long")
    assert entry
    assert (entry.msgstr, entry.is_fuzzy) == ("Écrit par Bob Long", True)
    after = FRENCH.read_bytes()
    run("suggest", "fr")
    assert FRENCH.read_bytes() == after


def test_suggest_says_in_words_where_there_is_nothing_to_propose(manual: Path) -> None:
    Path("docbook/en/ladder.xml").unlink()
    Path("docbook/en/manual.docbook").unlink()
    Path("docbook/en/stairs.xml").write_text("<sect1><title>Cards that sing</title></sect1>\n")
    run("update")
    assert "nothing to propose for the 1 untranslated message" in run("suggest", "fr").stdout
    FRENCH.write_text(FRENCH.read_text().replace('sing"\nmsgstr ""', 'sing"\nmsgstr "Chanson"'))
    assert "no message is without a translation" in run("suggest", "fr").stdout


def test_suggest_without_a_catalogue_says_so(manual: Path) -> None:
    result = run("suggest", "eu")
    assert (result.exit_code, result.stderr) == (
        2,
        "hoyle: locale/eu/LC_MESSAGES/pages.po: there is no such catalogue; “hoyle update LANG” makes one\n",
    )
    assert not Path("locale").exists()


# Files as other tools leave them

KNOWN = 'msgid ""\nmsgstr ""\n"Language: fr\\n"\n"Content-Type: text/plain; charset={0}\\n"\n\n{1}'
ENTRY = 'msgid "Ladder"\nmsgstr "Échelle"\n'


def kept(content: bytes) -> bytes:
    """What an update makes of a catalogue."""
    FRENCH.parent.mkdir(parents=True)
    FRENCH.write_bytes(content)
    result = run("update")
    assert (result.exit_code, result.stderr) == (0, "")
    return FRENCH.read_bytes()


def test_line_ends_of_another_system_stay(manual: Path) -> None:
    after = kept(KNOWN.format("UTF-8", ENTRY).replace("\n", "\r\n").encode())
    assert after.count(b"\n") == after.count(b"\r\n")
    assert 'msgid "Ladder"\r\nmsgstr "Échelle"\r\n'.encode() in after


def test_a_byte_order_mark_stays(manual: Path) -> None:
    after = kept(b"\xef\xbb\xbf" + KNOWN.format("UTF-8", ENTRY).encode())
    assert after.startswith(b'\xef\xbb\xbfmsgid ""')
    assert after.count(b"\xef\xbb\xbf") == 1


def test_the_encoding_that_the_header_names_stays(manual: Path) -> None:
    after = kept(KNOWN.format("ISO-8859-15", ENTRY).encode("iso-8859-15"))
    assert 'msgstr "Échelle"'.encode("iso-8859-15") in after


def test_a_last_line_without_its_end_loses_nothing(manual: Path) -> None:
    after = kept(KNOWN.format("UTF-8", ENTRY.rstrip()).encode())
    assert 'msgid "Ladder"\nmsgstr "Échelle"\n\n'.encode() in after


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (f"<<<<<<< ours\n{ENTRY}=======\n{ENTRY}>>>>>>> theirs\n", "6:1: a conflict between two versions"),
        (f"{ENTRY}\n{ENTRY}", "9:1: this message stands in line 6 already"),
        ('msgid "Ladder"\n', "6:1: this message has no msgstr"),
        ('msgid "Ladder"\nmsgstr "\\x"\nfoo\n', "8:1: neither a comment, a keyword nor a text: foo"),
    ],
)
@pytest.mark.parametrize("command", [("update",), ("status", "--lang", "fr"), ("localize", "fr"), ("suggest", "fr")])
def test_what_cannot_be_kept_is_refused_and_left_alone(
    manual: Path, command: tuple[str, ...], body: str, message: str
) -> None:
    content = KNOWN.format("UTF-8", body).encode()
    FRENCH.parent.mkdir(parents=True)
    FRENCH.write_bytes(content)
    result = run(*command)
    assert result.exit_code == 2
    assert f"locale/fr/LC_MESSAGES/pages.po:{message}" in result.stderr
    assert FRENCH.read_bytes() == content


def test_a_catalogue_in_another_encoding_than_it_says_is_refused(manual: Path) -> None:
    FRENCH.parent.mkdir(parents=True)
    FRENCH.write_bytes(KNOWN.format("UTF-8", ENTRY).encode("iso-8859-1"))
    result = run("update")
    assert result.exit_code == 2
    assert result.stderr == "hoyle: locale/fr/LC_MESSAGES/pages.po:7:9: this is not UTF-8, which the header names\n"


# Names of files, and other things of the environment


def test_files_with_spaces_and_with_names_that_are_no_text_are_extracted_and_updated(manual: Path) -> None:
    Path("docbook/en/stairs.xml").rename("docbook/en/up and down.xml")
    odd = os.fsdecode(b"docbook/en/odd\xff.xml")
    Path(odd).write_text(STAIRS)
    assert run("extract", "-o", "pages.pot").exit_code == 0
    entry = read_catalogue("pages.pot").find("No redeal.")
    assert entry
    assert entry.references == ("docbook/en/odd\\udcff.xml:1", "\u2068docbook/en/up and down.xml\u2069:1")
    assert run("update").exit_code == 0
    assert [page["path"] for page in status_of()["pages"]][-1] == "docbook/en/up and down.xml"
    translate(FRENCH, No="Pas de redistribution.")
    Path("docbook/en/up and down.xml").write_text(STAIRS.replace("No", "One"))
    assert status_of("docbook/en/up and down.xml", odd)["messages"]["stale"] == 0
    Path(odd).write_text(STAIRS.replace("No", "One"))
    assert status_of("docbook/en")["messages"]["stale"] == 1


def test_a_date_of_the_environment_that_is_none_is_told(manual: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    result = run("extract", "-o", "pages.pot")
    assert (result.exit_code, result.stderr) == (2, "hoyle: SOURCE_DATE_EPOCH is not a number of seconds: yesterday\n")


def test_align_takes_two_pages_or_two_folders(manual: Path) -> None:
    result = run("align", "-o", "fr.po", "docbook/en", "docbook/en/stairs.xml")
    assert (result.exit_code, result.stderr) == (
        2,
        "hoyle: name two pages or two folders, not one of each: docbook/en, docbook/en/stairs.xml\n",
    )
    result = run("align", "-o", "fr.po", "docbook/en", "docbook/fr")
    assert (result.exit_code, result.stderr) == (2, "hoyle: docbook/fr: there is no such file or folder\n")


# What people name instead


def test_a_language_named_without_its_option_is_understood(manual: Path) -> None:
    run("update", "fr", "eu")
    found = json.loads(run("status", "eu", "--format", "json").stdout)
    assert [one["lang"] for one in found["languages"]] == ["eu"]
    assert run("status", "sv").stderr == "hoyle: sv: there is no such file or folder\n"


def test_a_folder_of_catalogues_is_checked(manual: Path) -> None:
    run("update", "fr", "eu")
    translate(FRENCH, Ten="Dix piles. There are no redeals.")
    result = run("check", "locale")
    assert result.exit_code == 1
    assert "locale/fr/LC_MESSAGES/pages.po" in result.stdout
    assert "There are no redeals." in result.stdout


@pytest.mark.parametrize("name", ["steps.dbk", "STEPS.XML"])
def test_pages_of_other_suffixes_are_found(manual: Path, name: str) -> None:
    Path("docbook/en", name).write_text("<sect1><para>All steps.</para></sect1>")
    assert 'msgid "All steps."' in run("extract", "-o", "-").stdout


def test_a_translation_that_cannot_be_used_is_told_with_its_place(manual: Path) -> None:
    run("update")
    translate(FRENCH, Ten="Dix <emphasis>piles.")
    result = run("localize", "fr")
    assert result.exit_code == 1
    assert result.stderr.startswith("locale/fr/LC_MESSAGES/pages.po:")
    assert result.stderr.endswith("[translation-broken]\n")
    assert "Ten piles of four cards." in Path("docbook/fr/ladder.xml").read_text()


def test_pictures_go_with_the_page_unless_the_language_has_its_own(manual: Path) -> None:
    run("update")
    image = "<mediaobject><imageobject><imagedata fileref='{}'/></imageobject></mediaobject>"
    names = ("figures/deal.png", "figures/own.png", "../../secret.png")
    page = LADDER.replace("</title>\n", "</title>\n" + "".join(map(image.format, names)), 1)
    Path("docbook/en/ladder.xml").write_text(page)
    for name, content in (("en/figures/deal.png", b"en"), ("en/figures/own.png", b"en"), ("fr/figures/own.png", b"fr")):
        Path("docbook", name).parent.mkdir(parents=True, exist_ok=True)
        Path("docbook", name).write_bytes(content)
    Path("secret.png").write_bytes(b"secret")
    assert run("localize", "fr", "-o", "there/docbook/fr").exit_code == 0
    assert run("localize", "fr").exit_code == 0
    assert Path("docbook/fr/figures/deal.png").read_bytes() == b"en"
    assert Path("docbook/fr/figures/own.png").read_bytes() == b"fr"
    assert not Path("there/secret.png").exists()


def test_pages_of_one_name_are_written_each_to_its_own_place(manual: Path) -> None:
    run("update")
    for folder in ("a", "b"):
        Path("docbook/en", folder).mkdir()
        Path("docbook/en", folder, "index.xml").write_text(LADDER.replace("Ladder", f"Ladder {folder}"))
    assert run("localize", "fr", "-o", "there").exit_code == 0
    assert "Ladder a" in Path("there/a/index.xml").read_text()
    assert "Ladder b" in Path("there/b/index.xml").read_text()
    refused = run("localize", "fr", "-o", "elsewhere", "docbook/en/a", "docbook/en/b")
    assert refused.exit_code == 2
    assert "would both be written to elsewhere/index.xml" in refused.stderr
    assert not Path("elsewhere").exists()


@pytest.mark.parametrize(
    "name", ["two\nlines.xml", "back\rto.xml", "next\x85one.xml", "bell\x07.xml", "turned\u202e.xml"]
)
def test_a_file_name_with_a_control_character_leaves_the_catalogue_readable(manual: Path, name: str) -> None:
    (manual / "docbook/en/ladder.xml").rename(manual / "docbook/en" / name)
    for _again in range(2):
        assert run("update", "fr").exit_code == 0
        translate(FRENCH, Setup="Mise en place")
    entry = read_catalogue(FRENCH).find("Setup")
    assert entry is not None
    assert entry.msgstr == "Mise en place"
    assert len(entry.references) == 1
    assert run("extract", "-o", "pages.pot").exit_code == 0
    assert read_catalogue("pages.pot").find("Setup")
    # A page that cannot be read keeps its messages, by the same name.
    (manual / "docbook/en" / name).write_text("no page")
    assert run("update", "fr").exit_code == 2
    assert read_catalogue(FRENCH).find("Setup") == entry


def test_no_template_is_read_from_a_pipe(manual: Path) -> None:
    os.mkfifo("pipe")
    reading = os.open("pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert run("extract", "-o", "pipe").exit_code == 0
        assert b'msgid "Setup"' in os.read(reading, 100_000)
    finally:
        os.close(reading)
    assert Path("pipe").is_fifo()
    assert "this is no regular file" in run("update", "fr", "--catalogue", "pipe").output


@pytest.mark.parametrize(
    "arguments", [("status", "fr"), ("status", "fr", "--untranslated"), ("facts",), ("facts", "--coverage")]
)
def test_a_name_with_a_line_end_takes_one_line(manual: Path, arguments: tuple[str, ...]) -> None:
    (manual / "docbook/en/ladder.xml").rename(manual / "docbook/en/lad\nder.xml")
    run("update", "fr")

    shown = run(*arguments).stdout

    assert "lad der" in shown
    assert not any(line.startswith("der") for line in shown.splitlines())


@pytest.mark.parametrize(
    "command",
    [
        ("localize", "fr", "-o", "docbook/en"),
        ("extract", "-o", "docbook/en/ladder.xml"),
        ("localize", "fr"),
    ],
)
def test_a_page_to_translate_is_never_written_over(manual: Path, command: tuple[str, ...]) -> None:
    run("update")
    Path("docbook/fr").symlink_to("en")
    result = run(*command)
    assert result.exit_code == 2
    assert "this is a page to translate, and would be written over" in result.stderr
    assert Path("docbook/en/ladder.xml").read_text() == LADDER


def test_a_folder_of_languages_stands_for_that_of_the_source(manual: Path) -> None:
    run("update")
    run("localize", "fr")
    without = run("extract", "-o", "-").stdout
    assert run("extract", "-o", "-", "docbook").stdout == without
    assert run("status", "docbook").stdout == run("status").stdout
