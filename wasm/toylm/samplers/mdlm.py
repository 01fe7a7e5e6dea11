"""MDLM's sampler: time runs backwards, and each blank is set when its own moment comes.

Source: Sahoo et al. 2024, "Simple and Effective Masked Diffusion Language Models"
(arXiv:2406.07524), its `ddpm_cache` sampler and its semi-autoregressive one. Written from the rules
of the published code, not from the code. Times are float32, as published.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from .. import settings
from ..subs import Times, backwards, posterior, substituted, unnoised
from ..trace import Pass

DT = 1e-3
"""Step of time within a window of the semi-autoregressive sampler, as published."""


def mdlm(
    model: Callable, ids: np.ndarray, rng: object, *,
    num_steps: int = 128, stride: int | None = None, window: int | None = None, faithful: bool = False,
) -> Iterator[Pass]:
    """Fill the blanks in `num_steps` steps of time and a last pass that sets what is left.

    num_steps  steps of time. A step takes a pass only if the canvas changed in the one before, so
               there are at most min(num_steps, blanks + 1) passes and one more
    stride     places by which a window moves on: the semi-autoregressive sampler. The canvas then
               is `window` places and a whole number of strides; each window keeps the places that
               it shares with the one before, and has 1,001 steps of time of its own
    window     places that the model is shown at once
    faithful   True keeps the published fault: two canvases count as the same where ids differ by
               less than one part in 100,000

    No confidence is looked at: which blanks are set in a step is left to chance, and what is set
    stays. Every pass computes the whole canvas (or window). Raises ValueError for settings outside
    these ranges.
    """
    settings.whole("num_steps", num_steps, 1)
    if stride is None and window is None:
        yield from _filled(model, ids, rng, 0, backwards(num_steps), faithful)
        return
    settings.whole("window", window, 1, len(ids))
    settings.whole("stride", stride, 1, window)
    if (len(ids) - window) % stride:
        left = len(ids) - window
        raise ValueError(f"stride: want a divisor of the {left} places after the first window, got {stride}")
    for low in range(0, len(ids) - window + 1, stride):
        yield from _filled(model, ids[low : low + window], rng, low, _window_times(), faithful)


def _window_times() -> Times:
    """(t, s) of each step of a window; the last goes from 0 to just below it, and so sets all."""
    return [(np.float32(1 - i * DT), np.float32(1 - i * DT) - np.float32(DT)) for i in range(int(1 / DT) + 1)]


def _filled(model, part, rng, low, times, faithful) -> Iterator[Pass]:
    """Fill a window of the canvas, in place; `low` is where it begins."""
    if not (part == model.mask_id).any():
        return iter(())

    def read(ids):
        return substituted(model(ids), ids, model.mask_id)

    def step(ids, odds, t, s):
        return posterior(ids, odds, t - s, s, model.mask_id, rng)

    return unnoised(read, step, part, times, model.mask_id, low=low, faithful=faithful)
