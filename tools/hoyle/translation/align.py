"""A catalogue out of pages and their old translations that have none.

The messages of both pages are put side by side in their order, so that what is alike in
both comes together: the elements around, ids, numbers, markup, length, and, where the
term banks know the languages, what the words mean. How sure a pair is, is told by how
much worse the best other way would be in which the message is not paired, or otherwise.
"""

from __future__ import annotations

import math
import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from lxml import etree

from hoyle.docbook.elements import LEVELS, is_page
from hoyle.docbook.page import PageError
from hoyle.docbook.reader import read_page
from hoyle.docbook.source import load as load_page
from hoyle.language.bank import available, load
from hoyle.language.pages import page_language
from hoyle.messages import _
from hoyle.translation.catalogue import Catalogue, Entry, changed
from hoyle.translation.manual import files_below, source_pages
from hoyle.translation.messages import reference
from hoyle.translation.rules import Rules
from hoyle.translation.source import Source, line_of, parse_source
from hoyle.translation.units import Unit, units_of
from hoyle.translation.untranslated import base, foreign_sentence, is_copied, plain

GAP = -1.2
"""What it costs to leave a message of either page without the other."""
SPLIT = -1.5
"""What it costs to take two texts of the translation for one of the source."""
SURE = 1.5
"""By how much a pair must be better than all others to stand without being marked."""
FIT = 0.5
"""How good a pair must be in itself."""
RUNNING = 30
"""Characters of a text that is more than a title."""

MOST = 2000
"""Messages of the longest page: each is compared with each of the other page."""

_TAGS = re.compile(r"<(/?)([\w:.-]+)[^<>]*>")
_NUMBERS = re.compile(r"\d+")
_LOST = "lost-lines"
"""The target of the processing instruction with which the reader of captures marks lines that are missing."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A message of one of the two pages, with what it can be known by."""

    text: str
    context: str | None
    marker: str
    source: tuple[str, int]
    path: tuple[str, ...]
    """The elements around it and its own, sections of whatever depth alike; the root is left out."""
    ids: frozenset[str]
    tags: tuple[str, ...]
    numbers: tuple[str, ...]
    concepts: frozenset[str]
    length: int
    is_cut: bool
    """Whether lines of it are known to be lost."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A message and the text that was found for it."""

    source: Piece
    text: str
    doubt: str | None
    """Why somebody has to look at it; None where nothing speaks against it."""


def align_pages(pages: Sequence[tuple[list[Piece], list[Piece]]], lang: str, source_lang: str = "en") -> list[Entry]:
    """The entries of a catalogue for pages and their translations, given as the pieces of both.

    A message that has no translation, or whose translation is still in the source's
    language, has none in the catalogue. Doubtful ones are fuzzy, with the reason in a
    comment.
    """
    known: dict[str, Counter[str]] = defaultdict(Counter)
    for ours, theirs in pages:
        for pair in align(ours, theirs):
            if pair.doubt is None:
                known[pair.source.text][pair.text] += 1
    # What short texts mean, the other pages tell: a second look with what the first has found.
    found: dict[tuple[str | None, str], list[Pair]] = {}
    order: dict[tuple[str | None, str], list[Piece]] = {}
    for ours, theirs in pages:
        for piece in ours:
            order.setdefault((piece.context, piece.text), []).append(piece)
        pairs = align(ours, theirs, known)
        if _is_half_done(pairs, lang, source_lang):
            pairs = [_with_doubt_of_copies(pair) for pair in pairs]
        for pair in pairs:
            found.setdefault((pair.source.context, pair.source.text), []).append(pair)
    return [_entry(pieces, found.get(key, []), lang, source_lang) for key, pieces in order.items()]


