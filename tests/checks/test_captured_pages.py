"""Pages as a web view of a repository hands them out: doubled lines, lost lines, a lost end, two languages."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from played import watch

from hoyle import data
from hoyle.checks.check import Subject
from hoyle.checks.run import PageResult, check_pages
from hoyle.docbook.reader import read_page
from hoyle.facts.reader import read_facts
from hoyle.language.pages import page_language

GAMES = ("forty_thieves", "monte_carlo", "yield")
PAGES = [(lang, game) for lang in ("en", "fr", "eu") for game in GAMES]
TEXT = re.compile(r"(<(para|entry)>)(.*?)(</\2>)", re.DOTALL)


def page(lang: str, game: str) -> str:
    """A page of ours that does not say its language: no capture did."""
    text = (data.folder("docbook") / lang / f"{game}.xml").read_text(encoding="utf-8")
    return text.replace(f' xml:lang="{lang}"', "")


def doubled(text: str) -> str:
    """A title before the declaration and an empty line after every line."""
    return "\n\n".join(["~someone/branch", *text.splitlines()])


def numbered(text: str, lost: Callable[[int, str], bool]) -> str:
    """Each line after its number, but for those that are lost."""
    lines = enumerate(text.splitlines(), 1)
    return "\n".join(f"{number}\n{line}" for number, line in lines if not lost(number, line))


def is_markup(number: int, line: str) -> bool:
    """Lines of a tag or two and no word: what the captures have lost; the first three are there."""
    return number > 3 and not re.sub(r"<[^>]*>", "", line).strip()


def half_translated(lang: str, game: str) -> tuple[str, list[str]]:
    """A translation in which every other paragraph or cell is the source's, and those."""
    source = [match[3] for match in TEXT.finditer(page("en", game))]
    left: list[str] = []
    count = 0

    def put(match: re.Match[str]) -> str:
        nonlocal count
        original = " ".join(source[count].split())
        count += 1
        if count % 2 or not original.endswith("."):
            return match[0]
        left.append(original)
        return f"{match[1]}{original}{match[4]}"

    return TEXT.sub(put, page(lang, game)), left


def checked(text: str) -> tuple[PageResult, Subject]:
    (result,) = check_pages([read_page(Path("capture.txt"), source=text.encode())], watch)
    assert result.subject is not None
    return result, result.subject


def stated(text: str) -> set[tuple[str, str]]:
    reading = read_facts(read_page(Path("capture.txt"), source=text.encode()))
    return {(fact.key, repr(fact.value)) for fact in reading.facts}


def ids(result: PageResult) -> set[str]:
    return {finding.id for finding in result.findings if finding.severity != "note"}


@pytest.mark.parametrize(("lang", "game"), PAGES)
def test_doubled_lines_take_nothing_away(lang: str, game: str) -> None:
    result, subject = checked(doubled(page(lang, game)))

    assert (subject.page.name, subject.reading.lang) == (game, lang)
    assert stated(doubled(page(lang, game))) == stated(page(lang, game))
    assert ids(result) == set()


@pytest.mark.parametrize(("lang", "game"), PAGES)
def test_lost_tags_are_named_and_the_rules_are_still_read(lang: str, game: str) -> None:
    text = page(lang, game)
    capture = numbered(text, is_markup)
    result, subject = checked(capture)

    kept = [number for number, line in enumerate(text.splitlines(), 1) if not is_markup(number, line)]
    lost = set(range(1, max(kept))) - set(kept)  # that lines after the last are lost, no number tells
    told = {
        number
        for damage in subject.page.damage
        if (match := re.search(r"lines? (\d+)(?: to (\d+))?", damage.message))
        for number in range(int(match[1]), int(match[2] or match[1]) + 1)
    }
    assert told == lost
    assert ids(result) == {"page-damaged"}
    assert subject.reading.lang == lang
    assert len(stated(capture) & stated(text)) >= 0.9 * len(stated(text))


@pytest.mark.parametrize(("lang", "game"), PAGES)
def test_what_stands_before_a_lost_end_is_read(lang: str, game: str) -> None:
    text = page(lang, game)
    cut = text[: text.index("</section>", text.index(f'{game}-rules"')) - 40]
    result, subject = checked(cut)

    assert ids(result) == {"page-damaged"}
    assert subject.reading.lang == lang
    kept = stated(cut)
    assert kept <= stated(text)
    assert not any(key.startswith("score.") for key, _ in kept)
    assert len(kept) >= 0.7 * len(stated(text))


@pytest.mark.parametrize("lang", ["fr", "eu"])
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "capture", [str, doubled, lambda text: numbered(text, is_markup)], ids=["whole", "doubled", "lost"]
)
def test_sentences_left_in_the_source_language_are_named_once(
    lang: str, game: str, capture: Callable[[str], str]
) -> None:
    text, left = half_translated(lang, game)
    result, subject = checked(capture(text))

    assert subject.reading.lang == lang
    flagged = [finding.quote or "" for finding in result.findings if finding.id == "text-untranslated"]
    sentences = [sentence for passage in left for sentence in re.split(r"(?<=[.])\s+", passage)]
    assert sorted(sentence for quote in flagged for sentence in re.split(r"(?<=[.])\s+", quote)) == sorted(sentences)
    assert "fact-contradicts-engine" not in ids(result)
    assert stated(text) == stated(page(lang, game))


@pytest.mark.parametrize("game", GAMES)
def test_a_source_page_is_no_translation_for_a_foreign_name(game: str) -> None:
    text = page("en", game).replace("<title>", "<title>La belle dame: ", 1)
    text = text.replace(
        "</article>",
        "<section><title>Berrogei lapurrak</title><para>So it is called in Basque.</para></section></article>",
    )

    assert page_language(read_page(Path("capture.txt"), source=text.encode())) == "en"


def test_the_language_that_pages_are_translated_from_may_be_another() -> None:
    text, _ = half_translated("eu", "yield")
    french = page("fr", "yield")
    english = "<section><title>Rules</title><para>Remove all cards in pairs.</para><para>No redeals.</para></section>"
    mixed = french.replace("</article>", f"{english}</article>")

    assert page_language(read_page(Path("capture.txt"), source=text.encode()), "en") == "eu"
    assert page_language(read_page(Path("capture.txt"), source=mixed.encode()), "en") == "fr"
    assert page_language(read_page(Path("capture.txt"), source=mixed.encode()), "fr") == "en"
