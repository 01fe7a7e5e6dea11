"""The exact cost on plate 1: the figures behind the pictures, keys along the curves, files to take away."""

from __future__ import annotations

import csv
import io
import json
import xml.etree.ElementTree as xml

import pytest

from toylm.request import answer

from .conftest import LANGUAGES
from .test_bench import start_live
from .test_own import FAMILY, write

PATH = "/{}/diffusionlm/#bench"
CHARTS = {"garbled-likeliest": ("likeliest", "garbled"), "garbled-drawn": ("drawn", "garbled"), "distance-drawn": ("drawn", "distance")}
SVG = "{http://www.w3.org/2000/svg}"


def open_cost(reader, lang="en", **more):
    page = reader(motion="reduce", **more).open(PATH.format(lang))
    page.evaluate("document.querySelector('[data-part=cost]').scrollIntoView()")
    page.wait_for_selector("[data-part=cost][data-ready]")
    return page


def curves(site, lang):
    return json.loads((site.folder / lang / "diffusionlm" / "data" / "cost.json").read_text(encoding="utf-8"))


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


def test_the_bench_marks_its_setting_on_the_curves(reader, site):
    page = open_cost(reader)
    mark = page.locator("[data-chart=garbled-likeliest] [data-chart-mark]")
    assert mark.locator("text").text_content() == "bench: 8"
    page.check("input[name=keep][value=random]")
    page.fill("#bench-passes", "2")
    assert mark.locator("text").text_content() == "bench: 2"
    point = page.locator("[data-chart=garbled-likeliest] svg [data-series=random] [data-x='2.0']")
    assert mark.locator("circle").get_attribute("cx") == point.get_attribute("data-px")
    assert mark.locator("circle").get_attribute("cy") == point.get_attribute("data-py")


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


def assert_drawn(page, chart):
    """Table, axis, title and the heights of the points are those of a chart that toylm answers."""
    name, points = chart["name"], [point for series in chart["series"] for point in series["points"]]
    assert [(float(x), float(y)) for _, x, y in rows_of(page, name)] == [(point["x"], point["y"]) for point in points]
    assert page.locator(f"[data-chart={name}] [data-chart-across] text").all_text_contents() == ["1", "2", "3", "4"]
    assert page.inner_text(f"[data-chart={name}] figcaption").endswith("your own lines")
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
    mark = page.locator("[data-chart=garbled-likeliest] [data-chart-mark]")
    assert mark.get_attribute("hidden") is not None, "the handbill's curves say nothing of the reader's setting"

    start_live(page)
    said(page, "These curves are of your lines")
    for chart in json.loads(answer({"kind": "cost", "model": {"kind": "counts", "lines": OWN}})):
        assert_drawn(page, chart)
    assert "above a threshold, threshold" in page.text_content("[data-chart=garbled-likeliest] tbody[data-series=threshold] th")
    page.fill("#bench-passes", "2")
    assert mark.locator("text").text_content() == "bench: 2"
    point = page.locator("[data-chart=garbled-likeliest] svg [data-series=surest] [data-x='2']")
    assert mark.locator("circle").get_attribute("cx") == point.get_attribute("data-px")
    plot = page.locator("[data-chart=garbled-likeliest] [data-chart-plot]")
    plot.press("End")
    assert plot.get_attribute("aria-valuetext").startswith("the surest kept (LLaDA)") and "4" in plot.get_attribute("aria-valuetext")
    taken_rows = list(csv.reader(io.StringIO(taken(page, "garbled-likeliest", "csv"))))
    assert taken_rows[1:] == rows_of(page, "garbled-likeliest")
    assert xml.fromstring(taken(page, "garbled-likeliest", "svg")).find(f"{SVG}title").text.endswith("your own lines")

    write(page, "\n".join(f"{chr(65 + v) * 12}" for v in range(9)) + "\n\nTEA")
    said(page, "Your line 1 can be filled in too many ways")
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
