"""What becomes of DocBook's elements."""

# ruff: noqa: E501 – samples of markup are easier to read in one line
from __future__ import annotations

from collections.abc import Callable

import pytest
from docutils import nodes
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

Render = Callable[..., nodes.document]


def body(inside: str) -> str:
    return f'<article xmlns:xlink="http://www.w3.org/1999/xlink"><title>Golf</title>{inside}</article>'


def first(document: nodes.document, kind: type[nodes.Element]) -> nodes.Element:
    return next(iter(document.findall(kind)))


@pytest.mark.parametrize("root", ["article", "refentry", "chapter", "sect1", "section", "book", "topic"])
def test_any_root_becomes_a_section_with_its_title(doctree: Render, root: str) -> None:
    document = doctree(f"<{root}><title>Golf</title><para>One pile.</para></{root}>")
    section = document.children[0]
    assert isinstance(section, nodes.section)
    assert [child.astext() for child in section.children] == ["Golf", "One pile."]


def test_docbook_5_with_a_namespace_is_read_like_docbook_4(doctree: Render) -> None:
    document = doctree('<article xmlns="http://docbook.org/ns/docbook"><info><title>Golf</title></info></article>')
    assert first(document, nodes.title).astext() == "Golf"


def test_white_space_folds_and_inline_markup_keeps_its_words_apart(doctree: Render) -> None:
    document = doctree(body("<para>\n  Put <emphasis>one\n  card</emphasis>\n  there.\n</para>"))
    assert first(document, nodes.paragraph).astext() == "Put one card there."


def test_a_paragraph_with_a_list_inside_comes_apart_in_order(doctree: Render) -> None:
    document = doctree(
        body("<para>Before<itemizedlist><listitem><para>inside</para></listitem></itemizedlist>after</para>")
    )
    section = document.children[0]
    assert [type(child).__name__ for child in section.children] == ["title", "paragraph", "bullet_list", "paragraph"]


def test_spans_of_cals_tables(doctree: Render) -> None:
    document = doctree(
        body(
            """<table><title>Spans</title><tgroup cols="3"><colspec colname="a"/><colspec colname="b"/><colspec colname="c"/>
            <spanspec spanname="two" namest="b" nameend="c"/>
            <thead><row><entry>h1</entry><entry>h2</entry><entry>h3</entry></row></thead>
            <tbody><row><entry morerows="1">tall</entry><entry spanname="two">wide</entry></row>
            <row><entry>x</entry><entry>y</entry></row>
            <row><entry namest="a" nameend="c">all</entry></row></tbody></tgroup></table>"""
        )
    )
    table = first(document, nodes.table)
    assert first(document, nodes.tgroup)["cols"] == 3
    spans = {entry.astext(): (entry.get("morerows"), entry.get("morecols")) for entry in table.findall(nodes.entry)}
    assert spans["tall"] == (1, None)
    assert spans["wide"] == (None, 1)
    assert spans["all"] == (None, 2)
    assert isinstance(table.children[0], nodes.title)


@pytest.mark.parametrize(
    "table",
    [
        '<informaltable><tgroup cols="1"><tbody><row><entry>a</entry><entry>b</entry></row></tbody></tgroup></informaltable>',
        '<informaltable><tgroup cols="9999999"><tbody><row><entry>a</entry><entry>b</entry></row></tbody></tgroup></informaltable>',
        '<informaltable><tgroup cols="2"><tbody><row><entry morerows="99999">a</entry></row><row><entry>b</entry><entry>c</entry></row></tbody></tgroup></informaltable>',
        '<informaltable><tr><td colspan="50000">a</td></tr><tr><td>b</td></tr></informaltable>',
    ],
)
def test_a_table_that_misstates_its_size_is_still_a_table(doctree: Render, table: str) -> None:
    document = doctree(body(table))
    shown = first(document, nodes.table)
    columns = first(document, nodes.tgroup)["cols"]
    assert columns <= 200
    for row in shown.findall(nodes.row):
        assert sum(1 + entry.get("morecols", 0) for entry in row.children) <= columns  # type: ignore[attr-defined]
    assert set("ab") <= set(shown.astext())


