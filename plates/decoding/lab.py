"""The sampler lab: its stored fills, every preset on every canvas, and what its part and its script are given.

The file `lab`, for the script:

    samplers  labtable.table
    canvases  [{"id", "prompt", "places"}]
    presets   [{"id", "name", "sampler", "settings", "note", "refusal"}]; note: what a reader has to know of it
              on these toys, or ""; refusal: why they cannot run it, in toylm's own words, or None
    models    the names of the toys, the first being the one that presets are for
    seed      of the stored fills

A fill's request is {"model": {"kind": "transformer", "name"}, "prompt", "places", "sampler", "seed",
"settings"}; the stored one of a canvas and a preset is the trace lab-CANVAS-PRESET, and the careful fill of
a canvas is lab-CANVAS-careful.
"""

from __future__ import annotations

from typing import Any

from toylm import fill
from toylm.models.counts import CountsModel
from toylm.picture import picture
from toylm.trace import Trace

from .hood import EXAMPLE
from .labtable import table

Data = dict[str, Any]
Traces = dict[str, Trace]

CAREFUL = "careful"
SEED = 0


def asked(lang: str, canvas: Data, sampler: str, settings: Data) -> Data:
    """A fill of a canvas by the masked toy, as toylm.request reads it."""
    return {
        "model": {"kind": "transformer", "name": f"{lang}-masked"}, "prompt": canvas["prompt"], "places": canvas["places"],
        "sampler": sampler, "seed": SEED, "settings": settings,
    }


def fill_name(canvas: Data, preset: str) -> str:
    """What the stored fill of a canvas by a preset is called."""
    return f"lab-{canvas['id']}-{preset}"


def presets(lang: str, data: Data) -> list[Data]:
    """The presets in their order, with their names in a language."""
    return [
        {"id": row["id"], "name": row["name"][lang], "sampler": row["sampler"], "settings": row.get("settings", {}),
         "note": row.get("note", {}).get(lang, ""), "refusal": refusal(row["sampler"])}
        for row in data["lab"]["preset"]
    ]


def refusal(sampler: str) -> str | None:
    """What toylm says where a sampler cannot run on a model with a mask, as the toys are; None where it can."""
    model = CountsModel([[["ab", 1]]])
    try:
        fill(model, model.blank_canvas(), sampler, **({"block_size": 1} if sampler == "bd3lm" else {}))
    except ValueError as error:
        return str(error) if "mask" in str(error) else None
    return None


def requests(lang: str, data: Data) -> dict[str, Data]:
    """Every preset that runs, and the careful fill, on every canvas."""
    runs = [(CAREFUL, CAREFUL, {}), *((p["id"], p["sampler"], p["settings"]) for p in presets(lang, data) if not p["refusal"])]
    return {
        fill_name(canvas, name): asked(lang, canvas, sampler, settings)
        for canvas in data["lab"]["canvas"][lang] for name, sampler, settings in runs
    }


def files(lang: str, data: Data, traces: Traces) -> Data:
    """The file `lab`."""
    return {"lab": {
        "samplers": table(data["samplers"], lang), "canvases": data["lab"]["canvas"][lang], "presets": presets(lang, data),
        "models": [f"{lang}-masked", f"{lang}-left"], "seed": SEED,
    }}


def parts(lang: str, data: Data, traces: Traces, made: Data) -> Data:
    """The part `lab` as it is served: the first two presets on the first canvas."""
    lab = made["lab"]
    canvas = lab["canvases"][0]
    careful = fill_name(canvas, CAREFUL)
    return {"lab": {**lab, "canvas": canvas, "example": EXAMPLE, "sides": [_side(canvas, preset, traces, careful) for preset in lab["presets"][:2]]}}


def _side(canvas: Data, preset: Data, traces: Traces, careful: str) -> Data:
    name = fill_name(canvas, preset["id"])
    trace = traces[name]
    return {
        **preset, "trace": name, "careful": careful, **picture(trace, traces[careful]),
        "extra": sum(trace.extra_passes.values()), "positions": trace.positions, "reads": trace.cache_reads,
    }
