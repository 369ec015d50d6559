"""The tool's own words in the user's language.

The catalogues are `locale/LANG/LC_MESSAGES/hoyle.po`; they are read when first needed,
and an English user reads none. (The help site's words stand beside them in `site.po`, its guide in `guide.po`.)
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from hoyle import data

if TYPE_CHECKING:
    from gettext import NullTranslations

_chosen: ContextVar[str | None] = ContextVar("language", default=None)


def user_language() -> str:
    """The language chosen with `speak`, else that of the environment, else English.

    `LC_ALL`, `LC_MESSAGES` and `LANG` count in this order, and before them `LANGUAGE`, but
    not where they ask for no language at all, `C`. Of the languages that `LANGUAGE` lists,
    the first counts in which there is anything to say. All this is as gettext has it.
    """
    if chosen := _chosen.get():
        return chosen
    locale = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    listed = "" if locale in _NO_LANGUAGE else os.environ.get("LANGUAGE")
    return _first_spoken(listed or locale)


_NO_LANGUAGE = ("C", "POSIX")


@cache
def _first_spoken(languages: str) -> str:
    names = [each.split(".")[0].split("@")[0] for each in languages.split(":") if each]
    spoken = (
        name for name in names if name in _NO_LANGUAGE or name[:3] in ("en", "en_", "en-") or _file(name, "hoyle")
    )
    return next(spoken, names[0] if names else "en")


def speak(language: str | None) -> None:
    """Choose the language of messages from here on; None goes back to the environment's."""
    _chosen.set(language)


@cache
def catalogue(language: str, domain: str = "hoyle") -> NullTranslations:
    """What `locale/LANG/LC_MESSAGES/DOMAIN.po` says in a language; where there is none, texts stay as they are.

    >>> catalogue("eu", "site").gettext("Stock"), catalogue("en", "site").gettext("Stock")
    ('Sorta', 'Stock')
    """
    if content := compiled(language, domain):
        from io import BytesIO

        from babel.support import Translations

        return Translations(BytesIO(content))
    from gettext import NullTranslations

    return NullTranslations()


def compiled(language: str, domain: str) -> bytes:
    """The catalogue in the form that gettext reads (MO); empty where there is none."""
    path = _file(language, domain)
    if path is None:
        return b""
    from io import BytesIO

    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    written = BytesIO()
    with path.open("rb") as file:
        write_mo(written, read_po(file, locale=path.parent.parent.name))
    return written.getvalue()


def _file(language: str, domain: str) -> Path | None:
    """The catalogue of a language, or of the one that it is a variant of."""
    for name in dict.fromkeys((language, language.replace("-", "_"), language.replace("_", "-").split("-")[0])):
        path = data.folder("locale") / name / "LC_MESSAGES" / f"{domain}.po"
        if name not in ("en", *_NO_LANGUAGE) and path.is_file():
            return path
    return None


def _(text: str) -> str:
    """The text in the user's language; where no translation is known, as it is."""
    return catalogue(user_language()).gettext(text)


def ngettext(singular: str, plural: str, number: int) -> str:
    """The form that goes with the number, in the user's language."""
    return catalogue(user_language()).ngettext(singular, plural, number)


def later(text: str) -> str:
    """Mark a text for translation that is translated when it is shown, with `_`."""
    return text


def later_number(singular: str, plural: str) -> tuple[str, str]:
    """Mark the two forms of a text for translation that is translated when it is shown, with `ngettext`."""
    return singular, plural


class Said(NamedTuple):
    """A sentence or phrase in no language yet: what is said, and of what. `str` says it in the user's language.

    What is observed once is kept so, and shown to users of every language.

    >>> str(say_number("{count} card lies {where}", "{count} cards lie {where}", 2, where=say("on the stock")))
    '2 cards lie on the stock'
    """

    text: str
    values: Mapping[str, Value]
    """What stands for the names in braces."""
    plural: str | None = None
    """The form that goes with other numbers than 1, where one of the values is a number that decides."""
    number: int = 0

    def __str__(self) -> str:
        text = _(self.text) if self.plural is None else ngettext(self.text, self.plural, self.number)
        return text.format_map(self.values)


Value = Said | str | int


def restored(data: Any) -> Value:
    """What JSON has made of a value, as it was.

    >>> import json
    >>> told = say("{pile} is empty", pile=say("the stock"))
    >>> restored(json.loads(json.dumps(told))) == told
    True
    """
    if not isinstance(data, list):
        return data  # type: ignore[no-any-return]
    text, values, plural, number = data
    return Said(text, {name: restored(value) for name, value in values.items()}, plural, number)


def say(text: str, /, **values: Value) -> Said:
    """A text that is translated when it is shown, with what stands for the names in it."""
    return Said(text, values)


def say_number(singular: str, plural: str, number: int, /, **values: Value) -> Said:
    """The same in the form that goes with the number, which is called `count` in the text."""
    return Said(singular, {"count": number, **values}, plural, number)


def listed(items: Sequence[Value], ending: str = later("{items} and {last}")) -> Value:
    """Several things as one: with commas, and a word before the last.

    >>> str(listed(["A", "2", "3"])), listed(["K"])
    ('A, 2 and 3', 'K')
    """
    if not items:
        return ""
    some, *more = items
    for item in more[:-1]:
        some = say("{items}, {next}", items=some, next=item)
    return Said(ending, {"items": some, "last": more[-1]}) if more else some


OR = later("{items} or {last}")
"""How `listed` ends a list of which one holds."""
THEN = later("{items}, then {last}")
"""How `listed` ends a list of what follows one another."""
