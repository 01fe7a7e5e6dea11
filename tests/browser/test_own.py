"""Lines of the reader's own: typed, limited, set live, and carried by a link or a file."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest

from toylm.models.counts import CountsModel
from toylm.request import run

from .conftest import LANGUAGES
from .test_bench import LINK, readings, start_live
from .test_plate import go

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
CAFE = "cafe\u0301"
TYPED = f"3 x {FAMILY} {CAFE} 한국\n2 × 六点开门\n\nTEA\n2 x ALE\n2 x TEE\n\n=+-@\"'"
LINES = [
    [[[FAMILY, " ", "c", "a", "f", "é", " ", "한", "국"], 3], [["六", "点", "开", "门", *"     "], 2]],
    [[["T", "E", "A"], 1], [["A", "L", "E"], 2], [["T", "E", "E"], 2]],
    [[["=", "+", "-", "@", '"', "'"], 1]],
]


@pytest.fixture
def bench(reader):
    """Open the bench with the field for own lines in view."""
    def open_(lang: str = "en", path: str = "", **more):
        page = reader(motion="reduce", **more).open(path or f"/{lang}/diffusionlm/")
        if not path:
            go(page, "bench")
            page.click("[data-own] summary")
        return page

    return open_


def write(page, text: str) -> None:
    page.fill("#own-text", text)
    page.click("[data-own-form] [type=submit]")


def counts(page) -> list[str]:
    return page.eval_on_selector_all("[data-own-counts] div", "cells => cells.map(cell => cell.textContent)")


def remarks(page) -> list[str]:
    return page.eval_on_selector_all("[data-own-remarks] li", "items => items.map(item => item.textContent)")


def stage(page) -> list[str]:
    """Each line of the chase: what stands on its sorts, without the quads behind it."""
    return page.eval_on_selector_all(
        "[data-form=front] [data-line]",
        "lines => lines.map(line => [...line.querySelectorAll('[data-state=set] .face')].map(face => face.textContent).join('|')).filter(Boolean)",
    )


def test_typed_lines_are_relearned_and_set_on_the_stage(bench):
    page = bench()
    write(page, TYPED)
    assert page.inner_text("[data-own-said]") == "The toy has read your lines (lines: 3, places: 18)."
    assert "Start the live toy" in page.inner_text("[data-bench-note]")
    assert page.get_attribute("#bench-passes", "max") == "18" and not page.is_visible("[data-bench-presets]")
    start_live(page)
    page.wait_for_selector("[data-stage][data-own]")

    model = CountsModel(LINES)
    request = {"model": model.spec(), "canvas": model.blank_canvas(), "sampler": "llada", "seed": 0}
    for passes in (8, 1):
        page.fill("#bench-passes", str(passes))
        page.wait_for_function("n => document.querySelector('[data-reading=passes]').textContent === String(n)", arg=passes)
        trace = run(request | {"settings": {"steps": passes, "remasking": "low_confidence"}})
        careful = run(request | {"settings": {"steps": 18, "remasking": "low_confidence"}})
        assert stage(page) == ["|".join(trace.texts[i] for i in trace.ids[start:end]) for start, end in model.spans]
        garbled = model.garbled(trace.ids)
        assert readings(page) == {
            "passes": passes, "positions": 18 * passes, "garbled": len(garbled),
            "agree": sum(a == b for a, b in zip(trace.ids, careful.ids)),
        }
        assert page.locator("[data-form=front] [data-line][data-garbled]").count() == len(garbled)

    with page.expect_download() as download:
        page.click("[data-take-open]")
        page.click("[data-take-as=json]")
    assert json.loads(Path(download.value.path()).read_text(encoding="utf-8")) == json.loads(trace.to_json())
    with page.expect_download() as download:
        page.click("[data-take-as=csv]")
    with open(download.value.path(), encoding="utf-8-sig", newline="") as file:
        texts = [row["text"] for row in csv.DictReader(file) if row["row"] == "3"]
    assert sorted(texts) == sorted(["'=", "'+", "'-", "'@", '"', "'"]), "a spreadsheet takes no text for a formula"
    page.click("[data-take-close]")

    page.click("[data-own-do=handbill]")
    page.wait_for_function("() => !document.querySelector('[data-stage]').hasAttribute('data-own')")
    assert page.is_visible("[data-bench-presets]")
    page.click("[data-own-do=restore]")
    assert page.input_value("#own-text") == TYPED, "what was typed can be put back"


def test_a_family_and_a_combining_sign_take_one_place(bench):
    page = bench()
    page.fill("#own-text", f"{FAMILY}\n4 x e\u0301\n\n\U0001f1eb\U0001f1f7\U0001f44d\U0001f3fd\n각\u200f\u00ad")
    assert counts(page) == ["1", "1", "", "2", "1"]
    write(page, "é\ne\u0301")
    assert remarks(page) == ["Row 2 “é” stands in row 1 already. Add the two numbers up in one row."]


def test_all_limits_say_what_is_wrong_where_and_what_would_be_right(bench):
    page = bench()
    nine = "\n".join(f"{i} x A{i}" for i in range(1, 10))
    for text, row, words in [
        ("", 1, "Write one version at least"),
        ("TEA\nA LINE OF 13 P", 2, "takes 14 places; at most 12"),
        ("0 x TEA", 1, "cannot have been read 0 times"),
        ("1000 x TEA", 1, "a whole number from 1 to 999"),
        ("7 x", 1, "7 times, but no text follows"),
        ("TEA\n3 x TEA", 2, "stands in row 1 already"),
        ("T▢A", 1, "▢ is the sign of a blank"),
        (f"{nine}\nB", 10, "one version too many for this line: 10, and there is room for 9"),
        ("\n\n".join("ABCDEFG"), 13, "one line too many: 7, and there is room for 6"),
        ("a" + "\u0301" * 20, 1, "place 1 is made of 20 code points; at most 16"),
        ("A" * 20_001, 1, "20001 characters are too many"),
    ]:
        write(page, text)
        assert len(remarks(page)) == 1 and remarks(page)[0].startswith(f"Row {row} ") and words in remarks(page)[0], text[:40]
        assert page.inner_text("[data-own-said]") == "Not set yet. To mend: 1"
        assert page.input_value("#own-text") == text, "nothing that was typed is lost"
        assert page.get_attribute("#own-text", "aria-invalid") == "true"
        rows = page.evaluate("() => document.getElementById('own-text').value.slice(0, document.getElementById('own-text').selectionStart).split('\\n').length")
        assert page.evaluate("document.activeElement.id") == "own-text" and rows == row, "the caret stands in the row"
    write(page, "TEA\n3 x ALE\n2 x T")
    assert remarks(page) == ["Row 3 “T” was filled up to 3 places with spaces: 2. All versions of a line are as long as its longest."]
    assert page.get_attribute("#own-text", "aria-invalid") == "false"
    assert "your lines (lines: 1, places: 3)" in page.inner_text("[data-own-said]")


def test_faults_go_as_they_are_mended_and_the_draft_outlives_the_page(bench):
    page = bench()
    write(page, "0 x TEA\n\n12 x A LINE THAT IS TOO LONG")
    assert len(remarks(page)) == 2
    page.click("[data-own-remarks] li:last-child button")
    assert page.evaluate("() => { const f = document.getElementById('own-text'); return f.value.slice(f.selectionStart, f.selectionEnd); }") == "12 x A LINE THAT IS TOO LONG"
    page.keyboard.type("12 x A LINE")
    assert len(remarks(page)) == 1
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert page.input_value("#own-text") == "0 x TEA\n\n12 x A LINE"
    page.goto(page.url.split("#")[0] + "#bench&v=1&lines=7.MyB4IFRFQQ")
    page.wait_for_function("() => document.getElementById('own-text').value === '3 x TEA'")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    page.click("[data-own-do=restore]")
    assert page.input_value("#own-text") == "0 x TEA\n\n12 x A LINE", "what a link brings does not take a draft's place"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_link_and_a_file_carry_them(bench, lang, tmp_path):
    page = bench(lang)
    write(page, TYPED)
    page.fill("#bench-passes", "3")
    link, text = page.input_value("#bench-link"), f"3 x {FAMILY} café 한국\n2 x 六点开门\n\n1 x TEA\n2 x ALE\n2 x TEE\n\n1 x =+-@\"'"
    with page.expect_download() as download:
        page.click("[data-own-do=save]")
    file = tmp_path / "lines.json"
    download.value.save_as(file)
    saved = json.loads(file.read_text(encoding="utf-8"))
    assert saved["model"]["lines"] == LINES and CountsModel.from_spec(saved["model"]).spans == [(0, 9), (9, 12), (12, 18)]
    assert saved["settings"] == {"steps": 3, "remasking": "low_confidence"}

    other = bench(path="/" + link.split("/", 3)[3])
    assert other.input_value("#own-text") == text and other.input_value("#bench-passes") == "3"
    assert other.is_visible("#own-text") and other.get_attribute("#bench-passes", "max") == "18"

    third = bench(lang)
    third.set_input_files("[data-own-file]", file)
    third.wait_for_function("text => document.getElementById('own-text').value === text", arg=text)
    assert third.get_attribute("#bench-passes", "max") == "18"
    plain = tmp_path / "plain.txt"
    plain.write_text("\ufeff3 x [A]\r\nB\r\n", encoding="utf-8")
    third.set_input_files("[data-own-file]", plain)
    third.wait_for_function("() => document.getElementById('bench-passes').max === '3'")


def test_what_no_link_or_file_should_hold_is_refused_in_words(bench, tmp_path):
    page = bench(path=LINK.format("en", "&passes=2&lines=8.MyB4IFRFQQ"))
    page.wait_for_function("() => document.querySelector('[data-bench-note]').textContent.includes('your lines')")
    assert page.input_value("#bench-passes") == "2"
    page = bench(path=LINK.format("en", "&lines=7.MCB4IFRFQQ"))
    page.wait_for_function("() => document.querySelector('[data-bench-note]').textContent.includes('your lines')")
    assert page.input_value("#own-text") == "0 x TEA" and remarks(page)[0].startswith("Row 1 a version cannot have been read 0 times")
    hostile = tmp_path / "x.json"
    for content in ("{}", '{"plateworks": "lines", "version": 2, "model": {"lines": []}}', '{"plateworks": "lines", "version": 1, "model": {"lines": [[[{}, 1]]]}}', "[" * 100_000):
        hostile.write_text(content, encoding="utf-8")
        page.fill("#own-text", "MINE")
        page.set_input_files("[data-own-file]", hostile)
        page.wait_for_function("() => /holds no lines|To mend/.test(document.querySelector('[data-own-said]').textContent)")
    hostile.write_text("A" * 300_000, encoding="utf-8")
    page.set_input_files("[data-own-file]", hostile)
    page.wait_for_function("() => document.querySelector('[data-own-said]').textContent.includes('too large')")


def test_markup_is_text_and_too_much_for_a_link_is_said(bench):
    page = bench()
    write(page, "<img src=x>\n<b>\"&'</b>")
    assert page.locator("img[src=x], [data-own] b").count() == 0
    assert remarks(page)[0].startswith("Row 2 “<b>\"&'</b>” was filled up to 11 places")
    heavy = "\n\n".join("\n".join(f"{i} x " + FAMILY * 11 + chr(65 + i) for i in range(1, 10)) for _ in range(6))
    write(page, heavy)
    assert page.inner_text("[data-own-said]") == "The toy has read your lines (lines: 6, places: 72)."
    assert page.input_value("#bench-link") == "" and "too long for a link" in page.inner_text("[data-bench-link-said]")
    page.wait_for_function("() => location.hash === '#bench'")


def test_nothing_typed_leaves_the_page(reader):
    one = reader(motion="reduce")
    page = one.open("/en/diffusionlm/")
    go(page, "bench")
    page.click("[data-own] summary")
    before = len(one.requests)
    write(page, "4 x SECRET")
    page.wait_for_function("() => location.hash.includes('lines=')")
    late = [url for url in one.requests[before:] if not re.fullmatch(r".*/assets/icon\.[0-9a-f]{10}\.svg", url)]  # the tab's picture may come last
    assert late == []
