"""How long the live toy takes to start, beside Pyodide's stock way: `python -m tests.bench.startup`.

Stock is `loadPyodide` in a worker, then `loadPackage('numpy')`, then one product of two matrices. Ours is
the built site's: a tap on the button, the self-test, then one fill. Both are served from this machine
by one server, under brotli of quality 11, and are run in turn, so that what else the machine does falls
on both; the page is one for readers who want no motion, so that its stage is at rest. `cold` is a new profile; `warm` the same profile, its browser started anew, after three visits;
`line` a cold one at 20 Mbit/s with 40 ms before each answer. CPU seconds are those of the browser's
threads together, and those of the worker alone. Figures are medians.

`disk` is the offline file with the live toy inside, opened from file://, against stock over http.

    --runs N    of each (5)
    --only KIND cold, line, disk or warm (which runs cold as well)
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import BrowserContext, sync_playwright

from press.install import ROOT
from tests.bench.line import Line, cpu_seconds, line_server
from tests.chromium import FLAGS, executable

PLATE = "/en/diffusionlm/"
FILE = "offline/en-diffusionlm-live.html"
STOCK = "/stock/stock.html"
VISITS = 3
FAST, SLOW = Line(), Line(bytes_per_second=20e6 / 8, seconds=0.04)
PARTS = ("wall", "cpu", "worker", "wire")
START_STOCK = "() => globalThis.started()"
START_OURS = """() => new Promise((resolve, reject) => {
  const began = performance.now();
  const status = document.querySelector('[data-live] [data-show=status]');
  new MutationObserver(() => {
    if (status.dataset.state === 'failed') reject(new Error(status.textContent));
    if (status.dataset.state === 'ready') resolve(performance.now() - began);
  }).observe(status, { attributes: true });
  document.querySelector('[data-live] [data-do=start]').click();
})"""


@dataclass(frozen=True)
class Start:
    """One start: seconds from the call to the first result, CPU seconds of all threads and of the worker's, bytes on the wire."""

    wall: float
    cpu: float
    worker: float
    wire: int


def main() -> None:
    """Print a table: a row for each kind of start, stock and ours, and their ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", choices=("cold", "line", "warm", "disk"))
    asked = parser.parse_args()
    runs, only = asked.runs, asked.only
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "build.py", "--out", f"{folder}/site"], cwd=ROOT, check=True, capture_output=True)
        with line_server(Path(folder, "site"), _stock()) as server, sync_playwright() as playwright:
            bench = Bench(playwright, server, Path(folder))
            cold = bench.rounds("cold", runs, FAST, visits=0) if only in (None, "cold", "warm") else None
            if only in (None, "disk"):
                bench.rounds("disk", runs, FAST, visits=0, ours=Path(folder, "site", FILE).as_uri())
            if only in (None, "line"):
                bench.rounds("line", runs, SLOW, visits=0)
            if only in (None, "warm"):
                bench.rounds("warm", runs, FAST, visits=VISITS, against=cold)


def _stock() -> dict[str, Path]:
    """Stock Pyodide's files by name, and the page that starts it."""
    [wheel] = (ROOT / ".cache/runtime").glob("numpy-*.whl")
    core = ROOT / "node_modules/pyodide"
    names = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
    own = [ROOT / "tests/bench" / name for name in ("stock.html", "stock.js", "stockworker.js")]
    return {path.name: path for path in (*(core / name for name in names), wheel, *own)}


class Bench:
    """Starts of both kinds, in turn."""

    def __init__(self, playwright, server, folder: Path):
        self._playwright, self._server, self._folder, self._count = playwright, server, folder, 0
        self._pages: dict[str, str] = {}

    def rounds(self, name: str, runs: int, line: Line, visits: int, against: float | None = None, ours: str | None = None) -> float:
        """Print the medians of `runs` starts of each kind; the stock median, which warm starts are held against.

        ours  where our page is, if not on the server
        """
        self._server.line = line
        self._pages = {"stock": self._server.url + STOCK, "ours": ours or self._server.url + PLATE}
        found: dict[str, list[Start]] = {"stock": [], "ours": []}
        for _ in range(runs):
            for kind, starts in found.items():
                starts.append(self._start(kind, visits))
                print(f"  {name} {kind}: {starts[-1]}", file=sys.stderr, flush=True)
        middle = {kind: {part: statistics.median(getattr(one, part) for one in starts) for part in PARTS}
                  for kind, starts in found.items()}
        for kind, row in middle.items():
            every = " ".join(f"{one.wall:.2f}" for one in found[kind])
            print(f"{name} {kind:6} {row['wall']:6.2f} s  {row['cpu']:6.2f} CPU s  {row['worker']:6.2f} of the worker  {row['wire']:>10,.0f} bytes   ({every})", flush=True)
        ours, stock = middle["ours"], middle["stock"]
        print(f"{name} ratio  {ours['wall'] / (against or stock['wall']):.2f} of time, {ours['cpu'] / stock['cpu']:.2f} of CPU, {ours['worker'] / stock['worker']:.2f} of the worker's, "
              f"{ours['wire'] / max(1, stock['wire']):.2f} of bytes", flush=True)
        return stock["wall"]

    def _start(self, kind: str, visits: int) -> Start:
        self._count += 1
        profile = self._folder / f"profile{self._count}"
        for _ in range(visits):
            with self._browser(profile) as context:
                self._once(context, kind)
        with self._browser(profile) as context:
            return self._once(context, kind)

    @contextmanager
    def _browser(self, profile: Path) -> Iterator[BrowserContext]:
        context = self._playwright.chromium.launch_persistent_context(str(profile), executable_path=executable(), args=FLAGS, reduced_motion="reduce")
        yield context
        context.pages[0].wait_for_timeout(1500)  # a browser writes its code cache when it has time
        context.close()

    def _once(self, context: BrowserContext, kind: str) -> Start:
        page = context.new_page()
        page.set_default_timeout(120_000)
        page.goto(self._pages[kind])
        page.wait_for_selector("html[data-ready]", state="attached")
        page.wait_for_timeout(500)
        pid = os.getpid()
        before, wire = cpu_seconds(pid), self._server.sent
        milliseconds = page.evaluate(START_OURS if kind == "ours" else START_STOCK)
        after = cpu_seconds(pid)
        start = Start(milliseconds / 1000, after[0] - before[0], after[1] - before[1], self._server.sent - wire)
        page.close()
        return start


if __name__ == "__main__":
    main()
