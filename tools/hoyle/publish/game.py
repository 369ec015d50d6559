"""What a game's page shows besides its text: the game at a glance, the table after the deal, how the rules stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from docutils import nodes

from hoyle.publish import replay
from hoyle.publish.observed import tell_failure
from hoyle.publish.picture import describe, draw
from hoyle.publish.rules import ORDER, PageRules, Rule, Standing
from hoyle.publish.words import marked, words

if TYPE_CHECKING:
    from hoyle.docbook.page import Page
    from hoyle_engine.interface import Engine, Pile

SEED = 1
"""The deal that pictures show; any would do, so long as it stays the same."""


class table_picture(nodes.General, nodes.Element):
    """A drawing of the table. Attributes: `svg`, and `alt`, what it shows in words."""


class disclosure(nodes.General, nodes.Element):
    """Content that opens on demand, under the words in its attribute `summary`."""


class rules_summary(nodes.General, nodes.Element):
    """How many sentences stand how, and the control that shows all notes.

    Attribute: `counts`, for each standing its number and the identifier of its first sentence.
    """


@dataclass(frozen=True)
class Trait:
    """One of the rules that games are found by."""

    name: str
    """`deck`, `piles`, `redeals`, `goal` or `build`."""
    value: str
    """As data."""
    shown: str
    """In words."""


@dataclass(frozen=True)
class Counts:
    """How many facts of a page stand how, and how many of its sentences were not understood."""

    facts: int
    by_standing: dict[str, int]

    def get(self, what: str) -> int:
        """The number of all `facts`, of those of a standing, or of sentences `not-understood`."""
        return self.facts if what == "facts" else self.by_standing.get(what, 0)


@dataclass(frozen=True)
class OpenSentence:
    """A sentence that is not verified, and where on its page it stands."""

    standing: Standing
    text: str
    identifier: str


@dataclass(frozen=True)
class Game:
    """What the front page tells of a game."""

    title: str
    intro: tuple[str, str]
    """A sentence or more, and their language where it is not the site's; both empty where there is none."""
    glance: tuple[tuple[str, str], ...]
    picture: str
    traits: tuple[Trait, ...] = ()
    """What the game can be found by."""
    counts: Counts = field(default_factory=lambda: Counts(0, {}))
    open_sentences: tuple[OpenSentence, ...] = ()


_GLANCE = {
    "deck.kind": marked("Deck"),
    "tableau.piles": marked("Tableau piles"),
    "foundation.piles": marked("Foundation piles"),
    "reserve.piles": marked("Reserve piles"),
    "stock.redeals": marked("Redeals"),
    "goal": marked("Goal"),
    "score.max": marked("Highest score"),
}
_GOALS = {
    "foundation": marked("all cards on the foundations"),
    "remove-all": marked("all cards removed"),
    "waste": marked("all cards on the waste"),
    "suits-in-order": marked("all suits in order"),
    "empty-stock": marked("an empty stock"),
    "reveal-all": marked("all cards face up"),
}


_TRAITS = {
    "deck": ("deck.kind",),
    "piles": ("tableau.piles",),
    "redeals": ("stock.redeals",),
    "goal": ("goal",),
    "build": ("tableau.build.direction", "tableau.build.suit"),
}

KEYS = frozenset(_GLANCE).union(*_TRAITS.values())
"""What is asked of a game for its page, whatever the page says."""


def variant_of(page: str) -> str:
    """The name of the game that a page is about.

    >>> variant_of("forty_thieves")
    'forty-thieves'
    """
    return page.lower().replace("_", "-")


def engine_for(name: str, choice: Any = "auto") -> Engine | None:
    """The engine that plays the game of a page; None where none does."""
    from hoyle_engine import engines

    return next((engine for engine in engines(choice) if variant_of(name) in engine.variants), None)


def counts_of(read: PageRules) -> Counts:
    """Count a page's facts; one that several sentences state together counts once."""
    facts = {id(verdict): verdict.status for rule in read.rules for verdict in rule.verdicts}
    counts: dict[str, int] = dict(Counter(facts.values()))
    unread = sum(rule.standing == "not-understood" for rule in read.rules)
    return Counts(len(facts), {**counts, "not-understood": unread})


def rules_of(read: PageRules) -> dict[str, Any]:
    """By key, what the game does, or, where no engine plays it, what the page says."""
    known: dict[str, Any] = {}
    for rule in read.rules:
        for verdict in rule.verdicts:
            if verdict.fact.when is None:
                known.setdefault(verdict.fact.key, verdict.fact.value)
    for seen in read.observed:
        if seen.when is None:
            known[seen.key] = seen.value
    return {key: value for key, value in known.items() if value is not None}


def at_a_glance(known: dict[str, Any], lang: str) -> tuple[tuple[str, str], ...]:
    """Labels and values of what a player asks first."""
    _ = words(lang).gettext
    rows = []
    for key, label in _GLANCE.items():
        value = known.get(key)
        if value is None or (key.endswith(".piles") and value == 0):
            continue
        shown = _shown(key, value, lang)
        rows.append((_(label), shown[:1].upper() + shown[1:]))
    return tuple(rows)


