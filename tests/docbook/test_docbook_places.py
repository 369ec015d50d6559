"""Every character of a block has the place at which it stands in the file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from hoyle.docbook.blocks import BlockReader, read_tape
from hoyle.docbook.page import Page, Place
from hoyle.docbook.parse import parse
from hoyle.docbook.plain import read_plain
from hoyle.docbook.reader import read_page

FEW = settings(max_examples=20, deadline=None)
MANY = settings(max_examples=300, deadline=None)

WORDS = st.sampled_from(
    ["Ten", "piles.", "Évitez", "d'amener", "oinarri-piletara", "l’As", "№", "🂡", "牌", "a\u0301", "5\xa0%"]
)
SPACES = st.sampled_from([" ", "  ", "\n", "\n\t\t", "\r\n  ", " \n\n "])
REFERENCES = st.sampled_from(["&amp;", "&#233;", "&#x1F0A1;", "&app;", "&lt;", "&rules;"])
NOTHING = st.sampled_from(
    ["<!-- a comment -->", "<?page break?>", "", "<indexterm><primary>pile</primary></indexterm>"]
)


@st.composite
def running_text(draw: st.DrawFn, depth: int = 0) -> str:
    """Text with inline elements, references, comments and white space of all kinds."""
    parts = []
    for _ in range(draw(st.integers(1, 5))):
        kind = draw(st.integers(0, 7))
        if kind < 4:
            parts.append(draw(WORDS))
        elif kind == 4:
            parts.append(draw(REFERENCES))
        elif kind == 5 and depth < 3:
            name = draw(st.sampled_from(["emphasis", "application", "phrase", "guilabel", "x-unknown"]))
            parts.append(f"<{name} role='x'>{draw(running_text(depth + 1))}</{name}>")
        elif kind == 6:
            parts.append("<![CDATA[A & B]]>")
        else:
            parts.append(draw(NOTHING))
        parts.append(draw(SPACES | st.just("")))
    return "".join(parts)


@st.composite
def blocks(draw: st.DrawFn, depth: int = 0) -> str:
    """Paragraphs, lists and tables, and loose text beside paragraphs where that may be."""
    kind = draw(st.sampled_from(["para", "para", "list", "terms", "table", "html", "note", "comment"]))
    text = draw(running_text())
    more = draw(blocks(depth + 1)) if depth < 2 else ""
    space = draw(SPACES)
    if kind == "list":
        return f"<itemizedlist>{space}<listitem><para>{text}</para>{more}</listitem></itemizedlist>{space}"
    if kind == "terms":
        term = draw(running_text())
        return (
            f"<variablelist><varlistentry><term>{term}</term>{space}<listitem>{more}<para>{text}</para></listitem>"
            "</varlistentry></variablelist>"
        )
    if kind == "table":
        return (
            f"<informaltable><tgroup cols='2'><tbody><row><entry>{draw(running_text())}</entry>{space}"
            f"<entry>{text}{more}{draw(running_text())}</entry></row></tbody></tgroup></informaltable>"
        )
    if kind == "html":
        return f"<informaltable><tr><th>{text}</th><td>{more}</td></tr></informaltable>{space}"
    if kind == "note":
        return f"<note><title>{text}</title>{more}</note>{space}"
    if kind == "comment":
        return draw(NOTHING) + more
    return f"<para>{text}</para>{space}"


@st.composite
def pages(draw: st.DrawFn) -> str:
    """Whole pages, DocBook 4 and 5."""
    subset = '[<!ENTITY app "Hoyle the Reader"> <!ENTITY rules "the <emphasis>strict</emphasis> &app; rules">]'
    sections = "".join(
        f"<section><title>{draw(running_text())}</title>{draw(SPACES)}"
        f"{''.join(draw(st.lists(blocks(), max_size=3)))}</section>"
        for _ in range(draw(st.integers(0, 3)))
    )
    namespace = draw(st.sampled_from(["", " xml:lang='eu' xmlns='http://docbook.org/ns/docbook' version='5.0'"]))
    title = draw(running_text())
    info = draw(st.sampled_from([f"<title>{title}</title>", f"<info><title>{title}</title><author/></info>"]))
    return f"<?xml version='1.0'?>\n<!DOCTYPE article {subset}>\n<article{namespace}>{info}{sections}</article>\n"


def check_places(page: Page) -> None:
    """Compare each character of each block with the file's, found by line and column."""
    # White space is folded, and a reference is a place for all that it stands for.
    lines = re.split("\r\n|\r|\n", page.source.decode())
    for block in page.blocks:
        text = block.text
        assert text.value
        assert text.value.strip(" \t\r\n") == text.value
        for offset, character in enumerate(text.value):
            place = text.place(offset)
            line = lines[place.line - 1] + "\n"
            assert 1 <= place.column <= len(line), (place, text.value)
            in_file = line[place.column - 1]
            if character == " ":
                assert in_file in " \t\n&<]", (place, text.value)
            else:
                assert in_file in (character, "&"), (place, text.value)


