"""DocBook for the tests of translation: generated pages, and a marking that stands for a translation."""

from __future__ import annotations

import codecs
import re
from xml.sax.saxutils import escape

from hypothesis import strategies as st

from hoyle.translation.catalogue import Catalogue, Entry
from hoyle.translation.messages import Message

XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"'
XI = 'xmlns:xi="http://www.w3.org/2001/XInclude"'
ITS = 'xmlns:its="http://www.w3.org/2005/11/its"'
ITST = 'xmlns:itst="http://itstool.org/extensions/"'

words = st.sampled_from(
    ["ten piles", "King", "no redeal", "a & b", "x < y", "52", "…", "Ace\n   to  King", "«As»", "ÅÄÖ", "{name}", "50%"]
)


def _text(draw: st.DrawFn) -> str:
    parts = draw(st.lists(words, min_size=1, max_size=3))
    text = escape(draw(st.sampled_from([" ", "\n    ", ""])).join(parts))
    return draw(st.sampled_from(["{}", " {}", "{} ", "\n  {}\n  "])).format(text)


GONE = re.compile(rb"<remark>.*?</remark>|<phrase role='gone'.*?</phrase>")
"""What a translation does not have: remarks of editors, and what is not for its language."""

_NESTING = {
    "emphasis": 'emphasis role="strong"',
    "quote": "quote",
    "foreign": "foreignphrase",
    "title": "citetitle pubwork='book'",
    "menu": "guilabel",
    "small": "subscript",
}
"""Elements within text that hold text with more elements, by a name for each."""


@st.composite
def inlines(draw: st.DrawFn, five: bool, depth: int = 2, valid: bool = False) -> str:
    """Running text with markup in it; `valid` leaves out what DocBook does not allow everywhere."""
    lang = "xml:lang" if five else "lang"
    link = f'link {XLINK} xlink:href="a?b&amp;c"' if five else 'ulink url="a?b&amp;c" type="help"'
    parts = []
    for _part in range(draw(st.integers(1, 3))):
        kinds = [
            "text",
            "text",
            "link",
            "entity",
            "comment",
            "instruction",
            "xref",
            "cdata",
            "empty",
            "emphasis",
            "quote",
        ]
        if depth == 2:
            kinds += ["footnote", "indexterm"]
        if not valid:
            kinds += ["untranslated", "menus", "other language", "included", *_NESTING]
            if depth == 2:
                kinds += ["remark", "picture", "list", "not here", "within"]
        kind = draw(st.sampled_from(kinds))
        if kind == "text":
            parts.append(_text(draw))
        elif kind in ("link", *_NESTING) and depth:
            tag = link if kind == "link" else _NESTING[kind]
            parts.append(f"<{tag}>{draw(inlines(five, depth - 1, valid))}</{tag.split()[0]}>")
        elif kind == "entity":
            parts.append(
                draw(st.sampled_from(["&game;", "&bold;", "&#8217;", "&#160;", "&unknown;"][: 4 + (not valid)]))
            )
        elif kind == "comment":
            parts.append(draw(st.sampled_from(["<!-- a remark -->", "<!-- translators: mind this -->"])))
        elif kind == "instruction":
            parts.append("<?custom instruction?>")
        elif kind == "xref":
            parts.append('<xref linkend="x"/>')
        elif kind == "cdata":
            parts.append("<![CDATA[x < y && z]]>")
        elif kind == "empty":
            parts.append(draw(st.sampled_from(["<emphasis/>", "<emphasis></emphasis>", "<quote> </quote>"])))
        elif kind == "footnote":
            parts.append(f"<footnote><para>{draw(inlines(five, 1, valid))}</para></footnote>")
        elif kind == "indexterm":
            parts.append("<indexterm><primary>stock</primary><secondary>piles</secondary></indexterm>")
        elif kind == "remark":
            parts.append("<remark>for editors</remark>")
        elif kind == "untranslated":
            parts.append(f'<literal {ITS} its:translate="no">as it is</literal>')
        elif kind == "menus":
            parts.append("<menuchoice><guimenu>Game</guimenu><guimenuitem>New &game;</guimenuitem></menuchoice>")
        elif kind == "other language":
            parts.append(f'<phrase {lang}="la">alea iacta</phrase>')
        elif kind == "included":
            parts.append(f'<xi:include {XI} href="no/such.txt" parse="text"/>')
        elif kind == "picture":
            image = '<imageobject><imagedata fileref="no/such.png"/></imageobject>'
            parts.append(
                f"<inlinemediaobject>{image}<textobject><phrase>a pile</phrase></textobject></inlinemediaobject>"
            )
        elif kind == "list":
            parts.append(f"<itemizedlist><listitem><para>{_text(draw)}</para></listitem></itemizedlist>")
        elif kind == "not here":
            gone = draw(st.sampled_from([f'{ITS} its:localeFilterList=""', f'{ITST} itst:drop="yes"']))
            parts.append(f"<phrase role='gone' {gone}>elsewhere</phrase>")
        elif kind == "within":
            parts.append(f'<sidebar {ITS} its:withinText="yes">{_text(draw)}</sidebar>')
    return "".join(parts)


