"""A finished fill as plain data for a page that is read before any script runs."""

from __future__ import annotations

from typing import Any

from .trace import Trace

END = "∎"
"""What an end token looks like on screen."""


def picture(trace: Trace, careful: Trace | None) -> dict[str, Any]:
    """A finished fill, place by place from its first blank on.

    -> {"prompt": the text before it, "places": [{"text", "given", "at", "end", "repeat", "differs"}],
    "passes", "agree", "blanks", "repeats"}; `at` is the pass (from 1) that set a place, 0 for one that
    was given; `agree` is how many places hold what the careful fill put there (None without one).
    """
    first = trace.canvas.index(trace.mask_id)
    at = {place: number for number, one in enumerate(trace.passes, 1) for place, _ in one.commits}
    places = [_place(trace, careful, place, at.get(place, 0)) for place in range(first, len(trace.canvas))]
    free = [place for place in places if not place["given"]]
    return {
        "prompt": "".join(trace.texts[token] for token in trace.canvas[:first]),
        "text": "".join(place["text"] for place in places).split(END)[0],
        "places": places, "passes": trace.forward_passes, "blanks": len(free),
        "agree": sum(not place["differs"] for place in free) if careful else None,
        "repeats": sum(place["repeat"] for place in places),
    }


def _place(trace: Trace, careful: Trace | None, place: int, at: int) -> dict[str, Any]:
    token = trace.ids[place]
    text = trace.texts[token]
    return {
        "text": text, "given": trace.canvas[place] != trace.mask_id, "at": at, "end": text == END,
        "repeat": place > 0 and token == trace.ids[place - 1] and text != END,
        "differs": careful is not None and token != careful.ids[place],
    }
