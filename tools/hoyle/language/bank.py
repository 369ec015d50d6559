"""Term banks: a language's words as data, and the reading of a text into concepts.

A bank is `LANG/terms.toml`. Each line of its `[terms]` names one or more concepts and the
phrases that mean them, separated by commas:

    foundation = "foundation~n"
    "not + in-play" = "no longer in play, out of play"
    "rankname K" = "king~n"

`stem~class` is the stem with any ending of that class, as `[endings]` lists them; an
ending may say what its word does in the clause (a Basque case), and so may a name that
begins with `^` for all its phrases (`"is + ^finite"`). `one|other` is either of two words
(`dont la|leur somme est|fait`: four wordings of one term). A phrase under two
concepts has both meanings: the rule that fits decides. The longest phrase wins.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache, cached_property
from pathlib import Path
from typing import Any
from unicodedata import normalize

from hoyle.language.concepts import CLASS_OF, sort_of
from hoyle.language.numbers import NumberWords, whole_number

_HERE = Path(__file__).parent
_TOKEN = re.compile(
    r"[^\W\d_]+|\d+|(?<![-–—])[-–—−](?:(?<![^\W_].)|(?![^\W_]))|[^\w\s'’‘`\"“”«»*‑\u00ad…–—−-]", re.DOTALL
)
_PUNCTUATION = {
    ",": "comma",
    "(": "open",
    ")": "close",
    ";": "stop",
    ":": "colon",
    ".": "stop",
    "!": "stop",
    "?": "stop",
    "-": "dash",
    "–": "dash",
    "—": "dash",
}
_APOSTROPHES = ("'", "’")
"""After a letter they mark an elision ("d'un"), and no rank."""


_NO_KEYS: frozenset[str] = frozenset()
_NO_SORT = sort_of(_NO_KEYS)


class Word:
    """A matched term, a number, a punctuation mark, or a word that the bank does not know."""

    __slots__ = ("concepts", "end", "name", "noun", "number", "role", "sort", "start", "tag", "text")

    def __init__(self, start: int, end: int, text: str, form: _Form) -> None:
        self.start = start
        self.end = end
        self.text = text
        self.concepts = form.concepts
        """Changed by `mean`."""
        self.sort = form.sort
        """The concepts by class."""
        self.number = form.number
        self.noun = False
        """Whether a word that may be a noun or a verb was taken for a noun."""
        self.name = form.name
        """Which rank or suit, where it names one."""
        self.role = form.role
        """What its ending says that it does: `to`, `from`, `at`, `of`, `by`."""
        self.tag = form.tag
        """What else its ending says: `when`, `of-verb`, …"""

    def mean(self, concepts: frozenset[str]) -> None:
        """Let the word mean these concepts."""
        self.concepts = concepts
        self.sort = sort_of(concepts)

    def copy(self) -> Word:
        """Another word that is the same; to import `copy` takes longer than to read a page."""
        other = Word.__new__(Word)
        for name in self.__slots__:
            setattr(other, name, getattr(self, name))
        return other

    def __repr__(self) -> str:
        extra = "".join(f" {part}" for part in (self.number, self.name, self.role, self.tag) if part is not None)
        return f"{self.text}<{','.join(sorted(self.concepts))}{extra}>"


class _Form:
    """What a word of a text, in the form that it stands in there, means by itself."""

    __slots__ = (
        "alone",
        "analyses",
        "concepts",
        "counts",
        "goes_on",
        "keys",
        "lower",
        "match",
        "name",
        "nodes",
        "number",
        "quiet",
        "role",
        "sort",
        "tag",
    )

    def __init__(self, lower: str) -> None:
        self.lower = lower
        self.analyses: tuple[tuple[str, str], ...] = ()
        self.nodes: list[_Node] = []
        """Where in the tree of terms those go on that begin with it."""
        self.keys: tuple[str, ...] = ()
        """The keys of terms that it matches."""
        self.goes_on = _NO_KEYS
        """The keys that a word after it may match to make a longer term or number."""
        self.alone = True
        """Whether it means the same wherever no longer term or number begins with it."""
        self.quiet = False
        self.concepts = _NO_KEYS
        self.sort = _NO_SORT
        self.name: str | None = None
        self.number: int | tuple[int, int] | None = None
        self.role: str | None = None
        self.tag: str | None = None
        self.match: _Match | None = None
        """The term that it is by itself."""
        self.counts: _Number | None = None
        """The number that it is by itself."""


class BankError(Exception):
    """A term bank that cannot be used; the message names the file and the entry."""


@cache
def available() -> tuple[str, ...]:
    """The languages that have a term bank.

    >>> {"en", "eu", "fr"} <= set(available())
    True
    """
    return tuple(sorted(path.parent.name for path in _HERE.glob("*/terms.toml")))


@cache
def load(lang: str) -> Bank:
    """The bank of a language, read once.

    Raises `BankError` where there is none, or where it names an unknown concept.
    """
    import rtoml  # a tenth of the time of tomllib, which is much of what a short run takes

    path = _HERE / lang / "terms.toml"
    if not path.is_file():
        raise BankError(f"{lang}: there is no term bank for this language")
    try:
        data = rtoml.load(path)
    except rtoml.TomlParsingError as error:
        raise BankError(f"{path.name}: {error}") from error
    return Bank(lang, data)


_Meaning = tuple[frozenset[str], str | None, str | None]
"""The concepts, the rank or suit named, and what the whole phrase does (`^at`)."""
_Term = tuple[str, int]
"""The rest of a term's words, and its number in the bank."""
_Match = tuple[int, _Meaning, str, tuple[int, ...]]
"""How many words a term takes, what it means, what its ending says, and the numbers of all such terms."""
_Number = tuple[int, int, frozenset[str], str | None]
"""A number, how many words it takes, its concept, and what its ending says that it does."""


