"""Punctuation and spaces by the rules of the translation's own language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from hoyle.messages import _
from hoyle.translation.fault import Fault
from hoyle.translation.marks import marks

_TAG: Final = re.compile(r"<[^<>]*>")
_THING: Final = re.compile(r"<[^<>]*/>|&[^;&\s]+;")
_HARD: Final = "\u00a0\u202f"
_ADDRESS: Final = re.compile(r"(?<!\S)(?=\S*?(?:[@/]|\w\.\w{2,4}\b))\S+")

_FILLED: Final = re.compile(r"\{[^{}]*\}")
"""What a program fills in, which may hold a colon or an exclamation mark."""

_NO_SPACE_BEFORE: Final = re.compile(r"(?:[^\W_]|[)\]”’])([;!?]|:(?![/:\w`]))")
_PLAIN_SPACE_BEFORE: Final = re.compile(r"\S ([;!?:])(?![)\-])")
_GUILLEMETS: Final = re.compile(r"«(?P<after>.?)|(?P<before>.?)»")
_STRAIGHT: Final = re.compile(r'"[^"]+"')

_SPACE_BEFORE_COMMA: Final = re.compile(r"[^\W\d_]\s+([,.])(?=\s|$)")
_NO_SPACE_AFTER: Final = re.compile(r"{0}{{2}}[.!?]{0}{{2}}|{0},{0}{{2}}".format("[A-Za-z\u00c0-\u024f\u0370-\u04ff]"))
_HALF_WIDTH: Final = re.compile(r"[\u4e00-\u9fff\u3040-\u30ff]\s?([,.;:?!])(?![A-Za-z0-9])")


def running(text: str) -> str:
    """The text as it runs on the page, an X for each thing in it that is no text.

    >>> running("See <link>rules</link> &amp; <_:figure-1/>.")
    'See rules X X.'
    """
    return _TAG.sub("", _THING.sub("X", text))


def punctuation_faults(msgstr: str, lang: str) -> Iterator[Fault]:
    """Marks and spaces that the language sets otherwise.

    >>> [fault.message for fault in punctuation_faults("Pourquoi?", "fr")]
    ['there is no space before “?”']
    >>> list(punctuation_faults(":doc:`index`\u00a0: tout", "fr"))  # a colon of markup is none of the text's
    []
    >>> [fault.message for fault in punctuation_faults("Por qué?", "es")]
    ['“?” without “¿” before it']
    >>> list(punctuation_faults("Zergatik?", "eu"))
    []
    """
    ours = marks(lang)
    text = _ADDRESS.sub("", _FILLED.sub("X", running(msgstr)))
    if ours.space_before:
        yield from _space_before(text, ours.space_before)
    if "\u00a0" in ours.quotes:
        yield from _space_inside(text)
    for pair in ours.pairs:
        opening, closing = pair[0], pair[-1]
        if text.count(closing) > text.count(opening):
            message = _("“{closing}” without “{opening}” before it").format(closing=closing, opening=opening)
            yield Fault("punctuation-wrong", "warning", message, _around(text, text.rindex(closing)))
    for wrong, right in ours.instead.items():
        if wrong in text:
            message = _("the language sets “{right}”, not “{wrong}”").format(right=right, wrong=wrong)
            yield Fault("punctuation-wrong", "warning", message, _around(text, text.index(wrong)))
    if ours.wide and (match := _HALF_WIDTH.search(text)):
        message = _("“{mark}” is not as wide as the characters around it").format(mark=match[1])
        yield Fault("punctuation-wrong", "note", message, _around(text, match.start(1)))
    if ours.quotes and (match := _STRAIGHT.search(text)):
        message = _("the language sets quotation marks like this: {marks}").format(marks=ours.quotes)
        yield Fault("punctuation-wrong", "note", message, match[0])


def _space_before(text: str, marked: str) -> Iterator[Fault]:
    """Marks that must have a space before them that does not break."""
    for match in _NO_SPACE_BEFORE.finditer(text):
        if match[1] in marked:
            message = _("there is no space before “{mark}”").format(mark=match[1])
            yield Fault("punctuation-wrong", "warning", message, _around(text, match.start(1)))
            break
    if plain_space := _PLAIN_SPACE_BEFORE.search(text):
        message = _("the space before “{mark}” may break at the end of a line").format(mark=plain_space[1])
        yield Fault("punctuation-wrong", "note", message, _around(text, plain_space.start(1)))


def _space_inside(text: str) -> Iterator[Fault]:
    """Quotation marks that must have spaces inside that do not break."""
    for match in _GUILLEMETS.finditer(text):
        space = match["before"] if match["after"] is None else match["after"]
        if space and space not in _HARD:
            message = (
                _("the space inside « » may break at the end of a line")
                if space == " "
                else _("there is no space inside « »")
            )
            yield Fault(
                "punctuation-wrong", "note" if space == " " else "warning", message, _around(text, match.start())
            )
            break


def spacing_faults(msgid: str, msgstr: str, *, keeps_space: bool = False) -> Iterator[Fault]:
    """Spaces that are wrong in any language.

    >>> [fault.message for fault in spacing_faults("One. Two.", "Bat.Beste bi.")]
    ['there is no space after “.”']
    """
    source, text = running(msgid), running(msgstr)
    if keeps_space:
        if msgid.count("\n") != msgstr.count("\n"):
            yield Fault("spacing-wrong", "warning", _("the translation has not as many lines as its source"))
        return
    if "  " in text.strip() and "  " not in source:
        yield Fault(
            "spacing-wrong", "note", _("there are two spaces one after the other"), _around(text, text.index("  "))
        )
    if msgid[:1].isspace() != msgstr[:1].isspace() or msgid[-1:].isspace() != msgstr[-1:].isspace():
        yield Fault("spacing-wrong", "note", _("it does not begin and end with space as its source does"))
    text = _ADDRESS.sub(lambda match: "" if _is_address(match[0], source) else match[0], text)
    source = _ADDRESS.sub("", source)
    if (match := _SPACE_BEFORE_COMMA.search(text)) and not _SPACE_BEFORE_COMMA.search(source):
        message = _("there is a space before “{mark}”").format(mark=match[1])
        yield Fault("spacing-wrong", "warning", message, _around(text, match.start(1)))
    if (match := _NO_SPACE_AFTER.search(text)) and not _NO_SPACE_AFTER.search(source):
        mark = next(character for character in match[0] if character in ".!?,")
        message = _("there is no space after “{mark}”").format(mark=mark)
        yield Fault("spacing-wrong", "warning", message, match[0])


def _is_address(text: str, source: str) -> bool:
    """Whether what looks like an address is one: it stands in the source, or names a file or a host."""
    return text in source or "@" in text or "/" in text


def _around(text: str, at: int) -> str:
    """Some words around a place."""
    start = text.rfind(" ", 0, max(0, at - 12)) + 1
    end = text.find(" ", at + 12)
    return text[start : end if end >= 0 else len(text)].strip()
