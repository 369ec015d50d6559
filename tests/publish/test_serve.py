"""Serving while pages change."""

from __future__ import annotations

import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hoyle.publish.serve import Server, state


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    (tmp_path / "site").mkdir()
    (tmp_path / "site/index.html").write_text("<html><head></head><body>Hoyle</body></html>")
    (tmp_path / "secret.txt").write_text("secret")
    running = Server(tmp_path / "site", 0)
    threading.Thread(target=running.serve_forever, daemon=True).start()
    yield running
    running.shutdown()
    running.server_close()


def get(url: str, host: str | None = None) -> tuple[int, str, dict[str, str]]:
    request = urllib.request.Request(url, headers={"Host": host} if host else {})
    try:
        with urllib.request.urlopen(request, timeout=5) as answer:
            return answer.status, answer.read().decode(), dict(answer.headers)
    except urllib.error.HTTPError as error:
        return error.code, "", dict(error.headers)


def test_pages_reload_when_the_site_was_built_again(server: Server) -> None:
    _status, page, _headers = get(server.url)
    assert '<script src="/-/reload.js" defer></script>' in page
    before = get(f"{server.url}-/version")[1]
    server.version += 1
    assert get(f"{server.url}-/version")[1] != before


def test_only_this_computer_is_served(server: Server) -> None:
    assert server.server_address[0] == "127.0.0.1"
    assert get(server.url, host="evil.example")[0] == 421
    assert get(server.url, host="localhost:1")[0] == 200


@pytest.mark.parametrize("path", ["../secret.txt", "%2e%2e/secret.txt", "..%2fsecret.txt", "/etc/passwd"])
def test_nothing_outside_the_site_is_served(server: Server, path: str) -> None:
    assert get(server.url + path)[0] == 404


def test_answers_carry_a_strict_policy(server: Server) -> None:
    policy = get(server.url)[2]["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy


def test_a_change_to_a_page_is_noticed(tmp_path: Path) -> None:
    page = tmp_path / "golf.xml"
    page.write_text("<article/>")
    before = state([tmp_path])
    assert state([tmp_path]) == before
    page.write_text("<article><title>Golf</title></article>")
    assert state([tmp_path]) != before


@pytest.mark.long
def test_a_page_that_changes_is_built_again_and_a_broken_one_leaves_the_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hoyle.publish import serve as serving

    pages = tmp_path / "en"
    pages.mkdir()
    golf = pages / "golf.xml"
    golf.write_text('<article xml:lang="en"><title>Golf</title><para>Seven piles.</para></article>')
    monkeypatch.setattr(serving, "sources", lambda languages, pages: [tmp_path / "en"])
    said: list[str] = []
    stop = threading.Event()
    output = tmp_path / "site"
    thread = threading.Thread(
        target=serving.serve,
        args=(("en",), output, 0),
        kwargs={"pages": {"en": pages}, "say": said.append, "every": 0.05, "stop": stop},
        daemon=True,
    )
    thread.start()

    def until(done: Callable[[], bool]) -> None:
        end = time.monotonic() + 60
        while not done():
            assert time.monotonic() < end, said
            time.sleep(0.05)

    until(lambda: any("http://127.0.0.1:" in line for line in said))
    golf.write_text('<article xml:lang="en"><title>Golf</title><para>Eight piles.</para></article>')
    until(lambda: "Eight" in (output / "en/games/golf.html").read_text(encoding="utf-8"))
    stop.set()
    thread.join()
