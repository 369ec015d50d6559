"""The group of commands."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from typing import Any

import click

from hoyle.cli.align import align
from hoyle.cli.build import build, serve
from hoyle.cli.check import check
from hoyle.cli.click_words import translate
from hoyle.cli.explain import explain
from hoyle.cli.extract import extract
from hoyle.cli.facts import facts
from hoyle.cli.inputs import UNUSABLE
from hoyle.cli.language import language
from hoyle.cli.localize import localize
from hoyle.cli.status import status
from hoyle.cli.suggest import suggest
from hoyle.cli.update import update
from hoyle.messages import _

translate()

INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it: 1 would say that something was found."""


class Commands(click.Group):
    """The group of commands, which ends quietly on Ctrl-C, and with a sentence where the system refuses something."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the command line, up to the last of its output."""
        for name in ("stdout", "stderr"):
            if getattr(sys, name) is None:  # closed, as `>&-` does: then nobody wants to read it
                setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
        try:
            try:
                return super().main(*args, **kwargs)
            finally:
                if not sys.stdout.closed:
                    sys.stdout.flush()
        except OSError as error:
            _drop_output()
            if error.errno == errno.EPIPE:  # nobody reads on, as after `| head`
                sys.exit(1)
            reason = error.strerror or str(error)
            if error.filename is None:
                text = _("the output cannot be written: {reason}") if error.errno in _NO_ROOM else "{reason}"
                message = text.format(reason=reason)
            else:
                message = f"{os.fsdecode(error.filename)}: {reason}".encode("utf-8", "backslashreplace").decode()
            with contextlib.suppress(OSError):
                click.echo(_("hoyle: {message}").format(message=message), err=True)
            sys.exit(UNUSABLE)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command named."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo(err=True)
            ctx.exit(INTERRUPTED)


_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


def _drop_output() -> None:
    """Let what was not written yet go nowhere: the interpreter would try again, and fail again, when it ends."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


@click.group(
    name="hoyle",
    cls=Commands,
    help=_("Read the rules that help pages state, check them against the game, and publish the pages."),
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="hoyle", message="%(prog)s %(version)s")
def main() -> None:
    """Run the command line."""


for command in (align, build, check, explain, extract, facts, language, localize, serve, status, suggest, update):
    main.add_command(command)
