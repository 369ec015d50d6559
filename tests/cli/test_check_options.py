"""`hoyle check`: which pages and findings are shown, where to, and with which exit status."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hoyle.cli.main import main
from hoyle.cli.watch import watch

PAGE = """<?xml version="1.0"?>
<article xmlns="http://docbook.org/ns/docbook" version="5.0" xml:lang="{lang}">
  <title>{title}</title><para>{about}</para>
  <section><title>{setup}</title><informaltable><tgroup cols="2"><tbody>
    <row><entry>Tableau</entry>
      <entry>{piles}</entry></row>
  </tbody></tgroup></informaltable></section>
</article>
"""
ENGLISH = PAGE.format(lang="en", about="Pick up the cards.", title="Ladder", setup="Setup", piles="Ten piles.")
FRENCH = PAGE.format(
    lang="fr", about="Ramassez les cartes.", title="Échelle", setup="Configuration", piles="Dix piles."
)
WRONG = FRENCH.replace("Dix", "Huit")


@pytest.fixture
def manual(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A manual of two pages in two languages; one French page says eight piles for ten."""
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hoyle.toml").write_text('baseline = "known.toml"\nlanguages = ["fr"]\n')
    for lang, name, text in (
        ("en", "ladder", ENGLISH),
        ("en", "stairs", ENGLISH),
        ("fr", "ladder", WRONG),
        ("fr", "stairs", FRENCH),
    ):
        path = tmp_path / "docbook" / lang / f"{name}.xml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def check(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["check", "--engine", "none", *arguments], catch_exceptions=False)


def found(*arguments: str) -> list[tuple[str, str, int]]:
    lines = check("--format", "jsonl", *arguments).stdout.splitlines()
    return [(item["path"], item["id"], item["line"]) for item in map(json.loads, lines)]


FAULT = ("docbook/fr/ladder.xml", "fact-differs-from-source", 6)


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        ((), True),
        (("--lang", "fr"), True),
        (("--lang", "en"), False),
        (("--lang", "en", "--lang", "fr"), True),
        (("--page", "ladder"), True),
        (("--page", "stairs"), False),
        (("--select", "fact-differs"), True),
        (("--select", "text"), False),
        (("--ignore", "fact-"), False),
        (("--severity", "error"), True),
        (("docbook/en",), False),
    ],
)
def test_options_choose_what_is_shown(manual: Path, arguments: tuple[str, ...], shown: bool) -> None:
    assert (FAULT in found(*arguments)) is shown
    assert check(*arguments).exit_code == int(shown)


@pytest.mark.parametrize(
    "arguments", [("--lang", "eu"), ("--page", "golf"), ("--select", "nothing"), ("--prune", "--baseline", "x")]
)
def test_what_is_not_there_is_named_with_exit_status_2(manual: Path, arguments: tuple[str, ...]) -> None:
    result = check(*arguments)

    assert result.exit_code == 2
    assert arguments[-1] in result.stderr


@pytest.mark.parametrize("name", ["nowhere.xml", "nowhere", "nowhere.po"])
def test_what_is_not_there_is_a_finding_beside_pages_that_are(manual: Path, name: str) -> None:
    assert found("docbook/fr/ladder.xml", name) == [
        (name, "page-damaged", 1),
        ("docbook/fr/ladder.xml", "fact-differs-from-source", 6),
    ]
    assert check("docbook/fr/stairs.xml", name).exit_code == 1


def test_a_page_that_cannot_be_read_is_left_out_like_any_other(manual: Path) -> None:
    (manual / "docbook/eu").mkdir()
    (manual / "docbook/eu/broken.xml").write_text("", encoding="utf-8")
    fault = ("docbook/eu/broken.xml", "page-damaged", 1)

    assert fault in found()
    assert fault in found("--lang", "eu")
    assert fault not in found("--lang", "fr")
    assert fault not in found("--page", "ladder")


