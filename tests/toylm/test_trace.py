"""The trace: written, read back, and refused with the reason where it is not one."""

import json

import pytest

from toylm import SCHEMA, Pass, Trace, fill
from toylm.models.counts import CountsModel
from toylm.terminal import lines


@pytest.fixture
def trace():
    """Two passes over CAT, read twice, and DOG, read once."""
    model = CountsModel([[["CAT", 2], ["DOG", 1]]])
    return fill(model, model.blank_canvas(), "llada", steps=2, seed=5)


@pytest.fixture
def every_part():
    """A trace made by hand that has every part a pass can have. Tokens: 0 the mask, 1 A, 2 B."""
    return Trace(
        "made", {"steps": 3}, 7, 0, [0, 0, 1], [
            Pass(computed=[(0, 3)], guesses=[(0, 1, 0.5), (1, 2, 0.25)], commits=[(0, 1), (1, 2)]),
            Pass(computed=[(0, 2)], cached=[(2, 3)], remasks=[1], renoised=[(2, 2)], edits=[(0, 2)]),
            Pass(computed=[(0, 3)], kind="store"),
            Pass(computed=[(0, 3)], commits=[(1, 1)]),
        ],
        [2, 1, 2], {0: "▢", 1: "A", 2: "B"},
    )


def test_a_trace_comes_back_as_it_went(trace, every_part):
    for one in (trace, every_part):
        again = Trace.from_json(one.to_json())
        assert again.to_json() == one.to_json()
        assert (again.ids, again.canvas, again.settings) == (one.ids, one.canvas, one.settings)
    assert Trace.from_json(every_part.to_json()) == every_part


def test_json_says_its_version_and_leaves_empty_parts_out(trace):
    data = json.loads(trace.to_json())
    assert data["trace"] == SCHEMA
    assert set(data["passes"][0]) == {"computed", "guesses", "commits"}


def test_confidences_are_kept_to_six_decimals(trace):
    # CAT was read two times in three.
    assert [row[2] for row in json.loads(trace.to_json())["passes"][0]["guesses"]] == [0.666667] * 3


def test_canvas_at_each_pass(every_part):
    texts = [every_part.text(every_part.canvas_at(k)) for k in range(5)]
    # A pass takes back before it sets: B at place 1 goes, place 2 is redrawn, place 0 is changed.
    assert texts == ["▢▢A", "ABA", "B▢B", "B▢B", "BAB"]
    assert every_part.text() == "BAB"


def test_counts(every_part):
    assert every_part.forward_passes == 3
    assert every_part.extra_passes == {"store": 1}
    assert every_part.positions == 3 + 2 + 3 + 3
    assert every_part.cache_reads == 1


def test_shown_as_text_pass_by_pass(every_part):
    assert "\n".join(lines(every_part, styled=False)).split("\n\n") == [
        "made steps=3\n  ▢▢A",
        "1. denoise: computed 0-2, 2 set\n  [AB]A",
        "2. denoise: computed 0-1, 1 masked again, 1 made noise, 1 edited\n  [B▢B]",
        "3. store: computed 0-2\n  B▢B",
        "4. denoise: computed 0-2, 1 set\n  B[A]B",
        "3 passes, 1 store; 11 positions, 1 cache reads",
    ]


def without(key):
    return lambda data: data.pop(key)


def put(value, *keys):
    """A change of one value inside the data."""
    def change(data):
        for key in keys[:-1]:
            data = data[key]
        data[keys[-1]] = value
    return change


BROKEN = [
    (put(2, "trace"), f"trace: version 2 cannot be read; this program reads version {SCHEMA}"),
    (put(True, "trace"), "trace: version True cannot be read"),
    (without("trace"), "trace: version None cannot be read"),
    (without("canvas"), "trace: 'canvas' is missing"),
    (without("texts"), "trace: 'texts' is missing"),
    (put(1, "extra"), "trace: unknown key 'extra'"),
    (put(3, "sampler"), "sampler: want str, got int"),
    (put([], "settings"), "settings: want dict, got list"),
    (put("0", "seed"), "seed: want a whole number, got '0'"),
    (put(True, "seed"), "seed: want a whole number, got True"),
    (put(0.5, "mask_id"), "mask_id: want a whole number, got 0.5"),
    (put("abc", "canvas"), "canvas: want list, got str"),
    (put([0, 0.5, 0], "canvas"), r"canvas\[1\]: want a whole number, got 0.5"),
    (put({}, "passes"), "passes: want list, got dict"),
    (put(7, "passes", 0), r"passes\[0\]: want dict, got int"),
    (lambda d: d["passes"][0].pop("computed"), r"passes\[0\]: 'computed' is missing"),
    (put(1, "passes", 0, "remask"), r"passes\[0\]: unknown key 'remask'"),
    (put([[0, 4]], "passes", 0, "computed"), r"passes\[0\].computed: \[0, 4\) is outside the canvas of 3"),
    (put([[2, 1]], "passes", 0, "cached"), r"passes\[0\].cached: \[2, 1\) is outside"),
    (put([[0, 1, 2]], "passes", 1, "commits"), r"passes\[1\].commits\[0\]: want a list of 2"),
    (put([[3, 1]], "passes", 1, "commits"), r"passes\[1\].commits\[0\]: place 3 is outside the canvas of 3"),
    (put([[-1, 1]], "passes", 1, "edits"), r"passes\[1\].edits\[0\]: place -1 is outside"),
    (put([["0", 1]], "passes", 1, "renoised"), r"passes\[1\].renoised\[0\]\[0\]: want a whole number"),
    (put([[0, 1]], "passes", 0, "guesses"), r"passes\[0\].guesses\[0\]: want a list of 3"),
    (put([[0, 1, "sure"]], "passes", 0, "guesses"), r"passes\[0\].guesses\[0\]: the confidence is not a number"),
    (put([[0, 1, True]], "passes", 0, "guesses"), r"passes\[0\].guesses\[0\]: the confidence is not a number"),
    (put([3], "passes", 0, "remasks"), r"passes\[0\].remasks: a place outside the canvas of 3"),
    (put(1, "passes", 0, "kind"), r"passes\[0\].kind: want str, got int"),
    (put([1, 2], "ids"), "ids: want 3 as in canvas, got 2"),
    (put([1, 1, 1], "ids"), "ids: not what the passes lead to from canvas"),
    (put("x", "texts", "two"), "texts: 'two' is not a token id"),
    (put(5, "texts", "1"), r"texts\[1\]: want str, got int"),
    (lambda d: d["texts"].pop("1"), "texts: no text for token 1"),
]


@pytest.mark.parametrize("change, message", BROKEN, ids=[message for _, message in BROKEN])
def test_from_json_refuses_what_is_not_a_trace(trace, change, message):
    data = json.loads(trace.to_json())
    change(data)
    with pytest.raises(ValueError, match=message):
        Trace.from_json(json.dumps(data))


@pytest.mark.parametrize("text, message", [
    ("", "trace: not JSON"), ("{", "trace: not JSON"), ("[]", "trace: want an object, got list"), ("3", "trace: want an object, got int"),
])
def test_from_json_refuses_other_texts(text, message):
    with pytest.raises(ValueError, match=message):
        Trace.from_json(text)
