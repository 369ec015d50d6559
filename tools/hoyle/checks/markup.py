"""Checks of a translation's markup against its source's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from lxml import etree

from hoyle.checks.check import Check, Subject
from hoyle.checks.finding import Finding
from hoyle.checks.pairs import pairs, texts
from hoyle.docbook.elements import INLINE
from hoyle.messages import _, later


class MarkupDiffers(Check):
    id = "markup-differs"
    severity = "warning"
    summary = later("A translation has other markup than its source.")
    reason = later(
        "A link, a name or an emphasis was lost or put in, or a page has more or fewer paragraphs and cells than its "
        "source. Where the language needs it so, nothing is wrong."
    )
    wrong = later("Play <application>Hoyle</application>. → Jouez à Hoyle.")
    right = later("Play <application>Hoyle</application>. → Jouez à <application>Hoyle</application>.")

    def findings(self, subject: Subject) -> Iterator[Finding]:
        """A warning for each text with other elements in it, or one where the page is built otherwise."""
        if subject.source_page is None:
            return
        paired = pairs(subject)
        if not paired:
            yield from self._built_otherwise(subject)
            return
        ours = {block.element for block in subject.page.blocks}
        theirs = {block.element for block in subject.source_page.blocks}
        for block, source in paired:
            here, there = _inline(block.element, ours), _inline(source.element, theirs)
            if here != there:
                yield self.at(subject, block.text.place(0), _difference(there, here), quote=block.text.value)

    def _built_otherwise(self, subject: Subject) -> Iterator[Finding]:
        assert subject.source_page is not None
        ours, theirs = texts(subject.page), texts(subject.source_page)
        if not ours or not theirs:
            return
        kinds = [block.kind for block in ours], [block.kind for block in theirs]
        at = next((at for at, (here, there) in enumerate(zip(*kinds, strict=False)) if here != there), len(theirs))
        block = ours[min(at, len(ours) - 1)]
        message = _(
            "from here on the page is built otherwise than its source: {here} titles, paragraphs and cells, not {there}"
        ).format(here=len(ours), there=len(theirs))
        yield self.at(subject, block.text.place(0), message, quote=block.text.value)


def _inline(element: etree._Element, blocks: Collection[etree._Element]) -> Counter[str]:
    """The inline elements of a text, without those of texts that stand within it."""
    found: Counter[str] = Counter()
    for child in element.iterchildren(etree.Element):
        if child in blocks:
            continue
        name = str(child.tag).rpartition("}")[2]
        if name in INLINE:
            found[name] += 1
        found += _inline(child, blocks)
    return found


def _difference(source: Counter[str], target: Counter[str]) -> str:
    lost, gained = _named(source - target), _named(target - source)
    if lost and gained:
        return _("it has {gained} where the source has {lost}").format(gained=gained, lost=lost)
    return _("it has lost {lost}").format(lost=lost) if lost else _("it has {gained} more").format(gained=gained)


def _named(names: Counter[str]) -> str:
    return ", ".join(f"<{name}>" for name in sorted(names))


CHECKS = (MarkupDiffers,)
