"""`--diff`: only findings whose words stand in changed lines."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from small_manual import Manual

from hoyle.checks.changed import CannotCompare, Changes
from hoyle.checks.finding import Finding
from hoyle.docbook.page import Place

LINES = [f"line {number}" for number in range(1, 21)]


def git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A page in a repository, with a name that git would quote."""
    git(tmp_path, "init", "--quiet")
    path = tmp_path / "docbook" / 'fr "à" [x]*.xml'
    path.parent.mkdir()
    path.write_text("\n".join(LINES), encoding="utf-8")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "-m", "first")
    return path


def finding(path: Path, line: int, quote: str | None) -> Finding:
    return Finding("text-untranslated", "warning", "x", "fr", Place(str(path), line, 1), "", quote=quote)


def touched(page: Path) -> list[int]:
    """The lines in which a finding would be shown."""
    changes = Changes("HEAD", page.parent)
    lines = page.read_text(encoding="utf-8").split("\n")
    return [number for number, text in enumerate(lines, 1) if changes.touch(finding(page, number, text))]


def test_a_line_that_changed_and_lines_that_came_are_touched(page: Path) -> None:
    assert touched(page) == []

    page.write_text("\n".join([*LINES[:4], "LINE 5", *LINES[5:9], "new", "newer", *LINES[9:]]), encoding="utf-8")

    assert touched(page) == [5, 10, 11]


def test_where_lines_went_the_lines_around_are_touched(page: Path) -> None:
    page.write_text("\n".join([*LINES[:6], *LINES[8:]]), encoding="utf-8")

    assert touched(page) == [6, 7]


def test_words_over_several_lines_are_touched_by_a_change_in_any(page: Path) -> None:
    page.write_text("\n".join([*LINES[:4], "LINE 5", *LINES[5:]]), encoding="utf-8")
    changes = Changes("HEAD", page.parent)

    assert changes.touch(finding(page, 3, "line 3 line 4 LINE 5"))
    assert not changes.touch(finding(page, 3, "line 3 line 4"))


def test_a_finding_about_the_page_is_touched_by_any_change(page: Path) -> None:
    assert not Changes("HEAD", page.parent).touch(finding(page, 1, None))

    page.write_text("\n".join([*LINES, "more"]), encoding="utf-8")

    assert Changes("HEAD", page.parent).touch(finding(page, 1, None))


def test_a_new_page_is_touched_all_over(page: Path) -> None:
    new = page.with_name("new.xml")
    new.write_text("one\ntwo", encoding="utf-8")

    assert touched(new) == [1, 2]


@pytest.mark.parametrize("revision", ["nothing", "--output=x", "-h", "HEAD~9", ""])
def test_an_unknown_revision_is_named(page: Path, revision: str) -> None:
    with pytest.raises(CannotCompare, match="git knows no revision"):
        Changes(revision, page.parent)


def test_a_folder_outside_of_git_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))

    with pytest.raises(CannotCompare, match="is in no checkout of git"):
        Changes("HEAD", tmp_path)


def test_without_git_it_is_said_that_git_is_missing(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(page.parent))

    with pytest.raises(CannotCompare, match="git is not installed"):
        Changes("HEAD", page.parent)


def translated(tmp_path: Path) -> tuple[Manual, Path]:
    """A manual in a repository, whose French page says eight piles for ten."""
    git(tmp_path, "init", "--quiet")
    manual = Manual(tmp_path)
    manual.change("fr", "Dix piles", "Huit piles")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "-m", "first")
    return manual, tmp_path / "docbook" / "fr"


def brought(manual: Manual, folder: Path) -> list[str | None]:
    (result,) = manual.check("fr")
    return [finding.key for finding in Changes("HEAD", folder).select(result.findings, result.subject)]


def test_a_translation_is_touched_where_its_source_changed(tmp_path: Path) -> None:
    manual, folder = translated(tmp_path)
    assert brought(manual, folder) == []

    manual.change("en", "Three piles.", "Three  piles.")
    assert brought(manual, folder) == []

    manual.change("en", "Deal four rows", "Deal  four rows")
    assert brought(manual, folder) == ["tableau.piles"]


def test_a_source_that_is_built_otherwise_now_touches_all_of_its_translation(tmp_path: Path) -> None:
    manual, folder = translated(tmp_path)
    manual.change("en", "  </section>\n", "    <para>More.</para>\n  </section>\n")
    assert "tableau.piles" in brought(manual, folder)
