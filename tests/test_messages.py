"""The tool's own words: every one translated, whole sentences, in the language asked for and when it is asked for."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.frontend import parse_keywords
from babel.messages.pofile import read_po
from click.testing import CliRunner

from hoyle.cli.main import main
from hoyle.facts import wording
from hoyle.facts.keys import KEYS, Key
from hoyle.messages import Said, _, listed, restored, say, say_number, speak, user_language
from hoyle.observe import observe
from hoyle_engine.reference import ENGINE

ROOT = Path(__file__).parents[1]
LANGUAGES = ("fr", "eu")


@pytest.fixture(autouse=True)
def speak_the_environments_language(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No test leaves its language to the next, or has one from around."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    yield
    speak(None)


@cache
def extracted() -> frozenset[Any]:
    """Every text of the sources, as `make messages` reads them."""
    words = re.findall(r"--keywords=(\S+)", (ROOT / "Makefile").read_text(encoding="utf-8"))
    keywords = {"_": None, "ngettext": (1, 2)} | parse_keywords(words)
    found: set[Any] = set()
    for path in sorted((ROOT / "tools" / "hoyle").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if path.name == "messages.py" or "from hoyle.messages import" in text:
            found.update(each[1] for each in extract_from_file("python", path, keywords=keywords))
    return frozenset(found)


@cache
def catalogue(lang: str) -> Catalog:
    """What `make messages` has written for a language."""
    with (ROOT / "locale" / lang / "LC_MESSAGES" / "hoyle.po").open("rb") as file:
        return read_po(file, locale=lang)


def messages(lang: str) -> list[Message]:
    return [message for message in catalogue(lang) if message.id]


def forms_of(message: Message) -> tuple[str, ...]:
    return tuple(message.string) if isinstance(message.string, list | tuple) else (message.string or "",)


def sources_of(message: Message) -> tuple[str, ...]:
    return tuple(message.id) if isinstance(message.id, list | tuple) else (message.id,)


def placeholders(text: str) -> set[str]:
    return {f"{name}:{spec}:{how}" for _before, name, spec, how in Formatter().parse(text) if name}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_catalogue_has_what_the_sources_say_and_nothing_else(lang: str) -> None:
    known = {tuple(one.id) if isinstance(one.id, list | tuple) else one.id for one in messages(lang)}
    assert known == extracted(), "run `make messages`, and translate what is new"
    assert not catalogue(lang).obsolete


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_is_translated_for_good(lang: str) -> None:
    assert not [one.id for one in messages(lang) if one.fuzzy or not all(forms_of(one))]


@pytest.mark.parametrize(("lang", "rule"), [("fr", "(n > 1)"), ("eu", "(n != 1)")])
def test_plural_forms_are_those_of_the_language(lang: str, rule: str) -> None:
    assert (catalogue(lang).num_plurals, catalogue(lang).plural_expr) == (2, rule)
    assert not [one.id for one in messages(lang) if one.pluralizable and len(forms_of(one)) != 2]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_placeholders_are_those_of_the_source(lang: str) -> None:
    wrong = []
    for one in messages(lang):
        for number, (source, form) in enumerate(zip(sources_of(one), forms_of(one), strict=True)):
            missing = placeholders(source) ^ placeholders(form)
            # The Basque singular is for 1 alone, and says it in a word.
            if missing and not (lang == "eu" and one.pluralizable and number == 0 and missing == {"count::None"}):
                wrong.append((source, form))
    assert not wrong


def test_french_spaces_do_not_break() -> None:
    wrong = [form for one in messages("fr") for form in forms_of(one) if re.search(r" [;:!?»%]|« ", form)]
    assert not wrong


@pytest.mark.parametrize("lang", LANGUAGES)
def test_translations_begin_and_end_as_their_sources_do(lang: str) -> None:
    def ends(text: str) -> tuple[str, str]:
        last = text.rstrip("\xa0»”)")[-1:]
        return text[: len(text) - len(text.lstrip(" "))], last if last in ".;" else ""

    pairs = [(sources_of(one), forms_of(one)) for one in messages(lang)]
    assert not [pair for pair in pairs if [ends(text) for text in pair[0]] != [ends(text) for text in pair[1]]]


# -- facts in words -----------------------------------------------------------------------------

KINDS = ["stock", "waste", "foundation", "tableau", "reserve", "chooser"]
RELATIONS = ["same-suit", "same-color", "alternate-color", "other-suit", "any"]
EVENTS = [
    *("card-to-foundation", "card-removed", "pair-removed", "set-removed"),
    *("foundation-complete", "card-to-waste", "card-in-sequence"),
]
VALUES: dict[str, list[Any]] = {
    "integer": [1, 2],
    "integer, or a list of one a pile": [1, 5, [3, 4]],
    "integer a pile, or a list": [1, 5, [0, 4]],
    "integer, when not 1": [2],
    "integer or unlimited": [0, 1, 2, "unlimited"],
    "[rows, columns]": [[5, 5]],
    "[event, points]": [*([event, 1] for event in EVENTS), [["card-removed", 1], ["pair-removed", 2]]],
    "[what, points]": [["Straight", 12]],
    "[side, kind]": [[side, kind] for side in ("right", "left", "under", "above", "beside") for kind in KINDS],
    "true or false": [True, False],
    "true": [True],
    "false": [False],
    "a suit relation": RELATIONS,
    "a rank": ["A", "2", "10", "J", "Q", "K"],
    "a rank, base or any": ["A", "7", "base", "any"],
    "any, none, base, base-1 or a rank": ["any", "none", "base", "base-1", "K", "7"],
    "list of kinds, in order": [["waste"], ["waste", "stock"], []],
    "sorted list of kinds": [["foundation", "tableau"]],
    "list of kinds": [["waste", "stock"]],
    "a kind": KINDS,
    "sorted list of ranks": [["A"], ["10", "J", "K"]],
    "sorted list": [["A", "K"]],
    "a name": ["Flush"],
    "[left or right, a suit relation, higher or lower]": [
        [side, suit, way] for side in ("left", "right") for suit in RELATIONS for way in ("higher", "lower")
    ],
    "list of numbers, or last and a number": [["last", 1], ["last", 2], [9]],
    "the same": [["deal"], ["to-foundation", "to-tableau"], ["autoplay"], ["remove"], ["redeal"], []],
}
"""Values for each way in which the table of keys describes them, other than by naming them."""


def values_of(key: Key) -> list[Any]:
    """The values that the table of keys names for a key."""
    if key.shape.endswith("position"):
        return [["top"], ["left", "top"], ["bottom", "center", "right"]]
    if key.value in VALUES:
        return VALUES[key.value]
    names = key.value.removeprefix("sorted list of ")
    words = re.split(r", | or ", names)
    assert all(re.fullmatch(r"[a-z0-9-]+", word) for word in words), f"say what “{key.value}” may be"
    return [words, *([word] for word in words)] if names != key.value else words


@pytest.mark.parametrize("lang", ["en", *LANGUAGES])
@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.shape)
def test_every_key_and_value_has_words(key: Key, lang: str) -> None:
    speak(lang)
    assert key.shape in wording.LABELS
    assert key.shape in wording.SENTENCES
    kinds = KINDS if re.search(r"\bP\b", key.shape) else [""]
    for kind in kinds:
        name = re.sub(r"\bR\b", "J", re.sub(r"\bP\b", kind, key.shape))
        for value in values_of(key):
            said = wording.fact_in_words(name, value)
            label = _("{key}: {value}").format(
                key=wording.key_in_words(name), value=wording.value_in_words(name, value)
            )
            assert said != label, f"{name} {value}: no sentence fits"
            for item in value if isinstance(value, list) else [value]:
                if (
                    isinstance(item, str)
                    and not item.isdigit()
                    and key.shape not in ("score.table", "score.combination")
                ):
                    assert item in wording.VALUES


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "the tableau has 10 piles"),
        ("fr", "le tableau a 10 piles"),
        ("eu", "mahaiak 10 pila ditu"),
    ],
)
def test_a_fact_is_a_sentence_of_the_language(lang: str, said: str) -> None:
    speak(lang)
    assert wording.fact_in_words("tableau.piles", 10) == said


def test_a_value_that_no_key_has_is_still_shown() -> None:
    assert wording.fact_in_words("tableau.build.direction", "sideways") == "tableau: direction of building: sideways"


@pytest.mark.parametrize("kind", KINDS)
def test_basque_names_of_piles_take_the_endings_that_sentences_put_to_them(kind: str) -> None:
    """Sentences say `{pile}k` and `{pile}ren`, as goes with a name that has its article."""
    speak("eu")
    assert str(wording.pile(kind)).endswith("a")


# -- evidence -----------------------------------------------------------------------------------


def test_what_was_seen_is_told_in_the_language_spoken_when_it_is_shown() -> None:
    seen = observe(ENGINE, "yield", keys=["score.per"])["score.per"].evidence
    told = {}
    for lang in ("en", *LANGUAGES):
        speak(lang)
        told[lang] = seen.summary
    assert told["en"].startswith("Yield has no foundation; 2 points came with each pair removed (")
    assert told["fr"].startswith("Yield n'a pas de fondation\u202f; 2 points sont venus avec chaque paire enlevée (")
    assert told["eu"].startswith("Yield jokoak ez du oinarririk; kendutako bikote bakoitzak 2 puntu ekarri ditu (")


@pytest.mark.parametrize("variant", sorted(ENGINE.variants))
def test_all_evidence_has_words_in_every_language(variant: str) -> None:
    for one in observe(ENGINE, variant).values():
        assert isinstance(one.evidence.said, Said)
        told = []
        for lang in ("en", *LANGUAGES):
            speak(lang)
            told.append(one.evidence.summary)
        assert len(set(told)) == 3
        assert not [text for text in told if "{" in text]


def test_what_was_seen_is_kept_in_no_language() -> None:
    said = say_number(
        "{count} card lies {on_pile} after the deal.",
        "{count} cards lie {on_pile} after the deal.",
        2,
        on_pile=wording.on_pile("waste"),
    )
    again = restored(json.loads(json.dumps(said)))
    assert again == said
    speak("fr")
    assert str(again) == "2 cartes se trouvent sur la défausse après la distribution."


def test_lists_are_joined_in_the_manner_of_the_language() -> None:
    some = listed([wording.rank("A"), "2", wording.rank("K")])
    assert str(some) == "ace, 2 and king"
    speak("eu")
    assert str(some) == "batekoa, 2 eta erregea"
    assert str(say("{items} or {last}", items="2", last="3")) == "2 edo 3"


# -- reports ------------------------------------------------------------------------------------

PAGE = """<?xml version="1.0" encoding="UTF-8"?>
<article xmlns="http://docbook.org/ns/docbook" version="5.0" xml:lang="{lang}"><title>Yield</title>
  <section><title>{scoring}</title><para>{scores}</para></section>
  <section><title>{rules}</title><para>{text}</para></section>
