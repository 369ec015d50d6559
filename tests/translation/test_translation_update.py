"""Catalogues follow the pages, and translators lose nothing."""

from __future__ import annotations

import random
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from hoyle.translation.catalogue import BrokenCatalogue, Catalogue, Entry, Previous, parse_catalogue, serialized
from hoyle.translation.messages import Message
from hoyle.translation.status import Amount, status
from hoyle.translation.update import new_catalogue, update, update_file

OLD = """\
# Basque pages.
msgid ""
msgstr "Language: eu\\n"

# Think of the grid.
#. (itstool) path: section/para
#: a.xml:3
msgid "Ten piles are dealt in four rows."
msgstr ""
"Hamar pila banatzen dira, "
"lau errenkadatan."

#. (itstool) path: section/title
#: a.xml:1
msgid "Goal"
msgstr "Xedea"

#: a.xml:9
msgid "Not translated."
msgstr ""

#: a.xml:10
#, fuzzy
#| msgid "Kings are removed."
msgid "Kings are removed on their own, always."
msgstr "Erregeak kentzen dira."

#~| msgid "The stock"
#~ msgid "The Stock is empty."
#~ msgstr "Sorta hutsik dago."
"""


def message(msgid: str, line: int = 1, context: str | None = None) -> Message:
    return Message(msgid, context, (("a.xml", line),), ("section/para",))


def old() -> Catalogue:
    return parse_catalogue(OLD.encode(), "eu.po")


def updated(*messages: Message) -> str:
    return serialized(update(old(), messages).catalogue).decode()


ALL = (
    message("Ten piles are dealt in four rows.", 3),
    Message("Goal", None, (("a.xml", 1),), ("section/title",)),
    message("Kings are removed on their own, always.", 10),
)


def test_nothing_changes_where_the_pages_did_not() -> None:
    text = updated(*ALL[:2], message("Not translated.", 9), ALL[2])
    assert text == OLD.replace("#: a.xml:9", "#. (itstool) path: section/para\n#: a.xml:9").replace(
        "#: a.xml:10", "#. (itstool) path: section/para\n#: a.xml:10"
    )


def test_a_moved_message_has_its_new_place_and_its_old_lines() -> None:
    text = updated(message("Ten piles are dealt in four rows.", 33))
    assert '#: a.xml:33\nmsgid "Ten piles are dealt in four rows."\nmsgstr ""\n"Hamar pila banatzen dira, "\n' in text
    assert "# Think of the grid." in text


def test_a_reworded_message_keeps_its_translation_as_fuzzy() -> None:
    found = update(old(), [message("Ten piles are dealt in five rows."), *ALL[1:]])
    entry = found.catalogue.find("Ten piles are dealt in five rows.")
    assert entry is not None
    assert (entry.is_fuzzy, entry.msgstr) == (True, "Hamar pila banatzen dira, lau errenkadatan.")
    assert entry.previous == Previous("Ten piles are dealt in four rows.")
    assert entry.comments == ("Think of the grid.",)
    assert (found.kept, found.reworded, found.new, found.retired) == (2, 1, 0, 0)


def test_a_fuzzy_translation_stays_with_the_text_it_was_made_for() -> None:
    entry = update(old(), [message("Kings are removed on their own, mostly.")]).catalogue.entries[1]
    assert entry.previous == Previous("Kings are removed.")


def test_a_message_that_is_gone_becomes_obsolete_and_comes_back() -> None:
    gone = update(old(), ALL[1:]).catalogue
    text = serialized(gone).decode()
    assert "# Think of the grid.\n#~ msgid" in text
    back = update(parse_catalogue(text.encode(), "eu.po"), ALL)
    assert back.revived == 1
    entry = back.catalogue.find("Ten piles are dealt in four rows.")
    assert entry is not None
    assert (entry.is_translated, entry.comments, entry.references) == (True, ("Think of the grid.",), ("a.xml:3",))
    assert serialized(back.catalogue).count(b"Ten piles are dealt in four rows.") == 1


def test_the_previous_text_of_an_obsolete_message_is_kept() -> None:
    assert '#~| msgid "The stock"\n#~ msgid "The Stock is empty."' in updated(*ALL)


