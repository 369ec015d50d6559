"""Deals are played: each sentence of a deal adds to what lies on the piles, and the lists are read off at the end.

`Table.hear` takes the sentences of one pile kind's deal in order; `Table.facts` plays what
was heard on the number of piles that the page states.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from hoyle.facts.phrases import Phrase, chunk, sort
from hoyle.language.bank import Bank, Word
from hoyle.language.concepts import KINDS

_SKIPPED = frozenset(("until", "if", "when", "unless", "after", "before", "because", "except", "as-long"))


@dataclass(slots=True)
class Step:
    """So many cards, face up or down, on some of the piles."""

    count: int | None
    face: str | None
    where: tuple[Any, ...]
    """`("all",)`, `("first", n)`, `("last", n)`, `("nth", n)`, `("span", a, b)`, `("list", …)`, `("next",)`,
    `("others",)`, `("here",)`, `("but", n)`, `("side", left or right)`, `("in-row", first or nth, n)`,
    `("unknown",)`."""
    again: int = 1
    rank: str | None = None
    rest: bool = False
    more: bool = False
    all: bool = False


@dataclass(slots=True)
class Table:
    """The deal of one pile kind, as far as it has been told."""

    begun: bool = False
    """Whether other sentences have told of it before."""
    steps: list[Step | str] = field(default_factory=list)
    """Steps, and the words `loop`, `loop N`, `top N up`, `bottom N down` `mixed` and `broken-rows`."""
    rows: list[tuple[int, str | None]] = field(default_factory=list)
    row_faces: list[str] = field(default_factory=list)
    but_first: tuple[int, Word | None] = (0, None)
    """How many of the first piles the sentence leaves out ("on all piles but the first"), and the word before that."""
    left_out: str | None = None
    """The card, `top` or `bottom`, that the sentence leaves out of what it says of all."""
    named: int | None = None
    """How many piles the deal itself names."""
    sides: tuple[int, int] | None = None
    """How many of the piles lie on the left and on the right."""
    partial: list[tuple[int, str | None, int]] = field(default_factory=list)
    """Rows that only so many piles in the middle get, and which way they face."""
    turned: tuple[str, int, int] | None = None
    """In how many of the `first` or `last` piles how many cards at the bottom face down, all others up."""
    ends: int | None = None
    """How many cards the last pile has when the deal is over."""
    last_row: int | None = None
    """How many rows there are when the deal is over."""
    dealt: int | None = None
    """How many cards have been dealt when the deal is over."""

    def add(self, told: Table) -> None:
        """Take in what one more sentence has told."""
        self.steps += [step if isinstance(step, str) else replace(step) for step in told.steps]
        self.rows += told.rows
        self.row_faces += told.row_faces
        self.named = self.named or told.named
        self.sides = self.sides or told.sides
        self.partial += told.partial
        self.turned = self.turned or told.turned
        self.ends = self.ends or told.ends
        self.dealt = self.dealt or told.dealt
        if told.last_row or any(isinstance(step, Step) and step.count for step in told.steps):
            self.last_row = told.last_row  # more rows may be dealt after the last of a loop

    def hear(self, words: list[Word], bank: Bank, kind: str) -> bool:
        """Take in the words of one sentence; whether it told of the deal."""
        stream = _without_spans(words, bank)
        stream, skips = _skipping(stream)
        concepts = {
            concept for word in stream for concept in word.concepts if concept != "build" or word.tag != "of-verb"
        }
        other = concepts & {"build", "remove", "fill", "play", "redeal", "skip", "score", "worth", "click", "hold"}
        if "have" in concepts:
            other -= {"worth"}  # "Chaque pile compte cinq cartes"
        if concepts & {"face-up", "face-down"} and not concepts & {"can", "only", "maximum"}:
            other -= {"hold"}  # "Each pile holds five cards, face up"
        if other and not concepts & {"deal", "place"} and not {"have", "row"} <= concepts:
            return False
        phrases = chunk(stream, bank)
        self.named = self.named or _two_parts(phrases)
        self.sides = self.sides or _two_sides(phrases)
        self.dealt = self.dealt or _dealt_in_all(words, bank, kind)
        for special in (_left_empty, _growing):
            found = special(phrases, concepts)
            if found is not None:
                self.named, steps = found
                self.steps += steps
                return True
        half = _half_turned(phrases, concepts)
        if half is not None:
            step, self.named, self.turned = half
            self.steps.append(step)
            return True
        if {"leave", "empty"} <= concepts or "choose" in concepts:
            return False
        if {"end", "rankname"} <= concepts:
            return False  # "Each ends with a Queen"
        if (
            "build" in concepts
            and "deal" not in concepts
            and concepts & {"up", "down", "either-direction"}
            and not ("place" in concepts and _counts_cards(phrases, stream))
        ):
            return False
        if concepts & {"suit", "color"} and concepts & {"own", "alternate", "opposite"} and "deal" not in concepts:
            return False
        if "can" in concepts or ("maximum" in concepts and "deal" not in concepts and "continue" not in concepts):
            return False
        if ("repeat" in concepts or "continue" in concepts) and not _counts_cards(phrases, stream):
            times = next(
                (word.number for word in stream if "times" in word.concepts and isinstance(word.number, int)), None
            )
            self.steps.append(f"loop {times}" if times else "loop")
            self.ends = _last_pile(chunk(words, bank))
            self.last_row = _last_row(words, bank)
            return self.begun or bool(self.steps[:-1])
        if ({"only", "go"} <= concepts and "deal" not in concepts) or (
            "accept" in concepts and any("empty" in phrase.attrs for phrase in phrases)
        ):
            return False
        if any(phrase.is_a("card") and "minimum" in phrase.attrs for phrase in phrases):
            return False  # "At least one card each": no number that is dealt
        if {"is", "rankname"} <= concepts and not concepts & {"deal", "place", "face-up", "face-down", "here"}:
            return False  # "The base of each foundation is a Queen"
        if "no" in concepts and "deal" not in concepts and "place" in concepts and not _counts_cards(phrases, stream):
            return False  # "Nothing is put on an Ace"
        if "in-play" in concepts or {"must", "same"} <= concepts or {"must", "base"} <= concepts:
            return False
        if any(phrase.is_a("card") and "other" in phrase.attrs and phrase.number is None for phrase in phrases):
            return False
        if any(phrase.is_a("card") and "other" in phrase.attrs and phrase.number == 1 for phrase in phrases) and any(
            phrase.is_a("pile") and "this" in phrase.attrs and phrase.role for phrase in phrases
        ):
            return False  # "Put another card on that pile": in place of one that was taken away
        if (
            not concepts & {"deal", "place"}
            and any(phrase.is_a("card") and phrase.attrs & {"top", "bottom"} and phrase.number for phrase in phrases)
            and any(phrase.role == "at" and phrase.attrs & {"first", "last"} and phrase.number for phrase in phrases)
        ):
            # "In the first four, the three bottom cards are face down": of cards already dealt.
            return False
        if "stay" in concepts and any(phrase.attrs & {"first", "last"} and phrase.number for phrase in phrases):
            self.steps.append("broken-rows")
            return True
        if (
            not concepts & {"deal", "place"}
            and any(phrase.is_a("row") and phrase.attrs & {"every", "each"} for phrase in phrases)
            and not any(phrase.is_a("pile") for phrase in phrases)
        ):
            self.steps.append("broken-rows")  # "nine cards in each row": no pile is spoken of
            return True
        if (
            not self.steps
            and "have" in concepts
            and any(phrase.is_a("card") and "more" in phrase.attrs for phrase in phrases)
            and any(phrase.is_a("pile") and phrase.attrs & {"every", "all"} for phrase in phrases)
        ):
            # "Each pile has one card more than the one before": no number that can be added up.
            self.steps.append("broken-rows")
            return True
        if (
            not concepts & {"deal", "place"}
            and not any(
                phrase.is_a("card") or phrase.is_a("rankname") or phrase.is_a("row") or phrase.attrs & {"each-number"}
                for phrase in phrases
            )
            and not (self.begun or self.steps)
        ):
            return False
        if (
            (
                any(phrase.is_a("row") and phrase.ordinal for phrase in phrases)
                and any(phrase.is_a("pile") for phrase in phrases)
            )
            or any(phrase.is_a("card") and {"first", "last"} <= phrase.attrs for phrase in phrases)
            or (
                # "Another ten cards …, the first two and the last two face up".
                bank.of_before
                and concepts & {"face-up", "face-down"}
                and all(
                    any(
                        way in phrase.attrs and phrase.number and not phrase.heads and phrase.role is None
                        for phrase in phrases
                    )
                    for way in ("first", "last")
                )
            )
            or (
                any(phrase.is_a("card") and "last" in phrase.attrs for phrase in phrases)
                and any("first" in phrase.attrs and not phrase.is_a("pile") for phrase in phrases)
            )
        ):
            if len(_faces(stream)) == 1 and any(
                phrase.attrs & {"first", "last"} and not phrase.is_a("pile") and not phrase.is_a("row")
                for phrase in phrases
            ):
                self.steps.append("mixed")  # "ten cards with only the first and the last face up"
            self.steps.append("broken-rows")
            return True
        heard = self._rows(phrases, stream, concepts)
        if heard is not None:
            return heard
        if skips and any(
            (phrase.is_a("pile") or not phrase.heads) and phrase.role and phrase.attrs & {"other", "all", "every"}
            for phrase in phrases
        ):
            faces = _faces(stream)
            number = next((one.number for one in phrases if one.is_a("card") and one.number), 1)
            self.steps.append(Step(number, faces[0][1] if len(faces) == 1 else None, ("but", 1)))
            return True
        self.but_first = _but_first(words, bank)
        self.left_out = None if self.but_first[0] else _left_out(words, bank)
        return self._piles(phrases, stream, concepts, kind, bank)

    def _rows(self, phrases: list[Phrase], words: list[Word], concepts: set[str]) -> bool | None:
        """Deals told in rows: how many, and which way each faces."""
        numbered = [
            phrase
            for phrase in phrases
            if phrase.is_a("row")
            and phrase.number is not None
            and not phrase.attrs & {"first", "last", "next", "top", "bottom"}
            and phrase.role in (None, "at", "by")
            and not (phrase.attrs & {"more", "other"} and any(other.is_a("card") and other.number for other in phrases))
            # "Five rows of five" are a grid, unless they are dealt.
            and ("deal" in concepts or not any(of.number and not of.heads and of.role == "of" for of in phrases))
        ]
        single = [
            phrase
            for phrase in phrases
            if (phrase.is_a("row") or (not phrase.heads and (phrase.ordinal or "first" in phrase.attrs)))
            and (phrase.attrs & {"first", "last", "top", "bottom"} or phrase.ordinal)
        ]
        piled = [phrase for phrase in phrases if phrase.is_a("pile") and not phrase.attrs & {"empty"}]
        if numbered and all(_of_a_figure(phrase, phrases) for phrase in numbered):
            # "Three triangles with four rows in each": how often a row is dealt is not told.
            faces = _faces(words)
            self.steps.append(Step(None, faces[0][1] if len(faces) == 1 else None, ("unknown",)))
            if len({face for _, face in faces}) > 1:
                self.steps.append("mixed")
            return True
        if numbered and not any(
            phrase.number is not None and phrase.is_a("pile") and phrase.role == "of" for phrase in phrases
        ):
            faces = _faces(words)
            if len(numbered) == 1 and len(faces) > 1 and single:
                self.rows.append((numbered[0].number or 0, None))
                before = -1
                for at, face in faces:
                    # As many rows face this way as have been named since the last word for a face.
                    self.row_faces += [face] * max(1, sum(before < phrase.first < at for phrase in single))
                    before = at
                return True
            if (
                any(phrase.number is not None for phrase in piled)
                and "place" not in concepts
                and "deal" not in concepts
            ):
                return False
            middle = next((one.number for one in piled if one.number and one.attrs & {"middle", "center"}), None)
            if middle is not None and len(numbered) == 1:
                self.partial.append((numbered[0].number or 0, faces[0][1] if len(faces) == 1 else None, middle))
                return True
            for index, phrase in enumerate(numbered):
                end = numbered[index + 1].first if index + 1 < len(numbered) else len(words)
                start = 0 if index == 0 else phrase.first
                only = faces[0][1] if len(faces) == 1 else None
                self.rows.append((phrase.number or 0, next((way for at, way in faces if start <= at < end), only)))
            if piled and any(
                phrase.number is not None or phrase.attrs & {"middle", "center", "first", "last"} for phrase in piled
            ):
                self.steps.append("broken-rows")
            return True
        if single and not any(phrase.is_a("card") and phrase.number is not None for phrase in phrases) and not piled:
            faces = _faces(words)
            if len(single) > 1 and len(faces) > 1:
                self.row_faces += [face for _, face in faces]
                return True
            if concepts & {"flip", "reveal"} or (faces and faces[0][1] == "up"):
                self.steps.append("top 1 up")
                return True
        return None

    def _piles(self, phrases: list[Phrase], words: list[Word], concepts: set[str], kind: str, bank: Bank) -> bool:
        topped, shown, turned = _shown(words, phrases)
        faces = [face for face in _faces(words) if face[0] != topped]
        if (
            topped < 0
            and self.left_out
            and len(faces) == 1
            and (self.left_out, faces[0][1]) in (("top", "down"), ("bottom", "up"))
        ):
            topped, turned = len(words), "top 1 up" if self.left_out == "top" else "bottom 1 down"
        listed: set[int] = set()
        some = None if bank.of_before else _some_of(phrases, kind)
        if some is not None:
            self.steps.append(Step(some, faces[0][1] if len(faces) == 1 else None, ("here",)))
            return True
        subsets = _subsets(phrases) or [(1, count) for count in _one_by_one(phrases)]
        if subsets:
            self.named = self.named or sum(piles for piles, _ in subsets)
            start = 0
            for piles, count in subsets:
                self.steps.append(Step(count, faces[0][1] if len(faces) == 1 else None, ("run", start, piles)))
                start += piles
            return True
        pending: list[Step] = []
        placed: list[Step] = []
        target: tuple[Any, ...] | None = None
        card_first: bool | None = None
        flipping = (
            ("flip" in concepts or "reveal" in concepts)
            and "start" not in concepts
            and (
                not concepts & {"deal", "place"}
                or any(
                    phrase.is_a("card") and phrase.attrs & {"top", "last"} and phrase.number is None
                    for phrase in phrases
                )
            )
        )
        self.named = self.named or next(
            (
                phrase.number
                for phrase in phrases
                if phrase.is_a("pile")
                and phrase.number is not None
                and phrase.number > 1
                and phrase.attrs & {"every", "all"}
                and not phrase.attrs & {"first", "last", "other", "rest", "next", "more"}
            ),
            None,
        )
        each = False
        here = "here" in concepts
        for index, phrase in enumerate(phrases):
            if index in listed or phrase in shown:
                continue
            where = _where(phrase, phrases, index, kind, words, bank, target is not None and target != ("all",))
            if where == ("all",) and self.but_first[0] and self.but_first[1] in (None, words[phrase.last]):
                where = ("but", self.but_first[0])
            if where is not None and where[0] == "list":
                listed.update(_listed(phrase, phrases, index))
            if flipping:
                if phrase.is_a("card") and (phrase.attrs & {"top", "last"}):
                    self.steps.append("top 1 up")
                    return True
                continue
            if where is not None:
                if where == ("skip",):
                    continue
                if (
                    where == ("all",)
                    and phrase.number is not None
                    and phrase.role is None
                    and card_first is None
                    and not pending
                    and _piles_follow([one for one in phrases if one not in shown], index, kind, words, bank)
                ):
                    # "Six piles: one card on the first …": a count of piles, and no place.
                    continue
                if (
                    bank.of_before
                    and placed
                    and where == ("all",)
                    and (phrase.number or 1) > 1
                    and words[phrase.last].role == "of"
                    and index
                    and "a" in phrases[index - 1].attrs
                ):
                    # "Karta bat bi pilen gainean", one card that lies on both.
                    pending = []
                    continue
                if card_first is None:
                    counted = [step for step in pending if step.count is not None]
                    if pending and not counted and where[0] in ("here", "all"):
                        # "The cards are dealt on to the tableau: …": the numbers are still to come.
                        for step in pending:
                            step.where = where if step.where == ("?",) else step.where
                        placed += pending
                        pending = []
                        continue
                    if pending and not counted and all(step.all for step in pending):
                        # "All cards face up, on the first pile one card, …".
                        for step in pending:
                            step.where = ("all",)
                        placed += pending
                        pending = []
                    card_first = bool(pending)
                elif card_first and not pending:
                    card_first = False
                if (
                    card_first
                    and where == ("all",)
                    and phrase.role
                    and (phrase.number or 0) > 1
                    and "every" not in phrase.attrs
                    and len(pending) == 1
                    and (pending[0].count or 0) > max(13, phrase.number or 0)
                ):
                    # "Forty cards in ten columns of four": so many in all.
                    pending[0].where = ("here",)
                    each_of = phrases[index + 1] if index + 1 < len(phrases) else None
                    placed += pending
                    if (
                        each_of is not None
                        and each_of.role == "of"
                        and (each_of.is_a("card") or not each_of.heads)
                        and (each_of.number or 0) * (phrase.number or 0) == pending[0].count
                    ):
                        placed.append(replace(pending[0], count=each_of.number, where=("all",)))
                        listed.add(index + 1)
                    pending = []
                    continue
                if card_first:
                    if where == ("others",) and len({step.face for step in pending}) > 1 and len(pending) == 2:
                        # "Three cards face up, then cards face down on the other piles".
                        pending[0].where = ("here",)
                    for step in pending:
                        if step.where == ("?",):
                            step.where = where
                            if (
                                step.count is None
                                and not step.rest
                                and not step.all
                                and (where[0] in ("nth", "next") or (where[0] in ("first", "last") and where[1] == 1))
                            ):
                                step.count = 1
                    placed += pending
                    pending = []
                else:
                    placed += [step for step in pending if step.where != ("?",)]
                    pending = [step for step in pending if step.where == ("?",)]
                    target = where
                    if (
                        not phrase.heads
                        and phrase.number is not None
                        and ((where == ("others",) and not _numbered_after(phrases, index)) or where[0] == "nth")
                    ):
                        pending.append(Step(phrase.number, faces[0][1] if len(faces) == 1 else None, where))
                continue
            counted_cards = _count(phrase, words)
            if counted_cards is None:
                continue
            number, rest, rank = counted_cards
            face = _face_of(phrase, phrases, index, faces, words)
            step = Step(
                number,
                face,
                target if card_first is False and target else ("?",),
                rank=rank,
                rest=rest,
                more="more" in phrase.attrs,
            )
            step.all = "all" in phrase.attrs
            if "each-number" in phrase.attrs or ("every" in phrase.attrs and number is not None):
                each = True  # "twelve piles with four cards each"
            if (
                phrase.role == "by"
                and pending
                and pending[-1].count is not None
                and number is not None
                and pending[-1].where == ("?",)
            ):
                # "The other fifty cards are dealt, with five in each": the total first.
                pending[-1].where = ("here",)
                placed.append(pending.pop())
            if (
                here
                and number is not None
                and not placed
                and not pending
                and (bank.of_before or not _each_pile(phrases[index + 1 : index + 2]))
            ):
                step.where = ("here",)
                placed.append(step)
                continue
            if (
                target is not None
                and step.where == target
                and number is None
                and not rest
                and not step.all
                and (target[0] in ("nth", "next") or (target[0] in ("first", "last") and target[1] == 1))
            ):
                step.count = 1
            pending.append(step)
        left = list(pending)
        for step in left:
            if step.where == ("?",):
                if placed and card_first and placed[-1].where != ("here",) and step.count is not None and not step.rest:
                    continue
                step.where = (
                    ("all",)
                    if each or "per" in concepts
                    else (("here",) if step.count is not None and not step.rest else ("all",))
                )
            placed.append(step)
        batch = next(
            (
                word.number[0] if isinstance(word.number, tuple) else word.number
                for word in words
                if "at-a-time" in word.concepts and word.number is not None and "grid" not in concepts
            ),
            None,
        )
        if batch is not None:
            for step in placed:
                if step.count is None:
                    step.count = batch
                    break
        for step in placed:
            if (
                step.count is None
                and step.where == ("others",)
                and not step.rest
                and any(other.count == 1 for other in placed)
            ):
                step.count = 1
        if not placed and "deal" in concepts and len(faces) == 1:
            placed.append(Step(None, faces[0][1], ("all",)))
        told = [step for step in placed if step.count is not None or step.face is not None or step.rest or step.rank]
        if not told:
            if topped >= 0:
                self.steps.append(turned)
            return topped >= 0
        if (
            not concepts & {"deal", "place"}
            and not any(step.where[0] not in ("here", "all", "?") or step.face or _each(phrases) for step in told)
            and not any(phrase.is_a("card") and phrase.role == "of" and phrase.number is not None for phrase in phrases)
        ):
            return False
        more_rows = next(
            (
                phrase.number
                for phrase in phrases
                if phrase.is_a("row") and phrase.number and phrase.attrs & {"more", "other"}
            ),
            None,
        ) or next((word.number for word in words if "times" in word.concepts and isinstance(word.number, int)), None)
        if more_rows:
            for step in told:
                step.again = more_rows
        self.steps += told
        if topped >= 0:
            self.steps.append(turned)
        if "continue" in concepts or any("until" in sort(word).marks or word.tag == "until" for word in words):
            self.steps.append("loop")
        return True

    def facts(self, kind: str, piles: int | None, shape: bool, columns: int | None = None) -> Iterator[tuple[str, Any]]:
        """The deal's facts, given how many piles of the kind the page states, and in how many columns they lie."""
        steps = list(self.steps)
        piles = piles or self.named
        for at, step in enumerate(steps):
            if isinstance(step, Step) and step.where[0] in ("side", "in-row"):
                steps[at] = replace(step, where=_resolved(step.where, piles, self.sides, columns))
        for at, step in enumerate(steps):
            if isinstance(step, Step) and step.where[0] == "some":
                # So many piles of the kind are all of them, or some that are not named.
                count = (
                    step.count * step.where[1]
                    if step.count is not None and piles not in (None, step.where[1])
                    else step.count
                )
                steps[at] = replace(step, count=count, where=("all",) if piles in (None, step.where[1]) else ("here",))
        if self.last_row and not self.rows:
            yield f"{kind}.deal.rows", self.last_row
        if self.rows and self.partial:
            yield from _in_the_middle(self.rows, self.partial, kind, piles)
            return
        if self.rows:
            yield f"{kind}.deal.rows", sum(count for count, _ in self.rows)
            faces = {face for _, face in self.rows if face} | set(self.row_faces)
            faces |= {step.face for step in steps if isinstance(step, Step) and step.face}
            if "top 1 up" in steps:
                faces |= {"up", "down"} if "down" in faces or not faces else set()
            if len(faces) == 2:
                yield f"{kind}.deal.face", "mixed"
                down = sum(count for count, face in self.rows if face == "down") or self.row_faces.count("down")
                if down and not shape and "top 1 up" not in steps:
                    yield f"{kind}.deal.face_down", down
            elif faces:
                yield f"{kind}.deal.face", faces.pop()
            return
        if not steps:
            return
        if self.dealt is not None:
            yield from _until_dealt(self.dealt, steps, kind, piles, shape)
            return
        if self.turned is not None and len(steps) == 1 and isinstance(steps[0], Step) and piles:
            side, some, down = self.turned
            yield f"{kind}.deal.face", "mixed"
            yield f"{kind}.deal.per_pile", steps[0].count
            here = [down] * min(some, piles)
            rest = [0] * (piles - len(here))
            yield f"{kind}.deal.face_down", here + rest if side == "first" else rest + here
            return
        if piles is None and self.ends is not None:
            # "Until the last pile has five cards": five piles, if the deal comes out so.
            found = list(_play(steps, kind, self.ends, shape))
            counts = next((value for key, value in found if key.endswith(".per_pile")), None)
            if isinstance(counts, list) and counts[-1] == self.ends:
                yield from found
                return
        yield from _play(steps, kind, piles, shape)


