"""The baseline: what is known does not count, what is new does, what is gone is told."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from hoyle.checks.baseline import Baseline, BrokenBaseline, Known, Scope, read_baseline, write_baseline
from hoyle.checks.check import Fingerprints
from hoyle.checks.finding import Finding
from hoyle.docbook.page import Place

ALL_OF = Scope(checks=["text-untranslated", "fact-contradicts-engine"])


def finding(quote: str, lang: str = "fr", page: str = "golf", id_: str = "text-untranslated", line: int = 3) -> Finding:
    place = Place(f"docbook/{lang}/{page}.xml", line, 1)
    return Finding(id_, "warning", page, lang, place, "It is in English.", quote=quote)


def marked(*findings: Finding) -> list[Finding]:
    fingerprints = Fingerprints()
    return [fingerprints.mark(each) for each in findings]


def baseline(*findings: Finding) -> Baseline:
    return Baseline({each.fingerprint: Known.of(each) for each in findings})


def test_what_it_holds_does_not_count_where_lines_have_moved(tmp_path: Path) -> None:
    write_baseline(tmp_path / "known.toml", baseline(*marked(finding("Ten piles.", line=3))))

    known = read_baseline(tmp_path / "known.toml")

    assert known.new(marked(finding("Ten piles.", line=80))) == []
    assert len(known.new(marked(finding("Ten piles."), finding("Ten piles.")))) == 1, "a second one is new"
    assert len(known.new(marked(finding("Nine piles.")))) == 1


def test_a_fingerprint_does_not_depend_on_the_language_of_messages() -> None:
    first, second = (marked(replace(finding("x"), quote=None, message=text))[0] for text in ("It is.", "C'est."))

    assert first.fingerprint == second.fingerprint


@pytest.mark.parametrize("quote", ['"', "\\", "\x7f\x01", "a\nb", "漢" * 300, "\udc80", "]] = {", "#"])
def test_whatever_a_finding_quotes_the_file_can_be_read_back(tmp_path: Path, quote: str) -> None:
    path = tmp_path / "known.toml"
    one = marked(finding(quote))

    write_baseline(path, baseline(*one))

    assert read_baseline(path).new(one) == []
    assert len(path.read_text(encoding="utf-8").splitlines()) == 3


def test_it_is_written_in_one_order_with_a_line_a_finding(tmp_path: Path) -> None:
    some = marked(finding("b", "fr"), finding("a", "fr"), finding("c", "eu"), finding("d", "fr", "aces"))
    write_baseline(tmp_path / "one.toml", baseline(*some))
    write_baseline(tmp_path / "other.toml", baseline(*reversed(some)))

    text = (tmp_path / "one.toml").read_text(encoding="utf-8")

    assert text == (tmp_path / "other.toml").read_text(encoding="utf-8")
    entries = tomllib.loads(text)["findings"].values()
    assert [entry["text"] for entry in entries] == ["d", "c", "a", "b"]


def test_what_is_gone_is_stale_and_pruned() -> None:
    kept, gone = marked(finding("kept"), finding("gone"))
    known = baseline(kept, gone)

    assert [one.text for one in known.stale([kept], ALL_OF)] == ["gone"]
    assert list(known.pruned([kept], ALL_OF).known) == [kept.fingerprint]


@pytest.mark.parametrize(
    "scope",
    [
        Scope(checks=["fact-contradicts-engine"]),
        Scope(checks=["text-untranslated"], pages=[("golf", "eu")]),
        Scope(["text-untranslated"], None, engine_checks=["text-untranslated"], unplayed=[("golf", "fr")]),
    ],
    ids=["its check did not run", "its page was not checked", "no engine played its game"],
)
def test_what_a_run_could_not_find_is_not_stale(scope: Scope) -> None:
    known = baseline(*marked(finding("there")))

    assert known.stale([], scope) == []
    assert known.updated([], [], scope) == known


def test_a_catalogue_is_only_judged_where_it_was_checked() -> None:
    place = Place("locale/fr/LC_MESSAGES/pages.po", 3, 1)
    known = baseline(*marked(replace(finding("gone", page="x"), page=None, place=place)))

    assert known.stale([], ALL_OF) == []
    assert len(known.stale([], replace(ALL_OF, catalogues=[("pages.po", "fr")]))) == 1


def test_updating_takes_in_what_is_shown_and_keeps_what_is_found() -> None:
    known, new, note = marked(finding("known"), finding("new"), finding("note"))

    updated = baseline(known, note).updated([new], [known, new, note], ALL_OF)

    assert {one.text for one in updated.known.values()} == {"known", "new", "note"}


@pytest.mark.parametrize("text", ["[findings", "[other]\n", "[findings]\na = 1\n", '[findings]\na = {page = "x"}\n'])
def test_a_broken_file_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "known.toml"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(BrokenBaseline, match=r"known\.toml: "):
        read_baseline(path)
