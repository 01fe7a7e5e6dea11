"""The few formulas that every sampler shares. Arrays are float64; shapes stand beside each step."""

from __future__ import annotations

import numpy as np


def softmax(logits: np.ndarray) -> np.ndarray:
    """Probabilities over the last axis. logits (..., vocab) -> (..., vocab), in logits' dtype."""
    shifted = np.exp(logits - logits.max(axis=-1, keepdims=True))  # (..., vocab), largest is 1
    return shifted / shifted.sum(axis=-1, keepdims=True)


def probability_of(logits: np.ndarray, tokens: np.ndarray) -> np.ndarray:
    """softmax(logits)[i, tokens[i]] for every row. (n, vocab), (n,) -> (n,)."""
    return np.take_along_axis(softmax(logits), tokens[:, None], axis=-1)[:, 0]


def rank_key(confidence: np.ndarray) -> np.ndarray:
    """The number by which confidences are put in order. (n,) -> (n,).

    Two machines' `exp` differ in the last bit, so two places that are equally sure on paper could
    be told apart by noise, and told apart the other way in a browser. Differences below 1e-12 are
    therefore a tie, and a tie goes to the lowest place. Within 1e-9 of certainty the published
    code still sees differences that small, so there the number is kept as it is.
    """
    return np.where(confidence < 1 - 1e-9, np.round(confidence, 12), confidence)


def surest_first(key: np.ndarray) -> np.ndarray:
    """Places by falling key, the lowest place first among equals. (n,) -> (n,) int64."""
    return np.argsort(-key, kind="stable").astype(np.int64)
