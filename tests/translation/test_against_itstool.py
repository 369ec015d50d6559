"""Messages and localized pages are those of itstool, where its rules know the page."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from lxml import etree
from translation_samples import marked, pages

from hoyle.translation.catalogue import Catalogue, Entry, parse_catalogue, serialized
from hoyle.translation.localize import localize
from hoyle.translation.messages import extract

pytestmark = pytest.mark.skipif(not shutil.which("itstool"), reason="itstool is not installed")

SAMPLES = {
    "docbook4": """<!DOCTYPE article PUBLIC "-//OASIS//DTD DocBook XML V4.5//EN" "docbookx.dtd" [
<!ENTITY app "<application>Patience</application>">
<!ENTITY version "3.2">
]>
<article id="a" lang="en">
<articleinfo><title>&app; &version;</title><author><firstname>Ann</firstname> <surname>Lee</surname></author>
<address><email>ann@example.org</email></address><releaseinfo role="CVS">$Id$</releaseinfo>
<copyright><year>2008</year><holder>Ann Lee</holder></copyright>
<legalnotice><para>Free &amp; open &lt;here&gt;</para></legalnotice></articleinfo>
<para id="p" role="x">Ten <emphasis role="bold">piles</emphasis>,<footnote><para>Or so.</para></footnote>
   built <ulink url="u?a=1&amp;b='2'&quot;">down</ulink>.<indexterm><primary>pile</primary></indexterm></para>
<para><simplelist type="inline"><member>Ace</member><member>King</member></simplelist></para>
<simplelist><member>Ace</member><member>King</member></simplelist>
<para>See <citerefentry><refentrytitle>sol</refentrytitle><manvolnum>6</manvolnum></citerefentry>.</para>
<address>12 Long Street
  Anytown</address>
<programlisting>
  one   two
    <emphasis>three</emphasis>
</programlisting>
<screen xml:space="default">  a   b </screen>
<para xml:space="preserve">  kept   as it is </para>
<para>loose <literal>a</literal> text<itemizedlist><listitem><para>in it</para></listitem></itemizedlist> goes on</para>
<glosslist><glossentry><glossterm>Waste</glossterm><glossdef><para>A pile.</para></glossdef></glossentry></glosslist>
<para>A <remark>for editors</remark> word.</para>
<bibliomixed>By <author><surname>Lee</surname></author>, <title>Cards</title></bibliomixed>
<biblioentry><author><surname>Lee</surname></author><title>Cards</title></biblioentry>
<para>\u00a0 folded\u00a0\u00a0space </para>
<mediaobject><imageobject><imagedata fileref="no.png"/></imageobject></mediaobject>
<para><xref linkend="p"/></para>
<para>same</para><para>same</para>
<para><![CDATA[a < b & c]]></para>
</article>""",
    "docbook5": """<section xmlns="http://docbook.org/ns/docbook" xmlns:xlink="http://www.w3.org/1999/xlink"
 xmlns:its="http://www.w3.org/2005/11/its" its:version="2.0" xml:id="s" xml:lang="en" version="5.1">
<info><title>Rules</title><author><personname><firstname>Ann</firstname></personname></author>
<its:rules version="2.0"><its:translateRule selector="//*[@role='name']" translate="no"/>
<its:translateRule selector="//@xreflabel" translate="yes"/>
<its:withinTextRule selector="//*[@role='inside']" withinText="yes"/>
<its:locNoteRule selector="//*[@role='note']" locNoteType="description">
<its:locNote>Mind this.</its:locNote></its:locNoteRule>
</its:rules></info>
<para>A <phrase role="name">Monte Carlo</phrase> grid, <link xlink:href="x&amp;y">linked</link>.</para>
<para its:translate="no">Not this <emphasis its:translate="yes">but this</emphasis>.</para>
<para its:locNote="About suits.">In <tag>suit</tag>.</para>
<para role="note" xreflabel="The label">Noted.</para>
<para>x <sidebar role="inside">inside</sidebar> y</para>
<para its:localeFilterList="fr">For the French.</para>
<address>12 Long Street
  Anytown</address>
