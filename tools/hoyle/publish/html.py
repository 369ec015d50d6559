"""How the nodes of our own look in HTML, and in the plain builders."""

from __future__ import annotations

from html import escape
from typing import Any, Literal

from docutils import nodes

from hoyle.publish.game import disclosure, rules_summary, table_picture
from hoyle.publish.notation import move_in_words, position_in_words
from hoyle.publish.replay import moves_in_words, replay, visit_moves, visit_replay
from hoyle.publish.rules import FactNote, rule_note, rule_paragraph, rule_sentence
from hoyle.publish.words import labelled, marked, words

Translator = Any

STANDINGS = {
    "verified": marked("Verified"),
    "contradicted": marked("Contradicted"),
    "doubtful": marked("Doubtful"),
    "unknown": marked("Not checked"),
    "not-understood": marked("Not understood"),
}
Counted = Literal["sentence", "sentences", "fact", "facts"]
EXPLAINED = {
    "verified": marked("The game was played, and it does what the sentence says."),
    "contradicted": marked("The game does something else than the sentence says."),
    "doubtful": marked("The game does something else, but loose wording may explain it."),
    "unknown": marked("A rule was read, and nothing that was tried in the game decides it."),
    "not-understood": marked("The sentence stands where rules stand, and no rule was read from it. It may hold one."),
}
ICONS = {
    "verified": "M3.5 8.5 6.5 11.5 12.5 4.5",
    "contradicted": "M8 3.5V9M8 12V12.5",
    "doubtful": "M4 8.5C5.5 6 7 6 8 7.5S10.5 9.5 12 7",
    "unknown": "M4 8H4.2M8 8H8.2M12 8H12.2",
    "not-understood": "M6 6C6 3 10.5 3 10.5 6 10.5 8 8 7.5 8 10M8 12.5V12.7",
}
"""Strokes on a field of 16 by 16: each standing has a shape of its own, not only a colour."""


def standing_in_words(lang: str, standing: str, of: Counted) -> str:
    """The name of a standing, as it agrees in some languages with what stands so.

    >>> standing_in_words("fr", "verified", "sentences"), standing_in_words("fr", "verified", "facts")
    ('Vérifiées', 'Vérifiés')
    """
    name = STANDINGS[standing]
    agreeing = words(lang).pgettext(of, name)
    return agreeing if agreeing != name else words(lang).gettext(name)


def icon(standing: str) -> str:
    """The sign of a standing."""
    return (
        '<svg class="sign" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">'
        f'<path d="{ICONS[standing]}" fill="none" stroke="currentColor" stroke-width="2" '
        'stroke-linecap="round" stroke-linejoin="round"/></svg>'
    )


def visit_rule_note(self: Translator, node: rule_note) -> None:
    """A sign that opens what was read; for a contradiction it is open and stays so."""
    lang = self.config.language
    _ = words(lang).gettext
    standing = node["standing"]
    if self.builder.name == "epub" and standing != "contradicted":  # a book is to be read, and has no look of ours
        raise nodes.SkipNode
    name = escape(standing_in_words(lang, standing, "sentence"))
    # What Hoyle says is in the page's language, also where it stands within text that is not.
    spoken = escape(lang.replace("_", "-"))
    is_mixed = len({fact.standing for fact in node["facts"]}) > 1
    body = "".join(_fact(fact, is_mixed, lang) for fact in node["facts"])
    explained = f" {escape(_(EXPLAINED[standing]))}" if standing != "verified" and not is_mixed else ""
    if standing == "contradicted":
        self.body.append(
            f'<div class="rule-note {standing}" lang="{spoken}" role="note"><span class="note-head">{icon(standing)}'
            f"<strong>{name}</strong>{explained}</span>{body}</div>"
        )
    else:
        self.body.append(
            f'<details class="rule-note {standing}" lang="{spoken}"><summary title="{name}">{icon(standing)}'
            f'<span class="visually-hidden">{name}</span></summary>'
            f'<div class="note-body"><span class="note-head"><strong>{name}</strong>{explained}</span>{body}'
            "</div></details>"
        )
    raise nodes.SkipNode


def _fact(fact: FactNote, has_own_mark: bool, lang: str) -> str:
    _ = words(lang).gettext
    lines = [_line(_("The page says"), escape(fact.stated))]
    if fact.does:
        lines.append(_line(_("The game"), escape(fact.does)))
    if fact.evidence:
        lines.append(f'<span class="note-line evidence">{escape(fact.evidence)}</span>')
    if fact.standing == "contradicted":
        if fact.move:
            lines.append(_line(_("Move"), escape(move_in_words(fact.move, fact.position, lang))))
        if fact.position:
            piles = "".join(f"<li>{escape(line)}</li>" for line in position_in_words(fact.position, lang))
            summary = escape(_("The table in words"))
            lines.append(f'<details class="note-line"><summary>{summary}</summary><ul>{piles}</ul></details>')
    mark = ""
    if has_own_mark:
        name = standing_in_words(lang, fact.standing, "fact")
        mark = f'<span class="note-line">{icon(fact.standing)} {escape(name)}</span>'
    return f'<div class="fact {fact.standing}">{mark}{"".join(lines)}</div>'


def _line(label: str, content: str) -> str:
    return f'<span class="note-line"><span class="note-label">{escape(label)}</span> {content}</span>'


