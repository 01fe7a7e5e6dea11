"""What a reader does with plate 1: plays, steps, scrubs, reads on, in either language."""

from __future__ import annotations

import json

import pytest

from tests.press.sites import published
from toylm import Trace

from .conftest import LANGUAGES, front, settles

PATH = "/{}/diffusionlm/"


def stored(site, lang: str, name: str) -> Trace:
    return Trace.from_json(published(site.folder, f"traces/{name}", lang, "diffusionlm").read_text(encoding="utf-8"))


def letters(trace: Trace, passes: int) -> list[str]:
    return ["" if i == trace.mask_id else trace.texts[i] for i in trace.canvas_at(passes)]


def go(page, section: str) -> None:
    """Scroll to a section and wait until the page counts it as being read and has its scene on the stage."""
    page.evaluate("id => document.getElementById(id).scrollIntoView({behavior: 'instant'})", section)
    page.wait_for_selector(f"#{section}[data-current]")
    if section != "bench" and page.locator(f"#{section}[data-scenes]").count():
        page.wait_for_selector(f"[data-player][data-section={section}]")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_plays_at_once_and_by_itself(reader, lang):
    page = reader().open(PATH.format(lang))
    page.wait_for_function("() => Number(document.querySelector('[data-form=front] .dial').dataset.passes) >= 2")
    assert int(page.get_attribute("[data-form=back] .counter", "data-count")) >= 1
    page.click("[data-do=play]")
    before = page.get_attribute(".dial", "data-passes")
    page.wait_for_timeout(1200)
    assert page.get_attribute(".dial", "data-passes") == before, "paused, it stands still"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_pass_on_the_stage_is_the_trace_s(reader, site, lang):
    page = reader(motion="reduce").open(PATH.format(lang))
    trace = stored(site, lang, "surest8")
    page.focus("[data-do=scrub]")
    page.keyboard.press("Home")
    for number in range(len(trace.passes) + 1):
        assert front(page) == letters(trace, number)
        page.keyboard.press("ArrowRight")


def test_steps_forwards_and_back_and_is_said_in_words(reader):
    page = reader(motion="reduce").open(PATH.format("en"))
    page.focus("[data-do=scrub]")
    page.keyboard.press("Home")
    for _ in range(3):
        page.click("[data-do=on]")
    assert page.inner_text("[data-show=words]").startswith("In front, after pass 3 of 8: 27 places set, 45 blank.")
    page.click("[data-do=back]")
    assert "after pass 2 of 8: 18 places set" in page.inner_text("[data-show=words]")
    assert page.get_attribute("[data-do=scrub]", "aria-valuetext") == "after pass 2 of 72"
    page.wait_for_function("() => document.getElementById('said').textContent.includes('after pass 2 of 8')")


def test_space_on_the_scrubber_plays_and_pauses(reader):
    page = reader().open(PATH.format("en"))
    page.wait_for_selector("[data-do=play][data-state=pause]")  # it has begun by itself
    page.focus("[data-do=scrub]")
    page.keyboard.press("Space")
    assert page.get_attribute("[data-do=play]", "data-state") == "play"
    page.keyboard.press("Space")
    assert page.get_attribute("[data-do=play]", "data-state") == "pause"
    assert page.get_attribute("[data-do=play]", "aria-label") == "Pause"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_garbled_line_is_red_tagged_and_named(reader, site, lang):
    page = reader(motion="reduce").open(PATH.format(lang))
    go(page, "crossed")
    page.wait_for_selector("[data-form=front] [data-line][data-garbled]")
    garbled = page.eval_on_selector_all("[data-form=front] [data-line][data-garbled]", "lines => lines.map(l => +l.dataset.line)")
    trace = stored(site, lang, "surest1")
    lines = [trace.text(trace.ids[at : at + 12]) for at in range(0, 72, 12)]
    said = page.inner_text("[data-show=words]")
    assert len(garbled) >= 1
    for line in garbled:
        assert lines[line] in said
        assert page.is_visible(f"[data-form=front] [data-line='{line}'] .tag")


