"""`hoyle status`: how far each language is."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hoyle.cli.inputs import UNUSABLE, give_up, paths_argument, settings_or_exit
from hoyle.messages import _, ngettext
from hoyle.report.text import one_line

if TYPE_CHECKING:
    from rich.table import Table

    from hoyle.cli.manual import PageMessages
    from hoyle.translation.catalogue import Catalogue
    from hoyle.translation.messages import Message
    from hoyle.translation.status import Status

_KINDS = ("translated", "fuzzy", "untranslated", "copied", "wrong_language", "stale")


@dataclass(frozen=True)
class LanguageStatus:
    """How far one language is."""

    lang: str
    catalogue: Path
    whole: Status
    """Of all pages together, where a message that many pages have counts once."""
    pages: dict[Path, Status]
    missing: list[Message]
    """In the order in which a reader meets them."""


@click.command(help=_("Show how far the translations of the pages are, by language and page."))
@paths_argument
@click.option(
    "--lang",
    "languages",
    metavar="LANG",
    multiple=True,
    help=_("Show only this language; by default all of the settings, else all that have a catalogue."),
)
@click.option(
    "--catalogue",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help=_("The catalogue, where just one language is shown."),
)
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help=_("How to print.")
)
@click.option(
    "--untranslated", is_flag=True, help=_("List what is not translated, in the order in which a reader meets it.")
)
@click.option(
    "--badge",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help=_("Write a picture (SVG) of how much is done in all languages shown."),
)
@click.option(
    "--fail-under",
    metavar="PERCENT",
    type=click.FloatRange(0, 100),
    help=_("Exit with status 1 where a language has less than this part of its words done."),
)
def status(
    paths: tuple[Path, ...],
    languages: tuple[str, ...],
    catalogue: Path | None,
    form: str,
    untranslated: bool,
    badge: Path | None,
    fail_under: float | None,
) -> None:
    """Exit status 0, 1 where --fail-under says so, 2 where a page or a catalogue could not be used."""
    from hoyle.cli.manual import (
        chosen_languages,
        page_messages,
        read_catalogue_or_complain,
        source_pages_or_exit,
    )
    from hoyle.translation.manual import catalogue_path, languages_in, reading_order

    settings = settings_or_exit()
    # Who names a language and no path means the language.
    known = (*settings.languages, *languages_in(settings.locale))
    meant = [path for path in paths if str(path) in known and not path.exists()]
    languages += tuple(map(str, meant))
    paths = tuple(path for path in paths if path not in meant)
    if catalogue is not None and len(languages) != 1:
        raise click.UsageError(_("with --catalogue, name just one language with --lang"))
    chosen = chosen_languages(languages, settings)
    found = page_messages(reading_order(source_pages_or_exit(paths, settings)))
    failed = bool(found.unread)
    if not found.pages:
        sys.exit(UNUSABLE)
    shown = []
    for lang in chosen:
        path = catalogue or catalogue_path(settings.locale, lang)
        messages = read_catalogue_or_complain(path)
        if messages is None:
            failed = True
            continue
        shown.append(_of_language(lang, messages, found, bool(paths), settings.source))
    if form == "json":
        text = json.dumps(_as_json(shown, settings.source, untranslated), ensure_ascii=False, indent=2)
        click.echo(text.encode("utf-8", "backslashreplace").decode())  # a file's name may be no text
    elif untranslated:
        for one in shown:
            _list_missing(one)
    elif shown:
        from rich.console import Console

        # In a file or a pipe, no terminal is there to be too narrow.
        Console(highlight=False, width=None if sys.stdout.isatty() else 120).print(_table(shown))
    if badge is not None and shown:
        _write_badge(badge, shown)
    if failed:
        sys.exit(UNUSABLE)
    low = [one for one in shown if fail_under is not None and one.whole.share * 100 < fail_under]
    for one in low:
        click.echo(
            _("{lang}: {percent:g} % of the words are done, less than {least:g} %").format(
                lang=one.lang, percent=one.whole.percent, least=fail_under
            ),
            err=True,
        )
    sys.exit(1 if low else 0)


def _of_language(lang: str, catalogue: Catalogue, found: PageMessages, in_part: bool, source: str) -> LanguageStatus:
    from hoyle.translation.catalogue import file_name, pages_of
    from hoyle.translation.status import missing, stale, stale_status
    from hoyle.translation.status import status as status_of

    everything = found.all()
    old = stale(everything, catalogue, within=found.pages if in_part else None, unread=found.unread)
    pages = {
        page: status_of(messages, catalogue, lang, source)
        + stale_status(entry for entry in old if file_name(page) in pages_of(entry))
        for page, messages in found.pages.items()
    }
    whole = status_of(everything, catalogue, lang, source) + stale_status(old)
    return LanguageStatus(lang, Path(catalogue.path), whole, pages, list(missing(everything, catalogue, lang, source)))


def _table(shown: list[LanguageStatus]) -> Table:
    """Languages with their pages that are not complete; in each cell messages and words."""
    from rich.table import Table
    from rich.text import Text

    headings = dict(
        zip(
            _KINDS,
            (_("Translated"), _("Fuzzy"), _("Missing"), _("Copied"), _("Foreign"), _("Stale")),
            strict=True,
        )
    )
    kinds = [*_KINDS[:3]] + [kind for kind in _KINDS[3:] if any(getattr(one.whole, kind).messages for one in shown)]
    table = Table(box=None, pad_edge=False, caption=_("messages·words"), caption_justify="right")
    table.add_column(_("Language, page"), no_wrap=True, min_width=20)
    table.add_column(_("Done"), justify="right", no_wrap=True)
    for kind in kinds:
        table.add_column(headings[kind], justify="right")

    def add(name: str, status: Status, style: str | None = None) -> None:
        amounts = [getattr(status, kind) for kind in kinds]
        cells = [f"{amount.messages}·{amount.words}" if amount.messages else "" for amount in amounts]
        table.add_row(Text(name), f"{status.percent:g} %", *cells, style=style)

    for one in shown:
        add(one.lang, one.whole, "bold")
        complete = 0
        for page, of_page in one.pages.items():
            if of_page.share < 1 or of_page.stale.messages or of_page.copied.messages:
                add(f"  {one_line(page.name)}", of_page)
            else:
                complete += 1
        if complete:
            text = ngettext("{count} page complete", "{count} pages complete", complete)
            table.add_row(Text("  " + text.format(count=complete), style="dim"))
    return table


def _list_missing(one: LanguageStatus) -> None:
    for message in one.missing:
        path, line = message.sources[0] if message.sources else ("", 0)
        click.echo(f"{one_line(path)}:{line}: {one.lang}: {message.msgid}")


def _as_json(shown: list[LanguageStatus], source: str, untranslated: bool) -> dict[str, Any]:
    return {
        "source": source,
        "languages": [
            {
                "lang": one.lang,
                "catalogue": str(one.catalogue),
                **_numbers(one.whole),
                "pages": [{"path": str(page), **_numbers(of_page)} for page, of_page in one.pages.items()],
                **({"untranslated_messages": [_place(message) for message in one.missing]} if untranslated else {}),
            }
            for one in shown
        ],
    }


def _numbers(status: Status) -> dict[str, Any]:
    amounts = {kind: getattr(status, kind) for kind in (*_KINDS, "total")}
    return {
        "percent": status.percent,
        "messages": {kind: amount.messages for kind, amount in amounts.items()},
        "words": {kind: amount.words for kind, amount in amounts.items()},
    }


def _place(message: Message) -> dict[str, Any]:
    path, line = message.sources[0] if message.sources else (None, None)
    return {"path": path, "line": line, "context": message.context, "msgid": message.msgid}


def _write_badge(path: Path, shown: list[LanguageStatus]) -> None:
    from hoyle.translation.badge import badge
    from hoyle.translation.status import Status
    from hoyle.translation.writing import CannotWrite, write_whole

    whole = sum((one.whole for one in shown), Status())
    label = shown[0].lang if len(shown) == 1 else _("translated")
    try:
        write_whole(path, badge(label, whole.percent).encode())
    except CannotWrite as error:
        give_up(str(error))
