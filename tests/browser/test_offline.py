"""The offline files, opened from disk with the network off; those with the live toy inside go live there."""

from __future__ import annotations

import hashlib
import json
import re
import zlib

import pytest

from tests.carried import held

from .conftest import LANGUAGES, front
from .test_bench import expected, readings
from .test_plate import go, letters, stored

PLATES = ("diffusionlm", "larkspur", "decoding")
MOST = 10_000_000
"""Bytes that an offline file with everything inside may have."""
ELEMENT = re.compile(r'<script type="([\w/+.-]+)" id="carried-([^"]+)" data-size="(\d+)">([^<]*)</script>')
DATA = re.compile(r'id="plate-data">(.*?)</script>')
TRY = """async () => {
  const told = new Promise((resolve) => document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), { once: true }));
  const came = await fetch('https://example.invalid/').then(() => 'came', () => 'refused');
  return [came, await told];
}"""


SAID = """() => [...document.querySelectorAll('[data-part][data-ready]')].map((part) => {
  const words = part.cloneNode(true);
  for (const unsaid of words.querySelectorAll('[data-live], [hidden]')) unsaid.remove();
  return `${part.dataset.part} ${words.textContent.length}`;
})"""


def path(site, lang: str, plate: str, kind: str = ""):
    return site.folder / "offline" / f"{lang}-{plate}{kind}.html"


def opened(reader, file, section: str = "", **more):
    """A reader of a file on disk, without a network, at a section."""
    one = reader(motion="reduce", offline=True, **more)
    one.page.goto(file.as_uri(), timeout=60_000)  # it is read whole, and a busy machine takes its time
    one.page.wait_for_selector("html[data-ready]")
    if section:
        go(one.page, section)
    return one


def asked_for(one) -> list[str]:
    """What was asked for besides the file itself, and the worker that the page makes of its own bytes."""
    files = [url for url in one.requests if url.startswith("file:")]
    assert len(files) == 1
    return [url for url in one.requests if not url.startswith(("file:", "data:", "blob:null/"))]


def start(page) -> None:
    page.locator("[data-live] [data-do=start]").first.click()
    page.wait_for_selector("[data-show=status][data-state=ready], [data-show=status][data-state=failed]", timeout=120_000)


