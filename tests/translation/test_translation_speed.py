"""Time and memory beside the tools that translators have: the whole manual of AisleRiot, one language, in one run."""

from __future__ import annotations

import os
import shlex
import shutil
import statistics
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from hoyle.translation.catalogue import Catalogue, changed, read_catalogue, write_catalogue

FOLDER = Path(__file__).parents[3] / "shared" / "aisleriot-help"
PAGES = sorted(path for path in (FOLDER / "C").glob("*") if path.suffix in (".xml", ".docbook"))
ROUNDS = 5
HOYLE = (sys.executable, "-c", "from hoyle.cli.main import main; main()")

pytestmark = [
    pytest.mark.long,
    pytest.mark.timing,
    pytest.mark.skipif(not PAGES, reason="the sources and catalogues of AisleRiot's manual are not here"),
    pytest.mark.skipif(
        not (shutil.which("itstool") and shutil.which("po4a")), reason="itstool or po4a is not installed"
    ),
]


def measured(command: tuple[str | Path, ...], folder: Path) -> tuple[float, float]:
    """Seconds of processor time and megabytes of memory that a command takes."""
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _pid, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def test_extract_and_localize_take_half_the_time_of_itstool_and_po4a(tmp_path: Path) -> None:
    catalogue = read_catalogue(FOLDER / "fr" / "fr.po")
    # itstool reads the compiled catalogue only
    its = ["msgfmt", "-o", "fr.mo", catalogue.path], ["itstool", "-m", "fr.mo", "-o", "theirs", *map(str, PAGES)]
    (tmp_path / "its.sh").write_text("\n".join(map(shlex.join, its)))
    for folder in ("theirs", "ours", "others"):
        (tmp_path / folder).mkdir()
    lines = ["[po4a_langs] fr", "[po4a_paths] po4a.pot fr:po4a.po"]
    lines += [f"[type: docbook] {page} fr:others/{page.name}" for page in PAGES]
    (tmp_path / "po4a.conf").write_text("\n".join(lines) + "\n")
    commands: dict[tuple[str, str], tuple[str | Path, ...]] = {
        ("extract", "itstool"): ("itstool", "-o", "its.pot", *PAGES),
        ("extract", "po4a"): ("po4a", "--no-translations", "-k", "0", "po4a.conf"),
        ("extract", "hoyle"): (*HOYLE, "extract", "-o", "hoyle.pot", FOLDER / "C"),
        ("localize", "itstool"): ("sh", "its.sh"),
        ("localize", "po4a"): ("po4a", "--no-update", "-k", "0", "po4a.conf"),
        ("localize", "hoyle"): (*HOYLE, "localize", "fr", "--catalogue", catalogue.path, "-o", "ours", FOLDER / "C"),
    }
    found: dict[tuple[str, str], list[tuple[float, float]]] = defaultdict(list)
    for _round in range(ROUNDS):
        for name, command in commands.items():
            if name == ("extract", "po4a"):
                for old in ("po4a.pot", "po4a.po"):
                    (tmp_path / old).unlink(missing_ok=True)
            found[name].append(measured(command, tmp_path))
            if name == ("extract", "po4a"):  # its messages are others in part; it cannot read a catalogue with contexts
                theirs = tmp_path / "po4a.po"
                filled = [
                    changed(entry, msgstr=known.msgstr)
                    if (known := catalogue.find(entry.msgid)) and entry.msgid
                    else entry
                    for entry in read_catalogue(theirs).entries
                ]
                write_catalogue(theirs, Catalogue(str(theirs), tuple(filled)))
    seconds = {name: statistics.median(time for time, _memory in values) for name, values in found.items()}
    memory = {name: statistics.median(size for _time, size in values) for name, values in found.items()}
    for name in commands:
        print(f"{' '.join(name)}: {seconds[name]:.2f} s, {memory[name]:.0f} MB")
    for task in ("extract", "localize"):
        for peer in ("itstool", "po4a"):
            assert seconds[task, "hoyle"] <= seconds[task, peer] / 2, (task, peer)
