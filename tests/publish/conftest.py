"""A site built once, a server for it, and a browser to open it in."""

from __future__ import annotations

import base64
import fcntl
import json
import os
import shutil
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from docutils import nodes
from docutils.utils import new_document
from lxml import etree

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Leave the user's cache folder alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project's own site, all languages; no test changes it. Processes that share the tests share it."""
    from hoyle.publish.build import build

    base = tmp_path_factory.getbasetemp()
    output = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "published"
    with output.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not output.exists():
            build(("en", "fr", "eu"), output, engine="reference", strict=True)
    return output


@pytest.fixture(scope="session")
def small_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources of a site with nothing but games, so that little has to be built."""
    from hoyle import data

    made = tmp_path_factory.mktemp("sources")
    for path in data.folder("site").iterdir():
        if path.name not in ("guide", "api", "glossary.rst", "index.rst"):
            (made / path.name).symlink_to(path, target_is_directory=path.is_dir())
    documents = ("verification", "translation", "games/*")
    (made / "index.rst").write_text(
        ".. hoyle-front::\n\n.. toctree::\n   :glob:\n   :hidden:\n\n" + "".join(f"   {name}\n" for name in documents)
    )
    return made


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """Where the site is served, under a strict Content-Security-Policy."""
    from hoyle.publish.serve import Server

    server = Server(site, 0)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server.url
    server.shutdown()
    server.server_close()


@pytest.fixture
def doctree() -> Callable[..., nodes.document]:
    """Renders DocBook given as a string; warnings are collected in the document's `warned`."""
    from hoyle.publish.doctree import Renderer

    def render(source: str, lang: str = "en") -> nodes.document:
        document = new_document("page.xml")
        warned: list[tuple[str, str]] = []
        renderer = Renderer(document, lang, lambda kind, message, element: warned.append((kind, message)))
        renderer.render(etree.fromstring(source))
        document.children[0].extend(renderer.notes)  # type: ignore[attr-defined]
        document.warned = warned  # type: ignore[attr-defined]
        return document

    return render


class Browser:
    """Chromium, driven over the WebDriver protocol."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        self._driver = subprocess.Popen(
            [str(DRIVER), f"--port={self._port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        for _try in range(100):
            try:
                self._call("GET", "/status")
                break
            except OSError:
                time.sleep(0.1)
        arguments = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--hide-scrollbars",
            f"--user-data-dir={folder}",
        ]
        wanted = {
            "browserName": "chrome",
            "goog:chromeOptions": {"args": arguments, "binary": CHROMIUM},
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
        }
        session = self._call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self._session = f"/session/{session['sessionId']}"

    def _call(self, method: str, path: str, body: Any = None) -> Any:
        request = urllib.request.Request(
            f"http://127.0.0.1:{self._port}{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()[:1000]) from None

    def _devtools(self, command: str, **parameters: Any) -> Any:
        return self._call("POST", f"{self._session}/goog/cdp/execute", {"cmd": command, "params": parameters})

    def show(self, address: str, *, width: int = 1200, dark: bool = False, scripts: bool = True) -> None:
        """Open a page, in a window so wide."""
        self._devtools(
            "Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 600
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self._devtools("Emulation.setEmulatedMedia", features=[scheme])
        self._devtools("Emulation.setScriptExecutionDisabled", value=not scripts)
        self._call("POST", f"{self._session}/url", {"url": address})

    def run(self, script: str, *arguments: Any) -> Any:
        """What a script returns that runs in the page."""
        return self._call("POST", f"{self._session}/execute/sync", {"script": script, "args": list(arguments)})

    def until(self, script: str, seconds: float = 10) -> Any:
        """What a script returns, as soon as that is something."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if value := self.run(script):
                return value
            time.sleep(0.05)
        raise AssertionError(f"nothing came of {script}")

    def press(self, key: str) -> None:
        """Press and release a key."""
        typed = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self._call(
            "POST", f"{self._session}/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": typed}]}
        )

    def complaints(self) -> list[str]:
        """What the console has said since the last call."""
        return [entry["message"] for entry in self._call("POST", f"{self._session}/se/log", {"type": "browser"})]

    def requests(self) -> list[str]:
        """The addresses asked for since the last call."""
        entries = self._call("POST", f"{self._session}/se/log", {"type": "performance"})
        told = [json.loads(entry["message"])["message"] for entry in entries]
        return [event["params"]["request"]["url"] for event in told if event["method"] == "Network.requestWillBeSent"]

    def picture(self) -> bytes:
        """A screenshot, as PNG."""
        return base64.b64decode(self._call("GET", f"{self._session}/screenshot"))

    def close(self) -> None:
        """End the browser."""
        try:
            self._call("DELETE", self._session)
        finally:
            self._driver.terminate()
            self._driver.wait()


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A headless Chromium."""
    if not (CHROMIUM and DRIVER):
        pytest.skip("chromium and chromedriver (Debian: chromium-driver) are not installed")
    opened = Browser(tmp_path_factory.mktemp("browser"))
    yield opened
    opened.close()
