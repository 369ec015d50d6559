"""Text that was left as it was: copied from the source, or in another language than its page's.

Names, credits and numbers are the same in many languages, so a copied text counts only
where it has words that are written small, as no name is.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

from hoyle.language.bank import available, load
from hoyle.language.identify import language_of, share_known
from hoyle.language.pages import split

_NAME: Final = re.compile(
    r"<(firstname|surname|personname|orgname|email|holder|publishername|productname|application|date|year"
    r"|literal|code|command|filename|option|userinput|ulink|uri)\b[^<>]*>[^<]*</\1>"
)
MARKUP: Final = re.compile(r"<[^<>]*>|&[^;&\s]+;")
"""Tags, and references to entities."""
_ADDRESS: Final = re.compile(r"(?<!\S)[^\s@/]*[@/]\S*")
_FILLED: Final = re.compile(r"\{[^{}\s]*\}|%\(\w+\)[a-z]|%[a-z]")
"""What a program fills in."""
_WORD: Final = re.compile(r"[^\W\d_]+")
_CLEAR: Final = 0.2
"""By how much the detector must score the source's language above the page's, where no term bank can help."""
_LONG: Final = 8
"""Words of a sentence that is long enough for the detector alone."""


def plain(text: str) -> str:
    """A message's words, without markup, addresses and the texts that are names by their markup.

    >>> plain("<para>Written by <firstname>Ed</firstname> &amp; others, ed@example.org</para>")
    'Written by others,'
    """
    return " ".join(_ADDRESS.sub(" ", MARKUP.sub(" ", _NAME.sub(" ", text))).split())


def base(lang: str) -> str:
    """The language of a locale: what stands before its territory, script or variant."""
    return re.split(r"[-_@.]", lang)[0].lower()


def foreign_sentence(text: str, lang: str, source: str = "en") -> str | None:
    """The first sentence of a message in `lang` that is in another language, else None.

    Names are left out, and so are single words, which many languages share.

    >>> foreign_sentence("Hamar pila. Cards are moved one at a time.", "eu")
    'Cards are moved one at a time.'
    >>> foreign_sentence("Rosanna Yuen", "eu")
    """
    found = foreign_part(text, lang, source)
    return found[0] if found else None


def foreign_part(text: str, lang: str, source: str = "en") -> tuple[str, str] | None:
    """The same with the language that the sentence is in.

    >>> foreign_part("Hamar pila. Cards are moved one at a time.", "eu")
    ('Cards are moved one at a time.', 'en')
    """
    lang, source = base(lang), base(source)
    if lang == source:
        return None
    text = _FILLED.sub(" ", plain(text))
    for _start, sentence in split(text, lang):
        if (found := _foreign(sentence, lang, source)) is not None:
            return sentence, found
    return None


def foreign_language(sentence: str, lang: str, source: str = "en") -> str | None:
    """The language of a sentence that should be in `lang`, where that is another one, else None."""
    found = foreign_part(sentence, lang, source)
    return found[1] if found else None


def _foreign(sentence: str, lang: str, source: str) -> str | None:
    if sentence.isupper():
        sentence = sentence.lower()
    words = _WORD.findall(sentence)
    small = sum(word[0].islower() for word in words)
    is_title = sentence[-1].isalpha() and 3 * small < 2 * len(words)
    if len(words) < 3 or small < 2 or is_title:
        return source if _is_foreign_in_short(words, lang, source) else None
    if lang in available() and (other := language_of(sentence, lang)) != lang:
        return other
    # A language that the detector does not know it takes for one that is near.
    between = _detector((source, lang) if _is_known(lang) else ())
    found = between.detect_details(sentence)
    if found.language == source:
        is_clear = _is_known(lang) and found.scores[source] - found.scores.get(lang, 0.0) >= _CLEAR
        is_sure = source not in available() or (is_clear and len(words) >= _LONG)
        if found.reliable and (is_sure or share_known(sentence, source) >= 0.5):
            return source
        if _is_foreign_in_short(words, lang, source):
            return source
    if len(words) < _LONG or not _is_known(lang) or (lang in available() and share_known(sentence, lang) >= 0.5):
        return None
    among = _detector(()).detect_details(sentence)
    if among.reliable and among.language not in (lang, "und") and among.scores.get(lang, 0.0) < 0.2:
        return str(among.language)
    return None


def _is_foreign_in_short(words: list[str], lang: str, source: str) -> bool:
    """Whether a few words are the source's: its term bank knows them all, names left out, and the language does not."""
    if source not in available():
        return False
    short = load(source).abbreviations
    words = [word for at, word in enumerate(words) if (at == 0 or word[0].islower()) and word.lower() not in short]
    if len(words) < 2 or share_known(" ".join(words), source) < 1.0:
        return False
    if lang in available():
        text = " ".join(words)
        return share_known(text, lang) < 1.0 and _detector((source, lang)).detect_details(text).language != lang
    found = _detector((source, lang) if _is_known(lang) else ()).detect_details(" ".join(words))
    # Catalan "set piles", seven piles, is nearly as good an English.
    return bool(found.language == source and found.scores[source] - found.scores.get(lang, 0.0) >= _CLEAR)


@cache
def _detector(languages: tuple[str, ...]) -> Any:
    """What tells the languages apart; all languages, where none is named."""
    detector = _library().instance()
    if languages:
        detector.set_languages(list(languages))
    detector.set_scores(20)
    return detector


def _is_known(lang: str) -> bool:
    return lang in _library().LANGUAGES


@cache
def _library() -> Any:
    import eldc  # type: ignore[import-untyped]

    eldc.init()
    return eldc


def is_copied(msgid: str, msgstr: str, lang: str, source: str = "en") -> bool:
    """Whether a translation is its source again, though there is something to translate.

    >>> is_copied("Written by Ed Sirett", "Written by Ed Sirett", "fr"), is_copied("Zebra", "Zebra", "fr")
    (True, False)
    >>> is_copied("Points", "Points", "fr"), is_copied("Points", "Points", "eu")
    (False, True)
    """
    if msgid != msgstr or msgid.startswith("@@image:") or not has_words(msgid, source):
        return False
    return not (base(lang) in available() and share_known(plain(msgid), base(lang)) == 1.0)


def has_words(text: str, source: str = "en") -> bool:
    """Whether a text has words to translate: written small, or known to the source's term bank.

    >>> has_words("52"), has_words("Rosanna Yuen"), has_words("Goal"), has_words("Stock"), has_words("no redeals")
    (False, False, True, True, True)
    """
    source = base(source)
    words = _WORD.findall(_FILLED.sub(" ", plain(text)))
    if any(word[0].islower() and len(word) > 1 for word in words):
        return True
    if not words or source not in available():
        return False
    is_title = any(" ".join(words).lower() in titles for titles in load(source).titles.values())
    return is_title or share_known(" ".join(words), source) == 1.0