def _entry(pieces: list[Piece], pairs: list[Pair], lang: str, source_lang: str) -> Entry:
    """The entry of one message: what most pages have for it."""
    first = pieces[0]
    blank = Entry(
        first.text,
        context=first.context,
        extracted=tuple(f"(itstool) path: {marker}" for marker in dict.fromkeys(piece.marker for piece in pieces)),
        references=tuple(dict.fromkeys(reference(*piece.source) for piece in pieces)),
    )
    translated = [pair for pair in pairs if not _is_left(pair, lang, source_lang)]
    if not translated:
        return blank
    sure = Counter(pair.text for pair in translated if pair.doubt is None)
    votes = sure or Counter(pair.text for pair in translated)
    (text, most), *others = votes.most_common(2)
    doubt = None if sure else next(pair.doubt for pair in translated if pair.text == text)
    if others and others[0][1] == most and sure:
        doubt = _("other pages have: {text}").format(text=others[0][0])
    elif doubt is None and is_copied(first.text, text, lang, source_lang):
        doubt = _("both pages have the same text")
    elif doubt is None and (foreign := foreign_sentence(text, lang, source_lang)):
        doubt = _("a part is in another language: {text}").format(text=foreign)
    flags = () if doubt is None else ("fuzzy",)
    comments = () if doubt is None else (_("aligned with doubt: {reason}").format(reason=doubt),)
    return Entry(
        blank.msgid,
        text,
        context=blank.context,
        comments=comments,
        extracted=blank.extracted,
        references=blank.references,
        flags=flags,
    )


def _is_half_done(pairs: list[Pair], lang: str, source_lang: str) -> bool:
    """Whether much of the running text is still the source's, so that a name need not be a translator's choice."""
    running = [pair for pair in pairs if pair.source.length > RUNNING]
    return 3 * sum(_is_left(pair, lang, source_lang) for pair in running) > len(running)


def _with_doubt_of_copies(pair: Pair) -> Pair:
    if pair.doubt is None and pair.text == pair.source.text and any(map(str.isalpha, plain(pair.text))):
        return replace(pair, doubt=_("both pages have the same text, and this one is not done"))
    return pair


def _is_left(pair: Pair, lang: str, source_lang: str) -> bool:
    """Whether the translation has the text of the source still, or the beginning of it that a damaged page has kept."""
    same = pair.text == pair.source.text or pair.text[:RUNNING] == pair.source.text[:RUNNING]
    return same and foreign_sentence(pair.text, lang, source_lang) is not None


def put_into(catalogue: Catalogue, entries: Iterable[Entry]) -> Catalogue:
    """The catalogue with the entries that it lacks; what it has translated already stays."""
    aligned = {entry.key: entry for entry in entries}
    kept = []
    for entry in catalogue.entries:
        new = None if entry.obsolete else aligned.pop(entry.key, None)
        if new is not None and not entry.has_text and new.has_text and entry.plural is None:
            comments = entry.comments + tuple(one for one in new.comments if one not in entry.comments)
            flags = tuple(dict.fromkeys(new.flags + entry.flags))
            entry = changed(entry, msgstr=new.msgstr, comments=comments, flags=flags)
        kept.append(entry)
    return replace(catalogue, entries=(*kept, *aligned.values()))


def partners(source: Path, translated: Path) -> tuple[list[tuple[Path, Path]], list[Path]]:
    """Which source page each translated page belongs to, and the translated pages that have none.

    Of two folders, pages of the same name lie in the same place below them; a capture's
    page is the one of its name wherever that lies. Raises `FileNotFoundError`.
    """
    if not (source.is_dir() and translated.is_dir()):
        for path in (source, translated):
            if not path.exists():
                raise FileNotFoundError(str(path))
        return [(source, translated)], []
    ours = {page.relative_to(source): page for page in source_pages([source])}
    by_name = {page.stem: page for page in ours.values()}
    pairs, alone = [], []
    for page in files_below(translated):
        is_text = page.suffix.lower() == ".txt"
        if not is_text and not is_page(page):
            continue
        partner = ours.get(page.relative_to(translated)) or by_name.get(page.stem)
        if partner is None and is_text:
            try:
                partner = by_name.get(read_page(page).name)
            except PageError:
                partner = None
        if partner is None:
            alone.append(page)
        else:
            pairs.append((partner, page))
    return pairs, alone


