"""The sampler lab: its stored fills, every preset on every canvas, and what its part and its script are given.

The file `lab`, for the script:

    samplers  labtable.table
    canvases  [{"id", "prompt", "places"}]
    presets   [{"id", "name", "sampler", "settings", "note"}]; note: what a reader has to know of it on these toys, or ""
    models    the names of the toys, the first being the one that presets are for
    noise     {"model", "samplers"}: the samplers that want a model without a mask token, and the toy that is one; they
              run on it, whichever toy is chosen
    seed      of the stored fills

A fill's request is {"model": {"kind": "transformer", "name"}, "prompt", "places", "sampler", "seed",
"settings"}; the stored one of a canvas and a preset is the trace lab-CANVAS-PRESET, and the careful fill of
a canvas is lab-CANVAS-careful.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from toylm import fill
from toylm.models.counts import CountsModel
from toylm.picture import picture
from toylm.samplers import SAMPLERS
from toylm.trace import Trace

from .hood import EXAMPLE
from .labtable import table

Data = dict[str, Any]
Traces = dict[str, Trace]

CAREFUL = "careful"
UNIFORM = "uniform"
"""The toy that learned to undo random tokens (uniform-state diffusion)."""
SEED = 0


def asked(lang: str, canvas: Data, sampler: str, settings: Data) -> Data:
    """A fill of a canvas by the masked toy, or by the one without a mask where the sampler wants that."""
    return {
        "model": {"kind": "transformer", "name": f"{lang}-{UNIFORM if wants_noise(sampler) else 'masked'}"},
        "prompt": canvas["prompt"], "places": canvas["places"],
        "sampler": sampler, "seed": SEED, "settings": settings,
    }


def fill_name(canvas: Data, preset: str) -> str:
    """What the stored fill of a canvas by a preset is called."""
    return f"lab-{canvas['id']}-{preset}"


def presets(lang: str, data: Data) -> list[Data]:
    """The presets in their order, with their names in a language."""
    return [
        {"id": row["id"], "name": row["name"][lang], "sampler": row["sampler"], "settings": row.get("settings", {}),
         "note": row.get("note", {}).get(lang, "")}
        for row in data["lab"]["preset"]
    ]


@cache
def wants_noise(sampler: str) -> bool:
    """Whether a sampler begins with random tokens in place of blanks: toylm refuses it a model that has a mask token."""
    model = CountsModel([[["ab", 1]]])
    try:
        fill(model, model.blank_canvas(), sampler, **({"block_size": 1} if sampler == "bd3lm" else {}))
    except ValueError as error:
        return "mask" in str(error)
    return False


def requests(lang: str, data: Data) -> dict[str, Data]:
    """Every preset that runs, and the careful fill, on every canvas."""
    runs = [(CAREFUL, CAREFUL, {}), *((p["id"], p["sampler"], p["settings"]) for p in presets(lang, data))]
    return {
        fill_name(canvas, name): asked(lang, canvas, sampler, settings)
        for canvas in data["lab"]["canvas"][lang] for name, sampler, settings in runs
    }


def files(lang: str, data: Data, traces: Traces) -> Data:
    """The file `lab`."""
    return {"lab": {
        "samplers": table(data["samplers"], lang), "canvases": data["lab"]["canvas"][lang], "presets": presets(lang, data),
        "models": [f"{lang}-masked", f"{lang}-left"], "seed": SEED,
        "noise": {"model": f"{lang}-{UNIFORM}", "samplers": [name for name in SAMPLERS if wants_noise(name)]},
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
