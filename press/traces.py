"""The trace cache: a trace is computed once for all that it depends on, and found again after that.

The key of a trace takes in the plate's Python, the weights of its models, all of toylm, the request
with its parameters and seed, the trace format's version and numpy's version. Change any of them and
the trace is new.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from toylm.request import run
from toylm.trace import SCHEMA, Trace

from . import weights
from .code import PlateCode
from .errors import PressError
from .load import Plate
from .weights import Weights

KEPT = "numbers, tables, files"
"""What a file of figures holds; another list makes new files."""
FEW = 64
"""Traces that are computed at once, without starting other processes for them."""


@dataclass(frozen=True)
class Computed:
    """All that a plate's Python makes for one language."""

    code: PlateCode
    models: list[Weights]
    requests: dict[str, dict[str, Any]]
    keys: dict[str, str]
    traces: dict[str, Trace]
    json: dict[str, str]
    numbers: dict[str, Any]
    tables: dict[str, list[list[Any]]]
    files: dict[str, Any]

    @cached_property
    def data(self) -> dict[str, Any]:
        """The traces as JSON data, for the pages that carry them."""
        return {name: json.loads(text) for name, text in self.json.items()}


def compute(plate: Plate, lang: str, root: Path, cache: Path, jobs: int = 1, progress: Callable = lambda n, of: None) -> Computed:
    """Every trace of a plate in one language, from the cache where it is there, and its figures.

    Raises PressError for a plate without computed.py, one whose Python is at fault, or missing weights.
    """
    code = PlateCode(plate, root)
    models = _provided(code, lang)
    requests = code.requests(lang)
    base = code_key(root, plate.id) + weights.digest(models)
    keys = {name: trace_key(base, request) for name, request in requests.items()}
    paths = {name: cache / "traces" / f"{key}.json" for name, key in keys.items()}
    _fill_missing(code, models, requests, paths, jobs, progress)
    texts = {name: path.read_text(encoding="utf-8") for name, path in paths.items()}
    traces = {name: Trace.from_json(text) for name, text in texts.items()}
    figures = _figures(code, lang, traces, _figures_path(cache, base, paths, plate))
    return Computed(code, models, requests, keys, traces, texts, figures["numbers"], figures["tables"], figures["files"])


def _provided(code: PlateCode, lang: str) -> list[Weights]:
    """The plate's models in one language, known to toylm from here on."""
    models = weights.read(code.root, code.models(lang))
    weights.provide(models)
    return models


def _figures_path(cache: Path, base: str, paths: dict[str, Path], plate: Plate) -> Path:
    """Numbers, tables and files follow from the plate's code, its data and its traces, and from nothing else."""
    data = json.dumps(plate.data, sort_keys=True, ensure_ascii=False, default=str)
    key = hashlib.sha256(f"{KEPT} {base} {sorted((name, path.name) for name, path in paths.items())} {data}".encode())
    return cache / "figures" / f"{key.hexdigest()[:32]}.json"


def _figures(code: PlateCode, lang: str, traces: dict[str, Trace], path: Path) -> dict[str, Any]:
    """Numbers, tables and files, from the cache where they are there. Raises PressError for what JSON cannot carry."""
    if not path.exists():
        made = {"numbers": code.numbers(lang, traces), "tables": code.tables(lang, traces), "files": code.files(lang, traces)}
        try:
            text = json.dumps(made, ensure_ascii=False)
        except TypeError as error:
            raise PressError(f"{KEPT}: {error}; want plain numbers, texts, lists and tables", *code.asked_at) from error
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text)
    return json.loads(path.read_text(encoding="utf-8"))


def requests_of(plate: Plate, lang: str, root: Path) -> dict[str, dict[str, Any]]:
    """Every fill that a plate asks for in one language, by name; none of them is run."""
    code = PlateCode(plate, root)
    _provided(code, lang)
    return code.requests(lang)


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


def _fill_missing(
    code: PlateCode, models: list[Weights], requests: dict, paths: dict[str, Path], jobs: int, progress: Callable,
) -> None:
    missing = [name for name, path in paths.items() if not path.exists()]
    if not missing:
        return
    paths[missing[0]].parent.mkdir(parents=True, exist_ok=True)
    asked = [requests[name] for name in missing]
    if jobs > 1 and len(missing) > FEW:
        with ProcessPoolExecutor(jobs, initializer=weights.provide, initargs=(models,)) as pool:
            _store(code, missing, paths, pool.map(_text, asked), progress)
    else:
        _store(code, missing, paths, map(_text, asked), progress)


def _text(request: dict[str, Any]) -> str:
    return run(request).to_json()


def _store(code: PlateCode, names: list[str], paths: dict[str, Path], texts: Iterator[str], progress: Callable) -> None:
    """Write each trace as it comes, whole or not at all. Raises PressError that names one that cannot be filled."""
    for done, name in enumerate(names, 1):
        try:
            text = next(texts)
        except ValueError as error:
            raise PressError(f"trace {name!r}: {error}", *code.asked_at) from error
        write_whole(paths[name], text)
        progress(done, len(names))


def write_whole(path: Path, text: str) -> None:
    """A whole file, or none."""
    new = path.with_suffix(".new")
    new.write_text(text, encoding="utf-8", newline="\n")
    new.replace(path)
