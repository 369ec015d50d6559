"""Pages written for these tests: what is read from each sentence, and what is not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unicodedata import normalize

import pytest

from hoyle.facts import PageReading

Read = Callable[[str, dict[str, Any]], PageReading]


def facts(reading: PageReading) -> dict[str, Any]:
    """Values by key, without those of options; a key with two values holds a tuple of both."""
    found: dict[str, Any] = {}
    for fact in reading.facts:
        if fact.when is None:
            found[fact.key] = (found[fact.key], fact.value) if fact.key in found else fact.value
    return found


LAYOUTS = {
    "en": {
        "Setup": [
            ("Stock", "The rest of the cards lies here. Three cards at a time are turned over on to the waste."),
            ("Foundation", "Four piles, built up by suit from the Ace."),
            ("Tableau", "Nine piles of five cards, all face down but the top card. Build down in alternating colors."),
        ],
        "Goal": ["Move all cards to the foundations."],
    },
    "fr": {
        "Disposition": [
            ("Pioche", "Le reste des cartes se trouve ici. On retourne trois cartes à la fois sur la défausse."),
            ("Fondation", "Quatre piles, à monter par couleur à partir de l'As."),
            (
                "Tableau",
                "Neuf piles de cinq cartes, toutes face cachée sauf celle du dessus."
                " À construire en descendant, en alternant les couleurs rouge et noire.",
            ),
        ],
        "But": ["Déplacer toutes les cartes sur les fondations."],
    },
    "eu": {
        "Prestaketa": [
            ("Sorta", "Gainerako kartak hemen jartzen dira. Hiru karta aldiko iraultzen dira hondarrera."),
            ("Oinarria", "Lau pila. Irudiaren arabera osatzen dira gorantz, batekotik hasita."),
            (
                "Mahaia",
                "Bost kartako bederatzi pila, denak behera begira goikoa izan ezik."
                " Kolorea txandakatuz osatzen dira, beherantz.",
            ),
        ],
        "Helburua": ["Karta guztiak oinarrietara eramatea."],
    },
}


@pytest.mark.parametrize("lang", LAYOUTS)
def test_a_page_is_read_alike_in_each_language(read: Read, lang: str) -> None:
    found = facts(read(lang, LAYOUTS[lang]))
    assert found == {
        "stock.holds": "rest",
        "stock.turn": 3,
        "stock.deals_to": "waste",
        "foundation.piles": 4,
        "foundation.build.direction": "up",
        "foundation.build.suit": "same-suit",
        "foundation.build.from": "A",
        "tableau.piles": 9,
        "tableau.deal.per_pile": 5,
        "tableau.deal.face": "mixed",
        "tableau.deal.face_down": 4,
        "tableau.build.direction": "down",
        "tableau.build.suit": "alternate-color",
        "goal": "foundation",
    }


def test_a_deal_that_goes_on_is_played_to_its_end(read: Read) -> None:
    told = (
        "Five piles. Deal one card face up on the first pile and one face down on each of the others. Then one face"
        " up on the second pile and one face down on each pile to its right, and so on until the last pile has a card"
        " face up."
    )
    found = facts(read("en", {"Setup": [("Tableau", told)]}))
    assert found["tableau.deal.per_pile"] == [1, 2, 3, 4, 5]
    assert found["tableau.deal.face_down"] == [0, 1, 2, 3, 4]
    assert "tableau.position" not in found


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("Seven piles: three of five cards and four of six.", [5, 5, 5, 6, 6, 6, 6]),
        ("Four piles of one, two, three and four cards.", [1, 2, 3, 4]),
        ("Nine piles. The first, fourth and ninth piles are dealt five cards each.", [5, 0, 0, 5, 0, 0, 0, 0, 5]),
        ("Five piles. The third is dealt nine cards, each of the other four two.", [2, 2, 9, 2, 2]),
    ],
)
def test_piles_that_differ(read: Read, text: str, counts: list[int]) -> None:
    assert facts(read("en", {"Setup": [("Tableau", text)]}))["tableau.deal.per_pile"] == counts


def test_the_same_fact_twice_is_one_with_two_sources(read: Read) -> None:
    reading = read("en", {"Setup": ["Six piles of cards in the tableau.", "The tableau has six piles."]})
    (fact,) = [fact for fact in reading.facts if fact.key == "tableau.piles"]
    assert [sentence.text for sentence in fact.sources] == [
        "Six piles of cards in the tableau.",
        "The tableau has six piles.",
    ]


def test_two_values_are_both_kept(read: Read) -> None:
    reading = read("en", {"Rules": ["The tableau has seven piles of cards.", "The tableau has nine piles of cards."]})
    assert facts(reading)["tableau.piles"] == (7, 9)


def test_an_option_holds_only_when_chosen(read: Read) -> None:
    reading = read(
        "en",
        {
            "Rules": ["Only Kings may fill an empty tableau pile."],
            "Options": ["Free spaces: Any card may fill an empty tableau pile."],
        },
    )
    assert {(fact.value, fact.when) for fact in reading.facts if fact.key == "tableau.fill.accepts"} == {
        ("K", None),
        ("any", "free spaces"),
    }


CHOSEN = {
    "en": {
        "Rules": [
            "The player selects the base card from three cards.",
            "Foundations are built up in suit from the base card.",
        ],
        "Options": ["Quick game: The base card is selected automatically. Build the foundations from the base card."],
    },
    "fr": {
        "Règles": [
            "Le joueur choisit la carte de base parmi trois cartes.",
            "Les fondations se construisent en montant par couleur à partir de la carte de base.",
        ],
        "Options": [
            "Partie courte : La carte de base est choisie automatiquement."
            " Les fondations se construisent à partir de la carte de base."
        ],
    },
    "eu": {
        "Arauak": [
            "Oinarrizko karta jokalariak hautatzen du hiru kartatatik.",
            "Oinarriak gorantz osatzen dira irudiaren arabera, oinarrizko kartatik hasita.",
        ],
        "Aukerak": [
            "Joko laburra: Oinarrizko karta automatikoki hautatzen da."
            " Oinarriak oinarrizko kartatik hasita osatzen dira."
        ],
    },
}


@pytest.mark.parametrize("lang", CHOSEN)
def test_a_base_card_that_the_player_chooses_is_any_card_unless_an_option_deals_it(read: Read, lang: str) -> None:
    found = {(fact.value, fact.when is None) for fact in read(lang, CHOSEN[lang]).facts if fact.key.endswith(".from")}
    assert found == {("any", True), ("base", False)}


@pytest.mark.parametrize(
    ("lang", "rule", "score"),
    [
        (
            "en",
            "Remove all the cards on show if they are of the same rank.",
            "Each set of four removed scores 1 point.",
        ),
        (
            "fr",
            "Si toutes les cartes visibles sont du même rang, on les enlève.",
            "Chaque ensemble de quatre cartes retiré vaut un point.",
        ),
        (
            "eu",
            "Agerian dauden karta guztiak maila berekoak badira, kendu egiten dira.",
            "Lau kartako multzo bakoitza kentzeagatik, puntu bat.",
        ),
    ],
)
def test_the_scoring_says_how_many_cards_are_removed_where_the_rules_do_not(
    read: Read, lang: str, rule: str, score: str
) -> None:
    titles = {"en": ("Rules", "Scoring"), "fr": ("Règles", "Score"), "eu": ("Arauak", "Puntuak")}[lang]
    assert facts(read(lang, {titles[0]: [rule], titles[1]: [score]}))["remove.unit"] == ["set-of-four"]
    assert "remove.unit" not in facts(read(lang, {titles[1]: [score]}))


CORNERS = {
    "en": (
        "Setup",
        "Foundation",
        "Reserve",
        "Four piles in the corners.",
        "Goal",
        "Put all cards on the corner piles.",
    ),
    "fr": (
        "Disposition",
        "Fondation",
        "Réserve",
        "Quatre piles dans les coins.",
        "But",
        "Placer toutes les cartes sur les piles des coins.",
    ),
    "eu": (
        "Prestaketa",
        "Oinarria",
        "Biltegia",
        "Lau pila izkinetan.",
        "Helburua",
        "Karta guztiak izkinetako piletara eramatea.",
    ),
}


@pytest.mark.parametrize("lang", CORNERS)
def test_cards_brought_to_the_corners_go_to_the_foundations_that_lie_there(read: Read, lang: str) -> None:
    setup, foundation, reserve, place, goal, move = CORNERS[lang]
    assert facts(read(lang, {setup: [(foundation, place)], goal: [move]}))["goal"] == "foundation"
    assert "goal" not in facts(read(lang, {setup: [(reserve, place)], goal: [move]}))


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("Foundation cards cannot be moved back to the tableau.", {"foundation.play_back": False}),
        ("Empty tableau piles are not filled.", {"tableau.fill.accepts": "none"}),
        (
            "An empty tableau pile takes any card, never a sequence.",
            {"tableau.fill.accepts": "any", "tableau.fill.sequence": False},
        ),
        ("Any card, and not only a King, may be put in an empty tableau pile.", {"tableau.fill.accepts": "any"}),
        ("Not only Kings but any card may be put in an empty tableau pile.", {"tableau.fill.accepts": "any"}),
        (
            "The tableau is built down, not up, in suit.",
            {"tableau.build.direction": "down", "tableau.build.suit": "same-suit"},
        ),
        ("Is the tableau built up?", {}),
    ],
)
def test_what_is_denied_is_not_stated(read: Read, text: str, stated: dict[str, Any]) -> None:
    assert facts(read("en", {"Rules": [text]})) == stated


def test_a_sentence_in_the_source_language_is_read_by_its_own_words(read: Read) -> None:
    reading = read(
        "eu",
        {
            "Arauak": [
                "Tableau piles are built down in alternating colors, and only one card is moved at a time.",
                "Mahaiko pila hutsak erregeekin soilik bete daitezke.",
            ]
        },
    )
    assert reading.lang == "eu"
    assert [one.sentence.lang for one in reading.sentences if one.facts] == ["en", "eu"]
    assert facts(reading) == {
        "tableau.build.direction": "down",
        "tableau.build.suit": "alternate-color",
        "tableau.move.unit": "single",
        "tableau.fill.accepts": "K",
    }


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        (
            "en",
            "Turn the pie once, and remove it when the top is golden brown. Fill the dish with four rows of apples.",
        ),
        ("en", "The king died, and the queen ruled alone for eleven years. She built seven castles on one hill."),
        ("en", "You may move the software to any other machine. Each copy must carry this notice."),
        ("en", "Fixed a crash when the window is empty. Double clicking on the icon opens the preferences."),
        ("fr", "Disposez quatre rangées de pommes dans le plat. Retournez la tarte une fois, puis videz le plateau."),
        ("fr", "Le roi des gâteaux vaut dix euros. Une réserve de farine de trois kilos suffit."),
        ("fr", "Pétrissez la pâte et formez huit boules en deux rangées. Remplissez chaque moule, puis videz le bol."),
        ("fr", "Montez quarante mailles, tricotez deux rangs à l'endroit et deux à l'envers. Répétez une fois."),
        ("fr", "La pile de tâches ne se vide plus. Trois paquets ont été retirés de la distribution. Score : 92."),
        (
            "fr",
            "La reine séjourna deux fois au château, dont les fondations sont en haut. Chaque étage compte dix pièces.",
        ),
        ("fr", "Les cartes postales sont rangées par couleur. Chaque pile de cartes est vendue en haut, à droite."),
        (
            "fr",
            "Dix bataillons sont rangés en deux lignes. On plaça la réserve derrière le centre, la cavalerie à droite.",
        ),
        ("eu", "Jarri lau ilara sagar platerean, bata bestearen gainean. Eman buelta tartari behin."),
        ("eu", "Ikonoan klik bikoitza egitean hobespenak irekitzen dira. Bi ikono kendu dira."),
    ],
)
def test_text_about_other_things_states_nothing(read: Read, lang: str, text: str) -> None:
    reading = read(lang, {"Rules": [text], "Setup": [text], "Scoring": [text]})
    assert not reading.facts


def test_a_page_in_no_known_language_states_nothing(read: Read) -> None:
    reading = read("ru", {"Правила": ["Семь стопок карт. Карты складываются по убыванию."]})
    assert not reading.facts


@pytest.mark.parametrize("digits", ["²", "①", "9" * 5000])
def test_what_looks_like_a_number_and_is_none_is_passed_over(read: Read, digits: str) -> None:
    sections = {
        "Setup": ["Deal three cards to each of the seven tableau piles.", f"See note {digits}."],
        "Scoring": [("King", digits)],
    }
    found = read("en", sections).facts
    assert ("tableau.piles", 7) in {(fact.key, fact.value) for fact in found}
    assert not any(fact.key == "score.table" for fact in found)


@pytest.mark.parametrize("mark", ["3) ", "• ", "– ", "12) "])
def test_what_marks_an_entry_of_a_list_is_none_of_its_words(read: Read, mark: str) -> None:
    found = read("en", {"Rules": [f"{mark}The tableau is built down regardless of suit."]}).facts
    assert {fact.key: fact.value for fact in found} == {"tableau.build.direction": "down", "tableau.build.suit": "any"}


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("fr", normalize("NFD", "Le tableau se bâtit en ordre décroissant, par couleur. Une carte à la fois.")),
        ("en", "The foun\xadda\xadtions are built up in suit."),
    ],
)
def test_letters_in_parts_and_words_that_may_be_divided_are_read(read: Read, lang: str, text: str) -> None:
    whole = normalize("NFC", text).replace("\xad", "")
    title = "Rules" if lang == "en" else "Règles"
    said = [{(fact.key, repr(fact.value)) for fact in read(lang, {title: [each]}).facts} for each in (text, whole)]
    assert said[0] == said[1] != set()
