"""From a page to its facts: topics, rules, deals, and the same fact told twice."""

from __future__ import annotations

import atexit
import itertools
from collections.abc import Iterable
from typing import Any, NamedTuple

from hoyle.docbook.page import Page
from hoyle.facts.clauses.clause import Clause
from hoyle.facts.clauses.parse import parse
from hoyle.facts.clauses.spans import CONDITIONS
from hoyle.facts.clauses.words import sort
from hoyle.facts.deal.table import Table
from hoyle.facts.fact import Fact, PageReading, SentenceReading
from hoyle.facts.rules import Rule, RuleBook, rule_book
from hoyle.facts.values import VALUES
from hoyle.facts.values.scoring import counted
from hoyle.language.bank import Bank, Word, available, load
from hoyle.language.concepts import KINDS
from hoyle.language.identify import language_of
from hoyle.language.numbers import whole_number
from hoyle.language.pages import page_language, sentences, split
from hoyle.language.sentence import Sentence

_READ = frozenset(("setup", "goal", "rules", "scoring", "options"))

Stated = tuple[str, Any, str]
"""A key, a value, and the name of the rule that gave it."""


class Context(NamedTuple):
    """What the sentences before this one leave to be understood."""

    header: str | None = None
    section: str = "rules"
    topic: str | None = None
    """The pile kind last spoken of in this paragraph or row."""
    target: str | None = None
    """The pile kind that cards last went to: where "these cards" are."""
    built: str | None = None
    """The pile kind whose building was last told."""
    emptied: str | None = None
    """The kind of the empty pile last spoken of: where "there" is."""
    redealt: bool = False
    """Whether the sentence before told of a redeal: what "this" may be done so often."""
    in_corners: bool = False
    """Whether the foundations lie in the corners: what is moved there is moved to them."""


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
        self._signs: dict[tuple[str, str], Signs] = {}
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
            words = bank.words(text)
            clauses = parse(words, bank)
            if key not in self._signs:
                self._signs[key] = _signs(words)
            self._latest = key, (words, clauses)
        return self._latest[1]

    def signs(self, text: str, lang: str) -> Signs:
        """What in a sentence speaks of card games, and how many of its words are known and unknown."""
        found = self._signs.get((text, lang))
        if found is None:
            found = self._signs[text, lang] = _signs(self.bank(lang).words(text))
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
            there = _there(clause)
            if there and (emptied or "if.empty" in clause.features):
                # "If one of them is empty, any card may be put there."
                full |= _EMPTY
            for rule in self.book.fired(full):
                if rule.none:
                    understood = True
                    continue
                for fact in apply(rule, clause, here):
                    if fact not in stated:
                        stated.append(fact)
            targets = clause.targets()
            kinds = _named(clause)
            if targets and not clause.features.isdisjoint(_SENT):
                target = targets[-1]
            if not clause.features.isdisjoint(_BUILT):
                built = next(iter(_topics("build", clause, here)), built)
            else:
                ways = [key.partition(".")[0] for key, _, _ in stated if key.endswith(".build.direction")]
                built = ways[-1] if ways else built
            if kinds:
                topic = kinds[0]
            elif "pyramid" in clause.features:
                topic = "tableau"
            emptied = _emptied(clause, here) or (emptied if there else None)
        if len(stated) > 1:
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


def _redeals(clause: Clause) -> bool:
    """Whether a clause tells that the stock is dealt again or made anew."""
    features = clause.features
    if not features.isdisjoint(("redeal", "redeal-verb")):
        return True
    return not features.isdisjoint(("flip", "turn-over", "put-back", "gather", "move")) and (
        not features.isdisjoint(("target.stock", "to.stock"))
        or ("if.stock" in features and not features.isdisjoint(("if.empty", "if.empty-verb", "if.end", "if.no")))
    )


def _there(clause: Clause) -> bool:
    """Whether a clause points to a place ("there") and names no pile that it could be."""
    return "here" in clause.features and not any(
        phrase.is_a("pile") or (phrase.kinds and phrase.role in ("at", "to")) for phrase in clause.phrases
    )


def _emptied(clause: Clause, context: Context) -> str | None:
    """The kind of the empty pile that a clause speaks of."""
    for phrase in clause.phrases:
        if "empty" in phrase.attrs and (phrase.is_a("pile") or phrase.kinds):
            return next(iter(sorted(phrase.kinds)), None) or (_header(context) or ["tableau"])[0]
    for mark, span in clause.spans:
        # "If you clear a tableau pile, …: no card may be put there."
        concepts = {concept for word in span for concept in word.concepts}
        cleared = "pile" in concepts and concepts & {"empty", "empty-verb", "remove"}
        if mark in ("if", "when") and cleared and concepts.isdisjoint(("card", "not", "no")):
            return next((kind for kind in KINDS if kind in concepts), (_header(context) or ["tableau"])[0])
    return None


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


