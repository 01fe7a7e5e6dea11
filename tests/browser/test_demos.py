"""Plate 3's demonstrations, as a reader uses them: by keyboard, in both languages."""

from __future__ import annotations

import json

import pytest

from .conftest import LANGUAGES
from .test_access import AXE, RULES


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
    page.wait_for_function("() => document.querySelectorAll('[data-part=walkthrough] [data-step]:not([hidden])').length === 1")
    assert shown.get_attribute("id") == "walk-1"
    page.focus("[data-part=walkthrough] [data-do=after]")
    page.keyboard.press("Enter")
    assert shown.get_attribute("id") == "walk-2" and page.evaluate("location.hash") == "#walk-2"
    assert page.locator("[data-part=walkthrough] [data-frame] .sort[data-state=guess]").count() > 4
    page.click("[data-part=walkthrough] [data-do=before]")
    assert shown.get_attribute("id") == "walk-1"
    assert page.locator("[data-part=walkthrough] [data-frame] .sort[data-state=set]").count() == 0


def test_a_link_to_a_step_opens_there(reader):
    page = opened(reader, "en", "#walk-5")
    part(page, "walkthrough")
    page.wait_for_function("() => document.querySelectorAll('[data-part=walkthrough] [data-step]:not([hidden])').length === 1")
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
    page.wait_for_function("() => document.querySelector('[data-part=infill] .slip').textContent.includes('Code')")
    assert page.inner_text("[data-part=infill] [data-one] pre >> nth=-1").startswith("def ") and before.startswith("{")


def test_the_stream_dial_tells_what_was_taken_back(reader):
    page = opened(reader, "en")
    part(page, "stream")
    page.focus("#stream-dial")
    page.keyboard.press("Home")
    now = page.locator("[data-part=stream] [data-show=now]")
    assert [text.strip() for text in now.all_inner_texts()] == ["", "", ""]
    page.locator("#stream-dial").fill("50")
    assert "▢" in now.first.inner_text() and "▢" not in now.nth(1).inner_text(), "a stream by token has holes"
    page.focus("#stream-dial")
    page.keyboard.press("End")
    said = page.locator("[data-part=stream] [data-show=back]").all_inner_texts()
    assert "late, 0 taken back" in said[0] and "Nothing came late" in said[1] and "So far" in said[2]
    assert page.locator("[data-part=stream] figure").first.locator("[data-late]").count() > 0


def test_the_bill_follows_its_fields(reader):
    page = opened(reader, "en")
    part(page, "bill")
    for name, value in (("set", "400"), ("used", "100"), ("price", "2"), ("count", "1000000")):
        page.fill(f"#bill-{name}", value)
    said = page.inner_text("[data-part=bill] [data-show=said]")
    assert "800" in said and "200" in said and "75%" in said
    page.fill("#bill-used", "500")
    assert "100 tokens of it are cut off" in page.inner_text("[data-part=bill] [data-show=said]")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_calibration_curve_is_read_by_keys_and_stands_on_counted_questions(reader, lang):
    page = opened(reader, lang, width=320)
    part(page, "yesno")
    page.focus("[data-part=yesno] [data-chart-plot]")
    first = page.inner_text("[data-part=yesno] [data-chart-read]")
    page.keyboard.press("ArrowRight")
    assert page.inner_text("[data-part=yesno] [data-chart-read]") != first
    rows = page.locator("[data-part=yesno] [data-chart-table] tbody[data-series=few] tr")
    assert rows.count() > 5
    assert page.evaluate("document.documentElement.scrollWidth") == 320


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_defence_stops_the_template_and_lets_the_order_through(reader, lang):
    page = opened(reader, lang)
    part(page, "spans")
    cells = [[cell.inner_text() for cell in row.locator("td").all()] for row in page.locator("[data-part=spans] .spans-table tbody tr").all()]
    (sent, order), refused, kept, held = cells
    assert "mask token" in refused[0] and all(row[1] == order for row in (refused, kept, held))
    assert sent not in (refused[0], kept[0], held[0])
    assert page.locator("[data-part=spans] .slip >> nth=0").inner_text().count("▢") == 2


