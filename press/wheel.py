"""toylm as a wheel for Pyodide: the same source gives the same bytes, whatever the clock or the umask."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable
from pathlib import Path

from .archive import packed
from .errors import PressError

PLAIN_TAG = "py3-none-any"
COMPILED_TAG = "cp312-none-any"
"""Of .pyc files that the Python of the pinned Pyodide reads."""


def build_wheel(source: Path, compile_files: Callable[[dict[str, bytes]], dict[str, bytes]] | None = None) -> tuple[str, bytes]:
    """The wheel of the package in the folder `source`: its file name and its bytes.

    compile_files  makes .pyc files of .py files (pyc.Compiler.package); without it the wheel is plain source

    Raises PressError when the folder is no package or the package states no version.
    """
    name, version = source.name, _version(source)
    tag = COMPILED_TAG if compile_files else PLAIN_TAG
    files = _package_files(source)
    if compile_files:
        files = compile_files(files)
    return f"{name}-{version}-{tag}.whl", _recorded(name, version, files | _info_files(name, version, tag))


def _version(source: Path) -> str:
    init = source / "__init__.py"
    if not init.exists():
        raise PressError("not a Python package; want an __init__.py", source)
    found = re.search(r'^__version__ = "([^"]+)"$', init.read_text("utf-8"), re.MULTILINE)
    if not found:
        raise PressError('no version; want a line such as __version__ = "1.0.0"', init)
    return found[1]


def _package_files(source: Path) -> dict[str, bytes]:
    return {
        path.relative_to(source.parent).as_posix(): path.read_bytes()
        for path in source.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def _info_files(name: str, version: str, tag: str) -> dict[str, bytes]:
    folder = f"{name}-{version}.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\nRequires-Dist: numpy\n"
    wheel = f"Wheel-Version: 1.0\nGenerator: plateworks\nRoot-Is-Purelib: true\nTag: {tag}\n"
    return {f"{folder}/METADATA": metadata.encode(), f"{folder}/WHEEL": wheel.encode()}


def _recorded(name: str, version: str, files: dict[str, bytes]) -> bytes:
    """The zip of these files and a RECORD of them."""
    record = f"{name}-{version}.dist-info/RECORD"
    lines = [f"{path},{_digest(files[path])},{len(files[path])}" for path in sorted(files)]
    return packed(files | {record: "\n".join([*lines, f"{record},,", ""]).encode()})


def _digest(data: bytes) -> str:
    """A file's hash as RECORD writes it: urlsafe base64 without padding."""
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
