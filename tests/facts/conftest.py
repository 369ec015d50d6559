"""Small pages, written for the tests, and what is read from them."""

from __future__ import annotations

import html
from collections.abc import Callable
from pathlib import Path

import pytest

from hoyle.docbook.reader import read_page
from hoyle.facts import PageReading, read_facts

Sections = dict[str, list[str | tuple[str, str]]]
"""By title; a pair is a row of a table: its header and its text."""


def _section(title: str, texts: list[str | tuple[str, str]]) -> str:
    paragraphs = "".join(f"<para>{html.escape(text)}</para>" for text in texts if isinstance(text, str))
    rows = "".join(
        f"<row><entry>{html.escape(text[0])}</entry><entry>{html.escape(text[1])}</entry></row>"
        for text in texts
        if isinstance(text, tuple)
    )
    table = f'<informaltable><tgroup cols="2"><tbody>{rows}</tbody></tgroup></informaltable>' if rows else ""
    return f"<sect2><title>{html.escape(title)}</title>{paragraphs}{table}</sect2>"


@pytest.fixture
def read(tmp_path: Path) -> Callable[[str, Sections], PageReading]:
    """Write a page of sections in a language, and read it."""

    def read(lang: str, sections: Sections) -> PageReading:
        path = tmp_path / "page.xml"
        body = "".join(_section(title, texts) for title, texts in sections.items())
        path.write_text(f'<sect1 id="page" lang="{lang}"><title>Page</title>{body}</sect1>', encoding="utf-8")
        return read_facts(read_page(path))

    return read