_OBJECTS = frozenset(
    (
        *KINDS,
        "deck",
        "card",
        "suit",
        "pile",
        "row",
        "grid",
        "sequence",
        "pair",
        "set",
        "building",
        "rankname",
        "redeal",
        "jokers",
        "pyramid",
        "base",
        "pass",
        "other-pile",
        "dealing",
        "group",
        "column",
        "corner",
        "point",
        "score",
    )
)
_ACTS = frozenset(
    (
        "build",
        "deal",
        "flip",
        "fill",
        "remove",
        "shuffle",
        "redeal-verb",
        "go-through",
        "click",
        "double-click",
        "wrap",
        "add-up",
        "worth",
        "put-back",
        "in-play",
        "game-end",
        "game-win",
        "win",
        "lose",
        "accept",
        "stay",
        "turn-over",
    )
)


_SUBJECTS = _OBJECTS | _ACTS
_SMALL = frozenset(
    ("and", "or", "is", "have", "can", "must", "a", "again", "back", "not", "comma", "of", "to", "from", "at")
)
"""Words of any text."""


_CARD_GAME = frozenset(
    (
        *("card", "suit", "suitname", "jokers", "color", "tableau", "waste", "deck", "redeal", "pile", "sequence"),
        *("group", "score", "point", "game", "game-end", "game-win", "win", "end", "in-play"),
    )
)


def is_foreign(words: list[Word]) -> bool:
    """Whether a sentence is about other things: most of its words are none of a card player's, and none names a card.

    A king, a foundation or a row is a thing of the world, too; so is a group of travellers.
    """
    concepts: set[str] = set()
    unknown = 0
    for word in words:
        # A base by itself is no card.
        concepts |= word.concepts - _CARD if "base" in word.concepts else word.concepts
        # "Ne", "qu'", "is": a word of two letters tells nothing of what is spoken of.
        unknown += not word.concepts and word.tag is None and len(word.text) > 2 and word.text.isalpha()
    if concepts.isdisjoint(_CARDS) and concepts.isdisjoint(KINDS) and _of_other_things(words):
        return True
    return (
        unknown > 2
        and not concepts & _CARD_GAME
        and len(concepts.intersection(KINDS)) < 2
        and sum("rankname" in word.concepts for word in words) < 3
    )


_CARD = frozenset(("card",))
_CARDS = frozenset(("card", "suit", "suitname", "jokers", "deck", "rankname"))
_GATHERED = frozenset(("group", "pile", "row", "column", "pair", "set", "sequence", "unit", "grid"))


def _of_other_things(words: list[Word]) -> bool:
    """Whether a group, pile or row is one of things that no card player's vocabulary holds: "groups of tourists"."""
    return any(
        word.concepts & _GATHERED
        and "of" in following.concepts
        and not things.concepts
        and things.tag is None
        and things.text.isalpha()
        for word, following, things in zip(words, words[1:], words[2:], strict=False)
    )


def speaks_of_the_game(words: list[Word], context: Context) -> bool:
    """Whether a sentence names anything that a rule could be about.

    One that names no card, pile, rank or point and no act of play states no rule; nor does
    one most of whose words no card player's vocabulary holds and that names no card.
    """
    if len(words) <= 2 and all(sort(word).heads and (len(words) == 1 or not sort(word).verbs) for word in words):
        # "Score", "Clock layout": a label.
        return False
    concepts: set[str] = set()
    known = unknown = about = 0
    for word in words:
        concepts |= word.concepts
        if word.concepts:
            known += not word.concepts <= _SMALL
            about += not word.concepts.isdisjoint(_SUBJECTS)
        elif word.tag is None:
            unknown += 1
    if concepts & {"can", "must", "only"} and concepts & {"move", "times", "once-word"}:
        # "This may be done twice."
        return True
    if not concepts & _OBJECTS and not concepts & _ACTS:
        return False
    if not concepts & _OBJECTS and context.header is None and unknown >= known:
        return False
    return bool(concepts & {"card", "score", *KINDS}) or context.header is not None or unknown < min(known, about + 2)


