"""Captures of pages: what a web view put around, between and into the lines, and what it left out."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from hoyle.docbook.page import Page
from hoyle.docbook.reader import read_page

GAME = """\
<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE refentry PUBLIC "-//OASIS//DTD DocBook XML V4.3//EN" "docbookx.dtd">
<sect1 id="Six_Piles"><!--<sect1info>
    <author>
      <surname>Nobody</surname>
    </author>
  </sect1info>-->
  <title>Six Piles</title>
  <para>Written by nobody</para>
  <sect2><title>Setup</title>
    <informaltable>
      <tgroup cols="2">
        <tbody>
          <row>
            <entry>Type of deck</entry>
            <entry>Joker deck</entry>
          </row>
          <row>
            <entry>Stock</entry>
            <entry>
              Bottom right pile. What remains is placed
              here.
            </entry>
          </row>
          <row>
            <entry>Tableau</entry>
            <entry>
              Six piles. Deal two rows
              face down.
            </entry>
          </row>
        </tbody>
      </tgroup>
    </informaltable>
  </sect2>
  <sect2><title>Rules</title>
    <para>
      Build up by two.
      Wrap from King to Ace.
    </para>
    <para>
      The stock is turned once.
    </para>
  </sect2>
  <sect2><title>Scoring</title>
    <para>Each pile scores three points.</para>
  </sect2>
</sect1>
"""
LINES = GAME.splitlines()


def read(source: str, path: str = "0a1b2c.txt") -> Page:
    return read_page(Path(path), source=source.encode())


def summary(page: Page) -> list[tuple[str, str, list[str], str | None]]:
    return [
        (block.kind, block.text.value, [title.value for title in block.titles], block.header and block.header.value)
        for block in page.blocks
    ]


WHOLE = summary(read(GAME, "six_piles.xml"))


def numbered(lost: set[int]) -> str:
    """The page with its lines' numbers on lines of their own, and without the lines of these numbers."""
    return "".join(f"{number}\n{line.strip()}\n" for number, line in enumerate(LINES, 1) if number not in lost)


def lines_of_tags_alone() -> set[int]:
    """The numbers of the lines below the page's title that hold no text."""
    return {number for number, line in enumerate(LINES, 1) if number > 8 and not re.sub(r"<[^>]*>", "", line).strip()}


def line_of(text: str) -> int:
    """The number of the line that holds the text."""
    return next(number for number, line in enumerate(LINES, 1) if text in line)


def test_a_title_line_doubled_lines_and_hard_spaces() -> None:
    source = "~owner/some/branch\n\n" + GAME.replace(" ", "\xa0").replace("\n", "\n\n")
    page = read(source)
    assert (page.name, page.damage) == ("six_piles", ())
    assert summary(page) == WHOLE
    for block in page.blocks:
        for offset, character in enumerate(block.text.value):
            place = block.text.place(offset)
            in_file = (source.split("\n")[place.line - 1] + "\n")[place.column - 1]
            assert in_file == character or (character == " " and in_file in "\xa0\n")


@pytest.mark.parametrize("identity", ["", "../up", "..", "a b"])
def test_an_id_that_is_no_name(identity: str) -> None:
    assert read(f"<sect1 id='{identity}'/>", "Capture-7.txt").name == "Capture-7"


def test_all_of_it_at_once() -> None:
    source = "~owner/some/branch\n\n" + numbered(set()).replace(" ", "\xa0").replace("\n", "\r\n\r\n")
    page = read("\ufeff" + source)
    assert (page.name, page.damage) == ("six_piles", ())
    assert summary(page) == WHOLE


@pytest.mark.parametrize("rest", ["<", "</", "</pa", "<emphasis role='x", "&", "&eacu", "&#2"])
def test_an_end_that_is_cut_off_in_a_tag_or_a_reference(rest: str) -> None:
    page = read(GAME[: GAME.index(" three points")] + rest)
    assert page.blocks[-1].text.value == "Each pile scores"
    assert len(page.damage) == 1


