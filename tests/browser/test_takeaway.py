"""A fill taken away: every kind of file holds what the stage shows, and a frame that forbids files says so."""

from __future__ import annotations

import csv
import io
import json
import struct
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from toylm import Trace

from .conftest import LANGUAGES
from .test_plate import go, stored

SVG = "{http://www.w3.org/2000/svg}"


def take(page, kind: str) -> bytes:
    with page.expect_download() as download:
        page.click(f"[data-take-as={kind}]")
    assert download.value.suggested_filename.endswith(f".{kind}")
    page.wait_for_function("kind => document.querySelector('[data-take-said]').textContent.includes('.' + kind)", arg=kind)
    return Path(download.value.path()).read_bytes()


def open_take(page, section: str) -> None:
    go(page, section)
    page.click("[data-take-open]")
    page.wait_for_selector("[data-take-dialog][open]")


def drawn(svg: bytes) -> str:
    """The texts of a picture in order."""
    return "".join(text.text or "" for text in ET.fromstring(svg).iter(f"{SVG}text"))


def gif_frames(content: bytes) -> tuple[tuple[int, int], int]:
    """A GIF's size and its number of pictures, block by block."""
    assert content[:6] == b"GIF89a"
    size = struct.unpack("<HH", content[6:10])
    at, frames = 13 + (3 << ((content[10] & 7) + 1) if content[10] & 128 else 0), 0

    def blocks(at: int) -> int:
        while content[at]:
            at += content[at] + 1
        return at + 1

    while content[at] != 0x3B:
        if content[at] == 0x21:
            at = blocks(at + 2)
        else:
            assert content[at] == 0x2C
            frames += 1
            packed = content[at + 9]
            at = blocks(at + 11 + (3 << ((packed & 7) + 1) if packed & 128 else 0))
    assert at == len(content) - 1
    return size, frames


def events(trace: Trace) -> int:
    given = sum(token != trace.mask_id for token in trace.canvas)
    return given + sum(len(p.commits) + len(p.remasks) + len(p.renoised) + len(p.edits) for p in trace.passes)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_kind_of_file_holds_the_fill(reader, site, lang):
    page = reader(motion="reduce").open(f"/{lang}/diffusionlm/")
    trace = stored(site, lang, "surest8")
    open_take(page, "guess")
    assert Trace.from_json(take(page, "json").decode()) == trace

    rows = list(csv.DictReader(io.StringIO(take(page, "csv").decode("utf-8-sig"))))
    assert len(rows) == events(trace) == 72
    assert [(int(r["pass"]), int(r["place"]) - 1, int(r["token"])) for r in rows] == [
        (number, place, token) for number, one in enumerate(trace.passes, 1) for place, token in one.commits]
    assert all((int(r["row"]) - 1) * 12 + int(r["column"]) == int(r["place"]) and r["text"] == trace.texts[int(r["token"])] for r in rows)
    assert all(0 < float(r["confidence"]) <= 1 for r in rows)
    shown = page.eval_on_selector_all(".take-columns dt", "terms => terms.map(term => term.textContent)")
    assert shown == list(rows[0]), "every column is explained"

    svg = take(page, "svg")
    assert page.inner_text("h1") in ET.fromstring(svg).find(f"{SVG}title").text
    guesses = "".join(trace.texts[token] for _, token, _ in trace.passes[0].guesses)
    assert guesses.replace(" ", "␣") in drawn(svg), "this scene shows the first pass's guesses"

    png = take(page, "png")
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    size = [int(ET.fromstring(svg).get(side)) for side in ("width", "height")]
    assert struct.unpack(">II", png[16:24]) == (2 * size[0], 2 * size[1])
    assert gif_frames(take(page, "gif")) == (tuple(size), 9)


def test_both_fills_of_a_scene_and_both_themes(reader, site):
    page = reader(motion="reduce", scheme="dark").open("/en/diffusionlm/")
    open_take(page, "whole")
    assert page.is_checked("[name=take-theme][value=dark]")
    page.check("[name=take-which][value='1']")
    assert Trace.from_json(take(page, "json").decode()) == stored(site, "en", "left")
    dark = take(page, "svg")
    page.check("[name=take-theme][value=light]")
    light = take(page, "svg")
    paper = [ET.fromstring(svg).find(f"{SVG}rect").get("fill") for svg in (dark, light)]
    assert paper == ["#16130f", "#f7f2e7"] and drawn(dark) == drawn(light)


def test_given_places_are_in_the_table_and_garbled_lines_are_marked(reader, site):
    page = reader(motion="reduce").open("/en/diffusionlm/")
    open_take(page, "middle")
    rows = list(csv.DictReader(io.StringIO(take(page, "csv").decode("utf-8-sig"))))
    trace = stored(site, "en", "middle")
    assert len(rows) == events(trace) == 72
    assert sum(r["event"] == "given" and r["pass"] == "0" for r in rows) == 72 - trace.canvas.count(trace.mask_id)
    page.keyboard.press("Escape")
    open_take(page, "crossed")
    assert drawn(take(page, "svg")).count("never read") == page.locator("[data-form=front] [data-garbled]").count() > 0


def test_keys_open_and_close_it(reader):
    page = reader(motion="reduce").open("/en/diffusionlm/")
    page.focus("[data-take-open]")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-take-dialog][open]")
    assert page.evaluate("document.activeElement.closest('dialog') !== null")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.hasAttribute('data-take-open')")


def test_a_sandbox_that_forbids_files_shows_them(hosted):
    one, frame = hosted("en", "allow-scripts", "?show=crossed")
    frame.click("[data-take-open]")
    frame.click("[data-take-as=json]")
    frame.wait_for_selector("[data-take-text]:not([hidden])")
    assert json.loads(frame.input_value("[data-take-text]"))["trace"] == 1
    assert "forbids" in frame.inner_text("[data-take-said]")
    frame.click("[data-take-as=gif]")
    assert frame.get_attribute("[data-take-picture] img", "src").startswith("data:image/gif;base64,R0lGODlh")
    frame.wait_for_function("() => document.querySelector('[data-take-picture] img').naturalWidth === 720")
    one.errors[:] = [e for e in one.errors if "Download is disallowed" not in e]  # as the browser notes it


def test_a_film_that_cannot_be_made_is_said(reader):
    one = reader(motion="reduce")
    page = one.open("/en/diffusionlm/")
    page.route("**/film.*.js", lambda route: route.abort())
    open_take(page, "keep")
    page.click("[data-take-as=gif]")
    page.wait_for_function("() => document.querySelector('[data-take-said]').textContent.startsWith('The film could not be made')")
    assert page.is_enabled("[data-take-as=png]")
    one.errors.clear()  # the browser's own note of the failed request


def test_an_offline_file_makes_films_too(reader, site):
    one = reader(motion="reduce", offline=True)
    page = one.page
    page.goto((site.folder / "offline" / "en-diffusionlm.html").as_uri())
    page.wait_for_selector("html[data-ready]")
    open_take(page, "keep")
    assert gif_frames(take(page, "gif"))[1] == 9
    assert [url for url in one.requests if not url.startswith(("file:", "data:", "blob:"))] == []
