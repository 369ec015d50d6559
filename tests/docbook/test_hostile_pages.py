"""Pages from strangers, and bytes that are no pages: a plain message, never a hang, never a traceback."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from hoyle.docbook.page import Page, PageError
from hoyle.docbook.reader import read_page, read_pages

PATH = Path("page.xml")
NOBODY = 65534
"""The number of the user `nobody`."""


def read(source: str | bytes, path: Path = PATH) -> Page:
    return read_page(path, source=source.encode() if isinstance(source, str) else source)


def text(page: Page) -> str:
    return " ".join(block.text.value for block in page.blocks)


def refused(source: str | bytes, path: Path = PATH) -> str:
    with pytest.raises(PageError) as caught:
        read(source, path)
    message = str(caught.value)
    assert message.startswith(f"{caught.value.place}: ")
    return message


# Entities


def test_a_billion_laughs_is_refused_before_it_is_expanded() -> None:
    levels = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">\n' for n in range(1, 10))
    start = time.process_time()
    message = refused(f'<!DOCTYPE p [<!ENTITY l0 "ha">\n{levels}]>\n<para>&l9;</para>')
    assert time.process_time() - start < 0.5
    assert message.startswith("page.xml:10:10: the entity &l9;")
    assert "longer by more than 1000000 characters" in message


def test_laughs_declared_in_the_wrong_order_are_refused_too() -> None:
    levels = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">\n' for n in range(9, 0, -1))
    refused(f'<!DOCTYPE p [{levels}<!ENTITY l0 "ha"><!ATTLIST para role CDATA "&l9;">]>\n<para>x</para>')


@pytest.mark.parametrize(
    "hiding",
    [
        '<!-- <!ENTITY z " -->',
        "<?z <!ENTITY z ' ?>",
        '<!NOTATION z SYSTEM "<!ENTITY z \'">',
        "<!ATTLIST para z CDATA '<!ENTITY z \"'>",
    ],
)
def test_laughs_are_found_behind_what_looks_like_a_declaration(hiding: str) -> None:
    declarations = f'{hiding}<!ENTITY big "{"x" * 2000}"><!ENTITY z2 \'"\'>'
    refused(f"<!DOCTYPE p [{declarations}]>\n<para>{'&big;' * 1000}</para>")


def test_a_character_reference_does_not_hide_a_reference_to_an_entity() -> None:
    message = refused(
        f'<!DOCTYPE p [<!ENTITY big "{"x" * 2000}"><!ENTITY more "{"&#38;big;" * 1000}">]><para>&more;</para>'
    )
    assert "&more;" in message


def test_quadratic_blow_up_is_refused() -> None:
    refused(f'<!DOCTYPE p [<!ENTITY big "{"x" * 10_000}">]><para>{"&big;" * 1000}</para>')


def test_an_entity_within_bounds_is_expanded() -> None:
    page = read(f'<!DOCTYPE p [<!ENTITY pile "{"x" * 1000}">]><para>{"&pile;" * 100}</para>')
    assert len(page.blocks[0].text.value) == 100_000


def test_an_entity_that_contains_itself() -> None:
    message = refused('<!DOCTYPE p [<!ENTITY a "&b;"><!ENTITY b "&a;">]>\n<para>&a;</para>')
    assert "the entity &a; contains itself" in message


def test_entities_that_stand_too_deep_in_one_another() -> None:
    levels = "".join(f'<!ENTITY l{n} "&l{n - 1};">' for n in range(1, 40))
    assert "more than 16 deep" in refused(f'<!DOCTYPE p [<!ENTITY l0 "ha">{levels}]><para>&l39;</para>')


def test_laughs_in_parameter_entities_come_to_nothing() -> None:
    levels = "".join(f"<!ENTITY % p{n} '{f'%p{n - 1};' * 10}'>" for n in range(1, 10))
    source = f"<!DOCTYPE p [<!ENTITY % p0 '<!-- x -->'>{levels}%p9;]><para>Ten piles.</para>"
    start = time.process_time()
    assert text(read(source)) == "Ten piles."
    assert time.process_time() - start < 0.5


def test_an_external_entity_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    page = read(f'<!DOCTYPE p [<!ENTITY s SYSTEM "{tmp_path / "secret.txt"}">]>\n<para>Ten &s; piles.</para>')
    assert text(page) == "Ten piles."
    (damage,) = page.damage
    assert str(damage.place) == "page.xml:2:11"
    assert "is not read" in damage.message


def test_the_dtd_that_a_page_names_is_not_looked_for_and_not_mentioned() -> None:
    page = read(
        '<!DOCTYPE p PUBLIC "-//OASIS//DTD DocBook XML V4.3//EN" "http://docbook.invalid/d.dtd"><para>Ten.</para>'
    )
    assert (text(page), page.damage) == ("Ten.", ())


def test_a_character_that_docbooks_dtd_names() -> None:
    page = read('<!DOCTYPE p SYSTEM "docbookx.dtd"><para>Tr&egrave;fle &mdash; c&oelig;ur</para>')
    assert (text(page), page.damage) == ("Trèfle — cœur", ())


def test_an_entity_that_nobody_declares_is_told() -> None:
    page = read('<!DOCTYPE p SYSTEM "docbookx.dtd">\n<para>Play &gamename; now</para>')
    assert text(page) == "Play &gamename; now"
    assert [str(damage.place) for damage in page.damage] == ["page.xml:2:12"]


def test_entities_in_a_damaged_page_are_bounded_as_well() -> None:
    page = read(
        '<!DOCTYPE p [<!ENTITY app "<emphasis>Hoyle &inner;</emphasis>"><!ENTITY inner "reads">]><para>&app; it'
    )
    assert text(page) == "Hoyle reads it"
    levels = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    refused(f'<!DOCTYPE p [<!ENTITY l0 "ha">{levels}]><para>&l9;')


# Size and depth


def test_a_page_of_fifty_megabytes(tmp_path: Path) -> None:
    path = tmp_path / "big.xml"
    with path.open("wb") as file:
        file.write(b"<para>")
        file.truncate(50_000_000)
    start = time.process_time()
    with pytest.raises(PageError, match="larger than 20 MB") as caught:
        read_page(path)
    assert time.process_time() - start < 1
    assert str(caught.value.place) == f"{path}:1:1"


def test_elements_too_deep_in_one_another() -> None:
    message = refused("<section>" * 5000 + "</section>" * 5000)
    assert message == "page.xml:1:1801: more than 200 elements stand in one another here; that is no help page"
    refused("<note>" * 5000)


def test_a_hundred_elements_deep_is_read() -> None:
    assert text(read("<section>" * 100 + "<para>x</para>" + "</section>" * 100)) == "x"


def test_too_many_elements(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hoyle.docbook.tape.MAX_ELEMENTS", 1000)
    for source in ("<article>" + "<para/>" * 20_000 + "</article>", "<article>" + "<para/>" * 20_000):
        assert "more than 1000 elements" in refused(source)


def test_too_many_broken_tags() -> None:
    assert "hardly XML" in refused("<para>" + "</emphasis>" * 20_000)


@pytest.mark.parametrize(
    "source",
    [
        "<!--" * 40_000,
        "<para>" + "<!-- x" * 20_000,
        "<![CDATA[" * 20_000,
        "<para>" + "<![CDATA[" * 20_000,
        "<?" * 40_000,
        "<para><![CDATA[" + "<?" * 40_000 + "]]></para>",
        "<para><![CDATA[" + "<!--" * 20_000 + "]]></para>",
        '<!DOCTYPE a SYSTEM "' + "<?" * 40_000 + '" [ ]><a/>',
        "<para>" + "<?x \n" * 20_000,
        "<para " * 20_000,
        "<para x='" * 20_000,
        "<para>" + "&amp" * 20_000,
        "<para>" + "</emphasis>" * 20_000,
        "<para>" + "<emphasis>" * 150 + "x</para>" * 10_000,
        "<!DOCTYPE x [" * 10_000 + "<para>",
        "<para>" + "<!ENTITY a '" * 20_000,
        "1\n<para>\n" + "\n".join(f"{number}\nx" for number in range(3, 20_000, 2)),
        "~a/b" * 20_000 + "!\n<para>" + "~a/b" * 20_000 + "!",
        "<para>" + "a\xa0" * 200_000,
        "<informaltable>" + "<entry>x" * 20_000,
        "<sect1>" + "<title>x" * 20_000,
    ],
)
def test_time_grows_with_the_text_and_no_faster(source: str) -> None:
    start = time.process_time()
    with suppress(PageError):
        read(source)
    assert time.process_time() - start < 2


@pytest.mark.parametrize(
    "doctype",
    ["", '<!DOCTYPE article>\n<!-- <!ENTITY y "z"> -->', '<!DOCTYPE article [<!ENTITY z "q">]>\n<?y <!ENTITY ?>'],
)
@pytest.mark.parametrize(
    "body",
    [
        '<!-- <!ENTITY a "b"> -->',
        '<screen><![CDATA[<!ENTITY a "b">]]></screen>',
        '<para><?y <!ENTITY a "b"> ?>x</para>',
    ],
)
def test_what_only_looks_like_a_declaration_is_no_damage(doctype: str, body: str) -> None:
    page = read(f"<?xml version='1.0'?>\n{doctype}<article>{body}<para>Ten piles.</para></article>")
    assert page.damage == ()
    assert text(page).endswith("Ten piles.")


@pytest.mark.parametrize("before", ["", "<!DOCTYPE p>", "<!DOCTYPE p [<!ELEMENT p ANY>]>"])
def test_a_declaration_out_of_place_is_damage(before: str) -> None:
    page = read(f'{before}<article><!ENTITY a "b"><para>Ten piles.</para></article>')
    assert "a < that begins no tag" in page.damage[0].message


# Bytes


def test_latin_1_that_does_not_say_so() -> None:
    page = read("<article>\n<para>C’est complété</para>\n<para>Règles</para></article>".encode("cp1252"))
    assert text(page) == "C’est complété Règles"
    (damage,) = page.damage
    assert str(damage.place) == "page.xml:2:8"
    assert "the byte 0x92 is not text in UTF-8" in damage.message
    assert str(page.blocks[1].text.place(1)) == "page.xml:3:8"


def test_one_stray_byte_spoils_nothing_else() -> None:
    page = read("<para>Règles, complét\xe9</para>".encode().replace(b"\xc3\xa9", b"\xe9"))
    assert text(page) == "Règles, complété"
    assert len(page.damage) == 1


def test_latin_1_that_says_so() -> None:
    page = read("<?xml version='1.0' encoding='ISO-8859-1'?><para>Règles</para>".encode("latin-1"))
    assert (text(page), page.damage) == ("Règles", ())


@pytest.mark.parametrize("name", ["rot13", "iso-8859-12", "koi8-k"])
def test_an_encoding_that_nobody_knows(name: str) -> None:
    page = read(f"<?xml version='1.0' encoding='{name}'?>\n<para>Règles</para>")
    assert text(page) == "Règles"
    (damage,) = page.damage
    assert str(damage.place) == "page.xml:1:31"
    assert damage.message == f'the encoding "{name}" is not known; the page is read as UTF-8'


@pytest.mark.parametrize("before", ["<!-- {} --><para/>", "<para/><screen><![CDATA[{}]]></screen>", "<para/>{}"])
def test_a_declaration_that_does_not_begin_the_page_names_no_encoding(before: str) -> None:
    declaration = "<?xml version='1.0' encoding='ISO-8859-1'?>"
    page = read(f"<article>{before.format(declaration)}<para>Règles</para></article>")
    assert text(page).endswith("Règles")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig"])
def test_wide_encodings_and_byte_order_marks(encoding: str) -> None:
    page = read("<?xml version='1.0'?>\r\n<para>Ten\r\n  piles</para>".encode(encoding))
    assert (text(page), page.damage) == ("Ten piles", ())
    assert str(page.blocks[0].text.place(4)) == "page.xml:3:3"


def test_nul_bytes() -> None:
    page = read(b"<article><para>Ten\0piles</para></article>")
    assert text(page) == "Ten piles"
    assert str(page.damage[0].place) == "page.xml:1:19"
    assert "U+0000" in page.damage[0].message


@pytest.mark.parametrize("source", [b"", b" \n\t", b"\xef\xbb\xbf"])
def test_an_empty_page(source: bytes) -> None:
    assert "the page is empty" in refused(source)


@pytest.mark.parametrize(
    "source",
    [
        b"Ten piles. Deal four rows.",
        b"# Title\n\nSee <br> and <b>bold</b> and a < b\n",
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        b'msgid "<para>"\nmsgstr ""\n'[:10],
        b'{"a": 1}',
        b"<",
        b"<!-- only a comment -->",
        b"<?xml version='1.0'?>",
        b"\0\0\0\0",
    ],
)
def test_what_is_not_xml(source: bytes) -> None:
    assert "is not XML" in refused(source)


# Files


def test_a_folder_a_missing_file_and_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.xml")
    for path in (tmp_path, tmp_path / "missing.xml", tmp_path / "pipe.xml", Path("/dev/zero"), Path("a\0b")):
        with pytest.raises(PageError) as caught:
            read_page(path)
        assert str(caught.value).startswith(f"{path}:1:1: ")


@contextmanager
def anybody() -> Iterator[None]:
    """As a user who is not root, who may read everything."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(user)


def test_a_file_that_may_not_be_read() -> None:
    # Not in pytest's own folder, which nobody else may look into.
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        path = Path(folder, "page.xml")
        path.write_text("<para/>")
        path.chmod(0)
        with anybody(), pytest.raises(PageError, match="cannot be read"):
            read_page(path)
        path.chmod(0o644)
        with anybody():
            assert read_page(path).blocks == ()


def test_what_cannot_be_read_does_not_stop_the_others(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text("no page")
    (tmp_path / "b.xml").write_text("<article><title>B</title></article>")
    (tmp_path / "c.xml").write_bytes(b"")
    first, second, third = read_pages([tmp_path])
    assert isinstance(first, PageError)
    assert isinstance(second, Page)
    assert isinstance(third, PageError)
