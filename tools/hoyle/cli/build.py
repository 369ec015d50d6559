"""`hoyle build` and `hoyle serve`: the help site."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from hoyle.cli.inputs import UNUSABLE, give_up, settings_or_exit
from hoyle.messages import _

if TYPE_CHECKING:
    from hoyle.settings import Settings

DEFAULT_OUTPUT = Path("build/site")


def _folders(settings: Settings, languages: tuple[str, ...]) -> dict[str, Path]:
    """The folder of pages of each language to build: those named, or all that the settings name."""
    folders = {}
    for lang in languages or (settings.source, *settings.languages):
        found = [page / lang for page in settings.pages if (page / lang).is_dir()]
        if not found:
            where = ", ".join(str(page / lang) for page in settings.pages)
            give_up(_("there are no pages in the language “{lang}”: {where} is missing").format(lang=lang, where=where))
        folders[lang] = found[0]
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
@click.option("--strict", is_flag=True, help=_("Take warnings for errors."))
@click.option("--engine", type=click.Choice(["auto", "reference", "aisleriot"]), default="auto", show_default=True)
def build(
    languages: tuple[str, ...], output: Path, strict: bool, engine: Literal["auto", "reference", "aisleriot"]
) -> None:
    """Build the site and say how it went. A failed build leaves the site that was there."""
    from hoyle.publish.build import BuildError
    from hoyle.publish.build import build as build_site

    settings = settings_or_exit()
    folders = _folders(settings, languages)
    click.echo(_("Building the help site: {languages}").format(languages=", ".join(folders)))
    try:
        reports = build_site(
            tuple(folders),
            output,
            pages=folders,
            locale=settings.locale,
            source_language=settings.source,
            engine=engine,
            strict=strict,
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
            say=click.echo,
        )
    except BuildError as error:
        give_up(str(error))
    except OSError as error:
        click.echo(
            _("hoyle: port {port} cannot be used: {why}").format(port=port, why=error.strerror or error), err=True
        )
        sys.exit(UNUSABLE)
