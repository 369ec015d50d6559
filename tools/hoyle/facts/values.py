"""Values that rules take from a clause: `@name` in a rule is the function of that name here.

Each returns None where the clause does not hold the value; the rule then states nothing.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from hoyle.facts.phrases import Clause, Phrase, sort
from hoyle.language.bank import Word
from hoyle.language.concepts import KINDS

_PLACES = ("top", "bottom", "left", "right", "center")
_SIDES = frozenset(("left", "right", "top", "bottom", "center"))
_HANDLED = frozenset(("fill", "move", "play", "build", "remove"))
_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def _number_of(clause: Clause, *heads: str) -> int | None:
    for phrase in clause.phrases:
        if phrase.number is not None and any(phrase.is_a(head) for head in heads):
            return phrase.number
    return None


def cards(clause: Clause) -> int | None:
    """How many cards."""
    return _number_of(clause, "card")


def piles(clause: Clause) -> int | None:
    """How many piles: not of the first, the last, the other, the empty ones."""
    sorts = [
        phrase.number or 0
        for phrase, following in itertools.pairwise(clause.phrases)
        if phrase.is_a("pile")
        and phrase.number
        and following.role == "of"
        and following.is_a("card")
        and following.number
    ]
    if len(sorts) > 1:
        return sum(sorts)  # "Six piles of three cards and one pile of two"
    for phrase in clause.phrases:
        if clause.genitive_first and phrase.is_a("pile") and phrase.number is None and phrase.role is None:
            # "Lau izkinetako pilak", the piles in the four corners.
            cornered = next((of.number for of in phrase.of if of.is_a("corner") and of.number), None)
            if cornered is not None:
                return cornered
        if phrase.number is None or not (phrase.is_a("pile") or any(phrase.is_a(kind) for kind in KINDS)):
            continue
        at = clause.phrases.index(phrase)
        if (
            phrase.role in ("of", "from")
            and phrase.number > 1
            and any(
                other.attrs & {"first", "last"} and other.number and not other.heads
                for other in clause.phrases[max(0, at - 1) : at + 2]
            )
        ):
            return phrase.number  # "the last two of the fourteen piles"
        if (
            phrase.is_a("card")
            or phrase.dims
            or (
                phrase.attrs & {"first", "last", "other", "next", "empty", "rest", "free", "more", "maximum"}
                or not _is_count(phrase, clause)
            )
        ):
            continue
        if phrase.attrs & _SIDES and clause.features & _HANDLED:
            continue  # "The two piles on the left are filled last"
        if phrase.ordinal is not None or phrase.role == "of" or (phrase.kinds and phrase.role is not None):
            continue
        if _on_each_side(phrase, clause):
            continue
        if phrase.role in ("at", "to") and phrase.attrs & {"center", "top", "bottom", "left", "right"}:
            continue
        if any(
            other.first == phrase.last + 1 and not other.heads and other.attrs == {"maximum"}
            for other in clause.phrases
        ):
            continue  # "hamahiru pila gehienez", thirteen piles at most
        if any(
            other is not phrase
            and other.attrs & {"rest", "other"}
            and (other.is_a("pile") or (not other.heads and other.number and phrase.role in ("at", "to")))
            for other in clause.phrases
        ):
            continue
        return phrase.number
    return None


def _on_each_side(phrase: Phrase, clause: Clause) -> bool:
    """Whether so many piles lie on each of several sides: the number is not of all."""
    for index, other in enumerate(clause.phrases):
        if other.is_a("place-noun") and 0 < other.first - phrase.last <= 3:
            following = clause.phrases[index + 1] if index + 1 < len(clause.phrases) else None
            said = other.attrs
            if clause.genitive_first and following is not None and not following.heads:
                said = said | following.attrs  # "alde banatan"
            if said & {"every", "each", "each-number"}:
                return True
    return False


def _is_count(phrase: Phrase, clause: Clause) -> bool:
    """Whether a number one that may be the article ("une pile", "pila bat") counts: alone, where no verb follows."""
    if "a" not in phrase.attrs or phrase.number != 1:
        return True
    return (
        phrase is clause.phrases[0]
        and not clause.spans
        and (
            not any(sort(word).verbs and not sort(word).attrs for word in clause.words)
            or (phrase.last + 1 < len(clause.words) and clause.words[phrase.last + 1].tag == "comma")
        )
        and "every" not in clause.features
    )


def capacity(clause: Clause) -> int | None:
    """The most cards that one pile may hold."""
    found = _number_of(clause, "card")
    if found is None:
        return next((1 for phrase in clause.phrases if phrase.is_a("card") and "single" in phrase.attrs), None)
    return found


def rows(clause: Clause) -> int | None:
    """How many rows."""
    return _number_of(clause, "row")


def grid(clause: Clause) -> list[int] | None:
    """Rows and columns."""
    for phrase in clause.phrases:
        if phrase.dims:
            return list(phrase.dims)
    across = None
    if "grid" in clause.features:
        for phrase, following in zip(clause.phrases, clause.phrases[1:], strict=False):
            if (
                phrase.is_a("pile")
                and phrase.number
                and following.number
                and not following.heads
                and following.role in ("at", "by")
            ):
                return [phrase.number, following.number]
    for index, phrase in enumerate(clause.phrases):
        if phrase.is_a("row") and phrase.number is not None:
            for other in clause.phrases[max(0, index - 1) : index + 2]:
                if (
                    other is not phrase
                    and other.number is not None
                    and other.role in ("of", "by")
                    and "a" not in other.attrs
                    and not other.is_a("card")
                ):
                    across = other.number
            return [phrase.number, across] if across else None
    return None


def grid_of_cards(clause: Clause) -> list[int] | None:
    """Rows and columns, where the rows of so many cards have as many places as there are piles."""
    down, across, places = (_number_of(clause, head) for head in ("row", "card", "pile"))
    return [down, across] if down and across and down * across == places else None


def grid_piles(clause: Clause) -> int | None:
    """Rows times columns."""
    found = grid(clause)
    return found[0] * found[1] if found else None


def places(clause: Clause) -> list[str] | None:
    """Where on the table, unless relative to another pile."""
    found: set[str] = set()
    if any(phrase.is_a("other-pile") and phrase.role in ("of", "side") for phrase in clause.phrases):
        return None
    relative = any(phrase.role in ("rel", "side") and phrase.kinds for phrase in clause.phrases)
    beside: Phrase | None = None
    for index, phrase in enumerate(clause.phrases):
        here = {place for place in _PLACES if place in phrase.attrs}
        if not here or phrase.is_a("card") or (relative and not phrase.heads and phrase.number is not None):
            continue
        if phrase.is_a("row") and phrase.role == "of" and "np.card" in clause.features:
            continue  # "two cards of the row above"
        following = clause.phrases[index + 1] if index + 1 < len(clause.phrases) else None
        before = clause.phrases[index - 1] if index else None
        if (
            phrase.role == "from"
            and not phrase.heads
            and here <= {"left", "right"}
            and {"np.card", "PLACING"} <= clause.features
        ):
            continue  # "deal two cards, starting from the left"
        if any(of.kinds or of.is_a("other-pile") for of in phrase.of):
            continue
        if following is not None and following.role == "of" and following.is_a("row") and not clause.genitive_first:
            after = clause.phrases[index + 2] if index + 2 < len(clause.phrases) else None
            if after is not None and after.role in ("of", "side") and after.kinds:
                continue  # "au milieu de la rangée inférieure des réserves"
        if following is not None and following.role == "side" and phrase.heads:
            here -= set(sort(clause.words[phrase.last]).attrs)
        if clause.aside and relative:
            continue
        if (
            not phrase.heads
            and (here == {"top"} or (here == {"bottom"} and phrase.number))
            and clause.features & {"face-up", "face-down"}
        ):
            continue  # "the top one face up"
        if before is not None and not phrase.heads and before.attrs & {"every", "each"} and phrase.role == "to":
            continue  # "on each pile to its right"
        if (
            not clause.genitive_first
            and not phrase.heads
            and following is not None
            and following.role in ("of", "side")
            and (following.kinds or following.is_a("other-pile"))
        ):
            continue
        if (
            clause.genitive_first
            and not phrase.heads
            and before is not None
            and before.role in ("of", "side")
            and (before.kinds or before.is_a("other-pile"))
            and before.last + 1 == phrase.first
        ):
            beside = phrase
            continue
        after = clause.phrases[index + 2] if index + 2 < len(clause.phrases) else None
        if (
            not clause.genitive_first
            and following is not None
            and not following.heads
            and following.attrs & {"left", "right"}
            and any("and" in word.concepts for word in clause.words[phrase.last + 1 : following.first])
            and after is not None
            and after.role in ("of", "side")
            and (after.kinds or after.is_a("other-pile"))
        ):
            here -= {"left", "right"}  # "to the right and to the left of the foundations"
        if (
            beside is not None
            and beside is before
            and phrase.first == before.last + 2
            and not clause.words[phrase.first - 1].concepts.isdisjoint(("and", "or"))
        ):
            continue  # "oinarriaren eskuinean eta ezkerrean", on both sides of it
        found |= here
    return sorted(found) or None


def batch(clause: Clause) -> int | None:
    """How many at a time."""
    for at, word in enumerate(clause.words):
        if "at-a-time" in word.concepts:
            if isinstance(word.number, int):
                return word.number
            if isinstance(word.number, tuple):
                return word.number[0]
            # "The stock of 24 cards is turned over three cards at a time": the cards right before it.
            before = [one for one in clause.phrases if one.is_a("card") and one.number is not None and one.last < at]
            found = before[-1].number if before else _number_of(clause, "card")
            if found is not None:
                return found
    for phrase in clause.phrases:
        if phrase.role == "by" and phrase.number and phrase.number < 10 and not phrase.is_a("pile"):
            if "a" in phrase.attrs:
                continue  # "avec une carte", with a card
            return phrase.number
    return None


def times(clause: Clause) -> int | None:
    """How many times."""
    for word in clause.words:
        if "times" in word.concepts and isinstance(word.number, int):
            return word.number
    return 1 if any("once-word" in word.concepts for word in clause.words) else None


def passes(clause: Clause) -> int | None:
    """How many redeals go with so many times through the deck."""
    found = times(clause)
    return None if found is None else found - 1


def redeals(clause: Clause) -> int | None:
    """How many redeals."""
    for phrase in clause.phrases:
        if phrase.is_a("redeal"):
            if phrase.number is not None:
                return phrase.number
            if "single" in phrase.attrs:
                return 1
    return None


def to(clause: Clause) -> list[str] | None:
    """The kinds of pile that it goes to."""
    return sorted(clause.targets()) or None


def target(clause: Clause) -> str | None:
    """The one kind of pile that cards go to."""
    found = clause.targets()
    return found[0] if len(found) == 1 else None


def dealt_to(clause: Clause) -> str | None:
    """The one kind of pile that the stock deals to."""
    found = [kind for kind in clause.targets() if kind in ("waste", "tableau", "reserve", "chooser")]
    if found:
        return found[0]
    if clause.targets():
        return None
    for phrase in clause.phrases:
        if phrase.is_a("pile") and phrase.role == "by" and len(phrase.kinds) == 1:
            # "une carte par pile du tableau"
            return next(iter(phrase.kinds))
        if (
            phrase.is_a("pile")
            and not phrase.kinds
            and phrase not in clause.clicked
            and not ("this" in phrase.attrs and not clause.features & {"deal", "flip"})
            and (phrase.role == "to" or (phrase.role == "at" and phrase.verb_before))
        ):
            # Piles that are not named are those of the tableau.
            return "tableau"
    return None


def filled_from(clause: Clause) -> list[str] | None:
    """The kinds of pile that an empty one is filled from, in order."""
    found: list[str] = []
    for phrase in clause.phrases:
        if phrase.role in ("from", "by", "of"):
            if phrase.role == "of" and not phrase.verb_before:
                continue
            found += [kind for kind in sorted(phrase.kinds) if kind not in found]
    return found or None


def start(clause: Clause) -> str | None:
    """The rank that building starts from."""
    return _range(clause)[0]


def end(clause: Clause) -> str | None:
    """The rank that building goes to."""
    return _range(clause)[1]


def way(clause: Clause) -> str | None:
    """The direction that a range of ranks implies: from Ace to King is up, from King to Ace down."""
    first, last = _range(clause)
    if first not in _RANKS or last not in _RANKS or first == last or (first, last) == ("2", "A"):
        return None
    return "up" if _RANKS.index(first) < _RANKS.index(last) else "down"


def _rank(phrase: Phrase, bare: bool) -> str | None:
    if phrase.is_a("rankname") and phrase.name:
        return phrase.name
    if "base" in phrase.attrs:
        return "base"
    if bare and not phrase.heads and phrase.number is not None and 1 <= phrase.number <= 10:
        return "A" if phrase.number == 1 else str(phrase.number)
    return None


def _range(clause: Clause) -> tuple[str | None, str | None]:
    """The first pair of ranks with "from" and "to"; either may be missing."""
    first = last = None
    for index, phrase in enumerate(clause.phrases):
        following = clause.phrases[index + 1] if index + 1 < len(clause.phrases) else None
        if phrase.role in ("from", "of", None) and following is not None and following.role in ("to", "at"):
            low, high = _rank(phrase, True), _rank(following, True)
            named = phrase.is_a("rankname") or following.is_a("rankname")
            if low and high and named and "base" not in (high,) and following.role == "to":
                after = clause.phrases[index + 2 : index + 3]
                if low == "base" and high in ("A", "K") and any(one.name in ("A", "K") for one in after):
                    return low, None  # "from the base card to the King, then Ace, Two, and so on"
                return low, high
        if phrase.role == "from" and first is None and _rank(phrase, False):
            first = _rank(phrase, False)
        if phrase.role == "to" and last is None and phrase.is_a("rankname"):
            last = phrase.name
        if (
            not clause.genitive_first
            and phrase.role == "by"
            and first is None
            and phrase.first > 1
            and phrase.is_a("rankname")
        ):
            # "They start with Aces and go up".
            before = (
                [] if clause.features & {"fill", "sequence"} else clause.words[max(0, phrase.first - 2) : phrase.first]
            )
            first = phrase.name if any("start" in word.concepts for word in before) else None
    return first, last


def relation(clause: Clause) -> str | None:
    """The suit relation that the clause speaks of."""
    return _relation(clause)


def _relation(clause: Clause) -> str | None:
    return _relation_in(clause.words)


def _relation_in(words: list[Word]) -> str | None:
    for index, word in enumerate(words):
        concepts = word.concepts
        if "suit" not in concepts and "color" not in concepts:
            continue
        colored = "color" in concepts and "suit" not in concepts
        near: set[str] = set()
        for place in range(max(0, index - 4), min(len(words), index + 5)):
            # "By one" is how far, and nothing of suits.
            if place != index and not ("by" in words[place].concepts and _numbered(words, place + 1)):
                near |= words[place].concepts
            near |= concepts
        if "alternate" in near or ("opposite" in near):
            return "alternate-color"
        if "own" in near:
            return "other-suit"
        if "different" in near and "not" not in near:
            return "alternate-color" if colored else "other-suit"
        if "regardless" in near or "any" in concepts:
            return "any"
        if "any" in near and "same" not in near:
            return "any"
        before = words[index - 1] if index else None
        if before is not None and "other" in before.concepts and "same" not in near:
            return "alternate-color" if colored else "other-suit"
        if "same" in near or "match" in near or "according" in near or "by" in near:
            return "same-color" if colored else "same-suit"
    return (
        "alternate-color" if any("alternate" in word.concepts and "color" in word.concepts for word in words) else None
    )


def _numbered(words: list[Word], at: int) -> bool:
    """Whether a number stands there."""
    return at < len(words) and isinstance(words[at].number, int)


def both_ways(clause: Clause) -> str | None:
    """`either` where the two ways are joined: in "rise in descending order, red and black" they are not."""
    ways = [index for index, word in enumerate(clause.words) if word.concepts & {"up", "down"}]
    joined = any(word.concepts & {"and", "or"} for word in clause.words[ways[0] : ways[-1] + 2]) if ways else False
    return "either" if joined else None


def removed_sum(clause: Clause) -> int | None:
    """What the ranks of a pair must add up to."""
    for words in (clause.words, *(span for _, span in clause.spans)):
        found = _sum_in(words)
        if found is not None:
            return found
    return None


def _sum_in(words: list[Word]) -> int | None:
    for index, word in enumerate(words):
        if "add-up" in word.concepts:
            for other in (*words[index + 1 : index + 4], *reversed(words[max(0, index - 2) : index])):
                if isinstance(other.number, int) and other.number > 3:
                    return other.number
                if other.name and other.name.isdigit():
                    return int(other.name)
    return None


def single_ranks(clause: Clause) -> list[str] | None:
    """The ranks that the clause speaks of."""
    found = [phrase.name for phrase in clause.phrases if phrase.is_a("rankname") and phrase.name]
    return sorted(set(found)) or None


def adjacency(clause: Clause) -> list[str] | None:
    """The directions in which cards must touch."""
    concepts = set(clause.features)
    for name in ("horizontal", "vertical", "diagonal"):
        if f"if.{name}" in concepts:
            concepts.add(name)
    if "touch" in concepts or "if.touch" in concepts:
        # "If they lie side by side in a row or column"; cards of one row or column need not touch.
        for line, name in (("row", "horizontal"), ("column", "vertical")):
            if line in concepts or f"if.{line}" in concepts:
                concepts.add(name)
    return [name for name in ("diagonal", "horizontal", "vertical") if name in concepts] or None


def points(clause: Clause) -> int | None:
    """How many points."""
    for phrase in clause.phrases:
        if phrase.is_a("point"):
            return phrase.number if phrase.number is not None else 1 if "a" in phrase.attrs else None
    numbers = [
        phrase.number
        for phrase in clause.phrases
        if phrase.number is not None and not phrase.heads and not _of_unknown(clause.words, phrase.last)
    ]
    return numbers[-1] if numbers else None


def _of_unknown(words: list[Word], at: int) -> bool:
    """Whether what stands after a word is one that no card player's vocabulary holds, which a number may count."""
    following = words[at + 1] if at + 1 < len(words) else None
    return following is not None and not following.concepts and following.tag is None


