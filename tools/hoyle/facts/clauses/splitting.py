"""Where a sentence parts into clauses."""

from __future__ import annotations

from hoyle.facts.clauses.spans import PILE_KINDS, denied_verb, has_verb
from hoyle.facts.clauses.words import sort
from hoyle.language.bank import Bank, Word


def split_into_clauses(words: list[Word], bank: Bank) -> list[list[Word]]:
    """The words of each clause: one predicate, or a list that belongs to one."""
    joining = _AND_OR_BUT if bank.head_last else AND_OR
    pieces: list[list[Word]] = [[]]
    for index, word in enumerate(words):
        if word.tag == "comma":
            pieces.append([word])
            continue
        if not word.concepts.isdisjoint(joining) and pieces[-1]:
            rest = words[index + 1 :]
            ahead: list[Word] = []
            for other in rest:
                if other.tag == "comma":
                    break
                ahead.append(other)
            first_verb = next((at for at, other in enumerate(ahead) if sort(other).verbs), None)
            before_it = {concept for other in pieces[-1] for concept in other.concepts}
            after_it = {concept for other in ahead for concept in other.concepts}
            if bank.marks_close and {"start", "rankname"} <= before_it and {"end", "rankname"} <= after_it:
                # "Batekoarekin hasten dira eta erregearekin amaitzen": from the one to the other.
                pieces[-1].append(word)
                continue
            if (
                "and" in word.concepts
                and before_it & _WAYS
                and after_it & _WAYS
                and before_it & PILE_KINDS
                and after_it & PILE_KINDS
                and "build" in before_it | after_it
            ):
                # "Build foundations up and tableau piles down."
                pieces.append([word])
                continue
            if (
                not bank.marks_close
                and "or" not in word.concepts
                and first_verb
                and has_verb(pieces[-1])
                and any(sort(other).heads and not other.role for other in ahead[:first_verb])
                and not any(sort(other).roles for other in ahead[:1])
            ):
                pieces.append([word])
                continue
            if (
                not bank.marks_close
                and "and" in word.concepts
                and len(ahead) > 2
                and not ahead[0].concepts.isdisjoint(_FINITE)
                and any(not item.concepts.isdisjoint(_FINITE) or "need" in item.concepts for item in pieces[-1])
                and ("fill" in after_it or ("not" in before_it and after_it.isdisjoint(("not", "no"))))
            ):
                # "Its cards are in play and are refilled from the waste".
                pieces.append([word])
                continue
            if (
                "and" in word.concepts
                and ahead
                and ahead[0].text.lower() in bank.negation.get("particle", ())
                and has_verb(pieces[-1])
            ):
                # "… sont bâties en montant et ne peuvent plus être touchées": only the second is denied.
                pieces.append([word])
                continue
            if not bank.marks_close and "or" not in word.concepts and has_verb(pieces[-1]) and after_it & _ENDS:
                # "It may be turned over once, but the game is lost if …"
                pieces.append([word])
                continue
            if (
                bank.marks_close
                and has_verb(pieces[-1])
                and has_verb(ahead)
                and any(item.tag == "finite" for item in pieces[-1])
                # "Ezin da bete edo osatu": what is denied are both.
                and not (denied_verb([*pieces[-1]], len(pieces[-1]) - 1) and all(not item.tag for item in ahead))
            ):
                pieces.append([word])
                continue
        pieces[-1].append(word)
    _join_interrupted(pieces, bank)
    if bank.marks_close:
        _join_interjected(pieces)
    if not bank.marks_close:
        _part_relatives(pieces)
    joined: list[list[Word]] = []
    for number, piece in enumerate(pieces):
        first = next((word for word in piece if word.tag != "comma" and not word.concepts & {"and", "or"}), None)
        if joined and first is not None and not bank.marks_close and sort(first).roles and not sort(first).heads:
            joined[-1] += piece
            continue
        if joined and first is not None and first.tag == "participle" and not has_verb(joined[-1]):
            # "Five cells, each holding a card": a clause without its subject.
            joined.append(piece)
            continue
        if joined and not bank.marks_close and _only_done(piece) and _ends_in_what_is_done(joined[-1]):
            # "Those cards are taken up, shuffled and dealt again": all of it is done to them.
            joined[-1] += piece
            continue
        listed = (
            number > 1
            and not (first is not None and sort(first).verbs and not sort(first).heads and has_verb(piece))
            and not (bank.marks_close and has_verb(piece))
            and len(pieces[number - 1]) <= 4
            and not has_verb(pieces[number - 1])
            and any("and" in word.concepts or "or" in word.concepts for word in piece[:2])
        )
        ways = {concept for word in piece for concept in word.concepts}
        twice = (
            ways & _WAYS
            and ways & _BUILT_APART
            and joined
            and {concept for word in joined[-1] for concept in word.concepts} & _WAYS
        )
        elided = (
            "every" in ways
            and any("and" in word.concepts for word in piece[:2])
            and joined
            and not has_verb([word for word in piece if word.concepts.isdisjoint(ENDED)])
            and any(isinstance(word.number, int) for word in piece)
            and any("point" in word.concepts for word in joined[-1])
        )
        ended = not bank.marks_close and not ways.isdisjoint(_ENDS)
        resumed = not bank.marks_close and len(piece) > 1 and piece[0].tag == "comma" and piece[1].concepts & _FINITE
        purpose = (
            len(joined) == 1
            and not bank.marks_close
            and len(joined[0]) <= 3
            and not any(sort(word).heads for word in joined[0])
            and any(not word.concepts.isdisjoint(("move", "remove")) for word in joined[0])
            and bool(joined[0])
            and joined[0][0].concepts <= _NEUTRAL
        )
        if purpose:
            # "Pour être déplacées, les cartes doivent se suivre".
            joined[-1] += piece
        elif joined and resumed and not any(word.concepts & _FINITE for word in joined[-1]):
            # "Kings, or sequences that begin with one, may fill it": the subject stands before what comes between.
            joined[-1] += piece
        elif joined and ended and has_verb(joined[-1]):
            joined.append(piece)
        elif joined and not twice and not elided and (listed or not (has_verb(piece) and has_verb(joined[-1]))):
            joined[-1] += piece
        else:
            joined.append(piece)
    return [list(piece) for piece in joined if piece]