def test_a_first_column_of_labels_heads_its_rows(doctree: Render) -> None:
    rows = "<row><entry>Stock</entry><entry>One pile.</entry></row><row><entry>Waste</entry><entry>One pile too.</entry></row>"
    table = f'<informaltable><tgroup cols="2"><tbody>{rows}</tbody></tgroup></informaltable>'
    heads = [entry.astext() for entry in doctree(body(table)).findall(nodes.entry) if entry.get("heading")]
    assert heads == ["Stock", "Waste"]


def test_html_tables(doctree: Render) -> None:
    table = "<informaltable><thead><tr><th>h</th><th>i</th></tr></thead><tbody><tr><th>r</th><td rowspan='2'>x</td></tr><tr><td>y</td></tr></tbody></informaltable>"
    document = doctree(body(table))
    assert len(list(document.findall(nodes.thead))) == 1
    assert [entry.get("heading", False) for entry in first(document, nodes.tbody).findall(nodes.entry)] == [
        True,
        False,
        False,
    ]


def test_an_ordered_list_goes_on_where_the_last_one_stopped(doctree: Render) -> None:
    item = "<listitem><para>x</para></listitem>"
    document = doctree(
        body(f'<orderedlist>{item * 3}</orderedlist><orderedlist continuation="continues">{item}</orderedlist>')
    )
    assert [shown.get("start") for shown in document.findall(nodes.enumerated_list)] == [None, 4]


def test_variable_lists_procedures_and_questions(doctree: Render) -> None:
    document = doctree(
        body(
            "<variablelist><varlistentry><term>Stock</term><listitem><para>What is left.</para></listitem></varlistentry></variablelist>"
            "<procedure><title>Deal</title><step><para>Shuffle.</para></step><step><para>Deal.</para><substeps><step><para>Left.</para></step></substeps></step></procedure>"
            "<qandaset><qandaentry><question><para>Why?</para></question><answer><para>So.</para></answer></qandaentry></qandaset>"
        )
    )
    assert [term.astext() for term in document.findall(nodes.term)] == ["Stock", "Why?"]
    assert [shown["enumtype"] for shown in document.findall(nodes.enumerated_list)] == ["arabic", "loweralpha"]
    assert first(document, nodes.rubric).astext() == "Deal"


def test_admonitions_with_and_without_a_title(doctree: Render) -> None:
    document = doctree(body("<tip><para>Look.</para></tip><warning><title>Mind</title><para>Out.</para></warning>"))
    assert first(document, nodes.tip).astext() == "Look."
    assert first(document, nodes.admonition)["classes"] == ["warning"]


def test_menus_keys_and_quotation_marks(doctree: Render) -> None:
    source = body(
        "<para><menuchoice><guimenu>Game</guimenu><guimenuitem>New</guimenuitem></menuchoice> "
        "<keycombo><keycap>Ctrl</keycap><keycap>N</keycap></keycombo> <quote>now</quote></para>"
    )
    assert first(doctree(source), nodes.paragraph).astext() == "Game ▸ New Ctrl+N “now”"
    assert "«" in first(doctree(source, lang="eu"), nodes.paragraph).astext()


def test_a_figure_has_a_caption_and_the_words_for_those_who_do_not_see_it(doctree: Render) -> None:
    document = doctree(
        body(
            '<figure xml:id="f"><title>A table</title><mediaobject><imageobject><imagedata fileref="table.png" width="300"/></imageobject>'
            "<textobject><phrase>Ten piles</phrase></textobject></mediaobject></figure>"
        )
    )
    image = first(document, nodes.image)
    assert (image["uri"], image["alt"], image["width"]) == ("table.png", "Ten piles", "300")
    assert first(document, nodes.caption).astext() == "A table"


