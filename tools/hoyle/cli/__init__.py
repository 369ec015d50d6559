"""The command `hoyle`.

Each subcommand is a module of its own; what a command needs is imported when it runs, so
that `hoyle --help` costs next to nothing.
"""

from hoyle.cli.main import main

__all__ = ["main"]
