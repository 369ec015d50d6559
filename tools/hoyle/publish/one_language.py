"""The process that builds one language: a job as JSON on standard input, progress as JSON lines on standard output."""

from __future__ import annotations

import io
import json
import shutil
import sys
import time
from pathlib import Path
from typing import Any


def run(job: dict[str, Any], tell: Any) -> dict[str, Any]:
    """Build, and return documents, warnings, processor seconds and the error, if any."""
    from sphinx.application import Sphinx
    from sphinx.errors import SphinxError
    from sphinx.util.console import nocolor

    nocolor()
    warnings = io.StringIO()
    done = {"read": 0, "write": 0}
    total = {"read": 0, "write": 0}

    def step(phase: str) -> None:
        done[phase] += 1
        tell({"phase": phase, "done": done[phase], "total": max(total[phase], done[phase])})

    error = None
    documents = 0
    try:
        app = Sphinx(
            srcdir=job["sources"],
            confdir=job["config"],
            outdir=job["output"],
            doctreedir=job["doctrees"],
            buildername="html",
            confoverrides=job["settings"],
            status=None,
            warning=warnings,
            warningiserror=bool(job["strict"]),
        )

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
        app.build()
        documents = len(app.env.all_docs)
        if app.statuscode:
            error = "warnings count as errors"
        _tidy(Path(job["output"]))
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
    }


def _tidy(output: Path) -> None:
    """Remove what only Sphinx itself wants, and what our pages do not load."""
    for name in (".buildinfo", "objects.inv"):
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

    tell(run(json.load(sys.stdin), tell))


if __name__ == "__main__":
    main()