def test_links_and_references(doctree: Render) -> None:
    document = doctree(
        body(
            '<section xml:id="deal"><title>The deal</title><para><ulink url="https://example.org/">there</ulink> '
            '<link xlink:href="https://example.org/x">here</link> <link linkend="deal">up</link> <xref linkend="deal"/></para></section>'
        )
    )
    links = [(link.astext(), link.get("refuri") or "#" + link["refid"]) for link in document.findall(nodes.reference)]
    assert links == [
        ("there", "https://example.org/"),
        ("here", "https://example.org/x"),
        ("up", "#deal"),
        ("The deal", "#deal"),
    ]


@pytest.mark.parametrize(
    "target",
    [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        " java\tscript:alert(1)",
        "\u200bjavascript:alert(1)",
        "data:text/html,x",
        "vbscript:x",
        "file:///etc/passwd",
    ],
)
def test_a_link_that_could_run_something_is_none(doctree: Render, target: str) -> None:
    element = etree.Element("ulink", url=target)
    element.text = "click"
    document = doctree(body(f"<para>{etree.tostring(element, encoding='unicode')}</para>"))
    assert not list(document.findall(nodes.reference))
    assert first(document, nodes.paragraph).astext() == "click"
    assert [kind for kind, _message in document.warned] == ["unsafe_link"]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "target", ["../../secret.png", "/etc/passwd", "file:///etc/passwd", "https://example.org/x.png", "..\\x.png"]
)
def test_a_picture_from_outside_the_page_s_folder_is_left_out(doctree: Render, target: str) -> None:
    document = doctree(body(f'<mediaobject><imageobject><imagedata fileref="{target}"/></imageobject></mediaobject>'))
    assert not list(document.findall(nodes.image))
    assert [kind for kind, _message in document.warned] == ["unsafe_link"]  # type: ignore[attr-defined]


def test_footnotes(doctree: Render) -> None:
    document = doctree(
        body('<para>A<footnote xml:id="n"><para>Note.</para></footnote> B<footnoteref linkend="n"/></para>')
    )
    assert first(document, nodes.footnote).astext() == "Note."
    assert len(list(document.findall(nodes.footnote_reference))) == 2


def test_an_unknown_element_keeps_its_text_and_is_warned_of_once_by_name(doctree: Render) -> None:
    document = doctree(
        body("<para>a <gizmo>b</gizmo> <gizmo>c</gizmo></para><contraption><para>d</para></contraption>")
    )
    assert document.astext().split() == ["Golf", "a", "b", "c", "d"]
    assert [found.astext() for found in document.findall(nodes.paragraph)] == ["a b c", "d"]
    assert [kind for kind, _message in document.warned] == ["unknown_element"] * 2  # type: ignore[attr-defined]
    assert "<gizmo>" in document.warned[0][1]  # type: ignore[attr-defined]


def test_text_in_another_language_is_marked_with_it(doctree: Render) -> None:
    document = doctree(
        '<article xml:lang="eu"><title>Golfa</title><para xml:lang="en">In English <phrase xml:lang="eu">euskaraz</phrase></para></article>',
        lang="eu",
    )
    paragraph = first(document, nodes.paragraph)
    assert paragraph["classes"] == ["language-en"]
    assert [node["classes"] for node in paragraph.findall(nodes.inline)] == [["language-eu"]]


def test_an_id_that_stands_twice_is_given_once(doctree: Render) -> None:
    document = doctree(body('<section id="a"><title>x</title></section><section id="a"><title>y</title></section>'))
    identifiers = [identifier for node in document.findall(nodes.section) for identifier in node["ids"]]
    assert len(identifiers) == len(set(identifiers)) == 3


def test_absurd_nesting_keeps_the_text(doctree: Render) -> None:
    deep = "<section><title>t</title>" * 200 + "<para>bottom</para>" + "</section>" * 200
    document = doctree(f"<article><title>Deep</title>{deep}</article>")
    assert "bottom" in document.astext()
    assert [kind for kind, _message in document.warned] == ["too_deep"]  # type: ignore[attr-defined]


