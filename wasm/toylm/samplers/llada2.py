"""LLaDA2's sampler: blocks from left to right; what is sure enough is set, and never too little.

Source: "LLaDA2.0: Scaling Up Diffusion Language Models to 100B" (arXiv:2512.15745) and its
published code. Written from its rules, not from its code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from .. import settings
from ..cache import window
from ..recording import setting
from ..selecting import above_or, quotas
from ..tempered import Tempered
from ..trace import Pass


def llada2(
    model: Callable, ids: np.ndarray, rng: object, *,
    block_size: int = 32, steps_per_block: int | None = None, threshold: float = 0.95,
    temperature: float = 0.0, top_p: float | None = None, top_k: int | None = None,
    block_causal: bool = True,
) -> Iterator[Pass]:
    """Fill block after block; blocks are counted from place 0, and the last may be shorter.

    steps_per_block  most passes a block; each sets at least its share of block_size (the remainder
                     to the first ones). None: one place each
    threshold        all guesses whose confidence is above this are set, if they are that many
    temperature, top_p, top_k   change the token drawn and its confidence
    block_causal     each block sees itself and all before it; False: everything computed sees
                     everything (plain callables decide for themselves)

    A pass computes everything up to the block's end. Nothing changes once it is set.
    Raises ValueError for settings outside these ranges.
    """
    settings.whole("block_size", block_size, 1)
    steps = block_size if steps_per_block is None else settings.whole("steps_per_block", steps_per_block, 1)
    settings.number("threshold", threshold)
    sample = Tempered(rng, "maskgit_plus", temperature, top_p, top_k)
    for start in range(0, len(ids), block_size):
        end = min(start + block_size, len(ids))
        for quota in quotas(block_size, steps):
            blank = start + np.flatnonzero(ids[start:end] == model.mask_id)
            if not blank.size:
                break
            logits = window(model, ids, end, block_size if block_causal else None)
            found = sample(logits[start:end], np.arange(start, end)).only(blank - start)
            yield setting(ids, found, above_or(found.key, threshold, quota), [(0, end)])
