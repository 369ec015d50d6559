"""From a page to its facts: its sentences in order, under their headers, sections and options."""

from __future__ import annotations

import atexit

from hoyle.docbook.page import Page
from hoyle.facts.about import CARD_WORDS
from hoyle.facts.context import READ, Context, Stated
from hoyle.facts.deal.table import Table
from hoyle.facts.fact import PageReading, SentenceReading
from hoyle.facts.merging import Result, Tables, merge
from hoyle.facts.rules import rule_book
from hoyle.facts.sentences import Reader, Reading
from hoyle.language.bank import available, load
from hoyle.language.identify import language_of
from hoyle.language.numbers import whole_number
from hoyle.language.pages import page_language, sentences, split, title_role
from hoyle.language.sentence import Sentence


def read_facts(page: Page, lang: str | None = None, reader: Reader | None = None, *, source: str = "en") -> PageReading:
    """The facts of a page, each once, and how each of its sentences was understood.

    `lang` overrides the language that the page, its path or its text is in; `source` is
    the language that pages are translated from, of which a translation may hold leftovers.
    """
    page_lang = lang or page_language(page, source)
    if reader is None:
        reader = shared_reader()
    if page_lang not in available():
        return PageReading(page.name, page_lang, ())
    found = sentences(page, page_lang if lang else None, source)
    results, tables = _read_in_order(page_lang, found, reader)
    reading = merge(page.name, page_lang, results, tables)
    if reading.facts and not _about_cards(results, reader):
        return PageReading(
            page.name,
            page_lang,
            tuple(
                one if one.status == "not read" else SentenceReading(one.sentence, "states none")
                for one in reading.sentences
            ),
        )
    return reading


def _about_cards(results: list[Result], reader: Reader) -> bool:
    """Whether a page is about a card game: by two signs of one, or by one where hardly a word is a stranger's."""
    signs: set[str] = set()
    known = unknown = 0
    for sentence, reading, _, _ in results:
        if reading is not None:
            named, of_cards, others = reading.signs
            signs |= named
            known += of_cards
            unknown += others
            if sentence.block.header is not None:
                signs |= _kind_named(sentence.block.header.value, sentence.lang, reader)
    if len(signs - {"color"}) < 2:
        # What has been read mostly tells enough.
        for sentence, reading, _, _ in results:
            if reading is None and sentence.lang in available():
                signs |= reader.signs(sentence.text, sentence.lang)[0]
                if sentence.block.header is not None:
                    signs |= _kind_named(sentence.block.header.value, sentence.lang, reader)
    strange = unknown / (known + unknown) if known else 1.0
    # A red card is no card of a game; red on black is.
    if len(signs - {"color"} if "card" in signs else signs) > 1:
        return strange <= _STRANGEST
    return not signs.isdisjoint(CARD_WORDS) and strange <= _STRANGE


def _kind_named(header: str, lang: str, reader: Reader) -> set[str]:
    """The kind of pile that a row's header names, if it names one."""
    kind = reader.header(header, lang)
    return set() if kind is None or kind == "other-pile" else {kind}


_STRANGE, _STRANGEST = 0.15, 0.35
"""The greatest share of words that no bank knows on a page that one sign says to be about cards, and two."""


_shared: Reader | None = None


def shared_reader() -> Reader:
    """The reader that all pages of one run share."""
    global _shared
    if _shared is None:
        _shared = Reader()
        atexit.register(_forget)
    return _shared


def _forget() -> None:
    """Let go of what is remembered, before Python ends.

    It then looks through all objects for what can go, several times: after a manual in three
    languages that takes a tenth of the time that reading it took.
    """
    global _shared
    _shared = None
    for remembering in (load, rule_book, split, language_of):
        remembering.cache_clear()


def read_sentences(page: str, page_lang: str, found: list[Sentence], reader: Reader) -> PageReading:
    """The facts of sentences in the order of their page."""
    return merge(page, page_lang, *_read_in_order(page_lang, found, reader))


