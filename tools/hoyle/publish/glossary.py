"""The glossary: the concepts of card games with their words in every language of a site.

On the site's other pages the first word for each concept leads here; which words mean it, the term banks know.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from hoyle.publish.overview import name_of
from hoyle.publish.rules import rule_note
from hoyle.publish.words import collated, marked, words


@dataclass(frozen=True)
class Concept:
    """An entry of the glossary, to be translated."""

    terms: str
    """The usual word for it, then others that are in use, with commas between."""
    meaning: str


CONCEPTS = {
    "stock": Concept(
        marked("stock, talon, draw pile"),
        marked("The pile, usually face down, that cards are dealt from during play."),
    ),
    "waste": Concept(
        marked("waste, waste pile, discard pile"),
        marked("The pile that cards from the stock are turned to, or that played cards end on."),
    ),
    "foundation": Concept(
        marked("foundation, foundation pile, home pile"),
        marked("A pile that is built up, in most games from ace to king, and that wins the game when full."),
    ),
    "tableau": Concept(marked("tableau, layout"), marked("The piles that most of the play is on.")),
    "reserve": Concept(
        marked("reserve, cell, free cell"), marked("A place where cards wait, in many games one at a time.")
    ),
    "deck": Concept(
        marked("deck, pack"),
        marked("The cards that a game is played with; one deck has 52 cards unless the page says otherwise."),
    ),
    "pile": Concept(marked("pile, stack, place"), marked("A place on the table for cards, empty or not.")),
    "row": Concept(marked("row, line"), marked("Cards dealt side by side, one to each pile.")),
    "suit": Concept(marked("suit"), marked("Clubs, diamonds, hearts or spades.")),
    "rank": Concept(marked("rank, value"), marked("What a card is worth in order: ace, two, three and so on to king.")),
    "sequence": Concept(
        marked("sequence, run"),
        marked("Cards that lie in order of rank; a page says which suits may follow each other."),
    ),
    "dealing": Concept(
        marked("deal, dealing"), marked("Laying out the cards at the start, or more of them during play.")
    ),
    "redeal": Concept(
        marked("redeal, second deal"), marked("Taking the waste up and going through it again as the stock.")
    ),
    "building": Concept(marked("building"), marked("Putting a card on another one that is next to it in rank.")),
    "pair": Concept(marked("pair"), marked("Two cards that belong together and leave the table together.")),
    "pyramid": Concept(marked("pyramid"), marked("Rows of cards, each one card longer than the next, that overlap.")),
    "grid": Concept(marked("grid"), marked("Piles in rows and columns.")),
    "score": Concept(marked("score, points"), marked("The points that a game gives.")),
}
"""By the name that the term banks have for it: words that the banks know lead to the entry."""


def terms(lang: str, concept: str) -> tuple[str, ...]:
    """The words of a language for a concept, the usual one first; none where the site has no words in the language.

    >>> terms("en", "stock")[0], terms("fr", "waste")[0], terms("eu", "foundation")[0]
    ('stock', 'défausse', 'oinarria')
    """
    if lang.replace("_", "-").split("-")[0] != "en" and not _is_known(lang):
        return ()
    return tuple(words(lang).gettext(CONCEPTS[concept].terms).split(", "))


def _is_known(lang: str) -> bool:
    """Whether there are words of a language: one may have the same word for a thing as English."""
    return any(words(lang).gettext(one.meaning) != one.meaning for one in CONCEPTS.values())


class Glossary(SphinxDirective):
    """`.. hoyle-glossary::`: the page, in the site's language."""

    def run(self) -> list[nodes.Node]:
        """A section with the concepts in the order of their words."""
        lang = self.config.language
        _ = words(lang).gettext
        section = nodes.section(ids=["glossary"])
        section += nodes.title("", _("Words of card games"))
        section += nodes.paragraph(
            "", _("The words that the pages of this site use, and what they are called in its other languages.")
        )
        listed = nodes.definition_list(classes=["words"])
        known = [(found, concept) for concept in CONCEPTS if (found := terms(lang, concept) or terms("en", concept))]
        for found, concept in sorted(known, key=lambda one: collated(one[0][0])):
            head = nodes.term("", found[0], ids=[f"term-{concept}"])
            told = nodes.definition("", nodes.paragraph("", _(CONCEPTS[concept].meaning)))
            if len(found) > 1:
                told += nodes.paragraph("", _("Also: {terms}").format(terms=", ".join(found[1:])), classes=["also"])
            elsewhere = nodes.bullet_list(bullet="-", classes=["in-languages"])
            for other in self.config.hoyle_languages:
                if other != lang and (said := terms(other, concept)):
                    text = nodes.inline("", ", ".join(said), classes=[f"language-{other}", "plain"])
                    name = nodes.inline("", name_of(other), classes=[f"language-{other}", "plain", "name"])
                    elsewhere += nodes.list_item("", nodes.paragraph("", "", name, nodes.Text(" "), text))
            if elsewhere.children:
                told += elsewhere
            listed += nodes.definition_list_item("", head, told)
        section += listed
        return [section]


def link_terms(app: Any, doctree: nodes.document, docname: str) -> None:
    """Have the first word for each concept on a game's page lead to the glossary."""
    from hoyle.publish.front import games

    if "glossary" not in app.env.all_docs or docname not in games(app.env):
        return
    from hoyle.language.bank import available, load

    lang = app.config.language
    if lang not in available():
        return
    bank = load(lang)
    try:
        target = app.builder.get_relative_uri(docname, "glossary")
    except Exception:  # a builder that makes no such document
        return
    left = set(CONCEPTS)
    for text in list(_running_text(doctree, lang)):
        parts: list[nodes.Node] = []
        end = 0
        for word in bank.words(str(text)):
            meant = word.concepts & CONCEPTS.keys()
            # A gap is a pile that is empty, but who asks about gaps does not look for piles.
            if len(meant) != 1 or "empty" in word.concepts or not meant <= left or word.start < end:
                continue
            (concept,) = meant
            left.discard(concept)
            shown = str(text)[word.start : word.end]
            reference = nodes.reference("", shown, refuri=f"{target}#term-{concept}", internal=True, classes=["term"])
            parts += [nodes.Text(str(text)[end : word.start]), reference]
            end = word.end
        if parts:
            parts.append(nodes.Text(str(text)[end:]))
            text.parent.replace(text, [part for part in parts if not isinstance(part, nodes.Text) or part])


def _running_text(doctree: nodes.document, lang: str) -> Iterator[nodes.Text]:
    """The text of paragraphs in the page's language that is no link yet."""
    apart = (
        nodes.reference,
        nodes.title,
        nodes.term,
        nodes.literal,
        nodes.literal_block,
        rule_note,
        nodes.definition_list,
    )
    for text in doctree.findall(nodes.Text):
        around: Any = text.parent
        inside = False
        while around is not None and around is not doctree:
            classes = around.get("classes", ())
            if isinstance(around, apart) or "no-search" in classes or any(c.startswith("language-") for c in classes):
                break
            inside = inside or isinstance(around, nodes.paragraph)
            around = around.parent
        else:
            if inside:
                yield text
