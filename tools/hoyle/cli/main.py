"""The group of commands."""

from __future__ import annotations

import errno
import os
from importlib import import_module
from typing import Any

import click

from hoyle.cli.click_words import translate
from hoyle.messages import _
from hoyle_engine.console import Commands

translate()

COMMANDS = {
    "align": "align",
    "build": "build",
    "check": "check",
    "explain": "explain",
    "extract": "extract",
    "facts": "facts",
    "language": "language",
    "localize": "localize",
    "serve": "build",
    "status": "status",
    "suggest": "suggest",
    "update": "update",
}
"""The module of each command, which is imported when the command is asked for."""
INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it: 1 would say that something was found."""


class HoyleCommands(Commands):
    """The group of commands, which ends quietly on Ctrl-C, and says in the user's language what was refused."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command by its name, None where there is none."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"hoyle.cli.{COMMANDS[cmd_name]}"), cmd_name)
        return command

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
