"""The process that builds one language: a job as a JSON line on standard input, progress as such lines on its output.

It ends when its standard input does, which is when the process that started it is gone.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import io
import json
import logging
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable
from importlib.util import find_spec, module_from_spec
from operator import itemgetter
from pathlib import Path
from types import ModuleType
from typing import Any

from hoyle.publish.documents import apart, document_of, forget_removed, pages_of
from hoyle.publish.words import language_name, marked, words


def run(job: dict[str, Any], tell: Any) -> dict[str, Any]:
    """Build, and return documents, warnings, processor seconds and the error, if any."""
    from sphinx import application
    from sphinx.errors import SphinxError
    from sphinx.locale import init_console
    from sphinx.util.console import nocolor

    _load_only_what_serves(application)
    logging.disable(logging.INFO)  # nobody is told of it
    nocolor()
    init_console()  # what goes wrong is told in the user's language
    warnings = io.StringIO()
    output, doctrees = Path(job["output"]), Path(job["doctrees"])
    error = None
    documents = 0
    warned = _Warned()
    try:
        settings = {**job["settings"], **_of_documents(job)}
        if (doctrees / BUILD_INFO).is_file() and output.is_dir():
            shutil.copy2(doctrees / BUILD_INFO, output)
        app = application.Sphinx(
            srcdir=job["sources"],
            confdir=job["config"],
            outdir=output,
            doctreedir=doctrees,
            buildername="html",
            confoverrides=settings,
            status=None,
            warning=warnings,
            warningiserror=bool(job["strict"]),
        )
        _keep_templates(app, doctrees)
        _keep_contents(app)
        search = _Search(app, doctrees)
        warned.listen(app)
        _tell_progress(app, job, tell)
        app.connect("env-get-outdated", _changed)
        app.build()
        documents = len(app.env.all_docs)
        if app.statuscode:
            error = "warnings count as errors"
        search.keep()
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
        "name": language_name(job["lang"]),
        "about": words(job["lang"]).gettext(marked("The rules of card games for one player")),
        "can_go_on": not warned.elsewhere,
    }


def _of_documents(job: dict[str, Any]) -> dict[str, Any]:
    """The settings that follow from which documents there are; what is left of others in the output goes."""
    folders = {lang: Path(folder) for lang, folder in job["folders"].items()}
    pages = {lang: pages_of(folder, job["manual"]) for lang, folder in folders.items()}
    documents = {
        lang: [*sorted(document_of(page, folders[lang]) for page in found), *job["own"][lang]]
        for lang, found in pages.items()
    }
    here = folders[job["lang"]]
    forget_removed(Path(job["output"]), documents[job["lang"]])
    title = (job["manual"] and _title(here / job["manual"])) or job["title"]
    return {
        "hoyle_documents": documents,
        **({"exclude_patterns": ["conf.py", "theme", *left]} if (left := apart(here, pages[job["lang"]])) else {}),
        **({"project": title, "html_title": title} if title else {}),
    }


def _title(book: Path) -> str:
    """The title of a book, as far as it can be read."""
    from hoyle.docbook.page import PageError
    from hoyle.docbook.reader import read_page

    try:
        title = read_page(book, chapters=False).title
    except PageError:  # told where the book is read for its own sake
        title = None
    return title.value.strip() if title else ""


def _load_only_what_serves(application: Any) -> None:
    """Spare what Sphinx loads for every other format, an HTTP client among it: a good part of its start."""
    kept = ("sphinx.builders.html", "sphinx.builders.gettext")  # the settings of the second are asked for by all
    application.builtin_extensions = tuple(
        name
        for name in application.builtin_extensions
        if name in kept or not name.startswith(("sphinx.builders.", "sphinxcontrib."))
    )
    # With these, pictures from elsewhere are fetched, examples tried out, formulas set and dates put in words: hardly
    # a page of ours asks for that.
    for name in (
        "ssl",
        "multiprocessing",
        "babel.dates",
        "docutils.utils.math.latex2mathml",
        "docutils.utils.math.math2html",
        "docutils.utils.math.tex2mathml_extern",
        "docutils.utils.math.unichar2tex",
        "sphinx.util.requests",
        "sphinx.ext.doctest",
    ):
        _load_when_used(name)


class _WhenUsed(ModuleType):
    """A module that is run when something in it is asked for.

    (That of `importlib.util` is run by the next import already, which asks for its specification.)
    """

    def __getattr__(self, name: str) -> Any:
        if self.__class__ is _WhenUsed and self.__spec__ and self.__spec__.loader:
            object.__setattr__(self, "__class__", ModuleType)
            self.__spec__.loader.exec_module(self)
        return getattr(self, name)


def _load_when_used(name: str) -> None:
    """Have a module that others import run only when something in it is asked for."""
    spec = find_spec(name)
    if spec is not None and name not in sys.modules:
        module = sys.modules[name] = module_from_spec(spec)
        module.__class__ = _WhenUsed
        package, _dot, last = name.rpartition(".")
        if package:
            setattr(sys.modules[package], last, module)


def _keep_templates(app: Any, doctrees: Path) -> None:
    """Spare the next build the compiling of templates, which are the same in it."""
    from jinja2 import FileSystemBytecodeCache

    (kept := doctrees / "templates").mkdir(parents=True, exist_ok=True)
    app.builder.templates.environment.bytecode_cache = FileSystemBytecodeCache(str(kept))


def _keep_contents(app: Any) -> None:
    """Write documents that list others again only where these have other headings."""
    headings: dict[str, str] = {}

    def to_read(app: Any, env: Any, docnames: list[str]) -> None:
        headings.update({name: env.tocs[name].pformat() for name in docnames if name in env.tocs})

    def to_write(app: Any, builder: Any) -> None:
        tocs = app.env.tocs
        app.env.files_to_rebuild = {
            name: lists
            for name, lists in app.env.files_to_rebuild.items()
            if name not in headings or name not in tocs or tocs[name].pformat() != headings[name]
        }

    app.connect("env-before-read-docs", to_read)
    app.connect("write-started", to_write)


class _Search:
    """What the search index is made of and Sphinx forgets: the stems of words, and index terms of pages that stay."""

    def __init__(self, app: Any, doctrees: Path) -> None:
        self._path = doctrees / "search.json"
        self._stems: dict[str, str] = {}
        self._stem: Callable[[str], str] | None = None
        self._entries: dict[str, list[tuple[str, str, str]]] = {}
        app.connect("doctree-resolved", self._serve, priority=0)
        app.connect("html-page-context", self._serve)  # of the search, where no document is written

    def _serve(self, app: Any, *_about: Any) -> None:
        indexer = getattr(app.builder, "indexer", None)
        if self._stem is not None or indexer is None:
            return
        self._stem, indexer.lang.stem = indexer.lang.stem, self.stem
        self._entries = indexer._index_entries
        with contextlib.suppress(OSError, ValueError):
            self._stems, entries = json.loads(self._path.read_text(encoding="utf-8"))
            for name, found in entries.items():
                if name in indexer._titles:
                    self._entries[name] = [tuple(entry) for entry in found]

    def stem(self, word: str) -> str:
        """The stem of a word."""
        found = self._stems.get(word)
        if found is None:
            assert self._stem is not None
            found = self._stems[word] = self._stem(word)
        return found

    def keep(self) -> None:
        """Write them down."""
        self._path.write_text(json.dumps([self._stems, self._entries]), encoding="utf-8")


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
    # Documents come in their order, whichever were written last.
    index["indexentries"] = {word: sorted(where, key=itemgetter(0)) for word, where in index["indexentries"].items()}
    path.write_text(start + json.dumps(index, separators=(",", ":"), sort_keys=True) + end, encoding="utf-8")


def main() -> None:
    """Read a job, do it, tell the result."""
    out = sys.stdout
    # What extensions may print must not mix with what the parent reads.
    sys.stdout = sys.stderr

    def tell(message: dict[str, Any]) -> None:
        out.write(json.dumps(message) + "\n")
        out.flush()

    # What is loaded and read stays to the end: to look for what could go takes a tenth of the time.
    gc.set_threshold(100_000)
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
