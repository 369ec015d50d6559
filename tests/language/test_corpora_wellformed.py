"""The corpora are what a reader is tested by: keys of the vocabulary, values of the right type, no text twice."""

from __future__ import annotations

import re
from importlib import resources
from typing import Any

import pytest
import yaml

from hoyle.facts.corpus import wordings
from hoyle.facts.keys import of as key_of

LANGUAGES = ("en", "eu", "fr")
KEY = re.compile(
    r"(deck\.(kind|cards)|goal|score\.(per|max|none)|value\.(A|[2-9]|10|J|Q|K)"
    r"|remove\.(unit|match|sum|single_ranks|adjacent)|stock\.(holds|turn|deals_to|needs_full_tableau|redeals)"
    r"|(stock|waste|foundation|tableau|reserve|chooser)\."
    r"(piles|grid|position|capacity|shape|play_back|plays_to|available"
    r"|deal\.(cards|per_pile|rows|face|face_down)|build\.(direction|suit|step|wrap|from|to|allowed)"
    r"|move\.(unit|suit|limit)|fill\.(accepts|sequence|auto))"
    r"|action\.(click|double_click)\.(stock|waste|foundation|tableau|reserve|chooser))\Z"
)
PILE_KINDS = {"stock", "waste", "foundation", "tableau", "reserve", "chooser"}
RANKS = {"A", *map(str, range(2, 11)), "J", "Q", "K"}
RELATIONS = {"same-suit", "same-color", "alternate-color", "other-suit", "any"}
EVENTS = {
    "card-to-foundation",
    "card-removed",
    "pair-removed",
    "set-removed",
    "foundation-complete",
    "card-to-waste",
    "card-in-sequence",
}
WORDS = {
    "deck.kind": {"standard", "double", "triple", "joker", "stripped"},
    "goal": {"foundation", "remove-all", "waste", "suits-in-order", "empty-stock", "reveal-all"},
    "remove.match": {"same-rank", "same-suit", "sum"},
    "deal.face": {"up", "down", "mixed"},
    "shape": {"pyramid", "inverted-pyramid", "clock", "arch", "triangles"},
    "holds": {"rest", "all"},
    "build.direction": {"up", "down", "either"},
    "build.suit": RELATIONS,
    "move.suit": RELATIONS,
    "build.from": RANKS | {"base", "any"},
    "build.to": RANKS | {"base", "any"},
    "move.unit": {"single", "sequence", "group"},
    "move.limit": {"free-spaces"},
    "fill.accepts": RANKS | {"any", "none", "base", "base-1"},
    "deals_to": {"waste", "tableau", "reserve", "chooser"},
}
"""Keys, or keys of a pile kind without the kind, whose value is one word."""
SETS = {
    "position": {"top", "bottom", "left", "right", "center"},
    "available": {"top", "second", "bottom", "all-exposed"},
    "plays_to": PILE_KINDS,
    "remove.unit": {"single", "pair", "set-of-four"},
    "remove.single_ranks": RANKS,
    "remove.adjacent": {"horizontal", "vertical", "diagonal"},
    "action": {"deal", "to-foundation", "to-tableau", "autoplay", "remove", "redeal"},
}
"""The same where the value is a sorted list of words."""
SLIPS = {"goal": PILE_KINDS, "stock.deals_to": {"foundation"}, "score.per": {f"card-to-{kind}" for kind in PILE_KINDS}}
"""Values that no game known has, but that a page states where its writer names the wrong pile."""
FLAGS = {"build.wrap", "build.allowed", "fill.sequence", "play_back", "needs_full_tableau", "score.none"}
NUMBERS = {
    "deck.cards",
    "piles",
    "capacity",
    "deal.cards",
    "deal.rows",
    "build.step",
    "turn",
    "remove.sum",
    "score.max",
}
SECTIONS = {"setup", "goal", "rules", "scoring", "options", "strategy"}


