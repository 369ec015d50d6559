"""The site in a browser."""

# ruff: noqa: E501 – samples of markup are easier to read in one line
from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Browser

LANGUAGES = ("en", "fr", "eu")
OVERVIEWS = ("verification.html", "translation.html", "glossary.html", "guide/keys.html")
GUIDE = tuple(f"guide/{name}.html" for name in ("index", "translate", "checks", "found", "automate", "variants"))
PAGES = ("index.html", "games/yield.html", "games/forty_thieves.html", "search.html?q=as", *OVERVIEWS)
TAB, ENTER, ESCAPE = "\ue004", "\ue007", "\ue00c"
LEFT, RIGHT, END = "\ue012", "\ue014", "\ue010"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_page_complains_or_asks_for_anything_from_elsewhere(browser: Browser, address: str, lang: str) -> None:
    browser.complaints()
    browser.requests()
    for page in PAGES:
        browser.show(f"{address}{lang}/{page}")
        browser.until("return document.readyState === 'complete'")
    assert browser.complaints() == []
    assert [url for url in browser.requests() if not url.startswith((address, "data:", "chrome:"))] == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("page", ["index.html", "games/monte_carlo.html", "search.html", *OVERVIEWS])
@pytest.mark.parametrize(
    "width", [320, pytest.param(390, marks=pytest.mark.long), pytest.param(1600, marks=pytest.mark.long)]
)
def test_no_page_is_wider_than_its_window(browser: Browser, address: str, lang: str, page: str, width: int) -> None:
    browser.show(f"{address}{lang}/{page}", width=width)
    browser.run("for (const details of document.querySelectorAll('details')) details.open = true")
    assert browser.run("return document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("page", ["verification.html", "translation.html"])
def test_all_figures_are_in_sight_on_a_telephone(browser: Browser, address: str, lang: str, page: str) -> None:
    browser.show(f"{address}{lang}/{page}", width=320)
    hidden = "[...document.querySelectorAll('.figures :is(td, th)')].filter((cell) => cell.scrollWidth > cell.clientWidth || cell.getBoundingClientRect().right > 320)"
    assert browser.run(f"return {hidden}.map((cell) => cell.textContent)") == []
    assert browser.run("return document.querySelectorAll('.figures td').length") > 20


def test_a_table_wider_than_the_window_scrolls_by_itself(browser: Browser, tmp_path: Path, small_site: Path) -> None:
    from hoyle.publish.build import build

    row = "".join(f"<entry>Column-{number}-of-a-wide-table</entry>" for number in range(12))
    (tmp_path / "en").mkdir()
    (tmp_path / "en/wide.xml").write_text(
        f'<article xml:lang="en"><title>Wide</title><informaltable><tgroup cols="12"><thead><row>{row}</row></thead>'
        f"<tbody><row>{row}</row></tbody></tgroup></informaltable></article>"
    )
    build(("en",), tmp_path / "site", site=small_site, pages={"en": tmp_path / "en"})
    browser.show((tmp_path / "site/en/games/wide.html").as_uri(), width=320)
    assert browser.run("return document.documentElement.scrollWidth") == 320
    assert browser.run("return document.querySelector('main table').tabIndex") == 0


def test_the_language_switch_keeps_the_page_and_the_place(browser: Browser, address: str) -> None:
    browser.show(f"{address}en/games/yield.html#yield-rules")
    browser.run("document.querySelector('.languages a[hreflang=eu]').click()")
    assert browser.until("return location.pathname.startsWith('/eu/') && location.href").endswith(
        "eu/games/yield.html#yield-rules"
    )


def test_the_language_switch_works_from_files_without_scripts(browser: Browser, site: Path) -> None:
    browser.show((site / "en/games/yield.html").as_uri(), scripts=False)
    link = browser.run("return document.querySelector('.languages a[hreflang=fr]').href")
    assert link == (site / "fr/games/yield.html").as_uri()


@pytest.mark.parametrize(
    ("lang", "query", "found"),
    [
        ("eu", "oinarrietara", "forty_thieves"),
        ("eu", "oinarri", "forty_thieves"),
        ("fr", "fondations", "forty_thieves"),
        ("fr", "fondation", "forty_thieves"),
        ("en", "foundations", "forty_thieves"),
        ("en", "pyramids", "yield"),
    ],
)
@pytest.mark.parametrize("over", ["http", pytest.param("file", marks=pytest.mark.long)])
def test_search_finds_other_forms_of_a_word(
    browser: Browser, site: Path, address: str, lang: str, query: str, found: str, over: str
) -> None:
    start = address if over == "http" else site.as_uri() + "/"
    browser.complaints()
    browser.show(f"{start}{lang}/search.html?q={query}")
    # Results appear one after the other.
    links = browser.until(
        "const found = [...document.querySelectorAll('ul.search li a')].map(a => a.href);"
        f"return found.some(link => link.includes('{lang}/games/{found}.html')) && found"
    )
    assert links
    assert browser.complaints() == []


@pytest.mark.parametrize("lang", ["fr", "eu"])
def test_the_search_speaks_the_site_s_language(browser: Browser, address: str, lang: str) -> None:
    browser.show(f"{address}{lang}/search.html?q=zzzz")
    told = browser.until("return document.querySelector('.search-summary')?.textContent")
    assert "search" not in told.lower()
    assert "did not match" not in told


def test_one_button_shows_all_notes_and_the_choice_is_kept(browser: Browser, address: str) -> None:
    browser.show(f"{address}en/games/yield.html")
    opened = "return document.querySelectorAll('details.rule-note[open]').length"
    notes = browser.run("return document.querySelectorAll('details.rule-note').length")
    assert notes > 8
    assert browser.run(opened) == 0
    browser.run("document.querySelector('.show-rules').click()")
    assert browser.run(opened) == notes
    assert browser.run("return document.querySelector('.show-rules').getAttribute('aria-pressed')") == "true"
    browser.show(f"{address}en/games/monte_carlo.html")
    assert browser.run(opened) > 8
    browser.run("document.querySelector('.show-rules').click(); localStorage.clear()")
    assert browser.run(opened) == 0


def test_a_note_opens_and_closes_by_keyboard(browser: Browser, address: str) -> None:
    browser.show(f"{address}en/games/yield.html")
    browser.run("document.querySelector('details.rule-note summary').focus()")
    browser.press(ENTER)
    assert browser.run("return document.querySelector('details.rule-note').open")
    browser.press(ESCAPE)
    assert not browser.run("return document.querySelector('details.rule-note').open")
    assert browser.run("return document.activeElement.localName") == "summary"


def test_without_scripts_the_notes_open_and_the_button_stays_away(browser: Browser, address: str) -> None:
    browser.show(f"{address}en/games/yield.html", scripts=False)
    assert browser.run("return document.querySelector('.show-rules').hidden")
    browser.run("document.querySelector('details.rule-note summary').click()")
    assert browser.run("return document.querySelector('details.rule-note').open")


def test_the_first_stop_of_the_tab_key_skips_to_the_content(browser: Browser, address: str) -> None:
    browser.show(f"{address}eu/games/yield.html")
    browser.press(TAB)
    assert browser.run("return document.activeElement.className") == "skip"
    assert browser.run("return document.activeElement.getBoundingClientRect().top") >= 0
    browser.press(ENTER)
    assert browser.until("return location.hash === '#content' && document.activeElement.localName") == "main"


CONTRAST = """
const channel = (value) => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
const colour = (css) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = css; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
const over = (top, below) => top.slice(0, 3).map((value, at) => value * top[3] / 255 + below[at] * (1 - top[3] / 255));
const ground = (node) => { const layers = []; for (let at = node; at; at = at.parentElement) layers.unshift(colour(getComputedStyle(at).backgroundColor)); return layers.reduce((below, top) => over(top, below), [255, 255, 255]); };
const weak = [];
for (const node of document.querySelectorAll('body *')) {
  if (![...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim()) || node.closest('svg, .visually-hidden, noscript, .skip')) continue;
  if (!node.getClientRects().length) continue;
  const [a, b] = [light(colour(getComputedStyle(node).color)), light(ground(node))].sort((x, y) => y - x);
  const ratio = (a + 0.05) / (b + 0.05);
  if (ratio < 4.5) weak.push(`${node.localName}.${node.className}: ${ratio.toFixed(2)}`);
}
return weak;
"""


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize(
    "page", ["index.html", "games/yield.html", "search.html?q=ace", "verification.html", "glossary.html"]
)
def test_text_stands_out_from_its_ground(browser: Browser, address: str, page: str, dark: bool) -> None:
    browser.show(f"{address}en/{page}", dark=dark)
    browser.run("for (const details of document.querySelectorAll('details')) details.open = true")
    assert browser.run("return getComputedStyle(document.documentElement).backgroundColor") == (
        "rgb(18, 24, 21)" if dark else "rgb(250, 249, 244)"
    )
    assert browser.run(CONTRAST) == []


AXE = next(
    (
        script
        for package in ("axe_playwright_python", "axe_core_python")
        if (spec := find_spec(package))
        for folder in spec.submodule_search_locations or ()
        for script in Path(folder).rglob("axe.min.js")
    ),
    None,
)
FAULTS = "return axe.run().then((found) => found.violations.map(({id, nodes}) => `${id}: ${nodes[0].html}`))"


@pytest.mark.skipif(AXE is None, reason="axe-core is not installed (PyPI: axe-core-python)")
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "page",
    [
        "games/yield.html",
        *(
            pytest.param(page, marks=pytest.mark.long)
            for page in ("index.html", "games/monte_carlo.html", "search.html?q=as", *OVERVIEWS, *GUIDE)
        ),
    ],
)
def test_axe_finds_no_barrier(browser: Browser, address: str, lang: str, page: str) -> None:
    assert AXE is not None
    for width, dark in ((320, True), (1280, False)):
        browser.show(f"{address}{lang}/{page}", width=width, dark=dark)
        browser.until("return document.readyState === 'complete'")
        browser.run("for (const details of document.querySelectorAll('details')) details.open = true")
        browser.run(AXE.read_text(encoding="utf-8"))
        assert browser.run(FAULTS) == []


