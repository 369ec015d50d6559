"""DocBook as a source format of Sphinx."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.parsers import Parser
from sphinx.util import logging

from hoyle.publish import verification
from hoyle.publish.doctree import Renderer
from hoyle.publish.front import games
from hoyle.publish.game import KEYS, add_table
from hoyle.publish.rules import Marker, PageRules, verdicts

if TYPE_CHECKING:
    from lxml import etree

    from hoyle.docbook.page import Page

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
        config = self._config
        path = Path(document["source"]).resolve()
        try:
            page = read_page(path)
        except PageError as error:
            logger.warning(error.message, type="hoyle", subtype="unreadable", location=str(error.place))
            document += nodes.section("", nodes.title("", path.stem), ids=[nodes.make_id(path.stem) or "page"])
            self.finish_parse()
            return
        for damage in page.damage:
            logger.warning(damage.message, type="hoyle", subtype="damaged", location=str(damage.place))

        lines = {block.element: block.text.place(0).line for block in page.blocks}

        def warn(kind: str, message: str, element: etree._Element) -> None:
            line = next((lines[around] for around in (element, *element.iterancestors()) if around in lines), 1)
            logger.warning(message, type="hoyle", subtype=kind, location=f"{path}:{line}")

        read = verdicts(page, config.hoyle_engine, KEYS) if config.hoyle_rules else PageRules((), ())
        docname = env.current_document.docname
        marker = Marker(read.rules, config.language)
        renderer = Renderer(
            document,
            config.language,
            warn,
            on_block=marker,
            docname=docname,
            folder=path.parent,
        )
        renderer.render(page.root)
        section = next((node for node in document.children if isinstance(node, nodes.section)), None)
        if section is not None:
            section += renderer.notes
            if config.hoyle_rules and (game := add_table(section, page, read, config, marker.identifiers)):
                games(env)[docname] = game
                if len(config.hoyle_pages) > 1:
                    verification.remember(page, config.hoyle_engine, game.counts)
        _keep_includes(page, path, env)
        self.finish_parse()


def _keep_includes(page: Page, path: Path, env: Any) -> None:
    """Tell Sphinx which other files the page is made of, so that it reads it again when one of them changes."""
    files = {mark for block in page.blocks for mark in [block.text.path]}
    for name in sorted(files):
        if Path(name).resolve() != path:
            env.note_dependency(Path(name).resolve())