def is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def value_fits(key: str, value: Any) -> bool:
    """Whether the value is of the type that the vocabulary gives for the key."""
    kind, _, rest = key.partition(".")
    if isinstance(value, str) and value in SLIPS.get(key, ()):
        return True
    short = rest if kind in PILE_KINDS else kind if kind in ("action", "value") else key
    if short in WORDS:
        return value in WORDS[short]
    if short in SETS:
        return isinstance(value, list) and bool(value) and value == sorted(set(value)) and set(value) <= SETS[short]
    if short in FLAGS:
        return isinstance(value, bool)
    if short in NUMBERS or short == "value":
        return is_number(value)
    if short == "redeals":
        return value == "unlimited" or is_number(value)
    if short == "grid":
        return isinstance(value, list) and len(value) == 2 and all(map(is_number, value))
    if short in ("deal.per_pile", "deal.face_down"):
        return is_number(value) or (isinstance(value, list) and bool(value) and all(map(is_number, value)))
    if short == "fill.auto":
        return isinstance(value, list) and bool(value) and set(value) <= PILE_KINDS
    if key == "score.per":
        return (
            isinstance(value, list)
            and bool(value)
            and value == sorted(value)
            and all(len(entry) == 2 and entry[0] in EVENTS | SLIPS[key] and is_number(entry[1]) for entry in value)
        )
    return False


def read(lang: str, name: str) -> Any:
    return yaml.safe_load(resources.files("hoyle").joinpath("language", lang, name).read_text(encoding="utf-8"))


def corpus(lang: str) -> list[dict[str, Any]]:
    """The entries of the corpus, those with `each` once for each wording."""
    return [wording for entry in read(lang, "corpus.yaml") for wording in wordings(entry, lang)]


def stated(facts: Any) -> list[tuple[str, Any]]:
    """Facts as pairs: they are written as a mapping, or as a list where a key has two values."""
    return list(facts.items()) if isinstance(facts, dict) else [(key, value) for key, value in facts]


def wrong_facts(facts: Any) -> list[tuple[str, Any]]:
    return [
        (key, value)
        for key, value in stated(facts)
        if not key_of(key).extension and (not KEY.match(key) or not value_fits(key, value))
    ]


def wrong_frame(entry: dict[str, Any], others: set[str]) -> bool:
    """Whether an entry has fields, a header or a section that the format does not know."""
    return (
        not set(entry) <= {"under", "section", "when"} | others
        or not isinstance(entry.get("under", ""), str)  # a kind of pile, or a header as a page words it
        or entry.get("section", "rules") not in SECTIONS
        or ("when" in entry and entry.get("section") != "options")
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_corpus_is_well_formed(lang: str) -> None:
    examples = corpus(lang)
    for example in examples:
        assert not wrong_frame(example, {"text", "facts", "hard", "each"}), example
        assert isinstance(example["text"], str), example
        assert not wrong_facts(example["facts"]), example
        assert not (example.get("hard") and example["facts"]), f"a hard example states nothing yet: {example}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_text_stands_twice_in_one_place(lang: str) -> None:
    seen = set()
    for example in corpus(lang):
        place = (example["text"].casefold(), example.get("under"), example.get("section"), example.get("when"))
        assert place not in seen, example
        seen.add(place)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_corpus_is_large_enough_and_covers_every_kind_of_key(lang: str) -> None:
    examples = corpus(lang)
    counts: dict[str, int] = {}
    for example in examples:
        for key, _ in stated(example["facts"]):
            kind, _, rest = key.partition(".")
            name = rest if kind in PILE_KINDS else kind if kind == "value" else key
            name = name.rsplit(".", 1)[0] if kind == "action" else name
            counts[name] = counts.get(name, 0) + 1
    names = (set(WORDS) | set(SETS) | FLAGS | NUMBERS | {"redeals", "grid", "deal.per_pile", "deal.face_down"}) - {
        "action"
    }
    names |= {"fill.auto", "score.per", "value", "action.click", "action.double_click"}
    assert not {name: counts.get(name, 0) for name in sorted(names) if counts.get(name, 0) < 2}
    assert len(examples) >= 260
    assert sum(not example["facts"] for example in examples) >= 60


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pairs_are_well_formed(lang: str) -> None:
    pairs = read(lang, "pairs.yaml")
    assert len(pairs["paraphrases"]) >= 60
    assert len(pairs["minimal"]) >= 60
    for pair in pairs["paraphrases"]:
        assert not wrong_frame(pair, {"texts", "facts"}), pair
        first, second = pair["texts"]
        assert first.casefold() != second.casefold(), pair
        assert pair["facts"], pair
        assert not wrong_facts(pair["facts"]), pair
    for group in pairs["minimal"]:
        assert not wrong_frame(group, {"cases"}), group
        assert not [case for case in group["cases"] if wrong_facts(case["facts"])], group
        readings = [(case["text"].casefold(), str(case["facts"])) for case in group["cases"]]
        assert len(readings) >= 2, group
        assert len({text for text, _ in readings}) == len({facts for _, facts in readings}) == len(readings), group
