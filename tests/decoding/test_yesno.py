"""A yes or no read off as a probability: which words are asked about, and the arithmetic of how far it is right."""

import numpy as np
import pytest
from toylm.trace import MASK_TEXT

from plates.decoding import yesno

WORDS = [MASK_TEXT, "∎", "Come on", " Monday", " Friday", " Sunday", "\n", "."]


class Days:
    """Sure of nothing but that Monday is twice as likely as any other token."""

    mask_id, end_id, tokens, config = 0, 1, WORDS, {"shape": {"places": 64}}

    def __call__(self, ids):
        return np.tile(np.log([1, 1, 1, 2, 1, 1, 1, 1]), (len(ids), 1))

    def encode(self, text):
        out = []
        while text:
            token = next(i for i, word in enumerate(WORDS) if text.startswith(word))
            out.append(token)
            text = text[len(WORDS[token]) :]
        return out

    def decode(self, ids):
        return "".join(WORDS[i] for i in ids)


def document(day, reply=None):
    return {"kind": "hours", "facts": {"day": day}, "prompt": "Come on\n", "reply": reply or f"Come on {day}."}


DOCUMENTS = [document("Monday"), document("Friday"), document("Sunday"), document("Monday", "Come on Monday Monday.")]


def test_a_word_that_stands_once_is_asked_about_with_its_whole_list():
    asked = yesno.questions(Days(), DOCUMENTS, 0)
    assert [(one.kind, one.slot, one.place, one.words) for one in asked] == [("hours", "day", 3, [3, 4, 5])] * 3
    assert [WORDS[one.right] for one in asked] == [" Monday", " Friday", " Sunday"]
    assert asked[0].ids[:6] == [2, 6, 2, 0, 7, 1] and len(asked[0].ids) == 2 + yesno.PLACES


def test_hiding_leaves_the_prompt_and_blanks_the_rest():
    (first, *_) = yesno.questions(Days(), DOCUMENTS, 1)
    assert first.ids == [2, 6, *[0] * yesno.PLACES]


def test_a_yes_has_the_words_share_of_its_list():
    asked = yesno.questions(Days(), DOCUMENTS, 0)
    found = yesno.answers(Days(), asked)
    assert [said for said, _ in found] == pytest.approx([0.5, 0.25, 0.25] * 3)
    assert [right for _, right in found] == [True, False, False, False, True, False, False, False, True]


def test_the_curve_and_its_scores():
    asked = [(0.9, True), (0.92, False), (1.0, True), (0.05, False)]
    low, high = yesno.bins(asked)
    assert low == {"count": 1, "said": 0.05, "right": 0}
    assert high["count"] == 3 and high["said"] == pytest.approx(0.94) and high["right"] == pytest.approx(2 / 3)
    assert yesno.brier(asked) == pytest.approx((0.01 + 0.8464 + 0 + 0.0025) / 4)
    assert yesno.gap([low, high]) == pytest.approx((0.05 + 3 * (0.94 - 2 / 3)) / 4)


def test_whoever_is_not_sure_leaves_it_to_a_person():
    asked = [(0.97, True), (0.03, True), (0.6, False), (0.4, False)]
    assert yesno.decided(asked, 0.9) == {"sure": 0.9, "alone": 2, "wrong": 1, "asked": 4}
    assert yesno.decided(asked, 0.5) == {"sure": 0.5, "alone": 4, "wrong": 2, "asked": 4}


def test_the_documents_are_the_held_out_ones():
    for lang in ("en", "zh"):
        documents = yesno.read(lang)
        assert len(documents) == yesno.DOCUMENTS and all({"kind", "facts", "prompt", "reply"} <= one.keys() for one in documents)
