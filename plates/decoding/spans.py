"""A prompt that holds mask tokens itself, filled by the toy with no defence and with each of three.

The prompts stand in demos.toml: `prompt` is the template, `order` the same kind of slip with nothing blank, `names`
the words that a reply may hold only if the user's own text does. The file `spans`: see `files`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from toylm import fill
from toylm.guessing import Guesses
from toylm.models import from_spec
from toylm.picture import picture
from toylm.recording import setting
from toylm.request import canvas_of, run
from toylm.selecting import at_least
from toylm.trace import MASK_TEXT, Pass, Trace

THRESHOLD = 0.9
SAMPLER = "fast_dllm"

Data = dict[str, Any]
Traces = dict[str, Trace]


def requests(lang: str, data: Data) -> dict[str, Data]:
    """The template and the order, each filled with no defence: spans-open and spans-order."""
    asked = data["demos"][lang]["spans"]
    return {"spans-open": _asked(lang, asked, "prompt"), "spans-order": _asked(lang, asked, "order")}


def _asked(lang: str, asked: Data, which: str, **more: Any) -> Data:
    return {
        "model": _spec(lang), "prompt": asked[which], "places": asked["places"], "sampler": SAMPLER, "seed": 1,
        "settings": {"threshold": THRESHOLD, **more},
    }


def _spec(lang: str) -> Data:
    return {"kind": "transformer", "name": f"{lang}-masked"}


def answer_only(
    model: Callable, ids: np.ndarray, rng: object, *, start: int, threshold: float, faithful: bool = True,
) -> Iterator[Pass]:
    """Fast-dLLM's threshold rule with candidates from place `start` on alone; a blank before it stays blank.

    faithful  has to be True, so that `fill` lets blanks be left
    """
    guesses = Guesses(rng, 0.0)
    while (blank := start + np.flatnonzero(ids[start:] == model.mask_id)).size:
        found = guesses(model(ids), blank)
        yield setting(ids, found, at_least(found.key, threshold), [(0, len(ids))])


def refusal(lang: str, asked: Data, which: str) -> str | None:
    """What toylm says where the end of the prompt is told and the prompt holds a mask token; None where it fills."""
    length = len(from_spec(_spec(lang)).encode(asked[which]))
    try:
        run(_asked(lang, asked, which, prompt_length=length))
    except ValueError as error:
        return str(error)
    return None


def strangers(names: list[str], sent: str, text: str) -> list[str]:
    """The names in a text that what was sent does not have."""
    return [name for name in names if name in text and name not in sent]


def files(lang: str, data: Data, traces: Traces) -> Data:
    """The file `spans`: {"prompt", "order", "mask", "trace", "blanks": in the template, "open", "answer": [of the
    template, of the order]: {"prompt", "reply", "passes", "strangers", "kept": blanks left}, "refused": likewise, what
    toylm says or None}."""
    asked = data["demos"][lang]["spans"]
    return {"spans": {
        "prompt": asked["prompt"], "order": asked["order"], "mask": MASK_TEXT, "trace": "spans-open",
        "blanks": asked["prompt"].count(MASK_TEXT),
        "open": [_told(lang, asked, which, traces[name]) for which, name in (("prompt", "spans-open"), ("order", "spans-order"))],
        "answer": [_told(lang, asked, which, _answered(lang, asked, which)) for which in ("prompt", "order")],
        "refused": [refusal(lang, asked, which) for which in ("prompt", "order")],
    }}


def _answered(lang: str, asked: Data, which: str) -> Trace:
    model = from_spec(_spec(lang))
    canvas = canvas_of(model, asked[which], asked["places"])
    return fill(model, canvas, answer_only, start=len(canvas) - asked["places"], threshold=THRESHOLD, faithful=True)


def _told(lang: str, asked: Data, which: str, trace: Trace) -> Data:
    start = len(trace.ids) - asked["places"]
    prompt, reply = trace.text(trace.ids[:start]), from_spec(_spec(lang)).decode(trace.ids[start:])
    return {
        "prompt": prompt.strip(), "reply": reply.strip(), "passes": trace.forward_passes,
        "kept": trace.ids.count(trace.mask_id), "strangers": strangers(asked["names"], asked[which], reply),
    }


def numbers(lang: str, data: Data, traces: Traces) -> Data:
    """What `{=spans.…}` stands for."""
    template = data["demos"][lang]["spans"]["prompt"]
    return {"spans": {"blanks": template.count(MASK_TEXT), "passes": traces["spans-open"].forward_passes}}


def parts(lang: str, data: Data, traces: Traces, made: Data) -> Data:
    """The part `spans`: the file, with the fill of the template as a picture."""
    return {"spans": {**made["spans"], "fill": {"trace": "spans-open", "careful": None, **picture(traces["spans-open"], None)}}}
