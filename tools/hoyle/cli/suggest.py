"""`hoyle suggest`: proposals for what is not translated, out of what is."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hoyle.cli.inputs import UNUSABLE, give_up, pages_option, settings_or_exit
from hoyle.messages import _, ngettext

if TYPE_CHECKING:
    from hoyle.docbook.page import Page


@click.command(
    help=_(
        "Put proposals into the catalogue of the language LANG, for messages that have no translation. They are "
        "fuzzy, with the reason in a comment, and only there where Hoyle reads the same rules from both texts."
    )
)
@click.argument("lang")
@pages_option
@click.option("--catalogue", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False), help=_("The catalogue."))
@click.option("--dry-run", is_flag=True, help=_("Print the proposals and write nothing."))
def suggest(lang: str, paths: tuple[Path, ...], catalogue: Path | None, dry_run: bool) -> None:
    """Exit status 0, 2 where the catalogue or a page could not be used."""
    from hoyle.cli.manual import chosen_languages, source_pages_or_exit
    from hoyle.translation.catalogue import BrokenCatalogue, read_catalogue, write_catalogue
    from hoyle.translation.manual import catalogue_path
    from hoyle.translation.suggest import Places, suggested
    from hoyle.translation.writing import CannotWrite, locked

    settings = settings_or_exit()
    (lang,) = chosen_languages((lang,), settings)
    path = catalogue or catalogue_path(settings.locale, lang)
    if not path.exists():
        give_up(_("{path}: there is no such catalogue; “hoyle update LANG” makes one").format(path=path))
    sources = source_pages_or_exit(paths, settings)
    pages = _readable(sources, settings.source)
    try:
        with locked(path):
            before = read_catalogue(path)
            after, missing, proposed = suggested(before, lang, Places(pages), settings.source)
            if not dry_run:
                write_catalogue(path, after)
    except (BrokenCatalogue, CannotWrite) as error:
        give_up(str(error))
    except OSError as error:
        give_up(f"{path}: {error.strerror or error}")
    if dry_run:
        for old, new in zip(before.entries, after.entries, strict=True):
            if old != new:
                click.echo(f"{path}:{old.msgstr_line}: {new.msgid}\n  → {new.msgstr}\n  {new.comments[-1]}")
    if not missing:
        text = _("{path}: no message is without a translation, so there is nothing to propose")
    elif not proposed:
        text = ngettext(
            "{path}: nothing to propose for the {count} untranslated message: no translation of a text like it states "
            "the same rules",
            "{path}: nothing to propose for the {count} untranslated messages: no translation of a text like them "
            "states the same rules",
            missing,
        )
    else:
        text = ngettext(
            "{path}: {proposed} of {count} untranslated message has a proposal",
            "{path}: {proposed} of {count} untranslated messages have a proposal",
            missing,
        )
    click.echo(text.format(path=path, proposed=proposed, count=missing))
    sys.exit(UNUSABLE if len(pages) < len(sources) else 0)


def _readable(paths: list[Path], source: str) -> list[Page]:
    """The pages that can be read; tells of the others."""
    from hoyle.cli.manual import complain
    from hoyle.docbook.page import PageError
    from hoyle.docbook.reader import read_page

    pages = []
    for path in paths:
        try:
            pages.append(read_page(path, lang=source, chapters=False))
        except PageError as error:
            complain(error)
    return pages
