"""axe finds nothing on page, embed and offline file, in both languages and themes."""

from __future__ import annotations

import pytest

from press.install import ROOT

from .conftest import LANGUAGES

AXE = (ROOT / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def violations(page, within: str = "html") -> list[str]:
    page.evaluate(AXE + ";0")
    result = page.evaluate("([within, rules]) => axe.run(within, {runOnly: rules})", [within, RULES])
    assert result["passes"], "axe looked at something"
    return [f"{v['id']}: {node['target']} {node['failureSummary']}" for v in result["violations"] for node in v["nodes"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", ["page", "embed", "embed-lab", "offline", "index", "about", "builder", "samplers"])
def test_axe(reader, site, kind, lang, scheme):
    one = reader(motion="reduce", scheme=scheme)
    page = one.page
    where = {"page": f"/{lang}/diffusionlm/", "embed": f"/embed/{lang}/diffusionlm/", "index": "/", "about": f"/{lang}/about/",
             "embed-lab": f"/embed/{lang}/decoding/?show=lab", "builder": f"/{lang}/embed/", "samplers": f"/{lang}/samplers/"}
    if kind == "offline":
        page.goto((site.folder / "offline" / f"{lang}-diffusionlm.html").as_uri())
    else:
        page.goto(site.url + where[kind])
    if kind in ("page", "embed", "embed-lab", "offline"):
        page.wait_for_selector("html[data-ready]")
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    assert violations(page) == []


@pytest.mark.parametrize("section", ["crossed", "guess", "parts"])
def test_axe_in_other_scenes(reader, section):
    from .test_plate import go

    page = reader(motion="reduce").open("/en/diffusionlm/")
    go(page, section)
    page.wait_for_timeout(400)
    assert violations(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_axe_in_what_can_be_taken_away_and_in_faults(reader, lang, scheme):
    page = reader(motion="reduce", scheme=scheme).open(f"/{lang}/diffusionlm/#bench&v=1&lines=7.MCB4IFRFQQ")
    page.wait_for_selector("[data-own-remarks] li")
    assert violations(page) == []
    page.click("[data-take-open]")
    page.click("[data-take-dialog] summary")
    page.wait_for_selector("[data-take-dialog] dd >> visible=true")
    assert violations(page) == []


def test_everything_is_reached_by_keyboard(reader):
    """Tab goes through every control of stage and bench, and focus can be seen."""
    page = reader(motion="reduce").open("/en/diffusionlm/")
    seen = set()
    for _ in range(160):
        page.keyboard.press("Tab")
        seen.add(page.evaluate("(() => { const e = document.activeElement; return e.dataset.do || e.id || e.name || e.dataset.scene || Object.keys(e.dataset)[0] || e.tagName; })()"))
    assert {"back", "play", "on", "scrub", "speed", "proof", "theme", "bench-passes", "keep", "start", "learn50", "takeOpen"} <= seen
