"""The runtime as a site serves it: of the pinned files what live code may use, compiled, in stored zips.

wasm/runtime.toml says what stays. The same pins give the same bytes each time.
"""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

from . import wheel
from .archive import packed, unpacked
from .assets import digest
from .errors import PressError
from .pyc import Compiler, kept, recipe
from .runtime import LOCK, PINS

STDLIB = "python_stdlib.zip"
TRIMMED = "1trimmed"
"""The build tag in the name of a wheel that is no longer the one that its pin names."""


def served(root: Path, cache: Path, pinned: dict[str, bytes]) -> dict[str, bytes]:
    """Every file of the live runtime by name, toylm's wheel among them.

    root    the repository
    cache   a folder that keeps what was compiled; made when needed
    pinned  what runtime.runtime_files gave

    Raises PressError when the pins and [trim] do not fit each other, or nothing can be compiled.
    """
    [name] = [each for each in pinned if each.startswith("numpy-")]
    known = digest(recipe(root), (root / PINS).read_bytes(), Path(__file__).read_bytes())  # the pins are hashes
    rules = tomllib.loads((root / PINS).read_text("utf-8"))["trim"]
    standard = kept(cache, f"stdlib-{known}", lambda: Compiler(root, pinned[STDLIB]).standard(
        rules["imports"], _trimmed(unpacked(pinned[name]), rules)))
    compiler = Compiler(root, standard)
    numpy = kept(cache, f"numpy-{known}", lambda: compiler.library(_trimmed(unpacked(pinned[name]), rules)))
    toylm, package = wheel.build_wheel(root / "wasm" / "toylm", lambda files: unpacked(
        kept(cache, f"toylm-{digest(known, packed(files))}", lambda: compiler.package(files))))
    changed = {LOCK: _without_packages(pinned[LOCK]), STDLIB: standard, _renamed(name): numpy, toylm: package}
    return {each: content for each, content in pinned.items() if each != name} | changed


def _renamed(name: str) -> str:
    project, version, tags = name.split("-", 2)
    return f"{project}-{version}-{TRIMMED}-{tags}"


def _trimmed(files: dict[str, bytes], rules: dict[str, Any]) -> dict[str, bytes]:
    """The files that no pattern drops, with the one call cut out."""
    drop = re.compile("|".join(rules["drop"]))
    kept = {name: content for name, content in files.items() if not drop.search(name)}
    cut = rules["cut"]
    text = kept[cut["file"]].decode()
    before, begin, rest = text.partition(cut["begin"])
    _, end, after = rest.partition(cut["end"])
    if not (begin and end):
        raise PressError(f"[trim.cut] finds nothing in {cut['file']}", PINS)
    return kept | {cut["file"]: (before + after).encode()}


def _without_packages(lock: bytes) -> bytes:
    """Pyodide's lock file without its list of packages (129 KB): the worker unpacks its own wheels."""
    return json.dumps({"info": json.loads(lock)["info"], "packages": {}}).encode()
