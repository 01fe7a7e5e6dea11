"""The exact cost on plate 1: the figures behind the pictures, keys along the curves, files to take away."""

from __future__ import annotations

import csv
import io
import json
import tomllib
import xml.etree.ElementTree as xml

import pytest

from playwright.sync_api import expect

from press.install import ROOT
from tests.press.sites import published
from toylm.models.counts import CountsModel
from toylm.request import answer

from .conftest import LANGUAGES
from .test_bench import expected, start_live
from .test_own import FAMILY, write

PATH = "/{}/diffusionlm/#bench"
CHARTS = {"garbled-likeliest": ("likeliest", "garbled"), "garbled-drawn": ("drawn", "garbled"), "distance-likeliest": ("likeliest", "distance"), "distance-drawn": ("drawn", "distance")}
SVG = "{http://www.w3.org/2000/svg}"


def open_cost(reader, lang="en", **more):
    page = reader(motion="reduce", **more).open(PATH.format(lang))
    page.evaluate("document.querySelector('[data-part=cost]').scrollIntoView()")
    page.wait_for_selector("[data-part=cost][data-ready]")
    return page


def curves(site, lang):
    return json.loads(published(site.folder, "data/cost", lang, "diffusionlm").read_text(encoding="utf-8"))


def taken(page, figure, kind):
    with page.expect_download() as download:
        page.click(f"[data-chart={figure}] [data-chart-take={kind}]")
    assert download.value.suggested_filename == f"plateworks-{figure}.{kind}"
    return download.value.path().read_text(encoding="utf-8")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_tables_curves_and_keys_say_the_same_figures(reader, site, lang):
    page, found = open_cost(reader, lang), curves(site, lang)
    for name, (guesses, measure) in CHARTS.items():
        page.check(f"[value={name}]")
        assert page.locator("[data-part=cost] [data-chart]:visible").count() == 1
        for rule in ("surest", "random"):
            rows = page.eval_on_selector_all(
                f"[data-chart={name}] tbody[data-series={rule}] tr", "rows => rows.map(r => [...r.cells].slice(1).map(c => c.textContent))")
            assert rows == [[f"{row['passes']:g}", f"{row[measure]:.1%}"] for row in found[guesses][rule]]
        plot = page.locator(f"[data-chart={name}] [data-chart-plot]")
        plot.focus()
        plot.press("Home")
        for row in found[guesses]["surest"][:3]:
            said = plot.get_attribute("aria-valuetext")
            assert f"{row['passes']:g}" in said and f"{row[measure]:.1%}" in said
            assert page.inner_text(f"[data-chart={name}] [data-chart-read]") == said
            plot.press("ArrowRight")
        plot.press("End")
        plot.press("ArrowDown")
        assert f"{found[guesses]['random'][-1][measure]:.1%}" in plot.get_attribute("aria-valuetext")


RING = {"en": ("bench: {garbled} of {lines}", "Of its {passes} passes, {each} set something in a line"),
        "zh": ("工作台：{garbled}/{lines}行", "它用了{passes}遍，平均下来，每行有{each}遍放进了字")}
MARK = "[data-chart=garbled-likeliest] [data-chart-mark]"


