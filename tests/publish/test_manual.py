"""A whole foreign manual: AisleRiot's, from where its package puts it."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from lxml import etree, html

from hoyle.publish.build import build

HELP = Path("/usr/share/help")
LANGUAGES = {"en": "C", "fr": "fr", "eu": "eu"}
BOOKS = {lang: HELP / name / "aisleriot/index.docbook" for lang, name in LANGUAGES.items()}

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        not all(book.is_file() for book in BOOKS.values()),
        reason="the manual of AisleRiot is not installed in C, fr, eu",
    ),
]


@pytest.fixture(scope="module")
def manual(tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("manual") / "site"
    folders = {lang: book.parent for lang, book in BOOKS.items()}
    reports = build(tuple(folders), output, pages=folders, manual="index.docbook", engine="reference")
    for report in reports:
        assert report.documents > 90
        assert not [warning for warning in report.warnings if "duplicate" in warning or "unknown element" in warning]
    return output


@cache
def book(lang: str) -> etree._Element:
    """The whole book as libxml2 puts it together, which is another reader than ours."""
    tree = etree.parse(str(BOOKS[lang]), etree.XMLParser(resolve_entities=True, no_network=True))
    for element in tree.iter("{http://www.w3.org/2003/XInclude}include"):
        element.tag = "{http://www.w3.org/2001/XInclude}include"
    tree.xinclude()
    return tree.getroot()


def solid(text: str) -> str:
    """The text without white space, and without the arrows that stand between menus on a page."""
    return "".join(text.replace("▸", "").split())


@cache
def shown(manual: Path, lang: str) -> dict[str, html.HtmlElement]:
    pages = {}
    for path in sorted((manual / lang / "games").glob("*.html")):
        main = html.document_fromstring(path.read_bytes().decode("utf-8")).find(".//main")
        for added in main.xpath(".//*[contains(@class, 'rule-note') or @id='replay' or contains(@class, 'opening')]"):
            added.drop_tree()
        pages[path.stem] = main
    return pages


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_text_of_the_manual_is_lost(manual: Path, lang: str) -> None:
    text = {name: solid("".join(main.itertext())) for name, main in shown(manual, lang).items()}
    everything = "\n".join(text.values())
    missing = []
    count = 0
    for element in book(lang).iter("para", "title", "entry", "term", "firstname", "holder", "publishername"):
        if element.xpath(
            "ancestor::indexterm | para | itemizedlist | orderedlist | informaltable | ancestor::articleinfo"
        ):
            continue
        words = solid("".join(element.xpath(".//text()")))
        count += 1
        if words and words not in everything:
            missing.append(" ".join("".join(element.itertext()).split())[:80])
    assert count > 1500
    assert missing == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_table_and_row_of_the_manual_is_there(manual: Path, lang: str) -> None:
    source = book(lang)
    pages = shown(manual, lang).values()
    rows = sum(len(page.xpath(".//table//tr")) for page in pages)
    assert sum(len(page.xpath(".//table")) for page in pages) == len(list(source.iter("tgroup"))) > 80
    assert rows == len(list(source.iter("row")))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_link_of_the_manual_leads_where_it_did(manual: Path, lang: str) -> None:
    wanted = Counter(
        link.get("url") for link in book(lang).iter("ulink") if not link.get("url").startswith(("ghelp:", "help:"))
    )
    found = Counter(
        link.get("href")
        for page in shown(manual, lang).values()
        for link in page.xpath(".//a[contains(@class, 'external')]")
    )
    assert wanted - found == Counter()
    linkends = {link.get("linkend") for link in book(lang).iter("link", "xref")}
    identifiers = {name for page in shown(manual, lang).values() for name in page.xpath(".//@id")}
    assert {name for name in linkends if name} <= identifiers


def test_games_that_the_engine_plays_have_a_picture_and_a_replay(manual: Path) -> None:
    for name in ("klondike", "yukon", "forty_thieves"):
        page = html.document_fromstring((manual / "fr/games" / f"{name}.html").read_bytes().decode("utf-8"))
        assert page.xpath("//div[contains(@class, 'table-picture')]")
        assert page.xpath("//div[contains(@class, 'replay')]")


def test_the_book_lists_its_games_in_its_order(manual: Path) -> None:
    titles = [
        link.text_content() for link in shown(manual, "en")["index"].xpath(".//li[contains(@class, 'toctree-l1')]/a")
    ]
    assert len(titles) >= 90
    assert titles.index("Accordion") < titles.index("Klondike") < titles.index("Yukon")
