"""An answer and its end token: where it is over, and how it is cut there.

Cutting is a step of its own, which no sampler takes by itself: a canvas keeps its length.

Published code differs here. LLaDA's drops end tokens wherever they stand and keeps what follows
them; Dream's demo and Fast-dLLM's cut at the first one. `without` and `truncated` are the two
ways.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from .cache import vocabulary
from .recording import end_step
from .settings import whole
from .trace import Pass


def truncated(ids: list[int], end_ids: Iterable[int], start: int = 0) -> list[int]:
    """The ids up to the first end token at or after place `start`, which is left out with the rest."""
    ends = set(end_ids)
    for place in range(start, len(ids)):
        if ids[place] in ends:
            return ids[:place]
    return list(ids)


def ended(ids: np.ndarray, free: np.ndarray, eos_id: int | None, mask_id: int) -> int | None:
    """The first of the places `free` (m,) that holds the end token, if no blank is left before it.

    None where there is none, where a blank could still become an earlier one, or without an end token.
    """
    tokens = ids[free]
    ends = np.flatnonzero(tokens == eos_id) if eos_id is not None else []
    return int(free[ends[0]]) if len(ends) and (tokens[: ends[0]] != mask_id).all() else None


def check_end(model: Any, eos_id: int | None) -> None:
    """Raise ValueError for an end token that the model does not have; None is none."""
    if eos_id is not None:
        whole("eos_id", eos_id, 0, vocabulary(model) - 1)


def after_end(ids: np.ndarray, free: np.ndarray, last: int, mask_id: int) -> Iterator[Pass]:
    """Write the end token that stands at place `last` on all of the places `free` (m,) that follow it."""
    rest = free[free > last]
    if (ids[rest] != ids[last]).any():
        yield end_step(ids, rest, int(ids[last]), mask_id)


def without(ids: list[int], end_ids: Iterable[int], start: int = 0) -> list[int]:
    """The ids with every end token at or after place `start` left out, and what follows it kept."""
    ends = set(end_ids)
    return [token for place, token in enumerate(ids) if place < start or token not in ends]