def visit_rule_paragraph(self: Translator, node: rule_paragraph) -> None:
    """A paragraph that can hold blocks."""
    self.body.append(self.starttag(node, "div", "", CLASS="para"))


def depart_rule_paragraph(self: Translator, node: rule_paragraph) -> None:
    """Its end."""
    self.body.append("</div>\n")


def visit_rule_sentence(self: Translator, node: rule_sentence) -> None:
    """A sentence that was read."""
    self.body.append(self.starttag(node, "span", ""))


def depart_rule_sentence(self: Translator, node: rule_sentence) -> None:
    """Its end."""
    self.body.append("</span>")


def visit_table_picture(self: Translator, node: table_picture) -> None:
    """The drawing itself: it carries its text alternative."""
    self.body.append(f'<div class="felt">{node["svg"]}</div>')
    raise nodes.SkipNode


def visit_disclosure(self: Translator, node: disclosure) -> None:
    """Content that opens on demand."""
    self.body.append(f'<details class="disclosure"><summary>{escape(node["summary"])}</summary>\n')


def depart_disclosure(self: Translator, node: disclosure) -> None:
    """Its end."""
    self.body.append("</details>\n")


def visit_rules_summary(self: Translator, node: rules_summary) -> None:
    """The numbers, and a button that the site's script brings to life."""
    lang = self.config.language
    _ = words(lang).gettext
    shown = ""
    for standing, number, first in node["counts"]:
        text = escape(labelled(lang, standing_in_words(lang, standing, "sentences"), number))
        if first and standing != "verified":
            text = f'<a href="#{first}">{text}</a>'
        shown += f'<li class="{standing}">{icon(standing)} {text}</li>'
    head, show = _("The sentences that state a rule, held against the game:"), _("Show what was read")
    button = f'<button type="button" class="show-rules" aria-pressed="false" hidden="hidden">{escape(show)}</button>'
    if self.builder.name == "epub":  # a book has no scripts
        button = ""
    legend = ""
    if "verification" in self.builder.env.all_docs:
        target = self.builder.get_relative_uri(self.builder.current_docname, "verification")
        legend = f'<a class="legend" href="{escape(target)}#signs">{escape(_("What the signs mean"))}</a>'
    self.body.append(
        f'<div class="rules-summary"><p id="rules-head">{escape(head)}</p><ul aria-labelledby="rules-head">{shown}</ul>'
        f"{legend}{button}</div>\n"
    )
    raise nodes.SkipNode


def visit_entry(self: Translator, node: nodes.entry) -> None:
    """A table's cell; heads say what they are the head of."""
    attributes: dict[str, Any] = {}
    row: Any = node.parent
    group: Any = row.parent.parent
    stub = bool(node.get("heading")) or (row.column < len(group.stubs) and bool(group.stubs[row.column]))
    tag = "td"
    if isinstance(row.parent, nodes.thead):
        tag, attributes = "th", {"classes": ["head"], "scope": "col"}
    elif stub:
        tag, attributes = "th", {"classes": ["stub"], "scope": "row"}
    row.column += 1 + node.get("morecols", 0)
    if "morerows" in node:
        attributes["rowspan"] = node["morerows"] + 1
    if "morecols" in node:
        attributes["colspan"] = node["morecols"] + 1
    self.body.append(self.starttag(node, tag, "", **attributes))
    self.context.append(f"</{tag}>\n")


def depart_entry(self: Translator, node: nodes.entry) -> None:
    """Its end."""
    self.body.append(self.context.pop())


# -- other builders ------------------------------------------------------------------------


def skip(self: Translator, node: nodes.Element) -> None:
    """Shown in HTML only."""
    raise nodes.SkipNode


def nothing(self: Translator, node: nodes.Element) -> None:
    """Its content alone."""


def visit_paragraph(self: Translator, node: nodes.Element) -> None:
    """As any paragraph."""
    self.visit_paragraph(node)


def depart_paragraph(self: Translator, node: nodes.Element) -> None:
    """As any paragraph."""
    self.depart_paragraph(node)


def visit_list_item(self: Translator, node: nodes.Element) -> None:
    """As any item of a list."""
    self.visit_list_item(node)


def depart_list_item(self: Translator, node: nodes.Element) -> None:
    """As any item of a list."""
    self.depart_list_item(node)


def add_node(app: Any, node: type[nodes.Element], html: tuple[Any, Any], other: tuple[Any, Any] = (skip, None)) -> None:
    """Tell Sphinx how a node is written in HTML, and in all builders that make none."""
    app.add_node(node, html=html, **dict.fromkeys(("latex", "text", "man", "texinfo"), other))


def add_nodes(app: Any) -> None:
    """Tell Sphinx how each of the nodes of a game's page is written."""
    add_node(app, rule_note, (visit_rule_note, None))
    add_node(app, rule_sentence, (visit_rule_sentence, depart_rule_sentence), (nothing, nothing))
    add_node(app, rule_paragraph, (visit_rule_paragraph, depart_rule_paragraph), (visit_paragraph, depart_paragraph))
    add_node(app, table_picture, (visit_table_picture, None))
    add_node(app, disclosure, (visit_disclosure, depart_disclosure), (nothing, nothing))
    add_node(app, replay, (visit_replay, None))
    add_node(app, moves_in_words, (visit_moves, None))
    add_node(app, rules_summary, (visit_rules_summary, None))
    app.add_node(nodes.entry, override=True, html=(visit_entry, depart_entry))
