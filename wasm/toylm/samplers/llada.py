"""LLaDA's sampler: guess every blank, set a quota of them, mask the rest again.

Source: Nie et al. 2025, "Large Language Diffusion Models" (arXiv:2502.09992), section 2.4 and the
published `generate`. Written from its rules, not from its code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from .. import settings
from ..drawing import gumbel
from ..layout import answer, blanks_in, blocks, steps_a_block
from ..maths import probability_of, rank_key
from ..recording import setting
from ..selecting import masked_key, quotas, surest
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
    cfg_scale: float = 0.0,
    logits_eos_inf: bool = False,
    confidence_eos_eot_inf: bool = False,
    eos_id: int | None = None,
    eot_id: int | None = None,
    prompt_length: int | None = None,
    faithful: bool = False,
) -> Iterator[Pass]:
    """Fill the blanks in `steps` passes, block by block.

    steps          passes in all, divided evenly over the blocks; None: one a blank
    block_length   places a block, from the end of the prompt on; None: one block
    temperature    0 takes the likeliest token, above 0 draws one. It changes the token that is
                   drawn, never the confidence (as published)
    remasking      "low_confidence" keeps the guesses that are surest; "random" keeps any
    cfg_scale      above 0 each pass also computes the canvas with its given places masked, and moves
                   the logits away from those by this much (classifier-free guidance)
    logits_eos_inf           the end token `eos_id` is never chosen
    confidence_eos_eot_inf   `eos_id` and `eot_id` are set last
    prompt_length  where the answer begins; None: at the first blank
    faithful       True keeps the published faults: confidence_eos_eot_inf spares `eos_id` at a
                   temperature above 0 and changes the other confidences at 0 (ML-GSAI/LLaDA#137);
                   masks in the prompt take quota; the mask itself may be chosen

    Every pass computes the whole canvas. A pass's quota is the block's blanks shared evenly over its
    passes, the remainder to the first ones; a pass whose quota is 0 is still paid (as published).
    Raises ValueError for settings outside these ranges, or lengths that do not divide.
    """
    spans = blocks(*answer(ids, model.mask_id, prompt_length, faithful), block_length)
    if not spans:
        return
    steps = steps_a_block(steps, len(spans), int((ids == model.mask_id).sum()))
    settings.temperature(temperature)
    settings.choice("remasking", remasking, REMASKING)
    ends = _ends(logits_eos_inf, confidence_eos_eot_inf, eos_id, eot_id)
    logits_of = _guided(model, ids != model.mask_id, settings.number("cfg_scale", cfg_scale, 0))
    for start, end in spans:
        for quota in quotas(blanks_in(ids, model.mask_id, start, end), steps):
            logits, computed = logits_of(ids)
            if logits_eos_inf:
                logits[:, eos_id] = -np.inf
            blank = np.flatnonzero(ids == model.mask_id)
            guess, confidence, key = _guesses(logits, blank, temperature, remasking, rng, ends, faithful)
            chosen = surest(masked_key(key, (ids == model.mask_id) & (np.arange(len(ids)) < end)), quota)
            yield setting(ids, chosen, guess, computed, blank, confidence)


def _guided(model: Callable, given: np.ndarray, scale: float) -> Callable:
    """A function `ids -> (logits of its own, places computed)`, with guidance if scale is above 0."""

    def plain(ids):
        return np.array(model(ids)), [(0, len(ids))]

    def guided(ids):
        likely, free = model(ids), model(np.where(given, model.mask_id, ids))
        return free + (scale + 1) * (likely - free), [(0, len(ids))] * 2

    return guided if scale > 0 else plain


def _guesses(logits, blank, temperature, remasking, rng, ends, faithful) -> tuple:
    """A token for every place (n,), the blanks' confidences (m,), and the key of every place (n,)."""
    guess = gumbel(logits, temperature, rng)
    if ends and faithful:
        logits[:, ends if temperature == 0 else ends[1:]] = -np.inf
    key = np.full(len(logits), -np.inf)
    if remasking == "random":
        confidence = rng.rand32(len(logits)).astype(np.float64)[blank]
        key[blank] = confidence
    else:
        confidence = probability_of(logits[blank], guess[blank])
        key[blank] = rank_key(confidence)
    if ends and not faithful:
        key[np.isin(guess, ends)] -= 1  # below every other, and above no candidate at all
    return guess, confidence, key


def _ends(never: bool, last: bool, eos_id: int | None, eot_id: int | None) -> list[int]:
    """The end tokens [eos, eot] that confidence_eos_eot_inf means; empty where it is off."""
    if never or last:
        settings.whole("eos_id", eos_id, 0)
    if not last:
        return []
    return [eos_id, settings.whole("eot_id", eot_id, 0)]
