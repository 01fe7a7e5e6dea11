"""Toy transformers with random weights, as files of the form that training writes: what a site would ship."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
from toylm.tokens import Tokens

DATA = Path(__file__).resolve().parents[1] / "plates" / "larkspur" / "data"
TINY = {"width": 16, "layers": 2, "heads": 2, "hidden": 24, "places": 96}
SHIPPED = {"width": 128, "layers": 4, "heads": 4, "hidden": 384, "places": 96}
"""The sizes of the models that the site ships."""


def vocabulary(lang: str) -> str:
    """The text of a language's tokens.json."""
    return (DATA / lang / "tokens.json").read_text(encoding="utf-8")


def weights(
    name: str, lang: str = "en", block: int | None = None, shifted: bool = False, noise: bool = False,
    sizes: dict = TINY, seed: int = 0, loud: int | None = None,
) -> bytes:
    """The bytes of a weights' file: int8 rows and their scales, gains, config. loud: a token whose logits are far
    larger than all others'."""
    tokens, source = Tokens.from_json(vocabulary(lang)), np.random.RandomState(seed)
    width, hidden = sizes["width"], sizes["hidden"]
    arrays = {"norm": np.ones(width, np.float32), "before": source.uniform(0.2, 0.8, width).astype(np.float32)} | _matrix("embed", source, (len(tokens.texts), width), 1.0)
    shapes = {"qkv": (3 * width, width), "out": (width, width), "up": (hidden, width), "down": (width, hidden)}
    for i in range(sizes["layers"]):
        arrays |= {f"layers.{i}.norm{k}": source.uniform(0.5, 2, width).astype(np.float32) for k in (1, 2)}
        for part, shape in shapes.items():
            arrays |= _matrix(f"layers.{i}.{part}", source, shape, shape[1] ** -0.5)
    if loud is not None:
        arrays["embed.scale"][loud] *= 50
    config = {"name": name, "vocabulary": tokens.hash, "block": block, "shifted": shifted, "noise": noise, "record": {},
              "shape": {**sizes, "vocab": len(tokens.texts)}}
    out = io.BytesIO()
    np.savez_compressed(out, config=np.frombuffer(json.dumps(config).encode(), dtype=np.uint8), **arrays)
    return out.getvalue()


def _matrix(name: str, source: np.random.RandomState, shape: tuple[int, int], size: float) -> dict[str, np.ndarray]:
    """Whole numbers with a bell's spread, and a scale for each row; `size` is their standard deviation."""
    rows = np.clip(np.rint(source.normal(0, 42, shape)), -127, 127).astype(np.int8)
    return {name: rows, f"{name}.scale": source.uniform(0.8, 1.2, shape[0]).astype(np.float32) * np.float32(size / 42)}
