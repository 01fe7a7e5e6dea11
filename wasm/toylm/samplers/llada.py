"""LLaDA's sampler: guess every blank, set a quota of them, mask the rest again.

Source: Nie et al. 2025, "Large Language Diffusion Models" (arXiv:2502.09992), section 2.4 and the
published `generate`. Written from its rules, not from its code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from ..maths import probability_of, rank_key, surest_first
from ..trace import Pass

REMASKING = ("low_confidence", "random")


def llada(
    model: Callable,
    ids: np.ndarray,
    rng: object,
    *,
    steps: int | None = None,
    block_length: int | None = None,
    temperature: float = 0.0,
    remasking: str = "low_confidence",
) -> Iterator[Pass]:
    """Fill the blanks in `steps` passes, block by block.

    steps         passes in all, divided evenly over the blocks; None: one a blank
    block_length  places a block, from the first blank on; None: one block
    temperature   0 takes the likeliest token, above 0 draws one. It changes the token that is
                  drawn, never the confidence (as published)
    remasking     "low_confidence" keeps the guesses that are surest; "random" keeps any

    Every pass computes the whole canvas. A pass's quota is the block's blanks shared evenly over its
    passes, the remainder to the first ones; a pass whose quota is 0 is still paid (as published).
    Raises ValueError for settings outside these ranges, or lengths that do not divide.
    """
    first, last = _answer(ids, model.mask_id)
    if first == last:
        return
    steps, block_length = _checked(steps, block_length, temperature, remasking, ids, first, last, model.mask_id)
    blocks = (last - first) // block_length
    for start in range(first, last, block_length):
        end = start + block_length
        for quota in _quotas(int((ids[start:end] == model.mask_id).sum()), steps // blocks):
            yield _one_pass(model, ids, rng, end, quota, temperature, remasking)


def _one_pass(model, ids, rng, end, quota, temperature, remasking) -> Pass:
    """Guess every blank; set the `quota` surest of those before `end`."""
    logits = model(ids)  # (n, vocab)
    guess = _draw(logits, temperature, rng)  # (n,)
    if remasking == "low_confidence":
        confidence = probability_of(logits, guess)
        key = rank_key(confidence)
    else:
        confidence = key = rng.rand32(len(ids)).astype(np.float64)
    blank = ids == model.mask_id
    key = np.where(blank & (np.arange(len(ids)) < end), key, -np.inf)
    chosen = [p for p in surest_first(key)[:quota].tolist() if key[p] > -np.inf]
    ids[chosen] = guess[chosen]
    at = np.flatnonzero(blank).tolist()
    return Pass(
        computed=[(0, len(ids))],
        guesses=[(p, int(guess[p]), float(confidence[p])) for p in at],
        commits=[(p, int(guess[p])) for p in chosen],
    )


def _draw(logits: np.ndarray, temperature: float, rng: object) -> np.ndarray:
    """The likeliest token of each row, or at a temperature a draw by the Gumbel trick. -> (n,)."""
    if temperature == 0:
        return logits.argmax(axis=-1)
    wide = logits.astype(np.float64)
    noise = rng.rand64(*wide.shape)
    with np.errstate(divide="ignore"):
        return (np.exp(wide) / (-np.log(noise)) ** temperature).argmax(axis=-1)


def _quotas(blanks: int, steps: int) -> list[int]:
    """How many blanks each of `steps` passes sets: even, the remainder to the first ones."""
    base, more = divmod(blanks, steps)
    return [base + (step < more) for step in range(steps)]


def _answer(ids: np.ndarray, mask_id: int) -> tuple[int, int]:
    """Where the blocks lie: from the first blank to the end of the canvas."""
    at = np.flatnonzero(ids == mask_id)
    return (int(at[0]), len(ids)) if at.size else (0, 0)


def _checked(steps, block_length, temperature, remasking, ids, first, last, mask_id) -> tuple[int, int]:
    """The settings with their defaults filled in, or ValueError for the first that is wrong."""
    length = last - first
    block_length = length if block_length is None else block_length
    if not _whole(block_length) or block_length < 1 or length % block_length:
        raise ValueError(f"block_length: want a divisor of the {length} places to fill, got {block_length!r}")
    blocks = length // block_length
    steps = max(blocks, int((ids == mask_id).sum()) // blocks * blocks) if steps is None else steps
    if not _whole(steps) or steps < 1 or steps % blocks:
        raise ValueError(f"steps: want a multiple of the {blocks} blocks, from {blocks}, got {steps!r}")
    if isinstance(temperature, bool) or not isinstance(temperature, (int, float)) or not 0 <= temperature < 1e3:
        raise ValueError(f"temperature: want a number from 0, got {temperature!r}")
    if remasking not in REMASKING:
        raise ValueError(f"remasking: want one of {', '.join(REMASKING)}, got {remasking!r}")
    return steps, block_length


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
