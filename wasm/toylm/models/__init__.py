"""The toy models. Each is a callable `ids (n,) -> logits (n, vocab)` with `mask_id` and `tokens`.

`from_spec` makes a model from plain data, so that the build and the browser make the same one.
"""

from __future__ import annotations

from typing import Any

from . import transformer
from .counts import CountsModel

MODELS = {"counts": CountsModel.from_spec, "transformer": transformer.from_spec}


def from_spec(spec: dict[str, Any]) -> Any:
    """A model from `{"kind": name, ...}`. Raises ValueError for a kind that is unknown."""
    kind = spec.get("kind") if isinstance(spec, dict) else None
    if kind not in MODELS:
        raise ValueError(f"model: kind {kind!r} is unknown; there are {', '.join(sorted(MODELS))}")
    return MODELS[kind](spec)
