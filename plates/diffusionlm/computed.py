"""Plate 1's traces and every number, table row and text that its words ask for.

The press calls `requests`, has each one filled (or finds it in its cache), and hands the traces to
`numbers` and `tables`. Nothing here reads a file, a clock or a random source.
"""

from __future__ import annotations

from math import log
from typing import Any

from toylm.costcurves import charts, curves
from toylm.models.counts import CountsModel
from toylm.trace import Trace

from . import costs, counted
from .counted import request

PRESETS = [
    ("low_confidence", steps, 0) for steps in (1, 2, 3, 4, 6, 8, 12, 18, 36, 72)
] + [("random", steps, seed) for steps, seed in ((1, 1), (2, 1), (4, 1), (8, 1), (8, 2), (36, 1), (72, 1))]
"""(remasking, steps, seed) of the bench's stored traces. Surest draws nothing, so its seed is 0."""

BUTTONS = [("surest", 1, 1), ("surest", 2, 1), ("surest", 8, 1), ("surest", 72, 1), ("random", 8, 1), ("random", 8, 2), ("random", 36, 1)]
"""(keep, passes, seed) of the stored settings that the bench has a button for."""

OWN_VERSIONS = 9
"""How many versions a line of the reader's own may have. Its places and lines are those of the stone."""

OWN_COUNT = 999
"""How often a version of the reader's own may have been read."""

LEARN = {"learn15": 15, "learn50": 50, "learn85": 85}
"""Scene name -> share of masked places, in per cent (section `learn`)."""


