"""Catalogues: nothing is lost, and what cannot be read is refused with its place."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoyle.translation.catalogue import (
    LARGEST,
    BrokenCatalogue,
    Catalogue,
    Entry,
    Previous,
    changed,
    parse_catalogue,
    read_catalogue,
    serialized,
    write_catalogue,
)
from hoyle.translation.writing import CannotWrite

WHOLE = """\
# Basque pages.
# Ane Lete, 2024.
#
msgid ""
msgstr ""
"Language: eu\\n"
"Content-Type: text/plain; charset=UTF-8\\n"

# A translator's comment.
#. (itstool) path: row/entry
#. A note of the author.
#: C/a.xml:3 C/b.xml:14
#, fuzzy, no-wrap
#| msgctxt "old context"
#| msgid ""
#| "Ten "
#| "heaps."
msgctxt "table"
msgid ""
"Ten "
"piles."
msgstr "Hamar \\"pila\\"\\t\\\\."


msgid "%d card"
msgid_plural "%d cards"
msgstr[0] "karta %d"
msgstr[1] "%d karta"

#, fuzzy
#~| msgid "Aces low"
#~ msgid "Aces are low."
#~ msgstr "Batekoak txikienak dira."
#~ msgid "Kings"
#~ msgstr "Erregeak"

