"""Firefox, where the system has one: the page, the embed and the offline file each open, play and go live; the hood too."""

from __future__ import annotations

import pytest

from tests.firefox import Firefox, executable

from .conftest import LANGUAGES, serving
from .test_plate import stored

pytestmark = pytest.mark.skipif(executable() is None, reason="there is no Firefox on this machine")
STATUS = "document.querySelector('[data-live] [data-show=status]')"
EDITOR = "[...document.querySelectorAll('[data-hood] *')].find((one) => one.shadowRoot)?.shadowRoot.querySelector('.cm-content')"
CONTROL, HOME, END = "\ue009", "\ue011", "\ue010"
"""Keys, as WebDriver spells them."""


@pytest.fixture(scope="module")
def firefox():
    """One browser for all of this file's tests."""
    with Firefox() as browser:
        yield browser


def click(firefox, selector: str) -> None:
    assert firefox.run(f"(document.querySelector({selector!r})?.click(), !!document.querySelector({selector!r}))")


def plays(firefox, site, lang: str) -> None:
    """A stored setting of the bench comes onto the stage, letter by letter."""
    firefox.wait("document.documentElement.dataset.ready === 'true'")
    click(firefox, "[data-preset]")
    firefox.wait("document.querySelector('[data-reading=passes]').textContent === '1'")
    letters = """[...document.querySelectorAll('[data-form=front] [data-place]')].map((sort) => sort.dataset.state !== 'set' ? '' :
        sort.dataset.space !== undefined ? ' ' : sort.querySelector('.face').textContent).join('')"""
    text = stored(site, lang, "surest1").text()
    firefox.wait(f"{letters} === {text!r}")


def goes_live(firefox) -> None:
    """The toy starts, proves itself, and fills a setting that is not stored."""
    click(firefox, "[data-live] [data-do=start]")
    firefox.wait(f"['ready', 'failed'].includes({STATUS}.dataset.state)")
    assert firefox.run(f"{STATUS}.dataset.state") == "ready", firefox.run(f"{STATUS}.textContent")
    firefox.run("(() => { const input = document.querySelector('#bench-passes'); input.value = '5'; input.dispatchEvent(new Event('input', {bubbles: true})); input.dispatchEvent(new Event('change', {bubbles: true})); })()")
    firefox.wait("document.querySelector('[data-reading=passes]').textContent === '5'")


def test_a_page(firefox, site):
    firefox.open(f"{site.url}/zh/diffusionlm/")
    plays(firefox, site, "zh")
    goes_live(firefox)
    assert all(url.startswith((site.url, "data:", "blob:")) for url in firefox.requests)


def test_an_embed(firefox, site, tmp_path):
    """In a sandboxed frame of another origin's page, which gives it the height that it asks for."""
    script = (site.folder / "embed/height.js").read_text(encoding="utf-8")
    frame = f'<iframe data-plateworks sandbox="allow-scripts" title="plate" height="300" width="700" src="{site.url}/embed/en/diffusionlm/"></iframe>'
    (tmp_path / "index.html").write_text(f"<!doctype html><title>host</title>{frame}<script>{script}</script>", encoding="utf-8")
    with serving(tmp_path) as host:
        firefox.open(host)
        firefox.wait("document.querySelector('iframe').clientHeight > 400")
        with firefox.inside():
            assert firefox.run("window.origin") == "null"
            plays(firefox, site, "en")
            goes_live(firefox)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_offline_file_with_the_live_toy(firefox, site, lang):
    firefox.requests.clear()
    address = (site.folder / "offline" / f"{lang}-diffusionlm-live.html").as_uri()
    firefox.open(address)
    plays(firefox, site, lang)
    goes_live(firefox)
    assert [url for url in firefox.requests if not url.startswith(("data:", "blob:")) and url != address] == []


def test_the_hood_runs_an_edit_in_a_sealed_worker(firefox, site):
    said = "document.querySelector('[data-hood] [data-show=hood-said]').textContent"
    firefox.open(f"{site.url}/en/decoding/#lab")
    firefox.wait("document.documentElement.dataset.ready === 'true'")
    firefox.wait("(document.querySelector('[data-part=lab]').scrollIntoView(), !!document.querySelector('[data-part=lab] .lab-map'))")
    click(firefox, "[data-part=lab] [data-do=hood]")
    firefox.wait(f"!!{EDITOR}")
    firefox.run(f"{EDITOR}.focus()")
    firefox.press(HOME, held=CONTROL)
    firefox.press("oops ")
    click(firefox, "[data-hood] [data-do=hood-run]")
    firefox.wait(f"{said}.startsWith('Line 1: SyntaxError')")
    click(firefox, "[data-hood] [data-do=hood-undo]")
    firefox.wait(f"{said}.startsWith('The original')")
    firefox.run(f"{EDITOR}.focus()")
    firefox.press(END, held=CONTROL)
    firefox.press("# edited")
    click(firefox, "[data-hood] [data-do=hood-run]")
    firefox.wait(f"{said}.startsWith('Filled')")
    assert firefox.run("document.querySelector('[data-part=lab] [data-fill] figcaption').innerText") == "LLaDA, edited"
