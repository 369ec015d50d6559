"""The group of commands."""

from __future__ import annotations

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


@click.group(
    name="hoyle",
    help=_("Read the rules that help pages state, check them against the game, and publish the pages."),
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="hoyle", message="%(prog)s %(version)s")
def main() -> None:
    """Run the command line."""


for command in (align, build, check, explain, extract, facts, language, localize, serve, status, suggest, update):
    main.add_command(command)
