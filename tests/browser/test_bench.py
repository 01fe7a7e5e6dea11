"""The bench: stored settings at once, everything else live, every state in a link."""

from __future__ import annotations

import json

import pytest

from toylm import Trace
from toylm.models.counts import CountsModel
from toylm.request import run

from .conftest import LANGUAGES, front, settles
from .test_plate import go, stored

LINK = "/{}/diffusionlm/#bench&v=1{}"


def open_bench(reader, lang: str = "en", state: str = "", **more):
    page = reader(motion="reduce", **more).open(LINK.format(lang, state) if state else f"/{lang}/diffusionlm/")
    if not state:
        go(page, "bench")
    return page


def readings(page) -> dict[str, int]:
    return {row: int(page.inner_text(f"[data-reading={row}]")) for row in ("passes", "positions", "garbled", "agree")}


def start_live(page) -> None:
    page.click("[data-live] [data-do=start]")
    page.wait_for_selector("[data-show=status][data-state=ready]", timeout=120_000)


def expected(site, lang: str, steps: int, remasking: str, seed: int) -> tuple[Trace, dict[str, int]]:
    """A fill made here and now, and the readings it should show."""
    careful = stored(site, lang, "surest72")
    data = json.loads((site.folder / lang / "diffusionlm" / "index.html").read_text(encoding="utf-8")
                      .split('id="plate-data">')[1].split("</script>")[0])
    request = {**data["plate"]["request"], "seed": seed, "settings": {"steps": steps, "remasking": remasking}}
    trace = run(request)
    model = CountsModel.from_spec(request["model"])
    return trace, {
        "passes": steps, "positions": steps * 72, "garbled": len(model.garbled(trace.ids)),
        "agree": sum(a == b for a, b in zip(trace.ids, careful.ids)),
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_presets_show_the_stored_fill_and_its_readings(reader, site, lang):
    page = open_bench(reader, lang)
    for button in page.locator("[data-preset]").all():
        state = json.loads(button.get_attribute("data-preset"))
        button.click()
        rule = {"surest": "low_confidence", "random": "random"}[state["keep"]]
        trace, want = expected(site, lang, state["passes"], rule, state["seed"] if state["keep"] == "random" else 0)
        settles(lambda: (readings(page), "".join(front(page))), (want, trace.text()))


def test_keys_alone_set_the_bench(reader):
    page = open_bench(reader)
    page.focus("#bench-passes")
    page.keyboard.press("Home")
    page.wait_for_function("() => document.querySelector('[data-reading=passes]').textContent === '1'")
    assert readings(page)["garbled"] == 2
    page.keyboard.press("End")
    page.wait_for_function("() => document.querySelector('[data-reading=passes]').textContent === '72'")
    page.focus("input[name=keep][value=surest]")
    page.keyboard.press("ArrowRight")
    assert page.is_checked("input[name=keep][value=random]")
    assert page.is_enabled("[data-bench-again]")


def test_an_unstored_setting_says_what_it_needs(reader):
    page = open_bench(reader)
    page.fill("#bench-passes", "5")
    page.wait_for_function("() => document.querySelector('[data-bench-note]').textContent.includes('not stored')")
    assert "MB" in page.inner_text("[data-live] [data-do=start]"), "the tap says its size"


def test_live_fills_what_is_not_stored_and_stops(reader, site):
    page = open_bench(reader)
    page.fill("#bench-passes", "5")
    start_live(page)
    page.wait_for_function("() => document.querySelector('[data-reading=passes]').textContent === '5'")
    trace, want = expected(site, "en", 5, "low_confidence", 0)
    settles(lambda: (readings(page), "".join(front(page))), (want, trace.text()))

    page.check("input[name=keep][value=random]")
    page.fill("#bench-passes", "11")
    page.click("[data-bench-again]")
    trace, want = expected(site, "en", 11, "random", 2)
    settles(lambda: (readings(page), "".join(front(page))), (want, trace.text()))

    page.click("[data-live] [data-do=stop]")
    page.wait_for_selector("[data-show=status][data-state=stopped]")
    page.click("[data-preset] >> nth=0")
    page.wait_for_function("() => document.querySelector('[data-reading=passes]').textContent === '1'")
    assert page.is_visible("[data-live] [data-do=start]"), "and it can be started again"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_link_brings_a_state_back(reader, site, lang):
    page = open_bench(reader, lang)
    page.click("[data-preset] >> nth=4")
    settles(lambda: "".join(front(page)), stored(site, lang, "random8s1").text())
    for _ in range(3):
        page.click("[data-do=back]")
    page.click("[data-bench-copy]")
    link = page.input_value("#bench-link")
    assert len(link.split("#")[1]) < 60
    shown, values = front(page), readings(page)
    again = reader(motion="reduce").open(link.removeprefix(page.url.split("/" + lang)[0]))
    settles(lambda: (front(again), readings(again)), (shown, values))
    assert again.input_value("[data-do=scrub]") == "5"
    assert again.is_checked("input[name=keep][value=random]")


def test_moving_the_bench_does_not_fill_the_back_button(reader):
    one = reader(motion="reduce")
    page = one.open("/en/diffusionlm/")
    before = page.evaluate("history.length")
    for value in ("1", "2", "3", "4"):
        page.fill("#bench-passes", value)
        page.wait_for_timeout(450)
    page.wait_for_function("() => location.hash.includes('passes=4')")
    assert page.evaluate("history.length") == before


@pytest.mark.parametrize(("state", "passes", "said"), [
    ("&passes=999", "72", "passes"),
    ("&passes=-3", "1", "passes"),
    ("&passes=8.5", "8", "passes"),
    ("&passes=%3Cscript%3E", "8", "passes"),
    ("&passes=1&keep=luckiest", "1", "which guesses to keep"),
    ("&keep=random&seed=99999999999", "8", "the seed"),
    ("&passes=%E0%A4%A", "8", "passes"),
])
def test_what_a_link_asks_too_much_of_is_clamped_and_said(reader, state, passes, said):
    page = open_bench(reader, "en", state)
    page.wait_for_function("() => document.querySelector('[data-bench-note]').textContent.includes('was changed')")
    assert page.input_value("#bench-passes") == passes
    assert said in page.inner_text("[data-bench-note]")


def test_a_link_of_a_later_version_is_not_guessed_at(reader):
    page = reader(motion="reduce").open("/en/diffusionlm/#bench&v=9&passes=3")
    page.wait_for_function("() => document.querySelector('[data-bench-note]').textContent.includes('the link’s version')"
                           " || document.querySelector('[data-bench-note]').textContent.includes(\"the link's version\")")
    assert page.input_value("#bench-passes") == "8"


@pytest.mark.parametrize("fragment", ["#bench&" + "x" * 20_000, "#%", "#bench&v=1&__proto__=1", "#'\"><img src=x>", "#bench&v=1&" + "passes=1&" * 500])
def test_a_hostile_fragment_changes_nothing(reader, fragment):
    page = reader(motion="reduce").open(f"/en/diffusionlm/{fragment}")
    assert page.locator("img").count() == 0
    page.click("[data-preset] >> nth=0")
    page.wait_for_function("() => document.querySelector('[data-reading=passes]').textContent === '1'")
