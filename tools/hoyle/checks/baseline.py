"""The baseline: findings that are known, so that only new ones count.

A file of TOML with a line a finding, in the order of pages, so that a change of it can be
read and two can be merged:

    [findings]
    "0a1b2c3d4e5f6071" = {page = "yield", lang = "fr", id = "text-untranslated", text = "Kings go singly."}

The key is the finding's fingerprint, which stays the same when lines move; the rest is
for people, and tells which findings a run could have met.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import Any

from hoyle.checks.finding import Finding
from hoyle.messages import _
from hoyle.translation.writing import write_whole

LENGTH = 100
"""The most characters of a finding's words that are written."""

_NOTE = "# Findings that are known and do not count: `hoyle check --update-baseline` writes this file.\n"


class BrokenBaseline(ValueError):
    """A baseline that cannot be read; says where and why."""


@dataclass(frozen=True, slots=True, order=True)
class Known:
    """A finding as the baseline holds it."""

    page: str
    """Its name; for what is no page, and what could not be read, the name of the file."""
    lang: str
    id: str
    text: str
    fingerprint: str

    @classmethod
    def of(cls, finding: Finding) -> Known:
        """What the baseline says of a finding."""
        words = [part for part in (finding.key, finding.quote) if part]
        text = " ".join((": ".join(words) or finding.message).split())
        if len(text) > LENGTH:
            text = text[: LENGTH - 1] + "…"
        page = finding.page or PurePath(finding.place.path).name
        return cls(page, finding.lang or "", finding.id, text, finding.fingerprint)

    def __str__(self) -> str:
        where = f"{self.page} ({self.lang})" if self.lang else self.page
        return f"{where}: {self.id}: {self.text}"


@dataclass(frozen=True, slots=True)
class Scope:
    """What a run looked at: only of this can it say that a finding is gone."""

    checks: Collection[str]
    pages: Collection[tuple[str, str]] | None = None
    """Names and languages; None for all pages that there are."""
    engine_checks: Collection[str] = ()
    unplayed: Collection[tuple[str, str]] = ()
    """Of the pages those whose game no engine played, so that `engine_checks` found nothing."""
    catalogues: Collection[tuple[str, str]] = ()
    """The names of files and the languages of the catalogues that were checked by themselves."""

    def holds(self, known: Known) -> bool:
        """Whether the run would have met the finding."""
        page = (known.page, known.lang)
        if known.id not in self.checks or (known.id in self.engine_checks and page in self.unplayed):
            return False
        if known.page.endswith(".po"):
            return page in self.catalogues
        return self.pages is None or page in self.pages


@dataclass(frozen=True, slots=True)
class Baseline:
    """Known findings by fingerprint."""

    known: dict[str, Known] = field(default_factory=dict)

    def new(self, findings: Iterable[Finding]) -> list[Finding]:
        """The findings that it does not hold."""
        return [finding for finding in findings if finding.fingerprint not in self.known]

    def stale(self, found: Iterable[Finding], scope: Scope) -> list[Known]:
        """What it holds and the run, which would have met it, did not find."""
        present = {finding.fingerprint for finding in found}
        return sorted(one for one in self.known.values() if one.fingerprint not in present and scope.holds(one))

    def updated(self, shown: Iterable[Finding], found: Iterable[Finding], scope: Scope) -> Baseline:
        """The baseline that holds all that is shown as well, and nothing that is stale."""
        kept = self.pruned(found, scope).known
        return Baseline({**kept, **{finding.fingerprint: Known.of(finding) for finding in shown}})

    def pruned(self, found: Iterable[Finding], scope: Scope) -> Baseline:
        """The baseline without what is stale."""
        gone = {one.fingerprint for one in self.stale(found, scope)}
        return Baseline({key: one for key, one in self.known.items() if key not in gone})


def read_baseline(path: Path) -> Baseline:
    """The baseline in a file; an empty one where there is no file. Raises `BrokenBaseline`."""
    message = _("{path}: the baseline cannot be read: {why}")
    if path.exists() and not (path.is_file() or path.is_dir()):  # a pipe would be waited for without end
        raise BrokenBaseline(message.format(path=path, why=_("this is no regular file")))
    try:
        table: Any = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Baseline()
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BrokenBaseline(message.format(path=path, why=getattr(error, "strerror", None) or error)) from None
    findings = table.get("findings", {})
    if not isinstance(findings, dict) or set(table) - {"findings"}:
        raise BrokenBaseline(_("{path}: a baseline has the table “findings” and no other").format(path=path))
    known = {}
    for fingerprint, entry in findings.items():
        names = ("page", "lang", "id", "text")
        if not isinstance(entry, dict) or not all(isinstance(entry.get(name), str) for name in names):
            raise BrokenBaseline(
                _("{path}: “{name}” must have texts for {names}").format(
                    path=path, name=fingerprint, names=", ".join(names)
                )
            )
        known[fingerprint] = Known(entry["page"], entry["lang"], entry["id"], entry["text"], fingerprint)
    return Baseline(known)


def write_baseline(path: Path, baseline: Baseline) -> bool:
    """Write it whole or not at all; whether that changed anything. Raises `CannotWrite`."""
    lines = [_NOTE, "[findings]\n"]
    for one in sorted(baseline.known.values()):
        entry = ", ".join(f"{name} = {_string(getattr(one, name))}" for name in ("page", "lang", "id", "text"))
        lines.append(f"{_string(one.fingerprint)} = {{{entry}}}\n")
    return write_whole(path, "".join(lines).encode("utf-8"))


def _string(text: str) -> str:
    """A basic string of TOML: JSON's escapes are among its own, but for the delete character."""
    return json.dumps(text.encode("utf-8", "replace").decode(), ensure_ascii=False).replace("\x7f", "\\u007f")
