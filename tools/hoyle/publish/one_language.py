"""The process that builds one language: a job as a JSON line on standard input, progress as such lines on its output.

It ends when its standard input does, which is when the process that started it is gone.
"""

from __future__ import annotations

import hashlib
import io
import json
import logging
import os
import shutil
import sys
import threading
import time
from importlib.util import LazyLoader, find_spec, module_from_spec
from pathlib import Path
from typing import Any


def run(job: dict[str, Any], tell: Any) -> dict[str, Any]:
    """Build, and return documents, warnings, processor seconds and the error, if any."""
    from sphinx import application
    from sphinx.errors import SphinxError
    from sphinx.locale import init_console
    from sphinx.util.console import nocolor

    _load_only_what_serves(application)
    nocolor()
    init_console()  # what goes wrong is told in the user's language
    warnings = io.StringIO()
    output, doctrees = Path(job["output"]), Path(job["doctrees"])
    error = None
    documents = 0
    warned = _Warned()
    try:
        if (doctrees / BUILD_INFO).is_file() and output.is_dir():
            shutil.copy2(doctrees / BUILD_INFO, output)
        app = application.Sphinx(
            srcdir=job["sources"],
            confdir=job["config"],
            outdir=output,
            doctreedir=doctrees,
            buildername="html",
            confoverrides=job["settings"],
            status=None,
            warning=warnings,
            warningiserror=bool(job["strict"]),
        )
        warned.listen(app)
        _tell_progress(app, job, tell)
        app.connect("env-get-outdated", _changed)
        app.build()
        documents = len(app.env.all_docs)
        if app.statuscode:
            error = "warnings count as errors"
        _tidy(output, doctrees)
    except SphinxError as problem:
        error = f"{problem.category}: {problem}"
    except OSError as problem:
        error = f"{problem.filename or job['output']}: {problem.strerror or problem}"
    told = warnings.getvalue()
    for here, there in job["places"].items():
        told = told.replace(here, there)
    return {
        "documents": documents,
        "warnings": [line for line in told.splitlines() if line.strip()],
        "seconds": time.process_time(),
        "error": error,
        "unreadable": warned.unreadable,
        "can_go_on": not warned.elsewhere,
    }


def _load_only_what_serves(application: Any) -> None:
    """Spare what Sphinx loads for every other format, an HTTP client among it: a good part of its start."""
    kept = ("sphinx.builders.html", "sphinx.builders.gettext")  # the settings of the second are asked for by all
    application.builtin_extensions = tuple(
        name
        for name in application.builtin_extensions
        if name in kept or not name.startswith(("sphinx.builders.", "sphinxcontrib."))
    )
    # Pictures from elsewhere are fetched with it, which no page of ours asks for.
    _load_when_used("sphinx.util.requests")


def _load_when_used(name: str) -> None:
    """Have a module that others import run only when something in it is asked for."""
    spec = find_spec(name)
    if spec is None or spec.loader is None or name in sys.modules:
        return
    spec.loader = LazyLoader(spec.loader)
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)


def _tell_progress(app: Any, job: dict[str, Any], tell: Any) -> None:
    done = {"read": 0, "write": 0}
    total = {"read": 0, "write": 0}

    def step(phase: str) -> None:
        done[phase] += 1
        tell({"phase": phase, "done": done[phase], "total": max(total[phase], done[phase])})

    def to_read(app: Any, env: Any, docnames: list[str]) -> None:
        total["read"] = len(docnames)
        # Each language begins with another game: what games do is found out once, not once a language.
        start = job["number"] * len(docnames) // job["of"]
        docnames[:] = docnames[start:] + docnames[:start]

    def read(app: Any, doctree: Any) -> None:
        step("read")

    def resolved(app: Any, doctree: Any, docname: str) -> None:
        total["write"] = max(total["write"], total["read"])
        step("write")

    app.connect("env-before-read-docs", to_read)
    app.connect("doctree-read", read)
    app.connect("doctree-resolved", resolved)


