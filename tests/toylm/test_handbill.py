"""What plate 1 says of its two handbills, held to: ties, and what one pass and eight passes garble."""

import tomllib
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from toylm import fill
from toylm.maths import probability_of, rank_key
from toylm.models.counts import CountsModel

HANDBILL = Path(__file__).parents[2] / "content" / "diffusionlm" / "handbill.toml"


@pytest.fixture(params=["en", "zh"])
def model(request):
    return CountsModel(tomllib.loads(HANDBILL.read_text(encoding="utf-8"))[request.param]["lines"])


def confidences(model, canvas):
    """(exact confidence, key it is ranked by) of the likeliest token at every blank."""
    ids = np.array(canvas)
    logits = model(ids)
    guess = logits.argmax(axis=-1)
    keys = rank_key(probability_of(logits, guess))
    for line, (start, end) in enumerate(model.spans):
        odds = model.odds(line, ids[start:end])
        for place in range(start, end):
            if ids[place] == model.mask_id:
                row = odds[place - start]
                yield Fraction(int(row[guess[place]]), int(row.sum())), float(keys[place])


@pytest.mark.parametrize("remasking, seed", [("low_confidence", 0), ("random", 1), ("random", 2)])
def test_confidences_that_are_equal_on_paper_tie(model, remasking, seed):
    trace = fill(model, model.blank_canvas(), "llada", seed=seed, steps=36, remasking=remasking)
    compared = 0
    for number in range(len(trace.passes)):
        pairs = sorted(confidences(model, trace.canvas_at(number)))
        for (exact, key), (next_exact, next_key) in zip(pairs, pairs[1:]):
            assert (key == next_key) == (exact == next_exact)
            assert key <= next_key
            compared += exact == next_exact
    assert compared > 500


def test_one_pass_garbles_a_line_and_eight_garble_none(model):
    garbled = {steps: model.garbled(fill(model, model.blank_canvas(), "llada", steps=steps).ids) for steps in (1, 8)}
    assert garbled[1]
    assert garbled[8] == []


def test_left_to_right_writes_lines_that_were_read(model):
    assert model.garbled(fill(model, model.blank_canvas(), "autoregressive").ids) == []
