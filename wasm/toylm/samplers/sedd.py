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
from ..drawing import slow_down
from ..maths import at, linspace32, softmax
from ..noise import begin
from ..recording import changed, guessed
from ..trace import Guess, Pass

PREDICTORS = ("analytic", "euler")
GRAPHS = ("absorb", "uniform")
LEAST = 1e-3
"""The share of letters that is still there at the noisiest time, so that sigma stays finite."""


def sedd(
    model: Callable, ids: np.ndarray, rng: object, *,
    steps: int = 128, predictor: str = "analytic", graph: str = "absorb", eps: float = 1e-5,
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
        before, last, rows = ids.copy(), number == steps, kind.moving(ids)
        here, wide = ids[rows], model(ids)[rows].astype(np.float64)
        score = np.exp(wide) if as_score else kind.score(softmax(wide), here, _sigma(t))
        guesses = kind.guesses(rows, score)
        odds = _odds(kind, score, here, t, step, "last" if last else predictor)
        odds /= slow_down(rng.rand64(len(ids), odds.shape[-1], rows=rows))
        ids[rows] = kind.token(odds.argmax(axis=-1), last)
        ids[~free] = before[~free]
        yield Pass([(0, len(ids))], guesses=guesses, **changed(before, ids, model.mask_id))


def _odds(kind, score, here, t, step, how) -> np.ndarray:
    """What the places are drawn from in the step down from time t. (m, vocab), (m,) -> (m, vocab)."""
    if how == "last":
        return kind.last(kind.analytic(score, here, _sigma(t)))
    if how == "analytic":
        return kind.analytic(score, here, _sigma(t) - _sigma(t - step))
    return _euler(kind.rates(score), here, step * _rate(t))


def _sigma(t: np.float32) -> np.float32:
    """The noise up to time t (the log-linear schedule), float32."""
    return -np.log1p(-np.float32(1 - LEAST) * t)


def _rate(t: np.float32) -> np.float32:
    """How fast the noise grows at time t, float32."""
    return np.float32(1 - LEAST) / (1 - np.float32(1 - LEAST) * t)


def _euler(rates: np.ndarray, here: np.ndarray, step: np.float32) -> np.ndarray:
    """Odds after a step along the rates of change: stay, and move a little. (m, vocab); written on."""
    own = np.arange(len(here)), here
    rates[own] = 0.0
    rates[own] = -rates.sum(axis=-1)
    rates *= np.float64(step)
    rates[own] += 1.0
    return rates


class _Absorb:
    """Letters turn into the mask and, by the model's doing, back; a letter that is set stays."""

    def __init__(self, mask_id: int):
        self.mask_id = mask_id

    def moving(self, ids: np.ndarray) -> np.ndarray:
        """The places that may change. (n,) -> (m,)."""
        return np.flatnonzero(ids == self.mask_id)

    def score(self, probs: np.ndarray, here: np.ndarray, sigma: np.float32) -> np.ndarray:
        """The scores of blanks that a model of the letters' odds implies. (m, vocab), (m,) -> (m, vocab)."""
        score = probs / np.expm1(np.float64(sigma))
        score[:, self.mask_id] = 1.0
        return score

    def analytic(self, score: np.ndarray, here: np.ndarray, dsigma: np.float32) -> np.ndarray:
        """Odds of blanks after the noise has fallen by dsigma. (m, vocab), (m,) -> (m, vocab)."""
        grow, leave, keep = np.exp(dsigma), 1 - np.exp(-dsigma), np.exp(-dsigma)
        odds = score * np.float64(grow)
        mask = odds[:, self.mask_id] + (1 - grow) * score.sum(axis=-1)
        odds *= np.float64(leave)
        odds[:, self.mask_id] = mask * np.float64(leave + keep)
        return odds

    def guesses(self, rows: np.ndarray, score: np.ndarray) -> list[Guess]:
        """The likeliest letter of each blank and its share of all letters' scores."""
        letters = self.last(score)
        best = letters.argmax(axis=-1)
        return guessed(rows, self.token(best, True), at(letters, best) / letters.sum(axis=-1))

    def rates(self, score: np.ndarray) -> np.ndarray:
        """How fast a blank turns into each token; its own entry does not matter. (m, vocab)."""
        return score

    def last(self, odds: np.ndarray) -> np.ndarray:
        """The odds without the mask. (m, vocab) -> (m, vocab - 1)."""
        return np.delete(odds, self.mask_id, axis=-1)

    def token(self, drawn: np.ndarray, last: bool) -> np.ndarray:
        """Token ids of what was drawn, where in the last pass the mask was left out."""
        return drawn + (drawn >= self.mask_id) if last else drawn


class _Uniform:
    """Letters turn into any other letter."""

    def __init__(self, vocab: int):
        self.vocab = vocab

    def moving(self, ids: np.ndarray) -> np.ndarray:
        """The places that may change: all. (n,) -> (n,)."""
        return np.arange(len(ids))

    def score(self, probs: np.ndarray, here: np.ndarray, sigma: np.float32) -> np.ndarray:
        """The scores that a model of the noiseless letters' odds implies. (m, vocab), (m,) -> (m, vocab).

        A letter y is likelier than the letter x that stands there by the ratio q(y|z) / q(x|z) of the
        noising chances, averaged over what the model thinks the noiseless letter z is.
        """
        other = -np.expm1(-np.float64(sigma)) / self.vocab  # chance of one given other letter
        same = np.exp(-np.float64(sigma)) + other
        own = np.arange(len(here)), here
        likely = probs[own][:, None]
        score = probs * (same / other - 1) + (1 + likely * (other / same - 1))
        score[own] = 1.0
        return score

    def analytic(self, score: np.ndarray, here: np.ndarray, dsigma: np.float32) -> np.ndarray:
        """Odds after the noise has fallen by dsigma. (m, vocab), (m,) -> (m, vocab)."""
        keep, own = np.exp(-dsigma), (np.arange(len(here)), here)
        leave = np.float64((1 - keep) / self.vocab)
        odds = score / np.float64(keep)
        odds += np.float64((keep - 1) / (self.vocab * keep)) * score.sum(axis=-1, keepdims=True)
        stay = odds[own] * (1 - leave * (self.vocab - 1))
        odds *= leave
        odds[own] = stay
        return odds

    def guesses(self, rows: np.ndarray, score: np.ndarray) -> list[Guess]:
        """None: a place has a letter, and scores say how it compares, not how sure it is."""
        return []

    def rates(self, score: np.ndarray) -> np.ndarray:
        """How fast each place turns into each token; its own entry does not matter. (m, vocab)."""
        return score / self.vocab

    def last(self, odds: np.ndarray) -> np.ndarray:
        """The odds as they are."""
        return odds

    def token(self, drawn: np.ndarray, last: bool) -> np.ndarray:
        """Token ids of what was drawn."""
        return drawn