def stated_languages(pages: Iterable[Path]) -> dict[Path, str]:
    """The language of each page that tells it: the page itself, or its folder, or else its words."""
    said = {}
    for page in pages:
        try:
            lang = page_language(read_page(page))
        except PageError:
            continue
        if lang != "und":
            said[page] = lang
    return said


# Pieces


def pieces_of(page: Path, lang: str) -> list[Piece]:
    """The messages of a page, be it damaged or not. Raises `PageError`."""
    source = _any_source(page)
    known = load(base(lang)) if base(lang) in available() else None
    pieces: list[Piece] = []
    for unit in units_of(source, Rules(source)):
        if unit.external is not None:
            continue
        if len(pieces) == MOST:
            reason = _("the page has more than {limit} messages, the most that are aligned; split it")
            raise PageError(source.place(unit.element), reason.format(limit=MOST))
        text = unit.msgid
        words = plain(text)
        concepts = frozenset(one for word in known.words(words) for one in word.concepts) if known else frozenset()
        numbers = [str(word.number) for word in known.words(words) if word.number is not None] if known else []
        pieces.append(
            Piece(
                text,
                unit.context,
                unit.marker,
                (source.path, line_of(unit.element)),
                _path(unit),
                frozenset(unit.ids),
                tuple(sorted(match[2] for match in _TAGS.finditer(text) if not match[1])),
                tuple(sorted(numbers or _NUMBERS.findall(words))),
                concepts,
                len(words),
                any(
                    getattr(child, "target", None) == _LOST for child in unit.element.iter(etree.ProcessingInstruction)
                ),
            )
        )
    return pieces


def _any_source(path: Path) -> Source:
    """The page as a translator's tools see it; of one that is not XML, what can be read of it."""
    content = load_page(path)
    try:
        return parse_source(content, str(path))
    except PageError:
        page = read_page(path, source=content)
        mended = etree.tostring(page.root, encoding="utf-8", xml_declaration=False)
        return parse_source(mended, str(path))


def _path(unit: Unit) -> tuple[str, ...]:
    names = [str(unit.element.tag), *(str(element.tag) for element in unit.element.iterancestors())]
    names = [name.rpartition("}")[2] for name in names[:-1]] if len(names) > 1 else ["root"]
    path = tuple("section" if name in LEVELS else name for name in names)
    return path if unit.attribute is None else (f"@{unit.attribute}", *path)


# Aligning


def align(ours: Sequence[Piece], theirs: Sequence[Piece], known: dict[str, Counter[str]] | None = None) -> list[Pair]:
    """The pairs of two pages, in order; `known` are translations that other pages have."""
    rate, known = _rate(ours, theirs), known or {}
    rows, columns = len(ours), len(theirs)
    fits = [array("d", (_fit(one, other, rate, known) for other in theirs)) for one in ours]
    splits = [array("d", _splits(one, theirs, row, rate)) for one, row in zip(ours, fits, strict=True)]

    # The best that all before can come to, where so many messages of both pages are behind.
    forth = [array("d", (GAP * to for to in range(columns + 1)))]
    for fit, split in zip(fits, splits, strict=True):
        above = forth[-1]
        row = array("d", (score + GAP for score in above))
        for to in range(1, columns + 1):
            row[to] = max(row[to], row[to - 1] + GAP, above[to - 1] + fit[to - 1])
            if to > 1:
                row[to] = max(row[to], above[to - 2] + split[to - 2])
        forth.append(row)

    # From the end, the best that all after can come to; and what each message has best.
    texts = [piece.text for piece in theirs]
    pairs = []
    below = array("d", (GAP * (columns - to) for to in range(columns + 1)))
    for at in range(rows - 1, -1, -1):
        before, fit, split = forth[at], fits[at], splits[at]
        one = [before[to] + fit[to] + below[to + 1] for to in range(columns)]
        two = [before[to] + split[to] + below[to + 2] for to in range(columns - 1)]
        alone = max(before[to] + GAP + below[to] for to in range(columns + 1))
        best = max((*one, *two), default=-math.inf)
        if best >= alone:
            to, count = (one.index(best), 1) if best in one else (two.index(best), 2)
            others = (
                score for scores in (one, two) for score, text in zip(scores, texts, strict=False) if text != texts[to]
            )
            margin = best - max(alone, max(others, default=alone))
            doubt = _doubt(ours[at], theirs[to], count, fit[to], margin)
            pairs.append(Pair(ours[at], " ".join(texts[to : to + count]), doubt))
        row = array("d", (score + GAP for score in below))
        for to in range(columns - 1, -1, -1):
            row[to] = max(row[to], row[to + 1] + GAP, below[to + 1] + fit[to])
            if to + 1 < columns:
                row[to] = max(row[to], below[to + 2] + split[to])
        below = row
    return pairs[::-1]


