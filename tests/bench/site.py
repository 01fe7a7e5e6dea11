"""Weights and times of the built site, as the README prints them: `python -m tests.bench.site`.

CPU seconds are the sum of user and system time of the build and all that it starts, so that other
work on the machine disturbs them little; each is the median of five runs. Sizes are brotli 11.
Lighthouse reads the built page as a phone would, five times a page: the median of each score, and
for performance all five, since it moves with whatever else the machine is doing.
"""

from __future__ import annotations

import json
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import brotli
from playwright.sync_api import sync_playwright

from press.install import ROOT
from tests.browser.conftest import serving
from tests.chromium import executable, launch

LANGUAGES = ("en", "zh")
PLATES = ("diffusionlm", "larkspur", "decoding")
PAGES = [f"{lang}/{plate}" for plate in PLATES for lang in LANGUAGES]
QUIET = ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"]


def main() -> None:
    """Print every figure, one a line."""
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder) / "site"
        _build(site)
        print(f"build with nothing changed, CPU seconds: {statistics.median(_build(site) for _ in range(5)):.2f}")
        anew = [_build(Path(folder) / "anew", f"--base-url=https://run{run}.example/") for run in range(5)]
        print(f"build of every page anew, all fills and figures cached, CPU seconds: {statistics.median(anew):.2f}")
        with serving(site) as url:
            for lang in LANGUAGES:
                print(f"the stone in {lang}, script and outlines, brotli: {_stone(site, lang):,} bytes")
            for page in PAGES:
                print(f"{page}, brotli: first load {first_load(site, url, page):,} bytes, all traces and files {_traces(site, page):,} bytes")
            for page in PAGES:
                runs = [_lighthouse(f"{url}/{page}/", Path(folder)) for _ in range(5)]
                medians = ", ".join(f"{name} {statistics.median(run[name] for run in runs)}" for name in runs[0])
                print(f"lighthouse, {page}: {medians} (performance of each run: {[run['performance'] for run in runs]})", flush=True)


def _build(site: Path, *more: str) -> float:
    """One build with everything cached; its CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "build.py", "--out", str(site), *more], cwd=ROOT, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def first_load(site: Path, url: str, address: str) -> int:
    """HTML, CSS, JS, fonts and the first trace as a first visit asks for them; woff2 as it is."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{url}/{address}/")
        page.wait_for_selector("html[data-ready]")
        page.wait_for_timeout(1000)
        browser.close()
    total = 0
    for path in {re.sub(r"[?#].*", "", each.removeprefix(url)) for each in asked}:
        file = site / path.strip("/")
        content = (file / "index.html" if file.is_dir() else file).read_bytes()
        total += len(content) if file.suffix == ".woff2" else len(brotli.compress(content))
    return total


def _traces(site: Path, page: str) -> int:
    """The traces that a page plays, and the data of its parts."""
    files = [path for folder in ("traces", "data") for path in (site / page / folder).glob("*.json")]
    return sum(len(brotli.compress(path.read_bytes())) for path in files)


def _stone(site: Path, lang: str) -> int:
    """What a reader fetches for the stage in three dimensions."""
    files = [*site.glob("assets/diffusionlm-later.*.js"), *site.glob(f"assets/outlines-{lang}-diffusionlm.*.json")]
    assert len(files) == 2, files
    return sum(len(brotli.compress(path.read_bytes())) for path in files)


def _lighthouse(address: str, folder: Path) -> dict[str, int]:
    """The four scores, out of 100."""
    report = folder / "report.json"
    chrome = " ".join(["--headless=new", *QUIET, f"--user-data-dir={folder / 'profile'}"])
    subprocess.run(
        ["node", str(ROOT / "node_modules/lighthouse/cli/index.js"), address, f"--chrome-flags={chrome}", "--output=json",
         f"--output-path={report}", "--quiet", "--no-enable-error-reporting"],
        check=True, env={**os.environ, **({"CHROME_PATH": found} if (found := executable()) else {})}, capture_output=True)
    scores = json.loads(report.read_text(encoding="utf-8"))["categories"]
    return {name: round(part["score"] * 100) for name, part in scores.items()}


if __name__ == "__main__":
    main()
