"""The live toy in a real browser: equal traces, and a named end for everything that can go wrong."""

from __future__ import annotations

import json
import time
import tomllib

import pytest

from tests.live.conftest import ROOT
from tests.live.server import serve
from toylm.request import run

NUMPY = "numpy-2.0.2-1trimmed-cp312-cp312-pyodide_2024_0_wasm32.whl"
QUICK = 6000
"""Milliseconds: every deadline in the tests of things that never come."""


ASK = """code => new Promise((resolve, reject) => {
  const { session } = engine;
  const id = session.nextId++;
  session.runs.set(id, { resolve, reject });
  session.worker.postMessage({ type: 'python', id, code });
})"""

MADE = "html[data-engine=made]"


def _open(page, address: str) -> None:
    page.goto(address)
    page.wait_for_selector(MADE, state="attached")


def _start(page, address: str) -> dict:
    _open(page, address)
    page.evaluate("engine.start()")
    return page.evaluate("report()")


@pytest.fixture(scope="module")
def live(browser, base):
    """A page whose engine is ready, under the policy that must be enough; its worker takes Python as well."""
    context = browser.new_context()
    page = context.new_page()
    page.asked = []
    page.on("request", lambda request: page.asked.append(request.url))
    assert _start(page, f"{base}harness.html?policy=enough&file=worker.js&fault=probe")["state"] == "ready"
    yield page
    context.close()


def test_start_names_its_stages_in_order_and_counts_every_byte(live, site):
    report = live.evaluate("report()")
    assert report["stages"] == ["download", "compile", "packages", "selftest"]
    assert report["loaded"] == report["total"] == sum(len(data) for data in site.runtime.values())


def test_start_asks_no_other_host_and_nothing_twice(live, base):
    asked = [url for url in live.asked if not url.startswith("blob:")]
    assert all(url.startswith(base) for url in asked)
    assert len(asked) == len(set(asked))


def test_live_code_may_import_what_the_list_says(live):
    """Each name of [trim].imports and every module of toylm, in the reader's browser."""
    with (ROOT / "wasm/runtime.toml").open("rb") as file:
        listed = tomllib.load(file)["trim"]["imports"]
    toy = [path.relative_to(ROOT / "wasm").with_suffix("").as_posix().replace("/", ".") for path in (ROOT / "wasm/toylm").rglob("*.py")]
    names = [*listed, *(name.removesuffix(".__init__") for name in toy if not name.endswith("__main__"))]
    assert len(names) > 100
    assert python(live, f"""
import importlib
missing = []
for name in {names!r}:
    try:
        importlib.import_module(name)
    except Exception as error:
        missing.append(f"{{name}}: {{error}}")
""", "missing") == []


def test_help_and_tracebacks_say_what_a_reader_needs(live):
    said = python(live, """
import io, pydoc, statistics, traceback
import numpy as np
pages = [pydoc.render_doc(thing, renderer=pydoc.plaintext) for thing in (np.einsum, np.argsort, statistics.median)]
try:
    statistics.median([])
except statistics.StatisticsError as error:
    told = "".join(traceback.format_exception(error))
""", "[*pages, told]")
    assert "Einstein summation" in said[0] and "indices that would sort" in said[1] and "middle value" in said[2]
    assert "in median" in said[3] and "StatisticsError: no median for empty data" in said[3]


def python(live, code: str, value: str):
    """What an expression is after some lines of Python, run by the live toy's own interpreter."""
    return json.loads(live.evaluate(ASK, f"import json\n{code}\njson.dumps({value})"))


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", ["surest8", "random8s1", "random36s1", "warm", "left", "middle", "learn50", "own"])
def test_live_trace_is_the_native_trace_byte_for_byte(live, requests, lang, name):
    request = requests[lang][name]
    assert live.evaluate("request => raw(request)", request) == run(request).to_json()


def test_request_that_toylm_refuses_gives_its_words_and_leaves_the_engine_ready(live, requests):
    request = requests["en"]["surest8"] | {"settings": {"steps": 0}}
    ask = "request => engine.run(request).catch(({code, detail}) => ({code, detail}))"
    refused = live.evaluate(ask, request)
    with pytest.raises(ValueError) as native:
        run(request)
    assert refused == {"code": "python", "detail": f"ValueError: {native.value}"}
    assert live.evaluate("engine.state") == "ready"


def test_runs_asked_for_together_each_get_their_own_trace(live, requests):
    names = ["surest1", "surest72", "left"]
    traces = live.evaluate("all => Promise.all(all.map(one => engine.run(one)))", [requests["en"][n] for n in names])
    assert [len(trace["passes"]) for trace in traces] == [1, 72, 72]


FAULTS = [
    (NUMPY, "missing", "missing"),
    ("pyodide.asm.wasm", "abort", "missing"),
    ("python_stdlib.zip", "cut", "truncated"),
    ("python_stdlib.zip", "short", "truncated"),
    ("pyodide.asm.wasm", "page", "wrong-type"),
    ("pyodide.asm.wasm", "masked", "wrong-type"),
    (NUMPY, "masked", "wrong-type"),
    ("pyodide.asm.js", "page", "wrong-type"),
    ("pyodide.asm.js", "flip", "hash"),
    ("pyodide.asm.wasm", "flip", "hash"),
    ("pyodide-lock.json", "flip", "hash"),
    ("pyodide.asm.wasm", "hang", "timeout"),
    (NUMPY, "hang", "timeout"),
    ("worker.js", "missing", "missing"),
    ("worker.js", "page", "wrong-type"),
    ("selftest.json", "missing", "missing"),
    ("selftest.json", "short", "wrong-type"),
]


