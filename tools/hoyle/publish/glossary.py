"""The glossary: the concepts of card games with their words in every language, out of the term banks.

On the site's other pages the first word for each concept leads here.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from hoyle.publish.overview import name_of
from hoyle.publish.rules import rule_note
from hoyle.publish.words import marked, words

if TYPE_CHECKING:
    from hoyle.language.bank import Bank

CONCEPTS = {
    "stock": marked("The pile, usually face down, that cards are dealt from during play."),
    "waste": marked("The pile that cards from the stock are turned to, or that played cards end on."),
    "foundation": marked("A pile that is built up, in most games from ace to king, and that wins the game when full."),
    "tableau": marked("The piles that most of the play is on."),
    "reserve": marked("A place where cards wait, in many games one at a time."),
    "deck": marked("The cards that a game is played with; one deck has 52 cards unless the page says otherwise."),
    "pile": marked("A place on the table for cards, empty or not."),
    "row": marked("Cards dealt side by side, one to each pile."),
    "suit": marked("Clubs, diamonds, hearts or spades."),
    "rank": marked("What a card is worth in order: ace, two, three and so on to king."),
    "sequence": marked("Cards that lie in order of rank; a page says which suits may follow each other."),
    "dealing": marked("Laying out the cards at the start, or more of them during play."),
    "redeal": marked("Taking the waste up and going through it again as the stock."),
    "building": marked("Putting a card on another one that is next to it in rank."),
    "pair": marked("Two cards that belong together and leave the table together."),
    "pyramid": marked("Rows of cards, each one card longer than the next, that overlap."),
    "grid": marked("Piles in rows and columns."),
    "score": marked("The points that a game gives."),
}
UNREAD = {"building": "building", "dealing": "deal"}
"""English nouns that readers use and the bank can do without: it knows the verbs."""
MOST_OTHERS = 4
"""Other words for a concept that are shown."""


@cache
def terms(lang: str, concept: str) -> tuple[str, ...]:
    """The nouns of a language for a concept, the usual one first; none where there is no bank.

    >>> terms("en", "stock")[0], terms("fr", "waste")[0], terms("eu", "foundation")[0]
    ('stock', 'défausse', 'oinarria')
    """
    from hoyle.language.bank import available, load

    if lang not in available():
        return ()
    bank = load(lang)
    found: list[str] = []
    for term in bank.terms:
        names, _, phrase = term.partition(" = ")
        if names == concept and ("~" in phrase or not found):
            found.append(_as_written(bank, phrase))
    if not found and lang == "en" and concept in UNREAD:
        found.append(UNREAD[concept])
    return tuple(dict.fromkeys(found))[: MOST_OTHERS + 1]


def _as_written(bank: Bank, phrase: str) -> str:
    """A term as a dictionary has it: in Basque with the article, elsewhere bare."""
    shown = []
    for word in phrase.split():
        stem, _, kind = word.partition("~")
        endings = bank.data["endings"].get(kind, {})
        article, plain = endings.get("art", "").split()[:1], endings.get("plain", "0").split()[:1]
        ending = plain[0] if plain else ""
        if article == ["a"]:
            ending = "" if stem.endswith("a") else "a"
        shown.append(stem + ("" if ending == "0" or not kind else ending))
    return " ".join(shown)


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
        for found, concept in sorted(known, key=lambda one: one[0][0].casefold()):
            head = nodes.term("", found[0], ids=[f"term-{concept}"])
            told = nodes.definition("", nodes.paragraph("", _(CONCEPTS[concept])))
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
    left = {concept for concept in CONCEPTS if terms(lang, concept) or terms("en", concept)}
    for text in list(_running_text(doctree, lang)):
        parts: list[nodes.Node] = []
        end = 0
        for word in bank.words(str(text)):
            meant = word.concepts & CONCEPTS.keys()
            if len(meant) != 1 or not meant <= left or word.start < end:
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
