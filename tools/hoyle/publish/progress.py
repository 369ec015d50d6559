"""The translation page: how far each language is, and what is left to do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from hoyle import data
from hoyle.publish import html
from hoyle.publish.guide import DOMAIN as GUIDE
from hoyle.publish.overview import cell, link, name_of, table
from hoyle.publish.words import marked, words

if TYPE_CHECKING:
    from hoyle.translation.messages import Message
    from hoyle.translation.status import Status


class progress_tables(nodes.General, nodes.Element):
    """Where the tables stand; filled in when all pages are read."""


class bar(nodes.General, nodes.Inline, nodes.Element):
    """A bar chart of one line. Attribute: `parts`, names and shares of a whole."""


class Translation(SphinxDirective):
    """`.. hoyle-translation::`: the page, in the site's language."""

    def run(self) -> list[nodes.Node]:
        """A section with its title, what it is about, and room for the tables."""
        _ = words(self.config.language).gettext
        section = nodes.section(ids=["translation"])
        section += nodes.title("", _("How far the translations are"))
        section += nodes.paragraph(
            "", _("Counted in words of the source. What waits for review is not counted as translated.")
        )
        section += progress_tables()
        return [section]


@dataclass(frozen=True)
class PageProgress:
    """How far one page is in one language."""

    name: str
    title: str
    """In the source's language."""
    status: Status
    left: tuple[Message, ...]
    """The messages that are not done."""


@dataclass(frozen=True)
class Progress:
    """How far a manual is in one language."""

    pages: tuple[PageProgress, ...]
    """In their order by name."""
    whole: Status
    """Of all pages together, where a message that many pages have counts once."""


def of_language(lang: str, pages: Path, locale: Path, source: str) -> Progress | None:
    """The progress of a manual in one language; None without a catalogue."""
    from hoyle.docbook.page import PageError
    from hoyle.translation.catalogue import BrokenCatalogue, read_catalogue
    from hoyle.translation.manual import catalogue_path, source_pages
    from hoyle.translation.messages import messages_of
    from hoyle.translation.source import read_source
    from hoyle.translation.status import missing, status

    try:
        catalogue = read_catalogue(catalogue_path(locale, lang))
    except (OSError, BrokenCatalogue):
        return None
    found: list[PageProgress] = []
    everything: list[Message] = []
    for page in source_pages([pages]):
        try:
            read = read_source(page)
            messages = messages_of(read)
        except PageError:
            continue
        name = page.relative_to(pages).with_suffix("").as_posix()
        left = tuple(missing(messages, catalogue, lang, source))
        everything += messages
        title = read.root.find("{*}title")
        words_of_title = " ".join("".join(map(str, title.itertext())).split()) if title is not None else ""
        found.append(PageProgress(name, words_of_title or name, status(messages, catalogue, lang, source), left))
    return Progress(tuple(found), status(everything, catalogue, lang, source))


def of_guide(lang: str) -> Status | None:
    """The progress of Hoyle's own guide in a language; None where it has no catalogue."""
    from hoyle.translation.catalogue import BrokenCatalogue, read_catalogue
    from hoyle.translation.messages import Message
    from hoyle.translation.status import status

    try:
        catalogue = read_catalogue(data.folder("locale") / lang / "LC_MESSAGES" / f"{GUIDE}.po")
    except (OSError, BrokenCatalogue):
        return None
    entries = (entry for entry in catalogue.entries if not entry.is_header and not entry.obsolete)
    # What language a translation is in is not asked: names of the program would be taken for English.
    return status((Message(entry.msgid) for entry in entries), catalogue, "en", "en")


KINDS = {
    "translated": marked("Translated"),
    "fuzzy": marked("To review"),
    "untranslated": marked("Not translated"),
}


def fill(app: Any, doctree: nodes.document, docname: str) -> None:
    """Put the tables where a document has room for them."""
    for place in list(doctree.findall(progress_tables)):
        place.replace_self(_tables(app, docname))


def _tables(app: Any, docname: str) -> list[nodes.Node]:
    config = app.config
    _ = words(config.language).gettext
    source = config.hoyle_source_language
    folder = config.hoyle_pages.get(source)
    others = [lang for lang in config.hoyle_languages if lang != source]
    if folder is None or not others:
        return [nodes.paragraph("", _("There is one language, and so nothing is translated."))]
    locale = Path(config.hoyle_locale) if config.hoyle_locale else data.folder("locale")
    made: list[nodes.Node] = []
    for lang in others:
        found = of_language(lang, Path(folder), locale, source)
        section = nodes.section(ids=[f"translation-{lang}"])
        title = nodes.title("", name_of(lang))
        if lang != config.language:
            title["classes"].append(f"language-{lang}")
        section += title
        made.append(section)
        if found is None:
            section += _without_catalogue(app, docname, lang)
            continue
        rows = []
        for page in found.pages:
            name = f"games/{page.name}"
            shown = _title(app, page)
            there = name in config.hoyle_documents.get(lang, ())
            target = None if lang == config.language else lang
            label = link(app, docname, name, shown, lang=target) if there else nodes.Text(shown)
            if isinstance(label, nodes.inline):  # a link to another language, but named in this one
                label = label.children[0]
            rows.append([cell(label, heading=True), *_figures(page.status, config.language)])
        if len(found.pages) > 1:
            rows.append(
                [
                    cell(nodes.strong("", _("All of these pages, each text once")), heading=True),
                    *_figures(found.whole, config.language),
                ]
            )
        if config.hoyle_guide and "guide/index" in app.env.titles and (guide := of_guide(lang)):
            label = link(app, docname, "guide/index", app.env.titles["guide/index"].astext())
            rows.append([cell(label, heading=True), *_figures(guide, config.language)])
        heads = [_("Page"), _("Done"), *(_(text) for text in KINDS.values())]
        if rows:
            section += table(heads, rows, classes=["figures"])
        section += _left(app, found.pages)
    return made


