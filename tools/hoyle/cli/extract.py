"""`hoyle extract`: the messages of the source pages, as a template for catalogues."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import click

from hoyle.cli.inputs import UNUSABLE, give_up, paths_argument, settings_or_exit
from hoyle.messages import _, ngettext


@click.command(help=_("Write the messages of the source pages to a template (POT) for translators."))
@paths_argument
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    required=True,
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    help=_("The template to write; - writes it to the terminal."),
)
@click.option("--keep-entities", is_flag=True, help=_("Keep references to entities, and do not expand them."))
def extract(paths: tuple[Path, ...], output: Path, keep_entities: bool) -> None:
    """Exit status 0, 2 where a page could not be read; the template then has the messages of the others."""
    from hoyle.cli.manual import page_messages, source_pages_or_exit
    from hoyle.translation.catalogue import readable, serialized
    from hoyle.translation.messages import template
    from hoyle.translation.writing import CannotWrite, locked, write_whole

    found = page_messages(source_pages_or_exit(paths, settings_or_exit()), keep_entities=keep_entities)
    if not found.pages:
        sys.exit(UNUSABLE)
    messages = found.all()
    created = _now()
    if str(output) == "-":
        sys.stdout.buffer.write(serialized(template(messages, created=created)))
        sys.exit(UNUSABLE if found.unread else 0)
    if output.resolve() in {page.resolve() for page in (*found.pages, *found.unread)}:
        give_up(
            _("{path}: this is a page to translate, and would be written over; name another file").format(path=output)
        )
    try:
        with locked(output):
            # Where nothing but the date would change, the file stays as it is.
            date = _created(output)
            same = date and output.read_bytes() == serialized(template(messages, created=date, path=str(output)))
            if not same:
                write_whole(output, readable(template(messages, created=created, path=str(output)), output))
    except CannotWrite as error:
        give_up(str(error))
    count = sum(message.is_text for message in messages)
    click.echo(
        ngettext("{count} message of {pages} in {path}", "{count} messages of {pages} in {path}", count).format(
            count=count,
            path=output,
            pages=ngettext("{count} page", "{count} pages", len(found.pages)).format(count=len(found.pages)),
        )
    )
    sys.exit(UNUSABLE if found.unread else 0)


def _now() -> str:
    """The date for a header: the one that the environment sets for builds that can be repeated, else the present."""
    stated = os.environ.get("SOURCE_DATE_EPOCH")
    try:
        return time.strftime("%Y-%m-%d %H:%M+0000", time.gmtime(int(stated) if stated else time.time()))
    except (ValueError, OverflowError, OSError):
        give_up(_("SOURCE_DATE_EPOCH is not a number of seconds: {value}").format(value=stated))


def _created(path: Path) -> str | None:
    """The date in the header of a template, None where there is no template yet."""
    from hoyle.translation.catalogue import BrokenCatalogue, read_catalogue

    try:
        return read_catalogue(path).header.get("POT-Creation-Date")
    except (BrokenCatalogue, OSError):
        return None