def _until_dealt(
    dealt: int, steps: list[Step | str], kind: str, piles: int | None, shape: bool
) -> Iterator[tuple[str, Any]]:
    """The facts of a deal that goes on until so many cards have been dealt: what lies there must add up to them."""
    told = dict(_play(steps, kind, piles, shape))
    told[f"{kind}.deal.cards"] = dealt
    each = told.get(f"{kind}.deal.per_pile")
    if each is not None and (sum(each) if isinstance(each, list) else each * (piles or 0)) != dealt:
        del told[f"{kind}.deal.per_pile"]
        told.pop(f"{kind}.deal.face_down", None)
        if piles and not isinstance(each, list) and dealt % piles == 0 and dealt // piles > each:
            told[f"{kind}.deal.per_pile"] = dealt // piles  # "one card on each of six piles until thirty are dealt"
    yield from told.items()


def _two_parts(phrases: list[Phrase]) -> int | None:
    """ "On five piles four cards, on the other three three": how many piles there are, the five the first of them."""
    other = next((one for one in phrases if one.attrs & {"other", "rest"} and not one.heads and one.number), None)
    some = next(
        (
            one
            for one in phrases
            if one.is_a("pile")
            and one.number
            and one.role in ("at", "to")
            and not one.attrs & {"first", "last", "every", "all", "other", "rest"}
            and not one.ordinal
        ),
        None,
    )
    if some is None or other is None or other.role not in ("at", "to") or some.first > other.first:
        return None
    some.attrs.add("first")
    return (some.number or 0) + (other.number or 0)