@pytest.mark.parametrize(("file", "fault", "code"), FAULTS)
def test_spoiled_file_ends_in_its_code_and_name(page, base, file, fault, code):
    began = time.monotonic()
    report = _start(page, f"{base}harness.html?policy=enough&file={file}&fault={fault}&deadline={QUICK}")
    assert (report["state"], report["code"], report["file"]) == ("failed", code, file)
    assert time.monotonic() - began < 40


def test_worker_that_is_no_javascript(page, base):
    report = _start(page, f"{base}harness.html?policy=enough&file=worker.js&fault=broken")
    assert (report["state"], report["code"]) == ("failed", "no-worker")


def test_worker_that_never_answers(page, base):
    report = _start(page, f"{base}harness.html?policy=enough&file=worker.js&fault=dead&deadline={QUICK}")
    assert (report["state"], report["code"], report["detail"]) == ("failed", "timeout", "compile")


def test_self_test_that_differs(page, base):
    report = _start(page, f"{base}harness.html?policy=enough&file=selftest.json&fault=lie")
    assert (report["state"], report["code"]) == ("failed", "selftest")


@pytest.mark.parametrize(("without", "code"), [("WebAssembly", "no-wasm"), ("Worker", "no-worker"), ("Blob", "no-worker")])
def test_browser_without_what_it_needs(page, base, without, code):
    report = _start(page, f"{base}harness.html?without={without}")
    assert (report["state"], report["code"], report["loaded"]) == ("failed", code, 0)


@pytest.mark.parametrize("policy", ["nowasm", "noworker", "noconnect"])
def test_policy_that_forbids_ends_in_blocked(page, base, policy):
    report = _start(page, f"{base}harness.html?policy={policy}&deadline={QUICK}")
    assert (report["state"], report["code"]) == ("failed", "blocked")


def test_without_a_secure_context_length_and_magic_must_do(page, base):
    page.add_init_script("Object.defineProperty(crypto, 'subtle', {value: undefined})")
    report = _start(page, f"{base}harness.html?policy=enough&file={NUMPY}&fault=short")
    assert report["code"] == "truncated"
    assert page.evaluate("engine.start()") == "failed"


def test_opaque_sandboxed_frame_on_another_origin(page, base, site, requests):
    with serve(site) as other:
        page.goto(f"{other}frame.html?frame={base}harness.html")
        frame = page.frame_locator("iframe").owner.element_handle().content_frame()
        frame.wait_for_selector(MADE, state="attached")
        assert frame.evaluate("origin") == "null"
        assert frame.evaluate("engine.start()") == "ready"
        request = requests["zh"]["random8s1"]
        assert frame.evaluate("request => raw(request)", request) == run(request).to_json()


def test_stop_start_deadline_and_retry(page, base, requests):
    """One life of an engine, in one test because each start takes seconds. The wasm comes under a type
    that says nothing, which must do no harm."""
    request = requests["en"]["surest72"]
    ask = "request => { globalThis.asked = engine.run(request).catch(({code}) => code) }"
    _open(page, f"{base}harness.html?policy=enough&file=pyodide.asm.wasm&fault=octets")

    page.evaluate("void (globalThis.first = engine.start()); engine.stop()")
    assert page.evaluate("first") == "stopped"
    assert page.evaluate("engine.start()") == "ready"

    page.evaluate("engine.deadlines.run = 1")
    page.evaluate(ask, request)
    assert (page.evaluate("asked"), page.evaluate("engine.state")) == ("timeout", "failed")
    assert page.evaluate("engine.start()") == "ready"

    page.evaluate(f"request => {{ ({ask})(request); engine.stop() }}", request)
    assert (page.evaluate("asked"), page.evaluate("engine.state")) == ("stopped", "stopped")
    page.evaluate(ask, request)
    assert page.evaluate("asked") == "stopped"


def test_host_that_compresses_nothing_is_asked_for_the_packed_twins(page, base, site):
    """Such a host gives the packed archive fewer bytes to send; what starts is the same."""
    asked = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    report = _start(page, f"{base}harness.html?policy=enough&packed")
    assert report["state"] == "ready", report
    assert report["loaded"] == pytest.approx(report["total"], abs=1)
    assert report["total"] < sum(map(len, site.runtime.values())) - 5_000_000
    assert {f"{name}.gz" for name in site.runtime if name.endswith((".whl", ".zip"))} <= set(asked)


@pytest.mark.parametrize(("fault", "code"), [("cut", "truncated"), ("missing", "")])
def test_packed_twin_that_is_not_right(page, base, fault, code):
    """Broken, it is told as its file would be; not there, the file itself is taken."""
    report = _start(page, f"{base}harness.html?policy=enough&packed={fault}")
    assert (report["code"], report["file"]) == (code, NUMPY if code else "")
