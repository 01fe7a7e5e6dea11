"""Zips with the same bytes wherever and whenever they are made."""

from __future__ import annotations

import io
import zipfile

ZIP_TIME = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip can hold; any fixed one would do."""


def packed(files: dict[str, bytes]) -> bytes:
    """A zip with sorted names, one fixed time and fixed modes. Stored, not deflated: what compresses the
    way to the reader does better on the whole, and zlib's output differs from one zlib to another."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for path in sorted(files):
            entry = zipfile.ZipInfo(path, ZIP_TIME)
            entry.create_system = 3  # Unix, whatever the host, so that the mode below is read
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, files[path])
    return out.getvalue()


def unpacked(archive: bytes) -> dict[str, bytes]:
    """The files of a zip by name; folders are left out."""
    with zipfile.ZipFile(io.BytesIO(archive)) as held:
        return {name: held.read(name) for name in held.namelist() if not name.endswith("/")}
