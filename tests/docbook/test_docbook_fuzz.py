"""Any bytes give a page or an error with a place, and never anything else."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hoyle.docbook.page import PageError
from hoyle.docbook.reader import read_page

PIECES = [
    *("<para>", "</para>", "<title>", "</title>", "<sect1>", "</sect1>", "<sect2 id='a'>", "</sect2>", "<section>"),
    *("</section>", "<row>", "</row>", "<entry morerows='1'>", "</entry>", "<tbody>", "</tbody>", "<informaltable>"),
    *("<tgroup cols='2'>", "</tgroup>", "</informaltable>", "<variablelist>", "<varlistentry>", "<term>", "<listitem>"),
    *("</listitem>", "<itemizedlist>", "<emphasis>", "</emphasis>", "<info>", "</info>", "<author>", "<surname>"),
    *(
        "<footnote>",
        "<screen>",
        "<a:b xmlns:a=' '>",
        "<x xmlns='%%'>",
        "<:/>",
        "<",
        ">",
        "&",
        "&lt;",
        "&#0;",
        "&#xFFFE;",
    ),
    *(
        "&e;",
        "&eacute;",
        "&nosuch;",
        "<!--",
        "-->",
        "<!-- -- -->",
        "---",
        "?",
        "<![CDATA[",
        "]]>",
        "<?",
        "?>",
        "<?xml version='1.0'?>",
    ),
    *("<!DOCTYPE a [<!ENTITY e '<b>x'>]>", "<!DOCTYPE a SYSTEM 'b'>", "<!ENTITY % p '", "%p;", "]>", "'", '"', "\n"),
    *("\n1\n", "\n2\n", "\n7\n", "\n\n", "\xa0", "\0", "\ufffe", "\ud800", "\ufeff", "~a/b/c", "Ten piles.", "É", "🂡"),
    "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='page.xml'/>",
]
NAMES = st.sampled_from(["page.xml", "page.txt", "fr/page.docbook"])


def check_error(error: PageError) -> None:
    assert error.place.line >= 1
    assert error.place.column >= 1
    assert error.message


def read(source: bytes, name: str) -> None:
    try:
        page = read_page(Path(name), source=source)
    except PageError as error:
        check_error(error)
        return
    lines = source.count(b"\n") + source.count(b"\r") + 1
    for index, block in enumerate(page.blocks):
        assert block.index == index
        assert block.element.tag.rpartition("}")[2] == block.kind
        assert block.text.value.strip(" \t\r\n") == block.text.value != ""
        for offset in (0, len(block.text.value) - 1):
            place = block.text.place(offset)
            assert 1 <= place.line <= lines
            assert place.column >= 1
    assert page.root.getparent() is None
    for damage in page.damage:
        assert 1 <= damage.place.line <= lines
        assert damage.place.column >= 1


def any_bytes(source: bytes, name: str) -> None:
    read(source, name)


def any_markup(pieces: list[str], name: str, encoding: str) -> None:
    read("".join(pieces).encode(encoding, "surrogatepass" if "utf" in encoding else "replace"), name)


FEW = settings(max_examples=100, deadline=None)
MANY = settings(max_examples=4_000, deadline=None)
BYTES = given(st.binary(max_size=200), NAMES)
MARKUP = given(
    st.lists(st.sampled_from(PIECES), max_size=40), NAMES, st.sampled_from(["utf-8", "utf-16", "cp1252", "utf-32-be"])
)

test_any_bytes = FEW(example(b"<a xmlns='%'/>", "page.xml")(BYTES(any_bytes)))
test_any_markup = FEW(MARKUP(any_markup))
test_many_bytes = pytest.mark.long(MANY(BYTES(any_bytes)))
test_much_markup = pytest.mark.long(MANY(MARKUP(any_markup)))
