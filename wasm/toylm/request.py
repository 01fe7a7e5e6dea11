"""A fill asked for as plain data: what the build computes and what a page asks of its worker.

    {"model": {"kind": "counts", ...}, "canvas": [0, 0, ...], "sampler": "llada",
     "seed": 0, "settings": {"steps": 8}}

In place of "canvas" a request may give a text and how many blanks follow it, so that a reader's own
words need no vocabulary where they are typed; the model turns the text into token ids:

    {"model": {"kind": "transformer", "name": "en-masked"}, "prompt": "Order 4417: ...", "places": 16, ...}

A setting that is a model (the speculative sampler's draft) is given by its spec, too. A "source" besides is
the sampler's file as a reader has changed it (toylm.edited). The same request gives the same trace wherever
it is run.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from . import settings as check
from .filling import BLANK, fill
from .models import from_spec
from .models.counts import CountsModel
from .trace import Trace

_KEYS = {"model", "canvas", "sampler", "seed", "settings"}
_TYPED = _KEYS - {"canvas"} | {"prompt", "places"}


def answer(request: dict[str, Any]) -> str:
    """What a request asks for, as JSON: a fill's trace, what filling in parallel costs, or what blanks might be.

    The second is asked for as {"kind": "cost", "model": {"kind": "counts", "lines": [...]}} and
    answered by `charts` of toylm.costcurves, the third as {"kind": "odds", ...} (toylm.candidates). An edited
    sampler's faults are an answer, too (toylm.edited). Raises ValueError for a request that is none of these.
    """
    if isinstance(request, dict) and "source" in request:
        from .edited import answer as answer_edited  # when it is asked for, as below

        return answer_edited(request)
    if isinstance(request, dict) and request.get("kind") == "odds":
        from .candidates import answer as answer_odds

        return json.dumps(answer_odds(request))
    if not isinstance(request, dict) or request.get("kind") != "cost":
        return run(request).to_json()
    from .costcurves import charts, curves  # when it is asked for: fills start sooner without fractions

    model = from_spec(request.get("model"))
    if not isinstance(model, CountsModel):
        raise ValueError("model: its exact cost is known for the kind 'counts' alone")
    return json.dumps(charts(curves(model.lines)))


def run(request: dict[str, Any]) -> Trace:
    """The trace that a request asks for. Raises ValueError for a request that is not one."""
    if not isinstance(request, dict) or request.keys() - {"source"} not in (_KEYS, _TYPED):
        raise ValueError(
            f"request: want an object with {', '.join(sorted(_KEYS))}; prompt and places may stand in place of canvas"
        )
    if not isinstance(request["settings"], dict):
        raise ValueError("settings: want an object")
    if not isinstance(request["sampler"], str):
        raise ValueError("sampler: want a name")
    settings = {
        name: from_spec(value) if isinstance(value, dict) and "kind" in value else value
        for name, value in request["settings"].items()
    }
    model = from_spec(request["model"])
    canvas = request["canvas"] if "canvas" in request else canvas_of(model, request["prompt"], request["places"])
    return fill(model, canvas, _sampler(request), seed=request["seed"], **settings)


def _sampler(request: dict[str, Any]) -> str | Callable:
    """A sampler's name, or the function that the request's own text defines."""
    if "source" not in request:
        return request["sampler"]
    from .edited import load

    return load(request["sampler"], request["source"])


def canvas_of(model: Any, prompt: Any, places: Any) -> list[int]:
    """A text's token ids and as many blanks as there are places after it.

    Raises ValueError for what is no text, a character that has no token, no place, or a model that
    cannot read text; and, with the counts, for more places than the model was trained for.
    """
    if not isinstance(prompt, str):
        raise ValueError("prompt: want a text")
    if not hasattr(model, "end_id"):
        raise ValueError("prompt: this model fills lines and has no text before them; want canvas")
    check.whole("places", places, 1)
    ids = model.encode(prompt)
    most = model.config["shape"]["places"]
    if len(ids) + places > most:
        raise ValueError(
            f"prompt: its {len(ids)} tokens and {places} places make {len(ids) + places}; "
            f"{model.config['name']} was trained for {most} in all"
        )
    return [*ids, *[BLANK if model.mask_id is None else model.mask_id] * places]
