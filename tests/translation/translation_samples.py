"""DocBook for the tests of translation: generated pages, and a marking that stands for a translation."""

from __future__ import annotations

import codecs
import re
from xml.sax.saxutils import escape

from hypothesis import strategies as st

from hoyle.translation.catalogue import Catalogue, Entry
from hoyle.translation.messages import Message

XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"'

words = st.sampled_from(
    ["ten piles", "King", "no redeal", "a & b", "x < y", "52", "…", "Ace\n   to  King", "«As»", "ÅÄÖ", "{name}", "50%"]
)


def _text(draw: st.DrawFn) -> str:
    parts = draw(st.lists(words, min_size=1, max_size=3))
    text = escape(draw(st.sampled_from([" ", "\n    ", ""])).join(parts))
    return draw(st.sampled_from(["{}", " {}", "{} ", "\n  {}\n  "])).format(text)


@st.composite
def inlines(draw: st.DrawFn, five: bool, depth: int = 2) -> str:
    """Running text with markup in it."""
    link = f'link {XLINK} xlink:href="a?b&amp;c"' if five else 'ulink url="a?b&amp;c" type="help"'
    parts = []
    for _part in range(draw(st.integers(1, 3))):
        kinds = ["text", "text", "emphasis", "link", "entity", "comment", "xref", "cdata", "untranslated"]
        if depth == 2:
            kinds += ["footnote", "indexterm", "remark"]
        kind = draw(st.sampled_from(kinds))
        if kind == "text":
            parts.append(_text(draw))
        elif kind in ("emphasis", "link") and depth:
            tag = link if kind == "link" else 'emphasis role="strong"'
            parts.append(f"<{tag}>{draw(inlines(five, depth - 1))}</{tag.split()[0]}>")
        elif kind == "entity":
            parts.append(draw(st.sampled_from(["&game;", "&bold;", "&#8217;", "&unknown;"])))
        elif kind == "comment":
            parts.append("<!-- a remark --><?custom instruction?>")
        elif kind == "xref":
            parts.append('<xref linkend="x"/>')
        elif kind == "cdata":
            parts.append("<![CDATA[x < y && z]]>")
        elif kind == "footnote":
            parts.append(f"<footnote><para>{draw(inlines(five, 1))}</para></footnote>")
        elif kind == "indexterm":
            parts.append("<indexterm><primary>stock</primary></indexterm>")
        elif kind == "remark":
            parts.append("<remark>for editors</remark>")
        elif kind == "untranslated":
            its = 'xmlns:its="http://www.w3.org/2005/11/its" its:translate="no"'
            parts.append(f"<literal {its}>as it is</literal>")
    return "".join(parts)


@st.composite
def blocks(draw: st.DrawFn, five: bool, depth: int = 2) -> str:
    """One block: a paragraph, a list, a table, a listing, a section."""
    kind = draw(
        st.sampled_from(["para", "para", "list", "variables", "table", "listing", "mixed", "section", "figure"])
    )

    def text() -> str:
        return draw(inlines(five))

    if kind == "para" or not depth:
        return f"<para>{text()}</para>"
    if kind == "list":
        return f"<itemizedlist><listitem><para>{text()}</para></listitem></itemizedlist>"
    if kind == "variables":
        item = f"<varlistentry><term>{text()}</term><listitem>{draw(blocks(five, depth - 1))}</listitem></varlistentry>"
        return f"<variablelist>{item}</variablelist>"
    if kind == "table":
        row = f"<row><entry>{text()}</entry><entry>\n  {text()}\n</entry></row>"
        return f'<informaltable><tgroup cols="2"><tbody>{row}</tbody></tgroup></informaltable>'
    if kind == "listing":
        return f"<programlisting>\n  {escape(draw(words))}\n</programlisting>"
    if kind == "mixed":
        return f"<listitem>{_text(draw)}<para>{text()}</para>{_text(draw)}</listitem>"
    if kind == "figure":
        image = '<imageobject><imagedata fileref="no/such.png"/></imageobject>'
        return f"<mediaobject>{image}<textobject><phrase>{_text(draw)}</phrase></textobject></mediaobject>"
    name = "section" if five else "sect2"
    body = "".join(draw(st.lists(blocks(five, depth - 1), min_size=1, max_size=2)))
    return f'<{name} {"xml:" * five}id="s{draw(st.integers(1, 99))}"><title>{text()}</title>{body}</{name}>'


@st.composite
def pages(draw: st.DrawFn, roots: tuple[str, ...] = ("article", "section", "sect1", "refentry")) -> bytes:
    """A page of DocBook 4 or 5 with any root."""
    five = draw(st.booleans())
    root = draw(st.sampled_from(roots))
    namespace = ' xmlns="http://docbook.org/ns/docbook" version="5.0" xml:lang="en"' if five else ' lang="en"'
    body = "\n".join(draw(st.lists(blocks(five), min_size=1, max_size=3)))
    return (
        f'<?xml version="1.0" encoding="utf-8"?>\n<!-- before -->\n<!DOCTYPE {root} PUBLIC "-//X//Y" "no/such.dtd" [\n'
        f'<!ENTITY game "Yield">\n<!ENTITY bold "<emphasis>bold</emphasis>">\n]>\n'
        f"<{root}{namespace}><title>{draw(inlines(five))}</title>\n{body}</{root}>\n"
    ).encode()


_MARKUP = re.compile(r"(<[^>]*>|&[^;\s]+;)")


def marked(msgid: str) -> str:
    """A text that stands for a translation of the message: other letters, the same markup."""
    pieces = _MARKUP.split(msgid)
    return "".join(piece if at % 2 else codecs.encode(piece, "rot13") for at, piece in enumerate(pieces))


def marked_catalogue(messages: list[Message]) -> Catalogue:
    """A catalogue that translates every message by marking it."""
    entries = [Entry("", "Language: fr\n")]
    entries += [Entry(message.msgid, marked(message.msgid), context=message.context) for message in messages]
    return Catalogue("fr.po", tuple(entries))
