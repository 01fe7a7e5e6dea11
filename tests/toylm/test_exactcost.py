"""The exact law of a line, against the samplers walked through draw by draw, and against what must hold."""

import json
from fractions import Fraction
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from branches import every_fill
from toylm.costcurves import THRESHOLDS, curves
from toylm.exactcost import MOST, MOST_IN_ALL, by_quota, by_threshold
from toylm.exactline import Line
from toylm.recording import setting
from toylm.request import answer
from toylm.selecting import quotas, surest
from toylm.tempered import Tempered

NORTH = [["NORTH", 4], ["SOUTH", 3], ["NOTES", 3]]
CROSSED = [["ABBA", 4], ["ABAC", 3], ["BAAB", 3]]
TIED = [["BAB", 2], ["ABB", 2], ["AAC", 2], ["CBA", 1]]
SHORT = [["ABA", 5], ["BAA", 3], ["BBC", 2]]


def law(fills, line):
    """(chance of each version, of a garbled line, mean passes) of all the fills of a sampler."""
    texts = [text for text, _ in line]
    fills = list(fills)
    assert sum(chance for chance, *_ in fills) == 1
    versions = [sum((chance for chance, text, *_ in fills if text == version), Fraction(0)) for version in texts]
    garbled = sum((chance for chance, text, *_ in fills if text not in texts), Fraction(0))
    return versions, garbled, sum(chance * passes for chance, _, passes, _ in fills)


def same(found, fills, line):
    assert (found.versions, found.garbled, found.passes) == law(fills, line)


@pytest.mark.parametrize("line", [CROSSED, TIED])
@pytest.mark.parametrize("drawn", [True, False])
@pytest.mark.parametrize("steps", [1, 3, 4, 6])
def test_the_surest_are_kept_as_llada_does(line, drawn, steps):
    exact = by_quota(Line(line, drawn), "low_confidence", quotas(len(line[0][0]), steps))
    same(exact, every_fill(line, "llada", steps=steps, temperature=float(drawn)), line)


@pytest.mark.parametrize("line, drawn, steps", [
    (SHORT, True, 1), (SHORT, True, 2), (SHORT, True, 3), (TIED, True, 2), (SHORT, False, 2), (SHORT, False, 3),
    (TIED, False, 3), (CROSSED, False, 2), (CROSSED, False, 3), (CROSSED, False, 4),
])
def test_any_are_kept_as_llada_does(line, drawn, steps):
    exact = by_quota(Line(line, drawn), "random", quotas(len(line[0][0]), steps))
    same(exact, every_fill(line, "llada", steps=steps, temperature=float(drawn), remasking="random"), line)


@pytest.mark.parametrize("line", [SHORT, TIED])
@pytest.mark.parametrize("drawn", [True, False])
@pytest.mark.parametrize("threshold", [0.0, 0.3, 0.5, 0.7, 1.0])
def test_a_threshold_is_kept_as_fast_dllm_does(line, drawn, threshold):
    fills = every_fill(line, "fast_dllm", threshold=threshold, temperature=float(drawn))
    same(by_threshold(Line(line, drawn), threshold), fills, line)


@pytest.mark.parametrize("line", [SHORT, TIED])
@pytest.mark.parametrize("drawn", [True, False])
@pytest.mark.parametrize("alg", ["entropy", "topk_margin"])
@pytest.mark.parametrize("steps", [1, 3])
def test_entropy_and_margin_as_dream_does(line, drawn, alg, steps):
    """Dream's schedule decides how many a pass sets, by the number of blanks alone."""
    fills = list(every_fill(line, "dream", alg=alg, steps=steps, temperature=float(drawn)))
    counts = fills[0][3]
    assert all(fill[3] == counts for fill in fills)
    same(by_quota(Line(line, drawn), alg, counts), fills, line)


@pytest.mark.parametrize("rule", ["low_confidence", 0.6])
@pytest.mark.parametrize("canvas", ["▢▢A▢", "A▢▢▢"])
def test_a_line_of_which_some_letters_are_given(rule, canvas):
    line = Line(CROSSED, True, canvas)
    if rule == "low_confidence":
        found = by_quota(line, rule, quotas(canvas.count("▢"), 2))
        fills = every_fill(CROSSED, "llada", canvas, steps=2, temperature=1.0)
    else:
        found = by_threshold(line, rule)
        fills = every_fill(CROSSED, "fast_dllm", canvas, threshold=rule, temperature=1.0)
    same(found, fills, CROSSED)
    agree = [times if all(a in ("▢", b) for a, b in zip(canvas, text)) else 0 for text, times in CROSSED]
    assert found.true == [Fraction(times, sum(agree)) for times in agree]


