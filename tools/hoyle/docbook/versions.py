"""A page and its versions in other languages: manuals keep a folder for each language.

That of the source language is called by its code or, by gettext's custom, `C`.
"""

from __future__ import annotations

import re
from pathlib import Path

_SOURCE = "C"


def folder_of_language(path: Path, lang: str) -> tuple[int, str] | None:
    """Which part of a path names the language, and how: with or without a territory.

    >>> folder_of_language(Path("/help/pt_BR/yield.xml"), "pt")
    (2, 'pt_BR')
    """
    for at in range(len(path.parts) - 2, -1, -1):
        if re.fullmatch(rf"{re.escape(lang)}(?:[_@-][A-Za-z0-9@_]+)?", path.parts[at]):
            return at, path.parts[at]
    return None


def versions(path: Path, lang: str, other: str, source: str) -> list[Path]:
    """Where the version in another language of a page in `lang` may lie; empty where no folder names `lang`.

    >>> [str(each) for each in versions(Path("/help/C/games/yield.xml"), "en", "fr", "en")]
    ['/help/fr/games/yield.xml']
    >>> [str(each) for each in versions(Path("/help/pt_BR/yield.xml"), "pt", "en", "en")]
    ['/help/en/yield.xml', '/help/C/yield.xml']
    >>> versions(Path("/pages/yield.xml"), "en", "fr", "en")
    []
    """
    parts = path.parts
    found = next((at for name in _names(lang, source) if (at := folder_of_language(path, name))), None)
    if found is None:
        return []
    return [Path(*parts[: found[0]], name, *parts[found[0] + 1 :]) for name in _names(other, source)]


def of_all_languages(path: Path, lang: str, source: str) -> Path:
    """What the versions of a page have in common: its path without the folder of its language.

    >>> str(of_all_languages(Path("/help/C/a/yield.xml"), "en", "en"))
    '/help/*/a/yield.xml'
    >>> str(of_all_languages(Path("/help/fr/a/yield.xml"), "fr", "en"))
    '/help/*/a/yield.xml'
    """
    found = versions(path, lang, "*", source)
    return found[0] if found else path


def _names(lang: str, source: str) -> tuple[str, ...]:
    return (lang, _SOURCE) if lang == source else (lang,)
