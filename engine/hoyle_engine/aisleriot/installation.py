"""Where AisleRiot and Guile are installed, and the compiled form of our own Scheme."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from hoyle_engine.interface import EngineFailed

# The distributions' standard library folders; on Debian one of them is named after the machine's kind.
_LIBRARIES = ("/usr/lib", "/usr/lib64", "/usr/local/lib")
_MODULES = ("*/aisleriot/guile/3.0", "aisleriot/guile/3.0")
_SOURCES = {"interface.scm": "aisleriot/interface.go", "driver.scm": "hoyle/driver.go"}
_SUMS = "sums"


class EngineMissing(EngineFailed):
    """AisleRiot's rules or Guile are not installed. The message says what to install."""


@dataclass(frozen=True, slots=True)
class Installation:
    """The folder of AisleRiot's compiled rule modules, and the program that runs them."""

    modules: Path
    guile: Path

    @property
    def variants(self) -> tuple[str, ...]:
        """The names of the variants, sorted."""
        return tuple(sorted(path.stem for path in self.modules.glob("*.go")))

    @property
    def identity(self) -> str:
        """Another one when any rule module has another content, or Guile is another program."""
        return _identity(self)


def find() -> Installation:
    """Find AisleRiot and Guile, in the environment's `HOYLE_AISLERIOT` and `HOYLE_GUILE` or where systems put them.

    Raises `EngineMissing`.
    """
    given = os.environ.get("HOYLE_AISLERIOT")
    folders = [Path(given)] if given else list(_standard_folders())
    modules = next((folder for folder in folders if (folder / "aisleriot" / "api.go").is_file()), None)
    if modules is None:
        where = given or "the system's library folders"
        raise EngineMissing(
            f"AisleRiot's rules are not in {where}: install the package aisleriot (built for Guile 3.0), "
            "or name the folder that holds klondike.go in HOYLE_AISLERIOT"
        )
    named = os.environ.get("HOYLE_GUILE")
    guile = shutil.which(named) if named else shutil.which("guile-3.0") or shutil.which("guile")
    if guile is None:
        raise EngineMissing(
            f"{named or 'Guile'} is not installed: install the package guile-3.0, or name the program in HOYLE_GUILE"
        )
    return Installation(modules.absolute(), Path(guile).absolute())


@cache
def _identity(installation: Installation) -> str:
    stat = installation.guile.resolve().stat()
    summary = hashlib.sha256(f"{installation.guile.resolve()} {stat.st_size} {stat.st_mtime_ns}".encode())
    for path in sorted(installation.modules.rglob("*.go")):
        summary.update(path.relative_to(installation.modules).as_posix().encode())
        summary.update(hashlib.sha256(path.read_bytes()).digest())
    return summary.hexdigest()


def _standard_folders() -> Iterator[Path]:
    for library in _LIBRARIES:
        for pattern in _MODULES:
            yield from sorted(Path(library).glob(pattern))


@contextmanager
def compiled(installation: Installation, *, fresh: bool = False) -> Iterator[Path]:
    """The folder of our compiled Scheme, made in the user's cache folder if it is not there or not whole.

    With `fresh`, it is made in any case. Where the cache cannot be written to, the folder lasts as long as the
    `with`. Raises `EngineMissing` where Guile cannot compile it.
    """
    from platformdirs import user_cache_path

    folder = user_cache_path("hoyle") / "aisleriot" / _key(installation)
    if not fresh and _is_whole(folder):
        yield folder
        return
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        beside = Path(tempfile.mkdtemp(prefix="making-", dir=folder.parent))
    except OSError:
        beside = Path(tempfile.mkdtemp(prefix="hoyle-"))
    try:
        _compile(installation, beside)
        yield _put(beside, folder)
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _put(beside: Path, folder: Path) -> Path:
    """Rename what was made to where it belongs; if something stands in the way, it is used where it is."""
    if beside.parent != folder.parent:
        return beside
    shutil.rmtree(folder, ignore_errors=True)
    try:
        return beside.rename(folder)
    except OSError:
        return folder if _is_whole(folder) else beside


def _source(name: str) -> bytes:
    return files(__package__).joinpath(name).read_bytes()


def _key(installation: Installation) -> str:
    """A name for all that the compiled form depends on: our Scheme, and the Guile that compiles it."""
    guile = installation.guile.resolve()
    stat = guile.stat()
    parts = [str(guile).encode(), f"{stat.st_size} {stat.st_mtime_ns}".encode(), *map(_source, _SOURCES)]
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()[:32]


def _sums(folder: Path) -> str:
    return "\n".join(hashlib.sha256((folder / made).read_bytes()).hexdigest() for made in _SOURCES.values())


def _is_whole(folder: Path) -> bool:
    try:
        return (folder / _SUMS).read_text("ascii") == _sums(folder)
    except (OSError, ValueError):
        return False


def _compile(installation: Installation, folder: Path) -> None:
    program = ["(use-modules (system base compile))"]
    for name, made in _SOURCES.items():
        (folder / name).write_bytes(_source(name))
        (folder / made).parent.mkdir(exist_ok=True)
        program.append(f'(compile-file "{name}" #:output-file "{made}")')
    command = [str(installation.guile), "--no-auto-compile", "-c", "\n".join(program)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise EngineMissing(f"{installation.guile} could not compile the engine: {last}")
    (folder / _SUMS).write_text(_sums(folder), "ascii")
