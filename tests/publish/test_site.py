"""The site as files: languages, links, safety, sameness."""

# ruff: noqa: E501 – samples of markup are easier to read in one line
from __future__ import annotations

import base64
import filecmp
import re
import shutil
import subprocess
import sys
import zipfile
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from lxml import etree, html

from hoyle import data
from hoyle.publish.build import BuildError, build

LANGUAGES = ("en", "fr", "eu")
GAMES = ("forty_thieves", "monte_carlo", "yield")


def pages(site: Path) -> list[Path]:
    return sorted(site.rglob("*.html"))


def read(page: Path) -> html.HtmlElement:
    return html.document_fromstring(page.read_bytes().decode("utf-8"))


def test_each_language_has_each_game_and_a_front_page_and_a_search(site: Path) -> None:
    for lang in LANGUAGES:
        for name in ("index", "search", *(f"games/{game}" for game in GAMES)):
            page = read(site / lang / f"{name}.html")
            assert page.get("lang") == lang
            assert page.get("dir") == "ltr"
            assert len(page.findall(".//h1")) == 1
            assert page.find(".//main") is not None


def test_every_link_within_the_site_leads_somewhere(site: Path) -> None:
    for page in pages(site):
        tree = read(page)
        for link in tree.xpath("//a/@href | //link/@href | //script/@src | //img/@src | //form/@action"):
            assert not link.startswith("/"), (page, link)
            if link.startswith(("http:", "https:")) or not link:
                continue
            path, _, part = link.partition("#")
            target = (page.parent / path.split("?")[0]).resolve() if path else page
            assert target.is_file(), (page, link)
            assert target.is_relative_to(site)
            if part:
                assert part in identifiers(target), (page, link)


@cache
def identifiers(page: Path) -> frozenset[str]:
    return frozenset(read(page).xpath("//@id"))


@pytest.mark.parametrize(
    ("lang", "part", "first"),
    [
        *(
            (lang, part, first)
            for lang in LANGUAGES
            for part, first in (("games", "forty_thieves"), ("guide", "index"))
        ),
        ("en", "api", "index"),
    ],
)
def test_each_page_of_a_part_leads_to_the_next_and_back(site: Path, lang: str, part: str, first: str) -> None:
    folder = site / lang / part
    order: list[str] = [""]
    name = f"{first}.html"
    while name:
        turn = read(folder / name).xpath("//nav[@class='turn']")[0]
        assert "".join(turn.xpath("a[@rel='prev']/@href")) == order[-1]
        order.append(name)
        name = "".join(turn.xpath("a[@rel='next']/@href"))
    assert set(order[1:]) == {page.name for page in folder.glob("*.html")}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_pages_of_the_guide_are_listed_and_lead_back_to_the_list(site: Path, lang: str) -> None:
    listed = read(site / lang / "guide/index.html").xpath("//main//li//a/@href")
    for page in (site / lang / "guide").glob("*.html"):
        assert page.name == "index.html" or page.name in listed
        assert page.name == "index.html" or "index.html" in read(page).xpath("//nav[@class='path']//a/@href")


def test_the_switcher_keeps_the_page_and_search_engines_are_told(site: Path) -> None:
    for lang in LANGUAGES:
        page = read(site / lang / "games/yield.html")
        links = {link.get("hreflang"): link.get("href") for link in page.xpath("//nav[@class='languages']//a")}
        assert links == {other: f"../../{other}/games/yield.html" for other in LANGUAGES}
        assert page.xpath("//nav[@class='languages']//a[@aria-current]/@hreflang") == [lang]
        alternates = {link.get("hreflang"): link.get("href") for link in page.xpath("//link[@rel='alternate']")}
        assert alternates == {**links, "x-default": links["en"]}


