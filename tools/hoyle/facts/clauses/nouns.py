"""Noun phrases of a clause, and what each does there."""

from __future__ import annotations

from hoyle.facts.clauses.clause import Phrase
from hoyle.facts.clauses.spans import DETERMINERS, FACES, MODIFIERS, PILE_KINDS
from hoyle.facts.clauses.splitting import AND_OR, LISTING
from hoyle.facts.clauses.words import NUMBER_ONLY
from hoyle.language.bank import Bank, Word
from hoyle.language.concepts import Sort

_BESIDE = frozenset(("under", "above", "beside"))
_MODAL = frozenset(("can", "must"))


def chunk(words: list[Word], bank: Bank) -> list[Phrase]:
    """The noun phrases of a clause, with genitives and places tied to their nouns."""
    phrases = _Chunker(words, bank).read()
    if not phrases:
        return phrases
    if bank.of_before:
        _link_genitives(phrases, words)
    else:
        first = phrases[0]
        if first.role in _FRONTED and _opens_at(first, words):
            first.role = "from" if first.role == "of" else "at"
        _link(phrases, words)
    return phrases


class _Chunker:
    """Gathers the noun phrases of a clause word by word."""

    __slots__ = ("bank", "carried_role", "current", "phrases", "role", "verb_seen", "words")

    def __init__(self, words: list[Word], bank: Bank) -> None:
        self.words = words
        self.bank = bank
        self.phrases: list[Phrase] = []
        self.current: Phrase | None = None
        """The phrase that is not closed yet."""
        self.role: str | None = None
        """What the next phrase does, as a preposition said."""
        self.carried_role: str | None = None
        """What it does because the one that it is joined to does it."""
        self.verb_seen = False

    def read(self) -> list[Phrase]:
        """The phrases of all the words."""
        for index, word in enumerate(self.words):
            kind = word.sort
            if kind.heads:
                if self._noun(index, word, kind):
                    continue
            elif kind.roles:
                self._preposition(index, word, kind)
                continue
            elif kind.attrs:
                if kind.verbs and not _qualifies(self.words, index, self.current, self.bank):
                    kind = _AS_VERB
            elif kind.plain and not word.concepts.isdisjoint(_BESIDE):
                self._beside(index)
                continue
            if kind.verbs:
                if "touch" in kind.verbs and self._adjoins(index):
                    continue
                if not kind.attrs:
                    if self.current is not None:
                        self.close()
                    if word.tag != "of-verb":
                        self.verb_seen = True
                    self.role = self.carried_role = None
                    continue
            if kind.attrs or (word.number is not None and not kind.plain):
                if kind.attrs.isdisjoint(FACES):
                    self._attribute(index, word, kind)
                else:
                    self._face(index, kind)
            elif not word.concepts.isdisjoint(LISTING):
                self._join(index, word)
            elif word.tag in _STOPS:
                self.close()
                self.role = None
            else:
                if self.current is not None and self.current.heads:
                    self.close()
                if kind.plain and "not" not in kind.plain:
                    self.role = None
        self.close()
        return self.phrases

    def close(self) -> None:
        """End the current phrase, and keep it if anything is said of it."""
        phrase = self.current
        if phrase is None:
            return
        self.current = None
        if (
            self.carried_role is not None
            and phrase.role == self.carried_role
            and not phrase.kinds
            and _PLACES_BY_NAME.isdisjoint(phrase.heads)
        ):
            # "one card to the first pile and one to the others": a new object, no second place.
            phrase.role = None
        self.carried_role = None
        if not phrase.heads:
            number = phrase.number
            if number is not None and "a" in phrase.attrs and 2 <= number <= 10 and not self.bank.of_before:
                # "a two": a rank, and no number of cards.
                phrase.heads, phrase.name, phrase.number = ("rankname",), str(number), 1
            elif phrase.role is None:
                phrase.role = phrase.attr_role
            if not (phrase.attrs or number is not None or phrase.dims or phrase.ordinal is not None):
                return
        self.phrases.append(phrase)

    def _noun(self, index: int, word: Word, kind: Sort) -> bool:
        """Take a word that may be a noun; whether it is one here."""
        words, bank, current = self.words, self.bank, self.current
        if (
            kind.attrs
            and "unit" in kind.heads
            and "a" in kind.attrs
            and current is not None
            and current.heads
            and current.number is None
            and current.last == index - 1
            and words[index - 1].tag != "art"
        ):
            # "pila batera", to a pile, and not "batera", together.
            current.role = word.role
            current.attrs |= {"a"}
            word.tag = "article"
            current.last = index
            current.closed = True
            return True
        if kind.verbs and _is_verb_here(words, index, current, bank):
            return False
        if current is None:
            phrase = self.current = Phrase(index, self.role, self.verb_seen)
        elif current.heads:
            if _compound(current, words[index - 1], word, index, bank) or _rows_of_cards(current, words, index, bank):
                _absorb(current, kind.heads, word, bank)
                current.definite = bool(bank.definite) and word.text.lower().endswith(bank.definite)
                current.last = index
                if word.role:
                    current.role = word.role
                self.role = None
                return True
            self.close()
            phrase = self.current = Phrase(index, self.role, self.verb_seen)
        elif bank.of_before and current.attr_role not in (None, "of"):
            # "Bigarrenean bikoa", on the second a two: what has its ending is a phrase of its own.
            self.close()
            phrase = self.current = Phrase(index, self.role, self.verb_seen)
        else:
            phrase = current
            phrase.role = phrase.role or self.role
        if kind.verbs:
            word.noun = True
        phrase.heads = kind.heads
        phrase.name = word.name
        if bank.definite:
            phrase.definite = word.text.lower().endswith(bank.definite)
        if kind.attrs:
            phrase.attrs |= kind.attrs
        if word.number is not None:
            if isinstance(word.number, tuple):
                phrase.dims = word.number
            elif word.name is None and "number" in word.concepts:
                phrase.number = word.number
        if kind.kinds:
            phrase.kinds |= kind.kinds
        if word.role:
            phrase.role = word.role
        phrase.last = index
        self.role = None
        return True

    def _preposition(self, index: int, word: Word, kind: Sort) -> None:
        current = self.current
        if "above" in word.concepts and current is not None and current.is_a("card") and not self.verb_seen:
            current.attrs |= {"top"}  # "The card on top of the waste"
        if current is not None:
            self.close()
        self.role = kind.roles[0]
        if word.tag == "partitive" and _opens_object(self.words, index, self.phrases):
            self.role = None
        if not self.bank.of_before:
            return
        before = self.phrases[-1] if self.phrases and self.phrases[-1].last == index - 1 else None
        if before is not None and (
            before.role == "of"
            # "oinarri gainera"
            or (before.role is None and self.words[index - 1].tag is None and (before.kinds or before.is_a("pile")))
        ):
            # A postposition: what it governs stands before it.
            before.role = self.role
        self.role = None

    def _beside(self, index: int) -> None:
        self.close()
        if not self.bank.of_before:
            self.role = "rel"
            return
        self.role = None
        if self.phrases and self.phrases[-1].role == "of" and self.phrases[-1].last == index - 1:
            self.phrases[-1].role = "rel"

    def _adjoins(self, index: int) -> bool:
        """Whether a word for touching says more of the noun after it: "two neighbouring cards"."""
        return (
            self.current is not None
            and not self.current.heads
            and not self.bank.of_before
            and index + 1 < len(self.words)
            and bool(self.words[index + 1].sort.heads)
        )

    def _face(self, index: int, kind: Sort) -> None:
        """Take a word for how cards lie, which does not always stand beside them."""
        current, words = self.current, self.words
        if current is None or self.bank.of_before:
            self.close()
        elif current.heads:
            current.attrs |= kind.attrs
            current.closed = True
        elif index + 1 < len(words) and words[index + 1].sort.heads and not words[index + 1].sort.verbs:
            # "Two face-down cards".
            current.attrs |= kind.attrs
            current.last = index
        else:
            self.close()

    def _attribute(self, index: int, word: Word, kind: Sort) -> None:
        """Take a number, or what else is said of a noun before or after it."""
        bank, current = self.bank, self.current
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
            self.close()
            return
        if current is not None and _begins_another(self.words, index, kind, current, bank):
            self.close()
            current = None
        if current is None:
            current = self.current = Phrase(index, self.role, self.verb_seen)
            self.role = None
        elif (
            not bank.of_before
            and not current.heads
            and current.number == 1
            and current.attrs.isdisjoint(_A_OR_ANY)
            and word.concepts == NUMBER_ONLY
            and isinstance(word.number, int)
            and 2 <= word.number <= 10
        ):
            # "one two on each pile": one card of a rank.
            current.heads, current.name, current.last = ("rankname",), str(word.number), index
            return
        _qualify(current, word, kind)
        current.last = index
        after = bool(current.heads)
        current.closed = after
        if word.tag == "art" and not after and bank.of_before and (kind.attrs == _TOP or kind.attrs == _BOTTOM):
            # "Hondarreko goikoa mahaira": its article ends the phrase.
            self.close()
        elif word.role:
            if after:
                current.role = word.role
            else:
                current.attr_role = word.role
        elif after and word.tag == "art" and current.role == "of" and "every" in kind.attrs:
            current.role = None

    def _join(self, index: int, word: Word) -> None:
        """Take a comma, an "and" or an "or"."""
        current, phrases = self.current, self.phrases
        if current is None:
            if (
                phrases
                and self.role is None
                and not self.bank.of_before
                and phrases[-1].role == "from"
                and word.tag != "comma"
                and not any(other.sort.verbs or other.sort.heads for other in self.words[phrases[-1].last + 1 : index])
            ):
                # "from the waste if possible or the stock".
                self.role = self.carried_role = "from"
        elif (
            current.heads
            or word.tag == "comma"
            or current.number is not None
            or current.ordinal is not None
            or not current.attrs.isdisjoint(_ORDER)
        ):
            carried = current.role
            self.close()
            if self.role is None and carried in _CARRIED and not self.bank.of_before:
                self.role = self.carried_role = carried


