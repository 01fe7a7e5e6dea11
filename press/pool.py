"""Who makes the fills: this process, several, or a Dask cluster, each as an executor of concurrent.futures."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from toylm.batch import fills

from .archive import packed
from .errors import PressError
from .weights import Weights

FEW = 64
"""Fills that are made at once, without starting other processes for them."""


@dataclass(frozen=True)
class Workers:
    """What a build is told of who works: processes on this machine, or the address of a Dask scheduler."""

    jobs: int = 1
    scheduler: str | None = None


class Here(Executor):
    """An executor that does the work at once, in this process."""

    def submit(self, function: Callable, /, *args: Any, **how: Any) -> Future:
        """A future that is done. What the work raises is kept in it, as other executors do."""
        future: Future = Future()
        try:
            future.set_result(function(*args, **how))
        except Exception as error:  # noqa: BLE001 - whoever asks for the result gets it
            future.set_exception(error)
        return future


@contextmanager
def opened(workers: Workers, root: Path, count: int) -> Iterator[Executor]:
    """An executor for `count` fills. Raises PressError for a scheduler that does not answer."""
    if workers.scheduler:
        with _cluster(workers.scheduler, root) as executor:
            yield executor
    elif workers.jobs > 1 and count > FEW:
        with ProcessPoolExecutor(workers.jobs) as executor:
            yield executor
    else:
        yield Here()


def each(
    executor: Executor, models: list[Weights], pieces: dict[str, list[dict[str, Any]]], at: tuple[Path, int],
    guesses: bool = True,
) -> Iterator[tuple[str, list[str]]]:
    """Each piece's name and its fills as JSON, as they are done.

    pieces  name -> requests that one worker fills one after the other
    at      the file and line that asked for them
    Raises PressError, with the piece's name, for a request that cannot be filled.
    """
    known = [(model.weights, model.tokens.decode()) for model in models]
    futures = ((executor.submit(fills, known, requests, guesses), name) for name, requests in pieces.items())
    if not isinstance(executor, Here):  # which has done a piece when it has taken it
        waiting = dict(futures)
        futures = ((future, waiting[future]) for future in as_completed(waiting))
    for future, name in futures:
        try:
            yield name, future.result()
        except ValueError as error:
            raise PressError(f"trace {name!r}: {error}", *at) from error


@contextmanager
def _cluster(address: str, root: Path) -> Iterator[Executor]:
    """A Dask cluster whose workers have this toylm, whatever they had before."""
    try:
        from distributed import Client
    except ImportError as error:
        raise PressError("--scheduler wants the library `distributed`; requirements-test.txt names its version") from error
    try:
        client = Client(address)
    except (OSError, ValueError) as error:
        raise PressError(f"--scheduler {address}: no Dask scheduler answers there: {error}") from error
    with client, tempfile.TemporaryDirectory() as folder:
        client.run(_forgetting())
        client.upload_file(str(_zipped(root / "wasm" / "toylm", Path(folder))))
        yield client.get_executor()


def _forgetting() -> Callable:
    """A function that a worker can be sent whole, as it is no module's: it drops the toylm of an earlier build."""

    def forget() -> None:
        import sys

        for name in [name for name in sys.modules if name.split(".")[0] == "toylm"]:
            del sys.modules[name]

    return forget


def _zipped(package: Path, folder: Path) -> Path:
    """A package as a zip that Python can import from; its name says what is in it."""
    files = {path.relative_to(package.parent).as_posix(): path.read_bytes() for path in sorted(package.rglob("*.py"))}
    content = packed(files)
    out = folder / f"{package.name}-{hashlib.sha256(content).hexdigest()[:16]}.zip"
    out.write_bytes(content)
    return out
