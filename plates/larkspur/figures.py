"""The figures that plate 2's words print, counted from its traces and from the files of its chapters.

`made` is what `files` of computed.py gives. Shares are from 0 to 1; passes and repeats of a setting are
means over the pinned phrases, `facts` counts the phrases.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import mean
from typing import Any

from toylm.models import from_spec
from toylm.picture import END
from toylm.trace import Trace

SURE = 0.9
"""A guess or a token with at least these odds is called sure."""
CAREFUL = "surest-1"
KEPT = 4
"""Tokens a pass of the two fills that the words of `sure` compare."""
TOKENS = (1, 2, 4, 8, 16)

Made = dict[str, Any]


def numbers(lang: str, traces: dict[str, Trace], made: Made) -> dict[str, Any]:
    """What `{=name}` in the words stands for."""
    bench = made["workbench"]
    return {
        "toy": toy(lang), "opening": opening(made["opening"]),
        "word": word(traces[made["word"]["trace"]], made["word"]["stop"]),
        "blanks": blanks(traces[made["blanks"]["trace"]]),
        "sure": sure(made["sure"]), "length": length(traces, made["length"]),
        "setting": {setting["id"]: setting_of(bench, setting["id"]) for setting in bench["settings"]},
        "phrases": sum(len(kind["phrases"]) for kind in bench["kinds"]), "workbench": workbench(bench),
    }


def tables(made: Made) -> dict[str, list[list[Any]]]:
    """`sure`: tokens a pass; agreement of the surest and of any; repeats of the surest and of any."""
    rows = []
    for tokens in TOKENS:
        surest, scattered = (setting_of(made["workbench"], f"{rule}-{tokens}") for rule in ("surest", "random"))
        shares = [f"{one['agree']:.0%}" for one in (surest, scattered)]
        rows.append([tokens, *shares, *(f"{one['repeats']:.1f}" for one in (surest, scattered))])
    return {"sure": rows}


def toy(lang: str) -> dict[str, Any]:
    """How large the models are: their weights, and the tokens that they know."""
    shapes = {name: from_spec({"kind": "transformer", "name": f"{lang}-{name}"}).config["shape"] for name in ("left", "masked", "block")}
    return {"weights": {name: weights(shape) for name, shape in shapes.items()}, "vocabulary": shapes["left"]["vocab"]}


def weights(shape: dict[str, int]) -> int:
    """The weights of a transformer of this shape, one-dimensional ones too; the embedding also gives the logits."""
    width, layers = shape["width"], shape["layers"]
    layer = 4 * width * width + 2 * width * shape["hidden"] + 2 * width
    return shape["vocab"] * width + layers * layer + 2 * width


def opening(file: Made) -> dict[str, Any]:
    """Both fills of the opening, without their texts."""
    sides = {side: {part: file[side][part] for part in ("passes", "agree", "repeats")} for side in ("careful", "once")}
    return {"places": file["places"], **sides}


def word(trace: Trace, stop: int) -> dict[str, Any]:
    """What was written left to right up to its end token, which pass `stop` set (0: it never came).

    tokens, passes, positions, cache   as far as the end; prompt: tokens before
    sure   passes whose token had odds of at least SURE; open: of tokens that can be seen the one with the lowest, and its share
    """
    passes = trace.passes[: stop or None]
    odds = [one.guesses[0][2] for one in passes]
    share, token = min((share, text) for one, share in zip(passes, odds) if (text := trace.texts[one.commits[0][1]].strip()) not in ("", END))
    return {
        "tokens": len(passes), "passes": len(passes), "prompt": trace.canvas.index(trace.mask_id),
        "positions": sum(end - start for one in passes for start, end in one.computed),
        "cache": sum(end - start for one in passes for start, end in one.cached),
        "sure": sum(share >= SURE for share in odds),
        "open": {"token": token, "share": share},
    }


def blanks(trace: Trace) -> dict[str, int]:
    """A fill of blanks; sure, right: guesses of the first pass with at least SURE, and as in the end."""
    guesses = trace.passes[0].guesses
    return {
        "places": trace.canvas.count(trace.mask_id), "passes": trace.forward_passes, "positions": trace.positions,
        "prompt": trace.canvas.index(trace.mask_id), "canvas": len(trace.canvas),
        "sure": sum(share >= SURE for _, _, share in guesses),
        "right": sum(trace.ids[place] == token for place, token, _ in guesses),
    }


def sure(file: Made) -> dict[str, Any]:
    """The surest against any at KEPT tokens a pass; of any, the worst and the best of its seeds."""
    row = next(row for row in file["rows"] if row["tokens"] == KEPT)
    agree = [run["agree"] for run in row["random"]]
    return {
        "tokens": KEPT, "places": file["places"], "passes": row["surest"]["passes"],
        "surest": {part: row["surest"][part] for part in ("agree", "repeats")},
        "random": {"worst": min(agree), "best": max(agree), "seeds": len(agree), "repeats": max(run["repeats"] for run in row["random"])},
    }


def length(traces: dict[str, Trace], file: Made) -> dict[str, Any]:
    """The shortest and the longest frame, and blocks; needed: tokens of the reply before the longest frame's end tokens."""
    short, *_, long = sorted(file["frames"], key=lambda frame: frame["places"])
    return {
        "short": _frame(traces, short), "long": _frame(traces, long), "needed": long["places"] - long["ends"],
        "block": {"size": file["grown"]["block"], "extra": file["grown"]["extra"], **_frame(traces, file["grown"])},
    }


def _frame(traces: dict[str, Trace], frame: Made) -> dict[str, int]:
    counts = {name: frame[name] for name in ("places", "passes", "ends")}
    return {**counts, "positions": traces[frame["trace"]].positions}


def setting_of(bench: Made, setting: str) -> dict[str, Any]:
    """A setting over all phrases, its seeds taken together; facts: phrases with every fact right each time."""
    runs = list(_runs(bench, setting))
    every = [run for _, of in runs for run in of]
    return {
        "passes": mean(run["passes"] for run in every), "repeats": mean(run["repeats"] for run in every),
        "agree": mean(run["agree"] / phrase["places"] for phrase, of in runs for run in of),
        "facts": sum(all(run["facts"] for run in of) for _, of in runs),
    }


def _runs(bench: Made, setting: str) -> Iterator[tuple[Made, list[Made]]]:
    """Each phrase with its runs of a setting."""
    for kind in bench["kinds"]:
        for phrase in kind["phrases"]:
            yield phrase, phrase["cells"][setting]


def workbench(bench: Made) -> dict[str, Any]:
    """How much there is to choose from, and what the careful fill and the vendor's default come to."""
    outcomes = [kind["outcomes"] for kind in bench["kinds"]]
    vendor = bench["vendor"]
    total = lambda setting: sum(of[setting]["passes"] for of in outcomes)  # noqa: E731
    return {
        "kinds": len(outcomes), "settings": len(bench["settings"]),
        "fills": sum(len(runs) for kind in bench["kinds"] for phrase in kind["phrases"] for runs in phrase["cells"].values()),
        "careful": {"total": total(CAREFUL)},
        "vendor": {"total": total(vendor), "failed": sum(bool(of[vendor]["misses"]) for of in outcomes)},
    }
