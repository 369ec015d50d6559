"""Our own help pages: valid, complete, and in every language what the catalogues make of them."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from lxml import etree

from hoyle import data
from hoyle.translation.catalogue import Catalogue, read_catalogue
from hoyle.translation.localize import localize
from hoyle.translation.messages import Message, extract
from hoyle.translation.status import status
from hoyle.translation.update import update

DB = "{http://docbook.org/ns/docbook}"
XML = "{http://www.w3.org/XML/1998/namespace}"
LANGUAGES = ("fr", "eu")
GAMES = sorted(path.stem for path in (data.folder("docbook") / "en").glob("*.xml"))
SCHEMA = Path("/usr/share/xml/docbook/schema/rng/5.0/docbook.rng")
PARTS = ("setup", "goal", "rules", "scoring", "strategy")


def page(lang: str, game: str) -> Path:
    return data.folder("docbook") / lang / f"{game}.xml"


def catalogue(lang: str) -> Catalogue:
    return read_catalogue(data.folder("locale") / lang / "LC_MESSAGES" / "pages.po")


def messages() -> list[Message]:
    return extract(page("en", game) for game in GAMES)


def test_every_language_has_every_page() -> None:
    assert GAMES
    for lang in LANGUAGES:
        assert sorted(path.stem for path in (data.folder("docbook") / lang).glob("*.xml")) == GAMES


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_translated_page_is_what_the_catalogue_makes_of_the_source(lang: str, game: str) -> None:
    result = localize(page("en", game), catalogue(lang), lang)
    assert not result.problems
    assert result.untranslated == 0
    assert page(lang, game).read_bytes() == result.content, (
        f"docbook/{lang}/{game}.xml is behind: run hoyle localize {lang}"
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_catalogue_has_just_the_messages_of_the_pages(lang: str) -> None:
    found = catalogue(lang)
    updated = update(found, messages())
    assert (updated.new, updated.reworded, updated.retired) == (0, 0, 0)
    counted = status(messages(), found)
    assert (counted.share, counted.fuzzy.messages, counted.untranslated.messages) == (1, 0, 0)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", *LANGUAGES])
def test_a_page_is_valid_docbook(lang: str, game: str) -> None:
    if not SCHEMA.exists():
        pytest.skip("DocBook's schema is not installed (Debian: docbook5-xml)")
    etree.RelaxNG(etree.parse(SCHEMA)).assertValid(etree.parse(page(lang, game)))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", *LANGUAGES])
def test_a_page_tells_all_that_a_player_asks(lang: str, game: str) -> None:
    root = etree.parse(page(lang, game)).getroot()
    assert root.get(f"{XML}id") == game
    assert root.get(f"{XML}lang") == lang
    assert [part.get(f"{XML}id") for part in root.iter(f"{DB}section")] == [f"{game}-{part}" for part in PARTS]
    for part in root.iter(f"{DB}section"):
        assert "".join(map(str, part.itertext())).strip() != part.findtext(f"{DB}title")


def pairs(lang: str) -> list[tuple[str, str]]:
    return [(entry.msgid, entry.msgstr) for entry in catalogue(lang).entries if entry.msgid]


def test_french_has_its_spaces_and_apostrophes() -> None:
    for _msgid, text in pairs("fr"):
        assert not re.search(r"[^\u00a0]:(?!/)|[^\u202f\u00a0][;!?]|«(?!\u00a0)|(?<!\u00a0)»", text), text


def test_basque_has_no_space_before_a_sign() -> None:
    for _msgid, text in pairs("eu"):
        assert not re.search(r"\s[:;!?.,]", text), text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_translation_ends_as_its_source_does(lang: str) -> None:
    for msgid, text in pairs(lang):
        assert re.findall(r"[.!?]$", msgid) == re.findall(r"[.!?]$", text), msgid
        assert "  " not in text
        assert text == text.strip()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_figures_are_the_same_in_every_language(lang: str) -> None:
    for msgid, text in pairs(lang):
        assert sorted(re.findall(r"\d+", msgid)) == sorted(re.findall(r"\d+", text)), msgid


@pytest.mark.parametrize("lang", LANGUAGES)
def test_gettext_accepts_the_catalogue(lang: str, tmp_path: Path) -> None:
    try:
        subprocess.run(["msgfmt", "-c", "-o", tmp_path / "a.mo", catalogue(lang).path], check=True)
    except FileNotFoundError:
        pytest.skip("gettext's tools are not installed")