def test_guesses_stand_over_blanks_with_their_confidence(reader, site):
    page = reader(motion="reduce").open(PATH.format("en"))
    go(page, "guess")
    page.wait_for_selector("[data-form=front] [data-state=guess]")
    shown = page.eval_on_selector_all(
        "[data-form=front] [data-state=guess]",
        "sorts => sorts.map(s => [+s.dataset.place, s.dataset.space !== undefined ? ' ' : s.querySelector('.face').textContent, +s.style.getPropertyValue('--c')])")
    trace = stored(site, "en", "surest8")
    want = [(p, trace.texts[t], pytest.approx(c, abs=1e-3)) for p, t, c in trace.passes[0].guesses]
    assert [tuple(row) for row in shown] == want


def test_proof_shows_type_the_right_way_round(reader):
    page = reader(motion="reduce").open(PATH.format("en"))
    go(page, "keep")
    mirrored = "new DOMMatrix(getComputedStyle(document.querySelector('[data-form=front] [data-place=\"0\"] .face')).transform).a < 0"
    first_is_left = ("document.querySelector('[data-form=front] [data-place=\"0\"]').getBoundingClientRect().left < "
                     "document.querySelector('[data-form=front] [data-place=\"11\"]').getBoundingClientRect().left")
    assert page.evaluate(mirrored) and not page.evaluate(first_is_left)
    page.click("[data-do=proof]")
    assert page.get_attribute("[data-do=proof]", "aria-pressed") == "true"
    assert not page.evaluate(mirrored) and page.evaluate(first_is_left)


def test_scene_buttons_change_the_stage(reader):
    page = reader(motion="reduce").open(PATH.format("en"))
    go(page, "learn")
    blanks = "document.querySelectorAll('[data-form=front] [data-place]:not([data-given])').length"
    for name, left in (("learn15", 11), ("learn50", 36), ("learn85", 61)):
        page.click(f"#learn [data-scene={name}]")
        settles(lambda: page.evaluate(blanks), left)
        assert page.get_attribute(f"#learn [data-scene={name}]", "aria-pressed") == "true"


def test_the_stone_taken_apart_names_every_part(reader):
    page = reader(motion="reduce").open(PATH.format("zh"))
    go(page, "parts")
    page.wait_for_selector("[data-stage][data-view=exploded]")
    parts = page.eval_on_selector_all("figure.exploded [data-part]", "all => all.map(p => p.innerText.split('\\n')[0])")
    assert {"版框", "活字盘", "填料", "版楔", "刻度盘", "计数器", "活字", "倒置的活字", "拼版石", "传单"} <= {p.strip() for p in parts}


@pytest.mark.parametrize("width", [1280, 390, 320])
def test_no_label_of_the_stone_taken_apart_lies_under_another_or_under_a_button(reader, width):
    page = reader(motion="reduce", width=width, height=800).open(PATH.format("en"))
    go(page, "parts")
    page.wait_for_selector("[data-stage][data-view=exploded]")
    boxes = page.evaluate("""() => [...document.querySelectorAll('figure.exploded .labels b, [data-solid-tools] button')]
      .map(part => part.getBoundingClientRect()).filter(box => box.width)
      .map(({left, right, top, bottom}) => [left, right, top, bottom])""")
    assert len(boxes) >= 10
    crossing = [(a, b) for i, a in enumerate(boxes) for b in boxes[:i] if a[0] < b[1] and b[0] < a[1] and a[2] < b[3] and b[2] < a[3]]
    assert crossing == []


def test_reduced_motion_shows_the_end_and_does_not_play(reader):
    page = reader(motion="reduce").open(PATH.format("en"))
    assert "" not in front(page)
    assert page.get_attribute("[data-do=play]", "data-state") == "play"


