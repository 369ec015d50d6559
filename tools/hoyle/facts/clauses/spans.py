"""Subordinate spans: conditions, exceptions and asides, taken out of a sentence."""

from __future__ import annotations

from hoyle.facts.clauses.clause import Clause
from hoyle.language.bank import Bank, Word
from hoyle.language.concepts import KINDS, SPANS

PILE_KINDS = frozenset(KINDS)
CONDITIONS = frozenset(("if", "when", "unless", "as-long"))
_AUXILIARY = frozenset(("is", "can", "must", "have", "become"))
PLACING_VERBS = frozenset(
    ("move", "play", "go", "deal", "place", "flip", "build", "put-back", "return", "turn-over", "take", "leave")
)


def segments_of(words: list[Word], tags: list[str | None]) -> list[tuple[list[Word], bool]]:
    """The sentence without its brackets, and each bracket by itself; whether each stood in brackets."""
    end = len(tags) - 1 if tags and tags[-1] == "stop" else len(tags)
    if _PARTING.isdisjoint(tags[:end]):
        # Most have none, and no mark but the last.
        return [(words[:end], False)] if end else []
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
                if following is not None and following.text[:1].isupper() and not following.sort.heads and current:
                    # A sentence that ends without its full stop.
                    segments.append((current, False))
                    segments += asides
                    current, asides = [], []
        elif inside is not None:
            inside.append(word)
        elif tag == "colon" and not any(other.sort.verbs for other in words[index + 1 :]):
            continue
        elif tag == "colon" and len(current) == 1 and "rankname" in current[0].concepts:
            # "King: place it in a corner."
            continue
        elif tag == "dash" and current and _takes_away(words, index):
            word.tag = None
            word.mean(_MINUS)  # "the length of the sequence - 1"
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


_PARTING = frozenset(("open", "close", "colon", "dash", "stop"))


def _or_else(words: list[Word]) -> bool:
    """Whether what stands in brackets opens with another thing instead of the one before, and says no more of it."""
    if not words or "or" not in words[0].concepts:
        return False
    pile = False
    for word in words:
        if word.tag in ("comma", "close", "stop") or word.tag in SPANS or word.sort.marks:
            break
        if word.sort.verbs and not word.sort.attrs:
            return False
        pile = pile or not word.concepts.isdisjoint(PILE_KINDS)
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


def only_to_do(main: list[Word], mark: str, span: list[Word]) -> bool:
    """Whether a sentence only says to do what its condition speaks of."""
    if mark not in ("if", "when") or any(word.concepts and word.tag != "comma" for word in main):
        return False
    concepts = {concept for word in span for concept in word.concepts}
    return "can" in concepts and bool(concepts & PLACING_VERBS) and not concepts & {"not", "no"}


def take_denied(words: list[Word], spans: list[tuple[str, list[Word], int]]) -> list[Word]:
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
        opens = any("restrictive" in word.concepts for word in words) and bool(stretch) and "not" in stretch[0].concepts
        if named and (number or only or opens) and _denies(stretch):
            spans.append(("beyond" if only else "unlike", [word for word in stretch if word.tag != "comma"], len(main)))
        elif number and _denies(stretches[number - 1]) and not main:
            main += stretch[1:]
        else:
            main += stretch
    return main


_SUITS = frozenset(("suit", "color"))
_RANKED = frozenset(("higher", "lower"))


def of_another_game(clause: Clause, later: list[Clause]) -> bool:
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


_JOINED = frozenset(("and", "or", "not"))


def without_contrast(words: list[Word]) -> list[Word]:
    """The words without what is told of another game at their front: "Unlike in Klondike, where only Kings …, …"."""
    commas = [at for at, word in enumerate(words) if word.tag == "comma"]
    if (
        len(commas) < 2
        or "in-contrast" not in words[0].concepts
        or not has_verb(words[commas[0] : commas[1]])
        or not words[commas[1] + 1 : commas[1] + 2]
        or not words[commas[1] + 1].concepts.isdisjoint(_JOINED)
    ):
        return words
    return words[commas[1] + 1 :]


_AFTER_ONCE = frozenset(("per", "restrictive", "and"))
_PREDICATED = frozenset(("empty", "empty-verb", "full", "exposed", "free"))
_JOINING = frozenset(("and", "or", "restrictive"))
_DENIED = frozenset(
    (
        *("card", "rankname", "sequence", "group", "pile", "up", "down", "ascending", "descending"),
        *("horizontal", "vertical", "diagonal", *KINDS),
    )
)


