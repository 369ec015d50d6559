"""Texts that nobody means, of which a catalogue may be full all the same."""

from __future__ import annotations

import time

import pytest

from hoyle.translation.catalogue import Entry, parse_catalogue
from hoyle.translation.quality import message_faults
from hoyle.translation.status import words_in


@pytest.mark.parametrize(
    "text", ["<", "< ", "&", "a", "a.", "<year ", "a,b;c!d?", "{", "a@", "« ", "\u2068 "], ids=lambda text: repr(text)
)
def test_the_time_for_odd_texts_grows_with_their_length_alone(text: str) -> None:
    text *= 60_000 // len(text)
    start = time.process_time()
    list(message_faults(Entry("a"), "a", text, "fr"))
    words_in(text)
    parse_catalogue(f'#: {text}\nmsgid "a"\nmsgstr ""\n'.encode(), "fr.po")
    assert time.process_time() - start < 3
