"""Where a sentence parts into clauses."""

from __future__ import annotations

from hoyle.facts.clauses.spans import PILE_KINDS, denied_verb, has_verb
from hoyle.language.bank import Bank, Word


def split_into_clauses(words: list[Word], bank: Bank) -> list[list[Word]]:
    """The words of each clause: one predicate, or a list that belongs to one."""
    joints = JOINTS if bank.head_last else LISTING
    pieces: list[list[Word]] = []
    start = 0
    for index, word in enumerate(words):
        if not word.concepts.isdisjoint(joints) and (
            word.tag == "comma" or (index > start and _parts(words[start:index], word, words[index + 1 :], bank))
        ):
            pieces.append(words[start:index])
            start = index
    pieces.append(words[start:])
    if len(pieces) == 1:
        return pieces
    _join_interrupted(pieces, bank)
    if bank.marks_close:
        _join_interjected(pieces)
    else:
        _part_relatives(pieces)
    # The first may be empty, before a comma.
    joined = [pieces[0]]
    for number, piece in enumerate(pieces[1:], 1):
        if _goes_on(joined, pieces[number - 1], piece, bank, listed=number > 1):
            joined[-1] += piece
        else:
            joined.append(piece)
    return [piece for piece in joined if piece]


def _parts(before: list[Word], word: Word, rest: list[Word], bank: Bank) -> bool:
    """Whether another clause begins with an "and", an "or" or a "but"."""
    ahead = rest[: next((at for at, other in enumerate(rest) if other.tag == "comma"), len(rest))]
    said_before = frozenset().union(*[other.concepts for other in before])
    said_after = frozenset().union(*[other.concepts for other in ahead])
    both = "and" in word.concepts
    if bank.marks_close and {"start", "rankname"} <= said_before and {"end", "rankname"} <= said_after:
        # "Batekoarekin hasten dira eta erregearekin amaitzen": from the one to the other.
        return False
    if (
        both
        and ("build" in said_before or "build" in said_after)
        and not any(said.isdisjoint(others) for said in (said_before, said_after) for others in (_WAYS, PILE_KINDS))
    ):
        # "Build foundations up and tableau piles down."
        return True
    spoken = has_verb(before)
    if both and spoken and ahead and ahead[0].text.lower() in bank.negation.get("particle", ()):
        # "… sont bâties en montant et ne peuvent plus être touchées": only the second is denied.
        return True
    if bank.marks_close:
        return (
            spoken
            and has_verb(ahead)
            and any(item.tag == "finite" for item in before)
            # "Ezin da bete edo osatu": what is denied are both.
            and not (denied_verb(before, len(before) - 1) and all(not item.tag for item in ahead))
        )
    if spoken and "or" not in word.concepts:
        if not said_after.isdisjoint(_ENDS):
            # "It may be turned over once, but the game is lost if …"
            return True
        verb = next((at for at, other in enumerate(ahead) if other.sort.verbs), 0)
        if verb and not ahead[0].sort.roles and any(other.sort.heads and not other.role for other in ahead[:verb]):
            return True
    return (
        both
        and len(ahead) > 2
        and not ahead[0].concepts.isdisjoint(_FINITE)
        and any(not item.concepts.isdisjoint(_FINITE) or "need" in item.concepts for item in before)
        # "Its cards are in play and are refilled from the waste".
        and ("fill" in said_after or ("not" in said_before and said_after.isdisjoint(("not", "no"))))
    )


def _goes_on(joined: list[list[Word]], before: list[Word], piece: list[Word], bank: Bank, *, listed: bool) -> bool:
    """Whether a piece belongs to the clause before it."""
    first = next((word for word in piece if word.tag != "comma" and word.concepts.isdisjoint(AND_OR)), None)
    clause = joined[-1]
    clause_has_verb = has_verb(clause)
    if first is not None and not bank.marks_close and first.sort.roles and not first.sort.heads:
        return True
    if first is not None and first.tag == "participle" and not clause_has_verb:
        # "Five cells, each holding a card": a clause without its subject.
        return False
    if not bank.marks_close and _only_done(piece) and _ends_in_what_is_done(clause):
        # "Those cards are taken up, shuffled and dealt again": all of it is done to them.
        return True
    said = frozenset().union(*[word.concepts for word in piece])
    if not bank.marks_close:
        if (
            len(joined) == 1
            and 0 < len(clause) <= 3
            and clause[0].concepts <= _NEUTRAL
            and not any(word.sort.heads for word in clause)
            and any(not word.concepts.isdisjoint(_MOVED) for word in clause)
        ):
            # "Pour être déplacées, les cartes doivent se suivre".
            return True
        if (
            len(piece) > 1
            and piece[0].tag == "comma"
            and not piece[1].concepts.isdisjoint(_FINITE)
            and all(word.concepts.isdisjoint(_FINITE) for word in clause)
        ):
            # "Kings, or sequences that begin with one, may fill it": the subject stands before what comes between.
            return True
        if clause_has_verb and not said.isdisjoint(_ENDS):
            return False
    if (
        not said.isdisjoint(_WAYS)
        and not said.isdisjoint(_BUILT_APART)
        and any(not word.concepts.isdisjoint(_WAYS) for word in clause)
    ):
        # "Build foundations up, tableau piles down."
        return False
    if (
        "every" in said
        and any("and" in word.concepts for word in piece[:2])
        and not has_verb([word for word in piece if word.concepts.isdisjoint(ENDED)])
        and any(isinstance(word.number, int) for word in piece)
        and any("point" in word.concepts for word in clause)
    ):
        # "… and fifty more for each foundation".
        return False
    if not (clause_has_verb and has_verb(piece)):
        return True
    # A list goes on.
    return (
        listed
        and not bank.marks_close
        and not (first is not None and first.sort.verbs and not first.sort.heads)
        and len(before) <= 4
        and not has_verb(before)
        and any(not word.concepts.isdisjoint(AND_OR) for word in piece[:2])
    )


