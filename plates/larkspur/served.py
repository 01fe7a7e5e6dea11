"""What the templates of the parts are filled with: fills as pictures, so that a page can be read before any script."""

from __future__ import annotations

from typing import Any

from toylm.picture import picture
from toylm.trace import Trace

from . import benchserved
from .written import written

CHAPTERS = ("word", "blanks", "sure", "faster", "length", "claim", "workbench")
"""The chapters in their order, by the ids of their sections."""

Traces = dict[str, Trace]
Data = dict[str, Any]


def parts(lang: str, data: Data, traces: Traces, files: Data) -> Data:
    """The data of every part's template, by part; `files` as computed.files makes them."""
    opening, length = files["opening"], files["length"]
    careful = opening["careful"]["trace"]
    bench = benchserved.workbench(files["workbench"], {kind["id"]: kind for kind in data["kinds"]["kind"]}, lang)
    word = _named("typed", traces, files["word"]["trace"])
    made = {
        "opening": {"sides": [_named(side, traces, opening[side]["trace"], careful) for side in ("careful", "once")]},
        "ideas": [{**idea, **idea[lang]} for idea in data["ideas"]["idea"]],
        "path": list(CHAPTERS),
        "typewriter": {**word, "odds": odds(written(traces[files["word"]["trace"]]))},
        "frame": _named("frame", traces, files["blanks"]["trace"]),
        "sure": _sure(files["sure"], traces),
        "faster": _faster(files["faster"], bench, traces),
        "length": [_length(str(frame["places"]), frame, traces) for frame in length["frames"]] + [_length("grown", length["grown"], traces)],
        "calculator": benchserved.calculator(data["claim"]),
        "workbench": bench, "summary": bench,
    }
    return made | {f"check-{chapter}": data["checks"][chapter][lang] for chapter in CHAPTERS}


def _sure(file: Data, traces: Traces) -> list[Data]:
    """Tokens a pass, and two fills with as many: the surest, and the first run of any."""
    careful = file["careful"]
    return [
        {"tokens": row["tokens"], "sides": [
            _named(rule, traces, run["trace"], careful) for rule, run in (("surest", row["surest"]), ("random", row["random"][0]))]}
        for row in file["rows"]
    ]


def _faster(file: Data, bench: Data, traces: Traces) -> list[Data]:
    """A row a setting: its fill of one phrase as a picture, and its means over all phrases."""
    careful = file["runs"][0]["trace"]
    points = {point["setting"]["id"]: point for point in bench["points"]}
    return [{**_named(run["setting"], traces, run["trace"], careful), "mean": points[run["setting"]]} for run in file["runs"]]


def _length(name: str, frame: Data, traces: Traces) -> Data:
    """A frame's picture and counts; passes that set nothing are among them, as they are in the player."""
    return {**frame, **_named(name, traces, frame["trace"]), "passes": frame["passes"]}


def _named(name: str, traces: Traces, trace: str, careful: str | None = None) -> Data:
    """A fill as a picture, as far as it was written, with the names by which the page's script finds it again."""
    shown = picture(written(traces[trace]), traces[careful] if careful else None)
    return {"id": name, "trace": trace, "careful": careful, **shown}


def odds(trace: Trace) -> list[Data]:
    """Of each pass: the token that it set, and the likeliest tokens there with their odds."""
    return [
        {"text": trace.texts[one.commits[0][1]], "among": [{"text": trace.texts[token], "share": share} for _, token, share in one.guesses]}
        for one in trace.passes if one.commits
    ]