def _left_empty(phrases: list[Phrase], concepts: set[str]) -> tuple[int | None, list[Step | str]] | None:
    """ "Leave the last two of the fourteen piles empty; each of the others gets four cards"."""
    if "empty" not in concepts or not concepts & {"leave", "stay", "place"}:
        return None
    some = next((one for one in phrases if one.attrs & {"first", "last"} and one.number and not one.heads), None)
    total = next(
        (one.number for one in phrases if one.is_a("pile") and one.role in ("of", "from") and one.number), None
    )
    others = any(one.attrs & {"other", "rest"} and one.attrs & {"every", "all"} for one in phrases)
    cards = next((one.number for one in phrases if one.is_a("card") and one.number), None)
    if some is None or total is None or not others or cards is None or (some.number or 0) >= total:
        return None
    side = "first" if "first" in some.attrs else "last"
    return total, [Step(0, None, (side, some.number)), Step(cards, None, ("others",))]


def _growing(phrases: list[Phrase], concepts: set[str]) -> tuple[int | None, list[Step | str]] | None:
    """ "Each column has one card more than the one before, from one in the first to nine in the ninth"."""
    if not any(one.is_a("pile") and one.attrs & {"every", "all"} for one in phrases) or not any(
        one.attrs & {"more", "higher"} for one in phrases
    ):
        return None
    places = [1 if "first" in one.attrs else one.ordinal for one in phrases if one.ordinal or one.attrs == {"first"}]
    counts = [one.number for one in phrases if one.number is not None and (one.is_a("card") or not one.heads)]
    if len(places) != 2 or places[0] != 1 or len(counts) < 2:
        return None
    start, end, piles = counts[-2] or 0, counts[-1] or 0, places[1] or 0
    if end - start != piles - 1:
        return None
    return piles, [Step(start + number, None, ("nth", number + 1)) for number in range(piles)]


