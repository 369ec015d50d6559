"""Proposals for messages without a translation, out of what the catalogue has translated already.

A proposal is the translation of a message that is nearly the same, or is put together
from sentences that other messages have. What differs in names and digits is put in
their place. It is kept only if the facts that Hoyle reads from it are those that it
reads from the source, and the numbers are the same: a wrong proposal is worse than none,
since a translator who is in a hurry takes it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from functools import cache
from html import unescape
from typing import Any, Final

from hoyle.docbook.page import Block, Page, Text
from hoyle.facts.reader import read_sentences, shared_reader
from hoyle.facts.wording import fact_in_words
from hoyle.language.bank import available, load
from hoyle.language.number_values import has_numbers, numbers_in
from hoyle.language.pages import section_of, split
from hoyle.language.sentence import Sentence
from hoyle.messages import _
from hoyle.translation.catalogue import Catalogue, Entry, Previous, changed
from hoyle.translation.untranslated import MARKUP, base, is_copied, plain
from hoyle.translation.update import LONGEST, NEAR

VERY_NEAR: Final = 92.0
"""How alike two sentences must be (0 to 100) where the source states no fact that could tell."""
TRIED: Final = 16
"""How many of the sentences that are most alike are tried."""

_LIMITING: Final = """
not only except other different opposite own same up down ascending descending either-direction wrap round-the-corner
back without minus limit unlimited unless as-long
"""
"""Concepts that make another rule of a sentence, whether or not a fact is read from it."""

_TOKEN: Final = re.compile(r"\s+|[^\W\d_]+|\d+|.", re.DOTALL)
_NAMES: Final = re.compile(r"(?<=[^\W\d_] )[^\W\d_a-z][\w.'’-]*(?: [^\W\d_a-z][\w.'’-]*)*")
"""Words written big that do not begin the text."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A translation for a message, and what speaks for it."""

    text: str
    likeness: float
    """How alike the least alike of its parts is to what was translated, from 0 to 100."""
    like: tuple[str, ...]
    """What was translated, where it is not the same words."""
    facts: tuple[tuple[str, Any], ...]
    """What the source and the proposal both state."""
    is_term: bool = False
    """Whether it is out of the term bank."""

    @property
    def reason(self) -> str:
        """Why it is proposed, in a sentence."""
        if self.is_term:
            return _("suggested from the term bank")
        if self.facts:
            stated = "; ".join(fact_in_words(key, value) for key, value in self.facts)
            said = _("it states what the source states: {facts}").format(facts=stated)
        else:
            said = _("no rule was read from the source that could be compared")
        if not self.like:
            return _("suggested from the same words in other messages; {said}").format(said=said)
        return _("suggested from “{text}”, {percent} % alike; {said}").format(
            text=self.like[0], percent=int(self.likeness), said=said
        )


Part = tuple[str, float, tuple[str, ...]]
"""A translation, how alike its source is to what is wanted, and that source where it is not the same."""
Agree = Callable[[str, str, float], bool]


@dataclass
class Places:
    """Where the messages stand in the source pages: the section and the row say what a sentence speaks of."""

    pages: Iterable[Page]
    _blocks: dict[str, Block] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for page in self.pages:
            for block in page.blocks:
                self._blocks.setdefault(_folded(block.text.value), block)

    def facts(self, msgid: str, text: str, lang: str) -> dict[tuple[str, str], tuple[str, Any]] | None:
        """The facts that a text states where the message stands; None if it stands nowhere."""
        block = self._blocks.get(_words(msgid))
        if block is None or lang not in available():
            return None
        words = _words(text)
        role = section_of(block, lang)
        block = block._replace(text=Text(words, block.text.path))
        found = [Sentence(block, start, sentence, role, lang) for start, sentence in split(words, lang)]
        reading = read_sentences("", lang, found, shared_reader())
        return {(fact.key, _value(fact.value)): (fact.key, fact.value) for fact in reading.facts}


def _value(value: Any) -> str:
    return repr(sorted(value, key=str) if isinstance(value, list) else value)


def _words(text: str) -> str:
    """A message as the page shows it."""
    return _folded(unescape(re.sub(r"<[^<>]*>", "", text)))


def _folded(text: str) -> str:
    return " ".join(text.split())


