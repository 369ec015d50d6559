"""Serves the site to this computer only, builds it again when something changes, and tells open pages to reload."""

from __future__ import annotations

import functools
import http.server
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from hoyle import data
from hoyle.messages import _
from hoyle.publish.build import BuildError, build

POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
"""What pages may load and run: only what lies in the site."""

RELOAD = b"""\
"use strict";
{
  let known = null;
  const ask = async () => {
    try {
      const now = await (await fetch("/-/version")).text();
      if (known !== null && now !== known) window.location.reload();
      known = now;
    } catch { /* the server is gone; it may come back */ }
    setTimeout(ask, 800);
  };
  ask();
}
"""


class Server(http.server.ThreadingHTTPServer):
    """Serves a folder on the loopback address. `version` counts the builds; pages that see it change reload."""

    daemon_threads = True
    version = 0
    is_serving = False

    def serve_forever(self, poll_interval: float = 0.5) -> None:
        """Answer requests until `shutdown` is called."""
        self.is_serving = True
        super().serve_forever(poll_interval)

    def __init__(self, folder: Path, port: int) -> None:
        super().__init__(("127.0.0.1", port), functools.partial(_Handler, directory=str(folder)))

    @property
    def url(self) -> str:
        """Where a browser finds the site."""
        return f"http://127.0.0.1:{self.server_address[1]}/"


class _Handler(http.server.SimpleHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        """Send a file of the site, with a script that reloads in each page."""
        if not self._is_for_us():
            return
        if self.path == "/-/version":
            self._send(str(self.server.version).encode(), "text/plain")
        elif self.path == "/-/reload.js":
            self._send(RELOAD, "text/javascript")
        elif page := self._page():
            content = page.read_bytes().replace(b"</head>", b'<script src="/-/reload.js" defer></script></head>', 1)
            self._send(content, "text/html; charset=utf-8")
        else:
            super().do_GET()

    def do_HEAD(self) -> None:
        """As GET, without the content."""
        if self._is_for_us():
            super().do_HEAD()

    def _is_for_us(self) -> bool:
        """Refuse requests under a foreign name: a page elsewhere might have its name point to this computer."""
        name = (self.headers.get("Host") or "").rpartition(":")[0] or (self.headers.get("Host") or "")
        if name in ("127.0.0.1", "localhost", "[::1]"):
            return True
        self.send_error(421)
        return False

    def _page(self) -> Path | None:
        path = Path(self.translate_path(self.path))
        if path.is_dir() and self.path.split("?")[0].endswith("/"):
            path = path / "index.html"
        return path if path.suffix == ".html" and path.is_file() else None

    def _send(self, content: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        with suppress(ConnectionError):  # the reader has left the page
            self.wfile.write(content)

    def end_headers(self) -> None:
        """Add what holds for every answer."""
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: the terminal is for builds."""


def serve(
    languages: Sequence[str],
    output: Path,
    port: int = 8000,
    *,
    pages: Mapping[str, Path] | None = None,
    locale: Path | None = None,
    source_language: str = "en",
    engine: str = "auto",
    say: Callable[[str], object] = lambda text: None,
    every: float = 0.5,
    title: str | None = None,
    copyright: str = "",
    stop: threading.Event | None = None,
) -> None:
    """Build the site, serve it, and build it again when a file that it is made of changes.

    That goes on until it is interrupted (Ctrl-C), or `stop` is set.

    `say` is told the address and how each build went; with port 0 a free one is chosen.
    A build that fails leaves the site that was there. Raises `BuildError` where the
    first build fails, and `OSError` where the port is taken.
    """
    output = output.absolute()
    server = Server(output, port)
    try:

        def rebuild() -> None:
            began = time.perf_counter()
            reports = build(
                languages,
                output,
                pages=pages,
                locale=locale,
                source_language=source_language,
                engine=engine,
                title=title,
                copyright=copyright,
                incremental=True,
            )
            for report in reports:
                for warning in report.warnings:
                    say(warning)
            say(_("Built in {seconds:.1f} s").format(seconds=time.perf_counter() - began))

        rebuild()
        threading.Thread(target=server.serve_forever, daemon=True).start()
        say(_("The site is at {url} (Ctrl-C ends)").format(url=server.url))
        folders = sources(languages, pages)
        seen = state(folders)
        stop = stop or threading.Event()
        while not stop.wait(every):
            now = state(folders)
            if now != seen:
                seen = now
                try:
                    rebuild()
                except BuildError as error:
                    say(str(error))
                server.version += 1
    except KeyboardInterrupt:
        pass
    finally:
        if server.is_serving:
            server.shutdown()
        server.server_close()


def sources(languages: Sequence[str], pages: Mapping[str, Path] | None = None) -> list[Path]:
    """The folders and files that a site is made of."""
    import hoyle
    import hoyle_engine

    folders = [(pages or {}).get(lang) or data.folder("docbook") / lang for lang in languages]
    catalogues = [data.folder("locale") / lang / "LC_MESSAGES" for lang in languages]
    packages = [Path(path) for package in (hoyle, hoyle_engine) for path in package.__path__]
    return [path for path in (*folders, *catalogues, *packages, data.folder("site")) if path.exists()]


def state(folders: Iterable[Path]) -> dict[str, tuple[int, int]]:
    """The files in and below folders, with their times and sizes."""
    found = {}
    for folder in folders:
        for path in [folder] if folder.is_file() else folder.rglob("*"):
            if path.suffix in (".pyc", ".swp") or path.name.endswith("~") or "__pycache__" in path.parts:
                continue
            try:
                if path.is_file():
                    status = path.stat()
                    found[str(path)] = (status.st_mtime_ns, status.st_size)
            except OSError:
                continue  # gone between listing and looking
    return found