def apply(rule: Rule, clause: Clause, context: Context) -> list[Stated]:
    """The facts that a rule whose conditions are met states of a clause."""
    found: list[Stated] = []
    topics = _topics(rule.topic, clause, context) if rule.topic else [""]
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


def _named(clause: Clause) -> list[str]:
    """The pile kinds that a clause speaks of, its subject first, those that something comes from last."""
    kinded = [phrase for phrase in clause.phrases if phrase.kinds]
    if len(kinded) < 2:
        return [kind for phrase in kinded if phrase.role in _NAMING for kind in sorted(phrase.kinds)]
    found: list[str] = []
    for roles in ((None, "at", "of"), ("to", "by"), ("from",)):
        for phrase in kinded:
            if phrase.role in roles:
                found += [kind for kind in sorted(phrase.kinds) if kind not in found]
    return found


_NAMING = (None, "at", "of", "to", "by", "from")


def _kinds_of(clause: Clause, heads: Iterable[str], roles: tuple[str | None, ...] | None = None) -> list[str]:
    found: list[str] = []
    for phrase in clause.phrases:
        if phrase.kinds and (roles is None or phrase.role in roles) and any(head in phrase.heads for head in heads):
            found += [kind for kind in sorted(phrase.kinds) if kind not in found]
    return found


def _header(context: Context) -> list[str]:
    return [context.header] if context.header in KINDS else []


