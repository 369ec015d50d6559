"""A language pack's test: its example sentences, read and compared with the facts they state.

`LANG/corpus.yaml` is a list of examples; `LANG/pairs.yaml` holds paraphrases (texts that
state the same) and minimal pairs (texts that differ in one word and in what they state).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hoyle.docbook.origin import Origin
from hoyle.docbook.page import Block, Text
from hoyle.facts.fact import PageReading
from hoyle.facts.keys import of as key_of
from hoyle.facts.keys import shape_of, shapes
from hoyle.facts.reader import read_sentences
from hoyle.facts.rules import rule_book
from hoyle.facts.sentences import Reader
from hoyle.language import sentence
from hoyle.language.bank import load
from hoyle.language.pages import split
from hoyle.language.sentence import Role, Sentence

_BANKS = Path(sentence.__file__).parent


@dataclass(frozen=True, slots=True)
class Example:
    """Sentences that belong together, where they stand, and the facts they state."""

    source: str
    """The file's name and the example's number in it, from 1."""
    text: str
    under: str | None
    section: Role
    when: str | None
    facts: tuple[tuple[str, Any], ...]
    hard: bool = False
    """Whether it states a rule that no key expresses."""


@dataclass(frozen=True, slots=True)
class Failure:
    """An example that was read otherwise."""

    example: Example
    missing: tuple[tuple[str, Any], ...]
    extra: tuple[tuple[str, Any], ...]
    status: tuple[str, ...]
    """How its sentences were understood, where that is what failed."""


@dataclass(frozen=True, slots=True)
class LanguageReport:
    """What the corpus of a language shows about its pack."""

    lang: str
    examples: int
    failures: tuple[Failure, ...]
    unused_terms: tuple[str, ...]
    """Terms that no example uses."""
    unstated_keys: tuple[str, ...]
    """Keys that no example states as read: what the bank cannot express."""


def examples(lang: str) -> list[Example]:
    """All examples of a language: its corpus, then its pairs.

    Raises `ValueError` with file and number where an entry is not in the form.
    """
    found = [
        _example(wording, f"{lang}/corpus.yaml", number)
        for number, entry in enumerate(_yaml(lang, "corpus") or [], 1)
        for wording in wordings(entry, f"{lang}/corpus.yaml {number}")
    ]
    pairs = _yaml(lang, "pairs") or {}
    for number, entry in enumerate(pairs.get("paraphrases", ()), 1):
        found += [
            _example({**entry, "text": text}, f"{lang}/pairs.yaml: paraphrase", number) for text in entry["texts"]
        ]
    for number, entry in enumerate(pairs.get("minimal", ()), 1):
        found += [_example({**entry, **case}, f"{lang}/pairs.yaml: minimal pair", number) for case in entry["cases"]]
    return found


def _yaml(lang: str, name: str) -> Any:
    import yaml

    path = _BANKS / lang / f"{name}.yaml"
    if not path.is_file():
        return None
    with path.open("rb") as file:
        return yaml.load(file, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # safe: a SafeLoader either way


def wordings(entry: Any, source: str) -> list[dict[str, Any]]:
    """The entry itself, or one for each of the wordings that it lists."""
    if not isinstance(entry, dict) or "each" not in entry:
        return [entry]
    each = entry["each"]
    if not isinstance(each, list | dict) or "{}" not in str(entry.get("text")):
        raise ValueError(f"{source}: `each` needs a list or a mapping, and a text with {{}}")
    values = each if isinstance(each, dict) else dict.fromkeys(each)
    return [
        {
            **entry,
            "text": entry["text"].replace("{}", str(wording)),
            "facts": entry.get("facts") if value is None else _put(entry.get("facts"), value),
        }
        for wording, value in values.items()
    ]


def _put(facts: Any, value: Any) -> Any:
    """The facts with the value wherever they say `"{}"`."""
    if isinstance(facts, dict):
        return {_put(key, value): _put(item, value) for key, item in facts.items()}
    if isinstance(facts, list):
        return [_put(item, value) for item in facts]
    if facts == "{}":
        return value
    return facts.replace("{}", str(value)) if isinstance(facts, str) else facts


def _example(entry: dict[str, Any], name: str, number: int) -> Example:
    try:
        facts = entry["facts"]
        pairs = [tuple(pair) for pair in facts] if isinstance(facts, list) else list(facts.items())
        stated: list[tuple[str, Any]] = []
        for key, value in pairs:
            if shape_of(key) is None:
                raise ValueError(f"there is no key {key!r}; site/guide/keys.rst lists them")
            scored = key == "score.per" and value and isinstance(value[0], list)
            stated += [(key, item) for item in value] if scored else [(key, value)]
        under = entry.get("under")
        section: Role = entry.get("section") or ("setup" if under else "rules")
        text = " ".join(str(entry["text"]).split())
        return Example(
            f"{name} {number}", text, under, section, entry.get("when"), tuple(stated), bool(entry.get("hard"))
        )
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise ValueError(f"{name} {number}: not an example: {error}") from error


def read_example(example: Example, lang: str, reader: Reader) -> PageReading:
    """The facts of an example, read as one paragraph or table cell."""

    def text(value: str) -> Text:
        return Text(value, example.source)

    titles = (text(""), text(example.section), *((text(example.when),) if example.when else ()))
    header = text(example.under) if example.under else None
    block = Block(0, "entry" if header else "para", text(example.text), titles, header, None, Origin(list), 0)
    found = [Sentence(block, start, words, example.section, lang) for start, words in split(example.text, lang)]
    return read_sentences("example", lang, found, reader)


def _identity(key: str, value: Any) -> tuple[str, str]:
    if isinstance(value, list) and not key_of(key).ordered:
        value = sorted(value, key=str)
    return key, repr(value)


def failure(example: Example, lang: str, reader: Reader) -> Failure | None:
    """How an example was read otherwise than it says; None where it was read right."""
    reading = read_example(example, lang, reader)
    expected = {_identity(key, value): (key, value) for key, value in example.facts}
    got = {
        _identity(fact.key, fact.value): (fact.key, fact.value)
        for fact in reading.facts
        if example.when is None or fact.when
    }
    if not any(key_of(key).extension for key, _ in example.facts):
        got = {identity: fact for identity, fact in got.items() if not key_of(fact[0]).extension}
    missing = tuple(fact for identity, fact in expected.items() if identity not in got)
    extra = tuple(fact for identity, fact in got.items() if identity not in expected)
    statuses = tuple(one.status for one in reading.sentences)
    wrong_status = not example.facts and not example.hard and "not understood" in statuses
    if missing or extra or wrong_status:
        return Failure(example, missing, extra, statuses if wrong_status else ())
    return None


def check_language(lang: str, reader: Reader | None = None) -> LanguageReport:
    """Run a language's corpus and pairs, and say which terms and keys they leave untried.

    Raises `BankError` where the language has no bank, `ValueError` where an example is not in the form.
    """
    bank = load(lang)
    reader = reader or Reader()
    bank.used = set()
    keys: set[str] = set()
    failures = []
    found = examples(lang)
    try:
        for example in found:
            failed = failure(example, lang, reader)
            if failed:
                failures.append(failed)
            keys.update(key for key, _ in example.facts if failed is None)
        used = bank.used
    finally:
        bank.used = None
    unused = tuple(term for number, term in enumerate(bank.terms) if number not in used)
    unstated = tuple(shape for shape in shapes() if not any(shape_matches(shape, key) for key in keys))
    return LanguageReport(lang, len(found), tuple(failures), unused, unstated)


def shape_matches(shape: str, key: str) -> bool:
    """Whether a key is one of those that a line of the table stands for (`P.piles`)."""
    first, _, rest = shape.partition(".")
    if shape.endswith(".P"):
        return key.rpartition(".")[0] == shape[:-2]
    if shape == "value.R":
        return key.startswith("value.")
    return key.partition(".")[2] == rest if first == "P" else key == shape


@dataclass(frozen=True, slots=True)
class Ablation:
    """What can be taken out of a pack without any example failing."""

    lang: str
    terms: int
    rules: int
    uncovered_terms: tuple[str, ...] = field(default=())
    uncovered_rules: tuple[str, ...] = field(default=())


def ablate(lang: str) -> Ablation:
    """Take out each term and each rule in turn, and name those that no example needs.

    Only the examples that use a term or fire a rule are read again, so that this takes a minute and not hours.
    """
    bank, book = load(lang), rule_book()
    uses: dict[int, list[Example]] = {}
    fires: dict[str, list[Example]] = {}
    try:
        for example in examples(lang):
            bank.used, book.used = set(), set()
            if failure(example, lang, Reader(book)) is None:
                for number in bank.used:
                    uses.setdefault(number, []).append(example)
                for name in book.used:
                    fires.setdefault(name, []).append(example)
    finally:
        bank.used = book.used = None
    uncovered = []
    for number, term in enumerate(bank.terms):
        if number not in uses:
            uncovered.append(term)
            continue
        less = Reader(book, {lang: bank.without(number)})
        if all(failure(example, lang, less) is None for example in uses[number]):
            uncovered.append(term)
    rules = []
    for rule in book.rules:
        less = Reader(book.without(rule.name))
        if all(failure(example, lang, less) is None for example in fires.get(rule.name, ())):
            rules.append(rule.name)
    return Ablation(lang, len(bank.terms), len(book.rules), tuple(uncovered), tuple(rules))


def problems(report: LanguageReport) -> Iterator[str]:
    """A line for each failing example."""
    for failed in report.failures:
        example = failed.example
        parts = [f"lacks {key} = {value!r}" for key, value in failed.missing]
        parts += [f"has {key} = {value!r}" for key, value in failed.extra]
        parts += [f"is {', '.join(failed.status)}"] if failed.status else []
        where = f" [{example.under or example.section}{' when ' + example.when if example.when else ''}]"
        yield f"{example.source}{where}: {example.text!r} {'; '.join(parts)}"