def _denies(words: list[Word]) -> bool:
    return any("not" in word.concepts for word in words) and not any(
        word.sort.verbs or word.tag == "finite" or not word.concepts.isdisjoint(_STATED) for word in words
    )


_STATED = CONDITIONS | {"in-play"}


def take_spans(words: list[Word], spans: list[tuple[str, list[Word], int]], bank: Bank) -> list[Word]:
    """What is left of a sentence when its subordinate spans are taken out, which are added to `spans`."""
    if bank.marks_close:
        return take_closed(words, spans)
    main: list[Word] = []
    position, size = 0, len(words)
    while position < size:
        word = words[position]
        if not word.sort.parts:
            main.append(word)
            position += 1
            continue
        marks = word.sort.marks
        if "at-a-time" in word.concepts and words[position + 1 : position + 2] and words[position + 1].tag == "comma":
            # "Three cards are turned each time, …": how many at a time, and no condition.
            main.append(word)
            position += 1
            continue
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
        if "restrictive" in word.concepts and main and main[-1].sort.heads and position + 1 < size:
            # "all cards but picture cards": what follows, without a verb, is left out.
            end = position + 1
            while end < size and words[end].tag != "comma" and not words[end].sort.verbs:
                end += 1
            if end == size and any(other.sort.heads for other in words[position + 1 :]):
                spans.append(("except", words[position + 1 :], len(main)))
                break
        # "une fois": once, where nothing follows, and else when
        following = words[position + 1 : position + 3]
        at_end = not following or any(not other.concepts.isdisjoint(_AFTER_ONCE) for other in following[:1])
        if main and len(following) == 2 and "to" in following[0].concepts and following[1].sort.verbs:
            at_end = True  # "turned over once to form a new stock"
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
            if end < size and words[end].tag == "comma" and mark in CONDITIONS:
                # "whenever, after a redeal, the last pile …": the condition goes on after what interrupts it.
                end = next((at + 1 for at in range(end + 1, size) if words[at].tag == "comma"), end + 1)
            while end < size:
                other = words[end].sort
                if words[end].tag == "comma":
                    if end > position + 1 and mark in CONDITIONS and _only_when(words, position + 1, end):
                        end += 1
                        continue
                    break
                if (
                    mark == "except"
                    and other.verbs
                    and end > position + 1
                    and not (
                        # "Except by a deal", "except with the next deal".
                        "dealing" in words[end].concepts and words[end - 1].sort.attrs
                    )
                ):
                    break
                if other.marks and end > position + 1:
                    break
                if (
                    mark in ("after", "before")
                    and "and" in words[end].concepts
                    and end + 1 < size
                    and words[end + 1].sort.verbs
                ):
                    break
                end += 1
            if mark in ("after", "before", "when") and not main and end == size:
                end = _first_phrase(words, position + 1)
            if mark in ("if", "when", "as-long", "after") and not main and end == size:
                end = _first_predicate(words, position + 1)
            if mark == "when" and main and end == size and main[-1].sort.heads and not has_verb(main):
                end = _first_finite(words, position + 1)
            span = words[position + 1 : end]
            if not span and word.concepts - {mark}:
                # "You may go through it once."
                main.append(word)
                position = end
                continue
            if (mark in ("when", "if") and any(other.concepts & CLICKS for other in span)) or (
                mark == "when" and span and _tells_how_to_build(span, main)
            ):
                # "When the stock is clicked", "when building on the tableau" is no condition but what is done.
                main += span
                if end < size and words[end].tag == "comma":
                    end += 1
            else:
                spans.append((mark, span, len(main)))
                if "remark" in word.concepts:
                    main.append(word)  # "An option lets you …"
            if end < size and words[end].tag == "comma":
                if not main:
                    end += 1
                elif len(main) > 1 and main[-1].tag == "comma" and "or" in main[-2].concepts:
                    # "From the reserve or, if it is empty, from the waste": one thing or another.
                    main.pop()
                    end += 1
            position = end
        else:
            main.append(word)
            position += 1
    return main


def _tells_how_to_build(span: list[Word], main: list[Word]) -> bool:
    """Whether a span is no condition but what the rest is said of: "suits must differ when you build down"."""
    if "build" in span[0].concepts:
        return True
    said = {concept for word in main for concept in word.concepts}
    built = {concept for word in span for concept in word.concepts}
    return (
        {"build"} <= built and bool(built & {"up", "down"}) and bool(said & {"suit", "color"}) and "build" not in said
    )


