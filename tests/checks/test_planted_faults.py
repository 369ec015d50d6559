"""One planted fault of each kind gives exactly its finding; a clean page gives none: all checks, three languages."""

from __future__ import annotations

from pathlib import Path

import pytest
from planted import LANGUAGES, PAGE, Planted

from hoyle.checks.run import PAGE_CHECKS

TRANSLATED = LANGUAGES[1:]


@pytest.fixture
def manual(tmp_path: Path) -> Planted:
    return Planted(tmp_path)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_clean_page_has_no_finding(manual: Planted, lang: str) -> None:
    manual.write()
    assert manual.found(lang) == []


# What is changed in the page of a language, by id
WORDS: dict[str, dict[str, tuple[str, str]]] = {
    "fact-differs-from-source": {
        "fr": ("Dix piles", "Huit piles"),
        "eu": ("Hamar pila", "Zortzi pila"),
    },
    "fact-missing-from-translation": {
        "fr": ("Dix piles, côte à côte.", "Côte à côte."),
        "eu": ("Hamar pila, bata", "Bata"),
    },
    "fact-added-in-translation": {
        "fr": ("vide du tableau.", "vide du tableau. Il n'y a pas de redistribution."),
        "eu": ("jar daiteke.", "jar daiteke. Ez dago birbanaketarik."),
    },
    "number-differs": {
        "fr": ("Videz trois piles", "Videz quatre piles"),
        "eu": ("Hustu hiru pila", "Hustu lau pila"),
    },
    "term-differs": {
        "fr": ("<emphasis>défausse</emphasis>", "<emphasis>pioche</emphasis>"),
        "eu": ("<emphasis>hondarrera</emphasis>", "<emphasis>oinarrietara</emphasis>"),
    },
    "sentence-not-understood": {
        "en": ("empty tableau pile.", "empty tableau pile. Cards roll to the left like beads on a string."),
        "fr": ("vide du tableau.", "vide du tableau. Les cartes roulent à gauche comme des perles."),
        "eu": ("jar daiteke.", "jar daiteke. Kartak ezkerrera biratzen dira, aleak bezala."),
    },
    "text-untranslated": {
        "fr": ("Videz trois piles avant de revenir à", "Clear three piles before you look again at"),
        "eu": ("Hustu hiru pila", "Look at the stock before you clear it. Hustu hiru pila"),
    },
    "text-wrong-language": {
        "en": ("first.</para>", "first. Kartak banan-banan mugitzen dira mahaian.</para>"),
        "fr": ("Voyez d'abord", "Begiratu beti zure kartak mahaian. Voyez d'abord"),
        "eu": ("Begiratu lehenik", "Regardez toujours les cartes du tableau. Begiratu lehenik"),
    },
    "text-copied": {"fr": ("Règles", "Rules"), "eu": ("Arauak", "Rules")},
    "markup-differs": {
        "fr": ("la <emphasis>défausse</emphasis>", "la défausse"),
        "eu": ("<emphasis>hondarrera</emphasis>", "hondarrera"),
    },
    "reference-broken": {
        "en": ('linkend="ladder-rules"', 'linkend="ladder-rulez"'),
        "fr": ('linkend="ladder-rules"', 'linkend="ladder-rulez"'),
        "eu": ('linkend="ladder-rules"', 'linkend="ladder-rulez"'),
    },
    "fact-contradicts-page": {
        "en": ("empty tableau pile.", "empty tableau pile. The tableau has eight piles."),
        "fr": ("vide du tableau.", "vide du tableau. Le tableau a huit piles."),
        "eu": ("jar daiteke.", "jar daiteke. Mahaiak zortzi pila ditu."),
    },
}
ALONE = {"fact-contradicts-page"}
"""Faults that the source and the game would tell of too."""
CASES = [(id_, lang, *change) for id_, languages in WORDS.items() for lang, change in languages.items()]


