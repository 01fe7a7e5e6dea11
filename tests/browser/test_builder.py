"""The page on which an embed is put together: what the frame shows is what the code brings."""

from __future__ import annotations

import html
import re

import pytest

from .conftest import LANGUAGES, settles
from .test_embed import shown

PAGE = '<!doctype html><meta charset="utf-8"><title>host</title><link rel="icon" href="data:,">'


def open_builder(reader, lang: str, plate: str, **more):
    """The builder for one plate, its frame loaded."""
    page = reader(**more).open(f"/{lang}/embed/?plate={plate}")
    assert page.input_value("#builder-plate") == plate
    preview(page)
    return page


def preview(page, query: str = ""):
    """The frame, once its address ends as it should."""
    page.wait_for_function("query => { const { contentWindow: w } = document.querySelector('[data-builder-frame]');"
                           " return w.location.href.endsWith(query) && w.document.documentElement?.dataset.show !== undefined }", arg=query)
    return page.query_selector("[data-builder-frame]").content_frame()


def code(page) -> str:
    return page.inner_text("[data-builder-code]")


@pytest.mark.parametrize("lang, plate, section, ids", [
    ("en", "diffusionlm", "crossed", ["stage", "crossed"]), ("zh", "larkspur", "sure", ["sure"]), ("en", "decoding", "lab", ["lab"]),
])
def test_the_code_brings_to_another_page_what_the_frame_shows(reader, hosting, lang, plate, section, ids):
    page = open_builder(reader, lang, plate)
    page.select_option("#builder-show", section)
    page.check("input[name=theme][value=dark]")
    frame = preview(page, f"?show={section}&theme=dark")
    assert shown(frame) == ids
    one = hosting(PAGE + code(page))
    theirs = one.page.wait_for_selector("iframe").content_frame()
    theirs.wait_for_selector("html[data-ready]")
    assert shown(theirs) == ids and theirs.get_attribute("html", "data-theme") == "dark"
    theirs.wait_for_function("() => document.documentElement.scrollHeight <= window.innerHeight")


def test_controls_that_are_ticked_are_gone(reader):
    page = open_builder(reader, "en", "diffusionlm")
    page.click(".builder-form summary")
    page.check("[data-builder-hide] input[value=proof]")
    page.check("[data-builder-hide] input[value=own]")
    frame = preview(page, "?hide=proof,own")
    frame.wait_for_selector("html[data-ready]")
    assert not frame.is_visible("[data-do=proof]") and not frame.is_visible("[data-own]") and frame.is_visible("[data-do=play]")
    assert '?hide=proof,own"' in code(page)
    page.select_option("#builder-plate", "larkspur")  # which has no such controls
    frame = preview(page, "/larkspur/")
    frame.wait_for_selector("html[data-ready]")
    assert not frame.is_visible("[data-embed-said]") and "hide=" not in code(page)
    page.wait_for_selector("[data-builder-hide] input[value=take]")
    assert "the words" in page.inner_text("[data-builder-hide]")


def test_a_link_with_settings_brings_them(reader, site):
    page = open_builder(reader, "en", "diffusionlm")
    page.fill("#builder-state", f"{site.url}/en/diffusionlm/#bench&v=1&passes=3")
    assert page.input_value("#builder-show") == "bench"
    frame = preview(page, "?show=bench#bench&v=1&passes=3")
    frame.wait_for_function("() => document.querySelector('[data-reading=passes]').textContent === '3'")
    assert "?show=bench#bench&amp;v=1&amp;passes=3" in code(page)


def test_a_page_without_scripts_gets_the_height_that_was_measured(reader):
    page = open_builder(reader, "en", "diffusionlm")
    page.select_option("#builder-show", "stage")
    frame = preview(page, "?show=stage")
    page.wait_for_function("() => document.querySelector('[data-builder-frame]').clientHeight < 850")
    page.uncheck("input[name=grows]")
    height = "Math.ceil(document.querySelector('#embed').getBoundingClientRect().height)"
    settles(lambda: "<script>" not in code(page) and f'height="{frame.evaluate(height)}"' in code(page), True)


def test_the_reader_is_chosen_where_a_plate_speaks_to_several(reader):
    page = open_builder(reader, "zh", "diffusionlm")
    assert not page.is_visible("#builder-as")
    page.select_option("#builder-plate", "larkspur")
    page.select_option("#builder-show", "word")
    page.select_option("#builder-as", "engineer")
    frame = preview(page, "?show=word&as=engineer")
    frame.wait_for_selector("[data-for=engineer]:visible")
    assert not frame.is_visible("[data-for=manager]") and not frame.is_visible("[data-embed-said]")
    assert "?show=word&amp;as=engineer" in code(page)


def test_a_sandbox_and_an_isolated_page_have_their_own_code(reader):
    page = open_builder(reader, "en", "diffusionlm")
    assert "sandbox" not in code(page) and "credentialless" not in code(page)
    page.check("input[name=sandboxed]")
    page.check("input[name=isolated]")
    assert 'sandbox="allow-scripts allow-popups' in code(page) and " credentialless>" in code(page) and "lends" in code(page)
    page.uncheck("input[name=live]")
    assert "lends" not in code(page)


def test_no_choice_is_a_step_for_the_back_button(reader):
    page = open_builder(reader, "en", "diffusionlm")
    before = page.evaluate("history.length")
    for section in ("stage", "bench", "crossed"):
        page.select_option("#builder-show", section)
        preview(page, f"?show={section}")
    assert page.evaluate("history.length") == before


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_code_is_copied(reader, lang):
    page = open_builder(reader, lang, "larkspur", permissions=["clipboard-read", "clipboard-write"])
    page.click("[data-builder-copy]")
    page.wait_for_function("() => document.querySelector('[data-builder-said]').textContent !== ''")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.strip() == code(page).strip() and copied.startswith("<iframe data-plateworks src=")
    title = html.unescape(re.search(r'title="([^"]*)"', copied)[1])
    assert title == page.inner_text("#builder-plate option:checked")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_plates_page_leads_to_it(reader, lang):
    page = reader().open(f"/{lang}/decoding/")
    page.click(".links a >> nth=0")
    page.wait_for_selector("[data-builder-frame]")
    page.wait_for_function("() => document.querySelector('#builder-plate').value === 'decoding'")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
