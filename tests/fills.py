"""Fills of the toy transformers over every sampler that they can be read with, in both languages."""

from __future__ import annotations

import itertools
import json
from typing import Any

from toylm.filling import BLANK
from toylm.tokens import Tokens

from tests.toys import DATA, vocabulary

BLANKS = 16
LANGUAGES = ("en", "zh")
EXTRA = {"temperature": 0.9, "top_p": 0.95}
SETTINGS: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "autoregressive": [("left", {}), ("left", {"temperature": 0.8}), ("masked", {})],
    "bd3lm": [("block", {"block_size": 4, "min_entropy": 0.0}), ("block", {"block_size": 4, "min_entropy": 0.0, "kv_cache": True, "nucleus_p": 0.9})],
    "careful": [("masked", {})],
    "diffusion_gemma": [("uniform", {"max_denoising_steps": 6}), ("uniform", {"canvas_length": 8, "max_denoising_steps": 5, "entropy_bound": 0.5})],
    "dream": [("masked", {"steps": 5, "alg": alg, **EXTRA}) for alg in ("origin", "maskgit_plus", "topk_margin", "entropy")],
    "dream_block": [("masked", {"block_length": 8, "steps": 6, "dual_cache": dual, **EXTRA}) for dual in (False, True)],
    "dream_threshold": [("masked", {"steps": 4, "threshold": 0.6, **EXTRA})],
    "fast_dllm": [("masked", {"block_length": 8, "threshold": 0.6, "cache": cache}) for cache in ("none", "prefix", "dual")]
    + [("masked", {"block_length": 8, "factor": 1.0})],
    "fast_dllm_v2": [("block", {"block_size": 8, "small_block_size": 4, "threshold": 0.6, "use_block_cache": cached, **EXTRA})
                     for cached in (False, True)],
    "llada": [("masked", {"steps": 4}), ("masked", {"steps": 4, "temperature": 1.0}), ("masked", {"steps": 8, "remasking": "random"}),
              ("masked", {"steps": 4, "block_length": 8, "cfg_scale": 1.0})],
    "llada2": [("block", {"block_size": 8, "steps_per_block": 4, "threshold": 0.6, **EXTRA})],
    "llada21": [("block", {"block_size": 8, "threshold": 0.4, "editing_threshold": 0.3})],
    "mdlm": [("masked", {"num_steps": 8})],
    "remdm": [("masked", {"num_steps": 8, "eta": 0.1, "strategy": strategy, "nucleus_p": 0.9}) for strategy in ("remdm-cap", "remdm-conf")],
    "sedd": [("masked", {"steps": 6, "predictor": predictor}) for predictor in ("analytic", "euler")],
    "speculative": [("left", {"ahead": 3, "temperature": temperature}) for temperature in (0.0, 0.8)],
}
"""Sampler -> which model and settings."""

KINDS: dict[str, dict[str, Any]] = {"masked": {}, "left": {"shifted": True}, "block": {"block": 8, "shifted": True}, "uniform": {"noise": True}}
"""The kinds of toys, and what their weights' files say of them."""


def requests(lang: str, count: int) -> list[dict[str, Any]]:
    """The first `count` of an endless list: every sampler's first settings, then the second, with other prompts and seeds."""
    tokens = Tokens.from_json(vocabulary(lang))
    lines = (DATA / lang / "held-out.jsonl").read_text(encoding="utf-8").splitlines()
    encoded = (tokens.encode(json.loads(line)["prompt"]) for line in lines)
    prompts = itertools.cycle([prompt for prompt in encoded if 8 <= len(prompt) <= 72][:100])
    return [_request(lang, tokens, number, next(prompts)) for number in range(count)]


def _request(lang: str, tokens: Tokens, number: int, prompt: list[int]) -> dict[str, Any]:
    turn, which = divmod(number, len(SETTINGS))
    sampler = list(SETTINGS)[which]
    model, settings = SETTINGS[sampler][turn % len(SETTINGS[sampler])]
    if sampler == "speculative":
        settings = {**settings, "draft": _spec(lang, "block") | {"attention": "causal"}}
    short = len(prompt) // 8 * 8  # whole blocks for the samplers that want them
    canvas = prompt[len(prompt) - short :] + [BLANK if model == "uniform" else tokens.mask_id] * BLANKS
    return {"model": _spec(lang, model), "canvas": canvas, "sampler": sampler, "seed": number, "settings": settings}


def _spec(lang: str, model: str) -> dict[str, str]:
    return {"kind": "transformer", "name": f"{lang}-{model}"}
