"""The picture of the table, and what it says to those who do not see it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from lxml import etree

from hoyle import data
from hoyle.publish.picture import describe, draw
from hoyle_engine.cards import Card
from hoyle_engine.reference import ENGINE

SVG = "{http://www.w3.org/2000/svg}"


@dataclass
class Pile:
    kind: str
    number: int = 1
    x: float = 0
    y: float = 0
    spread: str = "none"
    cards: Sequence[Card] = field(default_factory=list)
    faces: Sequence[bool] = field(default_factory=list)


def pile(kind: str, cards: str = "", hidden: int = 0, **place: object) -> Pile:
    dealt = [Card.parse(card) for card in cards.split()]
    return Pile(kind, cards=dealt, faces=[number >= hidden for number in range(len(dealt))], **place)  # type: ignore[arg-type]


@pytest.mark.parametrize("variant", ENGINE.variants)
@pytest.mark.parametrize("lang", ["en", "fr", "eu"])
def test_every_variant_can_be_drawn(variant: str, lang: str) -> None:
    piles = ENGINE.deal(variant, seed=1).piles
    svg = etree.fromstring(draw(piles, lang))
    left, top, width, height = map(float, svg.get("viewBox").split())
    for node in svg.iter(f"{SVG}g", f"{SVG}rect"):
        if found := re.match(r"translate\(([\d.-]+) ([\d.-]+)\)", node.get("transform", "")):
            assert left <= float(found[1]) <= width - 60
            assert top <= float(found[2]) <= height - 84
    assert svg.find(f"{SVG}desc").text == " ".join(describe(piles, lang))


def test_cards_that_lie_face_up_are_shown_and_no_others() -> None:
    svg = etree.fromstring(draw([pile("tableau", "KS QH JC", hidden=2, spread="down")], "en"))
    assert [text.text for text in svg.iter(f"{SVG}text")] == ["J", "Tableau"]
    assert len(svg.findall(f".//{SVG}rect[@class='back']")) == 2


def test_what_a_sighted_reader_sees_is_told() -> None:
    table = [
        pile("stock", "2C 3C 4C", hidden=3),
        pile("foundation", x=2),
        pile("foundation", number=2, x=3),
        pile("tableau", "5C 6D", y=1, hidden=1, spread="down"),
        pile("tableau", "AH", number=2, x=1, y=1, spread="down"),
    ]
    assert describe(table, "en") == [
        "Stock: 3 cards face down.",
        "Foundations: 2 empty places.",
        "Tableau: 2 piles. Pile 1: 1 card face down, 6 of diamonds. Pile 2: ace of hearts.",
    ]
    assert (
        describe(table, "eu")[2]
        == "Mahaia: 2 pila. 1. pila: karta bat behera begira, diamanteko 6. 2. pila: bihotzeko batekoa."
    )


def test_french_cards_have_french_corners() -> None:
    table = [pile("tableau", "JS QH KC", spread="down")]
    texts = [text.text for text in etree.fromstring(draw(table, "fr")).iter(f"{SVG}text")]
    assert texts[:3] == ["V", "D", "R"]


def test_a_picture_fits_a_strict_content_security_policy() -> None:
    svg = etree.fromstring(draw(ENGINE.deal("forty-thieves", seed=1).piles, "fr", title='A "title" & <more>'))
    assert svg.find(f"{SVG}title").text == 'A "title" & <more>'
    for node in svg.iter():
        assert etree.QName(node).localname not in ("style", "script", "image", "foreignObject")
        assert not [name for name in node.attrib if name == "style" or name.startswith("on")]


def test_several_pictures_fit_in_one_page() -> None:
    piles = ENGINE.deal("yield", seed=1).piles
    first, second = (draw(piles, "en", name=name) for name in ("one", "two"))
    assert not set(re.findall(r'id="([^"]+)"', first)) & set(re.findall(r'id="([^"]+)"', second))


def test_empty_places_that_nothing_tells_apart_are_drawn_once() -> None:
    table = [pile("waste"), pile("waste", number=2, x=0.3)]
    assert describe(table, "en") == ["Waste: 1 empty place."]
    assert draw(table, "en").count('class="place"') == 1


@pytest.mark.parametrize("lang", ["en", "fr", "eu"])
def test_labels_are_the_words_that_the_pages_use(lang: str) -> None:
    """A reader looks from the row of the table to the picture, and finds the same word."""
    checked = 0
    for page in sorted((data.folder("docbook") / lang).glob("*.xml")):
        variant = page.stem.replace("_", "-")
        if variant not in ENGINE.variants:
            continue
        rows = etree.parse(str(page)).iter("{*}row")
        heads = {"".join(row[0].itertext()).strip() for row in rows}
        for told in describe(ENGINE.deal(variant, seed=1).piles, lang):
            label = re.split(r"\s?:", told)[0]
            assert any(label == head or label.startswith(head[:-1]) for head in heads), (page.name, label, heads)
            checked += 1
    assert checked >= 8
