"""The demonstrations of plate 3: their traces, their figures, and what their templates are filled with.

What is filled stands in demos.toml. The file `demos` holds what takes the toy, or many passes, to find out:
{"seam": seam.table, "caches": [_cache], "infill": [_infill], "stream": [_stream], "bill": [_bill], "threshold": [_at]}.
"""

from __future__ import annotations

from typing import Any

from toylm.models import from_spec
from toylm.picture import picture
from toylm.request import canvas_of
from toylm.trace import Trace

from . import caches, seam, skeleton, stream

THRESHOLDS = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0)
THRESHOLD = 0.9
"""Fast-dLLM's own default."""
BLOCK = 8
ETA, STEPS = 0.2, 24
"""Of the fill that takes tokens back: ReMDM's cap, raised so that a short text shows it, and its steps."""

Data = dict[str, Any]
Traces = dict[str, Trace]


def requests(lang: str, data: Data) -> dict[str, Data]:
    """Every trace that the demonstrations play, by name."""
    asked = data["demos"][lang]
    walk, bill = asked["walk"], asked["bill"]
    out = {"walk": _asked(lang, walk, "llada", {"steps": walk["steps"]})}
    out["threshold-careful"] = _asked(lang, asked["threshold"], "llada", {})
    out |= {f"threshold-{_hundredths(t)}": _asked(lang, asked["threshold"], "fast_dllm", {"threshold": t}) for t in THRESHOLDS}
    out |= {f"cache-{name}": _asked(lang, asked["caches"], *how, model) for name, (model, *how) in _caches(lang).items()}
    out |= {f"infill-{name}": _infilled(lang, one) for name, one in asked["infill"].items()}
    out |= {f"stream-{name}": _asked(lang, asked["stream"], *how) for name, (_, *how) in STREAMS.items()}
    for places in bill["places"]:
        out[f"bill-{places}"] = _asked(lang, {**bill, "places": places}, "fast_dllm", {"threshold": THRESHOLD})
    return out


def _asked(lang: str, one: Data, sampler: str, settings: Data, model: str = "masked") -> Data:
    """A fill after a prompt, as toylm.request reads it."""
    return {
        "model": spec(lang, model), "prompt": one["prompt"], "places": one["places"],
        "sampler": sampler, "seed": 1, "settings": settings,
    }


def spec(lang: str, model: str) -> Data:
    """A toy of a language as requests name it."""
    return {"kind": "transformer", "name": f"{lang}-{model}"}


def _hundredths(threshold: float) -> int:
    return round(threshold * 100)


def _caches(lang: str) -> dict[str, tuple]:
    """By name: the model, the sampler and its settings."""
    fast = {"threshold": THRESHOLD, "block_length": BLOCK}
    out = {kind: ("masked", "fast_dllm", {**fast, "cache": kind}) for kind in ("none", "prefix", "dual")}
    return out | {"block": ("block", *in_blocks(lang))}


def in_blocks(lang: str) -> tuple[str, Data]:
    """The sampler that writes in the block model's own blocks, and its settings."""
    size = from_spec(spec(lang, "block")).block
    return "fast_dllm_v2", {"block_size": size, "small_block_size": size, "threshold": THRESHOLD}


def _infilled(lang: str, one: Data) -> Data:
    model = spec(lang, "masked")
    ids = skeleton.canvas(from_spec(model), one["prompt"], one["text"])
    return {"model": model, "canvas": ids, "sampler": "fast_dllm", "seed": 1, "settings": {"threshold": THRESHOLD}}


STREAMS = {
    "token": (stream.whole, "llada", {}),
    "block": (stream.by_block, "llada", {"block_length": BLOCK}),
    "canvas": (stream.whole, "remdm", {"num_steps": STEPS, "strategy": "remdm-cap", "eta": ETA}),
}
"""What is sent, and the fill that it is sent of: sampler and settings."""


