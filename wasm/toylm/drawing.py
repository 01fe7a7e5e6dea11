"""How a token is drawn from its odds, in the forms that the published code uses.

All of them are races: every token gets a random number, the best score wins. They differ in the
number's formula, in its precision and in how many numbers one draw uses up, so a seed gives the
published tokens only through the form that its authors wrote.
"""

from __future__ import annotations

import numpy as np


def weights_of(logits: np.ndarray) -> np.ndarray:
    """exp(l - the row's largest): the odds, up to a factor a row. (n, vocab) -> (n, vocab) float64."""
    weights = logits.astype(np.float64)
    weights -= weights.max(axis=-1, keepdims=True)
    return np.exp(weights, out=weights)


def gumbel(weights: np.ndarray, temperature: float, rng: object, rows: np.ndarray, total: int) -> np.ndarray:
    """LLaDA's draw at a temperature above 0: exp(l) / (-log u)^T, u float64. (m, vocab) -> (m,).

    Numbers are drawn for all `total` rows of the pass, and looked at for the `rows` (m,) wanted.
    """
    noise = rng.rand64(total, weights.shape[-1], rows=rows)
    with np.errstate(divide="ignore"):
        np.log(noise, out=noise)
        np.negative(noise, out=noise)
        if temperature != 1:
            np.power(noise, temperature, out=noise)
        return np.divide(weights, noise, out=noise).argmax(axis=-1)


def race(probs: np.ndarray, waits: np.ndarray) -> np.ndarray:
    """torch.multinomial(p, 1): p / Exp, the exponentials in p's precision. (n, vocab) twice -> (n,)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return (probs / waits.astype(probs.dtype, copy=False)).argmax(axis=-1)


def categorical(weights: np.ndarray, rng: object) -> np.ndarray:
    """MDLM's and SEDD's draw: q / (1e-10 - log(u + 1e-10)). (n, vocab) -> (n,).

    Weights need not sum to 1, and one below 0 is simply never chosen.
    """
    waits = slow_down(rng.rand64(*weights.shape))
    return np.divide(weights, waits, out=waits).argmax(axis=-1)


def slow_down(u: np.ndarray) -> np.ndarray:
    """1e-10 - log(u + 1e-10), the waiting time of a uniform number; in place."""
    u += 1e-10
    np.log(u, out=u)
    return np.subtract(1e-10, u, out=u)
