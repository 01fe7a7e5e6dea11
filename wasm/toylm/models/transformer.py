"""The toy transformer: one network, three ways of looking at a canvas.

    bidirectional  every place sees every place        (a masked model)
    causal         a place sees itself and what is left of it      (left to right)
    block          a place sees its own block and all before it    (block diffusion)

Each layer: attention over rotary positions, then a hidden layer with squared ReLU, each reading a copy
scaled by RMSNorm and adding to the stream. The token vectors serve at both ends. Matrices are whole
numbers with a scale a row, and all sums are exact (see toylm.exact), so the logits are the same bits
with BLAS, with einsum and in a browser. `plates/larkspur/train/net.py` is the network as PyTorch trains it.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ..cache import Cache, written
from ..exact import on_grid, softmax
from ..tokens import Tokens

NEVER = -1e4
"""Logit of the mask token, which is never a guess: finite, and `exp` makes it exactly 0."""
EPSILON = 1e-5
ATTENTIONS = ("bidirectional", "causal", "block")

FINE, COARSE = 24, 20
"""Bits behind the point of numbers that are summed. With weights of 8 bits and rows of at most 512, a
normed number may reach 2**13 and a hidden one 2**17 before a sum could round; with two coarse numbers,
the products of a query and a key may sum to 2**13; with a fine share of coarse values, to 2**9."""
SQUARES = 30

Product = Callable[[np.ndarray, np.ndarray], np.ndarray]


def _product_blas(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return a @ b.swapaxes(-1, -2)


def _product_einsum(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.einsum("...ik,...jk->...ij", a, b)


# Every row of a times every row of b: (…, n, k), (…, m, k) -> (…, n, m). numpy in WebAssembly has no
# BLAS; there einsum, which walks both along their rows, took half the time of `@`.
product: Product = _product_einsum if sys.platform == "emscripten" else _product_blas


class Matrix(NamedTuple):
    """A row for each number that it puts out: whole numbers (rows, columns), scales (rows,), float64."""

    whole: np.ndarray
    scale: np.ndarray

    def times(self, x: np.ndarray) -> np.ndarray:
        """Every row of x with every row of the matrix. x (…, columns), on a grid -> (…, rows)."""
        out = product(x.reshape(-1, x.shape[-1]), self.whole)
        out *= self.scale
        return out.reshape(*x.shape[:-1], -1)


@dataclass(frozen=True)
class Layer:
    """The weights of one layer."""

    norm1: np.ndarray  # (width,)
    qkv: Matrix  # (3 width, width)
    out: Matrix  # (width, width)
    norm2: np.ndarray  # (width,)
    up: Matrix  # (hidden, width)
    down: Matrix  # (width, hidden)


class Transformer:
    """A trained toy, as a model and as a model that keeps keys and values (see toylm.cache).

    config     what stands in the weights' file: name, vocabulary, shape, shifted, block, record
    arrays     the matrices and gains by name
    tokens     the vocabulary that it was trained with
    attention  one of ATTENTIONS; None: the one that it was trained for

    Raises ValueError for another vocabulary, or an attention that there is not.
    """

    def __init__(self, config: dict[str, Any], arrays: dict[str, Any], tokens: Tokens,
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
        self._turns = rotary(np.arange(config["shape"]["places"]), config["shape"]["width"] // self.heads)
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
        seen = max(start + len(ids), len(cache[0][0]) if cache else 0)
        allowed = self._allowed(start, len(ids), seen) if allowed is None else allowed
        turns = self._turned(start, len(ids))
        x, kept = self._embed.whole[ids] * self._embed.scale[ids, None], []  # (n, width)
        for layer, old in zip(self._layers, cache or [None] * len(self._layers)):
            q, k, v = np.split(layer.qkv.times(normed(x, layer.norm1)), 3, axis=-1)
            k, v = on_grid(turned(k, turns, self.heads), COARSE), on_grid(v, COARSE)
            kept.append(written(old, (k, v), start))
            x += layer.out.times(attend(turned(q, turns, self.heads), *kept[-1], allowed, self.heads))
            hidden = layer.up.times(normed(x, layer.norm2))
            np.maximum(hidden, 0, out=hidden)
            x += layer.down.times(on_grid(np.square(hidden, out=hidden), COARSE))
        logits = self._embed.times(normed(x, self._norm))
        logits[:, self.mask_id] = NEVER
        return logits, kept

    def encode(self, text: str) -> list[int]:
        """Token ids of a text. Raises ValueError for a character that has no token."""
        return self.text_tokens.encode(text)

    def decode(self, ids: Any) -> str:
        """The text of ids up to the first end token."""
        return self.text_tokens.decode(ids)

    def _turned(self, start: int, count: int) -> tuple[np.ndarray, np.ndarray]:
        """Cosines and sines of `count` places. Raises ValueError beyond the places that it was trained for."""
        cos, sin = self._turns
        if start + count > len(cos):
            raise ValueError(f"canvas: {self.config['name']} was trained for {len(cos)} places, got {start + count}")
        return cos[start : start + count], sin[start : start + count]

    def _allowed(self, start: int, count: int, seen: int) -> np.ndarray | None:
        """Which places may be seen, (count, seen) bool; None: all of them."""
        size = {"bidirectional": seen, "causal": 1, "block": self.block}[self.attention]
        if start // size == (seen - 1) // size:
            return None
        return np.arange(seen)[None, :] // size <= np.arange(start, start + count)[:, None] // size


def _attention(config: dict[str, Any]) -> str:
    if config["block"]:
        return "block"
    return "causal" if config["shifted"] else "bidirectional"


def read_weights(data: bytes) -> tuple[dict[str, Any], dict[str, Any]]:
    """Config, and the matrices and gains by name, of a weights' file."""
    with np.load(io.BytesIO(data)) as file:
        config, arrays = json.loads(file["config"].tobytes()), {}
        for name in file.files:
            if name != "config" and not name.endswith(".scale"):
                numbers = file[name].astype(np.float64)
                scaled = f"{name}.scale" in file.files
                arrays[name] = Matrix(numbers, file[f"{name}.scale"].astype(np.float64)) if scaled else numbers
    return config, arrays