def test_nothing_runs_or_styles_inline_and_nothing_comes_from_elsewhere(site: Path) -> None:
    for page in pages(site):
        tree = read(page)
        assert not tree.xpath("//style | //*[@style] | //script[not(@src)] | //iframe | //object | //embed")
        assert not [name for node in tree.iter() for name in node.attrib if name.startswith("on")]
        sources = tree.xpath("//script/@src | //link[@rel='stylesheet']/@href | //img/@src")
        assert not [source for source in sources if re.match(r"\w+:|//", source)]
    for sheet in site.rglob("*.css"):
        assert not re.search(r"@import|url\(\s*['\"]?(?:https?:|//)", sheet.read_text(encoding="utf-8"))


def test_every_id_is_given_once(site: Path) -> None:
    for page in pages(site):
        identifiers = read(page).xpath("//@id")
        assert len(identifiers) == len(set(identifiers)), page


def test_headings_leave_out_no_level(site: Path) -> None:
    for page in pages(site):
        levels = [
            int(node.tag[1]) for node in read(page).xpath("//main//*[self::h1 or self::h2 or self::h3 or self::h4]")
        ]
        assert levels[0] == 1
        assert all(after <= before + 1 for before, after in pairwise(levels)), (page, levels)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_text_of_a_page_is_on_its_page(site: Path, lang: str) -> None:
    for source in sorted((data.folder("docbook") / lang).glob("*.xml")):
        page = read(site / lang / "games" / f"{source.stem}.html")
        for note in page.xpath("//*[contains(@class, 'rule-note')]"):
            note.drop_tree()
        shown = "".join("".join(page.find(".//main").itertext()).split())
        for element in etree.parse(str(source)).iter("{*}para", "{*}entry", "{*}title"):
            words = "".join("".join(element.itertext()).split())
            assert words in shown, (source, words)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_game_s_page_shows_the_table_and_how_its_rules_stand(site: Path, lang: str) -> None:
    for game in GAMES:
        page = read(site / lang / "games" / f"{game}.html")
        (picture,) = page.xpath("//*[local-name()='svg'][@role='img']")
        named = {node.get("id"): node.text for node in picture.xpath("*[local-name()='title' or local-name()='desc']")}
        assert named[picture.get("aria-labelledby")]
        assert len(named[picture.get("aria-describedby")]) > 80
        notes = page.xpath("//*[contains(@class, 'rule-note') and contains(@class, 'verified')]")
        assert len(notes) >= 8, (lang, game)
        assert page.xpath("//dl[contains(@class, 'glance')]//dt")


def test_our_pages_contradict_no_game(site: Path) -> None:
    for lang in LANGUAGES:
        for game in GAMES:
            wrong = read(site / lang / "games" / f"{game}.html").xpath(
                "//*[contains(@class, 'rule-note') and contains(@class, 'contradicted')]"
            )
            assert not [node.text_content() for node in wrong], (lang, game)


