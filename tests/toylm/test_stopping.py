"""Where a fill ends before its canvas is full: left to right at an end token, BD3-LM's stop conditions, LLaDA2's early stop."""

import numpy as np
import pytest

from stubs import Fixed
from toylm import Trace, fill
from toylm.models.tiny import TinyModel

EOS, M = 4, 5
LONG = 264


def flat(places, tokens=200):
    """Every token at every place: no two texts are alike, and their entropy is high."""
    return Fixed([dict.fromkeys(range(tokens), 1 / tokens)] * places, tokens + 1, tokens)


def letters(text):
    """A model that is sure of one token a place."""
    return Fixed([{token: 1.0} for token in text], 6, M)


def kinds(trace):
    return [one.kind for one in trace.passes if one.kind != "denoise"]


# Left to right: over with the end token.

def test_left_to_right_nothing_is_computed_after_the_end_token():
    trace = fill(letters([0, EOS, 1, 2, 3]), [M, M, M, 2, M], "autoregressive", eos_id=EOS)
    assert trace.ids == [0, EOS, EOS, 2, EOS]
    assert trace.forward_passes == 2 and kinds(trace) == ["end"] and trace.passes[-1].commits == [(2, EOS), (4, EOS)]


def test_left_to_right_an_end_token_in_the_last_blank_leaves_nothing_to_write_and_without_one_all_is_written():
    last = fill(letters([0, EOS]), [M, M], "autoregressive", eos_id=EOS)
    assert last.ids == [0, EOS] and kinds(last) == []
    assert fill(letters([0, EOS, 1]), [M] * 3, "autoregressive").ids == [0, EOS, 1]


# BD3-LM: looked at when a block is done and the text is longer than 256 tokens.

def test_bd3lm_a_long_text_of_one_token_is_begun_anew_ten_times_and_given_up():
    with pytest.raises(ValueError, match="entropy below 4 nats in each of 10 tries"):
        fill(letters([0] * LONG), [M] * LONG, "bd3lm", block_size=8)


def test_bd3lm_up_to_256_tokens_any_text_passes_and_above_it_one_of_many_tokens():
    assert fill(letters([0] * 256), [M] * 256, "bd3lm", block_size=8).ids == [0] * 256
    trace = fill(flat(LONG), [200] * LONG, "bd3lm", block_size=8)
    assert kinds(trace) == [] and trace.forward_passes == LONG


class Better:
    """Sure of one token until a text is rejected, then of all sorts of them."""

    vocab, mask_id = 9, 8

    def __init__(self):
        self.rejected, self._written = 0, 0

    def __call__(self, ids):
        written = int((ids != 8).sum())
        self.rejected += written < self._written
        self._written = written
        best = np.arange(len(ids)) % 8 if self.rejected else np.zeros(len(ids), int)
        return np.where(np.arange(9) == best[:, None], 0.0, -40.0)


def test_bd3lm_a_rejected_text_stays_in_the_trace_with_what_it_cost():
    trace = fill(Better(), [1] + [8] * 15, "bd3lm", block_size=4, stop_window=8, min_entropy=1.0)
    assert kinds(trace) == ["reject"]
    at = [one.kind for one in trace.passes].index("reject")
    assert sorted(trace.passes[at].remasks) == list(range(1, 12)), "three blocks were written, the given place stays"
    assert trace.forward_passes == 11 + 15
    assert trace.ids == [1] + [place % 8 for place in range(1, 16)]
    assert Trace.from_json(trace.to_json()).to_json() == trace.to_json()


def test_bd3lm_with_var_length_a_dull_end_is_cut_off():
    text = [place % 4 for place in range(8)] + [0] * 16
    settings = dict(block_size=4, stop_window=8, min_entropy=0.5, var_length=True, eos_id=EOS)
    trace = fill(letters(text), [M] * 24, "bd3lm", **settings)
    # After 16 tokens the last 8 are all alike; they are cut off, and nothing after them is written.
    assert trace.ids == text[:8] + [EOS] * 16
    assert kinds(trace) == ["end"] and trace.forward_passes == 16


@pytest.mark.parametrize("kv_cache", [False, True])
def test_bd3lm_with_var_length_a_text_ends_with_its_second_end_token(kv_cache):
    text = [EOS] + [place % 4 for place in range(12)] + [EOS, 1, 2] + [3] * 8
    settings = dict(block_size=4, stop_window=8, min_entropy=0.0, var_length=True, eos_id=EOS, kv_cache=kv_cache)
    trace = fill(letters(text), [EOS] + [M] * 23, "bd3lm", **settings)
    assert trace.ids == text[:14] + [EOS] * 10
    assert [one.edits for one in trace.passes if one.kind == "end"] == [[(14, EOS), (15, EOS)]]
    assert trace.forward_passes == 15
    short = fill(letters(text), [EOS] + [M] * 23, "bd3lm", **settings | {"stop_window": 256})
    assert short.ids == text, "nothing is looked at up to 256 tokens"


