"""Toys with weights in a real browser: fetched, checked, known to the worker, and as exact as natively."""

from __future__ import annotations

import json

import pytest
from toylm.models import transformer
from toylm.request import run
from toylm.samplers import SAMPLERS

from tests import fills, toys
from tests.live.conftest import make_site
from tests.live.server import TOKENS, serve
from tests.live.test_worker_browser import _open, _start

MASK = 0
SHARED = f"en{TOKENS}"


def _request(name: str) -> dict:
    return {"model": {"kind": "transformer", "name": name}, "canvas": [40, 50, 60, *[MASK] * 9], "sampler": "llada",
            "seed": 1, "settings": {"steps": 3}}


@pytest.fixture(scope="module")
def shop():
    """The address of a site with two models: one that the self-test needs, and another."""
    models = {name: toys.weights(name, seed=seed) for seed, name in enumerate(("en-first", "en-second"))}
    for data in models.values():
        transformer.provide(data, toys.vocabulary("en"))
    site = make_site(_request("en-first"))
    site.models = {**models, SHARED: toys.vocabulary("en").encode()}
    with serve(site) as base:
        yield base, site


def test_models_come_when_they_are_asked_for_and_once(page, shop):
    base, site = shop
    asked = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    report = _start(page, f"{base}harness.html?policy=enough")
    assert report["state"] == "ready", report
    with_runtime = len(site.models["en-first"]) + len(site.models[SHARED])
    assert report["loaded"] == report["total"] == sum(map(len, site.runtime.values())) + with_runtime
    assert "en-second" not in asked

    request = _request("en-second")
    missing = "request => engine.missing(request)"
    assert page.evaluate(missing, request) == len(site.models["en-second"])
    both = page.evaluate("request => Promise.all([raw(request), raw(request)])", request)
    assert both == [run(request).to_json()] * 2
    assert page.evaluate(missing, request) == 0
    assert [asked.count(name) for name in ("en-first", "en-second", SHARED)] == [1, 1, 1]


def test_spoiled_weights_end_the_start_in_their_name(page, shop):
    report = _start(page, f"{shop[0]}harness.html?policy=enough&file=en-first&fault=flip")
    assert (report["state"], report["code"], report["file"]) == ("failed", "hash", "en-first")


def test_spoiled_weights_that_come_later_fail_their_run_and_no_other(page, shop):
    ask = "request => raw(request).catch(({code, file}) => [code, file])"
    second = "engine.config.models['en-second'].weights"
    report = _start(page, f"{shop[0]}harness.html?policy=enough&file=en-second&fault=cut&deadline=20000")
    assert report["state"] == "ready"
    assert page.evaluate(ask, _request("en-second")) == ["truncated", "en-second"]
    assert page.evaluate(ask, _request("en-first")) == run(_request("en-first")).to_json()
    page.evaluate(f"{second}.url = 'models/en-second?fault=hang'; engine.deadlines.download = 500")
    assert page.evaluate(ask, _request("en-second")) == ["timeout", "en-second"]
    page.evaluate(f"{second}.url = 'models/en-second'; engine.deadlines.download = 20000")
    assert page.evaluate(ask, _request("en-second")) == run(_request("en-second")).to_json()


@pytest.fixture(scope="module")
def all_models():
    """The address of a site with three models in each language, of random weights and of the shipped kinds."""
    models = {f"{lang}-{kind}": (lang, how) for lang in fills.LANGUAGES for kind, how in fills.KINDS.items()}
    weights = {name: toys.weights(name, lang, seed=seed, **how) for seed, (name, (lang, how)) in enumerate(models.items())}
    for name, data in weights.items():
        transformer.provide(data, toys.vocabulary(models[name][0]))
    site = make_site(fills.requests("en", 1)[0])
    site.models = weights | {f"{lang}{TOKENS}": toys.vocabulary(lang).encode() for lang in fills.LANGUAGES}
    with serve(site) as base:
        yield base


def test_every_sampler_fills_as_natively_with_transformers(page, all_models):
    """Thirty of the thousand fills that tests/bench/fills.py compares, with small models of random weights."""
    assert _start(page, f"{all_models}harness.html?policy=enough")["state"] == "ready"
    asked = [request for lang in fills.LANGUAGES for request in fills.requests(lang, len(fills.SETTINGS))]
    assert {request["sampler"] for request in asked} == SAMPLERS.keys() - {"diffusion_gemma"}  # which wants no mask
    traces = page.evaluate("async all => { const out = []; for (const one of all) out.push(await raw(one)); return out; }", asked)
    for request, live in zip(asked, traces, strict=True):
        assert json.loads(live) == json.loads(run(request).to_json()), request  # JavaScript writes 1.0 as 1