_ALONE = {
    "note": "<{kind}>{title}<para>{text}</para>{block}</{kind}>",
    "list": "<itemizedlist><listitem><para>{text}</para></listitem><listitem>{block}</listitem></itemizedlist>",
    "steps": "<procedure>{title}<step><para>{text}</para></step><step>{block}</step></procedure>",
    "numbers": '<orderedlist numeration="arabic"><listitem><para>{text}</para>{block}</listitem></orderedlist>',
    "variables": "<variablelist><varlistentry><term>{text}</term><term>{text}</term><listitem>{block}</listitem>"
    "</varlistentry></variablelist>",
    "glossary": "<glosslist><glossentry><glossterm>{text}</glossterm><glossdef><para>{text}</para></glossdef>"
    "</glossentry></glosslist>",
    "quote": "<blockquote><attribution>{text}</attribution><para>{text}</para>{block}</blockquote>",
    "formal": "<formalpara><title>{text}</title><para>{text}</para></formalpara>",
    "questions": "<qandaset><qandaentry><question><para>{text}</para></question><answer>{block}</answer></qandaentry>"
    "</qandaset>",
    "table": '<informaltable frame="all"><tgroup cols="2"><colspec colname="one"/><colspec/><thead><row><entry>{text}'
    "</entry><entry/></row></thead><tbody><row><entry>{text}</entry><entry>\n  {text}\n</entry></row><row>"
    '<entry morerows="1"><para>{text}</para></entry><entry>{block}</entry></row></tbody></tgroup></informaltable>',
    "titled": '<table><title>{text}</title><tgroup cols="1"><tbody><row><entry>{text}</entry></row></tbody></tgroup>'
    "</table>",
    "example": "<example><title>{text}</title>{block}</example>",
    "simple": '<simplelist columns="2"><member>{text}</member><member>{text}</member></simplelist>',
    "address": "<address>12 {word} Street\n  {word}</address>",
    "listing": "<programlisting>\n  {word}\n    {word}<emphasis>{word}</emphasis>\n</programlisting>",
    "literal": '<literallayout class="normal">  {word}\n\n  {word}</literallayout>',
    "para": "<para>{text}</para>",
    "named": "<para {id}>{text}</para>",
    "figure": "<mediaobject><imageobject><imagedata fileref='no/such.png'/></imageobject><textobject><phrase>{word}"
    "</phrase></textobject><caption><para>{text}</para></caption></mediaobject>",
    "comment": "<!-- translators: about what follows --><?a b?><para>{text}</para>",
}
"""Blocks, with places for text, for words, for a title and for another block."""
_LOOSE = {
    "mixed": "<listitem>{word}<para>{text}</para>{word}</listitem>",
    "in a para": "<para>{text}<variablelist><varlistentry><term>{text}</term><listitem><para>{text}</para></listitem>"
    "</varlistentry></variablelist>{text}</para>",
    "untranslated": '<para {its} its:translate="no">not <emphasis its:translate="yes">{text}</emphasis> this</para>',
    "kept": '<para xml:space="preserve">  {text}\n   {text} </para>',
    "entity": "&block;",
    "included": '<xi:include {xi} href="no/such.xml"><xi:fallback><para>{text}</para></xi:fallback></xi:include>',
    "drawing": '<mediaobject><imageobject><svg xmlns="http://www.w3.org/2000/svg" width="1"><text x="2">{word}</text>'
    "</svg></imageobject></mediaobject>",
    "rows": "<informaltable><thead><tr><th>{word}</th></tr></thead><tbody><tr><td>{text}</td><td><para>{text}</para>"
    "</td></tr></tbody></informaltable>",
    "noted": '<para {its} its:locNote="Mind this." {itst} itst:context="a thing">{text}</para>',
    "shown": '<para role="titled" xreflabel="{word}">{text}</para>',
    "spaces": "<para> \n </para>",
}
"""Blocks that DocBook does not allow everywhere, or that tools trip over."""


