"""What the samplers of masked diffusion in continuous time share (MDLM, ReMDM, BD3-LM).

SUBS is what such a model knows beforehand: the mask is never predicted, and a place that is set
keeps its token. Source: Sahoo et al. 2024, "Simple and Effective Masked Diffusion Language Models"
(arXiv:2406.07524), sections 3.2 and 4.2. Written from the rules of its published code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from .drawing import slow_down
from .maths import linspace32, softmax
from .recording import changed, guessed
from .trace import Pass

NEVER = -1e6
"""What is added to the mask's logit, so that the mask is never predicted."""

Times = list[tuple[np.float32, np.float32]]


def substituted(logits: np.ndarray, ids: np.ndarray, mask_id: int) -> np.ndarray:
    """Odds of every token under SUBS. (n, vocab), (n,) -> (n, vocab) float64."""
    blank = np.flatnonzero(ids == mask_id)
    probs = np.zeros(logits.shape)
    probs[np.arange(len(ids)), ids] = 1.0
    rows = logits[blank].astype(np.float64)
    rows[:, mask_id] += NEVER
    probs[blank] = softmax(rows)
    return probs


def backwards(num_steps: int, eps: float = 1e-5) -> Times:
    """(t, s) of each step of time, from 1 down to nearly 0, in float32."""
    times, step = linspace32(1, eps, num_steps + 1), np.float32((1 - eps) / num_steps)
    return [(t, t - step) for t in times[:-1]]


def posterior(
    ids: np.ndarray, probs: np.ndarray, move: float, stay: float, mask_id: int, rng: object,
) -> np.ndarray:
    """The canvas after a step: each blank gets a token, with odds `move` times its own, or stays one.

    `stay` are the mask's odds. As published, random numbers are drawn for set places too. -> (n,).
    """
    blank, after = np.flatnonzero(ids == mask_id), ids.copy()
    odds = probs[blank]
    odds *= np.float64(move)
    odds[:, mask_id] = stay
    odds /= slow_down(rng.rand64(*probs.shape, rows=blank))
    after[blank] = odds.argmax(axis=-1)
    return after


def unnoised(
    read: Callable, step: Callable, ids: np.ndarray, times: Times, mask_id: int,
    *, low: int = 0, faithful: bool = False,
) -> Iterator[Pass]:
    """Run all steps of time, then set what is left; a Pass for each time that the model is read.

    read      function ids -> odds (n, vocab): a forward pass
    step      function (ids, odds, t, s) -> the next ids (n,)
    ids       the canvas, or the window of one that begins at place `low`; it is written on
    faithful  True compares canvases as torch.allclose does

    The model is read again only after the canvas changed, so a pass is reported with the step that
    changed something, and steps that change nothing are free.
    """
    same = np.allclose if faithful else np.array_equal
    seen = None  # the canvas that the odds are of
    for t, s in times:
        if seen is None:
            seen, odds = ids.copy(), read(ids)
        after = step(ids, odds, t, s)
        stale = not same(after, ids)
        ids[:] = after
        if stale:
            yield _report(seen, ids, odds, mask_id, low)
            seen = None
    if seen is not None:
        yield _report(seen, ids, odds, mask_id, low)
    seen, odds = ids.copy(), read(ids)
    ids[:] = odds.argmax(axis=-1)
    yield _report(seen, ids, odds, mask_id, low)


def _report(before, after, odds, mask_id, low) -> Pass:
    """The pass whose odds made one canvas of the other."""
    blank = np.flatnonzero(before == mask_id)
    best = odds[blank].argmax(axis=-1)
    return Pass(
        computed=[(low, low + len(before))],
        guesses=guessed(blank + low, best, odds[blank, best]),
        **changed(before, after, mask_id, low),
    )
