"""The workbench, the summary and the calculator as they are served: the vendor's default everywhere."""

from __future__ import annotations

from typing import Any

from .choices import TOKENS

BARS = ("agree", "repeats", "facts")
ASKS = 9
"""Questions for a vendor: ask.1 and on in the plate's strings."""
STEPS = (1, 2, 5)
"""First digits of the distances between the marks of an axis."""

Data = dict[str, Any]


def workbench(file: Data) -> Data:
    """What the workbench's template is filled with, of the data file of the same name."""
    settings = {setting["id"]: setting for setting in file["settings"]}
    default = settings[file["vendor"]]
    kinds = [_kind(kind, file, settings) for kind in file["kinds"]]
    rules = dict.fromkeys(setting["rule"] for setting in file["settings"])
    return {
        "kinds": kinds, "vendor": file["vendor"], "default": default, "best": file["best"],
        "groups": [{"rule": rule, "settings": [s for s in file["settings"] if s["rule"] == rule]} for rule in rules],
        "total": sum(kind["vendor"]["passes"] for kind in kinds), **_chart(file, settings),
    }


def _kind(kind: Data, file: Data, settings: Data) -> Data:
    return {
        "id": kind["id"], "name": kind["name"], "why": kind["why"], "bars": kind["bars"],
        "shown": [bar for bar in BARS if kind["bars"][bar] is not False],
        "vendor": kind["outcomes"][file["vendor"]], "best": settings[file["best"]["choice"][kind["id"]]],
        "phrases": [_phrase(phrase, file) for phrase in kind["phrases"]],
    }


def _phrase(phrase: Data, file: Data) -> Data:
    """A phrase with the picture of its fill by the vendor's default."""
    run, careful = phrase["cells"][file["vendor"]][0], phrase["cells"][file["settings"][0]["id"]][0]
    texts = [file["texts"][str(token)] for token in run["ids"]]
    places = [
        {"text": text, "given": False, "at": at, "end": text == "∎", "repeat": number > 0 and text == texts[number - 1] != "∎",
         "differs": run["ids"][number] != careful["ids"][number]}
        for number, (text, at) in enumerate(zip(texts, run["at"]))
    ]
    picture = {"trace": "", "careful": None, "prompt": phrase["prompt"], "places": places, "passes": run["passes"],
               "agree": run["agree"], "blanks": len(places), "repeats": run["repeats"]}
    return {"id": phrase["id"], "picture": picture, "facts": run["facts"]}


def _chart(file: Data, settings: Data) -> Data:
    """The points of quality and passes with their places on the chart, from 0 to 1, and the axes' marks."""
    most = max(point["passes"] for point in file["points"])
    step = next(step for power in range(9) for first in STEPS if (step := first * 10**power) * 5 >= most)
    points = [
        {**point, "setting": settings[point["setting"]], "x": point["passes"] / (5 * step), "y": point["agree"],
         "vendor": point["setting"] == file["vendor"]}
        for point in sorted(file["points"], key=lambda point: point["passes"])
    ]
    axes = {"x": [{"at": n / 5, "text": n * step} for n in range(6)], "y": [{"at": n / 4, "text": f"{25 * n} %"} for n in range(5)]}
    return {"points": points, "axes": axes}


def calculator(claim: Data) -> Data:
    """The vendor's figure by tokens a pass, and where the calculator starts."""
    speed = claim["vendor"]["speed"]
    return {**claim["vendor"], **claim["start"], "asks": ASKS, "apart": [{"tokens": n, "passes": speed / n} for n in TOKENS]}
