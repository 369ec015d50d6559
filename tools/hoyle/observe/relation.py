"""Which card may be put on which: finding the rule from the cards that were taken and refused."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from hoyle.observe.table import PileKey, relation
from hoyle_engine.cards import Card

_SUITS = {
    frozenset({"suit"}): "same-suit",
    frozenset({"suit", "color"}): "same-color",
    frozenset({"other"}): "alternate-color",
    frozenset({"color", "other"}): "other-suit",
    frozenset({"suit", "color", "other"}): "any",
}


@dataclass(frozen=True, slots=True)
class Offer:
    """A card offered to a pile that shows the card `on`, and whether the game allowed the move."""

    source: PileKey
    target: PileKey
    on: Card
    card: Card
    taken: bool


@dataclass(frozen=True)
class Building:
    """A rule of building: by how many ranks, in which relation of suits, and whether it goes round the corner."""

    steps: tuple[int, ...]
    """Ranks of the card less that of the card below: 1 is up, -1 down."""
    relations: frozenset[str]
    wrap: bool

    def takes(self, on: Card, card: Card) -> bool:
        """Whether the rule lets `card` be put on the card `on`."""
        if relation(on, card) not in self.relations:
            return False
        gap = card.rank - on.rank
        return gap in self.steps or (self.wrap and any((gap - step) % 13 == 0 for step in self.steps))

    @cached_property
    def suit(self) -> str | None:
        """The suit relation's name in the vocabulary."""
        return _SUITS.get(self.relations)

    @property
    def direction(self) -> str | None:
        """`up`, `down` or `either`; None where cards of one rank are put together."""
        if len(self.steps) > 1:
            return "either"
        return None if self.steps[0] == 0 else "up" if self.steps[0] > 0 else "down"

    @property
    def step(self) -> int:
        """By how many ranks."""
        return abs(self.steps[0])

    def followers(self, on: Card) -> list[int]:
        """The ranks that the rule lets be put on a card."""
        ranks = []
        for step in self.steps:
            number = on.rank + step
            if 1 <= number <= 13:
                ranks.append(number)
            elif self.wrap:
                ranks.append((number - 1) % 13 + 1)
        return ranks


_STEPS = [(-1,), (1,), (-1, 1), *((step,) for size in range(2, 7) for step in (-size, size)), (0,)]


def active(offers: Iterable[Offer]) -> list[Offer]:
    """Without the piles that never gave or never took a card: what they refuse tells of them, not of the cards."""
    offers = list(offers)
    sources = {offer.source for offer in offers if offer.taken}
    targets = {offer.target for offer in offers if offer.taken}
    return [offer for offer in offers if offer.source in sources and offer.target in targets]


def fit(offers: Iterable[Offer]) -> Building | None:
    """The rule that explains every offer; None where none does, or where too little was tried to tell.

    >>> from hoyle.observe.table import standard_deck
    >>> deck = standard_deck()
    >>> rule = Building((-1,), frozenset({"other"}), wrap=False)
    >>> offers = [Offer(("waste", 1), ("tableau", 1), on, card, rule.takes(on, card)) for on in deck for card in deck]
    >>> fit(offers) == rule
    True
    """
    tried: dict[tuple[int, int, str], set[bool]] = defaultdict(set)
    for offer in offers:
        tried[offer.on.rank, offer.card.rank, relation(offer.on, offer.card)].add(offer.taken)
    if any(len(results) > 1 for results in tried.values()):
        return None
    taken = {kind for kind, results in tried.items() if True in results}
    if not taken:
        return None
    relations = frozenset(kind[2] for kind in taken)
    if relations not in _SUITS or {kind[2] for kind in tried} != {"suit", "color", "other"}:
        return None
    found = []
    for steps in _STEPS:
        for wrap in (False, True):
            rule = Building(steps, relations, wrap)
            if all(_fits(rule, kind) == (kind in taken) for kind in tried):
                found.append(rule)
    # Where no card was offered round the corner, two rules remain that differ in just that.
    return found[0] if len({rule.steps for rule in found}) == 1 else None


def _fits(rule: Building, kind: tuple[int, int, str]) -> bool:
    on, card, suits = kind
    if suits not in rule.relations:
        return False
    gap = card - on
    return gap in rule.steps or (rule.wrap and any((gap - step) % 13 == 0 for step in rule.steps))