@pytest.mark.parametrize(("id_", "lang", "old", "new"), CASES, ids=[f"{id_}-{lang}" for id_, lang, *_ in CASES])
def test_a_fault_in_the_words_has_just_its_finding(manual: Planted, id_: str, lang: str, old: str, new: str) -> None:
    manual.change(lang, old, new)
    manual.write()
    alone = id_ in ALONE
    assert manual.found(lang, source=not alone, engine=not alone and not id_.startswith("fact-")) == [id_]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_rule_that_the_game_does_not_follow(manual: Planted, lang: str) -> None:
    manual.write()
    manual.game["tableau.piles"] = 7
    assert manual.found(lang) == ["fact-contradicts-engine"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_rule_that_no_game_decides(manual: Planted, lang: str) -> None:
    manual.write()
    del manual.game["score.max"]
    assert manual.found(lang) == ["fact-undecided"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_that_is_cut_short(manual: Planted, lang: str) -> None:
    manual.write()
    path = manual.path(lang)
    path.write_text(path.read_text(encoding="utf-8").rpartition("</section>")[0], encoding="utf-8")
    manual.languages = () if lang == "en" else manual.languages
    (manual.root / "locale" / lang / "LC_MESSAGES" / "pages.po").unlink(missing_ok=True)  # it is not what is asked
    assert manual.found(lang) == ["page-damaged"]


@pytest.mark.parametrize("lang", TRANSLATED)
def test_a_translation_that_nobody_has_looked_at(manual: Planted, lang: str) -> None:
    manual.fuzzy.add("Bring all the cards to the foundations.")
    manual.write()
    assert manual.found(lang) == ["text-fuzzy"]


@pytest.mark.parametrize("lang", TRANSLATED)
def test_a_page_that_is_missing_in_a_language(manual: Planted, lang: str) -> None:
    manual.write()
    manual.path(lang).unlink()
    assert manual.found("en") == ["page-missing"]


@pytest.mark.parametrize("lang", TRANSLATED)
def test_a_page_older_than_its_source_or_its_catalogue(manual: Planted, lang: str) -> None:
    manual.write()
    source = manual.path("en")
    source.write_text(PAGE.replace("  <title>Ladder", "  <?note new?><title>Ladder"), encoding="utf-8")
    assert manual.found(lang) == ["page-stale"]
    source.write_text(PAGE, encoding="utf-8")
    assert manual.found(lang) == []
    catalogue = manual.root / "locale" / lang / "LC_MESSAGES" / "pages.po"
    text = catalogue.read_text(encoding="utf-8")
    better = {"fr": ("Videz trois", "Dégagez trois"), "eu": ("Hustu hiru", "Garbitu hiru")}[lang]
    catalogue.write_text(text.replace(*better), encoding="utf-8")
    assert manual.found(lang) == ["page-stale"]


def test_a_page_that_no_catalogue_makes_is_not_stale(manual: Planted, tmp_path: Path) -> None:
    manual.write()
    for catalogue in (tmp_path / "locale").rglob("pages.po"):
        catalogue.unlink()
    path = manual.path("fr")
    path.write_text(path.read_text(encoding="utf-8").replace("Videz trois", "Dégagez trois"), encoding="utf-8")
    assert manual.found("fr") == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_two_elements_with_one_id(manual: Planted, lang: str) -> None:
    manual.page = PAGE.replace('xml:id="ladder-scoring"', 'xml:id="ladder-goal"')
    manual.write()
    assert manual.found(lang) == ["id-duplicate"]


def test_a_file_that_is_not_there(manual: Planted) -> None:
    manual.page = PAGE.replace("<title>Ladder", '<info xlink:href="rulez.xml"/><title>Ladder')
    manual.write()
    assert manual.found("en") == ["reference-broken"]
    manual._put(manual.path("en", "rulez"), PAGE.replace("ladder", "rulez"))
    assert manual.found("en") == []


def test_what_only_looks_like_a_reference(manual: Planted) -> None:
    links = '<!-- <xref linkend="none"/> --> <link xlink:href="https://example.org/none">there</link>'
    manual.page = PAGE.replace(
        "first.</para>", f'first. {links} <link xlink:href="#ladder-goal">the goal</link></para>'
    )
    manual.write()
    assert manual.found("en") == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_comment_that_suppresses_nothing(manual: Planted, lang: str) -> None:
    manual.page = PAGE.replace("<title>Goal", "<!-- hoyle: ignore number-differs: as it is --><title>Goal")
    manual.write()
    assert manual.found(lang, source=False) == ["suppression-unused"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_rule_that_pages_of_the_family_state(manual: Planted, lang: str) -> None:
    manual.write()
    said = {
        "en": ("one at a time.", "one at a time. There are two redeals."),
        "fr": ("la défausse.", "la défausse. Il y a deux redistributions."),
        "eu": ("hondarrera.", "hondarrera. Bi birbanaketa daude."),
    }[lang]
    text = manual.path(lang).read_text(encoding="utf-8")
    assert said[0] in text
    for number in range(8):
        manual._put(manual.path(lang, f"other{number}"), text.replace(*said).replace("ladder", f"other{number}"))
    for other in (manual.root / "docbook").glob("en/*" if lang != "en" else "fr/*"):
        other.unlink()
    manual.languages = ()
    (manual.root / "locale" / "fr" / "LC_MESSAGES" / "pages.po").unlink()
    assert manual.found(lang, source=lang == "en" or not manual.path("en").exists()) == ["rule-undocumented"]
    manual.game["stock.redeals"] = 0
    assert manual.found(lang) == []


def test_no_check_of_pages_goes_without_a_planted_fault() -> None:
    planted = {
        *WORDS,
        "fact-contradicts-engine",
        "fact-undecided",
        "page-damaged",
        "text-fuzzy",
        "page-missing",
        "page-stale",
    }
    planted |= {"id-duplicate", "suppression-unused", "rule-undocumented"}
    assert {check.id for check in PAGE_CHECKS} == planted
