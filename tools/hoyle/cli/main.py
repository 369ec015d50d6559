"""The group of commands."""

from __future__ import annotations

import errno
import os
from typing import Any

import click

from hoyle.cli.align import align
from hoyle.cli.build import build, serve
from hoyle.cli.check import check
from hoyle.cli.click_words import translate
from hoyle.cli.explain import explain
from hoyle.cli.extract import extract
from hoyle.cli.facts import facts
from hoyle.cli.language import language
from hoyle.cli.localize import localize
from hoyle.cli.status import status
from hoyle.cli.suggest import suggest
from hoyle.cli.update import update
from hoyle.messages import _
from hoyle_engine.console import Commands

translate()

INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it: 1 would say that something was found."""


class HoyleCommands(Commands):
    """The group of commands, which ends quietly on Ctrl-C, and says in the user's language what was refused."""

    def refused(self, error: OSError) -> str:
        """What to tell of it."""
        reason = error.strerror or str(error)
        if error.filename is None:
            text = _("the output cannot be written: {reason}") if error.errno in _NO_ROOM else "{reason}"
            message = text.format(reason=reason)
        else:
            message = f"{os.fsdecode(error.filename)}: {reason}".encode("utf-8", "backslashreplace").decode()
        return _("hoyle: {message}").format(message=message)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command named."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo(err=True)
            ctx.exit(INTERRUPTED)


_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


@click.group(
    name="hoyle",
    cls=HoyleCommands,
    help=_("Read the rules that help pages state, check them against the game, and publish the pages."),
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="hoyle", message="%(prog)s %(version)s")
def main() -> None:
    """Run the command line."""


for command in (align, build, check, explain, extract, facts, language, localize, serve, status, suggest, update):
    main.add_command(command)
