"""Which blocks a page has, and what stands around them."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.docbook.page import Block, Page
from hoyle.docbook.reader import read_page


def read(source: str, path: str = "page.xml") -> Page:
    page = read_page(Path(path), source=source.encode())
    assert page.damage == ()
    return page


def kinds(page: Page) -> list[tuple[str, str]]:
    return [(block.kind, block.text.value) for block in page.blocks]


def headers(page: Page) -> list[tuple[str, str | None]]:
    return [(block.text.value, block.header.value if block.header else None) for block in page.blocks]


def titles(block: Block) -> list[str]:
    return [title.value for title in block.titles]


GAME = """\
<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE refentry PUBLIC "-//OASIS//DTD DocBook XML V4.3//EN" "docbookx.dtd" []>
<sect1 id="Six_Piles"><!--<sect1info><title>Not shown</title></sect1info>-->
  <title>Six Piles</title>
  <para>Written by nobody</para>
  <sect2><title>Setup</title>
  <informaltable><tgroup cols="2"><tbody>
    <row><entry>Stock</entry><entry>
        Top left pile.  Deal
        the rest here.</entry></row>
    <row><entry><para>Tableau</para></entry><entry>Six piles.<para>Four rows.</para>Face up.</entry></row>
  </tbody></tgroup></informaltable>
  </sect2>
  <sect2><title>Goal</title>
    <para>Move <emphasis>all</emphasis> cards<footnote><para>But one.</para></footnote> away.</para>
  </sect2>
