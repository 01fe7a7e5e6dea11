"""The sweep: the lab's canvases filled in fewer and fewer passes, by several rules, and where quality falls.

The file `sweep`, for the script: {"rules": [rule]}, a rule being

    id, sampler, settings  what all of its fills have
    vary    "tokens": a fill of n places gets ceil(n / value) steps; "threshold": it gets the value
    values  what is tried, from the most passes to the fewest
    rows    [{"value", "passes", "agree", "repeats"}], one a value: means over the canvases; agree is the
            share of places as in the careful fill, repeats counts tokens that equal the one before them
    cliff   which row comes after the largest fall of `agree`; None where nothing falls
"""

from __future__ import annotations

from statistics import fmean
from typing import Any

from toylm.picture import picture
from toylm.trace import Trace

from .lab import CAREFUL, asked, fill_name

Data = dict[str, Any]
Traces = dict[str, Trace]

TOKENS = (1, 2, 3, 4, 6, 8, 12, 24)
THRESHOLDS = (0.99, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.3, 0.1)
RULES: tuple[Data, ...] = (
    {"id": "surest", "sampler": "llada", "settings": {}, "vary": "tokens", "values": TOKENS},
    {"id": "random", "sampler": "llada", "settings": {"remasking": "random"}, "vary": "tokens", "values": TOKENS},
    {"id": "entropy", "sampler": "dream", "settings": {"alg": "entropy"}, "vary": "tokens", "values": TOKENS},
    {"id": "threshold", "sampler": "fast_dllm", "settings": {}, "vary": "threshold", "values": THRESHOLDS},
)


def settings_of(rule: Data, value: float, places: int) -> Data:
    """A sampler's settings for a value of what its rule varies."""
    varied = {"threshold": value} if rule["vary"] == "threshold" else {"steps": -(-places // value)}
    return rule["settings"] | varied


def sweeps(lang: str, data: Data) -> dict[str, dict[str, Data]]:
    """Every value of every rule on every canvas: rule -> trace's name -> request."""
    return {
        f"sweep-{rule['id']}": {
            _name(rule, value, canvas): asked(lang, canvas, rule["sampler"], settings_of(rule, value, canvas["places"]))
            for value in rule["values"] for canvas in data["lab"]["canvas"][lang]
        }
        for rule in RULES
    }


def _name(rule: Data, value: float, canvas: Data) -> str:
    return f"sweep-{rule['id']}-{round(value * 100)}-{canvas['id']}"


def files(lang: str, data: Data, traces: Traces) -> Data:
    """The file `sweep`."""
    canvases = data["lab"]["canvas"][lang]
    return {"sweep": {"rules": [_counted(rule, canvases, traces) for rule in RULES]}}


def _counted(rule: Data, canvases: list[Data], traces: Traces) -> Data:
    rows = [_row(value, [_picture(rule, value, canvas, traces) for canvas in canvases]) for value in rule["values"]]
    return {**rule, "values": list(rule["values"]), "rows": rows, "cliff": cliff([row["agree"] for row in rows])}


def _picture(rule: Data, value: float, canvas: Data, traces: Traces) -> Data:
    return picture(traces[_name(rule, value, canvas)], traces[fill_name(canvas, CAREFUL)])


def _row(value: float, fills: list[Data]) -> Data:
    agree = fmean(one["agree"] / one["blanks"] for one in fills)
    return {"value": value, "agree": agree} | {name: fmean(one[name] for one in fills) for name in ("passes", "repeats")}


def cliff(agree: list[float]) -> int | None:
    """Which row comes after the largest fall, the first of equals; None where nothing falls."""
    falls = [before - after for before, after in zip(agree, agree[1:])]
    return falls.index(max(falls)) + 1 if falls and max(falls) > 0 else None


def parts(lang: str, data: Data, traces: Traces, made: Data) -> Data:
    """The part `sweep` as it is served: the first rule's rows."""
    return {"sweep": {"rules": made["sweep"]["rules"], "canvases": made["lab"]["canvases"], "models": made["lab"]["models"]}}
