"""A build of which nothing has changed: found out by hashes, and left as it stands.

What a site follows from is read whole (some 9 MB) and so is what was written (some 100 MB): a file's time may lie, its
bytes cannot. It takes about a fifth of the work of rendering all pages again. Nothing heavy is imported here.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import sysconfig
import zlib
from collections.abc import Iterator
from pathlib import Path

from .publish import HASHED, MANIFEST, recover

HERE = Path(__file__).resolve().parent
INPUTS = ("content", "plates", "wasm", "press")
FILES = ("LICENSE", "node_modules/.package-lock.json")
"""Besides the folders: what is shipped from the root itself, and what npm has put there."""
ASKED = ("base_url", "plate", "lang", "live", "strict", "siblings")
"""Options that change what is written, or what is refused."""
RECORD = "built.json"


def places(asked: argparse.Namespace) -> tuple[Path, Path, Path]:
    """The project's root, the site's folder and the cache, as options name them."""
    root = asked.root.resolve()
    return root, (asked.out or root / "site").resolve(), root / ".cache"


def key(asked: argparse.Namespace) -> str:
    """A hash of all that a site follows from: options, sources, toys, and the versions of what makes it."""
    options = {name: getattr(asked, name) for name in ASKED}
    versions = sorted(path.name for path in Path(sysconfig.get_path("purelib")).glob("*.dist-info"))
    digest = hashlib.sha256(json.dumps([options, sys.version, zlib.ZLIB_RUNTIME_VERSION, versions]).encode())
    for path in _inputs(places(asked)[0]):
        digest.update(f"{path.as_posix()}\0{_hash(path)}\0".encode())
    return digest.hexdigest()


def _inputs(root: Path) -> Iterator[Path]:
    """The files of the project, and of the generator where that lies elsewhere."""
    folders = {(top / name).resolve() for top in (root, HERE.parent) for name in INPUTS if (top / name).is_dir()}
    for folder in sorted(folders):
        yield from (path for path in sorted(folder.rglob("*")) if path.is_file() and "__pycache__" not in path.parts)
    yield from (path for name in FILES if (path := root / name).is_file())


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def told(asked: argparse.Namespace) -> bool:
    """Whether the site is what a build with `asked.key` would write. Then that is told, and nothing is left to do."""
    _, site, cache = places(asked)
    recover(site)
    if sizes := _stands(site, cache, asked.key):
        report(sizes, site, "; nothing has changed since they were written")
    return bool(sizes)


def _stands(site: Path, cache: Path, key: str) -> dict[str, int] | None:
    """The sizes of the site's files, by path, if it is what the last build with this key wrote, whole; else None.

    Hashed files that a build before it left there may lie among them.
    """
    try:
        record = json.loads((cache / RECORD).read_text(encoding="utf-8"))
        text = (site / MANIFEST).read_bytes()
    except (OSError, ValueError):
        return None
    if record != {"key": key, "manifest": hashlib.sha256(text).hexdigest()}:
        return None
    listed = json.loads(text)["files"]
    there = {path.relative_to(site).as_posix(): path for path in site.rglob("*") if path.is_file()}
    strange = {name for name in there if not HASHED.match(name)} - listed.keys() - {MANIFEST}
    if strange or any(name not in there or _hash(there[name]) != row["sha256"] for name, row in listed.items()):
        return None
    return {name: row["bytes"] for name, row in listed.items()} | {MANIFEST: len(text)}


def remember(cache: Path, key: str, manifest: bytes) -> None:
    """Note what a build has just written."""
    cache.mkdir(parents=True, exist_ok=True)
    (cache / RECORD).write_text(json.dumps({"key": key, "manifest": hashlib.sha256(manifest).hexdigest()}), encoding="utf-8")


def report(sizes: dict[str, int], site: Path, note: str = "") -> None:
    """Tell a person what lies in the site."""
    shown = site.relative_to(Path.cwd()) if site.is_relative_to(Path.cwd()) else site
    print(f"{len(sizes)} files, {sum(sizes.values()) / 1e6:.1f} MB, in {shown.as_posix()}/{note}")
    print(f"Look at it: python build.py serve, or any web server on {shown.as_posix()}/")
