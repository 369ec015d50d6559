"""Text left as it was: sentences in another language are found, names and credits are not taken for them."""

from __future__ import annotations

import pytest

from hoyle.translation.untranslated import foreign_sentence, has_words, is_copied, plain


@pytest.mark.parametrize("lang", ["gl", "oc", "id"])
def test_sentences_are_found_in_languages_that_the_detector_does_not_know(lang: str) -> None:
    text = "Cards in the tableau are built down by alternating color."
    assert foreign_sentence(text, lang) == text


@pytest.mark.parametrize("lang", ["fr", "eu", "de", "sv", "ru", "zh_CN"])
@pytest.mark.parametrize(
    "text",
    [
        "Cards in the tableau are built down by alternating color.",
        "Seven piles.",
        "No redeals.",
        "Written by Ann Other",
        "Highest score that can be had: 52",
        "CARDS ARE DEALT ONE AT A TIME FROM THE STOCK TO THE WASTE.",
        "THE AUTHORS SHALL NOT BE LIABLE FOR ANY DAMAGES WHATSOEVER UNDER THIS AGREEMENT.",
    ],
)
def test_english_left_in_a_translation_is_found(lang: str, text: str) -> None:
    assert foreign_sentence(text, lang) == text


@pytest.mark.parametrize("lang", ["fr", "eu", "de", "sv", "ru", "ca", "gl"])
@pytest.mark.parametrize(
    "text", ["Ann Other", "Auld Lang Syne", "52", "As, 2, 4, 8", "ann@example.org", "https://example.org/how/to/play"]
)
def test_names_numbers_and_addresses_are_in_no_language(lang: str, text: str) -> None:
    assert foreign_sentence(text, lang) is None


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("fr", "Dix piles. Les cartes sont déplacées une à une."),
        ("fr", "Score maximal : 52"),
        ("eu", "Hamar pila. Kartak banaka mugitzen dira."),
        ("eu", "Ann Other-ek idatzia"),
        ("de", "Zehn Stapel. Karten werden einzeln bewegt."),
        ("ca", "Set piles."),
        ("gl", "Dez montóns. As cartas móvense dunha en unha."),
        ("oc", "Dètz pilas. Las cartas se desplaçan una per una."),
        ("sv", "Tio högar."),
        ("eu", "{suit} {rank}"),
        ("fr", "{piles}\u00a0: {what}"),
        ("en_GB", "Ten piles. Cards are moved singly."),
    ],
)
def test_a_translation_is_not_taken_for_another_language(lang: str, text: str) -> None:
    assert foreign_sentence(text, lang) is None


def test_the_first_foreign_sentence_of_several_is_named() -> None:
    text = "Hamar pila. <emphasis>Cards are moved singly</emphasis> here. There are no redeals."
    assert foreign_sentence(text, "eu") == "Cards are moved singly here."


def test_a_sentence_of_a_third_language_is_found() -> None:
    text = "Die Karten werden auf dem Spieltisch absteigend nach wechselnder Farbe aufgebaut und bewegt."
    assert foreign_sentence(text, "es") == text


def test_what_may_be_the_same_in_both_languages_is_not_copied() -> None:
    assert is_copied("No redeals.", "No redeals.", "fr")
    assert not is_copied("No redeals.", "Pas de redistribution.", "fr")
    assert not is_copied("Points", "Points", "fr")
    assert is_copied("Points", "Points", "eu")
    credit = "<firstname>Ann</firstname> <surname>Other</surname> <email>ann@example.org</email>"
    assert not is_copied(credit, credit, "fr")


def test_markup_that_names_is_no_text() -> None:
    assert plain("Play <application>the Ladder</application> &amp; win at http://example.org/x") == "Play win at"
    assert not has_words("{count}: %s, %(name)s")