def _changed(app: Any, env: Any, added: set[str], changed: set[str], removed: set[str]) -> list[str]:
    """The documents to read again besides those that are newer: by content, and where something was said of them."""
    if not hasattr(env, "hoyle_sums"):
        env.hoyle_sums, env.hoyle_warned = {}, set()
    sums = {name: _sum(env, name) for name in sorted(env.found_docs)}
    again = env.hoyle_warned | {name for name, found in sums.items() if env.hoyle_sums.get(name) != found}
    env.hoyle_sums, env.hoyle_warned = sums, set()
    return sorted(again)


def _sum(env: Any, docname: str) -> str:
    """The sum of a document's own file. (Of those that it includes Sphinx watches the times.)"""
    try:
        return hashlib.sha256(env.doc2path(docname).read_bytes()).hexdigest()
    except OSError:
        return ""


class _Warned(logging.Handler):
    """Keeps what was said, by document: a build that goes on from this one has to say it again."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.unreadable = 0
        self.elsewhere = False
        """Whether something was said that is not of reading one document."""
        self._app: Any = None

    def listen(self, app: Any) -> None:
        """Hear what is said from here on."""
        from sphinx.util.logging import NAMESPACE, WarningSuppressor

        self._app = app
        self.addFilter(WarningSuppressor(app))
        logging.getLogger(NAMESPACE).addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Note a warning, once: Sphinx passes those of reading on a second time."""
        if getattr(record, "is_noted", False):
            return
        record.is_noted = True
        from sphinx.util.build_phase import BuildPhase

        if (getattr(record, "type", ""), getattr(record, "subtype", "")) == ("hoyle", "unreadable"):
            self.unreadable += 1
        name = self._app.env.current_document.docname
        if self._app.phase == BuildPhase.READING and name:
            self._app.env.hoyle_warned.add(name)
        else:
            self.elsewhere = True


BUILD_INFO = ".buildinfo"
"""What Sphinx knows a change of settings by."""


def _tidy(output: Path, doctrees: Path) -> None:
    """Remove what only Sphinx itself wants, and what our pages do not load."""
    shutil.move(output / BUILD_INFO, doctrees / BUILD_INFO)
    for name in (f"{BUILD_INFO}.bak", "objects.inv"):
        (output / name).unlink(missing_ok=True)
    for name in (
        "basic.css",
        "doctools.js",
        "sphinx_highlight.js",
        "translations.js",
        "file.png",
        "plus.png",
        "minus.png",
    ):
        (output / "_static" / name).unlink(missing_ok=True)
    shutil.rmtree(output / ".doctrees", ignore_errors=True)
    _drop_words_of_nobody(output / "searchindex.js")


def _drop_words_of_nobody(path: Path) -> None:
    """Take from the index what an incremental build leaves in it: words that no document has any more."""
    start, end = "Search.setIndex(", ")"
    index = json.loads(path.read_text(encoding="utf-8").removeprefix(start).removesuffix(end))
    for table in ("alltitles", "indexentries", "terms", "titleterms"):
        index[table] = {word: where for word, where in index[table].items() if where != []}
    path.write_text(start + json.dumps(index, separators=(",", ":"), sort_keys=True) + end, encoding="utf-8")


def main() -> None:
    """Read a job, do it, tell the result."""
    out = sys.stdout
    # What extensions may print must not mix with what the parent reads.
    sys.stdout = sys.stderr

    def tell(message: dict[str, Any]) -> None:
        out.write(json.dumps(message) + "\n")
        out.flush()

    job = json.loads(sys.stdin.readline())
    threading.Thread(target=_end_with_parent, daemon=True).start()
    tell(run(job, tell))
    sys.stderr.flush()
    os._exit(0)  # all is written and told: taking apart what is in memory would take a third of a second


def _end_with_parent() -> None:
    """Wait for the end of standard input; nobody is left then to take the result."""
    while os.read(0, 1):  # not by `sys.stdin`, which would be locked when this process ends
        pass
    os._exit(1)


if __name__ == "__main__":
    main()
