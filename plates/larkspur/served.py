"""What the templates of the parts are filled with: fills as pictures, so that a page can be read before any script.

computed.py hands its `files` on to `parts`. What is read of them here, by file:

    opening    {"careful": trace, "once": trace}, both fills of one prompt
    word       {"traces": [trace, ...]}, left to right; guesses list the likeliest tokens, the likeliest first
    blanks     {"traces": [trace, ...]}, careful fills
    sure       {"pairs": [{"surest": trace, "random": trace, "careful": trace}, ...]}, as many tokens a pass
    faster     {"careful": trace, "rows": [{"rule", "value", "trace", "passes", "agree", "repeats"}, ...]},
               `value` the tokens a pass or the threshold; "trace" is the row's fill of one prompt, the
               other figures are means over all pinned phrases: agree from 0 to 1, repeats a fill
    length     {"careful": trace, "frames": [{"places", "trace"}, ...], "block": trace}
    workbench  {"kinds": [{"id", "name", "why", "bars": {"agree", "repeats", "facts"},
               "outcomes": {setting: {"passes", "agree", "repeats", "facts", "misses"}},
               "phrases": [{"id", "prompt", "places", "cells": {setting: [run, ...]}}]}],
               "settings": [{"id", "rule", "tokens", "threshold", "seeds", "requests": {places: {"sampler",
               "settings"}}}], the careful one first, "texts": {token: text}, "model": spec, "vendor": setting,
               "best": {"total", "choice": {kind: setting}}, "points": [{"setting", "passes", "agree", "front"}]};
               a run is {"ids", "at", "passes", "agree", "repeats", "facts"}, a request is model, prompt,
               places and seed beside those of the setting
"""

from __future__ import annotations

from typing import Any

from toylm.trace import Trace

from .benchserved import calculator, workbench

CHAPTERS = ("word", "blanks", "sure", "faster", "length", "claim", "workbench")
"""The chapters in their order, by the ids of their sections."""
END = "∎"
"""What an end token looks like in a trace."""

Traces = dict[str, Trace]


def parts(lang: str, data: dict[str, Any], traces: Traces, files: dict[str, Any]) -> dict[str, Any]:
    """The data of every part's template, by part."""
    bench = workbench(files["workbench"])
    made = {
        "opening": {"sides": [_named(side, traces, files["opening"][side], files["opening"]["careful"]) for side in ("careful", "once")]},
        "ideas": [{**idea, **idea[lang]} for idea in data["ideas"]["idea"]],
        "path": list(CHAPTERS),
        "calculator": calculator(data["claim"]),
        "typewriter": [{**_named(name, traces, name), "odds": odds(traces[name])} for name in files["word"]["traces"]],
        "frame": [_named(name, traces, name, name) for name in files["blanks"]["traces"]],
        "sure": [
            [_named(rule, traces, pair[rule], pair["careful"]) for rule in ("surest", "random")] for pair in files["sure"]["pairs"]
        ],
        "faster": [_row(row, traces, files["faster"]["careful"]) for row in files["faster"]["rows"]],
        "length": [_named(str(frame["places"]), traces, frame["trace"], None) for frame in _frames(files["length"])],
        "workbench": bench, "summary": bench,
    }
    return made | {f"check-{chapter}": data["checks"][chapter][lang] for chapter in CHAPTERS if chapter in data["checks"]}


def _row(row: dict[str, Any], traces: Traces, careful: str) -> dict[str, Any]:
    """A setting: its fill as a picture, and its means."""
    means = {name: row[name] for name in ("passes", "agree", "repeats")}
    return {**_named(row["rule"], traces, row["trace"], careful), "rule": row["rule"], "value": row["value"], "mean": means}


def _frames(length: dict[str, Any]) -> list[dict[str, Any]]:
    """The frames of the length chapter, the one that grows by blocks last."""
    return [*length["frames"], {"places": "block", "trace": length["block"]}]


def _named(name: str, traces: Traces, trace: str, careful: str | None = None) -> dict[str, Any]:
    """A fill as a picture, with the names by which the page's script finds it again."""
    return {"id": name, "trace": trace, "careful": careful, **picture(traces[trace], traces[careful] if careful else None)}


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


def odds(trace: Trace) -> list[dict[str, Any]]:
    """Of each pass: the token that it set, and the likeliest tokens there with their odds."""
    return [
        {"text": trace.texts[one.commits[0][1]], "among": [{"text": trace.texts[token], "share": share} for _, token, share in one.guesses]}
        for one in trace.passes if one.commits
    ]
