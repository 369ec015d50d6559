"""Ranks, and how cards are built on each other."""

from __future__ import annotations

import itertools

from hoyle.facts.clauses.clause import Clause, Phrase
from hoyle.facts.values.registry import value
from hoyle.language.bank import Word

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


@value
def start(clause: Clause) -> str | None:
    """The rank that building starts from."""
    return _range(clause)[0]


@value
def end(clause: Clause) -> str | None:
    """The rank that building goes to."""
    return _range(clause)[1]


@value
def way(clause: Clause) -> str | None:
    """The direction that a range of ranks implies: from Ace to King is up, from King to Ace down."""
    first, last = _range(clause)
    if first not in RANKS or last not in RANKS or first == last or (first, last) == ("2", "A"):
        return None
    return "up" if RANKS.index(first) < RANKS.index(last) else "down"


def _rank(phrase: Phrase, bare: bool) -> str | None:
    if phrase.is_a("rankname") and phrase.name:
        return phrase.name
    if "base" in phrase.attrs:
        return "base"
    if bare and not phrase.heads and phrase.number is not None and 1 <= phrase.number <= 10:
        return "A" if phrase.number == 1 else str(phrase.number)
    return None


def _range(clause: Clause) -> tuple[str | None, str | None]:
    """The ranks that building starts from and goes to; neither where it only goes on from King to Ace."""
    found = _range_said(clause)
    if "after.rankname" in clause.features and found[1] == "A":
        return found[0], None  # "up in suit and, after the King, on to the Ace"
    round_about = not clause.features.isdisjoint(("repeat", "if-necessary")) or (
        "up" in clause.features and "down" not in clause.features
    )
    return (None, None) if found == ("K", "A") and round_about else found


def _range_said(clause: Clause) -> tuple[str | None, str | None]:
    """The first pair of ranks with "from" and "to"; either may be missing."""
    first = last = None
    for index, phrase in enumerate(clause.phrases):
        following = clause.phrases[index + 1] if index + 1 < len(clause.phrases) else None
        if phrase.role in ("from", "of", None) and following is not None and following.role in ("to", "at"):
            low, high = _rank(phrase, True), _rank(following, True)
            named = phrase.is_a("rankname") or following.is_a("rankname")
            if any("continue" in word.concepts for word in clause.words[phrase.last + 1 : following.first]):
                continue  # "then the Three, and so on up to the King"
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


@value
def relation(clause: Clause) -> str | None:
    """The suit relation that the clause speaks of."""
    return relation_said(clause)


def relation_said(clause: Clause) -> str | None:
    """How cards follow each other by suit or colour, as any of the words of a clause says."""
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
        if not colored and any(
            "every" in words[place].concepts for place in (index - 1, index + 1) if 0 <= place < len(words)
        ):
            return "same-suit"  # "Each suit is built up"
    if any("alternate" in word.concepts and "color" in word.concepts for word in words):
        return "alternate-color"
    colors = [color for word in words for color in ("red", "black") if color in word.concepts]
    pairs = list(zip(colors[::2], colors[1::2], strict=False))
    if not pairs or len(colors) % 2 or len({one == other for one, other in pairs}) > 1:
        return None
    return "same-color" if pairs[0][0] == pairs[0][1] else "alternate-color"  # "a red card on a black card"


def _numbered(words: list[Word], at: int) -> bool:
    """Whether a number stands there."""
    return at < len(words) and isinstance(words[at].number, int)


@value
def both_ways(clause: Clause) -> str | None:
    """`either` where the two ways are joined: in "rise in descending order, red and black" they are not."""
    ways = [index for index, word in enumerate(clause.words) if word.concepts & {"up", "down"}]
    joined = any(word.concepts & {"and", "or"} for word in clause.words[ways[0] : ways[-1] + 2]) if ways else False
    return "either" if joined else None


@value
def step(clause: Clause) -> int | None:
    """By how many ranks building goes."""
    for phrase in clause.phrases:
        if phrase.role == "by" and phrase.number is not None and 1 < phrase.number < 7 and not phrase.heads:
            return phrase.number
        if (
            phrase.role == "by"
            and phrase.is_a("rankname")
            and phrase.name
            and phrase.name.isdigit()
            # "Starts with a Four", "starting with the Five".
            and "a" not in phrase.attrs
            and not any("start" in word.concepts for word in clause.words[max(0, phrase.first - 2) : phrase.first])
        ):
            return int(phrase.name)
    if "step-noun" in clause.features or clause.features >= {"rank", "at-a-time"}:
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