def files(lang: str, data: Data, traces: Traces) -> Data:
    """What the demonstrations show, worked out once."""
    return {"demos": {"seam": _seam(lang, data["demos"][lang]["seam"]), **_counted(lang, data, traces)}}


def _counted(lang: str, data: Data, traces: Traces) -> Data:
    """What is counted from traces alone."""
    asked = data["demos"][lang]
    return {
        "threshold": [_at(traces, threshold) for threshold in THRESHOLDS],
        "caches": [_cache(lang, name, traces) for name in _caches(lang)],
        "infill": [_infill(name, one, traces) for name, one in asked["infill"].items()],
        "stream": [_stream(name, asked["stream"], traces) for name in STREAMS],
        "bill": [_bill(places, traces) for places in asked["bill"]["places"]],
    }


def _seam(lang: str, asked: Data) -> Data:
    model = from_spec(spec(lang, "masked"))
    return seam.table(model, *seam.widest(model, [canvas_of(model, prompt, asked["places"]) for prompt in asked["prompts"]]))


def _at(traces: Traces, threshold: float) -> Data:
    """A place on the dial: {"threshold", "trace", "careful", "passes", "tokens" a pass, "agree": share, "repeats"}."""
    name = f"threshold-{_hundredths(threshold)}"
    shown = picture(traces[name], traces["threshold-careful"])
    return {
        "threshold": threshold, "trace": name, "careful": "threshold-careful", "passes": shown["passes"],
        "tokens": shown["blanks"] / shown["passes"], "agree": shown["agree"] / shown["blanks"], "repeats": shown["repeats"],
    }


def _cache(lang: str, name: str, traces: Traces) -> Data:
    """{"id", "rows": caches.grid, "total": caches.totals, "passes", "size" of the canvas, "start" of the answer, "text",
    "agree", "blanks": against the same without a cache (None for another model)}."""
    trace = traces[f"cache-{name}"]
    block = from_spec(spec(lang, "block")).block if name == "block" else None
    rows = caches.grid(trace, block)
    shown = picture(trace, traces["cache-none"] if block is None else None)
    return {
        "id": name, "rows": rows, "total": caches.totals(rows), "passes": len(rows), "size": len(trace.canvas),
        "start": trace.canvas.index(trace.mask_id), "text": shown["text"].strip(), "agree": shown["agree"], "blanks": shown["blanks"],
    }


def _infill(name: str, asked: Data, traces: Traces) -> Data:
    """{"id", "trace", "text": the whole text, "right": whether it is the answer, "reads": whether its parser takes it,
    "blanks", "given", "passes", "again": what all of it and an end token would take left to right, a pass a token: reckoned, not run}."""
    trace = traces[f"infill-{name}"]
    answer = skeleton.plain(asked["text"])
    blanks = trace.canvas.count(trace.mask_id)
    size = _size(trace, answer, asked["prompt"])
    text = trace.text(trace.ids[-size:]).strip()
    reads = {"json": skeleton.is_json, "code": skeleton.is_python}[name]
    return {
        "id": name, "trace": f"infill-{name}", "text": text, "right": text == answer.strip(), "reads": reads(text),
        "blanks": blanks, "given": size - blanks, "passes": trace.forward_passes, "again": size + 1,
    }


def _size(trace: Trace, answer: str, prompt: str) -> int:
    """How many places the skeleton has: what is left when the prompt's letters are over."""
    letters, place = len(prompt), 0
    while letters > 0:
        letters -= len(trace.texts[trace.canvas[place]])
        place += 1
    return len(trace.canvas) - place


def _stream(name: str, asked: Data, traces: Traces) -> Data:
    """A stream's report with its name."""
    trace, what = traces[f"stream-{name}"], STREAMS[name][0]
    messages = stream.sent(trace, len(trace.canvas) - asked["places"], what, BLOCK)
    return {"id": name, "passes": trace.forward_passes, "sent": len(messages) - 1, **stream.report(messages)}