<para>Text <footnote xml:id="f"><para>under</para></footnote>.</para>
</section>""",
    "chapter": "<chapter><title>T</title><sect1><title>U</title><para>v <guilabel>w</guilabel></para></sect1>"
    "</chapter>",
    "unknown to itstool": "<sect1><title>T</title><para>plain</para><informaltable><tgroup cols='1'><tbody><row><entry>"
    "cell <!-- c --> more</entry></row></tbody></tgroup></informaltable></sect1>",
}


def itstools_messages(folder: Path, content: bytes) -> tuple[dict[tuple[str | None, str], Entry], Path]:
    page = folder / "page.xml"
    page.write_bytes(content)
    template = folder / "its.pot"
    ran = subprocess.run(["itstool", "-o", template, page], capture_output=True, check=False)
    assert ran.returncode == 0, ran.stderr
    catalogue = parse_catalogue(template.read_bytes(), "its.pot")
    return {entry.key: entry for entry in catalogue.entries if entry.msgid}, page


@pytest.mark.parametrize("name", SAMPLES)
def test_a_page_has_the_messages_that_itstool_finds(name: str, tmp_path: Path) -> None:
    theirs, page = itstools_messages(tmp_path, SAMPLES[name].encode())
    ours = extract([page])
    assert [(message.context, message.msgid) for message in ours] == list(theirs)
    for message in ours:
        entry = theirs[message.context, message.msgid]
        assert tuple(f"(itstool) path: {marker}" for marker in message.markers) == tuple(
            line for line in entry.extracted if line.startswith("(itstool) path:")
        )
        assert message.keeps_space == ("no-wrap" in entry.flags)
        assert [f"(itstool) id: {named}" for named in message.ids] == [
            line for line in entry.extracted if line.startswith("(itstool) id:")
        ]


@pytest.mark.long
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(content=pages(roots=("article", "chapter")))
def test_any_page_has_the_messages_that_itstool_finds(content: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    ids = re.findall(rb'id="(\w+)"', content)
    assume(len(set(ids)) == len(ids))
    # itstool refuses a page with one of these, and takes in what is included
    content = re.sub(rb"&unknown;|<xi:include [^>]*/>|(?s:<xi:include .*?</xi:include>)", b"", content)
    if b"docbook.org/ns" in content:
        content = content.replace(b"&bold;", b"").replace(b"&block;", b"")
    theirs, page = itstools_messages(tmp_path_factory.mktemp("page"), content)
    assert {(message.context, message.msgid) for message in extract([page])} == set(theirs)


def folded_text(content: bytes) -> str:
    root = etree.fromstring(content, etree.XMLParser(load_dtd=False, no_network=True))
    return re.sub(r"\s+", " ", "".join(map(str, root.xpath("//text()"))))


@pytest.mark.parametrize("name", SAMPLES)
def test_a_translated_page_has_the_text_that_itstool_gives_it(name: str, tmp_path: Path) -> None:
    # itstool leaves the words of an index untranslated, and Hoyle does not
    sample = re.sub("<indexterm>.*?</indexterm>", "", SAMPLES[name])
    theirs, page = itstools_messages(tmp_path, sample.encode())
    header = Entry("", "Language: fr\nContent-Type: text/plain; charset=UTF-8\n")
    entries = (Entry(msgid, marked(msgid), context=context) for context, msgid in theirs if context != "_")
    catalogue = Catalogue("fr.po", (header, *entries))
    (tmp_path / "fr.po").write_bytes(serialized(catalogue))
    subprocess.run(["msgfmt", "-o", tmp_path / "fr.mo", tmp_path / "fr.po"], check=True)
    (tmp_path / "out").mkdir()
    subprocess.run(["itstool", "-m", tmp_path / "fr.mo", "-o", tmp_path / "out", page], check=True)
    result = localize(page, catalogue, "fr")
    assert not result.problems
    assert folded_text(result.content) == folded_text((tmp_path / "out" / "page.xml").read_bytes())
