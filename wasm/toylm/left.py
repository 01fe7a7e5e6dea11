"""Reading from left to right: the odds of a place given nothing but what stands left of it."""

from __future__ import annotations

from typing import Any

import numpy as np

from .maths import softmax


def left_logits(model: Any, ids: np.ndarray, places: list[int]) -> np.ndarray:
    """Logits of each of the places, which are in rising order. -> (k, vocab).

    What stands at a place and right of it is not looked at. A model with `causal` (see toylm.cache)
    is called once, as a language model is; any other is called once a place, with that place and all
    right of it masked, which is how a model that sees both sides is kept from seeing one of them.
    Raises ValueError where a causal model has nothing to read.
    """
    if getattr(model, "causal", False):
        if places[0] == 0:
            raise ValueError("canvas: a causal model needs a token at place 0 to begin from")
        return model(ids[: places[-1]])[np.asarray(places) - 1]
    rows = []
    for place in places:
        seen = ids.copy()
        seen[place:] = model.mask_id
        rows.append(model(seen)[place])
    return np.stack(rows)


def left_odds(logits: np.ndarray, temperature: float) -> np.ndarray:
    """Odds from which a token is drawn; at temperature 0 all of them on the likeliest. (k, vocab)."""
    if temperature > 0:
        return softmax(logits / temperature)
    odds = np.zeros(logits.shape)
    odds[np.arange(len(logits)), logits.argmax(axis=-1)] = 1.0
    return odds
