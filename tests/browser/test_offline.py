"""The offline file, opened from disk with the network off."""

from __future__ import annotations

import json

import pytest

from .conftest import LANGUAGES, front
from .test_plate import go, letters, stored


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_opens_from_disk_and_asks_for_nothing(reader, site, lang):
    one = reader(motion="reduce", offline=True)
    one.page.goto((site.folder / "offline" / f"{lang}-diffusionlm.html").as_uri())
    page = one.page
    page.wait_for_selector("html[data-ready]")
    assert front(page) == letters(stored(site, lang, "surest8"), 8)
    go(page, "crossed")
    page.wait_for_selector("[data-form=front] [data-line][data-garbled]")
    go(page, "bench")
    for button in page.locator("[data-preset]").all():
        passes = json.loads(button.get_attribute("data-preset"))["passes"]
        button.click()
        page.wait_for_function("n => document.querySelector('[data-reading=passes]').textContent === String(n)", arg=passes)
    page.fill("#bench-passes", "5")
    page.wait_for_function("() => document.querySelector('[data-bench-note]').dataset !== undefined")
    assert not page.is_visible("[data-live] [data-do=start]")
    assert [url for url in one.requests if not url.startswith(("file:", "data:"))] == []
    assert len([url for url in one.requests if url.startswith("file:")]) == 1
    assert page.evaluate("document.fonts.check('16px \"Plate Wood\"')")