@value
def wraps(clause: Clause) -> bool | None:
    """Whether it says that an Ace goes on a King or a King on an Ace."""
    if "exposed" in clause.features:
        return None  # "Aces are not covered by Kings"
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
        if clause.genitive_first and before.role == "at" and phrase.role is None:
            return True  # "Bateko baten gainean erregea"
        if before.role == phrase.role == "to" and ranks[0].name != "A":
            return True  # "from Queen to King, then to Ace"
        if following and (
            clause.genitive_first
            or any(before.first < at < phrase.first for at in following)
            or following[0] < before.first
        ):
            return True
    return None


@value
def sequence_unit(clause: Clause) -> str | None:
    """`sequence` where what moves must be in sequence; a bare group does not say."""
    for phrase in clause.phrases:
        if phrase.role in (None, "by", "of") and phrase.is_a("sequence"):
            return "sequence"
    if "in-sequence" in clause.features and "group" in clause.features:
        return "sequence"
    return None


@value
def moved_suit(clause: Clause) -> str | None:
    """The suit relation that a movable sequence needs."""
    if clause.features.isdisjoint(("sequence", "group", "in-sequence")) or (
        "build" in clause.features and "sequence" not in clause.features
    ):
        return None
    found = relation_said(clause)
    if found == "any":
        return found if "regardless" in clause.features else None
    if found is None:
        found = next((said for _, span in clause.spans if (said := _relation_in(span)) is not None), None)
    return None if found == "any" else found


@value
def built_on(clause: Clause) -> str | None:
    """The rank of the cards that something is built on."""
    return next((phrase.name for phrase in clause.phrases if phrase.is_a("rankname") and phrase.role == "at"), None)


def rank_beside(clause: Clause, verb: str) -> str | None:
    """The rank that follows a verb, or in a language that puts it last, precedes it."""
    ranks = [phrase for phrase in clause.phrases if phrase.is_a("rankname") or "base" in phrase.attrs]
    at = next((index for index, word in enumerate(clause.words) if verb in word.concepts), None)
    if at is None or not ranks:
        return None
    if any(one.number is not None and not one.heads and at < one.first <= at + 2 for one in clause.phrases):
        return None  # "Beginning with the 2 and ending with the Ace": a rank that only its digit names
    after = [phrase for phrase in ranks if phrase.first > at]
    before = [phrase for phrase in ranks if phrase.last < at]
    subject = before and not clause.genitive_first and before[-1].last == at - 1 and before[-1].role is None
    if subject and not (after and after[0].first <= at + 2 and after[0].role == "by"):
        after = []  # "An Ace begins each pile, and a King ends it"
        ranks = before
    chosen = before[-1] if before and clause.genitive_first else after[0] if after else ranks[-1]
    return "base" if "base" in chosen.attrs else chosen.name


@value
def started(clause: Clause) -> str | None:
    """The rank that something starts with."""
    return rank_beside(clause, "start")


@value
def ended(clause: Clause) -> str | None:
    """The rank that something ends with."""
    return rank_beside(clause, "end")


@value
def condition_rank(clause: Clause) -> str | None:
    """The one rank that a condition names."""
    found = {word.name for _, span in clause.spans for word in span if "rankname" in word.concepts}
    return found.pop() if len(found) == 1 else None


@value
def goes_on_round(clause: Clause) -> bool | None:
    """Whether what goes on goes from King to Ace, or from Ace to King."""
    if clause.features.isdisjoint(("repeat", "continue", "if-necessary")):
        return True if _range_said(clause) == ("K", "A") and "down" not in clause.features else None
    return True if _range_said(clause) in (("K", "A"), ("A", "K")) else None


def _example(clause: Clause) -> tuple[Phrase, Phrase] | None:
    """A card of one rank that goes on one of the next: "a black Seven on a red Eight"."""
    for phrase, onto in itertools.pairwise(one for one in clause.phrases if one.role != "of"):
        if clause.genitive_first and phrase.role in ("at", "to") and onto.role is None:
            phrase, onto = onto, phrase  # "seiko baten gainean bosteko bat": what it goes on stands first
        if (
            phrase.role is None
            and onto.role in ("at", "to")
            and phrase.name in RANKS
            and onto.name in RANKS
            and abs(RANKS.index(phrase.name) - RANKS.index(onto.name)) == 1
        ):
            return phrase, onto
    return None


@value
def example_way(clause: Clause) -> str | None:
    """The direction of building that such a card shows."""
    found = _example(clause)
    if found is None or (example_suit(clause) is None and "continue" not in clause.features):
        return None  # one example alone may be of either way
    card, onto = (RANKS.index(phrase.name or "") for phrase in found)
    return "up" if card > onto else "down"


