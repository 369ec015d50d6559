"""From words to clauses."""

from __future__ import annotations

import itertools

from hoyle.facts.clauses.clause import Clause
from hoyle.facts.clauses.features import add_features
from hoyle.facts.clauses.nouns import PLACES, chunk
from hoyle.facts.clauses.spans import (
    CONDITIONS,
    PLACING_VERBS,
    of_another_game,
    only_to_do,
    segments_of,
    take_denied,
    take_spans,
    without_contrast,
)
from hoyle.facts.clauses.splitting import ENDED, JOINTS, split_into_clauses
from hoyle.facts.clauses.words import combine
from hoyle.language.bank import Bank, Word
from hoyle.language.concepts import SPANS


def parse(words: list[Word], bank: Bank) -> list[Clause]:
    """The clauses of a sentence, in order; what stands in brackets follows the clause it interrupts."""
    combine(words, bank)
    # Most sentences have little of what is looked for.
    said = frozenset().union(*[word.concepts for word in words])
    clauses: list[Clause] = []
    tags = [word.tag for word in words]
    parted = not said.isdisjoint(_PARTING) or (bank.marks_close and not SPANS.isdisjoint(tags))
    for segment, bracketed in segments_of(words, tags):
        clauses += _clauses_of(segment, bracketed, parted, said, bank)
    if len(clauses) > 1:
        _leave_out(clauses, said, bank)
    for clause in clauses:
        clause.phrases = chunk(clause.words, bank)
        if "game" in said and any(
            phrase.is_a("game") and phrase.role == "at" and not phrase.attrs.isdisjoint(_ANOTHER)
            for phrase in clause.phrases
        ):
            clause.words, clause.phrases, clause.spans = [], [], []  # "In another game …"
        add_features(clause, bank)
    if len(clauses) == 1:
        clauses[0].features.add(":alone")
    else:
        _add_context(clauses, bank)
    if "pair" in said and any("pair" in clause.features for clause in clauses):
        for clause in clauses:
            clause.features.add(":pairs-too")
    for clause in clauses:
        if (
            clause.aside
            and sum(phrase.number is not None and not phrase.heads for phrase in clause.phrases) > 1
            and clause.features.isdisjoint(PLACES)
        ):
            # "Four piles (1, 4, 7 and 10)" are some of the piles.
            for other in clauses:
                other.features.add(":subset")
    return clauses


def _clauses_of(segment: list[Word], bracketed: bool, parted: bool, said: frozenset[str], bank: Bank) -> list[Clause]:
    """The clauses of a stretch of a sentence without brackets, each with the subordinate spans that belong to it."""
    spans: list[tuple[str, list[Word], int]] = []
    main = segment
    if "in-contrast" in said:
        main = without_contrast(main)
    if "not" in said and any("not" in word.concepts for word in main):
        main = take_denied(main, spans)
    if parted:
        main = take_spans(main, spans, bank)
    if len(spans) == 1 and only_to_do(main, spans[0][0], spans[0][1]):
        # "If it can be moved to a foundation, do so": what may be done.
        main, spans = [*spans[0][1]], []
    parts = [main] if said.isdisjoint(JOINTS) else split_into_clauses(main, bank) or [[]]
    made = [Clause(part, bracketed, bank) for part in parts]
    if spans:
        ends = list(itertools.accumulate(map(len, parts)))
        for mark, span, at in spans:
            # A span at the front of a clause, or after its comma, belongs to it; another to the clause before it.
            at = min(at, len(main))
            before = at > 0 and main[at - 1].tag != "comma"
            word = at - 1 if before or at >= len(main) else at
            owner = next((number for number, end in enumerate(ends) if word < end), len(made) - 1)
            made[owner].spans.append((mark, span))
            if at == 0 and mark in CONDITIONS and owner == 0:
                # A condition at the front governs all that follows it.
                for governed in made[1:]:
                    governed.features |= {"COND", ":governed"}
    return made


def _leave_out(clauses: list[Clause], said: frozenset[str], bank: Bank) -> None:
    """Leave out what is told of another game, and name what is removed where the clause before named it."""
    for number, clause in enumerate(clauses, 1):
        if of_another_game(clause, clauses[number:]):
            clause.words, clause.spans = [], []
    if bank.of_before and "remove" in said:
        for earlier, clause in itertools.pairwise(clauses):
            if any("remove" in word.concepts for word in clause.words) and not any(
                word.sort.heads for word in clause.words
            ):
                # "Erregeek ez dute bikoterik behar, bakarka kentzen dira": what is removed has been named.
                ranks = [word for word in earlier.words if "rankname" in word.concepts and word.tag == "art"]
                clause.words = [*ranks, *clause.words]


def _add_context(clauses: list[Clause], bank: Bank) -> None:
    """Add to the features of each clause what those beside it say of it."""
    for earlier, clause in itertools.pairwise(clauses):
        if not clause.aside and any(one.is_a("card") and "top" in one.attrs for one in earlier.roles(None)):
            # "Its top card lies face up, and may be played": what may be played is that card.
            clause.features.add(":of-top")
        if (
            not clause.aside
            and {"can", "target.foundation", "card"} <= earlier.features
            and "not" not in earlier.features
        ):
            # "It may be put on a foundation, and is then the base card".
            clause.features.add(":may-be-put-there")
        if clause.aside and all(word.name or word.tag or "and" in word.concepts for word in clause.words):
            # "All but the picture cards (Jacks, Queens and Kings)": what is left out is named in brackets.
            earlier.spans = [
                (mark, [*span, *clause.words] if mark == "except" and not any(word.name for word in span) else span)
                for mark, span in earlier.spans
            ]
    for earlier, clause in itertools.pairwise(clauses):
        own = (
            {concept for word in clause.words if word.tag != "of-verb" for concept in word.concepts}
            if bank.of_before
            else clause.features
        )
        says = own & _PREDICATES
        if "every" in own and says <= ENDED and "point" in earlier.features:
            says = set()  # "… and fifty more for each foundation that is finished"
        if not clause.aside and (not says or (says == {"score"} and "add-up" in own)):
            # "Kings are removed singly, all others in pairs": the verb is left out the second time.
            clause.features |= earlier.features & _CARRIED
            if "every" in own:
                # "Five points for each card and fifty more for each foundation".
                clause.features |= earlier.features & _POINTS
    for number, clause in enumerate(clauses[:-1]):
        if "card" in clause.features and any(_the_others(one) for one in clauses[number + 1 :]):
            # "Six columns get four cards; the remaining two get five."
            clause.features.add(":subset")


def _the_others(clause: Clause) -> bool:
    """Whether it begins with so many of the others, whose noun is left out."""
    first = clause.phrases[0] if clause.phrases else None
    return (
        first is not None and not first.heads and bool(first.number) and not first.attrs.isdisjoint(("rest", "other"))
    )


_PARTING = SPANS | {"restrictive", "once-word"}
_ANOTHER = frozenset(("other", "different"))
_POINTS = frozenset(("point",))
_CARRIED = frozenset(("remove", "build", "go", "move"))
_PREDICATES = frozenset(
    (
        *PLACING_VERBS,
        "remove",
        "fill",
        "worth",
        "is",
        "can",
        "must",
        "have",
        "in-play",
        "start",
        "end",
        "create",
        "hold",
        "accept",
        "click",
        "double-click",
        "score",
        "follow",
    )
)
