"""The commands that the guide shows can be run as shown, and the guide speaks the site's languages."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import polib
import pytest
from click.testing import CliRunner
from docutils import nodes
from docutils.utils import new_document
from lxml import html

from hoyle import data
from hoyle.cli import main
from hoyle.publish import guide

PAGES = ("translate", "automate")
SLOW = ("serve", "build")
"""Commands that are only read here: others try what they do."""

GOLF = """<article xml:lang="{lang}"><title>Golf</title>
<section><title>{rules}</title><para>{text}</para></section></article>
"""


def commands(page: str) -> list[list[str]]:
    text = (data.folder("site") / f"guide/{page}.rst").read_text(encoding="utf-8")
    blocks = re.findall(r"\.\. code-block:: sh\n\n((?:   .*\n)+)", text)
    return [shlex.split(line)[1:] for block in blocks for line in block.splitlines() if line.strip()]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    text = (data.folder("site") / "guide/automate.rst").read_text(encoding="utf-8")
    (settings,) = re.findall(r"\.\. code-block:: toml\n\n((?:   .*\n)+)", text)
    (tmp_path / "hoyle.toml").write_text(re.sub("(?m)^   ", "", settings))
    for lang, rules, said in (("en", "Goal", "Move all cards to the waste."), ("eu", "Xedea", "Mugitu kartak.")):
        (tmp_path / "help" / lang).mkdir(parents=True)
        page = GOLF.format(lang=lang, rules=rules, text=said)
        (tmp_path / "help" / lang / "golf.xml").write_text(page, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return tmp_path


def test_each_command_of_the_guide_runs(project: Path) -> None:
    for command in (command for page in PAGES for command in commands(page)):
        if command[0] in SLOW:
            command = [*command, "--help"]
        done = CliRunner().invoke(main, command)
        # 1: something was found, which is not for the guide to know.
        assert done.exit_code in (0, 1), (command, done.output)
        assert done.exception is None or isinstance(done.exception, SystemExit), (command, done.exception)


def test_the_guide_shows_each_command_for_translators_and_maintainers() -> None:
    named = {command[0] for page in PAGES for command in commands(page)}
    assert named >= {"extract", "update", "localize", "align", "status", "suggest", "check", "facts", "build", "serve"}


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What `make messages` finds in the guide."""
    root, output = data.folder("site").parent, tmp_path_factory.mktemp("gettext")
    (command,) = re.findall(
        r"\$\(BIN\)/sphinx-build (.*?) site build\n", (root / "Makefile").read_text().replace("\\\n", "")
    )
    subprocess.run([sys.executable, "-m", "sphinx", *command.split(), "site", output], cwd=root, check=True)
    return [entry.msgid for entry in polib.pofile(str(output / "guide.pot"))]


@pytest.mark.parametrize("lang", ["fr", "eu"])
def test_every_paragraph_of_the_guide_is_translated_and_its_names_are_kept(template: list[str], lang: str) -> None:
    catalogue = polib.pofile(str(data.folder("locale") / lang / "LC_MESSAGES/guide.po"))
    assert len(template) > 100
    assert {entry.msgid for entry in catalogue} == set(template)
    for entry in catalogue:
        assert entry.translated(), entry.msgid
        names = r"``.+?``|:\w+:`[^`]+`"
        assert sorted(re.findall(names, entry.msgstr)) == sorted(re.findall(names, entry.msgid))


@pytest.mark.parametrize("lang", ["fr", "eu"])
def test_the_guide_is_in_the_language_of_the_site(site: Path, lang: str) -> None:
    for name in ("index", "translate", "checks", "found", "automate", "variants"):
        page = html.document_fromstring((site / lang / f"guide/{name}.html").read_bytes().decode())
        english = html.document_fromstring((site / f"en/guide/{name}.html").read_bytes().decode())
        assert page.xpath("string(//h1)") != english.xpath("string(//h1)")
        assert not page.xpath("//main//*[@lang] | //p[@class='in-language']")
        code = "//div[contains(@class, 'highlight')]"
        assert [one.text_content() for one in page.xpath(code)] == [one.text_content() for one in english.xpath(code)]
    assert page.xpath("//footer//a[@href='index.html']")


def test_what_is_not_translated_is_marked_and_a_page_without_translation_as_a_whole() -> None:
    env = SimpleNamespace()
    said, left = nodes.paragraph("", "Traduit", translated=True), nodes.paragraph("", "Left", translated=False)
    document = new_document("guide")
    document += nodes.section("", said, left, ids=["a"])
    assert guide.mark(env, document, "guide/a", "en")
    assert (said["classes"], left["classes"]) == ([], ["language-en"])
    assert guide.translated(env) == {"guide/a"}
    said["translated"] = False
    assert not guide.mark(env, document, "guide/b", "en")
    assert guide.translated(env) == {"guide/a"}


def test_only_the_guide_of_hoyle_is_translated(tmp_path: Path) -> None:
    (tmp_path / "guide").mkdir()
    app = SimpleNamespace(srcdir=tmp_path, doctreedir=tmp_path / "doctrees")
    for is_ours, folders in ((False, []), (True, ["doctrees/locale"])):
        config = SimpleNamespace(language="fr", hoyle_guide=is_ours, locale_dirs=[])
        guide.take_catalogue(app, config)
        assert config.locale_dirs == folders
        assert (tmp_path / "doctrees/locale/fr/LC_MESSAGES/guide.mo").is_file() == is_ours