@pytest.mark.skipif(AXE is None, reason="axe-core is not installed (PyPI: axe-core-python)")
def test_axe_finds_a_barrier_that_is_there(browser: Browser, address: str) -> None:
    assert AXE is not None
    browser.show(f"{address}en/games/yield.html")
    browser.run("document.querySelector('main').append(document.createElement('button'))")
    browser.run(AXE.read_text(encoding="utf-8"))
    assert any(fault.startswith("button-name") for fault in browser.run(FAULTS))


def test_light_and_dark_pictures_differ(browser: Browser, address: str) -> None:
    shown = []
    for dark in (False, True):
        browser.show(f"{address}fr/games/yield.html", dark=dark)
        assert browser.picture().startswith(b"\x89PNG")
        shown.append(browser.run("return getComputedStyle(document.querySelector('.cards .face')).fill"))
    assert shown[0] != shown[1]


def test_what_can_be_pressed_is_large_enough(browser: Browser, address: str) -> None:
    """At least 24 by 24 CSS pixels (WCAG 2.2, 2.5.8), links within text aside."""
    for page in ("index.html", "games/yield.html", "search.html"):
        browser.show(f"{address}en/{page}", width=390)
        small = browser.run(
            "return [...document.querySelectorAll('summary, button, input, .languages a, .home, .turn a, .path a')]"
            ".filter((node) => node.getClientRects().length)"
            ".filter((node) => { const box = node.getBoundingClientRect(); return box.width < 24 || box.height < 24; })"
            ".map((node) => node.outerHTML)"
        )
        assert small == []


