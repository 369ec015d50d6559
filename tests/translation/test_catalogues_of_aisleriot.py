"""The catalogues of AisleRiot's manual, made with itstool: all of them is used, the pages are itstool's or better."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from lxml import etree

from hoyle.docbook.page import Page
from hoyle.docbook.reader import read_pages
from hoyle.translation.align import align_pages, partners, pieces_of
from hoyle.translation.catalogue import changed, parse_catalogue, read_catalogue
from hoyle.translation.localize import localize
from hoyle.translation.messages import extract
from hoyle.translation.suggest import Places, suggested

FOLDER = Path(__file__).parents[3] / "shared" / "aisleriot-help"
PAGES = sorted(path for path in (FOLDER / "C").glob("*") if path.suffix in (".xml", ".docbook"))
LANGUAGES = ("fr", "eu", "es", "sv", "ru", "zh_CN")
DTD = Path("/usr/share/xml/docbook/schema/dtd/4.3/docbookx.dtd")
XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not PAGES, reason="the sources and catalogues of AisleRiot's manual are not here"),
]
needs_itstool = pytest.mark.skipif(not shutil.which("itstool"), reason="itstool is not installed")

CUTS = "itstool has no rules for pages with this root, and cuts the sentence at its inline markup"
FIGURE = (
    "itstool does not see a figure on a page with this root: it has no message of the file, and cuts its caption out"
)
DIFFERENCES = {
    "hamilton.xml": (CUTS, ["emphasis", "emphasis", "emphasis"]),
    "gold_mine.xml": (CUTS, ["ulink"]),
    "legal.xml": (CUTS, ["ulink"]),
    "wall.xml": (CUTS, ["emphasis", "emphasis"]),
    "camelot.xml": (FIGURE, ["imagedata", "imageobject", "phrase", "textobject"]),
    "clock.xml": (FIGURE, ["imagedata", "imageobject", "phrase", "textobject"]),
}
"""Where messages are not itstool's: why, and the markup that ours keep whole."""
BETTER = {
    ("zh_CN", "index.docbook"): "itstool leaves a name in the source's language that the catalogue has",
    ("zh_CN", "legal.xml"): "the catalogue has sentences whole that itstool cuts at their inline markup",
}


@needs_itstool
def test_messages_are_those_of_itstool_but_for_the_differences_that_are_listed(tmp_path: Path) -> None:
    template = tmp_path / "its.pot"
    subprocess.run(["itstool", "-o", template, *PAGES], check=True)
    theirs = {entry.key for entry in parse_catalogue(template.read_bytes(), "its.pot").entries if entry.msgid}
    messages = {(message.context, message.msgid): message for message in extract(PAGES)}
    markup: dict[str, list[str]] = {}
    for key in messages.keys() - theirs:
        names = markup.setdefault(Path(messages[key].sources[0][0]).name, [])
        names += re.findall(r"<(\w+)", key[1])
    assert {name: sorted(found) for name, found in markup.items()} == {
        name: sorted(found) for name, (_reason, found) in DIFFERENCES.items()
    }
    # What only itstool has are the pieces of these messages, and the messages with gaps for the pieces
    whole = {re.sub(r"<[^>]*>", " ", text): text for _context, text in messages.keys() - theirs}
    for _context, piece in theirs - messages.keys():
        parts = [part.strip() for part in re.split(r"<_:[^>]*>", piece)]
        assert any(all(part in flat for part in parts) for flat in whole), piece
    assert len(theirs & messages.keys()) >= 0.98 * len(theirs)


def text_of(content: bytes) -> str:
    root = etree.fromstring(content, etree.XMLParser(load_dtd=False, no_network=True))
    return " ".join("".join(map(str, root.xpath("//text()"))).split())


