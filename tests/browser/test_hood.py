"""Under the hood: a sampler's Python is changed, run, stopped, shared, and reaches a reader only by their own press."""

from __future__ import annotations

import base64

import pytest

from plates.decoding.hood import EXAMPLE, RULES, original
from toylm.samplers import SAMPLERS

from .conftest import LANGUAGES
from .test_access import violations
from .test_lab import open_lab, trace

LAB = "[data-part=lab]"
HOOD = f"{LAB} [data-hood]"
ENDLESS = "def llada(model, ids, rng, **settings):\n    while True:\n        pass\n"


def open_hood(page, side: int = 0) -> None:
    page.locator(f"{LAB} [data-do=hood]").nth(side).click()
    page.wait_for_selector(f"{HOOD} .cm-content")


def put(page, text: str) -> None:
    page.locator(f"{HOOD} .cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)


def said(page, start: str) -> str:
    """What the hood says, once it begins so."""
    at = f"{HOOD} [data-show=hood-said]"
    page.wait_for_function("([at, start]) => document.querySelector(at).textContent.startsWith(start)", arg=[at, start], timeout=90_000)
    return page.inner_text(at)


def test_every_sampler_has_its_commit_rule_on_one_line():
    assert RULES.keys() == SAMPLERS.keys()
    for sampler, rule in RULES.items():
        found = original(sampler)
        assert rule and rule in found["source"].splitlines()[found["rule"] - 1]


def test_the_editor_comes_when_it_is_asked_for_and_lets_go(reader):
    one = reader(motion="reduce")
    page = open_lab(lambda **_: one, "en")
    assert not [url for url in one.requests if "later" in url or "hood" in url]
    open_hood(page)
    assert "llada.py" in page.inner_text("#hood-title") and page.evaluate("document.activeElement.id") == "hood-title"
    assert EXAMPLE[0] in page.inner_text(f"{HOOD} .cm-rule")
    put(page, "if x:")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type("y")
    assert page.inner_text(f"{HOOD} .cm-content").split("\n") == ["if x:", "        y"], "a new line is indented, and Tab indents on"
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.do") == "hood-run"
    open_hood(page, 1)
    page.wait_for_function("() => document.getElementById('hood-title').textContent.includes('fast_dllm.py')")
    open_hood(page)
    page.wait_for_function("() => document.getElementById('hood-title').textContent.includes('llada.py')")
    assert page.inner_text(f"{HOOD} .cm-content").startswith("if x:"), "what was typed under one hood is there when it is opened again"


def test_an_edit_runs_fails_at_its_line_is_stopped_and_goes_back(reader, site):
    page = open_lab(reader, "en")
    open_hood(page)
    source = original("llada")["source"]
    put(page, source.replace(EXAMPLE[0], EXAMPLE[0].replace("quota", "quotta")))
    page.click(f"{HOOD} [data-do=hood-run]")
    line = original("llada")["rule"]
    assert said(page, "Line") == f"Line {line}: NameError: name 'quotta' is not defined"
    assert violations(page, LAB) == []
    assert "quotta" in page.inner_text(f"{HOOD} .cm-fault") and "NameError" in page.inner_text(f"{HOOD} .cm-told")

    put(page, source.replace(*EXAMPLE))
    page.keyboard.press("Control+Enter")
    said(page, "Filled")
    assert page.locator(f"{LAB} [data-fill] figcaption").first.inner_text() == "LLaDA, edited"
    first = page.locator(f"{LAB} [data-fill]").first
    page.locator(f"{LAB} [data-do=scrub]").fill("3")
    stored = trace(site, "en", "lab-notice-llada")
    edge = stored.canvas.index(stored.mask_id)
    dots = first.locator(".lab-map .map-set").evaluate_all("dots => dots.map(dot => Number(dot.getAttribute('cx')))")
    assert dots == [10 * (edge + place) + 5 for place in range(24)], "from left to right, a place a pass"

    put(page, ENDLESS)
    page.click(f"{HOOD} [data-do=hood-run]")
    said(page, "The toy")
    page.click(f"{HOOD} [data-do=hood-stop]")
    said(page, "Stopped")
    page.click(f"{HOOD} [data-do=hood-undo]")
    said(page, "The original")
    assert page.locator(f"{LAB} [data-fill] figcaption").first.inner_text() == "LLaDA as published"
    assert EXAMPLE[0] in page.inner_text(f"{HOOD} .cm-rule")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_shared_edit_waits_for_the_reader(reader, site, lang):
    page = open_lab(reader, lang)
    open_hood(page)
    put(page, original("llada")["source"].replace(*EXAMPLE))
    page.click(f"{HOOD} [data-do=hood-share]")
    page.wait_for_function("() => location.hash.includes('edit1=')")

    other = reader(motion="reduce", scheme="dark")
    again = open_lab(lambda **_: other, lang, page.url.split("#lab")[1])
    again.wait_for_selector(f"{HOOD} .cm-content")
    assert EXAMPLE[1] in again.inner_text(f"{HOOD} .cm-content")
    open_hood(again, 1)
    again.wait_for_function("() => document.getElementById('hood-title').textContent.includes('fast_dllm.py')")
    assert not again.is_visible(f"{HOOD} [data-show=hood-theirs]")
    open_hood(again)
    again.wait_for_function("() => document.getElementById('hood-title').textContent.includes('llada.py')")
    assert again.is_visible(f"{HOOD} [data-show=hood-theirs]")
    assert not [url for url in other.requests if "runtime" in url], "nothing runs by itself"
    assert "LLaDA" in again.locator(f"{LAB} [data-fill] figcaption").first.inner_text()
    assert violations(again, LAB) == [] and violations(again, "[data-part=sweep]") == []
    assert again.input_value("#lab-preset-1") == "llada", "until then the sampler itself fills"


def test_an_edit_of_another_version_is_not_put_in(reader):
    page = open_lab(reader, "en")
    open_hood(page)
    put(page, "other")
    page.click(f"{HOOD} [data-do=hood-share]")
    page.wait_for_function("() => location.hash.includes('edit1=')")
    key = page.url.split("edit1=")[1]
    length, letters = key.split(".")
    text = base64.urlsafe_b64decode(letters + "==").decode().replace(original("llada")["key"], "00000000")
    forged = base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")
    again = open_lab(reader, "en", f"&v=1&edit1={length}.{forged}")
    said(again, "The link’s edit")
    assert EXAMPLE[0] in again.inner_text(f"{HOOD} .cm-rule")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_offline_file_shows_the_samplers_to_be_read(reader, site, lang):
    page = reader(motion="reduce").page
    page.goto((site.folder / "offline" / f"{lang}-decoding.html").as_uri() + "#lab")
    page.wait_for_selector("html[data-ready]")
    page.locator(LAB).scroll_into_view_if_needed()
    page.wait_for_selector(f"{LAB} .lab-map")
    page.locator(f"{LAB} [data-do=hood]").first.click()
    assert EXAMPLE[0] in page.inner_text(f"{HOOD} mark")
    assert page.is_visible(f"{HOOD} [data-do=hood-close]") and not page.is_visible(f"{HOOD} [data-do=hood-run]")
    assert violations(page, HOOD) == []
