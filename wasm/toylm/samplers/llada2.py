"""LLaDA2's sampler: blocks from left to right; what is sure enough is set, and never too little.

Source: "LLaDA2.0: Scaling Up Diffusion Language Models to 100B" (arXiv:2512.15745) and its
published code. Written from its rules, not from its code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from .. import settings
from ..cache import window
from ..ending import after_end, check_end, ended
from ..recording import setting
from ..selecting import above_or, quotas
from ..tempered import Drawn
from ..trace import Pass


def llada2(
    model: Callable, ids: np.ndarray, rng: object, *,
    block_size: int = 32, steps_per_block: int | None = None, threshold: float = 0.95,
    temperature: float = 0.0, top_p: float | None = None, top_k: int | None = None,
    block_causal: bool = True, eos_id: int | None = None, faithful: bool = False,
) -> Iterator[Pass]:
    """Fill block after block; blocks are counted from place 0, and the last may be shorter.

    steps_per_block  most passes a block; each sets at least its share of block_size (the remainder
                     to the first ones). None: one place each
    threshold        all guesses whose confidence is above this are set, if they are that many
    temperature, top_p, top_k   above temperature 0: change the token drawn and its confidence
    block_causal     each block sees itself and all before it; False: everything computed sees
                     everything (plain callables decide for themselves)
    eos_id           early stop: the end token. The answer is over once one is set and no blank is left
                     before it; what follows becomes end tokens, and no more is computed
    faithful         True leaves the current block only, with its blanks, as one publication does

    A pass computes everything up to the block's end. Raises ValueError for settings out of range.
    """
    settings.whole("block_size", block_size, 1)
    steps = block_size if steps_per_block is None else settings.whole("steps_per_block", steps_per_block, 1)
    settings.number("threshold", threshold)
    check_end(model, eos_id)
    sample = Drawn(rng, temperature, top_p, top_k)
    free = np.flatnonzero(ids == model.mask_id)
    plan = (block_size if block_causal else None, quotas(block_size, steps), threshold)

    def over(one: Pass) -> bool:
        told = not faithful or any(token == eos_id for _, token in one.commits)
        return told and ended(ids, free, eos_id, model.mask_id) is not None

    for start in range(0, len(ids), block_size):
        yield from _filled(model, ids, (start, min(start + block_size, len(ids))), plan, sample, over)
        last = ended(ids, free, eos_id, model.mask_id)
        if last is not None and not faithful:
            yield from after_end(ids, free, last, model.mask_id)
            return


def _filled(model, ids, span, plan, sample, over) -> Iterator[Pass]:
    """Passes over one block, until it is full, its shares are used up, or a pass made the answer `over`."""
    (start, end), (sees, shares, threshold) = span, plan
    for quota in shares:
        blank = start + np.flatnonzero(ids[start:end] == model.mask_id)
        if not blank.size:
            return
        logits = window(model, ids, end, sees)
        found = sample(logits[start:end], np.arange(start, end)).only(blank - start)
        one = setting(ids, found, above_or(found.key, threshold, quota), [(0, end)])
        yield one
        if over(one):
            return