@needs_itstool
@pytest.mark.parametrize("lang", LANGUAGES)
def test_pages_have_the_text_that_itstool_gives_them(lang: str, tmp_path: Path) -> None:
    catalogue = read_catalogue(FOLDER / lang / f"{lang}.po")
    subprocess.run(["msgfmt", "-o", tmp_path / "a.mo", catalogue.path], check=True, capture_output=True)
    subprocess.run(["itstool", "-m", tmp_path / "a.mo", "-o", tmp_path, *PAGES], check=True, capture_output=True)
    for page in PAGES:
        ours = localize(page, catalogue, lang)
        assert not ours.problems
        assert etree.fromstring(ours.content).get("lang") == lang.replace("_", "-")
        text, theirs = text_of(ours.content), text_of((tmp_path / page.name).read_bytes())
        if (lang, page.name) in BETTER:
            is_source = Counter(text_of(page.read_bytes()).split())
            assert (Counter(text.split()) & is_source).total() < (Counter(theirs.split()) & is_source).total()
        else:
            assert text == theirs, page.name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_left_in_english_says_so(lang: str) -> None:
    catalogue = read_catalogue(FOLDER / lang / f"{lang}.po")
    for page in PAGES:
        result = localize(page, catalogue, lang)
        marked = etree.fromstring(result.content).xpath("//*[@lang='en']")
        assert bool(marked) == bool(result.untranslated), page.name


@pytest.mark.skipif(not DTD.exists(), reason="the DTD of DocBook 4.3 is not installed (Debian: docbook-xml)")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_pages_are_valid_where_their_sources_are(lang: str) -> None:
    catalogue = read_catalogue(FOLDER / lang / f"{lang}.po")
    dtd = etree.DTD(str(DTD))
    valid = [page for page in PAGES if dtd.validate(etree.fromstring(page.read_bytes()))]
    assert len(valid) == len(PAGES) - 1  # the book has includes, which the DTD does not know
    for page in valid:
        assert dtd.validate(etree.fromstring(localize(page, catalogue, lang).content)), (page.name, dtd.error_log)


HELP = Path("/usr/share/help")


@pytest.mark.skipif(not (HELP / "C" / "aisleriot").is_dir(), reason="AisleRiot's manual is not installed")
@pytest.mark.parametrize("lang", ["fr", "eu", "de", "ca"])
def test_old_pages_give_their_catalogue_back(lang: str) -> None:
    """The pages may be older than the catalogue: what they do not hold cannot be had from them."""
    pairs, alone = partners(HELP / "C" / "aisleriot", HELP / lang / "aisleriot")
    assert not alone
    pages = [(pieces_of(ours, "en"), pieces_of(theirs, lang)) for ours, theirs in pairs]
    held = {" ".join(piece.text.split()) for _ours, theirs in pages for piece in theirs}
    found = {entry.msgid: entry for entry in align_pages(pages, lang)}
    truth = {
        entry.msgid: " ".join(entry.msgstr.split())
        for entry in read_catalogue(FOLDER / lang / f"{lang}.po").entries
        if entry.is_translated and entry.context != "_" and not (entry.obsolete or entry.is_header)
        if entry.msgid in found
    }
    there = {msgid: text for msgid, text in truth.items() if text in held}
    right = [msgid for msgid, text in there.items() if " ".join(found[msgid].msgstr.split()) == text]
    wrong = [msgid for msgid in there if found[msgid].is_translated and msgid not in right]
    assert len(right) >= 0.97 * len(there)
    assert len(wrong) < 0.01 * len(there)


@pytest.mark.parametrize("lang", ["fr", "eu"])
def test_proposals_state_what_the_true_translations_state(lang: str) -> None:
    """A fifth of the translations is taken out, in five turns until each has been out once."""
    catalogue = read_catalogue(FOLDER / lang / f"{lang}.po")
    places = Places([page for page in read_pages([FOLDER / "C"], lang="en") if isinstance(page, Page)])
    known = [
        at
        for at, entry in enumerate(catalogue.entries)
        if entry.is_translated and not (entry.obsolete or entry.is_header) and entry.msgid != entry.msgstr
        if entry.context != "_" and places.facts(entry.msgid, entry.msgid, "en") is not None
    ]
    random.Random(1).shuffle(known)
    proposed = right = 0
    for turn in range(5):
        out = set(known[turn::5])
        entries = tuple(changed(entry, msgstr="") if at in out else entry for at, entry in enumerate(catalogue.entries))
        found, _missing, _proposed = suggested(replace(catalogue, entries=entries), lang, places)
        for at in out:
            proposal, truth = found.entries[at], catalogue.entries[at]
            if proposal.has_text:
                proposed += 1
                stated = [places.facts(truth.msgid, text, lang) or {} for text in (proposal.msgstr, truth.msgstr)]
                right += stated[0].keys() == stated[1].keys()
    print(f"{proposed} proposals for {len(known)} messages, {right} state the same")
    assert right >= 0.95 * proposed
    assert proposed >= 0.2 * len(known)
