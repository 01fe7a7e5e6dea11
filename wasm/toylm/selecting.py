"""Which of the guesses are set in a pass.

A key is a number for each candidate, (m,), the candidates in the order of their places; what comes
back are candidates by number, the surest first, the lowest place first among equals.
"""

from __future__ import annotations

import numpy as np

from .maths import surest_first


def quotas(blanks: int, steps: int) -> list[int]:
    """How many blanks each of `steps` passes sets: even, the remainder to the first ones (LLaDA)."""
    base, more = divmod(blanks, steps)
    return [base + (step < more) for step in range(steps)]


def surest(key: np.ndarray, count: int) -> np.ndarray:
    """The `count` surest candidates, or all there are. -> (k,) int64."""
    return surest_first(key)[:count]


def at_least(key: np.ndarray, threshold: float) -> np.ndarray:
    """The candidates from `threshold` up and in any case the surest. -> (k,) int64."""
    order = surest_first(key)
    return order[(key[order] >= threshold) | (np.arange(len(order)) == 0)]


def above_or(key: np.ndarray, threshold: float, quota: int) -> np.ndarray:
    """The candidates above `threshold`, or the `quota` surest where those are more. -> (k,) int64."""
    order = surest_first(key)
    return order[: max(quota, int((key > threshold).sum()))]


def by_factor(key: np.ndarray, factor: float) -> np.ndarray:
    """Fast-dLLM's factor rule: rank r (from 1) has to reach 1 - factor / (r + 1). -> (k,) int64.

    The ranks before the first that fails are taken, at least one; where only the last rank fails, it
    is taken too (as published).
    """
    order = surest_first(key)
    ranks = np.arange(1, len(order) + 1)
    fails = np.flatnonzero((key[order] < 1 - factor / (ranks + 1)) & (ranks > 1))
    last = len(order) - 1
    count = int(fails[0]) if fails.size else last
    return order[: count + 1 if count in (0, last) else count]
