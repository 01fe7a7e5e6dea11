"""What a fill costs, exactly: places that went through the layers, and places read from a cache.

A place that goes through one layer is the unit ("position-layer"). It stands for the same work in
every pass: the layer's matrices times one vector. What attention adds grows with the places that are
looked at, which `reads` counts. None of this is time: it is what time is made of.
"""

from __future__ import annotations

from typing import NamedTuple

from .settings import choice, divisor, whole
from .trace import Pass, Trace


class Cost(NamedTuple):
    """passes: forward passes of all kinds; computed: places × layers; reads: cached places × layers."""

    passes: int
    computed: int
    reads: int


def of_pass(one: Pass, layers: int = 1) -> Cost:
    """The cost of one pass. A place that it computes twice (guidance) counts twice."""
    whole("layers", layers, 1)
    return Cost(int(bool(one.computed)), layers * _places(one.computed), layers * _places(one.cached))


def of_trace(trace: Trace, layers: int = 1) -> dict[str, Cost]:
    """The cost of a fill by kind of pass ("denoise", "store", "encode", "draft"), in order of appearance."""
    out: dict[str, Cost] = {}
    for one in trace.passes:
        if one.computed:
            before = out.get(one.kind, Cost(0, 0, 0))
            out[one.kind] = Cost(*(a + b for a, b in zip(before, of_pass(one, layers))))
    return out


def left_to_right(answer: int, prompt: int = 0, layers: int = 1) -> Cost:
    """Writing `answer` tokens one by one with a cache: the baseline.

    Each is computed once and reads all before it. The prompt, which is read in one pass that every
    sampler pays, is not counted; its places are read from the cache again and again, and that is.
    """
    return Cost(answer, layers * answer, layers * (answer * prompt + answer * (answer - 1) // 2))


def whole_canvas(passes: int, places: int, layers: int = 1) -> Cost:
    """Passes that compute every place and read none from a cache (LLaDA, Dream, MDLM, SEDD)."""
    return Cost(passes, layers * passes * places, 0)


def fast_dllm(prompt: int, answer: int, block_length: int, steps: int, cache: str, layers: int = 1) -> Cost:
    """Fast-dLLM with quotas: a whole pass a block, then passes over what `cache` leaves to compute.

    "none" all, "prefix" the block and what follows, "dual" the block. A block gets no more passes
    than it has places. Raises ValueError for lengths that do not divide.
    """
    count = answer // divisor("block_length", block_length, answer, "places to fill")
    later = min(whole("steps", steps, count) // divisor("steps", count, steps, "steps"), block_length) - 1
    places, computed = prompt + answer, 0
    for number in range(count):
        start = prompt + number * block_length
        left = {"none": places, "prefix": places - start, "dual": block_length}
        computed += places + later * left[choice("cache", cache, tuple(left))]
    passes = count * (later + 1)
    return Cost(passes, layers * computed, layers * (passes * places - computed))


def blocks_one_by_one(places: int, block_size: int, kv_cache: bool, given: int = 1, layers: int = 1) -> Cost:
    """BD3-LM, a token a pass, `given` places of the first block not blank. Store passes included.

    Without a cache a pass computes all up to the block's end, with one the block alone.
    """
    count = places // divisor("block_size", block_size, places, "places")
    tokens = [block_size - (given if number == 0 else 0) for number in range(count)]
    ends = [(number + 1) * block_size for number in range(count)]
    if not kv_cache:
        return Cost(sum(tokens), layers * sum(t * end for t, end in zip(tokens, ends)), 0)
    passes = [t + 1 for t in tokens]
    reads = sum(n * (end - block_size) for n, end in zip(passes, ends))
    return Cost(sum(passes), layers * block_size * sum(passes), layers * reads)


def _places(ranges: list) -> int:
    return sum(end - start for start, end in ranges)
