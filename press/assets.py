"""Scripts, styles and fonts: bundled, cut down, and named by their content.

esbuild bundles and minifies; fontTools cuts fonts down to the characters that are set. Both are
slow beside the rest of a build, so what they make is kept in the cache under a hash of its input.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import os
import platform
import re
import subprocess
import threading
from collections.abc import Callable, Iterable
from pathlib import Path

from . import outlines
from .errors import PressError

TEXT_FACES = [  # (style, weight, file of @fontsource/source-serif-4)
    ("normal", 400, "source-serif-4-latin-400-normal.woff2"),
    ("italic", 400, "source-serif-4-latin-400-italic.woff2"),
    ("normal", 600, "source-serif-4-latin-600-normal.woff2"),
]
TARGET = "es2022,chrome123,firefox120,safari17.5"
BARE = re.compile(r"""from ['"]([a-z@][^'"]*)['"]""")
"""What a script imports by a package's name."""


def digest(*parts: bytes | str) -> str:
    """A short name for content: 16 hexadecimal digits of its SHA-256."""
    total = hashlib.sha256()
    for part in parts:
        total.update(part.encode() if isinstance(part, str) else part)
        total.update(b"\0")
    return total.hexdigest()[:16]


def kept(path: Path, make: Callable[[], bytes]) -> bytes:
    """What `make()` returns, from a file whose name holds all that it depends on; written whole, or not at all."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, make())
    return path.read_bytes()


def write_whole(path: Path, content: bytes) -> None:
    """A whole file, or none. The name on the way is this writer's own, so that others may write the same file beside it."""
    new = path.with_name(f"{path.name}.new-{os.getpid()}-{threading.get_ident()}")
    new.write_bytes(content)
    new.replace(path)


class Assets:
    """Files of site/assets, each under a name that holds a hash of its bytes."""

    def __init__(self, root: Path, cache: Path):
        self.root, self.cache = root, cache / "assets"
        self.files: dict[str, bytes] = {}
        self.bytes_of: dict[str, bytes] = {}
        self._sources: dict[Path, tuple[str, list[str]]] = {}

    def add(self, name: str, content: bytes) -> str:
        """Put a file in, and return its path in the site."""
        stem, dot, ending = name.rpartition(".")
        path = f"assets/{stem}.{digest(content)[:10]}{dot}{ending}"
        self.files[path] = content
        return path

    def cached(self, key: str, make) -> bytes:
        """What `make()` returns, kept under a key that holds all that it depends on."""
        return kept(self.cache / key, make)

    def script(self, entry: str, sources: Iterable[Path], form: str = "iife") -> bytes:
        """A script of all that `entry`, JavaScript text at the root, imports: classic, or a module (`form="esm"`)."""
        read = [self._source(path) for path in sorted(sources)]
        texts = [text for text, _ in read]
        packages = sorted({name for _, names in read for name in names})
        key = digest("js", form, TARGET, entry, *self._records(["esbuild", *packages]), *texts)
        return self.cached(f"{key}.js", lambda: self._esbuild(entry, "js", "--bundle", f"--format={form}", "--legal-comments=none"))

    def _source(self, path: Path) -> tuple[str, list[str]]:
        """A script's text and what it imports by a package's name; read once a build."""
        if path not in self._sources:
            text = path.read_text(encoding="utf-8")
            self._sources[path] = text, BARE.findall(text)
        return self._sources[path]

    def style(self, text: str) -> bytes:
        """Minified CSS."""
        key = digest("css", TARGET, text, self.record("esbuild"))
        return self.cached(f"{key}.css", lambda: self._esbuild(text, "css"))

    def _esbuild(self, text: str, loader: str, *args: str) -> bytes:
        done = subprocess.run(
            [str(self._esbuild_path()), "--minify", "--charset=utf8", f"--loader={loader}", f"--target={TARGET}",
             "--log-level=warning", "--color=false", *args],
            input=text.encode(), capture_output=True, cwd=self.root, check=False,
        )
        if done.returncode:
            raise PressError("esbuild: " + done.stderr.decode().strip())
        return done.stdout

    def _esbuild_path(self) -> Path:
        found = sorted((self.root / "node_modules" / "@esbuild").glob("*/bin/esbuild")) or sorted(
            (self.root / "node_modules" / "@esbuild").glob("*/esbuild.exe"))
        if not found:
            raise PressError(f"node_modules holds no esbuild for {platform.machine()}; run `npm ci` first")
        return found[0]

    def _records(self, names: list[str]) -> list[str]:
        """The records of packages and of all that they depend on, in the order of their names."""
        found, left = {}, list(names)
        while left:
            name = left.pop()
            if name not in found:
                found[name] = self.record(name)
                left += json.loads(found[name]).get("dependencies", {})
        return [found[name] for name in sorted(found)]

    def record(self, name: str) -> str:
        """A package's own record, whose version is part of what is made with it."""
        path = self.root / "node_modules" / name / "package.json"
        if not path.exists():
            raise PressError(f"node_modules holds no {name}; run `npm ci` first")
        return path.read_text(encoding="utf-8")

    def font(self, package: str, file: str, characters: str | None = None) -> bytes:
        """A woff2 font of an npm package, cut down to some characters. Raises PressError for one it lacks."""
        path = self._font_file(package, file)
        if characters is None:
            return path.read_bytes()
        wanted = "".join(sorted(set(characters)))
        key = digest("font", package, file, self.record(package), wanted)
        return self.cached(f"{key}.woff2", lambda: subset(path, wanted))

    def outlines(self, package: str, file: str, characters: str) -> bytes:
        """The outlines of some characters of a font that `font` has cut, as JSON."""
        path = self._font_file(package, file)
        key = digest("outlines", package, file, self.record(package), Path(outlines.__file__).read_bytes(), characters)
        return self.cached(f"{key}.json", lambda: outlines.outlines(path, characters))

    def _font_file(self, package: str, file: str) -> Path:
        path = self.root / "node_modules" / package / file
        self.record(package)
        if not path.exists():
            raise PressError(f"{package} holds no {file}")
        return path


def subset(path: Path, characters: str) -> bytes:
    """A woff2 font with nothing but these characters, the same bytes each time."""
    from fontTools import subset as cutter
    from fontTools.ttLib import TTFont

    font = TTFont(path, recalcTimestamp=False)
    missing = sorted(set(map(ord, characters)) - set(font.getBestCmap()) - {0x0A})
    if missing:
        raise PressError(f"{path.name} has no glyph for {chr(missing[0])!r} (U+{missing[0]:04X})")
    options = cutter.Options(layout_features=[], hinting=False, desubroutinize=True, notdef_outline=True)
    options.flavor = "woff2"
    cut = cutter.Subsetter(options)
    cut.populate(text=characters)
    cut.subset(font)
    font.flavor = "woff2"
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def face(family: str, source: str, style: str = "normal", weight: int | str = 400) -> str:
    """An @font-face rule."""
    return (
        f"@font-face{{font-family:'{family}';font-style:{style};font-weight:{weight};"
        f"font-display:swap;src:url({source}) format('woff2')}}"
    )


def data_uri(content: bytes, kind: str) -> str:
    """A file as an address that holds it."""
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"
