"""The quick reading of the tables of banks and rules gives what `tomllib` gives."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import hoyle
from hoyle.language.toml import loads

PACKAGE = Path(hoyle.__file__).parent
TABLES = sorted((*PACKAGE.glob("language/*/terms.toml"), *PACKAGE.glob("facts/rules/*.toml")))


@pytest.mark.parametrize("path", TABLES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_tables_are_read_as_by_tomllib(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert loads(text) == tomllib.loads(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# nothing\n",
        'a = 1 # one\nb = false\n\n[t.u]\nc = [1, 2]\nd = { e = "f" }\n',
        'a = "b\\tc"\n"d e" = \'f\'\n',
        'a = """\nb\n c\n"""\n[[x]]\ny = ["1",\n  "2" , # two\n]\n[[x]]\n[x.z]\n',
        'a = ["b", "c",]\nd = []\n',
        "[a.b]\n[a]\nc = 1\n",
        "a.b = 2\n",
        'a = ""\nb = """"""\n',
    ],
)
def test_other_texts_are_read_as_by_tomllib(text: str) -> None:
    assert loads(text) == tomllib.loads(text)


@pytest.mark.parametrize(
    "text", ["a = \n", 'a = "b', "[a]\n[a]\n", "a = 1\na = 2\n", 'a = "b" c\n', "[[a]]\n[a]\n", "a = x\n"]
)
def test_a_mistake_is_told_as_by_tomllib(text: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as theirs:
        tomllib.loads(text)
    with pytest.raises(tomllib.TOMLDecodeError) as ours:
        loads(text)
    assert str(ours.value) == str(theirs.value)
