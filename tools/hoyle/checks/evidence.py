"""What was seen of a game, told to the reader of a page: in their words, and with the page's name of the game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hoyle.facts.wording import move_in_notation, position_in_notation
from hoyle.messages import Said, _

if TYPE_CHECKING:
    from hoyle.checks.check import Subject
    from hoyle.observe.observation import Evidence


def told(evidence: Evidence, subject: Subject) -> str:
    """What was seen, in a sentence of the user's language; the game is called as its page calls it."""
    title, said = subject.page.title, evidence.said
    if title is not None and title.value and isinstance(said, Said) and "game" in said.values:
        evidence = replace(evidence, said=said._replace(values={**said.values, "game": title.value}))
    return evidence.summary


def shown(evidence: Evidence) -> dict[str, Any]:
    """The position and the move that show it, for a finding: in the user's words, and in the engine's notation."""
    lines = []
    if evidence.position:
        lines += [_("Position:"), position_in_notation(evidence.position)]
    if evidence.move:
        lines.append(_("Move: {move}").format(move=move_in_notation(evidence.move)))
    return {"evidence": "\n".join(lines) or None, "position": evidence.position, "move": evidence.move}
