"""Fast-dLLM on Dream with a cache: block by block, the first letter of each alone.

Source: Wu et al. 2025, Fast-dLLM (arXiv:2505.22618), its block-wise generation for Dream. Written
from its rules, not from its code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from .. import settings
from ..cache import first, is_shifted, need_cache
from ..layout import answer, blanks_in, blocks, steps_a_block
from ..maths import linspace32, shifted
from ..recording import check_progress, setting
from ..selecting import at_least, surest
from ..tempered import ALGS, Tempered
from ..trace import Pass

RULES = ("confidence_threshold", *ALGS)


def dream_block(
    model: Callable,
    ids: np.ndarray,
    rng: object,
    *,
    steps: int | None = None,
    block_length: int | None = None,
    dual_cache: bool = False,
    alg: str = "entropy",
    threshold: float = 0.9,
    temperature: float = 0.0,
    top_p: float | None = None,
    top_k: int | None = None,
    eps: float = 1e-3,
    shift: bool | None = None,
    prompt_length: int | None = None,
    faithful: bool = False,
) -> Iterator[Pass]:
    """Fill block after block. A block's first pass computes everything and sets its first place.

    dual_cache  False: later passes compute the block and all that follows; True: the block alone
    alg         "confidence_threshold": set what is surer than `threshold` and the surest, until the
                block is full. The others, as Dream's: `steps` shared evenly by the blocks, each
                pass setting what Dream's schedule says, the surest first
    faithful    True keeps the published faults: whatever `alg` of Dream's is asked for, "entropy"
                decides; and with one step a block, the pass after the first sets nothing and the block
                keeps its blanks, which the default sets
    block_length, prompt_length   as LLaDA's; the others as Dream's

    Raises ValueError for settings outside these ranges, lengths that do not divide, or a model
    without a cache.
    """
    spans = blocks(*answer(ids, model.mask_id, prompt_length, faithful), block_length)
    if not spans:
        return
    share = steps_a_block(steps, len(spans), int((ids == model.mask_id).sum()))
    settings.choice("alg", alg, RULES)
    settings.number("threshold", threshold)
    times = linspace32(1, settings.number("eps", eps, 0, 1), share + 1)
    by_threshold = alg == "confidence_threshold"
    ranking = "maskgit_plus" if by_threshold else "entropy" if faithful else alg
    sample = Tempered(rng, ranking, temperature, top_p, top_k)
    shift = is_shifted(model, shift)
    need_cache(model, "dual_cache")
    sees_on = by_threshold and not dual_cache
    for start, end in spans:
        if not blanks_in(ids, model.mask_id, start, end):
            continue
        one, kept = _first_pass(model, ids, start, sample, shift)
        yield one
        kept = kept if dual_cache else first(kept, start)
        number = 0
        while blanks_in(ids, model.mask_id, start, end):
            number += 1
            choose = _reaching(threshold) if by_threshold else _scheduled(times, number, share, faithful)
            span = start, end, end if dual_cache else len(ids)
            one, new = _block_pass(model, ids, span, kept, sample, shift, choose, sees_on)
            kept = new if dual_cache else kept
            yield one
            check_progress(one, model.mask_id)
            if faithful and not by_threshold and number == share:
                break


def _first_pass(model, ids, start, sample, shift) -> tuple:
    """Compute everything, set the block's first blank. -> the pass, the keys and values."""
    logits, kept = model.forward(ids)
    guess, confidence, _ = sample(shifted(logits) if shift else logits)
    at = np.array([start + np.flatnonzero(ids[start:] == model.mask_id)[0]])
    return setting(ids, at, guess, [(0, len(ids))], at, confidence[at]), kept


def _block_pass(model, ids, span, kept, sample, shift, choose, sees_on) -> tuple:
    """Compute the places [start, high), set blanks before `end`. -> the pass, the keys and values.

    sees_on: guess the blanks after the block too. None of them is set, but a draw uses random numbers.
    """
    start, end, high = span
    logits, new = model.forward(ids[start:high], start=start, cache=kept)
    blank = start + np.flatnonzero(ids[start : high if sees_on else end] == model.mask_id)
    guess, key = ids.copy(), np.full(len(ids), -np.inf)
    rows = (shifted(logits) if shift else logits)[blank - start]
    guess[blank], confidence, key[blank] = sample(rows)
    key[end:] = -np.inf
    cached = [r for r in ((0, start), (high, len(ids))) if r[0] < r[1]]
    one = setting(ids, choose(key), guess, [(start, high)], blank, confidence, cached=cached)
    return one, new


def _reaching(threshold) -> Callable:
    """A function key -> the places whose confidence reaches the threshold, at least one."""
    return lambda key: at_least(key, threshold)


def _scheduled(times, number, share, faithful) -> Callable:
    """A function key -> the places that the schedule sets in pass `number` (from 1) of a block."""

    def choose(key):
        left = int((key > -np.inf).sum())
        if number >= share:
            return surest(key, 0 if faithful else left)
        if number == share - 1:
            return surest(key, left)
        return surest(key, int(np.float32(left) * (1 - times[number + 1] / times[number])))

    return choose
