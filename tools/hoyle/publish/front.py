"""The front page: the games of a site, each with a picture and what it is like."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from dataclasses import replace
from html import escape
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective

from hoyle.publish import html
from hoyle.publish.game import Counts, Game, variant_of
from hoyle.publish.words import collated, marked, words


class games_list(nodes.General, nodes.Element):
    """Where the games are listed; filled in when all pages are read."""


class game_filters(nodes.General, nodes.Element):
    """What the reader finds games by; the script brings it to life. Attribute: `traits`, by name the values in use."""


class game_item(nodes.list_item):
    """A game in the list. Attribute: `traits`, name and value of each; `also` is what its file is called."""


class game_picture(nodes.General, nodes.Element):
    """A small drawing of a game's table. Attribute: `svg`."""


class Front(SphinxDirective):
    """`.. hoyle-front::`: the whole front page, in the site's language."""

    def run(self) -> list[nodes.Node]:
        """A section with the site's title, a word of welcome and the games."""
        _ = words(self.config.language).gettext
        section = nodes.section(ids=["games"])
        section += nodes.title("", self.config.project)
        section += nodes.paragraph(
            "", _("The rules of card games for one player, held against the game itself"), classes=["lead"]
        )
        section += games_list()
        told = _(
            "The rules on these pages are tried out by playing the game. A small sign after a sentence tells whether "
            "the game does what it says; open the sign to see what was read and what the game does."
        )
        section += nodes.paragraph("", told, classes=["how"])
        section += self._parts()
        return [section]

    def _parts(self) -> list[nodes.Node]:
        """Hoyle's guide and reference, where the site has them: so that each of their pages knows its neighbours."""
        known = [name for name in ("guide/index", "api/index") if name in self.env.found_docs]
        if not known or not self.config.hoyle_guide:
            return []
        here, entries = self.env.current_document.docname, [(None, name) for name in known]
        return [addnodes.toctree(parent=here, entries=entries, includefiles=known, glob=False, hidden=True, maxdepth=1)]


def games(env: Any) -> dict[str, Game]:
    """The games whose pages were read, by document."""
    if not hasattr(env, "hoyle_games"):
        env.hoyle_games = {}
    known: dict[str, Game] = env.hoyle_games
    return known


def fill(app: Any, doctree: nodes.document, docname: str) -> None:
    """List the games where a document has a place for them."""
    for place in list(doctree.findall(games_list)):
        listed = nodes.bullet_list(bullet="-", classes=["games", "no-search"])
        known = sorted(games(app.env).items(), key=lambda item: (collated(item[1].title), item[0]))
        for name, game in known:
            try:
                target = app.builder.get_relative_uri(docname, name)
            except Exception:  # a builder that makes no such document
                target = ""
            names = ("also", " ".join(variant_of(name.rpartition("/")[2]).split("-")))
            item = game_item(classes=["game"], traits=[*((trait.name, trait.value) for trait in game.traits), names])
            if game.picture:
                item += game_picture(svg=game.picture)
            link = nodes.reference("", game.title, refuri=target, internal=True)
            item += nodes.rubric("", "", link, classes=["game-name"], heading_level=2)
            text, lang = game.intro
            # Where there is none, a place in the grid all the same.
            item += nodes.paragraph("", text, classes=[f"language-{lang}"] if lang else [])
            glance = nodes.definition_list(classes=["glance"])
            for label, value in game.glance:
                glance += nodes.definition_list_item(
                    "", nodes.term("", label), nodes.definition("", nodes.paragraph("", value))
                )
            if game.glance:
                item += glance
            listed += item
        place.replace_self([game_filters(traits=_choices(game for _name, game in known)), listed] if known else [])


def _choices(known: Iterable[Game]) -> list[tuple[str, list[tuple[str, str]]]]:
    """By trait, the values that tell games apart, with their words."""
    known = list(known)
    found: dict[str, dict[str, str]] = {}
    for game in known:
        for trait in game.traits:
            found.setdefault(trait.name, {})[trait.value] = trait.shown

    def order(choice: tuple[str, str]) -> tuple[int, str]:
        return (int(choice[0]) if choice[0].isdigit() else -1 if choice[0] != "unlimited" else 999, choice[1])

    def tells_apart(name: str) -> bool:
        return len(found.get(name, ())) > 1 or 0 < sum(name in {t.name for t in game.traits} for game in known) < len(
            known
        )

    return [(name, sorted(found[name].items(), key=order)) for name in TRAITS if tells_apart(name)]