</sect1>
"""


def test_a_page_of_the_usual_kind() -> None:
    page = read(GAME, "pages/fr/six.xml")
    assert (page.name, page.lang) == ("six", "fr")
    assert page.title is not None
    assert page.title.value == "Six Piles"
    assert kinds(page) == [
        ("title", "Six Piles"),
        ("para", "Written by nobody"),
        ("title", "Setup"),
        ("entry", "Stock"),
        ("entry", "Top left pile. Deal the rest here."),
        ("para", "Tableau"),
        ("entry", "Six piles."),
        ("para", "Four rows."),
        ("entry", "Face up."),
        ("title", "Goal"),
        ("para", "Move all cards away."),
        ("para", "But one."),
    ]
    assert [block.index for block in page.blocks] == list(range(12))
    assert [header for _text, header in headers(page)][3:9] == [None, "Stock", None, "Tableau", "Tableau", "Tableau"]
    assert titles(page.blocks[2]) == ["Six Piles"]
    assert titles(page.blocks[4]) == ["Six Piles", "Setup"]
    assert titles(page.blocks[11]) == ["Six Piles", "Goal"]
    assert page.blocks[4].element.tag == "entry"
    assert str(page.blocks[4].text.place(15)) == "pages/fr/six.xml:9:25"
    assert page.blocks[4].element.sourceline == 8


@pytest.mark.parametrize("root", ["article", "chapter", "sect1", "section", "refsection", "appendix", "topic", "book"])
@pytest.mark.parametrize("namespace", ["", ' xmlns="http://docbook.org/ns/docbook" version="5.0"'])
def test_any_root(root: str, namespace: str) -> None:
    page = read(f"<{root}{namespace}><title>Golf</title><para>Ten piles.</para></{root}>")
    assert kinds(page) == [("title", "Golf"), ("para", "Ten piles.")]
    assert page.title is not None
    assert page.title.value == "Golf"


def test_a_prefix_for_docbook() -> None:
    page = read('<d:article xmlns:d="http://docbook.org/ns/docbook"><d:title>Golf</d:title></d:article>')
    assert kinds(page) == [("title", "Golf")]
    assert page.root.tag == "{http://docbook.org/ns/docbook}article"
    assert page.root.nsmap == {"d": "http://docbook.org/ns/docbook"}


def test_a_reference_page() -> None:
    page = read(
        "<refentry><refmeta><refentrytitle>Golf</refentrytitle><manvolnum>6</manvolnum></refmeta>"
        "<refnamediv><refname>golf</refname><refpurpose>a game</refpurpose></refnamediv>"
        "<refsect1><title>Rules</title>"
        "<para>See <citerefentry><refentrytitle>sol</refentrytitle></citerefentry>.</para>"
        "</refsect1></refentry>"
    )
    assert page.title is not None
    assert page.title.value == "Golf"
    assert kinds(page)[-1] == ("para", "See sol.")
    assert titles(page.blocks[-1]) == ["Golf", "Rules"]


def test_what_is_told_about_a_page_is_no_prose_but_for_its_title() -> None:
    page = read(
        "<article><info><title>Golf</title><subtitle>A patience</subtitle><author><personname>Ann</personname></author>"
        "<copyright><year>2001</year></copyright><abstract><para>In short.</para></abstract>"
        "<revhistory><revision><revremark>Typos</revremark></revision></revhistory><date>today</date></info>"
        "<para>Rules.</para></article>"
    )
    assert kinds(page) == [("title", "Golf"), ("subtitle", "A patience"), ("para", "In short."), ("para", "Rules.")]
    assert titles(page.blocks[3]) == ["Golf"]


def test_what_is_no_prose_is_passed_over_and_kept_in_the_tree() -> None:
    page = read(
        "<article><para>Type<screen>deal 4</screen>and <date>today</date> wait"
        "<indexterm><primary>wait</primary></indexterm>"
        "<remark>check this</remark>.<?page break?></para><!-- note --><programlisting>x = 1</programlisting>"
        "<literallayout>a\n b</literallayout><bibliography><biblioentry>B</biblioentry></bibliography></article>"
    )
    assert kinds(page) == [("para", "Type"), ("para", "and today wait.")]
    assert page.root.findtext("para/screen") == "deal 4"
    assert [node.text for node in page.root.xpath("//comment() | //processing-instruction()")] == ["break", " note "]


def test_comments_and_instructions_around_the_root_are_kept() -> None:
    page = read("<!-- a --><?b c?><article/><!-- d --><?e f?>")
    before, after = page.root.getprevious(), page.root.getnext()
    assert before is not None
    assert after is not None
    assert (before.text, after.text) == ("c", " d ")


def test_lists() -> None:
    page = read(
        "<article><variablelist><title>Piles</title>"
        "<varlistentry><term>Stock</term><term>Deck</term><listitem><para>Top left.</para>"
        "<itemizedlist><listitem><para>Face down.</para></listitem><listitem>Loose.</listitem></itemizedlist>"
        "</listitem></varlistentry><varlistentry><term>Waste</term><listitem><simpara>Beside it.</simpara></listitem>"
        "</varlistentry>"
        "</variablelist>"
        "<procedure><step><para>Deal.</para></step><step><para>Play.</para></step></procedure>"
        "<simplelist><member>One</member><member>Two</member></simplelist>"
        "<qandaset><qandaentry><question><para>Why?</para></question>"
        "<answer><para>So.</para></answer></qandaentry></qandaset>"
        "</article>"
    )
    assert headers(page) == [
        ("Piles", None),
        ("Stock", None),
        ("Deck", "Stock"),
        ("Top left.", "Stock"),
        ("Face down.", "Stock"),
        ("Loose.", "Stock"),
        ("Waste", None),
        ("Beside it.", "Waste"),
        ("Deal.", None),
        ("Play.", None),
        ("One", None),
        ("Two", None),
        ("Why?", None),
        ("So.", None),
    ]
    assert titles(page.blocks[3]) == ["Piles"]


def test_a_glossary() -> None:
    page = read(
        "<glossary><title>Words</title><glossentry><glossterm>Waste</glossterm>"
        "<glossdef><para>Where <glossterm>stock</glossterm> cards go.</para></glossdef></glossentry></glossary>"
    )
    assert headers(page) == [("Words", None), ("Waste", None), ("Where stock cards go.", "Waste")]


def test_tables_with_heads_and_spans() -> None:
    page = read(
        "<table><title>Points</title><tgroup cols='2'>"
        "<thead><row><entry>Card</entry><entry>Points</entry></row></thead>"
        "<tbody><row><entry morerows='1'>Ace</entry><entry>One</entry></row><row><entry>or two</entry></row>"
        "<row><entry>King</entry><entry>Ten</entry></row></tbody></tgroup></table>"
    )
    assert headers(page) == [
        ("Points", None),
        ("Card", None),
        ("Points", None),
        ("Ace", None),
        ("One", "Ace"),
        ("or two", "Ace"),
        ("King", None),
        ("Ten", "King"),
    ]


def test_tables_in_html() -> None:
    page = read(
        "<informaltable><tr><th rowspan='2'>Stock</th><td>Top left.</td></tr><tr><td>Face down.</td></tr>"
        "<tr><td/><td>No header.</td></tr></informaltable>"
    )
    assert headers(page) == [("Stock", None), ("Top left.", "Stock"), ("Face down.", "Stock"), ("No header.", None)]


def test_a_table_in_a_table_has_its_own_headers() -> None:
    inner = "<informaltable><tr><td>A</td><td>B</td></tr></informaltable>"
    page = read(f"<informaltable><tr><td>Out</td><td>x{inner}y</td></tr></informaltable>")
    assert headers(page) == [("Out", None), ("x", "Out"), ("A", None), ("B", "A"), ("y", "Out")]


def test_titles_of_other_things_than_sections() -> None:
    page = read(
        "<article><title>Golf</title><note><title>Beware</title><para>No redeals.</para></note>"
        "<formalpara><title>Goal</title><para>Remove all.</para></formalpara>"
        "<bridgehead>Rules</bridgehead><para>Build up.</para><bridgehead>Scoring</bridgehead><para>None.</para>"
        "<section><title>More</title><para>Text.</para></section></article>"
    )
    assert [titles(block) for block in page.blocks if block.kind == "para"] == [
        ["Golf", "Beware"],
        ["Golf", "Goal"],
        ["Golf", "Rules"],
        ["Golf", "Scoring"],
        ["Golf", "Scoring", "More"],
    ]


def test_menus_keys_and_pictures() -> None:
    page = read(
        "<para>Choose <menuchoice><guimenu>Game</guimenu><guimenuitem>New</guimenuitem></menuchoice> or "
        "<keycombo><keycap>Ctrl</keycap><keycap>N</keycap></keycombo>, <link>then</link><xref linkend='x'/>"
        "<inlinemediaobject><textobject><phrase>♠</phrase></textobject></inlinemediaobject>.</para>"
    )
    assert kinds(page) == [("para", "Choose Game New or Ctrl N, then♠.")]


def test_an_unknown_element_is_inline_in_running_text_and_a_block_elsewhere() -> None:
    page = read("<article><para>Ten <pile>big</pile> piles.</para><rule>No redeals.</rule></article>")
    assert kinds(page) == [("para", "Ten big piles."), ("rule", "No redeals.")]


def test_the_nearest_language() -> None:
    page = read(
        "<article xml:lang='eu'><title>Golf</title>"
        "<section lang='en'><title>Rules</title><para xml:lang='fr'>Dix.</para>"
        "<para xml:lang='no language'>Ten.</para></section></article>",
        "help/C/golf.xml",
    )
    assert page.lang == "eu"
    assert [block.lang for block in page.blocks] == ["eu", "en", "fr", "en"]


@pytest.mark.parametrize(
    ("path", "lang"),
    [
        ("docbook/eu/golf.xml", "eu"),
        ("/usr/share/help/C/sol/golf.xml", "en"),
        ("/usr/share/help/pt_BR/sol/golf.xml", "pt_BR"),
        ("/usr/share/help/sr@latin/sol/golf.xml", "sr@latin"),
        ("/manual/pages/golf.xml", None),
        ("/home/fr/files/manual/golf.xml", None),
    ],
)
def test_the_language_of_the_folder(path: str, lang: str | None) -> None:
    assert read("<article/>", path).lang == lang


def test_the_language_that_the_caller_knows() -> None:
    page = read_page(Path("fr/a.xml"), source=b"<article lang='eu'/>", lang="es")
    assert page.lang == "es"


def test_white_space_that_does_not_break_stays() -> None:
    page = read("<para>Score :\u00a052\u2009points&#160;!</para>")
    assert page.blocks[0].text.value == "Score :\u00a052\u2009points\u00a0!"


def test_a_page_without_text() -> None:
    page = read("<article><title> </title><para/></article>")
    assert (page.title, page.blocks) == (None, ())
