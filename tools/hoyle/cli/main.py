"""The group of commands."""

from __future__ import annotations

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

translate()

INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it: 1 would say that something was found."""


class Commands(click.Group):
    """The group of commands, which ends quietly on Ctrl-C."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command named."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo(err=True)
            ctx.exit(INTERRUPTED)


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