def last_number(clause: Clause) -> int | None:
    """The last number of the clause."""
    numbers = [word.number for word in clause.words if isinstance(word.number, int)]
    return numbers[-1] if numbers else None


VALUES: dict[str, Callable[[Clause], Any]] = {
    function.__name__: function
    for function in (
        cards,
        piles,
        capacity,
        rows,
        grid,
        grid_of_cards,
        grid_piles,
        places,
        batch,
        times,
        passes,
        redeals,
        to,
        dealt_to,
        filled_from,
        start,
        end,
        way,
        relation,
        removed_sum,
        single_ranks,
        adjacency,
        points,
        last_number,
    )
}


def hold_single(clause: Clause) -> int:
    """One card, where a pile holds cards "one at a time"."""
    return 1


VALUES["hold_single"] = hold_single


def rank_values(clause: Clause) -> list[tuple[str, int]]:
    """The pairs of rank and worth of a clause: each rank with its number, or two lists side by side."""
    sequence: list[tuple[str, Any]] = []
    for index, word in enumerate(clause.words):
        if "rankname" in word.concepts and word.name:
            sequence.append(("rank", word.name))
        elif isinstance(word.number, int) and "number" in word.concepts:
            following = clause.words[index + 1] if index + 1 < len(clause.words) else None
            if "a" in word.concepts and following is not None and "rankname" in following.concepts:
                continue  # "a Jack is eleven and a Queen twelve"
            if following is not None and not following.concepts and following.tag is None:
                continue  # it counts something that is no point: years, sheep
            sequence.append(("number", word.number))
    pairs: list[tuple[str, int]] = []
    ranks: list[str] = []
    numbers: list[int] = []
    for kind, item in [*sequence, ("rank", None)]:
        if kind == "rank":
            if numbers:
                if len(ranks) == len(numbers):
                    pairs += list(zip(ranks, numbers, strict=True))
                elif len(numbers) == 1:
                    pairs += [(rank, numbers[0]) for rank in ranks]
                ranks, numbers = [], []
            if item is not None:
                ranks.append(item)
        elif ranks:
            numbers.append(item)
    return [(rank, number) for rank, number in pairs if rank in _RANKS]