def _topics(policy: str, clause: Clause, context: Context) -> list[str]:
    header = _header(context)
    closed = context.header is not None and not header
    if policy == "header":
        return header
    if policy == "header-or-named":
        counted_piles = [
            phrase
            for phrase in clause.phrases
            if phrase.number is not None
            and phrase.role is None
            and (phrase.is_a("pile") or any(phrase.is_a(kind) for kind in KINDS))
        ]
        named = [kind for phrase in counted_piles[:1] for kind in sorted(phrase.kinds)]
        if header == ["stock"] and not counted_piles and "PLACING" in clause.features:
            return []  # "À chaque donne, une carte sur chacune des dix colonnes"
        return named[:1] or header
    if policy == "subject":
        named = _kinds_of(clause, KINDS, (None,)) or list(_named(clause))
        return named[:1]
    if policy == "onto":
        targets = [kind for kind in clause.targets() if kind in ("tableau", "foundation", "reserve", "waste")]
        named = [
            kind
            for kind in _named(clause)
            if kind in ("tableau", "foundation", "reserve", "waste") and kind not in clause.sources()
        ]
        spoken_of = [context.topic] if context.topic in ("tableau", "foundation") and not closed else []
        return targets[:1] or named[:1] or header or spoken_of
    if policy == "source":
        return [kind for kind in clause.sources() if kind in ("reserve", "waste")][:1] or [
            kind for kind in _kinds_of(clause, ("card",)) if kind in ("reserve", "waste")
        ][:1]
    if policy == "onto-or-topic":
        found_onto = _topics("onto", clause, context)
        if found_onto or closed or context.section != "rules":
            return found_onto
        return [context.topic if context.topic in ("foundation", "waste", "reserve") else "tableau"]
    if policy == "counted":
        found = counted(clause)
        return [found[0]] if found else []
    if policy == "build":
        onto = [
            kind for phrase in clause.phrases if phrase.role == "to" for kind in sorted(phrase.kinds) if kind != "stock"
        ]
        subject = _kinds_of(clause, ("card", "pile", "sequence", "rankname", *KINDS), (None,))
        targets = (
            onto
            or [kind for kind in subject if kind in ("foundation", "tableau", "waste") and kind not in clause.sources()]
            or [kind for kind in clause.targets() if kind != "stock"]
        )
        if targets:
            return targets[:1]
        if clause.features & {"corner", "center"} and not header:
            return []
        if "np.column" in clause.features and not header and not closed:
            return ["tableau"]
        named = [
            kind
            for kind in _named(clause)
            if kind in ("foundation", "tableau", "reserve", "waste") and kind not in clause.sources()
        ]
        return (
            named[:1]
            or header
            or (
                []
                if closed
                else [kind for kind in (context.built, context.topic) if kind and kind != "stock"][:1]
                or (["tableau"] if context.section in ("rules", "options") else [])
            )
        )
    if policy == "topic":
        return [context.topic] if context.topic and not closed else []
    if policy == "built-before":
        return [context.built] if context.built else header or _kinds_of(clause, ("tableau", "foundation"), ("at",))[:1]
    if policy == "card":
        named = (
            _kinds_of(clause, ("card",), (None, "of", "at"))
            or _kinds_of(clause, ("card", *KINDS), (None,))
            or header
            or [kind for kind in _named(clause) if kind not in clause.targets()]
        )
        if not named and not header and not closed and _of_a_pyramid(clause):
            return ["tableau"]
        if header == ["stock"] and context.target == "waste":
            # "Turned over on to the waste; the top card may be played."
            return named[:1] if named and named != header else ["waste"]
        if not named and not header and not closed:
            named = (
                [context.target or context.topic or ""]
                if context.target or (context.topic and context.topic != "stock")
                else (
                    ["tableau"]
                    if clause.features & {"pyramid", "exposed", "column"}
                    or (
                        clause.features & {"pile.every", "pile.all", "of.pile", "at.pile"}
                        and clause.features & {"card.top", "card.last"}
                    )
                    else []
                )
            )
        return named[:1] or header
    if policy == "foundation-card":
        if clause.features & {"if.foundation", "after.foundation"} and not _kinds_of(clause, ("card", "pile", *KINDS)):
            return ["foundation"]
        if header not in ([], ["foundation"]) and clause.features.isdisjoint(
            ("card@foundation", "from.foundation", "if.foundation", "after.foundation", "np.foundation")
        ):
            return []
        if any(
            # "Waste cards can be used on the foundations".
            phrase.is_a("card") and phrase.role is None and phrase.kinds and "foundation" not in phrase.kinds
            for phrase in clause.phrases
        ):
            return []
        if _named_for(clause, "foundation") or any(
            # "Cards that have come to the foundations stay there".
            phrase.role == "to" and phrase.kinds == {"foundation"} and not phrase.verb_before
            for phrase in clause.phrases
        ):
            return ["foundation"]
        if (
            any(phrase.kinds for phrase in clause.phrases if phrase.is_a("card") or phrase.is_a("pile"))
            and "from.foundation" not in clause.features
        ):
            return []
        return (
            ["foundation"]
            if header == ["foundation"]
            or (
                not header
                and (context.target == "foundation" or (context.topic == "foundation" and context.target is None))
            )
            else []
        )
    if policy == "pile":
        named = _kinds_of(clause, ("pile",)) or [
            kind
            for kind in _named(clause)
            if kind != "stock" and (kind not in clause.targets() or "hold" not in clause.features)
        ]
        return named[:1] or header or ([] if closed else [context.topic or "tableau"])
    if policy == "empty-pile":
        named = []
        for phrase in clause.phrases:
            if phrase.attrs & {"empty", "free"} and phrase.role not in ("from", "by"):
                named += [kind for kind in sorted(phrase.kinds) if kind not in named]
        # "With a card of the reserve or of another pile": where the card comes from.
        sources = [of for phrase in clause.phrases if phrase.role in ("from", "by") for of in phrase.of]
        for phrase in clause.phrases:
            if phrase.is_a("pile") and phrase.role not in ("from", "by") and phrase not in sources and not named:
                named += sorted(phrase.kinds)
        if not named:
            # "By any card in the reserve": where the card comes from.
            taken_from = {
                kind
                for before, phrase in itertools.pairwise(clause.phrases)
                if before.role == "by" and before.is_a("card") and phrase.role == "at"
                for kind in phrase.kinds
            }
            named = [
                kind
                for kind in _kinds_of(clause, KINDS, (None, "at", "to"))
                if kind != "stock" and kind not in taken_from
            ]
        if (
            not named
            and "if.empty" in clause.features
            and ("if.pile" in clause.features or not clause.phrases or "here" in clause.features)
            and "pile.empty" not in clause.features
        ):
            # "When a pile of the reserve is emptied, …"
            named = [
                kind
                for mark, span in clause.spans
                if mark in CONDITIONS
                for word in span
                for kind in KINDS
                if kind in word.concepts and kind not in ("stock", "waste")
            ]
        if named:
            return named[:1]
        if header and header[0] not in ("stock", "waste"):
            return header
        if closed:
            return []
        if context.emptied and _there(clause):
            return [context.emptied]
        return [context.topic] if context.topic in ("reserve",) and context.section == "setup" else ["tableau"]
    if policy == "move":
        free = "number-of" in clause.features or (clause.genitive_first and "enough" in clause.features)
        named = [
            kind
            for phrase in clause.phrases
            # "Enough free cells", "the number of free cells" are not what moves.
            if not (phrase.is_a("reserve") and (phrase.attrs & {"enough", "empty", "free"} or free))
            and phrase.role in (None, "of", "at", "by")
            and any(phrase.is_a(head) for head in ("card", "sequence", "group", *KINDS))
            for kind in sorted(phrase.kinds)
            if kind not in clause.targets()
        ]
        named = [kind for kind in named if kind in ("tableau", "reserve")] or [
            kind for kind in clause.targets() if kind in ("tableau",)
        ]
        if named:
            return named[:1]
        if header:
            return header if header[0] in ("tableau", "reserve") else []
        return [] if closed else ["tableau"]
    if policy == "playing":
        named = [
            kind
            for phrase in clause.phrases
            if phrase.is_a("card") and phrase.role is None and (clause.genitive_first or not phrase.verb_before)
            for kind in sorted(phrase.kinds)
        ]
        named = named or [
            kind
            for kind in _kinds_of(clause, ("card", *KINDS), (None, "of", "at", "from"))
            if kind not in clause.targets()
        ]
        named = [kind for kind in named if kind != "stock"]
        if named:
            return named[:1]
        if header and header[0] in ("reserve", "waste", "chooser"):
            return header
        if any("top" in phrase.attrs for phrase in clause.phrases) and context.topic in ("waste", "reserve"):
            # "The waste takes the cards of the stock. Its top card may be played."
            return [context.topic] if not closed and context.target in (None, context.topic) else []
        if any("this" in phrase.attrs for phrase in clause.phrases) and not closed:
            return [kind for kind in (context.target, context.topic) if kind][:1]
        return []
    if policy == "spoken-of":
        return [context.topic] if context.topic in ("tableau", "reserve", "waste") and not closed else []
    if policy == "stock-here":
        named = clause.targets()
        if named:
            return named[:1] if named[0] == "stock" else []
        return header if header == ["stock"] else []
    if policy == "turning":
        targets = clause.targets()
        return ["stock"] if not targets or targets[0] in ("waste", "chooser") else []
    if policy == "from-stock":
        kinds = clause.sources()
        return ["stock"] if not kinds or "stock" in kinds else []
    if policy == "clicked":
        clicked_kinds = [kind for phrase in clause.clicked for kind in sorted(phrase.kinds)]
        if clicked_kinds:
            return list(dict.fromkeys(clicked_kinds))
        if header and any(phrase.is_a("card") or phrase.is_a("pile") for phrase in clause.phrases):
            return header if any(phrase.is_a("pile") for phrase in clause.clicked) else []
        return ["tableau"] if any(phrase.is_a("pile") and not phrase.kinds for phrase in clause.clicked) else []
    if policy == "clicked-card":
        named = _kinds_of(clause, ("card", "rankname", "tableau"))
        return named[:1] or ["tableau"]
    if policy == "worth":
        return [""]
    raise ValueError(policy)