def _bill(places: int, traces: Traces) -> Data:
    """A canvas of so many places: {"places", "used": up to the first end token, "ends", "passes", "positions"}."""
    shown = picture(traces[f"bill-{places}"], None)
    ends = [place["end"] for place in shown["places"]]
    used = ends.index(True) if any(ends) else len(ends)
    return {
        "places": places, "used": used, "ends": places - used, "text": shown["text"].strip(),
        "passes": shown["passes"], "positions": traces[f"bill-{places}"].positions,
    }


def numbers(lang: str, data: Data, traces: Traces) -> Data:
    """What `{=demo.…}` in the words stands for, under the key `demo`: the file's rows by name, without long texts."""
    made = _counted(lang, data, traces)
    kept = {
        "threshold": {str(_hundredths(row["threshold"])): row for row in made["threshold"]},
        **{part: {str(row.get("id", row.get("places"))): row for row in made[part]} for part in ("caches", "infill", "stream", "bill")},
    }
    return {"demo": {
        **{part: {name: _plain(row) for name, row in rows.items()} for part, rows in kept.items()},
        "remdm": {"eta": ETA, "steps": STEPS},
        "walk": {"passes": traces["walk"].forward_passes, "text": picture(traces["walk"], None)["text"].strip()},
    }}


def _plain(row: Data) -> Data:
    return {name: value for name, value in row.items() if not isinstance(value, list)}


def parts(lang: str, data: Data, traces: Traces, made: Data) -> Data:
    """What the templates of the demonstrations are filled with; `made` as `files` gives it."""
    asked, demos = data["demos"][lang], made["demos"]
    return {
        "walkthrough": _walk(traces["walk"]),
        "seam": demos["seam"],
        "threshold": [
            {**row, "share": row["agree"], **picture(traces[row["trace"]], traces[row["careful"]])} for row in demos["threshold"]
        ],
        "caches": demos["caches"],
        "infill": [{**_pictured(row, traces), "before": asked["infill"][row["id"]].get("before")} for row in demos["infill"]],
        "stream": demos["stream"],
        "bill": demos["bill"],
        "outside": {"trace": "walk", "careful": None, **picture(traces["walk"], None)},
    }


def _pictured(row: Data, traces: Traces) -> Data:
    """A row with its fill as a picture; the row's own values stand over the picture's."""
    return {"careful": None, **picture(traces[row["trace"]], None), **row}


def _walk(trace: Trace) -> Data:
    """A fill in five steps: {"trace", "fill": its picture, "steps": [{"at": position, "holes": figures of its words}]}."""
    first, second = (_guesses(trace, number) for number in (0, 1))
    surest, unsurest = max(first.values(), key=lambda guess: guess[1]), min(first.values(), key=lambda guess: guess[1])
    kept, shown = len(trace.passes[0].commits), picture(trace, None)
    holes = [
        {"blanks": len(first)},
        {**_said(trace, "sure", surest), **_said(trace, "unsure", unsurest)},
        {"kept": kept, "again": len(first) - kept},
        {"changed": sum(token != first[place][0] for place, (token, _) in second.items()), "blanks": len(second)},
        {"passes": trace.forward_passes, "text": shown["text"].strip(), "blanks": len(first)},
    ]
    at = [0, 0.5, 1, 1.5, len(trace.passes)]
    return {"trace": "walk", "careful": None, **shown, "steps": [{"at": at, "holes": holes} for at, holes in zip(at, holes)]}


def _guesses(trace: Trace, number: int) -> dict[int, tuple[int, float]]:
    """The guess of a pass for each place; where it has several, the first."""
    return {place: (token, sure) for place, token, sure in reversed(trace.passes[number].guesses)}


def _said(trace: Trace, name: str, guess: tuple[int, float]) -> dict[str, str]:
    """A guess and its odds as two holes of a sentence: name and name_odds."""
    token, sure = guess
    return {name: trace.texts[token].strip(), f"{name}_odds": f"{sure:.0%}"}