def _half_turned(phrases: list[Phrase], concepts: set[str]) -> tuple[Step, int | None, tuple[str, int, int]] | None:
    """ "Eight columns of six cards; in the first four the bottom three are face down"."""
    piles = next(
        (one for one in phrases if one.is_a("pile") and one.number and not one.attrs & {"first", "last"}), None
    )
    cards = next((one.number for one in phrases if one.is_a("card") and one.role == "of" and one.number), None)
    some = next(
        (
            one
            for one in phrases
            if one.attrs & {"first", "last"} and one.number and one is not piles and not one.is_a("card")
        ),
        None,
    )
    low = next((one for one in phrases if one.is_a("card") and one.number and "bottom" in one.attrs), None)
    if piles is None or cards is None or some is None or low is None or "face-down" not in concepts:
        return None
    if "face-up" in concepts or (some.number or 0) > (piles.number or 0) or (low.number or 0) >= cards:
        return None
    side = "first" if "first" in some.attrs else "last"
    return Step(cards, "up", ("all",)), piles.number, (side, some.number or 0, low.number or 0)


def _last_pile(phrases: list[Phrase]) -> int | None:
    """How many cards the last pile has: "until the last pile has five cards"."""
    for phrase, following in itertools.pairwise(phrases):
        for pile, card in ((phrase, following), (following, phrase)):
            if pile.is_a("pile") and "last" in pile.attrs and pile.number is None and card.is_a("card"):
                return card.number
    return None


def _dealt_in_all(words: list[Word], bank: Bank, kind: str) -> int | None:
    """How many cards there are when the deal is over: "until thirty cards have been dealt"."""
    spans: list[list[Word]] = []
    if bank.marks_close:
        from hoyle.facts.phrases import _take_closed

        closed: list[tuple[str, list[Word], int]] = []
        _take_closed(words, closed)
        spans = [span for mark, span, _ in closed if mark == "until"]
    else:
        for at, word in enumerate(words):
            if "until" in sort(word).marks[:1]:
                rest = itertools.takewhile(
                    lambda one: one.tag not in ("comma", "stop", "open", "close"), words[at + 1 :]
                )
                spans.append(list(rest))
    for span in spans:
        phrases = chunk(span, bank)
        cards = [one for one in phrases if one.is_a("card")]
        if (
            len(cards) == 1
            and cards[0].number is not None
            and cards[0].number > 1
            and cards[0].role is None
            and not cards[0].ordinal
            and not cards[0].attrs & {"every", "each", "more", "less", "other", "last", "first", "rest", "top"}
            and all(
                one is cards[0] or one.kinds == {kind} or not (one.heads or one.attrs or one.number) for one in phrases
            )
            and not any(word.concepts & {"stay", "rest", "no", "not", "each-number"} for word in span)
            and any(word.concepts & {"deal", "place", kind} for word in span)
        ):
            return cards[0].number
    return None


def _last_row(words: list[Word], bank: Bank) -> int | None:
    """How many rows there are: "until there are seven rows"."""
    if not any(word.tag == "until" or "until" in sort(word).marks for word in words):
        return None
    return next(
        (
            phrase.number
            for phrase in chunk(words, bank)
            if phrase.is_a("row")
            and phrase.number
            and phrase.number > 1
            and not phrase.attrs & {"more", "other", "last"}
        ),
        None,
    )