TRAITS = {
    "deck": marked("Deck"),
    "piles": marked("Tableau piles"),
    "redeals": marked("Redeals"),
    "goal": marked("Goal"),
    "build": marked("Building on the tableau"),
}


def visit_filters(self: Any, node: game_filters) -> None:
    """A form, shown by the script; a book has no scripts."""
    if self.builder.name == "epub":
        raise nodes.SkipNode
    _ = words(self.config.language).gettext
    fields = []
    for name, choices in node["traits"]:
        options = "".join(f'<option value="{escape(value)}">{escape(shown)}</option>' for value, shown in choices)
        label, every = escape(_(TRAITS[name])), escape(_("any"))
        fields.append(
            f'<label>{label} <select name="{name}"><option value="">{every}</option>{options}</select></label>'
        )
    label, name, clear = _("Find a game"), escape(_("Name")), escape(_("Clear"))
    told = escape(_("{n} of {total} games"))
    self.body.append(
        f'<form class="filters" role="search" aria-label="{escape(label)}" hidden="hidden"><label>{name} '
        '<input type="search" name="name" autocomplete="off" spellcheck="false" /></label>'
        f'{"".join(fields)}<button type="reset">{clear}</button>'
        f'<p role="status" data-told="{told}"></p></form>\n'
    )
    raise nodes.SkipNode


def visit_game_item(self: Any, node: game_item) -> None:
    """An item that the script knows by its traits."""
    data = {f"data-{name}": value for name, value in node["traits"]}
    self.body.append(self.starttag(node, "li", "", **data))


def depart_game_item(self: Any, node: game_item) -> None:
    """Its end."""
    self.body.append("</li>\n")


def documents_to_write_again(app: Any, env: Any) -> list[str]:
    """Every page where titles or their order have changed: pages name their neighbours. Else those that list others.

    Where a site has other languages, the pages about all of it tell of files that are not
    theirs, catalogues and other languages' pages: they are written each time.
    """
    neighbours = {name: title.astext() for name, title in sorted(env.titles.items())}, deepcopy(env.toctree_includes)
    known = sorted(games(env).items())
    listed = {
        app.config.root_doc: [
            (name, repr(replace(game, counts=Counts(0, {}), open_sentences=()))) for name, game in known
        ],
        "verification": [(name, game.title, game.counts, game.open_sentences) for name, game in known],
    }
    neighbours_before, listed_before = getattr(env, "hoyle_listed", ((), {}))
    env.hoyle_listed = neighbours, listed
    if neighbours != neighbours_before:
        return sorted(env.found_docs)
    others = {"verification", "translation"} if len(app.config.hoyle_languages) > 1 else set()
    others |= {name for name, told in listed.items() if told != listed_before.get(name)}
    return sorted(others & env.found_docs)


def forget(app: Any, env: Any, docname: str) -> None:
    """A document is gone, or will be read again."""
    games(env).pop(docname, None)


def merge(app: Any, env: Any, docnames: list[str], other: Any) -> None:
    """Take over what a parallel process has read."""
    games(env).update({name: game for name, game in games(other).items() if name in docnames})


def visit_game_picture(self: Any, node: game_picture) -> None:
    """The drawing; the game's name is beside it."""
    self.body.append(f'<div class="felt small">{node["svg"]}</div>')
    raise nodes.SkipNode


def add_nodes(app: Any) -> None:
    """Tell Sphinx how the front page's nodes are written."""
    html.add_node(app, games_list, (html.skip, None))
    html.add_node(app, game_picture, (visit_game_picture, None))
    html.add_node(app, game_filters, (visit_filters, None))
    item = (html.visit_list_item, html.depart_list_item)
    html.add_node(app, game_item, (visit_game_item, depart_game_item), item)
