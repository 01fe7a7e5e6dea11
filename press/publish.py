"""The output: staged beside the site, checked whole, then swapped in. A failed build changes nothing."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from pathlib import Path

from .errors import PressError


MANIFEST = "manifest.json"
HASHED = re.compile(r"assets/|[^/]+/[^/]+/(?:traces|data)/[^/]+\.[0-9a-f]{10}\.json$")
"""What lies there has a hash of its bytes in its name, so that an old file does not stand in a new one's way."""


class Output:
    """Files by path, each written once."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}

    def add(self, path: str, content: bytes | str) -> None:
        """Put a file in. Raises PressError where two things want one path, or a path is unsafe."""
        if path in self.files:
            raise PressError(f"two things would be written to {path}; give one of them another id")
        if path.startswith("/") or ".." in path.split("/") or not path.isascii():
            raise PressError(f"{path!r} is not a path that a site can have")
        self.files[path] = content.encode() if isinstance(content, str) else content

    def manifest(self) -> str:
        """Every file with its size and hash, sorted."""
        rows = {
            path: {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
            for path, content in sorted(self.files.items())
        }
        return json.dumps({"files": rows}, indent=1) + "\n"

    def publish(self, site: Path) -> None:
        """Write all files to a new folder and put it in the place of `site`, whole.

        Hashed files of the build before stay one build longer: a reader who has its page open still gets
        them. The manifest lists this build's own files alone.
        """
        new = site.with_name(f"{site.name}.new-{os.getpid()}")
        old = site.with_name(f"{site.name}.old-{os.getpid()}")
        recover(site)
        try:
            for path, content in self.files.items():
                target = new / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)
                target.chmod(0o644)
            for path in self._of_last_build(site):
                (new / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(site / path, new / path)
            for folder in [new, *(path for path in new.rglob("*") if path.is_dir())]:
                folder.chmod(0o755)
            if site.exists():
                site.rename(old)
            new.rename(site)
        finally:
            shutil.rmtree(new, ignore_errors=True)
            if not site.exists() and old.exists():
                old.rename(site)
            shutil.rmtree(old, ignore_errors=True)

    def _of_last_build(self, site: Path) -> list[str]:
        """The hashed files of the build that made `site` which are not in this one; where that build made
        the same ones, those that it kept itself."""
        try:
            listed = json.loads((site / MANIFEST).read_text(encoding="utf-8"))["files"]
        except (OSError, ValueError, KeyError):
            return []
        hashed = {path for path in listed if HASHED.match(path)}
        if hashed == {path for path in self.files if HASHED.match(path)}:
            there = (path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())
            hashed = {path for path in there if HASHED.match(path)}
        return [path for path in sorted(hashed - self.files.keys()) if (site / path).is_file()]


def recover(site: Path) -> None:
    """Take away what a killed build left, and put back a site that it was swapping."""
    for left in site.parent.glob(f"{site.name}.*-*"):
        kind, _, process = left.name[len(site.name) + 1 :].partition("-")
        if kind not in ("new", "old") or not process.isdigit() or _alive(int(process)):
            continue
        if kind == "old" and not site.exists():
            left.rename(site)
        else:
            shutil.rmtree(left, ignore_errors=True)


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
