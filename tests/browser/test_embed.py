"""The embed in somebody else's page: another origin, a sandbox, storage and history refused."""

from __future__ import annotations

import pytest

from .conftest import LANGUAGES

SANDBOX = "allow-scripts"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_plays_in_a_sandbox_on_another_origin(hosted, lang):
    one, frame = hosted(lang, SANDBOX)
    assert frame.evaluate("window.origin") == "null"
    frame.click("[data-do=play]")
    frame.wait_for_function("() => Number(document.querySelector('[data-form=front] .dial').dataset.passes) >= 2")
    frame.click("[data-preset] >> nth=0")
    frame.wait_for_function("() => document.querySelector('[data-reading=passes]').textContent === '1'")
    assert frame.locator("[data-form=front] [data-line][data-garbled]").count() >= 1
    frame.click("[data-bench-copy]")
    frame.wait_for_function("() => document.querySelector('[data-bench-link-said]').textContent !== ''")
    one.errors[:] = [e for e in one.errors if "Permissions policy" not in e]  # the refused clipboard, as the browser notes it


def test_it_does_not_play_by_itself_and_leaves_the_back_button_alone(hosted):
    one, frame = hosted("en", SANDBOX)
    assert frame.get_attribute("[data-do=play]", "data-state") == "play"
    before = one.page.evaluate("history.length")
    for value in range(1, 7):
        frame.fill("#bench-passes", str(value))
    one.page.wait_for_timeout(600)
    assert one.page.evaluate("history.length") == before


def test_the_steps_of_a_walkthrough_do_not_fill_the_back_button_of_the_page_around(hosted):
    one, frame = hosted("en", SANDBOX, "?show=mechanism", "decoding")
    frame.wait_for_selector("[data-part=walkthrough] [data-do=after]:not([disabled])")
    before = one.page.evaluate("history.length")
    for _ in range(3):
        frame.click("[data-part=walkthrough] [data-do=after]")
    assert frame.is_visible("#walk-4")
    assert one.page.evaluate("history.length") == before


def test_a_seed_where_nothing_takes_one_is_told(hosted):
    _, frame = hosted("en", SANDBOX, "?show=crossed&seed=3")
    assert "seed=3" in frame.inner_text("[data-embed-said]")
    _, frame = hosted("en", SANDBOX, "?show=bench&seed=3")
    assert not frame.is_visible("[data-embed-said]")


def test_every_link_opens_a_page_of_its_own(hosted):
    for plate in ("diffusionlm", "larkspur", "decoding"):
        _, frame = hosted("en", SANDBOX, plate=plate)
        links = frame.eval_on_selector_all("a[href]", "all => all.map(a => [a.target, a.rel, a.href])")
        assert len(links) > 5
        assert [link for link in links if link[0] != "_blank" or "noopener" not in link[1]] == []


def test_a_sandbox_that_opens_no_page_shows_where_the_link_leads(hosted):
    one, frame = hosted("en", SANDBOX)
    frame.click(".embed-foot a >> nth=0")
    assert frame.inner_text(".embed-foot [role=status]").endswith("/en/diffusionlm/")
    one.errors[:] = [e for e in one.errors if "allow-popups" not in e]  # the refused page, as the browser notes it


def shown(frame) -> list[str]:
    """The ids of what stands in the frame to be seen."""
    return frame.eval_on_selector_all("#stage, [data-shown]", "all => all.filter(e => e.checkVisibility()).map(e => e.id)")


def test_a_section_alone_and_a_theme(hosted):
    _, frame = hosted("en", SANDBOX, "?show=crossed&theme=dark")
    frame.wait_for_selector("[data-form=front] [data-line][data-garbled]")
    assert shown(frame) == ["stage", "crossed"]
    assert frame.get_attribute("html", "data-theme") == "dark"
    assert frame.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    frame.click("#crossed button[data-scene=surest8]")
    frame.wait_for_function("() => !document.querySelector('[data-form=front] [data-line][data-garbled]')")


@pytest.mark.parametrize("plate, query, ids", [
    ("diffusionlm", "", ["stage", "bench"]),
    ("diffusionlm", "?show=stage", ["stage"]),
    ("diffusionlm", "?show=bench", ["stage", "bench"]),
    ("larkspur", "?show=sure", ["sure"]),
    ("larkspur", "#workbench&v=1", ["workbench"]),
    ("decoding", "?show=lab", ["lab"]),
])
def test_what_it_shows(hosted, plate, query, ids):
    _, frame = hosted("en", SANDBOX, query, plate)
    assert shown(frame) == ids
    assert not frame.is_visible("[data-embed-said]")


