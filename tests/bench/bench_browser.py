"""The toy transformers in the browser against ONNX Runtime Web and native numpy: `python -m tests.bench.bench_browser`.

One Chromium, one page, one thread each: a masked model's full pass over 64 places in Pyodide, the same network
in ONNX Runtime Web (whose logits must agree to 1e-4), a cached left-to-right step, several canvases at once;
and the same natively. They take turns, a tenth of a second each, for ROUNDS rounds, so that other work on the
machine falls on all of them alike; printed are the medians, and the medians of the rounds' ratios. Wants
tests/bench/requirements.txt and `npm ci --prefix tests/bench`, as `make bench` installs them.
"""

from __future__ import annotations

import os
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before numpy is imported
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "wasm"))

import numpy as np  # noqa: E402
from playwright.sync_api import Page, sync_playwright  # noqa: E402
from toylm.models import transformer  # noqa: E402

from press.runtime import runtime_files  # noqa: E402
from press.wheel import build_wheel  # noqa: E402
from tests import toys  # noqa: E402
from tests.bench import passes  # noqa: E402
from tests.bench.graph import graph_of  # noqa: E402
from tests.browser.conftest import serving  # noqa: E402
from tests.chromium import launch  # noqa: E402

HERE = Path(__file__).parent
ORT = {"ort.js": "ort.wasm.bundle.min.mjs", "ort.wasm": "ort-wasm-simd-threaded.wasm"}
AGREE, ROUNDS = 1e-4, 15
RATIOS = [
    ("Pyodide's full pass against ONNX Runtime Web's", "full pass", "ONNX full pass", "at most 5"),
    ("Pyodide's full pass against native numpy's", "full pass", "native full pass", "at most 10"),
    ("a full pass against a cached step", "causal pass", "cached step", "at least 10"),
    ("four canvases in turn against at once", "four canvases in turn", "four canvases at once", "above 1: at once is faster"),
    ("four short canvases in turn against at once", "four short ones in turn", "four short ones at once", "above 1: at once is faster"),
    ("natively, four short canvases in turn against at once", "native four short ones in turn", "native four short ones at once", "above 1: at once is faster"),
]
DATA = {f"{name}.npz": (toys.DATA / "en" / f"{name}.npz") for name in ("masked", "left")}


def lay_out(folder: Path) -> list[str]:
    """Write what the page loads; the wheels' names."""
    package, wheel = build_wheel(ROOT / "wasm" / "toylm")
    files = runtime_files(ROOT, ROOT / ".cache" / "runtime") | {package: wheel}
    for path, content in files.items():
        (folder / path).write_bytes(content)
    for path in (HERE / "speed.html", HERE / "speed.js", *DATA.values()):
        shutil.copy(path, folder)
    for name, source in ORT.items():
        shutil.copy(HERE / "node_modules/onnxruntime-web/dist" / source, folder / name)
    (folder / "masked.onnx").write_bytes(graph_of(_masked(), passes.PLACES))
    return [path for path in files if path.endswith(".whl")]


def _masked() -> transformer.Transformer:
    return transformer.provide(DATA["masked.npz"].read_bytes(), toys.vocabulary("en"))


class Bench:
    """A page that has started both, and the native passes beside it."""

    def __init__(self, page: Page, wheels: list[str]):
        tokens, source = toys.vocabulary("en"), Path(passes.__file__).read_text(encoding="utf-8")
        self._page, self.logits = page, page.evaluate("ids => startOnnx('masked.onnx', ids)", passes.ids_of(passes.PLACES).tolist())
        page.evaluate("all => startPython(...all)", [wheels, source, list(DATA), tokens])
        self._native = passes.works(*(path.read_bytes() for path in DATA.values()), tokens)

    def round(self) -> dict[str, float]:
        """Milliseconds of every kind of pass, each timed once."""
        found = {"ONNX full pass": self._page.evaluate("timeOnnx()")}
        for name, work in self._native.items():
            found[name] = self._page.evaluate("name => timePython(name)", name)
            found[f"native {name}"] = passes.ms(work)
        return found


def rounds() -> tuple[list[dict[str, float]], list[float]]:
    """All rounds, and ONNX Runtime's logits."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        wheels = lay_out(Path(folder))
        with serving(Path(folder)) as url:
            browser = launch(playwright)
            page = browser.new_page()
            page.set_default_timeout(120_000)
            page.goto(f"{url}/speed.html")
            page.wait_for_selector("html[data-ready=yes]", state="attached")
            bench = Bench(page, wheels)
            found = [bench.round() for _ in range(ROUNDS)]
            browser.close()
    return found, bench.logits


def main() -> int:
    """Print every time and ratio. -> the exit status: 1 if ONNX Runtime's logits are others."""
    found, logits = rounds()
    for name in found[0]:
        print(f"{name:32} {statistics.median(one[name] for one in found):8.2f} ms")
    for what, above, below, bar in RATIOS:
        print(f"{what}: {statistics.median(one[above] / one[below] for one in found):.1f} ({bar})")
    for name in passes.tried(_masked()):
        ratio = statistics.median(one[name] / one[passes.EINSUM] for one in found)
        print(f"{name}: {ratio:.2f} times einsum's time in Pyodide")
    ours = _masked()(passes.ids_of(passes.PLACES))
    apart = np.abs(np.delete(ours - np.array(logits).reshape(ours.shape), 0, axis=1)).max()
    print(f"largest difference of a logit from ONNX Runtime's: {apart:.1e} (at most {AGREE})")
    return int(apart > AGREE)


if __name__ == "__main__":
    sys.exit(main())
