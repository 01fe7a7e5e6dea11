"""Samplers of continuous time against probabilities worked out by hand."""

import numpy as np
import pytest

from toylm import BLANK, fill
from toylm.models.tiny import TinyModel
from toylm.samplers.sedd import _Absorb, _euler, _rate, _sigma, _Uniform

V = 4


def seen(t):
    """The share of letters that the noise has taken at time t (SEDD's log-linear schedule)."""
    return (1 - 1e-3) * t


@pytest.mark.parametrize("t, s", [(1.0, 0.9), (0.5, 0.2), (0.3, 0.0)])
def test_sedds_step_for_a_blank_is_mdlms(t, s):
    probs = np.array([[0.5, 0.3, 0.2, 0.0]])
    t, s = np.float32(t), np.float32(s)
    kind, here = _Absorb(mask_id=3), np.array([3])
    odds = kind.analytic(kind.score(probs, here, _sigma(t)), here, _sigma(t) - _sigma(s))
    odds /= odds.sum()
    leave = (seen(t) - seen(s)) / seen(t)
    np.testing.assert_allclose(odds[0, :3], probs[0, :3] * leave, rtol=2e-3)
    np.testing.assert_allclose(odds[0, 3], 1 - leave, rtol=2e-3, atol=2e-3)


def noised(sigma):
    """The chance of each letter y after noise sigma from each letter z: (V, V) rows z, columns y."""
    keep = np.exp(-sigma)
    return keep * np.eye(V) + (1 - keep) / V


@pytest.mark.parametrize("t, s", [(0.9, 0.7), (0.5, 0.1), (0.4, 1e-6)])
def test_uniform_sedds_step_is_bayes_rule(t, s):
    prior = np.array([0.4, 0.3, 0.2, 0.1])
    high, low = float(_sigma(np.float32(t))), float(_sigma(np.float32(s)))
    here = np.arange(V)
    joint = prior[:, None] * noised(high)  # rows: noiseless letter, columns: the letter that stands
    posterior = (joint / joint.sum(axis=0)).T  # (standing, noiseless)
    kind = _Uniform(V)
    odds = kind.analytic(kind.score(posterior, here, np.float64(high)), here, np.float64(high - low))
    before = prior @ noised(low)  # the odds of a letter at the earlier time
    exact = (before[:, None] * noised(high - low)).T  # rows: standing, columns: before
    np.testing.assert_allclose(
        odds / odds.sum(axis=1, keepdims=True), exact / exact.sum(axis=1, keepdims=True), rtol=1e-9)


def test_a_small_euler_step_is_the_analytic_one():
    posterior, here, t, step = np.full((V, V), 1 / V), np.arange(V), np.float32(0.5), np.float32(1e-4)
    kind = _Uniform(V)
    score = kind.score(posterior, here, _sigma(t))
    exact = kind.analytic(score, here, _sigma(t) - _sigma(t - step))
    euler = _euler(kind.rates(score), here, step * _rate(t))
    np.testing.assert_allclose(euler / euler.sum(axis=1, keepdims=True), exact / exact.sum(axis=1, keepdims=True), atol=1e-6)


def test_mdlm_sets_a_blank_at_an_even_time():
    """Each step sets an even share: of 40 blanks in 4 steps, a quarter on average."""
    model = TinyModel(9, seed=1, gain=4.0, ban=[8], mask_id=8)
    first = [len(fill(model, [8] * 40, "mdlm", seed=seed, num_steps=4).passes[0].commits) for seed in range(60)]
    assert 9 < np.mean(first) < 11


def test_mdlm_writes_past_its_window_with_the_places_it_shares_in_view():
    model = TinyModel(9, seed=1, gain=4.0, ban=[8], mask_id=8)
    trace = fill(model, [1] + [8] * 13, "mdlm", window=8, stride=3)
    windows = sorted({one.computed[0] for one in trace.passes})
    assert windows == [(0, 8), (3, 11), (6, 14)]
    assert 8 not in trace.ids and trace.ids[0] == 1
    for one in trace.passes:
        assert all(one.computed[0][0] <= place < one.computed[0][1] for place, _ in one.commits)
    for settings, said in (({"window": 8, "stride": 4}, "stride"), ({"window": 20, "stride": 1}, "window"), ({"stride": 2}, "window")):
        with pytest.raises(ValueError, match=said):
            fill(model, [8] * 14, "mdlm", **settings)


class Conditioned(TinyModel):
    """A model that is told what it said in the pass before."""

    conditioned = True

    def forward(self, ids, *, condition=None, **how):
        self.told = [*getattr(self, "told", []), condition is not None]
        return super().forward(ids, **how)


def test_diffusion_gemma_tells_the_model_what_it_said_before():
    model = Conditioned(9, seed=1, gain=2.0)
    fill(model, [1] + [BLANK] * 6, "diffusion_gemma", max_denoising_steps=4, canvas_length=3)
    denoise = [told for told in model.told]
    assert denoise == [False, False, True, True, True] * 2, "encode, then four passes, for each canvas"


def test_sedds_guesses_are_the_models_odds():
    model = TinyModel(9, seed=1, gain=2.0, ban=[8], mask_id=8)
    trace = fill(model, [1, 8, 8], "sedd", steps=2)
    odds = np.exp(model(np.array([1, 8, 8])))[:, :8]
    for place, token, confidence in trace.passes[0].guesses:
        assert token == odds[place].argmax()
        assert confidence == pytest.approx(odds[place].max() / odds[place].sum())