def requests(lang: str, data: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Every trace of the plate by name, as toylm.request describes it."""
    hand = data["handbill"][lang]
    model = CountsModel(hand["lines"])
    blank = model.blank_canvas()
    out = {"left": request(model, blank, "autoregressive")}
    for remasking, steps, seed in PRESETS:
        name = preset_name(remasking, steps, seed)
        out[name] = request(model, blank, "llada", seed, steps=steps, remasking=remasking)
    for name, share in LEARN.items():
        out[name] = request(model, masked(model, share), "llada", 0, steps=1, remasking="low_confidence")
    ends = middle_canvas(model, hand["middle"])
    out["middle"] = request(model, ends, "llada", 0, steps=2, remasking="low_confidence")
    out["middleleft"] = request(model, ends, "autoregressive")
    return out


def preset_name(remasking: str, steps: int, seed: int) -> str:
    """The name of a stored bench trace, such as surest8 or random8s1."""
    return f"surest{steps}" if remasking == "low_confidence" else f"random{steps}s{seed}"


def commonest(model: CountsModel) -> list[int]:
    """The handbill that was read most often, line by line."""
    return model.encode("".join(max(line, key=lambda v: v[1])[0] for line in model.lines))


def masked(model: CountsModel, share: int) -> list[int]:
    """The commonest handbill with `share` per cent of its places masked, spread by a fixed stride.

    The places are those of the sequence 0, 29, 58, 15, ... (29 has no factor in common with the
    number of places), so that a larger share masks all that a smaller one does.
    """
    ids = commonest(model)
    for k in range(round(len(ids) * share / 100)):
        ids[k * 29 % len(ids)] = model.mask_id
    return ids


def middle_canvas(model: CountsModel, middle: list[str]) -> list[int]:
    """The commonest handbill with its first lines replaced by lines whose middle is blank."""
    ids = commonest(model)
    start = "".join(middle)
    ids[: len(start)] = model.encode(start)
    return ids


def numbers(lang: str, data: dict[str, Any], traces: dict[str, Trace]) -> dict[str, Any]:
    """What `{=name}` in the words stands for. Whole numbers, shares from 0 to 1, and texts."""
    hand = data["handbill"][lang]
    model = CountsModel(hand["lines"])
    exact = costs.figures(curves(model.lines), model, hand["pair"])
    return _figures(model, hand, traces) | {"fewest": counted.fewest(model), "exact": exact}


def _figures(model: CountsModel, hand: dict[str, Any], traces: dict[str, Trace]) -> dict[str, Any]:
    """All numbers but those that need fills of their own."""
    careful = traces["surest72"]
    out = {
        "places": careful.forward_passes,
        "lines": len(model.lines),
        "across": model.spans[0][1],
        "versions": len(model.lines[0]),
        "readings": sum(times for _, times in model.lines[0]),
        "characters": len(model.tokens) - 1,
        "commonest": _numbered(_texts(model, commonest(model))),
        "cost": counted.cost(model),
        "odds": _first_pass(model, traces["surest8"]) | {"at": counted.places(model)},
        "kept": _kept(traces["surest8"]),
    }
    for name, trace in traces.items():
        out[name] = _reading(model, trace, careful)
    for name, share in LEARN.items():
        out[name] |= _loss(model, traces[name], share)
    for name in ("middle", "middleleft"):
        out[name] |= _middle(model, traces[name], hand["middle"])
    return out


def _reading(model: CountsModel, trace: Trace, careful: Trace) -> dict[str, Any]:
    """A trace's readings, the same ones that the bench shows."""
    garbled = model.garbled(trace.ids)
    texts = lines_of(model, trace)
    return {
        "passes": trace.forward_passes,
        "positions": trace.positions,
        "cache": trace.cache_reads,
        "first": len(trace.passes[0].commits),
        "garbled": len(garbled),
        "garbles": {str(i): texts[line] for i, line in enumerate(garbled, 1)},
        "agree": sum(a == b for a, b in zip(trace.ids, careful.ids)),
        "line": _numbered(texts),
    }


def lines_of(model: CountsModel, trace: Trace) -> list[str]:
    """The filled handbill, a text a line."""
    return _texts(model, trace.ids)


def _texts(model: CountsModel, ids: list[int]) -> list[str]:
    return ["".join(model.tokens[token] for token in ids[start:end]) for start, end in model.spans]


def _numbered(texts: list[str]) -> dict[str, str]:
    return {str(i): text for i, text in enumerate(texts, 1)}


def _first_pass(model: CountsModel, trace: Trace) -> dict[str, Any]:
    """How sure the guesses of the very first pass are, over all blanks."""
    sure = [confidence for _, _, confidence in trace.passes[0].guesses]
    return {"blanks": len(sure), "certain": sum(c > 0.999 for c in sure), "least": min(sure)}


def _kept(trace: Trace) -> dict[str, float]:
    """The lowest confidence among the guesses that the first pass kept, and the last."""
    def least(one) -> float:
        sure = {place: confidence for place, _, confidence in one.guesses}
        return min(sure[place] for place, _ in one.commits)

    return {"first": least(trace.passes[0]), "last": least(trace.passes[-1])}


def _loss(model: CountsModel, trace: Trace, share: int) -> dict[str, Any]:
    """The training loss of one masked handbill: -log p on the masked places, times 1/t.

    Natural logarithms (nats). LLaDA's loss, arXiv:2502.09992, section 2.2.
    """
    right = commonest(model)
    odds = [model.odds(i, counted.line_ids(model, trace.canvas, i)) for i in range(len(model.spans))]
    total, hits = 0.0, 0
    for place, token in enumerate(right):
        if trace.canvas[place] != model.mask_id:
            continue
        line, at = divmod(place, model.spans[0][1])
        row = odds[line][at]
        total -= log(row[token] / row.sum())
        hits += trace.ids[place] == token
    blanks = trace.canvas.count(model.mask_id)
    return {
        "share": share, "blanks": blanks, "hits": hits, "sum": total,
        "weight": 100 / share, "loss": total * 100 / share,
    }


def _middle(model: CountsModel, trace: Trace, middle: list[str]) -> dict[str, Any]:
    blanks = [text.count(model.tokens[model.mask_id]) for text in middle]
    return {"blanks": sum(blanks), "asked": _numbered(middle)}


def tables(lang: str, data: dict[str, Any], traces: dict[str, Trace]) -> dict[str, list[list[Any]]]:
    """Rows of the tables that `{table name | head | ...}` in the words asks for."""
    hand = data["handbill"][lang]
    model = CountsModel(hand["lines"])
    figures = _figures(model, hand, traces)
    return {
        "versions": [[i, *(f"{text} × {n}" for text, n in line)] for i, line in enumerate(model.lines, 1)],
        "passes": [
            [figures[n]["passes"], f"{figures[n]['positions']:,}", figures[n]["garbled"], figures[n]["agree"]]
            for n in (preset_name("low_confidence", s, 0) for s in (1, 2, 3, 4, 8, 36, 72))
        ],
        "chance": [
            [i, lines_of(model, traces["surest1"])[i - 1], f"{figures['cost']['line'][str(i)]:.2%}"]
            for i in range(1, len(model.lines) + 1)
        ],
        "law": costs.law_rows(model, hand["pair"]),
        "learn": [
            [f"{f['share']}%", f["blanks"], f["hits"], f"{f['sum']:.2f}", f"{f['weight']:.2f}", f"{f['loss']:.2f}"]
            for f in (figures[name] for name in LEARN)
        ],
    }


def files(lang: str, data: dict[str, Any], traces: dict[str, Trace]) -> dict[str, Any]:
    """The exact cost of filling in parallel, as toylm.costcurves gives it."""
    return {"cost": curves(CountsModel(data["handbill"][lang]["lines"]).lines)}


def parts(lang: str, data: dict[str, Any], traces: dict[str, Trace], files: dict[str, Any]) -> dict[str, Any]:
    """What the templates in parts/ draw: the curves, and a pair of places."""
    hand = data["handbill"][lang]
    return {"cost": charts(files["cost"]), "pair": costs.two_places(CountsModel(hand["lines"]), hand["pair"])}


def page(lang: str, data: dict[str, Any], traces: dict[str, Trace]) -> dict[str, Any]:
    """What the plate's browser parts ask for: a request to fill in, the stored settings, the reference."""
    model = CountsModel(data["handbill"][lang]["lines"])
    return {
        "request": requests(lang, data)["surest72"],
        "room": {"lines": len(model.lines), "versions": OWN_VERSIONS, "places": model.spans[0][1], "count": OWN_COUNT},
        "careful": "surest72",
        "selftest": "random8s1",
        "buttons": [{"keep": keep, "passes": passes, "seed": seed} for keep, passes, seed in BUTTONS],
        "presets": [[rule, steps, seed, preset_name(rule, steps, seed)] for rule, steps, seed in PRESETS],
    }


def picture(lang: str, data: dict[str, Any], traces: dict[str, Trace]) -> dict[str, Any]:
    """The stage as it stands before any script runs: both handbills finished."""
    model = CountsModel(data["handbill"][lang]["lines"])
    return {"front": _form(model, traces["surest8"]), "back": _form(model, traces["left"])}


def _form(model: CountsModel, trace: Trace) -> dict[str, Any]:
    """A finished fill as rows of sorts."""
    def sort(place: int) -> dict[str, Any]:
        return {
            "text": trace.texts[trace.ids[place]],
            "blank": trace.ids[place] == model.mask_id,
            "given": trace.canvas[place] != model.mask_id,
            "garbled": False,
        }

    return {
        "lines": [[sort(place) for place in range(start, end)] for start, end in model.spans],
        "passes": trace.forward_passes,
        "garbled": model.garbled(trace.ids),
    }


SHOWN = ("surest8", "surest1", "left")
"""Traces that the page also prints as tables, and the length of a line in them."""
ACROSS = 12