def normed(x: np.ndarray, gain: np.ndarray) -> np.ndarray:
    """RMSNorm: each row at length one a number, times the gains, on the fine grid. (…, width), same back."""
    squares = on_grid(np.square(x), SQUARES).sum(axis=-1, keepdims=True)
    out = x / np.sqrt(squares / x.shape[-1] + EPSILON)
    out *= gain
    return on_grid(out, FINE)


def rotary(places: np.ndarray, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Cosines and sines of rotary positions (arXiv:2104.09864), as float32 has them. (n,) -> twice (n, 1, size / 2)."""
    angle = places[:, None] * 10000.0 ** (-np.arange(0, size, 2) / size)
    cos, sin = (part.astype(np.float32).astype(np.float64)[:, None] for part in (np.cos(angle), np.sin(angle)))
    return cos, sin


def turned(x: np.ndarray, turns: tuple[np.ndarray, np.ndarray], heads: int) -> np.ndarray:
    """Each head's vector turned by its place's angles. (…, n, width), same back."""
    cos, sin = turns
    a, b = np.split(x.reshape(*x.shape[:-1], heads, -1), 2, axis=-1)  # (…, n, heads, size / 2)
    return np.concatenate([a * cos - b * sin, a * sin + b * cos], axis=-1).reshape(x.shape)


def attend(q: np.ndarray, k: np.ndarray, v: np.ndarray, allowed: np.ndarray | None, heads: int) -> np.ndarray:
    """What each place reads, on the fine grid. q (…, n, width), k and v (…, seen, width) on the coarse grid,
    allowed (n, seen) -> (…, n, width)."""
    size = q.shape[-1] // heads
    q = on_grid(q * size**-0.5, COARSE)
    q, k, v = (part.reshape(*part.shape[:-1], heads, size).swapaxes(-2, -3) for part in (q, k, v))  # (…, heads, n, size)
    scores = product(q, k)  # (…, heads, n, seen)
    if allowed is not None:
        scores[..., ~allowed] = -np.inf
    read = product(softmax(scores, FINE), np.ascontiguousarray(v.swapaxes(-1, -2)))
    return on_grid(read.swapaxes(-2, -3).reshape(*read.shape[:-3], read.shape[-2], -1), FINE)


_shipped: dict[str, Transformer] = {}


def provide(weights: bytes, tokens: str) -> Transformer:
    """Make a model known by the name in its file, for `from_spec`. tokens: the text of its tokens.json."""
    return make_known(Transformer.from_bytes(weights, Tokens.from_json(tokens)))


def make_known(model: Transformer) -> Transformer:
    """Let `from_spec` find a model by its name; one of that name that was known before is forgotten."""
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