def test_a_screen_reader_hears_at_most_one_message_a_second(reader):
    page = reader().open(PATH.format("en"))
    page.evaluate("""() => { window.heard = []; new MutationObserver(() => {
        const text = document.getElementById('said').textContent; if (text) window.heard.push([performance.now(), text]);
      }).observe(document.getElementById('said'), {childList: true, characterData: true, subtree: true}); }""")
    page.select_option("[data-do=speed]", "4")
    page.wait_for_timeout(6000)
    page.click("[data-do=play]")
    page.wait_for_function("() => window.heard.at(-1)[1] === document.querySelector('[data-show=words]').textContent")
    heard = page.evaluate("window.heard")
    gaps = [b[0] - a[0] for a, b in zip(heard, heard[1:])]
    assert len(heard) >= 4
    assert min(gaps) > 950, "and the last state is said, however soon it came"


def test_the_other_language_opens_at_the_same_section(reader):
    page = reader(motion="reduce").open(PATH.format("en"))
    go(page, "speed")
    page.click("#stage [data-other-language]")
    page.wait_for_selector("html[data-ready][lang=zh-Hans]")
    assert page.url.endswith("/zh/diffusionlm/#speed")
    page.wait_for_selector("#speed[data-current]")


def test_the_theme_switch_is_remembered(reader):
    page = reader(scheme="light").open(PATH.format("en"))
    dark = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(dark)
    page.click("[data-do=theme]")
    page.click("[data-do=theme]")
    assert page.evaluate(dark) != light
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert page.get_attribute("html", "data-theme") == "dark"


def test_storage_refused_is_no_matter(reader):
    refuse = "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no', 'SecurityError'); }});"
    page = reader(script=refuse).open(PATH.format("en"))
    page.click("[data-do=theme]")
    page.wait_for_function("() => Number(document.querySelector('.dial').dataset.passes) >= 1")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_javascript_words_tables_and_picture_stay(reader, lang):
    one = reader(java_script_enabled=False)
    one.page.goto(one.url + PATH.format(lang))
    page = one.page
    assert page.locator("section h2").count() >= 20
    assert len(page.text_content("main")) > (6000 if lang == "en" else 2500)
    assert page.locator("[data-form=front] [data-place][data-state=set]").count() == 72
    assert page.is_visible("[data-form=front] [data-place]")
    assert page.locator("#data details table").count() == 3
    for control in page.locator(".needs-script").all():
        assert not control.is_visible()
    assert page.is_visible("noscript p") or page.locator("noscript").count() == 1


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("path", ["/{}/diffusionlm/", "/embed/{}/diffusionlm/", "/embed/{}/decoding/?show=lab", "/", "/{}/about/", "/{}/embed/"])
def test_nothing_scrolls_sideways_at_320(reader, lang, path):
    one = reader(width=320, height=640, motion="reduce")
    one.page.goto(one.url + path.format(lang))
    one.page.wait_for_timeout(300)
    assert one.page.evaluate("document.documentElement.scrollWidth") <= 320


def test_no_request_goes_to_anyone_else(reader, site):
    one = reader(motion="reduce")
    page = one.open(PATH.format("en"))
    for section in ("crossed", "middle", "bench"):
        go(page, section)
    page.wait_for_timeout(300)
    assert one.requests and all(url.startswith((site.url, "data:", "blob:")) for url in one.requests)


def test_printing_opens_what_is_folded(reader):
    page = reader(motion="reduce").open(PATH.format("en"))
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert page.locator("details:not([open])").count() == 0


def test_every_figure_in_the_words_is_the_trace_s(site):
    """The caption of the first section prints counts that the stored traces hold."""
    page = (site.folder / "en" / "diffusionlm" / "index.md").read_text(encoding="utf-8")
    left, chase = stored(site, "en", "left"), stored(site, "en", "surest8")
    assert f"{left.forward_passes} passes behind, {chase.forward_passes} passes in front" in page
    assert f"{chase.positions} positions" in page or f"{chase.positions}" in page


def test_cite_copies(reader):
    one = reader(motion="reduce", permissions=["clipboard-read", "clipboard-write"])
    page = one.open(PATH.format("zh"))
    page.click("[data-copy=cite-3]")
    page.wait_for_selector("[data-copy=cite-3][data-done]")
    record = json.loads(page.evaluate("navigator.clipboard.readText()"))
    assert record[0]["title"] == "拼版石上的扩散语言模型"
    assert page.inner_text("[data-copy=cite-3]") == "已复制"
