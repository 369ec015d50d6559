"""The pages about the whole site: verification, translation, glossary, keys, packages."""

# ruff: noqa: E501 – samples of markup are easier to read in one line
from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from lxml import html

from hoyle import data
from hoyle.cli import main
from hoyle.language.bank import load
from hoyle.publish import glossary
from hoyle.publish.build import build
from hoyle.publish.progress import of_language
from hoyle.publish.words import collated
from hoyle.translation.messages import messages_of
from hoyle.translation.source import read_source
from hoyle.translation.status import words_in

LANGUAGES = ("en", "fr", "eu")


def read(page: Path) -> html.HtmlElement:
    return html.document_fromstring(page.read_bytes().decode("utf-8"))


def rows(page: html.HtmlElement) -> list[list[str]]:
    return [
        [" ".join(cell.text_content().split()) for cell in row.xpath("th | td")]
        for row in page.xpath("//table[contains(@class, 'figures')]//tbody/tr")
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_verification_page_counts_what_the_pages_show(site: Path, lang: str) -> None:
    page = read(site / lang / "verification.html")
    figures = [row[-6:] for row in rows(page) if len(row) == 8]
    for (facts, *standings, _unread), game in zip(figures, ("forty", "monte", "yield"), strict=True):
        assert int(facts) == sum(map(int, standings)) > 15, game
    unread = sum(int(row[-1]) for row in rows(page) if len(row) == 8)
    assert unread == len(page.xpath("//section[@id='sentences-not-understood']//li"))


def test_all_languages_are_counted_alike_on_every_verification_page(site: Path) -> None:
    counted = {
        lang: sorted(tuple(row[-6:]) for row in rows(read(site / lang / "verification.html"))) for lang in LANGUAGES
    }
    assert len(counted["en"]) == 9
    assert counted["en"] == counted["fr"] == counted["eu"]


def test_a_listed_sentence_leads_to_itself(site: Path) -> None:
    page = read(site / "fr/verification.html")
    links = page.xpath("//ul[contains(@class, 'sentences')]//a")
    assert links
    for link in links:
        path, _, part = link.get("href").partition("#")
        (sentence,) = read(site / "fr" / path).xpath(f"//*[@id='{part}']")
        assert "".join(sentence.text_content().split()) == "".join(link.text_content().split())


def test_a_page_that_says_something_wrong_is_listed_as_contradicted(tmp_path: Path, small_site: Path) -> None:
    (tmp_path / "en").mkdir()
    (tmp_path / "en/golf.xml").write_text(
        '<article xml:lang="en"><title>Golf</title><section><title>Rules</title>'
        "<para>There are nine tableau piles.</para></section></article>"
    )
    build(("en",), tmp_path / "site", pages={"en": tmp_path / "en"}, engine="reference", site=small_site)
    page = read(tmp_path / "site/en/verification.html")
    (listed,) = page.xpath("//section[@id='sentences-contradicted']//li")
    assert "nine tableau piles" in listed.text_content()
    assert rows(page)[0][2:5] == ["1", "0", "1"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_translation_page_tells_of_each_language_and_page(site: Path, lang: str) -> None:
    page = read(site / lang / "translation.html")
    assert [section.get("id") for section in page.xpath("//main/section/section")] == [
        "translation-fr",
        "translation-eu",
    ]
    assert len(rows(page)) == 2 * (3 + 2)
    guides = page.xpath("//table//a[contains(@href, 'guide/index.html')]")
    assert [guide.text_content() for guide in guides] == [
        read(site / lang / "guide/index.html").xpath("string(//h1)")
    ] * 2
    for _name, done, *amounts in rows(page):
        translated, review, missing = (int(re.sub(r"\D", "", amount)) for amount in amounts)
        share = translated / (translated + review + missing)
        assert abs(float(re.sub(r"[^\d.]", "", done.replace(",", "."))) - 100 * share) < 0.2
    assert len(page.xpath("//*[local-name()='svg'][contains(@class, 'bar')]")) == len(rows(page))
    assert not page.xpath("//main//@style")


def test_what_is_left_to_translate_is_listed_in_the_source_s_language(tmp_path: Path, small_site: Path) -> None:
    pages = {lang: tmp_path / lang for lang in ("en", "eu")}
    for lang, folder in pages.items():
        folder.mkdir()
        (folder / "no_game.xml").write_text(
            f'<article xml:lang="{lang}"><title>Golf</title><para>Ten piles.</para><para>Play &amp; win <emphasis>soon</emphasis>.'
            "</para><para>No redeals.</para></article>"
        )
    (tmp_path / "eu.po").write_text(
        'msgid ""\nmsgstr "Language: eu\\nContent-Type: text/plain; charset=UTF-8\\n"\n\n'
        'msgid "Golf"\nmsgstr "Golfa"\n\n#, fuzzy\nmsgid "Ten piles."\nmsgstr "Bi pila."\n\nmsgid "No redeals."\nmsgstr "Ez dago birbanaketarik."\n'
    )
    progress = of_language("eu", pages["en"], tmp_path, "en")
    assert progress is not None
    (golf,) = progress.pages
    assert [golf.status.translated.words, golf.status.fuzzy.words, golf.status.untranslated.words] == [3, 2, 3]
    build(("en", "eu"), tmp_path / "site", pages=pages, locale=tmp_path, engine="reference", site=small_site)
    page = read(tmp_path / "site/eu/translation.html")
    left = page.xpath("//ul[contains(@class, 'left')]//p")
    assert [(text.get("lang"), text.text_content()) for text in left] == [
        ("en", "Ten piles."),
        ("en", "Play & win soon."),
    ]
    assert rows(page)[0][2:5] == ["3", "2", "3"]
    bars = page.xpath("//*[local-name()='rect']/@width")
    assert [round(float(width)) for width in bars] == [38, 25, 38]


def test_all_pages_together_are_counted_as_the_command_line_counts_them(site: Path) -> None:
    """What several pages have alike is to be translated once, and counts once."""
    pages = [data.folder("docbook") / f"en/{name}.xml" for name in ("forty_thieves", "monte_carlo", "yield")]
    every = [message for page in pages for message in messages_of(read_source(page))]
    progress = of_language("eu", pages[0].parent, data.folder("locale"), "en")
    assert progress is not None
    told = json.loads(CliRunner().invoke(main, ["status", "--format", "json", "--lang", "eu"]).output)
    (told,) = told["languages"]
    assert (
        progress.whole.total.words
        == told["words"]["total"]
        == sum(words_in(text) for text in {one.msgid for one in every})
    )
    assert progress.whole.total.words < sum(page.status.total.words for page in progress.pages)
    assert [page.status.total.words for page in progress.pages] == [page["words"]["total"] for page in told["pages"]]
    shown = rows(read(site / "eu/translation.html"))[-2]
    assert int(re.sub(r"\D", "", shown[2])) == told["words"]["translated"]


def test_a_translation_into_another_language_is_left_to_do(tmp_path: Path, small_site: Path) -> None:
    pages = {lang: tmp_path / lang for lang in ("en", "eu")}
    for lang, folder in pages.items():
        folder.mkdir()
        (folder / "no_game.xml").write_text(
            f'<article xml:lang="{lang}"><title>Golf</title><para>Cards are moved one at a time.</para></article>'
        )
    (tmp_path / "eu.po").write_text(
        'msgid ""\nmsgstr "Language: eu\\nContent-Type: text/plain; charset=UTF-8\\n"\n\n'
        'msgid "Golf"\nmsgstr "Golfa"\n\nmsgid "Cards are moved one at a time."\nmsgstr "Cards can be moved only one at a time."\n'
    )
    build(("en", "eu"), tmp_path / "site", pages=pages, locale=tmp_path, engine="reference", site=small_site)
    page = read(tmp_path / "site/eu/translation.html")
    assert rows(page)[0][2:5] == ["1", "0", "7"]
    assert [one.text_content() for one in page.xpath("//ul[contains(@class, 'left')]//p")] == [
        "Cards are moved one at a time."
    ]


def test_without_a_catalogue_the_sentences_in_another_language_are_listed(tmp_path: Path, small_site: Path) -> None:
    pages = {lang: tmp_path / lang for lang in ("en", "eu")}
    for lang, folder in pages.items():
        folder.mkdir()
        (folder / "golf.xml").write_text(
            f'<article xml:lang="{lang}"><title>Golf</title><section><title>Rules</title><para>Kartak banaka mugitzen dira. '
            "Cards are moved one at a time, and an empty pile stays empty.</para></section></article>"
        )
    build(("en", "eu"), tmp_path / "site", pages=pages, locale=tmp_path, engine="reference", site=small_site)
    page = read(tmp_path / "site/eu/translation.html")
    (sentence,) = page.xpath("//ul[contains(@class, 'left')]//p")
    assert (sentence.get("lang"), sentence.text_content()) == (
        "en",
        "Cards are moved one at a time, and an empty pile stays empty.",
    )
    path, _, part = sentence.xpath(".//a/@href")[0].partition("#")
    assert read(tmp_path / "site/eu" / path).get_element_by_id(part).text_content() == sentence.text_content()
    (elsewhere,) = read(tmp_path / "site/en/translation.html").xpath("//section[@id='translation-eu']//a/@href")
    assert elsewhere == "../eu/translation.html"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_signs_are_explained_and_each_game_leads_there(site: Path, lang: str) -> None:
    signs = read(site / lang / "verification.html").get_element_by_id("signs")
    assert len(signs.xpath(".//dt//*[local-name()='svg']")) == len(signs.xpath(".//dd")) == 5
    assert read(site / lang / "games/yield.html").xpath("//a[@class='legend']/@href") == ["../verification.html#signs"]


@pytest.mark.parametrize(
    ("lang", "sentence", "sentences", "facts"),
    [
        ("en", "Verified", "Verified", "Verified"),
        ("fr", "Vérifiée", "Vérifiées", "Vérifiés"),
        ("eu", "Egiaztatuta", "Egiaztatuta", "Egiaztatuta"),
    ],
)
def test_a_standing_agrees_with_what_stands_so(
    site: Path, lang: str, sentence: str, sentences: str, facts: str
) -> None:
    page = read(site / lang / "games/yield.html")
    assert page.xpath("//details[contains(@class, 'rule-note')]/summary/@title")[0] == sentence
    assert page.xpath("//div[@class='rules-summary']//li")[-1].text_content().split()[0].rstrip(":") == sentences
    heads = read(site / lang / "verification.html").xpath("//table//thead//th")
    assert heads[3].text_content().strip() == facts


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_glossary_has_each_concept_in_every_language(site: Path, lang: str) -> None:
    page = read(site / lang / "glossary.html")
    assert {head.get("id") for head in page.xpath("//dl[contains(@class, 'words')]/dt")} == {
        f"term-{concept}" for concept in glossary.CONCEPTS
    }
    for others in page.xpath("//ul[contains(@class, 'in-languages')]"):
        assert {node.get("lang") for node in others.xpath(".//span[@lang]")} == set(LANGUAGES) - {lang}


@pytest.mark.parametrize(("lang", "word"), [("en", "stock"), ("fr", "pioche"), ("eu", "hondar")])
def test_the_first_mention_of_a_term_leads_to_the_glossary_and_no_other_does(site: Path, lang: str, word: str) -> None:
    page = read(site / lang / "games/forty_thieves.html")
    links = page.xpath("//a[contains(@class, 'term')]")
    targets = [link.get("href") for link in links]
    assert len(targets) == len(set(targets)) > 5
    assert any(word in link.text_content().lower() for link in links)
    assert not page.xpath("//h1//a | //h2//a | //a//a")


def test_a_word_with_two_meanings_leads_nowhere() -> None:
    """Basque `sorta` is both stock and deck."""
    (word,) = load("eu").words("sorta")
    assert {"stock", "deck"} <= word.concepts


@pytest.mark.parametrize(
    ("lang", "first"),
    [("en", ["building", "deal"]), ("fr", ["construction", "couleur"]), ("eu", ["banaketa", "bikotea"])],
)
def test_entries_stand_in_the_order_of_their_usual_words(site: Path, lang: str, first: list[str]) -> None:
    heads = [
        head.text_content() for head in read(site / lang / "glossary.html").xpath("//dl[contains(@class, 'words')]/dt")
    ]
    assert heads[:2] == first
    assert heads == sorted(heads, key=collated)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_term_banks_know_the_words_of_the_glossary_by_the_same_concept(lang: str) -> None:
    """A word that a page uses leads to the entry that has it."""
    bank = load(lang)
    for concept in glossary.CONCEPTS:
        usual = glossary.terms(lang, concept)[0]
        meant = {one for word in bank.words(usual) for one in word.concepts}
        # Of what the pages do the banks know the verbs.
        assert concept in meant or (lang == "en" and concept in ("building", "dealing")), (concept, usual, meant)


def test_the_key_reference_has_every_key_of_the_readers(site: Path) -> None:
    from hoyle.facts.keys import KEYS

    for lang in LANGUAGES:
        page = read(site / lang / "guide/keys.html")
        assert [code.text_content() for code in page.xpath("//table//th//code")] == [key.shape for key in KEYS]
        told = [cell.text_content().strip() for cell in page.xpath("//table//tbody//td[1]")]
        assert (
            told[2]
            == {
                "en": "how many piles of the kind there are",
                "fr": "P\u00a0: nombre de piles",
                "eu": "P: pila kopurua",
            }[lang]
        )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_reference_of_checks_tells_of_every_check(site: Path, lang: str) -> None:
    from hoyle.checks.run import ALL
    from hoyle.messages import catalogue

    said = catalogue(lang).gettext
    page = read(site / lang / "guide/checks.html")
    told = page.xpath("//dl[contains(@class, 'checks')]/dt")
    assert [term.text_content() for term in told] == [f"{check.id} ({said(check.severity)})" for check in ALL]
    assert [page.get_element_by_id(f"check-{check.id}").text_content() for check in ALL] == [one.id for one in ALL]
    for check in ALL:
        (definition,) = page.xpath(f"//dt[.//*[@id='check-{check.id}']]/following-sibling::dd[1]")
        text = definition.text_content()
        assert all(said(part) in text for part in (check.summary, check.reason, check.wrong, check.right))


def test_the_packages_are_described_once_and_reached_from_every_language(site: Path) -> None:
    page = read(site / "en/api/engine.html")
    assert page.xpath("//dt[@id='hoyle_engine.interface.Game.legal_moves']")
    assert not (site / "fr/api").exists()
    links = read(site / "fr/games/yield.html").xpath("//footer//a[@lang='en']/@href")
    assert "../../en/api/index.html" in links
