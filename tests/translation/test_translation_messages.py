"""Messages: the text as translators see it, with what they need to know about it."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from hoyle.docbook.page import PageError
from hoyle.translation.catalogue import parse_catalogue, write_catalogue
from hoyle.translation.messages import Message, entry_of, extract, messages_of, template
from hoyle.translation.source import parse_source, read_source
from hoyle.translation.units import LARGEST_FILE


def found(page: str, *, keep_entities: bool = False) -> list[Message]:
    return messages_of(parse_source(page.encode(), "a.xml"), keep_entities=keep_entities)


def msgids(page: str) -> list[str]:
    return [message.msgid for message in found(page) if message.is_text]


@pytest.mark.parametrize("root", ["article", "book", "chapter", "sect1", "section", "refentry", "appendix"])
def test_inline_markup_stays_in_the_message_whatever_the_root(root: str) -> None:
    assert msgids(f"<{root}><para>Ten <emphasis>piles</emphasis></para></{root}>") == ["Ten <emphasis>piles</emphasis>"]


def test_white_space_is_folded() -> None:
    assert msgids("<a><para>\n\tTen\n   piles. </para></a>") == ["Ten piles."]


def test_white_space_counts_in_listings() -> None:
    (message,) = found("<a><programlisting>\n  Ten\n   piles.</programlisting></a>")
    assert (message.msgid, message.keeps_space) == ("\n  Ten\n   piles.", True)
    assert entry_of(message).flags == ("no-wrap",)


def test_comments_for_translators_reach_them() -> None:
    page = """<sect1>
<!-- translators: the name of the game -->
<title>Yield</title>
<!-- for authors only -->
<para>Ten <!-- Translators: heaps of cards --> piles.</para>
<!-- translators: all
     of this section -->
