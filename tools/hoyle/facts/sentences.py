"""One sentence read in its context: the rules that fire, and what it leaves for the next."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from hoyle.facts.about import Signs, is_foreign, signs_of, speaks_of_the_game
from hoyle.facts.clauses.clause import Clause
from hoyle.facts.clauses.parse import parse
from hoyle.facts.clauses.spans import has_verb
from hoyle.facts.context import Context, Stated
from hoyle.facts.deal.table import Table
from hoyle.facts.rules import Rule, RuleBook, rule_book
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


class Reader:
    """Reads sentences with one rule book; remembers those it has read before."""

    def __init__(self, book: RuleBook | None = None, banks: dict[str, Bank] | None = None) -> None:
        self.book = book or rule_book()
        self.banks = banks or {}
        self._latest: tuple[tuple[str, str], tuple[list[Word], list[Clause]]] | None = None
        self._read: dict[tuple[Any, ...], Reading] = {}
        self._told: dict[tuple[str, str, str, bool], tuple[Table | None, bool]] = {}
        self.signs_of: dict[tuple[str, str], Signs] = {}
        self._headers: dict[tuple[str, str], str | None] = {}

    def bank(self, lang: str) -> Bank:
        """The term bank of a language."""
        return self.banks.get(lang) or load(lang)

    def clauses(self, text: str, lang: str) -> tuple[list[Word], list[Clause]]:
        """The words and clauses of a sentence."""
        # Only the latest are kept, as most sentences stand on one page: to look through all that there is for what
        # may be forgotten takes longer than to read a few anew.
        key = (text, lang)
        if self._latest is None or self._latest[0] != key:
            bank = self.bank(lang)
            words = without_notes(bank.words(text))
            clauses = parse(words, bank)
            if key not in self.signs_of:
                self.signs_of[key] = signs_of(words)
            self._latest = key, (words, clauses)
        return self._latest[1]

    def signs(self, text: str, lang: str) -> Signs:
        """What in a sentence speaks of card games, and how many of its words are known and unknown."""
        found = self.signs_of.get((text, lang))
        if found is None:
            found = self.signs_of[text, lang] = signs_of(self.bank(lang).words(text))
        return found

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
        key = (text, lang, kind, bool(table.steps))
        if key not in self._told:
            told = Table(begun=bool(table.steps))
            heard = told.hear(self.clauses(text, lang)[0], self.bank(lang), kind)
            self._told[key] = None if told.is_blank() else told, heard
        found, heard = self._told[key]
        if found is not None:
            table.add(found)
        return heard

    def _understand(self, text: str, lang: str, context: Context) -> Reading:
        words, clauses = self.clauses(text, lang)
        deal = _deal_kind(clauses, context) if context.section == "setup" or _deals_to_each(clauses, context) else None
        in_corners = context.header == "foundation" and any("corner" in clause.features for clause in clauses)
        stated: list[Stated] = []
        understood = False
        topic, target, built, emptied = context.topic, context.target, context.built, context.emptied
        if text.rstrip().endswith(("?", "？")):
            # A question states nothing.
            return Reading([], True, topic, target, built, deal=deal, in_corners=in_corners)
        header = context.header
        if (
            header is None
            and topic in KINDS
            and (_opens_with_pronoun(text, self.bank(lang)) or (clauses and _subjectless(clauses[0])))
        ):
            # "The stock lies at the top right. It is turned over …" is about the stock as a row of it is.
            header = topic
        outer = {f"S.{context.section}", f"H.{header or 'none'}"}
        if context.redealt:
            outer.add("T.redeal")
        if context.in_corners:
            outer.add(":in-corners")
        redealt = False
        here = context
        for clause in clauses:
            if header is not context.header or clause is not clauses[0]:
                here = Context(header, context.section, topic, target, built, emptied)
            full = clause.features | outer
            if topic and context.header is None:
                full.add(f"T.{topic}")
            if redealt:
                full.add("T.redeal")
            redealt = redealt or _redeals(clause)
            there = points_there(clause)
            if there and (emptied or "if.empty" in clause.features):
                # "If one of them is empty, any card may be put there."
                full |= _EMPTY
            moot = _is_moot(clause) or (context.section != "goal" and _advises(clause))
            understood = understood or moot
            for rule in () if moot else self.book.fired(full):
                if rule.none:
                    understood = True
                    continue
                for fact in apply(rule, clause, here):
                    if fact not in stated:
                        stated.append(fact)
            targets = clause.targets()
            kinds = named_in(clause)
            if targets and not clause.features.isdisjoint(_SENT):
                target = targets[-1]
            if not clause.features.isdisjoint(_BUILT):
                built = next(iter(topics_of("build", clause, here)), built)
            else:
                ways = [key.partition(".")[0] for key, _, _ in stated if key.endswith(".build.direction")]
                built = ways[-1] if ways else built
            if kinds:
                topic = kinds[0]
            elif "pyramid" in clause.features:
                topic = "tableau"
            emptied = emptied_in(clause, here) or (emptied if there else None)
        if len(stated) > 1:
            counts = Counter(key for key, _ in {(key, value) for key, value, _ in stated if key.endswith(".piles")})
            # "Not four foundations but eight": which of them are there is not said plainly.
            stated = [fact for fact in stated if counts[fact[0]] < 2]
            scored = [value[1] for key, value, _ in stated if key == "score.per"]
            stated = [fact for fact in stated if fact[0] != "score.other" or fact[1] not in scored]
        if context.header is None and is_foreign(words):
            return Reading([], True, context.topic, context.target, context.built, deal=deal, in_corners=in_corners)
        if not stated and not understood:
            # What ends in a colon only leads on to what it introduces.
            understood = text.rstrip().endswith(":") or _only_when(clauses) or not speaks_of_the_game(words, context)
        return Reading(stated, understood, topic, target, built, emptied, deal, redealt, in_corners)


_SENT = frozenset(("flip", "deal", "move", "place", "play"))
_BUILT = frozenset(("build", "np.building"))
_EMPTY = frozenset(("pile.empty", "empty"))


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


def _is_moot(clause: Clause) -> bool:
    """Whether a clause states nothing: it advises, supposes what is not so, or denies that something must be done."""
    if any("moot" in word.concepts for words in (clause.words, *(span for _, span in clause.spans)) for word in words):
        return True
    features = clause.features
    return (
        {"not", "need"} <= features
        and not features.isdisjoint(_DONE)
        and features.isdisjoint(_MATCHED)
        and "BEFORE" not in features
    )


_DONE = frozenset(("move", "play", "place", "put-back", "return", "take", "fill", "go", "back"))
_MATCHED = frozenset(("suit", "color", "in-sequence", "any-order", "deal", "dealing"))
"""What cards or piles need not be is what they may be: "Sequences that are moved need not be of one suit"."""


def _redeals(clause: Clause) -> bool:
    """Whether a clause tells that the stock is dealt again or made anew."""
    features = clause.features
    if not features.isdisjoint(("redeal", "redeal-verb")):
        return True
    return not features.isdisjoint(("flip", "turn-over", "put-back", "gather", "move")) and (
        not features.isdisjoint(("target.stock", "to.stock"))
        or ("if.stock" in features and not features.isdisjoint(("if.empty", "if.empty-verb", "if.end", "if.no")))
    )


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


def apply(rule: Rule, clause: Clause, context: Context) -> list[Stated]:
    """The facts that a rule whose conditions are met states of a clause."""
    found: list[Stated] = []
    topics = topics_of(rule.topic, clause, context) if rule.topic else [""]
    for topic in topics:
        for key, value in rule.facts:
            if isinstance(value, str) and value.startswith("@"):
                value = VALUES[value[1:]](clause)
                if value is None:
                    continue
            if key == "value.R":
                found += [(f"value.{rank}", number, rule.name) for rank, number in value]
                continue
            full = (
                key.replace("P.", f"{topic}.", 1)
                if key.startswith("P.")
                else (f"{key[:-2]}.{topic}" if key.endswith(".P") else key)
            )
            if (
                full.endswith(".plays_to")
                and value == [topic]
                and "other" not in clause.features
                and topic != "tableau"
            ):
                continue  # "Cards may be kept in the cells": none goes from one to another
            if full == "score.per":
                found += [(full, item, rule.name) for item in value]
            else:
                found.append((full, value, rule.name))
    return found


def _deals_to_each(clauses: list[Clause], context: Context) -> bool:
    """Whether a sentence of the options tells of a deal to every pile."""
    return context.section == "options" and any(
        {"deal", "card", "pile"} <= clause.features and not clause.features.isdisjoint(("pile.every", "pile.all"))
        for clause in clauses
    )


def _deal_kind(clauses: list[Clause], context: Context) -> str | None:
    """The pile kind that a sentence may tell the deal of."""
    if context.header == "stock" or context.header == "deck" or context.header == "other-pile":
        return None
    features: set[str] = set()
    for clause in clauses:
        if "WHEN" in clause.features and (
            "if.choose" in clause.features or not clause.features.isdisjoint(("repeat", "continue"))
        ):
            # "Once the base card is chosen", "repeat, showing more cards each time": no condition of the deal.
            features |= clause.features - {"COND"}
            continue
        features |= clause.features
        if "COND" in clause.features and not clause.features & {"deal", "place"}:
            return None
    if "COND" in features or "click" in features or "from.stock" in features:
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
