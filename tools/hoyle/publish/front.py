"""The front page: the games of a site, each with a picture and what it is like."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from hoyle.publish.game import Game
from hoyle.publish.words import words


class games_list(nodes.General, nodes.Element):
    """Where the games are listed; filled in when all pages are read."""


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
            "Every rule on these pages was tried out by playing the game. A small sign after a sentence tells whether "
            "the game does what it says; open the sign to see what was read and what the game does."
        )
        section += nodes.paragraph("", told, classes=["how"])
        return [section]


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
        for name, game in sorted(games(app.env).items(), key=lambda item: (item[1].title.casefold(), item[0])):
            try:
                target = app.builder.get_relative_uri(docname, name)
            except Exception:  # a builder that makes no such document
                target = ""
            item = nodes.list_item(classes=["game"])
            if game.picture:
                item += game_picture(svg=game.picture)
            link = nodes.reference("", game.title, refuri=target, internal=True)
            item += nodes.rubric("", "", link, classes=["game-name"], heading_level=2)
            item += nodes.paragraph("", game.intro)
            glance = nodes.definition_list(classes=["glance"])
            for label, value in game.glance:
                glance += nodes.definition_list_item(
                    "", nodes.term("", label), nodes.definition("", nodes.paragraph("", value))
                )
            if game.glance:
                item += glance
            listed += item
        place.replace_self(listed if listed.children else [])


def documents_to_write_again(app: Any, env: Any) -> list[str]:
    """The front page where a game has changed, and every page where titles have: pages name their neighbours."""
    titles = {name: title.astext() for name, title in sorted(env.titles.items())}
    games_now = {name: repr(game) for name, game in sorted(games(env).items())}
    titles_before, games_before = getattr(env, "hoyle_listed", ({}, {}))
    env.hoyle_listed = titles, games_now
    if titles != titles_before:
        return sorted(env.found_docs)
    return [app.config.root_doc] if games_now != games_before else []


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


def language_name(code: str) -> str:
    """What a language calls itself.

    >>> language_name("eu"), language_name("fr")
    ('Euskara', 'Français')
    """
    from babel import Locale, UnknownLocaleError

    try:
        name = Locale.parse(code, sep="-" if "-" in code else "_").get_display_name(code)
    except (UnknownLocaleError, ValueError):
        return code
    return (name[:1].upper() + name[1:]) if name else code
