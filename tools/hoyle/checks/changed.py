"""Which lines have changed since a revision, so that a change is judged by what it brings."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

from hoyle.checks.check import Subject
from hoyle.checks.extent import end_of, lines_of
from hoyle.checks.finding import Finding
from hoyle.checks.pairs import pairs
from hoyle.messages import _

_HUNK = re.compile(rb"^@@ -\S+ \+(\d+)(?:,(\d+))? @@", re.MULTILINE)


class CannotCompare(Exception):
    """Changes cannot be told: there is no git, no repository, or no such revision; says which."""


class Changes:
    """The lines of files that differ from a revision of git. Raises `CannotCompare`.

    A file that the revision does not have has changed in every line.
    """

    def __init__(self, revision: str, folder: Path | None = None) -> None:
        self._revision = revision
        self._commits: dict[Path, str] = {}
        self._lines: dict[str, list[range] | None] = {}
        self._commit_in(folder or Path.cwd())

    def touch(self, finding: Finding) -> bool:
        """Whether the words that the finding is about stand in a line that has changed.

        A finding about no words of the page is about the whole of it.
        """
        path = finding.place.path
        if path not in self._lines:
            self._lines[path] = self._changed_in(Path(path))
        changed = self._lines[path]
        if changed is None:
            return True
        if finding.quote is None:
            return bool(changed)
        first = finding.place.line
        last = end_of(lines_of(path), first, finding.place.column, finding.quote)[0]
        return any(lines.start <= last and first < lines.stop for lines in changed)

    def select(self, findings: Iterable[Finding], subject: Subject | None = None) -> list[Finding]:
        """The findings that the changes brought, or may have; `subject` is the page that they are of.

        What a translation says may have become wrong by a change of its source.
        """
        return [finding for finding in findings if self.touch(finding) or self._source_touches(finding, subject)]

    def _source_touches(self, finding: Finding, subject: Subject | None) -> bool:
        """Whether the source's text in the place of a finding has changed."""
        if subject is None or subject.source_page is None:
            return False
        path = str(subject.source_page.path)
        if path not in self._lines:
            self._lines[path] = self._changed_in(subject.source_page.path)
        changed = self._lines[path]
        if not changed:
            return changed is None  # a new source, or one without changes
        if finding.quote is None:
            return True
        beside = pairs(subject)
        for ours, theirs in beside:
            if ours.text.place(0) <= finding.place <= ours.text.place(len(ours.text.value)):
                first, last = theirs.text.place(0).line, theirs.text.place(len(theirs.text.value)).line
                return any(lines.start <= last and first < lines.stop for lines in changed)
        # Pages that are built otherwise have no places in common: the change may be anywhere.
        return not beside

    def _changed_in(self, path: Path) -> list[range] | None:
        """The lines that have changed; None for a file that is new."""
        folder = path.resolve().parent
        commit = self._commit_in(folder)
        name = f"./{path.name}"
        if _git(folder, "cat-file", "-e", f"{commit}:{name}").returncode:
            return None
        options = ("--unified=0", "--no-color", "--no-ext-diff", "--no-textconv", "--no-renames", "--text")
        differences = _git(folder, "diff", *options, commit, "--", name)
        if differences.returncode:
            raise CannotCompare(_said(differences))
        hunks = ((int(start), int(count) if count else 1) for start, count in _HUNK.findall(differences.stdout))
        # Where lines were only taken out, the line before and the one behind them are what is left of the place.
        return [range(start, start + count) if count else range(start, start + 2) for start, count in hunks]

    def _commit_in(self, folder: Path) -> str:
        if folder not in self._commits:
            if _git(folder, "rev-parse", "--is-inside-work-tree").returncode:
                raise CannotCompare(
                    _("{folder} is in no checkout of git, so that changes since {revision} cannot be told").format(
                        folder=folder, revision=self._revision
                    )
                )
            found = _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{self._revision}^{{commit}}")
            if found.returncode:
                raise CannotCompare(_("git knows no revision “{revision}” here").format(revision=self._revision))
            self._commits[folder] = found.stdout.decode("ascii", "replace").strip()
        return self._commits[folder]


def _git(folder: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(["git", *arguments], cwd=folder, capture_output=True, check=False)
    except FileNotFoundError:
        raise CannotCompare(_("git is not installed, and changes cannot be told without it")) from None
    except OSError as error:
        raise CannotCompare(_("git cannot be run: {why}").format(why=error.strerror or error)) from None


def _said(process: subprocess.CompletedProcess[bytes]) -> str:
    lines = process.stderr.decode("utf-8", "replace").strip().splitlines()
    return _("git cannot compare: {why}").format(why=lines[-1] if lines else process.returncode)
