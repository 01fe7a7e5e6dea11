"""SEDD's sampler: the model says how the odds change, and each step moves along with them.

Source: Lou et al. 2024, "Discrete Diffusion Modeling by Estimating the Ratios of the Data
Distribution" (arXiv:2310.16834). Written from the rules of its published code, not from the code.
A score is a ratio: how much likelier the canvas would be with another token at that one place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from .. import settings
from ..cache import vocabulary
from ..drawing import categorical
from ..maths import linspace32, softmax
from ..noise import begin
from ..recording import changed
from ..trace import Pass

PREDICTORS = ("analytic", "euler")
GRAPHS = ("absorb", "uniform")
LEAST = 1e-3
"""The share of letters that is still there at the noisiest time, so that sigma stays finite."""


def sedd(
    model: Callable,
    ids: np.ndarray,
    rng: object,
    *,
    steps: int = 128,
    predictor: str = "analytic",
    graph: str = "absorb",
    eps: float = 1e-5,
    log_score: bool | None = None,
) -> Iterator[Pass]:
    """Fill the blanks in `steps` passes and a last one that draws what is left without noise.

    predictor  "analytic" takes each step of time exactly, as if the places did not depend on each
               other; "euler" as if the rates held still for the step
    graph      "absorb": blanks become letters and stay so; "uniform", for a model without a mask
               token: the blanks begin as random letters, and any of them may change in any step
    eps        the time at which the last pass draws
    log_score  True: the model's logits are log scores, as published; False: they are the log odds of
               the letters, from which the scores follow exactly; None asks the model (`model.log_score`)

    Every pass computes the whole canvas. Given places are written back after every step.
    Raises ValueError for settings outside these ranges, or a model that does not fit the graph.
    """
    settings.whole("steps", steps, 1)
    settings.choice("predictor", predictor, PREDICTORS)
    settings.number("eps", eps, 1e-9, 0.5)
    free = ids == model.mask_id
    if not free.any():
        return
    if settings.choice("graph", graph, GRAPHS) == "uniform":
        yield begin(model, ids, free, rng)
    kind = _Absorb(model.mask_id) if graph == "absorb" else _Uniform(vocabulary(model))
    as_score = log_score if log_score is not None else getattr(model, "log_score", False)
    times, step = linspace32(1, eps, steps + 1), np.float32((1 - eps) / steps)
    for number, t in enumerate(times):
        before, logits = ids.copy(), np.asarray(model(ids), dtype=np.float64)
        score = np.exp(logits) if as_score else kind.score(softmax(logits), ids, _sigma(t))
        if number == steps:
            drawn = kind.last(kind.analytic(score, ids, _sigma(t)), rng)
        elif predictor == "analytic":
            drawn = categorical(kind.analytic(score, ids, _sigma(t) - _sigma(t - step)), rng)
        else:
            drawn = categorical(_euler(kind.rates(ids, score), ids, step * _rate(t)), rng)
        ids[:] = np.where(free, drawn, ids)
        yield Pass([(0, len(ids))], **changed(before, ids, model.mask_id))


def _sigma(t: np.float32) -> np.float32:
    """The noise up to time t (the log-linear schedule), float32."""
    return -np.log1p(-np.float32(1 - LEAST) * t)


def _rate(t: np.float32) -> np.float32:
    """How fast the noise grows at time t, float32."""
    return np.float32(1 - LEAST) / (1 - np.float32(1 - LEAST) * t)


def _euler(rates: np.ndarray, ids: np.ndarray, step: np.float32) -> np.ndarray:
    """Odds after a step along the rates of change: stay, and move a little. (n, vocab) both."""
    here = np.arange(len(ids)), ids
    moves = rates.copy()
    moves[here] = 0.0
    moves[here] = -moves.sum(axis=-1)
    odds = np.float64(step) * moves
    odds[here] += 1.0
    return odds


class _Absorb:
    """Letters turn into the mask and never back."""

    def __init__(self, mask_id: int):
        self.mask_id = mask_id

    def score(self, probs, ids, sigma):
        """The scores that a model of the letters' odds implies. (n, vocab) -> (n, vocab)."""
        score = probs / np.expm1(np.float64(sigma))
        score[:, self.mask_id] = 1.0
        return score

    def analytic(self, score, ids, dsigma):
        """Odds after the noise has fallen by dsigma. (n, vocab) -> (n, vocab)."""
        grow, keep = np.float64(np.exp(dsigma)), np.float64(np.exp(-dsigma))
        odds = score * grow
        odds[:, self.mask_id] += (1 - np.exp(dsigma)) * score.sum(axis=-1)
        moves = np.where(ids == self.mask_id, np.float64(1 - np.exp(-dsigma)), 0.0)[:, None] * np.ones(score.shape[-1])
        moves[np.arange(len(ids)), ids] += keep
        return odds * moves

    def rates(self, ids, score):
        """How fast each place turns into each token; its own entry does not matter. (n, vocab)."""
        return np.where((ids == self.mask_id)[:, None], score, 0.0)

    def last(self, odds, rng):
        """A draw that cannot be the mask. (n, vocab) -> (n,)."""
        drawn = categorical(np.delete(odds, self.mask_id, axis=-1), rng)
        return drawn + (drawn >= self.mask_id)


class _Uniform:
    """Letters turn into any other letter."""

    def __init__(self, vocab: int):
        self.vocab = vocab

    def score(self, probs, ids, sigma):
        """The scores that a model of the noiseless letters' odds implies. (n, vocab) -> (n, vocab)."""
        other = -np.expm1(-np.float64(sigma)) / self.vocab  # chance of one given other letter
        same = np.exp(-np.float64(sigma)) + other
        here = np.arange(len(ids)), ids
        own = probs[here][:, None]
        score = own * (other / same) + probs * (same / other) + (1 - own - probs)
        score[here] = 1.0
        return score

    def analytic(self, score, ids, dsigma):
        """Odds after the noise has fallen by dsigma. (n, vocab) -> (n, vocab)."""
        keep = np.exp(-dsigma)
        odds = np.float64((keep - 1) / (self.vocab * keep)) * score.sum(axis=-1, keepdims=True) + score / np.float64(keep)
        moves = np.full(score.shape, np.float64((1 - keep) / self.vocab))
        here = np.arange(len(ids)), ids
        moves[here] = 0.0
        moves[here] = 1 - moves.sum(axis=-1)
        return odds * moves

    def rates(self, ids, score):
        """How fast each place turns into each token; its own entry does not matter. (n, vocab)."""
        return score / self.vocab

    def last(self, odds, rng):
        """A draw. (n, vocab) -> (n,)."""
        return categorical(odds, rng)