def _values_told(clause: Clause) -> bool:
    """Whether a clause gives ranks points of their own."""
    return len({number for _, number in rank_values(clause)}) > 1


def counted_piles(clause: Clause) -> int | None:
    """How many piles of a kind that the clause names: "the four Reserve piles"."""
    found = counted(clause)
    return found[1] if found else None


def counted(clause: Clause) -> tuple[str, int] | None:
    """The kind and the number of piles of a kind that the clause names."""
    if clause.phrases and clause.phrases[0].is_a("suit") and "every" in clause.phrases[0].attrs:
        return None  # "Of each suit there are two foundations"
    for index, phrase in enumerate(clause.phrases):
        if clause.genitive_first and (
            (
                phrase.role == "at"
                and "PLACING" in clause.features
                and "every" not in phrase.attrs
                and not (phrase.definite and phrase.of and phrase.is_a("pile"))
            )
            or (
                phrase.role == "of"
                and not any(
                    other.attrs & {"every"}
                    for other in clause.phrases[index : index + 2]
                    if other.first <= phrase.last + 1
                )
            )
        ):
            # "Lau biltegiaren alde bakoitzean": the number is of what follows, or of some of the piles only.
            continue
        if (
            phrase.number is None
            or "a" in phrase.attrs
            or phrase.number < 2
            or phrase.dims
            or phrase.ordinal is not None
        ):
            continue
        if phrase.attrs & {
            "first",
            "last",
            "other",
            "next",
            "empty",
            "rest",
            "free",
            "more",
            "maximum",
            "center",
            "top",
            "bottom",
        }:
            continue
        kind = next((kind for kind in KINDS if phrase.is_a(kind)), None)
        if (
            kind is None
            and phrase.is_a("pile")
            and len(phrase.kinds) == 1
            and not any(of.number or (of.is_a("card") and of.attrs) for of in phrase.of)
        ):
            kind = next(iter(phrase.kinds))
        if kind is not None and kind not in ("stock", "waste") and not _on_each_side(phrase, clause):
            return kind, phrase.number
    return None


