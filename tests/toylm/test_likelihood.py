"""LLaDA's likelihood of an answer, against what can be worked out on paper."""

import itertools

import numpy as np
import pytest

from stubs import Fixed
from toylm.likelihood import log_likelihood
from toylm.models.counts import CountsModel
from toylm.rng import TorchStream

M = 5


def ids_of(model, text):
    return [model.tokens.index(letter) for letter in text]


def test_a_permutation_is_torchs():
    assert TorchStream(0).permutation(6).tolist() == [2, 5, 3, 0, 1, 4]  # torch 2.13, torch.randperm(6)


@pytest.mark.parametrize("batch_size, mc_num", [(1, 3), (4, 8), (16, 20), (16, 2)])
def test_where_every_place_is_equally_unlikely_every_masking_tells_the_whole_truth(batch_size, mc_num):
    """A masking of x of n places finds x log p and weighs it with n / x: n log p, whatever x is."""
    model = Fixed([{0: 0.25, 1: 0.75}] * 6, 6, M)
    found = log_likelihood(model, [1, 1], [0, 0, 0, 0], mc_num=mc_num, batch_size=batch_size)
    assert found == pytest.approx(4 * np.log(0.25))
    assert model.calls == mc_num


def test_each_pass_masks_the_answer_only_and_a_batch_masks_every_number_of_places():
    seen = []
    model = Fixed([{0: 1.0}] * 7, 6, M)
    watched = lambda ids: seen.append(ids.copy()) or model(ids)  # noqa: E731
    watched.mask_id = M
    for seed in range(10):
        seen.clear()
        log_likelihood(watched, [1, 2, 3], [0, 1, 2, 3], seed=seed, mc_num=8, batch_size=4)
        assert all(ids[:3].tolist() == [1, 2, 3] for ids in seen)
        counts = [int((ids == M).sum()) for ids in seen]
        assert sorted(counts[:4]) == sorted(counts[4:]) == [1, 2, 3, 4]


def test_two_places_give_one_of_two_estimates_and_their_mean_is_the_truth():
    """Versions AA, AA, AB, BB. With both masked: p(A_) = 3/4, p(_B) = 1/2. With one: p(A|_B) = 1/2, p(B|A_) = 1/3."""
    model = CountsModel([[["AA", 2], ["AB", 1], ["BB", 1]]])
    both = np.log(3 / 4) + np.log(1 / 2)
    one = [2 * np.log(1 / 2), 2 * np.log(1 / 3)]
    possible = [(both + c) / 2 for c in one]
    found = [log_likelihood(model, [], ids_of(model, "AB"), seed=s, mc_num=2, batch_size=2) for s in range(40)]
    assert {round(f, 3) for f in found} == {round(p, 3) for p in possible}
    assert np.mean(possible) == pytest.approx(np.log(1 / 4)), "exact counts agree with themselves, so the bound is tight"
    many = log_likelihood(model, [], ids_of(model, "AB"), mc_num=2000, batch_size=2)
    assert many == pytest.approx(np.log(1 / 4), abs=0.03)


def test_of_all_answers_together_the_chance_is_at_most_one():
    model = CountsModel([[["ABA", 3], ["ABB", 2], ["BBA", 1]]])
    letters = ids_of(model, "AB")
    chances = [np.exp(log_likelihood(model, [], answer, mc_num=60, batch_size=3)) for answer in itertools.product(letters, repeat=3)]
    assert 0.9 < sum(chances) < 1.05


def test_guidance_pushes_away_from_what_the_answer_is_without_its_prompt():
    def model(ids):
        odds = [0.8, 0.2] if ids[0] == 1 else [0.5, 0.5]
        return np.log(np.tile([*odds, 1e-9], (len(ids), 1)))

    model.mask_id = 2
    assert log_likelihood(model, [1], [0], mc_num=4, batch_size=2) == pytest.approx(np.log(0.8))
    # logits of 0 against 1: log 4 with the prompt, 0 without it, so 2 log 4 with a scale of 1
    assert log_likelihood(model, [1], [0], mc_num=4, batch_size=2, cfg_scale=1.0) == pytest.approx(np.log(16 / 17))


def test_published_code_drops_what_does_not_fill_a_batch_and_divides_by_zero():
    model = Fixed([{0: 0.25, 1: 0.75}] * 3, 6, M)
    log_likelihood(model, [], [0, 0], mc_num=20, batch_size=16, faithful=True)
    assert model.calls == 16
    with pytest.raises(ValueError, match="mc_num: published code divides by zero"):
        log_likelihood(model, [], [0, 0], mc_num=2, batch_size=16, faithful=True)


def test_a_mask_token_in_the_answer_is_refused_and_scored_by_published_code():
    model = Fixed([{0: 0.5, M: 0.5}] * 2, 6, M)
    with pytest.raises(ValueError, match="answer: it holds the mask token"):
        log_likelihood(model, [], [0, M], batch_size=2, mc_num=2)
    found = [log_likelihood(model, [], [0, M], seed=s, batch_size=2, mc_num=2, faithful=True) for s in range(8)]
    assert min(found) < 2 * np.log(0.5), "it is scored in maskings that do not mask it, too"


@pytest.mark.parametrize("answer, settings, said", [
    ([], {}, "answer: want one token"), ([0], {"mc_num": 0}, "mc_num"), ([0], {"batch_size": 0}, "batch_size"),
    ([0], {"cfg_scale": -1}, "cfg_scale"),
])
def test_what_cannot_be_is_refused_by_name(answer, settings, said):
    with pytest.raises(ValueError, match=said):
        log_likelihood(Fixed([{0: 1.0}], 6, M), [], answer, **settings)


def test_logits_that_are_not_numbers_are_refused():
    model = Fixed([{0: 1.0}] * 2, 6, M)
    model.logits[0, 0] = np.nan
    with pytest.raises(ValueError, match="not finite"):
        log_likelihood(model, [], [0, 0])
