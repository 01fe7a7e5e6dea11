"""The toy transformer: one network, three ways of looking at a canvas.

    bidirectional  every place sees every place        (a masked model)
    causal         a place sees itself and what is left of it      (left to right)
    block          a place sees its own block and all before it    (block diffusion)

Each layer: attention over rotary positions, then a hidden layer with squared ReLU, each reading a copy
scaled by RMSNorm and adding to the stream. The token vectors serve at both ends. Arrays are float32;
`plates/larkspur/train/net.py` is the same network as PyTorch trains it.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..cache import Cache, written
from ..maths import softmax
from ..tokens import Tokens

NEVER = -1e4
"""Logit of the mask token, which is never a guess: finite, and `exp` makes it exactly 0."""
EPSILON = np.float32(1e-5)
ATTENTIONS = ("bidirectional", "causal", "block")

Product = Callable[[np.ndarray, np.ndarray], np.ndarray]


def _product_blas(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return a @ b.swapaxes(-1, -2)


def _product_einsum(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.einsum("...ik,...jk->...ij", a, b)


# Every row of a times every row of b: (…, n, k), (…, m, k) -> (…, n, m). numpy in WebAssembly has no
# BLAS; there einsum, which walks both along their rows, took half the time of `@`.
product: Product = _product_einsum if sys.platform == "emscripten" else _product_blas


@dataclass(frozen=True)
class Layer:
    """The weights of one layer. A matrix has a row for each number that it puts out."""

    norm1: np.ndarray  # (width,)
    qkv: np.ndarray  # (3 width, width)
    out: np.ndarray  # (width, width)
    norm2: np.ndarray  # (width,)
    up: np.ndarray  # (hidden, width)
    down: np.ndarray  # (width, hidden)


class Transformer:
    """A trained toy, as a model and as a model that keeps keys and values (see toylm.cache).

    config     what stands in the weights' file: name, vocabulary, shape, shifted, block, record
    arrays     the matrices and gains by name, float32
    tokens     the vocabulary that it was trained with
    attention  one of ATTENTIONS; None: the one that it was trained for

    Raises ValueError for another vocabulary, or an attention that there is not.
    """

    def __init__(self, config: dict[str, Any], arrays: dict[str, np.ndarray], tokens: Tokens,
                 attention: str | None = None):
        if config["vocabulary"] != tokens.hash:
            raise ValueError(
                f"tokens: {config['name']} was trained with vocabulary {config['vocabulary']}, not {tokens.hash}"
            )
        self.config, self.tokens, self.mask_id, self.end_id = config, tokens.texts, tokens.mask_id, tokens.end_id
        self.text_tokens, self.vocab, self.block = tokens, len(tokens.texts), config["block"]
        self.shifted = bool(config["shifted"])
        self.attention = _attention(config) if attention is None else attention
        if self.attention not in ATTENTIONS or (self.attention == "block" and not self.block):
            raise ValueError(f"attention: {config['name']} has no {attention!r}; want one of {', '.join(ATTENTIONS)}")
        self.causal = self.attention == "causal"
        self.heads, self._arrays = config["shape"]["heads"], arrays
        self._embed, self._norm = arrays["embed"], arrays["norm"]
        self._layers = [
            Layer(**{name: arrays[f"layers.{i}.{name}"] for name in Layer.__annotations__})
            for i in range(config["shape"]["layers"])
        ]

    @classmethod
    def from_bytes(cls, weights: bytes, tokens: Tokens, attention: str | None = None) -> Transformer:
        """From the bytes of a weights' file (.npz)."""
        return cls(*read_weights(weights), tokens, attention)

    def seeing(self, attention: str) -> Transformer:
        """The same weights with another attention."""
        return Transformer(self.config, self._arrays, self.text_tokens, attention)

    def __call__(self, ids: np.ndarray) -> np.ndarray:
        """Logits of a whole canvas. (n,) -> (n, vocab) float64."""
        return self.forward(ids)[0]

    def forward(self, ids: np.ndarray, *, start: int = 0, cache: Cache | None = None,
                allowed: np.ndarray | None = None) -> tuple[np.ndarray, Cache]:
        """Logits of the places from `start` on, and the keys and values of all places: see toylm.cache.

        allowed None: as the model's attention has it.
        """
        places = start + np.arange(len(ids))
        seen = max(start + len(ids), len(cache[0][0]) if cache else 0)
        allowed = self._allowed(places, seen) if allowed is None else allowed
        turns = rotary(places, self._embed.shape[1] // self.heads)
        x, kept = self._embed[ids], []  # (n, width)
        for layer, old in zip(self._layers, cache or [None] * len(self._layers)):
            q, k, v = np.split(product(normed(x, layer.norm1), layer.qkv), 3, axis=-1)
            kept.append(written(old, (turned(k, turns, self.heads), v), start))
            x = x + product(attend(turned(q, turns, self.heads), *kept[-1], allowed, self.heads), layer.out)
            hidden = np.maximum(product(normed(x, layer.norm2), layer.up), 0)
            x = x + product(hidden * hidden, layer.down)
        logits = product(normed(x, self._norm), self._embed).astype(np.float64)
        logits[:, self.mask_id] = NEVER
        return logits, kept

    def encode(self, text: str) -> list[int]:
        """Token ids of a text. Raises ValueError for a character that has no token."""
        return self.text_tokens.encode(text)

    def decode(self, ids: Any) -> str:
        """The text of ids up to the first end token."""
        return self.text_tokens.decode(ids)

    def _allowed(self, places: np.ndarray, seen: int) -> np.ndarray | None:
        if self.attention == "bidirectional":
            return None
        size = 1 if self.causal else self.block
        return np.arange(seen)[None, :] // size <= places[:, None] // size  # (n, seen)


def _attention(config: dict[str, Any]) -> str:
    if config["block"]:
        return "block"
    return "causal" if config["shifted"] else "bidirectional"


def read_weights(data: bytes) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Config and float32 arrays of a weights' file, its whole numbers times the scales of their rows."""
    with np.load(io.BytesIO(data)) as file:
        config = json.loads(file["config"].tobytes())
        arrays = {}
        for name in file.files:
            if name != "config" and not name.endswith(".scale"):
                scaled = f"{name}.scale" in file.files
                arrays[name] = file[name] * file[f"{name}.scale"][:, None] if scaled else file[name]
    return config, arrays


def normed(x: np.ndarray, gain: np.ndarray) -> np.ndarray:
    """RMSNorm: each row at length one a number, times the gains. (n, width), same back."""
    return x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + EPSILON) * gain


