"""Text that translators left as it was, on finished pages without a catalogue.

On the manual of AisleRiot, as Debian installs it, its catalogues are the truth: what a
page has in English, and its catalogue has not in English, was left. A *sentence* ends
with a mark or has more than three words; what is shorter is a label, a title or a name.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from small_manual import ENGLISH

from hoyle.checks.run import check_pages
from hoyle.docbook.page import Page
from hoyle.docbook.reader import read_page, read_pages
from hoyle.language.pages import split
from hoyle.translation.catalogue import Catalogue, read_catalogue
from hoyle.translation.localize import localize

GERMAN = (
    ENGLISH.replace('"en"', '"de"')
    .replace("Setup", "Aufbau")
    .replace("Type of deck", "Art des Blattes")
    .replace("Standard deck", "Ein Blatt")
    .replace("Ten piles. Deal four rows face up.", "Zehn Stapel. Vier Reihen werden offen ausgelegt.")
    .replace("Three piles.", "Drei Stapel. Karten vom Reservestapel werden einzeln gespielt.")
)


def told(folder: Path, lang: str, text: str) -> list[tuple[str, str, str | None]]:
    """The findings about a page whose English source lies beside it."""
    for name, content in (("en", ENGLISH), (lang, text)):
        (folder / name).mkdir()
        (folder / name / "ladder.xml").write_text(content, encoding="utf-8")
    (result,) = check_pages([read_page(folder / lang / "ladder.xml")], lambda *_asked: (), select=["text-"])
    return [(finding.id, finding.severity, finding.quote) for finding in result.findings]


def test_a_label_that_the_translation_uses_is_its_own(tmp_path: Path) -> None:
    # “Reserve” is German too, and “Tableau” is not what this page calls anything
    assert told(tmp_path, "de", GERMAN) == [("text-copied", "note", "Tableau")]


def test_a_label_in_its_language_is_not_told(tmp_path: Path) -> None:
    assert told(tmp_path, "de", GERMAN.replace("Tableau", "Spieltisch")) == []


def test_a_text_that_is_the_sources_is_told_once_and_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    english = "Move the kings that block a pile first. Live dangerously."
    for lang, text in (("en", ENGLISH), ("de", GERMAN.replace("Tableau", "Spieltisch"))):
        (tmp_path / lang).mkdir()
        page = text.replace("</section>", f"<para>{english}</para></section>")
        (tmp_path / lang / "ladder.xml").write_text(page, encoding="utf-8")
    (result,) = check_pages([read_page(tmp_path / "de" / "ladder.xml")], lambda *_asked: (), select=["text-"])
    (finding,) = result.findings
    assert finding.quote == english
    assert "2 sentences" in finding.message


def test_a_text_that_is_translated_in_part_is_told_sentence_by_sentence(tmp_path: Path) -> None:
    part = GERMAN.replace("Tableau", "Spieltisch").replace(
        "Vier Reihen werden offen ausgelegt.", "Deal four rows face up. Move the kings that block a pile first."
    )
    assert [quote for _id, _severity, quote in told(tmp_path, "de", part)] == [
        "Deal four rows face up.",
        "Move the kings that block a pile first.",
    ]


# The manual of AisleRiot

HELP = Path("/usr/share/help")
CATALOGUES = Path(__file__).parents[3] / "shared" / "aisleriot-help"
NAMED = ("ca", "de", "es", "eu", "fr", "ru", "sv")
"""The languages whose catalogues say together what is a name: what most of them leave as it is."""
needs_the_manual = pytest.mark.skipif(
    not (HELP / "C" / "aisleriot").is_dir() or not CATALOGUES.is_dir(),
    reason="AisleRiot's manual (Debian: aisleriot) or its catalogues are not here",
)


@dataclass(frozen=True)
class Text:
    """One sentence of a page, by the measure of the catalogues."""

    words: str
    is_left: bool
    """Whether it is English, and should not be."""
    is_name: bool
    """Whether it is a name of a game, as a title of a page or as a paragraph without small words."""
    is_found: bool

    @property
    def is_sentence(self) -> bool:
        return not self.is_name and (len(re.findall(r"[^\W\d_]+", self.words)) > 3 or self.words[-1] in ".!?")


@cache
def translations(lang: str) -> dict[str, str | None]:
    """What the catalogue has for each text, as pages show both; None where it has nothing to use."""

    def shown(text: str) -> str:
        return " ".join(html.unescape(re.sub(r"<[^>]*>", "", text)).split())

    return {
        shown(entry.msgid): shown(entry.msgstr) if entry.is_translated else None
        for entry in read_catalogue(CATALOGUES / lang / f"{lang}.po").entries
        if not (entry.obsolete or entry.is_header or entry.context == "_")
    }


def is_the_same_everywhere(text: str) -> bool:
    found = [translation for lang in NAMED if (translation := translations(lang).get(text))]
    return bool(found) and 2 * found.count(text) >= len(found)


@cache
def english_sentences() -> frozenset[str]:
    pages = read_pages([HELP / "C" / "aisleriot"])
    texts = [" ".join(block.text.value.split()) for page in pages if isinstance(page, Page) for block in page.blocks]
    return frozenset(sentence for text in texts for _start, sentence in split(text, "en"))


def texts_of(lang: str, folder: Path, left: Catalogue | None = None) -> Iterator[Text]:
    """The sentences of the pages in a folder; `left` is the catalogue that they were made with, else the real one."""
    known = translations(lang) if left is None else {entry.msgid: entry.msgstr for entry in left.entries}
    for result in check_pages(read_pages([folder]), lambda *_asked: (), select=["text-"]):
        assert result.subject
        told = {(finding.id == "text-copied", finding.place): finding.quote or "" for finding in result.findings}
        for block in result.subject.page.blocks:
            text = " ".join(block.text.value.split())
            is_kept = known.get(text) == text or is_the_same_everywhere(text)
            is_title = block.text == result.subject.page.title
            quote = told.get((True, block.text.place(0)), "")
            for start, sentence in split(block.text.value, lang):
                words = " ".join(sentence.split())
                quote = told.get((False, block.text.place(start)), quote)  # it may go on for several sentences
                yield Text(
                    words,
                    words in english_sentences() and re.search(r"[^\W\d_]{2}", words) is not None and not is_kept,
                    is_title or (block.kind == "para" and words.istitle()),
                    words in " ".join(quote.split()),
                )


def is_good(texts: list[Text], least: float) -> bool:
    """Whether enough of what was left is found, and of 1000 others at most 5 are taken for it."""
    left = [text for text in texts if text.is_left]
    others = [text for text in texts if not text.is_left]
    found = sum(text.is_found for text in left)
    false = sum(text.is_found for text in others)
    print(f"{found} of {len(left)} found, {false} of {len(others)} false")
    print([text.words for text in left if not text.is_found], [text.words for text in others if text.is_found])
    return found >= least * len(left) and false <= 0.005 * len(others)


@pytest.mark.long
@needs_the_manual
@pytest.mark.parametrize("lang", ["eu", "fr", "es", "de"])
def test_what_was_left_on_finished_pages_is_found(lang: str) -> None:
    texts = list(texts_of(lang, HELP / lang / "aisleriot"))
    assert is_good([text for text in texts if text.is_sentence], 0.99)
    assert is_good([text for text in texts if not text.is_name], 0.96)
    assert not any(text.is_found for text in texts if text.is_name and not text.is_left)


@pytest.mark.long
@needs_the_manual
@pytest.mark.parametrize("lang", ["es", "sv", "ru"])
def test_what_is_left_of_a_complete_language_is_found(lang: str, tmp_path: Path) -> None:
    """A seventh of the messages is left in English, as itstool leaves them: without a word about it."""
    whole = read_catalogue(CATALOGUES / lang / f"{lang}.po")
    part = Catalogue(whole.path, tuple(entry for at, entry in enumerate(whole.entries) if at % 7 or entry.is_header))
    (tmp_path / lang).mkdir()
    (tmp_path / "C").symlink_to(HELP / "C" / "aisleriot")
    for page in sorted((HELP / "C" / "aisleriot").iterdir()):
        if page.suffix in (".xml", ".docbook"):
            content = re.sub(rb' (xml:)?lang="[^"]*"', b"", localize(page, part, lang).content)
            (tmp_path / lang / page.name).write_bytes(content)
    texts = list(texts_of(lang, tmp_path / lang))
    assert is_good([text for text in texts if text.is_sentence], 0.99)
