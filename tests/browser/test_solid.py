"""The stage in three dimensions. It is drawn without a graphics card here, so the page is small and frames are few."""

from __future__ import annotations

from functools import cache

import pytest
from playwright.sync_api import expect

from .conftest import LANGUAGES, front, readers, settles
from .test_bench import start_live
from .test_own import write
from .test_plate import PATH, go

CHOSEN = """localStorage.setItem('plateworks.1.stage', 'solid');
const get = HTMLCanvasElement.prototype.getContext;
window.graphics = new Set();
HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
  const made = get.call(this, kind, ...more);
  if (made && kind.startsWith('webgl')) window.graphics.add(made);
  return made;
};"""
HELD = "[...window.graphics].filter(each => !each.isContextLost()).length"
INFO = "document.querySelector('[data-stage]').info()"
DRAWN = "n => document.querySelector('[data-stage]').info()?.frames > n"
ON = "[data-stage][data-solid-on]"
CANVAS = "document.querySelector('[data-solid] canvas')"
LOSE = f"window.lose = {CANVAS}.getContext('webgl2').getExtension('WEBGL_lose_context'); window.lose.loseContext()"
LOST = "The graphics were lost. The flat stage plays on until they return."
REST = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.fixture(scope="module")
def chosen(browser, site):
    """One page a language, of a reader who has chosen the stone. The tests share it: a first picture takes seconds here."""
    with readers(browser, site) as make:

        @cache
        def open_(lang: str):
            one = make(width=320, height=640, motion="reduce", script=CHOSEN)
            one.context.set_default_timeout(120_000)
            go(one.open(PATH.format(lang)), "whole")
            one.page.mouse.move(200, 200)
            one.page.wait_for_selector(ON)
            return one

        yield open_


@pytest.fixture
def stone(chosen):
    """The page with the stone on its stage, at the first section and at rest."""

    def open_(lang: str = "en"):
        one = chosen(lang)
        page = one.page
        if not page.locator(ON).count():
            press(page, "[data-do=solid]")
            page.wait_for_selector(ON)
        go(page, "whole")
        page.evaluate(REST)
        return one, page

    return open_


def later(one) -> list[str]:
    return [url for url in one.requests if "-later." in url or "outlines-" in url]


def press(page, selector: str) -> None:
    """Press a button where it is: Playwright's own click scrolls a stage that sticks to the top away from its section."""
    page.dispatch_event(selector, "click")


