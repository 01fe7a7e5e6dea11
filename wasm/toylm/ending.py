"""Cutting an answer at its end token: a step of its own, which no sampler takes by itself.

Published code differs here. LLaDA's drops end tokens wherever they stand and keeps what follows
them; Dream's demo and Fast-dLLM's cut at the first one. These functions are the two ways.
"""

from __future__ import annotations

from collections.abc import Iterable


def truncated(ids: list[int], end_ids: Iterable[int], start: int = 0) -> list[int]:
    """The ids up to the first end token at or after place `start`, which is left out with the rest."""
    ends = set(end_ids)
    for place in range(start, len(ids)):
        if ids[place] in ends:
            return ids[:place]
    return list(ids)


def without(ids: list[int], end_ids: Iterable[int], start: int = 0) -> list[int]:
    """The ids with every end token at or after place `start` left out, and what follows it kept."""
    ends = set(end_ids)
    return [token for place, token in enumerate(ids) if place < start or token not in ends]
