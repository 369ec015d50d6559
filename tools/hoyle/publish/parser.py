"""DocBook as a source format of Sphinx."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from docutils import nodes
from sphinx.parsers import Parser
from sphinx.util import logging

from hoyle.publish import verification
from hoyle.publish.blocks import chapter
from hoyle.publish.doctree import Renderer
from hoyle.publish.front import games
from hoyle.publish.game import KEYS, add_table, variant_of
from hoyle.publish.progress import ForeignSentence, foreign
from hoyle.publish.rules import Marker, PageRules, verdicts
from hoyle.publish.words import to_the_user

if TYPE_CHECKING:
    from lxml import etree

    from hoyle.docbook.page import Page, Place

logger = logging.getLogger(__name__)


class DocBookParser(Parser):
    """Reads DocBook 4 and 5 pages.

    Warnings are of the types `hoyle.unknown_element`, `hoyle.unsafe_link`,
    `hoyle.missing_picture`, `hoyle.unknown_reference`, `hoyle.too_deep`,
    `hoyle.damaged` and `hoyle.unreadable`; `suppress_warnings` takes them.
    """

    supported = ("docbook", "xml")

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Fill `document` from the file that it names; the reader decodes the bytes itself."""
        from hoyle.docbook.page import PageError
        from hoyle.docbook.reader import read_page

        self.setup_parse(inputstring, document)
        # A page's text is its author's: no quotation mark in it is changed.
        document.settings.smart_quotes = False
        env = self._env
        docname = env.current_document.docname
        config = self._config
        path = Path(document["source"]).resolve()
        try:
            with to_the_user():
                page = read_page(path, chapters=False)
                if not all(_document(included, page, docname) in env.found_docs for included in page.includes):
                    page = read_page(path)
        except PageError as error:
            logger.warning(error.message, type="hoyle", subtype="unreadable", location=str(error.place))
            document += nodes.section("", nodes.title("", path.stem), ids=[nodes.make_id(path.stem) or "page"])
            self.finish_parse()
            return
        for damage in page.damage:
            logger.warning(damage.message, type="hoyle", subtype="damaged", location=str(damage.place))

        places = {block.element: block.text.place(0) for block in page.blocks}

        def warn(kind: str, message: str, element: etree._Element) -> None:
            logger.warning(message, type="hoyle", subtype=kind, location=_location(element, places, page))

        read = (
            verdicts(page, config.hoyle_engine, KEYS, config.hoyle_source_language)
            if config.hoyle_rules
            else PageRules((), ())
        )
        marker = Marker(read.rules, config.language, " ".join(page.title.value.split()) if page.title else "")
        renderer = Renderer(
            document,
            config.language,
            warn,
            on_block=marker,
            docname=docname,
            folder=path.parent,
        )
        renderer.render(page.root)
        _list_chapters(document, page, docname)
        foreign(env)[docname] = tuple(
            ForeignSentence(
                " ".join(rule.sentence.text.split()), rule.sentence.lang, marker.identifiers.get(id(rule), "")
            )
            for rule in read.rules
            if marker.is_foreign(rule.sentence)
        )
        section = next((node for node in document.children if isinstance(node, nodes.section)), None)
        if section is not None:
            section += renderer.notes
            if config.hoyle_rules and (game := add_table(section, page, read, config, marker.identifiers)):
                games(env)[docname] = game
                _know_by_file_name(document, game.title, posixpath.basename(docname))
                if len(config.hoyle_pages) > 1:
                    verification.remember(page, config, game.counts)
        _keep_includes(page, path, env)
        self.finish_parse()


def _location(element: etree._Element, places: Mapping[etree._Element, Place], page: Page) -> str:
    """The file and line of an element, such as a picture, that need not hold any text."""
    around = (element, *element.iterancestors())
    if element.sourceline and not page.damage:
        inside = (places[each] for outer in around for each in outer.iter() if each in places)
        file = next(inside, None)  # an included file has its own lines
        return f"{file.path if file else page.path}:{element.sourceline}"
    text = next((places[each] for each in around if each in places), None)
    return f"{text.path}:{text.line}" if text else f"{page.path}:1"


def _know_by_file_name(document: nodes.document, title: str, stem: str) -> None:
    """Have the search find a game by the name of its file too, which is the same in all languages."""
    from sphinx import addnodes

    name = " ".join(variant_of(stem).split("-"))
    if name != title.casefold():
        document.insert(0, addnodes.index(entries=[("single", name, "", "main", None)]))


def _list_chapters(document: nodes.document, page: Page, docname: str) -> None:
    """Where a book includes pages of their own, list them: neighbours become one table of contents."""
    from sphinx import addnodes

    left = {str(path): _document(path, page, docname) for path in page.includes}
    known: addnodes.toctree | None = None
    for place in list(document.findall(chapter)):
        name = left.get(str(Path(page.path).parent / unquote(place["href"])))
        parent = place.parent
        before = parent[parent.index(place) - 1] if parent.index(place) else None
        if name is None:
            parent.remove(place)
        elif known is not None and before is known:
            known["entries"].append((None, name))
            known["includefiles"].append(name)
            parent.remove(place)
        else:
            known = addnodes.toctree(
                parent=docname, entries=[(None, name)], includefiles=[name], maxdepth=1, caption=None, glob=False,
                hidden=False, includehidden=False, numbered=0, titlesonly=True,
            )  # fmt: skip
            place.replace_self(known)


def _document(included: Path, page: Page, docname: str) -> str:
    """What Sphinx calls a page that another one includes."""
    inside = os.path.relpath(included.with_suffix(""), Path(page.path).parent)
    return posixpath.normpath(posixpath.join(posixpath.dirname(docname), Path(inside).as_posix()))


def _keep_includes(page: Page, path: Path, env: Any) -> None:
    """Tell Sphinx which other files the page is made of, so that it reads it again when one of them changes."""
    files = {mark for block in page.blocks for mark in [block.text.path]}
    for name in sorted(files):
        if Path(name).resolve() != path:
            env.note_dependency(Path(name).resolve())