def _read_in_order(page_lang: str, found: list[Sentence], reader: Reader) -> tuple[list[Result], Tables]:
    """How each sentence is read after those before it, and the deals that they tell of."""
    languages = available()
    context, reading = Context(), Reading([], False, None, None, None)
    in_corners = False
    block = None
    first = 0
    when: str | None = None
    named: str | None = None
    tables: Tables = {}
    results: list[Result] = []
    for index, sentence in enumerate(found):
        role, lang = sentence.role, sentence.lang
        if role not in READ or lang not in languages:
            results.append((sentence, None, [], None))
            continue
        if sentence.block is not block:
            block, first = sentence.block, index
            header_text = block.header.value if block.header else None
            header = reader.header(header_text, page_lang) if header_text else _lost_header(found, index, reader)
            if role == "options":
                if header == "other-pile":
                    header = None  # the name of an option
                named = _option_named_by(sentence) or named
                when = _option(sentence, page_lang) or named
            else:
                when = named = None
            context = Context(header, role, in_corners=in_corners and role == "goal")
        else:
            told = reading.topic, reading.target, reading.built, reading.emptied, reading.redealt
            context = Context(context.header, role, *told, context.in_corners)
        text = whole = sentence.text
        if role == "options":
            label, colon, rest = text.partition(":")
            if colon and rest.strip() and len(label.split()) <= 7 and index == first:
                when = when or " ".join(label.split()).lower()
                text = rest
            elif colon and not rest.strip() and sentence.start == 0:
                when = when or " ".join(label.split()).lower()
        reading = reader.read(text, lang, context)
        stated = reading.stated
        if role == "scoring" and block.header is not None:
            stated = _line_of_table(block.header.value, text, lang, context, reader) or stated
        if text is not whole:
            reading = reading._replace(signs=reader.signs(whole, lang))
        results.append((sentence, reading, stated, when))
        if reading.deal is not None:
            if (reading.deal, when) not in tables:
                tables[reading.deal, when] = Table(), []
            table, heard = tables[reading.deal, when]
            if reader.tell(text, lang, reading.deal, table):
                heard.append(index)
        in_corners = in_corners or reading.in_corners
    return results, tables


def _line_of_table(header: str, text: str, lang: str, context: Context, reader: Reader) -> list[Stated]:
    """What a table of points says of what its header names: how many points, or else which cards make it up."""
    points = whole_number(text.strip())
    if points is not None:
        return [("score.table", [header, points], "a line of a table")]
    if context.header != "other-pile" or reader.read(text, lang, context).stated:
        return []
    words = reader.clauses(text, lang)[0]
    whole = len(words) > 2 or any("sequence" in word.concepts for word in words[1:])
    if whole and any(not word.concepts.isdisjoint(("card", "rank", "suit")) for word in words):
        return [("score.combination", header, "a line of a table")]
    return []


def _lost_header(found: list[Sentence], index: int, reader: Reader) -> str | None:
    """The pile kind that a row of a setup table is about, where a damaged page has lost the row's header.

    It is the stock where the rest of the cards is put, else the kind that is named first.
    """
    block = found[index].block
    if block.kind != "entry" or found[index].role != "setup":
        return None
    row = [sentence for sentence in found[index:] if sentence.block is block and sentence.lang in available()]
    as_stock = Context("stock", "setup")
    if any(
        key == "stock.holds"
        for sentence in row
        for key, _, _ in reader.read(sentence.text, sentence.lang, as_stock).stated
    ):
        return "stock"
    subjects = (
        kind
        for sentence in row
        for clause in reader.clauses(sentence.text, sentence.lang)[1]
        for phrase in clause.roles(None)
        for kind in sorted(phrase.kinds)
    )
    return next(subjects, None)


def _option(sentence: Sentence, lang: str) -> str | None:
    """The option that a sentence of an Options section speaks of: the title below the section's own."""
    if sentence.role != "options":
        return None
    titles = sentence.block.titles
    if sentence.block.header is not None:
        return " ".join(sentence.block.header.value.split()).lower()
    if titles and title_role(titles[-1].value, lang) is None and len(titles) > 1:
        return " ".join(titles[-1].value.split()).lower()
    return None


def _option_named_by(sentence: Sentence) -> str | None:
    """The option that a paragraph names, and nothing else, before the paragraphs that tell of it."""
    text = sentence.block.text.value.strip()
    if sentence.block.kind != "para" or len(text.split()) > 4 or not text[-1:].isalpha():
        return None
    return " ".join(text.split()).lower()
