"""A tiny transformer with random weights: what samplers are checked against.

It has learned nothing. Its use is that its numbers are the same wherever they are computed in
float64, so that the fills which published code made with it can be made again, token for token
(tests/data/reference-traces.json). Two layers, attention in both directions, keys and values cached.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..cache import Cache, written

BANNED = -30.0
"""Logit of a token that the model is kept from choosing."""


class TinyModel:
    """Logits of a random transformer. It speaks the cache protocol of toylm.cache.

    vocab    number of token ids
    seed     of the weights
    gain     how sharp the logits are: their standard deviation is about this
    ban      token ids whose logit is always -30
    mask_id  the id of a blank; None for a model that knows no mask (uniform-state diffusion)
    places   the longest canvas
    width, heads, layers   of the transformer; the reference cases have the defaults
    """

    def __init__(
        self, vocab: int = 12, *, seed: int = 0, gain: float = 3.0, ban: Any = (), mask_id: int | None = None,
        places: int = 96, width: int = 16, heads: int = 2, layers: int = 2,
    ):
        draw = np.random.default_rng(seed).normal
        into, back = width**-0.5, (2 * width) ** -0.5
        self.vocab, self.mask_id, self.ban, self._heads = vocab, mask_id, list(ban), heads
        self._tokens = draw(0, 1, (vocab, width))
        self._places = draw(0, 1, (places, width))
        shapes = {name: (width, width) for name in "qkvo"}
        shapes |= {"a": (width, 2 * width), "b": (2 * width, width)}
        self._layers = [
            {name: draw(0, back if name == "b" else into, shape) for name, shape in shapes.items()}
            for _ in range(layers)
        ]
        self._out = draw(0, into, (width, vocab)) * gain

    def __call__(self, ids: np.ndarray) -> np.ndarray:
        """Logits of a whole canvas. (n,) -> (n, vocab)."""
        return self.forward(ids)[0]

    def forward(
        self, ids: np.ndarray, *, start: int = 0, cache: Cache | None = None,
        allowed: np.ndarray | None = None,
    ) -> tuple[np.ndarray, Cache]:
        """Logits of the places from `start` on, and the keys and values: see toylm.cache."""
        x = self._tokens[ids] + self._places[start : start + len(ids)]  # (n, width)
        kept: Cache = []
        for number, layer in enumerate(self._layers):
            h = _normed(x)
            new = h @ layer["k"], h @ layer["v"]
            keys, values = written(cache[number] if cache else None, new, start)  # (seen, width) each
            kept.append((keys, values))
            x = x + _attend(h @ layer["q"], keys, values, self._heads, allowed) @ layer["o"]
            x = x + np.maximum(_normed(x) @ layer["a"], 0) @ layer["b"]
        logits = _normed(x) @ self._out
        logits[:, self.ban] = BANNED
        return logits, kept


def _normed(x: np.ndarray) -> np.ndarray:
    """Every row scaled to a root mean square of 1. (n, width) -> (n, width)."""
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-6)


def _attend(
    queries: np.ndarray, keys: np.ndarray, values: np.ndarray, heads: int, allowed: np.ndarray | None,
) -> np.ndarray:
    """Softmax attention, head by head. (n, width), (seen, width), (seen, width) -> (n, width)."""
    size = queries.shape[-1] // heads
    q, k, v = (x.reshape(len(x), heads, size).transpose(1, 0, 2) for x in (queries, keys, values))
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(size)  # (heads, n, seen)
    if allowed is not None:
        scores = np.where(allowed, scores, -np.inf)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    weights /= weights.sum(-1, keepdims=True)
    return (weights @ v).transpose(1, 0, 2).reshape(queries.shape)
