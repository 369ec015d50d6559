"""Proposals from a catalogue's own memory: what is proposed, and above all what is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.docbook.reader import read_page
from hoyle.translation.catalogue import Catalogue, Entry
from hoyle.translation.suggest import Places, adapted, suggested

PAGE = """<sect1 id="ladder"><title>Ladder</title><para>Written by Ann Other</para>
<sect2><title>Setup</title><informaltable><tgroup cols="2"><tbody>
{rows}
</tbody></tgroup></informaltable></sect2>
<sect2><title>Scoring</title>{paras}</sect2></sect1>
"""
ROW = "<row><entry>{}</entry><entry>{}</entry></row>"


def proposals(
    tmp_path: Path,
    known: dict[str, str],
    *,
    foundation: str = "",
    tableau: str = "",
    stock: str = "",
    scoring: str = "",
    lang: str = "fr",
) -> dict[str, Entry]:
    """What is proposed for the texts of a page, given what the catalogue has translated."""
    texts = {"Foundation": foundation, "Tableau": tableau, "Stock": stock}
    path = tmp_path / "ladder.xml"
    rows = "\n".join(ROW.format(name, text) for name, text in texts.items() if text)
    path.write_text(PAGE.format(rows=rows, paras=f"<para>{scoring}</para>"))
    wanted = [text for text in (*texts.values(), scoring, "Written by Ann Other") if text and text not in known]
    entries = [Entry("", "Language: x\n"), *(Entry(*pair) for pair in known.items()), *map(Entry, wanted)]
    places = Places([read_page(path, lang="en")])
    found, missing, proposed = suggested(Catalogue("x.po", tuple(entries)), lang, places)
    assert missing == len(wanted)
    result = {entry.msgid: entry for entry in found.entries if entry.msgid in wanted and entry.has_text}
    assert proposed == len(result)
    assert all(entry.is_fuzzy for entry in result.values())
    return result


def test_digits_and_names_are_put_in_their_places(tmp_path: Path) -> None:
    known = {"Maximum possible score: 52": "Score maximal : 52", "Written by Bob Long": "Écrit par Bob Long"}
    found = proposals(tmp_path, known, scoring="Maximum possible score: 104")
    assert found["Maximum possible score: 104"].msgstr == "Score maximal : 104"
    assert found["Written by Ann Other"].msgstr == "Écrit par Ann Other"


@pytest.mark.parametrize(
    ("text", "known", "translation", "proposed"),
    [
        ("Written by Bob and Carol", "Written by Alice and Bob", "Écrit par Alice et Bob", "Écrit par Bob et Carol"),
        ("Written by Bob and Alice", "Written by Alice and Bob", "Écrit par Alice et Bob", "Écrit par Bob et Alice"),
        ("Gain 20 or 30", "Gain 10 or 20", "10 ou 20 points", "20 ou 30 points"),
        ("By Bob and Carol", "By Bob Long and Bob", "De Bob Long et Bob", None),
        ("Gain 2 or ²", "Gain ² or 2", "² ou 2 points", None),
    ],
)
def test_names_and_digits_may_change_places(text: str, known: str, translation: str, proposed: str | None) -> None:
    assert adapted(text, known, translation) == proposed


def test_a_message_is_put_together_from_sentences_of_others(tmp_path: Path) -> None:
    known = {
        "Ten piles. Deal four cards face up on each pile.": "Dix piles. Quatre cartes face visible par pile.",
        "Build down in suit. Cards are moved singly.": "Descendre par couleur. Déplacer une carte à la fois.",
    }
    found = proposals(tmp_path, known, tableau="Ten piles. Cards are moved singly.")
    entry = found["Ten piles. Cards are moved singly."]
    assert entry.msgstr == "Dix piles. Déplacer une carte à la fois."
    assert entry.comments[0].startswith("suggested from the same words in other messages; it states what the source")


def test_a_near_translation_that_states_the_same_is_proposed_with_what_it_was_made_for(tmp_path: Path) -> None:
    known = {
        "Eight piles, to be built up in suit from Ace to King.": "Huit piles, à monter par couleur de l'as au roi."
    }
    wanted = "Eight piles to be built up in suit, from Ace to King."
    entry = proposals(tmp_path, known, foundation=wanted)[wanted]
    assert entry.msgstr == "Huit piles, à monter par couleur de l'as au roi."
    assert entry.previous
    assert entry.previous.msgid == "Eight piles, to be built up in suit from Ace to King."
    assert "% alike; it states what the source states: " in entry.comments[0]


@pytest.mark.parametrize(
    "wanted",
    [
        "Eight piles, to be built down in suit from Ace to King.",
        "Nine piles, to be built up in suit from Ace to King.",
        "Eight piles, to be built up in suit from Two to King.",
        "Eight piles, to be built up in color from Ace to King.",
        "Eight piles, to be built up regardless of suit from Ace to King.",
    ],
)
def test_one_word_that_makes_another_rule_keeps_the_proposal_out(tmp_path: Path, wanted: str) -> None:
    known = {
        "Eight piles, to be built up in suit from Ace to King.": "Huit piles, à monter par couleur de l'as au roi."
    }
    assert wanted not in proposals(tmp_path, known, foundation=wanted)


@pytest.mark.parametrize(
    ("known", "french", "wanted"),
    [
        (
            "Each card in the foundations scores one point.",
            "Chaque carte des fondations vaut un point.",
            "Each card in the foundations other than the aces scores one point.",
        ),
        (
            "Foundations are built up in suit from Ace to King.",
            "Les fondations sont montées par couleur de l'as au roi.",
            "Foundations are built in suit from Ace to King, then King back to Ace.",
        ),
    ],
)
def test_a_word_that_limits_a_rule_is_not_left_out(tmp_path: Path, known: str, french: str, wanted: str) -> None:
    where = "scoring" if "scores" in wanted else "foundation"
    assert wanted not in proposals(tmp_path, {known: french}, **{where: wanted})


def test_a_wrong_translation_is_not_handed_on(tmp_path: Path) -> None:
    known = {"Ten piles, all face up. There are no redeals.": "Huit piles, face visible. Pas de redistribution."}
    assert proposals(tmp_path, known, tableau="Ten piles, all face up.") == {}


def test_words_that_translators_have_read_in_two_ways_are_left_to_them(tmp_path: Path) -> None:
    two_ways = {
        "Ten piles. Groups of cards can be moved.": "Dix piles. Les groupes de cartes peuvent être déplacés.",
        "Six piles. Groups of cards can be moved.": "Six piles. Les cartes ne peuvent être déplacées qu'une à une.",
    }
    assert proposals(tmp_path, two_ways, tableau="Groups of cards can be moved.") == {}
    first = dict([next(iter(two_ways.items()))])
    assert len(proposals(tmp_path, first, tableau="Groups of cards can be moved.")) == 1


def test_without_a_term_bank_only_the_same_words_are_used(tmp_path: Path) -> None:
    known = {
        "Ten piles. Cards are moved singly.": "Tio högar. Kort flyttas ett och ett.",
        "Maximum possible score: 52": "Högsta möjliga poäng: 52",
    }
    found = proposals(
        tmp_path,
        known,
        tableau="Cards are moved singly.",
        stock="Cards are moved single.",
        scoring="Maximum possible score: 104",
        lang="sv",
    )
    assert {msgid: entry.msgstr for msgid, entry in found.items()} == {
        "Cards are moved singly.": "Kort flyttas ett och ett.",
        "Maximum possible score: 104": "Högsta möjliga poäng: 104",
    }


def test_markup_is_kept_or_nothing_is_proposed(tmp_path: Path) -> None:
    known = {"See <b>page</b> 12.": "Voir <b>page</b> 12.", "No redeal. Ten piles.": "Sans redistribution. Dix piles."}
    found = proposals(tmp_path, known, tableau="See <b>page</b> 7.", stock="<b>Ten</b> piles.")
    assert {msgid: entry.msgstr for msgid, entry in found.items()} == {"See <b>page</b> 7.": "Voir <b>page</b> 7."}


def test_titles_of_sections_come_from_the_term_bank(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text("<sect1><title>Goal</title></sect1>")
    catalogue = Catalogue("eu.po", (Entry("Goal"), Entry("Stock of things")))
    found, _missing, proposed = suggested(catalogue, "eu", Places([read_page(tmp_path / "a.xml", lang="en")]))
    assert (found.entries[0].msgstr, found.entries[0].comments, proposed) == (
        "Xedea",
        ("suggested from the term bank",),
        1,
    )


def test_fuzzy_obsolete_and_copied_entries_are_no_memory(tmp_path: Path) -> None:
    path = tmp_path / "ladder.xml"
    path.write_text(PAGE.format(rows=ROW.format("Tableau", "Ten piles."), paras=""))
    memory = (
        Entry("Ten piles. One.", "Dix piles. Un.", flags=("fuzzy",)),
        Entry("Ten piles. Two.", "Ten piles. Two."),
        Entry("Ten piles. Three.", "Dix piles.", plural="x", plurals=("Dix piles. Trois.", "y")),
        Entry("Ten piles."),
    )
    places = Places([read_page(path, lang="en")])
    assert suggested(Catalogue("fr.po", memory), "fr", places)[2] == 0
