"""`hoyle build` and `hoyle serve`: the help site."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NoReturn

import click

from hoyle.cli.inputs import UNUSABLE, engine_option, give_up, settings_or_exit
from hoyle.messages import _, ngettext

if TYPE_CHECKING:
    from rich.progress import TaskID

    from hoyle.publish.build import Progress
    from hoyle.settings import Settings

DEFAULT_OUTPUT = Path("build/site")
FOUND = 1
"""The exit status where something is wrong with a page."""


def _folders(settings: Settings, languages: tuple[str, ...]) -> dict[str, Path]:
    """The folder of pages of each language to build: those named, or all that the settings name."""
    folders = {}
    for lang in languages or (settings.source, *settings.languages):
        found = [page / lang for page in settings.pages if (page / lang).is_dir()]
        if not found:
            where = ", ".join(str(page / lang) for page in settings.pages)
            give_up(_("there are no pages in the language “{lang}”: {where} is missing").format(lang=lang, where=where))
        if len(found) > 1:
            several = ", ".join(map(str, found))
            give_up(_("the site takes one folder of pages a language; there are {folders}").format(folders=several))
        folders[lang] = found[0]
    return folders


def _manuals(book: Path, settings: Settings, languages: tuple[str, ...]) -> dict[str, Path]:
    """The folder of a manual in each language: beside the book's own, under the name of the language.

    A manual lies in a folder named by its language (`C` is the source language), or below one.
    """
    known = ("C", settings.source, *settings.languages)
    folder = book.resolve().parent
    place = next((number for number in range(len(folder.parts) - 1, 0, -1) if folder.parts[number] in known), None)
    if place is None:
        return {languages[0] if languages else settings.source: folder}
    around, inside = Path(*folder.parts[:place]), folder.parts[place + 1 :]
    folders = {}
    for lang in languages or (settings.source, *settings.languages):
        names = (lang, "C") if lang == settings.source else (lang,)
        found = [
            around.joinpath(name, *inside) for name in names if (around.joinpath(name, *inside) / book.name).is_file()
        ]
        if found:
            folders[lang] = found[0]
        elif languages:
            give_up(_("there is no manual in the language “{lang}” beside {path}").format(lang=lang, path=book))
    return folders


@click.command(help=_("Build the help site, all languages side by side."))
@click.option(
    "--lang", "languages", metavar="LANG", multiple=True, help=_("Build only this language; may be given again.")
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    default=DEFAULT_OUTPUT,
    show_default=True,
    help=_("The folder of the site."),
)
@click.option(
    "--manual",
    metavar="BOOK",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help=_(
        "Build this manual, such as index.docbook, with all that it includes, in all languages that it is there in."
    ),
)
@click.option(
    "--plain", is_flag=True, help=_("Show the pages' text alone: nothing is read from it, and no game is drawn.")
)
@click.option("--fresh", is_flag=True, help=_("Build all pages anew, not only what has changed since the last build."))
@click.option("--strict", is_flag=True, help=_("Take warnings for errors."))
@engine_option()
def build(
    languages: tuple[str, ...],
    output: Path,
    manual: Path | None,
    plain: bool,
    fresh: bool,
    strict: bool,
    engine: Literal["auto", "reference", "aisleriot"],
) -> None:
    """Build the site and say how it went. A failed build leaves the site that was there.

    Pages that cannot be read are told of; the others are built, and the exit status is 1.
    """
    from hoyle.publish.build import BuildError
    from hoyle.publish.build import build as build_site

    signal.signal(signal.SIGTERM, _end)
    settings = settings_or_exit()
    folders = _manuals(manual, settings, languages) if manual else _folders(settings, languages)
    click.echo(_("Building the help site: {languages}").format(languages=", ".join(folders)))
    try:
        with _progress() as progress:
            reports = build_site(
                tuple(folders),
                output,
                pages=folders,
                locale=manual.parent if manual else settings.locale,
                manual=manual.name if manual else None,
                source_language=settings.source,
                engine=engine,
                title=settings.title,
                copyright="" if manual else settings.copyright,
                plain=plain,
                strict=strict,
                incremental=not fresh,
                progress=progress,
            )
    except BuildError as error:
        give_up(str(error))
    for report in reports:
        for warning in report.warnings:
            click.echo(warning, err=True)
        click.echo(
            _("  {lang}: {pages} pages in {seconds:.1f} s of processor time").format(
                lang=report.lang, pages=report.documents, seconds=report.seconds
            )
        )
    click.echo(_("The site is in {path}").format(path=output / "index.html"))
    if unreadable := sum(report.unreadable for report in reports):
        told = ngettext("{n} page could not be read: see above", "{n} pages could not be read: see above", unreadable)
        click.echo(told.format(n=unreadable), err=True)
        sys.exit(FOUND)


def _end(number: int, frame: object) -> NoReturn:
    """End as after Ctrl-C: what was begun is cleared away."""
    sys.exit(128 + number)


@contextlib.contextmanager
def _progress() -> Iterator[Progress | None]:
    """A bar for each language, on a terminal, once the build has taken over a second."""
    if not sys.stderr.isatty():
        yield None
        return
    from time import monotonic

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bars

    began = monotonic()
    bars = Bars(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    names = {"read": _("reading"), "write": _("writing")}
    tasks: dict[str, TaskID] = {}
    lock = threading.Lock()

    def show(lang: str, phase: str, done: int, total: int) -> None:
        with lock:
            if lang not in tasks:
                tasks[lang] = bars.add_task(lang)
            bars.update(tasks[lang], description=f"{lang} {names.get(phase, phase)}", completed=done, total=total)
            if not bars.live.is_started and monotonic() - began > 1:
                bars.start()

    try:
        yield show
    finally:
        bars.stop()


@click.command(help=_("Build the help site, serve it on this machine only, and build it again when a page changes."))
@click.option(
    "--lang", "languages", metavar="LANG", multiple=True, help=_("Build only this language; may be given again.")
)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help=_("The port to listen on.")
)
def serve(languages: tuple[str, ...], port: int) -> None:
    """Serve until interrupted."""
    from hoyle.publish.build import BuildError
    from hoyle.publish.serve import serve as serve_site

    settings = settings_or_exit()
    folders = _folders(settings, languages)
    try:
        serve_site(
            tuple(folders),
            DEFAULT_OUTPUT,
            port,
            pages=folders,
            locale=settings.locale,
            source_language=settings.source,
            title=settings.title,
            copyright=settings.copyright,
            say=click.echo,
        )
    except BuildError as error:
        give_up(str(error))
    except OSError as error:
        click.echo(
            _("hoyle: port {port} cannot be used: {why}").format(port=port, why=error.strerror or error), err=True
        )
        sys.exit(UNUSABLE)
