"""The verification page: how many of each page's facts the games bear out, and which sentences need a look."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from hoyle import cache
from hoyle.publish import html
from hoyle.publish.documents import SUFFIXES
from hoyle.publish.game import KEYS, Counts, counts_of
from hoyle.publish.overview import cell, link, name_of, table
from hoyle.publish.rules import ORDER, verdicts
from hoyle.publish.words import collated, labelled, words

if TYPE_CHECKING:
    from hoyle.docbook.page import Page


class verification_tables(nodes.General, nodes.Element):
    """Where the tables stand; filled in when all pages are read."""


class standing_name(nodes.inline):
    """A standing with its sign. Attributes: `standing`, and `of`, what stands so: "sentence" or "sentences"."""


class Verification(SphinxDirective):
    """`.. hoyle-verification::`: the page, in the site's language."""

    def run(self) -> list[nodes.Node]:
        """A section with its title, what it is about, and room for the tables."""
        _ = words(self.config.language).gettext
        section = nodes.section(ids=["verification"])
        section += nodes.title("", _("What was verified"))
        told = _(
            "Each sentence of a page is read for the facts that it states, and each fact is held against the game as "
            "it is played. Here is what came of it."
        )
        section += nodes.paragraph("", told)
        section += verification_tables()
        section += _signs(_)
        return [section]


def _signs(_: Callable[[str], str]) -> nodes.section:
    """What the signs beside the sentences mean."""
    listed = nodes.definition_list(classes=["signs"])
    for standing in reversed(ORDER):
        term = nodes.term("", "", standing_name(standing=standing, of="sentence"))
        listed += nodes.definition_list_item(
            "", term, nodes.definition("", nodes.paragraph("", _(html.EXPLAINED[standing])))
        )
    without = _("A sentence without a sign states no rule: it gives advice, or tells how the page is built up.")
    return nodes.section(
        "",
        nodes.title("", _("What the signs mean")),
        listed,
        nodes.paragraph("", without),
        ids=["signs"],
    )


COLUMNS = ("facts", "verified", "contradicted", "doubtful", "unknown", "not-understood")


@dataclass(frozen=True)
class _Row:
    docname: str
    lang: str
    counts: Counts


def fill(app: Any, doctree: nodes.document, docname: str) -> None:
    """Put the tables where a document has room for them."""
    for place in list(doctree.findall(verification_tables)):
        place.replace_self(_tables(app, docname))


def _tables(app: Any, docname: str) -> list[nodes.Node]:
    from hoyle.publish.front import games

    lang = app.config.language
    _ = words(lang).gettext
    known = sorted(games(app.env).items(), key=lambda item: (collated(item[1].title), item[0]))
    rows = []
    for name, game in known:
        rows += [_Row(name, lang, game.counts)]
        rows += [_Row(name, other, counts) for other, counts in _in_other_languages(app, name)]
    made: list[nodes.Node] = []
    body: list[list[nodes.entry]] = []
    titles = {name: game.title for name, game in known}
    for row in rows:
        line = []
        if row.lang == lang:
            count = sum(other.docname == row.docname for other in rows)
            line.append(cell(link(app, docname, row.docname, titles[row.docname]), rows=count, heading=True))
        line.append(cell(_language(app, docname, row)))
        line += [cell(str(row.counts.get(column))) for column in COLUMNS]
        body.append(line)
    standings = [html.standing_in_words(lang, standing, "facts") for standing in COLUMNS[1:-1]]
    heads = [_("Page"), _("Language"), _("Facts read"), *standings, _("Sentences not understood")]
    if body:
        made.append(table(heads, body, classes=["figures", "no-search"]))
    made += _sentences(app, docname, known)
    return made


def _language(app: Any, docname: str, row: _Row) -> nodes.Node:
    """The name of a row's language; for another than the site's a link to the page in it."""
    if row.lang == app.config.language:
        return nodes.Text(name_of(row.lang))
    return link(app, docname, row.docname, name_of(row.lang), lang=row.lang)


def _sentences(app: Any, docname: str, known: Sequence[tuple[str, Any]]) -> list[nodes.Node]:
    """The sentences that did not turn out well, the worst first, each with a link to its place."""
    lang = app.config.language
    _ = words(lang).gettext
    made: list[nodes.Node] = []
    for standing in ORDER:
        found = [(name, game, one) for name, game in known for one in game.open_sentences if one.standing == standing]
        if not found:
            continue
        section = nodes.section(ids=[f"sentences-{standing}"])
        section += nodes.title("", "", standing_name(standing=standing, of="sentences"))
        # The search finds them on their own pages.
        listed = nodes.bullet_list(bullet="-", classes=["sentences", "no-search"])
        for name, game, one in found:
            reference = link(app, docname, name, one.text, part=one.identifier)
            listed += nodes.list_item(
                "", nodes.paragraph("", "", nodes.Text(labelled(lang, game.title, "")), reference)
            )
        section += listed
        made.append(section)
    if not made:
        made.append(
            nodes.paragraph("", _("There is no sentence that the games contradict or that was not understood."))
        )
    return made


def _in_other_languages(app: Any, docname: str) -> list[tuple[str, Counts]]:
    found = []
    for lang in app.config.hoyle_languages:
        folder = app.config.hoyle_pages.get(lang)
        if folder is None or lang == app.config.language or docname not in app.config.hoyle_documents.get(lang, ()):
            continue
        stem = Path(folder) / docname.removeprefix("games/")
        endings = (stem.with_name(stem.name + ending) for ending in SUFFIXES)
        path = next((each for each in endings if each.is_file()), None)
        if path is not None and (counts := counts_for(path, app.config)) is not None:
            found.append((lang, counts))
    return found


def counts_for(path: Path, config: Any) -> Counts | None:
    """How a page's facts stand, remembered between builds; None for a page that cannot be read."""
    from hoyle.docbook.page import PageError
    from hoyle.docbook.reader import read_page

    try:
        page = read_page(path)
    except PageError:
        return None
    name = _key(page, config)
    known = cache.recall("standing", name)
    if known is not None:
        return Counts(*known)
    counts = counts_of(verdicts(page, config.hoyle_engine, KEYS, config.hoyle_source_language))
    cache.remember("standing", name, [counts.facts, counts.by_standing])
    return counts


def remember(page: Page, config: Any, counts: Counts) -> None:
    """Keep what is known of a page for the builds of the other languages."""
    cache.remember("standing", _key(page, config), [counts.facts, counts.by_standing])


def _key(page: Page, config: Any) -> str:
    files = sorted({str(page.path), *(str(block.text.path) for block in page.blocks)})
    sums = [hashlib.sha256(Path(name).read_bytes()).hexdigest() for name in files]
    return cache.key(config.hoyle_engine, config.hoyle_source_language, page.name, page.lang, sums)


def visit_standing_name(self: Any, node: standing_name) -> None:
    """The sign and the name."""
    name = html.standing_in_words(self.config.language, node["standing"], node["of"])
    self.body.append(f'<span class="{node["standing"]}">{html.icon(node["standing"])}</span> {escape(name)}')
    raise nodes.SkipNode


def standing_in_text(self: Any, node: standing_name) -> None:
    """The name."""
    self.add_text(html.standing_in_words(self.config.language, node["standing"], node["of"]))
    raise nodes.SkipNode


def add_nodes(app: Any) -> None:
    """Tell Sphinx how the page's nodes are written."""
    html.add_node(app, verification_tables, (html.skip, None))
    html.add_node(app, standing_name, (visit_standing_name, None), (standing_in_text, None))