class Memory:
    """What a catalogue has translated: messages, and the sentences of messages."""

    def __init__(self, catalogue: Catalogue, lang: str, source: str = "en") -> None:
        self.lang, self.source = base(lang), base(source)
        self.messages: dict[str, str] = {}
        self.sentences: dict[str, Counter[str]] = defaultdict(Counter)
        for entry in catalogue.entries:
            if not entry.is_translated or entry.is_header or entry.context == "_" or entry.plural is not None:
                continue
            if is_copied(entry.msgid, entry.msgstr, lang, source):
                continue
            self.messages.setdefault(entry.msgid, entry.msgstr)
            if not MARKUP.search(entry.msgid):
                for ours, theirs in self._pairs(entry.msgid, entry.msgstr):
                    self.sentences[ours][theirs] += 1
        self._keys = list(self.sentences)
        self._templates: dict[str, list[str]] = defaultdict(list)
        for text in self.messages:
            self._templates[_template(text)].append(text)

    def _pairs(self, ours: str, theirs: str) -> Iterator[tuple[str, str]]:
        first, second = split(ours, self.source), split(theirs, self.lang)
        if len(first) == len(second):
            for (_start, one), (_start, other) in zip(first, second, strict=True):
                yield one, other

    def candidates(self, msgid: str, agree: Agree) -> Iterator[Part]:
        """Translations to try for a message, the likeliest first.

        `agree` says whether a sentence and a translation that was made for another one say the same.
        """
        if len(msgid) > LONGEST:
            return
        for known in self._templates.get(_template(msgid), ()):
            if (text := adapted(msgid, known, self.messages[known])) is not None:
                yield text, 100.0, (known,)
        if MARKUP.search(msgid):
            return
        parts: list[list[Part]] = []
        for _start, sentence in split(msgid, self.source):
            tried = list(self._sentence(sentence, agree))
            if not tried:
                return
            parts.append(tried)
        if not parts:
            return
        # The best of each sentence, then with one of them in its next best way.
        yield _joined([tried[0] for tried in parts])
        for at, tried in enumerate(parts):
            for other in tried[1:]:
                yield _joined([other if at == index else each[0] for index, each in enumerate(parts)])

    def _sentence(self, text: str, agree: Agree) -> Iterator[Part]:
        from rapidfuzz import fuzz, process

        if text in self.sentences:
            same = [translation for translation, _count in self.sentences[text].most_common()]
            # Where translators have read the same words in two ways, which is meant here they must say.
            if len(same) == 1 or all(agree(text, translation, 100.0) for translation in same):
                for translation in same:
                    yield translation, 100.0, ()
            return
        for known, likeness, _at in process.extract(
            text, self._keys, scorer=fuzz.ratio, limit=TRIED, score_cutoff=NEAR
        ):
            for translation, _count in self.sentences[known].most_common(2):
                whole = adapted(text, known, translation)
                if whole is not None:
                    yield whole, 100.0, (known,)
                elif _limits(text, self.source) == _limits(known, self.source) and agree(text, translation, likeness):
                    yield _ended_like(text, known, translation), likeness, (known,)


@cache
def _limits(text: str, lang: str) -> frozenset[str]:
    """What limits the rule that a sentence states: numbers, ranks and suits, directions, exceptions, negations."""
    if lang not in available():
        return frozenset()
    words = load(lang).words(text)
    named = {word.name for word in words if word.name} | {str(word.number) for word in words if word.number is not None}
    return frozenset(named.union(*(word.concepts.intersection(_LIMITING.split()) for word in words)))


def _ended_like(text: str, known: str, translation: str) -> str:
    """The translation without its full stop where only `known`, which it translates, has one."""
    if known.endswith(".") and not text.endswith("."):
        return translation.removesuffix(".")
    return translation


def _joined(parts: list[Part]) -> Part:
    return (
        " ".join(text for text, _likeness, _like in parts),
        min(likeness for _text, likeness, _like in parts),
        tuple(known for _text, _likeness, like in parts for known in like),
    )


def _template(text: str) -> str:
    """The text without its digits and names, which is the same for texts that differ in nothing else."""
    return _NAMES.sub("@", re.sub(r"\d+", "#", text))


def adapted(text: str, known: str, translation: str) -> str | None:
    """The translation of `known` with the digits and names of `text`; None if they differ in anything else.

    >>> adapted("Maximum score: 104", "Maximum score: 52", "Score maximal : 52")
    'Score maximal : 104'
    >>> adapted("Written by Ann Other", "Written by Bob Long", "Écrit par Bob Long")
    'Écrit par Ann Other'
    >>> adapted("Ten piles.", "Nine piles.", "Neuf piles.")
    """
    ours, theirs = _TOKEN.findall(text), _TOKEN.findall(known)
    swaps: dict[str, str] = {}
    for kind, start, end, from_, to in SequenceMatcher(None, theirs, ours, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        old, new = "".join(theirs[start:end]), "".join(ours[from_:to])
        digits = old.isdecimal() and new.isdecimal()
        if not digits and not (start and _is_name(theirs[start:end]) and _is_name(ours[from_:to])):
            return None
        if old in swaps or len(_word(old).findall(translation)) != 1:
            return None
        swaps[old] = new
    # All at once: what is put in may be what is to be taken out elsewhere.
    adapted, count = _word(*swaps).subn(lambda match: swaps[match[0]], translation) if swaps else (translation, 0)
    return adapted if count == len(swaps) else None


def _word(*texts: str) -> re.Pattern[str]:
    """What finds each of the texts where it is no part of a word."""
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, texts))})(?!\w)")


