"""Observations against a key of what AisleRiot's games do, where one is at hand.

The key is a folder of one JSON file a game, named by `HOYLE_GOLD` or lying beside the checkout; it is no part of
the project. `HOYLE_GOLD_HELD` names games, divided by commas, to leave out.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hoyle.checks.verdict import compare
from hoyle.observe import Observation, observe
from hoyle_engine.interface import Engine
from hoyle_engine.reference import ENGINE

FOLDER = Path(os.environ.get("HOYLE_GOLD") or Path(__file__).parents[3] / "shared" / "gold") / "games"
HELD = set((os.environ.get("HOYLE_GOLD_HELD") or "").split(",")) - {""}
LEAST = 0.95
"""The share of the key's entries that must agree."""

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason=f"there is no key in {FOLDER}")


def entries(engine: Engine) -> Iterator[tuple[str, dict[str, Any]]]:
    """The key's entries for games dealt by default, of the variants that the engine has."""
    for path in sorted(FOLDER.glob("*.json")):
        variant = path.stem.replace("_", "-")
        if path.stem not in HELD and variant in engine.variants:
            for entry in json.loads(path.read_text("utf-8"))["engine"]:
                if entry["when"] is None:
                    yield variant, entry


def agree(entry: dict[str, Any], seen: Observation | None) -> bool:
    if seen is None:
        return False
    value = [entry["value"]] if entry["key"] == "score.per" else entry["value"]
    return any(compare(entry["key"], value, actual) == "verified" for actual in (seen.value, *seen.also))


def differences(engine: Engine) -> tuple[int, list[str]]:
    """How many entries there are, and those that the observations differ from."""
    found = list(entries(engine))
    seen = {}
    for variant in dict.fromkeys(variant for variant, _ in found):
        seen[variant] = observe(engine, variant, keys={entry["key"] for name, entry in found if name == variant})
    differ = []
    for variant, entry in found:
        observation = seen[variant].get(entry["key"])
        if not agree(entry, observation):
            actual = "not decided" if observation is None else observation.value
            differ.append(f"{variant} {entry['key']}: key {entry['value']!r}, seen {actual!r}")
    return len(found), differ


def test_the_reference_engine_does_what_the_key_says() -> None:
    count, differ = differences(ENGINE)
    assert count > 100
    assert len(differ) <= (1 - LEAST) * count, "\n".join(differ)


def test_aisleriot_does_what_the_key_says() -> None:
    from hoyle_engine import aisleriot

    try:
        engine = aisleriot.AisleRiot()
    except aisleriot.EngineMissing as missing:
        pytest.skip(str(missing))
    try:
        count, differ = differences(engine)
    finally:
        engine.close()
    assert count > 300
    assert len(differ) <= (1 - LEAST) * count, "\n".join(differ)
