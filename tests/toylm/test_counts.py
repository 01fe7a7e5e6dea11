"""The handbill's toy, worked out by hand on one small line.

The line was read as CAT twice, COT once and DOG once. Its token ids, in code order after the mask:
▢ 0, A 1, C 2, D 3, G 4, O 5, T 6.
"""

import json
from fractions import Fraction

import numpy as np
import pytest

from toylm import fill
from toylm.maths import softmax
from toylm.models.counts import CountsModel

LINE = [["CAT", 2], ["COT", 1], ["DOG", 1]]


@pytest.fixture
def model():
    return CountsModel([LINE])


def odds(model, text, line=0):
    """The odds at each place of a line, as {letter: readings}."""
    rows = model.odds(line, np.array(model.encode(text)))
    return [{model.tokens[i]: int(n) for i, n in enumerate(row) if n} for row in rows]


def test_tokens_are_the_mask_and_then_every_character_in_code_order(model):
    assert model.tokens == ["▢", "A", "C", "D", "G", "O", "T"]
    assert model.mask_id == 0


@pytest.mark.parametrize("text, expected", [
    # Nothing is set: every version counts. C from CAT 2 and COT 1; O from COT 1 and DOG 1.
    ("▢▢▢", [{"C": 3, "D": 1}, {"A": 2, "O": 2}, {"T": 3, "G": 1}]),
    # O in the middle: COT and DOG agree, CAT does not.
    ("▢O▢", [{"C": 1, "D": 1}, {"O": 2}, {"T": 1, "G": 1}]),
    # C: CAT and COT.
    ("C▢▢", [{"C": 3}, {"A": 2, "O": 1}, {"T": 3}]),
    # D and T: no version has both. CAT and COT share the T, DOG shares the D: one letter each, so all count.
    ("D▢T", [{"C": 3, "D": 1}, {"A": 2, "O": 2}, {"T": 3, "G": 1}]),
    # C, O and G: CAT shares one letter, COT two, DOG two: back off to COT and DOG.
    ("COG", [{"C": 1, "D": 1}, {"O": 2}, {"T": 1, "G": 1}]),
])
def test_odds_are_the_readings_of_the_versions_that_agree_most(model, text, expected):
    assert odds(model, text) == expected


def test_probabilities_are_shares_of_the_readings(model):
    shares = softmax(model(np.array(model.encode("▢▢▢"))))
    assert shares[0, 2] == pytest.approx(3 / 4)  # C
    assert shares[1, 1] == shares[1, 5] == pytest.approx(1 / 2)  # A and O
    assert shares[2, 0] == 0  # the mask has no odds at all
    assert shares.sum(axis=1) == pytest.approx([1, 1, 1])


def test_a_line_sees_only_itself():
    model = CountsModel([LINE, LINE])
    assert odds(model, "▢▢▢", line=0) == odds(model, "▢▢▢", line=1)
    both = softmax(model(np.array(model.encode("DOG▢▢▢"))))
    alone = softmax(model(np.array(model.encode("▢▢▢▢▢▢"))))
    assert (both[3:] == alone[3:]).all()


def test_left_to_right_sees_only_what_is_to_the_left(model):
    # With the G in sight only DOG agrees, and both blanks are certain.
    sees_both_sides = fill(model, model.encode("▢▢G"), "llada", steps=1)
    assert sees_both_sides.text() == "DOG"
    assert [c for _, _, c in sees_both_sides.passes[0].guesses] == [1, 1]
    # From the left, C leads 3 to 1; after C, A leads 2 to 1. The G stands, and CAG was never read.
    sees_the_left = fill(model, model.encode("▢▢G"), "autoregressive")
    assert sees_the_left.text() == "CAG"
    confidences = [Fraction(c).limit_denominator(100) for one in sees_the_left.passes for _, _, c in one.guesses]
    assert confidences == [Fraction(3, 4), Fraction(2, 3)]
    assert model.garbled(sees_the_left.ids) == [0]


def test_left_to_right_reads_from_the_cache_what_it_computed_before(model):
    trace = fill(model, model.blank_canvas(), "autoregressive")
    assert [(p.computed, p.cached) for p in trace.passes] == [
        ([(0, 1)], []), ([(1, 2)], [(0, 1)]), ([(2, 3)], [(0, 2)]),
    ]
    assert (trace.forward_passes, trace.positions, trace.cache_reads) == (3, 3, 3)


def test_garbled_lines_are_those_that_were_never_read():
    model = CountsModel([LINE, LINE, LINE])
    assert model.garbled(model.encode("CATDAGDOG")) == [1]


def test_the_spec_makes_the_same_model(model):
    again = CountsModel.from_spec(model.spec())
    assert (again.tokens, again.lines) == (model.tokens, model.lines)


def test_a_list_of_places_is_a_text_too_and_a_place_may_be_several_code_points():
    family, accented = "\U0001f468\u200d\U0001f469\u200d\U0001f467", "e\u0301"
    model = CountsModel([[[[family, "A", accented], 2], [["B", "A", "D"], 1]]])
    assert model.tokens == ["▢", "A", "B", "D", accented, family]
    assert model.spans == [(0, 3)]
    assert odds(model, ["▢", "▢", accented]) == [{family: 2}, {"A": 2}, {accented: 2}]
    assert fill(model, model.blank_canvas(), "llada", steps=3).text() == f"{family}A{accented}"
    assert CountsModel.from_spec(json.loads(json.dumps(model.spec()))).lines == model.lines


def test_a_list_of_letters_and_the_same_string_make_the_same_fill():
    whole, parted = CountsModel([LINE]), CountsModel([[[list(text), times] for text, times in LINE]])
    assert parted.tokens == whole.tokens
    fills = [fill(model, model.blank_canvas(), "llada", steps=2, seed=3, remasking="random") for model in (whole, parted)]
    assert fills[0].to_json() == fills[1].to_json()


@pytest.mark.parametrize("lines, message", [
    ([[]], "line 1: want at least one version"),
    ([[["CAT", 1]], [["A", 1], ["AB", 1]]], r"line 2: versions of one line are of one length, got \[1, 2\]"),
    ([[["CAT", 1], ["CAT", 2]]], "line 1: 'CAT' is given twice"),
    ([[["CAT", 0]]], "line 1: 'CAT' is read 0 times; want a whole number from 1"),
    ([[["CAT", True]]], "line 1: 'CAT' is read True times"),
    ([[["CAT", 1.5]]], "line 1: 'CAT' is read 1.5 times"),
    ([[["", 1]]], "line 1: want some text"),
    ([[["C▢T", 1]]], "line 1: want some text without ▢"),
    ([[[["C", "▢"], 1]]], "line 1: want some text without ▢"),
    ([[[["C", ""], 1]]], "line 1: want some text"),
    ([[[["C", 1], 1]]], "line 1: want some text"),
    ([[[7, 1]]], "line 1: want some text"),
    ([[["CAT", 1], [["C", "A", "T"], 2]]], r"line 1: \('C', 'A', 'T'\) is given twice"),
    ([[["é", 1], [["e\u0301"], 2], [["e", "\u0301"], 2]]], r"line 1: versions of one line are of one length, got \[1, 2\]"),
])
def test_lines_that_are_not_lines_are_refused(lines, message):
    with pytest.raises(ValueError, match=message):
        CountsModel(lines)


def test_a_character_that_was_never_read_has_no_token(model):
    with pytest.raises(ValueError, match="text: 'X' was never read"):
        model.encode("CAX")


def test_a_canvas_of_another_length_is_refused(model):
    with pytest.raises(ValueError, match="canvas: want 3 places, got 2"):
        model(np.array([0, 0]))