def test_an_obsolete_message_with_a_previous_text_can_come_back() -> None:
    text = updated(*ALL, message("The Stock is empty."))
    assert '#| msgid "The stock"\nmsgid "The Stock is empty."\nmsgstr "Sorta hutsik dago."' in text


def test_the_same_message_is_never_both_in_use_and_obsolete() -> None:
    both = parse_catalogue(b'msgid "a"\nmsgstr "b"\n\n#~ msgid "a"\n#~ msgstr "c"\n', "eu.po")
    (entry,) = update(both, [message("a")]).catalogue.entries
    assert (entry.msgstr, entry.comments) == ("b", ("also translated: c",))


@pytest.mark.parametrize("wanted", ["a", "something else"], ids=["in use", "obsolete"])
def test_of_several_translations_of_one_message_none_is_lost(wanted: str) -> None:
    """gettext refuses a catalogue with two entries of one message, be they obsolete."""
    obsolete = '# {note}\n#~ msgid "a"\n#~ msgstr "{text}"\n\n'
    entries = [obsolete.format(note=note, text=text) for note, text in (("One.", "b"), ("Two.", "c"), ("Two.", "c"))]
    once = update(parse_catalogue("".join(entries).encode(), "eu.po"), [message(wanted)]).catalogue
    entry = once.entries[wanted != "a"]
    assert (entry.msgid, entry.obsolete) == ("a", wanted != "a")
    assert (entry.msgstr, entry.comments) == ("c", ("Two.", "One.", "also translated: b"))
    assert serialized(update(once, [message(wanted)]).catalogue) == serialized(once)


def test_an_obsolete_translation_goes_to_its_message_that_has_none() -> None:
    fuzzy = '#, fuzzy\n#| msgid "Cards."\nmsgid "b"\nmsgstr "x"\n\n#~ msgid "b"\n#~ msgstr "y"\n'
    both = parse_catalogue(f'msgid "a"\nmsgstr ""\n\n#~ msgid "a"\n#~ msgstr "c"\n\n{fuzzy}'.encode(), "eu.po")
    first, second = update(both, [message("a"), message("b")]).catalogue.entries
    assert (first.msgstr, first.is_translated, first.comments) == ("c", True, ())
    assert (second.msgstr, second.is_translated, second.comments) == ("y", True, ("also translated: x",))
    assert second.previous is None


@pytest.mark.parametrize(
    "left",
    [
        'msgid "Card"\nmsgid_plural "Cards"\nmsgstr[0] "karta"\nmsgstr[1] ""\n',
        '# Ask Ane.\nmsgid "Card"\nmsgstr ""\n',
        '#| msgid "A card"\nmsgid "Card"\nmsgstr ""\n',
    ],
    ids=["one form", "a comment", "a previous text"],
)
def test_whatever_a_translator_left_becomes_obsolete_with_its_message(left: str) -> None:
    before = parse_catalogue(left.encode(), "eu.po")
    found = update(before, [message("Wholly different.")])
    (old,) = before.entries
    assert found.retired == 1
    kept = parse_catalogue(serialized(found.catalogue), "eu.po").entries[-1]
    assert (kept.obsolete, kept.key, kept.plurals) == (True, old.key, old.plurals)
    assert (kept.comments, kept.previous) == (old.comments, old.previous)


def test_a_reworded_message_takes_one_form_and_leaves_the_others_where_they_are() -> None:
    plural = 'msgid "Cards are dealt."\nmsgid_plural "Some"\nmsgstr[0] "bat"\nmsgstr[1] "batzuk"\n'
    found = update(parse_catalogue(plural.encode(), "eu.po"), [message("Cards are dealt!")])
    assert [(entry.obsolete, entry.msgstr, entry.plurals) for entry in found.catalogue.entries] == [
        (False, "bat", ()),
        (True, "", ("bat", "batzuk")),
    ]


def test_unlike_messages_have_nothing_of_each_other() -> None:
    found = update(old(), [message("Double click on a foundation.")])
    assert found.new == 1
    assert not found.catalogue.entries[1].has_text