def _begins_another(words: list[Word], index: int, kind: Sort, current: Phrase, bank: Bank) -> bool:
    """Whether an attribute or a number belongs to another phrase than what stands before it."""
    word = words[index]
    if current.heads:
        return (
            not _goes_after(word, kind, bank, current)
            or (bank.of_before and current.closed and words[index - 1].tag == "art")
            or (not bank.of_before and not kind.attrs.isdisjoint(_EACH_OR_ANY) and _leads(words, index))
        )
    if bank.of_before:
        return (
            current.attr_role not in (None, "of")
            # "sei beste lau pilek": an attribute or a number after a number begins another phrase.
            or current.number is not None
            # "Hirugarrenak bederatzi karta", the third nine cards.
            or (
                (current.ordinal is not None or not current.attrs.isdisjoint(_ORDER))
                and word.concepts == NUMBER_ONLY
                and words[index - 1].tag == "art"
            )
        )
    if current.number is not None and (
        "per" in word.concepts
        or (current.number != 1 and "number" in word.concepts)
        # "Fifty more for each foundation".
        or ("every" in kind.attrs and "a" not in current.attrs and _leads(words, index))
    ):
        return True
    # "The second two, the third three".
    return (
        current.ordinal is not None and word.concepts == NUMBER_ONLY and word.number != 1 and not _leads(words, index)
    )