def deck_kind(clause: Clause) -> str | None:
    """Two decks are a double deck, three a triple."""
    return {2: "double", 3: "triple", 1: "standard"}.get(_number_of(clause, "deck") or 0)


def deck_cards(clause: Clause) -> int | None:
    """How many cards a deck has."""
    found = _number_of(clause, "card")
    return found if found is not None and found >= 24 else None


def step(clause: Clause) -> int | None:
    """By how many ranks building goes."""
    for phrase in clause.phrases:
        if phrase.role == "by" and phrase.number is not None and 1 < phrase.number < 7 and not phrase.heads:
            return phrase.number
        if phrase.role == "by" and phrase.is_a("rankname") and phrase.name and phrase.name.isdigit():
            return int(phrase.name)
    if "step-noun" in clause.features:
        return next(
            (
                phrase.number
                for phrase in clause.phrases
                if phrase.number is not None
                and 1 < phrase.number < 7
                and (not phrase.heads or phrase.is_a("rank") or phrase.is_a("step-noun"))
            ),
            None,
        )
    for word in clause.words:
        if word.concepts & {"at-a-time", "dims", "pair"} and word.number is not None:
            found = word.number[0] if isinstance(word.number, tuple) else word.number
            return found if 1 < found < 7 else None
    return None


def wraps(clause: Clause) -> bool | None:
    """Whether it says that an Ace goes on a King or a King on an Ace."""
    names = [(phrase.name, phrase.role) for phrase in clause.phrases if phrase.is_a("rankname")]
    if any(role == "from" for _, role in names) and not any(role == "at" for _, role in names):
        return None
    following = [index for index, word in enumerate(clause.words) if "follow" in word.concepts]
    ranks = [phrase for phrase in clause.phrases if phrase.is_a("rankname")]
    for before, phrase in itertools.pairwise(ranks):
        if {before.name, phrase.name} != {"A", "K"}:
            continue
        if "other" in before.attrs:
            continue  # "to King, then another King, and back to Ace"
        if clause.genitive_first and before.role == "rel":
            continue  # "Bikoak erregeen azpian eta batekoen gainean": of Twos
        if phrase.role in ("at", "by") or "above" in clause.features:
            return True
        if before.role == phrase.role == "to" and ranks[0].name != "A":
            return True  # "from Queen to King, then to Ace"
        if following and (
            clause.genitive_first
            or any(before.first < at < phrase.first for at in following)
            or following[0] < before.first
        ):
            return True
    return None


def sequence_unit(clause: Clause) -> str | None:
    """`sequence` where what moves must be in sequence; a bare group does not say."""
    for phrase in clause.phrases:
        if phrase.role in (None, "by", "of") and phrase.is_a("sequence"):
            return "sequence"
    if "in-sequence" in clause.features and "group" in clause.features:
        return "sequence"
    return None


def moved_suit(clause: Clause) -> str | None:
    """The suit relation that a movable sequence needs."""
    if clause.features.isdisjoint(("sequence", "group", "in-sequence")) or (
        "build" in clause.features and "sequence" not in clause.features
    ):
        return None
    found = _relation(clause)
    if found == "any":
        return found if "regardless" in clause.features else None
    if found is None:
        found = next((said for _, span in clause.spans if (said := _relation_in(span)) is not None), None)
    return None if found == "any" else found


