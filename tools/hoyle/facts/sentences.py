"""One sentence read in its context: the rules that fire, and what it leaves for the next."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from hoyle.facts.about import Signs, is_foreign, signs_of, speaks_of_the_game
from hoyle.facts.clauses.clause import Clause
from hoyle.facts.clauses.parse import parse
from hoyle.facts.clauses.spans import has_verb
from hoyle.facts.context import Context, Stated
from hoyle.facts.deal.table import Table
from hoyle.facts.rules import SPAN_PREFIXES, Rule, RuleBook, rule_book
from hoyle.facts.topics import emptied_in, named_in, points_there, topics_of
from hoyle.facts.values import VALUES
from hoyle.language.bank import Bank, Word, available, load
from hoyle.language.concepts import KINDS


class Reading(NamedTuple):
    """What one sentence was found to say, and what it leaves for the next."""

    stated: list[Stated]
    understood: bool
    topic: str | None
    target: str | None
    built: str | None
    emptied: str | None = None
    deal: str | None = None
    """In a setup, the pile kind that the sentence may tell the deal of."""
    redealt: bool = False
    in_corners: bool = False
    """Whether it says of the foundations that they lie in the corners."""
    signs: Signs = (frozenset(), 0, 0)
    """What in it speaks of card games, and how many of its words are known and unknown."""


class Reader:
    """Reads sentences with one rule book; remembers those it has read before."""

    def __init__(self, book: RuleBook | None = None, banks: dict[str, Bank] | None = None) -> None:
        self.book = book or rule_book()
        self.banks = dict(banks or {})
        self._latest: tuple[str | None, str, list[Word], list[Clause]] = None, "", [], []
        self._read: dict[tuple[Any, ...], Reading] = {}
        self._told: dict[tuple[str, str, str, bool], tuple[Table | None, bool]] = {}
        self._headers: dict[tuple[str, str], str | None] = {}

    def bank(self, lang: str) -> Bank:
        """The term bank of a language."""
        bank = self.banks.get(lang)
        if bank is None:
            bank = self.banks[lang] = load(lang)
        return bank

    def clauses(self, text: str, lang: str) -> tuple[list[Word], list[Clause]]:
        """The words and clauses of a sentence."""
        # Only the latest are kept, as most sentences stand on one page: to look through all that there is for what
        # may be forgotten takes longer than to read a few anew.
        latest, language, words, clauses = self._latest
        if latest != text or language != lang:
            bank = self.bank(lang)
            words = bank.words(text)
            if "(" in text:
                words = without_notes(words)
            clauses = parse(words, bank)
            self._latest = text, lang, words, clauses
        return words, clauses

    def signs(self, text: str, lang: str) -> Signs:
        """The signs of a text that is not read as a sentence."""
        return signs_of(self.bank(lang).words(text))

    def header(self, text: str, lang: str) -> str | None:
        """The pile kind that a row header names, `deck`, or `other-pile`; None for an empty one."""
        key = (text, lang)
        if key in self._headers:
            return self._headers[key]
        found: str | None = "other-pile" if text.strip() else None
        for language in (lang, *(other for other in available() if other != lang)):
            if language not in available():
                continue
            concepts = {concept for word in self.bank(language).words(text) for concept in word.concepts}
            kinds = [kind for kind in KINDS if kind in concepts]
            if "deck" in concepts and (len(concepts & {"card", "deck"}) == 2 or not kinds):
                found = "deck"
            elif kinds:
                found = kinds[0]
            else:
                continue
            break
        self._headers[key] = found
        return found

    def read(self, text: str, lang: str, context: Context) -> Reading:
        """What a sentence states in its context."""
        # A plain tuple, which is not looked through for cycles.
        key = (text, lang, *context)
        found = self._read.get(key)
        if found is None:
            found = self._read[key] = self._understand(text, lang, context)
        return found

    def tell(self, text: str, lang: str, kind: str, table: Table) -> bool:
        """Let a sentence add to what is known of the deal of a pile kind; whether it told anything."""
        begun = bool(table.steps)
        found = self._told.get((text, lang, kind, begun))
        if found is None:
            new = Table(begun=begun)
            heard = new.hear(self.clauses(text, lang)[0], self.bank(lang), kind)
            found = self._told[text, lang, kind, begun] = None if new.is_blank() else new, heard
        told, heard = found
        if told is not None:
            table.add(told)
        return heard

    def _understand(self, text: str, lang: str, context: Context) -> Reading:
        words, clauses = self.clauses(text, lang)
        header, section, topic, target, built, emptied, _, in_corners = context
        if section == "setup" or (section == "options" and any(map(_deals_to_each, clauses))):
            deal = _deal_kind(clauses, context)
        else:
            deal = None
        corners = header == "foundation" and any("corner" in clause.features for clause in clauses)
        signs = signs_of(words)
        ending = text.rstrip()[-1:]
        if ending in _QUESTION:
            # A question states nothing.
            return Reading([], True, topic, target, built, None, deal, False, corners, signs)
        if (
            header is None
            and topic in KINDS
            and (_opens_with_pronoun(text, self.bank(lang)) or (clauses and _subjectless(clauses[0])))
        ):
            # "The stock lies at the top right. It is turned over …" is about the stock as a row of it is.
            header = topic
        stated: list[Stated] = []
        understood = redealt = False
        here = context
        for clause in clauses:
            if header is not context.header or clause is not clauses[0]:
                here = Context(header, section, topic, target, built, emptied)
            features = clause.features
            spoken_of = topic if context.header is None else None
            full = features | _around(section, header, spoken_of, redealt or context.redealt, in_corners)
            topics: dict[str, list[str]] = {}
            redealt = redealt or _redeals(features)
            there = "here" in features and points_there(clause)
            if there and (emptied or "if.empty" in features):
                # "If one of them is empty, any card may be put there."
                full |= _EMPTY
            if _is_moot(features) or ("advice" in features and section != "goal" and _advises(clause)):
                understood = True
            else:
                for rule in self.book.fired(full):
                    if rule.none:
                        understood = True
                        continue
                    about = topics.get(rule.topic)
                    if about is None:
                        about = topics[rule.topic] = topics_of(rule.topic, clause, here)
                    if about:
                        for fact in apply(rule, clause, about):
                            if fact not in stated:
                                stated.append(fact)
            if not features.isdisjoint(_SENT):
                targets = clause.targets()
                if targets:
                    target = targets[-1]
            if not features.isdisjoint(_BUILT):
                onto = topics["build"] if "build" in topics else topics_of("build", clause, here)
                built = onto[0] if onto else built
            else:
                for key, _, _ in stated:
                    if key.endswith(".build.direction"):
                        built = key.partition(".")[0]
            kinds = named_in(clause)
            if kinds:
                topic = kinds[0]
            elif "pyramid" in features:
                topic = "tableau"
            said_empty = emptied_in(clause, here) if "empty" in features or clause.spans else None
            emptied = said_empty or (emptied if there else None)
        if len(stated) > 1:
            stated = _without_doubts(stated)
        if context.header is None and signs[0].isdisjoint(_OF_CARDS) and is_foreign(words):
            return Reading([], True, context.topic, context.target, context.built, None, deal, False, corners, signs)
        if not stated and not understood:
            # What ends in a colon only leads on to what it introduces.
            understood = ending == ":" or _only_when(clauses) or not speaks_of_the_game(words, context)
        if stated and section != "goal":
            stated = [fact for fact in stated if not fact[0].startswith("goal")]
        return Reading(stated, understood, topic, target, built, emptied, deal, redealt, corners, signs)


@cache
def _around(section: str, header: str | None, topic: str | None, redealt: bool, in_corners: bool) -> frozenset[str]:
    """The features of what a clause stands in."""
    found = {f"S.{section}", f"H.{header or 'none'}"}
    if topic:
        found.add(f"T.{topic}")
    if redealt:
        found.add("T.redeal")
    if in_corners:
        found.add(":in-corners")
    return frozenset(found)


_OF_CARDS = frozenset(("card", "suit", "suitname", "jokers", "tableau", "waste"))
"""Signs with any of which a sentence is never foreign; most have one."""
_QUESTION = frozenset("?？")
_SENT = frozenset(("flip", "deal", "move", "place", "play"))
_BUILT = frozenset(("build", "np.building"))
_EMPTY = frozenset(("pile.empty", "empty"))


def _without_doubts(stated: list[Stated]) -> list[Stated]:
    """The facts but for those that others of the same sentence make doubtful."""
    keys = [key for key, _, _ in stated]
    if len({*keys}) < len(keys):
        for key in {key for key in keys if key.endswith(".piles")}:
            if len({value for said, value, _ in stated if said == key}) > 1:
                # "Not four foundations but eight": which of them are there is not said plainly.
                stated = [fact for fact in stated if fact[0] != key]
    if "score.other" in keys:
        scored = [value[1] for key, value, _ in stated if key == "score.per"]
        stated = [fact for fact in stated if fact[0] != "score.other" or fact[1] not in scored]
    return stated


def _only_when(clauses: list[Clause]) -> bool:
    """Whether a sentence is nothing but a condition: "Only when a Queen is waiting for it." """
    return (
        len(clauses) == 1
        and bool(clauses[0].spans)
        and {"only"} == {concept for word in clauses[0].words for concept in word.concepts if concept != "single"}
    )


def without_notes(words: list[Word]) -> list[Word]:
    """The words without the brackets that hold no more than where to look: "(see note 2)", or at their end "(1)"."""
    opened = [at for at, word in enumerate(words) if word.tag == "open"]
    for at in reversed(opened):
        close = next((one for one in range(at + 1, len(words)) if words[one].tag == "close"), None)
        if close is None:
            continue
        inside = words[at + 1 : close]
        last = all(word.tag == "stop" for word in words[close + 1 :])
        footnote = last and at > 0 and len(inside) == 1 and inside[0].text.isdigit()
        if (footnote and "rankname" not in words[at - 1].concepts) or (
            any("pointer" in word.concepts for word in inside) and not has_verb(inside)
        ):
            words = words[:at] + words[close + 1 :]
    return words


def _advises(clause: Clause) -> bool:
    """Whether a clause advises, and does not only remind: "Remember that only Kings …" tells a rule."""
    return any("advice" in word.concepts and "adverb" not in word.concepts for word in clause.words)


def _is_moot(features: set[str]) -> bool:
    """Whether a clause states nothing: it advises, supposes what is not so, or denies that something must be done."""
    if not features.isdisjoint(_MOOT):
        return True
    return (
        "need" in features
        and "not" in features
        and not features.isdisjoint(_DONE)
        and features.isdisjoint(_MATCHED)
        and "BEFORE" not in features
    )


_MOOT = frozenset(("moot", *(f"{span}.moot" for span in SPAN_PREFIXES)))
_DONE = frozenset(("move", "play", "place", "put-back", "return", "take", "fill", "go", "back"))
_MATCHED = frozenset(("suit", "color", "in-sequence", "any-order", "deal", "dealing"))
"""What cards or piles need not be is what they may be: "Sequences that are moved need not be of one suit"."""


def _redeals(features: set[str]) -> bool:
    """Whether a clause tells that the stock is dealt again or made anew."""
    if not features.isdisjoint(_REDEAL):
        return True
    return not features.isdisjoint(_TURNED) and (
        not features.isdisjoint(_TO_STOCK) or ("if.stock" in features and not features.isdisjoint(_AT_ITS_END))
    )


_REDEAL = frozenset(("redeal", "redeal-verb"))
_TURNED = frozenset(("flip", "turn-over", "put-back", "gather", "move"))
_TO_STOCK = frozenset(("target.stock", "to.stock"))
_AT_ITS_END = frozenset(("if.empty", "if.empty-verb", "if.end", "if.no"))


def _subjectless(clause: Clause) -> bool:
    """Whether a clause names no subject and no pile, where a language leaves pronouns out."""
    return (
        clause.genitive_first
        and any(word.tag == "finite" for word in clause.words)
        and not any(phrase.role is None or phrase.kinds or phrase.is_a("pile") for phrase in clause.phrases)
        and not clause.features & {"here", "COND", "not", "no"}
    )


def _opens_with_pronoun(text: str, bank: Bank) -> bool:
    words = text.split(None, 1)
    return bool(words) and words[0].lower() in bank.pronouns


def apply(rule: Rule, clause: Clause, topics: list[str]) -> list[Stated]:
    """The facts that a rule whose conditions are met states of a clause, about piles of these kinds."""
    found: list[Stated] = []
    for topic in topics:
        for key, value in rule.facts:
            if isinstance(value, str) and value[:1] == "@":
                value = VALUES[value[1:]](clause)
                if value is None:
                    continue
            if key == "value.R":
                found += [(f"value.{rank}", number, rule.name) for rank, number in value]
            elif key == "score.per":
                found += [(key, item, rule.name) for item in value]
            elif key != "P.plays_to" or value != [topic] or "other" in clause.features or topic == "tableau":
                found.append((_of_topic(key, topic), value, rule.name))
            # "Cards may be kept in the cells": none goes from one to another
    return found


@cache
def _of_topic(key: str, topic: str) -> str:
    """The key of a rule with the pile kind that it is about in place of its `P`."""
    if key.startswith("P."):
        return f"{topic}{key[1:]}"
    return f"{key[:-1]}{topic}" if key.endswith(".P") else key


def _deals_to_each(clause: Clause) -> bool:
    """Whether a clause tells of a deal to every pile."""
    features = clause.features
    return {"deal", "card", "pile"} <= features and not features.isdisjoint(("pile.every", "pile.all"))


def _deal_kind(clauses: list[Clause], context: Context) -> str | None:
    """The pile kind that a sentence may tell the deal of."""
    if context.header == "stock" or context.header == "deck" or context.header == "other-pile":
        return None
    for clause in clauses:
        features = clause.features
        if "click" in features or "from.stock" in features:
            return None
        # "Once the base card is chosen", "repeat, showing more cards each time": no condition of the deal.
        if "COND" in features and ("WHEN" not in features or features.isdisjoint(_NO_CONDITION)):
            return None
    named = [kind for clause in clauses for kind in clause.targets() if kind != "stock"]
    if not named:
        named = [
            kind
            for clause in clauses
            for phrase in clause.phrases
            if phrase.role in (None, "at", "to", "of") and phrase.is_a("pile")
            for kind in sorted(phrase.kinds)
            if kind not in ("stock", "waste")
        ]
    if context.header in KINDS:
        return context.header if not named or context.header in named else named[0]
    return named[0] if named and context.header is None else None


_NO_CONDITION = frozenset(("if.choose", "repeat", "continue"))