def _shown(key: str, value: Any, lang: str) -> str:
    from hoyle.facts.wording import value_in_words

    _ = words(lang).gettext
    if key == "goal" and value in _GOALS:
        return _(_GOALS[value])
    if key == "stock.redeals" and value == 0:
        return _("none")
    return value_in_words(key, value)


def traits(known: dict[str, Any], lang: str) -> tuple[Trait, ...]:
    """What the front page finds the game by."""
    found = []
    for name, keys in _TRAITS.items():
        values = [(key, known[key]) for key in keys if key in known]
        if not values:
            continue
        shown = ", ".join(_shown(key, value, lang) for key, value in values)
        found.append(Trait(name, " ".join(str(value) for _key, value in values), shown[:1].upper() + shown[1:]))
    return tuple(found)


def _first(rules: Iterable[Rule], standing: Standing, places: Mapping[int, str]) -> str:
    """The identifier of the first sentence on the page that stands so; empty for one that has none."""
    return next((places[id(rule)] for rule in rules if rule.standing == standing and id(rule) in places), "")


def _intro(section: nodes.section, read: PageRules, known: Mapping[str, Any], lang: str) -> tuple[str, str]:
    """What a page says of its game before anything else, and the language of it where that is another than the site's.

    A line that is no sentence, such as the author's, says nothing. Where no other is there and
    the goal is not known in a word, the sentence that states the goal stands in.
    """
    first = next((child for child in section.children if isinstance(child, nodes.paragraph)), nodes.paragraph())
    text = first.astext()
    if text.rstrip('"”»’)]').endswith((".", "!", "?", "…", "。")):
        marks: list[str] = [name for node in first.findall(nodes.Element) for name in node["classes"]]
        return text, next((mark.removeprefix("language-") for mark in marks if mark.startswith("language-")), "")
    goals = (rule.sentence for rule in read.rules if rule.sentence.role == "goal" and "goal" not in known)
    if goal := next(goals, None):
        return " ".join(goal.text.split()), goal.lang if goal.lang != lang.replace("_", "-").split("-")[0] else ""
    return "", ""


def _opening(engine: Engine, page: Page) -> Sequence[Pile] | None:
    """The piles of the deal that the page shows; None where the engine fails."""
    from hoyle.checks.run import without_engine
    from hoyle_engine.interface import EngineFailed

    try:
        return engine.deal(variant_of(page.name), seed=SEED).piles
    except EngineFailed as error:
        tell_failure(without_engine(error))
        return None


def add_table(
    section: nodes.section, page: Page, read: PageRules, config: Any, places: Mapping[int, str]
) -> Game | None:
    """Put it all before the first subsection, and return what the front page tells of the game.

    `places` are the identifiers of sentences, by the `id` of their rule.

    None for a page about no game: one that states no rule and that no engine plays.
    """
    lang, engine = config.language, engine_for(page.name, config.hoyle_engine)
    piles = _opening(engine, page) if engine else None
    judged = [rule for rule in read.rules if rule.standing is not None]
    if piles is None and not judged:
        return None
    _ = words(lang).gettext
    title = section[0].astext() if section.children else page.name
    known = rules_of(read)
    glance = at_a_glance(known, lang)
    added: list[nodes.Node] = []
    opening = nodes.container(classes=["opening"])
    if piles is not None:
        told = describe(piles, lang)
        picture = draw(piles, lang, title=_("{game} after the deal").format(game=title))
        figure = nodes.container(classes=["table-picture", "no-search"])
        figure += table_picture(svg=picture, alt=" ".join(told))
        listed = nodes.bullet_list(bullet="-")
        listed += [nodes.list_item("", nodes.paragraph("", line)) for line in told]
        figure += disclosure("", listed, summary=_("The table in words"))
        opening += figure
    if glance:
        facts = nodes.definition_list(classes=["glance"])
        for label, value in glance:
            facts += nodes.definition_list_item(
                "", nodes.term("", label), nodes.definition("", nodes.paragraph("", value))
            )
        opening += facts
    if opening.children:
        added.append(opening)
    if judged:
        counts: Counter[Standing] = Counter(rule.standing for rule in judged if rule.standing)
        added.append(
            rules_summary(
                counts=[
                    (standing, counts[standing], _first(judged, standing, places))
                    for standing in ORDER
                    if counts[standing]
                ],
                classes=["no-search"],
            )
        )
    place = next(
        (number for number, child in enumerate(section.children) if isinstance(child, nodes.section)),
        len(section.children),
    )
    section[place:place] = added
    if engine is not None and engine.name == "reference":
        section += replay.section(replay.replay_of(variant_of(page.name), engine), lang)
    small = draw(piles, lang, name=nodes.make_id(page.name), small=True) if piles is not None else ""
    intro = _intro(section, read, known, lang)
    open_sentences = tuple(
        OpenSentence(rule.standing, rule.sentence.text, places.get(id(rule), ""))
        for rule in judged
        if rule.standing is not None and rule.standing != "verified"
    )
    return Game(title, intro, glance, small, traits(known, lang), counts_of(read), open_sentences)
