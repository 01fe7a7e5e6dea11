"""The live toy's files: the trimmed runtime, the toylm wheel and the worker, each under a name with its hash."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from . import carried, runtime, trim, weights
from .assets import Assets, digest
from .edition import Edition

WORKER = "import './wasm/worker/worker.js';"
FOLDER = "assets/runtime/"
UNPACKED = (".zip", ".whl")
"""Kinds that many hosts send as they are: these lie there packed as well."""


def files(options: Any, assets: Assets) -> dict[str, Any]:
    """What goes into the site, and what a page tells its engine.

    content   path -> bytes
    config    the worker's path, the folder of the files, and of each by name: its address in the folder, its
              size in bytes as it is and under gzip, its sha256, and the address of its packed twin, if any
    licences  of everything among them
    carried   all of it as elements of a page
    """
    pinned = runtime.runtime_files(options.root, options.cache / "runtime")
    held = trim.served(options.root, options.cache / "pyc", pinned)
    sources = (options.root / "wasm" / "worker").glob("*.js")
    content: dict[str, bytes] = {}
    rows = {name: _row(name, held[name], assets, content) for name in held}  # Python first: a browser asks in this order
    worker = assets.add("worker.js", assets.script(WORKER, sources))
    return {
        "content": content, "config": {"worker": worker, "base": FOLDER, "files": rows},
        "licences": runtime.licences(options.root, pinned),
        "carried": carried.elements({worker: assets.files[worker], **{row["url"]: held[name] for name, row in rows.items()}}, assets),
    }


def _row(name: str, data: bytes, assets: Assets, content: dict[str, bytes]) -> dict[str, Any]:
    """What a page is told of one file, which is put into `content`."""
    packed = carried.gzipped(assets, data)
    stem, dot, ending = name.rpartition(".")
    url = f"{stem}.{digest(data)[:10]}{dot}{ending}"
    content[FOLDER + url] = data
    row = {"url": url, "size": len(data), "packed": len(packed), "sha256": hashlib.sha256(data).hexdigest()}
    if not name.endswith(UNPACKED):
        return row
    content[f"{FOLDER}{url}.gz"] = packed
    return row | {"gz": f"{url}.gz"}


def give(edition: Edition, toy: dict[str, Any], assets: Assets) -> None:
    """Put into `edition.extra` what its pages need to go live: `selftest`, the address of the fill that a toy has to
    write again before it is believed; `models`, the plate's weights; `carried`, all of it as elements of a page, and
    `carried_models`, the names of the weights among it.

    toy  what `files` gave
    """
    computed, name = edition.computed, edition.extra["page"]["selftest"]
    request = computed.requests[name]
    text = json.dumps({"request": request, "trace": computed.data[name]}, ensure_ascii=False, separators=(",", ":"))
    selftest = assets.add(f"selftest-{edition.words}-{edition.plate.id}.json", text.encode())
    lent = weights.read(computed.code.root, computed.code.live(edition.words))
    models = weights.assets(lent, request, assets)
    held = {one.name for one in weights.read(computed.code.root, computed.code.carried(edition.words))}
    own = [selftest, *(model[part]["url"] for name, model in models.items() if name in held for part in ("weights", "tokens"))]
    elements = carried.elements({path: assets.files[path] for path in own}, assets)
    edition.extra |= {"selftest": selftest, "models": models, "carried": [toy["carried"], elements], "carried_models": held}
