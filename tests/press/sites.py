"""Tiny sites to build, and ways to build them: in this process (quick), or in one of their own."""

import contextlib
import io
import os
import shutil
import subprocess
import sys
from collections import namedtuple
from pathlib import Path

import build

ROOT = Path(__file__).parents[2]
BASE = Path(__file__).parent / "base"
SHARED = ("press", "wasm", "node_modules", "LICENSE")
Ran = namedtuple("Ran", "status out err")


def tiny_site(root: Path, *over: Path) -> Path:
    """A small valid site at `root`: the base, with folders of other files laid over it."""
    shutil.copytree(ROOT / "content" / "strings", root / "content" / "strings", dirs_exist_ok=True)
    for folder in (BASE, *over):
        for part in ("content", "plates"):
            if (folder / part).exists():
                shutil.copytree(folder / part, root / part, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    for name in SHARED:
        if not (root / name).exists():
            (root / name).symlink_to(ROOT / name)
    (ROOT / ".cache").mkdir(exist_ok=True)
    if not (root / ".cache").exists():
        (root / ".cache").symlink_to(ROOT / ".cache")  # named by content, so sharing it changes nothing
    return root


def run(*arguments: object) -> Ran:
    """build.py with these arguments, in this process."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = build.main([str(argument) for argument in arguments])
        except SystemExit as stop:
            status = stop.code
    return Ran(status, out.getvalue(), err.getvalue())


def run_apart(*arguments: object, before: str = "", **environment: str) -> Ran:
    """build.py in a process of its own; `before` is Python that is run there first."""
    command = [sys.executable, str(ROOT / "build.py"), *map(str, arguments)]
    if before:
        code = f"import sys, runpy\n{before}\nsys.argv[1:] = {command[2:]!r}\nrunpy.run_path({command[1]!r}, run_name='__main__')"
        command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment}, cwd=ROOT)
    return Ran(done.returncode, done.stdout, done.stderr)


def files_of(site: Path) -> dict[str, bytes]:
    """Every file under a folder, by path."""
    return {path.relative_to(site).as_posix(): path.read_bytes() for path in sorted(site.rglob("*")) if path.is_file()}


def arabic_site(root: Path) -> Path:
    """Plate 3 of the real site at `root`, in its own languages and with an Arabic interface around each: ar-en, ar-zh."""
    case = ROOT / "tests" / "cases" / "arabic"
    shutil.copytree(ROOT / "content" / "strings", root / "content" / "strings")
    shutil.copytree(ROOT / "content" / "decoding", root / "content" / "decoding")
    strings, site = root / "content" / "decoding" / "strings.toml", (ROOT / "content" / "site.toml").read_text(encoding="utf-8")
    for words in ("en", "zh"):
        code = f"ar-{words}"
        shutil.copy(case / "content" / "strings" / "ar.toml", root / "content" / "strings" / f"{code}.toml")
        with strings.open("a", encoding="utf-8") as file:
            file.write("\n" + (case / "decoding.toml").read_text(encoding="utf-8").replace("[ar.", f"[{code}."))
        for table in ("[title]", "[description]"):
            site = site.replace(f"{table}\n", f'{table}\n{code} = "لوحات"\n')
        site += f'\n[[language]]\ncode = "{code}"\ntag = "ar"\nname = "العربية"\nwords = "{words}"\ndirection = "rtl"\n'
    (root / "content" / "site.toml").write_text(site, encoding="utf-8")
    for name in (*SHARED, "plates", ".cache"):
        (root / name).symlink_to(ROOT / name)
    return root
