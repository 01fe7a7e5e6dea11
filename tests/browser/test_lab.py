"""The sampler lab: stored presets at once, both sides in step, and a state in its link."""

from __future__ import annotations

import csv
import io
import json

import pytest

from playwright.sync_api import expect

from press.install import ROOT
from tests.press.sites import published
from toylm import Trace
from toylm.models import transformer
from toylm.request import run

from .conftest import LANGUAGES

TOYS = ROOT / "plates" / "larkspur" / "data" / "en"


def open_lab(reader, lang: str, state: str = ""):
    page = reader(motion="reduce").open(f"/{lang}/decoding/#lab{state}")
    page.locator("[data-part=lab]").scroll_into_view_if_needed()
    page.wait_for_selector("[data-part=lab] .lab-map")
    return page


def trace(site, lang: str, name: str) -> Trace:
    return Trace.from_json(published(site.folder, f"traces/{name}", lang, "decoding").read_text(encoding="utf-8"))


def counts(page) -> list[dict[str, int]]:
    names = ("passes", "positions", "reads")
    return [{name: int(side.locator(f"[data-lab-count={name}]").inner_text()) for name in names} for side in page.locator("[data-part=lab] [data-fill]").all()]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_presets_show_their_stored_fills_and_step_together(reader, site, lang):
    page = open_lab(reader, lang)
    canvas = page.input_value("#lab-pinned")
    fills = [trace(site, lang, f"lab-{canvas}-{preset}") for preset in ("llada", "fast-dllm")]
    assert counts(page) == [{"passes": t.forward_passes, "positions": t.positions, "reads": t.cache_reads} for t in fills]
    page.locator("[data-part=lab] [data-do=scrub]").fill("3")
    assert [side["passes"] for side in counts(page)] == [3, 3]


def test_a_link_brings_a_state_back(reader):
    page = open_lab(reader, "en")
    page.select_option("#lab-preset-1", "bd3lm")
    page.wait_for_function("() => location.hash.includes('one=bd3lm')")
    again = open_lab(reader, "en", page.url.split("#lab")[1])
    assert again.input_value("#lab-preset-1") == "bd3lm"
    assert "BD3-LM" in again.locator("[data-part=lab] [data-fill] figcaption").first.inner_text()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_has_no_mask_token_begins_with_random_tokens_on_a_toy_of_its_own(reader, site, lang):
    page = open_lab(reader, lang)
    want = trace(site, lang, f"lab-{page.input_value('#lab-pinned')}-diffusion-gemma")
    page.select_option("#lab-preset-2", "diffusion-gemma")
    expect(page.locator("[data-part=lab] [data-fill] figcaption").nth(1)).to_have_text("DiffusionGemma")
    said = page.locator("[data-lab-side] [data-show=said]").nth(1).inner_text()
    assert ("uniform-state diffusion" if lang == "en" else "均匀态扩散") in said
    begun = next(i for i, one in enumerate(want.passes, 1) if one.kind == "noise")
    page.locator("[data-part=lab] [data-do=scrub]").fill(str(begun))
    sorts = page.locator("[data-part=lab] [data-fill]").nth(1).locator(".sort")
    states = "all => all.map(one => [one.dataset.state, one.hasAttribute('data-differs'), one.querySelector('.face').textContent])"
    shown = sorts.evaluate_all(states)
    assert [text for _, _, text in shown] == [want.texts[i].strip() or "␣" for i in want.canvas_at(begun)[-len(shown):]]
    assert {(state, differs) for state, differs, _ in shown} == {("noise", False)}
    page.locator("[data-part=lab] [data-do=scrub]").press("End")
    assert {state for state, *_ in sorts.evaluate_all(states)} <= {"set", "end"}
    assert counts(page)[1] == {"passes": want.forward_passes, "positions": want.positions, "reads": want.cache_reads}


LAB = "[data-part=lab]"


def saved(page, button: str) -> tuple[str, str]:
    """The name and the text of the file that a button gives."""
    with page.expect_download() as download:
        page.click(button)
    return download.value.suggested_filename, download.value.path().read_text(encoding="utf-8")


def test_a_setting_of_one_s_own_is_filled_live_as_outside_and_timed(reader):
    transformer.provide((TOYS / "masked.npz").read_bytes(), (TOYS / "tokens.json").read_text(encoding="utf-8"))
    page = open_lab(reader, "en")
    page.select_option("#lab-sampler-2", "remdm")
    page.locator(f"{LAB} [data-lab-side] >> nth=1 >> summary").click()
    page.fill("#lab-2-num_steps", "12")
    page.press("#lab-2-num_steps", "Tab")
    page.wait_for_function("() => document.querySelector('[data-show=lab-said]').textContent.startsWith('There is no stored fill')")
    page.click(f"{LAB} [data-live] [data-do=start]")
    page.wait_for_function("() => document.querySelector('[data-show=lab-said]').textContent.startsWith('Filled just now')", timeout=120_000)
    model = {"kind": "transformer", "name": "en-masked"}
    asked = {"model": model, "prompt": page.input_value("#lab-prompt"), "places": 24, "sampler": "remdm", "seed": 0, "settings": {"num_steps": 12}}
    want = run(asked)
    assert counts(page)[1] == {"passes": want.forward_passes, "positions": want.positions, "reads": want.cache_reads}

    page.click(f"{LAB} [data-do=time]")
    page.wait_for_function("() => document.querySelector('[data-show=lab-said]').textContent.startsWith('Milliseconds')", timeout=90_000)
    name, text = saved(page, f"{LAB} [data-do=lab-json]")
    sides = json.loads(text)["sides"]
    assert name == "plateworks-lab.json" and sides[1]["request"] == asked
    assert sides[1]["trace"] == json.loads(want.to_json())
    assert all(side["milliseconds"]["least"] <= side["milliseconds"]["median"] <= side["milliseconds"]["most"] for side in sides)
    rows = list(csv.DictReader(io.StringIO(saved(page, f"{LAB} [data-do=lab-csv]")[1])))
    assert [row["passes"] for row in rows] == ["24", str(want.forward_passes)] and json.loads(rows[1]["settings"]) == [["num_steps", 12]]