</article>
"""
SOURCE = PAGE.format(
    lang="en",
    scoring="Scoring",
    scores="Every card on a foundation is worth one point.",
    rules="Rules",
    text="Kings are removed singly. The highest possible score is 52.",
)
TRANSLATION = PAGE.format(
    lang="fr",
    scoring="Score",
    scores="Chaque carte placée sur une fondation vaut deux points.",
    rules="Règles",
    text="Kings are removed singly. Le score maximal est de 52 points.",
).replace("</article>", "")
PLANTED = {"fact-contradicts-engine", "fact-differs-from-source", "text-untranslated", "page-damaged"}


@pytest.fixture
def manual(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page and its translation with a fault of each kind."""
    for lang, text in (("en", SOURCE), ("fr", TRANSLATION)):
        path = tmp_path / "docbook" / lang / "yield.xml"
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr_FR"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "eu_ES@euro"}, "eu_ES"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "eu_ES", "LC_ALL": "de_DE"}, "de_DE"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de:fr:eu"}, "fr"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de::eu_ES.UTF-8:fr"}, "eu_ES"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de:en_GB:fr"}, "en_GB"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de:pt"}, "de"),
        ({"LANG": "fr_FR.UTF-8", "LANGUAGE": ""}, "fr_FR"),
        ({"LANG": "fr_FR.UTF-8", "LANGUAGE": ":"}, "en"),
        ({"LANGUAGE": "fr"}, "fr"),
        ({"LANGUAGE": "fr", "LC_ALL": "C"}, "C"),
        ({"LANGUAGE": "fr", "LANG": "POSIX"}, "POSIX"),
        ({"LANGUAGE": "fr", "LANG": "C.UTF-8"}, "fr"),
    ],
)
def test_the_environment_says_the_language_as_for_gettext(
    environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert user_language() == language


def report(lang: str, monkeypatch: pytest.MonkeyPatch, form: str) -> str:
    monkeypatch.setenv("LANGUAGE", lang)
    return CliRunner().invoke(main, ["check", "--format", form, "--engine", "reference", "docbook"]).stdout


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_report_has_no_english_of_ours(lang: str, manual: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    english = [json.loads(line) for line in report("en", monkeypatch, "jsonl").splitlines()]
    ours = [json.loads(line) for line in report(lang, monkeypatch, "jsonl").splitlines()]
    assert {one["id"] for one in ours} >= PLANTED
    assert [one["fingerprint"] for one in ours] == [one["fingerprint"] for one in english]
    assert not [one["message"] for one, other in zip(ours, english, strict=True) if one["message"] == other["message"]]

    text = report(lang, monkeypatch, "text")
    for quote in {one["quote"] for one in ours if one.get("quote")}:
        text = text.replace(quote, "")
    text = re.sub(r"(“|«\xa0)[^”»]*(”|\xa0»)", "", text)
    pieces = {
        piece.strip()
        for one in messages(lang)
        for source in sources_of(one)
        for piece in re.split(r"\{[^}]*\}", source)
        if len(piece.strip()) > 7 and " " in piece.strip() and piece not in "".join(forms_of(one))
    }
    assert not [piece for piece in pieces if re.search(rf"\b{re.escape(piece)}\b", text)]


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("fr", ("Utilisation\xa0:", "Options:", "Commandes:", "Afficher la version et quitter.")),
        ("eu", ("Erabilera:", "Aukerak:", "Komandoak:", "Erakutsi bertsioa eta irten.")),
    ],
)
def test_help_is_all_in_one_language(lang: str, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    run = subprocess.run(
        [sys.executable, "-c", "from hoyle.cli.main import main; main(['--help'], prog_name='hoyle')"],
        capture_output=True,
        text=True,
        check=True,
        env={"LANGUAGE": lang, "PYTHONUTF8": "1"},
    )
    assert [word for word in words if word not in run.stdout] == []
    assert not re.search(r"Usage|Commands|Show|exit", run.stdout)


@pytest.mark.parametrize(("lang", "said"), [("fr", "Il n'y a pas d'option"), ("eu", "Ez dago")])
def test_a_slip_on_the_command_line_is_told_in_the_language(
    lang: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", lang)
    told = CliRunner().invoke(main, ["check", "--no-such"]).stderr
    assert said in told
    assert not re.search(r"Usage|\bError\b|Try|such option|Did you", told)


def test_an_english_run_reads_no_catalogue(manual: Path) -> None:
    (manual / "docbook" / "fr" / "yield.xml").unlink()
    program = (
        "import atexit, os, sys\n"
        "from hoyle.cli.main import main\n"
        "atexit.register(lambda: 'babel' in sys.modules and os._exit(7))\n"
        "main(['check', '--engine', 'reference', 'docbook'])\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, env={"LANGUAGE": "en_GB.UTF-8"}
    )
    assert "fact-contradicts-engine" in run.stdout
    assert run.returncode == 1, run.stderr