def trace_file(tmp_path, **changes):
    """A trace of two places as a file: one given, one filled with a text that looks like HTML."""
    data = {
        "trace": 1, "sampler": "llada", "settings": {}, "seed": 0, "mask_id": 0, "texts": {"0": "▢", "1": "Say ", "2": "<b>x</b>"},
        "canvas": [1, 0], "passes": [{"computed": [[0, 2]], "guesses": [[1, 2, 0.75]], "commits": [[1, 2]]}], "ids": [1, 2],
    }
    path = tmp_path / "trace.json"
    path.write_text(json.dumps({**data, **changes}), encoding="utf-8")
    return path


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_trace_from_elsewhere_is_played_and_its_text_stays_text(reader, lang, tmp_path):
    page = opened(reader, lang)
    part(page, "outside")
    page.set_input_files("#outside-file", trace_file(tmp_path))
    page.wait_for_selector("[data-part=outside] .slip:has-text('Say')")
    page.click("[data-part=outside] [data-do=on]")
    assert page.inner_text("[data-part=outside] .sort >> nth=0").startswith("<b>x</b>")
    assert page.locator("[data-part=outside] b").count() == 0
    assert page.get_attribute("[data-part=outside] [data-show=said]", "data-wrong") is None


@pytest.mark.parametrize("changes, said", [
    ({"trace": 2}, "version 1"),
    ({"canvas": [1, "0"]}, "canvas"),
    ({"passes": [{"computed": [[0, 3]]}]}, "passes[0].computed[0]"),
    ({"texts": {"0": "▢", "1": "Say "}}, "token 2"),
    ({"ids": [1, 1]}, "ids"),
    ({"canvas": [0] * 5000}, "too large"),
    ({"__proto__": {}}, "trace"),
])
def test_a_file_that_is_no_trace_is_refused_in_one_sentence(reader, tmp_path, changes, said):
    page = opened(reader, "en")
    part(page, "outside")
    before = page.inner_text("[data-part=outside] .slip")
    page.set_input_files("#outside-file", trace_file(tmp_path, **changes))
    page.wait_for_selector("[data-part=outside] [data-show=said][data-wrong]")
    assert said in page.inner_text("[data-part=outside] [data-show=said]")
    assert page.inner_text("[data-part=outside] .slip") == before


@pytest.mark.parametrize("scheme, lang", [("light", "zh"), ("dark", "en")])
def test_axe_finds_nothing_in_what_the_lesson_reads_off_fills_and_opens(reader, scheme, lang):
    page = opened(reader, lang, scheme=scheme)
    for name in ("yesno", "spans", "outside"):
        part(page, name)
        page.evaluate("name => document.querySelectorAll(`[data-part=${name}] details`).forEach(d => d.open = true)", name)
    page.evaluate(AXE + ";0")
    for name in ("yesno", "spans", "outside"):
        result = page.evaluate("([name, rules]) => axe.run(document.querySelector(`[data-part=${name}]`), {runOnly: rules})", [name, RULES])
        assert result["passes"] and [v["id"] for v in result["violations"]] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_same_weights_write_both_ways_in_step(reader, lang):
    page = opened(reader, lang)
    part(page, "both")
    frames = page.locator("[data-part=both] .type-frame")
    page.wait_for_selector("[data-part=both] button.sort")  # the fills have come
    page.click("[data-part=both] [data-do=on]")
    page.locator("[data-part=both] [data-do=scrub]").focus()
    page.keyboard.press("Home")
    assert [frames.nth(i).locator(".sort[data-state=set], .sort[data-state=end]").count() for i in (0, 1)] == [0, 0]
    page.keyboard.press("End")
    passes = [int(cell.inner_text()) for cell in page.locator("[data-part=both] tbody td:nth-of-type(1)").all()]
    assert passes[1] < passes[0] == frames.nth(0).locator(".sort").count()
