"""`hoyle explain`: what a check looks for, why, and what to do."""

from __future__ import annotations

import click

from hoyle.cli.inputs import no_check
from hoyle.messages import _


@click.command(help=_("Tell what a check looks for, why, and what to do; without an id, list the checks."))
@click.argument("check_id", metavar="[ID]", required=False)
def explain(check_id: str | None) -> None:
    """Print a check's documentation."""
    from hoyle.checks.run import ALL

    if check_id is None:
        width = max(len(check.id) for check in ALL)
        for check in ALL:
            click.echo(f"{check.id:{width}}  {_(check.summary)}")
        # To who reads the list, not to a program that takes it in.
        more = _("For one of them, why it matters and what to do: {command}")
        click.echo("\n" + more.format(command=f"hoyle explain {ALL[0].id}"), err=True)
        return
    for check in ALL:
        if check.id == check_id:
            click.echo(click.style(f"{check.id} ({_(check.severity)})", bold=True))
            click.echo(click.wrap_text(_(check.summary)))
            click.echo("\n" + click.wrap_text(_(check.reason)))
            click.echo("\n" + click.wrap_text(_("Wrong: {text}").format(text=_(check.wrong)), subsequent_indent="  "))
            click.echo(click.wrap_text(_("Right: {text}").format(text=_(check.right)), subsequent_indent="  "))
            return
    raise no_check(check_id)