class _Node:
    """A place in the tree of terms: what those mean that end there, and how others go on."""

    __slots__ = ("following", "keys", "meaning", "terms")

    def __init__(self, terms: list[_Term], meanings: list[_Meaning]) -> None:
        self.meaning: _Meaning | None = None
        self.terms: tuple[int, ...] = ()
        following: dict[str, Any] = {}
        for rest, number in terms:
            if rest:
                key, _, rest = rest.partition(" ")
                for choice in key.split("|"):
                    if choice in following:
                        following[choice].append((rest, number))
                    else:
                        following[choice] = [(rest, number)]
            else:
                self.meaning = _both(self.meaning, meanings[number]) if self.meaning else meanings[number]
                self.terms += (number,)
        self.following: dict[str, _Node | list[_Term]] = following
        """By the key that they go on with; see `Bank._next`."""
        self.keys = frozenset(following) if following else _NO_KEYS


_Token = tuple[int, int, str, _Form]
"""Where a word or mark begins and ends, itself, and what it means."""


class Bank:
    """A language's words and the few facts of its grammar that reading needs."""

    def __init__(self, lang: str, data: dict[str, Any]) -> None:
        self.lang = lang
        self.data = data
        grammar = data["grammar"]
        self.marks_close: bool = grammar.get("marks", "open") == "close"
        """Whether a subordinate span ends with its marker (Basque) or begins with it."""
        self.head_last: bool = grammar.get("compounds", "head-last") == "head-last"
        self.of_before: bool = grammar.get("genitive", "after") == "before"
        self.number_after = frozenset(grammar.get("number_after", "").split())
        self.definite = tuple(grammar.get("definite", "").split())
        """The endings of a noun that is counted and known: "bost piletan", on the five piles."""
        self.plural = tuple(grammar.get("plural", "").split())
        """The endings of a noun or determiner of several."""
        self.participle = tuple(grammar.get("participle", "").split())
        """The endings of a verb that tells of something beside a clause, before what it tells: "starting with"."""
        self.dative = tuple(grammar.get("dative", "").split())
        """The endings of whom something is given to, or, with a verb of removing, taken from."""
        self.ordinal_dot: bool = grammar.get("ordinal_dot", False)
        """Whether a full stop after digits makes them an ordinal ("2. pila")."""
        self.pronouns = frozenset(grammar.get("pronouns", "").split())
        """Words that open a sentence for what was spoken of before: "it", "they", "its"."""
        self.after = frozenset(grammar.get("after", "").split())
        """The attributes that may stand after their noun."""
        self.quiet = frozenset(data["words"]["quiet"].split())
        self.openers: dict[str, list[tuple[tuple[str, ...], bool]]] = {}
        """By their first words: what ties a sentence to those before it, and whether a comma must follow."""
        for name, needs_comma in (("openers", True), ("opening", False)):
            for opener in data["words"].get(name, "").split(","):
                if words := tuple(opener.split()):
                    self.openers.setdefault(words[0], []).append((words, needs_comma))
        self.bound: dict[str, str] = data["words"].get("bound", {})
        """Words that are what their term says only after a word with this ending ("banatuz gero", not "gero")."""
        self.abbreviations = frozenset(data["words"].get("abbreviations", "").split())
        self.titles: dict[str, tuple[str, ...]] = {
            role: tuple(title.strip() for title in titles.split(",")) for role, titles in data["sections"].items()
        }
        self.negation: dict[str, frozenset[str]] = {
            name: frozenset(words.split()) for name, words in data.get("negation", {}).items()
        }
        self._denying = self.negation.get("particle", _NO_KEYS) | self.negation.get("cancelling", _NO_KEYS)
        """Words without which there is no negation in two parts."""
        self._endings: dict[str, dict[str, str]] = {}
        for name, groups in data["endings"].items():
            table = self._endings[name] = {}
            for tag, endings in groups.items():
                for ending in endings.replace("-", "").split():
                    table.setdefault("" if ending == "0" else ending, tag if tag != "plain" else "")
        numbers = data["numbers"]
        values = {word: int(value) for value, words in numbers["values"].items() for word in words.split()}
        self.numbers = NumberWords(
            values,
            frozenset(numbers.get("joins", "").split()),
            int(numbers.get("join_after", 20)),
            frozenset(numbers.get("factors", [100])),
        )
        self.ordinals = _table(data.get("ordinals", {}))
        ordinal = numbers.get("ordinal", {})
        self.ordinal_suffix: str = ordinal.get("suffix", "")
        """What makes a number word an ordinal ("-garren"), and takes the endings of `ordinal_endings`."""
        self.ordinal_stems = values | {word: int(value) for value, word in ordinal.get("stems", {}).items()}
        self.ordinal_endings = self._endings.get(ordinal.get("endings", ""), {})
        self._numbering = self.numbers.values.keys() | self.numbers.joins | self.ordinals.keys()
        """What may stand within or at the end of a number in words."""
        self.each_numbers = _table(data.get("distributives", {}))
        self.at_a_time = _table(data.get("batches", {}))
        self.letters: dict[str, str] = data.get("letters", {})
        """Ranks by their letter on the cards, as it is written: in capitals."""
        self.times = _table(data.get("times", {}))
        self.number_endings: dict[str, str] = {
            ending: tag for tag, endings in numbers.get("endings", {}).items() for ending in endings.split()
        }
        self._number_words = frozenset(values).union(self.ordinals, self.each_numbers, self.at_a_time, self.times)
        """What is a number by itself, in words and without an ending."""
        self._number_stems = (
            (*self.ordinal_stems, *self.each_numbers) if self.number_endings or self.ordinal_suffix else ()
        )
        """What a number word begins with that has an ending."""
        self.used: set[int] | None = None
        """Where not None, the numbers of the terms that a text has used are gathered here."""
        self._stems: dict[str, list[tuple[str, str, dict[str, str]]]] = {}
        """By their first three letters the stems, the longest first, each with its key and endings."""
        self._exact: dict[str, None] = {}
        self._root: defaultdict[str, Any] = defaultdict(list)
        """The tree of terms, by the key that they begin with; see `_next`."""
        self._meanings: list[_Meaning] = []
        """What the terms mean, by their numbers."""
        self._forms: dict[str, _Form] = {}
        self._pieces: dict[str, list[_Token]] = {}
        self._analyses: dict[str, tuple[tuple[str, str], ...]] = {}
        self._fill(data["terms"])

    def _fill(self, terms: dict[str, str]) -> None:
        self._exact = dict.fromkeys(" ".join(terms.values()).replace(",", " ").replace("|", " ").split())
        for key in self._exact:
            stem, mark, name = key.partition("~")
            if mark:
                if name not in self._endings:
                    raise BankError(f"{self.lang}/terms.toml: [terms] {key!r}: there are no endings {name!r}")
                self._stems.setdefault(stem[:3], []).append((stem, key, self._endings[name]))
        for stems in self._stems.values():
            if len(stems) > 1:
                stems.sort(key=_length, reverse=True)
        root = self._root
        number = 0
        for names, phrases in terms.items():
            meaning = self._meaning(names)
            for phrase in filter(None, map(str.strip, " ".join(phrases.split()).split(","))):
                first, _, rest = phrase.partition(" ")
                for key in first.split("|") if "|" in first else (first,):
                    root[key].append((rest, number))
                self._meanings.append(meaning)
                number += 1

    def _meaning(self, names: str) -> _Meaning:
        """What a line of `[terms]` says that its phrases mean."""
        concepts = set()
        named = said = None
        for part in names.split(" + "):
            if part.startswith("^"):
                said = part[1:]
                continue
            concept, _, name = part.strip().partition(" ")
            if concept not in CLASS_OF:
                raise BankError(f"{self.lang}/terms.toml: [terms] {names!r}: there is no concept {concept!r}")
            concepts.add(concept)
            named = name or named
        return frozenset(concepts), named, said

    @cached_property
    def terms(self) -> list[str]:
        """Every term as the bank writes it; `Bank.used` counts by its number."""
        return [
            f"{names} = {' '.join(phrase.split())}"
            for names, phrases in self.data["terms"].items()
            for phrase in phrases.split(",")
            if phrase.split()
        ]

    def without(self, number: int) -> Bank:
        """A copy that lacks one term, to see what it is needed for."""
        data = dict(self.data)
        names, _, phrase = self.terms[number].partition(" = ")
        left = [part for part in data["terms"][names].split(",") if " ".join(part.split()) != phrase]
        data["terms"] = {**data["terms"], names: ",".join(left)}
        return Bank(self.lang, data)

    def analyses(self, word: str) -> tuple[tuple[str, str], ...]:
        """The keys that a word matches, each with what its ending says."""
        found = self._analyses.get(word)
        if found is None:
            keys = [(word, "")] if word in self._exact else []
            for letters in range(min(len(word), 3), 0, -1):
                for stem, key, endings in self._stems.get(word[:letters], ()):
                    if word.startswith(stem) and (tag := endings.get(word[len(stem) :])) is not None:
                        keys.append((key, tag))
            found = self._analyses[word] = tuple(keys)
        return found

    def knows(self, word: str) -> bool:
        """Whether the word is one of the bank's, in any form."""
        return (
            word in self.quiet
            or word in self.numbers.values
            or word in self.ordinals
            or word in self.each_numbers
            or bool(self.analyses(word))
        )

    def words(self, text: str) -> list[Word]:
        """The text as terms, numbers and punctuation, quiet words left out."""
        if not text.isascii():
            # Letters may be written with their accents apart, and words with the places where they may be divided.
            text = normalize("NFC", text.replace("\u00ad", ""))
        tokens: list[_Token] = []
        at = 0
        words, pieces = self._forms, self._pieces
        for piece in text.split(" "):
            # Text repeats its words, marks and all: each is taken apart once.
            end = at + len(piece)
            word_form = words.get(piece) or (self._form(piece) if piece.isalpha() else None)
            if word_form is not None:
                tokens.append((at, end, piece, word_form))
            else:
                for first, last, surface, form in pieces.get(piece) or self._piece(piece):
                    tokens.append((at + first, at + last, surface, form))
            at = end + 1
        forms = [token[3] for token in tokens]
        forms.append(_NOTHING)
        found: list[Word] = []
        used = self.used
        position, size = self._opened(forms, 0), len(tokens)
        while position < size:
            form = forms[position]
            if not form.alone or (form.goes_on and not form.goes_on.isdisjoint(forms[position + 1].keys)):
                position += self._add(found, text, tokens, forms, position)
                continue
            # Most words mean what they mean by themselves.
            if not form.quiet:
                found.append(Word(*tokens[position]))
                if used is not None and form.match is not None:
                    used.update(form.match[3])
            position += 1
        if self._denying and not self._denying.isdisjoint([one.lower for one in forms]):
            self._negate(found)
        return found

    def _add(self, found: list[Word], text: str, tokens: list[_Token], forms: list[_Form], position: int) -> int:
        """Add the word that begins at a token and may mean another thing by what is around it; how many it takes."""
        form = forms[position]
        start, end, surface, _ = tokens[position]
        if not form.alone:
            if surface == ";":
                found.append(Word(*tokens[position]))
                return 1 + self._opened(forms, position + 1)
            letter = self.letters.get(surface)
            if letter is not None and (position > 0 or letter != "A") and text[end : end + 1] not in _APOSTROPHES:
                word = Word(start, end, surface, _NOTHING)
                word.mean(_RANK)
                word.name = letter
                found.append(word)
                return 1 + self._bare_ending(word, tokens, position + 1, text)
            if form.lower in self.bound and not (found and found[-1].text.lower().endswith(self.bound[form.lower])):
                return 1
        match = self._longest(forms, position)
        if match is form.match and form.counts is None:
            # No longer term, and no number: it means what it means by itself.
            if not form.quiet:
                found.append(Word(*tokens[position]))
                if self.used is not None and match is not None:
                    self.used.update(match[3])
            return 1
        if (
            match is not None
            and match[0] > 1
            and (_names_number(match) or self._ends_in_number(match, forms[position + match[0] - 1]))
            and self._noun_at(forms, position + match[0])
        ):
            match = None  # "les 4 piles": no rank; "par deux cartes": no pairs
        number = form.counts
        if number is not None and "number" in forms[position + 1].keys:
            number = self._number([one.lower for one in forms[position:-1]])
        if self.ordinal_dot and number is not None and surface.isdigit() and _dotted(tokens, position):
            number, match = (number[0], 2, _ORDINAL, None), None
        length = match[0] if match else 1
        if number is not None and match and match[0] > number[1] and number[2] is _EACH:
            number = None  # "bana daiteke": may be dealt, and not one each
        if number is not None and not (match and match[0] >= number[1]):
            match, length = None, number[1]
        if match is not None and self.used is not None:
            self.used.update(match[3])
        if match is form.match and number is form.counts:
            word = Word(*tokens[position])
        else:
            end = tokens[position + length - 1][1]
            word = Word(start, end, text[start:end], _NOTHING)
            _mean(word, match, number)
        if length == 1 and word.concepts is _NUMBER and surface[0].isupper() and position > 0 and _is_rank(word.number):
            # A number word in capitals within a sentence is a rank: "from Two to King".
            word.mean(_RANK)
            word.number, word.name = None, str(word.number)
        found.append(word)
        if surface.isdigit():
            length += self._bare_ending(word, tokens, position + length, text)
        return length

    def _opened(self, forms: list[_Form], start: int) -> int:
        """How many tokens from there only tie a sentence to those before it: "what is more, …", "note that …"."""
        for opener, needs_comma in self.openers.get(forms[start].lower, ()):
            size = len(opener)
            end = start + size
            if end < len(forms) and all(
                form.lower == word for form, word in zip(forms[start:end], opener, strict=True)
            ):
                if forms[end].lower == ",":
                    return size + 1
                if not needs_comma:
                    return size
        return 0

    def _bare_ending(self, word: Word, tokens: list[_Token], position: int, text: str) -> int:
        """How many tokens an ending takes that is written right after digits or a letter: "7tik", "K-ra"."""
        if not self.number_endings or position == len(tokens):
            return 0
        start, end, surface, _ = tokens[position]
        tag = self.number_endings.get(surface)
        if tag is None or text[word.end : start] not in ("", "-"):
            return 0
        word.role = tag if tag in _ROLES else None
        word.end = end
        return 1

    def _piece(self, piece: str) -> list[_Token]:
        """The words and marks of what stands between white space; hyphens and apostrophes inside words are left out."""
        found = []
        at = 0
        for surface in _TOKEN.findall(piece):
            at = piece.index(surface, at)
            end = at + len(surface)
            found.append((at, end, surface, self._forms.get(surface) or self._form(surface)))
            at = end
        self._pieces[piece] = found
        return found

    def _form(self, surface: str) -> _Form:
        """What a word or mark means where it is no part of a longer term or number."""
        lower = surface.lower()
        form = self._forms.get(lower)
        if form is None:
            form = self._forms[lower] = self._small(lower)
        if surface != lower and (form.number is not None or surface in self.letters):
            form = self._small(lower)
            form.alone = False
        self._forms[surface] = form
        return form

    def _small(self, lower: str) -> _Form:
        """What a word or mark means that is written without capitals."""
        form = _Form(lower)
        analyses = form.analyses = self.analyses(lower)
        if analyses:
            form.keys = tuple([key for key, _ in analyses])
        mark = _PUNCTUATION.get(lower)
        if mark is not None:
            form.tag = mark
            if mark in CLASS_OF:
                form.concepts = frozenset((mark,))
                form.sort = sort_of(form.concepts)
            form.alone = lower != ";"
            return form
        number = None
        if lower in self._number_words or lower.isdigit() or lower.startswith(self._number_stems):
            number = form.counts = self._number([lower])
        form.alone = not (lower in self.letters or lower in self.bound or (number is not None and lower.isdigit()))
        if lower in self._numbering:
            form.keys += ("number",)
        for key, ending in analyses:
            if key in self._root:
                node = self._next(self._root, key)
                form.nodes.append(node)
                form.match = _with(form.match, 1, node, ending)
                form.goes_on = form.goes_on | node.keys if form.goes_on else node.keys
        if number is not None and number[2] is _NUMBER:
            form.goes_on |= _NUMBER
        if form.match is None and number is None:
            form.quiet = lower in self.quiet
        else:
            _mean(form, form.match, number)
        return form

    def _next(self, following: dict[str, Any], key: str) -> _Node:
        """How terms go on after a key; it is laid out when a text first comes to it."""
        found: _Node | list[_Term] = following[key]
        if isinstance(found, list):
            found = following[key] = _Node(found, self._meanings)
        return found

    def _longest(self, forms: list[_Form], position: int) -> _Match | None:
        """The longest term that begins at a word; after the last form stands one that is nothing."""
        best, nodes = forms[position].match, forms[position].nodes
        length = 1
        while nodes:
            following = []
            for key, ending in forms[position + length].analyses:
                for node in nodes:
                    if key in node.following:
                        following.append(self._next(node.following, key))
                        best = _with(best, length + 1, following[-1], ending)
            nodes = following
            length += 1
        return best

    def _ends_in_number(self, match: _Match, last: _Form) -> bool:
        """Whether a term for pairs is a number at its end, which counts what follows."""
        return last.lower in self.numbers.values and "pair" in match[1][0]

    def _noun_at(self, forms: list[_Form], position: int) -> bool:
        """Whether a noun that can be counted, or what stands before one, begins at a word."""
        if forms[position].lower in self.ordinals or forms[position].lower in self.numbers.values:
            return True
        found = self._longest(forms, position)
        return found is not None and not found[1][0].isdisjoint(_COUNTABLE)

    def _number(self, lower: list[str]) -> _Number | None:
        """The number that begins a list of words."""
        word = lower[0]
        if word.isdigit() and (digits := whole_number(word)) is not None:
            return (digits, 1, _NUMBER, None)
        ordinal = self.ordinals.get(word)
        if ordinal is not None:
            return (ordinal[0], 1, _ORDINAL, ordinal[1])
        each = self.each_numbers.get(word)
        if each is not None:
            return (each[0], 1, _EACH, each[1])
        batch = self.at_a_time.get(word)
        if batch is not None:
            return (batch[0], 1, _BATCH if batch[0] > 1 else _SINGLY, None)
        repeated = self.times.get(word)
        if repeated is not None:
            return (repeated[0], 1, _TIMES, None)
        read = self.numbers.read(lower, 0)
        if read is not None and read[0] > 0:
            last = self.ordinals.get(lower[read[1]]) if read[1] < len(lower) else None
            if last is not None and last[0] < 10 and read[0] % 10 == 0 and read[0] < 100:
                # "dix-huitième", "twenty-second": the hyphen has gone
                return (read[0] + last[0], read[1] + 1, _ORDINAL, last[1])
            return (read[0], read[1], _NUMBER, None)
        if read is None and word.startswith(self._number_stems):
            stem, suffix, ending = word.partition(self.ordinal_suffix) if self.ordinal_suffix else (word, "", "")
            if suffix and stem in self.ordinal_stems and ending in self.ordinal_endings:
                tag = self.ordinal_endings[ending]
                return (self.ordinal_stems[stem], 1, _ORDINAL, tag if tag in _ROLES or tag == "art" else None)
            for ending, tag in self.number_endings.items():
                if word.endswith(ending):
                    if word[: -len(ending)] in self.each_numbers:
                        # "Banarekin", with one each.
                        return (self.each_numbers[word[: -len(ending)]][0], 1, _EACH, tag if tag in _ROLES else None)
                    value = self.numbers.values.get(word[: -len(ending)])
                    if value and (value > 1 or tag in ("of", "at")):
                        return (value, 1, _NUMBER, tag if tag in _ROLES else None)
        return None

    def _negate(self, words: list[Word]) -> None:
        """Settle a negation in two parts (French `ne … pas`, `ne … plus`, `ne … que`)."""
        particle, full, longer, only = (
            self.negation.get(name, frozenset()) for name in ("particle", "full", "longer", "only")
        )
        cancelling = self.negation.get("cancelling", frozenset())
        if cancelling:
            self._only(words, cancelling)
        for index, word in enumerate(words):
            if word.text.lower() not in particle:
                continue
            alone = not any(other.concepts & _DENYING for other in words[:index])
            for at, later in enumerate(words[index + 1 : index + 16], index + 1):
                text = later.text.lower()
                if later.tag == "stop" or text in particle:
                    break
                alone = alone and not later.concepts & _DENYING and text not in full | longer | only
                if text in full:
                    later.mean(later.concepts | _NOT)
                    break
                if text in longer and at + 1 < len(words) and words[at + 1].text.lower() in only:
                    # "il ne reste plus qu'une carte": only one.
                    later.mean(later.concepts - _MORE)
                    continue
                if text in longer:
                    # "ne … plus" is no longer; "ne … plus de trois" is no more than three.
                    counted = [one for one in words[index + 1 : index + 18] if one.start >= later.end][:2]
                    compared = len(counted) == 2 and counted[0].role is None and isinstance(counted[1].number, int)
                    later.mean((later.concepts - (_NO_KEYS if compared else _MORE)) | _NOT)
                    break
                if text in only:
                    later.mean((later.concepts - _MARKS) | _ONLY)
                    break
            following = words[index + 1] if index + 1 < len(words) else None
            if alone and following is not None and "can" in following.concepts:
                # "ne peut être retournée": of some verbs the particle alone denies.
                following.mean(following.concepts | _NOT)

    def _only(self, words: list[Word], cancelling: frozenset[str]) -> None:
        """Settle a negation that an exception takes back: "ez … besterik", nothing but."""
        for index, word in enumerate(words):
            if word.text.lower() not in cancelling:
                continue
            for other in words[max(0, index - 6) : index + 7]:
                if "not" in other.concepts and other is not word:
                    other.mean(other.concepts - _NOT)
                    word.mean(word.concepts | _ONLY)


