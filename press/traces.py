"""The trace cache: a trace is computed once for all that it depends on, and found again after that.

The key of a trace takes in the plate's Python, all of toylm, the request with its parameters and
seed, the trace format's version and numpy's version. Change any of them and the trace is new.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.metadata
import json
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from toylm.request import run
from toylm.trace import SCHEMA, Trace

from .errors import PressError
from .load import Plate

FEW = 64
"""Traces that are computed at once, without starting other processes for them."""


@dataclass(frozen=True)
class Computed:
    """All that a plate's Python makes for one language."""

    requests: dict[str, dict[str, Any]]
    traces: dict[str, Trace]
    json: dict[str, str]
    numbers: dict[str, Any]
    tables: dict[str, list[list[Any]]]


def compute(plate: Plate, lang: str, root: Path, cache: Path, jobs: int = 1, progress: Callable = lambda n, of: None) -> Computed:
    """Every trace of a plate in one language, from the cache where it is there, and its figures.

    Raises PressError for a plate without computed.py, or one whose Python is at fault.
    """
    module = _module(plate, root)
    requests = _called(plate, "requests", module.requests, lang, plate.data)
    base = code_key(root, plate.id)
    paths = {name: cache / "traces" / f"{trace_key(base, request)}.json" for name, request in requests.items()}
    _fill_missing(plate, requests, paths, jobs, progress)
    texts = {name: path.read_text(encoding="utf-8") for name, path in paths.items()}
    traces = {name: Trace.from_json(text) for name, text in texts.items()}
    return Computed(
        requests, traces, texts,
        _called(plate, "numbers", module.numbers, lang, plate.data, traces),
        _called(plate, "tables", module.tables, lang, plate.data, traces),
    )


def code_key(root: Path, plate: str) -> str:
    """A hash of all the Python that a plate's traces can depend on."""
    digest = hashlib.sha256(f"{SCHEMA} numpy {importlib.metadata.version('numpy')}".encode())
    for folder in (root / "wasm" / "toylm", root / "plates" / plate):
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.relative_to(root).as_posix().encode() + b"\0")
            digest.update(path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return digest.hexdigest()


def trace_key(base: str, request: dict[str, Any]) -> str:
    """The name of one trace in the cache."""
    text = json.dumps(request, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(f"{base} {text}".encode()).hexdigest()[:32]


def _module(plate: Plate, root: Path) -> ModuleType:
    path = root / "plates" / plate.id / "computed.py"
    if not path.exists():
        raise PressError("this file is missing; a plate's figures and traces come from it", path.relative_to(root))
    return _called(plate, "import", importlib.import_module, f"plates.{plate.id}.computed")


def _called(plate: Plate, what: str, function: Callable, *args: Any) -> Any:
    """Call a plate's Python; what it raises is the plate's fault, with the line that raised it."""
    try:
        return function(*args)
    except Exception as error:  # noqa: BLE001 - a plate may raise anything, and all of it is reported
        line, at = 1, error.__traceback__
        while at:
            if plate.id in at.tb_frame.f_code.co_filename:
                line = at.tb_lineno
            at = at.tb_next
        kind = "" if isinstance(error, ValueError) else f"{type(error).__name__}: "
        raise PressError(f"{what}: {kind}{error}", f"plates/{plate.id}/computed.py", line) from error


def _fill_missing(plate: Plate, requests: dict, paths: dict[str, Path], jobs: int, progress: Callable) -> None:
    missing = [name for name, path in paths.items() if not path.exists()]
    if not missing:
        return
    paths[missing[0]].parent.mkdir(parents=True, exist_ok=True)
    asked = [requests[name] for name in missing]
    if jobs > 1 and len(missing) > FEW:
        with ProcessPoolExecutor(jobs) as pool:
            _store(missing, paths, pool.map(_text, asked), progress)
    else:
        _called(plate, "traces", _store, missing, paths, map(_text, asked), progress)


def _text(request: dict[str, Any]) -> str:
    return run(request).to_json()


def _store(names: list[str], paths: dict[str, Path], texts: Any, progress: Callable) -> None:
    """Write each trace as it comes, whole or not at all."""
    for done, (name, text) in enumerate(zip(names, texts), 1):
        new = paths[name].with_suffix(".new")
        new.write_text(text, encoding="utf-8", newline="\n")
        new.replace(paths[name])
        progress(done, len(names))
