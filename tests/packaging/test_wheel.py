"""The wheel carries all that the commands need, and works where there is no checkout."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

import pytest

pytestmark = pytest.mark.long
ROOT = Path(__file__).parents[2]

PAGE = """<?xml version="1.0" encoding="utf-8"?>
<article xmlns="http://docbook.org/ns/docbook" version="5.0" xml:id="yield" xml:lang="fr">
  <title>Rendement</title>
  <section><title>Score</title><para>Chaque carte dans les fondations vaut un point.</para></section>
</article>
"""


def run(*command: str | Path, cwd: Path, status: int = 0) -> str:
    done = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment that has only the wheel and what it depends on."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT, cwd=folder)
    (wheel,) = folder.glob("hoyle-*.whl")
    venv.create(folder / "env", with_pip=True)
    programs = folder / "env" / "bin"
    run(programs / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel, cwd=folder)
    return programs


def test_it_checks_a_page(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "yield.xml").write_text(PAGE, encoding="utf-8")

    said = run(installed / "hoyle", "check", "--format", "jsonl", "yield.xml", cwd=tmp_path, status=1)

    assert '"fact-contradicts-engine"' in said
    assert '"score.per"' in said


def test_it_builds_a_site(installed: Path, tmp_path: Path) -> None:
    pages = tmp_path / "docbook" / "fr"
    pages.mkdir(parents=True)
    (pages / "yield.xml").write_text(PAGE, encoding="utf-8")

    run(installed / "hoyle", "build", "--lang", "fr", "--output", "out", cwd=tmp_path)

    assert "Rendement" in (tmp_path / "out" / "fr" / "games" / "yield.html").read_text(encoding="utf-8")


def test_it_deals_a_game(installed: Path, tmp_path: Path) -> None:
    assert "forty-thieves" in run(installed / "hoyle-engine", "list", cwd=tmp_path)