def test_a_game_is_followed_by_keyboard_alone(browser: Browser, address: str) -> None:
    browser.complaints()
    browser.show(f"{address}fr/games/yield.html")
    told = "return document.querySelector('.replay-move').textContent"
    count = "return document.querySelector('.replay-count').textContent"
    table = "return document.querySelector('.replay svg').innerHTML"
    browser.until("return !document.querySelector('.replay').hidden")
    for _stop in range(400):
        browser.press(TAB)
        if browser.run("return document.activeElement.dataset.go === 'next'"):
            break
    start = browser.run(table)
    browser.press(ENTER)
    first = browser.run(told)
    assert first == browser.run("return document.querySelector('.moves li').textContent.trim()")
    assert browser.run(count).startswith("Coup 1 sur ")
    assert browser.run(table) != start
    browser.press(RIGHT)
    assert browser.run(count).startswith("Coup 2 sur ")
    browser.press(LEFT)
    browser.press(LEFT)
    assert browser.run(told) == ""
    assert browser.run(table) == start
    browser.press(END)
    total = browser.run("return document.querySelectorAll('.moves li').length")
    assert browser.run(count).startswith(f"Coup {total} sur {total} ")
    assert browser.run("return document.activeElement.dataset.go") == "next"
    assert browser.run("return document.querySelector('.replay-told').getAttribute('aria-live')") == "polite"
    browser.press(TAB)
    browser.press(TAB)
    assert browser.run("return document.activeElement.type") == "range"
    browser.press(LEFT)
    assert browser.run(count).startswith(f"Coup {total - 1} sur {total} ")
    assert browser.complaints() == []