@pytest.mark.parametrize("end", ["~owner/some/branch", "\n\n~owner/some/branch\n"])
def test_a_branch_behind_the_page(end: str) -> None:
    page = read(GAME.rstrip() + end)
    assert (page.name, page.damage) == ("six_piles", ())
    assert summary(page) == WHOLE


def test_a_branch_behind_a_page_that_is_cut_off() -> None:
    page = read(GAME[: GAME.index(" three points")] + "\n~owner/some/branch")
    assert page.blocks[-1].text.value == "Each pile scores"
    assert "the end of the page is missing: <sect1>, <sect2>, <para> not closed" in page.damage[0].message


def test_a_file_that_says_to_be_xml_must_begin_and_end_with_it() -> None:
    page = read("<!-- ok -->\n".join(("note\n", GAME.partition("\n")[2] + "more\n")), "six.xml")
    assert page.name == "six_piles"
    assert [(damage.place.line, "XML declaration" in damage.message) for damage in page.damage] == [
        (1, True),
        (len(LINES) + 2, False),
    ]
    assert summary(page) == WHOLE


def test_line_numbers_and_nothing_lost() -> None:
    page = read(numbered(set()))
    assert (page.name, page.damage) == ("six_piles", ())
    assert summary(page) == WHOLE
    assert str(page.blocks[0].text.place(0)) == f"0a1b2c.txt:{2 * line_of('<title>Six')}:8"


def test_a_number_that_is_text_is_no_line_number() -> None:
    lines = ["<article>", "<para>", "Score", "52", "in", "1000", "hands.", "</para>", "</article>"]
    page = read("".join(f"{number}\n{line}\n" for number, line in enumerate(lines, 1)))
    assert [block.text.value for block in page.blocks] == ["Score 52 in 1000 hands."]
    assert page.damage == ()


def test_a_page_of_numbers_is_no_numbered_page() -> None:
    page = read("<article>\n<para>\n1\n</para>\n<para>\n2\n</para>\n<para>\n3\n</para>\n", "a.xml")
    assert [block.text.value for block in page.blocks] == ["1", "2", "3"]


def test_lost_lines_are_told_with_their_numbers() -> None:
    first = line_of("Joker deck") + 1
    page = read(numbered({2, first, first + 1, first + 2, first + 3}))
    places = [(str(damage.place), damage.message) for damage in page.damage]
    assert places == [
        ("0a1b2c.txt:3:1", "line 2 of the page is missing"),
        (f"0a1b2c.txt:{2 * first - 3}:1", f"lines {first} to {first + 3} of the page are missing"),
    ]


def test_a_header_is_kept_where_only_its_tags_are_lost() -> None:
    lost = lines_of_tags_alone()
    page = read(numbered(lost))
    assert [part[1:] for part in summary(page)] == [part[1:] for part in WHOLE]


def test_a_header_that_is_lost_leaves_none() -> None:
    lost = lines_of_tags_alone()
    page = read(numbered(lost | {line_of("<entry>Stock")}))
    headers = {text: header for _kind, text, _titles, header in summary(page)}
    assert headers["Joker deck"] == "Type of deck"
    assert headers["Bottom right pile. What remains is placed here."] is None
    assert headers["Six piles. Deal two rows face down."] == "Tableau"


def test_text_does_not_run_on_over_lost_lines() -> None:
    page = read(numbered({line_of("Wrap from"), line_of("Wrap from") + 1}))
    texts = [block.text.value for block in page.blocks]
    assert "Build up by two." in texts
    assert "The stock is turned once." in texts


def test_an_end_that_is_cut_off() -> None:
    last = line_of("Wrap from")
    page = read(numbered(set(range(last + 1, len(LINES) + 1))))
    assert page.blocks[-1].text.value == "Build up by two. Wrap from King to Ace."
    (damage,) = page.damage
    assert damage.place.line == 2 * last
    assert damage.message == "the end of the page is missing: <sect1>, <sect2>, <para> not closed"


