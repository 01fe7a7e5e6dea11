"""LLaDA2.1's sampler: as LLaDA2's, and what is set may still be edited while its block is open.

Source: "LLaDA2.1: Speeding Up Text Diffusion via Token Editing" (arXiv:2602.08676) and its
published code. Written from its rules, not from its code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from .. import settings
from ..cache import window
from ..ending import after_end, check_end, ended
from ..recording import check_progress, placed, setting
from ..selecting import above_or
from ..tempered import Drawn
from ..trace import Pass


def llada21(
    model: Callable, ids: np.ndarray, rng: object, *,
    block_size: int = 32, threshold: float = 0.95, editing_threshold: float = 0.9,
    max_post_steps: int = 16, temperature: float = 0.0, top_p: float | None = None,
    top_k: int | None = None, block_causal: bool = True, eos_id: int | None = None,
) -> Iterator[Pass]:
    """Fill block after block; blocks are counted from place 0, and the last may be shorter.

    threshold          a pass sets all guesses whose confidence is above this, or else the surest
    editing_threshold  a token that an earlier pass set in this block is replaced where the guess is
                       another one with a confidence above this
    max_post_steps     most passes that a full block may get for edits; it is done after one without
    eos_id             early stop: the end token. The answer is over with the block that sets one, once
                       the block is full and edited; what follows becomes end tokens
    block_size, temperature, top_p, top_k, block_causal   as LLaDA2's

    Raises ValueError for settings outside these ranges.
    """
    settings.whole("block_size", block_size, 1)
    settings.whole("max_post_steps", max_post_steps, 0)
    settings.number("threshold", threshold)
    settings.number("editing_threshold", editing_threshold)
    check_end(model, eos_id)
    sample = Drawn(rng, temperature, top_p, top_k)
    free = ids == model.mask_id
    plan = (block_size if block_causal else None, threshold, editing_threshold, max_post_steps)
    for start in range(0, len(ids), block_size):
        yield from _filled(model, ids, free, (start, min(start + block_size, len(ids))), plan, sample)
        last = ended(ids, np.flatnonzero(free), eos_id, model.mask_id)
        if last is not None:
            yield from after_end(ids, np.flatnonzero(free), last, model.mask_id)
            return


def _filled(model, ids, free, span, plan, sample) -> Iterator[Pass]:
    """Passes over one block until it is full, and then until one edits nothing."""
    (start, end), (sees, threshold, editing_threshold, max_post_steps) = span, plan
    post = 0
    while free[start:end].any() and post <= max_post_steps:
        post += not (ids[start:end] == model.mask_id).any()
        if post > max_post_steps:
            return
        logits = window(model, ids, end, sees)
        guesses = sample(logits[start:end], np.arange(start, end))
        one = _pass(ids, free[start:end], guesses, model.mask_id, threshold, editing_threshold)
        yield one
        check_progress(one, model.mask_id)
        if post and not one.edits:
            return


def _pass(ids, free, guesses, mask_id, threshold, editing_threshold) -> Pass:
    """Set blanks of the block and edit what was set in it before; free (size,): what was not given."""
    here = ids[guesses.at]
    found = guesses.only(here == mask_id)
    better = free & (here != mask_id) & (guesses.tokens != here) & (guesses.key > editing_threshold)
    edited, end = guesses.only(better), int(guesses.at[-1]) + 1
    ids[edited.at] = edited.tokens
    chosen = above_or(found.key, threshold, 1)
    return setting(ids, found, chosen, [(0, end)], edits=placed(edited.at, edited.tokens))
