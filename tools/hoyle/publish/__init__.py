"""The Sphinx extension: DocBook pages as a help site."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the parser of DocBook, and all that the pages of a help site need."""
    from hoyle.publish.extension import setup as set_up

    return set_up(app)
