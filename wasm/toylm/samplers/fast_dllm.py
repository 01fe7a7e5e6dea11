"""Fast-dLLM on LLaDA: a cache that is allowed to be stale, and several tokens a pass.

Source: Wu et al. 2025, "Fast-dLLM: Training-free Acceleration of Diffusion LLM by Enabling KV Cache
and Parallel Decoding" (arXiv:2505.22618) and its published `generate`, in the rules that hold since
November 2025. Written from its rules, not from its code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

import numpy as np

from .. import settings
from ..blockcache import BlockCache
from ..guessing import Guesses
from ..layout import answer, blanks_in, blocks, steps_a_block
from ..recording import check_progress, setting
from ..selecting import at_least, by_factor, quotas, surest
from ..trace import Pass


def fast_dllm(
    model: Callable, ids: np.ndarray, rng: object, *,
    cache: str = "none", steps: int | None = None, block_length: int | None = None,
    temperature: float = 0.0, remasking: str = "low_confidence", threshold: float | None = None,
    factor: float | None = None, prompt_length: int | None = None, faithful: bool = False,
) -> Iterator[Pass]:
    """Fill block after block; a block ends when it has no blank.

    cache      a block's first pass computes everything. "none": so do the others. "prefix": they
               compute the block and what follows, and read what stands before from the cache.
               "dual": they compute the block alone
    threshold  set every guess whose confidence is at least this, and in any case the surest
    factor     instead: set as many as the factor rule allows (toylm.selecting.by_factor)
    steps      with neither: passes in all, their quotas as LLaDA's
    block_length, temperature, remasking, prompt_length   as LLaDA's
    faithful   True keeps the published faults: with "dual" a block gets no more passes than its share
               of `steps`, and may keep blanks (NVlabs/Fast-dLLM#66); the mask itself may be chosen,
               as long as the loop then still ends

    A threshold that nobody reaches sets one a pass (NVlabs/Fast-dLLM#42). Only a block's first pass
    is exact: the cache was computed before the block's letters were set.
    Raises ValueError for settings outside these ranges, lengths that do not divide, or a model
    without a cache where one is wanted.
    """
    spans = blocks(*answer(ids, model.mask_id, prompt_length, faithful), block_length)
    share = steps_a_block(steps, len(spans), int((ids == model.mask_id).sum()))
    choose = _rule(threshold, factor)
    guesses = Guesses(rng, temperature, remasking, single=factor is not None)
    reader = BlockCache(model, ids, cache)
    most = share if faithful and cache == "dual" else None
    for span in spans:
        left = quotas(blanks_in(ids, model.mask_id, *span), share)
        for one in islice(_block(reader, ids, model.mask_id, rng, span, guesses, choose, left), most):
            yield one
            check_progress(one, model.mask_id)


def _block(reader, ids, mask_id, rng, span, guesses, choose, left) -> Iterator[Pass]:
    """The passes of one block, until it has no blank."""
    start, end = span
    if blanks_in(ids, mask_id, start, end):
        yield _pass(reader, ids, mask_id, reader.whole(start), (0, len(ids)), end, guesses, choose, left)
    while blanks_in(ids, mask_id, start, end):
        low, high = reader.span(start, end)
        logits = reader.part(start, end)
        if reader.kind == "prefix" and guesses.temperature:
            rng.skip64(*logits.shape)  # published code draws these and uses none of them
        yield _pass(reader, ids, mask_id, logits, (low, high), end, guesses, choose, left)


def _pass(reader, ids, mask_id, logits, fed, end, guesses, choose, left) -> Pass:
    """Guess the blanks among the places fed, and set what the rule chooses of those before `end`."""
    low, high = fed
    blank = low + np.flatnonzero(ids[low:high] == mask_id)
    found = guesses(logits, blank, low)
    return setting(ids, found, choose(found.before(end), left), **reader.ranges(low, high))


def _rule(threshold: float | None, factor: float | None) -> Callable:
    """A function (key, quotas left) -> the places to set. A factor goes before a threshold."""
    if factor is not None:
        settings.number("factor", factor, 0)
        return lambda key, left: by_factor(key, factor)
    if threshold is not None:
        settings.number("threshold", threshold)
        return lambda key, left: at_least(key, threshold)
    return lambda key, left: surest(key, _next(left))


def _next(left: list[int]) -> int:
    """The next pass's quota. Masks in a prompt make published code ask for one too many."""
    if not left:
        raise ValueError("steps: the block's quotas are used up and blanks are left; want prompt_length")
    return left.pop(0)