def _of_a_pyramid(clause: Clause) -> bool:
    """Whether the cards spoken of are those of a pyramid."""
    if "pyramid" not in clause.features:
        return False
    cards = next((phrase for phrase in clause.roles(None) if phrase.is_a("card")), None)
    return cards is not None and any(of.is_a("pyramid") for of in cards.of)


def _named_for(clause: Clause, kind: str) -> bool:
    targets = clause.targets()
    return "from." + kind in clause.features or any(
        kind in phrase.kinds
        for phrase in clause.phrases
        if (phrase.role != "to" and (kind not in targets or phrase.role != "at")) or phrase.is_a("card")
    )


def read_facts(page: Page, lang: str | None = None, reader: Reader | None = None, *, source: str = "en") -> PageReading:
    """The facts of a page, each once, and how each of its sentences was understood.

    `lang` overrides the language that the page, its path or its text is in; `source` is
    the language that pages are translated from, of which a translation may hold leftovers.
    """
    page_lang = lang or page_language(page, source)
    if reader is None:
        reader = shared_reader()
    if page_lang not in available():
        return PageReading(page.name, page_lang, ())
    found = sentences(page, page_lang if lang else None, source)
    reading = read_sentences(page.name, page_lang, found, reader)
    if reading.facts and not _about_cards(found, reader):
        return PageReading(
            page.name,
            page_lang,
            tuple(
                one if one.status == "not read" else SentenceReading(one.sentence, "states none")
                for one in reading.sentences
            ),
        )
    return reading


_CARD_WORDS = frozenset(("card", "suit", "suitname", "jokers"))
_CARD_PILES = frozenset(("tableau", "foundation", "waste"))
"""Kinds of piles whose names mean little else; a stock or a reserve is a word of the kitchen too."""
_SIGNS = _CARD_WORDS | _CARD_PILES | {"color", "rankname"}

