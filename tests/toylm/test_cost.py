"""What fills cost, against the figures that the papers and the published code report."""

import pytest

from toylm import cost, fill
from toylm.cost import Cost
from toylm.models.tiny import TinyModel


def tiny():
    return TinyModel(9, seed=1, gain=4.0, ban=[8], mask_id=8)


def test_eight_passes_of_72_places_against_one_place_72_times():
    assert cost.whole_canvas(8, 72).computed == 576
    assert cost.left_to_right(72).computed == 72
    assert cost.left_to_right(72).reads == sum(range(72))


def test_a_fill_left_to_right_costs_what_the_baseline_says():
    for prompt, layers in ((0, 1), (5, 4)):
        trace = fill(tiny(), [1] * prompt + [8] * 9, "autoregressive")
        assert cost.of_trace(trace, layers) == {"denoise": cost.left_to_right(9, prompt, layers)}


@pytest.mark.parametrize("cache, computed", [("none", 88), ("prefix", 58), ("dual", 46)])
def test_fast_dllms_figures(cache, computed):
    expected = cost.fast_dllm(prompt=3, answer=8, block_length=4, steps=8, cache=cache)
    assert expected == Cost(8, computed, 88 - computed)
    trace = fill(tiny(), [1] * 3 + [8] * 8, "fast_dllm", block_length=4, steps=8, cache=cache)
    assert cost.of_trace(trace) == {"denoise": expected}


@pytest.mark.parametrize("steps", [2, 6, 24])
def test_fast_dllms_cost_at_other_steps(steps):
    for cache in ("none", "prefix", "dual"):
        trace = fill(tiny(), [1] * 3 + [8] * 12, "fast_dllm", block_length=6, steps=steps, cache=cache)
        assert cost.of_trace(trace) == {"denoise": cost.fast_dllm(3, 12, 6, steps, cache)}


@pytest.mark.parametrize("kv_cache", [False, True])
def test_bd3lms_cost(kv_cache):
    trace = fill(tiny(), [1] + [8] * 11, "bd3lm", block_size=4, kv_cache=kv_cache)
    expected = cost.blocks_one_by_one(12, 4, kv_cache, layers=3)
    assert sum(c.computed for c in cost.of_trace(trace, 3).values()) == expected.computed
    assert sum(c.reads for c in cost.of_trace(trace, 3).values()) == expected.reads
    assert sum(c.passes for c in cost.of_trace(trace).values()) == expected.passes
    if not kv_cache:
        assert expected.computed == 3 * (3 * 4 + 4 * 8 + 4 * 12)


def test_kinds_of_passes_are_counted_apart_and_steps_without_a_pass_not_at_all():
    trace = fill(TinyModel(9, seed=1), [1, 2] + [-1] * 4, "diffusion_gemma", canvas_length=2, max_denoising_steps=3)
    found = cost.of_trace(trace)
    assert found["encode"] == Cost(2, 2 + 2, 2)
    assert found["denoise"].passes == trace.forward_passes
    assert set(found) == {"encode", "denoise"}


def test_guidance_computes_every_place_twice():
    trace = fill(tiny(), [1, 2] + [8] * 4, "llada", steps=2, cfg_scale=1.0)
    assert cost.of_pass(trace.passes[0], layers=2) == Cost(1, 2 * 12, 0)


def test_lengths_that_do_not_divide_are_refused():
    with pytest.raises(ValueError, match="block_length"):
        cost.fast_dllm(1, 8, 3, 8, "none")
    with pytest.raises(ValueError, match="block_size"):
        cost.blocks_one_by_one(8, 3, False)
    with pytest.raises(ValueError, match="layers"):
        cost.of_pass(fill(tiny(), [8], "llada").passes[0], 0)
