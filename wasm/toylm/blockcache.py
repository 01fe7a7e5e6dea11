"""Fast-dLLM's caches: a block's first pass computes everything, the later ones only a part of it."""

from __future__ import annotations

from typing import Any

import numpy as np

from .cache import first, need_cache
from .settings import choice
from .trace import Range

CACHES = ("none", "prefix", "dual")


class BlockCache:
    """A model that is read block by block, and the keys and values of the block's first pass.

    kind     what the passes after the first compute. "none": everything; "prefix": the block and what
             follows it; "dual": the block alone. What they do not compute is as old as the first pass
    setting  the name of the setting that asked for it, for the ValueError of a model without a cache
    """

    def __init__(self, model: Any, ids: np.ndarray, kind: str, setting: str = "cache"):
        self.kind = choice(setting, kind, CACHES)
        if kind != "none":
            need_cache(model, setting)
        self._model, self._ids, self._kept = model, ids, None

    def whole(self, start: int) -> np.ndarray:
        """Logits of the whole canvas, at the start of the block at place `start`. -> (n, vocab)."""
        if self.kind == "none":
            return self._model(self._ids)
        logits, kept = self._model.forward(self._ids)
        self._kept = first(kept, start) if self.kind == "prefix" else kept
        return logits

    def part(self, start: int, end: int) -> np.ndarray:
        """Logits of the places that a later pass over the block [start, end) computes. (m, vocab)."""
        low, high = self.span(start, end)
        if self.kind == "none":
            return self._model(self._ids)
        logits, kept = self._model.forward(self._ids[low:high], start=low, cache=self._kept)
        if self.kind == "dual":
            self._kept = kept
        return logits

    def span(self, start: int, end: int) -> Range:
        """The places that a later pass over the block [start, end) computes."""
        size = len(self._ids)
        return {"none": (0, size), "prefix": (start, size), "dual": (start, end)}[self.kind]

    def ranges(self, low: int, high: int) -> dict[str, list[Range]]:
        """What a pass over [low, high) computed and what it read from the cache, as a Pass says it."""
        cached = [r for r in ((0, low), (high, len(self._ids))) if r[0] < r[1]]
        return {"computed": [(low, high)], "cached": cached}
