"""The texts of a translated page beside those of its source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.docbook.page import Block, Page

if TYPE_CHECKING:
    from hoyle.checks.check import Subject


def texts(page: Page) -> list[Block]:
    """The blocks of a page that hold any words."""
    return [block for block in page.blocks if block.text.value.strip()]


def pairs(subject: Subject) -> list[tuple[Block, Block]]:
    """The texts of a page, each with that of the source; none where the two are built otherwise."""
    return [] if subject.source_page is None else paired(subject.page, subject.source_page)


def paired(page: Page, source: Page) -> list[tuple[Block, Block]]:
    """The texts of two pages, one that translates the other; none where they are built otherwise."""
    ours, theirs = texts(page), texts(source)
    if [block.kind for block in ours] != [block.kind for block in theirs]:
        return []
    return list(zip(ours, theirs, strict=True))
