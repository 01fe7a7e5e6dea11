"""Fast-dLLM on LLaDA: a cache that is allowed to be stale, and several tokens a pass.

Source: Wu et al. 2025, "Fast-dLLM: Training-free Acceleration of Diffusion LLM by Enabling KV Cache
and Parallel Decoding" (arXiv:2505.22618) and its published `generate`, in the rules that hold since
November 2025. Written from its rules, not from its code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from .. import settings
from ..cache import first, need_cache
from ..drawing import gumbel
from ..layout import answer, blanks_in, blocks, steps_a_block
from ..maths import probability_of, rank_key
from ..recording import check_progress, setting
from ..selecting import at_least, by_factor, masked_key, quotas, surest
from ..trace import Pass

CACHES = ("none", "prefix", "dual")
REMASKING = ("low_confidence", "random")


def fast_dllm(
    model: Callable,
    ids: np.ndarray,
    rng: object,
    *,
    cache: str = "none",
    steps: int | None = None,
    block_length: int | None = None,
    temperature: float = 0.0,
    remasking: str = "low_confidence",
    threshold: float | None = None,
    factor: float | None = None,
    prompt_length: int | None = None,
    faithful: bool = False,
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
    if not spans:
        return
    share = steps_a_block(steps, len(spans), int((ids == model.mask_id).sum()))
    settings.temperature(temperature)
    choose = _rule(threshold, factor)
    guesses = _guesser(rng, temperature, settings.choice("remasking", remasking, REMASKING), factor is not None)
    if settings.choice("cache", cache, CACHES) != "none":
        need_cache(model, "cache")
    limit = share if faithful and cache == "dual" else None
    for span in spans:
        left = quotas(blanks_in(ids, model.mask_id, *span), share)
        for number, one in enumerate(_block(model, ids, rng, span, cache, guesses, choose, left, temperature)):
            yield one
            check_progress(one, model.mask_id)
            if blanks_in(ids, model.mask_id, *span) == 0 or number + 1 == limit:
                break


def _block(model, ids, rng, span, cache, guesses, choose, left, temperature) -> Iterator[Pass]:
    """The passes of one block, for as long as they are asked for."""
    start, end = span
    everything = np.arange(len(ids)) < end
    if blanks_in(ids, model.mask_id, 0, end) == 0:
        return
    kept = None
    if cache == "none":
        logits = model(ids)
    else:
        logits, kept = model.forward(ids)
        kept = first(kept, start) if cache == "prefix" else kept
    yield _pass(model, ids, logits, 0, everything, guesses, choose, left)
    while True:
        if cache == "none":
            logits, low = model(ids), 0
        else:
            low, high = start, len(ids) if cache == "prefix" else end
            logits, new = model.forward(ids[low:high], start=low, cache=kept)
            kept = new if cache == "dual" else kept
            if cache == "prefix":
                gumbel(logits, temperature, rng)  # published code draws these and uses none
        inside = everything & (np.arange(len(ids)) >= (0 if cache == "none" else start))
        yield _pass(model, ids, logits, low, inside, guesses, choose, left)


def _pass(model, ids, logits, low, candidates, guesses, choose, left) -> Pass:
    """Guess the blanks among the places computed, from `low` on, and set what the rule chooses."""
    high = low + len(logits)
    blank = low + np.flatnonzero(ids[low:high] == model.mask_id)
    found, confidence, key_of = guesses(logits, blank - low)
    guess, key = ids.copy(), np.full(len(ids), -np.inf)
    guess[low:high] = found
    key[blank] = key_of
    chosen = choose(masked_key(key, candidates), left)
    cached = [r for r in ((0, low), (high, len(ids))) if r[0] < r[1]]
    return setting(ids, chosen, guess, [(low, high)], blank, confidence, cached=cached)


def _guesser(rng, temperature, remasking, single) -> Callable:
    """A function (logits, blank) -> a token a row (n,), and the blanks' confidences and keys (m,)."""

    def guesses(logits, blank):
        guess = gumbel(logits, temperature, rng)
        if remasking == "random":
            draw = rng.rand32 if single else rng.rand64
            confidence = draw(len(logits)).astype(np.float64)[blank]
            return guess, confidence, confidence
        confidence = probability_of(logits[blank], guess[blank])
        return guess, confidence, rank_key(confidence)

    return guesses


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