NO_TOY = {"en": "this file has no live toy", "zh": "这个文件里也没有能现场运行的玩具模型"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_opens_from_disk_and_asks_for_nothing(reader, site, lang):
    one = opened(reader, path(site, lang, "diffusionlm"))
    page = one.page
    assert front(page) == letters(stored(site, lang, "surest8"), 8)
    go(page, "crossed")
    page.wait_for_selector("[data-form=front] [data-line][data-garbled]")
    go(page, "bench")
    for button in page.locator("[data-preset]").all():
        passes = json.loads(button.get_attribute("data-preset"))["passes"]
        button.click()
        page.wait_for_function("n => document.querySelector('[data-reading=passes]').textContent === String(n)", arg=passes)
    page.fill("#bench-passes", "5")
    page.wait_for_function("said => document.querySelector('[data-bench-note]').textContent.includes(said)", arg=NO_TOY[lang])
    assert not page.is_visible("[data-live] [data-do=start]")
    assert asked_for(one) == []
    assert page.evaluate("document.fonts.check('16px \"Plate Wood\"')")


@pytest.mark.parametrize(("lang", "plate"), [("en", "larkspur"), ("zh", "decoding"), ("zh", "diffusionlm")])
def test_every_part_finds_its_files_inside(reader, site, lang, plate):
    served = reader(motion="reduce")
    served.open(f"/{lang}/{plate}/")
    one = opened(reader, path(site, lang, plate))
    assert walked(one.page) == walked(served.page) != []
    assert asked_for(one) == []
    assert one.page.locator("#sources li").count() > 5


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_of_the_site_opened_from_disk_says_which_file_is_made_for_it(reader, site, lang):
    one = reader(motion="reduce")
    one.page.goto((site.folder / lang / "decoding" / "index.html").as_uri())
    one.page.wait_for_selector("[data-from-disk]:visible")
    one.page.click("[data-from-disk] a")
    one.page.wait_for_url(f"**/offline/{lang}-decoding.html")
    one.errors.clear()  # what a page may not fetch from disk
    served = reader(motion="reduce").open(f"/{lang}/decoding/")
    assert not served.is_visible("[data-from-disk]")


def walked(page) -> list[str]:
    """The parts that have come to life once a reader has been at each, and how much each then says."""
    for part in page.locator("[data-part]").all():
        part.evaluate("part => part.scrollIntoView({behavior: 'instant'})")
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")  # it has been seen
    said, before = page.evaluate(SAID), []
    while said != before:  # until nothing more comes
        page.wait_for_timeout(700)
        said, before = page.evaluate(SAID), said
    return said


def test_the_stage_in_three_dimensions_comes_with_the_file(reader, site):
    one = opened(reader, path(site, "en", "diffusionlm"), width=320, height=640)
    one.page.dispatch_event("[data-do=solid]", "click")
    one.page.wait_for_selector("[data-stage][data-solid-on]", timeout=120_000)
    info = one.page.evaluate("document.querySelector('[data-stage]').info()")
    assert info["front"] == front(one.page)
    assert asked_for(one) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_goes_live_from_disk_and_fills_what_is_not_stored(reader, site, lang):
    one = opened(reader, path(site, lang, "diffusionlm", "-live"), "bench")
    page = one.page
    assert "MB" in page.inner_text("[data-live] [data-do=start]")
    start(page)
    page.fill("#bench-passes", "5")
    page.wait_for_function("() => document.querySelector('[data-reading=passes]').textContent === '5'")
    trace, want = expected(site, lang, 5, "low_confidence", 0)
    assert readings(page) == want and "".join(front(page)) == trace.text()
    assert asked_for(one) == []
    assert page.evaluate(TRY) == ["refused", "connect-src"], "its own policy forbids every connection"
    one.errors.clear()  # the browser's own note of that


@pytest.mark.parametrize(("lang", "plate", "section"), [("zh", "larkspur", "workbench"), ("en", "decoding", "lab")])
def test_a_plate_with_weights_goes_live_from_disk(reader, site, lang, plate, section):
    one = opened(reader, path(site, lang, plate, "-live"), section)
    one.page.wait_for_selector("[data-live] [data-do=start]:not([hidden])")
    start(one.page)
    assert one.page.locator("[data-show=status][data-state=ready]").count()
    if section == "lab":  # a third toy would make the file larger than 10 MB
        one.page.fill("#lab-seed", "5")
        one.page.select_option("#lab-preset-2", "diffusion-gemma")
        one.page.wait_for_function("() => document.querySelectorAll('[data-lab-side] [data-show=said]')[1].textContent.includes('does not carry the weights')")
    assert asked_for(one) == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("plate", PLATES)
def test_what_is_inside_is_what_the_site_serves(site, lang, plate):
    """Sizes and hashes in the page are of the bytes in its elements, and those of the page on the site."""
    text = path(site, lang, plate, "-live").read_text(encoding="utf-8")
    assert len(text.encode()) <= MOST
    inside = json.loads(DATA.search(text)[1])["live"]
    online = json.loads(DATA.search((site.folder / lang / plate / "index.html").read_text(encoding="utf-8"))[1])["live"]
    named = {f"#carried-{name}": (int(size), content) for _, name, size, content in ELEMENT.findall(text)}
    assert {inside["worker"], inside["selftest"]} <= set(named)
    for name, row in inside["files"].items():
        assert row["sha256"] == online["files"][name]["sha256"]
    weights = [model[part] for model in inside["models"].values() for part in ("weights", "tokens")]
    for row in [*inside["files"].values(), *weights] if plate == "larkspur" else weights:  # the runtime's are the same in all
        content = zlib.decompress(held(named[row["url"]][1], named[row["url"]][0]), wbits=31)
        assert hashlib.sha256(content).hexdigest() == row["sha256"]


@pytest.mark.parametrize(("spoil", "words"), [
    (lambda html: html.replace(json.loads(DATA.search(html)[1])["live"]["files"]["python_stdlib.zip"]["sha256"], 64 * "0"), "python_stdlib.zip is not the one that was tested"),
    (lambda html: html.replace('id="carried-toylm', 'id="lost-toylm'), "is missing from this page"),
    (lambda html: re.sub(r'(id="carried-numpy[^>]*>[^<]{5000})[^<]{40}', lambda found: found[1] + 40 * "a", html), "incomplete"),
])
def test_a_spoiled_file_is_not_believed(reader, site, tmp_path, spoil, words):
    whole = path(site, "en", "diffusionlm", "-live").read_text(encoding="utf-8")
    (tmp_path / "spoiled.html").write_text(spoil(whole), encoding="utf-8", newline="")
    page = opened(reader, tmp_path / "spoiled.html", "bench").page
    start(page)
    status = page.inner_text("[data-show=status]")
    assert words in status and "Stored settings still play." in status
    assert page.is_visible("[data-live] [data-do=start]")
    page.click("[data-preset] >> nth=0")
    page.wait_for_function("() => document.querySelector('[data-reading=passes]').textContent === '1'")
