"""Facts stated of an option are held against the game with that option on."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.checks.finding import Finding
from hoyle.checks.options import meant
from hoyle.checks.run import check_pages, engine_observer
from hoyle.docbook.reader import read_pages

TEXTS = {
    "en": {
        "title": "Options",
        "three": "Three card deals",
        "none": "No redeals",
        "own": "Left hand play",
        "turned": "Cards are dealt from the stock three at a time.",
        "turned two": "Cards are dealt from the stock two at a time.",
        "redeals": "There is no redeal.",
        "one redeal": "There is one redeal.",
    },
    "fr": {
        "title": "Options",
        "three": "Distribution par trois cartes",
        "none": "Pas de redistribution",
        "own": "Jeu de la main gauche",
        "turned": "Les cartes sont distribuées trois par trois depuis la pioche.",
        "turned two": "Les cartes sont distribuées deux par deux depuis la pioche.",
        "redeals": "Pas de redistribution.",
        "one redeal": "Une redistribution.",
    },
    "eu": {
        "title": "Aukerak",
        "three": "Hiru kartako banaketak",
        "none": "Birbanaketarik gabe",
        "own": "Ezkerreko eskuaz",
        "turned": "Sortako kartak hirunaka banatzen dira.",
        "turned two": "Sortako kartak binaka banatzen dira.",
        "redeals": "Ezin da berriz banatu.",
        "one redeal": "Behin bana daiteke berriz.",
    },
}


def manual(folder: Path, lang: str, options: list[tuple[str, str]]) -> None:
    """Klondike's page in a language, with what it says of each option."""
    words = TEXTS[lang]
    entries = "".join(
        f"<varlistentry><term>{words[term]}</term>"
        f"<listitem><para>{words.get(text, text)}</para></listitem></varlistentry>\n"
        for term, text in options
    )
    path = folder / lang / "klondike.xml"
    path.parent.mkdir()
    path.write_text(
        f"<article xml:lang='{lang}'><title>Klondike</title><section><title>{words['title']}</title>\n"
        f"<variablelist>\n{entries}</variablelist></section></article>",
        encoding="utf-8",
    )


def findings(folder: Path, check: str = "fact-contradicts-engine") -> list[Finding]:
    """What a check finds."""
    results = check_pages(read_pages([folder]), engine_observer("reference"), select=[check])
    return [finding for result in results for finding in result.findings]


@pytest.mark.parametrize("lang", TEXTS)
def test_what_the_game_does_with_the_option_on_is_no_fault(tmp_path: Path, lang: str) -> None:
    right = [("three", "turned"), ("none", "redeals")]
    for each in dict.fromkeys(("en", lang)):
        manual(tmp_path, each, right)
    assert findings(tmp_path) == []


@pytest.mark.parametrize("lang", TEXTS)
def test_what_it_does_not_do_is_found_with_what_was_tried(tmp_path: Path, lang: str) -> None:
    if lang != "en":
        manual(tmp_path, "en", [("three", "turned"), ("none", "redeals")])
    manual(tmp_path, lang, [("three", "turned two"), ("none", "redeals")])

    (finding,) = findings(tmp_path)

    assert (finding.severity, finding.lang, finding.key, finding.stated, finding.actual) == (
        "error",
        lang,
        "stock.turn",
        2,
        3,
    )
    assert TEXTS[lang]["three"].lower() in finding.message
    assert finding.evidence is not None
    assert "Move: click stock 1" in finding.evidence


def test_an_option_that_the_game_does_not_have_is_left_undecided(tmp_path: Path) -> None:
    manual(tmp_path, "en", [("own", "turned two")])
    assert findings(tmp_path) == []


def test_a_translation_whose_source_has_no_such_place_is_left_undecided(tmp_path: Path) -> None:
    manual(tmp_path, "en", [("none", "redeals")])
    manual(tmp_path, "fr", [("none", "redeals"), ("three", "turned two")])
    assert findings(tmp_path) == []


def test_a_text_that_tells_of_both_states_decides_nothing(tmp_path: Path) -> None:
    both = "Cards are dealt from the stock three at a time. If unchecked, cards are dealt from the stock two at a time."
    manual(tmp_path, "en", [("three", both)])
    assert findings(tmp_path) == []


def test_what_holds_without_the_option_may_be_said_of_the_game_without_it(tmp_path: Path) -> None:
    manual(tmp_path, "en", [("three", "Cards are dealt from the stock one at a time.")])
    (finding,) = findings(tmp_path)
    assert finding.severity == "warning"


@pytest.mark.parametrize(
    ("title", "names", "name"),
    [
        ("deal three cards", ["Three card deals", "Single card deals"], "Three card deals"),
        ("general patience", ["Terrace", "General’s Patience"], "General’s Patience"),
        ("same suit", ["Same suit", "Alternating colors"], "Same suit"),
        ("suit", ["Same suit", "Two suits"], None),
        ("two decks", ["Two decks", "Decks two"], None),
    ],
)
def test_a_title_means_the_option_made_of_its_words(title: str, names: list[str], name: str | None) -> None:
    assert meant(title, names) == name


def test_why_no_game_decides_a_rule_is_said(tmp_path: Path) -> None:
    manual(tmp_path, "en", [("own", "turned"), ("three", "redeals"), ("three", "one redeal")])
    page = tmp_path / "en" / "klondike.xml"
    rule = "<section><title>Rules</title><para>Empty places are filled from the stock.</para></section></article>"
    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace("</article>", rule), encoding="utf-8")
    (tmp_path / "en" / "unheard_of.xml").write_text(text.replace("Klondike", "Unheard of"), encoding="utf-8")
    why = [finding.message.rpartition(": ")[2] for finding in findings(tmp_path, "fact-undecided")]
    assert why == [
        "the option of the game that is meant could not be tried",
        "the text of the option states two values, one of which must be that of the game without it",
        "the text of the option states two values, one of which must be that of the game without it",
        "nothing that Hoyle tries in a game can show such a rule",
        "no engine at hand plays this game",
    ]
