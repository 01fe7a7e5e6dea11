"""The live toy's files: the trimmed runtime, the toylm wheel and the worker, each under a name with its hash."""

from __future__ import annotations

import gzip
import hashlib
from typing import Any

from . import runtime, trim
from .assets import Assets, digest

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
    """
    pinned = runtime.runtime_files(options.root, options.cache / "runtime")
    held = trim.served(options.root, options.cache / "pyc", pinned)
    sources = (options.root / "wasm" / "worker").glob("*.js")
    content: dict[str, bytes] = {}
    rows = {name: _row(name, held[name], assets, content) for name in held}  # Python first: a browser asks in this order
    return {
        "content": content,
        "config": {"worker": assets.add("worker.js", assets.script(WORKER, sources)), "base": FOLDER, "files": rows},
        "licences": runtime.licences(options.root, pinned),
    }


def _row(name: str, data: bytes, assets: Assets, content: dict[str, bytes]) -> dict[str, Any]:
    """What a page is told of one file, which is put into `content`."""
    packed = assets.cached(f"{digest(data)}.gz", lambda: gzip.compress(data, 9, mtime=0))
    stem, dot, ending = name.rpartition(".")
    url = f"{stem}.{digest(data)[:10]}{dot}{ending}"
    content[FOLDER + url] = data
    row = {"url": url, "size": len(data), "packed": len(packed), "sha256": hashlib.sha256(data).hexdigest()}
    if not name.endswith(UNPACKED):
        return row
    content[f"{FOLDER}{url}.gz"] = packed
    return row | {"gz": f"{url}.gz"}
