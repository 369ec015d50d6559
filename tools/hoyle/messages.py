"""The tool's own words in the user's language.

The catalogues are `locale/LANG/LC_MESSAGES/hoyle.po`; they are read when first needed,
and an English user reads none.
"""

from __future__ import annotations

import os
from contextvars import ContextVar
from functools import cache
from gettext import NullTranslations

from hoyle import data

_chosen: ContextVar[str | None] = ContextVar("language", default=None)


def user_language() -> str:
    """The language chosen with `speak`, else that of the environment, else English.

    `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` and `LANG` count in this order, as gettext has it.
    """
    if chosen := _chosen.get():
        return chosen
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return value.split(":")[0].split(".")[0].split("@")[0]
    return "en"


def speak(language: str | None) -> None:
    """Choose the language of messages from here on; None goes back to the environment's."""
    _chosen.set(language)


@cache
def _catalogue(language: str) -> NullTranslations:
    for name in (language, language.split("_")[0].split("-")[0]):
        path = data.folder("locale") / name / "LC_MESSAGES" / "hoyle.po"
        if name not in ("en", "C", "POSIX") and path.is_file():
            from io import BytesIO

            from babel.messages.mofile import write_mo
            from babel.messages.pofile import read_po
            from babel.support import Translations

            compiled = BytesIO()
            with path.open("rb") as file:
                write_mo(compiled, read_po(file, locale=name))
            compiled.seek(0)
            return Translations(compiled)
    return NullTranslations()


def _(text: str) -> str:
    """The text in the user's language; where no translation is known, as it is."""
    return _catalogue(user_language()).gettext(text)


def ngettext(singular: str, plural: str, number: int) -> str:
    """The form that goes with the number, in the user's language."""
    return _catalogue(user_language()).ngettext(singular, plural, number)


def later(text: str) -> str:
    """Mark a text for translation that is translated when it is shown, with `_`."""
    return text
