"""Plate 3's demonstrations, as a reader uses them: by keyboard, in both languages."""

from __future__ import annotations

import pytest

from .conftest import LANGUAGES


def part(page, name: str):
    """One of the parts, once its script has taken it over: a reader scrolls on while sections above it unfold."""
    ready = """name => {
        const part = document.querySelector(`[data-part=${name}]`);
        part.scrollIntoView({behavior: 'instant'});
        return part.hasAttribute('data-ready');
    }"""
    page.wait_for_function(ready, arg=name, polling=200)
    return page.locator(f"[data-part={name}]")


def opened(reader, lang: str, name: str = "", **more):
    return reader(motion="reduce", **more).open(f"/{lang}/decoding/{name}")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_walkthrough_goes_on_and_back_and_each_step_has_a_link(reader, lang):
    page = opened(reader, lang)
    part(page, "walkthrough")
    shown = page.locator("[data-part=walkthrough] [data-step]:visible")
    page.wait_for_function("document.querySelectorAll('[data-part=walkthrough] [data-step]:not([hidden])').length === 1")
    assert shown.get_attribute("id") == "walk-1"
    page.focus("[data-part=walkthrough] [data-do=after]")
    page.keyboard.press("Enter")
    assert shown.get_attribute("id") == "walk-2" and page.url.endswith("#walk-2")
    assert page.locator("[data-part=walkthrough] [data-frame] .sort[data-state=guess]").count() > 4
    page.click("[data-part=walkthrough] [data-do=before]")
    assert shown.get_attribute("id") == "walk-1"
    assert page.locator("[data-part=walkthrough] [data-frame] .sort[data-state=set]").count() == 0


def test_a_link_to_a_step_opens_there(reader):
    page = opened(reader, "en", "#walk-5")
    part(page, "walkthrough")
    page.wait_for_function("document.querySelectorAll('[data-part=walkthrough] [data-step]:not([hidden])').length === 1")
    assert page.locator("[data-part=walkthrough] [data-step]:visible").get_attribute("id") == "walk-5"
    assert page.is_disabled("[data-part=walkthrough] [data-do=after]")


def test_the_dial_puts_its_row_in_the_frame(reader):
    page = opened(reader, "en")
    part(page, "threshold")
    page.focus("#threshold-dial")
    page.keyboard.press("Home")
    passes = page.inner_text("[data-part=threshold] tr[data-now] td:nth-of-type(1)")
    page.wait_for_function("n => document.querySelector('[data-part=threshold] [data-count=passes]').textContent === n", arg=passes)
    assert page.inner_text("[data-part=threshold] tr[data-now] th") == "0.5"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_one_cache_is_shown_at_a_time(reader, lang):
    page = opened(reader, lang, width=320)
    part(page, "caches")
    page.focus("[data-part=caches] [data-choice] input")
    page.keyboard.press("ArrowRight")
    shown = page.locator("[data-part=caches] [data-fill]:visible")
    assert shown.count() == 1 and shown.locator(".cache-stale").count() > 0
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_the_code_edit_takes_the_place_of_the_skeleton(reader):
    page = opened(reader, "en")
    part(page, "infill")
    before = page.inner_text("[data-part=infill] [data-one] pre >> nth=-1")
    page.focus("[data-part=infill] [data-choice] input")
    page.keyboard.press("ArrowRight")
    assert page.locator("[data-part=infill] [data-one]").count() == 1
    page.wait_for_function("document.querySelector('[data-part=infill] .slip').textContent.includes('Code')")
    assert page.inner_text("[data-part=infill] [data-one] pre >> nth=-1").startswith("def ") and before.startswith("{")


def test_the_stream_dial_tells_what_was_taken_back(reader):
    page = opened(reader, "en")
    part(page, "stream")
    page.focus("#stream-dial")
    page.keyboard.press("Home")
    now = page.locator("[data-part=stream] [data-show=now]")
    assert [text.strip() for text in now.all_inner_texts()] == ["", "", ""]
    page.keyboard.press("End")
    assert "Tokens taken back so far" in page.locator("[data-part=stream] [data-show=back]").last.inner_text()


def test_the_bill_follows_its_fields(reader):
    page = opened(reader, "en")
    part(page, "bill")
    for name, value in (("set", "400"), ("used", "100"), ("price", "2"), ("count", "1000000")):
        page.fill(f"#bill-{name}", value)
    said = page.inner_text("[data-part=bill] [data-show=said]")
    assert "800" in said and "200" in said and "75 %" in said
    page.fill("#bill-used", "500")
    assert "100 tokens of it are cut off" in page.inner_text("[data-part=bill] [data-show=said]")
