"""The command `hoyle`.

Each subcommand is a module of its own; what a command needs is imported when it runs, so
that `hoyle --help` costs next to nothing.
"""

try:
    from hoyle.cli.main import main
except KeyboardInterrupt:  # Ctrl-C while the commands are still being loaded: nothing has been done
    raise SystemExit(130) from None

__all__ = ["main"]
