"""Live start-up that fails: the plate still plays, says what is off, and offers Retry."""

from __future__ import annotations

import pytest

from .test_plate import go

WASM = "**/pyodide.asm.*.wasm"
WHEEL = "**/numpy-*.whl"


def fails(page, words: str) -> None:
    page.click("[data-live] [data-do=start]")
    page.wait_for_selector("[data-show=status][data-state=failed]", timeout=60_000)
    status = page.inner_text("[data-show=status]")
    assert words in status and "Stored settings still play." in status
    assert page.inner_text("[data-live] [data-do=start]").startswith("Retry")
    page.click("[data-preset] >> nth=0")
    page.wait_for_function("() => document.querySelector('[data-reading=passes]').textContent === '1'")


def open_bench(reader, **more):
    one = reader(motion="reduce", **more)
    page = one.open("/en/diffusionlm/")
    go(page, "bench")
    return one, page


def test_no_webassembly(reader):
    _, page = open_bench(reader, script="delete window.WebAssembly;")
    fails(page, "no WebAssembly")


def test_no_worker(reader):
    _, page = open_bench(reader, script="delete window.Worker;")
    fails(page, "start a worker")


@pytest.mark.parametrize(("pattern", "answer", "words"), [
    (WASM, lambda route: route.fulfill(status=404, body="no"), "pyodide.asm.wasm is not where it should be"),
    (WASM, lambda route: route.fulfill(content_type="text/html", body="<!doctype html><p>hello"), "pyodide.asm.wasm is not what it should be"),
    (WASM, lambda route: route.fulfill(content_type="application/wasm", body=b"\0asm\1\0\0\0"), "pyodide.asm.wasm came incomplete"),
    (WHEEL, lambda route: route.abort(), "is not where it should be"),
])
def test_a_runtime_file_that_is_not_right(reader, pattern, answer, words):
    one, page = open_bench(reader)
    page.route(pattern, answer)
    fails(page, words)
    one.errors.clear()  # the browser's own note of the failed request


def test_a_file_that_never_comes_is_given_up_and_retry_works(reader):
    """The clock is the page's own, turned on by the test, so that nobody waits a minute."""
    one, page = open_bench(reader)
    page.clock.install()
    held = []
    page.route(WASM, lambda route: held.append(route))
    page.click("[data-live] [data-do=start]")
    page.wait_for_function("() => document.querySelector('[data-show=status]').textContent.startsWith('Fetching')")
    page.wait_for_timeout(500)
    page.clock.fast_forward(61_000)
    page.wait_for_selector("[data-show=status][data-state=failed]")
    assert "too long" in page.inner_text("[data-show=status]")
    page.unroute(WASM)
    page.clock.resume()
    page.click("[data-live] [data-do=start]")
    page.wait_for_selector("[data-show=status][data-state=ready]", timeout=120_000)
    one.errors.clear()


def test_stop_in_the_middle_of_a_start(reader):
    one, page = open_bench(reader)
    page.route(WASM, lambda route: None)
    page.click("[data-live] [data-do=start]")
    page.click("[data-live] [data-do=stop]")
    page.wait_for_selector("[data-show=status][data-state=stopped]")
    one.errors.clear()
