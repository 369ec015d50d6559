"""What holds for all tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import settings

from hoyle.messages import speak

# How long one example takes depends on what else the machine does.
settings.register_profile("hoyle", deadline=None)
settings.load_profile("hoyle")


@pytest.fixture(autouse=True)
def _language_of_the_environment() -> Iterator[None]:
    """What one test makes Hoyle speak, as building a site does, is not what the next one hears."""
    yield
    speak(None)
