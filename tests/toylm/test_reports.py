"""Public bug reports, each as a small input and what has to come of it.

Where published code has the fault, `faithful=True` shows it and the default does not.
"""

import numpy as np
import pytest

from stubs import Fixed, even
from toylm import fill
from toylm.filling import BLANK
from toylm.models.counts import CountsModel
from toylm.models.tiny import TinyModel
from toylm.subs import backwards, unnoised

M = 5  # the mask of the small vocabularies below


def order(trace):
    """The places in the order in which they were set."""
    return [place for one in trace.passes for place, _ in one.commits]


def tiny(mask=8, **how):
    return TinyModel(9, **({"seed": 1, "gain": 4.0, "ban": [8]} | how), mask_id=mask)


EOS, EOT = 3, 4
ENDS = [{EOS: 0.995, 0: 0.005}, {0: 0.60, 1: 0.40}, {EOT: 0.9, 0: 0.1}, {1: 0.32, 0: 0.30, 2: 0.30, EOS: 0.08}]


def ends(temperature, faithful):
    return order(fill(
        Fixed(ENDS, 6, M), [M] * 4, "llada", steps=4, temperature=temperature, seed=1, faithful=faithful,
        confidence_eos_eot_inf=True, eos_id=EOS, eot_id=EOT,
    ))


def test_llada_137_end_tokens_are_set_last_at_any_temperature():
    assert ends(0.0, False) == [1, 3, 0, 2]
    assert ends(0.01, False) == [1, 3, 0, 2]
    assert ends(0.01, True)[0] == 0, "published: the end token, at full confidence, goes first"
    assert ends(0.0, True)[:2] == [1, 3]


def test_llada_137_eos_is_never_chosen_with_logits_eos_inf():
    trace = fill(Fixed(ENDS, 6, M), [M] * 4, "llada", steps=2, logits_eos_inf=True, eos_id=EOS)
    assert trace.ids == [0, 0, EOT, 1]
    with pytest.raises(ValueError, match="eos_id"):
        fill(Fixed(ENDS, 6, M), [M] * 4, "llada", logits_eos_inf=True)


@pytest.mark.parametrize("cache", ["none", "prefix", "dual"])
def test_fast_dllm_42_a_threshold_nobody_reaches_sets_one_a_pass(cache):
    trace = fill(tiny(), [1, 2] + [8] * 8, "fast_dllm", cache=cache, block_length=4, steps=8, threshold=2.0)
    assert [len(p.commits) for p in trace.passes] == [1] * 8


def test_fast_dllm_66_dual_with_few_steps_leaves_no_blank():
    settings = dict(cache="dual", block_length=4, steps=2, threshold=2.0)
    assert 8 not in fill(tiny(), [1] + [8] * 8, "fast_dllm", **settings).ids
    faithful = fill(tiny(), [1] + [8] * 8, "fast_dllm", faithful=True, **settings)
    assert faithful.ids.count(8) == 6, "published: one pass a block, one token a pass"


def test_fast_dllm_52_a_cache_that_is_never_read_is_said_to_be_so():
    trace = fill(tiny(), [1, 2] + [8] * 8, "fast_dllm", cache="dual", block_length=4, steps=8, threshold=0.0)
    assert (trace.forward_passes, trace.cache_reads, trace.positions) == (2, 0, 20)


@pytest.mark.parametrize("cache", ["prefix", "dual"])
def test_fast_dllm_one_step_a_block_is_enough(cache):
    trace = fill(tiny(), [1] + [8] * 8, "fast_dllm", cache=cache, block_length=4, steps=2)
    assert [len(p.commits) for p in trace.passes] == [4, 4]


def test_fast_dllm_factor_takes_the_last_rank_along_where_it_alone_fails():
    odds = [{0: share, 1: 1 - share} for share in (0.99, 0.95, 0.95, 0.55)]
    assert len(fill(Fixed(odds, 6, M), [M] * 4, "fast_dllm", factor=1.0).passes[0].commits) == 4
    odds = [{0: share, 1: 1 - share} for share in (0.99, 0.95, 0.6, 0.55)]
    assert len(fill(Fixed(odds, 6, M), [M] * 4, "fast_dllm", factor=1.0).passes[0].commits) == 2


def test_fast_dllm_12_and_15_prompt_places_are_not_written():
    trace = fill(tiny(), [1] * 6 + [8] * 4, "fast_dllm", threshold=0.5)
    assert sorted(order(trace)) == [6, 7, 8, 9]