def test_the_worked_line():
    """One a pass at temperature 1: the orders that do not look at what was drawn write the readings."""
    line = Line(NORTH, True)
    for order in ("random", "entropy", "topk_margin"):
        found = by_quota(line, order, [1] * 5)
        assert found.versions == [Fraction(4, 10), Fraction(3, 10), Fraction(3, 10)]
        assert found.distance == found.garbled == 0
    surest_ = by_quota(line, "low_confidence", [1] * 5)
    assert surest_.versions == [Fraction(107623, 122500), Fraction(1161, 17500), Fraction(27, 490)]
    assert surest_.garbled == 0 and round(float(surest_.distance), 4) == 0.4786
    # The O, which all versions share, is set first in any case. Given, it spares most of the walk.
    versions, garbled, passes = law(every_fill(NORTH, "llada", "▢O▢▢▢", steps=4, temperature=1.0), NORTH)
    assert (versions, garbled, passes + 1) == (surest_.versions, 0, surest_.passes)


def one_by_entropy(model, ids, rng):
    """Dream's guesses and order, one a pass whatever its schedule says."""
    guesses = Tempered(rng, "entropy", 1.0, None, None)
    while (ids == model.mask_id).any():
        blank = (ids == model.mask_id).nonzero()[0]
        found = guesses(model(ids)[blank], blank)
        yield setting(ids, found, surest(found.key, 1), [(0, len(ids))])


def test_the_worked_line_one_by_one_in_the_order_of_entropy():
    versions, garbled, passes = law(every_fill(NORTH, one_by_entropy, "▢O▢▢▢"), NORTH)
    assert (versions, garbled, passes) == ([Fraction(4, 10), Fraction(3, 10), Fraction(3, 10)], 0, 4)


LINES = st.integers(2, 5).flatmap(lambda places: st.lists(
    st.tuples(st.text("ABC", min_size=places, max_size=places), st.integers(1, 6)), min_size=1, max_size=4, unique_by=lambda v: v[0],
))


@settings(max_examples=20, deadline=None)
@given(LINES)
def test_limits(versions):
    line, places = Line(versions, True), len(versions[0][0])
    for order in ("random", "entropy", "topk_margin"):
        assert by_quota(line, order, [1] * places).distance == 0
    assert by_quota(line, "low_confidence", [1] * places).garbled == 0
    total = sum(times for _, times in versions)
    alone = [  # each place drawn on its own
        prod((Fraction(sum(n for other, n in versions if other[at] == letter), total) for at, letter in enumerate(text)), start=Fraction(1))
        for text, _ in versions
    ]
    for order in ("low_confidence", "random", "entropy"):
        assert by_quota(line, order, [places]).versions == alone
    once = by_threshold(line, 0.0)
    assert once.versions == alone and once.passes == 1
    assert by_threshold(line, 1.0).garbled == 0


def test_the_worker_is_asked_for_curves_as_for_a_fill():
    lines = [CROSSED, [["NORTH", 2], ["SOUTH", 1]]]
    found = json.loads(answer({"kind": "cost", "model": {"kind": "counts", "lines": lines}}))
    assert [chart["name"] for chart in found] == ["garbled-likeliest", "garbled-drawn", "distance-likeliest", "distance-drawn"]
    assert all(chart["x"] == {"from": 1, "to": 5} for chart in found)
    for chart in found:
        series = {each["name"]: each["points"] for each in chart["series"]}
        assert [point["x"] for point in series["random"]] == [1, 2, 3, 4, 5]
        for point in series["surest"]:
            laws = [
                by_quota(Line(line, chart["guesses"] == "drawn"), "low_confidence", quotas(len(line[0][0]), int(point["x"])))
                for line in lines
            ]
            assert point["y"] == pytest.approx(float(sum(getattr(law, chart["measure"]) for law in laws)) / 2, abs=1e-12)
        assert [note for point in series["threshold"] for note in point["notes"]] == [f"{at:g}" for at in THRESHOLDS]


def test_passes_without_places_change_nothing():
    line = Line(CROSSED, True)
    assert by_quota(line, "random", [2, 2, 0, 0])[:2] == by_quota(line, "random", [2, 2])[:2]
    assert by_quota(line, "random", [2, 2, 0, 0]).passes == 4


def test_what_is_refused_says_what_it_wants():
    line = Line(CROSSED, True)
    for call, said in [
        (lambda: by_quota(line, "luckiest", [4]), "order: want one of low_confidence"),
        (lambda: by_quota(line, "random", [1, 2]), "counts: 3 places are set, and 4 are blank"),
        (lambda: by_threshold(line, 1.5), "threshold: want a number from 0 to 1"),
        (lambda: Line(CROSSED, True, "▢▢"), "canvas: want 4 places"),
        (lambda: Line(CROSSED, True, "C▢▢▢"), "canvas: it has letters that no version agrees with"),
    ]:
        with pytest.raises(ValueError, match=said):
            call()


def test_a_line_with_too_many_outcomes_is_refused_and_not_waited_for():
    apart = [[chr(97 + v) * 12, v + 1] for v in range(9)]
    with pytest.raises(ValueError, match=f"more than {MOST} ways"):
        by_threshold(Line(apart, True), 0.0)


def test_a_line_whose_fills_take_too_long_together_is_refused():
    """Nine versions of two letters are never in many ways at once, but go through many after each other."""
    apart = [[f"{v:012b}".replace("0", "A").replace("1", "B"), v % 7 + 1] for v in range(40, 4000, 440)]
    with pytest.raises(ValueError, match=f"more than {MOST_IN_ALL} states"):
        curves([apart])