def _part_relatives(pieces: list[list[Word]]) -> None:
    """Give its subject to each of two clauses that it has: "Kings, which are worth thirteen, are removed singly"."""
    for index in range(1, len(pieces) - 1):
        subject, inner, after = pieces[index - 1 : index + 2]
        if (
            all(len(piece) > 1 and piece[0].tag == "comma" and _begins_with_verb(piece[1]) for piece in (inner, after))
            and subject
            and not has_verb(subject)
            and any(word.sort.heads for word in subject)
            and has_verb(inner)
        ):
            pieces[index - 1 : index + 2] = [subject + inner[1:], [inner[0], *subject, *after[1:]]]
            return


def _begins_with_verb(word: Word) -> bool:
    return bool(word.sort.verbs) and not word.sort.heads and not word.sort.attrs


def _only_done(piece: list[Word]) -> bool:
    """Whether a piece between commas is but a word for what is done: "shuffled", "and dealt again"."""
    said = [word for word in piece if word.tag != "comma" and "and" not in word.concepts]
    return (
        bool(said)
        and bool(said[0].sort.verbs)
        and all(not word.sort.heads or not word.concepts.isdisjoint(_ACTS_ON_STOCK) for word in said)
        and any(not word.concepts.isdisjoint(_ACTS_ON_STOCK) for word in said)
        and all(not word.sort.roles for word in said)
    )


def _ends_in_what_is_done(piece: list[Word]) -> bool:
    """Whether what is said of the cards is said with a form of "to be", and a verb stands last."""
    return bool(piece) and bool(piece[-1].sort.verbs) and any("is" in word.concepts for word in piece)


_ACTS_ON_STOCK = frozenset(("shuffle", "redeal-verb"))


def _join_interjected(pieces: list[list[Word]]) -> None:
    """Put together what a word between commas interrupts: "eta, gehienez ere, 156 puntu lor daitezke"."""
    for index in range(1, len(pieces) - 2):
        opening, inner, after = pieces[index : index + 3]
        if all(word.tag == "comma" or "and" in word.concepts for word in opening) and not has_verb(inner):
            pieces[index : index + 3] = [opening + inner[1:] + after[1:]]
            return


def _join_interrupted(pieces: list[list[Word]], bank: Bank) -> None:
    """Put a clause together that a participle between commas interrupts: "Each card, starting with …, is worth …".

    So with what is said of its subject: "Kings, which need no partner, are removed …".
    """
    if not bank.participle:
        return
    for index in range(1, len(pieces) - 1):
        inner, after = pieces[index], pieces[index + 1]
        if (
            len(inner) > 1
            and len(after) > 1
            and inner[0].tag == after[0].tag == "comma"
            and (inner[1].text.lower().endswith(bank.participle) or not has_verb(pieces[index - 1]))
            and inner[1].sort.verbs
            and not inner[1].sort.heads
            and not after[1].concepts.isdisjoint(_FINITE)
            and not after[1].sort.heads
            and any(word.sort.heads for word in pieces[index - 1])
        ):
            pieces[index - 1 : index + 2] = [pieces[index - 1] + after[1:], inner]
            return


_FINITE = frozenset(("is", "can", "must", "worth"))
ENDED = frozenset(("create", "end"))
_NEUTRAL = frozenset(("adverb",))
AND_OR = frozenset(("and", "or"))
_MOVED = frozenset(("move", "remove"))
LISTING = AND_OR | {"comma"}
JOINTS = LISTING | {"restrictive"}
"""Where nothing of this is said there is but one clause."""
_ENDS = frozenset(("game-end", "game-win"))
_WAYS = frozenset(("up", "down"))
_BUILT_APART = PILE_KINDS | {"corner"}
"""What may be built each in its own way."""
