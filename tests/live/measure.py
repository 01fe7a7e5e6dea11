"""How long the live toy takes, and what it weighs: `python -m tests.live.measure` (wasm/ on PYTHONPATH).

Each run is a new Chromium with an empty profile, and a server on the same machine. The clock runs from
the call that a tap makes until the first trace asked for is there.
"""

from __future__ import annotations

import statistics
import tomllib

import brotli
from playwright.sync_api import sync_playwright

from plates.diffusionlm import computed
from tests.live.conftest import ROOT, launch, make_site
from tests.live.server import Site, serve

RUNS = 3
TAP = """async request => {
  const began = performance.now();
  const marks = {};
  engine.addEventListener('change', () => { marks[engine.stage] ??= performance.now() - began; });
  await engine.start();
  await engine.run(request);
  return {...marks, trace: performance.now() - began};
}"""


def weigh(site: Site) -> None:
    """Print each file's bytes, raw and under brotli (quality 11)."""
    files = site.runtime | {"worker.js": (ROOT / "wasm/worker/worker.js").read_bytes()}
    rows = [(name, len(data), len(brotli.compress(data))) for name, data in files.items()]
    for name, raw, packed in [*rows, ("all", sum(r[1] for r in rows), sum(r[2] for r in rows))]:
        print(f"{raw:>10} {packed:>10}  {name}")


def time_starts(site: Site, request: dict) -> None:
    """Print the seconds at which each stage began, and those to the first trace, run by run."""
    totals = []
    with serve(site) as base, sync_playwright() as playwright:
        for _ in range(RUNS):
            browser = launch(playwright)
            page = browser.new_page()
            page.goto(f"{base}harness.html?policy=enough")
            page.wait_for_selector("html[data-engine=made]", state="attached")
            marks = page.evaluate(TAP, request)
            print({name: round(ms / 1000, 2) for name, ms in marks.items()})
            totals.append(marks["trace"] / 1000)
            browser.close()
    print(f"median {statistics.median(totals):.2f} s")


def main() -> None:
    """Time first, since brotli is slow."""
    with (ROOT / "content/diffusionlm/handbill.toml").open("rb") as file:
        request = computed.requests("en", {"handbill": tomllib.load(file)})["surest8"]
    site = make_site(request)
    time_starts(site, request)
    weigh(site)


if __name__ == "__main__":
    main()
