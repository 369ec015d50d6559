"""Words by what their concepts do in a clause, and words that are joined before anything else."""

from __future__ import annotations

from hoyle.language.bank import Bank, Word
from hoyle.language.concepts import KINDS


def combine(words: list[Word], bank: Bank) -> None:
    """Join numbers with what they count in a way of their own: five by five, three at a time, Two to King."""
    position = 0
    while position < len(words):
        word = words[position]
        if word.name is None and word.concepts.isdisjoint(_CONCERNED):
            position += 1
            continue
        if "if-possible" in word.concepts and _between_commas(words, position):
            # "From the waste or, failing that, from the stock": one thing or another.
            del words[position - 1 : position + 2]
            position -= 1
            continue
        if "number-of" in word.concepts and _counts_before(words, position):
            # "The columns, eight in number, …": a number of what stands before.
            count = words[position + 1]
            del words[position - 1 : position + 3]
            words.insert(position - 2, count)
            position -= 1
            continue
        if "stay" in word.concepts and "rest" in word.concepts and position and words[position - 1].sort.heads:
            # "La pioche reste fermée": it stays so, and is not what is left.
            word.mean(word.concepts - {"rest"})
        if word.concepts >= _PACK:
            word.mean(word.concepts - (_DECK if _is_heap(words, position) else _PILE))
        if word.concepts >= _ARRANGED:
            laid = position > 0 and "card" in words[position - 1].concepts
            word.mean(word.concepts - ({"row"} if laid else {"place"}))
        if word.name is not None and "/" in word.name:
            _each_rank(words, position)
            word = words[position]
        if word.concepts.isdisjoint(_COMBINED):
            position += 1
            continue
        before = words[position - 1] if position else None
        if (
            bank.of_before
            and word.role == "from"
            and word.concepts == NUMBER_ONLY
            and isinstance(word.number, int)
            and 2 <= word.number <= 10
            and any("rankname" in one.concepts and one.role == "to" for one in words[position + 1 : position + 5])
        ):
            # "Bitik erregera": from a rank to a rank.
            word.mean(_RANKNAME)
            word.name, word.number = str(word.number), None
            position += 1
            continue
        if (
            bank.of_before
            and before is not None
            and word.number == 1
            and word.name == "A"
            and before.role is None
            and before.tag is None
            and before.end + 1 == word.start
            and set(before.sort.heads) & _OF_ONE
        ):
            # "Oinarri bateko goiko karta": of one foundation, and no Ace.
            word.mean(_COUNTED)
            word.name, word.role, word.tag = None, "of", None
        if (
            bank.of_before
            and word.role == "of"
            and "rankname" in word.concepts
            and word.text.lower().endswith("ko")
            and position + 1 < len(words)
            and words[position + 1].concepts & _AFTER_RANK
        ):
            word.role = None  # "hamarreko beltz bat"
        if (
            bank.of_before
            and word.role == "of"
            and word.concepts == NUMBER_ONLY
            and isinstance(word.number, int)
            and 2 <= word.number <= 10
            and position + 1 < len(words)
            and words[position + 1].concepts & _AFTER_RANK
        ):
            # "Hiruko bat", "bosteko gorri bat": a rank, and not of so many.
            word.mean(_RANKNAME)
            word.name, word.number, word.role = str(word.number), None, None
            position += 1
            continue
        following = words[position + 1] if position + 1 < len(words) else None
        if (
            bank.of_before
            and word.role == "of"
            and word.concepts == NUMBER_ONLY
            and following is not None
            and "group" in following.concepts
            and following.role == "at"
        ):
            # "Hiruko sailetan": in lots of three.
            following.mean(_AT_A_TIME)
            following.number, following.role = word.number, None
            following.start = word.start
            del words[position]
            continue
        if (
            following is not None
            and {"singly", "single"} <= word.concepts
            and ("a" in following.concepts or following.sort.heads or following.concepts & {"top", "bottom"})
        ):
            # "Seuls les Rois": before its noun it is only, and not one by one.
            word.mean(word.concepts - {"singly"})
        after = words[position + 2] if position + 2 < len(words) else None
        if (
            following is not None
            and {"higher", "more"} <= following.concepts
            and not word.concepts & {"rank", "point"}
            and word.number is not None
        ):
            # "Quatre cartes et une de plus": so many more, and none that is higher.
            following.mean(following.concepts - {"higher"})
        if "rank" in word.concepts and following is not None and following.concepts & {"higher", "lower"}:
            # "de rang supérieur": of a rank it is higher, and not on top.
            following.mean(following.concepts - {"top", "bottom"})
        if following is not None and word.concepts == _AT_MOST and "rankname" in following.concepts:
            # "Up to Kings" is no greatest number.
            word.mean(_UP_TO)
        if (
            following is not None
            and after is not None
            and isinstance(word.number, int)
            and word.concepts <= _COUNTED
            and isinstance(after.number, int)
            and "number" in after.concepts
            and (
                (
                    ("times-by" in following.concepts or "by" in following.concepts)
                    and ("at" not in following.concepts or any("grid" in other.concepts for other in words))
                )
                # "de deux en deux"
                or ({"according", "at"} <= following.concepts and word.number == after.number)
                # "trois à trois"
                or ("to" in following.concepts and word.number == after.number > 1 and not bank.of_before)
            )
        ):
            if word.number == after.number == 1:
                word.mean(_SINGLY)
            else:
                word.mean(_DIMS | _AT_A_TIME if word.number == after.number else _DIMS)
            word.number = (word.number, after.number)
            word.end = after.end
            word.role = after.role
            del words[position + 1 : position + 3]
        elif (
            isinstance(word.number, int)
            and word.concepts == NUMBER_ONLY
            and following is not None
            and not following.concepts.isdisjoint(_PLACED)
            and after is not None
            and "times-by" in after.concepts
            and position + 3 < len(words)
            and words[position + 3].concepts == NUMBER_ONLY
            and isinstance(across := words[position + 3].number, int)
            and (position + 4 == len(words) or words[position + 4].tag in ("comma", "stop", "close"))
        ):
            # "six places by six"
            word.mean(_PLACES_BY)
            word.number = (word.number, across)
            word.end = words[position + 3].end
            del words[position + 1 : position + 4]
        elif (
            bank.of_before
            and following is not None
            and after is not None
            and word.concepts == NUMBER_ONLY
            and isinstance(word.number, int)
            and word.number > 10
            and following.concepts == _COUNTED
            and after.sort.heads
        ):
            # "dozena bat pila"
            del words[position + 1]
        elif (
            following is not None
            and after is not None
            and word.concepts == _COUNTED
            and following.concepts == NUMBER_ONLY
            and isinstance(following.number, int)
            and following.number > 10
            and "of" in after.concepts
        ):
            # "une douzaine de piles"
            del words[position + 2], words[position]
        elif following is not None and isinstance(word.number, int) and "number" in word.concepts:
            if (
                "at-a-time" in following.concepts
                and following.number is None
                and not ("unit" in following.concepts and word.number == 1)
            ):
                following.number = word.number
                following.start = word.start
                if word.number == 1:
                    following.mean((following.concepts - {"at-a-time"}) | {"singly"})
                del words[position]
            elif "times" in following.concepts and following.number is None:
                following.number = word.number
                following.start = word.start
                del words[position]
        position += 1