def between(page, axis, along, low, high, share):
    """Where a share of the way from one point of the picture to another lies, in its units."""
    at = [float(page.get_attribute(f"[data-chart=garbled-likeliest] svg [data-series={series}] [data-x='{x}']", f"data-{axis}")) for series, x in (low, high)]
    values = [along(low), along(high)]
    return at[0] + (share - values[0]) / (values[1] - values[0]) * (at[1] - at[0])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_ring_is_the_benchs_fill_and_is_told_in_words(reader, site, lang):
    """It stands where the fill is: over the passes that set something in a line, at the share of lines garbled."""
    page, found = open_cost(reader, lang), curves(site, lang)["likeliest"]
    mark, told = RING[lang]
    model = CountsModel(tomllib.loads((ROOT / "content/diffusionlm/handbill.toml").read_text(encoding="utf-8"))[lang]["lines"])
    garbled = set()
    for keep, remasking, steps, seed in (("surest", "low_confidence", 8, 0), ("surest", "low_confidence", 1, 0), ("random", "random", 8, 1), ("random", "random", 8, 2)):
        page.click(f"[data-preset*='\"passes\":{steps}'][data-preset*='\"keep\":\"{keep}\"'][data-preset*='\"seed\":{seed or 1}']")
        trace, read = expected(site, lang, steps, remasking, seed)
        each = sum(any(start <= place < end for place, _ in one.commits) for one in trace.passes for start, end in model.spans) / len(model.spans)
        garbled.add(read["garbled"])
        words = {"passes": steps, "each": f"{each:.1f}", "garbled": read["garbled"], "lines": len(model.lines)}
        expect(page.locator(f"{MARK} text")).to_have_text(mark.format(**words))
        assert told.format(**words) in page.inner_text("[data-cost-ring]")
        cx, cy = (float(page.get_attribute(f"{MARK} circle", axis)) for axis in ("cx", "cy"))
        assert cx == pytest.approx(between(page, "px", lambda point: float(point[1]), ("surest", "1.0"), ("surest", "12.0"), each), abs=0.1)
        rows = {row["passes"]: row["garbled"] for row in found["random"]}
        share = read["garbled"] / len(model.lines)
        assert cy == pytest.approx(between(page, "py", lambda point: rows[float(point[1])], ("random", "1.0"), ("random", "12.0"), share), abs=0.2)
    assert len(garbled) > 1, "heights that differ"
    for name in CHARTS:
        page.check(f"[value={name}]")
        rung = name == "garbled-likeliest"
        assert page.is_visible("[data-cost-ring]") == page.locator(f"[data-chart={name}] [data-chart-mark]").is_visible() == rung


def test_pictures_and_tables_can_be_taken_away(reader, site):
    page, found = open_cost(reader), curves(site, "en")
    rows = list(csv.reader(io.StringIO(taken(page, "garbled-likeliest", "csv"))))
    assert all(len(row) == 3 for row in rows)
    likeliest = found["likeliest"]["surest"]
    assert [tuple(map(float, row[1:])) for row in rows[1 : 1 + len(likeliest)]] == [(row["passes"], row["garbled"]) for row in likeliest]
    picture = xml.fromstring(taken(page, "garbled-likeliest", "svg"))
    assert picture.tag == f"{SVG}svg" and picture.find(f"{SVG}title").text
    assert not [each for each in picture.iter() if "class" in each.attrib or "style" in each.attrib]
    lines = [each for each in picture.iter(f"{SVG}path") if each.get("fill") == "none" and each.get("stroke-dasharray")]
    assert len({(each.get("stroke"), each.get("stroke-dasharray")) for each in lines if each.get("d", "").count("L") > 3}) == 3


def rows_of(page, name):
    return page.eval_on_selector_all(
        f"[data-chart={name}] tbody tr", "rows => rows.map(row => [...row.cells].map(cell => cell.dataset.value ?? cell.textContent))")


def said(page, words):
    page.wait_for_function("words => document.querySelector('[data-cost-own]').textContent.includes(words)", arg=words)


def assert_drawn(page, chart, named="your own lines"):
    """Table, axis, title and the heights of the points are those of a chart that toylm answers."""
    name, points = chart["name"], [point for series in chart["series"] for point in series["points"]]
    assert [(float(x), float(y)) for _, x, y in rows_of(page, name)] == [(point["x"], point["y"]) for point in points]
    assert page.locator(f"[data-chart={name}] [data-chart-across] text").all_text_contents() == ["1", "2", "3", "4"]
    assert page.inner_text(f"[data-chart={name}] figcaption").endswith(named)
    heights = [float(each.get_attribute("data-py")) for each in page.locator(f"[data-chart={name}] svg [data-x]").all()]
    by_height = sorted(zip(points, heights), key=lambda pair: -pair[1])
    assert all(a["y"] <= b["y"] + 0.001 for (a, _), (b, _) in zip(by_height, by_height[1:]))


OWN = [[[[FAMILY, "A", "B"], 3], [["C", "D", "E"], 2]], [[["T", "E", "A", "S"], 1], [["A", "L", "E", "S"], 1]]]


