"""The pre-commit hook and the GitHub action, tried by running what they run."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
ACTION = ROOT / ".github" / "actions" / "hoyle" / "action.yml"
HOOKS = ROOT / ".pre-commit-hooks.yaml"

PAGE = """<?xml version="1.0"?>
<article xmlns="http://docbook.org/ns/docbook" version="5.0" xml:lang="{lang}">
  <title>Golf</title><para>{about}</para>
  <section><title>{setup}</title><informaltable><tgroup cols="2"><tbody>
    <row><entry>Tableau</entry>
      <entry>{piles}</entry></row>
  </tbody></tgroup></informaltable></section>
</article>
"""


@pytest.fixture
def manual(tmp_path: Path) -> Path:
    """A manual whose French page says eight piles for seven."""
    (tmp_path / "hoyle.toml").write_text('languages = ["fr"]\n')
    for lang, about, setup, piles in (
        ("en", "Pick up the cards.", "Setup", "Seven piles."),
        ("fr", "Ramassez les cartes.", "Configuration", "Huit piles."),
    ):
        page = tmp_path / "docbook" / lang / "golf.xml"
        page.parent.mkdir(parents=True)
        page.write_text(PAGE.format(lang=lang, about=about, setup=setup, piles=piles), encoding="utf-8")
    return tmp_path


def run(command: list[str], folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "LANGUAGE": "en", **variables}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_the_hook_is_well_formed_and_fails_for_a_wrong_page(manual: Path) -> None:
    pytest.importorskip("pre_commit")
    assert run(["pre-commit", "validate-manifest", str(HOOKS)], manual).returncode == 0
    (hook,) = yaml.safe_load(HOOKS.read_text(encoding="utf-8"))

    wrong = run(shlex.split(hook["entry"]), manual)
    (manual / "docbook/fr/golf.xml").write_text(
        PAGE.format(lang="fr", about="Ramassez les cartes.", setup="Configuration", piles="Sept piles."),
        encoding="utf-8",
    )
    right = run(shlex.split(hook["entry"]), manual)

    assert (wrong.returncode, right.returncode) == (1, 0)
    assert "docbook/fr/golf.xml:6:14: error" in wrong.stdout
    for name in ("docbook/fr/golf.xml", "locale/fr/LC_MESSAGES/pages.po", "hoyle.toml", "a/pyproject.toml"):
        assert re.search(hook["files"], name)


@pytest.fixture(scope="module")
def action() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load(ACTION.read_text(encoding="utf-8"))
    return loaded


def test_every_input_reaches_the_script_as_a_variable_and_none_is_pasted_into_it(action: dict[str, Any]) -> None:
    *_, step = action["runs"]["steps"]

    assert {f"${{{{ inputs.{name} }}}}" for name in action["inputs"]} == set(step["env"].values())
    assert "${{" not in "".join(each.get("run", "") for each in action["runs"]["steps"])


def test_the_action_annotates_the_line_and_writes_a_report(manual: Path, action: dict[str, Any]) -> None:
    *_, step = action["runs"]["steps"]

    done = run(
        ["bash", "-c", step["run"]],
        manual,
        GITHUB_ACTION_PATH=str(ACTION.parent),
        HOYLE_LANGUAGES="fr\n",
        HOYLE_PATHS="docbook\n",
        HOYLE_SARIF="report.sarif",
        HOYLE_ENGINE="reference",
    )

    assert done.returncode == 1
    assert "::error file=docbook/fr/golf.xml,line=6,col=14,title=fact-contradicts-engine::" in done.stdout
    results = json.loads((manual / "report.sarif").read_text(encoding="utf-8"))["runs"][0]["results"]
    assert len(results) == len(done.stdout.splitlines())


def test_the_action_names_what_is_wrong_with_its_inputs_and_leaves_no_report(manual: Path) -> None:
    done = run(["bash", str(ACTION.parent / "check.sh")], manual, HOYLE_PATHS="--nothing", HOYLE_SARIF="report.sarif")

    assert done.returncode == 2
    assert "--nothing: there is no such file or folder" in done.stderr
    assert not (manual / "report.sarif").exists()
