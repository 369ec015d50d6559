"""From words to clauses: subordinate spans, noun phrases, and what each does.

The same code reads every language; what differs is in the bank's `[grammar]`: whether a
span begins or ends with its marker, on which side of its noun a number, an attribute or a
genitive stands.
"""

from __future__ import annotations

import itertools

from hoyle.language.bank import Bank, Word
from hoyle.language.concepts import CLASS_OF, KINDS

_KINDS = frozenset(KINDS)
_CONDITIONS = frozenset(("if", "when", "unless", "as-long"))
_SPANS = frozenset(("if", "when", "unless", "until", "after", "before", "while", "except", "as-long", "because"))
_BESIDE = frozenset(("under", "above", "beside"))
_AUXILIARY = frozenset(("is", "can", "must", "have", "become"))
_PLACING = frozenset(
    ("move", "play", "go", "deal", "place", "flip", "build", "put-back", "return", "turn-over", "take", "leave")
)


class Sort:
    """The concepts of a word by class."""

    __slots__ = ("attrs", "heads", "marks", "parts", "plain", "roles", "verbs")

    def __init__(self, concepts: frozenset[str]) -> None:
        by_class: dict[str, list[str]] = {"head": [], "attr": [], "verb": [], "mark": [], "role": [], "word": []}
        for concept in sorted(concepts):
            by_class[CLASS_OF[concept]].append(concept)
        self.heads = tuple(by_class["head"])
        self.attrs = tuple(by_class["attr"])
        self.verbs = tuple(by_class["verb"])
        self.marks = tuple(mark for mark in by_class["mark"] if mark in _SPANS)
        self.roles = tuple(by_class["role"])
        self.plain = tuple(by_class["word"])
        self.parts = bool(self.marks) or "restrictive" in concepts
        """Whether it may part a span from what is around it."""


_sorts: dict[frozenset[str], Sort] = {}


def sort(word: Word) -> Sort:
    """The word's concepts by class, worked out once for each set of concepts."""
    found = _sorts.get(word.concepts)
    if found is None:
        found = _sorts[word.concepts] = Sort(word.concepts)
    return found


class Phrase:
    """A noun phrase: its head, what is said of it, and what it does in the clause."""

    __slots__ = (
        "attr_role",
        "attrs",
        "closed",
        "definite",
        "dims",
        "first",
        "heads",
        "kinds",
        "last",
        "name",
        "names",
        "number",
        "of",
        "ordinal",
        "role",
        "verb_before",
    )

    def __init__(self, first: int) -> None:
        self.first = first
        self.last = first
        self.heads: tuple[str, ...] = ()
        self.attrs: set[str] = set()
        self.number: int | None = None
        self.ordinal: int | None = None
        self.dims: tuple[int, int] | None = None
        self.kinds: set[str] = set()
        """The pile kinds that it is, or is of."""
        self.name: str | None = None
        """The rank or suit, where the head is one."""
        self.names: list[str] = []
        """Ranks and suits that say more of the head: a King pile."""
        self.role: str | None = None
        self.of: list[Phrase] = []
        self.verb_before = False
        self.attr_role: str | None = None
        self.definite = False
        """Whether its ending says that it is all of them: Basque "bost piletan", and not "bost pilatan"."""
        self.closed = False
        """Whether something stands after its noun, so that no other noun can join it."""

    def is_a(self, head: str) -> bool:
        """Whether its head is this concept."""
        return head in self.heads

    def __repr__(self) -> str:
        parts = ["/".join(self.heads) or "-"]
        if self.name:
            parts.append(f"={self.name}")
        if self.number is not None:
            parts.append(f"×{self.number}")
        if self.ordinal is not None:
            parts.append(f"#{self.ordinal}")
        if self.dims:
            parts.append(f"{self.dims}")
        parts += sorted(self.attrs)
        if self.kinds:
            parts.append("@" + ",".join(sorted(self.kinds)))
        return f"[{self.role or '·'} {' '.join(parts)}]"


class Clause:
    """A stretch of a sentence with one predicate, its subordinate spans taken out."""

    __slots__ = (
        "_targets",
        "aside",
        "clicked",
        "features",
        "genitive_first",
        "located",
        "phrases",
        "spans",
        "verb_at",
        "words",
    )

    def __init__(self, words: list[Word], spans: list[tuple[str, list[Word]]], aside: bool) -> None:
        self.words = words
        self.spans = spans
        self.aside = aside
        """Whether it stood in brackets."""
        self.phrases: list[Phrase] = []
        self.clicked: list[Phrase] = []
        self._targets: list[str] | None = None
        """What is clicked on."""
        self.verb_at: int | None = None
        self.genitive_first = False
        """Whether the language puts what is said of a noun before it."""
        self.located = False
        """Whether "on the tableau" says where something moves about: another case says where to."""
        self.features: set[str] = set()

    def roles(self, *roles: str | None) -> list[Phrase]:
        """The phrases that do one of these things; None is a subject or object."""
        return [phrase for phrase in self.phrases if phrase.role in roles]

    def targets(self) -> list[str]:
        """The pile kinds that something goes to, in order."""
        if self._targets is None:
            self._targets = self._going_to()
        return self._targets

    def _going_to(self) -> list[str]:
        # "Hondarrean har dezakezu": what is taken lies there, and does not go there.
        # "Mahaian mugitu": where a card moves about, and not where it goes.
        placing = (
            "PLACING" in self.features
            and not self.located
            and ("take" not in self.features or bool(self.features & _LAYING))
        )
        found: list[str] = []
        for phrase in self.phrases:
            if not phrase.kinds or not (
                phrase.role == "to" or (phrase.role == "at" and placing and phrase.verb_before)
            ):
                continue
            if phrase not in self.clicked and not any(phrase in other.of for other in self.phrases):
                found += [kind for kind in sorted(phrase.kinds) if kind not in found]
        return found

    def sources(self) -> list[str]:
        """The pile kinds that something comes from, in order."""
        found: list[str] = []
        for phrase in self.phrases:
            if phrase.role == "from":
                found += [kind for kind in sorted(phrase.kinds) if kind not in found]
        return found


