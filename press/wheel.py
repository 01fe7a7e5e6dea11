"""toylm as a wheel for Pyodide: the same source gives the same bytes, whatever the clock or the umask.

Where the build's Python is of Pyodide's own minor version, `pyodide py-compile` (pyodide-build) turns
the .py files into .pyc, so that the reader's browser need not compile them. Used bare it is not
reproducible: it stamps each .pyc with a file time, writes the current time into the zip, keeps the old
RECORD and the old tag inside WHEEL, and compiles for the host's Python, which may be one that Pyodide
does not read. So it runs only on the right Python, with SOURCE_DATE_EPOCH (.pyc files then carry the
source's hash instead of a time) and a fixed hash seed, and its zip is written anew here.
"""

from __future__ import annotations

import base64
import hashlib
import importlib.util
import io
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from .errors import PressError

PYODIDE_PYTHON = (3, 12)
"""The minor version of Python in the pinned Pyodide."""
ZIP_TIME = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip can hold; any fixed one would do."""
PLAIN_TAG = "py3-none-any"
COMPILED_TAG = f"cp{PYODIDE_PYTHON[0]}{PYODIDE_PYTHON[1]}-none-any"


def build_wheel(source: Path, *, compiled: bool | None = None) -> tuple[str, bytes]:
    """The wheel of the package in the folder `source`: its file name and its bytes.

    compiled  True: .pyc files (cp312-none-any), False: .py files (py3-none-any), None: .pyc files
              where this Python can make them

    Raises PressError when the folder is no package or the package states no version.
    """
    name, version = source.name, _version(source)
    if compiled is None:
        compiled = can_compile()
    files = _package_files(source) | _info_files(name, version, PLAIN_TAG)
    if compiled:
        files = _compiled(f"{name}-{version}-{PLAIN_TAG}.whl", files)
        files |= _info_files(name, version, COMPILED_TAG)
    return f"{name}-{version}-{COMPILED_TAG if compiled else PLAIN_TAG}.whl", _zipped(name, version, files)


def can_compile() -> bool:
    """Whether this Python writes .pyc files that the pinned Pyodide reads, and has pyodide-build."""
    return sys.version_info[:2] == PYODIDE_PYTHON and importlib.util.find_spec("pyodide_build") is not None


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


def _compiled(wheel: str, files: dict[str, bytes]) -> dict[str, bytes]:
    """The files after `pyodide py-compile`: x.pyc in place of x.py."""
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / wheel
        plain.write_bytes(_archive(files))
        _py_compile(plain)
        with zipfile.ZipFile(Path(folder) / wheel.replace(PLAIN_TAG, COMPILED_TAG)) as archive:
            return {name: archive.read(name) for name in archive.namelist()}


def _py_compile(wheel: Path) -> None:
    """Run `pyodide py-compile`, which writes its wheel beside this one."""
    # -P, and no search path: pyodide-build imports a package `build`, which must not be our build.py.
    command = [sys.executable, "-P", "-m", "pyodide_cli", "py-compile", "--keep", "--silent", str(wheel)]
    settings = os.environ | {"SOURCE_DATE_EPOCH": "0", "PYTHONHASHSEED": "0", "PYTHONPATH": ""}
    try:
        subprocess.run(command, check=True, capture_output=True, text=True, env=settings)
    except subprocess.CalledProcessError as error:
        reason = (error.stderr or error.stdout).strip().splitlines()[-1:]
        raise PressError(f"pyodide py-compile failed: {' '.join(reason)}", wheel.name) from error


def _zipped(name: str, version: str, files: dict[str, bytes]) -> bytes:
    record = f"{name}-{version}.dist-info/RECORD"
    lines = [f"{path},{_digest(files[path])},{len(files[path])}" for path in sorted(files)]
    return _archive(files | {record: "\n".join([*lines, f"{record},,", ""]).encode()})


def _digest(data: bytes) -> str:
    """A file's hash as RECORD writes it: urlsafe base64 without padding."""
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def _archive(files: dict[str, bytes]) -> bytes:
    """A zip with sorted names, one fixed time and fixed modes. Stored, not deflated: the wheel is
    small, the server compresses it, and zlib's output differs from one zlib to another."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for path in sorted(files):
            entry = zipfile.ZipInfo(path, ZIP_TIME)
            entry.create_system = 3  # Unix, whatever the host, so that the mode below is read
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, files[path])
    return out.getvalue()