def test_a_report_goes_to_a_file_whole_or_not_at_all(manual: Path) -> None:
    result = check("--format", "sarif", "-o", "out/report.sarif")

    assert (result.exit_code, result.stdout) == (1, "")
    assert json.loads((manual / "out" / "report.sarif").read_text(encoding="utf-8"))["version"] == "2.1.0"

    blocked = check("--format", "sarif", "-o", "hoyle.toml/report.sarif")

    assert blocked.exit_code == 2
    assert "hoyle.toml/report.sarif: cannot be written" in blocked.stderr


def test_the_baseline_takes_in_what_is_found_and_tells_what_is_gone(manual: Path) -> None:
    assert check("--update-baseline").exit_code == 0
    assert FAULT not in found()
    assert check().exit_code == 0

    (manual / "docbook/fr/ladder.xml").write_text(FRENCH, encoding="utf-8")
    told = check()
    assert told.exit_code == 0
    assert "no longer found" in told.stderr
    assert "tableau.piles: Huit piles." in told.stderr
    assert "no longer found" not in check("--page", "stairs").stderr

    assert "taken out" in check("--prune").stderr
    assert "Huit" not in (manual / "known.toml").read_text(encoding="utf-8")
    assert check().stderr == ""


def test_a_new_fault_counts_beside_the_baseline(manual: Path) -> None:
    check("--update-baseline")
    (manual / "docbook/fr/stairs.xml").write_text(WRONG, encoding="utf-8")

    assert [path for path, id_, _ in found("--select", "fact-")] == ["docbook/fr/stairs.xml"]
    assert "known from the baseline" in check().stdout


def test_a_broken_baseline_is_named(manual: Path) -> None:
    (manual / "known.toml").write_text("[findings", encoding="utf-8")

    result = check()

    assert result.exit_code == 2
    assert "known.toml: the baseline cannot be read" in result.stderr


def test_diff_shows_what_a_change_brought(manual: Path) -> None:
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    for arguments in (("init", "-q"), ("add", "."), (*identity, "commit", "-q", "-m", "first")):
        subprocess.run(["git", *arguments], check=True)

    assert found("--diff", "HEAD") == []
    (manual / "docbook/fr/stairs.xml").write_text(WRONG, encoding="utf-8")
    assert [path for path, _, _ in found("--select", "fact-", "--diff", "HEAD")] == ["docbook/fr/stairs.xml"]

    unknown = check("--diff", "nothing")
    assert unknown.exit_code == 2
    assert "git knows no revision “nothing”" in unknown.stderr


def test_a_catalogue_is_checked_beside_pages_or_alone(manual: Path) -> None:
    catalogue = manual / "fr.po"
    catalogue.write_text(
        'msgid ""\nmsgstr "Language: fr\\n"\n\nmsgid "Ten piles."\nmsgstr "Huit piles."\n', encoding="utf-8"
    )
    fault = ("fr.po", "number-differs", 5)

    assert found("--select", "number", "fr.po") == [fault]
    assert {fault, FAULT} <= set(found("docbook", "fr.po"))
    assert check("--select", "number", "fr.po").exit_code == 1
    assert check("nothing.po").exit_code == 2
    assert "1 catalogue" in check("fr.po").stdout.splitlines()[-2]


def test_a_broken_catalogue_of_the_manual_is_found_unasked(manual: Path) -> None:
    catalogue = manual / "locale/fr/LC_MESSAGES/pages.po"
    catalogue.parent.mkdir(parents=True)
    catalogue.write_text('msgid "Ten piles."\nmsgstr "Dix', encoding="utf-8")
    fault = ("locale/fr/LC_MESSAGES/pages.po", "catalogue-broken", 2)

    assert {fault, FAULT} <= set(found())
    assert found("--select", "catalogue") == [fault]
    assert fault not in found("--lang", "en")
    assert fault not in found("docbook/en")
    catalogue.write_text('msgid "Ten piles."\nmsgstr "Dix piles."\n', encoding="utf-8")
    assert found("--select", "catalogue-broken") == []


