"""A page as sentences: where each begins and ends, which section it is in, which language it is in."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import get_args

from hoyle.docbook.page import Block, Page
from hoyle.language.bank import available, load
from hoyle.language.identify import language_of, share_known
from hoyle.language.sentence import Role, Sentence, sentence_of

# The first mark by itself: an expression that begins with one character is searched for twice as fast.
_END = re.compile(r"([.!?…][.!?…]*[\"'”’»)\]]*)\s+(?=[\"'“‘«(\[*–—-]*\s*[^\W_a-zà-öø-ÿ]|\d)")
_MARKER = re.compile(r"\s*(?:(?:\d\d?\)|[•·▪‣–—*-])\s+)?")
"""What numbers or marks an entry of a list, and is none of its words: "3) ", "• "."""
_ROLES = get_args(Role)
_TITLES = frozenset(("title", "term", "bridgehead", "subtitle", "titleabbrev", "refname", "refentrytitle"))


def page_language(page: Page, source: str = "en") -> str:
    """The language that the page or its path names, else the one that its text shows.

    A translation may hold much that is still in the language of its source, and the source
    holds nothing of a translation. So a page is in `source` only if hardly any of it is in
    another language. Where no bank knows the text, the language is `und`.
    """
    if page.lang:
        return "en" if page.lang.upper() in ("C", "POSIX") else re.split(r"[-_@.]", page.lang)[0].lower()
    text = " ".join(block.text.value for block in page.blocks)
    shares = Counter({lang: share_known(text, lang) for lang in available()})
    best, share = shares.most_common(1)[0] if shares else ("und", 0.0)
    if share < 0.4:
        return "und"
    if best == source:
        told = Counter(filter(None, (_clearly(block.text.value) for block in page.blocks)))
        for other, count in told.most_common():
            if other != source and count >= 3 and count >= sum(told.values()) / 10:
                return other
    return best


def _clearly(text: str) -> str | None:
    """The one language whose bank knows most of a text, or all of a section's title; None where two may be meant."""
    name = _title_name(text)
    shares = {
        lang: 1.0 if any(name in titles for titles in load(lang).titles.values()) else share_known(text, lang)
        for lang in available()
    }
    best = max(shares, key=lambda lang: shares[lang])
    rivals = [share for lang, share in shares.items() if lang != best]
    return best if shares[best] >= 0.7 and all(share <= shares[best] / 2 for share in rivals) else None


def sentences(page: Page, lang: str | None = None, source: str = "en") -> list[Sentence]:
    """The sentences of a page in order, those of titles too.

    `lang` overrides the page's language; `source` is the one that pages are translated
    from. A sentence's own language is the page's unless the element says otherwise, or
    the sentence itself does.
    """
    page_lang = lang or page_language(page, source)
    found = []
    titles = None
    role: Role = "other"
    for block in page.blocks:
        if block.titles is not titles:
            titles, role = block.titles, section_of(block, page_lang)
        block_lang = _code(block.lang) if block.lang and lang is None else page_lang
        text = block.text.value
        parts = split(text, block_lang)
        if (
            block.kind in _TITLES
            or role == "title"
            or (block.kind == "entry" and block.header is None and not is_prose(text, len(parts)))
        ):
            found += [sentence_of((block, start, words, "title", block_lang)) for start, words in parts]
        else:
            found += [
                sentence_of((block, start, words, role, language_of(words, block_lang))) for start, words in parts
            ]
    return found


@cache
def _code(lang: str) -> str:
    """The language itself, without the country or the script that it may be said with."""
    return re.split(r"[-_@.]", lang)[0].lower()


def is_prose(text: str, count: int) -> bool:
    """Whether a table cell of so many sentences is text, and no header: that of its row may be lost.

    >>> is_prose("Stock", 1), is_prose("Ten piles. Deal four rows.", 2), is_prose("Any card goes on an empty pile.", 1)
    (False, True, True)
    """
    return count > 1 or (text.rstrip().endswith((".", "!", "?", "…")) and len(text.split()) > 3)


@cache
def split(text: str, lang: str) -> tuple[tuple[int, str], ...]:
    """The sentences of a text, each with the place where it begins; abbreviations and single letters end none.

    >>> split("Deal 13 cards, etc. Then play. Written by W. Borgert.", "en")
    ((0, 'Deal 13 cards, etc.'), (20, 'Then play.'), (31, 'Written by W. Borgert.'))
    >>> split("3) Two redeals.", "en"), split("• Two redeals.", "en")
    (((3, 'Two redeals.'),), ((2, 'Two redeals.'),))
    """
    abbreviations = load(lang).abbreviations if lang in available() else frozenset()
    parts = []
    marker = _MARKER.match(text)
    start = marker.end() if marker else 0
    for match in _END.finditer(text):
        if text[match.start()] == ".":
            words = text[start : match.start()].rsplit(None, 1)
            before = words[-1].lower().lstrip("(\"'“«[") if words else ""
            if before in abbreviations or (len(before) == 1 and before.isalpha() and before not in ("k",)):
                following = text[match.end() : match.end() + 1]
                if before not in ("etc",) or not following.isupper():
                    continue
        sentence = text[start : match.end(1)]
        if sentence.strip(" *.-–—"):
            parts.append((start, sentence))
        start = match.end()
    if rest := text[start:].rstrip():
        parts.append((start, rest))
    return tuple(parts)


def section_of(block: Block, lang: str) -> Role:
    """What the section is for that the block stands in, told from the titles around it.

    The innermost title that the page's term bank, or another one, knows decides.
    """
    for title in reversed(block.titles):
        role = title_role(title.value, lang)
        if role is not None:
            return role
    return "other"


def _title_name(title: str) -> str:
    return " ".join(title.lower().strip(" .:").split())


@cache
def title_role(title: str, lang: str) -> Role | None:
    """The section that a title opens, or None."""
    name = _title_name(title)
    for language in (lang, *(other for other in available() if other != lang)):
        if language not in available():
            continue
        for role, titles in load(language).titles.items():
            if name in titles and role in _ROLES:
                return role  # type: ignore[return-value]
    return None
