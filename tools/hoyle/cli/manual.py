"""What the commands of translation share: the source pages, their messages, the catalogues."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hoyle.cli.inputs import give_up, why_missing, with_progress
from hoyle.messages import _
from hoyle.report.text import one_line

if TYPE_CHECKING:
    from hoyle.settings import Settings
    from hoyle.translation.catalogue import Catalogue
    from hoyle.translation.messages import Message


def complain(message: object) -> None:
    """Tell of something that could not be used; the rest goes on."""
    text = one_line(_("hoyle: {message}").format(message=message))
    click.echo(text.encode("utf-8", "backslashreplace").decode(), err=True)  # a file's name may be no text


def source_folders(paths: tuple[Path, ...], settings: Settings) -> tuple[Path, ...]:
    """Where source pages are: at the paths, or those of the manual; of a folder of languages that of the source."""
    return tuple(_source_folder(path, settings.source) for path in paths or settings.pages)


def source_pages_or_exit(paths: tuple[Path, ...], settings: Settings) -> list[Path]:
    """The source pages at the paths, or those of the manual; none at all ends the command."""
    from hoyle.translation.manual import source_pages

    chosen = source_folders(paths, settings)
    try:
        pages = source_pages(chosen)
    except FileNotFoundError as error:
        give_up(f"{error}: {why_missing(settings, bool(paths))}")
    if not pages:
        give_up(_("{paths}: there are no pages here").format(paths=", ".join(map(str, chosen))))
    return pages


def _source_folder(folder: Path, source: str) -> Path:
    """In a folder of languages that of the source language, else the folder itself."""
    return next((folder / name for name in (source, "C") if (folder / name).is_dir()), folder)


@dataclass(frozen=True, slots=True)
class PageMessages:
    """The messages of each page that could be read."""

    pages: dict[Path, list[Message]] = field(default_factory=dict)
    unread: list[Path] = field(default_factory=list)
    """The pages that could not; the user has been told."""

    def all(self) -> list[Message]:
        """The messages of all pages, each once."""
        from hoyle.translation.messages import merged

        return merged(message for messages in self.pages.values() for message in messages)


def page_messages(pages: list[Path], *, keep_entities: bool = False) -> PageMessages:
    """The messages of the pages; tells of each page that cannot be read."""
    from hoyle.docbook.page import PageError
    from hoyle.translation.messages import messages_of
    from hoyle.translation.source import read_source

    found = PageMessages()
    for page in with_progress(pages, len(pages), _("Reading pages")):
        try:
            found.pages[page] = messages_of(read_source(page), keep_entities=keep_entities)
        except PageError as error:
            complain(error)
            found.unread.append(page)
    return found


def read_catalogue_or_complain(path: Path) -> Catalogue | None:
    """The catalogue in a file; None, and the user told, where it cannot be used."""
    from hoyle.translation.catalogue import BrokenCatalogue, read_catalogue

    try:
        return read_catalogue(path)
    except BrokenCatalogue as error:
        complain(error)
    except FileNotFoundError:
        complain(_("{path}: there is no such catalogue; “hoyle update LANG” makes one").format(path=path))
    except OSError as error:
        complain(f"{path}: {error.strerror or error}")
    return None


def chosen_languages(named: tuple[str, ...], settings: Settings) -> list[str]:
    """The languages named, else those of the settings, else those that have a catalogue; none ends the command."""
    from hoyle.translation.manual import languages_in

    found = named or settings.languages or tuple(languages_in(settings.locale))
    if not found:
        give_up(
            _("{folder}: there are no catalogues here; name a language, or set “languages” in the settings").format(
                folder=settings.locale
            )
        )
    for lang in found:
        if "/" in lang or lang.startswith("."):
            give_up(_("“{lang}” is not the name of a language").format(lang=lang))
    return list(dict.fromkeys(found))
