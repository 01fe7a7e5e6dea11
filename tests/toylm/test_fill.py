"""`fill` and LLaDA's two rules: by hand on small lines, by hypothesis on random handbills."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toylm import fill
from toylm.models.counts import CountsModel
from toylm.request import run

CAT = [["CAT", 2], ["COT", 1], ["DOG", 1]]  # worked out in test_counts.py


def one_version(length):
    """A model without any doubt: every place is equally sure."""
    return CountsModel([[["A" * length, 1]]])


def places(one):
    return [position for position, _ in one.commits]


class NoStream:
    """A random stream that nobody may ask."""

    def __getattr__(self, name):
        raise AssertionError(f"asked for {name}")


class FixedStream:
    """The same numbers at every pass."""

    def __init__(self, row):
        self.row = row

    def rand32(self, count):
        return np.array(self.row, dtype=np.float32)


def test_the_surest_is_set_first_and_the_rest_guessed_again():
    model = CountsModel([CAT])
    trace = fill(model, model.blank_canvas(), "llada", steps=3)
    # Pass 1: C 3/4, A 2/4, T 3/4; the two that are level go by place. Pass 2: only CAT and COT agree
    # with C, so T is certain and A 2/3. Pass 3: A.
    assert [[(p, model.tokens[t]) for p, t in one.commits] for one in trace.passes] == [[(0, "C")], [(2, "T")], [(1, "A")]]
    assert [[round(c, 6) for _, _, c in one.guesses] for one in trace.passes] == [[0.75, 0.5, 0.75], [0.666667, 1], [0.666667]]


@pytest.mark.parametrize("blanks, steps, quotas", [
    (8, 3, [3, 3, 2]), (8, 8, [1] * 8), (8, 1, [8]), (9, 4, [3, 2, 2, 2]), (2, 3, [1, 1, 0]),
])
def test_a_pass_sets_its_share_and_the_first_ones_the_remainder(blanks, steps, quotas):
    model = one_version(blanks)
    trace = fill(model, model.blank_canvas(), "llada", steps=steps)
    assert [len(one.commits) for one in trace.passes] == quotas


def test_ties_go_to_the_lowest_place_and_the_lowest_token():
    model = one_version(6)
    trace = fill(model, model.blank_canvas(), "llada", steps=3)
    assert [places(one) for one in trace.passes] == [[0, 1], [2, 3], [4, 5]]
    level = CountsModel([[["B", 1], ["A", 1]]])
    assert fill(level, [0], "llada").text() == "A"


def test_blocks_are_filled_one_after_the_other_and_guessed_together():
    model = one_version(8)
    trace = fill(model, model.blank_canvas(), "llada", steps=4, block_length=4)
    assert [places(one) for one in trace.passes] == [[0, 1], [2, 3], [4, 5], [6, 7]]
    assert [p for p, _, _ in trace.passes[0].guesses] == list(range(8))


def test_blocks_begin_at_the_first_blank():
    model = one_version(6)
    trace = fill(model, [1, 1, 0, 0, 0, 0], "llada", steps=2, block_length=2)
    assert [places(one) for one in trace.passes] == [[2, 3], [4, 5]]


def test_every_pass_computes_the_whole_canvas():
    model = one_version(6)
    trace = fill(model, model.blank_canvas(), "llada", steps=3)
    assert [one.computed for one in trace.passes] == [[(0, 6)]] * 3
    assert trace.positions == 18


def test_steps_are_one_a_blank_unless_given():
    model = one_version(5)
    assert fill(model, model.blank_canvas(), "llada").forward_passes == 5


def test_left_to_right_can_list_what_else_was_likely():
    model = CountsModel([CAT])
    trace = fill(model, model.blank_canvas(), "autoregressive", odds=2)
    listed = [[(trace.texts[t], round(c, 3)) for _, t, c in one.guesses] for one in trace.passes]
    assert listed == [[("C", 0.75), ("D", 0.25)], [("A", 0.667), ("O", 0.333)], [("T", 1.0)]]
    assert trace.text() == fill(model, model.blank_canvas(), "autoregressive").text()


def test_a_canvas_without_blanks_takes_no_pass():
    model = one_version(3)
    for sampler in ("llada", "autoregressive"):
        trace = fill(model, [1, 1, 1], sampler)
        assert (trace.passes, trace.ids) == ([], [1, 1, 1])


def test_the_surest_at_temperature_0_draw_nothing():
    model = CountsModel([CAT])
    canvas = model.blank_canvas()
    trace = fill(model, canvas, "llada", rng=NoStream(), steps=3)
    assert trace.ids == fill(model, canvas, "llada", seed=123, steps=3).ids


def test_a_temperature_draws_and_leaves_the_confidence_alone():
    model = CountsModel([CAT])
    drawn = {fill(model, model.blank_canvas(), "llada", seed=seed, steps=1, temperature=1.0).text() for seed in range(40)}
    assert len(drawn) > 3 and "CAT" in drawn
    shares = {"C": 0.75, "D": 0.25, "A": 0.5, "O": 0.5, "T": 0.75, "G": 0.25}
    for _, token, confidence in fill(model, model.blank_canvas(), "llada", seed=1, steps=1, temperature=1.0).passes[0].guesses:
        assert confidence == pytest.approx(shares[model.tokens[token]])


def test_random_keeping_goes_by_the_numbers_drawn():
    model = one_version(4)
    trace = fill(model, model.blank_canvas(), "llada", rng=FixedStream([0.25, 0.75, 0.5, 0.75]), steps=4, remasking="random")
    assert [places(one) for one in trace.passes] == [[1], [3], [2], [0]]


def test_random_keeping_depends_on_the_seed_alone():
    model = one_version(8)

    def orders(seed):
        trace = fill(model, model.blank_canvas(), "llada", seed=seed, steps=8, remasking="random")
        return tuple(place for one in trace.passes for place in places(one))

    assert orders(3) == orders(3)
    assert len({orders(seed) for seed in range(20)}) > 15


@pytest.mark.parametrize("change, message", [
    ({"sampler": "best"}, "sampler: 'best' is unknown; there are .*llada"),
    ({"canvas": [[0, 0, 0]]}, "canvas: want a list of whole numbers"),
    ({"canvas": [0.5, 0, 0]}, "canvas: want a list of whole numbers"),
    ({"canvas": [0, 0, 99]}, "canvas: token ids go from 0 to 6"),
    ({"canvas": [0, 0, -5]}, "canvas: token ids go from 0 to 6"),
    ({"canvas": [0, 0]}, "canvas: want 3 places, got 2"),
    ({"seed": -1}, "seed: want a whole number from 0 to 2147483647, got -1"),
    ({"seed": 2**31}, "seed: want a whole number from 0"),
    ({"seed": 1.5}, "seed: want a whole number from 0"),
    ({"seed": True}, "seed: want a whole number from 0"),
    ({"speed": 3}, "speed: llada has no such setting; it has steps"),
    ({"steps": 0}, "steps: .*got 0"),
    ({"steps": -3}, "steps: .*got -3"),
    ({"steps": 1.5}, "steps: .*got 1.5"),
    ({"steps": True}, "steps: .*got True"),
    ({"block_length": 2}, "block_length: .*got 2"),
    ({"block_length": 0}, "block_length: .*got 0"),
    ({"block_length": 1, "steps": 2}, "steps: .*got 2"),
    ({"temperature": -0.1}, "temperature: .*got -0.1"),
    ({"temperature": float("nan")}, "temperature: .*got nan"),
    ({"remasking": "worst"}, "remasking: .*low_confidence.*random.*got 'worst'"),
])
def test_fill_refuses_what_it_cannot_do(change, message):
    asked = {"canvas": [0, 0, 0], "sampler": "llada", **change}
    with pytest.raises(ValueError, match=message):
        fill(CountsModel([CAT]), asked.pop("canvas"), asked.pop("sampler"), **asked)


class Model:
    """A model that says the same whatever it is asked."""

    mask_id, tokens = 0, ["▢", "A"]

    def __init__(self, logits):
        self.logits = logits

    def __call__(self, ids):
        return np.array(self.logits)


@pytest.mark.parametrize("logits, message", [
    ([[0.0, 1], [0, np.nan]], "model: the logits at place 1 are not finite"),
    ([[0.0, np.inf], [0, 1]], "model: the logits at place 0 are not finite"),
    ([[0.0, 1]], r"model: want logits of shape \(2, vocab\), got \(1, 2\)"),
    ([0.0, 1], r"model: want logits of shape \(2, vocab\), got \(2,\)"),
    ([[1.0, 0], [0, 1]], "chose the mask token at place 0"),
])
def test_fill_refuses_a_model_that_is_not_one(logits, message):
    with pytest.raises(ValueError, match=message):
        fill(Model(logits), [0, 0], "llada", steps=1)


@pytest.mark.parametrize("change, message", [
    ({"model": {"kind": "oracle"}}, "oracle"), ({"settings": []}, "settings: want an object"), ({"sampler": 3}, "sampler: want a name"),
    ({"more": 1}, "request: want an object with canvas, model, sampler, seed, settings"),
])
def test_a_request_that_is_not_one_is_refused(change, message):
    request = {"model": CountsModel([CAT]).spec(), "canvas": [0, 0, 0], "sampler": "llada", "seed": 0, "settings": {}}
    assert run(request).text() == "CAT"
    with pytest.raises(ValueError, match=message):
        run({**request, **change})


@st.composite
def handbills(draw):
    """A handbill, a canvas on it with at least one blank, and a number of passes that is not more."""
    lines = []
    for _ in range(draw(st.integers(1, 4))):
        length = draw(st.integers(1, 6))
        texts = draw(st.lists(st.text("AB 汉字", min_size=length, max_size=length), min_size=1, max_size=4, unique=True))
        lines.append([[text, draw(st.integers(1, 9))] for text in texts])
    model = CountsModel(lines)
    canvas = model.encode("".join(draw(st.sampled_from(line))[0] for line in lines))
    blank = draw(st.sets(st.integers(0, len(canvas) - 1), min_size=1))
    canvas = [model.mask_id if place in blank else token for place, token in enumerate(canvas)]
    return model, canvas, draw(st.integers(1, len(blank)))


@settings(max_examples=150, deadline=None, derandomize=True)
@given(handbills(), st.sampled_from(["low_confidence", "random"]), st.sampled_from([0.0, 0.8]), st.integers(0, 2**31 - 1))
def test_llada_fills_every_blank_once_in_as_many_passes_as_asked(handbill, remasking, temperature, seed):
    model, canvas, steps = handbill
    trace = fill(model, canvas, "llada", seed=seed, steps=steps, remasking=remasking, temperature=temperature)
    blanks = [place for place, token in enumerate(canvas) if token == model.mask_id]
    assert trace.forward_passes == steps
    assert all(one.commits for one in trace.passes)
    assert sorted(place for one in trace.passes for place in places(one)) == blanks
    assert model.mask_id not in trace.ids
    assert all(after == before for before, after in zip(canvas, trace.ids) if before != model.mask_id)
    for number, one in enumerate(trace.passes):
        here = trace.canvas_at(number)
        assert [p for p, _, _ in one.guesses] == [p for p in blanks if here[p] == model.mask_id]
        assert set(one.commits) <= {(p, t) for p, t, _ in one.guesses}
        assert all(0 <= c <= 1 for _, _, c in one.guesses)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(handbills())
def test_left_to_right_sets_each_blank_in_order(handbill):
    model, canvas, _ = handbill
    trace = fill(model, canvas, "autoregressive")
    assert [places(one) for one in trace.passes] == [[p] for p, token in enumerate(canvas) if token == model.mask_id]
