"""What stands beside each sentence that states a rule: what was read, and what the game does.

`verdicts` is the one place where the site asks the readers and the engines. What it
gives is put into the doctree at the sentences' places.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from docutils import nodes

from hoyle.publish.observed import NO_OPTIONS, observations
from hoyle.publish.text import SourceText

if TYPE_CHECKING:
    from hoyle.checks.verdict import Verdict
    from hoyle.docbook.page import Page
    from hoyle.facts.fact import SentenceReading
    from hoyle.language.sentence import Sentence
    from hoyle.observe.observation import Observation

Standing = Literal["verified", "contradicted", "doubtful", "unknown", "not-understood"]
ORDER: tuple[Standing, ...] = ("contradicted", "doubtful", "not-understood", "unknown", "verified")
"""The worst first: a sentence stands as its worst fact does."""


@dataclass(frozen=True)
class Rule:
    """One sentence and what came of reading it."""

    sentence: Sentence
    standing: Standing | None
    """None for a sentence that states no rule."""
    verdicts: tuple[Verdict, ...] = ()


@dataclass(frozen=True)
class PageRules:
    """All sentences of a page, and what its game was seen to do."""

    rules: tuple[Rule, ...]
    observed: tuple[Observation, ...]


def verdicts(page: Page, engine: str = "auto", also: frozenset[str] = frozenset(), source: str = "en") -> PageRules:
    """Read a page, and hold what it states against its game.

    The game is observed under the keys that the page states facts under, and those of `also`.
    """
    from hoyle.checks.run import verdicts_of

    observed: list[Observation] = []

    def ask(name: str, keys: frozenset[str], options: Mapping[str, frozenset[str]] = NO_OPTIONS) -> list[Observation]:
        seen = observations(name, keys | also, engine, options)
        observed.extend(one for one in seen if one.when is None)
        return list(seen)

    reading, judged = verdicts_of(page, ask, source)
    by_sentence: dict[tuple[int, int, int], list[Verdict]] = {}
    for verdict in judged:
        for sentence in verdict.fact.sources or (verdict.fact.sentence,):
            by_sentence.setdefault(_where(sentence), []).append(verdict)
    rules = tuple(_rule(read, by_sentence.get(_where(read.sentence), [])) for read in reading.sentences)
    return PageRules(rules, tuple(observed))


def _where(sentence: Sentence) -> tuple[int, int, int]:
    return sentence.block.index, sentence.start, sentence.end


def _rule(read: SentenceReading, judged: Sequence[Verdict]) -> Rule:
    if read.status == "not understood":
        return Rule(read.sentence, "not-understood")
    if read.status != "facts" or not judged:
        return Rule(read.sentence, None)
    return Rule(read.sentence, min((verdict.status for verdict in judged), key=ORDER.index), tuple(judged))


# -- in the doctree ---------------------------------------------------------------------------


class rule_sentence(nodes.inline):
    """The words of one sentence or more that were read together."""


class rule_note(nodes.General, nodes.Element):
    """What was read from a sentence. Attributes: `standing`, and `facts`, a list of `FactNote`."""

    def astext(self) -> str:
        """Nothing: a note is no text of the page."""
        return ""


class rule_paragraph(nodes.paragraph):
    """A paragraph in which notes stand: in HTML it is no `p`, which can hold no blocks."""


@dataclass(frozen=True)
class FactNote:
    """One fact, ready to be shown."""

    standing: Standing
    stated: str
    """Key and value in words."""
    does: str
    """What the game does, in words; empty where it does just what is stated."""
    evidence: str
    """What was seen, in words; empty where that is just what the game does."""
    position: str = ""
    move: str = ""
    """The table and the move that show it, in the notation of the evidence."""


def fact_note(verdict: Verdict, title: str = "") -> FactNote:
    """A verdict in words, in the language chosen with `hoyle.messages.speak`; the game is called as its page is."""
    from hoyle.checks.verdict import WHY
    from hoyle.facts.wording import fact_in_words
    from hoyle.messages import Said, _

    fact, seen = verdict.fact, verdict.observation
    stated = fact_in_words(fact.key, fact.value)
    if seen is None:
        why = _(WHY[verdict.why]) if verdict.why else ""
        return FactNote(verdict.status, stated, "", f"{why[:1].upper()}{why[1:]}." if why else "")
    said = seen.evidence.said
    if title and isinstance(said, Said) and "game" in said.values:
        said = said._replace(values={**said.values, "game": title})
    evidence = replace(seen.evidence, said=said).summary
    if seen.value is not None:
        does = fact_in_words(fact.key, seen.value)
    else:  # what is lacking, the evidence says
        does = "" if evidence else _("the game has no such thing")
    if evidence.rstrip(".").casefold() in (stated.casefold(), does.casefold()):
        evidence = ""
    return FactNote(
        verdict.status,
        stated,
        does if does != stated else "",
        evidence,
        seen.evidence.position or "",
        seen.evidence.move or "",
    )


class Marker:
    """Puts a page's rules into the nodes made of its blocks."""

    def __init__(self, rules: Iterable[Rule], lang: str, title: str = "") -> None:
        self._lang = lang
        self._title = title
        self._blocks: dict[Any, list[Rule]] = {}
        self._done: set[int] = set()
        self.identifiers: dict[int, str] = {}
        """What the sentences are called that were marked, by the `id` of their rule."""
        for rule in rules:
            self._blocks.setdefault(rule.sentence.block.element, []).append(rule)

    def __call__(self, element: Any, block: nodes.Element) -> nodes.Element:
        """Mark the sentences that stand in `block`, made of `element`; returns the block, or what takes its place."""
        rules = [rule for rule in self._blocks.get(element, ()) if id(rule) not in self._done]
        shown = [rule for rule in rules if rule.standing is not None or self.is_foreign(rule.sentence)]
        if not shown:
            return block
        ends = _Ends(block)
        position = 0
        for rule in rules:
            found = ends.find(rule.sentence, position)
            if found is None:
                continue
            self._done.add(id(rule))
            start, position = found
            if rule in shown:
                self._mark(block, ends, rule, start, position)
        if isinstance(block, nodes.paragraph) and any(isinstance(child, rule_note) for child in block.children):
            return rule_paragraph("", "", *block.children, **block.attributes)
        return block

    def is_foreign(self, sentence: Sentence) -> bool:
        """Whether a sentence is in another language than the text around it claims."""
        return sentence.lang != (sentence.block.lang or self._lang).split("-")[0].split("_")[0]

    def _add_note(self, block: nodes.Element, rule: Rule, start: int) -> None:
        """Put a note after the words that hold `start`, which another sentence shares."""
        if rule.standing is None:
            return
        position = 0
        for number, child in enumerate(block.children):
            position += _length(child)
            if position > start and isinstance(child, rule_sentence):
                while number + 1 < len(block.children) and isinstance(block.children[number + 1], rule_note):
                    number += 1
                block.insert(number + 1, _note(rule, self._title))
                return

    def _mark(self, block: nodes.Element, ends: _Ends, rule: Rule, start: int, end: int) -> None:
        covered = ends.take(block, start, end)
        if not covered:
            self._add_note(block, rule, start)
            return
        classes = [f"language-{rule.sentence.lang}"] if self.is_foreign(rule.sentence) else []
        place = _position(block, covered[0])
        is_plain = rule.standing is None or isinstance(block, nodes.title | nodes.term | nodes.rubric | nodes.caption)
        if is_plain and not classes:
            return
        identifier = f"sentence-{len(self.identifiers) + 1}"
        self.identifiers[id(rule)] = identifier
        if is_plain:
            made = nodes.inline("", "", *covered, ids=[identifier], classes=classes)
            block[place : place + len(covered)] = [made]
            return
        classes += ["rule", f"rule-{rule.standing}"]
        wrapped = rule_sentence("", "", *covered, ids=[identifier], classes=classes)
        block[place : place + len(covered)] = [wrapped, _note(rule, self._title)]


