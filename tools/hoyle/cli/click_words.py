"""Click's own words in the user's language.

Click looks its words up with gettext, in a catalogue that it does not bring. They are
looked up in ours instead, which has those that a user can meet.
"""

from __future__ import annotations

import gettext
import sys

from hoyle.messages import _, later, later_number, ngettext

TEXTS = (
    later("Usage:"),
    later("Options"),
    later("Commands"),
    later("Show the version and exit."),
    later("Show this message and exit."),
    later("default: {default}"),
    later("required"),
    later("Aborted!"),
    later("Error: {message}"),
    later("Try '{command} {option}' for help."),
    later("Missing command."),
    later("Missing argument"),
    later("Missing option"),
    later("Missing parameter"),
    later("No such option {name!r}."),
    later("No such command {name!r}."),
    later("Option {name!r} does not take a value."),
    later("Invalid value: {message}"),
    later("Invalid value for {param_hint}: {message}"),
    later("{value!r} is not a valid {number_type}."),
    later("{value} is not in the range {range}."),
    later("{name} {filename!r} does not exist."),
    later("{name} {filename!r} is a file."),
    later("{name} {filename!r} is a directory."),
    later("{name} {filename!r} is not readable."),
    later("{name} {filename!r} is not writable."),
    later("file"),
    later("directory"),
    later("path"),
)
PLURALS = (
    later_number("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    later_number("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
    later_number("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    later_number("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
)


def translate() -> None:
    """Let every module of Click that looks up words do so in our catalogue."""
    for name, module in list(sys.modules.items()):
        if name.startswith("click."):
            for word, theirs, ours in (("_", gettext.gettext, _), ("ngettext", gettext.ngettext, ngettext)):
                if getattr(module, word, None) is theirs:
                    setattr(module, word, ours)
