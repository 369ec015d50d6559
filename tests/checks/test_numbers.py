"""`number-differs`: numbers by value, in any language whose number words are known."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_manual import Manual

from hoyle.checks.numbers import changed_number
from hoyle.language.number_values import has_numbers, numbers_in


@pytest.mark.parametrize(
    ("lang", "text", "numbers"),
    [
        ("en", "Twenty-one cards, a third of 63, dealt three at a time", [21, 3, 63, 3]),
        ("fr", "Soixante-dix-sept cartes, distribuées deux par deux, en 8 piles", [77, 2, 2, 8]),
        ("eu", "Berrogeita hamalau karta, hiru pilatan", [54, 3]),
        ("es", "Veintidós cartas en doscientas pilas, los doses y el tercero", [22, 200, 2, 3]),
        ("de", "Dreimal sechsundfünfzig Karten, die zweite und die Vierer", [3, 56, 2, 4]),
        ("ca", "Cinquanta-dues cartes en vint-i-tres piles", [52, 23]),
        ("sv", "Tjugotre kort i fem högar, den tredje", [23, 5, 3]),
    ],
)
def test_numbers_are_read_by_value_however_they_are_written(lang: str, text: str, numbers: list[int]) -> None:
    assert [number.value for number in numbers_in(text, lang) if number.value > 1] == numbers


@pytest.mark.parametrize("lang", ["en", "fr", "eu", "es", "de", "ca", "sv"])
def test_a_number_knows_its_place(lang: str) -> None:
    (number,) = numbers_in("x — 13.", lang)

    assert (number.value, number.start, number.end) == (13, 4, 6)


def test_a_language_without_known_number_words_is_not_judged() -> None:
    assert not has_numbers("oc")
    assert changed_number("Deal three cards.", "en", "Distribuïtz 4 cartas.", "oc") is None


SOURCE = "Sixteen cards lie around it. Kings go singly."


@pytest.mark.parametrize(
    ("lang", "right", "wrong", "value"),
    [
        ("fr", "Seize cartes l'entourent.", "Soixante cartes l'entourent.", 60),
        ("eu", "Hamasei karta daude inguruan.", "Hirurogei karta daude inguruan.", 60),
        ("es", "Lo rodean dieciséis cartas.", "Lo rodean sesenta cartas.", 60),
        ("de", "16 Karten liegen darum.", "Sechzig Karten liegen darum.", 60),
        ("ca", "L'envolten setze cartes.", "L'envolten seixanta cartes.", 60),
        ("sv", "Sexton kort ligger runt den.", "Sextio kort ligger runt den.", 60),
    ],
)
def test_an_exchanged_number_is_found_in_each_language(lang: str, right: str, wrong: str, value: int) -> None:
    assert changed_number(SOURCE, "en", right, lang) is None
    changed = changed_number(SOURCE, "en", wrong, lang)
    assert changed is not None
    assert (changed[0], changed[1].value) == (16, value)


@pytest.mark.parametrize(
    ("source", "lang", "target", "said", "other"),
    [
        ("Jacks are eleven, and Queens are twelve.", "es", "Las jotas once y las reinas once.", 12, 11),
        ("Turned one by one. Two redeals.", "es", "De una en una. No hay repartos.", 2, 0),
        ("Turned singly. No redeals.", "de", "Einzeln aufgedeckt. Zwei Neuverteilungen.", 0, 2),
        ("There are two redeals.", "de", "Es gibt keine Neuverteilungen.", 2, 0),
        ("There are three redeals.", "ca", "No hi ha redistribucions.", 3, 0),
        ("There are three redeals.", "sv", "Inga omgivningar.", 3, 0),
        ("There are three redeals.", "fr", "Aucune redistribution.", 3, 0),
        ("There are three redeals.", "eu", "Birbanaketarik gabe.", 3, 0),
    ],
)
def test_sentence_by_sentence_more_is_found(source: str, lang: str, target: str, said: int, other: int) -> None:
    source, target = f"Ten piles, one or two. {source}", f"10, 1, 2. {target}"
    changed = changed_number(source, "en", target, lang)
    assert changed is not None
    assert (changed[0], changed[1].value) == (said, other)
    assert changed[1].start >= len("10, 1, 2. ")


@pytest.mark.parametrize(
    ("source", "lang", "target"),
    [
        ("Both cards can be moved.", "es", "Las dos cartas se pueden mover."),
        ("Each set of four cards scores one point.", "de", "Jeder Satz aus vier Karten zählt einen Punkt."),
        ("Dealt three at a time.", "fr", "Distribuées trois par trois."),
        ("You can go through the deck three times.", "fr", "Il y a deux redistributions."),
        ("Four piles; a four on the fourth.", "sv", "Fyra högar; en fyra på den fjärde, två i taget."),
        ("All four cards of one rank.", "fr", "Toutes les cartes d'un même rang."),
        ("Repeat twice more, for three rows.", "fr", "On répète ces deux opérations deux fois."),
        ("Nothing goes on a King, only Twos on Aces.", "sv", "Endast tvåor på ess och inget kort på kungen."),
        ("Sequences do not wrap.", "fr", "Les As vont seulement avant les Deux."),
        ("Two cards touch.", "de", "Karten berühren sich nicht immer."),
    ],
)
def test_the_same_in_other_words_is_no_fault(source: str, lang: str, target: str) -> None:
    assert changed_number(source, "en", target, lang) is None


@pytest.fixture
def manual(tmp_path: Path) -> Manual:
    manual = Manual(tmp_path)
    for lang, title, text in (
        ("en", "Strategy", "Old hands look fifteen cards ahead."),
        ("fr", "Stratégie", "Les vieux joueurs regardent quinze cartes à l'avance."),
    ):
        manual.change(lang, "</article>", f"<section><title>{title}</title><para>{text}</para></section></article>")
    assert manual.found() == []
    return manual


def test_a_number_outside_of_the_rules_is_found_where_it_stands(manual: Manual) -> None:
    manual.change("fr", "quinze", "cinquante")

    (result,) = (result for result in manual.check("fr"))

    assert [(finding.id, finding.stated, finding.actual) for finding in result.findings] == [("number-differs", 50, 15)]
    assert result.findings[0].quote == "Les vieux joueurs regardent cinquante cartes à l'avance."


def test_where_a_fact_tells_of_it_this_check_is_silent(manual: Manual) -> None:
    manual.change("fr", "Dix piles", "Huit piles")

    assert [id_ for id_, _, _ in manual.found()] == ["fact-differs-from-source"]


def test_pages_that_are_built_otherwise_are_not_compared_text_by_text(manual: Manual) -> None:
    manual.change("fr", "quinze", "cinquante")
    manual.change(
        "fr",
        "<section><title>Stratégie",
        "<section><title>Avis</title><para>Un avis.</para></section><section><title>Stratégie",
    )

    assert "number-differs" not in [id_ for id_, _, _ in manual.found("fr")]


def test_a_number_by_which_the_source_states_a_rule_makes_an_error_of_that_rule(manual: Manual) -> None:
    for lang, word in (("en", "fifteen"), ("fr", "quinze")):
        manual.change(lang, word, "dix" if lang == "fr" else "ten")
    manual.change("fr", "regardent dix", "regardent cinquante")

    (finding,) = (finding for result in manual.check("fr") for finding in result.findings)

    assert (finding.id, finding.severity, finding.key) == ("number-differs", "error", "tableau.piles")
    assert (finding.stated, finding.actual) == (50, 10)
