"""Left to right, one token a pass: the way most chat models write."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from ..maths import probability_of
from ..trace import Pass


def autoregressive(model: Callable, ids: np.ndarray, rng: object) -> Iterator[Pass]:
    """Fill the blanks from left to right, each with its likeliest token (greedy).

    The guess for a blank sees what stands to its left and nothing else: whatever is at the blank or
    right of it is masked for the pass. A pass computes one place; everything to its left is read
    from a KV cache, as left-to-right models do.
    """
    for position in np.flatnonzero(ids == model.mask_id).tolist():
        seen = ids.copy()
        seen[position:] = model.mask_id
        logits = model(seen)[position : position + 1]  # (1, vocab)
        token = logits.argmax(axis=-1)
        confidence = float(probability_of(logits, token)[0])
        ids[position] = token[0]
        yield Pass(
            computed=[(position, position + 1)],
            cached=[(0, position)] if position else [],
            guesses=[(position, int(token[0]), confidence)],
            commits=[(position, int(token[0]))],
        )
