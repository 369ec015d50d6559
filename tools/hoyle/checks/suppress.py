"""Suppressing one finding in place, with a reason.

In a page, a comment before an element or within it speaks for the element and all that
stands in it; before the root, for the whole page:

    <!-- hoyle: ignore fact-contradicts-engine score.per: the game of the next release -->

In a catalogue, a translator's comment speaks for the message wherever a page has it:

    # hoyle: ignore number-differs: "a couple of" is two here

The check is named by its id; a fact's key narrows it. A suppression that suppresses
nothing is itself a finding.
"""

from __future__ import annotations

import html
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from hoyle.checks.check import Check, Subject
from hoyle.checks.extent import lines_of
from hoyle.checks.finding import Finding
from hoyle.docbook.page import Block, Page, Place
from hoyle.docbook.source import decode
from hoyle.docbook.versions import folder_of_language
from hoyle.messages import _, later
from hoyle.translation.manual import catalogue_path
from hoyle.translation.source import line_of

if TYPE_CHECKING:
    from lxml import etree

_MARK = re.compile(r"\s*hoyle:\s*(?P<rest>.*)\Z", re.DOTALL)
_FORM = re.compile(r"ignore\s+(?P<check>[a-z][a-z-]*)(?:\s+(?P<key>[\w.]+))?\s*:\s*(?P<reason>\S.*)\Z", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")


@dataclass(slots=True)
class Suppression:
    """What one comment says, where it stands, and whether it has suppressed anything."""

    text: str
    place: Place
    check: str | None
    """None where the comment does not have the form of a suppression."""
    key: str | None = None
    used: bool = False

    def fits(self, finding: Finding) -> bool:
        """Whether it speaks of such a finding."""
        return self.check == finding.id and (self.key is None or self.key == finding.key)


def parse(text: str, place: Place) -> Suppression | None:
    """What a comment says; None for a comment that does not speak to Hoyle.

    >>> said = parse(" hoyle: ignore fact-contradicts-engine score.per: of the next release ", Place("a.xml", 3, 1))
    >>> said.check, said.key
    ('fact-contradicts-engine', 'score.per')
    >>> parse("hoyle: ignore number-differs", Place("a.xml", 3, 1)).check is None  # no reason
    True
    >>> parse("hoyle is the authority", Place("a.xml", 3, 1))
    """
    mark = _MARK.match(text)
    if mark is None:
        return None
    form = _FORM.match(mark["rest"])
    if form is None:
        return Suppression(text, place, None)
    return Suppression(text, place, form["check"], form["key"])


class SuppressionUnused(Check):
    id = "suppression-unused"
    severity = "warning"
    summary = later("A comment that suppresses a finding suppresses nothing.")
    reason = later(
        "What it was written for has been mended, or it is not in the form that Hoyle reads: “hoyle: ignore”, the id "
        "of a check, if need be the key of a fact, a colon and the reason. Take it out, so that it does not hide the "
        "next fault, or mend it."
    )
    wrong = later("<!-- hoyle: ignore number-differs -->")
    right = later("<!-- hoyle: ignore number-differs: the translation counts the joker too -->")

    def findings(self, subject: Subject) -> Iterator[Finding]:
        """Nothing: what is unused shows only when the other checks have run, see `Suppressions`."""
        return iter(())


class Suppressions:
    """The suppressions of a run, in pages and in the catalogues that they were made from.

    `checks` are the ids of the checks that run: of no other can it be said that there is
    nothing to suppress. `known` are those that there are.
    """

    def __init__(
        self, checks: Collection[str], known: Collection[str], engine: Collection[str], locale: Path | None
    ) -> None:
        self._checks = checks
        self._known = known
        self._engine = engine
        self._locale = locale
        self._catalogues: dict[str, dict[str, list[_InCatalogue]]] = {}
        self._comments: dict[Path, list[tuple[Suppression, etree._Element | None]]] = {}

    def apply(self, subject: Subject, found: Iterable[Finding]) -> tuple[list[Finding], list[Finding]]:
        """The findings of a page that stay, and those that are suppressed."""
        page = subject.page
        comments = self._comments[page.path] = list(_in_page(page))
        found_at = folder_of_language(page.path.resolve(), subject.reading.lang)
        in_catalogue = self._of_catalogue(found_at[1] if found_at else subject.reading.lang)
        kept: list[Finding] = []
        suppressed: list[Finding] = []
        for said in in_catalogue.values():
            for each in said:
                each.pages.add(page.name)
        for finding in found:
            acting = _acting(page, finding, comments, in_catalogue)
            for one in acting:
                one.used = True
            (suppressed if acting else kept).append(finding)
        return kept, suppressed

    def about(self, subject: Subject) -> Iterator[Finding]:
        """Findings about the suppressions in a page to whose findings they have been applied."""
        comments = self._comments.pop(subject.page.path, ())
        if not comments or SuppressionUnused.id not in self._checks:
            return
        # A localized page has the comments of its source: they are judged there.
        source = ""
        if subject.source is not None and subject.source.sentences:
            source = "\n".join(lines_of(subject.source.sentences[0].sentence.block.text.path))
        observed = any(verdict.observation is not None for verdict in subject.verdicts)
        for one, _target in comments:
            if f"<!--{one.text}-->" not in source and (why := self._fault(one, observed)):
                yield SuppressionUnused().at(subject, one.place, why, quote=one.text.strip())

    def unused(self) -> Iterator[Finding]:
        """Findings about the suppressions in catalogues, when all pages have been checked."""
        if SuppressionUnused.id not in self._checks:
            return
        for lang, texts in self._catalogues.items():
            for one in (one for said in texts.values() for one in said):
                if one.sources <= one.pages and (why := self._fault(one.suppression, observed=True)):
                    place, text = one.suppression.place, one.suppression.text
                    yield Finding(SuppressionUnused.id, SuppressionUnused.severity, None, lang, place, why, quote=text)

    def _fault(self, one: Suppression, observed: bool) -> str | None:
        """What is wrong with a suppression, if anything."""
        if one.used:
            return None
        if one.check is None:
            return _("this is no suppression; write “hoyle: ignore”, the id of a check, a colon and the reason")
        if one.check not in self._known:
            return _("there is no check “{name}” to suppress").format(name=one.check)
        if one.check not in self._checks or (one.check in self._engine and not observed):
            return None
        what = one.check if one.key is None else f"{one.check} {one.key}"
        return _("this suppresses nothing: there is no finding “{what}” here").format(what=what)

    def _of_catalogue(self, lang: str) -> dict[str, list[_InCatalogue]]:
        if lang not in self._catalogues:
            self._catalogues[lang] = {}
            if self._locale is not None:
                self._catalogues[lang] = _in_catalogue(catalogue_path(self._locale, lang))
        return self._catalogues[lang]


@dataclass(slots=True)
class _InCatalogue:
    """A suppression in a catalogue, the source pages that have its message, and the pages checked so far."""

    suppression: Suppression
    sources: frozenset[str]
    pages: set[str]


def _acting(
    page: Page,
    finding: Finding,
    comments: Iterable[tuple[Suppression, etree._Element | None]],
    in_catalogue: dict[str, list[_InCatalogue]],
) -> list[Suppression]:
    """The suppressions that hide a finding."""
    fitting = [(one, target) for one, target in comments if one.fits(finding)]
    if not fitting and not in_catalogue:
        return []
    block, element = _element_at(page, finding.place)
    around = [] if element is None else [element, *element.iterancestors()]
    acting = [one for one, target in fitting if target is None or target in around]
    if block is not None:
        said = in_catalogue.get(block.text.value, ())
        acting += [one.suppression for one in said if one.suppression.fits(finding)]
    return acting


def _in_catalogue(path: Path) -> dict[str, list[_InCatalogue]]:
    """The suppressions of a catalogue by the text, as pages have it, that they speak for."""
    found: dict[str, list[_InCatalogue]] = defaultdict(list)
    try:
        content = path.read_bytes() if path.is_file() else b""  # a pipe would be waited for without end
    except OSError:
        return {}
    if b"hoyle:" not in content:
        return {}
    from hoyle.translation.catalogue import BrokenCatalogue, pages_of, parse_catalogue

    try:
        catalogue = parse_catalogue(content, str(path))
    except BrokenCatalogue:
        return {}  # `hoyle localize` and `hoyle check` tell of it
    lines = lines_of(str(path))
    for entry in catalogue.entries:
        if entry.obsolete:
            continue
        for comment in entry.comments:
            # An entry's comments stand before it; it knows the line of its text.
            before = range(min(entry.line - 1, len(lines)), 0, -1)
            line = next((number for number in before if lines[number - 1].lstrip("# ") == comment.strip()), entry.line)
            if suppression := parse(comment, Place(str(path), line, 3)):
                sources = frozenset(Path(name).stem for name in pages_of(entry))
                text = " ".join(html.unescape(_TAG.sub("", entry.msgstr)).split())
                found[text].append(_InCatalogue(suppression, sources, set()))
    return dict(found)


def _in_page(page: Page) -> Iterator[tuple[Suppression, etree._Element | None]]:
    """The suppressions in a page, each with the element that it speaks for; None for the whole page."""
    if b"hoyle:" not in page.source:
        return
    from lxml import etree

    running = {block.element for block in page.blocks}
    places = _Places(page)
    before = [node for node in page.root.itersiblings(preceding=True) if isinstance(node, etree._Comment)]
    for comment in (*reversed(before), *page.root.iter(etree.Comment)):
        text = comment.text or ""
        if _MARK.match(text):
            suppression = parse(text, places.next(text))
            if suppression is not None:
                yield suppression, _target(comment, running)


def _target(comment: etree._Element, running: Collection[etree._Element]) -> etree._Element | None:
    parent = comment.getparent()
    if parent is None:
        return None
    within = next((element for element in (parent, *parent.iterancestors()) if element in running), None)
    if within is not None:
        return within
    following = next((node for node in comment.itersiblings() if isinstance(node.tag, str)), None)
    return parent if following is None else following


class _Places:
    """Where comments stand in the file: the tree does not know, but has them in the file's order."""

    def __init__(self, page: Page) -> None:
        self._path = str(page.path)
        self._text = decode(page.source, page.path)[0]
        self._from = 0

    def next(self, comment: str) -> Place:
        """The place of the first word of the next comment that says this."""
        at = self._text.find(f"<!--{comment}-->", self._from)
        if at < 0:
            return Place(self._path, 1, 1)  # it came with a file that the page includes
        self._from = at + 1
        at += len("<!--") + len(comment) - len(comment.lstrip())
        return Place(self._path, self._text.count("\n", 0, at) + 1, at - self._text.rfind("\n", 0, at))


def _element_at(page: Page, place: Place) -> tuple[Block | None, etree._Element | None]:
    """The block whose text holds the place, and the innermost element around it that can be told."""
    for block in page.blocks:
        text = block.text
        if text.path == place.path and text.place(0) <= place <= text.place(max(0, len(text.value) - 1)):
            return block, block.element
    if place.path != str(page.path):
        return None, None
    element = None
    for candidate in page.root.iter():
        if isinstance(candidate.tag, str) and line_of(candidate) <= place.line:
            element = candidate
    return None, element


CHECKS = (SuppressionUnused,)