def _part_relatives(pieces: list[list[Word]]) -> None:
    """Give its subject to each of two clauses that it has: "Kings, which are worth thirteen, are removed singly"."""
    for index in range(1, len(pieces) - 1):
        subject, inner, after = pieces[index - 1 : index + 2]
        if (
            all(len(piece) > 1 and piece[0].tag == "comma" and _begins_with_verb(piece[1]) for piece in (inner, after))
            and subject
            and not has_verb(subject)
            and any(sort(word).heads for word in subject)
            and has_verb(inner)
        ):
            pieces[index - 1 : index + 2] = [subject + inner[1:], [inner[0], *subject, *after[1:]]]
            return


def _begins_with_verb(word: Word) -> bool:
    return bool(sort(word).verbs) and not sort(word).heads and not sort(word).attrs


def _only_done(piece: list[Word]) -> bool:
    """Whether a piece between commas is but a word for what is done: "shuffled", "and dealt again"."""
    said = [word for word in piece if word.tag != "comma" and "and" not in word.concepts]
    return (
        bool(said)
        and bool(sort(said[0]).verbs)
        and all(not sort(word).heads or not word.concepts.isdisjoint(_ACTS_ON_STOCK) for word in said)
        and any(not word.concepts.isdisjoint(_ACTS_ON_STOCK) for word in said)
        and all(not sort(word).roles for word in said)
    )


def _ends_in_what_is_done(piece: list[Word]) -> bool:
    """Whether what is said of the cards is said with a form of "to be", and a verb stands last."""
    return bool(piece) and bool(sort(piece[-1]).verbs) and any("is" in word.concepts for word in piece)


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
            and sort(inner[1]).verbs
            and not sort(inner[1]).heads
            and not after[1].concepts.isdisjoint(_FINITE)
            and not sort(after[1]).heads
            and any(sort(word).heads for word in pieces[index - 1])
        ):
            pieces[index - 1 : index + 2] = [pieces[index - 1] + after[1:], inner]
            return


_FINITE = frozenset(("is", "can", "must", "worth"))
ENDED = frozenset(("create", "end"))
_NEUTRAL = frozenset(("adverb",))
AND_OR = frozenset(("and", "or"))
_AND_OR_BUT = AND_OR | {"restrictive"}
JOINTS = _AND_OR_BUT | {"comma"}
"""Where nothing of this is said there is but one clause."""
_ENDS = frozenset(("game-end", "game-win"))
_WAYS = frozenset(("up", "down"))
_BUILT_APART = PILE_KINDS | {"corner"}
"""What may be built each in its own way."""
