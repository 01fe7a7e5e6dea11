"""Times of the toy transformers' passes. The same file runs natively and in Pyodide: only toylm and numpy."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
from toylm.models import transformer

PLACES = 64
ROUNDS, LEAST = 60, 0.02
BATCHES = (1, 4, 8)


def best_ms(work: Callable[[], object]) -> float:
    """Milliseconds a call: the best of ROUNDS means, each over calls that take LEAST seconds or one call.

    The best and not the median, so that other work on the machine disturbs it little.
    """
    began, calls = time.perf_counter(), 0
    while not calls or time.perf_counter() - began < LEAST:
        work()
        calls += 1
    means = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        for _ in range(calls):
            work()
        means.append((time.perf_counter() - began) / calls * 1e3)
    return min(means)


def ids_of(places: int) -> np.ndarray:
    """Token ids for a canvas, the same everywhere."""
    return np.random.RandomState(0).randint(2, 1000, places)


def measure(masked: bytes, left: bytes, tokens: str) -> dict[str, float]:
    """Milliseconds of a masked model's full pass and of a left-to-right model's full pass and cached step."""
    ids, model, causal = ids_of(PLACES), transformer.provide(masked, tokens), transformer.provide(left, tokens)
    _, cache = causal.forward(ids[:-1])
    out = {
        "full pass": best_ms(lambda: model(ids)),
        "causal pass": best_ms(lambda: causal(ids)),
        "cached step": best_ms(lambda: causal.forward(ids[-1:], start=PLACES - 1, cache=cache)),
    }
    return out
