"""Native against browser: `OPENBLAS_NUM_THREADS=1 python -m tests.bench.bench_fills [COUNT]` (1,000 unless told).

The shipped toys fill held-out prompts in both languages with every sampler that takes a masked model, here
and in Chromium's Pyodide, and every trace is compared whole: tokens, order, confidences. Prints how many
differ; the exit status is 1 if any does.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "wasm"))

from tests import fills, toys  # noqa: E402
from tests.chromium import launch  # noqa: E402
from tests.live.conftest import make_site  # noqa: E402
from tests.live.server import TOKENS, serve  # noqa: E402
from toylm.models import transformer  # noqa: E402
from toylm.request import run  # noqa: E402

AT_ONCE = 20
ASK = "async all => { const out = []; for (const one of all) out.push(await engine.session.run(one, 'run')); return out; }"


def shipped() -> dict[str, bytes]:
    """The shipped weights and vocabularies, as the harness's server wants them; toylm knows them from here on."""
    models = {}
    for lang in fills.LANGUAGES:
        models[f"{lang}{TOKENS}"] = toys.vocabulary(lang).encode()
        for path in sorted((toys.DATA / lang).glob("*.npz")):
            models[f"{lang}-{path.stem}"] = path.read_bytes()
            transformer.provide(path.read_bytes(), toys.vocabulary(lang))
    return models


def compared(page: Page, asked: list[dict]) -> Iterator[tuple[int, int]]:
    """For each fill, whether its tokens differ, and whether anything does. A line shows how far it has come."""
    tokens = whole = 0
    for at in range(0, len(asked), AT_ONCE):
        some = asked[at : at + AT_ONCE]
        for request, live in zip(some, page.evaluate(ASK, some), strict=True):
            ours, theirs = json.loads(run(request).to_json()), json.loads(live)  # data: JavaScript writes 1.0 as 1
            tokens, whole = tokens + (ours["ids"] != theirs["ids"]), whole + (ours != theirs)
            yield tokens, whole
        print(f"\r{at + len(some)}/{len(asked)}: {whole} differ", end="", file=sys.stderr, flush=True)


def main(count: int) -> int:
    """Compare `count` fills, the languages in turn. -> the exit status."""
    models = shipped()
    lists = [fills.requests(lang, count // len(fills.LANGUAGES)) for lang in fills.LANGUAGES]
    asked = [request for pair in zip(*lists) for request in pair]
    site = make_site(asked[0])
    site.models = models
    with serve(site) as base, sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page()
        page.goto(f"{base}harness.html?policy=enough")
        page.wait_for_selector("html[data-engine=made]", state="attached")
        state = page.evaluate("engine.start()")
        if state != "ready":
            raise SystemExit(f"the live toy did not start: {page.evaluate('report()')}")
        tokens, whole = list(compared(page, asked))[-1]
        browser.close()
    print(f"\n{len(asked)} fills, {len(fills.SETTINGS)} samplers: tokens differ in {tokens}, anything at all in {whole}")
    return int(whole > 0)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))
