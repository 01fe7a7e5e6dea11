"""The toy transformers in the browser against ONNX Runtime Web and native numpy: `python -m tests.bench.bench_browser`.

One Chromium, one page, one thread each, one after the other: a masked model's full pass over 64 places in
Pyodide, the same network in ONNX Runtime Web (whose logits must agree to 1e-4), a cached left-to-right step,
and passes over several canvases at once. Then the same passes natively. Wants tests/bench/requirements.txt
and `npm ci --prefix tests/bench`, as `make bench` installs them.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from pathlib import Path

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before numpy is imported
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "wasm"))

import numpy as np  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402
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
AGREE = 1e-4
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


def in_browser() -> tuple[dict[str, float], dict]:
    """Pyodide's times and ONNX Runtime's time and logits."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        wheels = lay_out(Path(folder))
        with serving(Path(folder)) as url:
            browser = launch(playwright)
            page = browser.new_page()
            page.set_default_timeout(120_000)
            page.goto(f"{url}/speed.html")
            page.wait_for_selector("html[data-ready=yes]", state="attached")
            run_onnx = ("ids => runOnnx('masked.onnx', ids)", passes.ids_of(passes.PLACES).tolist())
            onnx = page.evaluate(*run_onnx)
            page.evaluate("([wheels, source]) => startPython(wheels, source)", [wheels, Path(passes.__file__).read_text()])
            asked = f"measure(files['masked.npz'], files['left.npz'], {toys.vocabulary('en')!r})"
            times = json.loads(page.evaluate("([what, files]) => ask(what, files)", [asked, list(DATA)]))
            onnx["ms"] = min(onnx["ms"], page.evaluate(*run_onnx)["ms"])
            browser.close()
    return times, onnx


def main() -> int:
    """Print every time and ratio. -> the exit status: 1 if ONNX Runtime's logits are others."""
    web, onnx = in_browser()
    native = passes.measure(*(path.read_bytes() for path in DATA.values()), toys.vocabulary("en"))
    ours = _masked()(passes.ids_of(passes.PLACES))
    theirs = np.array(onnx["logits"]).reshape(ours.shape)
    apart = np.abs(np.delete(ours - theirs, 0, axis=1)).max()
    print(f"ONNX Runtime Web, full pass: {onnx['ms']:.2f} ms; largest difference of a logit: {apart:.1e}")
    for what, ms in web.items():
        print(f"{what:14} Pyodide {ms:7.2f} ms   native {native[what]:6.2f} ms   ratio {ms / native[what]:.1f}")
    print(f"Pyodide against ONNX Runtime Web: {web['full pass'] / onnx['ms']:.1f} times (at most 5)")
    print(f"Pyodide against native numpy: {web['full pass'] / native['full pass']:.1f} times (at most 10)")
    print(f"a cached step against a full pass: {web['causal pass'] / web['cached step']:.1f} times cheaper (at least 10)")
    return int(apart > AGREE)


if __name__ == "__main__":
    sys.exit(main())
