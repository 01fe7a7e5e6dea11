"""Tiny sites to build, and ways to build them: in this process (quick), or in one of their own."""

import contextlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections import namedtuple
from pathlib import Path

import build
from press.strings import flat

ROOT = Path(__file__).parents[2]
BASE = Path(__file__).parent / "base"
SHARED = ("press", "wasm", "node_modules", "LICENSE")
Ran = namedtuple("Ran", "status out err")


def tiny_site(root: Path, *over: Path) -> Path:
    """A small valid site at `root`: the base, with folders of other files laid over it. A language that has no strings
    of its own there has the English ones."""
    shutil.copytree(ROOT / "content" / "strings", root / "content" / "strings", dirs_exist_ok=True)
    for folder in (BASE, *over):
        for part in ("content", "plates"):
            if (folder / part).exists():
                shutil.copytree(folder / part, root / part, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    strings = root / "content" / "strings"
    for code in re.findall(r'(?m)^code = "([a-z-]+)"', (root / "content" / "site.toml").read_text(encoding="utf-8")):
        if not (strings / f"{code}.toml").exists():
            shutil.copy(strings / "en.toml", strings / f"{code}.toml")
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
    """Plate 3 of the real site at `root`, in its own languages and with an Arabic interface around each: ar-en, ar-zh.

    What has no Arabic words yet is in English.
    """
    shutil.copytree(ROOT / "content" / "strings", root / "content" / "strings")
    shutil.copytree(ROOT / "content" / "decoding", root / "content" / "decoding")
    for words in (root / "content" / "decoding").glob("*.md"):  # the plates that it links to are not here
        words.write_text(re.sub(r"\[([^]]+)\]\(plate:\w+\)", r"\1", words.read_text(encoding="utf-8")), encoding="utf-8")
    strings, decoding = root / "content" / "strings", root / "content" / "decoding" / "strings.toml"
    own, plate = _arabic("strings", strings / "en.toml"), _arabic("decoding", decoding)
    site = (ROOT / "content" / "site.toml").read_text(encoding="utf-8")
    for words in ("en", "zh"):
        code = f"ar-{words}"
        (strings / f"{code}.toml").write_text(own, encoding="utf-8")
        with decoding.open("a", encoding="utf-8") as file:
            file.write(f"\n[{code}]\n{plate}")
        for table in ("[title]", "[description]"):
            site = site.replace(f"{table}\n", f'{table}\n{code} = "لوحات"\n')
        site += f'\n[[language]]\ncode = "{code}"\ntag = "ar"\nname = "العربية ({words})"\nwords = "{words}"\ndirection = "rtl"\n'
    (root / "content" / "site.toml").write_text(site, encoding="utf-8")
    for name in (*SHARED, "plates", ".cache"):
        (root / name).symlink_to(ROOT / name)
    return root


def _arabic(name: str, english: Path) -> str:
    """The strings of tests/data/arabic as TOML, a line each, with those of the English file that they lack."""
    theirs, ours = (tomllib.loads(path.read_text(encoding="utf-8")) for path in (english, ROOT / "tests" / "data" / "arabic" / f"{name}.toml"))
    texts = flat(theirs.get("en", theirs)) | flat(ours.get("ar", ours))
    return "".join(f"{json.dumps(key)} = {json.dumps(text, ensure_ascii=False)}\n" for key, text in texts.items())


def published(site: Path, name: str, lang: str = "en", plate: str = "tiny") -> Path:
    """The file of `traces/NAME` or `data/NAME` in a built site, as its manifest lists it: one of the build before may
    lie beside it."""
    listed = json.loads((site / "manifest.json").read_text(encoding="utf-8"))["files"]
    [path] = [path for path in listed if re.fullmatch(rf"{lang}/{plate}/{name}\.[0-9a-f]{{10}}\.json", path)]
    return site / path
