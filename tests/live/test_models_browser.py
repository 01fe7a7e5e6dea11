"""Toys with weights in a real browser: fetched, checked, known to the worker, and as exact as natively."""

from __future__ import annotations

import pytest
from toylm.models import transformer
from toylm.request import run

from tests import toys
from tests.live.conftest import make_site
from tests.live.server import TOKENS, serve
from tests.live.test_worker_browser import _open, _start

MASK = 0


def _request(name: str) -> dict:
    return {"model": {"kind": "transformer", "name": name}, "canvas": [40, 50, 60, *[MASK] * 9], "sampler": "llada",
            "seed": 1, "settings": {"steps": 3}}


@pytest.fixture(scope="module")
def shop():
    """The address of a site with two models: one that the self-test needs, and another."""
    models = {name: toys.weights(name, seed=seed) for seed, name in enumerate(("first", "second"))}
    for data in models.values():
        transformer.provide(data, toys.vocabulary("en"))
    site = make_site(_request("first"))
    site.models = {**models, TOKENS: toys.vocabulary("en").encode()}
    with serve(site) as base:
        yield base, site


def test_models_come_when_they_are_asked_for_and_once(page, shop):
    base, site = shop
    asked = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    report = _start(page, f"{base}harness.html?policy=enough")
    assert report["state"] == "ready", report
    with_runtime = len(site.models["first"]) + len(site.models[TOKENS])
    assert report["loaded"] == report["total"] == sum(map(len, site.runtime.values())) + with_runtime
    assert "second" not in asked

    request = _request("second")
    missing = "request => engine.missing(request)"
    assert page.evaluate(missing, request) == len(site.models["second"])
    both = page.evaluate("request => Promise.all([raw(request), raw(request)])", request)
    assert both == [run(request).to_json()] * 2
    assert page.evaluate(missing, request) == 0
    assert [asked.count(name) for name in ("first", "second", TOKENS)] == [1, 1, 1]


def test_spoiled_weights_end_the_start_in_their_name(page, shop):
    report = _start(page, f"{shop[0]}harness.html?policy=enough&file=first&fault=flip")
    assert (report["state"], report["code"], report["file"]) == ("failed", "hash", "first")


def test_spoiled_weights_that_come_later_fail_their_run_and_no_other(page, shop):
    ask = "request => raw(request).catch(({code, file}) => [code, file])"
    report = _start(page, f"{shop[0]}harness.html?policy=enough&file=second&fault=cut&deadline=20000")
    assert report["state"] == "ready"
    assert page.evaluate(ask, _request("second")) == ["truncated", "second"]
    assert page.evaluate(ask, _request("first")) == run(_request("first")).to_json()
    page.evaluate("engine.config.models.second.weights.url = 'models/second?fault=hang'; engine.deadlines.download = 500")
    assert page.evaluate(ask, _request("second")) == ["timeout", "second"]
    page.evaluate("engine.config.models.second.weights.url = 'models/second'; engine.deadlines.download = 20000")
    assert page.evaluate(ask, _request("second")) == run(_request("second")).to_json()