def rotary(places: np.ndarray, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Cosines and sines of rotary positions (arXiv:2104.09864). (n,) -> twice (n, 1, size / 2)."""
    angle = places[:, None] * 10000.0 ** (-np.arange(0, size, 2) / size)
    return np.cos(angle).astype(np.float32)[:, None], np.sin(angle).astype(np.float32)[:, None]


def turned(x: np.ndarray, turns: tuple[np.ndarray, np.ndarray], heads: int) -> np.ndarray:
    """Each head's vector turned by its place's angles. (n, width), same back."""
    cos, sin = turns
    a, b = np.split(x.reshape(len(x), heads, -1), 2, axis=-1)  # (n, heads, size / 2)
    return np.concatenate([a * cos - b * sin, a * sin + b * cos], axis=-1).reshape(x.shape)


def attend(q: np.ndarray, k: np.ndarray, v: np.ndarray, allowed: np.ndarray | None, heads: int) -> np.ndarray:
    """What each place reads. q (n, width), k and v (seen, width), allowed (n, seen) -> (n, width)."""
    q, k, v = (part.reshape(len(part), heads, -1).swapaxes(0, 1) for part in (q, k, v))  # (heads, …, size)
    scores = product(q, k) / np.float32(q.shape[-1] ** 0.5)  # (heads, n, seen)
    if allowed is not None:
        scores = np.where(allowed, scores, np.float32(-np.inf))
    read = product(softmax(scores), np.ascontiguousarray(v.swapaxes(-1, -2)))  # (heads, n, size)
    return read.swapaxes(0, 1).reshape(q.shape[1], -1)


_shipped: dict[str, Transformer] = {}


def provide(weights: bytes, tokens: str) -> Transformer:
    """Make a model known by the name in its file, for `from_spec`. tokens: the text of its tokens.json."""
    model = Transformer.from_bytes(weights, Tokens.from_json(tokens))
    _shipped[model.config["name"]] = model
    return model


def from_spec(spec: dict[str, Any]) -> Transformer:
    """From `{"kind": "transformer", "name": "en-masked"}`, perhaps with `"attention"`.

    Raises ValueError for a name whose weights were not provided.
    """
    name = spec.get("name")
    if name not in _shipped:
        known = ", ".join(sorted(_shipped)) or "none"
        raise ValueError(f"model: no weights are loaded for {name!r}; there are {known}")
    model, attention = _shipped[name], spec.get("attention")
    return model if attention in (None, model.attention) else model.seeing(attention)