@st.composite
def blocks(draw: st.DrawFn, five: bool, depth: int = 2, valid: bool = False) -> str:
    """One block: a paragraph, a list, a table, a note, a listing, a section."""
    kinds = [*_ALONE, *(() if valid else (*_LOOSE, "section", "section"))]
    kind = draw(st.sampled_from(kinds)) if depth else "para"
    if kind != "section":
        return _filled(draw, (_ALONE | _LOOSE)[kind], five, depth, valid)
    name = "section" if five else "sect2"
    body = "".join(draw(st.lists(blocks(five, depth - 1), min_size=1, max_size=2)))
    return f"<{name} {_id(draw, five)}><title>{draw(inlines(five))}</title>{body}</{name}>"


def _id(draw: st.DrawFn, five: bool) -> str:
    return f'{"xml:" * five}id="s{draw(st.integers(1, 9999999))}"'


def _filled(draw: st.DrawFn, pattern: str, five: bool, depth: int, valid: bool) -> str:
    made: dict[str, str] = {"its": ITS, "itst": ITST, "xi": XI}

    def fill(match: re.Match[str]) -> str:
        name = match[1]
        if name in made:
            return made[name]
        if name == "kind":
            made["kind"] = draw(st.sampled_from(["note", "tip", "warning", "caution", "important"]))
            return made["kind"]
        if name == "text":
            return draw(inlines(five, valid=valid))
        if name == "title":
            return draw(st.sampled_from(["", f"<title>{draw(inlines(five, 1, valid))}</title>"]))
        if name == "block":
            return draw(blocks(five, depth - 1, valid))
        return _id(draw, five) if name == "id" else escape(draw(words), {'"': "&quot;"})

    return re.sub(r"\{(\w+)\}", fill, pattern)


_RULES = f"""<its:rules {ITS} {ITST} version="2.0">
<its:translateRule selector="//@xreflabel" translate="yes"/>
<its:translateRule selector="//*[local-name() = 'guilabel']" translate="no"/>
<its:withinTextRule selector="//*[local-name() = 'indexterm']" withinText="no"/>
<its:preserveSpaceRule selector="//*[local-name() = 'term']" space="preserve"/>
<itst:contextRule selector="//*[local-name() = 'title']" context="a title"/>
<its:locNoteRule selector="//*[local-name() = 'entry']" locNoteType="description"><its:locNote>In a table.</its:locNote>
</its:locNoteRule></its:rules>"""


@st.composite
def pages(
    draw: st.DrawFn,
    roots: tuple[str, ...] = ("article", "section", "sect1", "refentry", "chapter"),
    valid: bool = False,
) -> bytes:
    """A page of DocBook 4 or 5 with any root; a `valid` one is so by DocBook's own grammar."""
    five = draw(st.booleans())
    root = "article" if valid else draw(st.sampled_from(roots))
    namespace = ' xmlns="http://docbook.org/ns/docbook" version="5.0" xml:lang="en"' if five else ' lang="en"'
    body = "\n".join(draw(st.lists(blocks(five, valid=valid), min_size=1, max_size=3)))
    info = "info" if five else "articleinfo"
    person = "<personname><firstname>Ann</firstname><surname>Lee</surname></personname>"
    author = f"<author>{person if five else person.replace('<personname>', '').replace('</personname>', '')}</author>"
    notice = f"<legalnotice><para>{draw(inlines(five, valid=valid))}</para></legalnotice>"
    header = f"<title>{draw(inlines(five, 1, valid))}</title>\n"
    if draw(st.booleans()):
        header = (
            f"<{info}>{header}{author}<copyright><year>2008</year><holder>Ann</holder></copyright>{notice}</{info}>"
        )
    if not valid and draw(st.booleans()):
        header += _RULES
    system = ' PUBLIC "-//X//Y" "no/such.dtd"' if not valid else ""
    body += f"<para {'xml:' * five}id='x'>the end</para>"
    content = (
        f'<?xml version="1.0" encoding="utf-8"?>\n<!-- before -->\n<!DOCTYPE {root}{system} [\n'
        f'<!ENTITY game "Yield">\n<!ENTITY bold "<emphasis>bold</emphasis>">\n'
        f'<!ENTITY block "<para>a block</para>">\n]>\n'
        f"<{root}{namespace}>{header}\n{body}</{root}>\n<!-- after -->\n"
    )
    if draw(st.integers(0, 5)) == 0:
        content = content.replace("\n", "\r\n")
    return content.encode()


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
