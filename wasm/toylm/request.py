"""A fill asked for as plain data: what the build computes and what a page asks of its worker.

    {"model": {"kind": "counts", ...}, "canvas": [0, 0, ...], "sampler": "llada",
     "seed": 0, "settings": {"steps": 8}}

A setting that is a model (the speculative sampler's draft) is given by its spec, too. The same request
gives the same trace wherever it is run.
"""

from __future__ import annotations

import json
from typing import Any

from .filling import fill
from .models import from_spec
from .models.counts import CountsModel
from .trace import Trace

_KEYS = {"model", "canvas", "sampler", "seed", "settings"}


def answer(request: dict[str, Any]) -> str:
    """What a request asks for, as JSON: a fill's trace, or what filling in parallel costs.

    The latter is asked for as {"kind": "cost", "model": {"kind": "counts", "lines": [...]}} and
    answered as toylm.costcurves says. Raises ValueError for a request that is neither.
    """
    if not isinstance(request, dict) or request.get("kind") != "cost":
        return run(request).to_json()
    from .costcurves import curves  # when it is asked for: fills start sooner without fractions

    model = from_spec(request.get("model"))
    if not isinstance(model, CountsModel):
        raise ValueError("model: its exact cost is known for the kind 'counts' alone")
    return json.dumps(curves(model.lines))


def run(request: dict[str, Any]) -> Trace:
    """The trace that a request asks for. Raises ValueError for a request that is not one."""
    if not isinstance(request, dict) or request.keys() != _KEYS:
        raise ValueError(f"request: want an object with {', '.join(sorted(_KEYS))}")
    if not isinstance(request["settings"], dict):
        raise ValueError("settings: want an object")
    if not isinstance(request["sampler"], str):
        raise ValueError("sampler: want a name")
    settings = {
        name: from_spec(value) if isinstance(value, dict) and "kind" in value else value
        for name, value in request["settings"].items()
    }
    return fill(
        from_spec(request["model"]), request["canvas"], request["sampler"], seed=request["seed"], **settings,
    )
