"""Compressed siblings: beside each file that gains by it, the same under brotli and gzip, for hosts that send those."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path, PurePosixPath

import brotli

from .assets import digest, kept
from .publish import Output

KINDS = {".html", ".js", ".css", ".json", ".wasm", ".zip", ".whl", ".svg", ".xml", ".txt", ".md"}
LEAST = 1000
"""Bytes; a smaller file fits one packet as it is."""
APART = "offline/"
"""Files that are downloaded once and are mostly packed inside."""
PACKERS: dict[str, Callable[[bytes], bytes]] = {
    ".br": lambda content: brotli.compress(content, quality=11),
    ".gz": lambda content: gzip.compress(content, 9, mtime=0),
}


def add(output: Output, cache: Path, jobs: int) -> None:
    """Put the siblings of all files into the output. What was packed stays in the cache, since the whole takes minutes.

    jobs  how many are packed at a time
    """
    paths = [path for path, content in output.files.items()
             if PurePosixPath(path).suffix in KINDS and len(content) >= LEAST and not path.startswith(APART)]
    wanted = [(path, ending) for path in paths for ending in PACKERS if path + ending not in output.files]
    with ThreadPoolExecutor(jobs) as pool:
        packed = list(pool.map(lambda one: _packed(output.files[one[0]], one[1], cache), wanted))
    for (path, ending), content in zip(wanted, packed):
        output.add(path + ending, content)


def _packed(content: bytes, ending: str, cache: Path) -> bytes:
    return kept(cache / "siblings" / f"{digest(content)}{ending}", lambda: PACKERS[ending](content))
