"""Many fills as one piece of work, for whatever executor runs it: another process, another machine.

A piece carries all that it needs, the weights too, so a worker needs toylm and numpy and nothing else.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from .models.transformer import Transformer, make_known
from .request import run
from .tokens import Tokens

KEPT_CANVASES = 160
"""Canvases whose logits a model keeps, the first ones: some 70 MB of them."""
KEPT_MODELS = 8
"""Models that a worker keeps at hand for its next piece of work."""


def fills(models: list[tuple[bytes, str]], requests: list[dict[str, Any]], guesses: bool = True) -> list[str]:
    """The trace of each request as JSON, in order.

    models   (bytes of a weights' file, text of its tokens.json) of every model that requests name
    guesses  False: traces without what was guessed and not set, which is most of what they hold

    Fills of one prompt meet the same canvases again and again (one token a pass and a high threshold set
    nearly the same); a canvas is computed once in a piece of work. Raises ValueError for a request that
    cannot be filled.
    """
    for weights, tokens in models:
        make_known(_read(weights, tokens)).seen.clear()
    return [_text(request, guesses) for request in requests]


def _text(request: dict[str, Any], guesses: bool) -> str:
    trace = run(request)
    if not guesses:
        for one in trace.passes:
            one.guesses = []
    return trace.to_json()


class _Remembering(Transformer):
    """A transformer that keeps the logits of the canvases that it has `seen`, for reading only."""

    def __init__(self, *parts: Any):
        super().__init__(*parts)
        self.seen: dict[bytes, np.ndarray] = {}

    def __call__(self, ids: np.ndarray) -> np.ndarray:
        key = ids.tobytes()
        if key in self.seen:
            return self.seen[key]
        logits = super().__call__(ids)
        if len(self.seen) < KEPT_CANVASES:
            logits.flags.writeable = False
            self.seen[key] = logits
        return logits


@lru_cache(KEPT_MODELS)
def _read(weights: bytes, tokens: str) -> _Remembering:
    return _Remembering.from_bytes(weights, Tokens.from_json(tokens))
