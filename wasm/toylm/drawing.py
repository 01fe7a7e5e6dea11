"""How a token is drawn from its odds, in the forms that the published code uses.

All of them are races: every token gets a random number, the best score wins. They differ in the
number's formula, in its precision and in how many numbers one draw uses up, so a seed gives the
published tokens only through the form that its authors wrote.
"""

from __future__ import annotations

import numpy as np


def gumbel(logits: np.ndarray, temperature: float, rng: object) -> np.ndarray:
    """LLaDA's draw: exp(l) / (-log u)^T, u float64 for every token. (n, vocab) -> (n,).

    At temperature 0 it is the likeliest token and nothing is drawn.
    """
    if temperature == 0:
        return logits.argmax(axis=-1)
    wide = logits.astype(np.float64)
    wide -= np.maximum(wide.max(axis=-1, keepdims=True) - 700, 0)  # exp of more than 709 is infinite
    with np.errstate(divide="ignore"):
        return (np.exp(wide) / (-np.log(rng.rand64(*wide.shape))) ** temperature).argmax(axis=-1)


def race(probs: np.ndarray, rng: object, single: bool = False) -> np.ndarray:
    """torch.multinomial(p, 1): p / Exp, in float32 if `single`. (n, vocab) -> (n,)."""
    waits = rng.exponential32(*probs.shape) if single else rng.exponential64(*probs.shape)
    with np.errstate(divide="ignore", invalid="ignore"):
        return (probs / waits).argmax(axis=-1)


def categorical(weights: np.ndarray, rng: object) -> np.ndarray:
    """MDLM's and SEDD's draw: q / (1e-10 - log(u + 1e-10)). (n, vocab) -> (n,).

    Weights need not sum to 1, and one below 0 is simply never chosen.
    """
    return (weights / gumbel_norm(rng, *weights.shape)).argmax(axis=-1)


def gumbel_norm(rng: object, *shape: int) -> np.ndarray:
    """1e-10 - log(u + 1e-10) of float64 uniform numbers."""
    u = rng.rand64(*shape)
    u += 1e-10
    np.log(u, out=u)
    return np.subtract(1e-10, u, out=u)