Signs = tuple[frozenset[str], int, int]
"""What in a sentence speaks of card games, how many of its words a bank knows, and how many it does not."""


def _about_cards(found: list[Sentence], reader: Reader) -> bool:
    """Whether a page is about a card game: by two signs of one, or by one where hardly a word is a stranger's."""
    signs: set[str] = set()
    known = unknown = 0
    languages = available()
    # What has been read first: mostly it tells enough.
    unread = (sentence for sentence in found if sentence.role not in _READ)
    for sentence in itertools.chain((sentence for sentence in found if sentence.role in _READ), unread):
        if sentence.lang not in languages:
            continue
        if sentence.role not in _READ and len(signs - {"color"}) > 1:
            break
        header = sentence.block.header
        if header is not None and (kind := reader.header(header.value, sentence.lang)) not in (None, "other-pile"):
            signs.add(str(kind))
        named, of_cards, others = reader.signs(sentence.text, sentence.lang)
        signs |= named
        if sentence.role in _READ:
            known += of_cards
            unknown += others
    strange = unknown / (known + unknown) if known else 1.0
    # A red card is no card of a game; red on black is.
    if len(signs - {"color"} if "card" in signs else signs) > 1:
        return strange <= _STRANGEST
    return not signs.isdisjoint(_CARD_WORDS) and strange <= _STRANGE


_STRANGE, _STRANGEST = 0.15, 0.35
"""The greatest share of words that no bank knows on a page that one sign says to be about cards, and two."""


def _signs(words: list[Word]) -> Signs:
    named: set[str] = set()
    known = unknown = 0
    before: frozenset[str] = frozenset()
    for word in words:
        concepts = word.concepts
        if concepts:
            known += 1
            if not concepts.isdisjoint(_SIGNS) and "base" not in concepts:
                named |= concepts & _SIGNS
            if "pile" in concepts and not before.isdisjoint(_CARD_PILES):
                named.add("pile")  # "a tableau pile"
        elif word.tag is None and word.text.isalpha():
            unknown += 1
        before = concepts
    return frozenset(named), known, unknown


_shared: Reader | None = None


def shared_reader() -> Reader:
    """The reader that all pages of one run share."""
    global _shared
    if _shared is None:
        _shared = Reader()
        atexit.register(_forget)
    return _shared


def _forget() -> None:
    """Let go of what is remembered, before Python ends.

    It then looks through all objects for what can go, several times: after a manual in three
    languages that takes a tenth of the time that reading it took.
    """
    global _shared
    _shared = None
    for remembering in (load, rule_book, split, language_of):
        remembering.cache_clear()


def read_sentences(page: str, page_lang: str, found: list[Sentence], reader: Reader) -> PageReading:
    """The facts of sentences in the order of their page."""
    known = set(available())
    context, reading = Context(), Reading([], False, None, None, None)
    in_corners = False
    block = None
    when: str | None = None
    named: str | None = None
    tables: dict[tuple[str, str | None], tuple[Table, list[Sentence]]] = {}
    dealt: set[int] = set()
    results: list[tuple[Sentence, list[Stated], str | None, bool]] = []
    for index, sentence in enumerate(found):
        role = sentence.role
        if role not in _READ or sentence.lang not in known:
            results.append((sentence, [], None, False))
            continue
        if sentence.block is not block:
            block = sentence.block
            header_text = block.header.value if block.header else None
            header = reader.header(header_text, page_lang) if header_text else _lost_header(found, index, reader)
            if role == "options" and header == "other-pile":
                header = None  # the name of an option
            context = Context(header, role, in_corners=in_corners and role == "goal")
            when = _option(sentence, page_lang)
            named = (_option_named_by(sentence) or named) if role == "options" else None
            when = when or named
        else:
            told = reading.topic, reading.target, reading.built, reading.emptied, reading.redealt
            context = Context(context.header, context.section, *told, context.in_corners)
        text = sentence.text
        if role == "options":
            label, colon, rest = text.partition(":")
            if colon and rest.strip() and len(label.split()) <= 7 and sentence.start == _first(found, index):
                when = when or " ".join(label.split()).lower()
                text = rest
            elif colon and not rest.strip() and sentence.start == 0:
                when = when or " ".join(label.split()).lower()
        reading = reader.read(text, sentence.lang, context)
        stated = reading.stated
        if stated and role != "goal":
            stated = [fact for fact in stated if not fact[0].startswith("goal")]
        if role == "scoring" and block.header is not None and (points := whole_number(text.strip())) is not None:
            stated = [("score.table", [block.header.value, points], "a line of a table")]
        elif (
            role == "scoring"
            and block.header is not None
            and context.header == "other-pile"
            and not stated
            and (
                len(words := reader.clauses(text, sentence.lang)[0]) > 2
                or any("sequence" in word.concepts for word in words[1:])
            )
            and any(not word.concepts.isdisjoint(("card", "rank", "suit")) for word in words)
        ):
            stated = [("score.combination", block.header.value, "a line of a table")]
        if reading.deal is not None:
            if (reading.deal, when) not in tables:
                tables[reading.deal, when] = Table(), []
            table, heard = tables[reading.deal, when]
            if reader.tell(text, sentence.lang, reading.deal, table):
                dealt.add(index)
                heard.append(sentence)
        results.append((sentence, stated, when if role == "options" else None, reading.understood or index in dealt))
        in_corners = in_corners or reading.in_corners
    return _merge(page, page_lang, results, tables, dealt, reader)