def _title(app: Any, page: PageProgress) -> str:
    """What the site calls a page; one that it does not have is called as its source is."""
    name = f"games/{page.name}"
    return str(app.env.titles[name].astext()) if name in app.env.titles else page.title


def _figures(status: Status, lang: str) -> list[nodes.entry]:
    from babel.numbers import format_decimal, format_percent

    amounts = {kind: getattr(status, kind).words for kind in KINDS}
    amounts["translated"] -= status.wrong_language.words
    amounts["untranslated"] += status.wrong_language.words
    total = sum(amounts.values()) or 1
    parts = [(kind, amount / total) for kind, amount in amounts.items()]
    locale = lang.replace("-", "_")
    # As a decimal number: a hundredth of 5.8 is no binary one, and all its digits would be shown.
    done = format_percent(Decimal(str(status.percent)) / 100, locale=locale, decimal_quantization=False)
    return [
        cell(f"{done} ", bar(parts=parts)),
        *(cell(format_decimal(amount, locale=locale)) for amount in amounts.values()),
    ]


def _left(app: Any, found: Iterable[PageProgress]) -> list[nodes.Node]:
    """What is left to translate, page by page, in the source's words."""
    from hoyle.publish.game import disclosure

    _, plural = words(app.config.language).gettext, words(app.config.language).ngettext
    source = app.config.hoyle_source_language
    made: list[nodes.Node] = []
    for page in found:
        if not page.left:
            continue
        shown = _title(app, page)
        number = len(page.left)
        told = plural("{page}: {n} text is left", "{page}: {n} texts are left", number).format(page=shown, n=number)
        listed = nodes.bullet_list(bullet="-", classes=["left"])
        for message in page.left:
            text = nodes.paragraph("", _plain(message.msgid))
            if source != app.config.language:
                text["classes"].append(f"language-{source}")
            listed += nodes.list_item("", text)
        made.append(disclosure("", listed, summary=told))
    return made or [nodes.paragraph("", _("Nothing is left to do."))]


def _without_catalogue(app: Any, docname: str, lang: str) -> list[nodes.Node]:
    """What the pages themselves show of what is left: the sentences that are in another language than their page."""
    from hoyle.publish.game import disclosure

    _, plural = words(app.config.language).gettext, words(app.config.language).ngettext
    if lang != app.config.language:
        told = _("There is no catalogue of this language here. What its pages still have in another language:")
        return [nodes.paragraph("", "", nodes.Text(f"{told} "), link(app, docname, docname, name_of(lang), lang=lang))]
    left = {name: sentences for name, sentences in sorted(foreign(app.env).items()) if sentences}
    if not left:
        told = _("There is no catalogue of this language here, and no sentence of its pages is in another language.")
        return [nodes.paragraph("", told)]
    told = _("There is no catalogue of this language here. These sentences of its pages are in another language.")
    made: list[nodes.Node] = [nodes.paragraph("", told)]
    for name, sentences in left.items():
        shown, number = app.env.titles[name].astext(), len(sentences)
        summary = plural("{page}: {n} sentence", "{page}: {n} sentences", number).format(page=shown, n=number)
        listed = nodes.bullet_list(bullet="-", classes=["left", "no-search"])
        for sentence in sentences:
            text = link(app, docname, name, sentence.text, part=sentence.identifier)
            listed += nodes.list_item("", nodes.paragraph("", "", text, classes=[f"language-{sentence.lang}"]))
        made.append(disclosure("", listed, summary=summary))
    return made


@dataclass(frozen=True)
class ForeignSentence:
    """A sentence in another language than its page."""

    text: str
    lang: str
    identifier: str
    """Where on its page it stands; empty where that is not known."""


def foreign(env: Any) -> dict[str, tuple[ForeignSentence, ...]]:
    """The sentences in another language, by document."""
    if not hasattr(env, "hoyle_foreign"):
        env.hoyle_foreign = {}
    known: dict[str, tuple[ForeignSentence, ...]] = env.hoyle_foreign
    return known


def forget(app: Any, env: Any, docname: str) -> None:
    """A document is gone, or will be read again."""
    foreign(env).pop(docname, None)


def merge(app: Any, env: Any, docnames: list[str], other: Any) -> None:
    """Take over what a parallel process has read."""
    foreign(env).update({name: found for name, found in foreign(other).items() if name in docnames})


def _plain(markup: str) -> str:
    import re
    from html import unescape

    return unescape(re.sub(r"<[^>]*>", "", markup))


def visit_bar(self: Any, node: bar) -> None:
    """A drawing that says nothing that the figures beside it do not."""
    at = 0.0
    drawn = []
    for name, share in node["parts"]:
        drawn.append(f'<rect class="{escape(name)}" x="{at * 100:.2f}" width="{share * 100:.2f}" height="10"/>')
        at += share
    self.body.append(
        '<svg class="bar" viewBox="0 0 100 10" width="100" height="10" preserveAspectRatio="none" aria-hidden="true" '
        f'focusable="false">{"".join(drawn)}</svg>'
    )
    raise nodes.SkipNode


def add_nodes(app: Any) -> None:
    """Tell Sphinx how the page's nodes are written."""
    html.add_node(app, progress_tables, (html.skip, None))
    html.add_node(app, bar, (visit_bar, None))