def available(clause: Clause) -> list[str] | None:
    """Which cards of a pile may be played."""
    found: set[str] = set()
    for phrase in clause.phrases:
        if phrase.role not in (None, "at") and not (phrase.role == "of" and phrase.attrs & {"top", "bottom"}):
            continue
        if not (phrase.is_a("card") or (not phrase.heads and phrase.attrs & {"top", "bottom", "second"})):
            continue
        per_pile = any(of.attrs & {"every", "all"} or of.is_a("pile") for of in phrase.of)
        if "top" in phrase.attrs:
            found.add("top")
            if phrase.number == 2:
                found.add("second")
        if "second" in phrase.attrs:
            found.add("second")
        if "bottom" in phrase.attrs:
            found.add("bottom")
        exposed = (
            "exposed" in phrase.attrs
            or ("all" in phrase.attrs and "face-up" in phrase.attrs)
            or any("exposed" in of.attrs for of in phrase.of)
        )
        if exposed and not phrase.attrs & {"top", "bottom"}:
            if (per_pile or phrase.kinds == {"waste"}) and not phrase.attrs & {"all", "every"}:
                found.add("top")
            elif "at.pile" in clause.features and "all" not in phrase.attrs:
                continue
            elif "all" in phrase.attrs or "every" in phrase.attrs or phrase.role is None:
                found.add("all-exposed")
    return sorted(found) or None


def filled_with(clause: Clause) -> str | None:
    """`any` where any card may go on an empty pile."""
    ranks = any(phrase.is_a("rankname") or "base" in phrase.attrs for phrase in clause.phrases)
    return None if ranks else "any"


def filling_rank(clause: Clause) -> str | None:
    """The rank that may go on an empty pile."""
    if "base" in clause.features or _nowhere_else(clause.words):
        return None
    if any(
        phrase.is_a("rankname") and phrase.role is None and phrase.kinds and not phrase.is_a("pile")
        for phrase in clause.phrases
    ):
        return None  # "A King in a cell can go to an empty pile": so can a Queen, for all it says
    found = {phrase.name for phrase in clause.phrases if phrase.is_a("rankname") and phrase.name}
    return found.pop() if len(found) == 1 else None


def _nowhere_else(words: list[Word]) -> bool:
    """Whether a word that is not known and "but" limit where a card goes, not what an empty pile takes."""
    return any(
        "restrictive" in word.concepts and not before.concepts and before.tag is None
        for before, word in itertools.pairwise(words)
    )


def filled_auto(clause: Clause) -> list[str] | None:
    """The kinds that fill an empty pile by themselves; cards moved along the rows come from the tableau."""
    found: list[str] = []
    if "move" in clause.features and "card" in clause.features:
        found.append("tableau")
    for phrase in clause.phrases:
        if phrase.role in ("from", "by"):
            found += [kind for kind in sorted(phrase.kinds) if kind not in found]
    if not found and any(phrase.is_a("card") and phrase.role == "by" for phrase in clause.phrases):
        # "Filled by cards in the stock".
        found += [
            kind for phrase in clause.phrases if phrase.role == "at" for kind in ("stock", "waste") if phrase.is_a(kind)
        ]
    if found and any(
        phrase.role == "from" and phrase.is_a("pile") and not phrase.kinds and not phrase.attrs
        for phrase in clause.phrases
    ):
        found.append("stock")  # "from the waste or the pile": the pile that cards come from
    return found or None


def removed_unit(clause: Clause) -> list[str] | None:
    """Two cards are a pair, four a set."""
    found = _number_of(clause, "card")
    return {2: ["pair"], 4: ["set-of-four"]}.get(found or 0)


def _scored(event: str) -> Callable[[Clause], list[list[Any]] | None]:
    def found(clause: Clause) -> list[list[Any]] | None:
        if _values_told(clause):
            return None  # "scores its face value, an Ace one point, a King thirteen"
        if any(
            phrase.is_a("card") and "all" in phrase.attrs and phrase.number for phrase in clause.phrases
        ) and clause.features.isdisjoint(("each", "every", "per")):
            return None  # "All 52 cards make 52 points": together
        number = points(clause)
        return None if number is None else [[event, number]]

    return found


def double_click(clause: Clause) -> list[str] | None:
    """Where a double click moves a card."""
    found = {f"to-{kind}" for kind in clause.targets() if kind in ("foundation", "tableau")}
    return sorted(found) or None


for _function in (
    counted_piles,
    deck_kind,
    deck_cards,
    step,
    wraps,
    sequence_unit,
    moved_suit,
    available,
    filled_with,
    filling_rank,
    filled_auto,
    removed_unit,
    double_click,
):
    VALUES[_function.__name__] = _function
for _name, _event in (
    ("per_card_to_foundation", "card-to-foundation"),
    ("per_card_removed", "card-removed"),
    ("per_pair_removed", "pair-removed"),
    ("per_set_removed", "set-removed"),
    ("per_foundation_complete", "foundation-complete"),
    ("per_card_in_sequence", "card-in-sequence"),
    ("per_card_to_waste", "card-to-waste"),
):
    VALUES[_name] = _scored(_event)


def deck_size(clause: Clause) -> int | None:
    """How many cards the deck has: "a 52-card deck", "a pack of 32"."""
    several = _number_of(clause, "deck") in (2, 3)
    for word in clause.words:
        if isinstance(word.number, int) and word.number >= (80 if several else 24) and word.number % 4 in (0, 2):
            return word.number
    return None


def built_on(clause: Clause) -> str | None:
    """The rank of the cards that something is built on."""
    return next((phrase.name for phrase in clause.phrases if phrase.is_a("rankname") and phrase.role == "at"), None)


def bare_maximum(clause: Clause) -> int | None:
    """The number of "maximum 52", where the clause says nothing else."""
    said = [word for word in clause.words if word.tag is None or word.concepts]
    return last_number(clause) if len(said) <= 3 else None


VALUES["built_on"] = built_on
VALUES["bare_maximum"] = bare_maximum
VALUES["both_ways"] = both_ways