@pytest.mark.parametrize("sampler", ["llada", "fast_dllm", "careful"])
def test_dream_72_equal_confidences_go_from_left_to_right(sampler):
    assert order(fill(even(6, 6, M), [M] * 6, sampler)) == list(range(6))


@pytest.mark.parametrize("alg", ["maskgit_plus", "topk_margin", "entropy"])
def test_dream_72_equal_confidences_go_from_left_to_right_in_dream(alg):
    assert order(fill(even(6, 6, M), [M] * 6, "dream", steps=6, alg=alg)) == list(range(6))
    sure = Fixed([{place % 5: 1.0} for place in range(6)], 6, M)
    sure.logits *= 20
    trace = fill(sure, [M] * 6, "dream", steps=6, alg=alg)
    assert order(trace) == list(range(6)), "confidence is exactly 1 everywhere"


def test_dream_79_other_seeds_are_other_noise_but_near_greedy_fills_agree():
    def texts(temperature):
        return {tuple(fill(tiny(), [1] + [8] * 8, "dream", seed=seed, steps=8, alg="entropy", temperature=temperature).ids)
                for seed in range(4)}

    assert len(texts(0.05)) == 1
    assert len(texts(1.5)) == 4


def test_dream_filters_change_the_order_but_not_the_letters_of_a_pass_at_temperature_0():
    odds = [{0: 0.5, 1: 0.2, 2: 0.2, 3: 0.1}, {0: 0.55, 1: 0.45}]
    plain = fill(Fixed(odds, 6, M), [M] * 2, "dream", steps=2, alg="maskgit_plus")
    filtered = fill(Fixed(odds, 6, M), [M] * 2, "dream", steps=2, alg="maskgit_plus", top_p=0.4)
    assert plain.ids == filtered.ids == [0, 0]
    assert [guess[2] for guess in filtered.passes[0].guesses] == [1.0, 1.0]
    assert plain.passes[0].guesses[1][2] == pytest.approx(0.55)


@pytest.mark.parametrize("blanks, steps, eps, sizes", [
    (8, 4, 1e-3, [1, 2, 2, 3]), (8, 3, 1e-3, [2, 2, 4]), (8, 8, 1e-3, [0, 1, 1, 1, 1, 1, 1, 2]),
    (8, 16, 1e-3, [0] * 9 + [1] * 6 + [2]), (3, 3, 0.0, [1, 0, 2]), (9, 3, 0.1, [2, 3, 4]),
])
def test_dreams_schedule_is_computed_in_float32(blanks, steps, eps, sizes):
    trace = fill(even(blanks, 6, M), [M] * blanks, "dream", steps=steps, eps=eps, alg="entropy")
    assert [len(p.commits) for p in trace.passes] == sizes


def test_tiny_diffusion_2_time_runs_from_noisy_to_clean():
    times = backwards(10)
    assert times[0][0] == 1 and times[-1][0] > times[-1][1] > 0
    assert all(later[0] < earlier[0] and s < t for earlier, later, (t, s) in zip(times, times[1:], times))


@pytest.mark.parametrize("sampler", ["llada", "fast_dllm", "dream_block", "fast_dllm_v2"])
def test_sglang_35998_a_mask_in_a_prompt_is_refused(sampler):
    with pytest.raises(ValueError, match="canvas: the prompt holds the mask token at place 1"):
        fill(tiny(), [4, 8, 2, 8, 8, 8, 8], sampler, prompt_length=3)


def test_sglang_35998_published_llada_leaves_a_mask_and_without_a_prompt_length_it_is_a_blank():
    canvas = [4, 8, 2, 8, 8, 8, 8]
    faithful = fill(tiny(), canvas, "llada", steps=4, prompt_length=3, faithful=True)
    assert faithful.ids.count(8) == 1
    assert 8 not in fill(tiny(), canvas, "llada").ids


def test_diffullama_11_a_mask_id_that_is_an_ordinary_token_is_refused_in_a_prompt():
    word = 2
    with pytest.raises(ValueError, match="prompt"):
        fill(Fixed([{0: 1.0}] * 5, 6, word), [1, word, 3, word, word], "llada", prompt_length=3)


@pytest.mark.parametrize("prompt", [0, 3, 4, 5])
@pytest.mark.parametrize("sampler", ["bd3lm", "llada2", "llada21", "fast_dllm_v2"])
def test_stable_diffcoder_1_any_prompt_length_is_filled_and_read(sampler, prompt):
    small = {"small_block_size": 4} if sampler == "fast_dllm_v2" else {}
    texts = set()
    for first in range(6):
        canvas = [first] * prompt + [8] * (12 - prompt)
        trace = fill(tiny(), canvas, sampler, block_size=4, **small)
        assert 8 not in trace.ids
        texts.add(tuple(trace.ids[prompt:]))
    assert len(texts) > 1 or not prompt, "what is written depends on the prompt"


