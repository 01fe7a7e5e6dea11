"""The sweep: prompts of many kinds filled in fewer and fewer passes, by several rules, and where quality falls.

The file `sweep`, for the script: {"prompts": [text], "places": n, "rules": [rule]}, a rule being

    id, sampler, settings  what all of its fills have
    vary    the setting that changes: "steps" or "threshold"
    values  what is tried, from the most passes to the fewest
    rows    [{"value", "passes", "agree", "repeats"}], one a value: means over the prompts; agree is the
            share of places as in the careful fill, repeats the share of places that repeat the one before
    cliff   which row comes after the largest fall of `agree`; None where nothing falls
"""

from __future__ import annotations

from statistics import fmean
from typing import Any

from toylm.picture import picture
from toylm.trace import Trace

from .lab import CAREFUL, asked

Data = dict[str, Any]
Traces = dict[str, Trace]

PLACES = 16
STEPS = (16, 12, 8, 6, 5, 4, 3, 2, 1)
THRESHOLDS = (0.99, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.3, 0.1)
RULES: tuple[Data, ...] = (
    {"id": "surest", "sampler": "llada", "settings": {}, "vary": "steps", "values": STEPS},
    {"id": "random", "sampler": "llada", "settings": {"remasking": "random"}, "vary": "steps", "values": STEPS},
    {"id": "entropy", "sampler": "dream", "settings": {"alg": "entropy"}, "vary": "steps", "values": STEPS},
    {"id": "threshold", "sampler": "fast_dllm", "settings": {}, "vary": "threshold", "values": THRESHOLDS},
)
MEASURES = ("agree", "repeats")


def sweeps(lang: str, data: Data) -> dict[str, dict[str, Data]]:
    """Every value of every rule on every prompt, and the careful fills: rule -> trace's name -> request."""
    canvases = [{"prompt": prompt, "places": PLACES} for prompt in data["sweep"][lang]]
    careful = {_name(CAREFUL, 0, i): asked(lang, canvas, CAREFUL, {}) for i, canvas in enumerate(canvases)}
    return {f"sweep-{CAREFUL}": careful} | {
        f"sweep-{rule['id']}": {
            _name(rule["id"], value, i): asked(lang, canvas, rule["sampler"], rule["settings"] | {rule["vary"]: value})
            for value in rule["values"] for i, canvas in enumerate(canvases)
        }
        for rule in RULES
    }


def _name(rule: str, value: float, prompt: int) -> str:
    return f"sweep-{rule}-{round(value * 100)}-{prompt}"


def files(lang: str, data: Data, traces: Traces) -> Data:
    """The file `sweep`."""
    prompts = data["sweep"][lang]
    return {"sweep": {"prompts": prompts, "places": PLACES, "rules": [_counted(rule, len(prompts), traces) for rule in RULES]}}


def _counted(rule: Data, prompts: int, traces: Traces) -> Data:
    rows = [_row(value, [_picture(rule, value, i, traces) for i in range(prompts)]) for value in rule["values"]]
    return {**rule, "values": list(rule["values"]), "rows": rows, "cliff": cliff([row["agree"] for row in rows])}


def _picture(rule: Data, value: float, prompt: int, traces: Traces) -> Data:
    return picture(traces[_name(rule["id"], value, prompt)], traces[_name(CAREFUL, 0, prompt)])


def _row(value: float, fills: list[Data]) -> Data:
    shares = {name: fmean(one[name] / one["blanks"] for one in fills) for name in MEASURES}
    return {"value": value, "passes": fmean(one["passes"] for one in fills)} | shares


def cliff(agree: list[float]) -> int | None:
    """Which row comes after the largest fall, the first of equals; None where nothing falls."""
    falls = [before - after for before, after in zip(agree, agree[1:])]
    return falls.index(max(falls)) + 1 if falls and max(falls) > 0 else None


def numbers(lang: str, data: Data, traces: Traces) -> Data:
    """What `{=sweep.…}` in the words stands for: the prompts and their places, and by rule the rows `before` and `after` its cliff."""
    made = files(lang, data, traces)["sweep"]
    cliffs = {rule["id"]: {"before": rule["rows"][rule["cliff"] - 1], "after": rule["rows"][rule["cliff"]]} for rule in made["rules"] if rule["cliff"]}
    return {"sweep": {"prompts": len(made["prompts"]), "places": PLACES, **cliffs}}


def parts(lang: str, data: Data, traces: Traces, made: Data) -> Data:
    """The part `sweep` as it is served: the first rule's rows, and a chart of every measure for all rules."""
    rules = made["sweep"]["rules"]
    charts = [_chart(measure, rules) for measure in MEASURES]
    return {"sweep": {**made["sweep"], "charts": charts, "models": made["lab"]["models"]}}


def _chart(measure: str, rules: list[Data]) -> Data:
    """A picture of quality against passes, as templates/chart.html draws it."""
    series = [
        {"name": rule["id"], "points": [{"x": round(row["passes"], 2), "y": row[measure], "notes": []} for row in rule["rows"]][::-1]}
        for rule in rules
    ]
    return {
        "name": f"sweep-{measure}", "measure": measure, "series": series, "legend": "low" if measure == "agree" else "high",
        "x": {"from": 1, "to": PLACES, "ticks": [1, *range(2, PLACES + 1, 2)]}, "top": 1 if measure == "agree" else 0.16,
    }