def test_a_lesson_asked_for_what_it_lacks_shows_its_first_part(hosted):
    _, frame = hosted("en", SANDBOX, "?show=stage", "decoding")
    assert "lab" in frame.inner_text("[data-embed-said]")
    [section] = shown(frame)
    assert frame.is_visible(f"#{section} [data-part]")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_wrong_in_its_address_is_told_once_and_the_rest_works(hosted, lang):
    _, frame = hosted(lang, SANDBOX, "?show=crossed&theme=blue&pass=-1&hide=proof,nothing&sow=1&constructor=2")
    said = frame.inner_text("[data-embed-said]")
    assert all(wrong in said for wrong in ("theme=blue", "light, dark, auto", "pass=-1", "hide=nothing", "sow", "constructor"))
    assert "proof," in said and "hide=proof" not in said and "show=" not in said
    assert shown(frame) == ["stage", "crossed"]
    assert not frame.is_visible("[data-do=proof]") and frame.is_visible("[data-do=play]")


def test_a_state_a_seed_and_a_pass(hosted):
    _, frame = hosted("en", SANDBOX, "?show=bench&seed=2&pass=5#bench&v=1&keep=random")
    frame.wait_for_function("() => document.querySelector('[data-form=front] .dial').dataset.passes === '5'")
    assert frame.is_checked("input[name=keep][value=random]")
    assert "2" in frame.inner_text("[data-bench-seed]")
    frame.click("[data-do=on]")
    assert frame.get_attribute("[data-form=front] .dial", "data-passes") == "6"
    _, frame = hosted("en", SANDBOX, "?show=lab&seed=7&pass=1", "decoding")
    frame.wait_for_function("() => document.querySelector('#lab-seed').value === '7'")


def test_a_link_in_the_frame_does_not_move_the_page_around(hosting, site):
    src = f"{site.url}/embed/en/diffusionlm/?show=bench#bench&v=1&passes=3"
    one = hosting(f'<!doctype html><title>host</title><link rel="icon" href="data:,"><p>top</p><iframe title="plate" width="600" height="500" src="{src}"></iframe><div style="height:5000px">')
    frame = one.page.wait_for_selector("iframe").content_frame()
    frame.wait_for_function("() => document.querySelector('[data-reading=passes]').textContent === '3'")
    one.page.wait_for_timeout(300)
    assert one.page.evaluate("window.scrollY") == 0


def test_a_teacher_hides_single_controls(hosted):
    _, frame = hosted("en", SANDBOX, "?show=bench&hide=passes,own,link,take,words&live=off")
    assert not any(frame.is_visible(one) for one in ("#bench-passes", "[data-own]", "[data-bench-link]", "[data-take-open]", ".embed-words p", "[data-live]"))
    assert frame.is_visible("[data-preset] >> nth=0") and frame.is_visible("[data-do=play]")
    frame.check("input[name=keep][value=random]")
    frame.click("[data-bench-again]")
    frame.wait_for_function("() => document.querySelector('[data-bench-seed]').textContent.includes('2')")


def test_it_plays_by_itself_only_if_it_is_asked_to(hosted):
    for plate, section in (("diffusionlm", "inorder"), ("larkspur", "blanks")):
        _, frame = hosted("en", SANDBOX, f"?show={section}&autoplay=1", plate)
        frame.wait_for_selector("[data-do=play][data-state=pause]")
    _, frame = hosted("en", SANDBOX, "?show=inorder&autoplay=0")
    frame.evaluate("document.body.dispatchEvent(new Event('pointerdown', {bubbles: true}))")
    assert frame.get_attribute("[data-do=play]", "data-state") == "play"


def test_it_says_where_it_is_from(hosted):
    _, frame = hosted("zh", SANDBOX)
    assert frame.is_visible(".embed-foot a") and "CC BY 4.0" in frame.inner_text(".embed-foot")
    assert frame.get_attribute("meta[name=robots]", "content") == "noindex"
    assert frame.get_attribute("link[rel=canonical]", "href").endswith("/zh/diffusionlm/")


@pytest.mark.parametrize("plate, ids", [("diffusionlm", ["stage"]), ("larkspur", ["opening"])])
def test_if_its_script_does_not_come_there_is_something_to_read(reader, plate, ids):
    one = reader()
    one.page.route("**/*.js", lambda route: route.abort())
    one.page.goto(f"{one.url}/embed/en/{plate}/?show=bench")
    assert shown(one.page) == ids
    one.errors[:] = [e for e in one.errors if "ERR_FAILED" not in e]
