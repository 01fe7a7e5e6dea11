"""The exact cost on plate 1: the figures behind the pictures, keys along the curves, files to take away."""

from __future__ import annotations

import csv
import io
import json
import xml.etree.ElementTree as xml

import pytest

from .conftest import LANGUAGES

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