# The end.
"""


def parsed(text: str) -> Catalogue:
    return parse_catalogue(text.encode(), "eu.po")


def test_every_part_of_an_entry_is_read() -> None:
    header, piles, cards, aces, kings = parsed(WHOLE).entries
    assert header.is_header
    assert piles.comments == ("A translator's comment.",)
    assert piles.extracted == ("(itstool) path: row/entry", "A note of the author.")
    assert piles.references == ("C/a.xml:3", "C/b.xml:14")
    assert piles.flags == ("fuzzy", "no-wrap")
    assert piles.previous == Previous("Ten heaps.", "old context")
    assert (piles.context, piles.msgid, piles.msgstr) == ("table", "Ten piles.", 'Hamar "pila"\t\\.')
    assert (piles.line, piles.msgstr_line) == (19, 22)
    assert (cards.plural, cards.plurals) == ("%d cards", ("karta %d", "%d karta"))
    assert (aces.obsolete, aces.is_fuzzy, aces.previous) == (True, True, Previous("Aces low"))
    assert (kings.obsolete, kings.msgstr, kings.previous) == (True, "Erregeak", None)


def test_what_is_not_in_use_is_not_found() -> None:
    catalogue = parsed(WHOLE)
    assert catalogue.find("Kings") is None
    assert catalogue.find("Ten piles.") is None
    assert catalogue.find("Ten piles.", "table") is not None


@pytest.mark.parametrize(
    "text",
    [
        WHOLE,
        WHOLE.replace("\n", "\r\n"),
        WHOLE.rstrip("\n"),
        "\ufeff" + WHOLE,
        "\n\n" + WHOLE,
        WHOLE.replace("# The end.\n", "").rstrip("\n"),
        "",
        'msgid "a"\nmsgstr "b"\nmsgid "c"\nmsgstr "d"',
        'msgid "line \u2028 separator \x85"\nmsgstr "\u00a0"\n',
    ],
    ids=["plain", "crlf", "no final newline", "bom", "empty lines", "obsolete last", "empty", "no gaps", "odd ends"],
)
def test_a_catalogue_is_written_as_it_was_read(text: str) -> None:
    assert serialized(parsed(text)) == text.encode()


def test_another_encoding_is_read_and_kept() -> None:
    content = WHOLE.replace("UTF-8", "ISO-8859-1").replace("Hamar", "Hàmar").encode("latin-1")
    catalogue = parse_catalogue(content, "eu.po")
    assert catalogue.entries[1].msgstr.startswith("Hàmar")
    assert serialized(catalogue) == content


@pytest.mark.parametrize(
    "before",
    [
        "# made from charset=ISO-8859-1\n",
        'msgid "a charset=ISO-8859-1 b"\nmsgstr "charset=KOI8-R"\n\n',
        'msgctxt "c"\nmsgid ""\nmsgstr "charset=KLINGON"\n\n',
        'msgid ""\n"long, charset=KLINGON "\n"text"\nmsgstr "b"\n\n',
        '#~ msgid "charset=KLINGON"\n#~ msgstr ""\n\n',
    ],
    ids=["comment", "message", "context", "long message", "obsolete"],
)
@pytest.mark.parametrize(
    "header",
    [
        "",
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n',
        'msgid ""\n""\nmsgstr "Language: fr\\n"\n\n',
    ],
    ids=["no header", "header", "header without encoding"],
)
def test_only_the_header_names_the_encoding(before: str, header: str) -> None:
    catalogue = parsed(before + header + 'msgid "e"\nmsgstr "é"\n')
    assert [entry.msgstr for entry in catalogue.entries if entry.msgid == "e"] == ["é"]


def test_an_encoding_that_lacks_a_character_is_refused() -> None:
    with pytest.raises(CannotWrite, match="ISO-8859-1, has no “→”"):
        serialized(Catalogue("eu.po", (Entry("a", "→"),), encoding="ISO-8859-1"))


def test_only_the_entry_that_changed_is_written_anew() -> None:
    catalogue = parsed(WHOLE)
    entries = [
        changed(entry, plurals=("karta bat", "%d karta")) if entry.plurals else entry for entry in catalogue.entries
    ]
    text = serialized(Catalogue("eu.po", tuple(entries), end=catalogue.end)).decode()
    assert text == WHOLE.replace("karta %d", "karta bat")


def test_new_flags_leave_the_message_as_it_is_wrapped() -> None:
    catalogue = parsed(WHOLE)
    entries = [changed(entry, flags=()) if entry.context else entry for entry in catalogue.entries]
    text = serialized(Catalogue("eu.po", tuple(entries), end=catalogue.end)).decode()
    assert text == WHOLE.replace("#, fuzzy, no-wrap\n", "").replace(
        'msgid ""\n#| "Ten "\n#| "heaps."', 'msgid "Ten heaps."'
    )


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ('msgid "a\nmsgstr "b"\n', "eu.po:1:7", "does not end with a quotation mark"),
        ('msgid "a"\nmsgstr b\n', "eu.po:2:9", "not a text in quotation marks"),
        ('msgid "a"\n', "eu.po:1:1", "no msgstr"),
        ('\nmsgstr "a"\n', "eu.po:2:1", "msgstr without a message"),
        ('msgid "a"\nmsgid "b"\nmsgstr ""\n', "eu.po:2:1", "a second msgid"),
        ('msgid "a"\nmsgstr "b"\nmsgstr "c"\n', "eu.po:3:1", "a second msgstr"),
        ('"a"\n', "eu.po:1:1", "without a keyword"),
        ('msgid "a"\n# comment\nmsgstr "b"\n', "eu.po:2:1", "between a message and its translation"),
        ('msgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "c"\n', "eu.po:4:1", "stands in line 1 already"),
        ('<<<<<<< HEAD\nmsgid "a"\nmsgstr "b"\n', "eu.po:1:1", "conflict"),
        ('msgid "a"\n=======\nmsgstr "b"\n', "eu.po:2:1", "conflict"),
        ('msgid "a"\nmsgstr "b"\n>>>>>>> other\n', "eu.po:3:1", "conflict"),
        ('domain "x"\n', "eu.po:1:1", "neither a comment, a keyword nor a text: domain"),
        ('msgctxt "c"\nmsgstr "b"\n', "eu.po:2:1", "msgstr without a message"),
        ('msgid "a"\nmsgid_plural "b"\nmsgstr[1] "c"\n', "eu.po:1:1", "not numbered from 0"),
        (
            'msgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\nmsgstr[' + "1" * 5000 + '] "d"',
            "eu.po:1:1",
            "not numbered from 0",
        ),
        ('#~ msgid "a"\nmsgstr "b"\n', "eu.po:2:1", "only in part obsolete"),
        ('#| "a"\nmsgid "a"\nmsgstr "b"\n', "eu.po:1:1", "begins without its keyword"),
        ("a\0b", "eu.po:1:1", "not a text file"),
        ('msgid ""\nmsgstr "Content-Type: text/plain; charset=KLINGON\\n"\n', "eu.po:2:1", "unknown encoding, KLINGON"),
        ('msgid ""\nmsgstr "charset=undefined\\n"\n', "eu.po:2:1", "unknown encoding, undefined"),
        ('msgid ""\nmsgstr "charset=utf-7\\n"\n', "eu.po:2:1", "unknown encoding, utf-7"),
        ('msgid "a"\nmsgid_plural "b"\nmsgstr "c"\n', "eu.po:1:1", "a message with a plural has "),
        ('msgid "a"\nmsgstr[0] "c"\n', "eu.po:1:1", "a message with a plural has "),
    ],
)
def test_a_broken_catalogue_is_refused_with_its_place(text: str, place: str, reason: str) -> None:
    with pytest.raises(BrokenCatalogue, match=reason) as refused:
        parsed(text)
    assert str(refused.value.place) == place
    assert str(refused.value).startswith(place)


def test_bytes_that_are_not_in_the_encoding_are_refused() -> None:
    with pytest.raises(BrokenCatalogue, match="this is not utf-8") as refused:
        parse_catalogue(b'msgid "a"\nmsgstr "\xe9"\n', "eu.po")
    assert str(refused.value.place) == "eu.po:2:9"


@given(st.binary(max_size=60) | st.lists(st.sampled_from(WHOLE.split("\n")), max_size=8).map("\n".join).map(str.encode))
def test_any_bytes_are_read_or_refused_plainly(content: bytes) -> None:
    try:
        catalogue = parse_catalogue(content, "eu.po")
    except BrokenCatalogue:
        return
    assert serialized(catalogue) == content


texts = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=120)


@given(st.lists(st.builds(Entry, texts, texts, st.none() | texts), unique_by=lambda entry: entry.key, max_size=4))
def test_what_is_written_is_read_again(entries: list[Entry]) -> None:
    entries = [entry for entry in entries if not entry.is_header or "charset=" not in entry.msgstr]
    read = parse_catalogue(serialized(Catalogue("eu.po", tuple(entries))), "eu.po")
    assert [(entry.key, entry.msgstr) for entry in read.entries] == [(entry.key, entry.msgstr) for entry in entries]


@pytest.mark.skipif(not shutil.which("msgcat"), reason="gettext's tools are not installed")
@pytest.mark.parametrize(
    "text",
    [
        "Cards in the tableau are built down in suit, and only the top card of a pile may be moved to another pile.",
        "A long <application>Patience</application> with <emphasis role=\"strong\">many</emphasis> words/markup in it.",
        "one\ntwo\nthree\n",
        "  kept   as it is\n   on two lines",
        "short",
        "x" * 100 + " " + "y" * 100,
        "Les quarante voleurs : « une longue réussite », qui demande de la réflexion et beaucoup de patience.",
        "这是一个很长的句子，用来检查换行是否与其他工具一致，因为每个汉字占两列，所以行的长度不同于拉丁文字。",
    ],
)  # fmt: skip
def test_texts_are_wrapped_as_gettext_wraps_them(text: str, tmp_path: Path) -> None:
    header = Entry("", "Content-Type: text/plain; charset=UTF-8\n")
    path = tmp_path / "a.po"
    write_catalogue(path, Catalogue(str(path), (header, Entry(text, text))))
    ran = subprocess.run(["msgcat", path], capture_output=True, check=True, text=True)
    assert path.read_text() == ran.stdout


def test_a_file_is_read_and_written(tmp_path: Path) -> None:
    path = tmp_path / "eu" / "LC_MESSAGES" / "pages.po"
    catalogue = Catalogue(str(path), (Entry("Goal", "Xedea"),))
    assert write_catalogue(path, catalogue)
    assert not write_catalogue(path, catalogue)
    assert read_catalogue(path).find("Goal") == Entry("Goal", "Xedea", line=1, msgstr_line=2)
    assert read_catalogue(path).lang == "eu"


def test_a_huge_catalogue_is_refused(tmp_path: Path) -> None:
    with (tmp_path / "fr.po").open("wb") as file:
        file.truncate(LARGEST + 1)
    with pytest.raises(BrokenCatalogue, match=r"fr\.po:1:1: the catalogue is larger than 50 MB"):
        read_catalogue(tmp_path / "fr.po")


@pytest.mark.parametrize(
    ("place", "lang"), [("pt-BR.po", "pt-BR"), ("po/pt_BR/LC_MESSAGES/pages.po", "pt_BR"), ("pages.po", None)]
)
def test_the_place_names_the_language_where_the_header_does_not(place: str, lang: str | None) -> None:
    assert parse_catalogue(b'msgid "a"\nmsgstr "b"\n', place).lang == lang
    assert parse_catalogue(b'msgid ""\nmsgstr "Language: eu\\n"\n', place).lang == "eu"


@pytest.mark.parametrize("reason", ["cannot be read", "holds other messages"])
def test_nothing_is_written_that_would_not_be_read_back(tmp_path: Path, reason: str) -> None:
    path = tmp_path / "fr.po"
    path.write_bytes(b'msgid "Stock"\nmsgstr "Talon"\n')
    raw = "#: a\nb.xml:1\n" if reason == "cannot be read" else '#: a\nmsgid "Waste"\nmsgstr ""\n\n#: b\n'
    broken = replace(read_catalogue(path).entries[0], head=raw)
    with pytest.raises(CannotWrite, match=reason):
        write_catalogue(path, replace(read_catalogue(path), entries=(broken,)))
    assert path.read_bytes() == b'msgid "Stock"\nmsgstr "Talon"\n'
