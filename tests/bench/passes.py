"""Passes of the toy transformers to time. The same file runs natively and in Pyodide: only toylm and numpy."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
from toylm.models import transformer

PLACES = 64
TOGETHER = 4
"""How many canvases go through in one pass where several do."""
EINSUM = "einsum"
SECONDS = 0.1
"""How long a round of one kind of pass takes at least."""


def ids_of(places: int) -> np.ndarray:
    """Token ids for a canvas, the same everywhere."""
    return np.random.RandomState(0).randint(2, 1000, places)


def works(masked: bytes, left: bytes, tokens: str) -> dict[str, Callable[[], object]]:
    """What can be timed, by name: passes of a masked model, and of a left-to-right one, and TRIED."""
    ids, model, causal = ids_of(PLACES), transformer.provide(masked, tokens), transformer.provide(left, tokens)
    _, cache = causal.forward(ids[:-1])
    short = ids[: PLACES // 4]
    return {
        "full pass": lambda: model(ids),
        "causal pass": lambda: causal(ids),
        "cached step": lambda: causal.forward(ids[-1:], start=PLACES - 1, cache=cache),
        "four canvases in turn": lambda: [model(ids) for _ in range(TOGETHER)],
        "four canvases at once": lambda: model.forward(np.stack([ids] * TOGETHER)),
        "four short ones in turn": lambda: [model(short) for _ in range(TOGETHER)],
        "four short ones at once": lambda: model.forward(np.stack([short] * TOGETHER)),
    } | tried(model)


def tried(model: transformer.Transformer) -> dict[str, Callable[[], object]]:
    """Ways to multiply the rows of a canvas (64, 128) with the matrix of queries, keys and values (384, 128)."""
    weights = model.weights.layers[0].qkv.whole
    x, wide = np.random.RandomState(1).normal(size=(PLACES, weights.shape[1])), np.ascontiguousarray(weights.T)
    single, small, parts = weights.astype(np.float32), weights.astype(np.int8), np.split(weights, 3)
    x32 = x.astype(np.float32)
    return {
        EINSUM: lambda: np.einsum("ik,jk->ij", x, weights),
        "x @ W.T": lambda: x @ weights.T,
        "x @ W, W stored the other way": lambda: x @ wide,
        "inner(x, W)": lambda: np.inner(x, weights),
        "einsum in three parts": lambda: [np.einsum("ik,jk->ij", x, part) for part in parts],
        "einsum in float32": lambda: np.einsum("ik,jk->ij", x32, single),
        "einsum, weights left as int8": lambda: np.einsum("ik,jk->ij", x, small),
    }


def ms(work: Callable[[], object]) -> float:
    """Milliseconds a call, over calls that take SECONDS at least; one call before is not counted."""
    work()
    began, calls = time.perf_counter(), 0
    while time.perf_counter() - began < SECONDS:
        work()
        calls += 1
    return (time.perf_counter() - began) / calls * 1e3
