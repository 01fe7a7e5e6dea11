"""Dream's sampler: a schedule of times says how many blanks a pass sets, confidence says which.

Source: Ye et al. 2025, "Dream 7B" (arXiv:2508.15487) and the published `diffusion_generate`.
Written from its rules, not from its code. Its schedule is computed in float32, as published.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from .. import settings
from ..cache import is_shifted, read
from ..maths import linspace32, softmax, surest_first
from ..recording import setting
from ..selecting import surest
from ..tempered import ALGS, Tempered
from ..trace import Pass


def dream(
    model: Callable, ids: np.ndarray, rng: object, *,
    steps: int | None = None, alg: str = "origin", alg_temp: float | None = None,
    temperature: float = 0.0, top_p: float | None = None, top_k: int | None = None, eps: float = 1e-3,
    shift: bool | None = None,
) -> Iterator[Pass]:
    """Fill the blanks in exactly `steps` passes (None: one a blank), each over the whole canvas.

    alg          "origin" sets any blank with the schedule's chance; the others set the surest:
                 "maskgit_plus" by the token's probability, "topk_margin" by its lead over the next
                 one, "entropy" by how little is undecided
    alg_temp     above 0 draws the places to set, the surer the likelier, instead of taking the surest
    temperature, top_p, top_k   change the token drawn and, unlike LLaDA's, also the confidence
    eps          where the schedule of times ends; it starts at 1
    shift        True: the logits at a place are about the next one, as in Dream's own model; None
                 asks the model (`model.shifted`)

    The share of blanks a pass sets is 1 - s/t, cut to a whole number, so the first passes may set
    none; the last sets all. Raises ValueError for settings outside these ranges.
    """
    blanks = int((ids == model.mask_id).sum())
    steps = max(blanks, 1) if steps is None else settings.whole("steps", steps, 1)
    settings.choice("alg", alg, ("origin", *ALGS))
    settings.number("eps", eps, 0, 1)
    alg_temp = settings.number("alg_temp", alg_temp or 0, 0)
    sample = Tempered(rng, "maskgit_plus" if alg == "origin" else alg, temperature, top_p, top_k)
    shift = is_shifted(model, shift)
    times = linspace32(1, eps, steps + 1)
    for number in range(steps if blanks else 0):
        logits = read(model, ids, shift)
        share = np.float32(1) if number == steps - 1 else 1 - times[number + 1] / times[number]
        one_pass = _scattered if alg == "origin" else _ranked
        yield one_pass(ids, model.mask_id, logits, sample, share, rng, alg_temp)


def _scattered(ids, mask_id, logits, sample, share, rng, alg_temp) -> Pass:
    """Set each blank with a chance of `share`."""
    blank = np.flatnonzero(ids == mask_id)
    chosen = blank[rng.rand32(len(blank)) < share]
    return setting(ids, sample(logits[chosen], chosen), np.arange(len(chosen)), [(0, len(ids))])


def _ranked(ids, mask_id, logits, sample, share, rng, alg_temp) -> Pass:
    """Set a `share` of the blanks: the surest, or with alg_temp a draw of them."""
    blank = np.flatnonzero(ids == mask_id)
    count = int(np.float32(len(blank)) * share)
    found = sample(logits[blank], blank)
    chosen = surest(found.key, count)
    if alg_temp > 0 and count:
        chosen = _drawn(len(ids), blank, found.confidence / alg_temp, rng)[:count]
    return setting(ids, found, chosen, [(0, len(ids))])


def _drawn(length, blank, logits, rng) -> np.ndarray:
    """The blanks, by number, in a random order in which softmax(logits) favours the surer ones.

    As published, the other places of the canvas run along: each uses up a random number.
    """
    waits = rng.exponential64(length)[blank]
    return surest_first(softmax(logits[None])[0] / waits)
