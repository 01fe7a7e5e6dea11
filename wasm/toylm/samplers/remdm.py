"""ReMDM's sampler: MDLM's, which may also take a letter back.

Source: Wang et al. 2025, "Remasking Discrete Diffusion Models with Inference-Time Scaling"
(arXiv:2503.00307). Written from the rules of its published code, not from the code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from .. import settings
from ..drawing import categorical
from ..maths import nucleus, softmax
from ..subs import backwards, posterior, substituted, unnoised
from ..trace import Pass

STRATEGIES = ("mdlm", "forward-backward", "remdm-cap", "remdm-rescale", "remdm-conf", "remdm-loop")


def remdm(
    model: Callable,
    ids: np.ndarray,
    rng: object,
    *,
    num_steps: int = 128,
    strategy: str = "remdm-cap",
    eta: float = 0.008,
    t_on: float = 0.55,
    t_off: float = 0.05,
    alpha_on: float = 0.9,
    nucleus_p: float = 1.0,
    faithful: bool = False,
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
    settings.choice("strategy", strategy, STRATEGIES)
    settings.number("eta", eta, 0, 1)
    settings.number("nucleus_p", nucleus_p, 0, 1)
    settings.number("alpha_on", alpha_on, 0, 1)
    settings.number("t_off", t_off, 1e-6, settings.number("t_on", t_on, 0, 1 - 1e-6))
    free = ids == model.mask_id
    if not free.any():
        return
    if faithful:
        free[:] = True
    doubt = np.full(len(ids), -np.inf)  # minus the odds with which each place was set

    def read(ids):
        return nucleus(substituted(model(ids), ids, model.mask_id), nucleus_p)

    def step(ids, odds, t, s):
        drawn = _draw(ids, odds, t, s)
        newly = (ids == model.mask_id) & (drawn != model.mask_id)
        doubt[newly] = -odds[newly, drawn[newly]]
        doubt[(ids != model.mask_id) & (drawn == model.mask_id)] = -np.inf
        return np.where(free, drawn, ids)

    def _draw(ids, odds, t, s):
        if strategy == "mdlm" or (strategy == "remdm-loop" and not t_off < t <= t_on):
            t, s = (t, s) if strategy == "mdlm" else (_loop_time(x, t, t_on, t_off, alpha_on) for x in (t, s))
            drawn = posterior(odds, t - s, s, model.mask_id, rng)
            return np.where(ids == model.mask_id, drawn, ids)
        alpha_t, alpha_s = (alpha_on, alpha_on) if strategy == "remdm-loop" else (float(1 - t), float(1 - s))
        sigma = _sigma(strategy, alpha_t, alpha_s, eta, doubt)
        return _remasking(ids, odds, sigma, alpha_t, alpha_s, model.mask_id, rng)

    yield from unnoised(read, step, ids, backwards(num_steps), model.mask_id, faithful=faithful)


def _loop_time(x, t, t_on, t_off, alpha_on):
    """The chance of a mask at time x in the phases before and after the loop (t says which)."""
    if t > t_on:
        return 1 - (1 - x) * np.float32(alpha_on) / np.float32(1 - t_on)
    return x * np.float32(1 - alpha_on) / np.float32(t_off)


def _sigma(strategy, alpha_t, alpha_s, eta, doubt):
    """The chance that a set place is masked again: a number, or one a place (n,)."""
    if strategy == "remdm-loop":
        return eta
    if strategy == "forward-backward":
        return (alpha_s - alpha_t) / alpha_t if alpha_t > 0 else 1.0
    most = (1 - alpha_s) / alpha_t if alpha_t > 0 else np.inf
    if strategy == "remdm-cap":
        return min(eta, most)
    if strategy == "remdm-rescale":
        return eta * min(1.0, most)
    if (doubt == -np.inf).all():
        return np.zeros(len(doubt))
    return softmax(doubt) * min(1.0, most)


def _remasking(ids, odds, sigma, alpha_t, alpha_s, mask_id, rng) -> np.ndarray:
    """A draw for every place: set places keep their token or lose it, blanks get one or stay. -> (n,)."""
    sigma = np.broadcast_to(np.asarray(sigma, dtype=np.float64), ids.shape)
    blank = ids == mask_id
    of_set = odds * (1 - sigma[:, None])
    of_set[:, mask_id] = sigma
    of_blank = odds * ((alpha_s - (1 - sigma[:, None]) * alpha_t) / (1 - alpha_t))
    of_blank[:, mask_id] = (1 - alpha_s - sigma * alpha_t) / (1 - alpha_t)
    return categorical(np.where(blank[:, None], of_blank, of_set), rng)