def test_fast_dllm_v2_published_code_does_not_read_a_prompt_of_exactly_one_block():
    def answers(faithful):
        return {tuple(fill(tiny(), [first] * 4 + [8] * 4, "fast_dllm_v2", block_size=4, small_block_size=2,
                           faithful=faithful).ids[4:]) for first in range(6)}

    assert len(answers(True)) == 1 < len(answers(False))


def noisy(odds, vocab):
    return Fixed(odds, vocab, None)


def test_vllm_45965_a_sure_answer_takes_two_passes_and_keeps_its_first_token():
    trace = fill(noisy([{0: 1.0}, {1: 1.0}, {2: 1.0}, {3: 1.0}], 6), [BLANK] * 4, "diffusion_gemma")
    assert trace.forward_passes == 2 and trace.ids == [0, 1, 2, 3]


def test_vmlx_swift_170_an_answer_of_end_tokens_alone_is_one_canvas_and_padding():
    trace = fill(noisy([{4: 1.0}] * 8, 6), [BLANK] * 8, "diffusion_gemma", canvas_length=4, eos_id=4, pad_id=5)
    assert trace.forward_passes == 2
    assert trace.ids == [4] + [5] * 7


def test_rapid_mlx_555_a_canvas_between_passes_holds_draws_and_noise_not_the_likeliest_letters():
    model = TinyModel(9, seed=1, gain=2.0)
    trace = fill(model, [1] + [BLANK] * 8, "diffusion_gemma", seed=3, max_denoising_steps=6)
    likeliest = {p: token for p, token, _ in trace.passes[3].guesses}
    assert any(trace.canvas_at(4)[p] != token for p, token in likeliest.items())
    last = {p: token for p, token, _ in trace.passes[-1].guesses}
    assert trace.ids[1:] == [last[p] for p in range(1, 9)], "the answer is the last pass's likeliest"


def test_llada_121_an_empty_prompt_is_filled():
    trace = fill(tiny(), [8] * 6, "llada", steps=6)
    assert 8 not in trace.ids and len(order(trace)) == 6


def test_llada_37_temperature_never_enters_the_confidence():
    odds = [{0: 0.7, 1: 0.3}] * 3
    for seed in range(5):
        trace = fill(Fixed(odds, 6, M), [M] * 3, "llada", steps=1, temperature=2.0, seed=seed)
        for _, token, confidence in trace.passes[0].guesses:
            assert confidence == pytest.approx({0: 0.7, 1: 0.3}[token]) if token < 2 else confidence < 1e-9


def test_llada_guidance_needs_no_attention_mask_and_pays_twice():
    trace = fill(tiny(), [1, 2] + [8] * 4, "llada", cfg_scale=1.5)
    assert trace.positions == 2 * 4 * 6


def test_llada_an_answer_of_no_places_is_an_empty_fill():
    assert fill(tiny(), [1, 2], "llada").passes == []


@pytest.mark.parametrize("settings, said", [
    ({"block_length": 3}, "block_length: want a divisor of the 8 places"),
    ({"block_length": 4, "steps": 3}, "steps: want a multiple of the 2 blocks"),
    ({"steps": 0}, "steps: want a whole number from 1"),
    ({"temperature": -1}, "temperature"),
    ({"remasking": "none"}, "remasking: want one of low_confidence, random"),
])
@pytest.mark.parametrize("sampler", ["llada", "fast_dllm"])
def test_lengths_and_settings_that_do_not_fit_are_named(sampler, settings, said):
    with pytest.raises(ValueError, match=said):
        fill(tiny(), [1, 2] + [8] * 8, sampler, **settings)


CHOOSES_MASK = [{M: 0.9, 0: 0.1}] * 4


@pytest.mark.parametrize("sampler", ["llada", "fast_dllm", "dream", "dream_threshold", "llada2", "llada21", "careful"])
def test_diffulex_39_a_model_that_chooses_the_mask_is_refused(sampler):
    options = {"alg": "entropy"} if sampler == "dream" else {}
    with pytest.raises(ValueError, match="chose the mask token"):
        fill(Fixed(CHOOSES_MASK, 6, M), [M] * 4, sampler, **options)


