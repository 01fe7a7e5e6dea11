"""Cells of the workbench run in a real browser, with the shipped weights: what the build stored."""

from __future__ import annotations

import pytest
from toylm.trace import Trace

from press.build import Options, load
from press.pool import Workers
from press.traces import compute
from tests.live.conftest import ROOT, make_site
from tests.live.server import TOKENS, serve
from tests.live.test_worker_browser import _start

CELLS = (("en", "surest-4"), ("zh", "random-8"), ("en", "margin-16"), ("zh", "entropy-8"), ("zh", "threshold-50"))
"""A setting of each kind of reply, in turn, with the language whose phrase it fills."""
FIRST = CELLS[0][0]


@pytest.fixture(scope="module")
def made():
    """Language -> all that the build computes."""
    plate = load(Options(ROOT, ROOT / "site", ROOT / ".cache", plate="larkspur"))[1][0]
    return {lang: compute(plate, lang, ROOT, ROOT / ".cache", Workers(2)) for lang in dict(CELLS)}


@pytest.fixture(scope="module")
def shop(made):
    """The address of a site with the shipped toys of both languages."""
    first = made[FIRST]
    site = make_site(first.requests[first.files["opening"]["once"]["trace"]])
    for lang, of in made.items():
        site.models |= {model.name: model.weights for model in of.models} | {f"{lang}{TOKENS}": of.models[0].tokens}
    with serve(site) as base:
        yield base


@pytest.fixture(scope="module")
def live(browser, shop):
    """A page whose engine has started, once for all tests here."""
    context = browser.new_context()
    page = context.new_page()
    report = _start(page, f"{shop}harness.html?policy=enough")
    assert report["state"] == "ready", report
    yield page
    context.close()


def test_a_live_run_of_a_cell_gives_the_stored_result(live, made):
    for nth, (lang, name) in enumerate(CELLS):
        bench = made[lang].files["workbench"]
        phrase = bench["kinds"][nth]["phrases"][-1]
        setting = next(setting for setting in bench["settings"] if setting["id"] == name)
        how = setting["how"][str(phrase["places"])]
        seed = setting["seeds"][-1]
        asked = {"model": bench["model"], "prompt": phrase["prompt"], "places": phrase["places"], "seed": seed, **how}
        trace, cell = Trace.from_json(live.evaluate("request => raw(request)", asked)), phrase["cells"][name][-1]
        at = {place: number for number, one in enumerate(trace.passes, 1) for place, _ in one.commits}
        first = len(trace.ids) - phrase["places"]
        found = (trace.ids[first:], [at[place] for place in range(first, len(trace.ids))], trace.forward_passes)
        assert found == (cell["ids"], cell["at"], cell["passes"]), (lang, phrase["id"], name)


def test_a_readers_own_words_are_filled_or_refused_with_a_reason(live, made):
    typed = made[FIRST].code.page(FIRST, made[FIRST].traces)["typed"]["blanks"]
    trace = Trace.from_json(live.evaluate("request => raw(request)", {**typed, "prompt": "Order 4417: Ms Reyes, 20 hard hats."}))
    assert trace.text().startswith("Order 4417: Ms Reyes, 20 hard hats.") and trace.forward_passes == 16
    refused = live.evaluate("request => raw(request).catch((error) => error.detail)", {**typed, "prompt": "Order № 4417"})
    assert "'№' is not in the toy's vocabulary" in refused
