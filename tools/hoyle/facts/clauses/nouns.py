"""Noun phrases of a clause, and what each does there."""

from __future__ import annotations

from hoyle.facts.clauses.clause import Phrase
from hoyle.facts.clauses.spans import DETERMINERS, FACES, MODIFIERS, PILE_KINDS
from hoyle.facts.clauses.splitting import AND_OR
from hoyle.facts.clauses.words import NUMBER_ONLY, Sort, sort
from hoyle.language.bank import Bank, Word

_BESIDE = frozenset(("under", "above", "beside"))
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
            if "above" in word.concepts and current is not None and current.is_a("card") and not verb_seen:
                current.attrs.add("top")  # "The card on top of the waste"
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
            elif bank.of_before:
                role = None
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
            if current is None or (
                current.heads
                and not _compound(current, words[index - 1], word, index, bank)
                and not _rows_of_cards(current, words, index, bank)
            ):
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
                if head in PILE_KINDS:
                    current.kinds.add(head)
            if role is not None and current.role is None:
                current.role = role
            if word.role:
                current.role = word.role
            current.last = index
            role = None
            continue
        if (
            "touch" in word.concepts
            and not bank.of_before
            and current is not None
            and not current.heads
            and index + 1 < len(words)
            and sort(words[index + 1]).heads
        ):
            continue  # "two neighbouring cards"
        if kind.verbs and not kind.attrs:
            close()
            if word.tag != "of-verb":
                verb_seen = True
            role = carried_role = None
            continue
        if kind.attrs or (isinstance(word.number, (int, tuple)) and not kind.plain):
            if word.concepts & FACES:
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
                and (current.ordinal is not None or current.attrs & {"first", "last"})
                and current.number is None
                and word.concepts == NUMBER_ONLY
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
            if (
                current is not None
                and not current.heads
                and current.ordinal is not None
                and not bank.of_before
                and word.concepts == NUMBER_ONLY
                and word.number != 1
                and not (index + 1 < len(words) and _leads(words, index))
            ):
                # "The second two, the third three".
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
                and word.concepts == NUMBER_ONLY
                and isinstance(word.number, int)
                and 2 <= word.number <= 10
            ):
                # "one two on each pile": one card of a rank.
                current.heads, current.name, current.last = ("rankname",), str(word.number), index
                continue
            _qualify(current, word, kind)
            current.last = index
            current.closed = after
            if bank.of_before and not after and word.tag == "art" and kind.attrs in (("top",), ("bottom",)):
                # "Hondarreko goikoa mahaira": its article ends the phrase.
                close()
                continue
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
    if not bank.of_before and phrases and _opens_at(phrases[0], words):
        phrases[0].role = "from" if phrases[0].role == "of" else "at"
    _link(phrases, words, bank)
    return phrases


def _opens_at(phrase: Phrase, words: list[Word]) -> bool:
    """Whether what stands before a comma and the verb is where something happens: "Au tableau, les cartes …"."""
    after = words[phrase.last + 1] if phrase.last + 1 < len(words) else None
    return (
        phrase.role in ("to", "of")
        and phrase.first <= 1
        and bool(phrase.kinds)
        and after is not None
        and after.tag == "comma"
        and any(sort(word).verbs for word in words[phrase.last + 2 :])
    )


def _opens_object(words: list[Word], index: int, phrases: list[Phrase]) -> bool:
    """Whether a word for "of" that is an article, too, opens an object: "placez des cartes", "puis des cartes"."""
    before = words[index - 1] if index else None
    if before is None:
        return True
    kind = sort(before)
    if not before.concepts.isdisjoint(("only", "back")):
        return True  # "n'accueille que des Rois", "reprendre des cartes"
    if kind.verbs and not kind.heads and not kind.attrs and "is" not in before.concepts:
        return before.tag != "of-verb"
    return bool(before.concepts & AND_OR) and not (phrases and phrases[-1].role == "of")


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
        and current.attrs & DETERMINERS
        and index + 1 < len(words)
        and sort(words[index + 1]).heads
    ):
        # "An empty foundation", "each empty cell".
        return True
    for other in words[index + 1 : index + 4]:
        kind = sort(other)
        if any(head not in PILE_KINDS for head in kind.heads):
            return True
        if not (kind.attrs or kind.heads or isinstance(other.number, int)):
            return False
    return False


_AS_VERB = Sort(frozenset(("is",)))


