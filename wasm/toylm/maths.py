"""The few formulas that every sampler shares. Arrays are float64; shapes stand beside each step."""

from __future__ import annotations

import numpy as np

LOWEST = np.finfo(np.float64).min
"""What a logit becomes that a filter takes out: finite, and `exp` makes it exactly 0."""


def softmax(logits: np.ndarray) -> np.ndarray:
    """Probabilities over the last axis. logits (..., vocab) -> (..., vocab), in logits' dtype."""
    out = logits - logits.max(axis=-1, keepdims=True)  # (..., vocab), largest is 0
    np.exp(out, out=out)
    out /= out.sum(axis=-1, keepdims=True)
    return out


def probability_of(logits: np.ndarray, tokens: np.ndarray) -> np.ndarray:
    """softmax(logits)[i, tokens[i]] for every row. (n, vocab), (n,) -> (n,)."""
    return at(softmax(logits), tokens)


def at(rows: np.ndarray, tokens: np.ndarray) -> np.ndarray:
    """rows[i, tokens[i]] for every row. (n, vocab), (n,) -> (n,)."""
    return np.take_along_axis(rows, tokens[:, None], axis=-1)[:, 0]


def entropy_and_best(logits: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Entropy in nats of each row's softmax, and its largest probability. (n, vocab) -> (n,), (n,).

    With e = exp(l - max) the entropy is log sum e - sum e (l - max) / sum e.
    """
    below = logits - logits.max(axis=-1, keepdims=True)
    weights = np.exp(below)
    total = weights.sum(axis=-1)
    below *= weights
    return np.log(total) - below.sum(axis=-1) / total, 1 / total


def rank_key(confidence: np.ndarray, certain: float = 1.0) -> np.ndarray:
    """The number by which confidences are put in order. (n,) -> (n,).

    Two machines' `exp` differ in the last bit, so two places that are equally sure on paper could
    be told apart by noise, and told apart the other way in a browser. Differences below 1e-12 are
    therefore a tie, and a tie goes to the lowest place. Within 1e-9 of certainty, whose value is
    `certain`, the published code still sees differences that small, so there the number is kept.
    """
    return np.where(confidence < certain - 1e-9, np.round(confidence, 12), confidence)


def surest_first(key: np.ndarray) -> np.ndarray:
    """Places by falling key, the lowest place first among equals. (n,) -> (n,) int64."""
    return np.argsort(-key, kind="stable").astype(np.int64)


def shifted(logits: np.ndarray) -> np.ndarray:
    """Row i becomes row i - 1, row 0 stays: for models whose row i is about place i + 1."""
    return np.concatenate([logits[:1], logits[:-1]])


def linspace32(start: float, end: float, count: int) -> np.ndarray:
    """`count` float32 numbers from start to end, as torch.linspace makes them. -> (count,) float32.

    The first half is counted from the start, the second from the end, each rounded once.
    """
    start, end = np.float32(start), np.float32(end)
    if count == 1:
        return np.array([start])
    step = np.float64(np.float32((end - start) / np.float32(count - 1)))
    i = np.arange(count)
    return np.where(i < count // 2, start + step * i, end - step * (count - 1 - i)).astype(np.float32)


def keep_top_p(logits: np.ndarray, p: float | None) -> np.ndarray:
    """The likeliest tokens of each row, up to the one with which their sum passes p; it is kept.

    The others become LOWEST. Shapes (n, vocab) -> (n, vocab).
    """
    if p is None or p >= 1:
        return logits
    order = np.argsort(-logits, axis=-1, kind="stable")
    sums = np.cumsum(softmax(np.take_along_axis(logits, order, axis=-1)), axis=-1)
    out = np.zeros(logits.shape, dtype=bool)
    np.put_along_axis(out, order[:, 1:], sums[:, :-1] > p, axis=-1)
    return np.where(out, LOWEST, logits)


def keep_top_k(logits: np.ndarray, k: int | None) -> np.ndarray:
    """The k likeliest tokens of each row and whatever equals the last of them. (n, vocab) both."""
    if k is None or k >= logits.shape[-1]:
        return logits
    least = np.partition(logits, -k, axis=-1)[:, -k]  # (n,)
    return np.where(logits < least[:, None], LOWEST, logits)


def nucleus(probs: np.ndarray, p: float) -> np.ndarray:
    """The likeliest tokens of each row whose sum stays within p, at least one; renormalised.

    ReMDM's and BD3-LM's rule: the token with which the sum passes p is dropped. (n, vocab) both.
    """
    if p >= 1:
        return probs
    order = np.argsort(-probs, axis=-1, kind="stable")
    kept = np.cumsum(np.take_along_axis(probs, order, axis=-1), axis=-1) <= p
    kept[:, 0] = True
    mask = np.zeros(probs.shape, dtype=bool)
    np.put_along_axis(mask, order, kept, axis=-1)
    out = np.where(mask, probs, 0.0)
    return out / out.sum(axis=-1, keepdims=True)