def _splits(one: Piece, theirs: Sequence[Piece], fits: Sequence[float], rate: float) -> Iterator[float]:
    """How well each two texts that follow one another fit a message: no better than the first does, but for length."""
    for first, second, fit in zip(theirs, theirs[1:], fits, strict=False):
        if first.path != second.path or one.length < 80 or min(first.length, second.length) < 20:
            yield -math.inf
            continue
        alone = _length(one.length, first.length, rate)
        both = _length(one.length, first.length + second.length, rate)
        yield fit + SPLIT + 2 * (both - alone)


def _rate(ours: Sequence[Piece], theirs: Sequence[Piece]) -> float:
    """How much longer the translation's texts are."""
    long = sorted(piece.length for piece in theirs)
    whole = sorted(piece.length for piece in ours)
    if not long or not whole:
        return 1.0
    return min(2.0, max(0.25, (sum(long) / len(long) + 5) / (sum(whole) / len(whole) + 5)))


def _length(ours: int, theirs: int, rate: float) -> float:
    """0 for texts of equal length, less the more they differ; short texts may differ more."""
    return -min(3.0, 1.5 * abs(math.log((theirs + 12) / (ours * rate + 12))))


def _fit(one: Piece, other: Piece, rate: float, known: dict[str, Counter[str]]) -> float:
    """How well two pieces go together; above 0 for those that seem to be the same."""
    score = _length(one.length, other.length, rate)
    if one.path == other.path:
        score += 2.0
    elif one.path[:1] == other.path[:1]:
        score += 1.0
    else:
        score -= 2.5
    if one.ids or other.ids:
        score += 3.0 if one.ids & other.ids else -1.0
    if one.text == other.text:
        score += 3.0
    if one.numbers or other.numbers:
        score += 2.0 * _shared(one.numbers, other.numbers) / max(len(one.numbers), len(other.numbers)) - 0.5
    if one.tags or other.tags:
        score += 2.0 * _shared(one.tags, other.tags) / max(len(one.tags), len(other.tags)) - 1.0
    if one.concepts and other.concepts:
        shared = len(one.concepts & other.concepts)
        score += 3.0 * shared / (len(one.concepts) + len(other.concepts) - shared) - 0.5
    if (translations := known.get(one.text)) is not None:
        score += 3.0 if other.text in translations else -1.0
    return score


def _shared(some: tuple[str, ...], others: tuple[str, ...]) -> int:
    """How many of some things are among others, each as often as both have it."""
    return sum(min(some.count(each), others.count(each)) for each in set(some)) if some and others else 0


def _doubt(one: Piece, other: Piece, count: int, fit: float, margin: float) -> str | None:
    if count > 1:
        return _("it is put together from two texts")
    if one.is_cut or other.is_cut:
        return _("lines of it are lost")
    if one.tags != other.tags and (one.tags or other.tags):
        return _("the markup differs")
    if margin < SURE:
        return _("it might as well be the translation of a text near it")
    if fit < FIT:
        return _("it is not much like its source")
    return None
