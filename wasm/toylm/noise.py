"""Uniform-state diffusion: blanks are random letters, for there is no mask token."""

from __future__ import annotations

from typing import Any

import numpy as np

from .cache import vocabulary
from .recording import placed
from .trace import Pass


def begin(model: Any, ids: np.ndarray, free: np.ndarray, rng: Any, low: int = 0) -> Pass:
    """Write a random token on every free place, and say so: a step without a forward pass.

    ids and free are (n,), a canvas or the part of one that begins at place `low`; as published, a
    number is drawn for every place. Raises ValueError for a model that has a mask token: it was not
    made for noise.
    """
    if model.mask_id >= 0:
        raise ValueError("model: this sampler wants a model without a mask token (mask_id None)")
    drawn = rng.integers(vocabulary(model), len(ids))
    at = np.flatnonzero(free)
    ids[at] = drawn[at]
    return Pass([], renoised=placed(at + low, ids[at]), kind="noise")