def _first_phrase(words: list[Word], start: int) -> int:
    """Where the first noun phrase ends, if another and a verb follow: "After the first pass the stock is turned"."""
    for index in range(start, len(words) - 1):
        kind, following = words[index].sort, words[index + 1].sort
        if _is_a_deal(words, start, index):
            # "After the deal put a card on each pile", "Before dealing again you have to …"
            end = index + 2 if "again" in words[index + 1].concepts else index + 1
            if end < len(words) and words[end].sort.verbs and words[end].concepts.isdisjoint(_OF_A_DEAL):
                return end
        if kind.verbs and not kind.attrs and not kind.heads:
            break
        if (
            kind.heads
            and (
                (following.heads and not any(head in MODIFIERS for head in kind.heads))
                or following.attrs in _OPENING
                or "here" in words[index + 1].concepts  # "Before a new deal there must be …"
                # "After the King the foundation continues …": an article stands between.
                or ("rankname" in kind.heads and following.heads and words[index + 1].start > words[index].end + 1)
            )
            and not following.verbs
            and any(word.sort.verbs or "in-play" in word.concepts for word in words[index + 2 :])
        ):
            return index + 1
    return len(words)


def _is_a_deal(words: list[Word], start: int, index: int) -> bool:
    """Whether a span is, up to there, only a deal, or to deal: "the first deal", "dealing", "de distribuer"."""
    said = words[index].concepts
    if index > start and "deal" in said and "of" in words[start].concepts:
        return index == start + 1
    return "dealing" in said and all(word.sort.attrs and not word.sort.heads for word in words[start:index])


def _only_when(words: list[Word], start: int, end: int) -> bool:
    """Whether a condition has said no more than when by its first comma: "If at any point, all cards are …, they …"."""
    return (
        (bool(words[start].sort.roles) or "adverb" in words[start].concepts)
        and not any(word.sort.verbs for word in words[start:end])
        and any(word.tag == "comma" for word in words[end + 1 :])
    )


def _first_predicate(words: list[Word], start: int) -> int:
    """Where a condition ends that no comma closes: "If the waste is empty a card is dealt from the stock"."""
    for index in range(start + 1, len(words) - 2):
        if (
            "is" in words[index].concepts
            and not words[index + 1].concepts.isdisjoint(_PREDICATED)
            and not words[index + 2].concepts.isdisjoint(DETERMINERS)
            and "is" not in words[index + 2].concepts
            and any(word.sort.verbs for word in words[index + 3 :])
        ):
            return index + 2
        if (
            "empty-verb" in words[index].concepts
            and not words[index + 1].concepts.isdisjoint(_MAY)
            and not words[index - 1].concepts.isdisjoint(_AUXILIARY)
        ):
            return index + 1  # "Once the stock has run out it may not be turned over"
        if (
            not words[index].concepts.isdisjoint(_PLACED)
            and "can" in words[index + 1].concepts
            and any(not word.concepts.isdisjoint(_AUXILIARY | PLACING_VERBS) for word in words[start:index])
        ):
            return index + 1  # "Once a card is on a foundation it cannot be moved"
        if (
            not words[index].concepts.isdisjoint(PILE_KINDS)
            and words[index + 1].start > words[index].end + 1
            and not words[index + 1].concepts.isdisjoint(_GIVEN)
            and any(word.sort.verbs for word in words[start:index])
        ):
            return index + 1  # "If you complete a foundation you get 60 points"
    return len(words)


def _first_finite(words: list[Word], start: int) -> int:
    """Where a condition between a subject and its verb ends: "Cards once played to a foundation may not …"."""
    for index in range(start + 2, len(words)):
        if words[index].tag == "comma":
            break
        if not words[index].concepts.isdisjoint(_MAY) and not words[index - 1].concepts.isdisjoint(_PLACED):
            return index
    return len(words)


_OF_A_DEAL = frozenset(("is", "have", "become", "end", "start", "deal", "allow", "possible"))
"""What may be said of a deal itself: it is over, has begun, is made."""
_OPENING = tuple(frozenset((one,)) for one in ("a", "any", "every", "all", "rest"))
_GIVEN = frozenset(("worth", "deal"))
_MAY = frozenset(("can", "must", "is", "in-play"))
_PLACED = PILE_KINDS | {"pile", "here"}


