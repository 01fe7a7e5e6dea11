"""LLaDA's sampler: guess every blank, set a quota of them, mask the rest again.

Source: Nie et al. 2025, "Large Language Diffusion Models" (arXiv:2502.09992), section 2.4 and the
published `generate`. Written from its rules, not from its code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from .. import settings
from ..guessing import Guesses
from ..layout import answer, blanks_in, blocks, steps_a_block
from ..recording import Found, setting
from ..selecting import quotas, surest
from ..trace import Pass


def llada(
    model: Callable, ids: np.ndarray, rng: object, *,
    steps: int | None = None, block_length: int | None = None, temperature: float = 0.0,
    remasking: str = "low_confidence", cfg_scale: float = 0.0, logits_eos_inf: bool = False,
    confidence_eos_eot_inf: bool = False, eos_id: int | None = None, eot_id: int | None = None,
    prompt_length: int | None = None, faithful: bool = False,
) -> Iterator[Pass]:
    """Fill the blanks in `steps` passes, block by block.

    steps           passes in all, divided evenly over the blocks; None: one a blank
    block_length    places a block, from the end of the prompt on; None: one block
    temperature     0 takes the likeliest token, above 0 draws one; the confidence does not change
    remasking       "low_confidence" keeps the guesses that are surest; "random" keeps any
    cfg_scale       above 0 each pass also computes the canvas with its given places masked, and moves
                    the logits away from those by this much (classifier-free guidance)
    logits_eos_inf, confidence_eos_eot_inf   `eos_id` is never chosen; `eos_id` and `eot_id` are set last
    prompt_length   where the answer begins; None: at the first blank
    faithful        True keeps the published faults: confidence_eos_eot_inf spares `eos_id` at a
                    temperature above 0 and changes the other confidences at 0 (ML-GSAI/LLaDA#137);
                    masks in the prompt take quota; the mask itself may be chosen

    Every pass computes the whole canvas. A pass's quota is the block's blanks shared evenly over its
    passes, the remainder to the first; one whose quota is 0 is still paid. Raises ValueError for
    settings outside these ranges, or lengths that do not divide.
    """
    spans = blocks(*answer(ids, model.mask_id, prompt_length, faithful), block_length)
    guesses = Guesses(rng, temperature, remasking)
    ends = _Ends(logits_eos_inf, confidence_eos_eot_inf, eos_id, eot_id, temperature, faithful)
    logits_of = _guided(model, ids != model.mask_id, settings.number("cfg_scale", cfg_scale, 0))
    share = steps_a_block(steps, len(spans), int((ids == model.mask_id).sum()))
    for start, end in spans:
        for quota in quotas(blanks_in(ids, model.mask_id, start, end), share):
            yield _pass(ids, model.mask_id, logits_of, guesses, ends, end, quota)


def _pass(ids, mask_id, logits_of, guesses, ends, end, quota) -> Pass:
    """Guess every blank; set the `quota` surest of those before `end`."""
    logits, computed = logits_of(ids)
    blank = np.flatnonzero(ids == mask_id)
    found = ends.lowered(guesses(ends.silenced(logits), blank, change=ends.published))
    return setting(ids, found, surest(found.before(end), quota), computed)


def _guided(model: Callable, given: np.ndarray, scale: float) -> Callable:
    """A function `ids -> (logits of its own, places computed)`, with guidance if scale is above 0."""

    def plain(ids):
        return model(ids), [(0, len(ids))]

    def guided(ids):
        likely, free = model(ids), model(np.where(given, model.mask_id, ids))
        return free + (scale + 1) * (likely - free), [(0, len(ids))] * 2

    return guided if scale > 0 else plain


class _Ends:
    """What is done about the end tokens. Raises ValueError for ids that are not given."""

    def __init__(self, never, last, eos_id, eot_id, temperature, faithful):
        self._never = [settings.whole("eos_id", eos_id, 0)] if never else []
        ends = [settings.whole("eos_id", eos_id, 0), settings.whole("eot_id", eot_id, 0)] if last else []
        self._last = [] if faithful else ends
        self._lowered = ends if temperature == 0 else ends[1:]
        self.published = self._infinite if ends and faithful else None

    def silenced(self, logits: np.ndarray) -> np.ndarray:
        """The logits (n, vocab) with those tokens out that are never chosen."""
        if self._never:
            logits = logits.copy()
            logits[:, self._never] = -np.inf
        return logits

    def lowered(self, found: Found) -> Found:
        """The guesses with the keys of the end tokens below every other."""
        return found._replace(key=found.key - np.isin(found.tokens, self._last)) if self._last else found

    def _infinite(self, rows: np.ndarray) -> np.ndarray:
        """How published code lowers the confidence of ends: all other confidences change, too."""
        rows[:, self._lowered] = -np.inf
        return rows
