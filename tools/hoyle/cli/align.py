"""`hoyle align`: a catalogue out of pages and their old translations."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hoyle.cli.inputs import UNUSABLE, give_up, settings_or_exit, with_progress
from hoyle.messages import _, ngettext

if TYPE_CHECKING:
    from hoyle.translation.align import Piece


@click.command(
    help=_(
        "Make a catalogue out of the page SOURCE and its translation TRANSLATED, or out of two folders of pages. "
        "What is doubtful is marked fuzzy, with the reason in a comment."
    )
)
@click.argument("source", type=click.Path(path_type=Path))
@click.argument("translated", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help=_("The catalogue to write; what it has translated already stays."),
)
@click.option(
    "--lang", metavar="LANG", help=_("The language of the translation, whatever its pages or their paths say.")
)
def align(source: Path, translated: Path, output: Path, lang: str | None) -> None:
    """Exit status 0, 2 where a page could not be read or has no partner; the others are still done."""
    from hoyle.cli.manual import complain
    from hoyle.translation.align import align_pages, partners, put_into, stated_languages
    from hoyle.translation.catalogue import BrokenCatalogue, read_catalogue, write_catalogue
    from hoyle.translation.update import new_catalogue
    from hoyle.translation.writing import CannotWrite, locked

    settings = settings_or_exit()
    if source.exists() and translated.exists() and source.is_dir() != translated.is_dir():
        give_up(
            _("name two pages or two folders, not one of each: {one}, {other}").format(one=source, other=translated)
        )
    try:
        pairs, alone = partners(source, translated)
    except FileNotFoundError as error:
        give_up(_("{path}: there is no such file or folder").format(path=error))
    if not pairs and not alone:
        give_up(_("{paths}: there are no pages here").format(paths=translated))
    for page in alone:
        complain(_("{path}: no source page has its name").format(path=page))
    if lang is None:
        said = stated_languages(page for _source, page in pairs)
        if not said:
            give_up(_("{path}: it does not say its language; name it with --lang").format(path=translated))
        lang = Counter(said.values()).most_common(1)[0][0]
        for page, other in said.items():
            if other not in (lang, settings.source):
                complain(_("{path}: it is in {other}, not in {lang}").format(path=page, other=other, lang=lang))
                alone.append(page)
        pairs = [pair for pair in pairs if pair[1] not in alone]
    pieces = _pieces(pairs, lang, settings.source)
    if not pieces:
        sys.exit(UNUSABLE)
    entries = align_pages(pieces, lang, settings.source)
    try:
        with locked(output):
            known = read_catalogue(output) if output.exists() else new_catalogue(lang, str(output))
            write_catalogue(output, put_into(known, entries))
    except (BrokenCatalogue, CannotWrite) as error:
        give_up(str(error))
    except OSError as error:
        give_up(f"{output}: {error.strerror or error}")
    found = [entry for entry in entries if entry.has_text]
    text = ngettext(
        "{count} of {total} messages has a translation, {fuzzy} of them fuzzy",
        "{count} of {total} messages have a translation, {fuzzy} of them fuzzy",
        len(found),
    )
    fuzzy = sum(entry.is_fuzzy for entry in found)
    click.echo(f"{output}: " + text.format(count=len(found), total=len(entries), fuzzy=fuzzy))
    sys.exit(UNUSABLE if alone or len(pieces) < len(pairs) else 0)


def _pieces(pairs: list[tuple[Path, Path]], lang: str, source_lang: str) -> list[tuple[list[Piece], list[Piece]]]:
    """The messages of both pages of each pair; tells of pages that cannot be read, and leaves them out."""
    from hoyle.cli.manual import complain
    from hoyle.docbook.page import PageError
    from hoyle.translation.align import pieces_of

    found = []
    for ours, theirs in with_progress(pairs, len(pairs), _("Reading pages")):
        try:
            found.append((pieces_of(ours, source_lang), pieces_of(theirs, lang)))
        except PageError as error:
            complain(error)
    return found
