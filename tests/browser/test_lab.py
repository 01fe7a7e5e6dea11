"""The sampler lab: stored presets at once, both sides in step, and a state in its link."""

from __future__ import annotations

import pytest

from toylm import Trace

from .conftest import LANGUAGES


def open_lab(reader, lang: str, state: str = ""):
    page = reader(motion="reduce").open(f"/{lang}/decoding/#lab{state}")
    page.locator("[data-part=lab]").scroll_into_view_if_needed()
    page.wait_for_selector("[data-part=lab] .lab-map")
    return page


def trace(site, lang: str, name: str) -> Trace:
    [path] = [path for path in site.folder.rglob(f"{name}.json") if lang in path.parts]
    return Trace.from_json(path.read_text(encoding="utf-8"))


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
    page.wait_for_function("location.hash.includes('one=bd3lm')")
    again = open_lab(reader, "en", page.url.split("#lab")[1])
    assert again.input_value("#lab-preset-1") == "bd3lm"
    assert "BD3-LM" in again.locator("[data-part=lab] [data-fill] figcaption").first.inner_text()


def test_what_no_toy_can_run_is_explained(reader):
    page = open_lab(reader, "en")
    page.select_option("#lab-preset-2", "diffusion-gemma")
    page.wait_for_function("document.querySelectorAll('[data-lab-side] [data-show=said]')[1].textContent.includes('mask')")
