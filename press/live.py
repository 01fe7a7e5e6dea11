"""The live toy's files: the pinned runtime, the toylm wheel and the worker, under hashed names."""

from __future__ import annotations

import hashlib
from typing import Any

from . import runtime, wheel
from .assets import Assets, digest

WORKER = "import './wasm/worker/worker.js';"


def files(options: Any, assets: Assets) -> dict[str, Any]:
    """What goes into the site, and what a page tells its engine.

    content   path -> bytes, all runtime files in one folder that is named by what is in it
    config    the worker's path, the folder of the files, and each file's name, size in bytes and sha256
    licences  of everything among them
    """
    held = runtime.runtime_files(options.root, options.cache / "runtime")
    name, package = wheel.build_wheel(options.root / "wasm" / "toylm")
    held = {**held, name: package}
    folder = f"assets/runtime/{digest(*(part for pair in sorted(held.items()) for part in pair))}/"
    sources = (options.root / "wasm" / "worker").glob("*.js")
    rows = {
        each: {"url": each, "size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        for each, content in sorted(held.items())
    }
    return {
        "content": {folder + each: content for each, content in held.items()},
        "config": {
            "worker": assets.add("worker.js", assets.script(WORKER, sources)),
            "base": folder, "files": rows,
        },
        "licences": runtime.licences(options.root, held),
    }