def places(page: Page) -> list[tuple[str, list[Place]]]:
    """What each block says, and where it stands."""
    texts = (block.text for block in page.blocks)
    return [(text.value, [text.place(offset) for offset in range(len(text.value))]) for text in texts]


def each_character_is_where_it_says(source: str) -> None:
    check_places(read_page(Path("page.xml"), source=source.encode()))


def the_encoding_does_not_move_a_place(source: str, encoding: str) -> None:
    plain = read_page(Path("page.xml"), source=source.encode())
    other = read_page(Path("page.xml"), source=source.encode(encoding))
    assert places(other) == places(plain)


def words(source: str) -> list[str]:
    """The words of a page, in order, as a plain reader of its characters finds them."""
    body = source.partition("]>")[2]
    body = re.sub(r"<!--.*?-->|<\?.*?\?>|<indexterm>.*?</indexterm>", "", body, flags=re.DOTALL)
    body = body.replace("&rules;", "thestrict&app;rules").replace("&app;", "HoyletheReader").replace("&lt;", "\0")
    body = re.sub(r"<!\[CDATA\[(.*?)\]\]>", lambda match: match[1].replace("&", "&amp;"), body)
    body = re.sub(r"<[^<>]*>", "", body)
    body = body.replace("&#233;", "é").replace("&#x1F0A1;", "🂡").replace("\0", "<").replace("&amp;", "&")
    return re.sub(r"[ \t\r\n]", "", body)


def nothing_is_lost_and_nothing_comes_twice(source: str) -> None:
    page = read_page(Path("page.xml"), source=source.encode())
    assert "".join(block.text.value for block in page.blocks).replace(" ", "") == words(source)


def canonical(root: etree._Element) -> bytes:
    return etree.tostring(root.getroottree(), method="c14n")


def tree_of_lxml(source: bytes) -> bytes:
    """The tree that lxml's own parser makes, as its canonical text."""
    return canonical(etree.fromstring(source, etree.XMLParser(no_network=True, load_dtd=False, resolve_entities=True)))


def the_tree_is_that_of_a_plain_parser(source: str) -> None:
    assert canonical(read_page(Path("page.xml"), source=source.encode()).root) == tree_of_lxml(source.encode())


def a_tag_that_is_missing_costs_no_text_and_moves_no_place(source: str, data: st.DataObject) -> None:
    source = source.replace("x-unknown", "literal")  # what an unknown element may stand in, nobody knows
    body = source.index("]>") + 2
    tags = [match for match in re.finditer(r"</?[a-z][^<>]*>", source[body:]) if "indexterm" not in match[0]]
    tags = [
        match for match in tags if "primary" not in match[0] and "info" not in match[0] and "author" not in match[0]
    ]
    gone = data.draw(st.sampled_from(tags))
    damaged = source[: body + gone.start()] + source[body + gone.end() :]
    page = read_page(Path("page.xml"), source=damaged.encode())
    assert page.damage
    check_places(page)
    text = "".join(block.text.value for block in page.blocks).replace(" ", "")
    assert text == words(damaged)


