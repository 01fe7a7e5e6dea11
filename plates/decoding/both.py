"""One set of weights, two ways of writing: token after token from left to right, and block after block, the tokens of
a block by diffusion. The prompt stands in demos.toml."""

from __future__ import annotations

from typing import Any

from toylm.picture import picture
from toylm.trace import Trace

from .demos import in_blocks, spec

Data = dict[str, Any]
Traces = dict[str, Trace]


def requests(lang: str, data: Data) -> dict[str, Data]:
    """both-left and both-block: the same prompt, places and weights."""
    asked = data["demos"][lang]["both"]
    model = spec(lang, "block")
    ways = {"left": ({**model, "attention": "causal"}, "autoregressive", {}), "block": (model, *in_blocks(lang))}
    return {
        f"both-{way}": {"model": model, "prompt": asked["prompt"], "places": asked["places"], "sampler": sampler, "seed": 1, "settings": settings}
        for way, (model, sampler, settings) in ways.items()
    }


def _counted(trace: Trace, other: Trace) -> Data:
    """{"passes", "extra": those of them that read the prompt or store a block, "positions", "prompt": the positions of
    them that were the prompt's, "reads" from the cache, "text", "agree", "blanks"}."""
    shown = picture(trace, other)
    extra = sum(trace.extra_passes.values())
    prompt = sum(end - start for each in trace.passes if each.kind == "encode" for start, end in each.computed)
    return {
        "passes": trace.forward_passes + extra, "extra": extra, "positions": trace.positions, "prompt": prompt,
        "reads": trace.cache_reads, "text": shown["text"].strip(), "agree": shown["agree"], "blanks": shown["blanks"],
    }


def numbers(lang: str, data: Data, traces: Traces) -> Data:
    """What `{=both.…}` stands for: the counts of each way, and the block's size."""
    left, block = traces["both-left"], traces["both-block"]
    return {"both": {"left": _counted(left, block), "block": _counted(block, left), "size": block.settings["block_size"]}}


def parts(lang: str, data: Data, traces: Traces, made: Data) -> Data:
    """The part `both`: a row a way, its counts with its fill as a picture."""
    left, block = traces["both-left"], traces["both-block"]
    return {"both": [
        {**picture(trace, None), "id": way, "trace": f"both-{way}", "careful": None, **_counted(trace, other)}
        for way, trace, other in (("left", left, block), ("block", block, left))
    ]}