def take_closed(words: list[Word], spans: list[tuple[str, list[Word], int]]) -> list[Word]:
    """As `take_spans`, in a language that marks a span at its end."""
    main: list[Word] = []
    opened = 0
    for index, word in enumerate(words):
        if index < opened:
            continue
        kind = word.sort
        mark = word.tag if word.tag in SPANS else (kind.marks[0] if kind.marks else None)
        if mark is None:
            main.append(word)
            if (
                word.tag == "adv"
                and "once-word" in main[0].concepts
                and index + 1 < len(words)
                and words[index + 1].tag == "comma"
                and not any(other.tag in ("comma", "finite") for other in main)
            ):
                # "Behin oinarrian jarrita, karta ezin da mugitu": once it lies there.
                spans.append(("after", main[1:], 0))
                main = []
                opened = index + 2
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
                or (start < len(main) and denied_verb(main, start - 1))
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
                        if (other.role and other.role != "of") or other.concepts & FACES
                    ),
                    default=0,
                ),
            )
        elif (
            mark == "until"
            and start == 0
            and len(main) > 1
            and main[0].tag == "art"
            and not main[0].concepts.isdisjoint(PILE_KINDS)
            and has_verb(words[index + 1 :])
            and not any(other.sort.heads for other in words[index + 1 :])
        ):
            # "Oinarriak erregeraino iritsi arte osatzen dira": what is built stands before the span.
            start = 1
        elif mark in ("after", "before") and main and main[-1].role == "of" and not has_verb(main[start:]):
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
        if (
            mark in CONDITIONS
            and len(main) - start >= 3
            and main[start].concepts & {"and", "or"}
            and main[start + 1].role in ("from", "to", "by")
        ):
            # "Hondarretik, edo sortatik hondarrik ez badago": what it is taken from, and then the condition.
            start += 2
        span = [*main[start:], word]
        if mark in CONDITIONS and (more := _more_of_condition(words, index + 1)) > index + 1:
            span += words[index + 1 : more]
            opened = more
        if mark in ("when", "if", "after") and any(other.concepts & CLICKS for other in span):
            if not word.concepts & {"if", "when"}:
                main.append(word)
            continue
        del main[start:]
        if main and main[-1].tag == "comma" and not any(item.tag != "comma" for item in main):
            main.pop()
        spans.append((mark, span, len(main)))
    return main


def _more_of_condition(words: list[Word], start: int) -> int:
    """Where a second thing ends that a condition asks for, its verb left out: "txikiagoa bada eta palo berekoa"."""
    if start >= len(words) or "and" not in words[start].concepts:
        return start
    end = next((at for at in range(start, len(words)) if words[at].tag == "comma"), len(words))
    said = words[start + 1 : end]
    if not said or any(word.sort.verbs or word.sort.marks or word.tag in SPANS for word in said):
        return start
    return end


def denied_verb(words: list[Word], at: int) -> bool:
    """Whether a word is the verb of a negated auxiliary before it: "ezin da sortatik banatu"."""
    if not words[at].sort.verbs or words[at].tag or words[at].concepts & _AUXILIARY:
        return False
    for index in range(at - 1, -1, -1):
        if words[index].tag == "finite":
            return "not" in words[index].concepts or (index > 0 and "not" in words[index - 1].concepts)
        if words[index].sort.verbs:
            return False
    return False


def has_verb(words: list[Word]) -> bool:
    """Whether there is a predicate among the words."""
    for index, word in enumerate(words):
        kind = word.sort
        if "in-play" in word.concepts and word.tag == "finite":
            return True
        if (
            kind.verbs
            and not kind.attrs
            and word.tag not in ("of-verb", "to-do", "adv")
            and word.concepts.isdisjoint(CLICKS)
            and not (index + 1 < len(words) and words[index + 1].tag == "of-verb")
            and not (kind.heads and index + 1 < len(words) and "a" in words[index + 1].concepts)
        ):
            return True
    return False


DETERMINERS = frozenset(("a", "every", "any", "this", "all", "no"))


MODIFIERS = frozenset(
    (*KINDS, "rankname", "suitname", "deck", "pyramid", "corner", "grid", "other-pile", "color", "card")
)


CLICKS = frozenset(("click", "double-click"))
FACES = frozenset(("face-up", "face-down"))
