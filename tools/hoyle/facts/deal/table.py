"""Deals are played: each sentence of a deal adds to what lies on the piles, and the lists are read off at the end.

`Table.hear` takes the sentences of one pile kind's deal in order; `Table.facts` plays what
was heard on the number of piles that the page states.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from hoyle.facts.clauses.clause import Phrase
from hoyle.facts.clauses.nouns import chunk
from hoyle.facts.clauses.spans import FACES
from hoyle.facts.deal.laid import in_the_middle, play_out, resolved, until_dealt
from hoyle.facts.deal.sorts import by_sides, one_by_one, some_of, some_piles, subsets_in
from hoyle.facts.deal.steps import Step
from hoyle.facts.deal.told import (
    apart,
    before_what_may_be_done,
    but_first_in,
    count_of,
    counting_up,
    counts_cards,
    dealt_in_all,
    each_pile,
    face_of,
    faces_in,
    first_and_last,
    first_and_rest,
    from_first_to_last,
    growing,
    half_turned,
    last_pile,
    last_row_in,
    left_empty,
    left_out_in,
    listed_after,
    numbered_after,
    of_a_figure,
    one_more_each,
    piles_follow,
    place_at_end,
    said_in,
    says_each,
    shown_of,
    skipping,
    two_parts,
    two_sides,
    until_each,
    where_in,
    without_spans,
)
from hoyle.facts.deal.uncounted import cannot_be_added, halves, without_decks, without_parts
from hoyle.language.bank import Bank, Word

_TOLD = frozenset(("build", "deal", "place"))
"""What cards are for, or have been, tells of no deal."""
_TELLING = frozenset(
    (
        *("number", "ordinal", "dims", "at-a-time", "each", "each-number", "rest", "more", "rankname", "row", "here"),
        *("deal", "place", "have", "leave", "stay", "continue", "repeat"),
        *("face-up", "face-down", "flip", "turn-over", "reveal"),
    )
)
"""A sentence without any of these tells of no deal."""


_LIMITING = frozenset(
    ("can", "only", "maximum", "not", "more", "at-a-time", "singly", "single", "must", "end", "game-end")
)
"""What makes of the cards that a pile holds the most that it may hold."""


_TURNED = FACES | {"flip"}


class Table:
    """The deal of one pile kind, as far as it has been told."""

    but_first: tuple[int, Word | None] = (0, None)
    """How many of the first piles the sentence leaves out ("all but the first"), and the word before that."""
    left_out: str | None = None
    """The card, `top` or `bottom`, that the sentence leaves out of what it says of all."""
    named: int | None = None
    """How many piles the deal itself names."""
    sides: tuple[int, int] | None = None
    """How many of the piles lie on the left and on the right."""
    turned: tuple[str, int, int] | None = None
    """In how many of the `first` or `last` piles how many cards at the bottom face down, all others up."""
    ends: int | None = None
    """How many cards the last pile has when the deal is over."""
    last_row: int | None = None
    """How many rows there are when the deal is over."""
    dealt: int | None = None
    """How many cards have been dealt when the deal is over."""

    def __init__(self, *, begun: bool = False) -> None:
        self.begun = begun
        """Whether other sentences have told of it before."""
        self.steps: list[Step | str] = []
        """Steps, and the words `loop`, `loop N`, `top N up`, `bottom N down`, `mixed` and `broken-rows`."""
        self.rows: list[tuple[int, str | None]] = []
        self.row_faces: list[str] = []
        self.partial: list[tuple[int, str | None, int]] = []
        """Rows that only so many piles in the middle get, and which way they face."""

    def is_blank(self) -> bool:
        """Whether nothing has been told of it."""
        lists = self.steps or self.rows or self.row_faces or self.partial
        return not (lists or self.named or self.sides or self.turned or self.ends or self.dealt or self.last_row)

    def add(self, told: Table) -> None:
        """Take in what one more sentence has told."""
        self.steps += told.steps
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
        said = said_in(words)
        if said.isdisjoint(_TELLING):
            return False
        stream = without_spans(words, said, bank)
        stream, skips = skipping(stream, said)
        stream = before_what_may_be_done(stream, said, bank)
        concepts: set[str] = set().union(
            *[word.concepts - _TOLD if word.tag in ("of-verb", "to-do") else word.concepts for word in stream]
        )
        other = concepts & {"build", "remove", "fill", "play", "redeal", "skip", "score", "worth", "click", "hold"}
        if "have" in concepts:
            other -= {"worth"}  # "Chaque pile compte cinq cartes"
        shown = "only" not in concepts or not concepts.isdisjoint(("top", "last"))
        if concepts & FACES and not concepts & {"can", "maximum"} and shown:
            other -= {"hold"}  # "Each pile holds five cards, face up"
        dealt = not concepts.isdisjoint(("deal", "place")) or {"have", "row"} <= concepts
        if not (dealt or other <= {"hold"} or {"build", "here"} <= concepts):
            return False
        if {"hold", "card"} <= concepts and not concepts & _LIMITING and not bank.of_before:
            held = chunk(stream, bank)
            if says_each(held) and any(one.is_a("card") and (one.number or 0) > 1 for one in held):
                other -= {"hold"}  # "Each column contains five cards"
        phrases = chunk(stream, bank)
        if not concepts.isdisjoint(("top", "bottom")):
            phrases = apart(phrases, stream)
        if "card" in concepts:
            phrases = without_decks(phrases, stream, bank)
        if (
            kind == "waste"
            and any(one.is_a("stock") and one.role is None for one in phrases)
            and any(one.is_a("card") and one.role == "by" for one in phrases)
        ):
            return False  # "Le talon y est distribué par trois cartes"
        if (
            kind == "waste"
            and not concepts.isdisjoint(("at-a-time", "singly", "times-by", "each-number"))
            and any("stock" in one.kinds and one.role != "to" for one in phrases)
        ):
            return False  # "It takes the cards of the stock three at a time": all along, and no deal
        if bank.of_before and "is" in concepts:
            # "Pilak zortzi dira" counts piles, and no cards.
            phrases = [
                one
                for before, one in zip([None, *phrases], phrases, strict=False)
                if not (
                    before is not None
                    and before.is_a("pile")
                    and not before.attrs
                    and one.number is not None
                    and not one.heads
                    and one.role is None
                    and one.first == before.last + 1
                    and "is" in {concept for word in stream[one.last + 1 : one.last + 2] for concept in word.concepts}
                )
            ]
        if other == {"hold"} and (one_by_one(phrases) or counting_up(phrases, concepts - other)):
            other = set()  # "The five piles hold three, four, five, four and three cards"
        if {"build", "here"} <= concepts and not concepts & {"up", "down", "suit", "color"}:
            other -= {"build"}  # "Thirteen cards are piled here"
            concepts = concepts | {"place"}
        if other and not concepts & {"deal", "place"} and not {"have", "row"} <= concepts:
            return False
        # What none of them is or has need not be looked for in each.
        if not concepts.isdisjoint(("other", "rest")):
            self.named = self.named or two_parts(phrases)
        heads = {head for one in phrases for head in one.heads}
        attrs: set[str] = set().union(*[one.attrs for one in phrases])
        faces = faces_in(stream)
        if "left" in attrs and "right" in attrs:
            self.sides = self.sides or two_sides(phrases)
        if "until" in said:
            self.dealt = self.dealt or dealt_in_all(words, bank, kind)
            if "continue" in concepts:
                self.named = self.named or place_at_end(words, bank)
        for special in (left_empty, growing, one_more_each, counting_up, from_first_to_last):
            found = special(phrases, concepts)
            if found is not None:
                self.named, steps = found
                if special is counting_up:
                    steps = self._faced(steps, stream, phrases, faces, words, said, bank)
                self.steps += steps
                return True
        if "card" in heads and "of" in concepts | said:
            phrases = without_parts(phrases, stream)
        if cannot_be_added(phrases, stream, kind, self.sides is not None):
            self.steps.append("broken-rows")
            return True
        each = until_each(words) if "until" in said else None
        if each is not None and not any(phrase.is_a("card") and phrase.number for phrase in phrases):
            self.named = self.named or next((one.number for one in phrases if one.is_a("pile") and one.number), None)
            self.steps.append(Step(each, faces[0][1] if len(faces) == 1 else None, ("all",)))
            return True
        found = first_and_rest(phrases, faces) if len(faces) == 2 else None
        if found is not None:
            self.named = self.named or found[0]
            self.steps += found[1]
            return True
        counted = [one.number for one in phrases if one.is_a("card") and one.number]
        if len(counted) == 1 and "top" in attrs and "bottom" in attrs:
            # "Eight cards, the bottom four … and the upper four …": no more cards than those eight.
            parts = halves(phrases, counted[0] or 0)
            phrases = [one for one in phrases if one not in parts]
        half = half_turned(phrases, concepts) if "face-down" in concepts and "bottom" in attrs else None
        if half is not None:
            step, self.named, self.turned = half
            self.steps.append(step)
            return True
        if {"leave", "empty"} <= concepts or "choose" in concepts:
            return False
        if (
            "each-number" in attrs
            and any(
                "each-number" in one.attrs and not one.heads and before.kinds and before.last == one.first - 1
                for before, one in itertools.pairwise(phrases)
            )
            and not counts_cards([one for one in phrases if "each-number" not in one.attrs], stream)
        ):
            return False  # "Palo bakoitzeko oinarri bana": one foundation each, and no card
        if ("not" in concepts and concepts & {"hold", "more"} and "deal" not in concepts) or (
            "accept" in concepts
            and not concepts & {"deal", "place", "face-up", "face-down"}
            and any(word.tag == "of-verb" for word in stream)
        ):
            return False  # "No more than one card fits there", "cells that take one card each"
        if {"grid", "row"} <= concepts and "deal" not in concepts:
            return False  # "A rectangle of five rows of four cards"
        if "rankname" in heads and any(
            one.is_a("rankname") and after.is_a("rankname") and one.role in ("of", "from") and after.role == "to"
            for one, after in itertools.pairwise(phrases)
        ):
            return False  # "Each gets the cards of one suit, from Ace to King"
        if kind == "foundation" and "start" in concepts and not concepts & {"deal", "place", "card"}:
            return False  # "One for each suit, starting with the Ace"
        if {"accept", "any"} <= concepts and "deal" not in concepts:
            return False  # "Each place takes one card of any rank"
        if not concepts & {"deal", "place"} and any(
            word.tag == "to-do" and "place" in word.concepts for word in stream
        ):
            return False  # "Karta bana gordetzeko": what it is for
        if {"end", "rankname"} <= concepts:
            return False  # "Each ends with a Queen"
        if (
            "build" in concepts
            and "deal" not in concepts
            and concepts & {"up", "down", "either-direction"}
            and not ("place" in concepts and counts_cards(phrases, stream))
        ):
            return False
        if concepts & {"suit", "color"} and concepts & {"own", "alternate", "opposite"} and "deal" not in concepts:
            return False
        if "can" in concepts or ("maximum" in concepts and "deal" not in concepts and "continue" not in concepts):
            return False
        if ("repeat" in concepts or "continue" in concepts) and not counts_cards(phrases, stream):
            times = next(
                (word.number for word in stream if "times" in word.concepts and isinstance(word.number, int)), None
            )
            self.steps.append(f"loop {times}" if times else "loop")
            self.ends = last_pile(chunk(words, bank))
            self.last_row = last_row_in(words, bank) if "until" in said else None
            return self.begun or bool(self.steps[:-1])
        if (
            "only" in concepts
            and concepts & {"go", "hold", "accept"}
            and (
                "deal" not in concepts
                or ("accept" in concepts and not any(one.attrs & {"first", "last", "other"} for one in phrases))
            )
            and not (counts_cards(phrases, stream) and faces)
        ) or ("accept" in concepts and "empty" in attrs):
            return False
        if "minimum" in attrs and any(phrase.is_a("card") and "minimum" in phrase.attrs for phrase in phrases):
            return False  # "At least one card each": no number that is dealt
        if {"is", "rankname"} <= concepts and not concepts & {"deal", "place", "face-up", "face-down", "here"}:
            return False  # "The base of each foundation is a Queen"
        if "no" in concepts and "deal" not in concepts and "place" in concepts and not counts_cards(phrases, stream):
            return False  # "Nothing is put on an Ace"
        if {"not", "more"} <= concepts and "deal" not in concepts:
            return False  # "No more than one card to a pile"
        if (
            "stay" in concepts
            and not concepts & {"deal", "place"}
            and any(phrase.is_a("card") and "a" in phrase.attrs for phrase in phrases)
        ):
            return False  # "A card that lies face down stays so"
        if "in-play" in concepts or {"must", "same"} <= concepts or {"must", "base"} <= concepts:
            return False
        other_cards = [one.number for one in phrases if "other" in one.attrs and one.is_a("card")]
        if None in other_cards:
            return False
        if 1 in other_cards and any(one.is_a("pile") and "this" in one.attrs and one.role for one in phrases):
            return False  # "Put another card on that pile": in place of one that was taken away
        dealing = "deal" in concepts or "place" in concepts
        ends = "first" in attrs or "last" in attrs
        if (
            not dealing
            and ends
            and any(phrase.is_a("card") and phrase.attrs & {"top", "bottom"} and phrase.number for phrase in phrases)
            and any(phrase.role == "at" and phrase.attrs & {"first", "last"} and phrase.number for phrase in phrases)
        ):
            # "In the first four, the three bottom cards are face down": of cards already dealt.
            return False
        if "stay" in concepts and ends and any(one.attrs & {"first", "last"} and one.number for one in phrases):
            self.steps.append("broken-rows")
            return True
        if (
            not dealing
            and "row" in heads
            and "pile" not in heads
            and any(phrase.is_a("row") and phrase.attrs & {"every", "each"} for phrase in phrases)
        ):
            self.steps.append("broken-rows")  # "nine cards in each row": no pile is spoken of
            return True
        if (
            not self.steps
            and "have" in concepts
            and "more" in attrs
            and any(phrase.is_a("card") and "more" in phrase.attrs for phrase in phrases)
            and any(phrase.is_a("pile") and phrase.attrs & {"every", "all"} for phrase in phrases)
        ):
            # "Each pile has one card more than the one before": no number that can be added up.
            self.steps.append("broken-rows")
            return True
        if (
            not dealing
            and heads.isdisjoint(("card", "rankname", "row"))
            and "each-number" not in attrs
            and not (self.begun or self.steps)
        ):
            return False
        if ("row" in heads and "pile" in heads and any(one.is_a("row") and one.ordinal for one in phrases)) or (
            "first" in attrs and "last" in attrs and first_and_last(phrases, concepts, bank)
        ):
            if len(faces) == 1 and any(
                phrase.attrs & {"first", "last"} and not phrase.is_a("pile") and not phrase.is_a("row")
                for phrase in phrases
            ):
                self.steps.append("mixed")  # "ten cards with only the first and the last face up"
            self.steps.append("broken-rows")
            return True
        left_out = None if said.isdisjoint(("except", "restrictive")) else left_out_in(words, bank)
        heard = self._rows(phrases, faces, concepts, len(stream), left_out)
        if heard is not None:
            return heard
        if skips and any(
            (phrase.is_a("pile") or not phrase.heads) and phrase.role and phrase.attrs & {"other", "all", "every"}
            for phrase in phrases
        ):
            number = next((one.number for one in phrases if one.is_a("card") and one.number), 1)
            self.steps.append(Step(number, faces[0][1] if len(faces) == 1 else None, ("but", 1)))
            return True
        if "except" in said:
            self.but_first = but_first_in(words, bank)
        self.left_out = None if self.but_first[0] else left_out
        return self._piles(phrases, stream, faces, concepts, kind, bank)

    def _faced(
        self,
        steps: list[Step | str],
        stream: list[Word],
        phrases: list[Phrase],
        faces: list[tuple[int, str]],
        words: list[Word],
        said: frozenset[str | None],
        bank: Bank,
    ) -> list[Step | str]:
        """The steps with the way that the cards face, or the top card of each and the others."""
        if not faces:
            return steps
        cards = [one for one in phrases if one.role not in ("at", "to")]
        topped, _, turned = shown_of(stream, cards, True)
        left_out = None if said.isdisjoint(("except", "restrictive")) else left_out_in(words, bank)
        ways = {way for at, way in faces if at != topped}
        if topped >= 0:
            return [*steps, turned]
        if (left_out, *ways) in (("top", "down"), ("bottom", "up")):
            return [*steps, "top 1 up" if left_out == "top" else "bottom 1 down"]
        if left_out or len(ways) > 1:
            return [*steps, "mixed"]
        if any(one.is_a("card") and one.attrs & {"top", "last", "bottom"} for one in phrases):
            return [*steps, "broken-rows"]  # what is said of one card is not of all
        return [step.copy(face=faces[0][1]) if isinstance(step, Step) else step for step in steps]

    def _rows(
        self,
        phrases: list[Phrase],
        faces: list[tuple[int, str]],
        concepts: set[str],
        length: int,
        left_out: str | None,
    ) -> bool | None:
        """Deals told in rows: how many, and which way each faces."""
        rows = [phrase for phrase in phrases if phrase.is_a("row")]
        if any(row.number for row in rows):
            for row in rows:
                if row.number is None and "a" in row.attrs and row.attrs & FACES:
                    row.number = 1  # "three face-down rows, then a face-up row"
        numbered = [
            phrase
            for phrase in rows
            if phrase.number is not None
            and not phrase.attrs & {"first", "last", "next", "top", "bottom"}
            and phrase.role in (None, "at", "by")
            and not any(other.is_a("column") and other.number for other in phrases)
            and not (phrase.attrs & {"more", "other"} and any(other.is_a("card") and other.number for other in phrases))
            # "Five rows of five" are a grid, unless they are dealt.
            and (
                "deal" in concepts
                or not any(of.number and (not of.heads or of.kinds) and of.role == "of" for of in phrases)
            )
        ]
        if len(numbered) == 1 and len(faces) > 1 and not any(one.is_a("card") for one in phrases):
            # "Hiru errenkada ezkutuan eta bat agerian": the noun is left out the second time.
            numbered += [
                phrase
                for phrase in phrases
                if phrase.number is not None
                and not phrase.heads
                and phrase.role is None
                and not phrase.attrs - {"a", "number"}
                and phrase.first > numbered[0].first
            ]
        single = [
            phrase
            for phrase in phrases
            if (
                phrase.is_a("row")
                or (
                    not phrase.heads
                    and (phrase.ordinal or "first" in phrase.attrs or (numbered and "last" in phrase.attrs))
                )
            )
            and (phrase.attrs & {"first", "last", "top", "bottom"} or phrase.ordinal)
        ]
        if not numbered and not single:
            return None
        piled = [phrase for phrase in phrases if phrase.is_a("pile") and "empty" not in phrase.attrs]
        if numbered and all(of_a_figure(phrase, phrases) for phrase in numbered):
            # "Three triangles with four rows in each": how often a row is dealt is not told.
            self.steps.append(Step(None, faces[0][1] if len(faces) == 1 else None, ("unknown",)))
            if len({face for _, face in faces}) > 1:
                self.steps.append("mixed")
            return True
        if numbered and not any(
            phrase.number is not None and phrase.is_a("pile") and phrase.role == "of" for phrase in phrases
        ):
            if len(numbered) == 1 and len(faces) == 1 and left_out == "top" and faces[0][1] == "down":
                self.rows.append((numbered[0].number or 0, None))  # "seven rows, all but the last face down"
                self.row_faces += ["down"] * max(1, (numbered[0].number or 0) - 1) + ["up"]
                return True
            first = next((one for one in single if "first" in one.attrs and not one.heads), None)
            if len(numbered) == 1 and len(faces) == 1 and faces[0][1] == "down" and first and first.number:
                self.rows.append((numbered[0].number or 0, None))  # "five rows, of which the first four face down"
                self.row_faces += ["down"] * first.number + ["up"]
                return True
            if len(numbered) == 1 and len(faces) > 1 and single:
                self.rows.append((numbered[0].number or 0, None))
                before = -1
                named = 0
                for at, face in faces:
                    # As many rows face this way as have been named since the last word for a face.
                    count = sum(phrase.number or 1 for phrase in single if before < phrase.first < at) or 1
                    if any(before < phrase.first < at and phrase.attrs & {"other", "rest"} for phrase in phrases):
                        count = max(1, (numbered[0].number or 0) - named)
                    self.row_faces += [face] * count
                    named += count
                    before = at
                return True
            if any(phrase.number is not None for phrase in piled) and (
                not concepts & {"place", "deal"}
                # "Twelve piles, put in two rows": rows of piles.
                or (
                    piled[0].role is None
                    and "card" not in concepts
                    and not faces
                    and piled[0].first < numbered[0].first
                )
            ):
                return False
            middle = next((one.number for one in piled if one.number and one.attrs & {"middle", "center"}), None)
            if middle is not None and len(numbered) == 1:
                self.partial.append((numbered[0].number or 0, faces[0][1] if len(faces) == 1 else None, middle))
                return True
            if (
                len(numbered) == 1
                and len(faces) == 1
                and [bool(one.ordinal) and not one.heads for one in single] == [True]
            ):
                self.rows.append((numbered[0].number or 0, None))  # "three rows, the third face up": not all of them
                return True
            for index, phrase in enumerate(numbered):
                end = numbered[index + 1].first if index + 1 < len(numbered) else length
                start = 0 if index == 0 else phrase.first
                only = faces[0][1] if len(faces) == 1 else None
                self.rows.append((phrase.number or 0, next((way for at, way in faces if start <= at < end), only)))
            if piled and any(
                phrase.number is not None or phrase.attrs & {"middle", "center", "first", "last"} for phrase in piled
            ):
                self.steps.append("broken-rows")
            return True
        if single and not any(phrase.is_a("card") and phrase.number is not None for phrase in phrases) and not piled:
            if len(single) > 1 and len(faces) > 1:
                self.row_faces += [face for _, face in faces]
                return True
            if concepts & {"flip", "reveal"} or (faces and faces[0][1] == "up"):
                self.steps.append("top 1 up")
                return True
        return None

    def _piles(
        self,
        phrases: list[Phrase],
        words: list[Word],
        faces: list[tuple[int, str]],
        concepts: set[str],
        kind: str,
        bank: Bank,
    ) -> bool:
        topped, turned = -1, ""
        shown: list[Phrase] = []
        if not concepts.isdisjoint(_TURNED):
            # "Six piles of five cards. Only the top two of each are face up."
            told_before = self.begun and concepts.isdisjoint(("deal", "place"))
            topped, shown, turned = shown_of(words, phrases, told_before)
        faces = [face for face in faces if face[0] != topped]
        if (
            topped < 0
            and self.left_out
            and len(faces) == 1
            and (self.left_out, faces[0][1]) in (("top", "down"), ("bottom", "up"))
        ):
            topped, turned = len(words), "top 1 up" if self.left_out == "top" else "bottom 1 down"
        elif topped < 0 and self.left_out and len(faces) == 1:
            self.steps.append("mixed")  # "Face down but for the first": another way than the rest
        if len(faces) == 1 and any(
            not phrase.heads and phrase.attrs & {"center", "middle"} and phrase.number == 1 for phrase in phrases
        ):
            self.steps.append("mixed")  # "three cards a pile, the middle one face down"
            faces = []
        if any(one.is_a("card") and one.ordinal and "every" in one.attrs for one in phrases) and len(faces) == 1:
            self.steps.append("mixed")  # "every second card face down"
            faces = []
        listed: set[int] = set()
        some = None if bank.of_before else some_of(phrases, kind)
        if some is not None:
            self.steps.append(Step(some, faces[0][1] if len(faces) == 1 else None, ("here",)))
            return True
        if not bank.of_before and some_piles(phrases, kind):
            self.steps.append("broken-rows")
            return True
        subsets = subsets_in(phrases, kind) or by_sides(phrases) or [(1, count) for count in one_by_one(phrases)]
        if subsets:
            self.named = self.named or sum(piles for piles, _ in subsets)
            start = 0
            for piles, count in subsets:
                self.steps.append(Step(count, faces[0][1] if len(faces) == 1 else None, ("run", start, piles)))
                start += piles
            if topped >= 0:
                self.steps.append(turned)
            return True
        pending: list[Step] = []
        placed: list[Step] = []
        target: tuple[Any, ...] | None = None
        card_first: bool | None = None
        flipping = (
            topped < 0
            and ("flip" in concepts or "reveal" in concepts)
            and "start" not in concepts
            and not any(phrase.is_a("card") and phrase.role == "of" and phrase.number for phrase in phrases)
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
        # "par pile", and not "par-dessus"
        per = "per" in concepts and any(
            "per" in word.concepts and after.concepts.isdisjoint(("top", "bottom"))
            for word, after in itertools.pairwise(words)
        )
        here = "here" in concepts and not (
            concepts.isdisjoint(("deal", "place"))
            and any("here" in word.concepts and "is" in after.concepts for word, after in itertools.pairwise(words))
        )
        for index, phrase in enumerate(phrases):
            if index in listed or phrase in shown:
                continue
            where = where_in(phrase, phrases, index, kind, words, bank, target is not None and target != ("all",))
            if where == ("all",) and self.but_first[0] and self.but_first[1] in (None, words[phrase.last]):
                where = ("but", self.but_first[0])
            if where is not None and where[0] == "list":
                listed.update(listed_after(phrase, phrases, index))
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
                    and piles_follow([one for one in phrases if one not in shown], index, kind, words, bank)
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
                        placed.append(pending[0].copy(count=each_of.number, where=("all",)))
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
                        and ((where == ("others",) and not numbered_after(phrases, index)) or where[0] == "nth")
                    ):
                        pending.append(Step(phrase.number, faces[0][1] if len(faces) == 1 else None, where))
                continue
            counted_cards = count_of(phrase, words)
            if counted_cards is None:
                continue
            number, rest, rank = counted_cards
            face = face_of(phrase, phrases, index, faces, words)
            step = Step(
                number,
                face,
                target if card_first is False and target else ("?",),
                rank=rank,
                rest=rest,
                more="more" in phrase.attrs or (bool(phrase.ordinal) and not phrase.heads),
            )
            step.all = "all" in phrase.attrs
            before_it = phrases[index - 1] if index else None
            if (
                (phrase.role == "by" or (phrase.role == "of" and not bank.of_before))
                and before_it is not None
                and before_it.is_a("pile")
                and before_it.role is None
                and (before_it.number or 0) > 1
                and 0 < (number or 0) <= 13
            ):
                each = True  # "Ten piles with four cards"
            if "each-number" in phrase.attrs or ("every" in phrase.attrs and number is not None):
                each = True  # "twelve piles with four cards each"
            if (
                phrase.role == "by"
                and pending
                and pending[-1].count is not None
                and number is not None
                and pending[-1].where == ("?",)
                and (pending[-1].face is None or pending[-1].face == face)
            ):
                # "The other fifty cards are dealt, with five in each": the total first.
                pending[-1].where = ("here",)
                placed.append(pending.pop())
            if (
                here
                and number is not None
                and not placed
                and not pending
                and (bank.of_before or not each_pile(phrases[index + 1 : index + 2]))
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
                if step.more and placed and card_first and step.count and not step.rest and not bank.of_before:
                    step.where = placed[-1].where  # "four cards face down on every pile and a fifth one face up"
                    placed.append(step)
                    continue
                before = placed[-1] if placed else None
                if (
                    before is not None
                    and step.count
                    and before.count
                    and step.face
                    and before.face not in (None, step.face)
                ):
                    step.where = before.where  # "one card face down on each, then one card face up"
                    placed.append(step)
                    continue
                if placed and card_first and placed[-1].where != ("here",) and step.count is not None and not step.rest:
                    continue
                step.where = (
                    ("all",) if each or per else (("here",) if step.count is not None and not step.rest else ("all",))
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
            and not any(step.where[0] not in ("here", "all", "?") or step.face or says_each(phrases) for step in told)
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
        if (
            len(told) > 2
            and told[0].face is None
            and told[0].count == sum(step.count or 0 for step in told[1:] if step.face and step.where == told[0].where)
        ):
            del told[0]  # "Seven cards, three face down and four face up": so many in all
        self.steps += told
        if topped >= 0:
            self.steps.append(turned)
        elif len({way for _, way in faces}) == 2 and len({step.face for step in told}) == 1:
            self.steps.append("mixed")  # "four cards, alternately face up and face down"
        if "continue" in concepts or any("until" in word.sort.marks or word.tag == "until" for word in words):
            self.steps.append("loop")
        return True

    def facts(self, kind: str, piles: int | None, shape: bool, columns: int | None = None) -> Iterator[tuple[str, Any]]:
        """The deal's facts, given how many piles of the kind the page states, and in how many columns they lie."""
        steps = list(self.steps)
        piles = piles or self.named
        where = {step.where[0] for step in steps if isinstance(step, Step)}
        for at, step in enumerate(steps) if "side" in where or "in-row" in where else ():
            if isinstance(step, Step) and step.where[0] in ("side", "in-row"):
                steps[at] = step.copy(where=resolved(step.where, piles, self.sides, columns))
        for at, step in enumerate(steps) if "some" in where else ():
            if isinstance(step, Step) and step.where[0] == "some":
                # So many piles of the kind are all of them, or some that are not named.
                count = (
                    step.count * step.where[1]
                    if step.count is not None and piles not in (None, step.where[1])
                    else step.count
                )
                steps[at] = step.copy(count=count, where=("all",) if piles in (None, step.where[1]) else ("here",))
        if "growing" in where:
            if piles is None:
                return
            steps = [
                one
                for step in steps
                for one in (
                    [step.copy(count=(step.count or 0) + at, where=("nth", at + 1)) for at in range(piles)]
                    if isinstance(step, Step) and step.where == ("growing",)
                    else [step]
                )
            ]
        if self.last_row and not self.rows:
            yield f"{kind}.deal.rows", self.last_row
        if self.rows and self.partial:
            yield from in_the_middle(self.rows, self.partial, kind, piles)
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
        if len(set(self.row_faces)) == 2:
            yield f"{kind}.deal.face", "mixed"  # "The first rows lie face down, the last one face up"
        if not steps:
            return
        if self.dealt is not None:
            yield from until_dealt(self.dealt, steps, kind, piles, shape)
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
            found = list(play_out(steps, kind, self.ends, shape))
            counts = next((value for key, value in found if key.endswith(".per_pile")), None)
            if isinstance(counts, list) and counts[-1] == self.ends:
                yield from found
                return
        yield from play_out(steps, kind, piles, shape)