def draw(page, act) -> dict:
    """Do something, and wait for the next picture."""
    page.evaluate(REST)  # so that it is not a picture wished for before
    before = page.evaluate(INFO)["frames"]
    act()
    page.wait_for_function(DRAWN, arg=before)
    return page.evaluate(INFO)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_shows_what_the_flat_stage_shows_and_keeps_the_place(stone, lang):
    one, page = stone(lang)
    assert page.is_visible("[data-solid] canvas") and not page.is_visible("[data-form=front]")
    assert len(set(later(one))) == 2
    page.focus("[data-do=scrub]")
    for key in ("Home", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    assert page.evaluate(INFO)["front"] == front(page) and "" in front(page)
    go(page, "crossed")
    page.wait_for_function("() => document.querySelector('[data-form=front] [data-garbled]')")
    assert page.evaluate(INFO)["front"] == front(page)
    assert page.evaluate(INFO)["back"] is None
    said = page.inner_text("[data-show=words]")
    press(page, "[data-do=solid]")
    assert page.locator("[data-solid] canvas").count() == 0 and page.evaluate(INFO) is None
    assert page.is_visible("[data-form=front] [data-line][data-garbled] .tag")
    assert page.inner_text("[data-show=words]") == said


def test_keys_walk_round_it_and_nothing_is_drawn_when_nothing_moves(stone):
    _, page = stone()
    home = page.evaluate(INFO)["camera"]
    page.focus("[data-solid]")
    assert draw(page, lambda: page.keyboard.press("ArrowLeft"))["camera"]["azimuth"] < home["azimuth"]
    assert draw(page, lambda: page.keyboard.press("+"))["camera"]["distance"] < home["distance"]
    assert page.is_visible("[data-do=home]")
    page.evaluate(REST)
    settles(lambda: page.evaluate(INFO)["frames"] == (page.wait_for_timeout(300), page.evaluate(INFO)["frames"])[1], True)
    still = page.evaluate(INFO)["frames"]
    page.wait_for_timeout(1500)
    assert page.evaluate(INFO)["frames"] == still
    assert draw(page, lambda: page.keyboard.press("Home"))["camera"] == home
    assert not page.is_visible("[data-do=home]")


def test_taken_apart_every_part_has_a_label_of_text_and_a_line(stone):
    _, page = stone()
    whole = page.evaluate(INFO)
    go(page, "parts")
    page.wait_for_selector(".taken-apart:not([hidden])")
    apart = draw(page, lambda: press(page, ".taken-apart [data-part=dial] button"))
    assert apart["camera"]["distance"] < 60, "the label brings the reader near its part"
    names = page.eval_on_selector_all(".taken-apart button b", "all => all.map(b => b.textContent)")
    assert {"imposing stone", "chase", "galley", "furniture", "quoin", "dial", "counter", "sort", "turned sort", "handbill"} == set(names)
    lines = page.eval_on_selector_all(".taken-apart .leader", "all => all.map(l => l.getAttribute('d'))")
    assert len(set(lines)) == len(names) and all(lines)
    assert max(whole["calls"], apart["calls"]) <= 60


SECTIONS = ("whole", "inorder", "blanks", "guess", "keep", "learn", "crossed", "speed", "middle", "limits", "parts", "bench")
COSTS = ("geometries", "textures", "calls", "programs")


def costs(page) -> list[int]:
    found = page.evaluate(INFO)
    return [found[name] for name in COSTS]


def walk(page) -> list[list[int]]:
    """What each section's view costs, from the first to the last."""
    found = []
    for section in SECTIONS:
        go(page, section)
        page.evaluate(REST)
        page.evaluate(REST)
        found.append(costs(page))
    return found


def test_a_hundred_changes_of_view_leave_nothing_behind(stone):
    """Sections, proofs, the flat stage and back: more than a hundred of them together."""
    _, page = stone()
    walk(page)
    proof = "n => { for (let i = 0; i < n; i += 1) document.querySelector('[data-do=proof]').click(); }"
    seen = walk(page)
    for _ in range(2):
        draw(page, lambda: page.evaluate(proof, 26))
    assert walk(page) == seen
    anew = []
    for _ in range(3):
        press(page, "[data-do=solid]")
        assert page.evaluate(INFO) is None and page.evaluate(HELD) == 0, "the graphics are given back"
        press(page, "[data-do=solid]")
        page.wait_for_selector(ON)
        assert page.evaluate(HELD) == 1 and page.locator("[data-solid] canvas").count() == 1
        for section in ("keep", "parts", "whole"):
            go(page, section)
            page.evaluate(REST)
        anew.append(costs(page))
    assert anew == [anew[0]] * 3


def test_a_lost_context_falls_back_says_so_and_comes_back(stone):
    _, page = stone()
    page.evaluate(LOSE)
    page.wait_for_selector("[data-stage]:not([data-solid-on])")
    assert page.is_visible("[data-form=front]")
    assert page.inner_text("[data-solid-said]") == LOST
    page.click("[data-do=back]")
    page.evaluate("window.lose.restoreContext()")
    page.wait_for_selector(ON)
    assert page.evaluate(INFO)["front"] == front(page)


def test_a_context_that_does_not_come_back_is_replaced_when_the_stone_is_asked_for_again(stone):
    _, page = stone()
    page.evaluate(LOSE)
    page.wait_for_selector("[data-stage]:not([data-solid-on])")
    press(page, "[data-do=solid]")
    page.wait_for_selector(ON)
    assert page.locator("[data-solid] canvas").count() == 1 and page.evaluate(INFO)["front"] == front(page)
    assert LOST not in page.inner_text("[data-solid-said]")
    assert page.get_attribute("[data-do=solid]", "aria-pressed") == "true"


def test_on_paper_the_flat_stage_stands_with_its_tags(stone):
    _, page = stone()
    go(page, "crossed")
    tag = "[data-form=front] [data-line][data-garbled] .tag"
    page.wait_for_selector(tag, state="attached")
    assert not page.is_visible(tag)
    page.emulate_media(media="print")
    try:
        assert page.is_visible(tag) and not page.is_visible("[data-solid]")
    finally:
        page.emulate_media(media="screen")


def test_own_lines_say_again_that_they_stay_flat_and_keep_no_choice(reader):
    page = reader(motion="reduce").open(PATH.format("en"))
    go(page, "bench")
    page.click("[data-own] summary")
    write(page, "3 x TEA\n2 x ALE")
    start_live(page)
    page.wait_for_selector("[data-stage][data-own]")
    for _ in range(2):
        press(page, "[data-do=solid]")
        assert page.inner_text("[data-solid-said]").startswith("Your own lines are shown flat")
    assert page.get_attribute("[data-do=solid]", "aria-pressed") == "false"
    assert page.evaluate("localStorage.getItem('plateworks.1.stage')") is None


def test_what_is_said_later_outlives_the_clock_of_what_was_said_before(stone):
    """The note that there is no graphics card takes itself away after six seconds; it takes nothing else away."""
    _, page = stone()
    said = page.locator("[data-solid-said]")
    press(page, "[data-do=solid]")
    press(page, "[data-do=solid]")
    expect(said).to_contain_text("No graphics card", timeout=60_000)
    page.evaluate(LOSE)
    expect(said).to_have_text(LOST)
    page.wait_for_timeout(6500)
    assert said.inner_text() == LOST
    page.evaluate("window.lose.restoreContext()")
    page.wait_for_selector(ON)


def test_no_webgl_is_said_and_the_flat_stage_stays(reader):
    refuse = "const get = HTMLCanvasElement.prototype.getContext; HTMLCanvasElement.prototype.getContext = function (kind, ...more) { return kind.startsWith('webgl') ? null : get.call(this, kind, ...more); };"
    page = reader(motion="reduce", script=refuse).open(PATH.format("en"))
    page.click("[data-do=solid]")
    page.wait_for_function("() => document.querySelector('[data-solid-said]').textContent.startsWith('This browser gives no WebGL.')")
    assert page.is_visible("[data-form=front]") and page.get_attribute("[data-do=solid]", "aria-pressed") == "false"


def test_a_storage_that_takes_nothing_keeps_the_choice_for_this_visit(reader):
    """Reading works, writing does not: a full quota, or a host that shares it out."""
    script = "localStorage.setItem('plateworks.1.stage', 'flat'); Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
    page = reader(motion="reduce", width=320, height=640, script=script).open(PATH.format("en"))
    page.context.set_default_timeout(120_000)
    go(page, "whole")
    press(page, "[data-do=solid]")
    page.wait_for_selector(ON)


def test_without_a_graphics_card_the_flat_stage_is_what_a_reader_gets_first(reader):
    one = reader(motion="reduce")
    page = one.open(PATH.format("en"))
    page.mouse.move(200, 200)
    go(page, "keep")
    page.wait_for_timeout(500)
    assert page.is_visible("[data-form=front]") and page.is_visible("[data-do=solid]")
    assert later(one) == []
