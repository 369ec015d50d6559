"""Builds the help site: each language by a Sphinx of its own, side by side, and all of it or nothing."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from hoyle import data
from hoyle.messages import _
from hoyle.publish.kept import fits, kept_for

Progress = Callable[[str, str, int, int], None]
"""Told of a language, a phase (`read` or `write`), how many documents are done, and of how many."""


class BuildError(Exception):
    """The site could not be built; what stood there before still does. The message is for the user."""


@dataclass(frozen=True)
class LanguageReport:
    """How the build of one language went."""

    lang: str
    documents: int
    warnings: tuple[str, ...]
    seconds: float
    """Processor time."""
    unreadable: int = 0
    """Pages that could not be read; the site holds the others."""
    name: str = ""
    """What the language calls itself."""
    about: str = ""
    """What the site is, in the language."""
    can_go_on: bool = True
    """Whether the next build may go on from this one: it would not tell again of what is no document's fault."""


def build(
    languages: Sequence[str],
    output: Path,
    *,
    pages: Mapping[str, Path] | None = None,
    site: Path | None = None,
    locale: Path | None = None,
    manual: str | None = None,
    source_language: str = "en",
    engine: str = "auto",
    title: str | None = None,
    copyright: str = "",
    plain: bool = False,
    strict: bool = False,
    incremental: bool = False,
    progress: Progress | None = None,
) -> list[LanguageReport]:
    """Build the site of `languages` in the folder `output`, and say how it went.

    `pages` maps a language to the folder of its pages (by default `docbook/LANG`), and
    `locale` is the folder of their catalogues. `manual` is the name of a book in each of these
    folders: then only it and the pages that it includes are built, under the book's own title
    in each language. Other sites are called `title`; `copyright` stands at the foot of each
    page. A `plain` site shows the pages' text, read by nobody and without pictures. With `strict`
    a warning is an error. An `incremental` build reads again only what has changed since the
    last one into the same folder.

    The site is built beside `output` and takes its place at the end. Raises `BuildError`
    with the reasons otherwise, and leaves `output` as it was.
    """
    output = output.absolute()
    site = site or data.folder("site")
    folders = {lang: (pages or {}).get(lang) or data.folder("docbook") / lang for lang in languages}
    for lang, folder in folders.items():
        if manual and not (folder / manual).is_file():
            raise BuildError(_("{file}: there is no such file").format(file=folder / manual))
        if not folder.is_dir():
            raise BuildError(
                _("{folder}: there is no such folder, so there are no pages in {lang}").format(folder=folder, lang=lang)
            )
    plan = _Plan(folders, site, locale, manual, source_language, engine, title, copyright, plain, strict)
    try:
        with (
            _place_beside(output) as building,
            kept_for(output) if incremental else contextlib.nullcontext() as kept,
        ):
            jobs = [_job(plan, lang, building, output, kept) for lang in languages]
            reports = _run(jobs, progress)
            shutil.rmtree(building / ".work", ignore_errors=True)
            _write_root(building, reports, source_language)
            _put_in_place(building, output)
            if kept and all(report.can_go_on for report in reports):
                fits(kept, output)
    except OSError as error:
        raise BuildError(f"{error.filename or output}: {error.strerror or error}") from None
    return reports


@dataclass(frozen=True)
class _Plan:
    """What is the same for all languages of a build; see `build`."""

    folders: Mapping[str, Path]
    site: Path
    locale: Path | None
    manual: str | None
    source_language: str
    engine: str
    title: str | None
    copyright: str
    plain: bool
    strict: bool

    def parts(self, lang: str) -> list[str]:
        """The folders of the site's own documents that a language has, the top one first."""
        # Guide and reference tell of Hoyle itself. The reference is in English: it is built once, beside our own pages.
        ours = ["guide", *(["api"] if lang == self.reference else [])] if self._is_of_ours and not self.plain else []
        return ["", *ours]

    @property
    def _is_of_ours(self) -> bool:
        ours = data.folder("docbook").resolve()
        return not self.manual and all(folder.resolve().is_relative_to(ours) for folder in self.folders.values())

    @property
    def reference(self) -> str:
        """The language that the reference of the packages is built with."""
        return self.source_language if self.source_language in self.folders else next(iter(self.folders))

    def own(self, lang: str) -> list[str]:
        """The names of the site's own documents in a language."""
        return [f"{part}/{path.stem}".removeprefix("/") for part in self.parts(lang) for path in self.documents(part)]

    def documents(self, part: str) -> list[Path]:
        """The site's own documents in one of its folders."""
        found = sorted((self.site / part).glob("*.rst"))
        return [path for path in found if not (self.plain and path.stem == "verification" and not part)]


