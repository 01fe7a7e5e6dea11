"""A reader's own sampler in a real browser: it fills, its faults come back, and it reaches nothing."""

from __future__ import annotations

import pytest

from tests.toylm.test_edited import source
from toylm.request import answer

from tests.live.test_worker_browser import ASK, _start

STASH = "import builtins, js\njs.fetch, js.indexedDB, js.navigator\nbuiltins.way_out = js\n'null'"
"""What a text would have that had found a way around the closed imports: JavaScript's global scope."""

TRIES = """

def careful(model, ids, rng):
    import importlib, sys
    reached = []
    for name in ("js", "pyodide_js", "pyodide.http", "pyodide.code", "_pyodide_core", "ctypes", "urllib.request", "socket"):
        try:
            importlib.import_module(name)
            reached.append(name)
        except ImportError:
            pass
    for name in ("fetch", "XMLHttpRequest", "WebSocket", "WebTransport", "EventSource", "importScripts", "Worker", "SharedWorker",
                 "BroadcastChannel", "indexedDB", "caches", "navigator", "FontFace", "fonts", "eval", "Request", "Response",
                 "storage", "cookieStore", "location", "URL", "Blob", "FileReader", "loadPyodide"):
        if getattr(way_out, name, None) is not None:
            reached.append(name)
    sys.meta_path[:] = [one for one in sys.meta_path if getattr(one, "__name__", "") != "Closed"]
    try:
        importlib.import_module("pyodide.code").run_js("1")
        reached.append("run_js")
    except Exception:
        pass
    for code in ("return fetch('config.json')", "return import('./config.json')"):
        try:
            way_out.Function(code)
            reached.append(code)
        except Exception:
            pass
    try:
        sys.modules["asyncio"].base_events.socket.create_connection(("127.0.0.1", 9), 1).send(b"x")
        reached.append("a socket kept by asyncio")
    except OSError:
        pass
    raise RuntimeError(repr(reached))
"""


@pytest.fixture(scope="module")
def live(browser, base):
    """A page whose engine is ready; a way from Python to JavaScript has been put aside in its worker."""
    context = browser.new_context()
    page = context.new_page()
    assert _start(page, f"{base}harness.html?policy=enough&file=worker.js&fault=probe")["state"] == "ready"
    page.evaluate(ASK, STASH)
    yield page
    context.close()


def edited(requests, name: str, text: str, **settings) -> dict:
    return requests["en"]["surest8"] | {"sampler": name, "settings": settings, "source": text}


def fault(live, request: dict) -> str:
    return live.evaluate("request => engine.run(request)", request)["fault"]["text"]


def test_an_edit_fills_as_it_does_outside(live, requests):
    text = source("llada").replace("surest(found.before(end), quota)", "np.arange(quota)")
    request = edited(requests, "llada", text, steps=8)
    assert live.evaluate("request => raw(request)", request) == answer(request)


def test_a_fault_comes_back_with_its_line_and_the_engine_goes_on(live, requests):
    request = edited(requests, "llada", source("llada").replace("quota)", "quotta)"), steps=8)
    assert live.evaluate("request => raw(request)", request) == answer(request)
    assert live.evaluate("engine.state") == "ready"


def test_an_edit_reaches_no_network_no_storage_and_no_page(live, requests):
    assert fault(live, edited(requests, "careful", TRIES)) == "RuntimeError: []"


def test_a_loop_that_never_ends_is_stopped_and_the_next_start_is_whole(browser, base, requests):
    context = browser.new_context()
    page = context.new_page()
    try:
        assert _start(page, f"{base}harness.html?policy=enough")["state"] == "ready"
        endless = edited(requests, "careful", "def careful(model, ids, rng):\n    while True:\n        pass\n")
        page.evaluate("request => { globalThis.ended = engine.run(request).then(() => 'done', ({ code }) => code); }", endless)
        page.evaluate("engine.stop()")
        assert page.evaluate("ended") == "stopped"
        assert page.evaluate("engine.start()") == "ready"
        assert "ids" in page.evaluate("request => engine.run(request)", edited(requests, "careful", source("careful")))
    finally:
        context.close()