def _is_verb_here(words: list[Word], index: int, current: Phrase | None, bank: Bank) -> bool:
    """Settle a word that is a noun and a verb ("build", "play", "deal"): a noun after a number or attribute.

    So it is where what it may do follows at once: "builds can be moved".
    """
    if index == 0 and len(words) > 1 and "sequence" in words[0].concepts:
        if words[1].concepts & _MODAL:
            return False
        if len(words) > 3 and sort(words[1]).roles and not sort(words[2]).verbs and words[3].concepts & _MODAL:
            return False  # "Builds in suit can be moved"
    if bank.of_before and index + 1 < len(words) and "this" in words[index + 1].concepts:
        return False  # "balio horrekin", with that rank
    return not (current is not None and not current.heads and (current.attrs or current.number is not None))


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
        return any(one in MODIFIERS for one in modifier) and modifier != head
    return any(one in ("suitname", "rankname") for one in modifier) and any(one in PILE_KINDS for one in head)


def _rows_of_cards(current: Phrase, words: list[Word], index: int, bank: Bank) -> bool:
    """Whether what is counted are rows and not cards: "lau karta errenkada", but "lau karta errenkada bakoitzean"."""
    word = words[index]
    following = words[index + 1] if index + 1 < len(words) else None
    return (
        bank.of_before
        and current.heads == ("card",)
        and current.number is not None
        and current.last == index - 1
        and not current.closed
        and words[index - 1].tag is None
        and "row" in word.concepts
        and word.role is None
        and not (following is not None and set(sort(following).attrs) & bank.after)
    )


def _absorb(phrase: Phrase, heads: tuple[str, ...], word: Word, bank: Bank) -> None:
    """A second noun: in "Tableau pile" the last is the head, in "pile trou" the first."""
    if bank.head_last:
        old, new, old_name, new_name = phrase.heads, heads, phrase.name, word.name
    else:
        old, new, old_name, new_name = heads, phrase.heads, word.name, phrase.name
    for head in (*old, *new):
        if head in PILE_KINDS:
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
    if isinstance(word.number, int) and "single" in kind.attrs and current.number is not None:
        return False  # "Three cards, one only face up"
    if "each-number" in kind.attrs:
        return (
            "each-number" in bank.after
            and (current.number is None or word.number == 1)
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
                and following.attrs in ({"top"}, {"bottom"})
                and following.first == following.last == phrase.last + 1
                and words[following.last].tag == "art"
            ):
                # "Hondarreko goikoa": its card.
                following.heads = ("card",)
                following.of.append(phrase)
                following.kinds |= phrase.kinds
            elif (
                phrase.role == "of"
                and phrase.kinds
                and not following.heads
                and following.attrs & PLACES
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
                and any(
                    "in-play" in word.concepts or ("play" in word.concepts and words[phrase.last + 1].tag == "comma")
                    for word in words
                )
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
            not phrase.heads
            and phrase.attrs == {"exposed"}
            and phrase.role is None
            and before.is_a("card")
            and before.role is None
            and phrase.last + 1 < len(words)
            and not words[phrase.last + 1].concepts.isdisjoint(_SAID_OF_IT)
            and all("is" in word.concepts for word in words[before.last + 1 : phrase.first])
        ):
            # "Any card that is not covered may be played."
            before.attrs |= phrase.attrs
            before.last = phrase.last
            del phrases[index]
            continue
        if (
            phrase.role == "of"
            and phrase.kinds
            and not before.is_a("card")
            and set(sort(words[before.last]).attrs) & (PLACES if before.heads else _SIDES)
        ):
            phrase.role = "side"
            continue
        if phrase.role not in ("of", "at", "from", "to"):
            continue
        between = words[before.last + 1 : phrase.first]
        if (
            before.is_a("card")
            and phrase.role == "at"
            and any(sort(word).verbs or "in-play" in word.concepts for word in words[phrase.last + 1 :])
        ):
            # "A card that is on a foundation can …", "a card placed on a foundation is worth …"
            between = [word for word in between if not word.concepts & _LYING]
        came = (
            before.is_a("card")
            and phrase.role in ("at", "to")
            and bool(phrase.kinds)
            and not before.verb_before
            and phrase.last + 1 < len(words)
            and not words[phrase.last + 1].concepts.isdisjoint(_SAID_OF_IT)
            and bool(between)
            and all(not word.concepts.isdisjoint(_COME) or word.tag == "article" for word in between)
        )
        if came:
            # "A card that has gone to a foundation may …"
            before.of.append(phrase)
            before.kinds |= phrase.kinds
            continue
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
            if not before.is_a("corner"):
                before.kinds |= phrase.kinds  # the corners of the layout are no place of the tableau


_LYING = frozenset(("is", "place"))
_COME = frozenset(("is", "have", "place", "move", "play", "go", "build", "deal", "once-word", "to", "at"))
_SAID_OF_IT = frozenset(("is", "can", "must", "not", "in-play", "stay", "have", "worth", "count", "remain"))
_STOPS = frozenset(("stop", "colon", "dash"))
_SIDES = frozenset(("left", "right", "center"))
PLACES = frozenset(("top", "bottom", "left", "right", "center"))