_ROLES = frozenset(("to", "from", "at", "of", "by"))
_NUMBER, _ORDINAL, _EACH, _BATCH, _SINGLY, _TIMES = (
    frozenset((name,)) for name in ("number", "ordinal", "each-number", "at-a-time", "singly", "times")
)
_RANK = frozenset(("rankname",))
_NOT, _ONLY, _MORE = frozenset(("not",)), frozenset(("only",)), frozenset(("more",))
_MARKS = frozenset(("relative", "restrictive"))
_COUNTABLE = frozenset(("first", "last", "other", "empty")) | {
    concept for concept, kind in CLASS_OF.items() if kind == "head" and concept not in ("rankname", "suitname", "color")
}
_DENYING = frozenset(("not", "no", "only"))


_NOTHING = _Form("")


def _length(stem: tuple[str, str, dict[str, str]]) -> int:
    return len(stem[0])


def _both(first: _Meaning, second: _Meaning) -> _Meaning:
    """The meaning of what is a term twice; the first decides where there can be only one thing."""
    concepts = first[0] if first[0] is second[0] else first[0] | second[0]
    return concepts, first[1] or second[1], first[2] or second[2]


def _with(best: _Match | None, length: int, node: _Node, ending: str) -> _Match | None:
    """The longer of a match and of one that ends at a node; both, where they are as long."""
    if node.meaning is None:
        return best
    if best is None or length > best[0]:
        return length, node.meaning, ending, node.terms
    return length, _both(best[1], node.meaning), best[2] or ending, best[3] + node.terms


