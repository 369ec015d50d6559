"""What every command takes: paths of pages, and the manual's settings."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from hoyle.messages import OR, _, listed
from hoyle.report.text import one_line
from hoyle.settings import Settings, SettingsError, find_settings, load_settings

if TYPE_CHECKING:
    from hoyle.docbook.page import Page, PageError

Command = TypeVar("Command", bound=Callable[..., Any])
Item = TypeVar("Item")

UNUSABLE = 2
"""The exit status for input that cannot be used, as for wrong usage."""


def paths_argument(command: Command) -> Command:
    """The argument PATHS: pages, and folders of pages."""
    return click.argument("paths", nargs=-1, type=click.Path(path_type=Path))(command)


def pages_option(command: Command) -> Command:
    """The option --pages: the source pages, for commands whose arguments are languages."""
    return click.option(
        "--pages",
        "paths",
        metavar="PATH",
        multiple=True,
        type=click.Path(path_type=Path),
        help=_("The source pages, a file or a folder; by default those of the settings."),
    )(command)


def engine_option(*also: str) -> Callable[[Command], Command]:
    """The option --engine: which engine plays the games, or one of what else the command takes."""
    return click.option(
        "--engine",
        type=click.Choice(["auto", "reference", "aisleriot", *also]),
        default="auto",
        show_default=True,
        help=_(
            "Which engine plays the games; auto takes the reference engine, and AisleRiot's for games that it lacks."
        ),
    )


def lang_option(command: Command) -> Command:
    """The option --lang: the language of pages whose text and path do not say it."""
    return click.option(
        "--lang", metavar="LANG", help=_("The language of the pages, whatever they or their paths say.")
    )(command)


def no_check(name: str) -> click.UsageError:
    """That there is no check of this id, with those that are nearly called so."""
    from difflib import get_close_matches

    from hoyle.checks.run import ALL

    ids = [check.id for check in ALL]
    words = set(name.casefold().split("-"))
    close = get_close_matches(name.casefold(), ids, 3, 0.7) or [one for one in ids if words & {*one.split("-")}]
    if close:
        text = _("there is no check “{name}”; did you mean {close}? `hoyle explain` lists them all")
    else:
        text = _("there is no check “{name}”; `hoyle explain` lists them all")
    return click.UsageError(text.format(name=name, close=listed(close[:5], OR)))


def settings_or_exit() -> Settings:
    """The manual's settings; a file of settings that cannot be used ends the command."""
    try:
        return load_settings()
    except SettingsError as error:
        give_up(str(error))


def pages_of(paths: Iterable[Path], settings: Settings, lang: str | None = None) -> list[Page | PageError]:
    """The pages at the paths, or those that the settings name, by language; errors stand where pages would."""
    from hoyle.docbook.language_of import of_folder
    from hoyle.docbook.page import PageError, Place
    from hoyle.docbook.reader import read_pages

    paths = tuple(paths)
    chosen = paths or settings.pages
    there = [path for path in chosen if path.exists()]
    missing = why_missing(settings, bool(paths))
    if not there:
        give_up(f"{chosen[0]}: {missing}")

    def order(page: Page | PageError) -> int:
        if isinstance(page, PageError):
            return settings.order(of_folder(Path(page.place.path)))
        return settings.order(page.lang or of_folder(page.path))

    pages = sorted(read_pages(there, lang=lang), key=order)
    # What is there is read all the same: one wrong name must not hide what is found in the other pages.
    pages += [PageError(Place(str(path), 1, 1), missing) for path in chosen if path not in there]
    if not pages:
        give_up(_("{paths}: there are no pages here").format(paths=", ".join(map(str, chosen))))
    return pages


def why_missing(settings: Settings, is_named: bool) -> str:
    """Why a path holds no pages, and where it is set, unless the command names it."""
    if is_named:
        return _("there is no such file or folder")
    if find_settings(settings.root) is None:
        return _("there is no such file or folder; name your pages, or set `pages` in a file hoyle.toml")
    names = ("hoyle.toml", "pyproject.toml")
    file = next(path for name in names if (path := settings.root / name).is_file())
    return _("there is no such file or folder; it is set as `pages` in {file}").format(file=file)


def catalogues_among(paths: Iterable[Path]) -> tuple[list[Path], list[Path]]:
    """The catalogues that are named, and those in folders without pages; and the other paths."""
    from hoyle.translation.manual import files_below

    catalogues: list[Path] = []
    others = []
    for path in paths:
        files = [path] if path.is_file() else [file for file in files_below(path) if file.suffix == ".po"]
        if not files or files[0].suffix != ".po" or (path.is_dir() and _has_pages(path)):
            others.append(path)
        else:
            catalogues += [file for file in files if file.is_file()]
    return list(dict.fromkeys(catalogues)), others


def _has_pages(folder: Path) -> bool:
    from hoyle.docbook.elements import is_page
    from hoyle.translation.manual import files_below

    return any(is_page(file) or file.suffix.lower() == ".txt" for file in files_below(folder))


def give_up(message: str) -> NoReturn:
    """End with a plain message and the exit status for unusable input."""
    click.echo(one_line(_("hoyle: {message}").format(message=message)), err=True)
    sys.exit(UNUSABLE)


def with_progress(items: Iterable[Item], total: int, label: str) -> Iterator[Item]:
    """The items, with a bar on a terminal for work that takes over a second."""
    import time

    started = time.monotonic()
    progress = None
    try:
        for done, item in enumerate(items, start=1):
            if progress is None and time.monotonic() - started > 1 and sys.stderr.isatty():
                from rich.console import Console
                from rich.progress import Progress

                progress = Progress(console=Console(stderr=True), transient=True)
                progress.start()
                task = progress.add_task(label, total=total)
            if progress is not None:
                progress.update(task, completed=done)
            yield item
    finally:
        if progress is not None:
            progress.stop()