def test_a_model_that_chooses_the_mask_leaves_masks_in_published_llada_and_hangs_published_loops():
    assert fill(Fixed(CHOOSES_MASK, 6, M), [M] * 4, "llada", faithful=True).ids == [M] * 4
    for options in ({"threshold": 0.5}, {"threshold": 0.5, "cache": "prefix"}, {"factor": 1.0}):
        with pytest.raises(ValueError, match="never end"):
            fill(Fixed(CHOOSES_MASK, 6, M), [M] * 4, "fast_dllm", faithful=True, **options)


@pytest.mark.parametrize("sampler", ["mdlm", "remdm", "bd3lm"])
def test_subs_never_predicts_the_mask(sampler):
    assert fill(Fixed(CHOOSES_MASK, 6, M), [M] * 4, sampler, num_steps=8).ids == [0] * 4


def test_dream_block_with_one_step_a_block_leaves_no_blank():
    settings = dict(block_length=4, steps=2, alg="entropy")
    assert 8 not in fill(tiny(), [1] + [8] * 8, "dream_block", **settings).ids
    assert fill(tiny(), [1] + [8] * 8, "dream_block", faithful=True, **settings).ids.count(8) == 6


def test_bd3lm_published_code_divides_by_time_0_and_writes_token_0():
    odds = [{1: 0.5, 2: 0.5}] * 4
    settings = dict(first_hitting=False, num_steps=2)
    faithful = [fill(Fixed(odds, 6, M), [M] * 4, "bd3lm", seed=s, faithful=True, **settings).ids for s in range(20)]
    right = [fill(Fixed(odds, 6, M), [M] * 4, "bd3lm", seed=s, **settings).ids for s in range(20)]
    assert any(0 in ids for ids in faithful)
    assert all(set(ids) <= {1, 2} for ids in right)


def test_bd3lm_steps_that_run_out_leave_blanks_in_published_code_only():
    assert fill(tiny(), [8] * 8, "bd3lm", num_steps=1, faithful=True).ids.count(8) == 6
    assert 8 not in fill(tiny(), [8] * 8, "bd3lm", num_steps=1).ids


def test_bd3lm_with_a_cache_writes_what_it_writes_without():
    without = fill(tiny(), [1] + [8] * 11, "bd3lm", seed=4)
    cached = fill(tiny(), [1] + [8] * 11, "bd3lm", seed=4, kv_cache=True)
    assert cached.ids == without.ids
    assert [p.commits for p in cached.passes if p.kind == "denoise"] == [p.commits for p in without.passes]
    assert cached.extra_passes == {"store": 3}


def test_mdlm_published_comparison_takes_neighbouring_large_ids_for_the_same():
    def passes(faithful):
        turns = iter([np.array([126336]), np.array([126336])])
        odds = np.zeros((1, 126337))
        return len(list(unnoised(
            lambda ids: odds, lambda ids, *_: next(turns), np.array([126335]), backwards(2), 126335, faithful=faithful)))

    assert (passes(True), passes(False)) == (2, 3)


def test_remdm_changes_a_letter_only_by_way_of_the_mask():
    remasked = 0
    for seed in range(6):
        trace = fill(tiny(), [1] + [8] * 10, "remdm", seed=seed, num_steps=20, strategy="remdm-cap", eta=0.2)
        assert not any(p.edits for p in trace.passes)
        remasked += sum(len(p.remasks) for p in trace.passes)
    assert remasked > 20


def test_llada21_edits_inside_the_open_block_only():
    seen = 0
    for seed in range(20):
        trace = fill(tiny(seed=seed), [1, 2] + [8] * 10, "llada21", block_size=4, threshold=0.3, editing_threshold=0.3)
        for one in trace.passes:
            low = one.computed[0][1] - 4
            assert all(place >= max(low, 2) for place, _ in one.edits)
            seen += len(one.edits)
    assert seen > 0


def test_a_sampler_that_wants_a_cache_says_so_to_a_plain_model():
    counts = CountsModel([[["ABBA", 1], ["BABA", 2]]])
    for options in ({"sampler": "fast_dllm", "cache": "prefix"}, {"sampler": "dream_block"}):
        with pytest.raises(ValueError, match="keeps keys and values"):
            fill(counts, counts.blank_canvas(), **options)


def test_a_model_without_a_mask_has_a_sign_for_its_blanks_in_the_trace():
    model = Fixed([{0: 1.0}] * 3, 3, None)
    model.tokens = ["A", "B", "C"]
    trace = fill(model, [1, BLANK, BLANK], "sedd", graph="uniform", steps=3, seed=2)
    again = type(trace).from_json(trace.to_json())
    assert again.text(again.canvas) == "B▢▢"
    assert again.ids == trace.ids and again.mask_id == BLANK
    assert again.passes[0].kind == "noise" and again.extra_passes == {}
