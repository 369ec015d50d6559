"""The reference of the fact vocabulary, out of the readers' own table of keys."""

from __future__ import annotations

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from hoyle.publish.overview import cell, table


class Keys(SphinxDirective):
    """`.. hoyle-keys::`: a table of all keys, in English as the guide is."""

    def run(self) -> list[nodes.Node]:
        """The table, in the order of a page."""
        from hoyle.facts.keys import KEYS

        rows = []
        for key in KEYS:
            name = nodes.literal("", key.shape, ids=[f"key-{nodes.make_id(key.shape)}"])
            rows.append([cell(name, heading=True), cell(key.meaning), cell(key.value), cell(f"“{key.example}”")])
        return [table(["Key", "What it tells", "Value", "Stated by, for example"], rows, classes=["keys"])]
