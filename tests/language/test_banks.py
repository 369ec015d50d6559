"""How a bank is written: what a translator may do, and what is told."""

from __future__ import annotations

from hoyle.language.bank import Bank, load


def meanings(bank: Bank, text: str) -> list[list[str]]:
    return [sorted(word.concepts) for word in bank.words(text)]


def test_white_space_within_a_phrase_does_not_count() -> None:
    english = load("en").data
    bank = Bank("en", {**english, "terms": {**english["terms"], "foundation": "home  of\n the   suits, goal pile~n"}})
    assert meanings(bank, "home of the suits") == [["foundation"]]


def test_ordinals_are_read_where_numbers_have_no_endings() -> None:
    basque = load("eu").data
    numbers = {name: said for name, said in basque["numbers"].items() if name != "endings"}
    assert meanings(load("eu"), "seigarren") == [["ordinal"]]
    assert meanings(Bank("eu", {**basque, "numbers": numbers}), "seigarren") == [["ordinal"]]
