"""Dream's way of guessing: temperature and filters change the token and the confidence alike."""

from __future__ import annotations

import numpy as np

from . import settings
from .drawing import race
from .maths import at, keep_top_k, keep_top_p, rank_key, softmax
from .recording import Found

ALGS = ("maskgit_plus", "topk_margin", "entropy")


class Tempered:
    """A function `(logits (m, vocab), their places (m,)) -> Found`.

    alg          what the confidence is: "maskgit_plus" the token's probability, "topk_margin" the
                 likeliest token's lead over the second, "entropy" minus the entropy in nats
    temperature  0: the likeliest token; above 0: a draw from softmax(logits / temperature)
    top_p, top_k  keep the likeliest tokens only; None: all

    Raises ValueError for settings outside their ranges.
    """

    def __init__(self, rng: object, alg: str, temperature: float, top_p: float | None, top_k: int | None):
        settings.choice("alg", alg, ALGS)
        settings.temperature(temperature)
        if top_p is not None:
            settings.number("top_p", top_p, 0, 1)
        if top_k is not None:
            settings.whole("top_k", top_k, 1)
        self._rng, self._alg, self._temperature = rng, alg, temperature
        self._top_p, self._top_k = top_p, top_k

    def __call__(self, logits: np.ndarray, places: np.ndarray) -> Found:
        if self._temperature > 0:
            logits = logits / self._temperature
        probs = softmax(self._filtered(logits))
        if self._temperature > 0:
            tokens = race(probs / probs.sum(axis=-1, keepdims=True), self._rng.exponential64(*probs.shape))
        else:
            tokens = probs.argmax(axis=-1)
        confidence = self._confidence(probs, tokens)
        key = rank_key(confidence, 0.0 if self._alg == "entropy" else 1.0)
        return Found(places, tokens, confidence, key)

    def _filtered(self, logits: np.ndarray) -> np.ndarray:
        return keep_top_k(keep_top_p(logits, self._top_p), self._top_k)

    def _confidence(self, probs: np.ndarray, tokens: np.ndarray) -> np.ndarray:
        if self._alg == "topk_margin":
            best = np.partition(probs, -2, axis=-1)
            return best[:, -1] - best[:, -2]
        if self._alg == "entropy":
            return (probs * np.log(probs + 1e-10)).sum(axis=-1)
        return at(probs, tokens)


class Drawn(Tempered):
    """LLaDA2's way: at temperature 0 nothing is filtered, and above it top_k comes before top_p."""

    def __init__(self, rng: object, temperature: float, top_p: float | None, top_k: int | None):
        super().__init__(rng, "maskgit_plus", temperature, top_p, top_k)

    def _filtered(self, logits: np.ndarray) -> np.ndarray:
        return keep_top_p(keep_top_k(logits, self._top_k), self._top_p) if self._temperature > 0 else logits
