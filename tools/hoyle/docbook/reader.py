"""Reading pages: the one way from a file to a `Page`."""

from __future__ import annotations

from pathlib import Path

from hoyle.docbook import language_of
from hoyle.docbook.blocks import read_blocks
from hoyle.docbook.page import Page
from hoyle.docbook.parse import parse
from hoyle.docbook.source import check_size, decode, load


def read_page(path: Path, *, source: bytes | None = None, lang: str | None = None) -> Page:
    """Read a page of DocBook, or a capture of one."""
    if source is None:
        source = load(path)
    else:
        check_size(source, path)
    text, damage = decode(source, path)
    document = parse(text, path)
    title, blocks = read_blocks(document.tape, str(path))
    lang = lang or language_of.stated(document.root) or language_of.of_folder(path)
    return Page(path.stem, path, lang, source, title, blocks, tuple(damage + document.damage), document.root)
