"""What plate 1 prints of chance: the interval beside what was sampled, and the laws that its table compares."""

import tomllib
from collections import Counter
from fractions import Fraction
from math import factorial, prod

import pytest

from plates.diffusionlm import costs, counted
from press.install import ROOT
from toylm.exactcost import by_quota
from toylm.exactline import Line
from toylm.models.counts import CountsModel
from toylm.selecting import quotas

HANDBILLS = tomllib.loads((ROOT / "content/diffusionlm/handbill.toml").read_text(encoding="utf-8"))


def test_the_interval_is_wilsons():
    assert counted.interval(5, 10) == pytest.approx((0.23659, 0.76341), abs=1e-5)
    assert counted.interval(0, 10) == pytest.approx((0, 0.27754), abs=1e-5)
    assert counted.interval(172, 200) == pytest.approx((0.80510, 0.90133), abs=1e-5)


def ways(counts):
    """In how many ways places can be dealt out to passes that set so many."""
    return factorial(sum(counts)) // prod(map(factorial, counts))


def chance_of_none(lines, sets):
    """The exact chance that no line of a canvas is garbled when its passes set so many places, any at random.

    How many each pass sets in a line is dealt out like cards; once that is known, the lines do not know of each other.
    """
    places = len(lines[0][0][0])
    deals = [(a, b, places - a - b) for a in range(places + 1) for b in range(places + 1 - a)]
    so_far = {(0, 0, 0): Fraction(1)}
    for versions in lines:
        shares = {deal: ways(deal) * (1 - by_quota(Line(versions, drawn=False), "random", deal).garbled) for deal in deals}
        more = Counter()
        for done, chance in so_far.items():
            for deal, share in shares.items():
                both = tuple(a + b for a, b in zip(done, deal))
                if share and all(a <= b for a, b in zip(both, sets)):
                    more[both] += chance * share
        so_far = more
    return so_far[tuple(sets)] / ways(sets)


def test_the_exact_chance_lies_in_the_interval_that_is_printed():
    model = CountsModel(HANDBILLS["en"]["lines"])
    found = counted.fewest(model)
    assert found["passes"] == 3 and found["share"] == found["garbled"] / found["seeds"]
    exact = 1 - chance_of_none(model.lines, quotas(72, 3))
    assert found["from"] < exact < found["to"]
    assert found["from"] < found["share"] < found["to"]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_order_that_does_not_look_at_the_letter_writes_what_was_read(lang):
    model, pair = CountsModel(HANDBILLS[lang]["lines"]), HANDBILLS[lang]["pair"]
    for _, read, at_random, entropy, margin, llada in costs.law_rows(model, pair):
        assert read == at_random == entropy == margin != llada
    assert costs.ORDERS == ("random", "entropy", "topk_margin", "low_confidence")
