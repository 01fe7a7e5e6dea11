"""LLaDA's estimate of how likely an answer is: the model guesses what is masked of it, many times over.

Source: Nie et al. 2025, "Large Language Diffusion Models" (arXiv:2502.09992), and the published
`get_log_likelihood`. Written from its rules, not from its code.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .maths import at, linspace32
from .rng import TorchStream
from .settings import number, whole


def log_likelihood(
    model: Callable, prompt: Any, answer: Any, *, seed: int = 0, rng: Any = None,
    mc_num: int = 128, batch_size: int = 16, cfg_scale: float = 0.0, faithful: bool = False,
) -> float:
    """A lower bound on log p(answer | prompt), in nats, estimated from `mc_num` maskings of the answer.

    prompt, answer  token ids; the answer holds one at least
    seed, rng       of the random stream, as in `fill`
    batch_size      maskings that are drawn together: the numbers of places that they mask are spread
                    evenly over 1 .. len(answer), from a random one on
    cfg_scale       above 0: guidance, at the price of a second pass a masking
    faithful        True: only whole batches are drawn, as published, so 20 maskings in batches of 16
                    are 16; and a mask token in the answer is scored as a token of it

    For a masking of x places the sum of their -log p is weighted with len(answer) / x. Each masking is
    a pass over prompt and answer. Raises ValueError for settings outside these ranges, an answer that
    holds the mask token, fewer maskings than a batch with `faithful` (published code divides by zero),
    or logits that are not finite.
    """
    whole("mc_num", mc_num, 1)
    whole("batch_size", batch_size, 1)
    number("cfg_scale", cfg_scale, 0)
    ids, start = np.array([*prompt, *answer], dtype=np.int64), len(prompt)
    if start == len(ids):
        raise ValueError("answer: want one token at least")
    if faithful and mc_num < batch_size:
        raise ValueError(f"mc_num: published code divides by zero below batch_size ({batch_size}), got {mc_num}")
    if not faithful and model.mask_id in ids[start:]:
        raise ValueError("answer: it holds the mask token, which no model predicts")
    stream = TorchStream(seed) if rng is None else rng
    total = mc_num - mc_num % batch_size if faithful else mc_num
    loss = 0.0
    for first in range(0, total, batch_size):
        for masked in _maskings(len(ids) - start, min(batch_size, total - first), stream):
            loss += _loss(model, ids, start, masked, cfg_scale)
    return -loss / total


def _maskings(size: int, count: int, rng: Any) -> list[np.ndarray]:
    """`count` random sets of places of an answer: bool (size,) each.

    They mask evenly spread numbers of places: k, k + size / count, ... (rounded half to even, in
    float32) and from 1 again after `size`.
    """
    k = np.float32(1 + rng.integers(size, 1)[0])
    spread = linspace32(k, k + (count - 1) * (size / count), count)
    numbers = (np.round(spread).astype(np.int64) - 1) % size + 1
    return [rng.permutation(size) < number for number in numbers]


def _loss(model: Callable, ids: np.ndarray, start: int, masked: np.ndarray, cfg_scale: float) -> float:
    """The weighted -log p of the answer's masked places: a pass, or two with guidance."""
    seen = ids.copy()
    seen[start:][masked] = model.mask_id
    scored = np.flatnonzero(seen[start:] == model.mask_id) + start
    logits = model(seen)[scored]
    if cfg_scale:
        seen[:start] = model.mask_id
        blind = model(seen)[scored]
        logits = blind + (cfg_scale + 1) * (logits - blind)
    if not np.isfinite(logits).all():
        raise ValueError("model: the logits of the answer are not finite")
    below = logits.astype(np.float64) - logits.max(axis=-1, keepdims=True)
    missing = np.log(np.exp(below).sum(axis=-1)) - at(below, ids[scored])
    return float(missing.sum() * len(masked) / masked.sum())