def _is_name(tokens: list[str]) -> bool:
    words = [token for token in tokens if token[0].isalpha()]
    return (
        bool(words)
        and all(word[0].isupper() and not word.isupper() for word in words)
        and not any(token.isdigit() or token in ".!?;:" for token in tokens)
    )


def propose(entry: Entry, memory: Memory, places: Places) -> Proposal | None:
    """A translation for a message, if there is one that says the same."""
    msgid = entry.msgid
    if (title := _title(msgid, memory)) is not None and msgid not in memory.messages:
        return title
    source_facts = places.facts(msgid, msgid, memory.source)
    tells = bool(source_facts) and memory.lang in available()

    def agree(ours: str, theirs: str, likeness: float) -> bool:
        first = places.facts(msgid, ours, memory.source)
        second = places.facts(msgid, theirs, memory.lang)
        if first is None or second is None:
            return likeness == 100.0
        if set(first) != set(second):
            return False
        return (
            bool(first) or likeness == 100.0 or (likeness >= VERY_NEAR and not _states_something(ours, memory.source))
        )

    for text, likeness, like in memory.candidates(msgid, agree):
        stated = places.facts(msgid, text, memory.lang)
        if stated is not None and source_facts is not None and set(stated) != set(source_facts):
            continue
        if _same_numbers(msgid, text, memory):
            return Proposal(text, likeness, like, tuple((source_facts or {}).values()) if tells else ())
    return None


def _states_something(text: str, lang: str) -> bool:
    """Whether a text speaks of piles or cards, so that another word may make another rule of it."""
    if lang not in available():
        return True
    concepts = {one for word in load(lang).words(plain(text)) for one in word.concepts}
    return len(concepts) > 2


def _same_numbers(msgid: str, text: str, memory: Memory) -> bool:
    """Whether both have the same numbers, 1 apart, which languages with articles are full of."""
    ours, theirs = plain(msgid), plain(text)
    if has_numbers(memory.source) and has_numbers(memory.lang):
        first = {number.value for number in numbers_in(ours, memory.source) if number.value > 1}
        second = {number.value for number in numbers_in(theirs, memory.lang) if number.value > 1}
        return first == second
    return Counter(re.findall(r"\d+", ours)) == Counter(re.findall(r"\d+", theirs))


def _title(msgid: str, memory: Memory) -> Proposal | None:
    """The title of a section, out of the term banks."""
    if memory.source not in available() or memory.lang not in available():
        return None
    role = next((role for role, titles in load(memory.source).titles.items() if titles[0] == msgid.lower()), None)
    titles = load(memory.lang).titles.get(role or "", ())
    if not titles:
        return None
    text = titles[0].capitalize() if msgid[:1].isupper() else titles[0]
    return Proposal(text, 100.0, (), (), is_term=True)


def suggested(catalogue: Catalogue, lang: str, places: Places, source: str = "en") -> tuple[Catalogue, int, int]:
    """The catalogue with a proposal, fuzzy, for each message that has none and for which there is one.

    Also how many messages were without a translation, and how many have a proposal now.
    """
    memory = Memory(catalogue, lang, source)
    entries: list[Entry] = []
    open_, proposed = 0, 0
    for entry in catalogue.entries:
        if not (entry.obsolete or entry.is_header or entry.has_text or entry.context == "_" or entry.plural):
            open_ += 1
            proposal = propose(entry, memory, places)
            if proposal is not None:
                proposed += 1
                entry = with_proposal(entry, proposal)
        entries.append(entry)
    return replace(catalogue, entries=tuple(entries)), open_, proposed


def with_proposal(entry: Entry, proposal: Proposal) -> Entry:
    """The entry with a proposal as its fuzzy translation, the reason in a translator's comment."""
    previous = Previous(proposal.like[0]) if len(proposal.like) == 1 else None
    return changed(
        entry,
        msgstr=proposal.text,
        comments=(*entry.comments, proposal.reason),
        flags=("fuzzy", *(flag for flag in entry.flags if flag != "fuzzy")),
        previous=previous,
    )
