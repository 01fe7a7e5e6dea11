"""One built site, one server and one Chromium for all tests that need a reader."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from press.install import ROOT
from press.serve import Handler, server

LANGUAGES = ("en", "zh")
HOST = ('<!doctype html><meta charset="utf-8"><title>host</title><link rel="icon" href="data:,">'
        '<iframe sandbox="{sandbox}" title="plate" width="600" height="900" src="{src}"></iframe>')


def settles(read: Callable[[], object], want: object, seconds: float = 20) -> None:
    """Read until what a reader sees is what it should be, and say what it was if that never comes."""
    until = time.monotonic() + seconds
    while read() != want and time.monotonic() < until:
        time.sleep(0.05)
    assert read() == want


@dataclass(frozen=True)
class Served:
    """A site on disk and where it is served."""

    folder: Path
    url: str


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The real site, as `build.py` writes it."""
    folder = tmp_path_factory.mktemp("built") / "site"
    subprocess.run([sys.executable, "build.py", "--out", str(folder)], cwd=ROOT, check=True, capture_output=True)
    with serving(folder) as url:
        yield Served(folder, url)


class serving:  # noqa: N801 - reads as a verb where it is used
    """Serve a folder for as long as the block lasts."""

    def __init__(self, folder: Path, handler: type[Handler] = Handler):
        self._server = server(folder, handler=handler)

    def __enter__(self) -> str:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{self._server.server_port}"

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


@dataclass
class Reader:
    """A page in a fresh profile, with everything that went wrong in it."""

    page: Page
    context: BrowserContext
    url: str
    errors: list[str]
    requests: list[str]

    def open(self, path: str) -> Page:
        """Go to a path of the site and wait until its script has begun."""
        self.page.goto(self.url + path)
        self.page.wait_for_selector("html[data-ready]")
        return self.page


@contextmanager
def readers(browser: Browser, site: Served) -> Iterator[Callable[..., Reader]]:
    """Make readers: `make(width=390, motion="reduce", ...)`. Errors fail the test unless it takes them."""
    made: list[Reader] = []

    def make(width: int = 1280, height: int = 900, scheme: str = "light", motion: str = "no-preference", script: str = "", **more) -> Reader:
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion=motion, **more)
        context.set_default_timeout(20_000)
        if script:
            context.add_init_script(script)
        page = context.new_page()
        one = Reader(page, context, site.url, [], [])
        page.on("console", lambda m: m.type == "error" and one.errors.append(m.text))
        page.on("pageerror", lambda e: one.errors.append(str(e)))
        page.on("request", lambda r: one.requests.append(r.url))
        made.append(one)
        return one

    yield make
    for one in made:
        one.context.close()
    assert not [error for one in made for error in one.errors]


@pytest.fixture
def reader(browser: Browser, site: Served) -> Iterator[Callable[..., Reader]]:
    """Readers of one test."""
    with readers(browser, site) as make:
        yield make


@pytest.fixture
def hosting(reader, tmp_path):
    """Open a page of another origin: `hosting(html)` is a reader of it."""
    servers = []

    def open_(html: str, handler=Handler, **more):
        (tmp_path / "index.html").write_text(html, encoding="utf-8")
        servers.append(serving(tmp_path, handler))
        one = reader(width=700, height=950, **more)
        one.page.goto(servers[-1].__enter__())
        return one

    yield open_
    for each in servers:
        each.__exit__()


@pytest.fixture
def hosted(hosting, site):
    """Open an embed in a frame of a page on another origin."""

    def open_(lang: str, sandbox: str, query: str = "", plate: str = "diffusionlm"):
        one = hosting(HOST.format(sandbox=sandbox, src=f"{site.url}/embed/{lang}/{plate}/{query}"))
        frame = one.page.wait_for_selector("iframe").content_frame()
        frame.wait_for_selector("html[data-ready]")
        return one, frame

    return open_


def front(page: Page) -> list[str]:
    """What stands in the chase, place by place: a letter, or nothing for a blank."""
    return page.eval_on_selector_all(
        "[data-form=front] [data-place]",
        "sorts => sorts.map(s => s.dataset.state === 'set' ? (s.dataset.space !== undefined ? ' ' : s.querySelector('.face').textContent) : '')",
    )