def parse(words: list[Word], bank: Bank) -> list[Clause]:
    """The clauses of a sentence, in order; what stands in brackets follows the clause it interrupts."""
    combine(words, bank)
    clauses: list[Clause] = []
    for segment, bracketed in _segments(words):
        spans: list[tuple[str, list[Word], int]] = []
        if any("not" in word.concepts for word in segment):
            segment = _take_denied(segment, spans)
        main = _take_spans(segment, spans, bank)
        if len(spans) == 1 and _only_to_do(main, spans[0][0], spans[0][1]):
            # "If it can be moved to a foundation, do so": what may be done.
            main, spans = [*spans[0][1]], []
        parts = _split(main, bank) or [[]]
        made = [Clause(part, [], bracketed) for part in parts]
        ends: list[int] = []
        for part in parts:
            ends.append((ends[-1] if ends else 0) + len(part))
        for mark, span, at in spans:
            # A span at the front of a clause, or after its comma, belongs to it; another to the clause before it.
            at = min(at, len(main))
            before = at > 0 and main[at - 1].tag != "comma"
            word = at - 1 if before or at >= len(main) else at
            owner = next((number for number, end in enumerate(ends) if word < end), len(made) - 1)
            made[owner].spans.append((mark, span))
            if at == 0 and mark in _CONDITIONS and owner == 0:
                # A condition at the front governs all that follows it.
                for governed in made[1:]:
                    governed.features |= {"COND", ":governed"}
        clauses += made
    for number, clause in enumerate(clauses, 1):
        if _of_another_game(clause, clauses[number:]):
            clause.words, clause.spans = [], []
    for clause in clauses:
        clause.genitive_first = bank.of_before
        clause.phrases = chunk(clause.words, bank)
        _features(clause, bank)
    if len(clauses) == 1:
        clauses[0].features.add(":alone")
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
        if "every" in own and says <= _ENDED and "point" in earlier.features:
            says = set()  # "… and fifty more for each foundation that is finished"
        if not clause.aside and (not says or (says == {"score"} and "add-up" in own)):
            # "Kings are removed singly, all others in pairs": the verb is left out the second time.
            clause.features |= earlier.features & _CARRIED
            if "every" in own:
                # "Five points for each card and fifty more for each foundation".
                clause.features |= earlier.features & _POINTS
    for clause in clauses:
        if (
            clause.aside
            and sum(phrase.number is not None and not phrase.heads for phrase in clause.phrases) > 1
            and not clause.features & _PLACES
        ):
            # "Four piles (1, 4, 7 and 10)" are some of the piles.
            for other in clauses:
                other.features.add(":subset")
    return clauses