def test_the_curves_are_redrawn_for_the_readers_lines_and_go_back_to_the_handbills(reader):
    page = open_cost(reader)
    served = {name: (rows_of(page, name), page.inner_html(f"[data-chart={name}] svg [data-series]")) for name in CHARTS}
    page.click("[data-own] summary")
    write(page, "\n\n".join("\n".join(f"{times} x {''.join(places)}" for places, times in line) for line in OWN))
    said(page, "Start the live toy")
    mark = page.locator(MARK)
    assert mark.get_attribute("hidden") is not None, "the handbill's curves say nothing of the reader's setting"
    assert not page.inner_text("[data-cost-ring]")

    start_live(page)
    said(page, "These curves are of your lines")
    for chart in json.loads(answer({"kind": "cost", "model": {"kind": "counts", "lines": OWN}})):
        assert_drawn(page, chart)
    assert "above a threshold, threshold" in page.text_content("[data-chart=garbled-likeliest] tbody[data-series=threshold] th")
    page.fill("#bench-passes", str(sum(len(line[0][0]) for line in OWN)))
    expect(mark.locator("text")).to_have_text("bench: 0 of 2")
    three, four = (float(page.get_attribute(f"[data-chart=garbled-likeliest] svg [data-series=surest] [data-x='{x}']", "data-px")) for x in (3, 4))
    assert float(mark.locator("circle").get_attribute("cx")) == pytest.approx((three + four) / 2, abs=0.1), "a pass for each place"
    plot = page.locator("[data-chart=garbled-likeliest] [data-chart-plot]")
    plot.press("End")
    assert plot.get_attribute("aria-valuetext").startswith("the surest kept (LLaDA)") and "4" in plot.get_attribute("aria-valuetext")
    taken_rows = list(csv.reader(io.StringIO(taken(page, "garbled-likeliest", "csv"))))
    assert taken_rows[1:] == rows_of(page, "garbled-likeliest")
    assert xml.fromstring(taken(page, "garbled-likeliest", "svg")).find(f"{SVG}title").text.endswith("your own lines")

    much = "\n".join(f"{chr(65 + v) * 12}" for v in range(9))
    write(page, f"{much}\n\nTEAS\nALES")
    said(page, "These curves are of your lines without line 1, which can be filled in too many ways")
    for chart in json.loads(answer({"kind": "cost", "model": {"kind": "counts", "lines": OWN[1:]}})):
        assert_drawn(page, chart, "your own lines without line 1")
    assert mark.get_attribute("hidden") is not None, "the bench fills all of the reader's lines"
    write(page, much)
    said(page, "Your lines (line 1) can be filled in too many ways")
    page.click("[data-own-do=handbill]")
    page.wait_for_function("() => !document.querySelector('[data-cost-own]').textContent")
    assert served == {name: (rows_of(page, name), page.inner_html(f"[data-chart={name}] svg [data-series]")) for name in CHARTS}
    assert mark.get_attribute("hidden") is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_two_places_side_by_side_have_the_same_totals(reader, site, lang):
    page = reader(motion="reduce").open(f"/{lang}/diffusionlm/#crossed")
    page.locator("[data-part=pair]").scroll_into_view_if_needed()
    page.wait_for_selector("[data-part=pair][data-ready]")
    joint, product = page.eval_on_selector_all("[data-chart=pair] table", """tables => tables.map(
        table => [...table.querySelectorAll('tbody tr')].map(row => [...row.querySelectorAll('td')].map(cell => Number(cell.dataset.value))))""")
    assert joint[-1] == product[-1] and [row[-1] for row in joint] == [row[-1] for row in product]
    for row, alone in zip(product[:-1], joint[:-1]):
        assert row[:-1] == pytest.approx([alone[-1] * total for total in joint[-1][:-1]])
    rows = list(csv.reader(io.StringIO(taken(page, "pair", "csv"))))
    assert sum(len(row) == 1 for row in rows) == 2
    assert [float(cell) for cell in rows[2][1:]] == joint[0]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_narrow_page_does_not_scroll_sideways(reader, lang):
    page = open_cost(reader, lang, width=320)
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