def test_bd3lm_var_length_wants_an_end_token():
    with pytest.raises(ValueError, match="eos_id"):
        fill(letters([0] * 4), [M] * 4, "bd3lm", var_length=True)


# LLaDA2: over once an end token is set and no blank is left before it.

STOPS = [{0: 0.9, 1: 0.1}, {1: 0.8, 0: 0.2}, {EOS: 0.99, 0: 0.01}, {2: 0.5, 3: 0.5}, {3: 1.0}, {3: 1.0}, {3: 1.0}, {3: 1.0}]


def test_llada2_the_answer_is_over_with_the_end_token_once_nothing_is_blank_before_it():
    settings = dict(block_size=4, threshold=2.0, eos_id=EOS)
    trace = fill(Fixed(STOPS, 6, M), [M] * 8, "llada2", **settings)
    # One a pass, the surest first: the end token at place 2, then 0, then 1. Only then is it over.
    assert [one.commits for one in trace.passes[:3]] == [[(2, EOS)], [(0, 0)], [(1, 1)]]
    assert kinds(trace) == ["end"] and trace.forward_passes == 3
    assert trace.ids == [0, 1] + [EOS] * 6
    assert fill(Fixed(STOPS, 6, M), [M] * 8, "llada2", block_size=4, threshold=2.0).ids == [0, 1, EOS, 2, 3, 3, 3, 3]


def test_llada2_published_early_stop_leaves_the_block_only_and_its_blanks():
    sure = [{0: 1.0}, {EOS: 0.97, 0: 0.03}, {2: 0.5, 3: 0.5}, {2: 0.5, 3: 0.5}, *STOPS[4:]]
    settings = dict(block_size=4, eos_id=EOS)
    faithful = fill(Fixed(sure, 6, M), [M] * 8, "llada2", faithful=True, **settings | {"threshold": 2.0})
    assert faithful.ids == [0, EOS, M, M, 3, 3, 3, 3] and faithful.forward_passes == 2 + 4
    assert fill(Fixed(sure, 6, M), [M] * 8, "llada2", **settings).ids == [0] + [EOS] * 7


def test_llada2_an_end_token_of_the_prompt_ends_nothing():
    trace = fill(letters([EOS, 1, 2, 3]), [EOS, M, M, M], "llada2", block_size=4, eos_id=EOS)
    assert trace.ids == [EOS, 1, 2, 3] and kinds(trace) == []


def test_llada21_is_over_with_the_block_that_holds_the_end_token():
    trace = fill(Fixed(STOPS, 6, M), [M] * 8, "llada21", block_size=4, eos_id=EOS)
    assert trace.ids == [0, 1] + [EOS] * 6
    assert max(end for one in trace.passes for _, end in one.computed) == 4


@pytest.mark.parametrize("sampler", ["autoregressive", "llada2", "llada21"])
def test_an_end_token_that_the_model_does_not_have_is_refused(sampler):
    with pytest.raises(ValueError, match="eos_id: want a whole number from 0 to 5"):
        fill(letters([0] * 4), [M] * 4, sampler, eos_id=6)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("sampler", ["llada2", "llada21"])
def test_whatever_the_model_no_blank_is_left_and_given_places_stay(sampler, seed):
    canvas = [1, 8, 8, 8, 2, 8, 8, 8, 8, 3]
    trace = fill(TinyModel(9, seed=seed, gain=4.0, ban=[8], mask_id=8), canvas, sampler, block_size=4, eos_id=seed)
    assert 8 not in trace.ids and [trace.ids[p] for p in (0, 4, 9)] == [1, 2, 3]
    assert trace.canvas_at(len(trace.passes)) == trace.ids


@pytest.mark.parametrize("sampler", ["llada2", "llada21"])
def test_without_temperature_llada2_filters_nothing_and_with_it_top_k_goes_first(sampler):
    """Of 0.4, 0.3, 0.2, 0.1 top_k 2 leaves 4/7 and 3/7; top_p 0.5 then keeps the first alone."""
    odds = [{0: 0.4, 1: 0.3, 2: 0.2, 3: 0.1}] * 4
    settings = dict(block_size=4, top_k=2, top_p=0.5)
    cold = fill(Fixed(odds, 6, M), [M] * 4, sampler, **settings)
    assert [c for _, _, c in cold.passes[0].guesses] == pytest.approx([0.4] * 4)
    warm = [fill(Fixed(odds, 6, M), [M] * 4, sampler, temperature=1.0, seed=seed, **settings).ids for seed in range(8)]
    assert all(ids == [0] * 4 for ids in warm)
