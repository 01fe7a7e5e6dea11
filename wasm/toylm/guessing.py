"""LLaDA's way of guessing, which Fast-dLLM shares: temperature changes the token, never the confidence."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from . import settings
from .drawing import gumbel, weights_of
from .maths import at, rank_key

REMASKING = ("low_confidence", "random")


class Guesses:
    """A function `(logits (n, vocab), blank rows (m,)) -> (tokens, confidence, key)`, each (m,).

    temperature  0: the likeliest token; above 0: a draw by the Gumbel trick
    remasking    "low_confidence": the confidence is the token's probability; "random": any number
    numbers      function count -> random numbers for "random"

    Raises ValueError for settings outside their ranges.
    """

    def __init__(self, rng: object, temperature: float, remasking: str, numbers: Callable):
        self.temperature = settings.temperature(temperature)
        self._random = settings.choice("remasking", remasking, REMASKING) == "random"
        self._rng, self._numbers = rng, numbers

    def __call__(self, logits: np.ndarray, blank: np.ndarray, change: Callable | None = None) -> tuple:
        """`change` may change the blanks' logits between the token and its confidence."""
        rows = logits[blank]
        weights = None if self._random and not self.temperature else weights_of(rows)
        if self.temperature:
            tokens = gumbel(weights, self.temperature, self._rng, blank, len(logits))
        else:
            tokens = rows.argmax(axis=-1)
        if self._random:
            confidence = self._numbers(len(logits)).astype(np.float64)[blank]
            return tokens, confidence, confidence
        if change is not None:
            weights = weights_of(change(rows))
        confidence = at(weights, tokens) / weights.sum(axis=-1)
        return tokens, confidence, rank_key(confidence)
