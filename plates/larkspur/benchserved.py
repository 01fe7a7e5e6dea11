"""The workbench, the summary and the calculator as they are served: the vendor's default everywhere."""

from __future__ import annotations

from typing import Any

from toylm.picture import END

from .choices import CAREFUL, TOKENS

BARS = ("agree", "repeats", "facts")
ASKS = 9
"""Questions for a vendor: ask.1 and on in the plate's strings."""
READER = "manager"
"""Whom the page speaks to before anybody has chosen; readas.js has the same."""
MARKS = 5
"""Distances between the marks of the chart's axis of passes."""

Data = dict[str, Any]


def workbench(file: Data, words: dict[str, Data], lang: str) -> Data:
    """What the template is filled with, of the data file of the same name and each kind's name and reason."""
    settings = {setting["id"]: setting for setting in file["settings"]}
    kinds = [_kind(kind, words[kind["id"]], lang, file, settings) for kind in file["kinds"]]
    rules = dict.fromkeys(setting["rule"] for setting in file["settings"])
    return {
        "kinds": kinds, "vendor": file["vendor"], "default": settings[file["vendor"]], "best": file["best"],
        "groups": [{"rule": rule, "settings": [s for s in file["settings"] if s["rule"] == rule]} for rule in rules],
        "total": sum(kind["vendor"]["passes"] for kind in kinds), **_chart(file, settings),
    }


def _kind(kind: Data, words: Data, lang: str, file: Data, settings: Data) -> Data:
    return {
        "id": kind["id"], "name": words["name"][lang], "why": words["why"][lang], "bar": kind["bar"],
        "shown": [bar for bar in BARS if kind["bar"][bar] is not False],
        "vendor": kind["outcomes"][file["vendor"]], "best": settings[file["best"]["choice"][kind["id"]]],
        "phrases": [_phrase(phrase, file) for phrase in kind["phrases"]],
    }


def _phrase(phrase: Data, file: Data) -> Data:
    """A phrase with the picture of its fill by the vendor's default."""
    run, careful = phrase["cells"][file["vendor"]][0], phrase["cells"][CAREFUL.id][0]
    texts = [file["texts"][str(token)] for token in run["ids"]]
    places = [
        {"text": text, "given": False, "at": at, "end": text == END, "repeat": place > 0 and text == texts[place - 1] != END,
         "differs": run["ids"][place] != careful["ids"][place]}
        for place, (text, at) in enumerate(zip(texts, run["at"]))
    ]
    picture = {"trace": "", "careful": None, "prompt": phrase["prompt"], "places": places, "passes": run["passes"],
               "agree": run["agree"], "blanks": len(places), "repeats": run["repeats"]}
    return {"id": phrase["id"], "picture": picture, "facts": run["facts"]}


def _chart(file: Data, settings: Data) -> Data:
    """The points of quality and passes with their places on the chart, from 0 to 1, and the axes' marks. The vendor's
    default comes last, so that its sign lies on top."""
    most = max(point["passes"] for point in file["points"])
    step = next(step for power in range(9) for first in (1, 2, 5) if (step := first * 10**power) * MARKS >= most)
    points = [
        {**point, "setting": settings[point["setting"]], "x": point["passes"] / (MARKS * step), "y": point["agree"],
         "vendor": point["setting"] == file["vendor"]}
        for point in sorted(file["points"], key=lambda point: (point["setting"] == file["vendor"], point["passes"]))
    ]
    across = [{"at": mark / MARKS, "text": mark * step} for mark in range(MARKS + 1)]
    return {"points": points, "axes": {"x": across, "y": [{"at": mark / 4, "text": f"{25 * mark}%"} for mark in range(5)]}}


def calculator(claim: Data) -> Data:
    """The vendor's figure by tokens a pass, and where the calculator starts for the reader whom the page begins with."""
    speed = claim["vendor"]["speed"]
    return {**claim["vendor"], **claim["start"][READER], "asks": ASKS, "apart": [{"tokens": n, "passes": speed / n} for n in TOKENS]}