def _is_heap(words: list[Word], at: int) -> bool:
    """Whether a word for a pack of cards means a pile: more than three, each of them, the first, one of five cards."""
    if any(isinstance(word.number, int) and word.number >= 24 for word in words):
        return False  # so many cards are a whole pack
    before = words[at - 1] if at else None
    if before is not None:
        if isinstance(before.number, int) and before.number > 3:
            return True
        if any(not word.concepts.isdisjoint(_HEAPS) for word in words[max(0, at - 2) : at]):
            return True
    after = words[at + 1 : at + 4]
    if after and not after[0].concepts.isdisjoint(_HEAPS):
        return True
    return (
        len(after) > 2
        and "of" in after[0].concepts
        and isinstance(after[1].number, int)
        and after[1].number < 24
        and "card" in after[2].concepts
    )


def _counts_before(words: list[Word], at: int) -> bool:
    """Whether a number between commas says how many there are of the noun before it."""
    return (
        1 < at < len(words) - 2
        and words[at - 1].tag == words[at + 2].tag == "comma"
        and words[at + 1].concepts == NUMBER_ONLY
        and bool(words[at - 2].sort.heads)
    )


def _between_commas(words: list[Word], at: int) -> bool:
    """Whether a word stands between two commas after an "or"."""
    return (
        1 < at < len(words) - 1 and words[at - 1].tag == words[at + 1].tag == "comma" and "or" in words[at - 2].concepts
    )


def _each_rank(words: list[Word], at: int) -> None:
    """Put the ranks that one word names each by itself: the picture cards are Jacks, Queens and Kings."""
    word = words[at]
    names = (word.name or "").split("/")
    each = [word.copy() for _ in names]
    for one, name in zip(each, names, strict=True):
        one.name = name
    words[at : at + 1] = each


_OF_ONE = frozenset((*KINDS, "pile", "column", "row", "sequence", "group", "deck", "pyramid", "other-pile"))
_AFTER_RANK = frozenset(("a", "red", "black"))
_PLACES_BY = frozenset(("dims", "pile"))
_PLACED = frozenset(("pile", "card"))
_DECK, _PILE = frozenset(("deck",)), frozenset(("pile",))
_PACK = _DECK | _PILE
_ARRANGED = frozenset(("row", "place"))
_HEAPS = frozenset(("every", "first", "last", "next", "ordinal", "other", "empty"))
NUMBER_ONLY = frozenset(("number",))
_AT_MOST, _UP_TO = frozenset(("maximum",)), frozenset(("up", "to"))
_RANKNAME, _DIMS = frozenset(("rankname",)), frozenset(("dims",))
_AT_A_TIME, _SINGLY = frozenset(("at-a-time",)), frozenset(("singly",))
_COUNTED = frozenset(("number", "a"))
_COMBINED = _AT_MOST | {"number", "singly", "rank"}
"""What a word must be to be combined with the next."""
_CONCERNED = _COMBINED | _DECK | _ARRANGED | {"if-possible", "number-of", "stay"}
"""What a word that names no rank or suit must be to be changed here at all."""
