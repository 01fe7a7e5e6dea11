"""LLaDA's way of guessing, which Fast-dLLM shares: temperature changes the token, never the confidence."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from . import settings
from .drawing import gumbel, weights_of
from .maths import at, rank_key
from .recording import Found

REMASKING = ("low_confidence", "random")


class Guesses:
    """A function `(logits (n, vocab), blank places (m,)) -> Found`.

    temperature  0: the likeliest token; above 0: a draw by the Gumbel trick
    remasking    "low_confidence": the confidence is the token's probability; "random": any number
    single       whether the numbers of "random" are float32; float64 otherwise

    Raises ValueError for settings outside their ranges.
    """

    def __init__(
        self, rng: object, temperature: float, remasking: str = "low_confidence", single: bool = True,
    ):
        self.temperature = settings.temperature(temperature)
        self._random = settings.choice("remasking", remasking, REMASKING) == "random"
        self._rng, self._single = rng, single

    def __call__(
        self, logits: np.ndarray, blank: np.ndarray, low: int = 0, change: Callable | None = None,
    ) -> Found:
        """low: the place of the first row. `change` may change logits between token and confidence."""
        rows = logits[blank - low]
        if self.temperature:
            weights = weights_of(rows)
            tokens = gumbel(weights, self.temperature, self._rng, blank - low, len(logits))
        else:
            tokens = rows.argmax(axis=-1)
        if self._random:
            draw = self._rng.rand32 if self._single else self._rng.rand64
            confidence = draw(len(logits)).astype(np.float64)[blank - low]
            return Found(blank, tokens, confidence, confidence)
        if change is not None:
            weights = weights_of(change(rows))
        elif not self.temperature:
            weights = weights_of(rows)
        confidence = at(weights, tokens) / weights.sum(axis=-1)
        return Found(blank, tokens, confidence, rank_key(confidence))
