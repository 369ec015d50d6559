"""`hoyle update`: catalogues brought up to date with the source pages."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from hoyle.cli.inputs import UNUSABLE, pages_option, settings_or_exit
from hoyle.messages import _


@click.command(help=_("Bring the catalogues of the languages LANG up to date with the source pages; begin new ones."))
@click.argument("languages", metavar="[LANG]...", nargs=-1)
@pages_option
@click.option(
    "--catalogue",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help=_("The catalogue, where just one language is named."),
)
def update(languages: tuple[str, ...], paths: tuple[Path, ...], catalogue: Path | None) -> None:
    """Exit status 0, 2 where a page or a catalogue could not be used; the other catalogues are still done."""
    from hoyle.cli.manual import chosen_languages, complain, page_messages, source_pages_or_exit
    from hoyle.translation.catalogue import BrokenCatalogue
    from hoyle.translation.manual import catalogue_path
    from hoyle.translation.update import update_file
    from hoyle.translation.writing import CannotWrite

    if catalogue is not None and len(languages) != 1:
        raise click.UsageError(_("with --catalogue, name just one language"))
    settings = settings_or_exit()
    chosen = chosen_languages(languages, settings)
    found = page_messages(source_pages_or_exit(paths, settings))
    if not found.pages:
        sys.exit(UNUSABLE)
    messages = found.all()
    failed = bool(found.unread)
    for lang in chosen:
        path = catalogue or catalogue_path(settings.locale, lang)
        try:
            updated = update_file(path, messages, lang, unread=found.unread)
        except (BrokenCatalogue, CannotWrite) as error:
            complain(error)
            failed = True
            continue
        except OSError as error:
            complain(f"{path}: {error.strerror or error}")
            failed = True
            continue
        click.echo(
            _("{path}: {kept} kept, {new} new, {reworded} reworded (fuzzy), {revived} back, {retired} obsolete").format(
                path=path,
                kept=updated.kept,
                new=updated.new,
                reworded=updated.reworded,
                revived=updated.revived,
                retired=updated.retired,
            )
        )
    sys.exit(UNUSABLE if failed else 0)
