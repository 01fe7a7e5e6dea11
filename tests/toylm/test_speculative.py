"""Speculative decoding writes what the large model alone would write: checked exactly, not by luck."""

import numpy as np
import pytest

from toylm import fill
from toylm.models.tiny import TinyModel
from toylm.request import run

MASK = 3


class NeverMask(TinyModel):
    """The tiny model with no odds at all for the mask."""

    def __call__(self, ids):
        logits = self.forward(ids)[0]
        logits[:, MASK] = -1e4
        return logits


def models():
    """A large model and a small one, which disagree."""
    return NeverMask(4, seed=2, gain=1.5, mask_id=MASK), NeverMask(4, seed=9, gain=1.0, mask_id=MASK)


class Branch:
    """A random stream that takes a given path of choices and notes how likely it was."""

    def __init__(self, path):
        self.path, self.weight, self.open = list(path), 1.0, []

    def _take(self, odds):
        number, possible = len(self.open), np.flatnonzero(odds)
        turn = self.path[number] if number < len(self.path) else 0
        self.open.append(len(possible))
        self.path[number : number + 1] = [turn]
        self.weight *= odds[possible[turn]]
        return int(possible[turn])

    def choose(self, odds):
        return self._take(odds)

    def chance(self, odds):
        return self._take([odds, 1 - odds]) == 0


def distribution(canvas, sampler, **settings):
    """The exact odds of every text: all choices are walked through, depth first."""
    out, path = {}, []
    while path is not None:
        branch = Branch(path)
        text = tuple(fill(models()[0], canvas, sampler, rng=branch, **settings).ids)
        out[text] = out.get(text, 0.0) + branch.weight
        path = following(branch.path, branch.open)
    return out


def following(path, sizes):
    """The next path after this one, or None after the last."""
    while path and path[-1] + 1 == sizes[len(path) - 1]:
        path.pop()
    return path[:-1] + [path[-1] + 1] if path else None


@pytest.mark.parametrize("ahead", [1, 2, 4])
@pytest.mark.parametrize("canvas", [[0, MASK, MASK, MASK], [MASK, 1, MASK]])
def test_at_temperature_1_the_distribution_is_exactly_the_large_models(canvas, ahead):
    alone = distribution(canvas, "autoregressive", temperature=1.0)
    assert sum(alone.values()) == pytest.approx(1, abs=1e-12)
    both = distribution(canvas, "speculative", temperature=1.0, draft=models()[1], ahead=ahead)
    for text in alone.keys() | both.keys():
        assert both.get(text, 0) == pytest.approx(alone.get(text, 0), abs=1e-12)


@pytest.mark.parametrize("ahead", [1, 3, 5])
def test_greedy_writes_exactly_what_autoregressive_writes(ahead):
    large = TinyModel(12, seed=1, gain=3.0, ban=[11], mask_id=11)
    small = TinyModel(12, seed=2, gain=3.0, ban=[11], mask_id=11)
    for seed in range(5):
        canvas = np.random.default_rng(seed).integers(0, 12, 20).tolist()
        alone = fill(large, canvas, "autoregressive")
        for draft in (small, large):
            assert fill(large, canvas, "speculative", draft=draft, ahead=ahead).ids == alone.ids


def test_a_perfect_draft_saves_passes_and_they_are_counted_apart():
    large = TinyModel(12, seed=1, gain=3.0, ban=[11], mask_id=11)
    trace = fill(large, [0] + [11] * 20, "speculative", draft=large, ahead=4)
    assert trace.forward_passes == 4
    assert trace.extra_passes == {"draft": 16}
    assert trace.positions == 20 + 16


def test_a_draft_is_given_as_a_spec_in_a_request():
    spec = {"kind": "counts", "lines": [[["ABBA", 2], ["BABA", 1]]]}
    trace = run({"model": spec, "canvas": [0] * 4, "sampler": "speculative", "seed": 0, "settings": {"draft": spec}})
    assert trace.forward_passes == 1
    assert trace.settings == {"draft": spec}


@pytest.mark.parametrize("draft", [None, "counts", TinyModel(4, mask_id=0)])
def test_a_draft_that_does_not_fit_is_refused(draft):
    with pytest.raises(ValueError, match="draft"):
        fill(models()[0], [MASK] * 3, "speculative", draft=draft)


class Causal(TinyModel):
    causal = shifted = True

    def __call__(self, ids):
        return self.forward(ids, allowed=np.tri(len(ids), dtype=bool))[0]


def test_a_causal_model_is_asked_once_for_all_it_checks():
    model = Causal(12, seed=4, gain=3.0, ban=[11], mask_id=11)
    alone = fill(model, [0] + [11] * 8, "autoregressive")
    assert fill(model, [0] + [11] * 8, "speculative", draft=model, ahead=3).ids == alone.ids
    with pytest.raises(ValueError, match="place 0"):
        fill(model, [11] * 3, "autoregressive")
