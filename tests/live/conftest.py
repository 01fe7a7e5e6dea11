"""One server and one Chromium for all tests of the live toy. Both are needed: nothing is skipped."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from plates.diffusionlm import computed
from press import trim
from press.runtime import runtime_files
from tests.live.server import Site, serve
from toylm.request import run

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / ".cache" / "runtime"
PYC = ROOT / ".cache" / "pyc"


@pytest.fixture(scope="session")
def requests() -> dict[str, dict[str, dict]]:
    """Language -> name -> request: the plate's own, one with temperature and blocks, one of a reader's lines."""
    with (ROOT / "content/diffusionlm/handbill.toml").open("rb") as file:
        data = {"handbill": tomllib.load(file)}
    return {lang: _with_more(computed.requests(lang, data)) for lang in ("en", "zh")}


OWN = [
    [[["\U0001f468\u200d\U0001f469\u200d\U0001f467", "é", " "], 2], [["한", "e\u0301", "x"], 1]],
    [[["=", "\U00010348"], 3], [["<", "'"], 999]],
]
"""Lines as a reader may write them: a place may be several code points, or one beyond the first 65,536."""


def _with_more(plate: dict[str, dict]) -> dict[str, dict]:
    settings = {"steps": 12, "remasking": "random", "temperature": 0.7, "block_length": 12}
    own = {"model": {"kind": "counts", "lines": OWN}, "canvas": [0] * 5, "settings": {"steps": 2, "remasking": "random"}, "seed": 3}
    return plate | {"warm": plate["surest8"] | {"seed": 7, "settings": settings}, "own": plate["surest8"] | own}


@pytest.fixture(scope="session")
def site(requests):
    """The harness's site: the runtime, toylm's wheel, the worker, and a self-test."""
    return make_site(requests["en"]["surest8"])


def make_site(request: dict) -> Site:
    """A site whose self-test is this request."""
    return Site(ROOT, trim.served(ROOT, PYC, runtime_files(ROOT, CACHE)), request, run(request).to_json())


@pytest.fixture(scope="session")
def base(site):
    with serve(site) as url:
        yield url


@pytest.fixture
def page(browser):
    context = browser.new_context()
    yield context.new_page()
    context.close()