def _beside(clause: Clause, verb: str) -> str | None:
    """The rank that follows a verb, or in a language that puts it last, precedes it."""
    ranks = [phrase for phrase in clause.phrases if phrase.is_a("rankname") or "base" in phrase.attrs]
    at = next((index for index, word in enumerate(clause.words) if verb in word.concepts), None)
    if at is None or not ranks:
        return None
    after = [phrase for phrase in ranks if phrase.first > at]
    before = [phrase for phrase in ranks if phrase.last < at]
    chosen = before[-1] if before and clause.genitive_first else after[0] if after else ranks[-1]
    return "base" if "base" in chosen.attrs else chosen.name


def started(clause: Clause) -> str | None:
    """The rank that something starts with."""
    return _beside(clause, "start")


def ended(clause: Clause) -> str | None:
    """The rank that something ends with."""
    return _beside(clause, "end")


def all_passes(clause: Clause) -> int | None:
    """How many redeals go with so many passes in all."""
    found = _number_of(clause, "pass")
    if found is None and "pass.single" in clause.features:
        found = 1
    return None if found is None else found - 1


def more_passes(clause: Clause) -> int | None:
    """How many passes there are after the first."""
    return _number_of(clause, "pass") or 1


def onto_way(clause: Clause) -> str | None:
    """The direction in which a card is put on one that is next higher (down) or lower (up).

    A rank said of the card that moves stands before what it is put on, and says the opposite.
    """
    at = next(
        (
            index
            for index, word in enumerate(clause.words)
            if word.concepts & {"higher", "lower"} and not word.concepts & {"top", "bottom"}
        ),
        None,
    )
    if at is None:
        return None
    higher = "higher" in clause.words[at].concepts
    placed = [phrase for phrase in clause.phrases if phrase.role in ("at", "to") and phrase.verb_before]
    onto = next(iter(placed), None)
    if clause.genitive_first:
        # "Mahaian, karta bat maila bat handiagoko karta baten gainean": the table first, then the card.
        onto = next((phrase for phrase in placed if phrase.is_a("card")), onto)
    if onto is None:
        return None
    of_target = at >= onto.first if not clause.genitive_first else at < onto.last
    return ("down" if higher else "up") if of_target else ("up" if higher else "down")


for _function in (deck_size, started, ended, all_passes, more_passes, onto_way):
    VALUES[_function.__name__] = _function


def wraps_not(clause: Clause) -> bool | None:
    """False where it says that a King does not go on an Ace, or an Ace on a King."""
    return False if wraps(clause) else None


def bare_number(clause: Clause) -> int | None:
    """A number that counts nothing else in the clause."""
    return next(
        (
            phrase.number
            for phrase in clause.phrases
            if phrase.number is not None and not phrase.heads and not phrase.attrs & {"a", "every", "other"}
        ),
        None,
    )


for _function in (wraps_not, bare_number):
    VALUES[_function.__name__] = _function


def sources(clause: Clause) -> list[str] | None:
    """The kinds of pile that cards come from."""
    return sorted(clause.sources()) or None


def redealt_from(clause: Clause) -> str | None:
    """Where a redeal takes its cards from."""
    for kind in ("waste", "tableau", "reserve"):
        if kind in clause.features:
            return kind
    return "waste" if "put-back" in clause.features else None


def taken_together(clause: Clause) -> str:
    """What a foundation takes at once."""
    return "sequence" if "sequence" in clause.features or "in-sequence" in clause.features else "group"


def excepted(clause: Clause) -> list[str] | None:
    """The ranks left out, or the number of cards; None for those of one suit only."""
    if any(mark == "except" and any("suitname" in word.concepts for word in span) for mark, span in clause.spans):
        return None
    found = [word.name for mark, span in clause.spans if mark == "except" for word in span if word.name]
    if found:
        return sorted(set(found))
    numbers = [
        str(word.number) for mark, span in clause.spans if mark == "except" for word in span if word.number is not None
    ]
    return numbers[:1] or None


def filled_from_all(clause: Clause) -> str | None:
    """`any` where a card may come from the tableau as well as from another pile: from wherever cards are in play."""
    filled = [of for phrase in clause.phrases if "empty" in phrase.attrs for of in phrase.of]
    found = {
        kind
        for phrase in clause.phrases
        if phrase.role in ("from", "by", "of") and phrase not in filled
        for kind in phrase.kinds
    }
    return "any" if "tableau" in found and found & {"waste", "reserve"} else None


def batch_if(clause: Clause) -> int | None:
    """How many cards at a time a condition speaks of: "if you deal three cards at a time from the stock"."""
    for mark, span in clause.spans:
        if mark not in ("if", "when"):
            continue
        number = 0
        for word in span:
            if word.concepts & {"at-a-time", "singly"} and word.number is not None:
                return word.number[0] if isinstance(word.number, tuple) else word.number
            if isinstance(word.number, int) and "number" in word.concepts:
                number = word.number
        if 0 < number < 10:
            return number
    return None


def filled_or_else(clause: Clause) -> list[str] | None:
    """The kinds that fill a pile in turn: "from the waste, or from the stock if no card is in the waste"."""
    found = filled_from(clause) or []
    for mark, span in clause.spans:
        concepts = {concept for word in span for concept in word.concepts}
        if mark in ("if", "when") and len(found) > 1 and found[0] in concepts and found[1] not in concepts:
            return found
    return None


def filled_by(clause: Clause) -> list[str] | None:
    """The kinds of pile that an empty one may be filled from."""
    found: list[str] = []
    taken = any(phrase.kinds for phrase in clause.phrases if phrase.role in ("from", "by"))
    before: Phrase | None = None
    for phrase in clause.phrases:
        if (
            phrase.role in ("from", "by")
            # "The cards of the reserve are refilled from the waste": what is filled, where another pile is named.
            or (phrase.is_a("card") and not (taken and phrase.role is None and not phrase.verb_before))
            # "By any card in the reserves".
            or (phrase.role == "at" and before is not None and before.role == "by" and before.is_a("card"))
            # "Par une carte de la défausse ou d'une autre pile".
            or (
                phrase.role == "of"
                and bool(found)
                and before is not None
                and any("or" in word.concepts for word in clause.words[before.last + 1 : phrase.first])
            )
        ):
            found += [kind for kind in sorted(phrase.kinds) if kind not in found]
        before = phrase
    return found or None


def ending(clause: Clause) -> str:
    """What ends the game: no move that is left, an empty stock, or something else."""
    features = clause.features
    if (
        {"if.move", "if.remove", "if.play", "move"} & features
        and {"if.no", "if.not", "no", "not"} & features
        and "if.every" not in features
    ):
        return "no-move"
    if {"if.stock", "stock", "after.stock"} & features and {
        "if.empty",
        "if.empty-verb",
        "empty",
        "if.no",
        "after.empty",
        "after.empty-verb",
    } & features:
        return "stock-empty"
    return "other"


