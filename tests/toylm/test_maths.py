"""The formulas that samplers share, against figures read off PyTorch or worked out by hand."""

import numpy as np
import pytest

from toylm import maths, selecting
from toylm.rng import TorchStream


def test_linspace_in_float32_counts_its_second_half_from_the_end():
    found = maths.linspace32(1, 1e-3, 4)
    np.testing.assert_array_equal(found, np.array([1.0, 0.667, 0.334, 0.001], dtype=np.float32))
    assert maths.linspace32(1, 0, 1).tolist() == [1.0]
    assert (maths.linspace32(1, 1e-5, 49) != np.linspace(1, 1e-5, 49).astype(np.float32)).any()


@pytest.mark.parametrize("blanks, steps, sizes", [(8, 3, [3, 3, 2]), (10, 4, [3, 3, 2, 2]), (4, 6, [1, 1, 1, 1, 0, 0])])
def test_quotas_give_the_remainder_to_the_first_passes(blanks, steps, sizes):
    assert selecting.quotas(blanks, steps) == sizes


def test_two_rules_of_top_p():
    logits = np.log(np.array([[0.5, 0.3, 0.2]]))
    kept = maths.softmax(maths.keep_top_p(logits, 0.6))
    np.testing.assert_allclose(kept, [[0.625, 0.375, 0]])  # the token with which the sum passes p stays
    np.testing.assert_allclose(maths.nucleus(np.exp(logits), 0.6), [[1, 0, 0]])  # here it does not
    np.testing.assert_allclose(maths.nucleus(np.exp(logits), 0.0), [[1, 0, 0]])
    assert maths.keep_top_p(logits, None) is logits


def test_top_k_keeps_whatever_equals_the_last():
    kept = maths.keep_top_k(np.array([[3.0, 1.0, 1.0, 0.0]]), 2)
    assert (kept > maths.LOWEST).tolist() == [[True, True, True, False]]


def test_ties_go_to_the_lowest_place_and_thirteenth_decimals_are_ties():
    assert maths.surest_first(maths.rank_key(np.array([0.3, 0.3 + 1e-14, 0.4]))).tolist() == [2, 0, 1]
    assert maths.surest_first(maths.rank_key(np.array([1 - 2e-13, 1 - 1e-13]))).tolist() == [1, 0]


def test_entropy_of_certainty_is_0_and_of_three_even_chances_log_3():
    entropy, best = maths.entropy_and_best(np.array([[0.0, -1e4, -1e4], [2.0, 2.0, 2.0]]))
    np.testing.assert_allclose(entropy, [0, np.log(3)])
    np.testing.assert_allclose(best, [1, 1 / 3])


def test_thresholds():
    key = np.array([0.5, 0.9, 0.1, 0.7])
    assert selecting.at_least(key, 0.7).tolist() == [1, 3]
    assert selecting.at_least(key, 2).tolist() == [1]
    assert selecting.above_or(key, 0.7, 1).tolist() == [1]
    assert selecting.above_or(key, 0.7, 2).tolist() == [1, 3]
    assert selecting.by_factor(np.array([]), 1.0).tolist() == []
    assert selecting.by_factor(np.array([0.2]), 1.0).tolist() == [0]


def test_streams_of_one_seed_agree_and_integers_stay_below_their_bound():
    a, b = TorchStream(5), TorchStream(5)
    np.testing.assert_array_equal(a.exponential64(3), -np.log1p(-b.rand64(3)))
    assert a.integers(7, 2, 3).shape == (2, 3) and a.integers(1, 4).tolist() == [0] * 4
    assert TorchStream(5).uniform() == np.random.RandomState(5).rand()
    assert a.chance(1.0) and not a.chance(0.0)
    assert a.choose(np.array([0.0, 1.0, 0.0])) == 1


@pytest.mark.parametrize("seed", [0, 1, 7, 2**31 - 1])
def test_words_are_those_of_numpys_twister(seed):
    stream, theirs = TorchStream(seed), np.random.RandomState(seed)
    for count in (0, 1, 700, 5):
        assert (stream.words(count) == theirs.randint(0, 2**32, size=count, dtype=np.uint32)).all()
