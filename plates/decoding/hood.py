"""Under the hood: the samplers' own files, for the editor.

The file `hood`, for the script: sampler -> {"source", "key", "rule"}: the file's text, 8 digits that name just
this text (a link to an edit holds them), and the line of its commit rule, from 1.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from toylm import samplers
from toylm.trace import Trace

Data = dict[str, Any]
Traces = dict[str, Trace]

RULES = {
    "autoregressive": "commits=[(position, token)]",
    "bd3lm": "place = blanks[rng.integers(len(blanks), 1)[0]]",
    "careful": "surest(found.key, 1)",
    "diffusion_gemma": "accepted = np.cumsum(",
    "dream": "chosen = surest(found.key, count)",
    "dream_block": "return at_least(key, self._threshold)",
    "dream_threshold": "chosen = tried[",
    "fast_dllm": "return lambda key, left: at_least(key, threshold)",
    "fast_dllm_v2": "above_or(found.key, threshold, 1)",
    "llada": "surest(found.before(end), quota)",
    "llada2": "above_or(found.key, threshold, quota)",
    "llada21": "chosen = above_or(found.key, threshold, 1)",
    "mdlm": "return posterior(ids, odds, t - s, s, model.mask_id, rng)",
    "remdm": "after = _remasking(ids, odds",
    "sedd": "ids[rows] = kind.token(",
    "speculative": "if kept < 1 and",
}
"""Where each sampler decides what a pass sets: a piece of the line."""

EXAMPLE = (RULES["llada"], "np.arange(quota)")
"""An edit of LLaDA's rule that the words tell of: the leftmost guesses in place of the surest."""


def original(sampler: str) -> Data:
    """A sampler's file, as the editor begins with it. Raises ValueError where the rule is not in it just once."""
    source = (Path(samplers.__file__).parent / f"{sampler}.py").read_text(encoding="utf-8")
    lines = [number for number, line in enumerate(source.splitlines(), 1) if RULES[sampler] in line]
    if len(lines) != 1:
        raise ValueError(f"hood: {RULES[sampler]!r} stands on {len(lines)} lines of {sampler}.py; want one")
    return {"source": source, "key": hashlib.sha256(source.encode()).hexdigest()[:8], "rule": lines[0]}


def files(lang: str, data: Data, traces: Traces) -> Data:
    """The file `hood`."""
    return {"hood": {sampler: original(sampler) for sampler in samplers.SAMPLERS}}
