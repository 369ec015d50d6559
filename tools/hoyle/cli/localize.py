"""`hoyle localize`: pages in another language, made from the source pages and a catalogue."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hoyle.cli.inputs import UNUSABLE, give_up, paths_argument, settings_or_exit, with_progress
from hoyle.docbook.versions import versions
from hoyle.messages import _, ngettext
from hoyle.report.text import one_line

if TYPE_CHECKING:
    from hoyle.settings import Settings


@click.command(help=_("Write pages in the language LANG, from the source pages and the language's catalogue."))
@click.argument("lang")
@paths_argument
@click.option(
    "--catalogue",
    type=click.Path(path_type=Path, dir_okay=False),
    help=_("The catalogue; by default LANG/LC_MESSAGES/pages.po in the folder of catalogues."),
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    help=_("The folder to write to; by default the folder LANG beside that of the source language."),
)
@click.option("--fuzzy", is_flag=True, help=_("Use translations that are marked fuzzy."))
def localize(lang: str, paths: tuple[Path, ...], catalogue: Path | None, output: Path | None, fuzzy: bool) -> None:
    """Exit status 0, 1 where a translation could not be used, 2 where a page or the catalogue could not."""
    from hoyle.cli.manual import complain, read_catalogue_or_complain, source_folders, source_pages_or_exit
    from hoyle.docbook.page import PageError
    from hoyle.translation.localize import localize as localize_page
    from hoyle.translation.manual import catalogue_path
    from hoyle.translation.writing import CannotWrite, write_whole

    settings = settings_or_exit()
    messages = read_catalogue_or_complain(catalogue or catalogue_path(settings.locale, lang))
    if messages is None:
        sys.exit(UNUSABLE)
    pages = source_pages_or_exit(paths, settings)
    targets = _targets(pages, source_folders(paths, settings), lang, output, settings)
    problems = failures = translated = untranslated = 0
    for page in with_progress(pages, len(pages), _("Writing pages")):
        target = targets[page]
        try:
            localized = localize_page(page, messages, lang, use_fuzzy=fuzzy)
            write_whole(target, localized.content)
            _bring(localized.files, page.parent, target.parent)
        except (PageError, CannotWrite) as error:
            complain(error)
            failures += 1
            continue
        except OSError as error:
            complain(f"{page}: {error.strerror or error}")
            failures += 1
            continue
        for problem in localized.problems:
            click.echo(one_line(f"{problem.place}: {problem.message} [{problem.id}]"), err=True)
        problems += len(localized.problems)
        translated += localized.translated
        untranslated += localized.untranslated
    written = len(pages) - failures
    click.echo(
        ngettext("{count} page written in {lang}", "{count} pages written in {lang}", written).format(
            count=written, lang=lang
        )
        + _(": {translated} messages translated, {untranslated} left in the source's language").format(
            translated=translated, untranslated=untranslated
        )
    )
    sys.exit(UNUSABLE if failures else 1 if problems else 0)


def _bring(files: tuple[str, ...], source: Path, target: Path) -> None:
    """Put the pictures of a page beside its translation, where the language has none of its own there."""
    from hoyle.translation.writing import write_whole

    for name in files:
        path = source / name
        if (
            path.is_file()
            and path.resolve().is_relative_to(source.resolve())
            and not (target / name).exists()
            and (target / name).resolve().is_relative_to(target.resolve())
        ):
            write_whole(target / name, path.read_bytes())


def _targets(
    pages: list[Path], chosen: tuple[Path, ...], lang: str, output: Path | None, settings: Settings
) -> dict[Path, Path]:
    """Where each page in the language goes; nothing is written where two would go to one place."""
    targets: dict[Path, Path] = {}
    taken: dict[Path, Path] = {}
    sources = {page.resolve() for page in pages}
    for page in pages:
        target = _beside(page, lang, settings) if output is None else output / _below(page, chosen)
        if target.resolve() in sources:
            give_up(
                _("{path}: this is a page to translate, and would be written over; name another file").format(
                    path=target
                )
            )
        if target in taken:
            give_up(
                _("{page} and {other} would both be written to {path}; name one folder that holds both").format(
                    page=taken[target], other=page, path=target
                )
            )
        targets[page], taken[target] = target, page
    return targets


def _below(page: Path, chosen: tuple[Path, ...]) -> Path:
    """The page's path below the folder that was named, or its name where it was named itself."""
    above = next((path for path in chosen if path != page and page.is_relative_to(path)), page.parent)
    return page.relative_to(above)


def _beside(page: Path, lang: str, settings: Settings) -> Path:
    """Where the page lies in the folder of the language."""
    found = versions(page, settings.source, lang, settings.source)
    if not found:
        give_up(
            _("{path}: it does not lie in a folder “{source}”, so say where to write with --output").format(
                path=page, source=settings.source
            )
        )
    return found[0]
