"""The table of public names in the documentation of the package: each name is there."""

from __future__ import annotations

import importlib
import pkgutil
import re

import pytest

import hoyle_engine
from hoyle_engine import decks, position, record, reference

ROWS = re.findall(r"^\| (`.+?`.*?) \| ", hoyle_engine.__doc__ or "", re.MULTILINE)
MODULES = {module.name for module in pkgutil.iter_modules(hoyle_engine.__path__)}


PLACES = [hoyle_engine, decks, position, record]


def _is_there(name: str) -> bool:
    first, *rest = name.split(".")
    if first == "Game":
        found: object = reference.deal("golf")  # what a game has as well as its class
    elif first in MODULES:
        found = importlib.import_module(f"hoyle_engine.{first}")
    else:
        found = next((getattr(place, first) for place in PLACES if hasattr(place, first)), None)
    for part in rest:
        found = getattr(found, part, None)
    return found is not None


@pytest.mark.parametrize("row", ROWS)
def test_the_names_of_the_table_are_there(row: str) -> None:
    names = re.findall(r"`([\w.]+)`", row.split(" of ")[0])
    assert names
    owner = names[0].rpartition(".")[0] or names[0]
    for name in names:
        assert _is_there(owner + name if name.startswith(".") else name), name


def test_the_table_is_found() -> None:
    assert len(ROWS) > 15
    assert reference.variants == reference.ENGINE.variants
