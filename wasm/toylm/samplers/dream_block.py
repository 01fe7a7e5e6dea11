"""Fast-dLLM on Dream with a cache: block by block, the first letter of each alone.

Source: Wu et al. 2025, Fast-dLLM (arXiv:2505.22618), its block-wise generation for Dream. Written
from its rules, not from its code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from .. import settings
from ..blockcache import BlockCache
from ..cache import is_shifted
from ..layout import answer, blanks_in, blocks, steps_a_block
from ..maths import linspace32, shifted
from ..recording import check_progress, setting
from ..selecting import at_least, surest
from ..tempered import ALGS, Tempered
from ..trace import Pass

RULES = ("confidence_threshold", *ALGS)


def dream_block(
    model: Callable, ids: np.ndarray, rng: object, *,
    steps: int | None = None, block_length: int | None = None, dual_cache: bool = False,
    alg: str = "entropy", threshold: float = 0.9, temperature: float = 0.0, top_p: float | None = None,
    top_k: int | None = None, eps: float = 1e-3, shift: bool | None = None,
    prompt_length: int | None = None, faithful: bool = False,
) -> Iterator[Pass]:
    """Fill block after block. A block's first pass computes everything and sets its first place.

    dual_cache  False: later passes compute the block and all that follows; True: the block alone
    alg         "confidence_threshold": set what is surer than `threshold` and the surest, until the
                block is full. The others, as Dream's: `steps` shared evenly by the blocks, each
                pass setting what Dream's schedule says, the surest first
    faithful    True keeps the published faults: whatever `alg` of Dream's is asked for, "entropy"
                decides; and with one step a block, the pass after the first sets nothing and the block
                keeps its blanks, which the default sets
    block_length, prompt_length   as LLaDA's
    temperature, top_p, top_k, eps, shift   as Dream's

    Raises ValueError for settings outside these ranges, lengths that do not divide, or a model
    without a cache.
    """
    spans = blocks(*answer(ids, model.mask_id, prompt_length, faithful), block_length)
    share = steps_a_block(steps, len(spans), int((ids == model.mask_id).sum()))
    settings.choice("alg", alg, RULES)
    settings.number("threshold", threshold)
    by_threshold = alg == "confidence_threshold"
    ranking = "maskgit_plus" if by_threshold else "entropy" if faithful else alg
    sample = Tempered(rng, ranking, temperature, top_p, top_k)
    reader = BlockCache(model, ids, "dual" if dual_cache else "prefix", "dual_cache")
    own = shifted if is_shifted(model, shift) else np.asarray
    times = linspace32(1, settings.number("eps", eps, 0, 1), share + 1)
    rule = _Threshold(threshold, not dual_cache) if by_threshold else _Schedule(times, faithful)
    for start, end in spans:
        if blanks_in(ids, model.mask_id, start, end):
            yield from _block(reader, ids, model.mask_id, (start, end), own, sample, rule)


class _Threshold:
    """Set what reaches the threshold, at least one, for as long as it takes.

    sees_on: guess the blanks after the block too. None of them is set, but a draw uses random numbers.
    """

    def __init__(self, threshold, sees_on):
        self._threshold, self.sees_on = threshold, sees_on

    def choose(self, key: np.ndarray, number: int) -> np.ndarray:
        """The places to set in pass `number` (from 1) of a block."""
        return at_least(key, self._threshold)

    def over(self, number: int) -> bool:
        """Whether a block gets no more passes."""
        return False


class _Schedule:
    """Set the share of the block's blanks that Dream's times say. times: float32 (share + 1,)."""

    sees_on = False

    def __init__(self, times, faithful):
        self._times, self._passes, self._faithful = times, len(times) - 1, faithful

    def choose(self, key: np.ndarray, number: int) -> np.ndarray:
        """The places to set in pass `number` (from 1) of a block; published code wastes the last."""
        left = len(key)
        if number >= self._passes:
            return surest(key, 0 if self._faithful else left)
        if number == self._passes - 1:
            return surest(key, left)
        return surest(key, int(np.float32(left) * (1 - self._times[number + 1] / self._times[number])))

    def over(self, number: int) -> bool:
        """Whether a block gets no more passes."""
        return self._faithful and number == self._passes


def _block(reader, ids, mask_id, span, own, sample, rule) -> Iterator[Pass]:
    """The passes of a block: one that sets its first blank, then as many as the rule wants.

    own: function of the logits of some places -> the logits about each of these places itself
    """
    start, end = span
    everything = sample(own(reader.whole(start)), np.arange(len(ids)))
    place = start + np.flatnonzero(ids[start:] == mask_id)[:1]
    yield setting(ids, everything.only(place), np.array([0]), [(0, len(ids))])
    number, (low, high) = 0, reader.span(start, end)
    while blanks_in(ids, mask_id, start, end) and not rule.over(number):
        number += 1
        logits = own(reader.part(start, end))
        blank = low + np.flatnonzero(ids[low : high if rule.sees_on else end] == mask_id)
        found = sample(logits[blank - low], blank)
        one = setting(ids, found, rule.choose(found.before(end), number), **reader.ranges(low, high))
        yield one
        check_progress(one, mask_id)
