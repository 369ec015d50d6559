"""Ids in the files of one book, which are read as one document."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hoyle.checks.run import check_pages
from hoyle.docbook.reader import read_pages

BOOKS = {
    "included": '<book xmlns:xi="http://www.w3.org/2001/XInclude"><title>Games</title>'
    '<xi:include href="one.xml"/><xi:include href="two.xml"/></book>',
    "entities": '<!DOCTYPE book [<!ENTITY one SYSTEM "one.xml"><!ENTITY two SYSTEM "two.xml">]>'
    "<book><title>Games</title>&one;&two;</book>",
    "nested": '<book xmlns:xi="http://www.w3.org/2001/XInclude"><title>Games</title>'
    '<xi:include href="part.docbook"/><xi:include href="two.xml"/></book>',
}
PART = '<part xmlns:xi="http://www.w3.org/2001/XInclude"><title>Part</title><xi:include href="one.xml"/></part>'


def write(folder: Path, book: str, second: str = "rules") -> None:
    for name, text in {
        "index.docbook": book,
        "part.docbook": PART if "part.docbook" in book else "<part><title>Part</title></part>",
        "one.xml": "<chapter id='one'><title>One</title><section id='rules'><title>Rules</title></section></chapter>",
        "two.xml": f"<chapter id='two'><title>Two</title>\n<section id='{second}'><title>R</title></section></chapter>",
    }.items():
        (folder / name).write_text(text, encoding="utf-8")


def found(folder: Path) -> list[tuple[str, int, str]]:
    results = check_pages(read_pages([folder]), lambda name, keys, options: (), select=["id-duplicate"])
    return [(f.place.path.rpartition("/")[2], f.place.line, f.message) for one in results for f in one.findings]


@pytest.mark.parametrize("book", BOOKS)
def test_the_second_of_two_equal_ids_of_a_book_is_found(tmp_path: Path, book: str) -> None:
    write(tmp_path, BOOKS[book])
    said = "the id “rules” is already that of an element in one.xml, which is part of the same book"
    assert found(tmp_path) == [("two.xml", 2, said)]


@pytest.mark.parametrize(
    "book",
    [
        "<book><title>Games</title></book>",
        BOOKS["included"].replace('"two.xml"', '"two.xml" parse="text"'),
        BOOKS["included"].replace('<xi:include href="two.xml"/>', '<!-- <xi:include href="two.xml"/> -->'),
    ],
)
def test_pages_of_their_own_may_share_ids(tmp_path: Path, book: str) -> None:
    write(tmp_path, book)
    assert found(tmp_path) == []


def test_a_book_without_equal_ids_is_clean(tmp_path: Path) -> None:
    write(tmp_path, BOOKS["nested"], second="scoring")
    assert found(tmp_path) == []


def test_a_pipe_beside_a_page_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.xml")
    page = tmp_path / "page.xml"
    page.write_text('<sect1 id="a" lang="en"><title>Ladder</title><para>See <link linkend="b">b</link>.</para></sect1>')

    results = check_pages(read_pages([page]), lambda name, keys, options: ())

    assert "reference-broken" in {finding.id for result in results for finding in result.findings}
