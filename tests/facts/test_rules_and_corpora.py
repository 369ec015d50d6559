"""The rules and the banks are data: faults in them are named, and the examples of each language hold."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from hoyle.facts import PageReading
from hoyle.facts.comparison import compare, coverage
from hoyle.facts.context import Context
from hoyle.facts.corpus import ablate, check_language, problems
from hoyle.facts.keys import shape_of
from hoyle.facts.rules import RuleBook, RuleError, fires, rule_book
from hoyle.facts.trace import explain

LANGUAGES = ("en", "fr", "eu")
FLOOR = {"en": 1.0, "fr": 1.0, "eu": 1.0}
"""The share of examples that must be read right; raise it with every gap that is closed."""

Read = Callable[[str, dict[str, Any]], PageReading]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_examples_are_read(lang: str) -> None:
    report = check_language(lang)
    failing = list(problems(report))
    assert 1 - len(failing) / report.examples >= FLOOR[lang], "\n".join(failing)


def test_a_trace_names_the_rules() -> None:
    trace = explain("The foundations are built up in suit.", "en", Context(None, "rules"))
    stated = {fact for clause in trace.clauses for _, facts in clause.fired for fact in facts}
    assert stated == {("foundation.build.direction", "up"), ("foundation.build.suit", "same-suit")}
    assert trace.topic == "foundation"
    assert any(miss.lacking for clause in trace.clauses for miss in clause.nearly)


def test_languages_are_laid_side_by_side(read: Read) -> None:
    english = read("en", {"Rules": ["The tableau has seven piles of cards.", "The tableau is built down."]})
    french = read("fr", {"Règles": ["Le tableau a neuf piles de cartes.", "Le tableau se construit en descendant."]})
    (difference,) = compare({"en": english, "fr": french})
    assert difference.key == "tableau.piles"
    assert difference.values == {"en": (7,), "fr": (9,)}


def test_coverage_counts_sentences(read: Read) -> None:
    reading = read("en", {"Rules": ["The tableau has seven piles of cards.", "Good luck!", "Cards bemuse the pile."]})
    together, page = coverage([reading])
    assert (together.page, page.page) == (None, "page")
    assert (page.facts, page.states_none, [one.sentence.text for one in page.not_understood]) == (
        1,
        1,
        ["Cards bemuse the pile."],
    )
    assert page.share == pytest.approx(1 / 3)


def test_keys_have_one_shape() -> None:
    assert shape_of("tableau.build.direction") == "P.build.direction"
    assert shape_of("no.such.key") is None


CEILING = 0.02
"""The share of terms, and of rules, that may be taken out without an example failing."""

ablation = cache(ablate)
"""Of each language once: it takes long, and two trials ask for it."""


@pytest.mark.long
@pytest.mark.parametrize("lang", LANGUAGES)
def test_nearly_every_term_is_needed_by_an_example(lang: str) -> None:
    found = ablation(lang)
    assert len(found.uncovered_terms) <= CEILING * found.terms, found.uncovered_terms


@pytest.mark.long
def test_nearly_every_rule_is_needed_by_an_example_of_some_language() -> None:
    found = [ablation(lang) for lang in LANGUAGES]
    unneeded = set.intersection(*(set(one.uncovered_rules) for one in found))
    assert len(unneeded) <= CEILING * found[0].rules, sorted(unneeded)


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ({"name": "a", "facts": ["tableau.piles = 1"]}, "say under 'when'"),
        ({"name": "a", "when": "buidl", "facts": ["tableau.piles = 1"]}, "there is no feature 'buidl'"),
        ({"name": "a", "when": "build||deal", "facts": ["tableau.piles = 1"]}, "there is no feature ''"),
        ({"name": "a", "when": "build", "facts": ["tableau.bild = 1"]}, "there is no key 'tableau.bild'"),
        ({"name": "a", "when": "build", "facts": ["tableau.piles = @pilse"]}, "there is no value '@pilse'"),
        ({"name": "a", "when": "build", "facts": ["tableau.piles"]}, "key = value"),
        ({"name": "a", "when": "build", "facts": ["P.piles = 1"]}, "P needs a topic"),
        ({"name": "a", "when": "build", "topic": "buidl", "facts": ["P.piles = 1"]}, "there is no topic 'buidl'"),
        ({"name": "a", "whn": "build"}, "unknown entry 'whn'"),
    ],
)
def test_a_mistake_in_a_rule_is_told_with_its_file_and_name(entry: dict[str, Any], told: str) -> None:
    with pytest.raises(RuleError, match=r"^moves\.toml: a: ") as error:
        RuleBook([("moves.toml", entry)])
    assert told in str(error.value)


def test_the_table_finds_the_rules_whose_conditions_are_met() -> None:
    book = rule_book()
    for rule in book.rules[::10]:
        features = {min(either) for either, lacking in rule.conditions if either != lacking and either}
        for said in (features, features | {"not"}, features - {min(features)}):
            assert book.fired(said) == [other for other in book.rules if fires(other, said)]


def test_two_rules_of_one_name_are_refused() -> None:
    entry = {"name": "a", "when": "build", "facts": ["tableau.piles = 1"]}
    with pytest.raises(RuleError, match="another rule has this name"):
        RuleBook([("moves.toml", entry), ("stock.toml", entry)])