def _lost_header(found: list[Sentence], index: int, reader: Reader) -> str | None:
    """The pile kind that a row of a setup table is about, where a damaged page has lost the row's header.

    It is the stock where the rest of the cards is put, else the kind that is named first.
    """
    block = found[index].block
    if block.kind != "entry" or found[index].role != "setup":
        return None
    row = [sentence for sentence in found[index:] if sentence.block is block and sentence.lang in available()]
    as_stock = Context("stock", "setup")
    if any(
        key == "stock.holds"
        for sentence in row
        for key, _, _ in reader.read(sentence.text, sentence.lang, as_stock).stated
    ):
        return "stock"
    subjects = (
        kind
        for sentence in row
        for clause in reader.clauses(sentence.text, sentence.lang)[1]
        for phrase in clause.roles(None)
        for kind in sorted(phrase.kinds)
    )
    return next(subjects, None)


def _first(found: list[Sentence], index: int) -> int:
    block = found[index].block
    while index > 0 and found[index - 1].block is block:
        index -= 1
    return found[index].start


def _option(sentence: Sentence, lang: str) -> str | None:
    """The option that a sentence of an Options section speaks of: the title below the section's own."""
    if sentence.role != "options":
        return None
    from hoyle.language.pages import title_role

    titles = sentence.block.titles
    if sentence.block.header is not None:
        return " ".join(sentence.block.header.value.split()).lower()
    if titles and title_role(titles[-1].value, lang) is None and len(titles) > 1:
        return " ".join(titles[-1].value.split()).lower()
    return None


def _option_named_by(sentence: Sentence) -> str | None:
    """The option that a paragraph names, and nothing else, before the paragraphs that tell of it."""
    text = sentence.block.text.value.strip()
    if sentence.block.kind != "para" or len(text.split()) > 4 or not text[-1:].isalpha():
        return None
    return " ".join(text.split()).lower()


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


def _merge(
    page: str,
    lang: str,
    results: list[tuple[Sentence, list[Stated], str | None, bool]],
    tables: dict[tuple[str, str | None], tuple[Table, list[Sentence]]],
    dealt: set[int],
    reader: Reader,
) -> PageReading:
    order: list[tuple[str, Any, str | None, Sentence]] = []
    counts: dict[tuple[str, str | None], int] = {}
    columns: dict[tuple[str, str | None], int] = {}
    shapes: set[str] = set()
    for sentence, stated, when, _ in results:
        for key, value, _ in stated:
            order.append((key, value, when, sentence))
            kind, _, said = key.rpartition(".")
            if said == "piles":
                counts.setdefault((kind, when), value)
            elif said == "grid":
                columns.setdefault((kind, when), value[1])
            elif said == "shape" and value not in ("clock", "arch"):
                # In a pyramid or a triangle rows are dealt and no piles.
                shapes.add(key.partition(".")[0])
    for (kind, when), (table, heard) in tables.items():
        for key, value in table.facts(kind, counts.get((kind, when)), kind in shapes, columns.get((kind, when))):
            order += [(key, value, when, sentence) for sentence in heard]
    merged: dict[tuple[str, str, str | None], list[Any]] = {}
    for key, value, when, sentence in order:
        if key.endswith("+"):
            # What one sentence fills first and another fills what is then left.
            key = key[:-1]
            earlier = next((known for known in merged if known[0] == key and known[2] == when), None)
            if earlier is not None:
                item = merged.pop(earlier)
                value = item[0] + [one for one in value if one not in item[0]]
                merged[key, repr(value), when] = [value, [*item[1], sentence]]
                continue
        identity = (key, repr(value), when)
        if identity not in merged:
            merged[identity] = [value, [sentence]]
            continue
        sources = merged[identity][1]
        if sentence is not sources[-1] and all(sentence is not one for one in sources):
            sources.append(sentence)
    facts = []
    for (key, _, when), (value, sources) in _joined(merged).items():
        facts.append(Fact(page, lang, key, value, sources[0], when, tuple(sources)))
    by_sentence: dict[int, list[Fact]] = {}
    for fact in facts:
        for sentence in fact.sources:
            by_sentence.setdefault(id(sentence), []).append(fact)
    readings = []
    known = available()
    for index, (sentence, _, _, understood) in enumerate(results):
        stated_here = by_sentence.get(id(sentence), ())
        if stated_here or index in dealt:
            readings.append(SentenceReading(sentence, "facts", tuple(stated_here)))
        elif understood:
            readings.append(SentenceReading(sentence, "states none"))
        elif sentence.role in _READ and sentence.lang in known:
            readings.append(SentenceReading(sentence, "not understood"))
        else:
            readings.append(SentenceReading(sentence, "not read"))
    return PageReading(page, lang, tuple(readings), tuple(facts))


