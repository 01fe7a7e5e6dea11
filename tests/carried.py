"""What a page carries, read back without the script that a browser reads it with."""

from __future__ import annotations

import numpy as np

REFUSED = np.array([0x00, 0x0D, 0x3C])
FIRST = 0xA0


def held(text: str, size: int) -> bytes:
    """The bytes of an element's text, as press/carried.py says it is written."""
    codes = np.frombuffer(text.encode("utf-16-le"), "<u2").astype(np.int64)
    pair = codes >= FIRST
    two = np.stack([np.where(pair, REFUSED[((codes - FIRST) >> 7) * pair], codes), (codes - FIRST) & 127], axis=1)
    values = two[np.stack([np.ones_like(pair), pair], axis=1)].astype(np.uint8)
    bits = np.unpackbits(values[:, None], axis=1)[:, 1:].reshape(-1)
    return np.packbits(bits[: 8 * size]).tobytes()
