"""Which language a text is in: the detector for longer strings, the term banks for short ones."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from hoyle.language.bank import available, load

_WORD = re.compile(r"[^\W\d_]+")
_THREE_WORDS = re.compile(r"(?:[\W\d_]*+[^\W\d_]++){3}")


def share_known(text: str, lang: str) -> float:
    """The share of a text's words that the language's bank knows, in any form.

    >>> share_known("Ten piles.", "en")
    1.0
    """
    words = [word.lower() for word in _WORD.findall(text)]
    if not words:
        return 0.0
    bank = load(lang)
    return sum(map(bank.knows, words)) / len(words)


@cache
def language_of(text: str, expected: str) -> str:
    """The language of a sentence on a page of the language `expected`.

    A string of one or two words is in another language only if the banks say so and the
    detector does not hold it for `expected`: a bank that grows knows ever more words of
    its neighbours. For a longer one the detector must say it and the banks must not
    contradict it.

    >>> language_of("Cards are moved singly.", "eu"), language_of("Kartak banaka mugitzen dira.", "eu")
    ('en', 'eu')
    >>> language_of("Top right", "fr"), language_of("Non comprises", "fr")
    ('en', 'fr')
    """
    if expected not in available():
        return expected
    if _THREE_WORDS.match(text):
        found = str(_detector()(text))
        if found == expected or found not in available():
            return expected
        here, there = share_known(text, expected), share_known(text, found)
        return found if there > here or (there == here == 1.0 and len(_WORD.findall(text)) > 4) else expected
    words = [word.lower() for word in _WORD.findall(text)]
    if not all(map(load(expected).knows, words)):
        for other in available():
            if other != expected and all(map(load(other).knows, words)):
                return expected if str(_detector()(text)) == expected else other
    return expected


@cache
def _detector() -> Callable[[str], object]:
    import eldc  # type: ignore[import-untyped]

    eldc.init()
    eldc.set_languages(list(available()))
    detect: Callable[[str], object] = eldc.detect
    return detect