<sect2><title>Goal</title><para>Win.</para></sect2>
</sect1>"""
    assert {message.msgid: message.notes for message in found(page)} == {
        "Yield": ("the name of the game",),
        "Ten piles.": ("heaps of cards",),
        "Goal": ("all of this section",),
        "Win.": ("all of this section",),
    }


def test_what_is_not_for_translation_is_a_placeholder() -> None:
    assert msgids('<a><para>Type <literal translate="no">sol</literal>.</para></a>') == ["Type <_:literal-1/>."]
    assert msgids('<a><para translate="no">Type <literal translate="yes">sol</literal>.</para></a>') == ["sol"]


def test_the_same_words_with_two_meanings_are_told_apart() -> None:
    page = (
        '<a xmlns:itst="http://itstool.org/extensions/"><para itst:context="verb">deal</para>'
        '<para itst:context="noun">deal</para></a>'
    )
    assert [(message.context, message.msgid) for message in found(page)] == [("verb", "deal"), ("noun", "deal")]


def test_entities_are_expanded_or_kept_as_asked() -> None:
    page = '<!DOCTYPE p [<!ENTITY g "<i>Yield</i>"><!ENTITY h "&g; 2">]><p>Play &h;</p>'
    assert [message.msgid for message in found(page)] == ["Play <_:i-1/> 2"]
    assert [message.msgid for message in found(page, keep_entities=True)] == ["Play &h;"]
    page = '<!DOCTYPE p [<!ENTITY g "<emphasis>Yield</emphasis>">]><p>Play &g; &amp; win</p>'
    assert [message.msgid for message in found(page)] == ["Play <emphasis>Yield</emphasis> &amp; win"]


def page_with_linked_rules(folder: Path, link: str) -> Path:
    page = folder / "a.xml"
    rules = f'<its:rules version="2.0" xlink:href="{link}"/>'
    namespaces = 'xmlns:its="http://www.w3.org/2005/11/its" xmlns:xlink="http://www.w3.org/1999/xlink"'
    page.write_text(f'<a {namespaces}>{rules}<para>Type <b role="name">sol</b>.</para></a>')
    return page


def test_rules_in_a_file_beside_the_page_are_followed(tmp_path: Path) -> None:
    rule = '<its:translateRule selector="//*[@role=\'name\']" translate="no"/>'
    its = f'<its:rules xmlns:its="http://www.w3.org/2005/11/its" version="2.0">{rule}</its:rules>'
    (tmp_path / "rules.its").write_text(its)
    assert [message.msgid for message in extract([page_with_linked_rules(tmp_path, "rules.its")])] == ["Type <_:b-1/>."]


@pytest.mark.parametrize(
    ("link", "reason"),
    [("none.its", "cannot be read"), ("../x.its", "outside the page's folder"), ("a.xml", "holds no ITS rules")],
)
def test_rules_that_cannot_be_followed_are_named(link: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(PageError, match=rf"a\.xml:1:1: .*{reason}"):
        extract([page_with_linked_rules(tmp_path, link)])


@pytest.mark.parametrize(
    "rule",
    [
        '<its:translateRule selector="count(//para)" translate="no"/>',
        '<its:translateRule selector="true()" translate="yes"/>',
        '<its:translateRule selector="string(//para)" translate="yes"/>',
        '<its:translateRule selector="//namespace::*" translate="yes"/>',
        '<its:translateRule selector="//text()" translate="yes"/>',
        '<its:translateRule selector="//para[" translate="no"/>',
        '<its:locNoteRule selector="//para" locNotePointer="namespace::its"/>',
        '<its:param name="extensions">x</its:param><its:withinTextRule selector="//b" withinText="$extensions"/>',
        '<its:param name="">x</its:param><its:withinTextRule selector="//b[$none]" withinText="yes"/>',
        '<its:param name="self">x</its:param><its:withinTextRule selector="//b" withinText="yes"/>',
        '<its:param name="_etree_or_element">x</its:param><its:withinTextRule selector="//b" withinText="yes"/>',
    ],
)
def test_rules_that_select_no_elements_change_nothing(rule: str) -> None:
    its = f'<its:rules xmlns:its="http://www.w3.org/2005/11/its" version="2.0">{rule}</its:rules>'
    messages = found(f"<article><articleinfo>{its}</articleinfo><para>Ten piles.</para></article>")
    assert [message.msgid for message in messages if message.is_text and message.notes == ()] == ["Ten piles."]


def test_parameters_of_rules_may_have_any_name() -> None:
    its = (
        '<its:rules xmlns:its="http://www.w3.org/2005/11/its" version="2.0"><its:param name="extensions">n</its:param>'
        '<its:translateRule selector="//b[@role=$extensions]" translate="no"/></its:rules>'
    )
    messages = found(f'<a>{its}<para>Type <b role="n">sol</b>.</para></a>')
    assert [message.msgid for message in messages] == ["Type <_:b-1/>."]


@pytest.mark.parametrize("name", ["../deal.png", "/{}/deal.png", "link.png", "pipe", ".", "huge.png"])
def test_only_files_below_the_page_are_looked_into(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "en"
    folder.mkdir()
    (tmp_path / "deal.png").write_bytes(b"one")
    (folder / "link.png").symlink_to("../deal.png")
    os.mkfifo(folder / "pipe")
    with (folder / "huge.png").open("wb") as file:
        file.truncate(LARGEST_FILE + 1)
    name = name.format(tmp_path)
    page = f"<a><mediaobject><imagedata fileref='{name}'/></mediaobject></a>"
    (message,) = messages_of(parse_source(page.encode(), str(folder / "a.xml")))
    assert message.msgid.endswith("md5='__failed__'")


def test_a_picture_is_looked_into_where_folder_and_page_are_links(tmp_path: Path) -> None:
    (tmp_path / "real" / "figures").mkdir(parents=True)
    (tmp_path / "real" / "figures" / "deal.png").write_bytes(b"one")
    page = "<a><mediaobject><imagedata fileref='figures/deal.png'/></mediaobject></a>"
    (tmp_path / "a.xml").write_text(page)
    (tmp_path / "real" / "b.xml").symlink_to("../a.xml")
    (tmp_path / "en").symlink_to("real")
    (message,) = extract([tmp_path / "en" / "b.xml"])
    assert message.msgid == "external ref='figures/deal.png' md5='f97c5d29941bfb1b2fdab0874906ab82'"


def test_a_pipe_is_no_page(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.xml")
    with pytest.raises(PageError, match="no regular file"):
        read_source(tmp_path / "pipe.xml")


def test_a_changed_picture_makes_a_new_message(tmp_path: Path) -> None:
    page = tmp_path / "a.xml"
    page.write_text("<a><mediaobject><imagedata fileref='deal.png'/></mediaobject></a>")
    (tmp_path / "deal.png").write_bytes(b"one")
    (first,) = extract([page])
    (tmp_path / "deal.png").write_bytes(b"two")
    (second,) = extract([page])
    assert not first.is_text
    assert first.msgid.startswith("external ref='deal.png' md5='")
    assert first.msgid != second.msgid


def test_a_message_is_listed_once_with_all_its_places(tmp_path: Path) -> None:
    for name in ("a.xml", "b.xml"):
        (tmp_path / name).write_text("<sect1>\n<title>Goal</title>\n<para>Goal</para></sect1>")
    (message,) = extract([tmp_path / "a.xml", tmp_path / "b.xml"])
    assert message.sources == tuple((str(tmp_path / name), line) for name in ("a.xml", "b.xml") for line in (2, 3))
    assert message.markers == ("sect1/title", "sect1/para")


def test_a_template_is_the_same_for_the_same_pages(tmp_path: Path) -> None:
    page = tmp_path / "a.xml"
    page.write_text('<section xmlns="http://docbook.org/ns/docbook"><title xml:id="t">Goal "x"\\</title></section>')
    path = tmp_path / "pages.pot"
    assert write_catalogue(path, template(extract([page])))
    assert not write_catalogue(path, template(extract([page])))
    catalogue = parse_catalogue(path.read_bytes(), "pages.pot")
    assert catalogue.entries[1].extracted == ("(itstool) path: section/title", "(itstool) id: a.xml#t")
    assert catalogue.entries[1].msgid == 'Goal "x"\\'
    if shutil.which("msgfmt"):
        subprocess.run(["msgfmt", "-o", "/dev/null", path], check=True)


@pytest.mark.parametrize(
    ("content", "place", "advice"),
    [
        (b"Ten piles.", "a.xml:1:1: ", "name a DocBook page"),
        (b"\0\1", "a.xml:1:1: ", "name a DocBook page"),
        (b"<?xml version='1.0'?>\n<para>Carte enlev\xe9e</para>", "a.xml:2:", "save the page as UTF-8"),
        (b"<?xml version='1.0' encoding='klingon'?><para/>", "a.xml:1:", "save the page as UTF-8"),
    ],
)
def test_what_is_no_xml_is_said_in_plain_words(content: bytes, place: str, advice: str) -> None:
    with pytest.raises(PageError) as problem:
        parse_source(content, "a.xml")

    assert str(problem.value).startswith(place)
    assert advice in str(problem.value)


def test_paragraphs_that_an_entity_stands_for_are_messages() -> None:
    page = (
        b'<!DOCTYPE sect1 [<!ENTITY app "Ladder"><!ENTITY hints "<para>Play &app;.</para>">]>\n<sect1>&hints;\n</sect1>'
    )
    (message,) = messages_of(parse_source(page, "a.xml"))
    assert (message.msgid, message.sources, message.markers) == ("Play Ladder.", (("a.xml", 2),), ("sect1/para",))


def test_a_page_whose_entities_stand_for_too_many_paragraphs_is_refused() -> None:
    entity = "<para>" + "ten piles " * 20_000 + "</para>"
    page = f'<!DOCTYPE sect1 [<!ENTITY hints "{entity}">]>\n<sect1>{"&hints;" * 100}</sect1>'
    with pytest.raises(PageError, match="far more text"):
        parse_source(page.encode(), "a.xml")