def _note(rule: Rule, title: str) -> rule_note:
    # Facts that are told in the same words are told once.
    facts = list(dict.fromkeys(fact_note(verdict, title) for verdict in rule.verdicts))
    return rule_note(standing=rule.standing, facts=facts, classes=["no-search"])


class _Ends:
    """Finds a sentence's place among the text nodes of a block.

    Offsets count the characters that are no white space: reader and renderer fold
    white space each in their own way, and no sentence ends inside it.
    """

    def __init__(self, block: nodes.Element) -> None:
        self._text = "".join(_solid(text) for text in block.findall(SourceText))

    def find(self, sentence: Sentence, after: int) -> tuple[int, int] | None:
        wanted = _solid(sentence.text)
        at = self._text.find(wanted, after)
        return (at, at + len(wanted)) if wanted and at >= 0 else None

    def take(self, block: nodes.Element, start: int, end: int) -> list[nodes.Node]:
        """The children of `block` from `start` to `end`, text split where need be.

        An inline element that reaches over a border is taken whole; what is already
        part of another sentence is left out.
        """
        position = 0
        covered: list[nodes.Node] = []
        for child in list(block.children):
            length = _length(child)
            first, last = position, position + length
            position = last
            if last <= start and not (length == 0 and covered and first < end):
                continue
            if first >= end:
                break
            if isinstance(child, rule_sentence | rule_note):
                continue
            if isinstance(child, SourceText) and length:
                before, middle, after = _split(child, max(0, start - first), min(length, end - first))
                if covered:
                    before, middle = "", before + middle
                if last < end:
                    middle, after = middle + after, ""
                parts = (before, middle, after)
                at = _position(block, child)
                block[at : at + 1] = [SourceText(part) for part in parts if part]
                at += bool(parts[0])
                covered.append(block.children[at])
            else:
                covered.append(child)
        return covered


def _position(block: nodes.Element, child: nodes.Node) -> int:
    """Where a node stands; `index` would compare texts by value, and they may be alike."""
    return next(number for number, node in enumerate(block.children) if node is child)


def _solid(text: str) -> str:
    return "".join(text.split())


def _length(node: nodes.Node) -> int:
    return sum(len(_solid(text)) for text in node.findall(SourceText))


def _split(text: str, start: int, end: int) -> tuple[str, str, str]:
    """The text before, from and after so many solid characters; the spaces around the middle stay outside.

    >>> _split("Ten piles. Deal four rows.", 9, 22)
    ('Ten piles. ', 'Deal four rows.', '')
    """
    solid = [number for number, character in enumerate(text) if not character.isspace()]
    first, last = solid[start], solid[end - 1] + 1
    return text[:first], text[first:last], text[last:]
