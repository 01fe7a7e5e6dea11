"""Masks in a prompt: what is filled, what stays blank, what is held back."""

import numpy as np
from toylm import fill
from toylm.trace import MASK_TEXT

from plates.decoding import spans


class Letters:
    """Writes b everywhere, as sure of it as can be."""

    mask_id, tokens = 0, [MASK_TEXT, "a", "b"]

    def __call__(self, ids):
        return np.tile([0.0, 0.0, 20.0], (len(ids), 1))


def test_candidates_from_the_answer_leave_the_prompts_blanks():
    canvas = [1, 0, 1, 0, 0]
    kept = fill(Letters(), canvas, spans.answer_only, start=3, threshold=0.9, faithful=True)
    assert kept.ids == [1, 0, 1, 2, 2]
    assert fill(Letters(), canvas, spans.SAMPLER, threshold=0.9).ids == [1, 2, 1, 2, 2]


def test_a_name_is_a_stranger_if_only_the_reply_has_it():
    assert spans.strangers(["Boise", "Macon", "Reno"], "socks for Macon", "Macon gets socks, not Boise") == ["Boise"]
    assert spans.strangers(["Boise"], "to Boise", "Boise it is") == []