def _opens_at(phrase: Phrase, words: list[Word]) -> bool:
    """Whether what stands before a comma and the verb is where something happens: "Au tableau, les cartes …"."""
    after = words[phrase.last + 1] if phrase.last + 1 < len(words) else None
    return (
        phrase.first <= 1
        and bool(phrase.kinds)
        and after is not None
        and after.tag == "comma"
        and any(word.sort.verbs for word in words[phrase.last + 2 :])
    )


def _opens_object(words: list[Word], index: int, phrases: list[Phrase]) -> bool:
    """Whether a word for "of" that is an article, too, opens an object: "placez des cartes", "puis des cartes"."""
    before = words[index - 1] if index else None
    if before is None:
        return True
    kind = before.sort
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
        and not bank.after.isdisjoint(words[index].sort.attrs)
    ):
        return True
    if "rest" in words[index].concepts:
        return True
    if (
        index
        and index + 1 < len(words)
        and words[index - 1].sort.roles
        and "by" not in words[index - 1].concepts
        and not words[index - 1].sort.heads
        and words[index + 1].sort.heads
        and (bank.marks_close or words[index + 1].start == words[index].end + 1)
    ):
        # "On to the matching foundation pile".
        return True
    if (
        bank.head_last
        and index + 1 < len(words)
        and words[index + 1].sort.heads
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
        and words[index + 1].sort.heads
    ):
        # "An empty foundation", "each empty cell".
        return True
    for other in words[index + 1 : index + 4]:
        kind = other.sort
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
        if len(words) > 3 and words[1].sort.roles and not words[2].sort.verbs and words[3].concepts & _MODAL:
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
    old, new = current.heads, word.sort.heads
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
        and not (following is not None and following.sort.attrs & bank.after)
    )