def test_watching_runs_again_when_a_file_changes_and_not_before(manual: Path) -> None:
    runs: list[float] = []
    page = manual / "docbook/fr/ladder.xml"

    def action() -> None:
        runs.append(time.monotonic())
        if len(runs) == 1:
            threading.Timer(0.3, lambda: page.write_text(FRENCH + "\n", encoding="utf-8")).start()
        elif len(runs) == 2:
            threading.Timer(0.1, lambda: (manual / "docbook/fr/new.xml").write_text(FRENCH, encoding="utf-8")).start()
            sys.exit(2)  # a page that cannot be read ends no watch
        else:
            raise KeyboardInterrupt

    watch(action, [manual / "docbook", manual / "nothing"], interval=0.02)

    assert len(runs) == 3
    assert runs[1] - runs[0] >= 0.3


def test_ctrl_c_ends_watching_without_a_traceback(manual: Path) -> None:
    command = [sys.executable, "-c", "from hoyle.cli import main; main()", "check", "--engine", "none", "--watch"]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ},
        # A shell lets what it starts in the background ignore Ctrl-C, and children inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stderr is not None
    assert "Waiting" in process.stderr.readline()
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=20)

    assert "Huit piles." in output
    assert "Traceback" not in errors
    assert process.returncode == 0


def interrupted(command: str) -> subprocess.CompletedProcess[str]:
    """What a Python process says that gets Ctrl-C from within."""
    return subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=False)


def test_ctrl_c_is_not_taken_for_findings(manual: Path) -> None:
    result = interrupted(
        "import signal, hoyle.checks.run as run\n"
        "run.check_pages = lambda *_, **__: signal.raise_signal(signal.SIGINT)\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from hoyle.cli import main; main(['check', '--engine', 'none'])"
    )

    assert (result.returncode, result.stdout, result.stderr) == (130, "", "\n")


def test_ctrl_c_while_the_commands_are_loaded_is_no_traceback() -> None:
    result = interrupted(
        "import signal, sys\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "class Interrupt:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'hoyle.cli.click_words':\n"
        "            signal.raise_signal(signal.SIGINT)\n"
        "sys.meta_path.insert(0, Interrupt())\n"
        "from hoyle.cli import main"
    )

    assert (result.returncode, result.stdout, result.stderr) == (130, "", "")


@pytest.mark.parametrize("name", ["docbook/fr/broken.xml", "broken.po"])
def test_what_cannot_be_read_is_a_finding_even_alone(manual: Path, name: str) -> None:
    (manual / name).write_text("nonsense", encoding="utf-8")

    assert [path for path, _, _ in found(name)] == [name]
    assert check(name).exit_code == 1


def test_a_pipe_in_the_place_of_a_file_is_told_and_not_waited_for(manual: Path) -> None:
    catalogue = manual / "locale" / "fr" / "LC_MESSAGES" / "pages.po"
    catalogue.parent.mkdir(parents=True)
    os.mkfifo(catalogue)
    assert (str(catalogue.relative_to(manual)), "catalogue-broken", 1) in found("--lang", "fr")
    os.mkfifo("known.toml")
    told = check().stderr
    assert told == "hoyle: known.toml: the baseline cannot be read: this is no regular file\n"


UNTRANSLATED = "The tableau has eight piles."