def points_or_none(clause: Clause) -> int | None:
    """A number of points, where the clause has one, unless it tells what ranks are worth."""
    if _values_told(clause):
        return None
    found = points(clause)
    return (
        found
        if found is not None
        else next(
            (
                word.number
                for at, word in enumerate(clause.words)
                if isinstance(word.number, int) and not _of_unknown(clause.words, at)
            ),
            None,
        )
    )


for _function in (
    sources,
    redealt_from,
    taken_together,
    excepted,
    filled_from_all,
    batch_if,
    filled_or_else,
    filled_by,
    ending,
    points_or_none,
):
    VALUES[_function.__name__] = _function


def beside(clause: Clause) -> list[str] | None:
    """The side and the kind of pile that something lies beside."""
    for index, phrase in enumerate(clause.phrases):
        if phrase.role not in ("rel", "side") or not phrase.kinds:
            continue
        kind = sorted(phrase.kinds)[0]
        near = [clause.phrases[index + 1]] if clause.genitive_first and index + 1 < len(clause.phrases) else []
        near += [clause.phrases[index - 1]] if not clause.genitive_first and index else []
        for other in near:
            for side in ("left", "right", "top", "bottom"):
                if phrase.role == "side" and side in other.attrs:
                    return [side, kind]
        for word in clause.words:
            for side in ("under", "above", "beside"):
                if side in word.concepts:
                    return [side, kind]
    if clause.genitive_first:
        # "Sortaren azpiko pila", the pile under the stock.
        for phrase in clause.phrases:
            for of in phrase.of:
                for attr, side in (("left", "left"), ("right", "right"), ("bottom", "under"), ("top", "above")):
                    if phrase.is_a("pile") and attr in phrase.attrs and of.kinds and not of.is_a("card"):
                        return [side, sorted(of.kinds)[0]]
    return None


def beside_too(clause: Clause) -> list[str] | None:
    """The other side or kind of pile: "on the left and right of the reserve", "under the stock and waste"."""
    found = beside(clause)
    if found is None:
        return None
    side, kind = found
    kinds = sorted({kind for one in clause.phrases if one.role in ("rel", "side") for kind in one.kinds} - {kind})
    if kinds:
        return [side, kinds[0]]
    sides = [at for at, word in enumerate(clause.words) if not word.concepts.isdisjoint(("left", "right"))]
    joined = any("and" in word.concepts for word in clause.words[sides[0] : sides[-1]]) if sides else False
    if side in ("left", "right") and clause.features >= {"left", "right"} and joined:
        return ["right" if side == "left" else "left", kind]
    return None


VALUES["beside"] = beside
VALUES["beside_too"] = beside_too
VALUES["target"] = target


def per_card_elsewhere(clause: Clause) -> list[list[Any]] | None:
    """Points for each card on a kind of pile where no known game gives any."""
    number = points(clause)
    kind = next((kind for kind in ("tableau", "reserve") if f"card@{kind}" in clause.features), None)
    return None if number is None or kind is None else [[f"card-to-{kind}", number]]


VALUES["per_card_elsewhere"] = per_card_elsewhere


def rows_columns(clause: Clause) -> list[int] | None:
    """Rows and columns that are counted one by one."""
    down, across = _number_of(clause, "row"), _number_of(clause, "column")
    return [down, across] if down and across else None


def rows_times_columns(clause: Clause) -> int | None:
    """How many places such a grid has."""
    found = rows_columns(clause)
    return found[0] * found[1] if found else None


VALUES["rows_columns"] = rows_columns
VALUES["rows_times_columns"] = rows_times_columns


def wraps_nothing(clause: Clause) -> bool | None:
    """False where nothing is put on a King, or on an Ace: "and nothing on a King"."""
    for phrase, following in zip(clause.phrases, clause.phrases[1:], strict=False):
        if clause.genitive_first:
            phrase, following = following, phrase
        if "no" in phrase.attrs and following.is_a("rankname") and following.role == "at":
            return False if following.name in ("K", "A") else None
    return None


VALUES["wraps_nothing"] = wraps_nothing


def face(clause: Clause) -> str | None:
    """How cards lie: face up or face down."""
    found = [name for name in ("up", "down") if f"face-{name}" in clause.features]
    return found[0] if len(found) == 1 else None


VALUES["face"] = face


def one_rank(clause: Clause) -> str | None:
    """The rank that the clause speaks of, where it is one."""
    found = single_ranks(clause)
    return found[0] if found is not None and len(found) == 1 else None


VALUES["one_rank"] = one_rank


def moved_suit_if(clause: Clause) -> str | None:
    """The suit relation that a condition asks of the cards that move together."""
    for mark, span in clause.spans:
        if mark in ("if", "when", "as-long"):
            found = _relation_in(span)
            if found is not None and found != "any":
                return found
    return None


VALUES["moved_suit_if"] = moved_suit_if


def onto_suit(clause: Clause) -> str | None:
    """The suit relation to the card that one is placed on."""
    at = next((index for index, word in enumerate(clause.words) if "place" in word.concepts), 0)
    return _relation_in(clause.words[at:])


VALUES["onto_suit"] = onto_suit


def one_deck(clause: Clause) -> str | None:
    """`standard`, unless two or three such decks are counted."""
    return None if _number_of(clause, "deck") in (2, 3) else "standard"


VALUES["one_deck"] = one_deck


def any_piles(clause: Clause) -> int | None:
    """How many piles of any kind."""
    found = next((one for one in clause.phrases if one.is_a("pile") and one.role is None), None)
    if found is not None and found.number is None and "a" in found.attrs and clause.phrases[0] is found:
        return 1  # "a pile with two Kings"
    return next((one.number for one in clause.phrases if one.is_a("pile") and one.number and one.role is None), None)


def formula(clause: Clause) -> str:
    """Whether points go by the length of a sequence or by a count of cards."""
    seen = False
    for word in clause.words:
        seen = seen or "number-of" in word.concepts
        if seen and (word.number == 1 or "minus" in word.concepts) and "sequence" in clause.features:
            return "length-1"
    return "count"


def repeated_until(clause: Clause) -> str:
    """What ends what is done again and again."""
    concepts = {concept for mark, span in clause.spans if mark == "until" for word in span for concept in word.concepts}
    if "possible" in concepts and "stock" not in concepts:
        return "no-move"
    if not concepts & {"no", "not", "empty", "empty-verb"}:
        return "other"
    return "stock-empty" if "stock" in concepts else "no-move" if concepts & {"move", "play", "possible"} else "other"