def _places_together(merged: dict[tuple[str, str, str | None], list[Any]]) -> None:
    """Places that one sentence names in two clauses are one list."""
    for identity, (value, sources) in list(merged.items()):
        if not identity[0].endswith(".position"):
            continue
        for other in [
            known for known in merged if known[0] == identity[0] and known[2] == identity[2] and known != identity
        ]:
            if identity in merged and merged[other][1][0] is sources[0]:
                places = sorted({*value, *merged[other][0]})
                del merged[other], merged[identity]
                merged[identity[0], repr(places), identity[2]] = [places, sources]
                break


def _base_of_choice(merged: dict[tuple[str, str, str | None], list[Any]]) -> None:
    """Where the player chooses the base card, what foundations begin with is any card, whatever it is called later."""
    told = [(when, item[0], item[1]) for (key, _, when), item in merged.items() if key == "foundation.base"]
    for identity in [
        known
        for known, item in merged.items()
        if known[0] in ("foundation.build.from", "foundation.fill.accepts") and item[0] == "base"
    ]:
        key, _, when = identity
        # An option that does not say is as the game by default.
        here = [(value, said) for option, value, said in told if option == when] or [
            (value, said) for option, value, said in told if option is None
        ]
        if not here or any(value != "chosen" for value, _ in here):
            continue
        sources = merged.pop(identity)[1]
        any_card = merged.setdefault((key, repr("any"), when), ["any", []])
        any_card[1] += [one for one in sources if all(one is not known for known in any_card[1])]


def _removed_as_scored(merged: dict[tuple[str, str, str | None], list[Any]]) -> None:
    """Where the rules say which cards are removed, and only the scoring how many ("each set of four removed")."""
    for (key, _, when), (value, sources) in list(merged.items()):
        unit = {"pair-removed": ["pair"], "set-removed": ["set-of-four"]}.get(value[0]) if key == "score.per" else None
        if unit is not None:
            merged["remove.unit", repr(unit), when] = [unit, [*sources]]


def _joined(merged: dict[tuple[str, str, str | None], list[Any]]) -> dict[tuple[str, str, str | None], list[Any]]:
    """Facts that two sentences make together: single cards and pairs are removed; what is left is filled from there."""
    joined = dict(merged)
    keys = {key for key, _, _ in merged}
    if any(key.endswith(".position") for key in keys):
        _places_together(joined)
    if "foundation.base" in keys:
        _base_of_choice(joined)
    if "remove.match" in keys and "remove.unit" not in keys:
        _removed_as_scored(joined)
    for name in ("remove.unit", "remove.single_ranks"):
        for when in {identity[2] for identity in merged if identity[0] == name} if name in keys else ():
            parts = [
                (identity, item) for identity, item in joined.items() if identity[0] == name and identity[2] == when
            ]
            if len(parts) > 1:
                value = sorted({one for _, item in parts for one in item[0]})
                sources = [sentence for _, item in parts for sentence in item[1]]
                for identity, _ in parts:
                    del joined[identity]
                joined[name, repr(value), when] = [value, sources]
    return joined