@pytest.mark.long
def test_the_same_input_gives_the_same_bytes(site: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    build(LANGUAGES, again, engine="reference")
    names = sorted(path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())
    assert names == sorted(path.relative_to(again).as_posix() for path in again.rglob("*") if path.is_file())
    assert filecmp.cmpfiles(site, again, names, shallow=False)[1:] == ([], [])


def manual(folder: Path, **files: str) -> dict[str, Path]:
    """A small manual in English."""
    pages = folder / "en"
    pages.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (pages / f"{name}.xml").write_text(content, encoding="utf-8")
    return {"en": pages}


GOLF = '<article xml:lang="en"><title>Golf</title><para>{}</para></article>'


def test_a_failed_build_leaves_the_site_that_was_there_and_a_killed_one_nothing(
    tmp_path: Path, small_site: Path
) -> None:
    output = tmp_path / "site"
    (tmp_path / ".site.building-999999999").mkdir()  # left by one that was killed
    build(("en",), output, site=small_site, pages=manual(tmp_path, golf=GOLF.format("Seven piles.")))
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
    before = (output / "en/games/golf.html").read_bytes()
    broken = manual(tmp_path, golf=GOLF.format("<gizmo>Eight piles.</gizmo>"))
    with pytest.raises(BuildError, match="gizmo"):
        build(("en",), output, site=small_site, pages=broken, strict=True)
    assert (output / "en/games/golf.html").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_a_folder_that_cannot_be_written_is_a_plain_error(tmp_path: Path, small_site: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BuildError, match="file"):
        build(("en",), tmp_path / "file" / "site", site=small_site, pages=manual(tmp_path, golf=GOLF.format("x")))


@pytest.mark.long
def test_an_incremental_build_gives_what_a_full_one_gives(tmp_path: Path, small_site: Path) -> None:
    output, whole = tmp_path / "site", tmp_path / "whole"
    term = "<indexterm><primary>{}</primary></indexterm>Piles of cards."
    stay = {
        "agnes": GOLF.format(term.format("Pile")),
        "yukon": GOLF.format(term.format("pile")).replace("Golf", "Yukon"),
    }
    first = {"golf": GOLF.format(term.format("Pile")), "spider": GOLF.format("Ten piles.")}
    build(("en",), output, site=small_site, pages=manual(tmp_path, **stay, **first), incremental=True)
    pages = manual(
        tmp_path, **stay, golf=GOLF.format(term.format("Pile") + " Eight piles."), clock=GOLF.format("Twelve piles.")
    )
    (tmp_path / "en/spider.xml").unlink()
    for _time in range(2):  # the second finds nothing changed
        build(("en",), output, site=small_site, pages=pages, incremental=True)
    build(("en",), whole, site=small_site, pages=pages)
    assert '"pile":[[0,' in (whole / "en/searchindex.js").read_text(encoding="utf-8")
    assert "Eight piles." in (output / "en/games/golf.html").read_text(encoding="utf-8")
    names = sorted(path.relative_to(whole).as_posix() for path in whole.rglob("*") if path.is_file())
    assert names == sorted(path.relative_to(output).as_posix() for path in output.rglob("*") if path.is_file())
    assert filecmp.cmpfiles(whole, output, names, shallow=False)[1:] == ([], [])


def test_what_is_left_in_another_language_is_marked_with_it(tmp_path: Path, site: Path, small_site: Path) -> None:
    folder = tmp_path / "eu"
    folder.mkdir()
    (folder / "golf.xml").write_text(
        """<article xml:lang="eu"><title>Golfa</title><para xml:lang="en">Remove all the cards.</para>
        <section><title>Arauak</title><para>Kartak banaka kentzen dira. There is no redeal in this game: the stock stays empty.
        </para></section></article>""",
        encoding="utf-8",
    )
    build(("eu",), tmp_path / "site", site=small_site, pages={"eu": folder})
    page = read(tmp_path / "site/eu/games/golf.html")
    marked = [" ".join(node.text_content().split()) for node in page.xpath("//main//*[@lang='en']")]
    assert marked == ["Remove all the cards.", "There is no redeal in this game: the stock stays empty."]
    (intro,) = read(tmp_path / "site/eu/index.html").xpath(
        "//li[contains(@class, 'game')]/p[not(contains(@class, 'game-name'))]"
    )
    assert (intro.get("lang"), intro.text_content()) == ("en", "Remove all the cards.")


def test_a_site_of_others_has_nothing_about_hoyle_itself(tmp_path: Path) -> None:
    build(("en",), tmp_path / "site", pages=manual(tmp_path, golf=GOLF.format("Seven piles.")), engine="reference")
    page = read(tmp_path / "site/en/games/golf.html")
    parts = {link.split("/")[-2:][0] for link in page.xpath("//footer//a/@href")}
    assert parts == {".."}
    assert not (tmp_path / "site/en/guide").exists()


def test_every_file_that_is_checked_as_docbook_is_a_page_of_the_site(tmp_path: Path, small_site: Path) -> None:
    folder = manual(tmp_path)["en"]
    names = ["agnes.xml", "beleaguered_castle.docbook", "canfield.dbk", "freecell.db", "golf.db5", "YUKON.DBK"]
    for name in names:
        (folder / name).write_text(GOLF.format("Seven piles."), encoding="utf-8")
    build(("en",), tmp_path / "site", site=small_site, pages={"en": folder}, engine="reference")
    for name in names:
        page = read(tmp_path / f"site/en/games/{name.partition('.')[0]}.html")
        assert "Seven piles." in page.find(".//main").text_content()


def test_a_game_is_found_by_the_name_of_its_file_too(site: Path) -> None:
    items = read(site / "fr/index.html").xpath("//li[contains(@class, 'game')]")
    assert [item.get("data-also") for item in items] == ["forty thieves", "monte carlo", "yield"]
    assert '"yield":[[' in (site / "fr/searchindex.js").read_text(encoding="utf-8")


def test_the_front_page_says_what_a_game_is_and_not_who_wrote_of_it(tmp_path: Path, small_site: Path) -> None:
    games = [
        ("Written by A. Person", "Remove all the cards.", ""),
        ("Written by A. Person", "Bring order into chaos.", "Bring order into chaos."),
        ("A game of patience.", "Remove all the cards.", "A game of patience."),
    ]
    page = (
        '<article xml:lang="en"><title>Unheard of {}</title><para>{}</para><section><title>Goal</title><para>{}</para>'
        "</section><section><title>Rules</title><para>There are nine tableau piles.</para></section></article>"
    )
    written = {f"unheard{number}": page.format(number, *game[:2]) for number, game in enumerate(games)}
    build(("en",), tmp_path / "site", site=small_site, pages=manual(tmp_path, **written), engine="reference")
    intros = read(tmp_path / "site/en/index.html").xpath(
        "//li[contains(@class, 'game')]/p[not(contains(@class, 'game-name'))]"
    )
    assert [intro.text_content() for intro in intros] == [shown for _first, _goal, shown in games]


def test_where_a_language_lacks_the_page_the_switch_leads_to_its_front_page(tmp_path: Path, small_site: Path) -> None:
    pages = manual(tmp_path, golf=GOLF.format("x"))
    (tmp_path / "fr").mkdir()
    (tmp_path / "fr/clock.xml").write_text('<article xml:lang="fr"><title>Horloge</title></article>')
    build(("en", "fr"), tmp_path / "site", site=small_site, pages={**pages, "fr": tmp_path / "fr"}, engine="reference")
    page = read(tmp_path / "site/en/games/golf.html")
    (link,) = page.xpath("//nav[@class='languages']//a[@hreflang='fr']")
    assert link.get("href") == "../../fr/index.html"
    assert "not there" in link.get("title")
    assert page.xpath("//link[@rel='alternate']/@hreflang") == ["en", "x-default"]


def test_progress_is_told_for_each_document(tmp_path: Path, small_site: Path) -> None:
    told: list[tuple[str, str, int, int]] = []
    build(
        ("en",),
        tmp_path / "site",
        site=small_site,
        pages=manual(tmp_path, golf=GOLF.format("x"), clock=GOLF.format("y")),
        engine="reference",
        progress=lambda *step: told.append(step),
    )
    for phase in ("read", "write"):
        steps = [(done, total) for _lang, what, done, total in told if what == phase]
        assert [done for done, _total in steps] == list(range(1, len(steps) + 1))
        assert steps[-1][0] == steps[-1][1] >= 4


@pytest.mark.long
@pytest.mark.parametrize("builder", ["text", "epub"])
def test_other_builders_of_sphinx_take_the_pages_too(tmp_path: Path, builder: str) -> None:
    sources = tmp_path / "sources"
    sources.mkdir()
    shutil.copy(data.folder("docbook") / "eu/yield.xml", sources)  # a language that docutils does not know
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-b", builder, "-d", str(tmp_path / "doctrees")]
    settings = ["-c", str(data.folder("site")), "-D", "language=eu", "-D", "root_doc=yield"]
    settings += ["-D", "author=Nobody", "-D", "copyright=Nobody"]  # what a book has to say
    places = [str(sources), str(tmp_path / "out")]
    done = subprocess.run([*command, *settings, *places], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    if builder == "text":
        assert "Karta guztiak kentzea" in (tmp_path / "out/yield.txt").read_text(encoding="utf-8")
    else:
        with zipfile.ZipFile(tmp_path / "out/Hoyle.epub") as book:
            assert b"Karta guztiak kentzea" in book.read("yield.xhtml")
            # A reader of books shows a page up to its first fault, and runs no scripts.
            pages_read = {name: etree.fromstring(book.read(name)) for name in book.namelist() if name.endswith("xhtml")}
            assert not [name for name, page in pages_read.items() if page.xpath("//*[local-name()='button']")]


DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
"""The smallest PNG."""

HOSTILE = """<article xml:lang="en" xml:id="x&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;">
<title>&lt;script&gt;alert("title")&lt;/script&gt;</title>
<para>&lt;img src=x onerror=alert(1)&gt; <ulink url="javascript:alert(1)">go</ulink>
<ulink url="https://example.org/&quot; onclick=&quot;alert(1)">there</ulink> \u202eevil\u202c</para>
<section xml:id="../../../escape"><title>&lt;/title&gt;&lt;script&gt;alert(2)&lt;/script&gt;</title>
<para>Text.</para></section>
<informaltable><tgroup cols="2"><tbody><row><entry>&lt;script&gt;</entry><entry>b</entry></row>
</tbody></tgroup></informaltable>
<programlisting language="&quot;&gt;&lt;script&gt;">&lt;/pre&gt;&lt;script&gt;alert(3)&lt;/script&gt;</programlisting>
</article>"""


def test_a_hostile_page_runs_nothing_and_writes_nothing_outside(tmp_path: Path, small_site: Path) -> None:
    output = tmp_path / "out" / "site"
    build(("en",), output, site=small_site, pages=manual(tmp_path, hostile=HOSTILE))
    for page in pages(output):
        tree = read(page)
        assert not tree.xpath("//script[not(@src)] | //*[@onerror] | //*[@onclick] | //img[@src='x']"), page
        assert not [link for link in tree.xpath("//@href") if "javascript" in link.lower()]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["en", "out"]


def test_pages_that_cannot_be_read_do_not_keep_the_others_from_being_built(tmp_path: Path, small_site: Path) -> None:
    folder = manual(tmp_path)["en"]
    (folder / "latin.xml").write_bytes("<article><title>Défausse</title></article>".encode("latin-1"))
    (folder / "empty.xml").write_bytes(b"")
    reports = build(
        ("en",),
        tmp_path / "site",
        site=small_site,
        pages=manual(tmp_path, golf=GOLF.format("Seven piles."), broken="no page at all"),
    )
    assert (tmp_path / "site/en/games/golf.html").is_file()
    assert any("broken.xml:1" in warning for warning in reports[0].warnings)
    assert not any("Traceback" in warning for warning in reports[0].warnings)


def test_pictures_come_along_and_missing_ones_are_told_with_their_line(tmp_path: Path, small_site: Path) -> None:
    picture = '<mediaobject><imageobject><imagedata fileref="{}"/></imageobject><textobject><phrase>Seven.</phrase></textobject></mediaobject>'
    alone = f"<mediaobject>\n<imageobject><imagedata fileref='{'long' * 2000}.png'/></imageobject></mediaobject>"
    inside = f"There:</para>\n<para>{picture.format('table.png')}</para>\n<para>Or {picture.format('gone.png')}</para>{alone}<para>"
    pages = manual(tmp_path, golf=GOLF.format(inside))
    (pages["en"] / "table.png").write_bytes(base64.b64decode(DOT))
    (report,) = build(("en",), tmp_path / "site", site=small_site, pages=pages)
    page = read(tmp_path / "site/en/games/golf.html")
    (image,) = page.xpath("//main//img")
    assert image.get("alt") == "Seven."
    assert (tmp_path / "site/en/games" / image.get("src")).read_bytes() == base64.b64decode(DOT)
    assert "Seven." in page.find(".//main").text_content()
    told = [warning.split(": WARNING")[0] for warning in report.warnings]
    assert told == [f"{pages['en'] / 'golf.xml'}:{line}" for line in (3, 4)]


def test_a_folder_without_pages_is_a_plain_error(tmp_path: Path, small_site: Path) -> None:
    with pytest.raises(BuildError, match="nowhere"):
        build(("en",), tmp_path / "site", site=small_site, pages={"en": tmp_path / "nowhere"})
