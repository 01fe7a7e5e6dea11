"""What holds for every sampler, whatever the canvas, the model, the seed and the settings."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toylm import Trace, fill
from toylm.filling import BLANK
from toylm.models.tiny import TinyModel
from toylm.samplers import SAMPLERS

VOCAB, MASK = 9, 8
SOME = settings(max_examples=20, deadline=None)

temperatures = st.sampled_from([0.0, 0.0, 0.6, 1.3])
thresholds = st.sampled_from([-1.0, 0.3, 0.7, 0.95, 2.0])
shares = st.sampled_from([None, 0.5, 0.9])


def model(seed, masked=True):
    return TinyModel(VOCAB, seed=seed, gain=4.0, ban=[MASK] if masked else [], mask_id=MASK if masked else None)


def blocks(draw, prompt, answer):
    """A canvas with `answer` blanks after a prompt, and a block length that divides them."""
    length = draw(st.sampled_from([b for b in range(1, answer + 1) if answer % b == 0]))
    return prompt + [MASK] * answer, length


def scattered(draw):
    """A canvas with blanks anywhere: infilling."""
    return draw(st.lists(st.one_of(st.integers(0, MASK - 1), st.just(MASK)), min_size=1, max_size=14))


@st.composite
def requests(draw, name):
    """A canvas and settings that the sampler accepts."""
    prompt = draw(st.lists(st.integers(0, MASK - 1), max_size=4))
    answer = draw(st.integers(1, 10))
    canvas, block = blocks(draw, prompt, answer)
    count = answer // block
    blocked = {"block_length": block, "steps": count * draw(st.integers(1, block + 2)), "temperature": draw(temperatures)}
    tempered = {"temperature": draw(temperatures), "top_p": draw(shares), "top_k": draw(st.sampled_from([None, 1, 3]))}
    threshold = draw(thresholds)
    steps = draw(st.integers(1, 14))
    divisor = draw(st.sampled_from([d for d in range(1, answer + 1) if answer % d == 0]))
    return {
        "autoregressive": lambda: (scattered(draw), {"temperature": draw(temperatures)}),
        "careful": lambda: (scattered(draw), {}),
        "llada": lambda: (canvas, blocked | {
            "remasking": draw(st.sampled_from(["low_confidence", "random"])), "cfg_scale": draw(st.sampled_from([0.0, 1.0])),
        }),
        "fast_dllm": lambda: (canvas, blocked | draw(st.sampled_from([{}, {"threshold": threshold}, {"factor": 1.0}])) | {
            "cache": draw(st.sampled_from(["none", "prefix", "dual"])),
            "remasking": draw(st.sampled_from(["low_confidence", "random"])),
        }),
        "fast_dllm_v2": lambda: (scattered(draw), {
            "block_size": 4, "small_block_size": draw(st.sampled_from([1, 2, 4])), "threshold": threshold,
            "temperature": draw(temperatures), "use_block_cache": draw(st.booleans()), "shift": draw(st.booleans()),
        }),
        "dream": lambda: (scattered(draw), tempered | {
            "steps": steps, "alg": draw(st.sampled_from(["origin", "maskgit_plus", "topk_margin", "entropy"])),
            "alg_temp": draw(st.sampled_from([None, 0.3])), "shift": draw(st.booleans()),
        }),
        "dream_threshold": lambda: (canvas, tempered | {"steps": divisor, "threshold": threshold}),
        "dream_block": lambda: (canvas, tempered | {
            "block_length": block, "steps": blocked["steps"], "dual_cache": draw(st.booleans()), "threshold": threshold,
            "alg": draw(st.sampled_from(["confidence_threshold", "entropy", "maskgit_plus"])), "shift": draw(st.booleans()),
        }),
        "mdlm": lambda: (scattered(draw), {"num_steps": steps}),
        "remdm": lambda: (scattered(draw), {
            "num_steps": steps, "eta": 0.2, "nucleus_p": draw(st.sampled_from([0.9, 1.0])),
            "strategy": draw(st.sampled_from(
                ["mdlm", "forward-backward", "remdm-cap", "remdm-rescale", "remdm-conf", "remdm-loop"])),
        }),
        "bd3lm": lambda: (canvas[: len(canvas) // 3 * 3] + [MASK] * 3, {
            "block_size": 3, "num_steps": steps, "first_hitting": draw(st.booleans()), "kv_cache": draw(st.booleans()),
            "nucleus_p": draw(st.sampled_from([0.9, 1.0])),
        }),
        "sedd": lambda: (scattered(draw), {"steps": steps, "predictor": draw(st.sampled_from(["analytic", "euler"]))}),
        "llada2": lambda: (scattered(draw), tempered | {
            "block_size": 4, "steps_per_block": draw(st.integers(1, 6)), "threshold": threshold}),
        "llada21": lambda: (scattered(draw), tempered | {
            "block_size": 4, "threshold": threshold, "editing_threshold": draw(thresholds)}),
        "speculative": lambda: (scattered(draw), {
            "draft": model(1), "ahead": draw(st.integers(1, 5)), "temperature": draw(temperatures)}),
    }[name]()


MASKED = sorted(set(SAMPLERS) - {"diffusion_gemma"})


@pytest.mark.parametrize("name", MASKED)
@SOME
@given(data=st.data(), seed=st.integers(0, 99))
def test_any_fill_is_whole_and_honest(name, data, seed):
    canvas, options = data.draw(requests(name))
    trace = fill(model(seed % 7), canvas, name, seed=seed, **options)
    blank = [place for place, token in enumerate(canvas) if token == MASK]
    assert MASK not in trace.ids
    assert all(trace.ids[p] == token for p, token in enumerate(canvas) if token != MASK), "what was given stays"
    assert trace.canvas_at(len(trace.passes)) == trace.ids
    assert Trace.from_json(trace.to_json()).ids == trace.ids
    ids = list(canvas)
    for one in trace.passes:
        touched = [p for p, _ in one.commits] + one.remasks + [p for p, _ in one.edits]
        assert set(touched) <= set(blank)
        assert all(ids[p] == MASK for p, _ in one.commits), "nothing is set twice unless it was masked again"
        assert all(ids[p] != MASK for p in one.remasks)
        assert all(0 <= a < b <= len(canvas) for a, b in one.computed + one.cached)
        computed = {p for a, b in one.computed for p in range(a, b)}
        assert not computed & {p for a, b in one.cached for p in range(a, b)}, "computed or cached, not both"
        for p in one.remasks:
            ids[p] = MASK
        for p, token in [*one.commits, *one.edits]:
            ids[p] = token
    again = fill(model(seed % 7), canvas, name, seed=seed, **options)
    assert again.to_json() == trace.to_json(), "the same seed gives the same fill"


@SOME
@given(st.data())
def test_llada_takes_the_passes_and_the_quotas_it_was_asked_for(data):
    canvas, options = data.draw(requests("llada"))
    trace = fill(model(2), canvas, "llada", **options)
    assert trace.forward_passes == options["steps"]
    share = options["steps"] // (canvas.count(MASK) // options["block_length"])
    sizes = [len(p.commits) for p in trace.passes]
    for start in range(0, len(sizes), share):
        block = sizes[start : start + share]
        assert sum(block) == options["block_length"]
        assert block == sorted(block, reverse=True) and block[0] - block[-1] <= 1
    copies = 2 if options["cfg_scale"] else 1
    assert trace.positions == copies * options["steps"] * len(canvas)


@SOME
@given(st.data())
def test_samplers_that_promise_one_a_pass_keep_it(data):
    canvas = scattered(data.draw)
    for name, options in (("careful", {}), ("autoregressive", {})):
        trace = fill(model(3), canvas, name, **options)
        assert [len(p.commits) for p in trace.passes] == [1] * canvas.count(MASK)


@SOME
@given(st.data(), st.sampled_from(["fast_dllm", "dream_block"]))
def test_a_pass_that_is_not_a_schedules_sets_at_least_one(data, name):
    canvas, options = data.draw(requests(name))
    options |= {"threshold": 2.0}
    options.pop("factor", None)
    if name == "dream_block":
        options["alg"] = "confidence_threshold"
    trace = fill(model(4), canvas, name, **options)
    assert [len(p.commits) for p in trace.passes] == [1] * canvas.count(MASK)


@SOME
@given(st.data(), st.integers(0, 50))
def test_mdlm_pays_at_most_the_passes_that_can_matter(data, seed):
    canvas = scattered(data.draw)
    steps = data.draw(st.integers(1, 60))
    trace = fill(model(5), canvas, "mdlm", seed=seed, num_steps=steps)
    blanks = canvas.count(MASK)
    assert trace.forward_passes <= (min(steps, blanks + 1) + 1 if blanks else 0)


@SOME
@given(st.data(), st.integers(0, 50))
def test_dream_takes_exactly_its_steps(data, seed):
    canvas, options = data.draw(requests("dream"))
    trace = fill(model(5), canvas, "dream", seed=seed, **options)
    assert trace.forward_passes == (options["steps"] if MASK in canvas else 0)


@SOME
@given(
    st.integers(0, 3), st.sampled_from([(4, 4), (8, 4), (6, 2), (3, 3)]), st.integers(1, 6), st.integers(0, 50),
    st.sampled_from([0.0, 0.1, 3.0]),
)
def test_diffusion_gemma_keeps_its_budget_and_its_prompt(prompt, lengths, steps, seed, bound):
    answer, size = lengths
    canvas = [1] * prompt + [BLANK] * answer
    trace = fill(model(seed, masked=False), canvas, "diffusion_gemma", seed=seed, canvas_length=size,
                 max_denoising_steps=steps, entropy_bound=bound)
    assert trace.ids[:prompt] == [1] * prompt and BLANK not in trace.ids
    assert 1 <= trace.forward_passes <= steps * (answer // size)
    for one in trace.passes:
        if one.kind == "denoise":
            assert one.commits, "the most certain place is always kept"
            assert len(one.commits) + len(one.renoised) == size
    assert Trace.from_json(trace.to_json()).to_json() == trace.to_json()


@SOME
@given(st.lists(st.one_of(st.integers(0, 8), st.just(BLANK)), min_size=1, max_size=10), st.integers(0, 20))
def test_uniform_sedd_fills_around_what_was_given(canvas, seed):
    trace = fill(model(1, masked=False), canvas, "sedd", seed=seed, steps=5, graph="uniform")
    assert all(token in (BLANK, found) for token, found in zip(canvas, trace.ids)) and BLANK not in trace.ids
    assert trace.forward_passes == (6 if BLANK in canvas else 0)
    assert trace.extra_passes == {}


@pytest.mark.parametrize("name", sorted(SAMPLERS))
def test_a_canvas_without_blanks_costs_nothing_but_stores(name):
    masked = name != "diffusion_gemma"
    options = {"draft": model(1)} if name == "speculative" else {}
    options |= {"block_size": 3} if name == "bd3lm" else {}
    for canvas in ([], [1, 2, 3]):
        trace = fill(model(1, masked), canvas, name, **options)
        assert trace.ids == canvas and trace.forward_passes == 0


@pytest.mark.parametrize("name", sorted(SAMPLERS))
@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_logits_that_are_not_numbers_are_refused(name, bad):
    """vllm-project/vllm#47424: NaN logits became an answer of padding."""
    masked = name != "diffusion_gemma"
    broken = model(1, masked)
    right = broken.forward
    broken.forward = lambda ids, **how: (right(ids, **how)[0] * np.where(np.arange(VOCAB) == 2, bad, 1), None)
    options = {"draft": model(1)} if name == "speculative" else {}
    options |= {"block_size": 3} if name == "bd3lm" else {}
    with pytest.raises(ValueError, match="not finite"):
        fill(broken, [1, 2, 3] + [MASK if masked else BLANK] * 3, name, **options)


@pytest.mark.parametrize("name", MASKED)
def test_a_blank_is_not_shown_to_a_model_without_a_mask(name):
    options = {"draft": model(1, masked=False)} if name == "speculative" else {}
    options |= {"block_size": 3} if name == "bd3lm" else {}
    with pytest.raises(ValueError, match="mask"):
        fill(model(1, masked=False), [1, BLANK, 2], name, **options)