def test_a_fault_of_a_sentence_left_untranslated_is_told_once_at_its_source(manual: Path) -> None:
    rules = f"<section><title>Rules</title><para>{UNTRANSLATED}</para></section></article>"
    for lang, text in (("en", ENGLISH), ("fr", FRENCH)):
        page = manual / "docbook" / lang / "ladder.xml"
        page.write_text(text.replace("</article>", rules), encoding="utf-8")
    asked = ("--select", "fact-contradicts-page")
    assert [path for path, _id, _line in found(*asked)] == ["docbook/en/ladder.xml"]
    # Where the source is not asked for, it is told of the translation; a baseline of all knows that too.
    assert [path for path, _id, _line in found(*asked, "docbook/fr")] == ["docbook/fr/ladder.xml"]
    assert check(*asked, "--update-baseline").exit_code == 0
    assert found(*asked, "docbook/fr") == []
    translated = manual / "docbook" / "fr" / "ladder.xml"
    translated.write_text(translated.read_text().replace(UNTRANSLATED, "Le tableau a huit piles."), encoding="utf-8")
    Path("known.toml").unlink()
    assert len(found(*asked)) == 2


def test_the_summary_names_a_command_that_lists_what_was_not_understood(manual: Path) -> None:
    page = manual / "docbook" / "en" / "ladder.xml"
    riddle = "<section><title>Rules</title><para>Every card dances with its king.</para></section></article>"
    page.write_text(ENGLISH.replace("</article>", riddle), encoding="utf-8")

    summary = next(line for line in check("--lang", "en").stdout.splitlines() if "not understood" in line)
    assert "1 not understood" in summary
    command = summary.partition("they are listed by: hoyle check ")[2].split()
    listed = check(*command).stdout

    assert "dances" in listed
    assert "1 note" in listed
    assert "not understood" in check("-o", "report.txt").stderr


@pytest.mark.parametrize(
    ("wanted", "checked"), [("pt_BR", {"pt_BR", "pt"}), ("pt", {"pt_BR", "pt_PT", "pt"}), ("pt-pt", {"pt_PT", "pt"})]
)
def test_a_language_is_asked_for_with_its_territory_or_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wanted: str, checked: set[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for lang in ("pt_BR", "pt_PT", "pt", "fr"):
        page = tmp_path / "help" / lang / "ladder.xml"
        page.parent.mkdir(parents=True)
        page.write_text("<article><title>Escada</title><para>Dez <emphasis>pilhas.</para></article>", encoding="utf-8")

    assert {Path(path).parent.name for path, _, _ in found("--lang", wanted, "help")} == checked


@pytest.mark.parametrize("command", ["check", "facts", "status", "update"])
def test_pages_that_are_missing_are_told_with_the_file_that_names_them(manual: Path, command: str) -> None:
    (manual / "docbook").rename(manual / "elsewhere")
    told = CliRunner().invoke(main, [command]).stderr
    assert f"docbook: there is no such file or folder; it is set as `pages` in {manual / 'hoyle.toml'}" in told

    (manual / "hoyle.toml").unlink()
    assert "set `pages` in a file hoyle.toml" in CliRunner().invoke(main, [command, "--lang", "fr"]).stderr or (
        command == "update"
    )
    assert "hoyle.toml" not in check("elsewhere/of/the/name").stderr


@pytest.mark.parametrize(
    ("name", "close"),
    [
        ("texts-untranslated", "did you mean text-untranslated?"),
        ("contradicts", "did you mean fact-contradicts-engine or fact-contradicts-page?"),
        ("nonsense", "`hoyle explain` lists them all"),
    ],
)
def test_a_check_that_is_not_there_is_told_with_those_nearly_called_so(
    monkeypatch: pytest.MonkeyPatch, name: str, close: str
) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    for arguments in (["explain", name], ["check", "--select", name]):
        result = CliRunner().invoke(main, arguments)
        assert (result.exit_code, close in result.stderr) == (2, True)


def test_the_list_of_checks_says_how_to_read_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    assert "hoyle explain [OPTIONS] [ID]" in CliRunner().invoke(main, ["explain", "--help"]).stdout
    listed = CliRunner().invoke(main, ["explain"])
    command = listed.stderr.rpartition(": hoyle ")[2].split()
    assert "Wrong:" in CliRunner().invoke(main, command).stdout
    assert "hoyle explain" not in listed.stdout
