"""Fast-dLLM on Dream, without a cache: an even quota, of which the unsure ones are put off.

Source: Wu et al. 2025, Fast-dLLM (arXiv:2505.22618), its `confidence_threshold` for Dream. Written
from its rules, not from its code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from .. import settings
from ..cache import is_shifted, read
from ..recording import setting
from ..selecting import at_least, surest
from ..tempered import Tempered
from ..trace import Pass


def dream_threshold(
    model: Callable, ids: np.ndarray, rng: object, *,
    steps: int | None = None, alg: str = "confidence_threshold", threshold: float = 0.9,
    temperature: float = 0.0, top_p: float | None = None, top_k: int | None = None,
    shift: bool | None = None,
) -> Iterator[Pass]:
    """Fill the blanks in about `steps` passes (None: one a blank), each over the whole canvas.

    steps      has to divide the number of blanks. Every pass may set its share and what earlier
               passes put off; after `steps` passes, more follow until nothing is left
    threshold  the surest guess is set in any case, the others only from this confidence up
    alg        the rule's name in the published code; there is this one
    temperature, top_p, top_k, shift   as Dream's

    Raises ValueError for settings outside these ranges.
    """
    blanks = int((ids == model.mask_id).sum())
    steps = max(blanks, 1) if steps is None else settings.divisor("steps", steps, blanks, "blanks")
    settings.choice("alg", alg, ("confidence_threshold",))
    settings.number("threshold", threshold)
    sample = Tempered(rng, "maskgit_plus", temperature, top_p, top_k)
    shift = is_shifted(model, shift)
    share, put_off, number = blanks // steps, 0, 0
    while blanks and number < steps:
        logits = read(model, ids, shift)
        blank = np.flatnonzero(ids == model.mask_id)
        found = sample(logits[blank], blank)
        tried = surest(found.key, share + put_off)
        chosen = tried[: len(at_least(found.key[tried], threshold))]
        put_off = len(tried) - len(chosen)
        if put_off and number == steps - 1:
            share, steps = 0, steps + 1
        number += 1
        yield setting(ids, found, chosen, [(0, len(ids))])
