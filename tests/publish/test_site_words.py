"""The site's own words are translated, all of them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest
from babel.messages.extract import extract_from_file
from jinja2.ext import babel_extract

import hoyle.publish
from hoyle import data

OWN = {"marked": None, "for_user": None}
OF_THE_SITE = {"_": None, "gettext": None, "ngettext": (1, 2), "plural": (1, 2)}


def said() -> Iterator[tuple[str, str]]:
    """The texts in code and templates, with where they stand. Messages of the tool are `hoyle.po`'s."""
    for path in sorted(Path(hoyle.publish.__file__).parent.glob("*.py")):
        # In a module that takes `_` from there, the words of `_` are the tool's.
        tool = re.search(r"^from hoyle\.messages import (.*, )?_(,|$)", path.read_text(encoding="utf-8"), re.MULTILINE)
        keywords = OWN if tool or path.name == "rules.py" else {**OWN, **OF_THE_SITE}
        for line, message, _comments, _context in extract_from_file("python", str(path), keywords=keywords):
            yield f"{path.name}:{line}", message if isinstance(message, str) else message[0]
    for path in sorted((data.folder("site") / "theme").rglob("*.html")):
        with path.open("rb") as file:
            for line, _function, message, _comments in babel_extract(file, ["_", "gettext"], [], {"trimmed": "true"}):
                if message:  # not a name for what is said
                    yield f"{path.name}:{line}", str(message)
    root = data.folder("site").parent
    yield "pyproject.toml", tomllib.loads((root / "pyproject.toml").read_text())["tool"]["hoyle"]["copyright"]


def test_there_are_texts_to_translate() -> None:
    assert len({text for _where, text in said()}) > 80


@pytest.mark.parametrize("lang", ["fr", "eu"])
def test_every_text_of_the_site_is_translated(lang: str) -> None:
    catalogue = polib.pofile(str(data.folder("locale") / lang / "LC_MESSAGES" / "site.po"))
    known = {entry.msgid: entry for entry in catalogue}
    missing = [(where, text) for where, text in said() if text not in known or not known[text].translated()]
    assert missing == []
    assert not catalogue.fuzzy_entries()


@pytest.mark.parametrize("lang", ["fr", "eu"])
def test_placeholders_survive_translation(lang: str) -> None:
    for entry in polib.pofile(str(data.folder("locale") / lang / "LC_MESSAGES" / "site.po")):
        wanted = set(re.findall(r"\{\w+\}|%s", entry.msgid_plural or entry.msgid))
        for number, text in (entry.msgstr_plural or {1: entry.msgstr}).items():
            # The form for one may say it in words.
            assert set(re.findall(r"\{\w+\}|%s", text)) == wanted or (number == 0 and entry.msgid_plural), entry.msgid


@pytest.mark.parametrize("lang", ["fr", "eu"])
def test_the_catalogue_holds_nothing_that_the_site_does_not_say(lang: str) -> None:
    used = {text for _where, text in said()}
    of_sphinx = {"Footnotes", "Contents", "Table of Contents", "Link to this heading", "Searching", "Search Results"}
    for entry in polib.pofile(str(data.folder("locale") / lang / "LC_MESSAGES" / "site.po")):
        assert entry.msgid in used | of_sphinx or entry.msgid.startswith("Search finished"), entry.msgid