def combine(words: list[Word], bank: Bank) -> None:
    """Join numbers with what they count in a way of their own: five by five, three at a time, Two to King."""
    position = 0
    while position < len(words):
        word = words[position]
        if "stay" in word.concepts and "rest" in word.concepts and position and sort(words[position - 1]).heads:
            # "La pioche reste fermée": it stays so, and is not what is left.
            word.concepts = word.concepts - {"rest"}
        if word.concepts.isdisjoint(_COMBINED):
            position += 1
            continue
        following = words[position + 1] if position + 1 < len(words) else None
        if (
            following is not None
            and {"singly", "single"} <= word.concepts
            and ("a" in following.concepts or sort(following).heads or following.concepts & {"top", "bottom"})
        ):
            # "Seuls les Rois": before its noun it is only, and not one by one.
            word.concepts = word.concepts - {"singly"}
        after = words[position + 2] if position + 2 < len(words) else None
        if (
            following is not None
            and {"higher", "more"} <= following.concepts
            and not word.concepts & {"rank", "point"}
            and word.number is not None
        ):
            # "Quatre cartes et une de plus": so many more, and none that is higher.
            following.concepts = following.concepts - {"higher"}
        if "rank" in word.concepts and following is not None and following.concepts & {"higher", "lower"}:
            # "de rang supérieur": of a rank it is higher, and not on top.
            following.concepts = following.concepts - {"top", "bottom"}
        if following is not None and word.concepts == _AT_MOST and "rankname" in following.concepts:
            # "Up to Kings" is no greatest number.
            word.concepts = _UP_TO
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
            )
        ):
            word.concepts = frozenset(("dims",)) | (
                frozenset(("at-a-time",)) if word.number == after.number else frozenset()
            )
            if word.number == after.number == 1:
                word.concepts = frozenset(("singly",))
            word.number = (word.number, after.number)
            word.end = after.end
            word.role = after.role
            del words[position + 1 : position + 3]
        elif (
            isinstance(word.number, int)
            and word.concepts == _NUMBER_ONLY
            and following is not None
            and "pile" in following.concepts
            and after is not None
            and "times-by" in after.concepts
            and position + 3 < len(words)
            and words[position + 3].concepts == _NUMBER_ONLY
            and isinstance(across := words[position + 3].number, int)
            and (position + 4 == len(words) or words[position + 4].tag in ("comma", "stop", "close"))
        ):
            # "six places by six"
            word.concepts = _PLACES_BY
            word.number = (word.number, across)
            word.end = words[position + 3].end
            del words[position + 1 : position + 4]
        elif (
            bank.of_before
            and following is not None
            and after is not None
            and word.concepts == _NUMBER_ONLY
            and isinstance(word.number, int)
            and word.number > 10
            and following.concepts == _COUNTED
            and sort(after).heads
        ):
            # "dozena bat pila"
            del words[position + 1]
        elif (
            following is not None
            and after is not None
            and word.concepts == _COUNTED
            and following.concepts == _NUMBER_ONLY
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
                    following.concepts = (following.concepts - {"at-a-time"}) | {"singly"}
                del words[position]
            elif "times" in following.concepts and following.number is None:
                following.number = word.number
                following.start = word.start
                del words[position]
        position += 1


def _segments(words: list[Word]) -> list[tuple[list[Word], bool]]:
    segments: list[tuple[list[Word], bool]] = []
    current: list[Word] = []
    asides: list[tuple[list[Word], bool]] = []
    inside: list[Word] | None = None
    joined = False
    for index, word in enumerate(words):
        tag = word.tag
        if tag == "open" and current and _or_else(words[index + 1 :]):
            # "From the waste (or from the stock)": what else there is, and no aside.
            joined = True
        elif tag == "open" and _whole_is_lessened(words, index):
            joined = True
        elif tag == "open":
            inside = []
        elif tag == "close" and joined:
            joined = False
        elif tag == "close":
            if inside is not None:
                asides.append((inside, True))
                inside = None
                following = words[index + 1] if index + 1 < len(words) else None
                if following is not None and following.text[:1].isupper() and not sort(following).heads and current:
                    # A sentence that ends without its full stop.
                    segments.append((current, False))
                    segments += asides
                    current, asides = [], []
        elif inside is not None:
            inside.append(word)
        elif tag == "colon" and not any(sort(other).verbs for other in words[index + 1 :]):
            continue
        elif tag == "colon" and len(current) == 1 and "rankname" in current[0].concepts:
            # "King: place it in a corner."
            continue
        elif tag == "dash" and current and _takes_away(words, index):
            word.tag, word.concepts = None, _MINUS  # "the length of the sequence - 1"
            current.append(word)
        elif tag in ("stop", "colon", "dash"):
            if current:
                segments.append((current, False))
                current = []
            segments += asides
            asides = []
        else:
            current.append(word)
    if inside:
        asides.append((inside, True))
    if current:
        segments.append((current, False))
    return segments + asides


def _or_else(words: list[Word]) -> bool:
    """Whether what stands in brackets opens with another thing instead of the one before, and says no more of it."""
    if not words or "or" not in words[0].concepts:
        return False
    pile = False
    for word in words:
        if word.tag in ("comma", "close", "stop") or word.tag in _SPANS or sort(word).marks:
            break
        if sort(word).verbs and not sort(word).attrs:
            return False
        pile = pile or not word.concepts.isdisjoint(_KINDS)
    return pile


def _takes_away(words: list[Word], index: int) -> bool:
    """Whether a dash is a minus: a number follows, and nothing else."""
    after = words[index + 1 : index + 3]
    return bool(after) and isinstance(after[0].number, int) and (len(after) == 1 or after[1].tag in ("stop", "close"))


def _whole_is_lessened(words: list[Word], index: int) -> bool:
    """Whether the brackets that open here hold what something is taken away from: "(its length) - 1"."""
    close = next((at for at in range(index + 1, len(words)) if words[at].tag in ("close", "open")), len(words))
    return (
        close + 1 < len(words)
        and words[close].tag == "close"
        and words[close + 1].tag == "dash"
        and _takes_away(words, close + 1)
    )


_MINUS = frozenset(("minus",))


def _only_to_do(main: list[Word], mark: str, span: list[Word]) -> bool:
    """Whether a sentence only says to do what its condition speaks of."""
    if mark not in ("if", "when") or any(word.concepts and word.tag != "comma" for word in main):
        return False
    concepts = {concept for word in span for concept in word.concepts}
    return "can" in concepts and bool(concepts & _PLACING) and not concepts & {"not", "no"}


def _take_denied(words: list[Word], spans: list[tuple[str, list[Word], int]]) -> list[Word]:
    """Take out what is only named to be denied: "any card, not a sequence", "not only Kings but any card"."""
    stretches: list[list[Word]] = [[]]
    for index, word in enumerate(words):
        following = words[index + 1] if index + 1 < len(words) else None
        joins = word.concepts & _JOINING
        if word.tag == "comma" or (
            joins
            and stretches[-1]
            and (_denies(stretches[-1]) or (following is not None and "not" in following.concepts))
        ):
            stretches.append([])
        stretches[-1].append(word)
    if len(stretches) == 1:
        return words
    main: list[Word] = []
    for number, stretch in enumerate(stretches):
        only = any("only" in word.concepts for word in stretch)
        named = any(not word.concepts.isdisjoint(_DENIED) for word in stretch)
        if named and (number or only) and _denies(stretch):
            spans.append(("beyond" if only else "unlike", [word for word in stretch if word.tag != "comma"], len(main)))
        elif number and _denies(stretches[number - 1]) and not main:
            main += stretch[1:]
        else:
            main += stretch
    return main


_SUITS = frozenset(("suit", "color"))
_RANKED = frozenset(("higher", "lower"))


def _of_another_game(clause: Clause, later: list[Clause]) -> bool:
    """Whether a clause tells of a game that this one differs from: "In FreeCell you …; here you …"."""
    words = clause.words
    if not words or not later:
        return False
    if "different" in words[0].concepts and any("game" in word.concepts for word in words[1:5]):
        return True
    named = any(
        not word.concepts and word.tag is None and word.text[:1].isupper()
        for stretch in (words[1:8], *(span for mark, span in clause.spans if mark in ("while", "because")))
        for word in stretch
    )
    return named and any(
        "here" in word.concepts for one in later for word in [word for word in one.words if word.tag != "comma"][:2]
    )


_AFTER_ONCE = frozenset(("per", "restrictive", "and"))
_PREDICATED = frozenset(("empty", "empty-verb", "full", "exposed", "free"))
_JOINING = frozenset(("and", "or", "restrictive"))
_DENIED = frozenset(("card", "rankname", "sequence", "group", "pile", "up", "down", "ascending", "descending", *KINDS))


def _denies(words: list[Word]) -> bool:
    return any("not" in word.concepts for word in words) and not any(
        sort(word).verbs or word.tag == "finite" or not word.concepts.isdisjoint(_STATED) for word in words
    )


_STATED = _CONDITIONS | {"in-play"}


def _take_spans(words: list[Word], spans: list[tuple[str, list[Word], int]], bank: Bank) -> list[Word]:
    if bank.marks_close:
        return _take_closed(words, spans)
    main: list[Word] = []
    position, size = 0, len(words)
    while position < size:
        word = words[position]
        if not sort(word).parts:
            main.append(word)
            position += 1
            continue
        marks = sort(word).marks
        if (
            "restrictive" in word.concepts
            and main
            and not main[-1].concepts.isdisjoint(_SUITS)
            and any(not one.concepts.isdisjoint(_RANKED) for one in words[position + 1 : position + 4])
        ):
            # "of the same suit but a rank higher": no suit is left out.
            main.append(word)
            position += 1
            continue
        if "restrictive" in word.concepts and main and sort(main[-1]).heads and position + 1 < size:
            # "all cards but picture cards": what follows, without a verb, is left out.
            end = position + 1
            while end < size and words[end].tag != "comma" and not sort(words[end]).verbs:
                end += 1
            if end == size and any(sort(other).heads for other in words[position + 1 :]):
                spans.append(("except", words[position + 1 :], len(main)))
                break
        # "une fois": once, where nothing follows, and else when
        following = words[position + 1 : position + 3]
        at_end = not following or any(not other.concepts.isdisjoint(_AFTER_ONCE) for other in following[:1])
        if main and len(following) == 2 and following[0].tag == "comma":
            at_end = at_end or not following[1].concepts.isdisjoint(_AFTER_ONCE)
        if marks and marks[0] == "except" and position + 1 == size and any(other.tag == "comma" for other in main):
            # "…, Aces excepted": what is left out stands before.
            comma = max(at for at, other in enumerate(main) if other.tag == "comma")
            spans.append(("except", main[comma + 1 :], comma))
            del main[comma:]
            break
        if marks and not (at_end and "once-word" in word.concepts):
            mark = marks[0]
            end = position + 1
            if end < size and words[end].tag == "comma" and mark in _CONDITIONS:
                # "whenever, after a redeal, the last pile …": the condition goes on after what interrupts it.
                end = next((at + 1 for at in range(end + 1, size) if words[at].tag == "comma"), end + 1)
            while end < size:
                other = sort(words[end])
                if words[end].tag == "comma":
                    if end > position + 2 and mark in _CONDITIONS and _only_when(words, position + 1, end):
                        end += 1
                        continue
                    break
                if (
                    mark == "except"
                    and other.verbs
                    and end > position + 1
                    and not (
                        # "Except by a deal", "except with the next deal".
                        "dealing" in words[end].concepts and sort(words[end - 1]).attrs
                    )
                ):
                    break
                if other.marks and end > position + 1:
                    break
                if (
                    mark in ("after", "before")
                    and "and" in words[end].concepts
                    and end + 1 < size
                    and sort(words[end + 1]).verbs
                ):
                    break
                end += 1
            if mark in ("after", "before", "when") and not main and end == size:
                end = _first_phrase(words, position + 1)
            if mark in ("if", "when") and not main and end == size:
                end = _first_predicate(words, position + 1)
            span = words[position + 1 : end]
            if not span and word.concepts - {mark}:
                # "You may go through it once."
                main.append(word)
                position = end
                continue
            if mark in ("when", "if") and any(other.concepts & _CLICKS for other in span):
                # "When the stock is clicked" is no condition but what is done.
                main += span
                if end < size and words[end].tag == "comma":
                    end += 1
            else:
                spans.append((mark, span, len(main)))
                if "remark" in word.concepts:
                    main.append(word)  # "An option lets you …"
            if end < size and words[end].tag == "comma" and not main:
                end += 1
            position = end
        else:
            main.append(word)
            position += 1
    return main


def _first_phrase(words: list[Word], start: int) -> int:
    """Where the first noun phrase ends, if another and a verb follow: "After the first pass the stock is turned"."""
    for index in range(start, len(words) - 1):
        kind, following = sort(words[index]), sort(words[index + 1])
        if kind.verbs and not kind.attrs and not kind.heads:
            break
        if (
            kind.heads
            and (
                (following.heads and not any(head in _MODIFIERS for head in kind.heads))
                or following.attrs in (("a",), ("any",), ("every",), ("all",))
            )
            and not following.verbs
            and any(sort(word).verbs or "in-play" in word.concepts for word in words[index + 2 :])
        ):
            return index + 1
    return len(words)


def _only_when(words: list[Word], start: int, end: int) -> bool:
    """Whether a condition has said no more than when by its first comma: "If at any point, all cards are …, they …"."""
    return (
        bool(sort(words[start]).roles)
        and not any(sort(word).verbs for word in words[start:end])
        and any(word.tag == "comma" for word in words[end + 1 :])
    )


def _first_predicate(words: list[Word], start: int) -> int:
    """Where a condition ends that no comma closes: "If the waste is empty a card is dealt from the stock"."""
    for index in range(start + 1, len(words) - 2):
        if (
            "is" in words[index].concepts
            and not words[index + 1].concepts.isdisjoint(_PREDICATED)
            and not words[index + 2].concepts.isdisjoint(_DETERMINERS)
            and "is" not in words[index + 2].concepts
            and any(sort(word).verbs for word in words[index + 3 :])
        ):
            return index + 2
    return len(words)


def _take_closed(words: list[Word], spans: list[tuple[str, list[Word], int]]) -> list[Word]:
    main: list[Word] = []
    opened = 0
    for index, word in enumerate(words):
        if index < opened:
            continue
        kind = sort(word)
        mark = word.tag if word.tag in _SPANS else (kind.marks[0] if kind.marks else None)
        if mark is None:
            main.append(word)
            continue
        if mark == "while" and (not main or main[-1].tag == "comma"):
            # "Nahiz eta pila hutsak egon": what opens its span, after all.
            opened = next((at for at in range(index, len(words)) if words[at].tag == "comma"), len(words))
            spans.append((mark, words[index:opened], len(main)))
            continue
        start = len(main)
        while start > 0:
            before = main[start - 1]
            if (
                before.tag == "comma"
                or before.tag == "finite"
                or (mark == "until" and before.tag == "adv")
                or "repeat" in before.concepts
                or "continue" in before.concepts
                or (start < len(main) and _denied_verb(main, start - 1))
            ):
                break
            start -= 1
        if mark == "except":
            # What is left out is one noun phrase, right before the word for it.
            start = max(
                start,
                len(main) - 3,
                max(
                    (
                        at + 1
                        for at, other in enumerate(main[:-1])
                        if (other.role and other.role != "of") or other.concepts & _FACES
                    ),
                    default=0,
                ),
            )
        elif mark in ("after", "before") and main and main[-1].role == "of" and not _has_verb(main[start:]):
            # "Beste itzuli bat lehenengoaren ondoren": only the noun phrase right before it.
            start = max(
                start,
                max(
                    (
                        at + 1
                        for at, other in enumerate(main[:-1])
                        if (other.role and other.role != "of") or other.tag == "art" or "a" in other.concepts
                    ),
                    default=0,
                ),
            )
        elif 0 < start < len(main) - 1 and main[start - 1].tag == "finite" and main[start].tag == "art":
            # What follows the verb at once is its subject.
            start += 1
        span = [*main[start:], word]
        if mark in ("when", "if", "after") and any(other.concepts & _CLICKS for other in span):
            if not word.concepts & {"if", "when"}:
                main.append(word)
            continue
        del main[start:]
        if main and main[-1].tag == "comma" and not any(item.tag != "comma" for item in main):
            main.pop()
        spans.append((mark, span, len(main)))
    return main


def _denied_verb(words: list[Word], at: int) -> bool:
    """Whether a word is the verb of a negated auxiliary before it: "ezin da sortatik banatu"."""
    if not sort(words[at]).verbs or words[at].tag or words[at].concepts & _AUXILIARY:
        return False
    for index in range(at - 1, -1, -1):
        if words[index].tag == "finite":
            return "not" in words[index].concepts or (index > 0 and "not" in words[index - 1].concepts)
        if sort(words[index]).verbs:
            return False
    return False


def _has_verb(words: list[Word]) -> bool:
    for index, word in enumerate(words):
        kind = sort(word)
        if "in-play" in word.concepts and word.tag == "finite":
            return True
        if (
            kind.verbs
            and not kind.attrs
            and word.tag not in ("of-verb", "to-do", "adv")
            and word.concepts.isdisjoint(_CLICKS)
            and not (index + 1 < len(words) and words[index + 1].tag == "of-verb")
            and not (kind.heads and index + 1 < len(words) and "a" in words[index + 1].concepts)
        ):
            return True
    return False


def _split(words: list[Word], bank: Bank) -> list[list[Word]]:
    joining = _AND_OR_BUT if bank.head_last else _AND_OR
    if words and not any(word.tag == "comma" or not word.concepts.isdisjoint(joining) for word in words):
        return [words]
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
            if (
                "and" in word.concepts
                and before_it & _WAYS
                and after_it & _WAYS
                and before_it & _KINDS
                and after_it & _KINDS
                and "build" in before_it | after_it
            ):
                # "Build foundations up and tableau piles down."
                pieces.append([word])
                continue
            if (
                not bank.marks_close
                and "or" not in word.concepts
                and first_verb
                and _has_verb(pieces[-1])
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
                and any(not item.concepts.isdisjoint(_FINITE) for item in pieces[-1])
                and "fill" in after_it
            ):
                # "Its cards are in play and are refilled from the waste".
                pieces.append([word])
                continue
            if (
                "and" in word.concepts
                and ahead
                and ahead[0].text.lower() in bank.negation.get("particle", ())
                and _has_verb(pieces[-1])
            ):
                # "… sont bâties en montant et ne peuvent plus être touchées": only the second is denied.
                pieces.append([word])
                continue
            if not bank.marks_close and "or" not in word.concepts and _has_verb(pieces[-1]) and after_it & _ENDS:
                # "It may be turned over once, but the game is lost if …"
                pieces.append([word])
                continue
            if (
                bank.marks_close
                and _has_verb(pieces[-1])
                and _has_verb(ahead)
                and any(item.tag == "finite" for item in pieces[-1])
                # "Ezin da bete edo osatu": what is denied are both.
                and not (_denied_verb([*pieces[-1]], len(pieces[-1]) - 1) and all(not item.tag for item in ahead))
            ):
                pieces.append([word])
                continue
        pieces[-1].append(word)
    _join_interrupted(pieces, bank)
    joined: list[list[Word]] = []
    for number, piece in enumerate(pieces):
        first = next((word for word in piece if word.tag != "comma" and not word.concepts & {"and", "or"}), None)
        if joined and first is not None and not bank.marks_close and sort(first).roles and not sort(first).heads:
            joined[-1] += piece
            continue
        if joined and first is not None and first.tag == "participle" and not _has_verb(joined[-1]):
            # "Five cells, each holding a card": a clause without its subject.
            joined.append(piece)
            continue
        if joined and not bank.marks_close and _only_done(piece) and _ends_in_what_is_done(joined[-1]):
            # "Those cards are taken up, shuffled and dealt again": all of it is done to them.
            joined[-1] += piece
            continue
        listed = (
            number > 1
            and not (first is not None and sort(first).verbs and not sort(first).heads and _has_verb(piece))
            and not (bank.marks_close and _has_verb(piece))
            and len(pieces[number - 1]) <= 4
            and not _has_verb(pieces[number - 1])
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
            and not _has_verb([word for word in piece if word.concepts.isdisjoint(_ENDED)])
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
            and any("move" in word.concepts for word in joined[0])
            and bool(joined[0])
            and joined[0][0].concepts <= _NEUTRAL
        )
        if purpose:
            # "Pour être déplacées, les cartes doivent se suivre".
            joined[-1] += piece
        elif joined and resumed and not any(word.concepts & _FINITE for word in joined[-1]):
            # "Kings, or sequences that begin with one, may fill it": the subject stands before what comes between.
            joined[-1] += piece
        elif joined and ended and _has_verb(joined[-1]):
            joined.append(piece)
        elif joined and not twice and not elided and (listed or not (_has_verb(piece) and _has_verb(joined[-1]))):
            joined[-1] += piece
        else:
            joined.append(piece)
    return [list(piece) for piece in joined if piece]


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
    return bool(sort(piece[-1]).verbs) and any("is" in word.concepts for word in piece)


_ACTS_ON_STOCK = frozenset(("shuffle", "redeal-verb"))


def _join_interrupted(pieces: list[list[Word]], bank: Bank) -> None:
    """Put a clause together that a participle between commas interrupts: "Each card, starting with …, is worth …"."""
    if not bank.participle:
        return
    for index in range(1, len(pieces) - 1):
        inner, after = pieces[index], pieces[index + 1]
        if (
            len(inner) > 1
            and len(after) > 1
            and inner[0].tag == after[0].tag == "comma"
            and inner[1].text.lower().endswith(bank.participle)
            and sort(inner[1]).verbs
            and not sort(inner[1]).heads
            and not after[1].concepts.isdisjoint(_FINITE)
            and not sort(after[1]).heads
            and any(sort(word).heads for word in pieces[index - 1])
        ):
            pieces[index - 1 : index + 2] = [pieces[index - 1] + after[1:], inner]
            return


_FINITE = frozenset(("is", "can", "must", "worth"))
_MODAL = frozenset(("can", "must"))


def chunk(words: list[Word], bank: Bank) -> list[Phrase]:
    """The noun phrases of a clause, with genitives and places tied to their nouns."""
    phrases: list[Phrase] = []
    current: Phrase | None = None
    role: str | None = None
    verb_seen = False
    carried_role: str | None = None

    def close() -> None:
        nonlocal current, carried_role
        if current is not None:
            if (
                carried_role is not None
                and current.role == carried_role
                and not (
                    current.kinds
                    or current.is_a("pile")
                    or current.is_a("row")
                    or current.is_a("rankname")
                    or current.is_a("other-pile")
                )
            ):
                # "one card to the first pile and one to the others": a new object, no second place.
                current.role = None
            carried_role = None
            if (
                not current.heads
                and "a" in current.attrs
                and current.number is not None
                and 2 <= current.number <= 10
                and not bank.of_before
            ):
                # "a two": a rank, and no number of cards.
                current.heads, current.name, current.number = ("rankname",), str(current.number), 1
            if not current.heads and current.role is None:
                current.role = current.attr_role
            if (
                current.heads
                or current.number is not None
                or current.dims
                or current.ordinal is not None
                or current.attrs
            ):
                phrases.append(current)
            current = None

    for index, word in enumerate(words):
        if not word.concepts and word.tag is None and word.number is None:
            # A word that no term is.
            if current is not None and current.heads:
                close()
            continue
        kind = sort(word)
        if word.tag in _STOPS:
            close()
            role = None
            continue
        if kind.roles and not kind.heads:
            close()
            role = kind.roles[0]
            if word.tag == "partitive" and _opens_object(words, index, phrases):
                role = None
            if (
                bank.of_before
                and phrases
                and phrases[-1].last == index - 1
                and (
                    phrases[-1].role == "of"
                    # "oinarri gainera"
                    or (
                        phrases[-1].role is None
                        and words[index - 1].tag is None
                        and (phrases[-1].kinds or phrases[-1].is_a("pile"))
                    )
                )
            ):
                # A postposition: what it governs stands before it.
                phrases[-1].role, role = role, None
            continue
        if kind.plain and not kind.heads and not kind.attrs and word.concepts & _BESIDE:
            close()
            role = "rel"
            if bank.of_before:
                role = None
                if phrases and phrases[-1].role == "of" and phrases[-1].last == index - 1:
                    phrases[-1].role = "rel"
            continue
        if (
            "unit" in kind.heads
            and "a" in kind.attrs
            and current is not None
            and current.heads
            and current.number is None
            and current.last == index - 1
            and words[index - 1].tag != "art"
        ):
            # "pila batera", to a pile, and not "batera", together.
            current.role = word.role
            current.attrs.add("a")
            word.tag = "article"
            current.last = index
            current.closed = True
            continue
        if kind.attrs and kind.verbs and not kind.heads and not _qualifies(words, index, current, bank):
            kind = _AS_VERB
        if kind.heads and not (kind.verbs and _is_verb_here(words, index, current, bank)):
            if current is not None and not current.heads and bank.of_before and current.attr_role not in (None, "of"):
                # "Bigarrenean bikoa", on the second a two: what has its ending is a phrase of its own.
                close()
            if current is None or (current.heads and not _compound(current, words[index - 1], word, index, bank)):
                close()
                current = Phrase(index)
                current.role = role
                current.verb_before = verb_seen
            elif current.heads:
                _absorb(current, kind.heads, word, bank)
                current.definite = bool(bank.definite) and word.text.lower().endswith(bank.definite)
                current.last = index
                if word.role:
                    current.role = word.role
                role = None
                continue
            if kind.verbs:
                word.noun = True
            current.heads = kind.heads
            current.name = word.name
            current.definite = bool(bank.definite) and word.text.lower().endswith(bank.definite)
            current.attrs.update(kind.attrs)
            if isinstance(word.number, int) and "number" in word.concepts and word.name is None:
                current.number = word.number
            elif isinstance(word.number, tuple):
                current.dims = word.number
            for head in kind.heads:
                if head in _KINDS:
                    current.kinds.add(head)
            if role is not None and current.role is None:
                current.role = role
            if word.role:
                current.role = word.role
            current.last = index
            role = None
            continue
        if kind.verbs and not kind.attrs:
            close()
            if word.tag != "of-verb":
                verb_seen = True
            role = carried_role = None
            continue
        if kind.attrs or (isinstance(word.number, (int, tuple)) and not kind.plain):
            if word.concepts & _FACES:
                if current is not None and current.heads and not bank.of_before:
                    current.attrs.update(kind.attrs)
                    current.closed = True
                elif (
                    current is not None
                    and not bank.of_before
                    and index + 1 < len(words)
                    and sort(words[index + 1]).heads
                    and not sort(words[index + 1]).verbs
                ):
                    # "Two face-down cards".
                    current.attrs.update(kind.attrs)
                    current.last = index
                else:
                    close()
                continue
            after = current is not None and bool(current.heads)
            if after and (
                not _goes_after(word, kind, bank, current)
                or (bank.of_before and current is not None and current.closed and words[index - 1].tag == "art")
                or (("each" in kind.attrs or "any" in kind.attrs) and not bank.of_before and _leads(words, index))
            ):
                close()
                after = False
            if current is not None and not current.heads and bank.of_before and current.attr_role not in (None, "of"):
                close()
            if (
                current is not None
                and not current.heads
                and current.number is not None
                and not bank.of_before
                and "every" in kind.attrs
                and _leads(words, index)
                and "a" not in current.attrs
            ):
                # "Fifty more for each foundation".
                close()
            if (
                bank.of_before
                and current is not None
                and not current.heads
                and current.ordinal is not None
                and current.number is None
                and word.concepts == _NUMBER_ONLY
                and words[index - 1].tag == "art"
            ):
                # "Hirugarrenak bederatzi karta", the third nine cards.
                close()
            if (
                current is not None
                and not current.heads
                and current.attr_role == "of"
                and current.number is not None
                and "every" in kind.attrs
                and current.last == index - 1
                and word.tag == "art"
            ):
                # "Beste lauetako bakoitzak", each of the other four.
                _qualify(current, word, kind)
                current.last = index
                current.attr_role = None
                close()
                continue
            if (
                current is not None
                and not current.heads
                and current.number is not None
                and (bank.of_before or "per" in word.concepts or ("number" in word.concepts and current.number != 1))
            ):
                # "sei beste lau pilek": an attribute or a number after a number begins another phrase.
                close()
            if current is None:
                current = Phrase(index)
                current.role = role
                current.verb_before = verb_seen
                role = None
            elif (
                not bank.of_before
                and not current.heads
                and current.number == 1
                and not current.attrs & {"a", "any"}
                and word.concepts == _NUMBER_ONLY
                and isinstance(word.number, int)
                and 2 <= word.number <= 10
            ):
                # "one two on each pile": one card of a rank.
                current.heads, current.name, current.last = ("rankname",), str(word.number), index
                continue
            _qualify(current, word, kind)
            current.last = index
            current.closed = after
            if word.role and after:
                current.role = word.role
            elif after and word.tag == "art" and current.role == "of" and "every" in kind.attrs:
                current.role = None
            elif word.role:
                current.attr_role = word.role
            continue
        if "and" in word.concepts or "or" in word.concepts or word.tag == "comma":
            if (
                current is None
                and phrases
                and role is None
                and not bank.of_before
                and phrases[-1].role == "from"
                and word.tag != "comma"
                and not any(sort(other).verbs or sort(other).heads for other in words[phrases[-1].last + 1 : index])
            ):
                # "from the waste if possible or the stock".
                role = carried_role = "from"
            if current is not None and (
                current.heads
                or word.tag == "comma"
                or current.number is not None
                or current.ordinal is not None
                or current.attrs & {"first", "last"}
            ):
                carried = current.role
                close()
                if role is None and carried in ("to", "from", "at", "of", "by", "rel") and not bank.of_before:
                    role = carried
                    carried_role = carried
            continue
        if current is not None and current.heads:
            close()
        if kind.plain and "not" not in kind.plain:
            role = None
    close()
    _link(phrases, words, bank)
    return phrases


def _opens_object(words: list[Word], index: int, phrases: list[Phrase]) -> bool:
    """Whether a word for "of" that is an article, too, opens an object: "placez des cartes", "puis des cartes"."""
    before = words[index - 1] if index else None
    if before is None:
        return True
    kind = sort(before)
    if kind.verbs and not kind.heads and not kind.attrs and "is" not in before.concepts:
        return before.tag != "of-verb"
    return bool(before.concepts & _AND_OR) and not (phrases and phrases[-1].role == "of")


def _qualifies(words: list[Word], index: int, current: Phrase | None, bank: Bank) -> bool:
    """Settle a word that is an attribute and a verb ("empty", "exposed"): an attribute right beside a noun."""
    if (
        current is not None
        and current.heads
        and current.last == index - 1
        and any(attr in bank.after for attr in sort(words[index]).attrs)
    ):
        return True
    if "rest" in words[index].concepts:
        return True
    if (
        index
        and index + 1 < len(words)
        and sort(words[index - 1]).roles
        and "by" not in words[index - 1].concepts
        and not sort(words[index - 1]).heads
        and sort(words[index + 1]).heads
        and (bank.marks_close or words[index + 1].start == words[index].end + 1)
    ):
        # "On to the matching foundation pile".
        return True
    if (
        bank.head_last
        and index + 1 < len(words)
        and sort(words[index + 1]).heads
        and words[index + 1].start == words[index].end + 1
        and not (index and "to" in words[index - 1].concepts)
    ):
        # "Empty foundations are …"; in "empty the foundations" an article stands between.
        return True
    if (
        current is not None
        and not current.heads
        and current.attrs & _DETERMINERS
        and index + 1 < len(words)
        and sort(words[index + 1]).heads
    ):
        # "An empty foundation", "each empty cell".
        return True
    for other in words[index + 1 : index + 4]:
        kind = sort(other)
        if any(head not in _KINDS for head in kind.heads):
            return True
        if not (kind.attrs or kind.heads or isinstance(other.number, int)):
            return False
    return False


_DETERMINERS = frozenset(("a", "every", "any", "this", "all", "no"))
_AS_VERB = Sort(frozenset(("is",)))


def _is_verb_here(words: list[Word], index: int, current: Phrase | None, bank: Bank) -> bool:
    """Settle a word that is a noun and a verb ("build", "play", "deal"): a noun after a number or attribute.

    So it is where what it may do follows at once: "builds can be moved".
    """
    if index == 0 and len(words) > 1 and "sequence" in words[0].concepts and words[1].concepts & _MODAL:
        return False
    if bank.of_before and index + 1 < len(words) and "this" in words[index + 1].concepts:
        return False  # "balio horrekin", with that rank
    return not (current is not None and not current.heads and (current.attrs or current.number is not None))


_MODIFIERS = frozenset(
    (*KINDS, "rankname", "suitname", "deck", "pyramid", "corner", "grid", "other-pile", "color", "card")
)
_MODIFIED = frozenset(("pile", "card", "sequence", "group", "row", "column", "corner", "set", "pair"))


def _compound(current: Phrase, before: Word, word: Word, index: int, bank: Bank) -> bool:
    """Whether two nouns side by side are one: "Tableau pile", "karta-segida"."""
    if (
        current.last != index - 1
        or current.closed
        or (bank.of_before and (current.role is not None or before.tag == "art"))
    ):
        return False
    if "card" in current.heads and current.number is not None:
        return False
    old, new = current.heads, sort(word).heads
    modifier, head = (old, new) if bank.head_last else (new, old)
    if any(one in _MODIFIED for one in head):
        return any(one in _MODIFIERS for one in modifier) and modifier != head
    return any(one in ("suitname", "rankname") for one in modifier) and any(one in _KINDS for one in head)


def _absorb(phrase: Phrase, heads: tuple[str, ...], word: Word, bank: Bank) -> None:
    """A second noun: in "Tableau pile" the last is the head, in "pile trou" the first."""
    if bank.head_last:
        old, new, old_name, new_name = phrase.heads, heads, phrase.name, word.name
    else:
        old, new, old_name, new_name = heads, phrase.heads, word.name, phrase.name
    for head in (*old, *new):
        if head in _KINDS:
            phrase.kinds.add(head)
    if old_name:
        phrase.names.append(old_name)
    phrase.heads = new
    phrase.name = new_name


def _leads(words: list[Word], index: int) -> bool:
    """Whether a noun or what belongs to one follows: "each card", and not "six cards each"."""
    if index + 1 >= len(words):
        return False
    kind = sort(words[index + 1])
    return bool(kind.heads or kind.attrs) and words[index + 1].tag is None


def _goes_after(word: Word, kind: Sort, bank: Bank, current: Phrase | None) -> bool:
    if bank.of_before and current is not None and current.role == "of" and current.number and "every" in kind.attrs:
        # "hamar piletako bakoitzak", each of the ten piles.
        return word.role is not None or word.tag == "art"
    if current is None or (current.role is not None and bank.of_before and not word.role):
        return False
    if "each-number" in kind.attrs:
        return (
            "each-number" in bank.after
            and current.number is None
            and (current.is_a("card") or current.is_a("rankname") or current.is_a("point"))
        )
    if any(attr in bank.after for attr in kind.attrs):
        return True
    if isinstance(word.number, int):
        text = word.text.lower()
        return text in bank.number_after and current.number is None
    return False


def _qualify(phrase: Phrase, word: Word, kind: Sort) -> None:
    phrase.attrs.update(kind.attrs)
    if isinstance(word.number, tuple):
        phrase.dims = word.number
    elif isinstance(word.number, int):
        if "ordinal" in word.concepts:
            phrase.ordinal = word.number
        elif phrase.number is None:
            phrase.number = word.number


def _link(phrases: list[Phrase], words: list[Word], bank: Bank) -> None:
    if bank.of_before:
        for index in range(len(phrases) - 1):
            phrase, following = phrases[index], phrases[index + 1]
            if (
                phrase.role == "of"
                and phrase.kinds
                and not following.heads
                and following.attrs & _PLACES
                and following.first == phrase.last + 1
            ):
                phrase.role = "side"
            elif (
                index == 0
                and phrase.role == "at"
                and phrase.kinds
                and not phrase.attrs & {"empty", "free"}
                and following.is_a("card")
                and following.attrs & {"top", "bottom", "second", "exposed"}
                and following.role is None
                and any("in-play" in word.concepts for word in words)
            ):
                # "Hondarrean, gaineko karta dago erabilgarri": of the waste, the top card.
                phrase.role = "of"
                following.of.append(phrase)
                following.kinds |= phrase.kinds
            elif (
                phrase.role == "to"
                and phrase.kinds
                and following.is_a("card")
                and phrase.first < following.first <= phrase.last + 3
                and words[following.first - 1].tag == "of-verb"
            ):
                # "Oinarrira heldu den karta", a card that has come to a foundation.
                following.kinds |= phrase.kinds
            elif (
                phrase.role == "by"
                and following.heads
                and phrase.last + 1 < len(words)
                and words[phrase.last + 1].tag == "of-verb"
                and "create" in words[phrase.last + 1].concepts
                and following.first <= phrase.last + 3
            ):
                # "Hamahiru kartaz osatutako segida", a sequence of thirteen cards.
                phrase.role = "of"
                following.of.append(phrase)
                following.kinds |= phrase.kinds
            elif (phrase.role == "of" and following.first <= phrase.last + 2 and following.heads) or (
                phrase.role == "at" and following.first == phrase.last + 2 and words[phrase.last + 1].tag == "of-verb"
            ):
                following.of.append(phrase)
                following.kinds |= phrase.kinds
        return
    for index in range(len(phrases) - 1, 0, -1):
        phrase, before = phrases[index], phrases[index - 1]
        if (
            not phrase.heads
            and phrase.attrs
            and phrase.attrs <= {"top", "bottom"}
            and before.is_a("card")
            and phrase.first <= before.last + 2
            and (not before.verb_before or (phrase.role == "from" and "first" in before.attrs))
        ):
            # "Cards at the top and bottom of each pile".
            before.attrs |= phrase.attrs
            before.of += phrase.of
            before.kinds |= phrase.kinds
            before.last = phrase.last
            del phrases[index]
            continue
        if (
            phrase.role == "of"
            and phrase.kinds
            and not before.is_a("card")
            and set(sort(words[before.last]).attrs) & (_PLACES if before.heads else _SIDES)
        ):
            phrase.role = "side"
            continue
        if phrase.role not in ("of", "at", "from"):
            continue
        between = words[before.last + 1 : phrase.first]
        if (
            before.is_a("card")
            and phrase.role == "at"
            and any(sort(word).verbs or "in-play" in word.concepts for word in words[phrase.last + 1 :])
        ):
            # "A card that is on a foundation can …", "a card placed on a foundation is worth …"
            between = [word for word in between if not word.concepts & _LYING]
        near = phrase.first <= before.last + 3 and not any(sort(word).verbs or word.tag == "comma" for word in between)
        if (
            not near
            or not (before.heads or before.attrs & {"top", "bottom"})
            or (
                before.heads
                and not any(
                    before.is_a(head)
                    for head in (
                        "card",
                        "pile",
                        "sequence",
                        "group",
                        "row",
                        "pair",
                        "building",
                        "rankname",
                        "place-noun",
                        "column",
                        "corner",
                        "unit",
                    )
                )
            )
        ):
            continue
        if (
            phrase.role == "of"
            or (phrase.role == "at" and not before.verb_before)
            or (phrase.role == "from" and not before.verb_before)
        ):
            before.of.append(phrase)
            before.kinds |= phrase.kinds


_CLICKS = frozenset(("click", "double-click"))
_BUILD = frozenset(("build",))
_PLACE = frozenset(("place",))
_LAYING = frozenset(("place", "put-back", "deal", "build", "flip", "leave"))
_LYING = frozenset(("is", "place"))
_THERE = frozenset(("here", "place", "is", "move", "at", "to", "when", "finite"))


def _clicked(clause: Clause, bank: Bank) -> list[Phrase]:
    """What is clicked on: the phrase after the word for it, or before it where the verb stands last."""
    at = next((index for index, word in enumerate(clause.words) if word.concepts & _CLICKS), -1)
    if at < 0:
        return []
    after = [phrase for phrase in clause.phrases if phrase.first > at and phrase.role in ("at", "of", None)]
    if bank.of_before and (
        (at + 1 < len(clause.words) and "here" in clause.words[at + 1].concepts)
        or (
            any(phrase.attrs & {"all", "every"} for phrase in [one for one in after if one.role == "at"][:1])
            and any(word.tag == "to-do" for word in clause.words)
        )
    ):
        # "Click here to …", "click to deal a card on every pile".
        after = []
    if after and any(sort(word).verbs and not sort(word).attrs for word in clause.words[at + 1 : after[0].first]):
        # "Click to deal a card": it is not said on what.
        after = []
    if at and "is" in clause.words[at - 1].concepts and not bank.of_before:
        # "The stock is clicked".
        after = []
    before = [
        phrase
        for phrase in clause.phrases
        if phrase.last < at
        and (
            phrase.role == "at"
            # "Sortari klik eginez": it is given a click.
            or (
                phrase.role == "to"
                and phrase.last == at - 1
                and bool(bank.dative)
                and clause.words[phrase.last].text.lower().endswith(bank.dative)
            )
        )
    ]
    if bank.of_before and before:
        return before[-1:]
    if not after:
        subject = [phrase for phrase in clause.phrases if phrase.last < at and phrase.role is None and phrase.kinds]
        return before[-1:] or subject[-1:] if bank.of_before else subject[-1:] or before[-1:]
    found = after[:1]
    for phrase in clause.phrases[clause.phrases.index(found[0]) + 1 :]:
        between = clause.words[found[-1].last + 1 : phrase.first]
        if any(sort(word).verbs for word in between) or phrase.role not in ("at", "of", None):
            break
        if (phrase.role in ("of", "at") and (not bank.of_before or found[-1].role == "of")) or any(
            "or" in word.concepts or "and" in word.concepts for word in between
        ):
            found.append(phrase)
        else:
            break
    return found


_POINTS = frozenset(("point",))
_ENDED = frozenset(("create", "end"))
_NEUTRAL = frozenset(("adverb",))
_CARRIED = frozenset(("remove", "build", "go", "move"))
_PREDICATES = frozenset(
    (
        *_PLACING,
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
_AND_OR = frozenset(("and", "or"))
_AND_OR_BUT = _AND_OR | {"restrictive"}

_PLACES_BY = frozenset(("dims", "pile"))
_ENDS = frozenset(("game-end", "game-win"))
_WAYS = frozenset(("up", "down"))
_BUILT_APART = _KINDS | {"corner"}
"""What may be built each in its own way."""
_NUMBER_ONLY = frozenset(("number",))
_AT_MOST, _UP_TO = frozenset(("maximum",)), frozenset(("up", "to"))
_COUNTED = frozenset(("number", "a"))
_COMBINED = _AT_MOST | {"number", "a", "singly", "rank"}
"""What a word must be to be combined with the next."""
_STOPS = frozenset(("stop", "colon", "dash"))
_FACES = frozenset(("face-up", "face-down"))
_SIDES = frozenset(("left", "right", "center"))
_PLACES = frozenset(("top", "bottom", "left", "right", "center"))
_FIGURES = ("pyramid", "arch", "clock", "triangle", "cross", "grid")
_MAKING = frozenset(("build", "create"))
_TURNING = frozenset(("flip", "turn-over"))


def _features(clause: Clause, bank: Bank) -> None:
    features = clause.features
    nouns = {index for phrase in clause.phrases for index in range(phrase.first + 1, phrase.last + 1)}
    following: str | None = None
    unknown = 0
    for index in range(len(clause.words) - 1, -1, -1):
        word = clause.words[index]
        tag = word.tag
        if tag is None and not word.concepts:
            unknown += word.text.isalpha()
        elif tag == "article":
            features.add("a")
        elif index in nouns and "whole" in word.concepts and not sort(word).heads:
            features.add("whole")
        elif index in nouns and "pile" in word.concepts:
            # "A place", "each place": no one places anything.
            features |= word.concepts - _PLACE
        elif word.noun:
            # A word that is a noun here ("a build") is no verb.
            features |= word.concepts - frozenset(sort(word).verbs)
        elif tag == "of-verb" or following == "of-verb":
            # "Osatutako segida", "osatzen duten kartak": what cards have been built is no building.
            features |= word.concepts - _BUILD
        else:
            features |= word.concepts
        if tag:
            features.add(":" + tag)
        following = tag
    for index, word in enumerate(clause.words):
        if sort(word).verbs and word.tag != "of-verb":
            clause.verb_at = index
            break
    if bank.dative and "remove" in features:
        # "Oinarriei ez zaie kartarik kentzen": taken from them, not given to them.
        for phrase in clause.phrases:
            if phrase.role == "to" and clause.words[phrase.last].text.lower().endswith(bank.dative):
                phrase.role = "from"
    if bank.dative and not features.isdisjoint(_TURNING):
        # "Hondarrari buelta eman": it is turned over, and nothing goes there.
        for phrase in clause.phrases:
            if phrase.role == "to" and clause.words[phrase.last].text.lower().endswith(bank.dative):
                phrase.role = None
    if features >= _MAKING and any(
        phrase.role is None and phrase.is_a(figure) for phrase in clause.phrases for figure in _FIGURES
    ):
        # "Arkua osatuz": a figure is made, and nothing built on it.
        features.discard("build")
    if features & _PLACING or (bank.of_before and "in-play" in features):
        features.add("PLACING")
        clause.located = bool(bank.dative) and "in-play" not in features and features & _PLACING == {"move"}
        if bank.of_before:
            for phrase in clause.phrases:
                phrase.verb_before = True
    for phrase in clause.phrases:
        role = phrase.role or "np"
        if role == "by" and not phrase.heads and phrase.number is not None:
            # "par trois", by threes
            features.add(":by-number")
        if phrase.is_a("rankname"):
            features.add("rankname")
        for head in phrase.heads:
            for attr in phrase.attrs:
                features.add(f"{head}.{attr}")
            if phrase.ordinal == 2:
                features.add(f"{head}.second")
            if phrase.number == 1 and "a" in phrase.attrs:
                pass
            elif phrase.number == 1:
                features.add(f"{head}.one")
            elif phrase.number is not None:
                features.add(f"{head}.many")
            features.add(f"{role}.{head}")
            for kind in phrase.kinds:
                features.add(f"{head}@{kind}")
                features.add(f"{role}.{kind}")
    if features & _CLICKS:
        clause.clicked = _clicked(clause, bank)
        for phrase in clause.clicked:
            for kind in phrase.kinds:
                features.add(f"C.{kind}")
    for kind in clause.targets():
        features.add(f"target.{kind}")
    if clause.aside:
        features.add("ASIDE")
    if unknown > 2:
        features.add(":unknown")
    for mark, span in clause.spans:
        family = "if" if mark in _CONDITIONS else mark
        concepts = {concept for word in span for concept in word.concepts}
        if mark == "when" and concepts <= _THERE:
            # "Once there": no condition, only a pointer to where the cards have gone.
            features.add("if.here")
            continue
        features.add(mark.upper())
        if mark in _CONDITIONS:
            features.add("COND")
        for word in span:
            for concept in word.concepts:
                features.add(f"{family}.{concept}")
