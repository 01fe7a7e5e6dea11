"""Left to right, one token a pass: the way most chat models write."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from .. import settings
from ..left import left_logits, left_odds
from ..maths import softmax
from ..trace import Pass


def autoregressive(
    model: Callable, ids: np.ndarray, rng: object, *, temperature: float = 0.0,
) -> Iterator[Pass]:
    """Fill the blanks from left to right.

    temperature  0 takes the likeliest token (greedy), above 0 draws one

    The guess for a blank sees what stands to its left and nothing else: whatever is at the blank or
    right of it is masked for the pass. A pass computes one place; everything to its left is read
    from a KV cache, as left-to-right models do.
    """
    settings.temperature(temperature)
    for position in np.flatnonzero(ids == model.mask_id).tolist():
        logits = left_logits(model, ids, [position])  # (1, vocab)
        if temperature > 0:
            token = rng.choose(left_odds(logits, temperature)[0])
        else:
            token = int(logits[0].argmax())
        ids[position] = token
        yield Pass(
            computed=[(position, position + 1)],
            cached=[(0, position)] if position else [],
            guesses=[(position, token, float(softmax(logits)[0, token]))],
            commits=[(position, token)],
        )