def _mean(word: Word | _Form, match: _Match | None, number: _Number | None) -> None:
    """Give a word the meaning of the term and the number that it was found to be."""
    if match is not None:
        word.concepts, word.name, said = match[1]
        tag = said or match[2]
        if tag:
            word.role, word.tag = (tag, None) if tag in _ROLES else (None, tag)
        if number is not None:
            word.number = number[0]
            word.concepts |= number[2]
    elif number is not None:
        word.number, _, word.concepts, word.role = number
        if word.role == "art":
            word.role, word.tag = None, "art"
    word.sort = sort_of(word.concepts)


def _names_number(match: _Match) -> bool:
    """Whether a term names a rank by its number: "le 4"."""
    name = match[1][1]
    return name is not None and name.isdigit()


def _is_rank(number: int | tuple[int, int] | None) -> bool:
    """Whether a number is one that a card has."""
    return isinstance(number, int) and 2 <= number <= 10


def _dotted(tokens: list[_Token], position: int) -> bool:
    """Whether a full stop right after digits does not end a sentence: a comma or a small letter follows."""
    if position + 2 >= len(tokens) or tokens[position + 1][2] != "." or tokens[position + 1][0] != tokens[position][1]:
        return False
    following = tokens[position + 2][2]
    return following == "," or following[0].islower()


def _table(groups: dict[str, str]) -> dict[str, tuple[int, str | None]]:
    """`{"2": "second secondes", "2 at": "bigarrenean"}` as word → (2, role)."""
    table: dict[str, tuple[int, str | None]] = {}
    for name, words in groups.items():
        value, _, role = name.partition(" ")
        for word in words.split():
            table[word] = (int(value), role or None)
    return table
