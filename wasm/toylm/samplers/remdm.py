"""ReMDM's sampler: MDLM's, which may also take a letter back.

Source: Wang et al. 2025, "Remasking Discrete Diffusion Models with Inference-Time Scaling"
(arXiv:2503.00307). Written from the rules of its published code, not from the code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from .. import settings
from ..drawing import slow_down
from ..maths import nucleus, softmax
from ..subs import backwards, posterior, substituted, unnoised
from ..trace import Pass

STRATEGIES = ("mdlm", "forward-backward", "remdm-cap", "remdm-rescale", "remdm-conf", "remdm-loop")


def remdm(
    model: Callable, ids: np.ndarray, rng: object, *,
    num_steps: int = 128, strategy: str = "remdm-cap", eta: float = 0.008, t_on: float = 0.55,
    t_off: float = 0.05, alpha_on: float = 0.9, nucleus_p: float = 1.0, faithful: bool = False,
) -> Iterator[Pass]:
    """Fill the blanks in `num_steps` steps of time and a last pass that sets what is left.

    strategy   the chance sigma that a set place is masked again in a step: "mdlm" none;
               "forward-backward" as if the step were undone by the noising process; "remdm-cap" at
               most `eta`; "remdm-rescale" `eta` times the largest chance there can be; "remdm-conf"
               that chance, shared so that the places that were set unsurely get most of it;
               "remdm-loop" MDLM until t_on, `eta` from t_on to t_off while the share of set places is
               held at alpha_on, and MDLM again for the rest
    nucleus_p  keep the likeliest tokens whose sum stays within this
    faithful   as MDLM's, and places that were given may be masked, too: published code has no prompt

    The model is read again only after a change. Every pass computes the whole canvas.
    Raises ValueError for settings outside these ranges.
    """
    settings.whole("num_steps", num_steps, 1)
    settings.number("nucleus_p", nucleus_p, 0, 1)
    free = ids == model.mask_id
    strategy = _Strategy(strategy, eta, t_on, t_off, alpha_on, len(ids))
    if not free.any():
        return

    def read(ids):
        return nucleus(substituted(model(ids), ids, model.mask_id), nucleus_p)

    def step(ids, odds, t, s):
        after = strategy.step(ids, odds, t, s, model.mask_id, rng)
        return after if faithful else np.where(free, after, ids)

    yield from unnoised(read, step, ids, backwards(num_steps), model.mask_id, faithful=faithful)


class _Strategy:
    """A step of time under one of the strategies. Raises ValueError for settings out of range."""

    def __init__(self, name, eta, t_on, t_off, alpha_on, length):
        self._name = settings.choice("strategy", name, STRATEGIES)
        self._eta = settings.number("eta", eta, 0, 1)
        self._on = settings.number("t_on", t_on, 0, 1 - 1e-6)
        self._off = settings.number("t_off", t_off, 1e-6, t_on)
        self._alpha_on = settings.number("alpha_on", alpha_on, 0, 1 - 1e-6)
        self._doubt = np.full(length, -np.inf)  # minus the odds with which each place was set

    def step(self, ids, odds, t, s, mask_id, rng) -> np.ndarray:
        """The canvas after the step from time t to s. (n,), (n, vocab) -> (n,)."""
        time = float(t)  # compared as published: not in float32
        if self._name == "mdlm":
            return posterior(ids, odds, t - s, s, mask_id, rng)
        if self._name == "remdm-loop" and not self._off < time <= self._on:
            t, s = self._before_or_after(t, time), self._before_or_after(s, time)
            return posterior(ids, odds, t - s, s, mask_id, rng)
        in_loop = self._name == "remdm-loop"
        alpha_t, alpha_s = (self._alpha_on, self._alpha_on) if in_loop else (float(1 - t), float(1 - s))
        after = _remasking(ids, odds, self._sigma(alpha_t, alpha_s), alpha_t, alpha_s, mask_id, rng)
        newly = np.flatnonzero((ids == mask_id) & (after != mask_id))
        self._doubt[newly] = -odds[newly, after[newly]]
        self._doubt[(ids != mask_id) & (after == mask_id)] = -np.inf
        return after

    def _before_or_after(self, x: np.float32, time: float) -> np.float32:
        """The chance of a mask at time x in the phases before and after the loop (`time` says which)."""
        if time > self._on:
            return 1 - (1 - x) * np.float32(self._alpha_on) / np.float32(1 - self._on)
        return x * np.float32(1 - self._alpha_on) / np.float32(self._off)

    def _sigma(self, alpha_t: float, alpha_s: float) -> np.ndarray:
        """The chance that each place, if it is set, is masked again. -> (n,)."""
        most = (1 - alpha_s) / alpha_t if alpha_t > 0 else np.inf
        sure = np.ones(len(self._doubt))
        if self._name == "remdm-conf":
            is_set = self._doubt > -np.inf
            return softmax(self._doubt) * min(1.0, most) if is_set.any() else sure * 0
        return sure * {
            "remdm-loop": self._eta,
            "forward-backward": (alpha_s - alpha_t) / alpha_t if alpha_t > 0 else 1.0,
            "remdm-cap": min(self._eta, most),
            "remdm-rescale": self._eta * min(1.0, most),
        }[self._name]


def _remasking(ids, odds, sigma, alpha_t, alpha_s, mask_id, rng) -> np.ndarray:
    """A draw for every place: set places keep their token or lose it, blanks get one or stay. -> (n,).

    A set place has but two tokens with any odds, so only those two are compared.
    """
    blank, is_set = np.flatnonzero(ids == mask_id), np.flatnonzero(ids != mask_id)
    noise, after = rng.rand64(*odds.shape), ids.copy()
    stay, lose = 1 - sigma[is_set], sigma[is_set]
    stay = stay / slow_down(noise[is_set, ids[is_set]])
    lose = lose / slow_down(noise[is_set, mask_id])
    after[is_set[(lose > stay) | ((lose == stay) & (mask_id < ids[is_set]))]] = mask_id
    keep = sigma[blank]
    odds = odds[blank] * ((alpha_s - (1 - keep[:, None]) * alpha_t) / (1 - alpha_t))
    odds[:, mask_id] = (1 - alpha_s - keep * alpha_t) / (1 - alpha_t)
    odds /= slow_down(noise[blank])
    after[blank] = odds.argmax(axis=-1)
    return after
