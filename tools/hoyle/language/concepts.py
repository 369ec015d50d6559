"""The concepts of card games that the words of every language are mapped to.

A term bank may name only these; a rule of `hoyle.facts` may ask only for these. What a
concept does in a phrase is its class:

- `head`: what a noun phrase is about: a card, a pile, a row, a kind of pile, a suit …
- `attr`: what says more of a head: which, how many, empty, on top …
- `verb`: what is done
- `mark`: opens (or, in Basque, closes) a span that does not state the rule itself
- `role`: a preposition, where a language has them
- `word`: everything else

The names of the pile kinds (`stock`, `waste`, …) are those of the fact vocabulary.
"""

from __future__ import annotations

from functools import cache

KINDS = ("stock", "waste", "foundation", "tableau", "reserve", "chooser")
"""The pile kinds of the fact vocabulary."""

ROLES = ("to", "from", "at", "of", "by")
"""What a noun phrase does in its clause, as prepositions or case endings say it."""

_CLASSES = {
    "head": (
        "stock waste foundation tableau reserve chooser deck other-pile card pile row column grid sequence "
        "group unit pair set rankname suitname suit color rank point score redeal dealing pass limit corner "
        "pyramid inverted arch clock triangle cross jokers step-noun game option place-noun shape time part "
        "building"
    ),
    "attr": (
        "any every each all no free other rest same single whole empty top bottom second left right center "
        "first last next exposed available face-up face-down more enough movable number ordinal dims this a "
        "middle own different opposite covered unlimited standard double triple joker stripped legal less "
        "base each-number maximum minimum full random lower higher appropriate red black"
    ),
    "verb": (
        "build redeal-verb go accept stay decide move play deal place flip fill remove hold start click "
        "double-click shuffle repeat skip worth have create empty-verb reveal wrap add-up touch turn-over "
        "go-through take gather put-back return is become choose match need win lose end allow see can must "
        "keep leave give follow"
    ),
    "mark": ("if when unless until after before while except as-long because so-that relative restrictive"),
    "role": ("to from at of by"),
    "word": (
        "not only up down either-direction regardless according alternate singly at-a-time automatic "
        "immediate here at-start in-play still back again times horizontal vertical diagonal possible per "
        "as-short-cut equal immediately-next minus and or comma continue respectively under above beside "
        "by-choice round-the-corner in-order descending ascending advice moot in-contrast pointer "
        "flavour remark ending number-of per-card game-end game-win doubling spread together if-possible "
        "if-necessary any-order in-sequence once-word adverb drag reversed times-by both without total"
    ),
}

CLASS_OF: dict[str, str] = {}
"""Each concept's class. A role's name is only its preposition; it is no concept of a word."""

for _name, _concepts in _CLASSES.items():
    for _concept in _concepts.split():
        CLASS_OF.setdefault(_concept, _name)

SPANS = frozenset(("if", "when", "unless", "until", "after", "before", "while", "except", "as-long", "because"))
"""The marks of spans that say more than their own words."""


class Sort:
    """The concepts of a word by class; `sort_of` makes one for each set of concepts."""

    __slots__ = ("attrs", "heads", "kinds", "marks", "parts", "plain", "roles", "verbs")

    def __init__(self, concepts: frozenset[str]) -> None:
        by_class: dict[str, list[str]] = {"head": [], "attr": [], "verb": [], "mark": [], "role": [], "word": []}
        for concept in sorted(concepts):
            by_class[CLASS_OF[concept]].append(concept)
        self.heads = tuple(by_class["head"])
        self.kinds = concepts.intersection(KINDS)
        self.attrs = frozenset(by_class["attr"])
        self.verbs = tuple(by_class["verb"])
        self.marks = tuple(mark for mark in by_class["mark"] if mark in SPANS)
        self.roles = tuple(by_class["role"])
        self.plain = tuple(by_class["word"])
        self.parts = bool(self.marks) or "restrictive" in concepts
        """Whether it may part a span from what is around it."""


@cache
def sort_of(concepts: frozenset[str]) -> Sort:
    """The concepts by class.

    >>> sort_of(frozenset(("pile", "empty"))).heads
    ('pile',)
    """
    return Sort(concepts)