def goes_beside(clause: Clause) -> list[str] | None:
    """On which side of which card a card goes."""
    side = next((name for name in ("left", "right") if name in clause.features), None)
    way = next((name for name in ("higher", "lower") if name in clause.features), None)
    suit = _relation(clause)
    return [side, suit, way] if side and way and suit else None


def left_empty(clause: Clause) -> list[Any] | None:
    """Which places the deal leaves empty: the last two, or the ninth."""
    for phrase in clause.phrases:
        if "last" in phrase.attrs:
            return ["last", phrase.number or 1]
    found = [word.number for word in clause.words if isinstance(word.number, int)]
    return found or None


def except_kinds(clause: Clause) -> list[str] | None:
    """The kinds of pile that are left out."""
    found = {
        kind
        for mark, span in clause.spans
        if mark == "except"
        for word in span
        for kind in KINDS
        if kind in word.concepts
    }
    return sorted(found) or None


for _function in (any_piles, formula, repeated_until, goes_beside, left_empty, except_kinds):
    VALUES[_function.__name__] = _function


def removed_unit_if(clause: Clause) -> list[str] | None:
    """What a condition counts: two cards are a pair, four a set."""
    for _, span in clause.spans:
        for index, word in enumerate(span):
            if isinstance(word.number, int) and any("card" in other.concepts for other in span[index + 1 : index + 3]):
                return {2: ["pair"], 4: ["set-of-four"]}.get(word.number)
    return None


VALUES["removed_unit_if"] = removed_unit_if


def _ranked(clause: Clause, way: str) -> list[str] | None:
    """The ranks that are said to be the highest, or the lowest: "Aces are low, Kings are high"."""
    found = set()
    for phrase in clause.phrases:
        if phrase.is_a("rankname") and phrase.name:
            after = (word.concepts & {"higher", "lower"} for word in clause.words[phrase.first :])
            if way in next((said for said in after if said), {way}):
                found.add(phrase.name)
    return sorted(found) or None


def high_ranks(clause: Clause) -> list[str] | None:
    """The ranks that are the highest."""
    return _ranked(clause, "higher")


def low_ranks(clause: Clause) -> list[str] | None:
    """The ranks that are the lowest."""
    return _ranked(clause, "lower")


VALUES["high_ranks"] = high_ranks
VALUES["low_ranks"] = low_ranks


def way_between(clause: Clause) -> str | None:
    """The direction from the rank that something starts with to the rank that it ends with."""
    first, last = started(clause), ended(clause)
    if first not in _RANKS or last not in _RANKS or first == last or (first, last) == ("2", "A"):
        return None
    return "up" if _RANKS.index(first) < _RANKS.index(last) else "down"


VALUES["way_between"] = way_between


def excepted_rank(clause: Clause) -> str | None:
    """The one rank that is left out."""
    found = excepted(clause)
    return found[0] if found is not None and len(found) == 1 and found[0] in _RANKS else None


VALUES["excepted_rank"] = excepted_rank


def way_if(clause: Clause) -> str | None:
    """The direction that a condition asks for: down where the card on top must be lower than the one below."""
    for mark, span in clause.spans:
        if mark not in ("if", "when", "as-long"):
            continue
        if any("either-direction" in word.concepts for word in span):
            return "either"
        said = [name for word in span for name in ("top", "bottom", "higher", "lower") if name in word.concepts]
        ways = {name for name in said if name in ("higher", "lower")}
        if len(ways) == 2:
            return "either"
        if ways:
            below = bool(said) and said[0] == "bottom"
            return "down" if ("lower" in ways) != below else "up"
    return None


_HIGHER_LOWER = frozenset(("higher", "lower"))


def way_onto(clause: Clause) -> str | None:
    """The direction in which the lower of two cards goes on the higher (down), or the other way about (up)."""
    for phrase in clause.phrases:
        if phrase.role in ("at", "to") and phrase.attrs & {"higher", "lower"}:
            said = [
                way for word in clause.words[phrase.first : phrase.last + 1] for way in word.concepts & _HIGHER_LOWER
            ]
            # "Txikiena handienaren gainean": what it goes on stands last.
            below = said[-1 if clause.genitive_first else 0]
            return "down" if below == "higher" else "up"
    if not clause.genitive_first:
        # "La carte de rang plus faible sur celle de rang plus élevé": what a pronoun stands for.
        onto = False
        for word in clause.words:
            onto = onto or not word.concepts.isdisjoint(("at", "to"))
            if onto and not word.concepts.isdisjoint(("higher", "lower")):
                return "down" if "higher" in word.concepts else "up"
    return None


VALUES["way_if"] = way_if
VALUES["way_onto"] = way_onto


def ranks_if(clause: Clause) -> list[str] | None:
    """The ranks that a condition names, where they are two."""
    found = {word.name for _, span in clause.spans for word in span if "rankname" in word.concepts and word.name}
    return sorted(found) if len(found) == 2 else None


def group_if(clause: Clause) -> str | None:
    """`group` where a condition names two cards of different ranks."""
    return "group" if ranks_if(clause) else None


VALUES["group_if"] = group_if
VALUES["ranks_if"] = ranks_if


def per_card_of_sequence(clause: Clause) -> list[list[Any]] | None:
    """Points by the card: "per card", "par carte", "by the number of cards", and not "per sequence"."""
    for index, word in enumerate(clause.words):
        after = clause.words[index + 1 : index + 3]
        if not word.concepts.isdisjoint(("per", "by", "number-of")) and any("card" in one.concepts for one in after):
            break
    else:
        # "Bi puntu kartako", two points a card.
        tied = [of for phrase in clause.phrases for of in phrase.of]
        if not clause.genitive_first or not any(
            phrase.is_a("card") and phrase.role == "of" and phrase.number is None and phrase not in tied
            for phrase in clause.phrases
        ):
            return None
    number = points(clause)
    return None if number is None else [["card-in-sequence", number]]


VALUES["per_card_of_sequence"] = per_card_of_sequence


def filler(clause: Clause) -> list[str] | None:
    """The kinds of pile that fill an empty one: "the waste fills each gap"."""
    return [kind for phrase in clause.roles(None) for kind in sorted(phrase.kinds) if not phrase.verb_before] or None


VALUES["filler"] = filler