def _absorb(phrase: Phrase, heads: tuple[str, ...], word: Word, bank: Bank) -> None:
    """A second noun: in "Tableau pile" the last is the head, in "pile trou" the first."""
    if bank.head_last:
        old, new, old_name, new_name = phrase.heads, heads, phrase.name, word.name
    else:
        old, new, old_name, new_name = heads, phrase.heads, word.name, phrase.name
    phrase.kinds |= PILE_KINDS.intersection((*old, *new))
    if old_name:
        phrase.names += (old_name,)
    phrase.heads = new
    phrase.name = new_name


def _leads(words: list[Word], index: int) -> bool:
    """Whether a noun or what belongs to one follows: "each card", and not "six cards each"."""
    if index + 1 >= len(words):
        return False
    kind = words[index + 1].sort
    return bool(kind.heads or kind.attrs) and words[index + 1].tag is None


def _goes_after(word: Word, kind: Sort, bank: Bank, current: Phrase) -> bool:
    if bank.of_before and current.role == "of" and current.number and "every" in kind.attrs:
        # "hamar piletako bakoitzak", each of the ten piles.
        return word.role is not None or word.tag == "art"
    if current.role is not None and bank.of_before and not word.role:
        return False
    if isinstance(word.number, int) and "single" in kind.attrs and current.number is not None:
        return False  # "Three cards, one only face up"
    if "each-number" in kind.attrs:
        return (
            "each-number" in bank.after
            and (current.number is None or word.number == 1)
            and (current.is_a("card") or current.is_a("rankname") or current.is_a("point"))
        )
    if not bank.after.isdisjoint(kind.attrs):
        return True
    if isinstance(word.number, int):
        text = word.text.lower()
        return text in bank.number_after and current.number is None
    return False


def _qualify(phrase: Phrase, word: Word, kind: Sort) -> None:
    if kind.attrs:
        phrase.attrs = phrase.attrs | kind.attrs if phrase.attrs else kind.attrs
    number = word.number
    if number is None:
        return
    if isinstance(number, tuple):
        phrase.dims = number
    elif "ordinal" in word.concepts:
        phrase.ordinal = number
    elif phrase.number is None:
        phrase.number = number


def _link_genitives(phrases: list[Phrase], words: list[Word]) -> None:
    """Tie phrases to the nouns after them, in a language that says so of whose they are."""
    for index in range(len(phrases) - 1):
        phrase, following = phrases[index], phrases[index + 1]
        role = phrase.role
        if role is None:
            continue
        if (
            role == "of"
            and phrase.kinds
            and not following.heads
            and (following.attrs == _TOP or following.attrs == _BOTTOM)
            and following.first == following.last == phrase.last + 1
            and words[following.last].tag == "art"
        ):
            # "Hondarreko goikoa": its card.
            following.heads = ("card",)
            _tie(phrase, following)
        elif (
            role == "of"
            and phrase.kinds
            and not following.heads
            and following.first == phrase.last + 1
            and not following.attrs.isdisjoint(PLACES)
        ):
            phrase.role = "side"
        elif (
            index == 0
            and role == "at"
            and phrase.kinds
            and phrase.attrs.isdisjoint(_EMPTY)
            and following.is_a("card")
            and not following.attrs.isdisjoint(_WHICH)
            and following.role is None
            and any(
                "in-play" in word.concepts or ("play" in word.concepts and words[phrase.last + 1].tag == "comma")
                for word in words
            )
        ):
            # "Hondarrean, gaineko karta dago erabilgarri": of the waste, the top card.
            phrase.role = "of"
            _tie(phrase, following)
        elif (
            role == "to"
            and phrase.kinds
            and following.is_a("card")
            and phrase.first < following.first <= phrase.last + 3
            and words[following.first - 1].tag == "of-verb"
        ):
            # "Oinarrira heldu den karta", a card that has come to a foundation.
            following.kinds |= phrase.kinds
        elif (
            role == "by"
            and following.heads
            and phrase.last + 1 < len(words)
            and words[phrase.last + 1].tag == "of-verb"
            and "create" in words[phrase.last + 1].concepts
            and following.first <= phrase.last + 3
        ):
            # "Hamahiru kartaz osatutako segida", a sequence of thirteen cards.
            phrase.role = "of"
            _tie(phrase, following)
        elif (role == "of" and following.first <= phrase.last + 2 and following.heads) or (
            role == "at" and following.first == phrase.last + 2 and words[phrase.last + 1].tag == "of-verb"
        ):
            _tie(phrase, following)


