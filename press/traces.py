"""The trace cache: a trace is computed once for all that it depends on, and found again after that.

The key of a trace takes in the plate's Python, the weights of its models, all of toylm, the request
with its parameters and seed, the trace format's version and numpy's version. Change any of them and
the trace is new.

A plate may also ask for sweeps: many fills that figures are counted from and no page shows. They are kept
without what was guessed and not set, a file a sweep, and read only where the figures have to be made. The
plate's Python is in their key through the requests alone: they take minutes, and a word in it costs none.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from toylm.trace import SCHEMA, Trace

from . import pool, weights
from .assets import write_whole
from .code import PlateCode, Requests
from .errors import PressError
from .load import Plate
from .pool import Workers
from .weights import Weights

KEPT = "numbers, tables, files"
"""What a file of figures holds; another list makes new files."""


@dataclass(frozen=True)
class Maker:
    """What makes the fills of one plate in one language: its code and models, the workers, the cache."""

    code: PlateCode
    models: list[Weights]
    cache: Path
    workers: Workers
    progress: Callable[[int, int], None]

    @cached_property
    def engine(self) -> str:
        """A hash of all that a request's fill depends on besides the request: toylm and the weights."""
        return code_key(self.code.root) + weights.digest(self.models)

    @cached_property
    def base(self) -> str:
        """The same with the plate's own Python."""
        return code_key(self.code.root, self.code.plate.id) + weights.digest(self.models)


@dataclass(frozen=True)
class Computed:
    """All that a plate's Python makes for one language."""

    code: PlateCode
    models: list[Weights]
    requests: Requests
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


def compute(
    plate: Plate, lang: str, root: Path, cache: Path, workers: Workers = Workers(), progress: Callable = lambda n, of: None,
) -> Computed:
    """Every trace of a plate in one language, from the cache where it is there, and its figures.

    Raises PressError for a plate without computed.py, one whose Python is at fault, or missing weights.
    """
    code = PlateCode(plate, root)
    models = _provided(code, lang)
    requests = code.requests(lang)
    maker = Maker(code, models, cache, workers, progress)
    keys = {name: trace_key(maker.base, request) for name, request in requests.items()}
    paths = {name: cache / "traces" / f"{key}.json" for name, key in keys.items()}
    _make_missing(maker, {name: [request] for name, request in requests.items()}, paths, guesses=True)
    texts = {name: path.read_text(encoding="utf-8") for name, path in paths.items()}
    traces = {name: Trace.from_json(text) for name, text in texts.items()}
    figures = _figures(maker, lang, traces, _figures_path(maker, paths, plate, lang))
    return Computed(code, models, requests, keys, traces, texts, figures["numbers"], figures["tables"], figures["files"])


def _provided(code: PlateCode, lang: str) -> list[Weights]:
    """The plate's models in one language, known to toylm from here on."""
    models = weights.read(code.root, code.models(lang))
    weights.provide(models)
    return models


def _figures_path(maker: Maker, paths: dict[str, Path], plate: Plate, lang: str) -> Path:
    """Numbers, tables and files follow from the plate's code, its data, its traces and what it says it reads, and
    from nothing else. Raises PressError for a file that is not there."""
    data = json.dumps(plate.data, sort_keys=True, ensure_ascii=False, default=str)
    read = [_digest(maker.code.root, Path("plates") / name) for name in maker.code.reads(lang)]
    key = hashlib.sha256(f"{KEPT} {maker.base} {sorted((name, path.name) for name, path in paths.items())} {data} {read}".encode())
    return maker.cache / "figures" / f"{key.hexdigest()[:32]}.json"


def _digest(root: Path, path: Path) -> str:
    if not (root / path).is_file():
        raise PressError("this file is missing; the plate's figures are read from it", path)
    return hashlib.sha256((root / path).read_bytes()).hexdigest()


def _figures(maker: Maker, lang: str, traces: dict[str, Trace], path: Path) -> dict[str, Any]:
    """Numbers, tables and files, from the cache where they are there. Raises PressError for what JSON cannot carry."""
    if not path.exists():
        code, traces = maker.code, traces | _swept(maker, lang, traces)
        made = {"numbers": code.numbers(lang, traces), "tables": code.tables(lang, traces), "files": code.files(lang, traces)}
        try:
            text = json.dumps(made, ensure_ascii=False)
        except TypeError as error:
            raise PressError(f"{KEPT}: {error}; want plain numbers, texts, lists and tables", *code.asked_at) from error
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.encode())
    return json.loads(path.read_text(encoding="utf-8"))


def _swept(maker: Maker, lang: str, taken: dict[str, Trace]) -> dict[str, Trace]:
    """The fills of a plate's sweeps, by name. Raises PressError for a name that a trace has already."""
    sweeps = maker.code.sweeps(lang)
    paths = {name: maker.cache / "sweeps" / f"{trace_key(maker.engine, fills)}.json" for name, fills in sweeps.items()}
    _make_missing(maker, {name: list(fills.values()) for name, fills in sweeps.items()}, paths, guesses=False)
    out = {}
    for name, fills in sweeps.items():
        for fill, text in zip(fills, paths[name].read_text(encoding="utf-8").split("\n")):
            if fill in taken or fill in out:
                raise PressError(f"sweeps: {name!r} has a fill {fill!r}, and so has another; want names of their own", *maker.code.asked_at)
            out[fill] = Trace.from_json(text)
    return out


def requests_of(plate: Plate, lang: str, root: Path) -> Requests:
    """Every fill that a plate asks for in one language, by name; none of them is run."""
    code = PlateCode(plate, root)
    _provided(code, lang)
    return code.requests(lang)


def code_key(root: Path, plate: str | None = None) -> str:
    """A hash of all of toylm's Python, and of a plate's where one is named."""
    digest = hashlib.sha256(f"{SCHEMA} numpy {importlib.metadata.version('numpy')}".encode())
    for folder in (root / "wasm" / "toylm", *([root / "plates" / plate] if plate else [])):
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.relative_to(root).as_posix().encode() + b"\0")
            digest.update(path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return digest.hexdigest()


def trace_key(base: str, request: dict[str, Any]) -> str:
    """The name of one trace in the cache."""
    text = json.dumps(request, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(f"{base} {text}".encode()).hexdigest()[:32]


def _make_missing(maker: Maker, asked: dict[str, list[dict]], paths: dict[str, Path], guesses: bool) -> None:
    """Make the files that are missing, a fill a line, and write each as it comes, whole or not at all."""
    missing = {name: requests for name, requests in asked.items() if not paths[name].exists()}
    if not missing:
        return
    paths[next(iter(missing))].parent.mkdir(parents=True, exist_ok=True)
    done, total = 0, sum(map(len, missing.values()))
    with pool.opened(maker.workers, maker.code.root, total) as executor:
        for name, texts in pool.each(executor, maker.models, missing, maker.code.asked_at, guesses):
            write_whole(paths[name], "\n".join(texts).encode())
            done += len(texts)
            maker.progress(done, total)
