"""`hoyle language`: what a language brings, tried."""

from __future__ import annotations

import sys

import click

from hoyle.cli.inputs import give_up
from hoyle.messages import _


@click.group(help=_("Try the words and examples that a language brings."))
def language() -> None:
    """Commands about language packs."""


@language.command(help=_("Run the examples of the language LANG, and list terms and keys that none of them uses."))
@click.argument("lang")
def check(lang: str) -> None:
    """Exit status 1 where an example is read otherwise than it says."""
    from hoyle.facts.corpus import check_language
    from hoyle.facts.rules import RuleError
    from hoyle.language.bank import BankError, available
    from hoyle.report.readings import language_lines

    if lang not in available():
        known = ", ".join(available())
        give_up(_("there is no language “{lang}”; there are {known}").format(lang=lang, known=known))
    try:
        report = check_language(lang)
    except (BankError, RuleError, ValueError) as error:
        give_up(str(error))
    for line in language_lines(report):
        click.echo(line)
    sys.exit(1 if report.failures else 0)