def test_an_element_has_one_way_of_being_rendered() -> None:
    from hoyle.publish import doctree, elements  # doctree registers the functions

    assert doctree.REGISTERING
    sets = (
        elements.STRONG,
        elements.CODE,
        elements.PLAIN,
        elements.SILENT,
        elements.SECTIONS - set(elements.BLOCKS),
        elements.TRANSPARENT_BLOCKS,
        set(elements.INLINES) | set(elements.BLOCKS),
    )
    for number, one in enumerate(sets):
        for other in sets[number + 1 :]:
            assert not one & other


# Every text of a page is in its tree, whatever the elements around it.

INLINE = [
    "emphasis",
    "literal",
    "guibutton",
    "quote",
    "ulink",
    "link",
    "replaceable",
    "keycap",
    "phrase",
    "gizmo",
    "email",
    "acronym",
    "userinput",
]
BLOCKS = [
    "para",
    "note",
    "itemizedlist",
    "orderedlist",
    "variablelist",
    "procedure",
    "informaltable",
    "blockquote",
    "sidebar",
    "example",
    "section",
    "qandaset",
    "contraption",
    "formalpara",
    "simplelist",
    "programlisting",
    "glosslist",
]
WORDS = st.lists(st.sampled_from(["ace", "dame", "hamar", "10", "piles"]), min_size=1, max_size=3).map(" ".join)


@st.composite
def running_text(draw: st.DrawFn, depth: int = 2) -> str:
    parts = [draw(WORDS)]
    for _part in range(draw(st.integers(0, 2)) if depth else 0):
        name = draw(st.sampled_from(INLINE))
        parts.append(f"<{name}>{draw(running_text(depth - 1))}</{name}>")
        parts.append(draw(WORDS))
    return " ".join(parts)


@st.composite
def block(draw: st.DrawFn, depth: int = 2) -> str:
    name = draw(st.sampled_from(BLOCKS))
    text = draw(running_text())
    inner = draw(block(depth - 1)) if depth else f"<para>{draw(WORDS)}</para>"
    shapes = {
        "para": f"{text}{inner}{draw(WORDS)}",
        "itemizedlist": f"<listitem><para>{text}</para>{inner}</listitem>",
        "orderedlist": f"<title>{draw(WORDS)}</title><listitem>{inner}</listitem>",
        "variablelist": f"<varlistentry><term>{text}</term><listitem>{inner}</listitem></varlistentry>",
        "procedure": f"<step><title>{draw(WORDS)}</title>{inner}</step><step><para>{text}</para></step>",
        "informaltable": f'<tgroup cols="2"><tbody><row><entry>{text}</entry><entry>{inner}</entry></row><row><entry>{draw(WORDS)}</entry></row></tbody></tgroup>',
        "section": f"<title>{text}</title>{inner}",
        "qandaset": f"<qandaentry><question><para>{text}</para></question><answer>{inner}</answer></qandaentry>",
        "formalpara": f"<title>{draw(WORDS)}</title><para>{text}</para>",
        "simplelist": f"<member>{text}</member><member>{draw(WORDS)}</member>",
        "programlisting": text,
        "glosslist": f"<glossentry><glossterm>{text}</glossterm><glossdef>{inner}</glossdef></glossentry>",
    }
    return f"<{name}>{shapes.get(name, f'<para>{text}</para>{inner}')}</{name}>"


@settings(max_examples=50, deadline=None)
@given(st.lists(block(), min_size=1, max_size=3))
def test_no_text_is_lost(blocks: list[str]) -> None:
    from docutils.utils import new_document

    from hoyle.publish.doctree import Renderer

    root = etree.fromstring(f"<article><title>Golf</title>{''.join(blocks)}</article>")
    document = new_document("page.xml")
    Renderer(document, "en", lambda kind, message, element: None).render(root)
    wanted = sorted(" ".join(root.itertext()).split())
    shown = sorted(document.astext().replace("“", "").replace("”", "").replace("‘", "").replace("’", "").split())
    assert shown == wanted