@value
def example_suit(clause: Clause) -> str | None:
    """How the colours of such cards go together."""
    found = _example(clause)
    suits = [[of.name for of in phrase.of if of.is_a("suitname")] for phrase in found] if found else []
    if suits and all(len(names) == 1 for names in suits):
        return "same-suit" if suits[0] == suits[1] else None
    colors = [phrase.attrs & {"red", "black"} for phrase in found] if found else []
    if not colors or not all(len(color) == 1 for color in colors):
        return None
    return "same-color" if colors[0] == colors[1] else "alternate-color"


@value
def first_rank(clause: Clause) -> str | None:
    """The rank that stands right before "first": "Ace first"."""
    for phrase in clause.phrases:
        after = clause.words[phrase.last + 1] if phrase.last + 1 < len(clause.words) else None
        if phrase.is_a("rankname") and phrase.role is None and after is not None and "first" in after.concepts:
            return phrase.name
    return None


@value
def until_rank(clause: Clause) -> str | None:
    """The one rank that building goes on to: "until it is topped by a King"."""
    found = {
        word.name for mark, span in clause.spans if mark == "until" for word in span if "rankname" in word.concepts
    }
    return found.pop() if len(found) == 1 else None


@value
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
    below = next((word for word in clause.words[:at] if "bottom" in word.concepts and word.tag == "art"), None)
    if clause.genitive_first and below is not None:
        # "Azpikoak maila bat altuagoa izan behar du" is said of the card that is put on, "azpikoa baino" of the other.
        return "down" if higher == below.text.lower().endswith("k") else "up"
    placed = [phrase for phrase in clause.phrases if phrase.role in ("at", "to") and phrase.verb_before]
    onto = next(iter(placed), None)
    if clause.genitive_first:
        # "Mahaian, karta bat maila bat handiagoko karta baten gainean": the table first, then the card.
        onto = next(
            (
                phrase
                for phrase in placed
                if phrase.is_a("card") or (phrase.role == "at" and phrase.first <= at <= phrase.last)
            ),
            onto,
        )
    if onto is None and not clause.genitive_first and at > (clause.verb_at or 0):
        # "Sur une carte rouge, on pose une carte noire d'un rang inférieur": what it goes on stands before the verb.
        onto = next((one for one in clause.phrases if one.role in ("at", "to") and one.heads), None)
        return None if onto is None else ("up" if higher else "down")
    if onto is None:
        return None
    if not clause.genitive_first and not onto.heads and onto.first <= at <= onto.last and onto.first:
        before = clause.words[onto.first - 1]
        if before.tag == "comma" or "and" in before.concepts:
            # "of a different suit than the card it is placed on, and one rank lower": said of the card that is placed.
            return "up" if higher else "down"
    of_target = at >= onto.first if not clause.genitive_first else at < onto.last + (not onto.heads)
    if not clause.genitive_first and any("must" in word.concepts for word in clause.words[onto.last : at]):
        of_target = False  # "Each card placed on a pile must be lower"
    if not clause.genitive_first and any(
        phrase.role is None and phrase.is_a("card") and onto.last < phrase.first < at for phrase in clause.phrases
    ):
        of_target = False  # "Sur une carte on ne pose qu'une carte de rang inférieur": of the card that is put there
    return ("down" if higher else "up") if of_target else ("up" if higher else "down")


@value
def compared_way(clause: Clause) -> str | None:
    """The direction of building where a card is lower (down) or higher (up) than the one below it."""
    at = next((index for index, word in enumerate(clause.words) if word.concepts & _HIGHER_LOWER), 0)
    cards = [phrase for phrase in clause.phrases if phrase.is_a("card") and phrase.role is None]
    if clause.genitive_first or not cards or cards[0].last >= at:
        return None
    between = {concept for word in clause.words[cards[0].last : at] for concept in word.concepts}
    if "is" not in between or between & {"at", "to"}:
        return None  # "A card is placed on one that is higher"
    return "down" if "lower" in clause.words[at].concepts else "up"


@value
def accepted_way(clause: Clause) -> str | None:
    """The direction of building where a card takes one that is lower (down) or higher (up)."""
    at = next((index for index, word in enumerate(clause.words) if "accept" in word.concepts), 0)
    said = clause.words[:at] if clause.genitive_first else clause.words[at:]
    ways = {way for word in said for way in word.concepts & _HIGHER_LOWER}
    return {"lower": "down", "higher": "up"}[ways.pop()] if len(ways) == 1 else None


@value
def way_said(clause: Clause) -> str | None:
    """Up where the next card is higher, down where it is lower."""
    ways = {way for word in clause.words for way in word.concepts & _HIGHER_LOWER}
    return None if len(ways) != 1 else "up" if "higher" in ways else "down"


