"""Notes stand beside the sentences that they are about."""

# ruff: noqa: E501 – samples of markup are easier to read in one line
from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from docutils import nodes
from docutils.utils import new_document
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.checks.verdict import Verdict
from hoyle.docbook.reader import read_page
from hoyle.facts.fact import Fact
from hoyle.language.sentence import Sentence
from hoyle.observe.observation import Evidence, Observation
from hoyle.publish.doctree import Renderer
from hoyle.publish.rules import Marker, Rule, Standing, rule_note, rule_paragraph, rule_sentence


def marked(
    tmp_path: Path, inside: str, sentences: dict[str, Standing | None], lang: dict[str, str] | None = None
) -> nodes.document:
    """A page whose sentences stand as told, rendered with its notes."""
    path = tmp_path / "golf.xml"
    path.write_text(f'<article xml:lang="en"><title>Golf</title>{inside}</article>', encoding="utf-8")
    page = read_page(path)
    rules = []
    for text, standing in sentences.items():
        block = next(block for block in page.blocks if text in block.text.value)
        start = block.text.value.index(text)
        sentence = Sentence(block, start, text, "rules", (lang or {}).get(text, "en"))
        verdicts: tuple[Verdict, ...] = ()
        if standing in ("verified", "contradicted", "unknown"):
            fact = Fact("golf", "en", "tableau.piles", 7, sentence)
            seen = Observation("tableau.piles", 7 if standing == "verified" else 8, Evidence("Counted after the deal."))
            verdicts = (Verdict(fact, standing, None if standing == "unknown" else seen),)  # type: ignore[arg-type]
        rules.append(Rule(sentence, standing, verdicts))
    document = new_document("golf.xml")
    Renderer(document, "en", lambda kind, message, element: None, on_block=Marker(rules, "en")).render(page.root)
    return document


def shown(document: nodes.document) -> list[tuple[str, str]]:
    """Each marked sentence with the standing of the note that follows it."""
    found = []
    for sentence in document.findall(rule_sentence):
        after = sentence.parent.children[sentence.parent.index(sentence) + 1]
        assert isinstance(after, rule_note)
        found.append((sentence.astext(), after["standing"]))
    return found


def test_each_sentence_has_its_own_note(tmp_path: Path) -> None:
    document = marked(
        tmp_path,
        "<para>Seven piles.\n   They lie side by side. Built down.</para>",
        {"Seven piles.": "verified", "They lie side by side.": None, "Built down.": "unknown"},
    )
    assert shown(document) == [("Seven piles.", "verified"), ("Built down.", "unknown")]
    assert next(iter(document.findall(rule_paragraph))).astext() == "Seven piles. They lie side by side. Built down."


def test_marks_do_not_change_the_words(tmp_path: Path) -> None:
    inside = "<para>Put <emphasis>seven  cards</emphasis> there. <quote>Then turn</quote> one.</para>"
    plain = marked(tmp_path, inside, {}).astext()
    assert marked(tmp_path, inside, {"Put seven cards there.": "verified"}).astext() == plain


@pytest.mark.parametrize("element", ["emphasis", "literal", "guilabel"])
def test_a_sentence_with_inline_elements_is_marked_whole(tmp_path: Path, element: str) -> None:
    document = marked(
        tmp_path,
        f"<para>First. Put <{element}>seven</{element}> there. Last.</para>",
        {"Put seven there.": "verified"},
    )
    assert shown(document) == [("Put seven there.", "verified")]


def test_sentences_inside_one_inline_element_share_their_words_and_keep_both_notes(tmp_path: Path) -> None:
    document = marked(
        tmp_path,
        "<para><emphasis>Seven piles. Built down.</emphasis> More.</para>",
        {"Seven piles.": "verified", "Built down.": "contradicted"},
    )
    assert [note["standing"] for note in document.findall(rule_note)] == ["verified", "contradicted"]


