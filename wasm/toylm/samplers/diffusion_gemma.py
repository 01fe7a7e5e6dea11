"""DiffusionGemma's sampler: noise all over, and each step keeps as many letters as are sure enough.

Source: DiffusionGemma, as transformers 5.24 generates with it. Written from its rules, not from its
code. There is no mask token: every place always holds a letter, and none is ever final.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from .. import settings
from ..cache import block_causal, can_cache, vocabulary
from ..drawing import race
from ..layout import answer
from ..maths import entropy_and_best, rank_key, softmax, surest_first
from ..noise import begin
from ..recording import end_step, guessed, placed
from ..trace import Pass


def diffusion_gemma(
    model: Callable, ids: np.ndarray, rng: object, *,
    canvas_length: int | None = None, max_denoising_steps: int = 48, entropy_bound: float = 0.1,
    t_max: float = 0.8, t_min: float = 0.4, stability_threshold: int = 1,
    confidence_threshold: float = 0.005, eos_id: int | None = None, pad_id: int | None = None,
) -> Iterator[Pass]:
    """Fill one canvas of `canvas_length` places (None: all) after the other, from the first blank on.

    max_denoising_steps   most passes a canvas
    entropy_bound         in nats: the most certain places keep what was drawn for them, as long as
                          the entropies of those before them sum to at most this; the others become
                          random letters again
    t_max, t_min          temperature at the first pass and, nearly, at the last
    stability_threshold   a canvas is done early when its likeliest letters are the same as in this
                          many passes before
    confidence_threshold  and its mean entropy is below this, in nats
    eos_id, pad_id        what follows the first end token becomes padding, and no more is computed

    The result is the likeliest letter of every place, not the canvas that was drawn. A model that
    keeps keys and values reads what stands before a canvas once ("encode", from left to right) and
    after that from its cache; a plain callable is shown everything in every pass. Raises ValueError for
    settings out of range, lengths that do not divide, or a model that has a mask token.
    """
    free = ids == model.mask_id
    start, end = answer(ids, model.mask_id, None, False)
    if start == end:
        return
    size = end - start if canvas_length is None else canvas_length
    settings.divisor("canvas_length", size, end - start, "places to fill")
    plan = _Plan(max_denoising_steps, entropy_bound, t_max, t_min, stability_threshold,
                 confidence_threshold, eos_id, pad_id)
    plan.check(vocabulary(model))
    reader = _Reader(model, ids)
    for low in range(start, end, size):
        yield from reader.encode(low)
        yield begin(model, ids[low : low + size], free[low : low + size], rng, low)
        yield from _denoised(reader, ids, free, (low, low + size), plan, rng)
        if eos_id is not None and eos_id in ids[low : low + size]:
            yield end_step(ids, low + size + np.flatnonzero(free[low + size :]), pad_id, model.mask_id)
            return


class _Plan(NamedTuple):
    """The settings of a canvas, as diffusion_gemma describes them."""

    steps: int
    bound: float
    t_max: float
    t_min: float
    stable: int
    sure: float
    eos_id: int | None
    pad_id: int | None

    def check(self, vocab: int) -> None:
        """Raise ValueError for the first setting that is out of its range."""
        settings.whole("max_denoising_steps", self.steps, 1)
        settings.number("entropy_bound", self.bound, 0)
        settings.number("t_min", self.t_min, 1e-6)
        settings.number("t_max", self.t_max, 1e-6)
        settings.whole("stability_threshold", self.stable, 0)
        settings.number("confidence_threshold", self.sure, 0)
        if self.eos_id is not None:
            settings.whole("eos_id", self.eos_id, 0, vocab - 1)
            settings.whole("pad_id", self.pad_id, 0, vocab - 1)

    def temperature(self, left: int) -> float:
        """The temperature of the pass after which `left` - 1 may follow."""
        return self.t_min + (self.t_max - self.t_min) * left / self.steps

    def ended(self, best: np.ndarray) -> np.ndarray:
        """A finished canvas with what follows its first end token as padding. (n,) -> (n,)."""
        found = np.flatnonzero(best == self.eos_id) if self.eos_id is not None else []
        if len(found):
            best = np.where(np.arange(len(best)) > found[0], self.pad_id, best)
        return best


class _Reader:
    """How the model is shown a canvas: after a cache of what stands before, or with it."""

    def __init__(self, model, ids):
        self._model, self._ids, self._kept, self._known = model, ids, None, 0

    def encode(self, low: int) -> Iterator[Pass]:
        """Have the model read all that stands before place `low`, each place seeing those left of it."""
        known = self._known
        if not can_cache(self._model) or known == low:
            return
        allowed = block_causal(low - known, low, 1)
        part = self._ids[known:low]
        _, self._kept = self._model.forward(part, start=known, cache=self._kept, allowed=allowed)
        self._known = low
        yield Pass([(known, low)], [(0, known)] if known else [], kind="encode")

    def logits(self, low: int, high: int, condition: np.ndarray | None) -> tuple:
        """Logits of the places [low, high), what was computed and what was read from the cache."""
        if not can_cache(self._model):
            return self._model(self._ids[:high])[low:], [(0, high)], []
        more = {"condition": condition} if getattr(self._model, "conditioned", False) else {}
        logits, _ = self._model.forward(self._ids[low:high], start=low, cache=self._kept, **more)
        return logits, [(low, high)], [(0, low)] if low else []


def _denoised(reader, ids, free, span, plan, rng) -> Iterator[Pass]:
    """Pass after pass over one canvas, until it is sure of itself or has had all its steps."""
    low, high = span
    part, free, before, logits = ids[low:high], np.flatnonzero(free[low:high]), [], None
    for left in range(plan.steps, 0, -1):
        logits, computed, cached = reader.logits(low, high, logits)
        logits = logits / plan.temperature(left)
        best = logits.argmax(axis=-1)  # (n,)
        doubt, sure = entropy_and_best(logits[free])
        kept, renewed = _renewed(part, free, logits, doubt, plan.bound, rng)
        stable = len(before) >= plan.stable and all((best == b).all() for b in before)
        before = [*before, best][-plan.stable :] if plan.stable else []
        one = Pass(
            computed, cached, guessed(free + low, best[free], sure),
            commits=placed(kept + low, part[kept]), renoised=placed(renewed + low, part[renewed]),
        )
        if left == 1 or (stable and doubt.mean() < plan.sure):
            final = plan.ended(np.where(np.isin(np.arange(len(part)), free), best, part))
            moved = np.flatnonzero(final != part)
            part[:] = final
            one.edits = placed(moved + low, part[moved])
            yield one
            return
        yield one


def _renewed(part, free, logits, doubt, bound, rng) -> tuple[np.ndarray, np.ndarray]:
    """Draw the surest places, as many as the bound allows, and renew the other free ones. Writes on part.

    As published, random numbers are drawn for every place. -> the places that kept a draw, the renewed.
    """
    order = surest_first(rank_key(-doubt, 0.0))
    accepted = np.cumsum(doubt[order]) - doubt[order] <= bound
    kept, renewed = np.sort(free[order[accepted]]), np.sort(free[order[~accepted]])
    probs = softmax(logits[kept].astype(np.float32))
    part[kept] = race(probs, rng.exponential64(*logits.shape, rows=kept))
    part[renewed] = rng.integers(logits.shape[-1], len(part))[renewed]
    return kept, renewed