def test_the_end_of_a_comment_is_lost() -> None:
    page = read(numbered({line_of("</author>"), line_of("sect1info>-->")}))
    assert [part[1] for part in summary(page)] == [part[1] for part in WHOLE]


def test_a_root_that_is_lost() -> None:
    page = read(numbered(set(range(1, line_of("<sect2><title>Rules")))))
    assert page.name == "0a1b2c"
    assert [part[1] for part in summary(page)] == [part[1] for part in WHOLE[-5:]]


def layout(rng: random.Random) -> list[str]:
    """A page with a table of five rows and three sections, each text with a name of its own."""
    lines = ['<?xml version="1.0"?>', '<sect1 id="Page">', "<title>Page</title>", "", "<sect2><title>S1</title>", ""]
    lines += ["<informaltable>", '<tgroup cols="2">', "<tbody>"]
    for row in range(1, 6):
        lines += ["<row>", f"<entry>H{row}</entry>"]
        if rng.random() < 0.5:
            lines += ["<entry>", f"T{row}a words.", f"T{row}b words", f"T{row}c end.", "</entry>"]
        else:
            lines += [f"<entry>T{row}a words.</entry>"]
        lines += ["</row>"]
    lines += ["</tbody>", "</tgroup>", "</informaltable>", "", "</sect2>"]
    for section in range(2, 5):
        lines += [f"<sect2><title>S{section}</title>", ""]
        for paragraph in range(2):
            if rng.random() < 0.5:
                lines += ["<para>", f"P{section}{paragraph}a words.", f"P{section}{paragraph}b more.", "</para>"]
            else:
                lines += [f"<para>P{section}{paragraph}a words.</para>"]
        lines += ["", "</sect2>"]
    return [*lines, "</sect1>"]


@pytest.mark.parametrize("seed", range(80))
def test_whatever_lines_are_lost_no_text_is_and_no_header_is_wrong(seed: int) -> None:
    rng = random.Random(seed)
    lines = layout(rng)
    lost: set[int] = set()
    for _ in range(rng.randint(1, 6)):
        first = rng.randrange(1, len(lines))
        lost |= set(range(first, first + rng.choice([1, 1, 2, 3, 4, 5, 6])))
    kept = [index for index in range(len(lines)) if index not in lost]
    page = read("\n".join(f"{index + 1}\n{lines[index]}" for index in kept))
    text = " ".join(block.text.value for block in page.blocks)
    for index in kept:
        for word in re.findall(r"\b[HSTP]\d+[abc]?\b", lines[index]):
            assert word in text
    rest = "\n".join(lines[index] for index in kept)
    for block in page.blocks:
        for kind, number in re.findall(r"\b([TP])(\d)", block.text.value):
            if kind == "T":
                assert block.header is None or block.header.value == f"H{number}"
            section = "1" if kind == "T" else number
            if f"<title>S{section}<" in rest:
                assert block.titles[-1].value == f"S{section}"


SEEDS = Path(__file__).parents[3] / "shared" / "seeds"


@pytest.mark.skipif(not SEEDS.is_dir(), reason="the captured pages are not here")
def test_the_captured_pages() -> None:
    pages = [read_page(path) for path in sorted(SEEDS.glob("*.txt"))]
    assert [page.name for page in pages] == ["forty_thieves", "monte_carlo", "forty_thieves", "yield"]
    assert [len(page.damage) for page in pages] == [0, 0, 23, 0]
    assert [[block.kind for block in page.blocks].count("title") for page in pages] == [6, 6, 6, 6]
    basque = {block.text.value: block.header and block.header.value for block in pages[2].blocks}
    assert [header for text, header in basque.items() if text.startswith(("Top left", "Eight", "Ten"))] == [
        None,
        "Oinarria",
        None,
    ]
