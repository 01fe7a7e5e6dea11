"""The embed in somebody else's page: another origin, a sandbox, storage and history refused."""

from __future__ import annotations

import pytest

from .conftest import LANGUAGES, serving

HOST = '<!doctype html><meta charset="utf-8"><title>host</title><link rel="icon" href="data:,"><iframe sandbox="{sandbox}" width="600" height="900" src="{src}"></iframe>'


@pytest.fixture
def hosted(reader, site, tmp_path):
    """Open an embed in a frame of a page on another origin."""
    servers = []

    def open_(lang: str, sandbox: str, query: str = ""):
        (tmp_path / "index.html").write_text(HOST.format(sandbox=sandbox, src=f"{site.url}/embed/{lang}/diffusionlm/{query}"), encoding="utf-8")
        servers.append(serving(tmp_path))
        one = reader(width=700, height=950)
        one.page.goto(servers[-1].__enter__())
        frame = one.page.wait_for_selector("iframe").content_frame()
        frame.wait_for_selector("html[data-ready]")
        return one, frame

    yield open_
    for each in servers:
        each.__exit__()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_plays_in_a_sandbox_on_another_origin(hosted, lang):
    one, frame = hosted(lang, "allow-scripts")
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
    one, frame = hosted("en", "allow-scripts")
    assert frame.get_attribute("[data-do=play]", "data-state") == "play"
    before = one.page.evaluate("history.length")
    for value in range(1, 7):
        frame.fill("#bench-passes", str(value))
    one.page.wait_for_timeout(600)
    assert one.page.evaluate("history.length") == before


def test_a_section_alone_and_a_theme(hosted):
    _, frame = hosted("en", "allow-scripts", "?show=crossed&theme=dark")
    frame.wait_for_selector("[data-form=front] [data-line][data-garbled]")
    assert not frame.is_visible("#bench")
    assert frame.get_attribute("html", "data-theme") == "dark"


def test_it_says_where_it_is_from(hosted):
    _, frame = hosted("zh", "allow-scripts")
    assert frame.is_visible(".embed-foot a") and "CC BY 4.0" in frame.inner_text(".embed-foot")
    assert frame.get_attribute("meta[name=robots]", "content") == "noindex"
    assert frame.get_attribute("link[rel=canonical]", "href").endswith("/zh/diffusionlm/")