@contextlib.contextmanager
def _place_beside(output: Path) -> Iterator[Path]:
    """A folder beside `output`, gone afterwards. Those of builds that were killed go too."""
    output.parent.mkdir(parents=True, exist_ok=True)
    if output.exists() and not output.is_dir():
        raise BuildError(_("{path}: this is a file; the site needs a folder").format(path=output))
    if other := _no_part_of_a_site(output):
        raise BuildError(
            _("{folder}: it holds “{name}”, which a new site would replace; name another folder").format(
                folder=output, name=other
            )
        )
    for left in output.parent.glob(f".{output.name}.building-*"):
        pid = left.name.rpartition("-")[2]
        if not (pid.isdigit() and _is_running(int(pid))):
            shutil.rmtree(left, ignore_errors=True)
    building = output.parent / f".{output.name}.building-{os.getpid()}"
    building.mkdir()
    try:
        yield building
    finally:
        shutil.rmtree(building, ignore_errors=True)


def _no_part_of_a_site(output: Path) -> str:
    """The first thing in a folder that no build has put there; empty where there is none."""
    names = sorted(path.name for path in output.iterdir()) if output.is_dir() else []
    sites = [name for name in names if (output / name / "_static" / "hoyle.css").is_file()]
    return next((name for name in names if name not in sites and not (sites and name == "index.html")), "")


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _put_in_place(building: Path, output: Path) -> None:
    """Let the new site take the old one's place; on failure the old one comes back."""
    before = output.parent / f".{output.name}.building-before-{os.getpid()}"
    had_one = output.exists()
    if had_one:
        output.rename(before)
    try:
        building.rename(output)
    except OSError:
        if had_one:
            before.rename(output)
        raise
    shutil.rmtree(before, ignore_errors=True)


def _job(plan: _Plan, lang: str, building: Path, output: Path, kept: Path | None) -> dict[str, object]:
    """Lay out the sources of one language, and say what its process has to do."""
    site, folders = plan.site, plan.folders
    # Doctrees are of use to the next build only where that one may go on from them.
    work = (kept or building / ".work") / lang
    sources = work / "sources"
    shutil.rmtree(sources, ignore_errors=True)
    sources.mkdir(parents=True)
    for page in plan.documents(""):
        (sources / page.name).symlink_to(page.resolve())
    (sources / "games").symlink_to(folders[lang].resolve(), target_is_directory=True)
    for part in plan.parts(lang):
        if part and (site / part).is_dir():
            (sources / part).symlink_to((site / part).resolve(), target_is_directory=True)
    if kept and (output / lang).is_dir() and (work / "doctrees").is_dir():
        shutil.copytree(output / lang, building / lang, copy_function=_copy)
    has_reference = (sources / "api").is_dir()
    return {
        "lang": lang,
        "number": list(folders).index(lang),
        "of": len(folders),
        "sources": str(sources),
        "config": str(site.resolve()),
        "output": str(building / lang),
        "doctrees": str(work / "doctrees"),
        "strict": plan.strict,
        "manual": plan.manual,
        "title": plan.title,
        "folders": {code: str(folder) for code, folder in folders.items()},
        "own": {code: plan.own(code) for code in folders},
        # Where the files really are, for messages.
        "places": {
            str(sources / "games"): str(folders[lang]),
            str(sources / "guide"): str(site / "guide"),
            str(sources / "api"): str(site / "api"),
            str(sources): str(site),
        },
        "settings": {
            **({"extensions": ["hoyle.publish", "sphinx.ext.autodoc"]} if has_reference else {}),
            "language": lang,
            "copyright": plan.copyright,
            "hoyle_rules": not plan.plain,
            "hoyle_engine": plan.engine,
            "hoyle_languages": list(folders),
            "hoyle_source_language": plan.source_language,
            "hoyle_pages": {code: str(folder.resolve()) for code, folder in folders.items()},
            "hoyle_locale": str(plan.locale.resolve()) if plan.locale else "",
            "hoyle_reference": f"../{plan.reference}/api/index"
            if lang != plan.reference and "api" in plan.parts(plan.reference) and (site / "api").is_dir()
            else "",
        },
    }