def test_what_toylm_refuses_is_explained_beside_the_setting(reader):
    page = open_lab(reader, "en")
    page.locator(f"{LAB} [data-lab-side] >> nth=0 >> summary").click()
    page.fill("#lab-1-steps", "7")
    page.fill("#lab-1-block_length", "5")
    page.press("#lab-1-block_length", "Tab")
    page.click(f"{LAB} [data-live] [data-do=start]")
    page.wait_for_function("() => document.querySelector('[data-lab-side] [data-show=said]').textContent.includes('block_length: want a divisor')", timeout=120_000)
    assert "One of the two was refused" in page.inner_text("[data-show=lab-said]")


def test_a_link_brings_back_the_pass_and_the_map(reader):
    page = open_lab(reader, "en")
    page.locator(f"{LAB} [name=lab-view][value=caches]").check(force=True)
    page.locator(f"{LAB} [data-do=scrub]").fill("5")
    page.click(f"{LAB} [data-do=link]")
    page.wait_for_function("() => location.hash.includes('at=5')")
    again = open_lab(reader, "en", page.url.split("#lab")[1])
    assert counts(again) == counts(page) and counts(again)[0]["passes"] == 5
    assert again.locator(f"{LAB} .map-computed").count() > 0
    name, text = saved(again, f"{LAB} [data-do=map] >> nth=1")
    assert name == "plateworks-lab-caches-2.svg" and text.startswith("<svg") and "<title>Fast-dLLM" in text


SWEEP = "[data-part=sweep]"


def open_sweep(reader, lang: str = "en"):
    page = reader(motion="reduce").open(f"/{lang}/decoding/#sweep")
    page.locator(SWEEP).scroll_into_view_if_needed()
    page.wait_for_selector(f"{SWEEP}[data-ready] [data-chart-plot][role=slider]")
    return page


def sweep_file(site, lang: str) -> dict:
    return json.loads(published(site.folder, "data/sweep", lang, "decoding").read_text(encoding="utf-8"))


def marked(page) -> float:
    """At how many passes the red mark of the first picture stands."""
    at = page.locator(f"{SWEEP} [data-chart-mark] circle").first.get_attribute("cx")
    return float(page.locator(f"{SWEEP} [data-chart=sweep-agree] [data-series][class*=series] [data-px='{at}']").first.get_attribute("data-x"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_sweep_draws_every_rule_and_marks_the_cliff_of_the_one_chosen(reader, site, lang):
    page = open_sweep(reader, lang)
    for rule in sweep_file(site, lang)["rules"]:
        page.locator(f"{SWEEP} [name=sweep-rule][value={rule['id']}]").check(force=True)
        assert marked(page) == round(rule["rows"][rule["cliff"]]["passes"], 2)
        drawn = page.locator(f"{SWEEP} [data-chart=sweep-agree] tbody[data-series={rule['id']}] td:last-child")
        shares = drawn.evaluate_all("cells => cells.map(cell => Number(cell.dataset.value))")
        assert sorted(shares) == sorted(row["agree"] for row in rule["rows"])
        assert page.locator(f"{SWEEP} [data-rows] tr[data-cliff] th").inner_text() == f"{rule['rows'][rule['cliff']]['value']:g}"


def test_a_live_sweep_shows_its_progress_stops_and_can_be_run_whole(reader, site):
    page = open_sweep(reader)
    page.fill("#sweep-prompts", "14")
    page.locator(f"{SWEEP} [name=sweep-rule][value=threshold]").check(force=True)
    page.click(f"{SWEEP} [type=submit]")
    assert "Start it below" in page.inner_text(f"{SWEEP} [data-show=said]")
    page.click(f"{SWEEP} [data-live] [data-do=start]")
    page.wait_for_function("() => document.querySelector('[data-part=sweep] [data-show=said]').textContent.startsWith('Rows done: 1 of 9')", timeout=90_000)
    assert page.is_visible(f"{SWEEP} progress")
    page.click(f"{SWEEP} [data-do=stop]")
    page.wait_for_function("() => document.querySelector('[data-part=sweep] [data-show=said]').textContent.startsWith('Stopped')")
    stored = next(rule for rule in sweep_file(site, "en")["rules"] if rule["id"] == "threshold")
    assert page.locator(f"{SWEEP} [data-rows] tr").first.inner_text().split()[:2] == ["0.99", f"{stored['rows'][0]['passes']:.1f}"], "live as stored"
    page.fill("#sweep-prompts", "1")
    page.click(f"{SWEEP} [type=submit]")
    page.wait_for_function("() => document.querySelector('[data-part=sweep] [data-show=said]').textContent.endsWith('this many prompts: 1')", timeout=90_000)
    assert page.locator(f"{SWEEP} [data-rows] tr").count() == 9