def test_the_table_is_told_in_words_as_it_lies_after_each_move(browser: Browser, address: str) -> None:
    browser.show(f"{address}eu/games/monte_carlo.html")
    browser.until("return !document.querySelector('.replay').hidden")
    lines = "return [...document.querySelectorAll('.table-words li')].map((line) => line.textContent)"
    deal = browser.run(lines)
    assert len(deal) == 26
    assert sum(":" in line for line in deal) == 26
    browser.run("document.querySelector('[data-go=next]').click()")
    empty = [line for line in browser.run(lines) if line.endswith(": hutsik")]
    assert len(empty) == 2


@pytest.mark.long
def test_results_in_another_language_say_so(browser: Browser, tmp_path: Path) -> None:
    """The guide is in English where it has no translation."""
    from hoyle import data
    from hoyle.publish.build import build

    build(("es",), tmp_path / "site", pages={"es": data.folder("docbook") / "fr"}, engine="reference")
    browser.show((tmp_path / "site/es/search.html").as_uri() + "?q=docbook")
    languages = "[...document.querySelectorAll('ul.search > li')].map((item) => item.lang)"
    assert "en" in browser.until(f"const found = {languages}; return found.includes('en') && found")


def test_the_table_of_a_game_is_drawn_as_its_picture_is(browser: Browser, site: Path) -> None:
    """What the script draws of the deal is what the build draws: the same cards in the same places."""
    browser.show((site / "en/games/monte_carlo.html").as_uri())
    ranks = "return [...document.querySelectorAll('{} .rank')].map((node) => node.textContent)"
    assert len(browser.run(ranks.format(".replay"))) == 25
    sizes = browser.run(
        "return [...document.querySelectorAll('.felt svg')].map((node) => node.getAttribute('viewBox'))"
    )
    assert sizes[0] == sizes[1]


def test_without_scripts_the_moves_are_a_list(browser: Browser, address: str) -> None:
    browser.show(f"{address}eu/games/monte_carlo.html", scripts=False)
    assert browser.run("return document.querySelector('.replay').hidden")
    assert browser.run("return document.querySelectorAll('.moves li').length") > 20


SHOWN = "return [...document.querySelectorAll('li.game')].filter((game) => game.getClientRects().length).map((game) => game.querySelector('a').textContent)"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_front_page_finds_games_by_rule_and_by_name(browser: Browser, address: str, lang: str) -> None:
    browser.show(f"{address}{lang}/index.html")
    assert browser.until("return !document.querySelector('.filters').hidden")
    every = browser.run(SHOWN)
    assert len(every) == 3
    names = "return [...document.querySelector('.filters').elements].map((field) => field.name).filter(Boolean)"
    assert browser.run(names) == ["name", "deck", "piles", "redeals", "goal", "build"]
    choose = (
        "const form = document.querySelector('.filters'); form.elements[arguments[0]].value = arguments[1];"
        "form.dispatchEvent(new Event('input'));"
    )
    browser.run(choose, "goal", "remove-all")
    assert len(browser.run(SHOWN)) == 2
    browser.run(choose, "redeals", "0")
    assert browser.run(SHOWN) == [every[-1]]
    told = browser.run("return document.querySelector('.filters [role=status]').textContent")
    assert "1" in told
    assert "3" in told
    browser.run("document.querySelector('.filters [type=reset]').click()")
    browser.until("return document.querySelectorAll('li.game[hidden]').length === 0")
    browser.run(choose, "name", "CÁRLO mon")
    assert browser.run(SHOWN) == [name for name in every if "Carlo" in name]


def test_the_front_page_is_searched_by_keyboard(browser: Browser, address: str) -> None:
    browser.show(f"{address}en/index.html")
    browser.until("return !document.querySelector('.filters').hidden")
    browser.run("document.querySelector('.filters input').focus()")
    for key in "thie":
        browser.press(key)
    assert browser.run(SHOWN) == ["Forty Thieves"]
    browser.press(ENTER)
    assert browser.run("return location.search") == ""


def test_without_scripts_the_front_page_lists_every_game(browser: Browser, address: str) -> None:
    browser.show(f"{address}en/index.html", scripts=False)
    assert browser.run("return document.querySelector('.filters').hidden")
    assert len(browser.run(SHOWN)) == 3