def what_is_read(reader: BlockReader) -> list[object]:
    """All that a reader tells of a page, but for where it stands."""
    told: list[object] = [reader.kind, reader.attributes, reader.title and reader.title.value]
    for block in reader.blocks:
        titles = [title.value for title in block.titles]
        header = block.header and block.header.value
        told.append((block.index, block.kind, block.text.value, titles, header, block.lang, block.number))
    return told


def the_short_way_leads_where_the_long_one_does(source: str) -> None:
    references = r"&#?\w+;|<!\[CDATA\[.*?\]\]>"
    source = re.sub(rf"<!DOCTYPE.*?\]>|\r|{references}", "", source, flags=re.DOTALL)
    path = Path("page.xml")
    short = read_plain(source, path)
    assert short is not None
    assert what_is_read(short) == what_is_read(read_tape(parse(source, path).tape, str(path)))
    check_places(read_page(path, source=source.encode()))


test_each_character_is_where_it_says = FEW(given(pages())(each_character_is_where_it_says))
test_each_character_is_where_it_says_on_many_pages = pytest.mark.long(
    MANY(given(pages())(each_character_is_where_it_says))
)

test_the_encoding_does_not_move_a_place = FEW(
    given(pages(), st.sampled_from(["utf-16", "utf-8-sig", "utf-32"]))(the_encoding_does_not_move_a_place)
)
test_the_encoding_does_not_move_a_place_on_many_pages = pytest.mark.long(
    MANY(given(pages(), st.sampled_from(["utf-16", "utf-8-sig", "utf-32"]))(the_encoding_does_not_move_a_place))
)

test_the_tree_is_that_of_a_plain_parser = FEW(given(pages())(the_tree_is_that_of_a_plain_parser))
test_the_tree_is_that_of_a_plain_parser_on_many_pages = pytest.mark.long(
    MANY(given(pages())(the_tree_is_that_of_a_plain_parser))
)
test_nothing_is_lost_and_nothing_comes_twice = FEW(given(pages())(nothing_is_lost_and_nothing_comes_twice))
test_nothing_is_lost_and_nothing_comes_twice_on_many_pages = pytest.mark.long(
    MANY(given(pages())(nothing_is_lost_and_nothing_comes_twice))
)

test_a_tag_that_is_missing_costs_no_text_and_moves_no_place = FEW(
    given(pages(), st.data())(a_tag_that_is_missing_costs_no_text_and_moves_no_place)
)
test_a_tag_that_is_missing_costs_no_text_and_moves_no_place_on_many_pages = pytest.mark.long(
    MANY(given(pages(), st.data())(a_tag_that_is_missing_costs_no_text_and_moves_no_place))
)

test_the_short_way_leads_where_the_long_one_does = FEW(given(pages())(the_short_way_leads_where_the_long_one_does))
test_the_short_way_leads_where_the_long_one_does_on_many_pages = pytest.mark.long(
    MANY(given(pages())(the_short_way_leads_where_the_long_one_does))
)

HELP = Path("/usr/share/help")


@pytest.mark.skipif(not (HELP / "C/aisleriot").is_dir(), reason="Debian's aisleriot is not installed")
@pytest.mark.parametrize("lang", ["C", "fr", "eu"])
def test_each_character_of_a_real_manual_is_where_it_says(lang: str) -> None:
    paths = sorted((HELP / lang / "aisleriot").glob("*.xml"))
    assert len(paths) > 80
    for page in map(read_page, paths[::3]):
        assert not page.damage
        check_places(page)
        assert canonical(page.root) == tree_of_lxml(page.source)