@value
def wraps_after(clause: Clause) -> bool | None:
    """True where after an Ace a King follows, or an Ace after a King."""
    before = {word.name for mark, span in clause.spans if mark == "after" for word in span if word.name}
    here = {phrase.name for phrase in clause.phrases if phrase.is_a("rankname")}
    return True if sorted((*before, *here), key=str) == ["A", "K"] and before and here else None


@value
def wraps_not(clause: Clause) -> bool | None:
    """False where it says that a King does not go on an Ace, or an Ace on a King."""
    if "accept" in clause.features:
        # "Kings cannot be covered by Aces"
        ranks = [phrase.name for phrase in clause.phrases if phrase.is_a("rankname")]
        return False if sorted(ranks, key=str) == ["A", "K"] else None
    return False if wraps(clause) else None


@value
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


@value
def wraps_nothing(clause: Clause) -> bool | None:
    """False where nothing is put on a King, or on an Ace: "and nothing on a King"."""
    for phrase, following in zip(clause.phrases, clause.phrases[1:], strict=False):
        if clause.genitive_first:
            phrase, following = following, phrase
        if "no" in phrase.attrs and following.is_a("rankname") and following.role == "at":
            return False if following.name in ("K", "A") else None
    return None


@value
def moved_suit_if(clause: Clause) -> str | None:
    """The suit relation that a condition asks of the cards that move together."""
    for mark, span in clause.spans:
        if mark in ("if", "when", "as-long"):
            found = _relation_in(span)
            if found is not None and found != "any":
                return found
    return None


@value
def onto_suit(clause: Clause) -> str | None:
    """The suit relation to the card that one is placed on."""
    at = next((index for index, word in enumerate(clause.words) if "place" in word.concepts), 0)
    return _relation_in(clause.words[at:])


@value
def goes_beside(clause: Clause) -> list[str] | None:
    """On which side of which card a card goes."""
    side = next((name for name in ("left", "right") if name in clause.features), None)
    way = next((name for name in ("higher", "lower") if name in clause.features), None)
    suit = relation_said(clause)
    return [side, suit, way] if side and way and suit else None


def _ranked(clause: Clause, way: str) -> list[str] | None:
    """The ranks that are said to be the highest, or the lowest: "Aces are low, Kings are high"."""
    found = set()
    for phrase in clause.phrases:
        if phrase.is_a("rankname") and phrase.name:
            after = (word.concepts & {"higher", "lower"} for word in clause.words[phrase.first :])
            if way in next((said for said in after if said), {way}):
                found.add(phrase.name)
    return sorted(found) or None


@value
def high_ranks(clause: Clause) -> list[str] | None:
    """The ranks that are the highest."""
    return _ranked(clause, "higher")


@value
def low_ranks(clause: Clause) -> list[str] | None:
    """The ranks that are the lowest."""
    return _ranked(clause, "lower")


@value
def way_between(clause: Clause) -> str | None:
    """The direction from the rank that something starts with to the rank that it ends with."""
    first, last = started(clause), ended(clause)
    if first not in RANKS or last not in RANKS or first == last or (first, last) == ("2", "A"):
        return None
    return "up" if RANKS.index(first) < RANKS.index(last) else "down"


@value
def excepted_rank(clause: Clause) -> str | None:
    """The one rank that is left out."""
    found = excepted(clause)
    return found[0] if found is not None and len(found) == 1 and found[0] in RANKS else None


@value
def way_if(clause: Clause) -> str | None:
    """The direction that a condition asks for: down where the card on top must be lower than the one below."""
    for mark, span in clause.spans:
        if mark not in ("if", "when", "as-long"):
            continue
        if any("either-direction" in word.concepts for word in span):
            return "either"
        # "Inférieure d'un rang": a word that compares says nothing of where a card lies.
        said = [
            name
            for word in span
            for name in (("top", "bottom") if word.concepts.isdisjoint(_HIGHER_LOWER) else ("higher", "lower"))
            if name in word.concepts
        ]
        ways = {name for name in said if name in ("higher", "lower")}
        if len(ways) == 2:
            # Where neither is offered instead of the other, which one is meant is not told.
            return "either" if any(word.concepts & {"or", "and"} for word in span) else None
        if ways:
            below = bool(said) and said[0] == "bottom"
            return "down" if ("lower" in ways) != below else "up"
    return None


_HIGHER_LOWER = frozenset(("higher", "lower"))


@value
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


@value
def ranks_if(clause: Clause) -> list[str] | None:
    """The ranks that a condition names, where they are two."""
    found = {word.name for _, span in clause.spans for word in span if "rankname" in word.concepts and word.name}
    return sorted(found) if len(found) == 2 else None


@value
def group_if(clause: Clause) -> str | None:
    """`group` where a condition names two cards of different ranks."""
    return "group" if ranks_if(clause) else None
