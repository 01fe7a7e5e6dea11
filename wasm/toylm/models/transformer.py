"""The toy transformer: one network, three ways of looking at a canvas.

    bidirectional  every place sees every place        (a masked model)
    causal         a place sees itself and what is left of it      (left to right)
    block          a place sees its own block and all before it    (block diffusion)

Each place starts from the vector of its token and, times a gain, that of the token to its left. Each
layer: attention over rotary positions, then a hidden layer with squared ReLU, each reading a copy scaled
by RMSNorm and adding to the stream. The token vectors serve at both ends. Matrices are whole numbers with
a scale a row, and all sums are exact (see toylm.exact), so the logits are the same bits with BLAS, with
einsum and in a browser. `plates/larkspur/train/net.py` is the network as PyTorch trains it.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ..cache import Cache, written
from ..exact import grid, odds, on_grid
from ..tokens import Tokens

NEVER = -1e4
"""Logit of the mask token, which is never a guess: finite, and `exp` makes it exactly 0."""
EPSILON = 1e-5
ATTENTIONS = ("bidirectional", "causal", "block")

FINE, COARSE, SHARES, SQUARES = grid(24), grid(20), grid(21), grid(30)
"""Grids of the numbers that are summed, so that sums have at most 53 bits. With weights of 8 bits
and rows of at most 512, a normed number may reach 2**13 and a hidden one 2**17; the products of a query and a
key may sum to 2**13; over 128 places, odds of at most 1 may weigh values of up to 2**5. Squares may sum to 2**23."""

Product = Callable[[np.ndarray, np.ndarray], np.ndarray]


def _product_blas(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return a @ b.swapaxes(-1, -2)


def _product_einsum(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.einsum("...ik,...jk->...ij", a, b)


# Every row of a times every row of b, both with their rows in one piece: (…, n, k), (…, m, k) -> (…, n, m).
# numpy in WebAssembly has no BLAS; there einsum, which walks both along their rows, took half the time of `@`.
product: Product = _product_einsum if sys.platform == "emscripten" else _product_blas


class Matrix(NamedTuple):
    """A row for each number that it puts out: whole numbers (rows, columns), scales (rows,), float64."""

    whole: np.ndarray
    scale: np.ndarray

    def times(self, x: np.ndarray) -> np.ndarray:
        """Every row of x with every row of the matrix. x (…, columns), on a grid -> (…, rows)."""
        if x.ndim > 2:
            return self.times(x.reshape(-1, x.shape[-1])).reshape(*x.shape[:-1], -1)
        out = product(x, self.whole)
        out *= self.scale
        return out


@dataclass(frozen=True)
class Layer:
    """The weights of one layer."""

    norm1: np.ndarray  # (width,)
    qkv: Matrix  # (3 width, width)
    out: Matrix  # (width, width)
    norm2: np.ndarray  # (width,)
    up: Matrix  # (hidden, width)
    down: Matrix  # (width, hidden)


class Weights:
    """A weights' file (.npz). config: name, vocabulary, shape, shifted, block, record; noise: random tokens stood for blanks.

    The rest is read when it is first needed: a build that has all its traces needs no matrix.
    """

    def __init__(self, data: bytes):
        self._file = np.load(io.BytesIO(data))
        self.config = json.loads(self._file["config"].tobytes())

    @cached_property
    def embed(self) -> Matrix:
        """The token vectors (vocab, width)."""
        return self._matrix("embed")

    @cached_property
    def before(self) -> np.ndarray:
        """The gains of the token to the left (width,)."""
        return self._file["before"].astype(np.float64)

    @cached_property
    def norm(self) -> np.ndarray:
        """The gains before the last step (width,)."""
        return self._file["norm"].astype(np.float64)

    @cached_property
    def layers(self) -> list[Layer]:
        """From the first to the last."""
        return [self._layer(f"layers.{i}.") for i in range(self.config["shape"]["layers"])]

    def _layer(self, at: str) -> Layer:
        parts = {name: self._matrix(at + name) for name in ("qkv", "out", "up", "down")}
        return Layer(**parts, **{name: self._file[at + name].astype(np.float64) for name in ("norm1", "norm2")})

    def _matrix(self, name: str) -> Matrix:
        return Matrix(self._file[name].astype(np.float64), self._file[f"{name}.scale"].astype(np.float64))


class Transformer:
    """A trained toy, as a model and as a model that keeps keys and values (see toylm.cache).

    tokens     the vocabulary that it was trained with
    attention  one of ATTENTIONS; None: the one that it was trained for

    Raises ValueError for another vocabulary, or an attention that there is not.
    """

    def __init__(self, weights: Weights, tokens: Tokens, attention: str | None = None):
        config = weights.config
        if config["vocabulary"] != tokens.hash:
            raise ValueError(
                f"tokens: {config['name']} was trained with vocabulary {config['vocabulary']}, not {tokens.hash}"
            )
        self.config, self.tokens, self.end_id = config, tokens.texts, tokens.end_id
        self.mask_id = None if config.get("noise") else tokens.mask_id
        self.text_tokens, self.vocab, self.block = tokens, len(tokens.texts), config["block"]
        self.shifted = bool(config["shifted"])
        self.attention = _attention(config) if attention is None else attention
        if self.attention not in ATTENTIONS or (self.attention == "block" and not self.block):
            raise ValueError(f"attention: {config['name']} has no {attention!r}; want one of {', '.join(ATTENTIONS)}")
        self.causal = self.attention == "causal"
        self.heads, self.weights, shape = config["shape"]["heads"], weights, config["shape"]
        self._turns = both_halves(rotary(np.arange(shape["places"]), shape["width"] // self.heads))

    @classmethod
    def from_bytes(cls, weights: bytes, tokens: Tokens, attention: str | None = None) -> Transformer:
        """From the bytes of a weights' file (.npz)."""
        return cls(Weights(weights), tokens, attention)

    def seeing(self, attention: str) -> Transformer:
        """The same weights with another attention."""
        return Transformer(self.weights, self.text_tokens, attention)

    def __call__(self, ids: np.ndarray) -> np.ndarray:
        """Logits of a whole canvas. (n,) -> (n, vocab) float64."""
        return self.forward(ids)[0]

    def forward(self, ids: np.ndarray, *, start: int = 0, cache: Cache | None = None,
                allowed: np.ndarray | None = None) -> tuple[np.ndarray, Cache]:
        """Logits of the places from `start` on, and the keys and values of all places: see toylm.cache.

        allowed None: as the model's attention has it. The first pair of a cache holds the tokens' vectors.
        Without a cache, ids may also be several canvases (…, n), and the logits then are (…, n, vocab).
        """
        count = ids.shape[-1]
        seen = max(start + count, cache[0][0].shape[-2] if cache else 0)
        allowed = self._allowed(start, count, seen) if allowed is None else allowed
        turns = self._turned(start, count)
        weights = self.weights
        x, known = self._begun(ids, start, cache[0] if cache else None)
        kept = [known]
        for layer, old in zip(weights.layers, cache[1:] if cache else [None] * len(weights.layers)):
            q, new = self._read(layer, x, turns)
            kept.append(written(old, new, start))
            x += layer.out.times(attend(q, *kept[-1], allowed, self.heads))
            hidden = layer.up.times(normed(x, layer.norm2))
            np.maximum(hidden, 0, out=hidden)
            x += layer.down.times(on_grid(np.multiply(hidden, hidden, out=hidden), COARSE))
        logits = weights.embed.times(normed(x, weights.norm))
        logits[..., self.text_tokens.mask_id] = NEVER
        return logits, kept

    def _begun(self, ids: np.ndarray, start: int, old: tuple | None) -> tuple[np.ndarray, tuple]:
        """What the layers start from, (…, n, width), and the vectors of all tokens as a pair for the cache."""
        embed = self.weights.embed
        vectors = embed.whole[ids] * embed.scale[ids, None]
        known = written(old, (vectors, vectors[..., :0]), start)
        x, first = vectors.copy(), int(start == 0)  # nothing stands left of place 0
        x[..., first:, :] += self.weights.before * known[0][..., start - 1 + first : start + ids.shape[-1] - 1, :]
        return x, known

    def _read(self, layer: Layer, x: np.ndarray, turns: tuple[np.ndarray, np.ndarray]) -> tuple[np.ndarray, tuple]:
        """Queries (…, n, width), and keys and values, each (…, n, width), on the coarse grid."""
        width = x.shape[-1]
        found = layer.qkv.times(normed(x, layer.norm1))  # (…, n, 3 width)
        turned_both = on_grid(turned(found[..., : 2 * width], turns, 2 * self.heads), COARSE)
        return turned_both[..., :width], (turned_both[..., width:], on_grid(found[..., 2 * width :], COARSE))

    def encode(self, text: str) -> list[int]:
        """Token ids of a text. Raises ValueError for a character that has no token."""
        return self.text_tokens.encode(text)

    def decode(self, ids: Any) -> str:
        """The text of ids up to the first end token."""
        return self.text_tokens.decode(ids)

    def _turned(self, start: int, count: int) -> tuple[np.ndarray, np.ndarray]:
        """The turns of `count` places. Raises ValueError beyond the places that it was trained for."""
        own, other = self._turns
        if start + count > len(own):
            raise ValueError(f"canvas: {self.config['name']} was trained for {len(own)} places, got {start + count}")
        return own[start : start + count], other[start : start + count]

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


