"""What blanks might be: the model's own odds, asked for as data."""

import json

import pytest
from toylm.models.counts import CountsModel
from toylm.request import answer

LINES = [[["CAT", 2], ["DOG", 1]]]
MODEL = {"kind": "counts", "lines": LINES}


def asked(**change):
    return {"kind": "odds", "model": MODEL, "canvases": [], "count": 2, **change}


def test_every_blank_of_every_canvas_lists_its_likeliest_tokens_with_their_odds():
    model = CountsModel(LINES)
    found = json.loads(answer(asked(canvases=[model.encode("▢▢T"), model.encode("D▢▢")])))
    told = [{place: [(found["texts"][str(token)], share) for token, share in row] for place, row in one.items()} for one in found["candidates"]]
    assert [sorted(one) for one in told] == [["0", "1"], ["1", "2"]]
    assert told[0]["0"][0] == ("C", 1.0) and told[1]["1"][0] == ("O", 1.0) and told[1]["2"][0] == ("G", 1.0)
    blank = json.loads(answer(asked(canvases=[model.blank_canvas()])))
    first = [(blank["texts"][str(token)], share) for token, share in blank["candidates"][0]["0"]]
    assert first == [("C", 0.6667), ("D", 0.3333)]


@pytest.mark.parametrize(("change", "said"), [
    ({"canvases": "CAT"}, "canvases: want a list of lists"), ({"canvases": [[]]}, "canvases: want a list of lists"),
    ({"canvases": [[0, 99]]}, "canvases: want a whole number from 0 to"), ({"count": 0}, "count: want a whole number from 1"),
    ({"model": None}, "model"),
])
def test_a_request_for_odds_that_is_none_is_refused(change, said):
    with pytest.raises(ValueError, match=said):
        answer(asked(**change))