def _in_the_middle(
    rows: list[tuple[int, str | None]], partial: list[tuple[int, str | None, int]], kind: str, piles: int | None
) -> Iterator[tuple[str, Any]]:
    """Rows over all piles, and further ones over so many in the middle: what lies on each."""
    faces = {face for _, face in rows if face} | {face for _, face, _ in partial if face}
    if faces:
        yield f"{kind}.deal.face", "mixed" if len(faces) == 2 else faces.copy().pop()
    if piles is None or any(middle > piles or (piles - middle) % 2 for _, _, middle in partial):
        return
    counts = [sum(count for count, _ in rows)] * piles
    down = [sum(count for count, face in rows if face == "down")] * piles
    for count, face, middle in partial:
        for number in range((piles - middle) // 2, (piles + middle) // 2):
            counts[number] += count
            down[number] += count if face == "down" else 0
    yield f"{kind}.deal.per_pile", counts
    if len(faces) == 2:
        yield f"{kind}.deal.face_down", down[0] if len(set(down)) == 1 else down


def _resolved(
    where: tuple[Any, ...], piles: int | None, sides: tuple[int, int] | None, columns: int | None
) -> tuple[Any, ...]:
    """The numbers of the piles on one side, or of those with a place in each row of a grid."""
    if where[0] == "side" and sides is not None and piles == sum(sides):
        return ("first" if where[1] == "left" else "last", sides[0] if where[1] == "left" else sides[1])
    if where[0] == "in-row" and columns and piles and piles % columns == 0 and where[2] <= columns:
        chosen = range(1, where[2] + 1) if where[1] == "first" else (where[2],)
        return ("list", *(start + place for start in range(0, piles, columns) for place in chosen))
    return ("unknown",)


def _two_sides(phrases: list[Phrase]) -> tuple[int, int] | None:
    """ "Four to the left and four to the right": how many piles lie on each side."""
    found: dict[str, int] = {}
    for phrase, following in itertools.pairwise([*phrases, Phrase(0)]):
        for side in ("left", "right"):
            counted = not phrase.heads or phrase.is_a("pile") or phrase.role == "side"
            if phrase.number and counted and side in phrase.attrs | following.attrs:
                found.setdefault(side, phrase.number)
    return (found["left"], found["right"]) if len(found) == 2 else None


def _skipping(stream: list[Word]) -> tuple[list[Word], bool]:
    """What a sentence tells of the deal after something else, and whether it has left out the first pile.

    "Start the second row on the second pile, and deal …"; "a base card is chosen and one card is dealt to each pile";
    "skip the first pile and place cards on all the others".
    """
    for at, word in enumerate(stream):
        if "skip" in word.concepts:
            left = stream[at + 1 : at + 3]
            if len(left) == 2 and "first" in left[0].concepts and "pile" in left[1].concepts:
                return stream[at + 3 :], True
        if "deal" in word.concepts and any("start" in one.concepts for one in stream[:at]):
            begun = {concept for one in stream[:at] for concept in one.concepts}
            return (stream[at:] if {"row", "ordinal"} <= begun else stream), False
        if "and" in word.concepts and any("choose" in one.concepts for one in stream[:at]):
            following = {concept for one in stream[at:] for concept in one.concepts}
            if {"deal", "card", "pile"} <= following and "choose" not in following:
                return stream[at + 1 :], False
    return stream, False


def _without_spans(words: list[Word], bank: Bank) -> list[Word]:
    if bank.marks_close:
        from hoyle.facts.phrases import _take_closed

        spans: list[tuple[str, list[Word], int]] = []
        left = _take_closed(words, spans)
        # A span that only says when ("at the start") is left out; one that ends a loop is kept as its marker.
        for mark, span, _ in spans:
            if mark == "until":
                left.append(span[-1])
        return [word for word in left if word.tag not in ("open", "close")]
    kept: list[Word] = []
    position = 0
    while position < len(words):
        word = words[position]
        marks = sort(word).marks
        if marks and marks[0] in _SKIPPED:
            if marks[0] == "until":
                kept.append(word)
            position += 1
            while position < len(words) and words[position].tag not in ("comma", "stop", "close"):
                position += 1
            continue
        if word.tag not in ("open", "close"):
            kept.append(word)
        position += 1
    return kept


def _left_out(words: list[Word], bank: Bank) -> str | None:
    """ "All face down except the top one": which card."""
    left: set[str] = set()
    if bank.marks_close:
        from hoyle.facts.phrases import _take_closed

        spans: list[tuple[str, list[Word], int]] = []
        _take_closed(words, spans)
        left = {concept for mark, span, _ in spans if mark == "except" for word in span for concept in word.concepts}
    else:
        for at, word in enumerate(words):
            if "except" in sort(word).marks or "restrictive" in word.concepts:
                left = {concept for other in words[at + 1 : at + 5] for concept in other.concepts}
                break
    if left & {"pile", "number"} or not left & {"top", "last", "bottom", "first"}:
        return None
    return "top" if left & {"top", "last"} else "bottom"


def _but_first(words: list[Word], bank: Bank) -> tuple[int, Word | None]:
    """How many of the first piles are left out, one in "on all but the first pile", and the word before that."""
    span: list[Word] = []
    before: Word | None = None
    if bank.marks_close:
        from hoyle.facts.phrases import _take_closed

        spans: list[tuple[str, list[Word], int]] = []
        _take_closed(words, spans)
        span = [word for mark, part, _ in spans if mark == "except" for word in part]
    else:
        at = next((at for at, word in enumerate(words) if "except" in sort(word).marks), -1)
        span = words[at + 1 : at + 4] if at >= 0 else []
        before = words[at - 1] if at > 0 else None
        if before is not None and before.tag == "comma" and at > 1:
            before = words[at - 2]
        if before is None or "pile" not in before.concepts:
            span = [word for word in span if "pile" in {concept for other in span for concept in other.concepts}]
    concepts = {concept for word in span for concept in word.concepts}
    if "first" not in concepts or concepts & {"card", "row"} or (bank.marks_close and "pile" not in concepts):
        return 0, None
    return next((word.number for word in span if isinstance(word.number, int)), 1), before


def _counts_cards(phrases: list[Phrase], words: list[Word]) -> bool:
    faced = any(word.concepts & {"face-up", "face-down"} for word in words)
    return any(
        (
            phrase.number is not None
            and (
                phrase.is_a("card")
                or (phrase.is_a("rankname") and phrase.number > 1)
                or (faced and not phrase.heads and not phrase.ordinal)
            )
        )
        or "each-number" in phrase.attrs
        for phrase in phrases
    )


def _faces(words: list[Word]) -> list[tuple[int, str]]:
    faces = [
        (at, "up" if "face-up" in word.concepts else "down")
        for at, word in enumerate(words)
        if word.concepts & {"face-up", "face-down"}
    ]
    if (
        not faces
        and (
            any("deal" in word.concepts for word in words)
            or all(any(way in word.concepts for word in words) for way in ("up", "down"))
        )
        and not any("build" in word.concepts for word in words)
    ):
        faces = [
            (at, "up" if "up" in word.concepts else "down")
            for at, word in enumerate(words)
            if word.concepts & {"up", "down"}
        ]
    return faces


def _face_of(
    phrase: Phrase, phrases: list[Phrase], index: int, faces: list[tuple[int, str]], words: list[Word]
) -> str | None:
    if "face-up" in phrase.attrs:
        return "up"
    if "face-down" in phrase.attrs:
        return "down"
    if not faces:
        return None
    following = next((other.first for other in phrases[index + 1 :] if _count(other, words) is not None), len(words))
    before = max((other.last for other in phrases[:index] if _count(other, words) is not None), default=-1)
    for at, face in faces:
        if phrase.last < at < following:
            return face
    for at, face in faces:
        if before < at < phrase.first:
            return face
    return faces[0][1] if len(faces) == 1 else None


def _count(phrase: Phrase, words: list[Word]) -> tuple[int | None, bool, str | None] | None:
    """How many cards the phrase speaks of: a number, or None for "cards"; whether they are the rest; their rank."""
    if phrase.is_a("rankname"):
        if phrase.role == "of":
            return None
        one = "a" in phrase.attrs or words[phrase.last].number == 1
        return phrase.number or (1 if one else None), False, phrase.name
    if phrase.is_a("card"):
        if phrase.attrs & {"top", "last", "first", "bottom"} and phrase.number is None:
            return None
        if (phrase.role == "of" and phrase.number is None) or "covered" in phrase.attrs:
            return None
        if "rest" in phrase.attrs and phrase.number is None:
            return None, True, None
        return phrase.number or (1 if "a" in phrase.attrs else None), False, None
    if (
        not phrase.heads
        and phrase.role in (None, "by")
        and phrase.number is not None
        and not phrase.ordinal
        and not phrase.attrs & {"first", "last"}
    ):
        after = words[phrase.last + 1] if phrase.last + 1 < len(words) else None
        if after is not None and not after.concepts and after.tag is None:
            return None  # it counts something that is no card
        return phrase.number, False, None
    if phrase.is_a("deck") and phrase.attrs & {"rest"}:
        return None, True, None
    return None


def _where(
    phrase: Phrase, phrases: list[Phrase], index: int, kind: str, words: list[Word], bank: Bank, piled: bool = False
) -> tuple[Any, ...] | None:
    """Which piles the phrase means; None where it means none."""
    pile = (
        phrase.is_a("pile")
        or phrase.is_a(kind)
        or (phrase.is_a("row") and phrase.attrs & {"first", "last"} and phrase.number is not None)
    )
    attrs = phrase.attrs
    if (
        phrase.role == "of"
        and phrase.is_a("pile")
        and not attrs
        and phrase.number is None
        and phrase is phrases[-1]
        and not any(phrase in other.of for other in phrases)
        and len(phrases) > 1
    ):
        return ("all",)  # "bi karta pilako"
    if phrase.role == "by" and phrase.is_a("pile") and not attrs and phrase.number is None:
        return ("all",)  # "dix cartes par pile"
    if any(phrase.is_a(other) for other in KINDS if other != kind) or (
        phrase.role == "of" and phrase.is_a(kind) and phrase.number is None
    ):
        return ("skip",)
    if not pile:
        if phrase.heads:
            return None
        # "in the second", "bigarrenean": the noun is left out.
        if (
            phrase.role in ("at", "to", "by", "of")
            and (phrase.ordinal or attrs & {"first", "last", "every", "other", "rest", "covered", "next"})
        ) or (
            phrase.role is None
            and (attrs & {"first", "last"} or phrase.ordinal)
            and any(word.concepts & {"deal", "have", "accept"} for word in words)
        ):
            pile = True
        elif piled and phrase.role is None and attrs & {"other", "rest"} and "a" not in attrs and phrase.number != 1:
            return ("others",)
        else:
            return None
    if attrs & {"this"} and phrase.number is None and not attrs & {"every", "all"}:
        return ("here",)
    following = phrases[index + 1] if index + 1 < len(phrases) else None
    if attrs & {"every", "all"} and phrase.number is None and phrase.role and _opened(phrases, index):
        return ("others",)  # "one on the second pile and one on each pile after it"
    if any(of.is_a("row") for of in phrase.of):
        if any(of.attrs & {"every", "each"} for of in phrase.of) and ("first" in attrs or phrase.ordinal):
            return ("in-row", "nth", phrase.ordinal) if phrase.ordinal else ("in-row", "first", phrase.number or 1)
        return ("unknown",)
    if (
        following is not None
        and following.role == "at"
        and following.attrs & {"left", "right"}
        and not following.is_a("card")
        and (phrase.role or phrase.number is None)
    ):
        if attrs & {"every", "all"} and phrase.number is None and following.is_a("place-noun"):
            return ("side", "left" if "left" in following.attrs else "right")
        return ("unknown",)
    side = attrs & {"left", "right"}
    if len(side) == 1 and ("every" in attrs or phrase.definite) and phrase.number is None:
        return ("side", *side)  # "sur chaque pile de gauche"
    if attrs & {"left", "right", "center", "middle"} or ("top" in attrs and phrase.number):
        return ("unknown",)
    numbers = _numbers_after(phrase, phrases, index)
    if numbers:
        return ("list", *numbers)
    if "first" in attrs:
        return ("first", phrase.number or 1)
    if "last" in attrs:
        return ("last", phrase.number or 1)
    if phrase.ordinal:
        following = phrases[index + 1] if index + 1 < len(phrases) else None
        if following is not None and following.ordinal and following.role == "to":
            return ("span", phrase.ordinal, following.ordinal)
        return ("nth", phrase.ordinal)
    if "next" in attrs:
        plural = any(words[at].text.lower().endswith(bank.plural) for at in (phrase.first, phrase.last))
        return (
            ("others",)
            if attrs & {"every", "all"} or (plural and phrase.number is None and _opened(phrases, index))
            else ("next",)
        )
    if attrs & {"other", "rest", "covered"}:
        return ("others",)
    if phrase.number is not None and phrase.role in (None, "of") and not attrs & {"every", "all"}:
        return ("all",)
    if attrs & {"any"}:
        return ("unknown",)
    if phrase.number is not None and phrase.number > 1 and not attrs & {"every", "all", "this"} and phrase.is_a(kind):
        return ("some", phrase.number)
    if attrs == {"a"} and phrase.role == "to" and _to_a_pile(phrases, index, words):
        return ("all",)
    if ("a" in attrs and not attrs & {"every", "all"}) or (
        phrase.is_a(kind) and phrase.number is None and not attrs & {"every", "all"} and phrase.role is not None
    ):
        return ("here",)
    if phrase.number is None and not attrs & {"every", "all"} and phrase.role is None:
        return None if not phrase.is_a(kind) else ("skip",)
    return ("all",)


def _to_a_pile(phrases: list[Phrase], index: int, words: list[Word]) -> bool:
    """Whether it says how many go to each: "five cards to a pile", and not "deal five cards to a pile"."""
    before = phrases[index - 1] if index else None
    if before is None or before.number is None or before.last + 2 < phrases[index].first:
        return False
    return not (before.first and words[before.first - 1].concepts & {"deal", "place", "have"})


def _each_pile(phrases: list[Phrase]) -> bool:
    """Whether one of them is each pile of several: "on each pile", "par pile"."""
    return any(
        phrase.is_a("pile")
        and phrase.role
        and (phrase.attrs & {"every", "all"} or (phrase.role == "by" and phrase.number is None))
        for phrase in phrases
    )


def _numbered_after(phrases: list[Phrase], index: int) -> bool:
    """Whether a number of cards still follows."""
    return any(other.number is not None and (not other.heads or other.is_a("card")) for other in phrases[index + 1 :])


def _numbers_after(phrase: Phrase, phrases: list[Phrase], index: int) -> list[int]:
    """The numbers of the piles, where a list of them follows: "piles 1, 4 and 7"."""
    ordinals = _ordinals(phrases, index)
    if ordinals:
        return [phrases[at].ordinal or 1 for at in ordinals]
    found = [phrases[at].number for at in _listed(phrase, phrases, index)]
    return [number for number in found if number is not None] if len(found) > 1 else []


def _opened(phrases: list[Phrase], index: int) -> bool:
    """Whether a single pile has been spoken of before: "on the second pile, then on the next ones"."""
    return any(other.is_a("pile") and (other.ordinal or other.attrs & {"next", "first"}) for other in phrases[:index])


def _ordinals(phrases: list[Phrase], index: int) -> list[int]:
    """Where the phrases stand that name some piles by their places: "the first, fourth and seventh piles"."""
    found: list[int] = []
    for at in range(index, len(phrases)):
        phrase = phrases[at]
        if (
            not (phrase.ordinal or "first" in phrase.attrs)
            or phrase.number is not None
            or (phrase.heads and not phrase.is_a("pile"))
            or (found and (phrase.first > phrases[at - 1].last + 3 or phrase.role not in (None, phrases[index].role)))
        ):
            break
        found.append(at)
    return found if len(found) > 1 and any(phrases[at].is_a("pile") for at in found) else []


def _listed(phrase: Phrase, phrases: list[Phrase], index: int) -> list[int]:
    ordinals = _ordinals(phrases, index)
    if ordinals:
        return ordinals[1:]
    found: list[int] = []
    last = phrase.last
    for at in range(index + 1, len(phrases)):
        other = phrases[at]
        if (
            other.ordinal
            or phrase.ordinal
            or (other.heads and not other.is_a("pile"))
            or other.attrs & {"first", "last", "every", "other", "rest"}
            or (other.number is None and not other.heads)
            or other.first > last + 3
        ):
            break
        if other.number is not None:
            found.append(at)
        last = other.last
        if other.heads and other.number is not None:
            break
    return found if sum(not phrases[at].heads for at in found) > 1 else []


def _each(phrases: list[Phrase]) -> bool:
    return any(
        phrase.attrs & {"every", "each-number"} or (phrase.role == "by" and phrase.is_a("pile")) for phrase in phrases
    )


def _shown(words: list[Word], phrases: list[Phrase]) -> tuple[int, list[Phrase], str]:
    """A part of the sentence that says which cards of a pile face another way than the rest.

    Where its word for the face stands (-1 where there is none), its phrases, and what it
    says: `top 1 up`, `bottom 3 down`.
    """
    counted = False
    for phrase in phrases:
        card = phrase.is_a("row") or phrase.is_a("card")
        if (card and phrase.attrs & {"last", "top"} and phrase.number is None) or (
            not phrase.heads
            and phrase.attrs
            and phrase.attrs <= {"top", "this", "last", "second", "only", "single"}
            and (counted or "top" in phrase.attrs)
            and phrase.role != "to"
        ):
            for at, word in enumerate(words):
                if "face-up" in word.concepts and (at > phrase.first or (len(phrases) <= 3 and not counted)):
                    return at, [phrase], "top 1 up"
        after = words[phrase.last + 1] if phrase.last + 1 < len(words) else None
        if (
            counted
            and phrase.number is not None
            and not phrase.heads
            and phrase.role is None
            and after is not None
            and (
                ("first" in phrase.attrs and "face-down" in after.concepts)
                or ("last" in phrase.attrs and "face-up" in after.concepts)
            )
        ):
            # "Six cards, the first three face down and the others face up".
            others = [one for one in phrases if not one.heads and one.attrs & {"other", "rest", "first", "last"}]
            first = "first" in phrase.attrs
            return phrase.last + 1, others, f"bottom {phrase.number} down" if first else f"top {phrase.number} up"
        if counted and phrase.number is not None and phrase.attrs & {"top", "bottom"} and (card or not phrase.heads):
            for at, word in enumerate(words):
                if at > phrase.first and "face-up" in word.concepts and "top" in phrase.attrs:
                    return at, [phrase], f"top {phrase.number} up"
                if at > phrase.first and "face-down" in word.concepts and "bottom" in phrase.attrs:
                    return at, [phrase], f"bottom {phrase.number} down"
        if (card and phrase.number is not None) or (phrase.is_a("pile") and phrase.number is not None):
            counted = True
    return -1, [], ""


def _some_of(phrases: list[Phrase], kind: str) -> int | None:
    """How many cards go to some piles: "two of the reserves are each dealt one card"."""
    for index, phrase in enumerate(phrases[:-1]):
        following = phrases[index + 1]
        if phrase.number is None or phrase.heads or following.role != "of" or following.number is not None:
            continue
        if following.is_a(kind) or following.is_a("pile"):
            others = phrases[index + 2 :] or phrases[:index]
            each = next((other.number for other in others if other.is_a("card") and other.number is not None), None)
            return phrase.number * each if each else None
    return None


def _subsets(phrases: list[Phrase]) -> list[tuple[int, int]]:
    """ "Three of five cards and four of six": so many piles with so many cards each, in turn."""
    found: list[tuple[int, int]] = []
    before: list[tuple[int, int]] = []
    headed: list[tuple[int, int]] = []
    for phrase, following in itertools.pairwise(phrases):
        if phrase.number is None or following.number is None:
            continue
        if (
            not phrase.heads
            and phrase.role is None
            and following.role == "of"
            and (following.is_a("card") or not following.heads)
        ):
            found.append((phrase.number, following.number))
        elif (
            phrase.is_a("pile")
            and (phrase.role is None or (headed and phrase.role == "of"))
            and following.role == "of"
            and following.is_a("card")
        ):
            headed.append((phrase.number, following.number))
        elif phrase.is_a("card") and phrase.role == "of" and not following.heads and following.role is None:
            before.append((following.number, phrase.number))
    return next((subsets for subsets in (found, before, headed) if len(subsets) > 1), [])


def _one_by_one(phrases: list[Phrase]) -> list[int]:
    """ "Four piles of one, two, three and four cards": as many numbers as there are piles."""
    for index, phrase in enumerate(phrases):
        if not (phrase.is_a("pile") and phrase.number is not None and phrase.number > 1 and not phrase.ordinal):
            continue
        numbers = phrases[index + 1 : index + 1 + phrase.number]
        if (
            len(numbers) == phrase.number
            and all(
                one.number is not None and not one.ordinal and (not one.heads or one.is_a("card")) for one in numbers
            )
            and sum(one.is_a("card") for one in numbers) == 1
            and (numbers[0].is_a("card") or numbers[-1].is_a("card"))
        ):
            return [one.number or 0 for one in numbers]
    return []


def _of_a_figure(row: Phrase, phrases: list[Phrase]) -> bool:
    """Whether rows are those of one of several figures."""
    return any(
        (phrase.is_a("triangle") or phrase.is_a("pyramid"))
        and (phrase.attrs & {"every", "each"} or ((phrase.number or 0) > 1 and row.role == "by"))
        for phrase in phrases
    )


def _piles_follow(phrases: list[Phrase], index: int, kind: str, words: list[Word], bank: Bank) -> bool:
    """Whether single piles are named after a count of piles."""
    later = [
        _where(other, phrases, index + 1 + at, kind, words, bank, True) for at, other in enumerate(phrases[index + 1 :])
    ]
    return any(where is not None and where[0] in ("first", "last", "nth", "list") for where in later)


def _play(steps: list[Step | str], kind: str, piles: int | None, shape: bool) -> Iterator[tuple[str, Any]]:
    turned = next(
        (step.split() for step in steps if isinstance(step, str) and step.startswith(("top ", "bottom "))), None
    )
    flips = turned is not None
    moves = [step for step in steps if isinstance(step, Step)]
    faces = {step.face for step in moves if step.face}
    ranks = {step.rank for step in moves if step.rank}
    if len(ranks) == 1 and kind == "foundation":
        yield "foundation.build.from", ranks.pop()
    mixed = len(faces) == 2 or flips or "mixed" in steps
    if mixed:
        yield f"{kind}.deal.face", "mixed"
    elif faces:
        yield f"{kind}.deal.face", faces.copy().pop()
    if (
        shape
        or any(step.where[0] in ("unknown", "span") and not step.rest for step in moves)
        or any("broken" in step for step in steps if isinstance(step, str))
    ):
        return
    for step in moves:
        if step.where == ("here",) and step.count is not None and not _widens(moves, steps):
            yield f"{kind}.deal.cards", step.count
        if (
            step.where[0] == "first"
            and step.where[1] == 1
            and step.count is not None
            and len(moves) == 1
            and kind != "tableau"
        ):
            yield f"{kind}.deal.cards", step.count
            return
    moves = [step for step in moves if step.where != ("here",)]
    if not moves:
        return
    if piles is not None and mixed and _widens([step for step in steps if not isinstance(step, str)], steps):
        yield f"{kind}.deal.per_pile", piles
        covered = [number if moves[0].face == "up" else piles - number for number in range(piles)]
        yield f"{kind}.deal.face_down", covered
        return
    if any(step.count is not None for step in moves):
        moves = [step for step in moves if step.count is not None or step.rest]
    if all(step.where == ("all",) and step.count is not None for step in moves):
        total = down = 0
        for told in steps:
            if isinstance(told, Step):
                cards = (told.count or 0) * told.again if told.where == ("all",) else 0
                total += cards
                down += cards if told.face == "down" else 0
            elif told.startswith("loop "):
                total *= 1 + int(told.split()[1])
                down *= 1 + int(told.split()[1])
        if turned is not None and (faces != {"up"} or turned[0] == "bottom"):
            down = total - int(turned[1]) if turned[0] == "top" else int(turned[1])
        yield f"{kind}.deal.per_pile", total
        if mixed and down:
            yield f"{kind}.deal.face_down", down
        return
    if piles is None:
        piles = _piles_named(moves)
    if piles is None or piles > 60:
        return
    laid = _lay(steps, piles)
    if laid is None:
        return
    if turned is not None:
        number = int(turned[1])
        if turned[0] == "top":
            laid = ["d" * (len(pile) - number) + "u" * min(number, len(pile)) for pile in laid]
        else:
            laid = ["d" * min(number, len(pile)) + "u" * (len(pile) - number) for pile in laid]
    counts = [len(pile) for pile in laid]
    if not any(step.rest for step in moves) and any(counts):
        yield f"{kind}.deal.per_pile", counts[0] if len(set(counts)) == 1 else counts
        if kind in ("reserve",) and len(set(counts)) > 1 and 0 in counts:
            yield f"{kind}.deal.cards", sum(counts)
    down_counts = [pile.count("d") for pile in laid]
    if mixed and any(down_counts):
        yield f"{kind}.deal.face_down", down_counts[0] if len(set(down_counts)) == 1 else down_counts


def _widens(moves: list[Step], steps: list[Step | str]) -> bool:
    """Whether rows go on as they began: one card face up and the others down, two up and the others down …"""
    if "loop" not in steps or len(moves) < 4:
        return False
    for turn in range((len(moves) + 1) // 2):
        shown, *others = moves[2 * turn : 2 * turn + 2]
        so_many = shown.where == ("first", turn + 1) or (
            turn > 1 and (shown.where, shown.count) == (("here",), turn + 1)
        )
        if not so_many or shown.face != moves[0].face:
            return False
        if any(other.where != ("others",) or other.face in (None, shown.face) for other in others):
            return False
    return True


def _piles_named(moves: list[Step]) -> int | None:
    """How many piles there are, where the deal names each: "the first two … and the last three"."""
    numbers = [
        1 if step.where == ("first", 1) else step.where[1] for step in moves if step.where[0] in ("first", "nth")
    ]
    if len(numbers) > 2 and numbers == list(range(1, len(moves) + 1)):
        return len(numbers)
    counts = [step.count or 0 for step in moves]
    if len(numbers) == len(moves) > 2 and numbers[:2] == [1, 2] and counts[1] - counts[0] in (1, -1):
        # "One on the first, two on the second, and so on to the fifth with five".
        last = int(numbers[-1])
        return last if counts[-1] == counts[0] + (counts[1] - counts[0]) * (last - 1) else None
    if len(moves) == 2 and moves[0].where[0] == "first" and moves[1].where[0] == "last" and moves[1].where[1] > 1:
        return int(moves[0].where[1] + moves[1].where[1])
    return None


def _lay(steps: list[Step | str], piles: int) -> list[str] | None:
    """The piles as strings of `u`, `d` and `?`, lowest card first; None where the deal cannot be followed."""
    moves = [step for step in steps if isinstance(step, Step) and step.count is not None]
    looped = any(isinstance(step, str) and step.startswith("loop") for step in steps)
    times = next((int(step.split()[1]) for step in steps if isinstance(step, str) and step.startswith("loop ")), None)
    told = _arithmetic(moves, piles, looped)
    if told is not None:
        return told
    laid = [""] * piles
    pointer = -1

    def put(step: Step) -> bool:
        nonlocal pointer
        where = step.where
        face = {"up": "u", "down": "d"}.get(step.face or "", "?") * ((step.count or 0) * step.again)
        if where[0] == "all":
            chosen = list(range(piles))
        elif where[0] == "first":
            chosen = list(range(min(piles, where[1])))
            if where[1] == 1:
                pointer = 0
        elif where[0] == "last":
            chosen = list(range(piles - where[1], piles))
        elif where[0] == "but":
            chosen = list(range(where[1], piles))
        elif where[0] == "nth":
            if not 1 <= where[1] <= piles:
                return False
            chosen = [where[1] - 1]
            pointer = where[1] - 1
        elif where[0] == "run":
            chosen = list(range(where[1], where[1] + where[2]))
        elif where[0] == "list":
            chosen = [number - 1 for number in where[1:]]
        elif where[0] == "next":
            pointer += 1
            if pointer >= piles:
                return False
            chosen = [pointer]
        elif where[0] == "others":
            taken = next(
                (
                    other.where
                    for other in moves
                    if other.where[0] in ("first", "last", "list") and other is not step and other.where != ("first", 1)
                ),
                None,
            )
            alone = [other.where for other in moves if other is not step]
            if len(alone) == 1 and alone[0][0] == "nth" and not looped:
                chosen = [number for number in range(piles) if number + 1 != alone[0][1]]
            elif taken is not None and pointer < 0:
                if taken[0] == "list":
                    chosen = [number for number in range(piles) if number + 1 not in taken[1:]]
                elif taken[0] == "first":
                    chosen = list(range(taken[1], piles))
                else:
                    chosen = list(range(piles - taken[1]))
            else:
                chosen = list(range(pointer + 1, piles))
        else:
            return False
        for number in chosen:
            if not 0 <= number < piles:
                return False
            laid[number] += face
        return True

    group: list[Step] = []
    done: list[Step] = []
    for step in steps:
        if isinstance(step, Step):
            if step.count is None:
                continue
            if not put(step):
                return None
            done.append(step)
            continue
        if step.startswith("loop"):
            if times is not None:
                for _ in range(times):
                    for again in done:
                        put(again)
                continue
            start = next((at for at, one in enumerate(done) if one.where[0] == "next"), None)
            if start is None:
                start = next((at for at, one in enumerate(done) if one.where == ("nth", 2)), None)
                if start is None:
                    return None
            group = [replace(one, where=("next",)) if one.where[0] == "nth" else one for one in done[start:]]
            while pointer < piles - 1:
                for again in group:
                    if not put(again):
                        return None
    return laid


def _arithmetic(moves: list[Step], piles: int, looped: bool) -> list[str] | None:
    """Deals that go on as they began: one on the first, two on the second …; on all seven, on the last six …"""
    if len(moves) < 2 or not looped:
        return None
    faces = {"up": "u", "down": "d", None: "?"}
    face = faces[moves[0].face]
    points: dict[int, int] = {}
    for step in moves:
        if step.where[0] == "nth" or (step.where[0] in ("first", "last") and step.where[1] == 1):
            at = step.where[1] if step.where[0] == "nth" else (1 if step.where[0] == "first" else piles)
            points[at] = step.count or 0
        else:
            points = {}
            break
    if len(points) >= 2:
        places = sorted(points)
        difference = points[places[1]] - points[places[0]] if places[1] - places[0] == 1 else None
        if difference in (1, -1):
            first = points[places[0]] - difference * (places[0] - 1)
            counts = [first + difference * number for number in range(piles)]
            if all(counts[at - 1] == count for at, count in points.items() if 1 <= at <= piles) and min(counts) >= 0:
                return [face * count for count in counts]
        return None
    sizes = []
    side = None
    for step in moves:
        if step.where[0] == "all":
            sizes.append(piles)
        elif step.where[0] in ("first", "last"):
            side = step.where[0]
            sizes.append(step.where[1])
        elif step.where[0] == "but":
            side = "last"
            sizes.append(piles - step.where[1])
        else:
            return None
    if (
        side
        and len(sizes) >= 2
        and all(first - second == 1 for first, second in itertools.pairwise(sizes))
        and all(step.count == 1 for step in moves)
    ):
        counts = [
            sum(1 for size in range(1, sizes[0] + 1) if (number < size if side == "first" else number >= piles - size))
            for number in range(piles)
        ]
        return [face * count for count in counts]
    return None
