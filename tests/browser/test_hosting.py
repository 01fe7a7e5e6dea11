"""Where a site may lie: a plain server in a sub-folder, a host that says what may be kept, a line that goes away."""

from __future__ import annotations

import functools
import http.server
import threading

import pytest

from press.serve import Handler, server

from .test_bench import start_live
from .test_failures import fails
from .test_plate import go

PLATE = "/diffusionlm/"


class Plain(http.server.SimpleHTTPRequestHandler):
    """`python -m http.server`, on a machine that knows no type for WebAssembly. It compresses nothing."""

    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".wasm": "application/octet-stream"}
    asked: list[str] = []

    def do_GET(self) -> None:
        """A file; its path is noted."""
        self.asked.append(self.path)
        super().do_GET()

    def log_message(self, *args: object) -> None:
        """Quiet."""


class Noting(Handler):
    """build.py's own server, which notes what it was asked for."""

    asked: list[str] = []

    def do_GET(self) -> None:
        """A file; its path is noted."""
        self.asked.append(self.path)
        super().do_GET()


@pytest.fixture
def running():
    """Run servers for as long as a test lasts; the address of each."""
    made = []

    def run(httpd: http.server.ThreadingHTTPServer) -> str:
        threading.Thread(target=httpd.serve_forever, daemon=True).start()
        made.append(httpd)
        return f"http://127.0.0.1:{httpd.server_port}"

    yield run
    for httpd in made:
        httpd.shutdown()
        httpd.server_close()


def test_a_plain_server_with_wrong_types_in_a_sub_folder(reader, site, running):
    Plain.asked.clear()
    one = reader(motion="reduce")
    one.url = running(http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Plain, directory=str(site.folder.parent))))
    page = one.open(f"/{site.folder.name}/en{PLATE}")
    go(page, "bench")
    start_live(page)
    packed = [path for path in Plain.asked if path.endswith(".gz")]
    assert len(packed) == 3, "the archives came packed, since this server packs nothing itself"


def test_a_second_page_starts_from_what_the_first_fetched(reader, site, running):
    Noting.asked.clear()
    one = reader(motion="reduce")
    one.url = running(server(site.folder, handler=Noting))
    for lang in ("en", "zh"):
        go(one.open(f"/{lang}{PLATE}"), "bench")
        start_live(one.page)
    runtime = [path for path in Noting.asked if path.startswith("/assets/runtime/")]
    assert runtime and len(runtime) == len(set(runtime)), "no file of the runtime was asked for twice"


def test_a_line_that_goes_away_and_comes_back(reader):
    one = reader(motion="reduce")
    page = one.open(f"/en{PLATE}")
    go(page, "bench")
    page.click("[data-preset] >> nth=0")  # a stored fill that has come plays on without a line
    page.wait_for_function("() => document.querySelector('[data-reading=passes]').textContent === '1'")
    one.context.set_offline(True)
    fails(page, "is not where it should be")
    one.context.set_offline(False)
    start_live(page)
    one.errors.clear()  # the browser's own notes of the failed requests
