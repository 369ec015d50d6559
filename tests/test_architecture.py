"""Imports run one way."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("docbook", "language", "facts", "observe", "translation", "checks", "report", "publish", "cli")
"""Each imports only what stands before it; the modules beside them are open to all."""
OBSERVERS_MAY_USE = {"cards", "interface", "moves"}
"""What observers know of an engine: the interface alone, so that none can answer from a declaration."""


def modules(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def imports(path: Path) -> Iterator[tuple[str, int]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module, node.lineno
            yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_imports_only_what_stands_before_it(package: str) -> None:
    later = PACKAGES[PACKAGES.index(package) + 1 :]
    for path in modules(ROOT / "tools/hoyle" / package):
        for name, line in imports(path):
            part = name.removeprefix("hoyle.").partition(".")[0] if name.startswith("hoyle.") else ""
            assert part not in later, f"{path.relative_to(ROOT)}:{line} imports {name}"


def test_the_engine_knows_nothing_of_documents() -> None:
    for path in modules(ROOT / "engine/hoyle_engine"):
        for name, line in imports(path):
            assert name.partition(".")[0] != "hoyle", f"{path.relative_to(ROOT)}:{line} imports {name}"


def test_observers_use_the_interface_alone() -> None:
    for path in modules(ROOT / "tools/hoyle/observe"):
        for name, line in imports(path):
            if name.startswith("hoyle_engine."):
                part = name.split(".")[1]
                assert part in OBSERVERS_MAY_USE, f"{path.relative_to(ROOT)}:{line} imports {name}"
