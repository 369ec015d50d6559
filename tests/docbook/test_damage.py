"""Pages that are not well-formed: what is left is read, and each repair is told with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.docbook.page import Page
from hoyle.docbook.reader import read_page


def read(source: str) -> Page:
    return read_page(Path("page.xml"), source=source.encode())


def blocks(page: Page) -> list[tuple[str, str]]:
    return [(block.kind, block.text.value) for block in page.blocks]


def told(page: Page) -> list[str]:
    return [f"{damage.place.line}:{damage.place.column} {damage.message}" for damage in page.damage]


@pytest.mark.parametrize(
    ("source", "expected", "messages"),
    [
        (
            "<article>\n<para>Ten piles.\n<para>Deal four rows.</para>\n</article>",
            [("para", "Ten piles."), ("para", "Deal four rows.")],
            ["2:1 the end tag of <para>, which begins here, is missing"],
        ),
        (
            "<article>\n<para>Ten <emphasis>piles.</para></article>",
            [("para", "Ten piles.")],
            ["2:11 the end tag of <emphasis>, which begins here, is missing"],
        ),
        (
            "<article>\n<para>Ten piles.</emphasis></para></article>",
            [("para", "Ten piles.")],
            ["2:17 the end tag </emphasis> has no start tag"],
        ),
        (
            "<article>\nTen piles.</para></article>",
            [("para", "Ten piles.")],
            ["2:1 text here stands in no paragraph"],
        ),
        (
            "<article><para>a</para>\nGoal</title><para>b</para></article>",
            [("para", "a"), ("title", "Goal"), ("para", "b")],
            ["2:1 the start tag <section> is missing before this", "2:1 the start tag <title> is missing before this"],
        ),
        (
            "<sect1><title>Golf</title><sect2><title>Setup</title><para>a</para></sect2>\n<title>Goal</title>"
            "<para>b</para></sect2></sect1>",
            [("title", "Golf"), ("title", "Setup"), ("para", "a"), ("title", "Goal"), ("para", "b")],
            ["2:1 the start tag <sect2> is missing before this"],
        ),
        (
            "<article><para>5 < 6 & more\n</para></article>",
            [("para", "5 < 6 & more")],
            ["1:18 a < that begins no tag; write it as &lt;", "1:22 an & that begins no reference; write it as &amp;"],
        ),
        (
            "<article>\n<!-- never closed\n<para>Ten.</para></article>",
            [("para", "Ten.")],
            ["2:1 the comment that begins here has no end; write --> behind it"],
        ),
        (
            "<article>\n<!-- a --- b ---><para>Ten.</para></article>",
            [("para", "Ten.")],
            ["2:1 the comment that begins here has two hyphens in it; only its end may have them"],
        ),
        (
            "<article>\n<para role='x>Ten.</para></article>",
            [("para", "Ten.")],
            ["2:1 the tag <para is broken"],
        ),
        (
            "<article>\n<para>Ten.</para>\n</article>\n<para>More.</para>\n",
            [("para", "Ten."), ("para", "More.")],
            ["4:1 an element after the end of the root element"],
        ),
        (
            "<article><para>Ten.</para></article>\n<!-- ok --> and more <!-- . -->",
            [("para", "Ten.")],
            ["2:13 text after the end of the page; it is not read"],
        ),
        (
            "<article>\n<para>Ten &nosuch; piles &eacute;</para></article>",
            [("para", "Ten &nosuch; piles é")],
            ["2:11 the entity &nosuch; is not declared in the page; its text is missing"],
        ),
        (
            '<article><para xlink:href="a">Ten.</para></article>',
            [("para", "Ten.")],
            ["1:10 the page is not well-formed XML here (unbound prefix); it is read all the same"],
        ),
    ],
)
def test_repairs(source: str, expected: list[tuple[str, str]], messages: list[str]) -> None:
    page = read(source)
    assert blocks(page) == expected
    assert told(page) == messages


def test_a_row_keeps_its_header_whichever_tag_is_missing() -> None:
    source = (
        "<article><informaltable><tgroup cols='2'><tbody><row><entry>Stock</entry><entry>Top left.</entry></row>"
        "<row><entry>Waste</entry><entry>Beside it.</entry></row></tbody></tgroup></informaltable></article>"
    )
    for tag in ("</entry>", "<row>", "</row>", "<tbody>", "</tbody>", "<tgroup cols='2'>", "</tgroup>"):
        for count in range(source.count(tag)):
            at = -1
            for _ in range(count + 1):
                at = source.index(tag, at + 1)
            page = read(source[:at] + source[at + len(tag) :])
            assert page.damage, tag
            headers = {block.text.value: block.header and block.header.value for block in page.blocks}
            assert headers == {"Stock": None, "Top left.": "Stock", "Waste": None, "Beside it.": "Waste"}, (tag, count)


def test_a_cell_may_lose_its_start_tag() -> None:
    page = read(
        "<article><informaltable><tgroup cols='2'><tbody><row><entry>Stock</entry>Top left.</entry></row>"
        "</tbody></tgroup></informaltable></article>"
    )
    assert [(block.kind, block.header and block.header.value) for block in page.blocks] == [
        ("entry", None),
        ("entry", "Stock"),
    ]


def test_the_tree_of_a_damaged_page_follows_docbooks_rules() -> None:
    page = read(
        "<sect1><title>Golf</title><entry>Stock</entry><entry>Top left.</entry><sect2><title>Goal</title><para>All."
    )
    assert [element.tag for element in page.root.iter()] == [
        *("sect1", "title", "informaltable", "tgroup", "tbody", "row", "entry", "entry"),
        *("sect2", "title", "para"),
    ]


def test_no_more_repairs_are_told_than_can_be_read() -> None:
    page = read("<article>\n" + "<para>a</emphasis></para>\n" * 200 + "</article>")
    assert len(page.blocks) == 200
    assert len(page.damage) == 51
    assert page.damage[-1].message == "and 150 more places where tags are missing or broken"
