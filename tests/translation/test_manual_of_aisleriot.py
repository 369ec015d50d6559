"""The manual of AisleRiot, as Debian installs it: nearly a hundred pages that people translate with itstool."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from translation_samples import marked, marked_catalogue

from hoyle.translation.catalogue import parse_catalogue
from hoyle.translation.localize import localize
from hoyle.translation.messages import extract, messages_of
from hoyle.translation.source import parse_source, read_source

MANUAL = Path("/usr/share/help/C/aisleriot")
PAGES = sorted(path for path in MANUAL.glob("*") if path.suffix in (".xml", ".docbook"))

pytestmark = pytest.mark.skipif(not PAGES, reason="AisleRiot's manual is not installed (Debian: aisleriot)")


@pytest.mark.skipif(not shutil.which("itstool"), reason="itstool is not installed")
def test_its_messages_are_those_of_itstool_but_for_what_itstool_cuts(tmp_path: Path) -> None:
    template = tmp_path / "its.pot"
    subprocess.run(["itstool", "-o", template, *PAGES], check=True)
    theirs = {entry.key for entry in parse_catalogue(template.read_bytes(), "its.pot").entries if entry.msgid}
    ours = {(message.context, message.msgid) for message in extract(PAGES)}
    # itstool has no rules for a root such as sect1: it cuts sentences at inline markup, and does not see pictures
    assert all("<" in msgid or context == "_" for context, msgid in ours - theirs)
    assert len(ours - theirs) <= 8
    pieces = {msgid for context, msgid in theirs - ours}
    whole = " ".join(msgid for context, msgid in ours - theirs)
    assert all("<_:" in piece or f">{piece}<" in whole for piece in pieces)


def test_marking_every_message_of_it_changes_the_text_and_nothing_else() -> None:
    for path in PAGES:
        source = read_source(path)
        messages = messages_of(source)
        result = localize(source, marked_catalogue(messages), "fr")
        assert not result.problems, path
        back = messages_of(parse_source(result.content, str(path)))
        wanted = [marked(message.msgid) for message in messages if message.is_text]
        assert [message.msgid for message in back if message.is_text] == wanted
        assert [message.markers for message in back] == [message.markers for message in messages]
