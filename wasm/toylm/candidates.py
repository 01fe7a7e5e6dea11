"""What else might stand in a blank: the likeliest tokens of every blank of a canvas, with their odds."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import settings
from .maths import softmax
from .models import from_spec

DIGITS = 4
"""Decimals kept of a share: enough to tell it in per cent."""


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """What {"kind": "odds", "model", "canvases": [ids of each], "count"} asks for.

    Raises ValueError for a request that is not one, or canvases that hold no token ids of the model.
    """
    model = from_spec(request.get("model"))
    canvases = request.get("canvases")
    if not isinstance(canvases, list):
        raise ValueError("canvases: want a list of lists of token ids")
    return candidates(model, [_canvas(ids, model) for ids in canvases], settings.whole("count", request.get("count"), 1))


def _canvas(ids: Any, model: Any) -> list[int]:
    if not isinstance(ids, list) or not ids:
        raise ValueError("canvases: want a list of lists of token ids")
    return [settings.whole("canvases", token, 0, len(model.tokens) - 1) for token in ids]


def candidates(model: Any, canvases: list[list[int]], count: int) -> dict[str, Any]:
    """The `count` likeliest tokens of every blank of each canvas, one forward pass a canvas.

    candidates  of each canvas: place (as text) -> [token id, odds] from the likeliest down, the lower id first among equals
    texts       token id (as text) -> what every token among them looks like on screen
    """
    found = [_blanks(model, ids, count) for ids in canvases]
    used = sorted({token for one in found for row in one.values() for token, _ in row})
    return {"candidates": found, "texts": {str(token): model.tokens[token] for token in used}}


def _blanks(model: Any, ids: list[int], count: int) -> dict[str, list[list[Any]]]:
    odds = softmax(model(np.array(ids, dtype=np.int64)))
    return {str(place): _top(odds[place], count) for place, token in enumerate(ids) if token == model.mask_id}


def _top(odds: np.ndarray, count: int) -> list[list[Any]]:
    """The likeliest tokens of a place, (vocab,)."""
    return [[int(i), round(float(odds[i]), DIGITS)] for i in np.argsort(-odds, kind="stable")[:count]]
