"""Toys with weights in a real browser: fetched, checked, known to the worker, and as exact as natively."""

from __future__ import annotations

import json

import pytest
from toylm.models import transformer
from toylm.request import run

from tests import fills, toys
from tests.live.conftest import make_site
from tests.live.server import TOKENS, serve
from tests.live.test_worker_browser import _start

FIRST, LATER = "en-left", "en-masked"
ASK = "request => raw(request).catch(({code, file}) => [code, file])"


def _request(name: str) -> dict:
    return {"model": {"kind": "transformer", "name": name}, "canvas": [40, 50, 60, *[0] * 9], "sampler": "autoregressive",
            "seed": 1, "settings": {}}


@pytest.fixture(scope="module")
def shop():
    """The address of a site with three toys in each language, of random weights, and the site."""
    site = make_site_of({
        name: toys.weights(name, name[:2], seed=seed, **fills.KINDS[name[3:]])
        for seed, name in enumerate(f"{lang}-{kind}" for lang in fills.LANGUAGES for kind in fills.KINDS)
    })
    with serve(site) as base:
        yield base, site


def make_site_of(weights: dict[str, bytes]):
    """A site whose self-test needs the model FIRST; toylm knows all of them from here on."""
    for name, data in weights.items():
        transformer.provide(data, toys.vocabulary(name[:2]))
    site = make_site(_request(FIRST))
    site.models = weights | {f"{lang}{TOKENS}": toys.vocabulary(lang).encode() for lang in fills.LANGUAGES}
    return site


@pytest.fixture(scope="module")
def live(browser, shop):
    """A page whose engine is ready, and the names of the files that it asked for."""
    context = browser.new_context()
    page = context.new_page()
    page.asked = []
    page.on("request", lambda request: page.asked.append(request.url.rpartition("/")[2]))
    assert _start(page, f"{shop[0]}harness.html?policy=enough")["state"] == "ready"
    yield page
    context.close()


def test_models_come_when_they_are_asked_for_and_once(live, shop):
    _, site = shop
    report, shared = live.evaluate("report()"), f"en{TOKENS}"
    with_runtime = len(site.models[FIRST]) + len(site.models[shared])
    assert report["loaded"] == report["total"] == sum(map(len, site.runtime.values())) + with_runtime
    assert LATER not in live.asked

    missing = "request => engine.missing(request)"
    assert live.evaluate(missing, _request(FIRST)) == 0
    assert live.evaluate(missing, _request(LATER)) == len(site.models[LATER])
    both = live.evaluate("request => Promise.all([raw(request), raw(request)])", _request(LATER))
    assert both == [run(_request(LATER)).to_json()] * 2
    assert live.evaluate(missing, _request(LATER)) == 0
    assert [live.asked.count(name) for name in (FIRST, LATER, shared)] == [1, 1, 1]


def test_every_sampler_fills_as_natively(live):
    """Thirty of the thousand fills that tests/bench/bench_fills.py compares, with small models of random weights."""
    asked = [request for lang in fills.LANGUAGES for request in fills.requests(lang, len(fills.SETTINGS))]
    traces = live.evaluate("async all => { const out = []; for (const one of all) out.push(await raw(one)); return out; }", asked)
    for request, trace in zip(asked, traces, strict=True):
        assert json.loads(trace) == json.loads(run(request).to_json()), request  # JavaScript writes 1.0 as 1


def test_spoiled_weights_end_the_start_in_their_name(page, shop):
    report = _start(page, f"{shop[0]}harness.html?policy=enough&file={FIRST}&fault=flip")
    assert (report["state"], report["code"], report["file"]) == ("failed", "hash", FIRST)


def test_spoiled_weights_that_come_later_fail_their_run_and_no_other(live, shop):
    entry = "engine.config.models['zh-block'].weights"
    whole = live.evaluate(f"{entry} = {{...{entry}, url: {entry}.url + '?fault=cut'}}; {entry}.url").partition("?")[0]
    live.evaluate("engine.session.models.sent.delete('zh-block'); engine.session.models.files.delete('models/zh-block')")
    assert live.evaluate(ASK, _request("zh-block")) == ["truncated", "zh-block"]
    assert live.evaluate(ASK, _request(FIRST)) == run(_request(FIRST)).to_json()
    patience = live.evaluate(f"{entry}.url = '{whole}?fault=hang'; engine.deadlines.download")
    live.evaluate("engine.deadlines.download = 500")
    assert live.evaluate(ASK, _request("zh-block")) == ["timeout", "zh-block"]
    live.evaluate(f"engine.deadlines.download = {patience}; {entry}.url = '{whole}'")
    assert live.evaluate(ASK, _request("zh-block")) == run(_request("zh-block")).to_json()
