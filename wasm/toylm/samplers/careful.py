"""One token a pass, the surest first: our own reference, with which every page compares."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from ..maths import probability_of, rank_key
from ..recording import setting
from ..selecting import surest
from ..trace import Pass


def careful(model: Callable, ids: np.ndarray, rng: object) -> Iterator[Pass]:
    """Fill the blanks in as many passes as there are blanks, each over the whole canvas.

    Every blank gets its likeliest token as a guess; the guess with the highest probability is set,
    the leftmost among equals. Nothing is drawn, and nothing that is set changes.
    """
    while (blank := np.flatnonzero(ids == model.mask_id)).size:
        logits = model(ids)  # (n, vocab)
        guess, key = logits.argmax(axis=-1), np.full(len(ids), -np.inf)
        confidence = probability_of(logits[blank], guess[blank])
        key[blank] = rank_key(confidence)
        chosen = surest(key, 1)
        yield setting(ids, chosen, guess, [(0, len(ids))], blank, confidence)
