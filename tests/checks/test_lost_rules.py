"""Rules lost or added in translation: how sure it is depends on whether both texts were read."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_manual import Manual

MISSING = "fact-missing-from-translation"
ADDED = "fact-added-in-translation"


def found(manual: Manual) -> list[tuple[str, str | None, str]]:
    """The id, key and weight of what is found of the rules of the French page."""
    (result,) = manual.check("fr")
    return [(one.id, one.key, one.severity) for one in result.findings if one.id in (MISSING, ADDED)]


@pytest.mark.parametrize(
    ("words", "weight"),
    [("", "warning"), (" Chaque pile zigzague parmi les cartes du bocal.", "note")],
    ids=["all read", "a sentence not read"],
)
def test_a_rule_that_a_sentence_not_read_may_state_is_only_a_note(tmp_path: Path, words: str, weight: str) -> None:
    manual = Manual(tmp_path)
    manual.change("en", "Three piles.", "Three piles. Each pile can only hold one card.")
    manual.change("fr", "Trois piles.", f"Trois piles.{words}")
    assert found(manual) == [(MISSING, "reserve.capacity", weight)]


@pytest.mark.parametrize(
    ("words", "weight"),
    [("", "warning"), (" Each pile zigzags among the cards of the jar.", "note")],
    ids=["all read", "a sentence not read"],
)
def test_the_same_of_a_rule_that_was_added(tmp_path: Path, words: str, weight: str) -> None:
    manual = Manual(tmp_path)
    manual.change("fr", "Trois piles.", "Trois piles. Chaque pile ne peut contenir qu'une seule carte.")
    manual.change("en", "Three piles.", f"Three piles.{words}")
    assert found(manual) == [(ADDED, "reserve.capacity", weight)]


def test_a_rule_of_a_kind_that_was_not_measured_is_only_a_note(tmp_path: Path) -> None:
    manual = Manual(tmp_path)
    manual.change("en", "Three piles.", "Three piles. Cards of the reserve cannot be rearranged.")
    assert found(manual) == [(MISSING, "reserve.rearranged", "note")]


def test_builds_that_are_called_groups_are_no_rule_lost(tmp_path: Path) -> None:
    manual = Manual(tmp_path)
    manual.change("en", "Deal four rows face up.", "Deal four rows face up. Builds of cards can be moved.")
    manual.change(
        "fr",
        "Distribuez quatre rangées face visible.",
        "Distribuez quatre rangées face visible. Les groupes de cartes peuvent être déplacés.",
    )
    assert {weight for _id, _key, weight in found(manual)} == {"note"}
