"""The reference of the fact vocabulary and of the checks, out of the tables that readers and checks work by."""

from __future__ import annotations

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from hoyle import messages
from hoyle.publish.overview import cell, table
from hoyle.publish.words import words


class Keys(SphinxDirective):
    """`.. hoyle-keys::`: a table of all keys."""

    def run(self) -> list[nodes.Node]:
        """The table, in the order of a page. Values and examples are in English, as the keys are."""
        from hoyle.facts.keys import KEYS
        from hoyle.facts.wording import LABELS

        _ = words(self.config.language).gettext

        def english(text: str) -> nodes.entry:
            is_other = self.config.language != "en"
            return cell(nodes.inline("", text, classes=["language-en", "plain"]) if is_other else text)

        rows = []
        for key in KEYS:
            name = nodes.literal("", key.shape, ids=[f"key-{nodes.make_id(key.shape)}"])
            label = messages._(LABELS[key.shape])
            told = english(key.meaning) if label == LABELS[key.shape] else cell(label.format(pile="P", rank="R"))
            rows.append([cell(name, heading=True), told, english(key.value), english(f"“{key.example}”")])
        heads = [_("Key"), _("What it tells"), _("Value"), _("Stated by, for example")]
        return [table(heads, rows, classes=["keys"])]


class Checks(SphinxDirective):
    """`.. hoyle-checks::`: what each check looks for, why, and an example."""

    def run(self) -> list[nodes.Node]:
        """A list of all checks, in the order of `hoyle explain`."""
        from hoyle.checks.run import ALL

        said = messages._  # what checks say is the command line's, and so are its words
        listed = nodes.definition_list(classes=["checks"])
        for check in ALL:
            name = nodes.literal("", check.id, ids=[f"check-{check.id}"])
            listed += nodes.definition_list_item(
                "",
                nodes.term("", "", name, nodes.Text(f" ({said(check.severity)})")),
                nodes.definition(
                    "",
                    nodes.paragraph("", "", nodes.strong("", said(check.summary))),
                    nodes.paragraph("", said(check.reason)),
                    nodes.paragraph("", said("Wrong: {text}").format(text=said(check.wrong))),
                    nodes.paragraph("", said("Right: {text}").format(text=said(check.right))),
                ),
            )
        return [listed]