def _tie(phrase: Phrase, noun: Phrase) -> None:
    noun.of += (phrase,)
    if phrase.kinds:
        noun.kinds |= phrase.kinds


def _link(phrases: list[Phrase], words: list[Word]) -> None:
    """Tie phrases to the nouns before them."""
    for index in range(len(phrases) - 1, 0, -1):
        phrase, before = phrases[index], phrases[index - 1]
        role = phrase.role
        if not phrase.heads and phrase.attrs and before.is_a("card"):
            if (
                phrase.attrs <= _ENDS
                and phrase.first <= before.last + 2
                and (not before.verb_before or (role == "from" and "first" in before.attrs))
            ):
                # "Cards at the top and bottom of each pile".
                before.attrs |= phrase.attrs
                before.of += phrase.of
                before.kinds |= phrase.kinds
                before.last = phrase.last
                del phrases[index]
                continue
            if (
                phrase.attrs == _EXPOSED
                and role is None
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
        if role not in _TYING:
            continue
        if (
            role == "of"
            and phrase.kinds
            and not before.is_a("card")
            and not words[before.last].sort.attrs.isdisjoint(PLACES if before.heads else _SIDES)
        ):
            phrase.role = "side"
            continue
        between = words[before.last + 1 : phrase.first]
        if (role == "at" or role == "to") and before.is_a("card"):
            if role == "at" and any(word.sort.verbs or "in-play" in word.concepts for word in words[phrase.last + 1 :]):
                # "A card that is on a foundation can …", "a card placed on a foundation is worth …"
                between = [word for word in between if word.concepts.isdisjoint(_LYING)]
            if (
                phrase.kinds
                and not before.verb_before
                and phrase.last + 1 < len(words)
                and not words[phrase.last + 1].concepts.isdisjoint(_SAID_OF_IT)
                and between
                and all(not word.concepts.isdisjoint(_COME) or word.tag == "article" for word in between)
            ):
                # "A card that has gone to a foundation may …"
                _tie(phrase, before)
                continue
        if (
            phrase.first <= before.last + 3
            and (role == "of" or (role != "to" and not before.verb_before))
            and not (_TIED.isdisjoint(before.heads) if before.heads else before.attrs.isdisjoint(_ENDS))
            and not any(word.sort.verbs or word.tag == "comma" for word in between)
        ):
            before.of += (phrase,)
            if not before.is_a("corner"):
                before.kinds |= phrase.kinds  # the corners of the layout are no place of the tableau


_FRONTED = frozenset(("to", "of"))
_TYING = frozenset(("of", "at", "from", "to"))
_TIED = frozenset(
    (
        *("card", "pile", "sequence", "group", "row", "pair", "building", "rankname", "place-noun", "column"),
        *("corner", "unit"),
    )
)
_LYING = frozenset(("is", "place"))
_COME = frozenset(("is", "have", "place", "move", "play", "go", "build", "deal", "once-word", "to", "at"))
_SAID_OF_IT = frozenset(("is", "can", "must", "not", "in-play", "stay", "have", "worth"))
_STOPS = frozenset(("stop", "colon", "dash"))
_CARRIED = ("to", "from", "at", "of", "by", "rel")
_PLACES_BY_NAME = frozenset(("pile", "row", "rankname", "other-pile"))
_A_OR_ANY = frozenset(("a", "any"))
_EACH_OR_ANY = frozenset(("each", "any"))
_ORDER = frozenset(("first", "last"))
_TOP, _BOTTOM, _EXPOSED = frozenset(("top",)), frozenset(("bottom",)), frozenset(("exposed",))
_ENDS = _TOP | _BOTTOM
_WHICH = _ENDS | {"second", "exposed"}
_EMPTY = frozenset(("empty", "free"))
_SIDES = frozenset(("left", "right", "center"))
PLACES = frozenset(("top", "bottom", "left", "right", "center"))
