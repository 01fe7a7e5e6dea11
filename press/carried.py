"""Files inside a page: bytes as text, in elements that a script reads back (press/theme/js/inside.js).

Each file is packed with gzip, which browsers unpack themselves, and written seven bits a character: 7 bytes
become 8 of the page, where base64 makes 9.3 of them. That is what keeps a page with Python and two
sets of weights under 10 MB. Three of the 128 characters would not come back out of an HTML page as they
went in; each is written together with the one after it as one character of two bytes.
"""

from __future__ import annotations

import gzip
import posixpath
import re
from collections.abc import Mapping

from .assets import Assets, digest

ID = "carried-"
"""Begins the id of such an element; the file's name follows."""
REFUSED = "\0\r<"
"""What a page may not hold inside an element of this kind, or would change: NUL, carriage return, less-than."""
FIRST = 0xA0
"""The character that stands for NUL and NUL. 128 for each of the refused ones follow, all of two bytes in UTF-8."""
PAIR = re.compile(f"([{REFUSED}])([\0-\x7f])")
KINDS = {".wasm": "application/wasm", ".json": "application/json"}
"""Of the elements; what has no kind here is an octet stream. None may be a script's."""


def gzipped(assets: Assets, data: bytes) -> bytes:
    """The file under gzip, kept in the cache."""
    return assets.cached(f"{digest(data)}.gz", lambda: gzip.compress(data, 9, mtime=0))


def address(path: str) -> str:
    """Where a page that carries the file at `path` of the site finds it."""
    return f"#{ID}{posixpath.basename(path)}"


def elements(files: Mapping[str, bytes], assets: Assets) -> bytes:
    """An element for each of these files of the site, by path."""
    return b"".join(_element(posixpath.basename(path), gzipped(assets, content), assets) for path, content in files.items())


def _element(name: str, packed: bytes, assets: Assets) -> bytes:
    """Its text is kept in the cache: making it takes longer than all else that a build with nothing to do does."""
    kind = KINDS.get(posixpath.splitext(name)[1], "application/octet-stream")
    text = assets.cached(f"{digest(packed)}.text", lambda: armoured(packed).encode())
    return f'<script type="{kind}" id="{ID}{name}" data-size="{len(packed)}">'.encode() + text + b"</script>\n"


def armoured(data: bytes) -> str:
    """The bytes as text, the first bit first. Bits that fill up the last character are ones, so that it is none of the refused."""
    import numpy

    bits = numpy.unpackbits(numpy.frombuffer(data, numpy.uint8))
    groups = numpy.pad(bits, (0, -len(bits) % 7 + 7), constant_values=1).reshape(-1, 7)
    text = (numpy.packbits(groups, axis=1)[:, 0] >> 1).tobytes().decode("ascii")
    return PAIR.sub(lambda pair: chr(FIRST + 128 * REFUSED.index(pair[1]) + ord(pair[2])), text)