def test_long_texts_are_not_compared() -> None:
    text = "".join(random.Random(1).choices("abcd ", k=120_000))
    start = time.process_time()
    found = update(Catalogue("eu.po", (Entry(text, "x"),)), [message(text[::-1])])
    assert (found.new, found.reworded) == (1, 0)
    assert time.process_time() - start < 0.3


def test_messages_stay_in_the_order_of_the_catalogue() -> None:
    assert updated(*reversed(ALL)) == updated(*ALL)


def test_a_new_message_follows_the_one_it_follows_in_the_pages() -> None:
    new = [message("Double click here."), message("Another wholly new one.")]
    text = updated(new[0], *ALL[:2], new[1], ALL[2])
    order = [text.index(word) for word in ("Double", "Ten piles", "Goal", "Another", "Kings are removed on")]
    assert order == sorted(order)


def test_an_update_twice_is_an_update_once() -> None:
    once = update(old(), ALL).catalogue
    assert serialized(update(once, ALL).catalogue) == serialized(once)
    assert serialized(update(parse_catalogue(serialized(once), "eu.po"), ALL).catalogue) == serialized(once)


def test_carriage_returns_are_kept_in_what_is_new() -> None:
    crlf = parse_catalogue(OLD.replace("\n", "\r\n").encode(), "eu.po")
    content = serialized(update(crlf, [*ALL, message("New.")]).catalogue)
    assert content.count(b"\n") == content.count(b"\r\n")


def test_a_language_begins_with_its_own_header(tmp_path: Path) -> None:
    path = tmp_path / "eu" / "LC_MESSAGES" / "pages.po"
    assert update_file(path, ALL, "eu").new == 3
    catalogue = parse_catalogue(path.read_bytes(), str(path))
    assert (catalogue.header["Language"], catalogue.header["Language-Team"]) == ("eu", "Basque")
    assert update_file(path, ALL, "eu").kept == 3


def test_a_broken_file_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "pages.po"
    path.write_bytes(b"<<<<<<< HEAD\n")
    with pytest.raises(BrokenCatalogue):
        update_file(path, ALL, "eu")
    assert path.read_bytes() == b"<<<<<<< HEAD\n"


@pytest.mark.skipif(not shutil.which("msgfmt"), reason="gettext's tools are not installed")
@pytest.mark.parametrize("lang", ["eu", "fr", "ru", "zh_CN", "xx"])
def test_gettext_accepts_what_is_written(lang: str, tmp_path: Path) -> None:
    path = tmp_path / "a.po"
    update_file(path, [*ALL, message("Goal", context="of life")], lang)
    subprocess.run(["msgfmt", "--check-format", "--check-domain", "-o", tmp_path / "a.mo", path], check=True)


def test_a_new_language_that_nobody_knows_has_a_header_too() -> None:
    assert new_catalogue("xx-unknown", "a.po").header["Language"] == "xx-unknown"


def test_fuzzy_is_not_done() -> None:
    catalogue = Catalogue(
        "eu.po",
        (
            Entry("Ten piles.", "Hamar pila."),
            Entry("Monte Carlo", "Monte Carlo"),
            Entry("Written by Ed", "Written by Ed"),
            Entry("<b>Goal</b> of it", "Xedea", flags=("fuzzy",)),
            Entry("Stock", ""),
        ),
    )
    msgids = ["Ten piles.", "Monte Carlo", "Written by Ed", "<b>Goal</b> of it", "Stock", "Waste &amp; stock"]
    found = status([*map(Message, msgids), Message("translator-credits", "_")], catalogue)
    assert found.translated == Amount(3, 7)
    assert found.copied == Amount(1, 3)
    assert found.fuzzy == Amount(1, 3)
    assert found.untranslated == Amount(2, 3)
    assert found.total == Amount(6, 13)
    assert found.wrong_language == Amount(1, 3)
    assert found.share == 4 / 13


def test_states_of_pages_add_up() -> None:
    catalogue = Catalogue("eu.po", (Entry("Goal", "Xedea"),))
    one, two = status([Message("Goal")], catalogue), status([Message("Stock pile")], catalogue)
    assert (one + two).total == Amount(2, 3)
    assert status([], catalogue).share == 1