def test_sentences_in_tables_and_lists_are_found(tmp_path: Path) -> None:
    document = marked(
        tmp_path,
        '<informaltable><tgroup cols="2"><tbody><row><entry>Tableau</entry><entry>Seven piles. Face up.</entry></row></tbody></tgroup></informaltable>'
        "<itemizedlist><listitem><para>No redeal.</para></listitem></itemizedlist>",
        {"Seven piles.": "contradicted", "No redeal.": "verified"},
    )
    assert shown(document) == [("Seven piles.", "contradicted"), ("No redeal.", "verified")]


def test_a_paragraph_that_a_list_comes_between_keeps_its_notes(tmp_path: Path) -> None:
    document = marked(
        tmp_path,
        "<para>Seven piles.<itemizedlist><listitem><para>One.</para></listitem></itemizedlist>Built down.</para>",
        {"Seven piles.": "verified", "Built down.": "verified"},
    )
    assert shown(document) == [("Seven piles.", "verified"), ("Built down.", "verified")]


def test_the_same_words_twice_are_marked_in_order(tmp_path: Path) -> None:
    path = "<para>No redeal. Then no more. No redeal.</para>"
    document = marked(tmp_path, path, {"No redeal.": "verified"})
    assert shown(document) == [("No redeal.", "verified")]


def test_an_untranslated_sentence_is_marked_with_its_language(tmp_path: Path) -> None:
    document = marked(
        tmp_path,
        "<para>Zazpi pila. Built down.</para>",
        {"Zazpi pila.": None, "Built down.": None},
        {"Zazpi pila.": "eu"},
    )
    foreign = [node for node in document.findall(nodes.inline) if "language-eu" in node["classes"]]
    assert [node.astext() for node in foreign] == ["Zazpi pila."]


def test_a_note_says_what_was_read_and_what_the_game_does(tmp_path: Path) -> None:
    document = marked(tmp_path, "<para>Seven piles.</para>", {"Seven piles.": "contradicted"})
    fact: Any = next(iter(document.findall(rule_note)))["facts"][0]
    assert "7" in fact.stated
    assert fact.does == "the tableau has 8 piles"
    assert fact.evidence == "Counted after the deal."


PIECES = st.lists(
    st.sampled_from(
        [
            "Ten piles. ",
            "No redeal. ",
            "<emphasis>Up.</emphasis>",
            " ",
            "<literal>a</literal>",
            "<emphasis>down. In</emphasis>",
            " suit. ",
            "\n",
            "<quote>One. Two.</quote>",
            "<indexterm><primary>x</primary></indexterm>",
            "<guilabel> B. </guilabel>",
        ]
    ),
    min_size=1,
    max_size=9,
)


@settings(max_examples=100, deadline=None)
@given(PIECES, st.lists(st.sampled_from(["verified", "contradicted", "unknown", None]), min_size=12, max_size=12))
def test_wherever_sentences_end_no_word_moves_and_no_note_is_lost(
    pieces: list[str], standings: list[Standing | None]
) -> None:
    source = f"<article><title>Golf</title><para>{''.join(pieces)}</para></article>"
    page = read_page(Path("golf.xml"), source=source.encode())
    root = page.root
    words = " ".join("".join(root.find("para").xpath(".//text()[not(ancestor::indexterm)]")).split())
    block = page.blocks[-1]
    rules = []
    for found, standing in zip(re.finditer(r"[^.]+(\.|$)", words), standings, strict=False):
        start = found.start() + len(found[0]) - len(found[0].lstrip())
        if start < found.end():
            rules.append(Rule(Sentence(block, start, words[start : found.end()], "rules", "en"), standing))
    document = new_document("golf.xml")
    Renderer(document, "en", lambda kind, message, element: None, on_block=Marker(rules, "en")).render(root)
    bare = "".join(character for character in document.astext() if character not in "“”")
    assert "".join(bare.split()) == "Golf" + "".join(words.split())
    notes = [note["standing"] for note in document.findall(rule_note)]
    assert sorted(notes) == sorted(rule.standing for rule in rules if rule.standing)
