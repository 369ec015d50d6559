"""The reference of the fact vocabulary and of the checks, out of the tables that readers and checks work by."""

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


class Checks(SphinxDirective):
    """`.. hoyle-checks::`: what each check looks for, why, and an example, in English as the guide is."""

    def run(self) -> list[nodes.Node]:
        """A list of all checks, in the order of `hoyle explain`."""
        from hoyle.checks.run import ALL

        listed = nodes.definition_list(classes=["checks"])
        for check in ALL:
            name = nodes.literal("", check.id, ids=[f"check-{check.id}"])
            listed += nodes.definition_list_item(
                "",
                nodes.term("", "", name, nodes.Text(f" ({check.severity})")),
                nodes.definition(
                    "",
                    nodes.paragraph("", "", nodes.strong("", check.summary)),
                    nodes.paragraph("", check.reason),
                    nodes.paragraph("", "", nodes.emphasis("", "Wrong:"), nodes.Text(f" {check.wrong}")),
                    nodes.paragraph("", "", nodes.emphasis("", "Right:"), nodes.Text(f" {check.right}")),
                ),
            )
        return [listed]
