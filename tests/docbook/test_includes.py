"""`xi:include` and folders of pages."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner
from lxml import etree

from hoyle.cli import main
from hoyle.docbook.page import Page, PageError
from hoyle.docbook.reader import read_page, read_pages
from hoyle.translation.manual import reading_order, source_pages

XI = 'xmlns:xi="http://www.w3.org/2001/XInclude"'


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / f"{name}.xml").write_text(text)


def texts(page: Page) -> list[str]:
    return [block.text.value for block in page.blocks]


def test_an_included_file_is_read_in_its_place(tmp_path: Path) -> None:
    first, second = (
        f"<article {XI}><title>Yield</title>",
        '<xi:include href="parts/rules.xml"/> <para>End.</para></article>',
    )
    write(tmp_path, game=f"{first}\n{second}")
    (tmp_path / "parts").mkdir()
    write(tmp_path / "parts", rules="<section xml:lang='eu'><title>Arauak</title>\n<para>Hamar pila.</para></section>")
    page = read_page(tmp_path / "game.xml")
    assert texts(page) == ["Yield", "Arauak", "Hamar pila.", "End."]
    assert [str(block.text.place(0)) for block in page.blocks] == [
        f"{tmp_path}/game.xml:1:{first.index('Yield') + 1}",
        f"{tmp_path}/parts/rules.xml:1:31",
        f"{tmp_path}/parts/rules.xml:2:7",
        f"{tmp_path}/game.xml:2:{second.index('End') + 1}",
    ]
    assert [title.value for title in page.blocks[2].titles] == ["Yield", "Arauak"]
    assert [block.lang for block in page.blocks] == [None, "eu", "eu", None]
    assert page.damage == ()
    section = page.root.find("section")
    assert section is not None
    assert page.blocks[1].element.getparent() is section
    assert etree.tostring(page.root, encoding="unicode").endswith("</section> <para>End.</para></article>")


def test_included_text_stands_at_its_include(tmp_path: Path) -> None:
    (tmp_path / "score.txt").write_text("fifty-two\n& <no> more")
    source = f'<para {XI}>At most <xi:include href="score.txt" parse="text"/> points.</para>'
    write(tmp_path, game=source)
    (block,) = read_page(tmp_path / "game.xml").blocks
    assert block.text.value == "At most fifty-two & <no> more points."
    assert str(block.text.place(10)) == f"{tmp_path}/game.xml:1:{source.index('<xi:') + 1}"
    assert str(block.text.place(30)) == f"{tmp_path}/game.xml:1:{source.index('points') + 1}"
    assert block.element.text == "At most fifty-two\n& <no> more points."


def test_an_element_by_its_id(tmp_path: Path) -> None:
    write(
        tmp_path,
        terms="<article><para id='a'>Not this.</para><section xml:id='b'><para>This.</para></section></article>",
        game=f'<article {XI}><xi:include href="terms.xml" xpointer="b"/>'
        '<xi:include href="terms.xml" xpointer="c"/></article>',
    )
    page = read_page(tmp_path / "game.xml")
    assert texts(page) == ["This."]
    assert ['no element of "terms.xml" has the id "c"' in damage.message for damage in page.damage] == [True]


@pytest.mark.parametrize(
    ("href", "message"),
    [
        ("../outside.xml", "below the page's own folder"),
        ("sub/../../outside.xml", "below the page's own folder"),
        ("%2e%2e/outside.xml", "below the page's own folder"),
        ("link.xml", "below the page's own folder"),
        ("linked/outside.xml", "below the page's own folder"),
        ("/etc/hostname", "below the page's own folder"),
        ("file:///etc/hostname", "below the page's own folder"),
        ("http://docbook.invalid/a.xml", "below the page's own folder"),
        ("//docbook.invalid/a.xml", "below the page's own folder"),
        ("missing.xml", "is missing"),
        ("a%00b.xml", "is missing"),
        ("", "is not followed"),
        ("game.xml", "include itself without end"),
        (".", "below the page's own folder"),
        ("sub", "is a folder"),
    ],
)
def test_what_is_not_included(tmp_path: Path, href: str, message: str) -> None:
    folder = tmp_path / "pages"
    (folder / "sub").mkdir(parents=True)
    write(tmp_path, outside="<para>Outside.</para>")
    (folder / "link.xml").symlink_to(tmp_path / "outside.xml")
    (folder / "linked").symlink_to(tmp_path)
    write(folder, game=f'<article {XI}>\n<para>Ten.</para><xi:include href="{href}"/><para>Four.</para></article>')
    page = read_page(folder / "game.xml")
    assert texts(page) == ["Ten.", "Four."]
    (damage,) = page.damage
    assert message in damage.message
    assert str(damage.place) == (f"{folder}/sub:1:1" if href == "sub" else f"{folder}/game.xml:2:18")


def test_a_cycle_through_several_files(tmp_path: Path) -> None:
    for name, other in (("a", "b"), ("b", "c"), ("c", "a")):
        write(tmp_path, **{name: f'<section {XI}><para>{name}</para>\n<xi:include href="{other}.xml"/></section>'})
    page = read_page(tmp_path / "a.xml")
    assert texts(page) == ["a", "b", "c"]
    (damage,) = page.damage
    assert str(damage.place) == f"{tmp_path}/c.xml:2:1"


def test_files_that_include_more_and_more(tmp_path: Path) -> None:
    for level in range(20):
        part = f'<xi:include href="p{level + 1}.xml"/>' * 2
        write(tmp_path, **{f"p{level}": f"<section {XI}><para>x</para>{part}</section>"})
    write(tmp_path, p20="<para>end</para>")
    page = read_page(tmp_path / "p0.xml")
    assert any("more than 1000 files" in damage.message for damage in page.damage)


def test_files_deep_in_one_another(tmp_path: Path) -> None:
    for level in range(40):
        inner = f'<xi:include href="p{level + 1}.xml"/>'
        write(tmp_path, **{f"p{level}": f"<section {XI}>{'<note>' * 10}{inner}{'</note>' * 10}</section>"})
    write(tmp_path, p40="<para>end</para>")
    (damage,) = read_page(tmp_path / "p0.xml").damage
    assert "grow beyond what is read" in damage.message


def test_a_fallback(tmp_path: Path) -> None:
    write(
        tmp_path,
        game=f"<article {XI}>a<xi:include href='no.xml'><xi:fallback>b<para>Instead.</para>c</xi:fallback></xi:include>"
        "d</article>",
    )
    page = read_page(tmp_path / "game.xml")
    assert texts(page) == ["ab", "Instead.", "cd"]
    assert page.damage == ()
    assert "".join(page.root.itertext()) == "abInstead.cd"


def test_damage_in_an_included_file_is_told_there(tmp_path: Path) -> None:
    write(tmp_path, game=f'<article {XI}><xi:include href="part.xml"/><xi:include href="none.xml"/></article>')
    write(tmp_path, part="<section><title>Goal</title>\n<para>Remove all cards.</section>", none="nothing")
    page = read_page(tmp_path / "game.xml")
    assert texts(page) == ["Goal", "Remove all cards."]
    assert [str(damage.place).rpartition("/")[2] for damage in page.damage] == ["part.xml:2:1", "none.xml:1:1"]


def test_a_page_that_is_nothing_but_an_include(tmp_path: Path) -> None:
    write(tmp_path, game=f'<xi:include {XI} href="other.xml"/>', other="<para>x</para>")
    assert len(read_page(tmp_path / "game.xml").damage) == 1


def book(folder: Path) -> None:
    write(
        folder,
        index=f'<book lang="fr" {XI}><bookinfo><title>Jeux</title><xi:include href="legal.xml"/></bookinfo>'
        '<chapter><title>Les jeux</title><xi:include href="yield.xml"/><xi:include href="golf.xml"/></chapter></book>',
        legal="<legalnotice><para>Free.</para></legalnotice>",
        golf="<sect1 id='golf'><title>Golf</title></sect1>",
        **{"yield": f"<sect1 {XI}><title>Yield</title><xi:include href='goal.xml'/></sect1>"},
        goal="<sect2><title>Goal</title><para>Remove all cards.</para></sect2>",
        pom="<project><name>no page</name></project>",
    )
    (folder / "notes.txt").write_text("no page")
    (folder / ".hidden.xml").write_text("<para>hidden</para>")


def test_a_book_and_its_chapters_are_pages_each_once(tmp_path: Path) -> None:
    book(tmp_path)
    pages = [page for page in read_pages([tmp_path / "index.xml", tmp_path / "golf.xml"]) if isinstance(page, Page)]
    assert [page.name for page in pages] == ["index", "yield", "golf"]
    assert [texts(page) for page in pages] == [
        ["Jeux", "Free.", "Les jeux"],
        ["Yield", "Goal", "Remove all cards."],
        ["Golf"],
    ]
    assert [page.lang for page in pages] == ["fr", "fr", "fr"]
    assert not any(page.damage for page in pages)


def test_a_folder_holds_pages_and_not_their_parts(tmp_path: Path) -> None:
    book(tmp_path)
    names = [page.name for page in read_pages([tmp_path]) if isinstance(page, Page)]
    assert sorted(names) == ["golf", "index", "yield"]


def test_a_book_as_one_page(tmp_path: Path) -> None:
    book(tmp_path)
    page = read_page(tmp_path / "index.xml")
    assert texts(page) == ["Jeux", "Free.", "Les jeux", "Yield", "Goal", "Remove all cards.", "Golf"]


def test_pages_that_include_each_other_are_not_lost_from_their_folder(tmp_path: Path) -> None:
    for name, other in (("a", "b"), ("b", "a")):
        write(tmp_path, **{name: f'<section {XI}><para>{name}</para>\n<xi:include href="{other}.xml"/></section>'})
    (page,) = read_pages([tmp_path])
    assert isinstance(page, Page)
    assert texts(page) == ["a", "b"]
    (damage,) = page.damage
    assert "include itself without end" in damage.message


@pytest.mark.parametrize(
    "no_include",
    [
        "<!-- <xi:include href='b.xml'/> -->",
        "<programlisting><![CDATA[<xi:include href='b.xml'/>]]></programlisting>",
        "<programlisting><xi:include href='b.xml' parse='text'/></programlisting>",
        "<xi:include href='b.xml' xpointer='part'/>",
        "<xi:include href='b.txt'/>",
        "<include-not href='b.xml'/>",
    ],
    ids=["comment", "cdata", "text", "an element of it", "another file", "another element"],
)
def test_what_is_not_included_whole_is_a_page_of_its_own(tmp_path: Path, no_include: str) -> None:
    write(tmp_path, a=f"<article {XI}><para>a</para>{no_include}</article>", b="<section><para id='part'>b</para>")
    assert [page.name for page in read_pages([tmp_path]) if isinstance(page, Page)] == ["a", "b"]


@pytest.mark.parametrize(("root", "names"), [("article", {"a", "b"}), ("book", {"a", "b"}), ("project", {"b"})])
def test_what_may_not_be_included_is_a_page_of_its_own(tmp_path: Path, root: str, names: set[str]) -> None:
    (tmp_path / "inner").mkdir()
    write(tmp_path / "inner", a=f"<{root} {XI}><para>a</para><xi:include href='../b.xml'/></{root}>")
    write(tmp_path, b="<simplesect><para>b</para></simplesect>")
    assert {page.name for page in read_pages([tmp_path]) if isinstance(page, Page)} == names


def test_a_part_of_a_part_may_lie_beside_it(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    write(tmp_path, a=f"<article {XI}><xi:include href='inner/b.xml'/></article>", c="<para>c</para>")
    write(tmp_path / "inner", b=f"<section {XI}><para>b</para><xi:include href='../c.xml'/></section>")
    (page,) = read_pages([tmp_path])
    assert isinstance(page, Page)
    assert texts(page) == ["b", "c"]


def test_a_page_whose_includes_lead_around_is_found(tmp_path: Path) -> None:
    write(tmp_path, a=f"<article {XI}><para>a</para><xi:include href='x/../a.xml'/></article>", b="<section/>")
    (tmp_path / "x").mkdir()
    assert {page.name for page in read_pages([tmp_path]) if isinstance(page, Page)} == {"a", "b"}


def test_a_cycle_of_books_ends(tmp_path: Path) -> None:
    write(
        tmp_path, a=f'<part {XI}><xi:include href="b.xml"/></part>', b=f'<part {XI}><xi:include href="a.xml"/></part>'
    )
    pages = [page for page in read_pages([tmp_path / "a.xml"]) if not isinstance(page, PageError)]
    assert [page.name for page in pages] == ["a", "b"]
    assert [len(page.damage) for page in pages] == [0, 1]


def test_captures_in_a_folder_are_pages(tmp_path: Path) -> None:
    (tmp_path / "0a1b.txt").write_text(
        "~some/branch\n\n<?xml version='1.0'?>\n\n<sect1 id='Golf'><title>Golf</title></sect1>"
    )
    (tmp_path / "readme.txt").write_text("no page")
    assert [page.name for page in read_pages([tmp_path]) if isinstance(page, Page)] == ["golf"]


@pytest.mark.parametrize("name", ["%00", "a%00.xml", "a" * 5000 + ".xml"])
def test_a_name_that_no_file_can_have_is_damage(tmp_path: Path, name: str) -> None:
    write(tmp_path, a=f'<article {XI}><para>a</para><xi:include href="{name}"/></article>')
    (page,) = read_pages([tmp_path])
    assert isinstance(page, Page)
    assert [damage.message for damage in page.damage] == [f'the file "{name}" to include is missing']
    assert reading_order([tmp_path / "a.xml"]) == [tmp_path / "a.xml"]
    assert "is missing" in CliRunner().invoke(main, ["check", "--engine", "none", str(tmp_path)]).output


def test_a_folder_that_goes_away_and_a_pipe_hold_no_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    write(tmp_path, a="<article/>")
    (tmp_path / "gone").mkdir()
    looked_into = os.scandir

    def scandir(folder: str) -> object:
        if str(folder).endswith("gone"):
            raise FileNotFoundError(2, "No such file or directory", folder)
        return looked_into(folder)

    monkeypatch.setattr(os, "scandir", scandir)
    assert source_pages([tmp_path]) == [tmp_path / "a.xml"]
    assert [page.name for page in read_pages([tmp_path]) if isinstance(page, Page)] == ["a"]
