"""The texts of a translated page beside those of its source."""

from __future__ import annotations

from hoyle.checks.check import Subject
from hoyle.docbook.page import Block, Page


def texts(page: Page) -> list[Block]:
    """The blocks of a page that hold any words."""
    return [block for block in page.blocks if block.text.value.strip()]


def pairs(subject: Subject) -> list[tuple[Block, Block]]:
    """The texts of a page, each with that of the source; none where the two are built otherwise."""
    if subject.source_page is None:
        return []
    ours, theirs = texts(subject.page), texts(subject.source_page)
    if [block.kind for block in ours] != [block.kind for block in theirs]:
        return []
    return list(zip(ours, theirs, strict=True))