def normed(x: np.ndarray, gain: np.ndarray) -> np.ndarray:
    """RMSNorm: each row at length one a number, times the gains, on the fine grid. (…, width), same back."""
    squares = np.add.reduce(on_grid(x * x, SQUARES), axis=-1, keepdims=True)
    out = x / np.sqrt(squares / x.shape[-1] + EPSILON)
    out *= gain
    return on_grid(out, FINE)


def rotary(places: np.ndarray, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Cosines and sines of rotary positions (arXiv:2104.09864), as float32 has them. (n,) -> twice (n, size / 2)."""
    angle = places[:, None] * 10000.0 ** (-np.arange(0, size, 2) / size)
    cos, sin = (part.astype(np.float32).astype(np.float64) for part in (np.cos(angle), np.sin(angle)))
    return cos, sin


def both_halves(turns: tuple[np.ndarray, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """What each half of a head's vector is times, and what it is times that comes from the other half.

    Twice (n, size / 2) -> twice (n, 1, 2, size / 2).
    """
    cos, sin = turns
    return np.stack([cos, cos], axis=1)[:, None], np.stack([-sin, sin], axis=1)[:, None]


def turned(x: np.ndarray, turns: tuple[np.ndarray, np.ndarray], heads: int) -> np.ndarray:
    """Each head's vector turned by its place's angles, turns as `both_halves` gives them. (…, n, width), same back."""
    own, other = turns
    halves = x.reshape(*x.shape[:-1], heads, 2, -1)  # (…, n, heads, 2, size / 2)
    out = halves * own
    out += halves[..., ::-1, :] * other
    return out.reshape(x.shape)


def attend(q: np.ndarray, k: np.ndarray, v: np.ndarray, allowed: np.ndarray | None, heads: int) -> np.ndarray:
    """What each place reads, on the fine grid. q (…, n, width), k and v (…, seen, width), all on the coarse grid,
    allowed (n, seen) -> (…, n, width)."""
    size = q.shape[-1] // heads
    q, k, v = (part.reshape(*part.shape[:-1], heads, size).swapaxes(-2, -3) for part in (q, k, v))  # (…, heads, n, size)
    scores = q @ k.swapaxes(-1, -2)  # (…, heads, n, seen); einsum is slow on such views
    if allowed is not None:
        np.copyto(scores, -np.inf, where=~allowed)
    weights = odds(scores, size**-0.5, SHARES)
    read = product(weights, np.ascontiguousarray(v.swapaxes(-1, -2)))  # (…, heads, n, size)
    read /= np.add.reduce(weights, axis=-1, keepdims=True)
    read = read.swapaxes(-2, -3)
    return on_grid(read.reshape(*read.shape[:-2], -1), FINE)


_shipped: dict[str, Transformer] = {}


def provide(weights: bytes, tokens: str) -> Transformer:
    """Make a model known by the name in its file, for `from_spec`. tokens: the text of its tokens.json."""
    return make_known(Transformer.from_bytes(weights, Tokens.from_json(tokens)))


def make_known(model: Transformer) -> Transformer:
    """Let `from_spec` find a model by its name; one of that name that was known before is forgotten."""
    _shipped[model.config["name"]] = model
    return model


def from_spec(spec: dict[str, Any]) -> Transformer:
    """From `{"kind": "transformer", "name": "en-masked"}`, perhaps with `"attention"`. Raises ValueError for a
    name whose weights were not provided."""
    name = spec.get("name")
    if name not in _shipped:
        known = ", ".join(sorted(_shipped)) or "none"
        raise ValueError(f"model: no weights are loaded for {name!r}; there are {known}")
    model, attention = _shipped[name], spec.get("attention")
    return model if attention in (None, model.attention) else model.seeing(attention)