def _copy(source: str, target: str) -> None:
    """Copy what Sphinx looks at, which is when a file was written, and not what the system keeps besides."""
    shutil.copyfile(source, target)
    status = os.stat(source)  # noqa: PTH116
    os.utime(target, ns=(status.st_atime_ns, status.st_mtime_ns))


def _run(jobs: Sequence[dict[str, object]], progress: Progress | None) -> list[LanguageReport]:
    """Run every job in a process of its own. Raises `BuildError` where one fails."""
    processes: list[subprocess.Popen[str]] = []
    results: dict[str, dict[str, object]] = {}
    errors: dict[str, str] = {}

    def follow(job: dict[str, object], process: subprocess.Popen[str]) -> None:
        lang = str(job["lang"])
        assert process.stdin is not None
        assert process.stdout is not None
        # The pipe stays open: its end tells the process that this one is no more.
        process.stdin.write(json.dumps(job) + "\n")
        process.stdin.flush()
        for line in process.stdout:
            told = json.loads(line)
            if "phase" in told:
                if progress:
                    progress(lang, told["phase"], told["done"], told["total"])
            else:
                results[lang] = told
        errors[lang] = process.stderr.read() if process.stderr else ""
        process.wait()
        process.stdin.close()

    try:
        threads = []
        for job in jobs:
            process = subprocess.Popen(
                [sys.executable, "-m", "hoyle.publish.one_language"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                # Sets come in the same order each time, so that the bytes are the same.
                env={**os.environ, "PYTHONHASHSEED": "0", "PYTHONIOENCODING": "utf-8"},
            )
            processes.append(process)
            threads.append(threading.Thread(target=follow, args=(job, process), daemon=True))
            threads[-1].start()
        for thread in threads:
            while thread.is_alive():
                thread.join(0.2)
    finally:
        for process in processes:
            if process.poll() is None:
                process.terminate()
                process.wait()
    failed = []
    reports = []
    for job in jobs:
        lang = str(job["lang"])
        result = results.get(lang)
        if result is None:
            last = (errors.get(lang) or "").strip().splitlines()
            failed.append(f"{lang}: {last[-1] if last else _('the build was stopped')}")
        elif result["error"]:
            failed.append("\n".join([f"{lang}: {result['error']}", *(f"  {line}" for line in result["warnings"])]))  # type: ignore[attr-defined]
        else:
            reports.append(
                LanguageReport(
                    lang,
                    int(result["documents"]),  # type: ignore[call-overload]
                    tuple(result["warnings"]),  # type: ignore[arg-type]
                    float(result["seconds"]),  # type: ignore[arg-type]
                    int(result["unreadable"]),  # type: ignore[call-overload]
                    str(result["name"]),
                    str(result["about"]),
                    bool(result["can_go_on"]),
                )
            )
    if failed:
        raise BuildError("\n".join(failed))
    return reports


def _write_root(building: Path, reports: Sequence[LanguageReport], source_language: str) -> None:
    """The page that the site opens with: a choice of language."""
    languages = [report.lang for report in reports]
    links = "\n".join(
        f'        <li><a href="{escape(report.lang)}/index.html" hreflang="{escape(report.lang)}" '
        f'lang="{escape(report.lang)}"><strong>{escape(report.name)}</strong> {escape(report.about)}</a></li>'
        for report in reports
    )
    alternates = "\n".join(
        f'    <link rel="alternate" hreflang="{escape(lang)}" href="{escape(lang)}/index.html">' for lang in languages
    )
    first = source_language if source_language in languages else languages[0]
    (building / "index.html").write_text(
        f"""<!DOCTYPE html>
<html lang="{escape(first)}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Hoyle</title>
    <link rel="stylesheet" href="{escape(first)}/_static/hoyle.css">
    <link rel="icon" href="{escape(first)}/_static/hoyle.svg">
{alternates}
  </head>
  <body class="choose">
    <main>
      <h1>Hoyle</h1>
      <ul>
{links}
      </ul>
    </main>
  </body>
</html>
""",
        encoding="utf-8",
    )
