"""Run every case of a reference-traces file through our samplers: `python -m toylm.replay FILE`.

The file holds what published code did on small cases: the canvas before every pass, the places that
were fed, the final canvas, and the counter that the code itself reports. One line a sampler is
printed, `sampler matched/total`; the exit status is 1 if anything differs.
"""

from __future__ import annotations

import inspect
import json
import sys
from typing import Any

import numpy as np

from .filling import BLANK, fill
from .models.tiny import TinyModel
from .samplers import SAMPLERS
from .trace import Pass, Trace


def _answer_of(name: str):
    """Cases that have a prompt and `name` blanks after it."""

    def canvas(prompt: list[int], settings: dict[str, Any], blank: int) -> list[int]:
        return prompt + [blank] * settings.pop(name)

    return canvas


def _whole_blocks(prompt: list[int], settings: dict[str, Any], blank: int) -> list[int]:
    """A prompt and blanks up to the next whole block after max_new_tokens."""
    size, block = len(prompt) + settings.pop("max_new_tokens"), settings["block_size"]
    return prompt + [blank] * (-(-size // block) * block - len(prompt))


def _whole_canvases(prompt: list[int], settings: dict[str, Any], blank: int) -> list[int]:
    """A prompt and as many whole canvases as max_new_tokens needs."""
    size = settings["canvas_length"]
    return prompt + [blank] * (-(-settings.pop("max_new_tokens") // size) * size)


def _blocks_and_one(prompt: list[int], settings: dict[str, Any], blank: int) -> list[int]:
    """Fast-dLLM v2: whole blocks up to what max_new_tokens buys, and the token after the last."""
    block = settings["block_size"]
    begun = len(prompt) + (len(prompt) > block and len(prompt) % block == 0)
    size = (begun // block + settings.pop("max_new_tokens") // block) * block + 1
    return prompt + [blank] * (size - len(prompt))


def _all_blank(prompt: list[int], settings: dict[str, Any], blank: int) -> list[int]:
    """`length` blanks, after a first token where there is one. These samplers take no prompt."""
    bos = [settings.pop("bos")] if "bos" in settings else []
    return bos + [blank] * (settings.pop("length") - len(bos))


CASES = {
    "llada": ("llada", _answer_of("gen_length")),
    "llada_cfg": ("llada", _answer_of("gen_length")),
    "fast_dllm": ("fast_dllm", _answer_of("gen_length")),
    "fast_dllm_v2": ("fast_dllm_v2", _blocks_and_one),
    "dream": ("dream", _answer_of("max_new_tokens")),
    "dream_threshold": ("dream_threshold", _answer_of("max_new_tokens")),
    "dream_block": ("dream_block", _answer_of("max_new_tokens")),
    "mdlm": ("mdlm", _all_blank),
    "remdm": ("remdm", _all_blank),
    "bd3lm": ("bd3lm", _all_blank),
    "sedd": ("sedd", _all_blank),
    "llada2": ("llada2", _whole_blocks),
    "llada21": ("llada21", _whole_blocks),
    "diffusion_gemma": ("diffusion_gemma", _whole_canvases),
}
"""Name in the file -> our sampler and how a case's prompt and settings become a canvas."""

SHIFTED = {"dream", "dream_threshold", "dream_block", "fast_dllm_v2"}
"""Samplers whose published code moves every model's logits by one place."""

PUBLISHED = {"faithful": True, "block_causal": False}
"""How the cases were made: with the published faults, and with a model that sees both sides."""

NOISE = {"diffusion_gemma"}
"""Samplers without a mask token; their cases were made with no token banned."""


def trace_of(name: str, case: dict[str, Any]) -> Trace:
    """Our fill of one case, with the published faults."""
    if name not in CASES:
        raise ValueError(f"{name}: no sampler of ours goes by that name in a reference file")
    sampler, canvas_of = CASES[name]
    settings = dict(case["settings"])
    mask_id = None if name in NOISE else case["mask_id"]
    model = _model(name, case["model"], mask_id)
    canvas = canvas_of(case["prompt"][0], settings, BLANK if mask_id is None else mask_id)
    takes = inspect.signature(SAMPLERS[sampler]).parameters
    settings |= {key: value for key, value in PUBLISHED.items() if key in takes}
    return fill(model, canvas, sampler, seed=case["seed"], **settings)


def _model(name: str, spec: dict[str, Any], mask_id: int | None) -> Any:
    """The tiny model of a case, behaving as it did when the case was made."""
    more = {"seed": spec["seed"], "gain": spec["gain"], "ban": () if name in NOISE else spec["ban"]}
    model = TinyModel(spec["V"], mask_id=mask_id, **more)
    model.shifted, model.log_score = name in SHIFTED, True
    return _Rereading(model) if name in NOISE else model


class _Rereading:
    """The tiny model as the DiffusionGemma cases have it: its cache holds tokens, which it reads again."""

    mask_id = None

    def __init__(self, model: TinyModel):
        self._model, self.vocab = model, model.vocab

    def forward(self, ids: np.ndarray, *, start: int = 0, cache: Any = None, allowed: Any = None) -> tuple:
        """Logits of the places from `start` on, each of them seeing everything. See toylm.cache."""
        whole = np.concatenate([[] if cache is None else cache[:start], ids]).astype(np.int64)
        return self._model(whole)[start:], whole


def difference(trace: Trace, expect: dict[str, Any]) -> str | None:
    """What a trace does otherwise than expected, in words; None where it does the same."""
    steps = [(k, p) for k, p in enumerate(trace.passes) if p.computed]
    if len(steps) != len(expect["passes"]):
        return f"{len(steps)} passes, want {len(expect['passes'])}"
    for number, ((k, ours), theirs) in enumerate(zip(steps, expect["passes"])):
        found = _pass_difference(ours, trace.canvas_at(k), theirs)
        if found:
            return f"pass {number}: {found}"
    if trace.ids != expect["final"][0]:
        return f"final canvas {trace.ids}, want {expect['final'][0]}"
    for counter in ("nfe", "sampling_steps"):
        if counter in expect and trace.forward_passes != expect[counter]:
            return f"{trace.forward_passes} forward passes, want {expect[counter]}"
    return None


def _pass_difference(ours: Pass, canvas: list[int], theirs: dict[str, Any]) -> str | None:
    start, end = ours.computed[0]
    if "kind" in theirs and ours.kind != theirs["kind"]:
        return f"kind {ours.kind}, want {theirs['kind']}"
    if end - start != theirs["n"] or theirs.get("offset", start) != start:
        return f"places {start} to {end}, want {theirs['n']} from {theirs.get('offset')}"
    want = theirs.get("canvas")
    if want is None:
        return None
    # a canvas may grow, or be a window of ours: what was not there yet is not compared
    low = start if "kind" in theirs else 0
    found = canvas[low : low + len(want[0])]
    return None if found == want[0] else f"canvas {found}, want {want[0]}"


def replay(path: str, show: int = 0) -> bool:
    """Print how many cases of a file match, sampler by sampler. -> whether all do.

    show  how many differences to spell out, on the error stream
    """
    with open(path, encoding="utf-8") as file:
        cases = json.load(file)["cases"]
    whole = True
    for name, listed in cases.items():
        found = [(i, _outcome(name, case)) for i, case in enumerate(listed)]
        wrong = [(i, text) for i, text in found if text]
        print(f"{name} {len(listed) - len(wrong)}/{len(listed)}")
        for i, text in wrong[:show]:
            print(f"  {name}[{i}] {text}", file=sys.stderr)
        whole = whole and not wrong
    return whole


def _outcome(name: str, case: dict[str, Any]) -> str | None:
    """The difference of one case; a case that our sampler refuses differs too."""
    try:
        return difference(trace_of(name, case), case["expect"])
    except ValueError as error:
        return str(error)


def main(arguments: list[str]) -> int:
    """The command: one file name. -> the exit status."""
    if len(arguments) != 1:
        print("usage: python -m toylm.replay FILE", file=sys.stderr)
        return 2
    return 0 if replay(arguments[0], show=3) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
