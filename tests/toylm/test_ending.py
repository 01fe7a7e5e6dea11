"""Truncation at the end token is a step of its own."""

from stubs import Fixed
from toylm import fill
from toylm.ending import truncated, without

EOS, M = 4, 5


def test_the_answer_ends_before_its_first_end_token():
    assert truncated([4, 1, 2, EOS, 3, EOS], [EOS], start=1) == [4, 1, 2]
    assert truncated([1, 2], [EOS]) == [1, 2]


def test_leaving_end_tokens_out_is_not_truncation():
    assert without([4, 1, EOS, 3, EOS], [EOS], start=1) == [4, 1, 3]


def test_an_answer_of_end_tokens_alone_is_empty():
    trace = fill(Fixed([{EOS: 1.0}] * 4, 6, M), [1, M, M, M], "llada")
    assert trace.ids == [1, EOS, EOS, EOS]
    assert truncated(trace.ids, [EOS], start=1) == [1]
