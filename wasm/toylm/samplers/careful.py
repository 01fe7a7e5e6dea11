"""One token a pass, the surest first: our own reference, with which every page compares."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from ..guessing import Guesses
from ..recording import setting
from ..selecting import surest
from ..trace import Pass


def careful(model: Callable, ids: np.ndarray, rng: object) -> Iterator[Pass]:
    """Fill the blanks in as many passes as there are blanks, each over the whole canvas.

    Every blank gets its likeliest token as a guess; the guess with the highest probability is set,
    the leftmost among equals. Nothing is drawn, and nothing that is set changes.
    """
    guesses = Guesses(rng, 0.0)
    while (blank := np.flatnonzero(ids == model.mask_id)).size:
        found = guesses(model(ids), blank)
        yield setting(ids, found, surest(found.key, 1), [(0, len(ids))])
