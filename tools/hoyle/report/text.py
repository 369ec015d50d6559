"""Text from pages and files' names, made fit to be shown."""

from __future__ import annotations

from hoyle.messages import user_language

_KEPT = "\n\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"


def visible(text: str) -> str:
    """The text without what could steer a terminal or a log: such characters become visible.

    >>> visible("ten\\x1b[31m piles")
    'ten\ufffd[31m piles'
    >>> visible("dix piles\xa0!") == "dix piles\xa0!"
    True
    """
    return "".join(
        char if char.isprintable() or char in _KEPT else " " if char in "\t\r" else "\N{REPLACEMENT CHARACTER}"
        for char in text
    )


def one_line(text: str) -> str:
    """The same, in one line; as many characters as before."""
    return visible(text).replace("\n", " ")


def language_tag() -> str:
    """The language of the tool's words, as HTML and SARIF name it."""
    language = user_language().replace("_", "-")
    return "en" if language in ("C", "POSIX") else language
